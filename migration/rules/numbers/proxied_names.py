"""('__iter__', 'next', 'read') → ('__iter__', '__next__', 'read'): names of methods that a wrapper hands on."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.view.module import Module

_BESIDE = frozenset(["__iter__", "readline", "readlines", "xreadlines", "isatty"])


def visit(node: ast.Tuple | ast.List | ast.Set, module: Module) -> Findings:
    """Rename `next` among the names of an iterator's or a file's methods."""
    names = {e.value: e for e in node.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)}
    if (
        len(names) != len(node.elts)
        or "next" not in names
        or "__next__" in names
        or not _BESIDE & names.keys()
    ):
        return
    place = names["next"]
    yield module.replace(place, module.quoted("__next__", place))
    # What nobody has any more can't be handed on.
    gone = names.get("xreadlines")
    if gone is not None and gone is not node.elts[-1]:
        following = node.elts[node.elts.index(gone) + 1]
        yield module.replace_span((module.start(gone), module.start(following)), "")


RULE = Rule(
    id="proxied_names",
    family="P7",
    summary="next among the names of methods is __next__",
    before="NAMES = ('__iter__', 'next', 'read')\nx = 1L\n",
    after="NAMES = ('__iter__', '__next__', 'read')\nx = 1\n",
    caveats="Only beside names that iterators and files have.",
    triggers=("next",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Tuple, ast.List, ast.Set),
    visit=visit,
)
