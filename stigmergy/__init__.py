"""The colony: turns, settings, the model client, and the faces a person meets."""

__version__ = "0.1.0"
