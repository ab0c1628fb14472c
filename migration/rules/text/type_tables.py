"""{int: f, long: g} → {int: f}: where two kinds of numbers are one now, the entry of the usual one stays."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.values import function_named
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.rules.text.text_among_octets import HELPER
from migration.source.edits import Part, Span
from migration.view.module import Module

#: Numbers by what they are called as keys.
_NAMES = {
    "builtins.int": "int", "builtins.long": "long", "types.IntType": "int", "types.LongType": "long",
    "builtins.str": "str", "builtins.unicode": "unicode",
    "builtins.bytes": "bytes", "types.StringType": "str", "types.UnicodeType": "unicode",
}  # fmt: skip


def visit(node: ast.Dict | ast.Assign | ast.FunctionDef | ast.Expr, module: Module) -> Findings:
    """Drop the entry of `long`: of two entries with one key the last would count. Of `str` and `unicode` either may be
    meant for text: what makes the other of its own goes, and where octets are text of Latin-1 both stay, told apart by
    what the string is; where both have the same, all strings have it. So with what decorators and calls put there.
    """
    if isinstance(node, ast.Assign):
        yield from _assigned(node, module)
        return
    if isinstance(node, ast.FunctionDef):
        yield from _decorated(node, module)
        return
    if isinstance(node, ast.Expr):
        yield from _registered(node, module)
        return
    kinds = [_NAMES.get(module.qualified_name(key) or "") if key is not None else None for key in node.keys]
    for place, kind in enumerate(kinds):
        if kind == "long" and "int" in kinds:
            yield module.edit(module.part(_item(place, node, module)))
        elif kind == "unicode" and "str" in kinds:
            native = kinds.index("str")
            one, other = node.values[place], node.values[native]
            if _calls(one, "encode", module) is not None:
                both = _told_apart(one, other, module)
                yield module.edit(module.part(_item(place, node, module)), *both)
            elif _calls(other, "decode", module) is not None:
                yield module.edit(module.part(_item(native, node, module)))
            elif "bytes" not in kinds and ast.dump(one) == ast.dump(other):
                # Either was a string: text, and octets.
                key = node.keys[place]
                assert key is not None
                yield module.replace(key, "bytes", exactness=Exactness.EXACT)


def _assigned(node: ast.Assign, module: Module) -> Findings:
    """`table[unicode] = f`, where the table gets `table[str] = g` as well; so with `long` and `int`."""
    kind = _key(node, module)
    if kind not in ("long", "unicode"):
        return
    native = _entry(node, {"long": "int", "unicode": "str"}[kind], module)
    if native is None or ast.dump(native.value) == ast.dump(node.value):
        return
    if kind == "long":
        yield module.delete_statement(node)
    elif _calls(node.value, "encode", module) is not None:
        edit = module.delete_statement(node)
        yield module.edit(*edit.parts, *_told_apart(node.value, native.value, module))
    elif _calls(native.value, "decode", module) is not None:
        yield module.delete_statement(native)


def _decorated(node: ast.FunctionDef, module: Module) -> Findings:
    """`@encoder(unicode) def …`, where another function of the block is `@encoder(str)`; so with `long` and `int`."""
    told, kind = _registration(node, module)
    if told is None or kind not in ("long", "unicode") or not _fills_table(told.func, module):
        return
    wanted = {"long": "int", "unicode": "str"}[kind]
    others = (n for n in module.block(node) if isinstance(n, ast.FunctionDef) and n is not node)
    native = [
        other
        for other in others
        if (found := _registration(other, module))[1] == wanted
        and found[0] is not None
        and ast.dump(found[0].func) == ast.dump(told.func)
    ]
    if len(native) != 1:
        return
    place = _called_in(node, "encode")
    if kind == "unicode" and place is None:
        return
    parts = [_line_of(told, module)]
    if place is not None and kind == "unicode" and module.facts.index.octets:
        parts += _handed_over(native[0], node, place, module)
    yield module.edit(*parts)


def _fills_table(decorator: ast.expr, module: Module) -> bool:
    """Whether a function or a class of the file keeps what it decorates in a table, `table[kind] = function`: what else
    a decorator does with a type is its own affair.
    """
    bindings = module.bindings(decorator) if isinstance(decorator, ast.Name) else []
    defined = bindings[0].node if len(bindings) == 1 else None
    if not isinstance(defined, (ast.FunctionDef, ast.ClassDef)):
        return False
    kept = (n for n in ast.walk(defined) if isinstance(n, ast.Assign) and isinstance(n.value, ast.Name))
    targets = (t for n in kept for t in n.targets)
    return any(isinstance(t, ast.Subscript) and isinstance(t.slice, ast.Name) for t in targets)


def _line_of(decorator: ast.expr, module: Module) -> Part:
    """The part that drops a decorator with its line."""
    span = module.span(decorator)
    begin, end = module.text.rfind("\n", 0, span.start) + 1, module.text.find("\n", span.end) + 1
    return module.part(Span(begin, end))


def _handed_over(
    native: ast.FunctionDef, text: ast.FunctionDef, place: int, module: Module
) -> tuple[Part, ...]:
    """Where octets are text of Latin-1: the native string's function calls that of text first, for what is text."""
    if isinstance(module.parent(native), ast.ClassDef):
        return ()  # a method is not called by its bare name
    if (taken := _only_places(native)) is None or taken != _only_places(text):
        return ()
    documented = len(native.body) > 1 and ast.get_docstring(native, clean=False) is not None
    first = native.body[1 if documented else 0]
    start, indent = module.start(first), module.indentation(first)
    if first.lineno == native.lineno:
        return ()
    names = [argument.arg for argument in native.args.args]
    asked = helper("is_text", HELPER, module)
    call = f"({names[place]}):\n{indent}    return {text.name}({', '.join(names)})\n{indent}"
    return (module.part(Span(start, start), "if ", asked, call),)


