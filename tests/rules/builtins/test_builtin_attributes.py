"""__builtin__.unicode."""

import pytest
from rules.checking import PROOF, check_open, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "builtin_attributes"


@pytest.mark.parametrize(
    "text",
    [
        "import builtins\nbuiltins.open(a)\n",
        "import builtins\nbuiltins.unicode = str\n",
        "import builtins\ntry:\n    u = builtins.unicode\nexcept AttributeError:\n    u = str\n",
        "import mine\nmine.unicode(a)\n",
        "def f(builtins):\n    return builtins.long\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import builtins\nx = builtins.basestring, builtins.long(3)\n",
            "import builtins\nx = str, int(3)\n",
        ),
        ("import builtins\nx = [builtins.unichr(3)]\n", "import builtins\nx = [chr(3)]\n"),
        (
            "import builtins\nx = hasattr(builtins, 'unichr')\n",
            "import builtins\nx = hasattr(builtins, 'chr')\n",
        ),
        (
            'import builtins\nx = getattr(builtins, "long")\n',
            'import builtins\nx = getattr(builtins, "int")\n',
        ),
        (
            "import builtins\nx = builtins.reduce(f, a)\n",
            "import functools\nimport builtins\nx = functools.reduce(f, a)\n",
        ),
        (
            "import builtins\ndef int(x):\n    return builtins.long(x)\n",
            "import builtins\ndef int(x):\n    return builtins.int(x)\n",
        ),
    ],
)
def test_names_the_successor(before, after):
    check_rule(RULE, before, after)


def test_what_has_no_successor_stays_open():
    check_open(RULE, "import builtins\nx = builtins.execfile\n", 2)


def test_types_of_files_and_comparisons(tmp_path):
    text = (
        "import __builtin__\ndef f(p):\n    file = __builtin__.file(p, 'w')\n    file.close()\n"
        "    return isinstance(file, __builtin__.file), __builtin__.cmp(1, 2)\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["f"](tmp_path / "x") == (True, -1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = hasattr(builtins, 'raw_input')\n", "x = hasattr(builtins, 'input')\n"),
        ("x = getattr(builtins, 'raw_input', None)\n", "x = getattr(builtins, 'input', None)\n"),
        ("x = hasattr(builtins, 'reduce'), hasattr(builtins, 'cmp')\n", "x = True, True\n"),
        ("import sys\nx = getattr(builtins, 'intern')\n", "import sys\nx = sys.intern\n"),
        (
            "for n in ('len', 'xrange', 'raw_input'): x = getattr(builtins, n)\n",
            "for n in ('len', 'xrange', 'raw_input'): x = getattr(builtins, {\"raw_input\": \"input\", "
            '"xrange": "range"}.get(n, n))\n',
        ),
        (
            "def f(n): return getattr(builtins, n)\nf('long')\n",
            'def f(n): return getattr(builtins, {"long": "int"}.get(n, n))\nf(\'long\')\n',
        ),
    ],
)
def test_names_the_successor_in_a_text(before, after):
    check_rule(RULE, f"import builtins\n{before}", f"import builtins\n{after}", python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "for n in ('len', 'open'): x = getattr(builtins, n)\n",
        "x = getattr(builtins, n)\n",
        "x = getattr(builtins, 'reduce', None)\n",
        "x = getattr(mine, 'raw_input')\n",
    ],
)
def test_leaves_other_texts(text):
    check_untouched(RULE, f"import builtins, mine\n{text}", python2=True)


def test_leaves_what_tells_the_languages_apart():
    check_untouched(RULE, "import builtins\nPY2 = hasattr(builtins, 'raw_input')\n")


def test_what_compares_by_name():
    space = {}
    exec(migrate("import __builtin__\nx = sorted([2, 1], cmp=getattr(__builtin__, 'cmp'))\n").text, space)
    assert space["x"] == [1, 2]


