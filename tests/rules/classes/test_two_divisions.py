"""Classes with a method for each of Python 2's divisions."""

import pytest
from rules.checking import PROOF, check_open, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

BOTH = (
    "class V(object):\n"
    "    x = 9\n"
    "    def __div__(self, n): return self.x / n\n"
    "    def __truediv__(self, n): return self.x / float(n)\n"
)
DONE = BOTH.replace("__truediv__", "true_division").replace("__div__", "__truediv__")


@pytest.mark.parametrize(
    "text",
    [
        # One function by two names, or one that hands on to the other.
        "class V(object):\n    def __div__(self, n): return 1\n    __truediv__ = __div__\n",
        "class V(object):\n    def __truediv__(self, n): return 1\n    __div__ = __truediv__\n",
        "class V(object):\n    def __truediv__(self, n): return 1\n    def __div__(self, n): return 1\n",
        "class V(object):\n    def __div__(self, n): return 1\n"
        "    def __truediv__(self, n): return self.__div__(float(n))\n",
        "class V(object):\n    def _d(self, n): return 1\n    __div__ = _d\n    __truediv__ = _d\n",
        # Only one of them.
        "class V(object):\n    def __div__(self, n): return 1\n",
        "class V(object):\n    def __truediv__(self, n): return 1\n    def __floordiv__(self, n): return 2\n",
        # What divides truly.
        "from __future__ import division\n" + BOTH,
        "from __future__ import (with_statement,\n    division)\n" + BOTH,
        # Code that divides truly where it is run.
        BOTH + 'exec("from __future__ import division; r = V() / 2")\n',
        BOTH + "def ev(s): return compile('from __future__ import division\\nr = ' + s, 's', 'exec')\n",
        BOTH + "code = '# -*- coding: utf-8 -*-\\nfrom __future__ import division\\nr = V() / 2'\n",
        BOTH + "code = '''\n>>> from __future__ import division\n>>> V() / 2\n'''\n",
        BOTH + "x = eval(compile('V() / 2', 's', 'eval', 0x2000))\n",
        BOTH + "x = eval(compile('V() / 2', 's', 'eval', flags=8192))\n",
        BOTH + "import __future__\nf = __future__.division.compiler_flag\n",
        BOTH + "subprocess.call([sys.executable, '-Qnew', 'a.py'])\n",
    ],
)
def test_leaves_what_is_divided_either_way(text):
    check_untouched("two_divisions", text, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        BOTH + "import operator\nx = operator.truediv(V(), 2)\n",
        BOTH + "x = V().__truediv__(2)\n",
        BOTH + "for name in ('div', 'truediv'): getattr(V(), '__%s__' % name)\n",
    ],
)
def test_reports_a_class_of_which_both_are_asked(text):
    check_open("two_divisions", text, 1, python2=True)


def test_leaves_what_may_be_for_both_languages():
    check_untouched("two_divisions", BOTH)


@pytest.mark.parametrize(
    "other",
    [
        {"m.py": "from __future__ import division\nfrom a import V\nprint(V() / 2)\n"},
        {"setup.py": "from distutils.core import setup\nsetup(py_modules=['a'])\n"},
    ],
)
def test_leaves_what_other_files_may_divide_otherwise(other):
    files = {"a.py": BOTH + PROOF, **other}
    check_untouched("two_divisions", BOTH, python2=True, index=RepositoryIndex(files, files.get))


