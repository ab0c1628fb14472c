r"""f('Ren\xc3\xa9') → f(b'Ren\xc3\xa9'), where all that f does with it is to decode it."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from environment.traces import Exactness
from migration.analysis.builtins import type_asked
from migration.analysis.called import function_called
from migration.analysis.classes import class_of, maker
from migration.analysis.literals import has_escapes, has_high_escapes, literal
from migration.analysis.strings.as_bytes import literal_parts
from migration.analysis.values import reads_alike
from migration.rewriting.as_text import OCTETS_DECODED
from migration.rule import Findings, Rule
from migration.trees.bodies import always_leaves
from migration.trees.fields import walk
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Make bytes of literals that spell octets, for a function of the file that makes text of them first."""
    yield from _gone_through(node, module)
    given = [*node.args, *(k.value for k in node.keywords)]
    octets = _spelling_octets(given, module)
    function = _receiver(node, module) if octets else None
    if function is None or any(isinstance(a, ast.Starred) for a in node.args):
        return
    for argument in octets:
        parameter = _parameter(argument, node, function, module)
        if parameter is None and function.args.kwarg and argument not in node.args and _decodes(module):
            yield module.open(
                argument, "octets in a native literal: bytes, if what the function does by name decodes them"
            )
        if parameter is not None and _is_decoded_first(parameter, function, module):
            yield module.edit(*literal_parts(argument, module))


def _may_spell_octets(module: Module) -> bool:
    """Whether a literal of the file spells octets."""
    if module.facts.index.octets or "\\x" not in module.text or not has_escapes(module):
        return False
    return bool(_spelling_octets(module.nodes_of(ast.Constant), module))  # type: ignore[arg-type]


def _gone_through(node: ast.Call, module: Module) -> Findings:
    """`for s in ['Ren\\xc3\\xa9', …]: f(s)`: the same of literals that a loop goes through for this call alone."""
    for argument in node.args:
        bindings = module.bindings(argument) if isinstance(argument, ast.Name) else []
        loop = module.parent(bindings[0].node) if len(bindings) == 1 and bindings[0].kind == "loop" else None
        items = loop.iter if isinstance(loop, (ast.For, ast.comprehension)) else None
        if not isinstance(items, (ast.List, ast.Tuple)) or _loop_reads(argument, module) != [argument]:
            continue
        octets = _spelling_octets(items.elts, module)
        function = _receiver(node, module) if octets else None
        parameter = _parameter(argument, node, function, module) if function is not None else None
        if function is not None and parameter is not None and _is_decoded_first(parameter, function, module):
            yield module.edit(*(part for e in octets for part in literal_parts(e, module)))


def _receiver(node: ast.Call, module: Module) -> ast.FunctionDef | None:
    """The function that a call gives its arguments to: that of a class of the file makes an object with them."""
    made = class_of(node, module) if isinstance(node.func, ast.Name) else None
    return function_called(node, module) if made is None else maker(made, module)


def _spelling_octets(nodes: Iterable[ast.expr], module: Module) -> list[ast.expr]:
    """Those that are native literals and spell octets."""
    spelled = (n for n in nodes if isinstance(n, ast.Constant) and _may_have_escapes(n.value))
    return [n for n in spelled if literal(n, module) and has_high_escapes(n, module)]


def _may_have_escapes(value: object) -> bool:
    """Whether a literal can spell octets: they are no ASCII, or, where an escape stands for itself, a backslash is."""
    return isinstance(value, str) and (not value.isascii() or "\\" in value)


def _loop_reads(name: ast.expr, module: Module) -> list[ast.Name]:
    """Where a loop's variable is read."""
    assert isinstance(name, ast.Name)
    return reads_alike(name, module)


def _decodes(module: Module) -> bool:
    """Whether anything in the file is decoded."""
    return bool(module.nodes_named(ast.Call, frozenset(["decode", "unicode"])))


def _parameter(
    argument: ast.expr, call: ast.Call, function: ast.FunctionDef, module: Module
) -> ast.arg | None:
    """The parameter that a call gives an argument to."""
    if argument not in call.args:
        name = next(k.arg for k in call.keywords if k.value is argument)
        return next((a for a in function.args.args if a.arg == name), None)
    owned = isinstance(module.parent(function), ast.ClassDef) and not any(
        isinstance(d, ast.Name) and d.id == "staticmethod" for d in function.decorator_list
    )
    place = call.args.index(argument) + (1 if owned else 0)
    return function.args.args[place] if place < len(function.args.args) else None


