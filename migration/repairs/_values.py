"""Text and bytes at a failing place: which charset, literals with a prefix, encoded and decoded expressions."""

from __future__ import annotations

import ast
import re

from migration.analysis.strings.as_bytes import CHARACTERS, literal_parts
from migration.analysis.strings.as_bytes import HELPER as AS_BYTES
from migration.repairing.scene import Scene
from migration.rewriting.as_text import HELPER as AS_TEXT
from migration.source.edits import Edit, Part
from migration.trees.constants import is_text
from migration.trees.precedence import Precedence

#: Signs that a file builds its strings from octets, so that each character is one byte.
_OCTETS = re.compile(
    r"\\x[89a-fA-F][0-9a-fA-F]|\\[23][0-7][0-7]|\bchr\(|\bord\(|\bstruct\b|latin-?1|\bsocket\b"
)


#: Expressions whose value is neither text nor bytes.
_NO_TEXT = (
    ast.Starred,
    ast.Dict,
    ast.List,
    ast.Set,
    ast.Lambda,
    ast.ListComp,
    ast.DictComp,
    ast.SetComp,
    ast.Compare,
)


_FILES = frozenset(
    ["io.BytesIO", "io.StringIO", "builtins.open", "io.open", "gzip.open", "bz2.BZ2File", "tempfile.TemporaryFile",
     "tempfile.NamedTemporaryFile", "tempfile.SpooledTemporaryFile"]
)  # fmt: skip

NATIVE = '''
def native(value):
    """Bytes as the text that Python 2 took them for (UTF-8, or else Latin-1); anything else as it is."""
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")
'''


#: Stands between what writes text and a file.
ENCODED_FILE = '''
class EncodedFile:
    """A file of bytes that takes the text that is written to it, in UTF-8; a file of text takes it as it is."""

    def __init__(self, file):
        self.file = file

    def write(self, text):
        try:
            return self.file.write(text)
        except TypeError:
            return self.file.write(text.encode("utf-8"))
'''


def native_helper(scene: Scene) -> str:
    """The name of a helper that takes bytes for text, and leaves anything else as it is."""
    if charset(scene) == "latin-1":
        return scene.module.helper("characters", CHARACTERS)
    return scene.module.helper("native", NATIVE)


def charset(scene: Scene) -> str:
    """How text becomes bytes: one to one where the file, or its repository, handles octets, else as UTF-8."""
    octets = scene.module.facts.index.octets or _OCTETS.search(scene.module.text)
    return "latin-1" if octets else "utf-8"


def is_bytes(node: ast.expr) -> bool:
    """Whether `node` is a literal of bytes."""
    return isinstance(node, ast.Constant) and isinstance(node.value, bytes)


def octets(node: ast.expr) -> bool:
    """Whether a literal of text can be one of bytes as it is written."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and _latin(node.value)


def _latin(text: str) -> bool:
    return all(ord(c) < 256 for c in text) and not any(ord(c) > 127 and c.isprintable() for c in text)


def _spelled_octets(scene: Scene, node: ast.expr) -> bool:
    """Whether a literal of text spells each character as an octet: \\xe9, and not é or \\u00e9."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return False
    source = scene.module.source(scene.module.span(node))
    return source.isascii() and not re.search(r"\\[uUN]", source)


def is_character(scene: Scene, node: ast.expr) -> bool:
    """Whether `node` is `chr(…)`: text by its number, which is as good a byte."""
    return isinstance(node, ast.Call) and len(node.args) == 1 and scene.module.is_builtin(node.func, "chr")


