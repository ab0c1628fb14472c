"""from m import * in a function."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "star_in_function"


@pytest.mark.parametrize(
    "text",
    [
        "from math import *\nfloor(1)\n",
        "def f():\n    from math import floor\n",
        "if 1:\n    from math import *\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def f(x):\n    from os.path import *\n    return join(x, len(x), basename(y))\n",
            "def f(x):\n    from os.path import basename, join\n    return join(x, len(x), basename(y))\n",
        ),
        ("def f():\n    from m import *\n    return 1\n", "def f():\n    import m\n    return 1\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_module_of_the_repository_shows_its_names():
    files = {"a.py": "", "m.py": "def g(): pass\n"}
    index = RepositoryIndex(files, files.__getitem__)
    text = "from os import *\ndef f():\n    from m import {}\n    g(), getcwd()\n"
    check_rule(RULE, text.format("*"), text.format("g"), key="a.py", index=index)


@pytest.mark.parametrize(
    "text",
    [
        "from n import *\ndef f():\n    from m import *\n    g()\n",
        "from math import *\ndef f():\n    from m import *\n    sin(1)\n",
        "def f(code):\n    from m import *\n    return eval(code)\n",
        "def f(code):\n    from string import *\n    return eval(code)\n",
    ],
)
def test_what_may_come_from_elsewhere_stays_open(text):
    check_open(
        RULE, text, text[: text.index("from m" if "from m" in text[9:] else "from s", 9)].count("\n") + 1
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Another star beside it, of which it is known that it has none of these names.
        (
            "from os.path import *\ndef f():\n    from math import *\n    return floor(2.5), join\n",
            "from os.path import *\ndef f():\n    from math import floor\n    return floor(2.5), join\n",
        ),
        (
            "from math import *\ndef f():\n    from m import *\n    return g(pi)\n",
            None,
        ),
        # The star hides a builtin, a name of the file, and a parameter.
        (
            "exp = 1\ndef f(e):\n    from math import *\n    return pow(e, exp), [pi for pi in (1,)]\n",
            "exp = 1\ndef f(e):\n    from math import e, exp, pow\n    return pow(e, exp), [pi for pi in (1,)]\n",
        ),
        (
            "def f():\n    from math import *\n    pi = pi * 2\n    e = 1\n    return pi + e\n",
            "def f():\n    from math import pi\n    pi = pi * 2\n    e = 1\n    return pi + e\n",
        ),
        # What is evaluated names more.
        (
            "def f():\n    from math import *\n    return eval('sin(x)'), eval(a, {})\n",
            "def f():\n    from math import sin\n    return eval('sin(x)'), eval(a, {})\n",
        ),
    ],
)
def test_names_of_the_library_are_known(before, after):
    if after is None:
        check_open(RULE, before, 3)
    else:
        check_rule(RULE, before, after)


def test_code_may_read_any_name():
    space = {}
    exec(migrate("def f(code):\n    from math import *\n    return eval(code)\nn = 1L\n").text, space)
    assert space["f"]("hypot(3, 4) + pow(2, 3)") == 13.0


def test_a_star_of_a_file_beside_one_of_the_library():
    files = {"a.py": "", "consts.py": "ALPHA = 1\n", "more.py": "from consts import *\n"}
    index = RepositoryIndex(files, files.__getitem__)
    text = "from consts import *\ndef f():\n    from m import {}\n    return g()\n"
    check_rule(RULE, text.format("*"), text.format("g"), key="a.py", index=index)
    check_open(RULE, text.format("*").replace("consts", "more"), 3, key="a.py", index=index)
    check_open(RULE, text.format("*").replace("g()", "ALPHA"), 3, key="a.py", index=index)


def test_a_sibling_is_imported_as_one():
    files = {"p/__init__.py": "", "p/a.py": "", "p/string.py": "letters = 1\n"}
    index = RepositoryIndex(files, files.__getitem__)
    text = "def f():\n    from {}\n    return letters\n"
    before, after = text.format("string import *"), text.format(".string import letters")
    check_rule(RULE, before, after, key="p/a.py", index=index)


def test_names_that_are_gone_from_what_is_starred_are_seen_to():
    text = "def f(names):\n    from string import *\n    return [join(split(n), '_') for n in names], upper(names[0])\n"
    space = {}
    exec(migrate(text + "x = f(['a b'])\nn = 1L\n").text, space)
    assert space["x"] == (["a_b"], "A B")


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("def f():\n    from math import *\n    return '%(pi).2f' % locals()\n", "pi"),
        ("def f():\n    e = 5\n    from math import *\n    return e, sqrt(2)\n", "e, sqrt"),
        ("def f(x):\n    from os import *\n    y = 5\n    return '%(y)s%(x)s' % vars(), sep\n", "sep"),
    ],
)
def test_what_a_table_of_names_gives_and_what_was_set_before(text, taken):
    check_rule(RULE, text, text.replace("*", taken, 1))


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    from os import *\n    return x % locals()\n",
        "def f():\n    from os import *\n    return '{sep}'.format(**vars())\n",
        "def f():\n    from m import *\n    return '%(x)s' % locals()\n",
    ],
)
def test_a_table_of_all_names_stays_open(text):
    check_open(RULE, text, 2)


def test_all_names_of_a_kept_module_are_in_the_table():
    space = {}
    exec(migrate("def f(t):\n    from math import *\n    return t % locals()\nn = 1L\n").text, space)
    assert space["f"]("%(pi).2f") == "3.14"


def test_a_name_that_was_set_before_a_star_of_a_file():
    files = {"a.py": "", "m.py": "def g(): pass\nif 1:\n    x, y = 1, 2\nprint(z)\n"}
    index = RepositoryIndex(files, files.__getitem__)
    text = "def f():\n    {} = 1\n    from m import *\n    return g({})\n"
    for name in ("x", "g"):
        check_open(RULE, text.format(name, name), 3, key="a.py", index=index)
    other = text.format("z", "z")
    check_rule(RULE, other, other.replace("*", "g"), key="a.py", index=index)


@pytest.mark.parametrize(
    "head",
    [
        "    try:\n        from m import {}\n    except ImportError:\n        return None\n",
        "    try:\n        from m import {}\n    except ImportError:\n        from n import {}\n",
        "    if sys.version_info[0] < 3:\n        from m import {}\n    else:\n        from n import {}\n",
    ],
)
def test_an_import_that_may_fail_is_of_names_too(head):
    """No Python compiles the file otherwise, whichever way it goes."""
    files = {"a.py": "", "m.py": "def g(): pass\n", "n.py": "def g(): pass\n"}
    index = RepositoryIndex(files, files.__getitem__)
    text = "import sys\ndef f():\n" + head + "    return g()\n"
    check_rule(RULE, text.replace("{}", "*"), text.replace("{}", "g"), key="a.py", index=index)


def test_an_import_that_may_fail_and_whose_names_do_not_show_stays_open():
    text = "def f(code):\n    try:\n        from m import *\n    except ImportError: pass\n    return eval(code)\n"
    check_open(RULE, text, 3)


BESIDE = "def f():\n    try:\n        from {} import {}\n    except ImportError as e:\n        {}\n    return g(4)\n"


@pytest.mark.parametrize(
    ("instead", "other"),
    [("g = len", True), ("print(e); g = len", True), ("from n import g", True), ("print(e)", False)],
)
def test_a_name_that_is_set_where_the_import_fails(instead, other):
    before, after = (BESIDE.format("m", names, instead) for names in "*g")
    for module, known in (("def g(n): return n\n", True), ("if new:\n    g = len\n", False)):
        files = {"a.py": "", "m.py": module, "n.py": "def g(n): pass\n"}
        index = RepositoryIndex(files, files.__getitem__)
        if known or not other:
            check_rule(RULE, before, after, key="a.py", index=index)
        else:
            check_open(RULE, before, 3, key="a.py", index=index)


def test_a_name_that_is_set_where_an_import_of_the_library_fails():
    check_open(RULE, BESIDE.format("unknown", "*", "g = len"), 3)
    before, after = (BESIDE.format("math", names, "def floor(n): return n") for names in ("*", "floor"))
    check_rule(RULE, before.replace("g(", "floor("), after.replace("g(", "floor("))


def test_a_name_that_is_set_on_both_ways():
    text = "    try:\n        from m import {}\n        g = h()\n    except ImportError:\n        g = None\n"
    text = f"def f():\n{text}    return g\n"
    files = {"a.py": "", "m.py": "def h(): pass\n"}
    index = RepositoryIndex(files, files.__getitem__)
    check_rule(RULE, text.format("*"), text.format("h"), key="a.py", index=index)
