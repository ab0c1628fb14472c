"""anydbm.open(p) → OctetStore(dbm.open(p)), where octets are text: dbm files hold them as octets, and give bytes."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.flow_kinds import library_functions
from migration.analysis.names import stdlib_name
from migration.analysis.strings.octets import octets_throughout
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.rules.boundaries.dbm_values import OPENERS
from migration.view.module import Module

HELPER = '''
class OctetStore(collections.abc.MutableMapping):
    """A dbm file whose keys and values are text, its octets as the characters of the same numbers (Latin-1)."""

    def __init__(self, store):
        self.store = store

    @staticmethod
    def octets(text):
        return text if isinstance(text, bytes) else bytes(text, "latin-1")

    def __getattr__(self, name):
        return getattr(self.store, name)

    def __getitem__(self, key):
        try:
            return self.store[self.octets(key)].decode("latin-1")
        except KeyError:
            raise KeyError(key) from None

    def __setitem__(self, key, value):
        self.store[self.octets(key)] = self.octets(value)

    def __delitem__(self, key):
        try:
            del self.store[self.octets(key)]
        except KeyError:
            raise KeyError(key) from None

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.store.keys())

    def __enter__(self):
        return self

    def __exit__(self, *caught):
        self.store.close()

    def keys(self):
        return [key.decode("latin-1") for key in self.store.keys()]

    def values(self):
        return [self[key] for key in self.keys()]

    def items(self):
        return [(key, self[key]) for key in self.keys()]

    def firstkey(self):
        key = self.store.firstkey()
        return None if key is None else key.decode("latin-1")

    def nextkey(self, key):
        key = self.store.nextkey(self.octets(key))
        return None if key is None else key.decode("latin-1")
'''
_NAME = "OctetStore"


def visit(node: ast.Call, module: Module) -> Findings:
    """Put the file that is opened into one that takes and gives text; what stores objects takes it as it is."""
    if not _opens(node.func, module) or _stores_objects(module):
        return
    outer, made = module.parent(node), helper(_NAME, HELPER, module, ("import collections.abc",))
    if not (isinstance(outer, ast.Call) and isinstance(outer.func, ast.Name) and outer.func.id == made):
        yield module.edit(module.in_call(node, made), guarded=True)


def _opens(function: ast.expr, module: Module) -> bool:
    """Whether a dbm file is opened, also by a module that another file chooses."""
    if stdlib_name(function, module) in OPENERS:
        return True
    chosen = library_functions(function, module)
    return bool(chosen) and chosen <= OPENERS


def _stores_objects(module: Module) -> bool:
    """Whether the file has the library store objects in dbm files, which takes and gives bytes itself."""
    return "Shelf" in module.text and "shelve" in module.text


RULE = Rule(
    id="octet_stores",
    family="P9",
    summary="dbm files hold octets, where those are text",
    before="import dbm\nd = dbm.open(p, 'c')\n",
    after="import dbm\nd = dbm.open(p, 'c')\n",
    caveats="Only in repositories whose strings are octets (dialects/octets.py).",
    triggers=("anydbm", "dumbdbm", "dbhash", "gdbm", "dbm"),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["open"]),
    when=octets_throughout,
    visit=visit,
)
