"""parser.set('a', 'b', x.encode('utf-8')) → parser.set('a', 'b', x): a ConfigParser holds text alone."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import made_by
from migration.analysis.names import imported_elsewhere, memory, names_by_id, stdlib_name, uses
from migration.analysis.strings.seen import UNIVERSAL, codec_of
from migration.analysis.strings.sinks import PARSERS
from migration.analysis.strings.takers import takes_octets
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Methods of a parser whose arguments are text.
_METHODS = frozenset(
    [
        "add_section",
        "get",
        "has_option",
        "has_section",
        "items",
        "options",
        "remove_option",
        "remove_section",
        "set",
    ]
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Don't encode what a parser is given, in place, under a name or by a function of the file's own."""
    if not isinstance(node.func, ast.Attribute) or node.func.attr != "encode":
        return
    if codec_of(node) not in UNIVERSAL or len(node.args) > 1:
        return
    places = _results(node, module)
    if any(_is_configured(p, module) for p in places) and not any(
        takes_octets(p, module, keepers=frozenset()) for p in places
    ):
        yield module.replace(node, *module.sub(node.func.value))


def _results(node: ast.Call, module: Module) -> list[ast.expr]:
    """The places where what is encoded is used: here, or where the function is called that returns it."""
    statement, function = module.parent(node), module.function(node)
    if not isinstance(statement, ast.Return):
        return _read(node, module)
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return []
    returns = [n for n in ast.walk(function) if isinstance(n, ast.Return)]
    named = [n for n in names_by_id(module)[function.name] if isinstance(n.ctx, ast.Load)]
    calls = [module.parent(n) for n in named]
    alone = len(returns) == 1 and isinstance(module.parent(function), ast.Module)
    if not alone or imported_elsewhere(function.name, module):
        return []
    if any(not isinstance(c, ast.Call) or c.func is not n for n, c in zip(named, calls, strict=True)):
        return []
    return [p for call in calls if isinstance(call, ast.Call) for p in _read(call, module)]


def _read(node: ast.expr, module: Module) -> list[ast.expr]:
    """The place of a value, or those that read the name it is given."""
    statement = module.parent(node)
    name = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if not isinstance(name, ast.Name):
        return [node]
    found = module.scope(name).lookup(name.id)
    return [n for n in uses(name.id, found[0], module) if isinstance(n.ctx, ast.Load)] if found else []


def _is_configured(place: ast.expr, module: Module) -> bool:
    """Whether a parser's method gets what stands here."""
    call = module.parent(place)
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and place in call.args):
        return False
    return call.func.attr in _METHODS and _is_parser(call.func.value, module)


def _is_parser(node: ast.expr, module: Module) -> bool:
    """Whether `node` is made by one of the module's classes, or an attribute that is set to such an object here."""
    if made_by(node, module, PARSERS):
        return True
    return isinstance(node, ast.Attribute) and node.attr in _parser_attributes(module)


def _parser_attributes(module: Module) -> frozenset[str]:
    known = memory(module)
    if _parser_attributes not in known:
        known[_parser_attributes] = frozenset(
            target.attr
            for n in module.nodes_of(ast.Assign)
            if isinstance(n, ast.Assign)
            and isinstance(n.value, ast.Call)
            and stdlib_name(n.value.func, module) in PARSERS
            for target in n.targets
            if isinstance(target, ast.Attribute)
        )
    return known[_parser_attributes]  # type: ignore[no-any-return]


RULE = Rule(
    id="configured_text",
    family="P10",
    summary="what a ConfigParser is given stays text",
    before="import ConfigParser\nc = ConfigParser.RawConfigParser()\nc.set('a', 'b', x.encode('utf-8'))\n",
    after="import configparser\n"
    'c = configparser.RawConfigParser(strict=False, inline_comment_prefixes=(";",))\n'
    "c.set('a', 'b', x)\n",
    caveats="A parser is known where it is made, or by the name of an attribute that the file sets to one.",
    triggers=("ConfigParser",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    visit=visit,
)
