"""Where a value is spelled out as text: printed, given to str() or an exception, put into native text, or handed to a
function of the file that does no more with it, or that handles it as native text.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Iterator, Mapping

from migration.analysis.classes import class_of, local_bases, methods
from migration.analysis.effects import is_softspace
from migration.analysis.formats import conversions
from migration.analysis.literals import literal
from migration.analysis.made import kept_by
from migration.analysis.names import (
    defined_in_repository,
    is_output,
    last_name,
    memory,
    names_by_id,
    stdlib_name,
)
from migration.analysis.strings.file_kinds import file_kind
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.values import (
    assigned,
    attributes_given,
    called_here,
    constants_held,
    reads_of,
    written_out,
)
from migration.rule import last_names
from migration.view.module import Module

#: Exceptions of the language but those that hold octets themselves.
EXCEPTIONS = frozenset(
    f"builtins.{name}"
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, Exception) and not issubclass(value, UnicodeError)
)
#: Conversions that only numbers can be given to.
_NUMBERS = frozenset("diouxXeEfFgG")
_TERMINAL = frozenset(["sys.stdout.write", "sys.stderr.write"])
_LOGGED = frozenset(["debug", "info", "warn", "warning", "error", "critical", "exception"])
_LOGGERS = frozenset(["logging.getLogger"])
_MAIL = ("email.utils", "email.Utils", "rfc822")
#: Functions whose first argument is a display of native strings, each taken so.
_OF_DISPLAYS = frozenset(
    ["json.dumps", "json.dump", "xmlrpclib.dumps", "xmlrpc.client.dumps", *(f"{m}.formataddr" for m in _MAIL)]
)
#: Function or method → the positions of arguments that were native strings, and can't be bytes now.
_TEXT_TAKERS: Mapping[str, tuple[int, ...]] = (
    dict.fromkeys(["builtins.getattr", "builtins.setattr", "builtins.hasattr", "builtins.delattr"], (1,))
    | dict.fromkeys(
        [
            "builtins.__import__",
            "builtins.type",
            "time.strftime",
            "strftime",
            "decode",
            "encode",
            "codecs.lookup",
            "codecs.getreader",
            "codecs.getwriter",
            "shlex.shlex",
            "shlex.split",
            "email.message_from_string",
            "importlib.import_module",
            "logging.getLogger",
            "collections.namedtuple",
            "types.ModuleType",
            "imp.new_module",
            "new.module",
            "new.classobj",
            "types.ClassType",
            "execute",
            "executemany",
            "executescript",
            "execute_non_query",
            "execute_scalar",
            "xml.sax.saxutils.escape",
            "xml.sax.saxutils.quoteattr",
            "xml.sax.saxutils.unescape",
            "cgi.escape",
            "textwrap.wrap",
            "textwrap.fill",
            "textwrap.dedent",
        ],
        (0,),
    )
    | {f"{m}.{n}": (0,) for m in _MAIL for n in ("quote", "unquote", "parseaddr")}
    | {"os.path.join": (0, 1, 2, 3)}
    | dict.fromkeys(
        [f"os.path.{n}" for n in ("basename", "dirname", "split", "splitext", "abspath", "normpath")], (0,)
    )
    | dict.fromkeys(["time.strptime", "datetime.datetime.strptime"], (0, 1))
    | dict.fromkeys(["urllib2.parse_http_list", "urllib2.parse_keqv_list"], (0,))
)
#: What makes objects or other octets of octets.
UNPACKERS = frozenset(["pickle.loads", "cPickle.loads", "marshal.loads", "zlib.decompress", "bz2.decompress"])
_DATABASE = re.compile(r"(?i)curs|\bcur\b|conn|\bdb\b|\bc\b")
#: Function of re → where the text it searches stands; what stands before it is native as well.
_SEARCHES = dict.fromkeys(["re.match", "re.search", "re.findall", "re.split"], 1) | {"re.sub": 2}

#: Methods of strings whose arguments are of the same kind.
_SPLITTING = frozenset(["split", "splitlines"])
_WITH_TEXT = frozenset(
    ["count", "endswith", "find", "index", "partition", "replace", "rfind", "rindex", "rpartition", "rsplit", "split",
     "startswith"]
)  # fmt: skip
#: The names of calls for which `put_into_text`, `put_plainly` and `spelled` can find anything.
SPELLING = frozenset(["format", "print", "print_softspace", "str"])
#: How a template of the library is filled in, which spells what it is given.
_FILLING = frozenset(["substitute", "safe_substitute"])
#: The names of those for which the other functions can that look at calls, but `handed_on` and `used_as_text`.
SHOWING = (
    frozenset(["__init__", "dump", "dumps", "formataddr", "writerow", "writerows"])
    | last_names(*EXCEPTIONS, *_TERMINAL, *_TEXT_TAKERS, *_SEARCHES)
    | _LOGGED
    | _FILLING
    | {"log"}
    | _WITH_TEXT
)
#: A conversion of %-formatting or a replacement field, or what stands for the sign itself.
FIELD = re.compile(r"%%|\{\{|\}\}|%[^\w(]*(?:\(\w*\))?[^a-zA-Z]*[a-zA-Z]|\{[^}]*\}")

#: A field of %-formatting that makes a text longer or shorter.
_PADDED, _NOTHING = re.compile(r"%[-0 ]*\d*(?:\.\d+)?s"), re.compile(r"(?!)")


def put_into_text(node: ast.BinOp | ast.Call, module: Module, of_either: bool = False) -> Iterator[ast.expr]:
    """What goes into the native text of '%s' % … and '…'.format(…); `of_either`: of u'%s' as well."""
    if isinstance(node, ast.Call):
        function = node.func
        if (
            isinstance(function, ast.Attribute)
            and function.attr == "format"
            and _is_text(function.value, module, of_either)
        ):
            yield from node.args
            yield from (k.value for k in node.keywords)
    elif isinstance(node.op, ast.Mod) and (
        _is_text(node.left, module, of_either) or _is_template(node.left, module)
    ):
        if isinstance(node.right, ast.Tuple):
            yield from node.right.elts
        else:
            yield from node.right.values if isinstance(node.right, ast.Dict) else [node.right]


def put_as_text(node: ast.BinOp | ast.Call, module: Module) -> Iterator[ast.expr]:
    """The same but for what only a number can be given to: `%d`."""
    values = list(put_into_text(node, module))
    letters = conversions(node) if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Tuple) else ""
    told = len(letters) == len(values)
    yield from (v for position, v in enumerate(values) if not (told and letters[position] in _NUMBERS))


def _is_text(node: ast.expr, module: Module, of_either: bool) -> bool:
    either = of_either and isinstance(node, ast.Constant) and isinstance(node.value, str)
    return either or literal(node, module)


def _is_template(node: ast.expr, module: Module) -> bool:
    """Whether `node` stands for one native literal: a name of that value alone, or what the body of the object's class
    gives the attribute, and nothing else in the file.
    """
    if isinstance(node, ast.Name):
        held = constants_held(node, module)
        return len(held) == 1 and literal(held[0], module)
    owner = class_of(node.value, module) if isinstance(node, ast.Attribute) else None
    if not isinstance(node, ast.Attribute) or owner is None or attributes_given(module).get(node.attr):
        return False
    given = [methods(one)[node.attr] for one in local_bases(owner, module) if node.attr in methods(one)]
    return bool(given) and isinstance(given[0], ast.Assign) and literal(given[0].value, module)


def put_plainly(
    node: ast.BinOp | ast.Call, module: Module, of_either: bool = False, padded: bool = False
) -> Iterator[ast.expr]:
    """What goes into native text by `%s` or `{}` alone: other fields say themselves how to spell it. `of_either`: into
    unicode as well; `padded`: by `%-9s`, too, which is spelled the same and made longer, or cut.
    """
    values = list(put_into_text(node, module, of_either))
    template = node.left if isinstance(node, ast.BinOp) else getattr(node.func, "value", None)
    if not (values and isinstance(template, ast.Constant) and isinstance(template.value, str)):
        return
    sign, plain = ("%", "%s") if isinstance(node, ast.BinOp) else ("{", "{}")
    fields = [f for f in FIELD.findall(template.value) if f[0] == sign and f not in ("%%", "{{")]
    if sign == "{" and fields and all(f[1].isdigit() for f in fields):
        for position, value in enumerate(node.args if isinstance(node, ast.Call) else ()):
            if {f for f in fields if re.match(rf"\{{{position}\b", f)} == {f"{{{position}}}"}:
                yield value
        return
    in_order = not any("*" in f or "(" in f if sign == "%" else f[1] not in ":!}" for f in fields)
    if in_order and len(fields) == len(values):
        wide = _PADDED if padded and sign == "%" else _NOTHING
        yield from (
            v for v, field in zip(values, fields, strict=True) if field == plain or wide.fullmatch(field)
        )


def spelled(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    """The arguments that print(), or the helper in its place, writes, unless to a file of bytes, and the one of str():
    both as str() spells them.
    """
    if module.is_builtin(node.func, "print") or is_softspace(node, module):
        target = next((k.value for k in node.keywords if k.arg == "file"), None)
        if target is None or file_kind(target, module) != BYTES:
            yield from (a for a in node.args if not isinstance(a, ast.Starred))
    elif (
        module.is_builtin(node.func, "str")
        and len(node.args) == 1
        and not node.keywords
        and not is_unpacked(node, module)
    ):
        yield from (a for a in node.args if not isinstance(a, ast.Starred))


def is_unpacked(node: ast.Call, module: Module) -> bool:
    """Whether `node` is given to what makes objects or other octets of octets: it is no spelling of anything."""
    outer = module.parent(node)
    return (
        isinstance(outer, ast.Call)
        and outer.args[:1] == [node]
        and stdlib_name(outer.func, module) in UNPACKERS
    )


def written(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    """What goes to the terminal as it is: the argument of sys.stdout.write, by whichever name."""
    if len(node.args) == 1 and _is_of_terminal(node.func, module):
        yield from (a for a in node.args if not isinstance(a, ast.Starred))


def _is_of_terminal(function: ast.expr, module: Module) -> bool:
    """Whether a function is the terminal's `write`, by its only name, or by the only name of the stream."""
    if isinstance(function, ast.Name):
        function = assigned(function, module) or function
    if stdlib_name(function, module) in _TERMINAL:
        return True
    stream = function.value if isinstance(function, ast.Attribute) and function.attr == "write" else None
    other = assigned(stream, module) if isinstance(stream, ast.Name) else None
    return is_output(other, module)


