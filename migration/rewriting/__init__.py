"""What rules share in writing: helper functions, imports, members of classes, tables of moved names."""
