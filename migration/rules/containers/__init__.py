"""Rules of the families P5 and P6: dictionaries, and iterators in place of lists."""
