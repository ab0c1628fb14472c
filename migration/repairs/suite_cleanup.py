"""AttributeError: 'IterSuite' object has no attribute '_tests' → a suite without a list of tests has none to forget.

Since Python 3.4 unittest.TestSuite forgets each test once it was run, and looks for it in a list of its own.
"""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import methods
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.rewriting.members import after


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Have the classes of that name in the file, which iterate by themselves, forget no test."""
    for owner in scene.classes(match["name"]):
        own = methods(owner)
        if (
            "__iter__" not in own
            or "_cleanup" in own
            or not any("Suite" in ast.unparse(b) for b in owner.bases)
        ):
            continue
        part = after(owner.body[-1], ["", "_cleanup = False"], scene.module)
        if part is not None:
            yield Candidate((scene.module.edit(part),), 20, owner.name)


REPAIR = Repair(
    id="suite_cleanup",
    summary="a suite of tests that iterates by itself is not asked to forget them",
    failure=Failure("AttributeError", "'Each' object has no attribute '_tests'", line=7),
    before=(
        "import unittest\nclass Each(unittest.TestSuite):\n    def __init__(self, tests):\n        self.each = tests\n"
        "    def __iter__(self):\n        return iter(self.each)\nEach([]).run(result)\n"
    ),
    after=(
        "import unittest\nclass Each(unittest.TestSuite):\n    def __init__(self, tests):\n        self.each = tests\n"
        "    def __iter__(self):\n        return iter(self.each)\n\n    _cleanup = False\nEach([]).run(result)\n"
    ),
    caveats="The attribute is none of the documented ones.",
    pattern=re.compile(r"^AttributeError: '(?P<name>\w+)' object has no attribute '_tests'"),
    offer=offer,
)
