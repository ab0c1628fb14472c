"""Migration rules: one file each, registered by being here."""
