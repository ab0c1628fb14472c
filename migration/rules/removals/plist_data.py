"""plistlib.Data(x) → PlistData(x), readPlist(f)['k'].data → PlistData.within(…)['k'].data: octets in property lists.

Since 3.9 they are bytes, which have no attribute `data`.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.rewriting.moves import Move, Moves
from migration.rule import Findings, Rule
from migration.source.edits import Needs
from migration.view.module import Module

_GONE = (3, 9)
_NAME = "PlistData"
_CLASS = '''
class PlistData(bytes):
    """Octets in a property list, as Python 2 wrapped them."""

    def __new__(cls, data=b""):
        return super().__new__(cls, data.encode("latin-1") if isinstance(data, str) else data)

    @property
    def data(self):
        return {data}

    @classmethod
    def within(cls, value):
        """A property list with all octets in it wrapped."""
        if isinstance(value, dict):
            return {{key: cls.within(item) for key, item in value.items()}}
        if isinstance(value, list):
            return [cls.within(item) for item in value]
        return cls(value) if isinstance(value, bytes) else value
'''
BYTES, OCTETS = _CLASS.format(data="bytes(self)"), _CLASS.format(data='self.decode("latin-1")')
_MOVES = {
    source: Moves(
        {"plistlib.Data": Move(helper=(_NAME, source), exactness=Exactness.SEMANTIC, gone=_GONE)}, {}
    )
    for source in (BYTES, OCTETS)
}
_READERS = frozenset(["readPlist", "readPlistFromBytes", "readPlistFromString"])


def visit(node: ast.AST, module: Module) -> Findings:
    """Wrap octets where the program does, and what it reads where it asks for the octets of that."""
    source = OCTETS if module.facts.index.octets else BYTES
    if isinstance(node, ast.Call):
        name = stdlib_name(node.func, module) or ""
        reads = name.startswith("plistlib.") and name.rpartition(".")[2] in _READERS
        if reads and module.target >= _GONE and _asks_for_data(module):
            within = Needs.of(f"{_NAME}.within", (), ((_NAME, source),))
            if getattr(getattr(module.parent(node), "func", None), "attr", "") != "within":
                yield module.edit(module.in_call(node, within))
        return
    yield from _MOVES[source].visit(node, module)


def _asks_for_data(module: Module) -> bool:
    """Whether the file names the class, or asks any object for its data."""
    named = any(
        stdlib_name(n, module) == "plistlib.Data" for n in module.nodes_named(ast.Name, frozenset(["Data"]))
    )
    return named or bool(module.nodes_named(ast.Attribute, frozenset(["Data", "data", _NAME])))


RULE = Rule(
    id="plist_data",
    family="P19",
    summary="octets in property lists have no class of their own any more",
    before="import plistlib\na = plistlib.Data('x')\n",
    after=f"import plistlib\n\n{BYTES}\n\na = PlistData('x')\n",
    caveats="What is read in another file than that which asks for the data stays bytes.",
    triggers=("plistlib",),
    exactness=Exactness.SEMANTIC,
    nodes=(*Moves.nodes, ast.Call),
    names=frozenset(["Data", *_READERS]),
    visit=visit,
)
