"""exec 'print 7/2' → exec('print(7//2)'): code in a string that is run is Python 2, too."""

from __future__ import annotations

import ast
import re

from migration.dialect import parse
from migration.module import Module
from migration.rule import Findings, Phase, Rule
from migration.rules._code import migrated_code
from migration.rules._exceptions import handles, tries_around
from migration.rules._names import names_by_id, stdlib_name
from migration.rules._values import assigned, constants_held

_RUNNING = frozenset(["builtins.exec", "builtins.eval", "builtins.compile"])
_QUOTES = re.compile(r"[rR]?(\"{3}|'{3}|\"|')")
#: What a template is filled in at, and a name that stands there while it is migrated.
_FIELD = re.compile(r"%(?:%|(?:\(\w+\))?[-+ #0]*\d*(?:\.\d+)?[sridxf])")
_STAND_IN = "filled{}in"
#: Operators that Python 2 did not have, for places at which no name can stand: `x %s y`.
_OPERATORS = ("@=", "@")


def visit(node: ast.Call, module: Module) -> Findings:
    """Migrate the string, in place or under the one name it is given, as long as nothing has to be added to it."""
    name = stdlib_name(node.func, module)
    if name not in _RUNNING or not node.args or not module.facts.python2:
        return
    template = isinstance(node.args[0], ast.BinOp) and isinstance(node.args[0].op, ast.Mod)
    literals = _literals(node.args[0].left if template else node.args[0], module)  # type: ignore[attr-defined]
    for code in literals:
        yield from _code(code, node, name, module, template)
    held = [] if literals or module.guarded(node) else constants_held(node.args[0], module)
    if any(_differs(code, name, module) for code in held):
        yield module.open(node, "code among the strings that are run here means something else in Python 3")


def _code(code: ast.Constant, node: ast.Call, name: str, module: Module, template: bool) -> Findings:
    fields = _FIELD.findall(str(code.value)) if template else []
    if not isinstance(code.value, str) or "%%" in fields or _STAND_IN.format("") in code.value:
        return
    stand_ins = [_STAND_IN.format(number) for number in range(len(fields))]
    text = _filled(code.value, fields, stand_ins)
    if name == "builtins.compile" and (len(node.args) > 3 or node.keywords):
        return  # its tree may be what is wanted
    if parse(text) is None and _asks_for_syntax(node, module):
        return
    mode = node.args[2] if name == "builtins.compile" and len(node.args) > 2 else None
    expression = name == "builtins.eval" or getattr(mode, "value", "") == "eval"
    new, whole = migrated_code(text, expression, module)
    if new is None and (other := _with_operator(code.value, fields, stand_ins)) is not None:
        text, stand_ins = other
        new, whole = migrated_code(text, expression, module)
    if new is not None and fields:
        held = "|".join(re.escape(s) for s in sorted(stand_ins, key=len, reverse=True))
        new = re.sub(held, lambda found: fields[stand_ins.index(found[0])], new)
    if new is not None and new != code.value:
        yield module.replace(code, _spelled(new, code, module))
    if not whole:
        yield module.open(
            code, "code in this string is Python 2, and needs more than can be written in its place"
        )


def _filled(template: str, fields: list[str], stand_ins: list[str]) -> str:
    for field, stand_in in zip(fields, stand_ins, strict=True):
        template = template.replace(field, stand_in, 1)
    return template


def _with_operator(template: str, fields: list[str], stand_ins: list[str]) -> tuple[str, list[str]] | None:
    """A template that can be read with an operator at one of its places, and what stands at each of them."""
    for place in range(len(fields)):
        for operator in _OPERATORS:
            tried = [*stand_ins[:place], operator, *stand_ins[place + 1 :]]
            text = _filled(template, fields, tried)
            if operator not in template and parse(text) is not None:
                return text, tried
    return None


def _differs(code: ast.Constant, name: str, module: Module) -> bool:
    """Whether code that is used otherwise as well would have to be migrated."""
    if not isinstance(code.value, str):
        return False
    new, whole = migrated_code(code.value, name == "builtins.eval", module)
    return not whole or (new is not None and new != code.value)


def _asks_for_syntax(node: ast.Call, module: Module) -> bool:
    """Whether the code is run to see which syntax this Python has: what handles a SyntaxError goes by the answer."""
    tried = next(tries_around(node, module), None)
    return tried is not None and handles(tried, "SyntaxError")


def _spelled(new: str, code: ast.Constant, module: Module) -> str:
    """`new` as a literal, in the quotes of `code` where that says its text as it is."""
    source = module.source(module.span(code))
    quotes = _QUOTES.match(source)
    if (
        quotes
        and source == f"{quotes[0]}{code.value!s}{quotes[1]}"
        and quotes[1] not in new
        and "\\" not in new
    ):
        return f"{quotes[0]}{new}{quotes[1]}"
    return repr(new)


def _literals(node: ast.expr, module: Module) -> list[ast.Constant]:
    """The strings that `node` is: written out there, for a name that is only used to run it, or by all calls that
    give it for a parameter of that kind.
    """
    if isinstance(node, ast.Constant):
        return [node]
    if not isinstance(node, ast.Name):
        return []
    bindings = module.bindings(node)
    given = bindings[0].node if len(bindings) == 1 and bindings[0].kind == "parameter" else None
    if isinstance(given, ast.arg):
        values, alike = [_constant_given(v, module) for v in module.arguments_for(given)], bindings
    else:
        value = assigned(node, module)
        values, alike = [value] if value is not None else [], None
    literals = [v for v in values if isinstance(v, ast.Constant)]
    reads = [
        n
        for n in names_by_id(module)[node.id]
        if isinstance(n.ctx, ast.Load) and (alike is None or module.bindings(n) == alike)
    ]
    only = all(_is_run(read, module) for read in reads)
    return literals if only and len(literals) == len(values) else []


def _constant_given(value: ast.expr, module: Module) -> ast.expr:
    """For a name that holds a constant and is read for this call alone, the constant; else `value` itself."""
    held = assigned(value, module) if isinstance(value, ast.Name) else None
    if not isinstance(value, ast.Name) or not isinstance(held, ast.Constant):
        return value
    reads = [n for n in names_by_id(module)[value.id] if isinstance(n.ctx, ast.Load)]
    return held if reads == [value] else value


def _is_run(read: ast.expr, module: Module) -> bool:
    """Whether a text is run, as it is or with something put into it."""
    outer = module.parent(read)
    if isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Mod) and outer.left is read:
        outer = module.parent(outer)
    return isinstance(outer, ast.Call) and stdlib_name(outer.func, module) in _RUNNING


RULE = Rule(
    id="code_strings",
    family="P1",
    summary="code in strings that are run is migrated",
    before="n = 1L\nexec 'x = `1`'\n",
    after="n = 1\nexec('x = repr(1)')\n",
    caveats="Only strings written out, there or by all calls that give them, also as templates; and code that needs no "
    "helper but for divisions of names and numbers, which are decided in place.",
    triggers=("exec", "eval", "compile"),
    phase=Phase.FINISH,
    needs_python2=True,
    needs_proof=True,
    nodes=(ast.Call,),
    names=frozenset(["exec", "eval", "compile"]),
    order=90,
    visit=visit,
)
