"""Making bytes of an argument that has to be bytes: shared by the rules about binary interfaces."""

from __future__ import annotations

import ast
import hashlib
import re

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.analysis.flow_kinds import is_made, may_be_characters
from migration.analysis.literals import has_high_escapes, literal, summands
from migration.analysis.made import is_bytearray
from migration.analysis.names import (
    defined_in_repository,
    in_repository,
    is_local,
    last_name,
    memory,
    repository_texts,
    stdlib_name,
)
from migration.analysis.strings.encoded import is_encoded
from migration.analysis.strings.encoded_if_text import encodes_if_text
from migration.analysis.strings.hash_makers import is_maker_by_default
from migration.analysis.strings.kinds import BYTES, TEXT, kind
from migration.analysis.strings.octet_items import is_item_of_loop, is_loop_item, listed_octets
from migration.analysis.strings.octet_objects import may_show_octets
from migration.analysis.strings.seen import STRINGS, encoding_of, evidence, seen_at, watched
from migration.analysis.strings.streams import read_as_octets
from migration.analysis.values import assigned, written_out
from migration.rule import Findings
from migration.source.edits import Part, Span
from migration.stdlib.codecs import is_ascii_based
from migration.stdlib.names import STANDARD_MODULES
from migration.trees.constants import text_of
from migration.trees.precedence import Precedence
from migration.view.module import Module

#: Modules of hash functions.
_HASHES = frozenset(["hashlib", "hmac", "md5", "sha"])
DIGESTS = frozenset(["digest", "hexdigest"])
#: Where any are made, what str() is asked of may be one.
_ARRAYS = re.compile(r"b(?<!\wb)ytearray\(|b(?<!\wb)uffer\(")
_NATIVE = re.compile(r"[rR]?['\"]")
#: Functions and methods that give octets, by what they are called.
_CONVERSIONS = frozenset(
    ["as_bytes", "b", "bytearray", "bytes", "encode", "force_bytes", "to_bytes", "tobytes"]
)
HELPER = '''
def as_bytes(value, encoding="utf-8"):
    """Bytes for text or bytes."""
    return value.encode(encoding) if isinstance(value, str) else value
'''
OCTETS_OF = '''
def octets_of(value, encoding="utf-8"):
    """What str() of Python 2 made of a value: of octets these themselves."""
    whole = isinstance(value, (bytes, bytearray, memoryview)) or hasattr(value, "__bytes__")
    return bytes(value) if whole else str(value).encode(encoding)
'''
#: The other way, in programs of octets.
CHARACTERS = '''
def characters(value):
    """Octets as the characters of the same numbers (Latin-1), and anything else as it is."""
    return value.decode("latin-1") if isinstance(value, bytes) else value
'''


def literal_parts(node: ast.expr, module: Module) -> list[Part]:
    """Parts that put a `b` before each piece of a native literal ('a' 'b' has two)."""
    tokens = module.tokens
    inside = tokens.within(*module.span(node))
    starts = [tokens.starts[i] for i in inside if _NATIVE.match(tokens.texts[i])]
    return [module.part(Span(s, s + 1), "b" + module.text[s]) for s in starts]


