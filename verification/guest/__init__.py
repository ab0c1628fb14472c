"""Code that runs inside the target's interpreters (2.7 and 3.x); the harness copies it and imports none."""
