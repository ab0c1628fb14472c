"""What a planner is told of a repository it has not seen: its files, its size, its own words about itself."""

from __future__ import annotations

import contextlib
from collections import Counter
from pathlib import Path, PurePosixPath

from baselines.toolloop.compression import compressed
from baselines.toolloop.repository_tools import Tree
from baselines.toolloop.tools import ToolError
from verification.runners import find_tests

_README_CHARS, _LISTED = 2000, 120


def facts_of(root: Path) -> str:
    """The facts, as lines of text."""
    tree = Tree(root)
    keys = tree.keys()
    kinds = Counter(PurePosixPath(key).suffix or "(none)" for key in keys)
    tests, _ = find_tests(root)
    shown = keys[:_LISTED] + ([f"and {len(keys) - _LISTED} more"] if len(keys) > _LISTED else [])
    lines = [
        f"files: {len(keys)}; by ending: {', '.join(f'{name} {n}' for name, n in kinds.most_common(10))}",
        f"files with tests: {', '.join(tests[:20]) or 'none'}",
        "",
        *shown,
    ]
    readme = next((key for key in keys if key.lower().startswith("readme")), None)
    if readme:
        with contextlib.suppress(ToolError):
            lines += ["", f"{readme}:", compressed(tree.text(readme), _README_CHARS)]
    return "\n".join(lines)