def bytes_parts(
    node: ast.expr, module: Module, guess: bool, encoding: str = "", octets: bool = False
) -> tuple[list[Part], Exactness] | None:
    """How to make `node` bytes: parts and how sure that is; None when it is (or may stay) as it is.

    Unknown kinds are only touched with `guess`, by a helper that takes both. `encoding` is how text becomes bytes
    where that is known; `octets`: it can only be octets that were taken for text, each as the character of its number.
    """
    octets = octets or has_high_escapes(node, module) or may_be_characters(node, module)
    if literal(node, module):
        return literal_parts(node, module), Exactness.EXACT
    numbered = guess and isinstance(node, ast.Name) and not module.facts.index.octets
    if numbered and (is_loop_item(node, module) or is_item_of_loop(node, module)):  # type: ignore[arg-type]
        # One octet of several was a string of one.
        part = module.part(node, spell_builtin("bytes", node, module), "([", module.span(node), "])")
        return [part], Exactness.SEMANTIC
    whole = node.value if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) else node
    if (spelled := _spelled_by_str(whole, module, octets)) is not None:
        return spelled
    octets = octets or module.facts.index.octets
    if not octets and isinstance(node, ast.IfExp) and encodes_if_text(node, module):
        return None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        encoded = [is_encoded(side, module) for side in (node.left, node.right)]
        if sum(encoded) == 1:
            other, side = (node.left, node.right) if encoded[1] else (node.right, node.left)
            made = bytes_parts(other, module, guess, encoding, octets)
            # What encoded text is added to is such a sum as well.
            summed = (
                bytes_parts(side, module, guess, encoding, octets) if isinstance(side, ast.BinOp) else None
            )
            if made is None or summed is None:
                return made or summed
            return [*summed[0], *made[0]], max(made[1], summed[1], key=list(Exactness).index)
    if (either := _either_added(node, module)) is not None:
        helper, parts = module.helper("as_bytes", HELPER), list[Part]()
        for one in summands(node):
            parts += (
                literal_parts(one, module)
                if literal(one, module)
                else [module.part(one, helper, "(", *module.sub(one), ")")]
                if one in either
                else []
            )
        return parts, Exactness.SEMANTIC
    if (joined := _joined_octets(node, module)) is not None:
        separator, items = joined
        helper = module.helper("as_bytes", HELPER)
        if isinstance(items, (ast.GeneratorExp, ast.ListComp)):
            rest = ', "latin-1")' if octets else ")"
            parts = [module.part(items.elt, helper, "(", *module.sub(items.elt), rest)]
        else:
            each = ("(", helper, '(item, "latin-1") for item in ') if octets else ("map(", helper, ", ")
            parts = [module.part(items, *each, *module.sub(items), ")")]
        return [*literal_parts(separator, module), *parts], Exactness.SEMANTIC
    found = kind(node, module)
    if found == BYTES or (isinstance(node, ast.Call) and _is_conversion(node)):
        return None
    if found == TEXT:
        encoding = encoding or _decoded_by(node, module) or ("latin-1" if octets else "utf-8")
        if _joins_literals(node, module):
            parts = [
                p for n in ast.walk(node) if isinstance(n, ast.Constant) for p in literal_parts(n, module)
            ]
            return parts, Exactness.EXACT
        return [
            module.part(node, *module.sub(node, Precedence.ATOM), f'.encode("{encoding}")')
        ], Exactness.SEMANTIC
    if guess and not isinstance(node, ast.Starred):
        helper = module.helper("as_bytes", HELPER)
        encoding = encoding or ("latin-1" if octets else "")
        given = f', "{encoding}"' if encoding else ""
        return [module.part(node, helper, "(", *module.sub(node), f"{given})")], Exactness.SEMANTIC
    return None


def _spelled_by_str(node: ast.expr, module: Module, octets: bool) -> tuple[list[Part], Exactness] | None:
    """How `str(x)` becomes octets where x is octets itself, or may be some: Python 3 would spell them."""
    if module.facts.index.octets or not isinstance(node, ast.Call) or not module.is_builtin(node.func, "str"):
        return None
    if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
        return None
    inner = node.args[0]
    sure = is_bytearray(inner, module) or (kind(inner, module) == BYTES and not is_encoded(inner, module))
    may_be = (
        "bytearray" in module.may_hold(inner)
        or (_is_anything(inner, module) and in_repository(_ARRAYS, module))
        or may_show_octets(inner, module)
    )
    if not (sure or may_be):
        return None
    memory(module).setdefault("octets by str", set()).add(node)
    outer = module.parent(node)
    taker = stdlib_name(outer.func, module) if isinstance(outer, ast.Call) and node in outer.args else None
    if sure and not (taker or "").startswith("ctypes."):
        return [module.part(node, *module.sub(inner))], Exactness.SEMANTIC
    helper = module.helper("octets_of", OCTETS_OF)
    rest = ', "latin-1")' if octets else ")"
    return [module.part(node, helper, "(", *module.sub(inner), rest)], Exactness.SEMANTIC


def _is_anything(node: ast.expr, module: Module) -> bool:
    """Whether nothing tells what `node` is."""
    named = isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))
    return named and kind(node, module) is None and not module.type_of(node) and not module.held(node)


def is_octets_by_str(node: ast.AST | None, module: Module) -> bool:
    """Whether a rule that came before has taken `str(x)` for the octets of x in this look."""
    return node in memory(module).get("octets by str", ())


