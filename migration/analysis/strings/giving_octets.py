"""Objects whose methods or attributes give octets, by what makes them and where they come from."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import class_of, local_bases
from migration.analysis.flow_kinds import holds_only
from migration.analysis.made import is_archive, kept_by, only_value
from migration.analysis.names import (
    defined_in_repository,
    given_by_a_class,
    in_repository,
    memory,
    names_by_id,
    stdlib_name,
)
from migration.analysis.strings.octet_edges import URL_OPENERS
from migration.analysis.values import defaults_of
from migration.flow.atoms import Atom, Class, Instance, Library
from migration.source.words import words_of
from migration.view.module import Module

BINARIES = frozenset(["xmlrpclib.Binary", "xmlrpc.client.Binary"])
_RESPONSES = frozenset(["httplib.HTTPResponse", "http.client.HTTPResponse"])
_ERRORS = frozenset(["urllib2.HTTPError", "urllib.error.HTTPError"])
_MEMBERS = frozenset(["zipfile.ZipInfo"])
_COMMENTS = frozenset(["comment", "extra"])
#: What makes an object that packs and unpacks by one format.
STRUCTS = frozenset(["struct.Struct"])
#: What classes of structures of C derive from.
STRUCTURES = frozenset(
    f"ctypes.{n}" for n in ("Structure", "Union", "BigEndianStructure", "LittleEndianStructure")
)
#: How far classes are followed to their bases.
_DEEPEST = 8
#: What packs and unpacks for other machines, and its methods that give octets.
XDR = frozenset(["xdrlib.Packer", "xdrlib.Unpacker"])
UNPACKED = frozenset(
    [
        "get_buf",
        "get_buffer",
        "unpack_bytes",
        "unpack_fopaque",
        "unpack_fstring",
        "unpack_opaque",
        "unpack_string",
    ]
)
#: Functions that make a fragment of sound of another.
AUDIO = frozenset(
    f"audioop.{name}"
    for name in (
        "add", "alaw2lin", "bias", "byteswap", "lin2alaw", "lin2lin", "lin2ulaw", "mul", "reverse", "tomono",
        "tostereo", "ulaw2lin",
    )
)  # fmt: skip
#: What else can give an object `data`: fields of a named tuple, __slots__, setattr, __dict__, a class of containers.
_OTHER_DATA = re.compile(
    r"""(["'])data\1|\bnamedtuple\([^)]*\bdata\b|(?<!Binary)[(,][ \t\r\n]*data[ \t]*=(?!=)|__slots__[^\n]*\bdata\b"""
    r"""|\bUser(?:List|Dict|String)\b"""
)


def is_of_binary(node: ast.Attribute, module: Module) -> bool:
    """Whether `data` is asked of a parameter, a result or an item, there or by the one name it has, in a file where
    that can mean xmlrpc's Binary alone.
    """
    bindings = module.bindings(node.value) if isinstance(node.value, ast.Name) else []
    given = len(bindings) == 1 and (
        bindings[0].kind in ("parameter", "loop") or _is_unknown(bindings[0].node, module)
    )
    if not isinstance(node.ctx, ast.Load) or not (given or isinstance(node.value, (ast.Call, ast.Subscript))):
        return False
    words = words_of(module.text)
    if "Binary" not in words or words.isdisjoint(("xmlrpclib", "xmlrpc")) or "minidom" in words:
        return False
    if "data" in known_stores(module) or defined_in_repository("data", module):
        return False
    bodies = (module.parent(module.statement(n)) for n in names_by_id(module).get("data", ()))
    if any(isinstance(body, ast.ClassDef) for body in bodies):
        return False
    if given_by_a_class("data", module) or _has_data_otherwise(module):
        return False
    return not any(isinstance(atom, Instance) for atom in module.may_hold(node.value))


def _has_data_otherwise(module: Module) -> bool:
    """Whether objects of the repository can get an attribute `data` by its name as a text, by a keyword, or from what
    they derive from.
    """
    known = memory(module)
    if "data otherwise" not in known:
        known["data otherwise"] = in_repository(_OTHER_DATA, module)
    return known["data otherwise"]  # type: ignore[no-any-return]


def _is_unknown(node: ast.AST, module: Module) -> bool:
    """Whether a name is given what a call returns, or a part of some value."""
    if isinstance(node, ast.Assign):
        if isinstance(node.value, ast.Subscript):
            return not isinstance(node.value.slice, ast.Slice)
        return isinstance(node.value, ast.Call) and not stdlib_name(node.value.func, module)
    return isinstance(module.parent(node), (ast.Tuple, ast.List))


def is_archive_comment(node: ast.Attribute, module: Module) -> bool:
    """Whether `node` is the comment of a ZIP archive or of one of its members, or what else is kept of that."""
    if node.attr == "comment" and is_archive(node.value, module):
        return True
    return node.attr in _COMMENTS and is_archive_member(node.value, module)


def is_put_in_archive(node: ast.AST, module: Module) -> bool:
    """Whether `node` is what comments of archives are given, and nothing else."""
    put = module.parent(node)
    if isinstance(put, ast.Tuple) and isinstance(several := module.parent(put), ast.Assign):
        target = several.targets[0] if len(several.targets) == 1 and several.value is put else None
        targets = target.elts if isinstance(target, ast.Tuple) else []
        alike = len(targets) == len(put.elts) and not any(
            isinstance(e, ast.Starred) for e in (*targets, *put.elts)
        )
        given = targets[put.elts.index(node)] if alike else None  # type: ignore[arg-type]
        return isinstance(given, ast.Attribute) and is_archive_comment(given, module)
    if not isinstance(put, ast.Assign) or put.value is not node:
        return False
    return all(isinstance(t, ast.Attribute) and is_archive_comment(t, module) for t in put.targets)


def is_archive_member(node: ast.expr, module: Module) -> bool:
    """Whether `node` tells of a member of a ZIP archive: made here, asked of an archive, or gone through there."""
    if kept_by(node, module, _MEMBERS) is not None:
        return True
    made: ast.AST | None = only_value(node, module) if isinstance(node, ast.Name) else node
    if isinstance(made, ast.Subscript):
        made = made.value
    elif made is None and isinstance(node, ast.Name):
        bindings = module.bindings(node)
        loops = [module.parent(b.node) for b in bindings]
        if len(loops) > 1:  # each round gives it anew what its own loop goes through
            around = set(module.ancestors(node))
            loops = [
                one
                for one in loops
                if (module.parent(one) if isinstance(one, ast.comprehension) else one) in around
            ]
        loop = loops[0] if len(loops) == 1 else None
        made = loop.iter if isinstance(loop, (ast.For, ast.comprehension)) else None
        if getattr(getattr(made, "func", None), "attr", "") != "infolist":
            return False
    method = made.func if isinstance(made, ast.Call) else None
    asked = isinstance(method, ast.Attribute) and method.attr in ("getinfo", "infolist")
    return asked and is_archive(method.value, module)  # type: ignore[union-attr]


def is_structure(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an object of a class that derives from the structures and unions of ctypes, an array of its
    types, or a number of one.
    """
    owner = class_of(node, module)
    bases = [b for one in local_bases(owner, module) for b in one.bases] if owner is not None else []
    if any(stdlib_name(b, module) in STRUCTURES for b in bases):
        return True
    if isinstance(node, ast.Name) and _is_made_of_types(only_value(node, module), module):
        return True
    return owner is None and holds_only(node, _is_structure, module)


def _is_structure(atom: Atom) -> bool:
    return isinstance(atom, Instance) and _derives_from_structure(atom.kind)


def _derives_from_structure(kind: Class, depth: int = 0) -> bool:
    bases = [base for place in kind.bases for base in place.atoms]
    return any(
        base.name in STRUCTURES
        if isinstance(base, Library)
        else isinstance(base, Class) and depth < _DEEPEST and _derives_from_structure(base, depth + 1)
        for base in bases
    )


def _is_made_of_types(made: ast.expr | None, module: Module) -> bool:
    """Whether an array of ctypes is made, or an object of one of its numbers: `(c_int * 3)()`, `c_int(1)`."""
    kind = made.func if isinstance(made, ast.Call) else None
    if isinstance(kind, ast.BinOp):
        sides = (kind.left, kind.right)
        return isinstance(kind.op, ast.Mult) and any(_is_number_type(s, module) for s in sides)
    return kind is not None and _is_number_type(kind, module)


def _is_number_type(node: ast.expr, module: Module) -> bool:
    return (stdlib_name(node, module) or "").startswith("ctypes.c_")


def is_read_of_structure(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what is read at once of a buffer over a structure of C: `buffer(s)[:]`, `str(buffer(s))`."""
    if not {"buffer", "ctypes"} <= words_of(module.text):
        return False
    whole = isinstance(node, ast.Call) and module.is_builtin(node.func, "str") and len(node.args) == 1
    read = node.args[0] if whole else node.value if isinstance(node, ast.Subscript) else None  # type: ignore[attr-defined]
    if not isinstance(read, ast.Call) or not read.args or not module.is_builtin(read.func, "buffer"):
        return False
    return is_structure(read.args[0], module)


def is_decoding_error(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what a clause around catches where octets could not be decoded: it holds them."""
    clause = _clause_around(node, module)
    caught = clause.type if clause is not None else None
    return isinstance(caught, ast.Name) and module.is_builtin(caught, "UnicodeDecodeError")


def known_stores(module: Module) -> frozenset[str]:
    """The names of all attributes that the file assigns or deletes."""
    known = memory(module)
    if "stores" not in known:
        known["stores"] = frozenset(
            n.attr
            for n in module.nodes_of(ast.Attribute)
            if isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load)
        )
    return known["stores"]  # type: ignore[no-any-return]


#: What reads modules, and files beside them, from an archive.
_LOADERS = frozenset(["zipimport.zipimporter"])


def is_loader(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what loads a module: `m.__loader__`, also by a name, or what finds modules in an archive."""
    if kept_by(node, module, _LOADERS) is not None:
        return True
    if isinstance(node, ast.Attribute):
        return node.attr == "__loader__"
    values = [b.value for b in module.bindings(node)] if isinstance(node, ast.Name) else []
    return bool(values) and all(isinstance(v, ast.Attribute) and v.attr == "__loader__" for v in values)


def only_hashes(node: ast.Call, module: Module) -> bool:
    """Whether a call of `digest` can only mean that of a hash."""
    return not node.args and not node.keywords and not defined_in_repository("digest", module)


def is_packing(function: ast.expr, module: Module) -> bool:
    """Whether what is called packs octets: `Struct(…).pack`, in place, or a parameter's default or a name for it."""
    if isinstance(function, ast.Name):
        bindings = module.bindings(function)
        given = bindings[0] if len(bindings) == 1 else None
        arguments = module.parent(given.node) if given is not None else None
        if given is None:
            return False
        if isinstance(arguments, ast.arguments) and isinstance(given.node, ast.arg):
            value = defaults_of(arguments).get(given.node)
        else:
            value = given.value
        return isinstance(value, ast.Attribute) and is_packing(value, module)
    if not isinstance(function, ast.Attribute) or function.attr != "pack":
        return False
    return kept_by(function.value, module, STRUCTS) is not None


def is_always_given(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a parameter without a default, which no other binding changes."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    parameter = bindings[0].node if len(bindings) == 1 else None
    arguments = module.parent(parameter) if isinstance(parameter, ast.arg) else None
    if not isinstance(arguments, ast.arguments) or parameter in defaults_of(arguments):
        return False
    given = module.arguments_for(parameter)  # type: ignore[arg-type]
    return not any(isinstance(g, ast.Constant) and g.value is None for g in given)


def is_binary_member(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a file in an archive, or the answer of a server, also one that an except clause caught."""
    if _is_answer_of_error(node, module):
        return True
    made = only_value(node, module) if isinstance(node, ast.Name) else node
    if isinstance(made, ast.Call) and stdlib_name(made.func, module) in _RESPONSES:
        return True
    if not (isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute)):
        return False
    method = made.func.attr
    if method == "open":
        owner = made.func.value
        return is_archive(owner, module) or kept_by(owner, module, URL_OPENERS) is not None
    return method in ("extractfile", "getresponse") and not defined_in_repository(method, module)


def _is_answer_of_error(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what an except clause caught of urllib2: an answer with another status."""
    clause = _clause_around(node, module)
    if clause is not None:
        return clause.type is not None and stdlib_name(clause.type, module) in _ERRORS
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    clauses = [b.node for b in bindings if b.kind == "except"]
    types = [c.type for c in clauses if isinstance(c, ast.ExceptHandler) and c.type is not None]
    return bool(types) and all(stdlib_name(t, module) in _ERRORS for t in types)


def _clause_around(node: ast.expr, module: Module) -> ast.ExceptHandler | None:
    """The except clause around a name that it gives to what it catches."""
    if not isinstance(node, ast.Name):
        return None
    around = (a for a in module.ancestors(node) if isinstance(a, ast.ExceptHandler))
    return next((clause for clause in around if clause.name == node.id), None)