def _is_decoded_first(parameter: ast.arg, function: ast.FunctionDef, module: Module) -> bool:
    """Whether octets that a function is given are decoded before anything else happens with them."""
    names = [n for n in module.below(function) if isinstance(n, ast.Name) and n.id == parameter.arg]
    if any(module.function(n) is not function for n in names):
        return False
    decodings = [n for n in names if isinstance(n.ctx, ast.Load) and _is_decoded(n, module)]
    stored = [module.statement(n) for n in names if isinstance(n.ctx, ast.Store)]
    if not decodings or any(not isinstance(s, ast.Assign) or len(s.targets) != 1 for s in stored):
        return False
    texts = [module.statement(n) for n in decodings if module.statement(n) in stored]
    text_from = min((module.span(s).end for s in texts), default=len(module.text))
    first = [s for s in stored if module.start(s) < text_from]
    if any(s not in texts or not _is_reached(s, parameter.arg, function, module) for s in first):
        return False
    return all(
        n in decodings or module.start(n) >= text_from or _is_spared(n, parameter.arg, function, module)
        for n in names
        if isinstance(n.ctx, ast.Load)
    )


def _is_decoded(name: ast.Name, module: Module) -> bool:
    """Whether a codec makes text of `name`: `x.decode(…)`, `unicode(x, …)`."""
    parent = module.parent(name)
    call = module.parent(parent) if isinstance(parent, ast.Attribute) else parent
    if not isinstance(call, ast.Call):
        return False
    if isinstance(parent, ast.Attribute):
        return parent.attr == "decode" and call.func is parent
    several = len(call.args) + len(call.keywords) > 1
    return several and call.args[:1] == [name] and module.is_builtin(call.func, "unicode")


def _is_reached(statement: ast.stmt, name: str, function: ast.FunctionDef, module: Module) -> bool:
    """Whether octets get to a statement of the function: no condition is around it but one that holds for them."""
    parent = module.parent(statement)
    if parent is function:
        return True
    if not isinstance(parent, ast.If) or module.parent(parent) is not function:
        return False
    test, body = parent.test, statement in parent.body
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, body = test.operand, not body
    kind = _asked(test, name, module)
    return kind == "str" if body else kind == "unicode"


def _asked(test: ast.expr, name: str, module: Module) -> str:
    """The type, str or unicode, that a condition asks a variable for; "" for any other condition."""
    found = type_asked(test, module)
    if found is None or getattr(found[0], "id", "") != name:
        return ""
    if module.is_builtin(found[1], "str", "bytes"):
        return "str"
    return "unicode" if module.is_builtin(found[1], "unicode") else ""


def _is_spared(name: ast.Name, asked: str, function: ast.FunctionDef, module: Module) -> bool:
    """Whether `name` is only asked for its type, or read where that is unicode, or behind what has left with octets."""
    parent = module.parent(name)
    before = (s for s in function.body if module.span(s).end <= module.start(name))
    if any(
        isinstance(s, ast.If) and _asked(s.test, asked, module) == "str" and always_leaves(s.body)
        for s in before
    ):
        return True
    if isinstance(parent, ast.Call) and module.is_builtin(parent.func, "isinstance"):
        return parent.args[:1] == [name]
    for outer in module.ancestors(name):
        if outer is function:
            return False
        if isinstance(outer, ast.If) and _asked(outer.test, asked, module) == "unicode":
            return any(name in walk(s) for s in outer.body)
    return False


RULE = Rule(
    id="octets_to_decode",
    family="P8",
    summary="literals of octets that a function of the file decodes first are bytes",
    before="def f(s):\n    return s.decode('utf-8')\nx = f('Ren\\xc3\\xa9')\nn = 1L\n",
    after=f"{OCTETS_DECODED[1:]}\n\ndef f(s):\n    return decoded_octets(s, 'utf-8')\nx = f(b'Ren\\xc3\\xa9')\nn = 1\n",
    caveats="Only literals in the call itself, and functions that do nothing else with octets.",
    triggers=("decode", "unicode"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    when=_may_spell_octets,
    visit=visit,
)
