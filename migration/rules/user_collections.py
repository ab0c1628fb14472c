"""UserDict, UserList and UserString live in collections; DictMixin becomes a helper class."""

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import is_isinstance_argument
from migration.rules._moves import Move, Moves
from migration.rules._names import stdlib_name

_MIXIN = '''
class MappingMixin:
    """The interface of a mapping for a class that defines __getitem__, __setitem__, __delitem__ and keys."""

    __hash__ = object.__hash__

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(list(self.keys()))

    def __contains__(self, key):
        return self.has_key(key)

    def __eq__(self, other):
        if isinstance(other, MappingMixin):
            other = dict(other.iteritems())
        return dict(self.iteritems()) == other

    def __repr__(self):
        return repr(dict(self.iteritems()))

    def values(self):
        return [value for _, value in self.iteritems()]

    def items(self):
        return list(self.iteritems())

    def iterkeys(self):
        return iter(self)

    def itervalues(self):
        return (value for _, value in self.iteritems())

    def iteritems(self):
        return ((key, self[key]) for key in self)

    def has_key(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default

    def pop(self, key, *default):
        if len(default) > 1:
            raise TypeError("pop expected at most 2 arguments")
        try:
            value = self[key]
        except KeyError:
            if default:
                return default[0]
            raise
        del self[key]
        return value

    def popitem(self):
        for key, value in self.iteritems():
            del self[key]
            return key, value
        raise KeyError("container is empty")

    def clear(self):
        for key in list(self.keys()):
            del self[key]

    def update(self, other=(), **keywords):
        if hasattr(other, "keys"):
            other = [(key, other[key]) for key in other.keys()]
        for key, value in [*(other or ()), *keywords.items()]:
            self[key] = value
'''
MOVES = Moves(
    {
        "UserDict.UserDict": "collections.UserDict",
        "UserDict.IterableUserDict": "collections.UserDict",
        "UserDict.DictMixin": Move(helper=("MappingMixin", _MIXIN)),
        "UserList.UserList": "collections.UserList",
        "UserString.UserString": "collections.UserString",
        "UserString.MutableString": Move(reason="removed; use a list of characters, or io.StringIO"),
    },
    {"UserDict": "", "UserList": "", "UserString": ""},
)


def visit(node: ast.AST, module: Module) -> Findings:
    """Move the names; a test for mutable strings asks for the one kind that is left."""
    tested = isinstance(node, ast.Attribute) and is_isinstance_argument(node, module)
    if tested and stdlib_name(node, module) == "UserString.MutableString":
        text = module.use("collections.UserString", at=node)
        yield module.replace(node, text, exactness=Exactness.SEMANTIC)
        return
    yield from MOVES.visit(node, module)


RULE = Rule(
    id="user_collections",
    family="P11",
    summary="UserDict and its kin live in collections",
    before="import UserDict\nclass D(UserDict.UserDict): pass\n",
    after="import collections\nclass D(collections.UserDict): pass\n",
    caveats="DictMixin comes as a class (MappingMixin) in the file itself, with the methods Python 3 calls.",
    triggers=("UserDict", "UserList", "UserString"),
    evidence=True,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=visit,
)
