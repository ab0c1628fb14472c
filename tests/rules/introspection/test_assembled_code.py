"""Byte code that is assembled."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.rules.introspection.assembled_code import RULE as THE_RULE

RULE = "assembled_code"
BEFORE = THE_RULE.before.removeprefix("n = 1L\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        return f\n", "        return None\n"),
        ("co.co_code", "co.co_names"),
        ("type(co)(", "type(f)("),
        ("co.co_firstlineno, co.co_lnotab", ""),
        ("    code[0] = 9\n", "    f = code\n"),
        ("f.func_code", "g.func_code"),
        ("AttributeError", "KeyError"),
        ("    code[0] = 9\n", "    f.marked = 9\n"),
        ("    code[0] = 9\n", "    if hasattr(co, 'replace'): return co.replace(co_consts=())\n"),
        ("map(ord, co.co_code)", "co.co_code"),
    ],
)
def test_refuses(old, new):
    assert old in BEFORE
    check_untouched(RULE, BEFORE.replace(old, new), python2=True)


@pytest.mark.parametrize("maker", ["type(f.func_code)(", "types.CodeType(", "new.code("])
def test_whatever_makes_the_code(maker):
    text = "import new, types\n" + BEFORE.replace("type(co)(", maker).replace("(f):", "(f, most=3):")
    head = "import new, types\ndef bound(f, most=3):\n"
    check_rule(RULE, text, head + THE_RULE.after.split(":\n", 1)[1], python2=True)


def test_keeps_what_is_said_of_it():
    text = BEFORE.replace("(f):\n", '(f):\n    """Faster."""\n')
    after = 'def bound(f):\n    """Faster."""\n' + THE_RULE.after.split(":\n", 1)[1]
    check_rule(RULE, text, after, python2=True)
