"""What rules ask about strings: text or octets, where they come from, what takes them."""