def _converted(node: ast.expr, *names: str) -> bool:
    """Whether `node` is a call of one of these: it gives what is wanted already."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in names


def is_file(scene: Scene, node: ast.expr) -> bool:
    """Whether `node` was made a file, in memory or on a disk, wherever that shows."""
    made = [node, *(list(scene.producers(node, 1))[1:] if isinstance(node, ast.Name) else ())]
    if isinstance(node, ast.Name):
        made += [m for b in scene.module.bindings(node) if (m := _entered(scene, b.node)) is not None]
    return any(isinstance(m, ast.Call) and scene.module.qualified_name(m.func) in _FILES for m in made)


def _entered(scene: Scene, target: ast.AST) -> ast.expr | None:
    """What `with … as` gives a name."""
    item = scene.module.parent(target)
    return item.context_expr if isinstance(item, ast.withitem) and item.optional_vars is target else None


def encoded(scene: Scene, node: ast.expr, safely: bool = False) -> Edit | None:
    """`node` as bytes: a literal with its prefix, literals inside a tuple too, else `.encode(…)`.

    `safely`: by a helper that takes text and bytes.
    """
    module = scene.module
    if (
        isinstance(node, _NO_TEXT)
        or is_bytes(node)
        or is_file(scene, node)
        or _converted(node, "encode", "as_bytes", "bytes", "digest")
    ):
        return None
    if isinstance(node, ast.Tuple) and node.elts and all(octets(e) for e in node.elts):
        return module.edit(*[part for e in node.elts for part in literal_parts(e, module)])
    if octets(node) or _spelled_octets(scene, node):
        parts = literal_parts(node, module)
        return module.edit(*parts) if parts else None
    if isinstance(node, ast.Constant) and not is_text(node):
        return None
    if is_character(scene, node):
        return module.replace(node, "bytes([", *module.sub(node.args[0]), "])")  # type: ignore[attr-defined]
    if safely:
        encoding = f', "{charset(scene)}"' if charset(scene) != "utf-8" else ""
        return wrapped(scene, node, module.helper("as_bytes", AS_BYTES), f"{encoding})")
    pieces = (*module.sub(node, Precedence.ATOM), f'.encode("{charset(scene)}")')
    return module.edit(Part(module.span(node), pieces))


def decoded(scene: Scene, node: ast.expr, safely: bool = False) -> Edit | None:
    """`node` as text: a literal of bytes without its prefix, else `.decode(…)` (`safely`: as for `encoded`)."""
    module = scene.module
    if (
        isinstance(node, _NO_TEXT)
        or is_text(node)
        or is_file(scene, node)
        or _converted(node, "decode", "as_text", "str", "hexdigest")
    ):
        return None
    span = module.span(node)
    if is_bytes(node):
        source = module.source(span)
        return module.replace_span(span, source[1:]) if source[:1] in "bB" else None
    if isinstance(node, ast.Constant):
        return None
    if safely:
        return wrapped(scene, node, module.helper("as_text", AS_TEXT), ")")
    pieces = (*module.sub(node, Precedence.ATOM), f'.decode("{charset(scene)}")')
    return module.edit(Part(span, pieces))


def wrapped(scene: Scene, node: ast.expr, name: str, closing: str = ")") -> Edit:
    """`name(node)`; the name may bring what it needs."""
    module = scene.module
    return module.edit(Part(module.span(node), (name, "(", *module.sub(node), closing)))


def asked_alike(scene: Scene, call: ast.Call) -> list[ast.Call]:
    """The calls in the function around `call` that ask the same of the same: the function and the keywords are its."""

    def asks(node: ast.Call) -> tuple[str, frozenset[str | None]]:
        return ast.unparse(node.func), frozenset(keyword.arg for keyword in node.keywords)

    function, wanted = scene.function(call.lineno), asks(call)
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)] if function else []
    return [node for node in calls if asks(node) == wanted]


#: Methods that hand their argument to a file, a socket or a hash.
_SINKS = frozenset(
    [
        "write",
        "writelines",
        "send",
        "sendall",
        "sendto",
        "update",
        "feed",
        "extend",
        "join",
        "startswith",
        "endswith",
    ]
)


#: Builtins that take anything: a complaint about bytes or text is never theirs.
_INDIFFERENT = (
    "id", "len", "str", "repr", "int", "float", "isinstance", "getattr", "hasattr", "setattr", "range", "chr", "min",
    "max", "sum", "abs", "type", "list", "dict", "tuple", "set", "sorted", "zip", "hash", "bool", "print", "super",
    "next", "iter", "enumerate", "reversed", "callable",
)  # fmt: skip


def _names_codec(call: ast.Call) -> bool:
    """Whether a call is `x.encode("utf-8")`, or the reverse: what it is given is text, and stays so."""
    return method_of(call) in ("encode", "decode") and isinstance(call.args[0], ast.Constant)


def argument_calls(scene: Scene) -> list[ast.Call]:
    """The calls on the failing line that hand over an argument: those of sinks first, then the innermost."""
    calls = [
        c
        for c in scene.crashed(ast.Call)
        if c.args and not scene.module.is_builtin(c.func, *_INDIFFERENT) and not _names_codec(c)
    ]
    return sorted(calls, key=lambda call: method_of(call) not in _SINKS)


def method_of(call: ast.Call) -> str:
    """The name of the method that is called; '' for a function."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def called_name(node: ast.expr) -> str:
    """The last name of what a call calls; '' for anything else."""
    if not isinstance(node, ast.Call):
        return ""
    return method_of(node) or getattr(node.func, "id", "")


