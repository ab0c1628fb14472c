"""Backports of what Python 3 has in its library: import unittest2 → import unittest."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.rules.modules._renames import renamed
from migration.view.module import Module

#: The backport → the module of Python 3 that it was made from, or became.
BACKPORTS = {
    "backports.lzma": "lzma",
    "cElementTree": "xml.etree.ElementTree",
    "elementtree.ElementTree": "xml.etree.ElementTree",
    "functools32": "functools",
    "ordereddict": "collections",
    "pathlib2": "pathlib",
    "pysqlite2.dbapi2": "sqlite3.dbapi2",
    "subprocess32": "subprocess",
    "unittest2": "unittest",
}


#: Those that no Python 3 of today can import, wherever they are imported.
_GONE = frozenset(
    [
        "cElementTree",
        "elementtree.ElementTree",
        "functools32",
        "pysqlite2.dbapi2",
        "subprocess32",
        "unittest2",
    ]
)


def visit(node: ast.Import | ast.ImportFrom, module: Module) -> Findings:
    """Import the library's own in place of a distribution that Python 3 can't install, or has no need of."""
    for old, parts in renamed(node, BACKPORTS, module):
        yield module.edit(*parts, needs_python2=old not in _GONE)


RULE = Rule(
    id="backport_modules",
    family="P11",
    summary="what was backported to Python 2 comes from the library",
    before="import unittest2\nclass T(unittest2.TestCase): pass\nprint 1\n",
    after="import unittest\nclass T(unittest.TestCase): pass\nprint(1)\n",
    caveats="The requirements of the repository still name the backport.",
    triggers=tuple(sorted({m.rpartition(".")[2] for m in BACKPORTS})),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Import, ast.ImportFrom),
    visit=visit,
)
