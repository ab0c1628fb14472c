"""json.dumps(x, encoding='utf-8') → json.dumps(x); json.dumps(x, indent=1) prints trailing blanks as before."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.arguments import without
from migration.analysis.builtins import is_none
from migration.analysis.names import in_repository, names_by_id, stdlib_name
from migration.analysis.values import given_to_attributes, may_hold, reads_alike
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Part, Span
from migration.view.module import Module

_FUNCTIONS = frozenset(
    ["json.dumps", "json.dump", "json.loads", "json.load", "json.JSONEncoder", "json.JSONDecoder"]
)

#: Writer → position of its argument `indent`; `separators` comes next.
_INDENT_AT = {"json.dumps": 6, "json.dump": 7, "json.JSONEncoder": 6}
_SEPARATORS = "'separators': (', ', ': '), **"
_PARTIAL = "functools.partial"
#: Any part of a call's arguments, with calls in them.
_BALANCED = r"[^()]*(?:\([^()]*\)[^()]*)*"
#: How far a variable's keywords are looked for.
_DEEPEST = 3


def visit(node: ast.Call, module: Module) -> Findings:
    """Drop the encoding: text has none. Spell out the separators of indented output."""
    name = stdlib_name(node.func, module)
    if name == _PARTIAL and node.args:
        # A writer that is called later: what it writes is its first argument still.
        name, given = stdlib_name(node.args[0], module), len(node.args) - 1
    else:
        given = len(node.args)
    if name not in _FUNCTIONS:
        return
    position = _INDENT_AT.get(name or "")
    starred = any(isinstance(a, ast.Starred) for a in node.args)
    if position is not None and given <= position and not starred:
        yield from _keep_separators(node, module)
    for keyword in node.keywords:
        if keyword.arg == "encoding":
            utf8 = isinstance(keyword.value, ast.Constant) and str(keyword.value.value).lower() in (
                "utf-8",
                "utf8",
            )
            exactness = Exactness.EXACT if utf8 else Exactness.SEMANTIC
            yield module.edit(*without([keyword], node, module), exactness=exactness)


def _keep_separators(node: ast.Call, module: Module) -> Findings:
    """Name the separators that were those of all output where it may be indented, and none are given."""
    given = {k.arg: k for k in node.keywords}
    indent, more = given.get("indent"), given.get(None)
    if "separators" in given or (indent is not None and is_none(indent.value)):
        return
    if more is not None:
        # Keywords that are handed on may give separators of their own, which go before.
        written = "separators" in _keys(more.value, module)
        if not written and (indent is not None or _may_indent(more.value, module)):
            value = module.atom(more.value)
            new = module.replace(
                more.value, "{", _SEPARATORS, *value, "}", exactness=Exactness.EXACT, needs_python2=True
            )
            yield new
    elif indent is not None:
        end = module.span(indent).end
        added = Part(Span(end, end), (", separators=(', ', ': ')",))
        yield module.edit(added, exactness=Exactness.EXACT, needs_python2=True)


def _may_indent(node: ast.expr, module: Module, depth: int = 0) -> bool:
    """Whether keywords that a call hands on may tell to indent: a table's that has that key, or those of a function
    that is called with that keyword anywhere.
    """
    if "indent" in _keys(node, module):
        return True
    if depth > _DEEPEST:
        return False
    if isinstance(node, ast.Attribute):
        values = [*given_to_attributes(module).get(node.attr, ()), *_of_classes(node.attr, module)]
        return any(v is not None and _may_indent(v, module, depth + 1) for v in values)
    if not isinstance(node, ast.Name):
        return False
    return (
        any(v is not None and _may_indent(v, module, depth + 1) for v in may_hold(node, module))
        or _is_given_indent(node, module)
        or any(_takes_indent(read, module) for read in reads_alike(node, module))
    )


def _of_classes(name: str, module: Module) -> list[ast.expr]:
    """What bodies of classes give a name."""
    statements = (module.parent(n) for n in names_by_id(module).get(name, ()) if isinstance(n.ctx, ast.Store))
    return [
        s.value
        for s in statements
        if isinstance(s, ast.Assign) and isinstance(module.parent(s), ast.ClassDef)
    ]


def _keys(node: ast.expr, module: Module) -> set[object]:
    """The keys that `{'indent': 1}` or `dict(indent=1)` spells out."""
    if isinstance(node, ast.Dict):
        return {key.value for key in node.keys if isinstance(key, ast.Constant)}
    if isinstance(node, ast.Call) and module.is_builtin(node.func, "dict"):
        return {k.arg for k in node.keywords}
    return set()


def _takes_indent(read: ast.Name, module: Module) -> bool:
    """Whether a table is told to indent there: `kw['indent'] = 1`, `kw.setdefault('indent', 1)`."""
    outer = module.parent(read)
    if isinstance(outer, ast.Subscript):
        key: ast.expr | None = outer.slice
        return isinstance(outer.ctx, ast.Store) and isinstance(key, ast.Constant) and key.value == "indent"
    call = module.parent(outer)
    if not (isinstance(outer, ast.Attribute) and isinstance(call, ast.Call) and call.func is outer):
        return False
    if outer.attr == "update":
        return any(k.arg == "indent" for k in call.keywords) or any(
            "indent" in _keys(a, module) for a in call.args
        )
    key = call.args[0] if outer.attr == "setdefault" and call.args else None
    return isinstance(key, ast.Constant) and key.value == "indent"


def _is_given_indent(node: ast.Name, module: Module) -> bool:
    """Whether `node` is the `**keywords` of a function, or of what makes objects of a class, that any file calls with
    the keyword `indent`.
    """
    bindings = module.bindings(node)
    arguments = module.parent(bindings[0].node) if bindings else None
    function = module.parent(arguments) if isinstance(arguments, ast.arguments) else None
    if not isinstance(function, ast.FunctionDef) or function.args.kwarg is not bindings[0].node:
        return False
    owner, name = module.parent(function), function.name
    if name == "__init__" and isinstance(owner, ast.ClassDef):
        name = owner.name
    return in_repository(re.compile(rf"{name}\((?<!\w{name}\(){_BALANCED}\bindent[ \t]*=(?!=)"), module)


RULE = Rule(
    id="json_arguments",
    family="P10",
    summary="json takes no encoding; indented output keeps its trailing blanks",
    before="import json\na = json.dumps(b, indent=1, encoding='utf-8')\n",
    after="import json\na = json.dumps(b, indent=1)\n",
    caveats="Bytes inside the data are no longer decoded. Of keywords that are handed on, those count that some file "
    "spells out.",
    triggers=("json",),
    nodes=(ast.Call,),
    names=last_names(*_FUNCTIONS, _PARTIAL),
    visit=visit,
)
