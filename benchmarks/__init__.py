"""Speed and scale, with peers in the same run. Never part of the tests."""
