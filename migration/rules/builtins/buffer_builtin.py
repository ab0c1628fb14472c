"""buffer(b) → memoryview(b)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.builtins import arguments, is_old_builtin, spell_builtin, type_asked
from migration.analysis.kept_functions import is_kept_to_call
from migration.analysis.literals import literal
from migration.analysis.made import made_by
from migration.analysis.names import imported_elsewhere, in_repository, last_name
from migration.analysis.strings.as_bytes import HELPER, argument_as_bytes
from migration.analysis.strings.giving_octets import is_structure
from migration.analysis.strings.kinds import kind
from migration.analysis.strings.octet_edges import TAKE
from migration.analysis.strings.octets import BUFFERED
from migration.analysis.strings.standard_names import standard_name
from migration.analysis.values import parameter_meant, reads_of, written_out
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.source.edits import Edit, Piece
from migration.view.module import Module, Precedence

_ARRAYS = frozenset(["array.array"])
_DATABASE = re.compile(r"sqlite")
#: What keeps text and octets apart where either is given.
_KEEPING = re.compile(r"sqlite|psycopg|execute(?:many)?\(")
#: What else than strings has a buffer, and changes under it.
_VIEWED = re.compile(r"\b(?:bytearray|array|mmap|ctypes|numpy|Numeric|socket)\b")

#: What is looked into as it changes, or is too large to be copied.
_SHARED = re.compile(r"\b(?:array\.array|mmap|numpy|Numeric)\b|\bfrom array import\b")
#: Where a buffer is told from other things by its type.
_TOLD = re.compile(
    r"BufferType\b|isinstance\([^\n]*,[^\n]*\bbuffer\b(?!\()|(?:\bis|==|!=|\bin|\bnot) \(?buffer\b(?!\()"
    r"|[{,(\n][ \t]*buffer[ \t]*:"
)

BUFFER = '''
def buffer_of(value, offset=0, size=-1):
    """Python 2's buffer(): a piece of text, which can't change, or a view of octets."""
    view = value if isinstance(value, str) else memoryview(value)
    return view[offset:] if size < 0 else view[offset : offset + size]
'''
#: Builtins that take a buffer as they take its string.
_READING = ("enumerate", "iter", "len", "list", "print", "set", "sorted", "str", "tuple")


def visit(node: ast.Name, module: Module) -> Findings:
    """Rename; an offset and a size become a slice."""
    if node.id != "buffer" or not is_old_builtin(node, module, "buffer"):
        return
    name = spell_builtin("memoryview", node, module)
    call = module.parent(node)
    if isinstance(call, ast.Call) and call.func is node and arguments(call, 3, 1):
        source, *rest = call.args
        octets = module.facts.index.octets
        cut = module.parent(call)
        if is_structure(source, module):
            yield from _of_structure(source, rest, call, module)
            return
        if octets and _is_read_at_once(call, module) and made_by(source, module, _ARRAYS) is not None:
            # An array is no string: neither are its items characters, nor its pieces.
            yield module.replace(
                call, *module.atom(source), '.tobytes().decode("latin-1")', *_cut(rest, module)
            )
            return
        if octets and not rest and isinstance(cut, ast.Subscript) and cut.value is call:
            yield module.replace(call, *module.atom(source))  # a piece of it is a string
            return
        if octets and not rest and _is_text_at(call, module):
            if literal(source, module) or _is_taken_by_library(call, module):
                yield module.replace(call, *module.sub(source))
            else:
                shown = helper("buffered", BUFFERED, module)
                yield module.replace(call, shown, "(", *module.sub(source), ")")
            return
        if not rest and _is_string(source, module) and _is_read_as_string(call, module):
            yield module.replace(call, *module.sub(source))
            return
        if (
            not rest
            and not literal(source, module)
            and (octets or _is_kept_in_database(source, call, module))
        ):
            # What was no unicode were octets, and comes back from a database as such.
            encoder = module.helper("as_bytes", HELPER)
            yield module.replace(call, name, "(", encoder, "(", *module.sub(source), ', "latin-1"))')
            return
        outer = module.parent(call)
        inside = isinstance(outer, ast.Call) and is_old_builtin(outer.func, module, "buffer")
        text = module.type_of(source) == {"str"} and _is_plain_text(source, module)
        text = text or (module.facts.index.octets and not inside)
        if rest and not inside and (text or _may_be_text(source, module)):
            # A part of a string that can't change: the slice is as good, and text where text is wanted.
            yield module.replace(call, *module.atom(source), *_cut(rest, module))
            return
        guard = _native_guard(source, call, module)
        if guard is not None:
            # Only octets can be given: text goes on to the next branch, as unicode did.
            yield module.replace(guard, "bytes")
        else:
            yield from argument_as_bytes(source, module, guess=False)
        if rest:
            yield module.replace(call, name, "(", *module.sub(source), ")", *_cut(rest, module))
            return
    if (
        is_kept_to_call(node, module)
        and _is_called_by_key(node, module)
        and not in_repository(_KEEPING, module)
    ):
        yield module.replace(node, helper("buffer_of", BUFFER, module))
        return
    asking = _asking(node, module)
    if asking is not None:
        for spelled in _spelled_inside(asking, node, module):
            if module.facts.index.octets:
                yield module.edit(module.added(spelled, '"latin-1"'))
            else:
                yield module.replace(spelled.func, "bytes")
        if "sqlite3" in module.text:
            # What a database keeps of octets comes back as bytes.
            whole = isinstance(call, ast.Tuple)
            yield module.replace(node, f"bytes, {name}" if whole else f"(bytes, {name})")
            return
    compared = _compared(node, module)
    if compared is not None and "sqlite3" in module.text:
        op = "not in" if isinstance(compared.ops[0], (ast.IsNot, ast.NotEq)) else "in"
        yield module.replace(
            compared,
            *module.sub(compared.left),
            f" {op} (bytes, {name})",
            precedence_of_new=Precedence.COMPARE,
        )
        return
    yield module.replace(node, name)


def _is_text_at(call: ast.Call, module: Module) -> bool:
    """Whether a buffer is text in a program of octets, as its pieces and its content were: where nothing asks for its
    type, no database keeps it, and what it looks into is no array or file that goes on changing.
    """
    if _SHARED.search(module.text) is not None or in_repository(_KEEPING, module):
        return False
    outer = module.parent(call)
    if isinstance(outer, ast.Call) and is_old_builtin(outer.func, module, "buffer"):
        return False
    kept = outer.targets if isinstance(outer, ast.Assign) and module.function(call) is None else []
    if any(isinstance(t, ast.Name) and imported_elsewhere(t.id, module) for t in kept):
        return False
    return not in_repository(_TOLD, module)


def _is_taken_by_library(call: ast.Call, module: Module) -> bool:
    """Whether a function of the library takes a buffer for octets: it is given bytes."""
    outer = module.parent(call)
    if not isinstance(outer, ast.Call) or call not in outer.args:
        return False
    return outer.args.index(call) in TAKE.get(standard_name(outer.func, module), ())


def _is_called_by_key(node: ast.expr, module: Module) -> bool:
    """Whether what a table keeps is called wherever the table is asked for it: types are kept in tables, too."""
    table = module.parent(node)
    if isinstance(table, ast.keyword):
        table = module.parent(table)
        if isinstance(table, ast.Call) and not module.is_builtin(table.func, "dict"):
            return True
    elif not isinstance(table, ast.Dict):
        return True
    kept = module.parent(table)
    target = kept.targets[0] if isinstance(kept, ast.Assign) and len(kept.targets) == 1 else None
    if not isinstance(target, (ast.Name, ast.Attribute)):
        return False
    wanted = frozenset([last_name(target)])
    reads = [
        read
        for kind_of_read in (ast.Name, ast.Attribute)
        for read in module.nodes_named(kind_of_read, wanted)
        if isinstance(read, (ast.Name, ast.Attribute)) and isinstance(read.ctx, ast.Load)
    ]
    return bool(reads) and all(_calls_item(read, module) for read in reads)


def _calls_item(table: ast.expr, module: Module) -> bool:
    item = module.parent(table)
    call = module.parent(item)
    return isinstance(item, ast.Subscript) and isinstance(call, ast.Call) and call.func is item


def _of_structure(source: ast.expr, rest: list[ast.expr], call: ast.Call, module: Module) -> Iterator[Edit]:
    """The octets of a structure of C, which is no string: a copy of them where they are read at once, else a view."""
    octets, outer = module.facts.index.octets, module.parent(call)
    view: list[Piece] = [spell_builtin("memoryview", call.func, module), "(", *module.sub(source), ")"]
    handed = isinstance(outer, ast.Call) and outer.func is not call
    if not (_is_read_at_once(call, module) or (octets and handed)):
        yield module.replace(call, *view, ".cast('B')", *_cut(rest, module))
        return
    read: list[Piece] = [
        *view,
        ".tobytes()",
        *(['.decode("latin-1")'] if octets else []),
        *_cut(rest, module),
    ]
    whole = isinstance(outer, ast.Call) and module.is_builtin(outer.func, "str")
    yield module.replace(outer if whole else call, *read)
    if not octets and isinstance(outer, ast.Subscript) and not isinstance(outer.slice, ast.Slice):
        # One of them was a string of one.
        yield module.replace(outer.slice, *module.sub(outer.slice), ":][:1")


def _cut(rest: list[ast.expr], module: Module) -> list[Piece]:
    """The slices that an offset and a size become."""
    pieces: list[Piece] = ["[", *module.sub(rest[0]), ":]"] if rest else []
    return [*pieces, "[:", *module.sub(rest[1]), "]"] if len(rest) == 2 else pieces


def _is_read_at_once(call: ast.Call, module: Module) -> bool:
    """Whether a buffer is cut, counted or shown where it is made: nobody sees what is under it change."""
    outer = module.parent(call)
    if isinstance(outer, ast.Subscript):
        return outer.value is call and isinstance(outer.ctx, ast.Load)
    return isinstance(outer, ast.Call) and call in outer.args and module.is_builtin(outer.func, *_READING)


def _compared(node: ast.Name, module: Module) -> ast.Compare | None:
    """The comparison of a value's type with that of a buffer: `type(x) is buffer`."""
    outer = module.parent(node)
    if not (isinstance(outer, ast.Compare) and outer.comparators == [node]):
        return None
    asks = isinstance(outer.left, ast.Call) and module.is_builtin(outer.left.func, "type")
    return outer if asks and isinstance(outer.ops[0], (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)) else None


