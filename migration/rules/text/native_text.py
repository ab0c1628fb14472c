"""if isinstance(x, unicode): x = x.encode('ascii') → the same with .decode('ascii'): native strings are text now."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.analysis.arguments import argument
from migration.analysis.builtins import is_text_type, type_asked
from migration.analysis.literals import literal
from migration.analysis.made import is_bytearray
from migration.analysis.names import in_repository, last_name, stdlib_name, uses
from migration.analysis.strings.seen import ESCAPING, UNIVERSAL, characters_of, codec_of, named_encoding
from migration.analysis.strings.shown import beside_text, spelled, taken_as_text, written
from migration.analysis.strings.takers import (
    _KEEPERS,
    ENCODING,
    NAMED_OCTETS,
    OCTETS,
    _is_text_buffer,
    gets_literals,
    is_of_files,
    takes_octets,
)
from migration.analysis.values import as_read, assigned, defaults_of, reads_alike, reads_of
from migration.rule import Exactness, Findings, Rule
from migration.rules.text.str_method import is_shown
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module

#: What sums up octets, and is given them of text by a rule of its own.
_SUMS = frozenset(
    [*(f"hashlib.{n}" for n in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")), "md5.md5", "md5.new",
     "sha.new", "sha.sha", "zlib.adler32", "zlib.crc32"]
)  # fmt: skip
#: Functions that take text, and no octets; methods that are told what they look for.
_OF_TEXT_ALONE = frozenset(
    f"urllib.{n}"
    for n in (
        "splitattr",
        "splithost",
        "splitpasswd",
        "splitport",
        "splitquery",
        "splittag",
        "splittype",
        "splituser",
    )
)
_ASKING = frozenset(["count", "endswith", "find", "index", "partition", "replace", "split", "startswith"])
_NO_STRINGS = ("bool", "complex", "dict", "float", "frozenset", "int", "list", "long", "set", "tuple")
_ASCII = re.compile(r"(?:us-)?ascii")
_NOT_ASCII = frozenset(["UnicodeEncodeError", "UnicodeError"])
#: An attribute that is compared with a text, or expected to be equal to it.
_HELD = (
    r"\.{name}\s*[!=]=\s*{text}|(?<!\w){text}\s*[!=]=\s*[\w.]+\.{name}\b"
    r"|\b(?:assert|eq_|failUnless)\w*\(\s*(?:[\w.]+\.{name}\s*,\s*{text}|{text}\s*,\s*[\w.]+\.{name}\b)"
)
#: An attribute that is measured, or given to what takes octets.
_MEASURED = r"\b(?:len|pack|send|sendall|update|write|crc32)\([^)\n]*\.{name}\b"
_EXPECTS = re.compile(r"assert|fail|eq_|ne_")
_ENCODES = re.compile(r"encod|utf_?8", re.IGNORECASE)


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode again what was only encoded to be a native string, where nothing here takes octets of it."""
    if not (isinstance(node.func, ast.Attribute) and node.func.attr == "encode" and node.args):
        return
    if is_shown(node, module):
        return
    codec, statement = node.args[0], module.parent(node)
    if isinstance(statement, ast.Lambda) and statement.body is node and _of_file_names(codec, module):
        yield module.replace(node, *module.sub(node.func.value))
        return
    chosen = _chosen(node, module)
    if chosen is not None:
        function = module.function(node)
        known = _is_known(codec) or _is_named(codec)
        places = [chosen, *reads_of(chosen, module), *_reads_of_given(chosen, module)]
        if (
            known
            and not NAMED_OCTETS.search(getattr(function, "name", ""))
            and not any(takes_octets(place, module, text_files=is_of_files(node)) for place in places)
        ):
            if codec_of(node) in UNIVERSAL and len(node.args) == 1 and not node.keywords:
                # Whatever the text is, that codec gives it back.
                other = chosen.orelse if isinstance(chosen, ast.IfExp) else chosen.values[1]
                given = module.parent(chosen)
                if (
                    isinstance(other, ast.Name)
                    and isinstance(given, ast.Assign)
                    and _is_named_alone(given, other)
                ):
                    yield module.delete_statement(given)  # it is what it was
                else:
                    yield module.replace(
                        chosen if isinstance(other, ast.Name) else node, *module.sub(node.func.value)
                    )
                return
            yield module.wrap(node, "", f".decode({module.source(module.span(codec))})")
        return
    if isinstance(statement, ast.Return) and _returns_native(node, statement, module):
        if isinstance(codec, ast.Constant) and not is_ascii_based(str(codec.value)):
            return
        tried = isinstance(module.parent(statement), ast.Try)
        if _changes_text(node):
            decoded = f".decode({module.source(module.span(codec))})"
            yield module.wrap(node, "", decoded, evidence=not tried, needs_python2=tried)
            return
        yield module.replace(node, *module.sub(node.func.value), evidence=not tried, needs_python2=tried)
        return
    name = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if isinstance(name, ast.Subscript):
        known = _is_known(codec) or _is_named(codec)
        if known and _makes_value_native(node, name, module):
            yield module.wrap(node, "", f".decode({module.source(module.span(codec))})")
        return
    if isinstance(name, ast.Attribute):
        if _makes_attribute_native(node, name, module):
            yield module.wrap(node, "", f".decode({module.source(module.span(codec))})")
        return
    file_name = _of_file_names(codec, module)
    # Escapes make octets of text to compare it with what may be octets already.
    escapes = codec_of(node) in ESCAPING
    characters = characters_of(codec_of(node) or "")
    if escapes and not (
        isinstance(name, ast.Name) and _meets_literals(name, module) and not _is_compared(name, module)
    ):
        characters = None
    if not isinstance(name, ast.Name) or not (
        _is_known(codec)
        or characters
        or file_name
        or (_by_default(codec, module) and _read_as_text(name, module))
        or (ENCODING.search(getattr(codec, "id", "")) and _is_written_as_text(name, module))
        or (_is_named(codec) and (_is_put_into_memory(name, module) or _meets_literals(name, module)))
        or ((_is_of_terminal(codec, module) or named_encoding(codec)) and _is_printed(name, module))
    ):
        return
    asks = _asks_for_ascii(node, name, module)
    if not (asks or _makes_native(node, name, module)):
        return
    function = module.function(node)
    if isinstance(function, ast.Lambda):
        return
    made_by = "" if function is None else function.name
    if NAMED_OCTETS.search(made_by):
        return
    if _ENCODES.search(made_by) and isinstance(
        getattr(module.parent(module.statement(node)), "test", None), ast.Compare
    ):
        return  # it says that octets are what it makes
    found = module.scope(name).lookup(name.id)
    taking = OCTETS - {"os"} if file_name else OCTETS
    # Who makes strings native in lists and dictionaries, too, keeps them there for native literals.
    choice = module.parent(statement)
    others = choice.orelse if isinstance(choice, ast.If) else []
    keepers = frozenset() if others and _asks_for_others(others, name.id, module) else _KEEPERS
    if _is_read_as_octets(name, statement, module):
        return  # items of bytes are numbers, which `octet_ordinals` takes as well
    elsewhere = _where_it_is_native(statement, name, module)
    if found is None:
        return
    used = [u for u in uses(name.id, found[0], module) if u not in elsewhere]
    taken = [u for u in used if takes_octets(u, module, taking, keepers, is_of_files(node))]
    summed = codec_of(node) in UNIVERSAL and all(_is_summed(u, module) for u in taken)
    if taken and not (summed and any(_is_text_alone(u, module) for u in used)):
        return
    # That text is ASCII, Python 3 code may ask to get octets.
    flags = {"evidence": False, "needs_python2": True} if asks else {}
    decoded = repr(characters) if characters else module.source(module.span(codec))
    yield module.wrap(node, "", f".decode({decoded})", **flags)


