"""ConfigParser as it was: duplicate options allowed, values of any type, raw as third argument."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.classes import class_of, defines, foreign_bases, methods
from migration.analysis.made import kept_by
from migration.analysis.names import in_repository, names_by_id, stdlib_name
from migration.rewriting.moves import Moves, later
from migration.rule import Finding, Findings, Rule, last_names
from migration.source.edits import Piece, Span
from migration.view.module import Module

_KINDS = ("ConfigParser", "RawConfigParser", "SafeConfigParser")
_OLD = frozenset(f"ConfigParser.{k}" for k in _KINDS)
#: Methods that parsers have, and dictionaries have not.
_ASKED = frozenset(["has_option", "has_section", "options", "sections"])
_TAKES_THREE = re.compile(r"def(?<!\wdef)\s+get\(\s*\w+\s*,[^,)]+,[^,)]+,")
_ALL = _OLD | frozenset(f"configparser.{k}" for k in _KINDS)
MOVES = Moves(
    {
        "ConfigParser.SafeConfigParser": "configparser.ConfigParser",
        "configparser.SafeConfigParser": later("configparser.ConfigParser", (3, 12)),
    }
)


def visit(node: ast.AST, module: Module) -> Findings:
    """Allow what was allowed."""
    if isinstance(node, ast.ClassDef):
        bases = [name for base in node.bases if (name := stdlib_name(base, module)) in _OLD]
        if bases and "__init__" not in methods(node):
            for call in _made(node, module):
                yield from _lenient(call, bases[0], module)
        getter = methods(node).get("get") if bases else None
        if isinstance(getter, ast.FunctionDef):
            yield from _asked_with_more(getter, module)
        return
    if isinstance(node, ast.Attribute) and node.attr in _PRIVATE:
        if isinstance(node.ctx, ast.Load) and _is_parser(node.value, node.attr, module):
            yield _PRIVATE[node.attr](node, module)
        elif node.attr == "_interpolate" and stdlib_name(node.value, module) in _ALL:
            yield from _interpolated_by_base(node, module)
        return
    if not isinstance(node, ast.Call):
        yield from MOVES.visit(node, module)
        return
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr == "__init__":
        function = function.value
    name = stdlib_name(function, module)
    if (
        function is not node.func
        and isinstance(function, ast.Call)
        and module.is_builtin(function.func, "super")
    ):
        owner = module.class_of(node)
        name = next((b for b in foreign_bases(owner, module) if b in _OLD), None) if owner else None
    if name in _OLD:
        yield from _lenient(node, name or "", module)
    elif isinstance(node.func, ast.Attribute) and _is_parser(node.func.value, node.func.attr, module):
        yield from _method(node, node.func.attr, module)
    elif _asks_base(node, module):
        yield from _by_keyword(node, 3, module)
    elif _asks_raw(node, module):
        yield _keyword("raw", node.args[2], module)


def _asked_with_more(getter: ast.FunctionDef, module: Module) -> Iterator[Finding]:
    """Have a get() of its own take what getint(), items() and interpolation tell it by name now."""
    given = getter.args
    names = {a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
    if given.kwarg or "fallback" in names or not given.args or getter.decorator_list:
        return
    last = [*given.args, *given.defaults, *([given.vararg] if given.vararg else [])]
    end = max(module.outer_span(n).end if isinstance(n, ast.expr) else module.span(n).end for n in last)
    parts = [module.part(Span(end, end), ", **told")]
    docstring = ast.get_docstring(getter, clean=False) is not None
    first = getter.body[docstring] if len(getter.body) > docstring else None
    start = module.line_span(first).start if first is not None else 0
    if first is not None and not module.text[start : module.start(first)].strip():
        # Interpolation asks only to say in an error what it began with; answered by this method it may never end.
        indentation = module.text[start : module.start(first)]
        asked = f'{indentation}if "fallback" in told:\n{indentation}    return told["fallback"]\n'
        parts.append(module.part(Span(start, start), asked))
    yield module.edit(*parts)


def _pattern(node: ast.Attribute, module: Module) -> Finding:
    made = module.use("re.compile", at=node)
    return module.replace(node, made, '(r"%\\(([^)]*)\\)s|.")')


def _states(node: ast.Attribute, module: Module) -> Finding:
    return module.replace(node, *module.atom(node.value), ".BOOLEAN_STATES")


def _interpolated(node: ast.Attribute, module: Module) -> Finding:
    parser = module.source(module.span(node.value))
    call = module.parent(node)
    if isinstance(call, ast.Call) and call.func is node and call.args:
        place = module.outer_span(call.args[0]).start
        method = module.part(node, *module.atom(node.value), "._interpolation.before_get")
        return module.edit(method, module.part(Span(place, place), f"{parser}, "))
    made = module.use("functools.partial", at=node)
    return module.replace(node, made, f"({parser}._interpolation.before_get, {parser})")


def _interpolated_by_base(node: ast.Attribute, module: Module) -> Iterator[Finding]:
    """`ConfigParser._interpolate(self, …)` in a method that stands for it: the parser is the first argument already."""
    call = module.parent(node)
    if isinstance(call, ast.Call) and call.func is node and call.args and isinstance(call.args[0], ast.Name):
        yield module.replace(node, f"{call.args[0].id}._interpolation.before_get")


_RAW = frozenset(["ConfigParser.RawConfigParser", "configparser.RawConfigParser"])
#: What parsers kept for themselves, and those that derive from them asked for.
_PRIVATE = {"_KEYCRE": _pattern, "_boolean_states": _states, "_interpolate": _interpolated}


def _is_parser(node: ast.expr, method: str, module: Module) -> bool:
    """Whether `node` is a parser: made here, or of a class of the file that takes over the method, or its super()."""
    if kept_by(node, module, _ALL):
        return True
    if isinstance(node, ast.Call) and module.is_builtin(node.func, "super"):
        owner = module.class_of(node)
        return owner is not None and any(base in _ALL for base in foreign_bases(owner, module))
    owner = class_of(node, module)
    if owner is None or defines(owner, method, module):
        return False
    return any(base in _ALL for base in foreign_bases(owner, module))


def _lenient(call: ast.Call, name: str, module: Module) -> Iterator[Finding]:
    """Have a parser allow what the class `name` of Python 2 did."""
    if any(k.arg == "strict" for k in call.keywords):
        return
    pieces: list[Piece] = ['strict=False, inline_comment_prefixes=(";",)']
    if name == "ConfigParser.ConfigParser" and module.target < (3, 13):
        # A lone % was no error; the class that keeps this is gone from 3.13 on.
        pieces += [", interpolation=", module.use("configparser.LegacyInterpolation", at=call), "()"]
    yield module.edit(module.added(call, *pieces), evidence=True)


def _made(owner: ast.ClassDef, module: Module) -> Iterator[ast.Call]:
    """The calls in this file that make objects of a class of its own."""
    for name in names_by_id(module).get(owner.name, ()):
        call = module.parent(name)
        if (
            isinstance(call, ast.Call)
            and call.func is name
            and [b.node for b in module.bindings(name)] == [owner]
        ):
            yield call


def _is_own(node: ast.Call, module: Module) -> bool:
    """Whether a class that is a ConfigParser of Python 2 sets an option of its own."""
    owner, function = node.func.value, module.function(node)  # type: ignore[attr-defined]
    holder = module.class_of(node)
    if holder is None or not isinstance(function, ast.FunctionDef) or not function.args.args:
        return False
    own = isinstance(owner, ast.Name) and owner.id == function.args.args[0].arg
    return own and any(stdlib_name(b, module) == "ConfigParser.ConfigParser" for b in holder.bases)


def _method(node: ast.Call, name: str, module: Module) -> Iterator[Finding]:
    if name == "set" and len(node.args) == 3 and not isinstance(node.args[2], ast.Starred):
        types = module.type_of(node.args[2])
        if types and types <= {"int", "long", "float", "bool"}:
            if kept_by(node.func.value, module, _RAW):  # type: ignore[attr-defined]
                return  # one that keeps values of any type, still
            yield module.wrap(node.args[2], "str(", exactness=Exactness.EXACT)
        elif not (types and types <= {"str", "unicode"}) and _is_own(node, module):
            # Of any type in Python 2, as the class below still takes them.
            setter = module.use("configparser.RawConfigParser", at=node)
            place, owner = module.span(node.args[0]).start, module.source(module.span(node.func.value))  # type: ignore[attr-defined]
            parts = module.part(node.func, setter, ".set"), module.part(Span(place, place), f"{owner}, ")
            yield module.edit(*parts, needs_python2=True)
    elif name == "get":
        yield from _by_keyword(node, 2, module)


def _by_keyword(node: ast.Call, first: int, module: Module) -> Iterator[Finding]:
    """Name the arguments of get() from the one in place `first`: raw, then vars."""
    given = node.args[first:]
    if len(given) in (1, 2) and not any(isinstance(a, ast.Starred) for a in node.args):
        for value, keyword in zip(given, ("raw", "vars"), strict=False):
            yield _keyword(keyword, value, module)


def _keyword(name: str, value: ast.expr, module: Module) -> Finding:
    return module.edit(module.part(value, f"{name}=", *module.sub(value)), exactness=Exactness.EXACT)


def _asks_base(node: ast.Call, module: Module) -> bool:
    """Whether this is `ConfigParser.get(self, …)`, the method of a class of the library."""
    function = node.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "get"
        and stdlib_name(function.value, module) in _ALL
    )


def _asks_raw(node: ast.Call, module: Module) -> bool:
    """Whether a call says yes or no in the third place of get() to what is asked for its sections or options, too."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "get" or len(node.args) != 3:
        return False
    answer = node.args[2]
    if not isinstance(answer, ast.Constant) or answer.value not in (True, False):
        return False
    owner = ast.dump(function.value)
    around = ast.walk(module.function(node) or module.tree)
    alike = (n for n in around if isinstance(n, ast.Attribute) and n.attr in _ASKED)
    if not any(ast.dump(n.value) == owner for n in alike):
        return False
    return not in_repository(_TAKES_THREE, module)


RULE = Rule(
    id="configparser_details",
    family="P11",
    summary="configparser is stricter than ConfigParser was",
    before="import ConfigParser\nc = ConfigParser.RawConfigParser()\nc.get('a', 'b', True)\n",
    after=(
        'import configparser\nc = configparser.RawConfigParser(strict=False, inline_comment_prefixes=(";",))\n'
        "c.get('a', 'b', raw=True)\n"
    ),
    caveats="A semicolon after a blank begins a comment in the further lines of a value, too.",
    triggers=("ConfigParser", "RawConfigParser", "SafeConfigParser"),
    nodes=(*MOVES.nodes, ast.Call, ast.ClassDef),
    names=last_names(*_OLD, "set", "get", "__init__", *_PRIVATE),
    visit=visit,
)
