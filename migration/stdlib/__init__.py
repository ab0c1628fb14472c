"""What is known of the standard library: modules and names that moved, what functions take and give, codecs."""