def _is_summed(use: ast.expr, module: Module) -> bool:
    """Whether a place is given to what sums up octets: of text, it is given them in UTF-8."""
    call = module.parent(use)
    if not isinstance(call, ast.Call) or call.args != [use]:
        return False
    return stdlib_name(call.func, module) in _SUMS


def _is_text_alone(use: ast.expr, module: Module) -> bool:
    """Whether a place is given to what refuses octets, or a method is told native literals there."""
    outer = module.parent(use)
    if isinstance(outer, ast.Call):
        return use in outer.args[:1] and stdlib_name(outer.func, module) in _OF_TEXT_ALONE
    call = module.parent(outer)
    asked = isinstance(outer, ast.Attribute) and outer.attr in _ASKING and isinstance(call, ast.Call)
    return asked and any(literal(a, module) for a in call.args)  # type: ignore[attr-defined]


def _is_read_as_octets(name: ast.Name, statement: ast.AST, module: Module) -> bool:
    """Whether all that is done with a variable, but where it is made native, is to take the numbers of its octets, and
    to count them.
    """
    choice = module.parent(statement)
    if not isinstance(choice, ast.If) or choice.orelse:
        return False
    own = set(module.below(choice))
    taken = [_takes_numbers(u, module) for u in reads_alike(name, module) if u not in own]
    return True in taken and False not in taken


