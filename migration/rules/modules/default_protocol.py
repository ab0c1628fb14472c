"""pickle.dumps(x) → pickle.dumps(x, protocol=0), as was the default, where lists or dictionaries are put together
differently by a newer one: item by item through methods of a class that need what the object is told only later.
"""

from __future__ import annotations

import ast
import re
from weakref import WeakKeyDictionary

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.repository.index import RepositoryIndex
from migration.rule import Findings, Rule
from migration.view.module import Module

#: What writes pickles → how many arguments go before the protocol.
_WRITERS = {
    f"{module}.{name}": before
    for module in ("pickle", "cPickle")
    for name, before in (("dumps", 1), ("dump", 2), ("Pickler", 1))
}
_CLASS = re.compile(
    r"^([ \t]*)class[ \t]+\w+[ \t]*\([^()\n]*\b(?:list|dict)\b[^()\n]*\)[ \t]*:[^\n]*\n"
    r"((?:(?:\1[ \t]+[^\n]*|[ \t]*)\n)*)",
    re.MULTILINE,
)
#: The methods that newer protocols fill an object by: its indentation, the object, what it does.
_FILLING = re.compile(
    r"^([ \t]+)def[ \t]+(?:append|extend|__setitem__)[ \t]*\([ \t]*(\w+)[^\n]*\n"
    r"((?:(?:\1[ \t]+[^\n]*|[ \t]*)\n)*)",
    re.MULTILINE,
)
#: What all of them begin with, told without trying each line of a text.
_FILLS = re.compile(r"def[ \t]+(?:append|extend|__setitem__)[ \t]*\(")
#: A class that says itself how its objects are pickled.
_OWN_WAY = re.compile(r"def[ \t]+__reduce(?:_ex)?__\b")

_known: WeakKeyDictionary[RepositoryIndex, bool] = WeakKeyDictionary()


def visit(node: ast.Call, module: Module) -> Findings:
    """Say the protocol that Python 2 took."""
    name = stdlib_name(node.func, module) or ""
    before = _WRITERS.get(name)
    if before is None or len(node.args) != before or node.keywords:
        return
    if name.endswith("dumps") and module.facts.index.octets:
        return  # what makes text of a pickle there names the protocol
    if not any(isinstance(a, ast.Starred) for a in node.args):
        yield module.edit(module.added(node, "protocol=0"))


def _is_filled_late(module: Module) -> bool:
    """Whether a class of the repository has lists or dictionaries whose methods need attributes to take an item."""
    index = module.facts.index
    if index not in _known:
        _known[index] = any(_fills_by_attributes(index.text(key) or "") for key in index.keys)
    return _known[index] or _fills_by_attributes(module.text)


def _fills_by_attributes(text: str) -> bool:
    if ("list" not in text and "dict" not in text) or not _FILLS.search(text):
        return False
    for body in (found[2] for found in _CLASS.finditer(text + "\n")):
        if _OWN_WAY.search(body):
            continue
        for method in _FILLING.finditer(body):
            if re.search(rf"\b{method[2]}\.\w+\b(?![ \t]*\()", method[3]):
                return True
    return False


RULE = Rule(
    id="default_protocol",
    family="P11",
    summary="pickles are written by the protocol that was the default, where a class needs it",
    before="import pickle\nclass A(list):\n    def append(self, x):\n        if x < self.most:\n"
    "            list.append(self, x)\npickle.dumps(a), 1L\n",
    after="import pickle\nclass A(list):\n    def append(self, x):\n        if x < self.most:\n"
    "            list.append(self, x)\npickle.dumps(a, protocol=0), 1\n",
    caveats="All pickles of such a repository are written so, where no protocol is named.",
    triggers=("pickle", "cPickle"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(name.rpartition(".")[2] for name in _WRITERS),
    when=_is_filled_late,
    visit=visit,
)