def _registered(node: ast.Expr, module: Module) -> Findings:
    """`register(str, unicode)`, where the same function is given `unicode` as well: what makes one of the other."""
    call = node.value
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and len(call.args) == 2):
        return
    kinds = [_NAMES.get(module.qualified_name(argument) or "", "") for argument in call.args]
    if sorted(kinds) == ["str", "unicode"] and kinds[1] in _types_given(call, module):
        yield module.delete_statement(node)


def _types_given(call: ast.Call, module: Module) -> set[str]:
    """The types that the function of a call is given first by other calls: by name, or by a loop through them."""
    given: list[ast.expr] = []
    for other in module.nodes_named(ast.Call, frozenset([call.func.id])):  # type: ignore[attr-defined]
        if not isinstance(other, ast.Call) or other is call or not other.args:
            continue
        first = other.args[0]
        loops = [module.parent(b.node) for b in module.bindings(first)] if isinstance(first, ast.Name) else []
        through = [loop.iter for loop in loops if isinstance(loop, ast.For)]
        given += [e for t in through if isinstance(t, (ast.List, ast.Tuple)) for e in t.elts] or [first]
    return {_NAMES.get(module.qualified_name(one) or "", "") for one in given}


def _registration(node: ast.FunctionDef, module: Module) -> tuple[ast.Call | None, str]:
    """The only decorator of a function, if it is called with one argument, and which type that is; '' for another."""
    told = node.decorator_list[0] if len(node.decorator_list) == 1 else None
    if not isinstance(told, ast.Call) or len(told.args) != 1 or told.keywords:
        return None, ""
    return told, _NAMES.get(module.qualified_name(told.args[0]) or "", "")