def _takes_numbers(use: ast.expr, module: Module) -> bool | None:
    """Whether `ord` gets each item, or the one that is taken there; None where they are only counted."""
    outer = module.parent(use)
    call = module.parent(outer)
    if isinstance(outer, ast.Subscript) and outer.value is use:
        return isinstance(call, ast.Call) and module.is_builtin(call.func, "ord")
    if isinstance(outer, ast.Call) and use in outer.args:
        if module.is_builtin(outer.func, "len"):
            return None
        if module.is_builtin(outer.func, "map"):
            return len(outer.args) == 2 and module.is_builtin(outer.args[0], "ord")
        if not module.is_builtin(outer.func, "enumerate"):
            return False
        use, outer = outer, call
    if not isinstance(outer, (ast.For, ast.comprehension)) or outer.iter is not use:
        return False
    target = outer.target
    if isinstance(use, ast.Call):
        target = target.elts[-1] if isinstance(target, ast.Tuple) else target
    reads = reads_alike(target, module) if isinstance(target, ast.Name) else []
    return bool(reads) and all(_is_number_taken(read, module) for read in reads)


def _is_number_taken(item: ast.expr, module: Module) -> bool:
    """Whether `ord` gets an item, or a bytearray does."""
    outer = module.parent(item)
    if isinstance(outer, ast.Call) and item in outer.args:
        put = isinstance(outer.func, ast.Attribute) and outer.func.attr in ("append", "insert")
        array = put and is_bytearray(outer.func.value, module)  # type: ignore[attr-defined]
        return array or module.is_builtin(outer.func, "ord")
    target = outer.targets[0] if isinstance(outer, ast.Assign) and outer.value is item else None
    return isinstance(target, ast.Subscript) and is_bytearray(target.value, module)


def _where_it_is_native(statement: ast.AST, name: ast.Name, module: Module) -> set[ast.AST]:
    """What stands where the variable is no unicode, of the choice whose other branch encodes it in a `try`."""
    tried = module.parent(statement)
    choice = module.parent(tried)
    if not (isinstance(tried, ast.Try) and isinstance(choice, ast.If) and tried in choice.body):
        return set()
    if not _asks_for_unicode(choice.test, name.id, module):
        return set()
    return {node for other in choice.orelse for node in ast.walk(other)}


def _chosen(node: ast.Call, module: Module) -> ast.IfExp | ast.BoolOp | None:
    """What is encoded text where it was unicode, else as it is: `x.encode(…) if isinstance(x, unicode) else x`."""
    value, choice = node.func.value, module.parent(node)  # type: ignore[attr-defined]
    if isinstance(choice, ast.IfExp) and choice.body is node:
        test, other = choice.test, choice.orelse
    elif isinstance(choice, ast.BoolOp) and isinstance(choice.op, ast.And) and choice.values[1:] == [node]:
        test, either = choice.values[0], module.parent(choice)
        if not (isinstance(either, ast.BoolOp) and either.values[:1] == [choice] and len(either.values) == 2):
            return None
        choice, other = either, either.values[1]
    else:
        return None
    plain = other.args[0] if _spells(other, module) else other  # type: ignore[attr-defined]
    if isinstance(module.parent(choice), (ast.Return, ast.Lambda)):
        return None  # for callers who may send it
    same = isinstance(value, ast.Name) and isinstance(plain, ast.Name) and plain.id == value.id
    return choice if same and _asks_for_unicode(test, value.id, module) else None