def bound_to_parameter(scene: Scene, node: ast.expr) -> bool:
    """Whether `node` is a parameter: what callers hand in may differ."""
    return isinstance(node, ast.Name) and any(b.kind == "parameter" for b in scene.module.bindings(node))


def at_entry(scene: Scene, node: ast.expr, name: str) -> Edit | None:
    """A parameter that `name` makes into what it ought to be, before anything else of its function."""
    function = scene.function(node.lineno)
    if function is None or not isinstance(node, ast.Name) or not bound_to_parameter(scene, node):
        return None
    rest = function.body[1:] if ast.get_docstring(function) is not None else function.body
    own = [a.arg for a in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
    if node.id not in own or not rest or rest[0].lineno == function.lineno:
        return None
    start = scene.module.span(rest[0]).start
    indent = scene.module.text[scene.module.line_starts[rest[0].lineno - 1] : start]
    return (
        scene.module.insert(start, f"{node.id} = ", name, f"({node.id})\n{indent}")
        if not indent.strip()
        else None
    )


def open_calls(scene: Scene, node: ast.expr) -> list[ast.Call]:
    """The `open(…)` calls of this file that may have made the file object `node`."""
    found = []
    for made in scene.producers(node):
        if isinstance(made, ast.Call) and scene.module.qualified_name(made.func) in (
            "builtins.open",
            "io.open",
        ):
            found.append(made)
    for statement in ast.walk(scene.module.tree):
        if isinstance(statement, ast.With) and isinstance(node, ast.Name):
            for item in statement.items:
                if isinstance(item.optional_vars, ast.Name) and item.optional_vars.id == node.id:
                    found += [c for c in [item.context_expr] if isinstance(c, ast.Call)]
    return list(dict.fromkeys(found))


def with_mode(scene: Scene, call: ast.Call, binary: bool) -> Edit | None:
    """The call with its mode made binary (or text); None when that can't be written."""
    module = scene.module
    mode = (
        call.args[1]
        if len(call.args) > 1
        else next((k.value for k in call.keywords if k.arg == "mode"), None)
    )
    if mode is None:
        return module.insert(module.outer_span(call.args[0]).end, ', "rb"') if binary and call.args else None
    if binary and isinstance(mode, ast.Name | ast.Attribute):
        name = module.source(module.span(mode))
        return module.replace_span(module.span(mode), f'{name} if "b" in {name} else {name} + "b"')
    if not (isinstance(mode, ast.Constant) and isinstance(mode.value, str)) or ("b" in mode.value) == binary:
        return None
    new = mode.value.replace("t", "") + "b" if binary else mode.value.replace("b", "")
    if binary and any(k.arg in ("encoding", "newline", "errors") for k in call.keywords):
        return None
    return module.replace_span(module.span(mode), f'"{new}"')
