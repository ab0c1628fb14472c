"""A planner, a coder in a worktree of its own, a reviewer, and gates: what `baselines/hierarchical.py` is made of."""