def _joined_octets(node: ast.expr, module: Module) -> tuple[ast.expr, ast.expr] | None:
    """The native literal and the items that it joins, of which some can be octets that the library gives."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join"):
        return None
    plain = (
        len(node.args) == 1 and not isinstance(node.args[0], ast.Starred) and literal(node.func.value, module)
    )
    held = module.may_hold(node) if plain and kind(node, module) != BYTES else ()
    if "octets" not in held or "unicode" in held:
        return None
    return node.func.value, node.args[0]


def _either_added(node: ast.expr, module: Module) -> list[ast.expr] | None:
    """Of a sum of native literals and variables that are text on one way and bytes on another, those variables."""
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)):
        return None
    others = [part for part in summands(node) if not literal(part, module)]
    found: list[ast.expr] = [p for p in others if isinstance(p, ast.Name) and _is_either(p, module)]
    return found if found and len(found) == len(others) else None


def _is_either(name: ast.Name, module: Module) -> bool:
    values = [b.value for b in module.bindings(name)]
    kinds = {kind(v, module) if not literal(v, module) else TEXT for v in values if v is not None}
    return {TEXT, BYTES} <= kinds and None not in values


def argument_as_bytes(
    node: ast.expr, module: Module, guess: bool, site: str = "", octets: bool = False
) -> Findings:
    """Make bytes of what is text for certain, or was seen to be text or octets; with `guess`, of what is unknown.

    `octets`: as for `bytes_parts`.
    """
    if read_as_octets(node, module) or (isinstance(node, ast.Constant) and node.value is None):
        return
    item = isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)
    if item and kind(node.value, module) == BYTES:  # type: ignore[attr-defined]
        # One octet of several was a string of one.
        yield module.edit(
            module.part(node, spell_builtin("bytes", node, module), "([", module.span(node), "])"),
            exactness=Exactness.SEMANTIC,
        )
        return
    if octets and item and isinstance(node.slice, ast.Constant) and _may_be_bytes(node.value, module):  # type: ignore[attr-defined]
        place = node.slice.value  # type: ignore[attr-defined]
        if isinstance(place, int):
            yield module.replace(node.slice, f"{place}:{place + 1}", needs_python2=True)  # type: ignore[attr-defined]
            return
    items = _gone_through(node, module)
    octets = octets or any(has_high_escapes(part, module) for item in items for part in _constants(item))
    guess = guess or bool(items) or has_high_escapes(node, module) or _is_cut_from_text(node, module)
    made, note = bytes_parts(node, module, guess, octets=octets), ""
    kinds = frozenset[str]()
    if site and watched(module):
        kinds = frozenset(kind.rpartition("/")[2] for kind in seen_at(site, node, module))
    encoding = encoding_of(kinds)
    if kinds and kinds <= STRINGS and (encoding or made is None):
        seen = bytes_parts(node, module, guess=True, encoding=encoding, octets=octets)
        note = evidence("the argument", kinds) if seen != made else ""
        made = seen
    if made is not None:
        parts, exactness = made
        unknown = any("as_bytes" in str(p) for part in parts for p in part.pieces)
        yield module.edit(*parts, exactness=exactness, needs_python2=unknown, note=note)


def _may_be_bytes(node: ast.expr, module: Module) -> bool:
    """Whether a parameter is taken as it is given on one way, and on all others is made octets."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    made = [b.value for b in bindings if b.kind == "assign"]
    given = [b for b in bindings if b.kind == "parameter"]
    if len(given) != 1 or not made or len(given) + len(made) < len(bindings):
        return False
    return all(value is not None and kind(value, module) == BYTES for value in made)


