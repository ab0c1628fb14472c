"""The repair of a bare raise that stands behind its handler, or in a function that is called there."""

from __future__ import annotations

from typing import Any

import pytest
from repairing import candidates, repair

SIGNATURE = "RuntimeError: No active exception to reraise"
TEXT = """class Guard:
    def finish(self):
        raise
    def run(self, job):
        try:
            job()
        except ValueError:
            job = None
        self.finish()
    def other(self):
        try: pass
        except KeyError: pass
"""


def test_the_exception_of_a_caller_is_raised_again() -> None:
    found = candidates(TEXT, SIGNATURE, 3, repairs=repair("late_reraise"), frames=(9,))
    assert len(found) == 1, "handlers on one line can note nothing"
    space: dict[str, Any] = {}
    exec(found[0], space)

    def job() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        space["Guard"]().run(job)


@pytest.mark.parametrize(
    "text",
    ["def f():\n    raise\n", "def f():\n    raise ValueError\n", "try:\n    f()\nexcept E:\n    raise x\n"],
)
def test_where_nothing_was_handled_or_something_is_named_it_is_left(text: str) -> None:
    line = text.count("\n")
    assert candidates(text, SIGNATURE, line, repairs=repair("late_reraise")) == []