def logged(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    """What a logger is given, to be spelled out as text: a message, or what is put into it."""
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr == "log":
        if len(node.args) > 1 and _is_level(node.args[0], function.value, module):
            yield from (a for a in node.args[1:] if not isinstance(a, ast.Starred))
        return
    if not isinstance(function, ast.Attribute) or function.attr not in _LOGGED:
        return
    if _is_logger(function.value, module) or not defined_in_repository(function.attr, module):
        yield from (a for a in node.args if not isinstance(a, ast.Starred))


def _is_logger(node: ast.expr, module: Module) -> bool:
    """Whether `node` is seen to be a logger of the library, or its module."""
    return stdlib_name(node, module) == "logging" or kept_by(node, module, _LOGGERS) is not None


def _is_level(node: ast.expr, owner: ast.expr, module: Module) -> bool:
    """Whether `node` says how urgent a message is: `logging.INFO`, or a number where `owner` is a logger of the library
    or no `log` is the program's own.
    """
    if isinstance(node, ast.Constant):
        own = defined_in_repository("log", module) and not _is_logger(owner, module)
        return type(node.value) is int and not own
    name = stdlib_name(node, module) or ""
    return name.startswith("logging.") and name.rpartition(".")[2].isupper()


def taken_as_text(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    """The argument of a function that took a native string and takes text alone now."""
    name = stdlib_name(node.func, module)
    if name in _OF_DISPLAYS:
        yield from _leaves(node.args[:1])
    if isinstance(node.func, ast.Attribute) and not module.qualified_name(node.func):
        name = node.func.attr
        if name in _FILLING and "Template" in module.text and not defined_in_repository(name, module):
            yield from (v for a in node.args if isinstance(a, ast.Dict) for v in a.values)
            yield from (k.value for k in node.keywords if k.arg)
            return
        if name in _TEXT_TAKERS and defined_in_repository(name, module) and not _is_of_database(node.func):
            return
    if name == "builtins.type" and len(node.args) != 3:
        return
    for position in _TEXT_TAKERS.get(name or "", ()):
        if position < len(node.args) and not any(isinstance(a, ast.Starred) for a in node.args):
            given = node.args[position]
            made = written_out(given, module)
            yield made.elt if isinstance(made, ast.ListComp) else given


def _is_of_database(method: ast.Attribute) -> bool:
    """Whether SQL is handed to what is called a cursor or a connection, whatever else has such a method."""
    owner = last_name(method.value)
    return method.attr.startswith("execute") and _DATABASE.search(owner) is not None


def searched_as_text(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    """What a native pattern is looked for in."""
    place = _SEARCHES.get(stdlib_name(node.func, module) or "")
    if (
        place is not None
        and place < len(node.args)
        and all(literal(a, module) for a in node.args[: max(place, 1)])
    ):
        yield node.args[place]


def asked_of_text(node: ast.Call, module: Module, encoded: Callable[[ast.expr], bool]) -> Iterator[ast.expr]:
    """What is `encoded` of the arguments of a string's method, for a variable that is asked with native literals,
    too, there or nearby.
    """
    function = node.func
    if not (isinstance(function, ast.Attribute) and function.attr in _WITH_TEXT):
        return
    asked, given = function.value, [part for a in node.args for part in _leaves([a]) if encoded(part)]
    if (
        given
        and isinstance(asked, ast.Name)
        and kind(asked, module) != BYTES
        and _is_asked_with_literals(asked, module)
    ):
        yield from given


def _is_asked_with_literals(name: ast.Name, module: Module) -> bool:
    around = module.function(name)
    return around is not None and any(
        isinstance(n, ast.Call)
        and isinstance(n.func, ast.Attribute)
        and n.func.attr in _WITH_TEXT
        and _is_made_of(n.func.value, name.id)
        and any(literal(a, module) or _is_put_together(a, module) for a in n.args)
        for n in ast.walk(around)
    )


def _is_put_together(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a native literal that something is put into: it is text now, whatever that is."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and literal(node.left, module)


def _is_made_of(node: ast.expr, name: str) -> bool:
    """Whether `node` is a variable, or what a chain of methods makes of it."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    return isinstance(node, ast.Name) and node.id == name


def _leaves(nodes: list[ast.expr]) -> Iterator[ast.expr]:
    """What displays are made of, at any depth."""
    for node in nodes:
        if isinstance(node, (ast.List, ast.Tuple)):
            yield from _leaves(node.elts)
        elif isinstance(node, ast.Dict):
            yield from _leaves([n for n in (*node.keys, *node.values) if n is not None])
        else:
            yield node


def row(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    """What a row of a table holds that is written out for the writer of the csv module."""
    if not isinstance(node.func, ast.Attribute) or len(node.args) != 1:
        return
    if node.func.attr == "writerow":
        yield from _cells(node.args[0], module)
    elif node.func.attr == "writerows":
        for one in _items_of(node.args[0], module):
            yield from _cells(one, module)


def _cells(row: ast.expr, module: Module) -> Iterator[ast.expr]:
    """The values of a row: of a list, or of a dictionary by the names of columns."""
    if isinstance(row, ast.Dict):
        yield from row.values
    elif isinstance(row, ast.DictComp):
        yield row.value
    elif isinstance(row, ast.Call) and module.is_builtin(row.func, "dict") and len(row.args) == 1:
        for pair in _items_of(row.args[0], module):
            if isinstance(pair, (ast.Tuple, ast.List)) and len(pair.elts) == 2:
                yield pair.elts[1]
    else:
        yield from _items_of(row, module)


def _items_of(node: ast.expr, module: Module) -> Iterator[ast.expr]:
    """The items of a list that is written out: in place, by comprehension or map, or one by one in a variable."""
    if isinstance(node, (ast.List, ast.Tuple)):
        yield from node.elts
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        yield node.elt
    elif isinstance(node, ast.Call) and module.is_builtin(node.func, "map") and len(node.args) == 2:
        if isinstance(node.args[0], ast.Lambda):
            yield node.args[0].body
    elif isinstance(node, ast.Name):
        bindings = module.bindings(node)
        if len(bindings) == 1 and isinstance(bindings[0].value, ast.List):
            yield from bindings[0].value.elts
            for method in module.nodes_named(ast.Attribute, frozenset(["append"])):
                call = module.parent(method)
                kept = method.value if isinstance(method, ast.Attribute) else None
                if (
                    isinstance(kept, ast.Name)
                    and module.bindings(kept) == bindings
                    and isinstance(call, ast.Call)
                ):
                    yield from call.args


def raised(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    """What an exception is given, which is shown as its text: where it is raised, or by a class made of one."""
    function = node.func
    made: ast.expr | None = function if isinstance(module.parent(node), ast.Raise) else None
    if isinstance(function, ast.Attribute) and function.attr == "__init__":
        made = function.value
        owner = module.class_of(node)
        if isinstance(made, ast.Call) and module.is_builtin(made.func, "super") and owner is not None:
            made = owner.bases[0] if len(owner.bases) == 1 else None
    name = module.qualified_name(made) if made is not None else None
    if name in EXCEPTIONS:
        yield from (a for a in node.args if not isinstance(a, ast.Starred))


def handed_to_output(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    """As `handed_on`, of functions that write to the terminal themselves: found without a look at all others."""
    if getattr(node.func, "id", "") in writing_functions(module):
        yield from handed_on(node, module)


def writing_functions(module: Module) -> frozenset[str]:
    """The names of the file's functions that write to the terminal, or may do so."""
    known = memory(module)
    if "writing functions" not in known:
        calls = module.nodes_named(ast.Call, frozenset(["print", "write"]))
        known["writing functions"] = frozenset(getattr(module.function(c), "name", "") for c in calls)
    return known["writing functions"]  # type: ignore[no-any-return]


def own_functions(module: Module) -> frozenset[str]:
    """The names of the functions of the file: what `handed_on` and `used_as_text` can find anything for."""
    return frozenset(f.name for f in module.nodes_of(ast.FunctionDef) if isinstance(f, ast.FunctionDef))


def handed_on(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    """The arguments for parameters that a function of this file spells out as text and uses for nothing else."""
    function = called_here(node, module)
    if function is None or function.decorator_list:
        return
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    rest = function.args.vararg.arg if function.args.vararg else None
    for position, argument in enumerate(node.args):
        if isinstance(argument, ast.Starred):
            return
        name = names[position] if position < len(names) else rest
        if name is not None and _only_spelled(name, function, position >= len(names), module):
            yield argument
    for keyword in node.keywords:
        if keyword.arg in names and _only_spelled(keyword.arg, function, False, module):
            yield keyword.value


def used_as_text(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    """The arguments for parameters that a function of this file handles as native text: `x.replace("&", "&amp;")`."""
    function = called_here(node, module)
    if function is None or any(isinstance(a, ast.Starred) for a in node.args):
        return
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    given = [*zip(names, node.args, strict=False), *((k.arg, k.value) for k in node.keywords)]
    for name, argument in given:
        if name in names and _handles_text(name, function, module):
            yield argument


def _handles_text(name: str, function: ast.FunctionDef, module: Module) -> bool:
    """Whether `function` does with a parameter what octets would not bear, and doesn't ask what it is."""
    known = memory(module)
    key = ("handles text", function, name)
    if key not in known:
        known[key] = False
        reads = [n for n in names_by_id(module).get(name, ()) if module.function(n) is function]
        places = [n for n in reads if isinstance(n.ctx, ast.Load)]
        known[key] = any(beside_text(n, module) for n in places) and not any(
            may_be_octets(n, module) for n in places
        )
    return known[key]  # type: ignore[no-any-return]


def beside_text(node: ast.expr, module: Module) -> bool:
    """Whether native text meets `node`, in place or in a function of the file that it is handed to."""
    parent = module.parent(node)
    call = module.parent(parent)
    if isinstance(parent, ast.Attribute) and isinstance(call, ast.Call) and call.func is parent:
        if parent.attr in _WITH_TEXT and bool(call.args) and literal(call.args[0], module):
            return True
        return parent.attr in _SPLITTING and any(_part_beside_text(r, module) for r in reads_of(call, module))
    if isinstance(parent, ast.BinOp):
        other = parent.right if parent.left is node else parent.left
        return isinstance(parent.op, ast.Add) and literal(other, module)
    if isinstance(parent, ast.Compare):
        return isinstance(parent.ops[0], (ast.In, ast.NotIn)) and literal(parent.left, module)
    return isinstance(parent, ast.Call) and node in used_as_text(parent, module)


def _part_beside_text(parts: ast.expr, module: Module) -> bool:
    """Whether native text meets one of the parts that a text was split into."""
    outer = module.parent(parts)
    if isinstance(outer, ast.Subscript) and outer.value is parts and not isinstance(outer.slice, ast.Slice):
        return beside_text(outer, module)
    if not isinstance(outer, (ast.For, ast.comprehension)) or not isinstance(outer.target, ast.Name):
        return False
    name, bindings = outer.target.id, module.bindings(outer.target)
    reads = (n for n in names_by_id(module)[name] if isinstance(n.ctx, ast.Load))
    return any(beside_text(n, module) for n in reads if module.bindings(n) == bindings)


def may_be_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` is bytes, decoded, or told from what is of another type."""
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute):
        return parent.attr in ("decode", "encode")
    asked = isinstance(parent, ast.Call) and module.is_builtin(parent.func, "isinstance", "type", "unicode")
    return asked or kind(node, module) == BYTES


def _only_spelled(name: str, function: ast.FunctionDef, several: bool, module: Module) -> bool:
    """Whether all that `function` does with a parameter, or with each of `several` values in it, is to spell it out."""
    known = memory(module)
    key = ("only spelled", function, name)
    if key not in known:
        known[key] = False
        reads = [n for n in names_by_id(module).get(name, ()) if function in module.ancestors(n)]
        known[key] = bool(reads) and all(
            isinstance(n.ctx, ast.Load) and (_eachis_spelled(n, module) if several else is_spelled(n, module))
            for n in reads
        )
    return known[key]  # type: ignore[no-any-return]


def is_spelled(node: ast.expr, module: Module) -> bool:
    """Whether the place of `node` spells it out as text."""
    parent = module.parent(node)
    if isinstance(parent, ast.Tuple):
        parent = module.parent(parent)
    if isinstance(parent, ast.BinOp):
        return node in put_into_text(parent, module)
    if not isinstance(parent, ast.Call):
        return False
    return any(node in found(parent, module) for found in (spelled, put_into_text, handed_on))


def _eachis_spelled(node: ast.expr, module: Module) -> bool:
    """Whether a loop over `node` spells out each value, or map() makes text of them."""
    parent = module.parent(node)
    if isinstance(parent, ast.Call):
        made = module.is_builtin(parent.func, "map") and len(parent.args) == 2 and parent.args[1] is node
        return made and module.is_builtin(parent.args[0], "str")
    if not (isinstance(parent, (ast.comprehension, ast.For)) and parent.iter is node):
        return False
    target = parent.target
    loop = parent if isinstance(parent, ast.For) else module.parent(parent)
    if not isinstance(target, ast.Name) or loop is None:
        return False
    reads = [n for n in ast.walk(loop) if isinstance(n, ast.Name) and n.id == target.id and n is not target]
    return bool(reads) and all(isinstance(n.ctx, ast.Load) and is_spelled(n, module) for n in reads)
