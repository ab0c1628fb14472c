"""The rules, and the rules with repairs, as code models; what tests have decided about strings."""