@pytest.mark.parametrize(
    "sets",
    [
        "builtins.__dict__[n] = f",
        "vars(builtins)[n] = f",
    ],
)
def test_what_is_set_by_name_stays_open(sets):
    text = f"import builtins\nfor n in ('len', 'raw_input'):\n    x = getattr(builtins, n)\n    {sets}\n"
    check_open(RULE, text, 3, python2=True)


@pytest.mark.parametrize(
    "sets",
    [
        "setattr(mine, n, f)",
        "setattr(builtins, 'f', f)",
        "mine.__dict__[n] = f",
        "builtins.__dict__['_'] = f",
        "y = n in builtins.__dict__",
    ],
)
def test_what_is_set_elsewhere(sets):
    text = (
        f"import builtins, mine\nfor n in ('len', 'raw_input'):\n    x = getattr(builtins, n)\n    {sets}\n"
    )
    after = text.replace("builtins, n)\n", 'builtins, {"raw_input": "input"}.get(n, n))\n')
    check_rule(RULE, text, after, python2=True)


@pytest.mark.parametrize("sets", ["setattr(builtins, n, f)", "delattr(builtins, n)"])
def test_what_is_set_by_the_same_name(sets):
    text = f"import builtins\nfor n in ('len', 'raw_input'):\n    x = getattr(builtins, n)\n    {sets}\n"
    after = text.replace("builtins, n", 'builtins, {"raw_input": "input"}.get(n, n)')
    check_rule(RULE, text, after, python2=True)


def test_two_names_that_would_be_one_stay_open():
    text = "import builtins\nfor n in ('file', 'open'):\n    setattr(builtins, n, f)\n"
    check_open(RULE, text, 3, python2=True)
    check_open(RULE, text.replace("('file', 'open')", "('unicode', 'basestring')"), 3, python2=True)


PATCH = (
    "import builtins\nclass Patch(object):\n    def __init__(self, name, made): self.name, self.made = name, made\n"
    "    def __enter__(self):\n        self.old = getattr(builtins, self.name)\n"
    "        setattr(builtins, self.name, self.made)\n"
    "    def __exit__(self, *a): setattr(builtins, self.name, self.old)\n"
)


def test_a_name_that_an_object_keeps():
    text = PATCH + "with Patch('raw_input', lambda p: p * 2): x = builtins.input('a')\n"
    after = text.replace("builtins, self.name", 'builtins, {"raw_input": "input"}.get(self.name, self.name)')
    check_rule(RULE, text, after, python2=True)
    space = {}
    exec(run(RULE, text + PROOF).text, space)
    assert space["x"] == "aa"


def test_a_name_that_another_file_gives():
    files = {"a.py": PATCH + PROOF, "b.py": "from a import Patch\nwith Patch('raw_input', f): g()\n"}
    after = PATCH.replace("builtins, self.name", 'builtins, {"raw_input": "input"}.get(self.name, self.name)')
    check_rule(RULE, PATCH, after, python2=True, index=RepositoryIndex(files, files.get))
    files["b.py"] = "from a import Patch\nwith Patch('open', f): Other('raw_input')\n"
    check_untouched(RULE, PATCH, python2=True, index=RepositoryIndex(files, files.get))
    check_untouched(RULE, PATCH.replace("builtins", "mine"), python2=True)


def test_a_guarded_place_beside_others_stays_open():
    text = (
        "import builtins, sys\ndef f(n):\n    if sys.version_info[0] < 3:\n        setattr(builtins, n, g)\n"
        "    return getattr(builtins, n)\nf('raw_input')\n"
    )
    check_open(RULE, text, 5, python2=True)


@pytest.mark.parametrize("sets", ["setattr(builtins, f(n), n)", "delattr(builtins, next(a))"])
def test_what_is_set_by_another_name_stays_open(sets):
    text = f"import builtins\nfor n in ('len', 'raw_input'):\n    x = getattr(builtins, n)\n    {sets}\n"
    assert [o.line for o in check_untouched(RULE, text, python2=True).open_sites] == [3, 4]