def _is_cut_from_text(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a piece of what is split at native text: `key, data = line.split(':')`."""
    held = written_out(node, module)
    if isinstance(held, ast.Subscript) and isinstance(held.slice, ast.Constant):
        cut: ast.AST | None = held.value
        if isinstance(cut, ast.Name):
            cut = assigned(cut, module)
    else:
        bindings = module.bindings(node) if isinstance(node, ast.Name) else []
        targets = module.parent(bindings[0].node) if len(bindings) == 1 else None
        statement = module.parent(targets) if isinstance(targets, (ast.Tuple, ast.List)) else None
        cut = statement.value if isinstance(statement, ast.Assign) else None
    if not (isinstance(cut, ast.Call) and isinstance(cut.func, ast.Attribute) and cut.args):
        return False
    return cut.func.attr in ("split", "rsplit", "partition", "rpartition") and literal(cut.args[0], module)


def _gone_through(node: ast.expr, module: Module) -> list[ast.expr]:
    """What a loop gives a variable, item for item, where all of that is written out as native strings."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    target = bindings[0].node if len(bindings) == 1 and bindings[0].kind == "loop" else None
    row = module.parent(target) if target is not None else None
    place = row.elts.index(target) if isinstance(row, ast.Tuple) and target in row.elts else None
    loop = module.parent(row) if row is not None and place is not None else row
    if not isinstance(loop, ast.For) or not isinstance(loop.iter, (ast.Tuple, ast.List)):
        return []
    items: list[ast.expr] = list(loop.iter.elts)
    if place is not None:
        rows = [i for i in items if isinstance(i, (ast.Tuple, ast.List)) and len(i.elts) > place]
        items = [r.elts[place] for r in rows] if len(rows) == len(items) else []
    native = all(module.type_of(i) == {"str"} and kind(i, module) != BYTES for i in items)
    return items if native else []


def _constants(node: ast.expr) -> list[ast.expr]:
    return [n for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def hash_made(asked: ast.AST | None, module: Module) -> ast.Call | None:
    """The call that makes a hash whose digest is `asked` for, also by a name: `hashfunc(x).digest()`.

    What is called is a variable, or another package's. The repository's own may want its text as text.
    """
    if not isinstance(asked, ast.Attribute) or asked.attr not in DIGESTS:
        return None
    node = written_out(asked.value, module)
    return node if isinstance(node, ast.Call) and _makes_hash(node, asked, module) else None


def first_asked(made: ast.Call, module: Module) -> ast.AST:
    """The first place that asks the hash that `made` makes for its digest."""
    places = [a for a in module.nodes_named(ast.Attribute, DIGESTS) if hash_made(a, module) is made]
    return min(places, key=lambda a: (a.lineno, a.col_offset))  # type: ignore[attr-defined]


def _makes_hash(node: ast.Call, asked: ast.Attribute, module: Module) -> bool:
    made = node.func
    if len(node.args) != 1 or node.keywords:
        return False
    if is_maker_by_default(made, module):
        return True
    if defined_in_repository(asked.attr, module):
        return False
    if isinstance(made, ast.Name):
        bindings = module.bindings(made)
        if not bindings:
            # `from helpers import *` brings names along, too.
            return made.id in hashlib.algorithms_guaranteed and bool(module.module_scope.star_imports)
        return all(
            b.kind in ("assign", "parameter") or (b.kind == "import" and b.target.split(".")[0] in _HASHES)
            for b in bindings
        )
    if isinstance(made, (ast.Call, ast.Subscript)):
        return True
    if not isinstance(made, ast.Attribute):
        return False
    if (named := module.qualified_name(made)) is not None:
        # What another package makes hashes by takes octets as well: `SHA.new(x).digest()`.
        known = named.startswith(".") or named.split(".")[0] in STANDARD_MODULES
        return not known and not is_local(named, module)
    method = re.compile(rf"\bdef\s+{made.attr}\b")
    return not any(made.attr in text and method.search(text) for text in repository_texts(module))


def is_hash(node: ast.expr, module: Module) -> bool:
    """Whether a variable of a function, or an attribute in this file, is asked for its digest: it is a hash."""
    if is_made(node, "hash", module):
        return True
    if not isinstance(node, (ast.Name, ast.Attribute)):
        return False
    place, written = module.function(node), ast.dump(node)
    for asked in module.nodes_named(ast.Attribute, DIGESTS):
        called = isinstance(asked, ast.Attribute) and isinstance(module.parent(asked), ast.Call)
        near = isinstance(node, ast.Attribute) or module.function(asked) is place
        if called and near and ast.dump(asked.value) == written:  # type: ignore[attr-defined]
            return not defined_in_repository(asked.attr, module)  # type: ignore[attr-defined]
    return False


def _decoded_by(node: ast.expr, module: Module) -> str:
    """The codec by which `node`, or the list of characters it is joined of, was made text: the same makes the octets
    again.
    """
    if isinstance(node, ast.Name):
        value = assigned(node, module)
        return _decoded_by(value, module) if isinstance(value, ast.Call) else ""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and len(node.args) == 1):
        return ""
    first = node.args[0]
    if node.func.attr == "decode":
        codec = text_of(first) or ""
        return codec if is_ascii_based(codec.lower()) and "sig" not in codec.lower() else ""
    listed = assigned(first, module) if node.func.attr == "join" and isinstance(first, ast.Name) else None
    if listed_octets(listed, module) is not None:
        return "latin-1"
    decoded = isinstance(listed, ast.Call) and listed.args and module.is_builtin(listed.func, "list", "tuple")
    return _decoded_by(listed.args[0], module) if decoded else ""  # type: ignore[union-attr]


def _joins_literals(node: ast.expr, module: Module) -> bool:
    """Whether `node` is built from literals by + and * alone."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return all(literal(n, module) or _joins_literals(n, module) for n in (node.left, node.right))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return (literal(node.left, module) and not isinstance(node.right, ast.Constant | ast.BinOp)) or (
            literal(node.left, module) and isinstance(node.right, ast.Constant)
        )
    return False


def _is_conversion(node: ast.Call) -> bool:
    return last_name(node.func).rstrip("_") in _CONVERSIONS
