"""Functions that encode text only to give it back as a native string: `def utf8(s): return s.encode('utf-8')`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from migration.analysis.callers import BYTES, TEXT, Call, calls, given_to_parameter, result_kind
from migration.analysis.literals import literal
from migration.analysis.made import mode_of, opened
from migration.analysis.mutation import functions_by_name
from migration.analysis.names import last_name, memory, names_by_id, stdlib_name
from migration.analysis.strings.encodings import encodes_itself
from migration.analysis.strings.kinds import kind
from migration.analysis.strings.seen import UNIVERSAL, codec_named, codec_of
from migration.analysis.strings.shown import is_spelled, taken_as_text
from migration.analysis.strings.takers import ENCODING, NAMED_OCTETS, takes_octets
from migration.analysis.values import default_of, defaults_of, reads_of, returns_of
from migration.source.tokens import Kind
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module

#: What a function is called, in another file, that takes octets.
_TAKERS = re.compile(
    r"md5|sha\d*|hmac|crc32|adler32|pack|compress|b64encode|encodestring|hexlify|unhexlify|send(?:all|to)?|update|write"
)
_SPELLED_OCTETS = re.compile(r"\\x[89a-f]|\\[23]\d\d", re.IGNORECASE)
_KEPT = frozenset(["staticmethod", "classmethod"])


def encodings(function: ast.FunctionDef, module: Module) -> tuple[ast.Call, ...]:
    """The calls of encode() by which a function makes the native string it gives back; () where that may be octets.

    That it is native shows where it is called: it is put into native text there, and no place takes octets of it.
    """
    known = memory(module)
    key = ("encodings", function)
    if key not in known:
        known[key] = ()
        made = tuple(_made(function, module))
        if made and _is_native(function, made, module):
            known[key] = made
    return known[key]  # type: ignore[no-any-return]


def _is_method(function: ast.FunctionDef, module: Module) -> bool:
    return isinstance(module.parent(function), ast.ClassDef)


def _made(function: ast.FunctionDef, module: Module) -> Iterator[ast.Call]:
    """The calls of encode() among what a function gives back, where nothing else of that is octets."""
    if module.facts.index.octets or NAMED_OCTETS.search(function.name) or function.name.startswith("__"):
        return
    if any(last_name(d) not in _KEPT for d in function.decorator_list):
        return
    alike = functions_by_name(module).get(function.name, ())
    others = [f for f in alike if f is not function and _is_method(f, module) == _is_method(function, module)]
    if any(not _gives_encoded(other, module) for other in others):
        return
    if any(isinstance(n, ast.Name) and n.id in ("bytes", "bytearray") for n in ast.walk(function)):
        return
    found: list[ast.Call] = []
    for returned in returns_of(function):
        values = [returned.value]
        if isinstance(returned.value, ast.Name):
            values = [b.value for b in module.bindings(returned.value) if b.kind != "parameter"]
            reads = [n for n in names_by_id(module)[returned.value.id] if module.function(n) is function]
            if any(takes_octets(n, module) for n in reads if isinstance(n.ctx, ast.Load)):
                return
        for value in values:
            if encodes_text(value, module):
                found.append(value)  # type: ignore[arg-type]
            elif value is not None and kind(value, module) == BYTES:
                return
    yield from dict.fromkeys(found)


def _gives_encoded(function: ast.FunctionDef, module: Module) -> bool:
    """Whether a method of the same name in another class encodes what it gives back as well."""
    given = [r.value for r in returns_of(function)]
    return _is_method(function, module) and bool(given) and all(encodes_text(v, module) for v in given)


def encodes_text(node: ast.expr | None, module: Module) -> bool:
    """Whether `node` is a call of encode() by a codec of text, spelled out or held by a name that says encoding."""
    if not (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "encode"
    ):
        return False
    owner, codec = node.func.value, node.args[0] if node.args else None
    if codec is None or len(node.args) > 2 or node.keywords or kind(owner, module) == BYTES:
        return False
    if isinstance(owner, ast.Name) and any(b.kind == "import" for b in module.bindings(owner)):
        return False
    if isinstance(codec, ast.Constant):
        known = is_ascii_based(str(codec_of(node)))
    else:
        known = ENCODING.search(last_name(codec)) is not None
    return known and not encodes_itself(owner, module)


def _is_native(function: ast.FunctionDef, made: Iterable[ast.Call], module: Module) -> bool:
    """Whether what a function gives back is put into native text somewhere, and taken as octets nowhere.

    Where it encodes only if it is told an encoding, calls that tell it one show that.
    """
    asked = _asked_for(function, made)
    wanted = None if asked else result_kind(function, module)
    shown = wanted == TEXT or _replaces(function, module)
    if wanted == BYTES:
        return False
    for node in module.nodes_of(ast.Call):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and _maps(node, function, module):
            shown = shown or _joins_all(node, module)
        if isinstance(called, ast.Attribute if _is_method(function, module) else ast.Name) and (
            last_name(called) == function.name
        ):
            for read in reads_of(node, module):  # type: ignore[arg-type]
                if _joins_text(read, module):
                    shown = shown or _tells(node, asked, function)  # type: ignore[arg-type]
                elif takes_octets(read, module, keepers=frozenset()) and not _is_stored(read, made, module):
                    return False
    for call in calls(function, module):
        if call.tokens is not module.tokens:
            beside = _beside(call)
            if beside == BYTES:
                return False
            told = not asked or given_to_parameter(call, function, asked) is not None
            shown = shown or (told and beside == TEXT)
    return shown


def _is_stored(node: ast.expr, made: Iterable[ast.Call], module: Module) -> bool:
    """Whether `node` is written to a file of octets that is opened there: text is encoded for that again, as UTF-8."""
    call = module.parent(node)
    method = call.func if isinstance(call, ast.Call) and call.args == [node] else None
    if not (isinstance(method, ast.Attribute) and method.attr == "write"):
        return False
    files = [method.value] if isinstance(method.value, ast.Call) else opened(method.value, module)
    modes = [
        mode_of(f) for f in files if isinstance(f, ast.Call) and module.is_builtin(f.func, "open", "file")
    ]
    written = (
        bool(modes) and len(modes) == len(files) and all(mode is not None and "b" in mode for mode in modes)
    )
    codecs = {codec_of(one) or codec_named(default_of(one.args[0], module)) for one in made}
    return written and codecs <= UNIVERSAL


def _maps(node: ast.Call, function: ast.FunctionDef, module: Module) -> bool:
    """Whether `node` has a function of the module called with each of several values: `map(function, values)`."""
    return (
        len(node.args) == 2
        and isinstance(node.args[0], ast.Name)
        and node.args[0].id == function.name
        and not _is_method(function, module)
        and module.is_builtin(node.func, "map")
    )


def _asked_for(function: ast.FunctionDef, made: Iterable[ast.Call]) -> str:
    """The parameter that says the encoding, where there is none by default; '' where there is."""
    none = {
        a.arg for a, d in defaults_of(function.args).items() if isinstance(d, ast.Constant) and not d.value
    }
    return next((name for call in made if (name := last_name(call.args[0])) in none), "")


def _tells(node: ast.Call, parameter: str, function: ast.FunctionDef) -> bool:
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    if names[:1] in (["self"], ["cls"]):
        names = names[1:]
    return not parameter or parameter in (*names[: len(node.args)], *(k.arg for k in node.keywords))


def _replaces(function: ast.FunctionDef, module: Module) -> bool:
    """Whether a function makes the text to be put in the place of what a native pattern finds."""
    return any(
        isinstance(node, ast.Call)
        and stdlib_name(node.func, module) == "re.sub"
        and len(node.args) > 2
        and literal(node.args[0], module)
        and last_name(node.args[1]) == function.name
        for node in module.nodes_of(ast.Call)
    )


def _joins_text(node: ast.expr, module: Module) -> bool:
    """Whether native text is made of `node` right where it stands."""
    if is_spelled(node, module):
        return True
    parent = module.parent(node)
    if isinstance(parent, ast.Return):
        function = module.function(node)
        return isinstance(function, ast.FunctionDef) and _replaces(function, module)
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add):
        other = parent.right if parent.left is node else parent.left
        last = other.right if isinstance(other, ast.BinOp) and parent.right is node else other
        return _is_plain(last, module)
    if isinstance(parent, ast.Call):
        return node in taken_as_text(parent, module)
    several = (
        module.parent(parent) if isinstance(parent, (ast.List, ast.Tuple, ast.comprehension)) else parent
    )
    if isinstance(parent, (ast.List, ast.Tuple)) and not isinstance(several, ast.Call):
        return False
    if isinstance(parent, (ast.ListComp, ast.GeneratorExp)):
        several = module.parent(parent)
    return _joins(several, module)


def _joins_all(node: ast.expr, module: Module) -> bool:
    """Whether what `node` gives, one by one, is joined by native text."""
    parent = module.parent(node)
    if isinstance(parent, ast.Call) and module.is_builtin(parent.func, "list"):
        return _joins_all(parent, module)
    return _joins(parent, module)


def _joins(node: ast.AST | None, module: Module) -> bool:
    joined = node.func if isinstance(node, ast.Call) else None
    return isinstance(joined, ast.Attribute) and joined.attr == "join" and _is_plain(joined.value, module)


def _is_plain(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a native literal that holds something, and no octets spelled out."""
    return (
        isinstance(node, ast.Constant)
        and literal(node, module)
        and bool(node.value)
        and not _SPELLED_OCTETS.search(module.source(module.span(node)))
    )


def _beside(call: Call) -> str | None:
    """TEXT where native text meets the result of a call in another file, BYTES where that goes to what takes octets."""
    tokens = call.tokens
    texts, first = tokens.texts, call.name
    while first >= 2 and texts[first - 1] == "." and tokens.kind(first - 2) is Kind.NAME:
        first -= 2
    if texts[first - 1] in ("%", "+") and _is_native_token(tokens.texts[first - 2]):
        return TEXT
    if texts[call.closer + 1] == "+" and _is_native_token(texts[call.closer + 2]):
        return TEXT
    opener, line = first - 1, tokens.line_of(first)[0]
    while opener > line and texts[opener] not in ("(", "[", "{"):
        closed = texts[opener] in (")", "]", "}")
        opener = (tokens.partners.get(opener, opener) if closed else opener) - 1
    if opener <= line or texts[opener] != "(":
        return None
    if texts[opener - 1] == "%" and _is_native_token(texts[opener - 2]):
        return TEXT
    return BYTES if _TAKERS.fullmatch(texts[opener - 1]) else None


def _is_native_token(text: str) -> bool:
    return text[:1] in ("'", '"') and not _SPELLED_OCTETS.search(text)