@pytest.mark.parametrize(
    "other",
    [
        "from operator import truediv\n",
        "from a import V\nclass W(V):\n    def __truediv__(self, n): return 3\n",
    ],
)
def test_reports_what_other_files_ask_for(other):
    files = {"a.py": BOTH + PROOF, "m.py": other}
    check_open("two_divisions", BOTH, 1, python2=True, index=RepositoryIndex(files, files.get))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (BOTH + "x = V().__div__(2), V() / 2\n", DONE + "x = V().__truediv__(2), V() / 2\n"),
        # What is assigned, mirrored and in place.
        (
            "class V(object):\n    def __floordiv__(self, n): return 1\n    __div__ = __floordiv__\n"
            "    __rdiv__ = __div__\n    def __truediv__(self, n): return 2\n"
            "    __rtruediv__ = __itruediv__ = __truediv__\n",
            "class V(object):\n    def __floordiv__(self, n): return 1\n    __truediv__ = __floordiv__\n"
            "    __rtruediv__ = __truediv__\n    def true_division(self, n): return 2\n"
            "    reflected_true_division = true_division_in_place = true_division\n",
        ),
        # True division inside the method that nobody reaches.
        (
            "import operator\n" + BOTH.replace("self.x / float(n)", "operator.truediv(self.x, n)"),
            "import operator\n" + DONE.replace("self.x / float(n)", "operator.truediv(self.x, n)"),
        ),
        # A class that inherits both.
        (
            BOTH + "class W(V):\n    def __div__(self, n): return 3\nclass X(V):\n"
            "    def __truediv__(self, n): return 4\n",
            DONE + "class W(V):\n    def __truediv__(self, n): return 3\nclass X(V):\n"
            "    def true_division(self, n): return 4\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule("two_divisions", before, after, python2=True)


MIRRORED = BOTH + "    def {}(self, n): return n - self.x\n"


@pytest.mark.parametrize(
    ("name", "new"),
    [
        ("__rdiv__", "__rtruediv__"),
        ("__rtruediv__", "reflected_true_division"),
        ("__idiv__", "__itruediv__"),
        ("__itruediv__", "true_division_in_place"),
    ],
)
def test_a_method_without_a_partner(name, new):
    after = DONE + f"    def {new}(self, n): return n - self.x\n"
    check_rule("two_divisions", MIRRORED.format(name), after, python2=True)


def test_a_partner_may_be_inherited():
    before = MIRRORED.format("__rdiv__") + "class W(V):\n    def __rtruediv__(self, n): return 2\n"
    after = (
        DONE + "    def __rtruediv__(self, n): return n - self.x\n"
        "class W(V):\n    def reflected_true_division(self, n): return 2\n"
    )
    check_rule("two_divisions", before, after, python2=True)


def test_an_alias_without_a_partner():
    before = BOTH + "    __rdiv__ = __div__\n    __itruediv__ = __truediv__\n"
    after = DONE + "    __rtruediv__ = __truediv__\n    true_division_in_place = true_division\n"
    check_rule("two_divisions", before, after, python2=True)


def test_a_class_without_both_is_no_part_of_it():
    other = "class A(object):\n    def __truediv__(self, n): return n\n"
    check_rule("two_divisions", other + BOTH, other + DONE, python2=True)


def test_divides_as_before():
    text = "import operator\n" + BOTH + "print V() / 2, operator.div(V(), 2)\nx = V()\nx /= 4\nprint x\n"
    outcome = migrate(text)
    namespace: dict = {}
    shown: list = []
    exec(outcome.text, {"print": lambda *a: shown.append(a), **namespace})
    assert [tuple(map(str, one)) for one in shown] == [("4", "4"), ("2",)]


@pytest.mark.parametrize("more", ["", "    def __rtruediv__(self, n): return 'mirrored truly'\n"])
@pytest.mark.parametrize("proof", ["", PROOF])
def test_divides_as_before_from_either_side_and_in_place(more, proof):
    text = (
        "class V(object):\n    def __div__(self, n): return 'old'\n    def __truediv__(self, n): return 'true'\n"
        "    def __rdiv__(self, n): return 'mirrored'\n    def __idiv__(self, n): return 'in place'\n"
        f"{more}{proof}x = y = V()\nshown = [x / 2, 2 / x]\ny /= 3\n"
    )
    code = migrate(text).text
    space: dict = {}
    exec(code, space)
    assert space["shown"] == ["old", "mirrored"]
    assert space["y"] == "in place" and migrate(code).text == code
