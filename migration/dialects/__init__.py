"""Which language a text is written in, and a repository; what native strings mean there."""
