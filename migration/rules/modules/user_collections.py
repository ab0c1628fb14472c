"""UserDict, UserList and UserString live in collections; DictMixin and MutableString become helper classes."""

import ast

from environment.traces import Exactness
from migration.analysis.builtins import is_isinstance_argument
from migration.analysis.names import stdlib_name
from migration.rewriting.moves import Move, Moves
from migration.rule import Findings, Rule
from migration.view.module import Module

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
_MUTABLES = "UserString.MutableString"
#: After the class of Python 2.7, with its own order of bases: a string first.
_MUTABLE = '''
class MutableText(collections.UserString, collections.abc.MutableSequence):
    """A string whose characters can be replaced, as UserString.MutableString."""

    __hash__ = None

    def __init__(self, string=""):
        super().__init__(string)

    def _cut(self, index, text=""):
        if not isinstance(index, slice):
            place = range(len(self.data))[index]
            start, stop, step = place, place + 1, 1
        else:
            start, stop, step = index.indices(len(self.data))
        if step == -1:
            start, stop, text = stop + 1, start + 1, text[::-1]
        elif step != 1:
            raise TypeError("invalid step in slice assignment")
        start = min(start, stop)
        self.data = self.data[:start] + text + self.data[stop:]

    def __setitem__(self, index, text):
        self._cut(index, str(text))

    def __delitem__(self, index):
        self._cut(index)

    def __iadd__(self, other):
        self.data += str(other)
        return self

    def __imul__(self, times):
        self.data *= times
        return self

    def insert(self, index, value):
        self[index:index] = value

    def immutable(self):
        return collections.UserString(self.data)
'''
MOVES = Moves(
    {
        "UserDict.UserDict": "collections.UserDict",
        "UserDict.IterableUserDict": "collections.UserDict",
        "UserDict.DictMixin": Move(helper=("MappingMixin", _MIXIN)),
        "UserList.UserList": "collections.UserList",
        "UserString.UserString": "collections.UserString",
        _MUTABLES: Move(
            helper=("MutableText", _MUTABLE), imports=("import collections", "import collections.abc")
        ),
    },
    {"UserDict": "", "UserList": "", "UserString": ""},
)


def visit(node: ast.AST, module: Module) -> Findings:
    """Move the names; a test for mutable strings asks for the one kind that is left."""
    tested = isinstance(node, ast.Attribute) and is_isinstance_argument(node, module)
    if tested and stdlib_name(node, module) == _MUTABLES and not _makes_mutables(module):
        text = module.use("collections.UserString", at=node)
        yield module.replace(node, text, exactness=Exactness.SEMANTIC)
        return
    yield from MOVES.visit(node, module)


def _makes_mutables(module: Module) -> bool:
    """Whether the file has another use for the class than to test for it: other files may make them."""
    imported = any(a.name == "MutableString" for n in module.nodes_of(ast.ImportFrom) for a in n.names)  # type: ignore[attr-defined]
    return imported or any(
        isinstance(n, ast.Attribute)
        and stdlib_name(n, module) == _MUTABLES
        and not is_isinstance_argument(n, module)
        for n in module.nodes_named(ast.Attribute, frozenset(["MutableString"]))
    )


RULE = Rule(
    id="user_collections",
    family="P11",
    summary="UserDict and its kin live in collections",
    before="import UserDict\nclass D(UserDict.UserDict): pass\n",
    after="import collections\nclass D(collections.UserDict): pass\n",
    caveats="DictMixin comes as a class (MappingMixin) in the file itself, with the methods Python 3 calls; "
    "MutableString likewise (MutableText).",
    triggers=("UserDict", "UserList", "UserString"),
    evidence=True,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=visit,
)
