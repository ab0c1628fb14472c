"""Repairs: failure signature + frame → candidate edits. One file each, registered by being here."""
