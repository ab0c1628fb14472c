"""What rules see of a file: tokens, nodes, names, types, and how edits are made."""
