"""Names of modules that are looked for where something is from."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "builtin_origins"


@pytest.mark.parametrize(
    "text",
    [
        "names = ['__builtin__', 'os']\nfor name in names: __import__(name)\n",
        "names = ['__builtin__', 'os']\nfound = [n for n in names]\nx = a in names\n",
        "names = ['__builtin__', 'builtins']\nx = a in names\n",
        "names = ['__builtin__', other]\nx = a in names\n",
        "names = ['__builtin__']\n",
        "class A:\n    names = ['__builtin__']\n    def f(self):\n        return self.names\n",
        "x = kind == '__builtin__'\n",
        "x = '__builtin__' == module\n",
        "x = module < '__builtin__'\n",
        "x = module == '__builtin__' == other\n",
        "x = {'__builtin__': 1}\n",
        "x = module == '__builtin__' or module == 'builtins'\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_files_of_python_3():
    check_untouched(RULE, "x = a in ['__builtin__', 'os']\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = a in ['__builtin__', 'os']\n", "x = a in ['__builtin__', 'builtins', 'os']\n"),
        ('x = a not in ("__builtin__",)\n', 'x = a not in ("__builtin__", "builtins",)\n'),
        (
            "class A:\n    names = ['__builtin__']\n    def f(self, a):\n        return a in self.names\n",
            "class A:\n    names = ['__builtin__', 'builtins']\n    def f(self, a):\n        return a in self.names\n",
        ),
        ("x = modname == '__builtin__'\n", "x = modname in ('__builtin__', 'builtins')\n"),
        ("x = f.module(a) != '__builtin__'\n", "x = f.module(a) not in ('__builtin__', 'builtins')\n"),
        ("x = not self.mod == '__builtin__'\n", "x = not self.mod in ('__builtin__', 'builtins')\n"),
    ],
)
def test_looks_for_both_names(before, after):
    check_rule(RULE, before, after, python2=True)