def _is_string(source: ast.expr, module: Module) -> bool:
    """Whether a buffer looks into a string that is text: it can't change under it."""
    if not module.facts.index.octets:
        return module.type_of(source) == {"str"} and _is_plain_text(source, module)
    return literal(source, module) or module.type_of(source) == {"str"}


def _is_read_as_string(call: ast.Call, module: Module) -> bool:
    """Whether all that is done with the one variable that holds a buffer gives the same of the string itself: pieces
    and characters of a buffer are strings.
    """
    kept = module.parent(call)
    target = kept.targets[0] if isinstance(kept, ast.Assign) and len(kept.targets) == 1 else None
    if not isinstance(target, ast.Name) or len(module.bindings(target)) != 1:
        return False
    if module.function(call) is None and (
        module.class_of(call) is not None or imported_elsewhere(target.id, module)
    ):
        return False
    reads = reads_of(call, module)
    return bool(reads) and all(_reads_string(r, module) for r in reads)


def _reads_string(read: ast.expr, module: Module) -> bool:
    parent = module.parent(read)
    if isinstance(parent, ast.Subscript):
        return parent.value is read and isinstance(parent.ctx, ast.Load)
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is read
    if isinstance(parent, ast.BinOp):
        return isinstance(parent.op, ast.Add)
    if not isinstance(parent, ast.Call) or read not in parent.args:
        return False
    written = isinstance(parent.func, ast.Attribute) and parent.func.attr in ("write", "join")
    return written or module.is_builtin(parent.func, *_READING)