def _reads_of_given(chosen: ast.expr, module: Module) -> list[ast.expr]:
    """What reads the variable that is given what is chosen, which may be a parameter: `x = x.encode(…) if … else x`."""
    statement = module.parent(chosen)
    name = statement.targets[0] if isinstance(statement, ast.Assign) else None
    found = module.scope(name).lookup(name.id) if isinstance(name, ast.Name) else None
    if found is None or not isinstance(name, ast.Name) or found[0] is module.module_scope:
        return []
    return [u for u in uses(name.id, found[0], module) if u.lineno > chosen.lineno]


def _is_named_alone(given: ast.Assign, name: ast.Name) -> bool:
    """Whether what is chosen is given to the variable that it is chosen from, and to nothing else."""
    target = given.targets[0]
    return len(given.targets) == 1 and isinstance(target, ast.Name) and target.id == name.id


def _changes_text(node: ast.Call) -> bool:
    """Whether an error handler may leave out or spell otherwise what the codec has no octets for."""
    handler = argument(node, 1, "errors")
    codec = codec_of(node)
    return handler is not None and getattr(handler, "value", "") != "strict" and codec not in UNIVERSAL


def _asks_for_ascii(node: ast.Call, name: ast.Name, module: Module) -> bool:
    """Whether a variable is encoded in place only to see that it is ASCII: what is not, a handler takes care of."""
    statement, value = module.statement(node), node.func.value  # type: ignore[attr-defined]
    tried = module.parent(statement)
    if not (
        isinstance(tried, ast.Try) and tried.body == [statement] and _ASCII.fullmatch(str(codec_of(node)))
    ):
        return False
    caught = [getattr(h.type, "id", "") for h in tried.handlers]
    return isinstance(value, ast.Name) and value.id == name.id and all(c in _NOT_ASCII for c in caught)


def _makes_value_native(node: ast.Call, place: ast.Subscript, module: Module) -> bool:
    """Whether this happens to the values of a dict that are unicode: `for k, v in d.items(): d[k] = v.encode()`."""
    value, function = node.func.value, module.function(node)  # type: ignore[attr-defined]
    loop = module.parent(module.parent(module.statement(node)))
    if not (isinstance(value, ast.Name) and _makes_native(node, value, module) and isinstance(loop, ast.For)):
        return False
    items = loop.iter
    if isinstance(items, ast.Call) and module.is_builtin(items.func, "list") and len(items.args) == 1:
        items = items.args[0]
    if not (isinstance(items, ast.Call) and isinstance(items.func, ast.Attribute)):
        return False
    named = [getattr(n, "id", "") for n in loop.target.elts] if isinstance(loop.target, ast.Tuple) else []
    return (
        items.func.attr in ("items", "iteritems")
        and ast.dump(items.func.value) == ast.dump(place.value)
        and named == [getattr(place.slice, "id", None), value.id]
        and not NAMED_OCTETS.search(getattr(function, "name", ""))
    )


def _makes_attribute_native(node: ast.Call, place: ast.Attribute, module: Module) -> bool:
    """`if isinstance(x.a, unicode): x.a = x.a.encode('ascii')`, where nothing in the function takes octets of such an
    attribute. In another encoding it may be what is sent, unless the repository holds it against a native literal, and
    nothing in the file takes octets of it.
    """
    codec, statement = node.args[0], module.statement(node)
    value, test = node.func.value, module.parent(statement)  # type: ignore[attr-defined]
    if not isinstance(codec, ast.Constant) or not is_ascii_based(str(codec.value)):
        return False
    plain = _ASCII.fullmatch(str(codec.value).lower()) is not None
    if not (isinstance(test, ast.If) and statement in test.body and not test.orelse):
        return False
    asked, same = type_asked(test.test, module), ast.dump(value)
    if asked is None or not module.is_builtin(asked[1], "unicode") or ast.dump(asked[0]) != same:
        return False
    if as_read(place) != same or NAMED_OCTETS.search(place.attr):
        return False
    function = module.function(node)
    reads = [n for n in module.nodes_named(ast.Attribute, frozenset([place.attr])) if n is not value]
    if any(
        isinstance(n, ast.Attribute)
        and (not plain or module.function(n) is function)
        and takes_octets(n, module)
        for n in reads
    ):
        return False
    return plain or _is_held_against_literal(place.attr, module)


