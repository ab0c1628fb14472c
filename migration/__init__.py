"""The craft of rewriting: what is known about Python 2 → 3. Pure: text in, text out."""
