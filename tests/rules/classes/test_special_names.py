"""Names of special methods in tables."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "special_names"
SIX = "'__eq__', '__ne__', '__lt__', '__le__', '__gt__', '__ge__'"


@pytest.mark.parametrize(
    "text",
    [
        "x = ['__nonzero__', '__len__']\n",
        "x = ['__nonzero__', '__bool__', '__len__']\n",
        "x = ['__nonzero__', '__len__', '__iter__', name]\n",
        "x = ['__nonzero__', '__len__', '__iter__', 'close']\n",
        "x = ['__cmp__', '__eq__', '__len__']\n",
        "x = ['__div__', '__truediv__', '__len__']\n",
        "x = [('__cmp__', f), ('__len__', len), ('__iter__', iter)]\n",
        "def cmp(a, b): return 0\nx = [('__cmp__', cmp), ('__len__', len), ('__iter__', iter)]\n",
        "x = '__cmp__ and __len__ of __iter__'.split()\n",
        "x = '__cmp__,__len__,__iter__'.split(',')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_files_of_both_languages():
    check_untouched(RULE, "x = ['__nonzero__', '__len__', '__iter__']\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = ['__nonzero__', '__len__', '__iter__']\n", "x = ['__bool__', '__len__', '__iter__']\n"),
        ("x = ('__len__', '__cmp__', '__rdiv__')\n", f"x = ('__len__', {SIX}, '__rtruediv__')\n"),
        (
            "x = [('__rdiv__', '__div__'), ('__radd__', '__add__')]\n",
            "x = [('__rtruediv__', '__truediv__'), ('__radd__', '__add__')]\n",
        ),
        (
            "x = {'__nonzero__': bool, '__len__': len, '__iter__': iter}\n",
            "x = {'__bool__': bool, '__len__': len, '__iter__': iter}\n",
        ),
        (
            "x = '__len__ __cmp__\\n__div__'.split()\n",
            "x = '__len__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__\\n__truediv__'.split()\n",
        ),
    ],
)
def test_names_what_python_3_calls(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    "table",
    [
        "[('__cmp__', cmp), ('__nonzero__', bool), ('__len__', len)]",
        "{'__cmp__': cmp, '__nonzero__': bool, '__len__': len}.items()",
    ],
)
def test_a_proxy_made_from_a_table_compares_and_tests(table):
    text = "class P(object):\n    def __init__(self, v): self.v = v\ndef made(call):\n"
    text += "    return lambda self, *args: call(self.v, *args)\n"
    text += f"for name, call in {table}:\n    setattr(P, name, made(call))\nprint 1L,\n"
    space = {"cmp": lambda a, b: (a > b) - (a < b)}
    exec(run(RULE, text).text, space)
    proxy = space["P"]
    assert proxy(3) == 3
    assert proxy(3) < 4
    assert not proxy("")