def _is_held_against_literal(name: str, module: Module) -> bool:
    """Whether a file of the repository holds an attribute of that name against a native literal that is ASCII, and none
    measures it or hands it on as octets.
    """
    text = r"""(?:'[^'\\\n]*'|"[^"\\\n]*")"""
    native, octets = (_HELD.format(name=re.escape(name), text=t) for t in (text, rf"[bB]{text}"))
    measured = _MEASURED.format(name=re.escape(name))
    return in_repository(re.compile(native), module) and not in_repository(
        re.compile(f"{octets}|{measured}"), module
    )


def _is_known(codec: ast.expr) -> bool:
    """Whether a codec is spelled out, or a constant by its name: `DEFAULT_CHARSET`, of another module, too."""
    if isinstance(codec, (ast.Name, ast.Attribute)):
        name = codec.id if isinstance(codec, ast.Name) else codec.attr
        return name.isupper() and ENCODING.search(name) is not None
    return isinstance(codec, ast.Constant) and is_ascii_based(str(codec.value))


def _by_default(codec: ast.expr, module: Module) -> bool:
    """Whether a codec is a parameter with a default that is known."""
    function = module.function(codec)
    if not isinstance(codec, ast.Name) or not isinstance(function, ast.FunctionDef):
        return False
    given = defaults_of(function.args).items()
    return len(module.bindings(codec)) == 1 and any(a.arg == codec.id and _is_known(d) for a, d in given)


def _is_named(codec: ast.expr) -> bool:
    """Whether a codec is a variable or an attribute that is called an encoding, or what a function called so gives."""
    return named_encoding(codec) or ENCODING.search(last_name(codec)) is not None


def _is_of_terminal(codec: ast.expr, module: Module) -> bool:
    """Whether a codec is the terminal's, or another where that has none: `sys.stdout.encoding or 'ascii'`."""
    first = codec.values[0] if isinstance(codec, ast.BoolOp) and isinstance(codec.op, ast.Or) else codec
    return stdlib_name(first, module) in ("sys.stdout.encoding", "sys.stderr.encoding", "sys.stdin.encoding")


def _is_printed(name: ast.Name, module: Module) -> bool:
    """Whether the variable is printed as it is, or written to the terminal."""
    return any(
        use in (*spelled(call, module), *written(call, module)) for call, use in _calls_given(name, module)
    )


def _calls_given(name: ast.Name, module: Module) -> Iterator[tuple[ast.Call, ast.Name]]:
    """The calls that are given a variable by its place, each with the place."""
    found = module.scope(name).lookup(name.id)
    for use in uses(name.id, found[0], module) if found is not None else ():
        call = module.parent(use)
        if isinstance(call, ast.Call) and use in call.args:
            yield call, use


def _read_as_text(name: ast.Name, module: Module) -> bool:
    """Whether a function that takes text alone gets the variable."""
    return any(use in taken_as_text(call, module) for call, use in _calls_given(name, module))


def _is_written_as_text(name: ast.Name, module: Module) -> bool:
    """Whether a stream that is given native literals gets the variable."""
    return any(
        isinstance(call.func, ast.Attribute)
        and call.func.attr == "write"
        and gets_literals(call.func.value, module)
        for call, _ in _calls_given(name, module)
    )


