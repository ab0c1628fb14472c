"""Which file a failure speaks against beside that of its frames: the one with the class that lacks something."""

from __future__ import annotations

import pytest

from verification.lacking import defining
from verification.results import TestOutcome

TEXTS = {
    "a.py": b"class Proxy:\n    pass\nclass Twice: pass\n",
    "b.py": b"def f():\n    class Level(object):\n        pass\nclass Twice(object): pass\n# class Proxyless\n",
}


def found(message: str, exception: str = "TypeError") -> tuple[str, ...]:
    return defining(
        TestOutcome("t", "failed", exception=exception, message=message), sorted(TEXTS), TEXTS.__getitem__
    )


@pytest.mark.parametrize(
    ("message", "files"),
    [
        ("object of type 'Proxy' has no len()", ("a.py",)),
        ("'Proxy' object is not subscriptable", ("a.py",)),
        ("'Level' object cannot be interpreted as an integer", ("b.py",)),
        ("unhashable type: 'Level'", ("b.py",)),
        ("unsupported operand type(s) for /: 'Proxy' and 'Level'", ("a.py", "b.py")),
        ("unsupported operand type(s) for /: 'int' and 'str'", ()),
        ("'<' not supported between instances of 'Level' and 'Level'", ("b.py",)),
        ("'Twice' object is not iterable", ()),
        ("'list' object is not callable", ()),
        ("f() missing 1 required positional argument", ()),
    ],
)
def test_the_class_is_found_where_one_file_has_it(message: str, files: tuple[str, ...]) -> None:
    assert found(message) == files


def test_other_exceptions_speak_for_themselves() -> None:
    assert found("'Proxy' object has no attribute 'x'", "AttributeError") == ()
    assert found("'Proxy' object is not iterable", "ValueError") == ()
