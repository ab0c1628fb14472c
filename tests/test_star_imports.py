"""Names that come by a star import from a file of the repository are no builtins."""

import pytest

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.repository.star_imports import given_by_star, starred_beyond


def index_of(**texts):
    files = {f"{name}.py": text for name, text in texts.items()}
    return RepositoryIndex(files, files.__getitem__)


@pytest.mark.parametrize(
    "text",
    [
        "def xrange(a, b, step):\n    return []\n",
        "class xrange(object): pass\n",
        "xrange = None\n",
        "a, xrange = 1, 2\n",
        "from numbers import frange as xrange\n",
        "__all__ = ['xrange']\ndef xrange(a): pass\n",
        "from deeper import *\n",
    ],
)
def test_names_that_another_file_defines_are_its_own(text):
    index = index_of(helpers=text, deeper="def xrange(): pass\n")
    source = "from helpers import *\nprint xrange(0.1, 1.0, 0.25)\n"
    assert "print(xrange(0.1, 1.0, 0.25))" in migrate(source, "main.py", index=index).text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "for i in xrange(3): pass\n",
        "def f():\n    xrange = range\n",
        "__all__ = ['f']\ndef xrange(a): pass\n",
        "x == xrange\n",
        'TEXT = """\nxrange = 3\n"""\n',
        "__all__ = ['f']\nfrom deeper import *\n",
        "from helpers import *\n",
    ],
)
def test_other_names_stay_builtins(text):
    index = index_of(helpers=text, deeper="def xrange(): pass\n")
    assert not given_by_star("xrange", "helpers", "main.py", index)
    source = "from helpers import *\nprint xrange(3)\n"
    assert "range(3)" in migrate(source, "main.py", index=index).text.replace("xrange", "old")


def test_relative_sources_are_looked_up_from_the_file():
    files = {"p/__init__.py": "", "p/q/__init__.py": "", "p/own.py": "def zip(a): return a\n", "p/q/a.py": ""}
    index = RepositoryIndex(files, files.__getitem__)
    assert given_by_star("zip", "..own", "p/q/a.py", index)
    assert not given_by_star("zip", ".own", "p/q/a.py", index)


def test_what_another_file_stars_comes_along():
    files = {"p/__init__.py": "", "p/a.py": "from types import *\nn = 1L\n", "p/b.py": "from p.a import *\n"}
    files["c.py"] = "from p.b import *\nx = type(n) in StringTypes\nm = 1L\n"
    index = RepositoryIndex(files, files.__getitem__)
    assert list(starred_beyond("p.b", "c.py", index)) == [("p.a", "p/b.py"), ("types", "p/a.py")]
    assert "type(n) in (str, bytes)" in migrate(files["c.py"], "c.py", index).text
    for changed in ("__all__ = ['n']\n", "StringTypes = (int,)\n"):
        own = files | {"p/a.py": files["p/a.py"] + changed}
        index = RepositoryIndex(own, own.__getitem__)
        assert "type(n) in StringTypes" in migrate(own["c.py"], "c.py", index).text