def _meets_literals(name: ast.Name, module: Module) -> bool:
    """Whether native literals are joined to the variable somewhere, or it is put into one."""
    found = module.scope(name).lookup(name.id)
    for use in uses(name.id, found[0], module) if found is not None else ():
        outer = module.parent(use)
        outer = module.parent(outer) if isinstance(outer, ast.Tuple) else outer
        put = isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Mod) and outer.left is not use
        if isinstance(use.ctx, ast.Load) and (
            beside_text(use, module) or (put and isinstance(outer, ast.BinOp) and literal(outer.left, module))
        ):
            return True
    return False


def _is_compared(name: ast.Name, module: Module) -> bool:
    """Whether the variable is compared with something, or expected to be equal to it."""
    found = module.scope(name).lookup(name.id)
    for use in uses(name.id, found[0], module) if found is not None else ():
        outer = module.parent(use)
        if isinstance(outer, ast.Compare):
            return True
        if isinstance(outer, ast.Call) and use in outer.args and _EXPECTS.match(last_name(outer.func) or ""):
            return True
    return False


def _is_put_into_memory(name: ast.Name, module: Module) -> bool:
    """Whether a file of text in memory is made of the variable."""
    return any(_is_text_buffer(call, module) for call, _ in _calls_given(name, module))


def _of_file_names(codec: ast.expr, module: Module) -> bool:
    """Whether a codec is that of file names, which are text now."""
    first = codec.values[0] if isinstance(codec, ast.BoolOp) else codec
    if isinstance(first, ast.Name):
        given = assigned(first, module)
        return isinstance(given, ast.Call) and _of_file_names(given, module)
    return isinstance(first, ast.Call) and stdlib_name(first.func, module) == "sys.getfilesystemencoding"


def _returns_native(node: ast.Call, statement: ast.Return, module: Module) -> bool:
    """Whether a function gives back its argument, encoded where it is unicode, else as it is or spelled."""
    value = node.func.value  # type: ignore[attr-defined]
    function, test = module.function(node), module.parent(statement)
    if not (isinstance(function, ast.FunctionDef) and isinstance(value, ast.Name)):
        return False
    if isinstance(test, ast.Try):
        return (
            test.body[-1] is statement
            and _spelled_or_kept(test, value.id, module)
            and not (NAMED_OCTETS.search(function.name))
        )
    if not isinstance(test, ast.If):
        return False
    if test.body != [statement] or not _asks_for_unicode(test.test, value.id, module):
        return False
    returns = [n.value for n in ast.walk(function) if isinstance(n, ast.Return) and n is not statement]
    spelled = [r.args[0] if _spells(r, module) else r for r in returns]  # type: ignore[union-attr]
    plain = any(isinstance(r, ast.Name) and r.id == value.id for r in spelled)
    return plain and (not NAMED_OCTETS.search(function.name) or _goes_into(function, value.id, module))


def _goes_into(function: ast.FunctionDef, name: str, module: Module) -> bool:
    """Whether a function calls itself for what is in a dictionary or a list: the strings of data, whose keys native
    literals are to find, whatever it is called.
    """
    asked = [type_asked(n, module) for n in ast.walk(function) if isinstance(n, ast.Call)]
    collections = any(
        found is not None
        and getattr(found[0], "id", "") == name
        and any(module.is_builtin(k, "dict", "list") for k in ast.walk(found[1]) if isinstance(k, ast.Name))
        for found in asked
    )
    return collections and any(
        isinstance(n, ast.Name) and n.id == function.name and isinstance(n.ctx, ast.Load)
        for n in ast.walk(function)
    )


def _spelled_or_kept(tried: ast.Try, name: str, module: Module) -> bool:
    """Whether a variable is spelled by str() before it is encoded, and given back as it was where either fails."""
    spelled = any(
        isinstance(s, ast.Assign) and _spells(s.value, module) and getattr(s.targets[0], "id", "") == name
        for s in tried.body[:-1]
    )
    kept = [h.body[-1] for h in tried.handlers]
    same = all(
        isinstance(s, ast.Return) and isinstance(s.value, ast.Name) and s.value.id == name for s in kept
    )
    return spelled and same


def _spells(node: ast.expr | None, module: Module) -> bool:
    return isinstance(node, ast.Call) and module.is_builtin(node.func, "str") and len(node.args) == 1