def _is_kept_in_database(source: ast.expr, call: ast.Call, module: Module) -> bool:
    """Whether what nobody knows is made a buffer for a database, in a repository that keeps its things in one: by a
    function that gives it back, or as a value for a statement.
    """
    if kind(source, module) is not None or _native_guard(source, call, module) is not None:
        return False
    given_back = isinstance(module.statement(call), ast.Return) or isinstance(
        module.function(call), ast.Lambda
    )
    executed = any(
        isinstance(a, ast.Call) and last_name(a.func) in ("execute", "executemany")
        for a in module.ancestors(call)
    )
    return (given_back or executed) and in_repository(_DATABASE, module)


def _asking(node: ast.Name, module: Module) -> ast.Call | None:
    """The call of `isinstance` that asks for the type, alone or among others."""
    call = module.parent(node)
    asked: ast.AST | None = node
    if isinstance(call, ast.Tuple):
        asked, call = call, module.parent(call)
    if isinstance(call, ast.Call) and module.is_builtin(call.func, "isinstance") and asked in call.args[1:]:
        return call
    return None


def _spelled_inside(asking: ast.Call, node: ast.Name, module: Module) -> list[ast.Call]:
    """Where the branch for a buffer makes a string of it, which was its octets: `str(value)`."""
    branch = next((a for a in module.ancestors(node) if isinstance(a, ast.If)), None)
    if branch is None or asking not in ast.walk(branch.test) or not isinstance(asking.args[0], ast.Name):
        return []
    inside = (n for statement in branch.body for n in ast.walk(statement) if isinstance(n, ast.Call))
    return [
        n
        for n in inside
        if module.is_builtin(n.func, "str")
        and len(n.args) == 1
        and getattr(n.args[0], "id", "") == asking.args[0].id
    ]


