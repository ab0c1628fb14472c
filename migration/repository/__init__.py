"""The files of a repository: their texts, who imports whom, what they show together."""