def _asks_for_unicode(asked: ast.expr, name: str, module: Module) -> bool:
    """Whether a condition is that a variable is unicode: by isinstance(), or by its type."""
    if isinstance(asked, ast.Compare) and len(asked.ops) == 1 and isinstance(asked.ops[0], (ast.Is, ast.Eq)):
        left = asked.left
        if isinstance(left, ast.Call) and module.is_builtin(left.func, "type") and len(left.args) == 1:
            left = left.args[0]
        elif isinstance(left, ast.Attribute) and left.attr == "__class__":
            left = left.value
        else:
            return False
        return getattr(left, "id", "") == name and _is_unicode(asked.comparators[0], module)
    found = type_asked(asked, module)
    return found is not None and getattr(found[0], "id", "") == name and _is_unicode(found[1], module)


def _is_unicode(kind_asked: ast.expr, module: Module) -> bool:
    return is_text_type(kind_asked, module) or stdlib_name(kind_asked, module) == "types.UnicodeType"


def _makes_native(node: ast.Call, name: ast.Name, module: Module) -> bool:
    """Whether this is all that happens to a variable if it is unicode; else it is what it was, maybe spelled."""
    statement = module.statement(node)
    test = module.parent(statement)
    if not (isinstance(test, ast.If) and statement in test.body):
        return False
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    asked = test.test
    if isinstance(asked, ast.BoolOp) and isinstance(asked.op, ast.And):
        asked = next((v for v in asked.values if _asks_for_unicode(v, name.id, module)), asked)
    if not test.orelse:
        return _asks_for_unicode(asked, name.id, module)
    other, value = test.orelse[0], node.func.value  # type: ignore[attr-defined]
    if getattr(value, "id", "") == name.id and _asks_for_others(test.orelse, name.id, module):
        return _asks_for_unicode(asked, name.id, module)
    if isinstance(other, ast.If) and not other.orelse and len(other.body) == 1:
        # What is no string at all is spelled: elif not isinstance(x, str): x = str(x)
        wrong = other.test.operand if isinstance(other.test, ast.UnaryOp) else None
        if isinstance(wrong, ast.Call) and module.is_builtin(wrong.func, "isinstance"):
            other = other.body[0]
    if len(test.orelse) > 1 or not isinstance(other, ast.Assign) or not isinstance(value, ast.Name):
        return False
    plain = other.value.args[0] if _spells(other.value, module) else other.value  # type: ignore[attr-defined]
    same = isinstance(plain, ast.Name) and plain.id == value.id
    given = [ast.dump(target) for target in other.targets] == [ast.dump(statement.targets[0])]
    return same and given and _asks_for_unicode(asked, value.id, module)


def _asks_for_others(arms: list[ast.stmt], name: str, module: Module) -> bool:
    """Whether all other arms of a choice are for what is no string: `elif isinstance(x, dict): …`, without an else."""
    while arms:
        arm = arms[0]
        found = type_asked(arm.test, module) if isinstance(arm, ast.If) and len(arms) == 1 else None
        if found is None or getattr(found[0], "id", "") != name:
            return False
        kinds = found[1].elts if isinstance(found[1], ast.Tuple) else [found[1]]
        if not all(module.is_builtin(k, *_NO_STRINGS) for k in kinds):
            return False
        arms = arm.orelse  # type: ignore[attr-defined]
    return True


RULE = Rule(
    id="native_text",
    family="P8",
    summary="what was encoded to be a native string is text",
    before="def f(x):\n    if isinstance(x, unicode):\n        x = x.encode('ascii')\n    return x\n",
    after="def f(x):\n    if isinstance(x, str):\n        x = x.encode('ascii').decode('ascii')\n    return x\n",
    caveats="That octets are wanted is only seen where the same function hands the variable to what takes them. Where "
    "it takes their numbers, a native literal of octets above 127 that is given is encoded once more.",
    triggers=(
        "unicode",
        "UnicodeType",
        *sorted(_NOT_ASCII),
        re.compile(r"= str\(\w+\)"),
        re.compile(r"\(u(?:''|\"\")\)"),
    ),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    order=40,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    visit=visit,
)
