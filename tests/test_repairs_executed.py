"""Code that a program executes, and that nobody has migrated."""

from __future__ import annotations

import re
from typing import Any

import pytest
from repairing import candidates, repair

from migration.repairs.executed_print import HELPER

MISSING = "SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)? (<string>, line 1)"
ALONE = repair("executed_print")
names: dict[str, Any] = {"re": re}
exec(HELPER, names)


@pytest.mark.parametrize(
    ("code", "after"),
    [
        ("print 'hi'", "print('hi')"),
        ("x = 1\nif x: print x, 2\nelse:\n    print\n", "x = 1\nif x: print(x, 2)\nelse:\n    print()\n"),
        ("print 'a=%d: print b' % 1,", "print('a=%d: print b' % 1, end=' ')"),
        ("print >>sys.stderr, 'a'\nprint 1", "print('a', file=sys.stderr)\nprint(1)"),
        ("print(1)\nprinted = 2", "print(1)\nprinted = 2"),
        ("print 'a'\nraise A, 'b'", "print 'a'\nraise A, 'b'"),
        ("print = 3", "print = 3"),
        ('x = """\nprint 1\n"""\nprint x', 'x = """\nprint 1\n"""\nprint(x)'),
        ("x = '''a\nprint me'''\nprint x, 2", "x = '''a\nprint me'''\nprint(x, 2)"),
        ('print """a\nb"""\nprint 1', 'print """a\nb"""\nprint 1'),
    ],
)
def test_print_statements_of_code(code: str, after: str) -> None:
    assert names["with_print_calls"](code) == after
    assert names["with_print_calls"](after) == after


def test_code_that_is_compiled_already_is_left() -> None:
    for code in (compile("x = 1", "x", "exec"), b"print 1"):
        assert names["with_print_calls"](code) is code


def test_code_that_is_known_here_is_left() -> None:
    assert candidates("exec('print 1')\n", MISSING, 1, repairs=ALONE) == []
    assert candidates("self.exec(code)\n", MISSING, 1, repairs=ALONE) == []
    (found,) = candidates("def f(c):\n    return compile(c, 'x', 'exec')\n", MISSING, 2, repairs=ALONE)
    assert "compile(with_print_calls(c), 'x', 'exec')" in found


def test_a_file_of_the_program_that_python_3_cannot_read_is_none_of_it() -> None:
    other = (
        "SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)? (product.py, line 1)"
    )
    assert candidates("def f(c):\n    exec(c)\n", other, 2, repairs=ALONE) == []