def _key(node: ast.AST, module: Module) -> str:
    """Which type `table[type] = …` is the entry of; '' for any other statement."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Subscript):
        return _NAMES.get(module.qualified_name(node.targets[0].slice) or "", "")
    return ""


def _entry(node: ast.Assign, kind: str, module: Module) -> ast.Assign | None:
    """The one entry of `kind` that the table gets wherever it gets that of `node`."""
    table = ast.dump(node.targets[0].value)  # type: ignore[attr-defined]
    found = [
        n
        for n in module.nodes_of(ast.Assign)
        if isinstance(n, ast.Assign)
        and _key(n, module) == kind
        and ast.dump(n.targets[0].value) == table  # type: ignore[attr-defined]
        and any(outer in module.block(n) for outer in (node, *module.ancestors(node)))
    ]
    return found[0] if len(found) == 1 else None


def _function(node: ast.expr, module: Module) -> ast.FunctionDef | ast.Lambda | None:
    """The function that an entry is: written out there, or the one of the file that has its name."""
    return node if isinstance(node, ast.Lambda) else function_named(node, module)


def _calls(node: ast.expr, method: str, module: Module) -> int | None:
    """Which parameter a function encodes, or decodes: one written out there, or one of the file that is named."""
    function = _function(node, module)
    return None if function is None else _called_in(function, method)


def _called_in(function: ast.FunctionDef | ast.Lambda, method: str) -> int | None:
    """Which parameter a function has that method called on; the first where a lambda has it on anything."""
    given = [argument.arg for argument in function.args.args]
    made = [n.value for n in ast.walk(function) if isinstance(n, ast.Attribute) and n.attr == method]
    inside = (n for value in made for n in ast.walk(value))
    named = next((given.index(n.id) for n in inside if isinstance(n, ast.Name) and n.id in given), None)
    return 0 if named is None and made and isinstance(function, ast.Lambda) else named


def _only_places(function: ast.FunctionDef | ast.Lambda | None) -> int | None:
    """How many arguments a function takes, by their places alone as far as it says."""
    told = None if function is None else function.args
    if told is None or told.vararg or told.kwarg or told.kwonlyargs or told.defaults:
        return None
    return len(told.args)


def _told_apart(text: ast.expr, native: ast.expr, module: Module) -> tuple[Part, ...]:
    """Where octets are text of Latin-1: the native string's function calls that of text for what is text.

    Not in the body of a class, whose names a function written there does not see.
    """
    place = _calls(text, "encode", module)
    if not module.facts.index.octets or place is None or isinstance(module.scope(text).node, ast.ClassDef):
        return ()
    taken = [_only_places(_function(value, module)) for value in (text, native)]
    if None in taken or taken[0] != taken[1]:
        return ()  # called in another way, it may not have that argument
    given = module.fresh_name("given")
    asked = helper("is_text", HELPER, module)
    chosen = (*module.atom(text), " if ", asked, f"({given}[{place}]) else ", *module.atom(native))
    return (module.part(native, f"lambda *{given}: (", *chosen, f")(*{given})"),)


def _item(place: int, node: ast.Dict, module: Module) -> Span:
    """One entry: with its lines where it stands on lines of its own, else with the comma before it, or behind the
    first.
    """
    spans = [
        (module.outer_span(k), module.outer_span(v)) for k, v in zip(node.keys, node.values, strict=True) if k
    ]
    key, value = spans[place]
    begins = module.text.rfind("\n", 0, key.start) + 1
    ends = module.text.find("\n", value.end) + 1
    behind = module.text[value.end : ends].strip()
    if (
        not module.text[begins : key.start].strip()
        and ends
        and behind[:1] == ","
        and behind[1:].strip()[:1] in ("", "#")
    ):
        return Span(begins, ends)
    if place:
        return Span(spans[place - 1][1].end, value.end)
    return Span(key.start, spans[1][0].start)


RULE = Rule(
    id="type_tables",
    family="P8",
    summary="tables by type have one entry for what is one type now",
    before="a = {int: f, long: g, str: h}\n",
    after="a = {int: f, str: h}\n",
    caveats="What was done for a number beyond the machine's is done as for the others.",
    triggers=("long", "LongType", "unicode", "UnicodeType"),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    order=5,
    nodes=(ast.Dict, ast.Assign, ast.FunctionDef, ast.Expr),
    visit=visit,
)