def _native_guard(source: ast.expr, call: ast.Call, module: Module) -> ast.expr | None:
    """`str` of the nearest `if isinstance(source, str):` around a call, where the name is not given anew inside."""
    around = (o for o in module.ancestors(call) if isinstance(o, (ast.If, ast.FunctionDef, ast.Lambda)))
    outer = next(around, None)
    test = outer.test if isinstance(outer, ast.If) else None
    tests = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    asked = next((a for one in tests if one is not None and (a := type_asked(one, module))), None)
    if not isinstance(outer, ast.If) or asked is None or not isinstance(source, ast.Name):
        return None
    value, kind = asked
    if getattr(value, "id", "") != source.id or not module.is_builtin(kind, "str"):
        return None
    inside = [n for statement in outer.body for n in ast.walk(statement)]
    kept = module.parent(call)
    own = kept.targets if isinstance(kept, ast.Assign) else []
    anew = any(
        isinstance(n, ast.Name) and n.id == source.id and isinstance(n.ctx, ast.Store) and n not in own
        for n in inside
    )
    return kind if call in inside and not anew else None


def _is_plain_text(node: ast.expr, module: Module) -> bool:
    """Whether `node` is native text that is written out here, without a single octet above 127."""
    made = written_out(node, module)
    return isinstance(made, ast.Constant) and literal(made, module) and str(made.value).isascii()


def _may_be_text(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what a caller gives, in a file that makes nothing but strings to look into."""
    given = parameter_meant(node, module) is not None
    return given and kind(node, module) is None and _VIEWED.search(module.text) is None


RULE = Rule(
    id="buffer_builtin",
    family="P12",
    summary="buffer is memoryview",
    before="a = buffer(b)\n",
    after="a = memoryview(b)\n",
    caveats=(
        "A part of what a caller gives is a slice of it, where nothing but strings is made in the file; the string "
        "itself is taken where nothing is done with the buffer that it can't do too. Else str() of a buffer gave its "
        "content: bytes(view) does now. Where blobs of a "
        "database are told by type(x) is buffer, octets that were native strings are taken for such, too. In a program "
        "whose strings are octets it is text, a copy, unless its type is asked for."
    ),
    triggers=("buffer",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["buffer"]),
    visit=visit,
)
