"""apply(f, a, k) → f(*a, **k)."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

RULE = "apply_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "def apply(f): pass\napply(f)\n",
        "self.apply(f, a)\n",
        "from tools import apply\n@apply\ndef f(): return 1\n",
        "@tools.apply\ndef f(): return 1\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("apply(f)\n", "f()\n"),
        ("apply(f, (1, b))\n", "f(1, b)\n"),
        ("apply(f, a + b)\n", "f(*a + b)\n"),
        ("apply(lambda x: x, (1,), dict(a=2))\n", "(lambda x: x)(1, **dict(a=2))\n"),
        ("apply(apply(f, a), [b], c)\n", "f(*a)(b, **c)\n"),
        ("apply(a.f, args=()) if 0 else apply(a.f, ())\n", "apply(a.f, args=()) if 0 else a.f()\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_function_is_called_at_once():
    program = (
        "class C(object):\n    _x = 1\n    {}\n    def x():\n        def fget(self): return self._x + 1\n"
        "        return property(**locals())\n"
    )
    after = program.format("@lambda function: function()")
    check_rule(RULE, program.format("@apply"), after)
    names: dict[str, type] = {}
    exec(after, names)
    assert names["C"]().x == 2


def test_other_decorators_stay():
    check_rule(
        RULE, "@a\n@apply\n@b\ndef f(): pass\n", "@a\n@lambda function: function()\n@b\ndef f(): pass\n"
    )


def test_older_targets_have_names_alone_behind_the_sign():
    check_open(RULE, "@apply\ndef f(): return 1\n", 1, target=(3, 8))
