"""Tables with an entry for classic classes, and one for the others."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

HEAD = "import types\nclass A(object): pass\n"
LOOP = "def f(x):\n    for k, n in a:\n        if isinstance(x, k): return n\n"
TURNED = LOOP.replace("k, n", "n, k")
TWO = "(types.ClassType, 1), (type, 2)"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "x = isinstance(y, (types.ClassType, types.TypeType))\n",
        HEAD + "a = [(types.ClassType, 'old'), (types.FunctionType, 'f')]\n" + LOOP,
        HEAD + "a = [(types.ClassType, f), (types.TypeType, f)]\n" + LOOP,
        HEAD + "a = [(types.ClassType, 1), (types.TypeType, 2), (types.ListType, 2, 3)]\n" + LOOP,
        HEAD + "a = [(types.ClassType, 1), (1, types.TypeType)]\n" + LOOP,
        HEAD + "a = {'a': types.ClassType, 'b': types.TypeType}[type(x)]\n",
        HEAD + "a = [(types.ClassType, 1),  # old\n    (type, 2)]\n" + LOOP,
        "import types\nclass A: pass\na = {types.ClassType: 1, types.TypeType: 2}[type(x)]\n",
        "class A(object): pass\nimport mine as types\na = {types.ClassType: 1, types.TypeType: 2}[type(x)]\n",
        HEAD + "def type(x): pass\na = {types.ClassType: 1, type: 2}[type(x)]\n",
        # Rows of samples.
        HEAD + "for k, n in ((types.ClassType, 1), (type, 2)): run(k, n)\n",
        HEAD + f"for k, n in [{TWO}]:\n    assert isinstance(n, k)\n",
        HEAD + f"for k, n in [{TWO}]:\n    if isinstance(n, k): good()\n",
        HEAD + f"for k, n in [{TWO}]:\n    if isinstance(x, k): good()\n    else: bad(n)\n",
        HEAD + f"for k, n in [{TWO}]:\n    print(n)\n    if isinstance(x, k): good()\n",
        HEAD + f"good = [n for k, n in [{TWO}] if isinstance(n(), k)]\n",
        HEAD + f"good = [n for k, n in [{TWO}] if seen(n) and isinstance(x, k)]\n",
        HEAD + f"good = [isinstance(x, k) for k, n in [{TWO}]]\n",
        # What is asked for by its place, counted, changed or handed on.
        HEAD + f"a = [{TWO}]\na[1][1] += 1\n",
        HEAD + f"a = [{TWO}]\nb, c = a\n" + LOOP,
        HEAD + f"a = [{TWO}]\nb = [n for k, n in a]\n" + LOOP,
        HEAD + f"a = [{TWO}]\na.append((int, 3))\n" + LOOP,
        HEAD + f"a = [{TWO}]\na += [(int, 3)]\n" + LOOP,
        HEAD + f"a = [{TWO}]\n__all__ = ['a']\n" + LOOP,
        HEAD + f"a = b = [{TWO}]\n" + LOOP,
        HEAD + f"a = dict([{TWO}])\nfor k in a: use(k)\n",
        HEAD + "a = {types.ClassType: 1, type: 2}\nb = len(a), a[type(x)]\n",
        HEAD + "a = {types.ClassType: 1, type: 2}\nb = a[type(x)]\na[type(x)] = 3\n",
        HEAD + "a = {types.ClassType: 1, type: 2}\nb = a.get(x)\n",
        HEAD + "a = {types.ClassType: 1, type: 2}\n",
        HEAD
        + "class B(object):\n    a = {types.ClassType: 1, type: 2}\n    def f(self, x): return self.a[type(x)]\n"
        "class C(B):\n    a = {}\n",
        HEAD + "def f(x): return {types.ClassType: 1, type: 2}\n",
        HEAD + f"a = sorted([{TWO}])\n" + LOOP,
    ],
)
def test_leaves_what_does_not_tell_them_apart(text):
    check_untouched("class_tables", text)


def test_leaves_what_another_file_may_read():
    text = HEAD + f"a = [{TWO}]\n" + LOOP
    files = {"a.py": text, "b.py": "from m import *\nprint(len(a))\n"}
    check_untouched("class_tables", text, index=RepositoryIndex(files, files.get))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[(types.ClassType, 1), (type, 2), (int, 3)]", "[(type, 2), (int, 3)]"),
        ("[(type, 2), (types.ClassType, 1)]", "[(type, 2)]"),
        ("((1, types.ClassType), (2, type))", "((2, type),)"),
        ("((1, types.ClassType), (2, type),)", "((2, type),)"),
        ("((1, type), (2, types.ClassType))", "((1, type),)"),
    ],
)
def test_rewrites(before, after):
    loop = TURNED if before.startswith("((1") else LOOP
    check_rule("class_tables", f"{HEAD}a = {before}\n{loop}", f"{HEAD}a = {after}\n{loop}")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{types.ClassType: 1, type: 2}", "{type: 2}"),
        ("{\n    type: 2,\n    types.ClassType: 1,\n}", "{\n    type: 2,\n}"),
        ("dict([(types.ClassType, 1), (type, 2)])", "dict([(type, 2)])"),
    ],
)
@pytest.mark.parametrize(
    "use",
    ["b = {}[type(x)]\n", "b = {}.get(type(x), 0)\n", "b = x.__class__ in {}\n", "t = type(x)\nb = {}[t]\n"],
)
def test_dictionaries(before, after, use):
    check_rule("class_tables", HEAD + use.format(before), HEAD + use.format(after))
    check_rule(
        "class_tables", f"{HEAD}a = {before}\n{use.format('a')}", f"{HEAD}a = {after}\n{use.format('a')}"
    )


@pytest.mark.parametrize(
    "use",
    [
        "def f(x):\n    for k, n in {}:\n        if type(x) is k: return n\n    else: return 0\n",
        "def f(x):\n    for k, n in {}:\n        if not isinstance(x, k): continue\n        print(n)\n",
        "def f(x):\n    t = type(x)\n    for row in {}:\n        if row[0] == t and x: return row[1]\n",
        "def f(x):\n    return [n for k, n in {} if issubclass(type(x), k)]\n",
    ],
)
def test_rows_that_are_gone_through(use):
    check_rule("class_tables", HEAD + use.format(f"[{TWO}]"), HEAD + use.format("[(type, 2)]"))


@pytest.mark.parametrize(
    "text",
    [
        "class B(object):\n    a = {}\n    def f(self, x): return self.a[type(x)]\n",
        "class B(object):\n    def __init__(self): self.a = {}\n    def f(self, x): return self.a.get(type(x))\n",
        "def f(x):\n    a = {}\n    def g(): return a[type(x)]\n    return g()\n",
    ],
)
def test_tables_of_classes_and_functions(text):
    before, after = (text.replace("{}", one) for one in ("{types.ClassType: 1, type: 2}", "{type: 2}"))
    check_rule("class_tables", HEAD + before, HEAD + after)


def test_classes_are_of_the_one_kind():
    code = migrate(
        HEAD + "KINDS = [(types.ClassType, 'classic'), (types.TypeType, 'type'), (types.IntType, 'int')]\n"
        "shown = [name for t, name in KINDS if isinstance(A, t)]\n"
    ).text
    space: dict = {}
    exec(code, space)
    assert space["shown"] == ["type"] and migrate(code).text == code
