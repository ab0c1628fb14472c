"""What repairs are, what they see of a failure, and which of them are tried next."""
