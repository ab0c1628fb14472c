"""long → int."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "long_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "long = int\nlong(1)\n",
        "def f(long=True): return long\n",
        "class C:\n    long = 1\nC.long\n",
        "try:\n    long\nexcept NameError:\n    long = int\nlong(1)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("long(1)\n", "int(1)\n"),
        ("isinstance(a, (int, long))\n", "isinstance(a, int)\n"),
        ("isinstance(a, (int, long, float))\n", "isinstance(a, (int, float))\n"),
        ("isinstance(a, (long, int, float))\n", "isinstance(a, (int, float))\n"),
        ("isinstance(a, (float, int,\n  long,))\n", "isinstance(a, (float, int,))\n"),
        ("isinstance(a, (long, float))\n", "isinstance(a, (int, float))\n"),
        ("type(a) is long\n", "type(a) is int\n"),
        ("if not isinstance(a, int) or isinstance(a, long): f()\n", "if not isinstance(a, int): f()\n"),
        (
            "a = b and isinstance(a, int) and not (isinstance(a, long)) and c\n",
            "a = b and isinstance(a, int) and c\n",
        ),
        ("isinstance(a, int) or isinstance(b, long)\n", "isinstance(a, int) or isinstance(b, int)\n"),
        (
            "isinstance(a, int) and not isinstance(b, long)\n",
            "isinstance(a, int) and not isinstance(b, int)\n",
        ),
        (
            "not isinstance(a, int) and not isinstance(a, long)\n",
            "not isinstance(a, int) and not isinstance(a, int)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_number_that_int_made_is_asked_for_its_size():
    head = "import sys\ndef f(t):\n    n = int(t)\n"
    check_rule(
        "long_builtin",
        head + "    if isinstance(n, long): raise OverflowError\n    return isinstance(n, long) == 1\n",
        head + "    if not -sys.maxsize - 1 <= n <= sys.maxsize: raise OverflowError\n"
        "    return (not -sys.maxsize - 1 <= n <= sys.maxsize) == 1\n",
    )
    for given in ("n = long(t)\n", "n = int(t)\n    n += t\n", "n = t\n"):
        text = f"def f(t):\n    {given}    return isinstance(n, long)\n"
        check_rule("long_builtin", text, text.replace("long", "int"))


def test_a_number_that_is_asked_for_long_first():
    text = "def f(x):\n    if isinstance(x, {}: return 1\n    if isinstance(x, int): return 2\n"
    after = (
        "import sys\ndef f(x):\n"
        "    if (isinstance(x, int) and not -sys.maxsize - 1 <= x <= sys.maxsize): return 1\n"
        "    if isinstance(x, int): return 2\n"
    )
    check_rule("long_builtin", text.format("long)"), after)


def test_a_number_that_is_asked_for_int_first_or_elsewhere():
    before = "def f(x):\n    if isinstance(x, int): return 2\n    return isinstance(x, {})\n"
    check_rule("long_builtin", before.format("long"), before.format("int"))
    before = "def f(x):\n    return isinstance(x, {})\ndef g(x):\n    return isinstance(x, int)\n"
    check_rule("long_builtin", before.format("long"), before.format("int"))


def test_either_is_asked_for_in_one_condition():
    text = "def f(x, y):\n    assert {}\n"
    for before, after in (
        ("isinstance(x, long) or isinstance(x, int)", "isinstance(x, int)"),
        ("isinstance(x, int) or isinstance(x, long) or y", "isinstance(x, int) or y"),
        ("type(x) in [int, long, float]", "type(x) in [int, float]"),
        ("type(x) not in (long, int, float)", "type(x) not in (int, float)"),
        ("isinstance(x, int) or isinstance(y, long)", "isinstance(x, int) or isinstance(y, int)"),
        ("isinstance(x(), int) or isinstance(x(), long)", "isinstance(x(), int) or isinstance(x(), int)"),
        ("y in [int, long]", "y in [int]"),
        ("y in (int, long)", "y in (int,)"),
        ("y.type not in (long, int)", "y.type not in (int,)"),
        ("y == (int, long)", "y == (int, int)"),
        ("(int, long) in y", "(int, int) in y"),
    ):
        check_rule("long_builtin", text.format(before), text.format(after))


@pytest.mark.parametrize("test", ["isinstance(x, {})", "type(x) is {}", "type(x) == {}"])
def test_what_an_int_could_not_hold_goes_on(test):
    text = "if {}:\n    f(x)\nelif y:\n    pass\nelif {}:\n    g(x)\n"
    asked, whole = test.format("int"), f"{test.format('int')} and -sys.maxsize - 1 <= x <= sys.maxsize"
    check_rule(
        "long_builtin",
        text.format(asked, test.format("long")),
        "import sys\n" + text.format(whole, asked),
        python2=True,
    )
    same = text.replace("g(x)", "f(x)")
    check_rule(
        "long_builtin", same.format(asked, test.format("long")), same.format(asked, asked), python2=True
    )


def test_a_text_that_spells_a_long_is_a_number():
    text = "def number(text): return long(text.replace(' ', ''))\nfound = number('12 34L'), long(2.5)\n"
    space = {}
    exec(migrate(text + PROOF).text, space)
    assert space["found"] == (1234, 2)
    assert "long_number" not in migrate("a = long(b)\n" + PROOF).text


_ASKED = (
    "def f(x):\n    if isinstance(x, long):\n        return 'long'\n    return x\n"
    "print f(2 ** 70), f({}), f(None)\n"
)


def test_truths_were_no_longs():
    def after(given):
        text = _ASKED.format(given)
        return migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text

    code = after("1 == 1")
    assert "if isinstance(x, int) and not isinstance(x, bool):\n" in code
    shown: list = []
    exec(code, {"print": lambda *a: shown.append(a)})
    assert shown == [("long", True, None)]
    assert "if isinstance(x, int):\n" in after("'a'")
