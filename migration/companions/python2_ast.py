"""Syntax trees of the nodes that Python 2's module ast has, made from those of Python 3, and compiled by way of them.

Stands in for ast (and _ast) in a program that walks, writes or changes trees of that shape: handlers found by the names
of nodes that are gone (TryExcept, Num, Index, Print), fields that are others (starargs, vararg, context_expr). `parse`
reads the syntax of the Python that runs; what only that has keeps its nodes.
"""

from __future__ import annotations

import ast as _ast
import builtins as _builtins
import inspect as _inspect
from collections.abc import Callable
from typing import Any

#: Nodes whose fields are others by now, and those they had.
_CHANGED = {
    "Assign": "targets value", "Call": "func args keywords starargs kwargs",
    "ClassDef": "name bases body decorator_list", "ExceptHandler": "type name body",
    "For": "target iter body orelse", "FunctionDef": "name args body decorator_list", "Module": "body",
    "Raise": "type inst tback", "Slice": "lower upper step", "With": "context_expr optional_vars body",
    "alias": "name asname", "arguments": "args vararg kwarg defaults", "comprehension": "target iter ifs",
    "keyword": "arg value",
}  # fmt: skip
#: Nodes that are gone: what they derive from, and their fields.
_GONE = {
    "Ellipsis": ("slice", ""), "Exec": ("stmt", "body globals locals"), "ExtSlice": ("slice", "dims"),
    "Index": ("slice", "value"), "Num": ("expr", "n"), "Param": ("expr_context", ""),
    "Print": ("stmt", "dest values nl"), "Repr": ("expr", "value"), "Str": ("expr", "s"),
    "Suite": ("mod", "body"), "TryExcept": ("stmt", "body handlers orelse"), "TryFinally": ("stmt", "body finalbody"),
}  # fmt: skip


# What is as it was.
globals().update((name, value) for name, value in vars(_ast).items() if not name.startswith("_"))


class slice(_ast.AST):
    """What stands in the brackets of a subscript."""


def _made(name: str, bases: tuple[type, ...], fields: str) -> type:
    has_place = name not in ("Slice", "alias", "keyword") and bases[0]._attributes  # type: ignore[attr-defined]
    attributes = ("lineno", "col_offset") if has_place else ()
    space = {
        "_fields": tuple(fields.split()),
        "_attributes": attributes,
        "__module__": __name__,
        "__doc__": fields,
    }
    return type(name, bases, space)


for _name, _fields in _CHANGED.items():
    _bases = (getattr(_ast, _name), *((slice,) if _name == "Slice" else ()))
    globals()[_name] = _made(_name, _bases, _fields)
for _name, (_base, _fields) in _GONE.items():
    globals()[_name] = _made(_name, (slice if _base == "slice" else getattr(_ast, _base),), _fields)

_NODES: dict[str, Any] = globals()
_CONSTANTS = {None: "None", True: "True", False: "False"}
_NAMED = {name: value for value, name in _CONSTANTS.items()}
#: Where what Python 2's node has no field for is kept, for the way back.
_REST = "_python3_fields"


def parse(source: Any, filename: str = "<unknown>", mode: str = "exec") -> Any:
    """The tree of a text."""
    return compile(source, filename, mode, _ast.PyCF_ONLY_AST)


def compile(source: Any, filename: str, mode: str, flags: int = 0, dont_inherit: bool = False) -> Any:
    """As the builtin, which neither knows nor makes such trees."""
    if isinstance(source, _ast.AST):
        source = python3_tree(source)
    made: Any = _builtins.compile(source, filename, mode, flags, True)
    return python2_tree(made) if isinstance(made, _ast.AST) else made


def literal_eval(node_or_string: Any) -> Any:
    """The value of a literal."""
    is_node = isinstance(node_or_string, _ast.AST)
    return _ast.literal_eval(python3_tree(node_or_string) if is_node else node_or_string)


def dump(node: Any, annotate_fields: bool = True, include_attributes: bool = False) -> str:
    """A tree as text, all fields of all nodes."""

    def shown(part: Any) -> str:
        if isinstance(part, list):
            return f"[{', '.join(map(shown, part))}]"
        if not isinstance(part, _ast.AST):
            return repr(part)
        fields = [(f"{name}=" * annotate_fields) + shown(value) for name, value in _ast.iter_fields(part)]
        given = [n for n in ("lineno", "col_offset") if include_attributes and n in part._attributes]
        fields += [f"{name}={getattr(part, name)!r}" for name in given]
        return f"{part.__class__.__name__}({', '.join(fields)})"

    if not isinstance(node, _ast.AST):
        raise TypeError(f"expected AST, got {node.__class__.__name__!r}")
    return shown(node)


def get_docstring(node: Any, clean: bool = True) -> Any:
    """The text that documents a function, a class or a module, or None."""
    if not isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef, _ast.Module)):
        raise TypeError(f"{node.__class__.__name__!r} can't have docstrings")
    first = node.body[0] if node.body else None
    text: Any = getattr(first.value, "s", None) if isinstance(first, _ast.Expr) else None
    return _inspect.cleandoc(text) if clean and isinstance(text, str) else text


def python2_tree(node: Any) -> Any:
    """A tree, or a list of trees, of Python 3's nodes with those of Python 2 in their place."""
    if isinstance(node, list):
        return [python2_tree(one) for one in node]
    if not isinstance(node, _ast.AST):
        return node
    convert = _TO_OLD.get(node.__class__.__name__)
    made = convert(node) if convert is not None else _alike(node, python2_tree)
    first = next(_ast.iter_child_nodes(made), None)
    if isinstance(node, (_ast.Expr, _ast.expr)) and getattr(first, "col_offset", 0) == -1:
        was = next(_ast.iter_child_nodes(node))
        if (was.lineno, was.col_offset) == (node.lineno, node.col_offset):  # type: ignore[attr-defined]
            _place(made, first)  # what begins with such a text
    _place(made, node)
    return made


def python3_tree(node: Any) -> Any:
    """The way back, for what compiles trees."""
    return _placed(_new(node), 1, 0)


def _placed(node: Any, line: int, column: int) -> Any:
    """A tree whose nodes all are at one place each, that of the node above them where they have none."""
    if "lineno" in node._attributes:
        line, column = getattr(node, "lineno", line), max(getattr(node, "col_offset", column), 0)
        node.lineno = node.end_lineno = line
        node.col_offset = node.end_col_offset = column
    for one in _ast.iter_child_nodes(node):
        _placed(one, line, column)
    return node


def _alike(node: Any, convert: Callable[[Any], Any]) -> Any:
    """A node of the same class, or of the one that has the name here, with its parts converted."""
    kind = (
        _NODES.get(node.__class__.__name__) if convert is python2_tree else getattr(_ast, type(node).__name__)
    )
    fields = {n: convert(getattr(node, n)) for n in (kind or type(node))._fields if hasattr(node, n)}
    made = (kind or type(node))(**fields)
    rest = {n: v for n, v in _ast.iter_fields(node) if n not in fields}
    if rest and convert is python2_tree:
        setattr(made, _REST, rest)
    return made


def _place(made: Any, node: Any) -> None:
    for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        if name in made._attributes and hasattr(node, name) and not hasattr(made, name):
            setattr(made, name, getattr(node, name))


def _put(made: Any, node: Any) -> Any:
    """A node that only Python 2's trees have, at the place of another."""
    _place(made, node)
    return made


def _node(kind: str, *values: Any) -> Any:
    return _NODES[kind](*values)


def _old_constant(node: _ast.Constant) -> Any:
    value = node.value
    if value is None or isinstance(value, bool):
        return _node("Name", _CONSTANTS[value], _ast.Load())
    if isinstance(value, (int, float, complex)):
        return _node("Num", value)
    if not isinstance(value, (str, bytes)):
        return _ast.Constant(value)
    made = _node("Str", value)
    last = node.end_lineno or node.lineno
    if isinstance(value, str) and last > node.lineno and value.count("\n") == last - node.lineno:
        made.lineno, made.col_offset = last, -1  # where the tokenizer had come to
    return made


def _old_sign(node: _ast.UnaryOp) -> Any:
    """A negative number is one literal."""
    number = node.operand.value if isinstance(node.operand, _ast.Constant) else None
    is_number = isinstance(number, (int, float, complex)) and not isinstance(number, bool)
    if isinstance(node.op, _ast.USub) and is_number:
        return _node("Num", -number)  # type: ignore[operator]
    return _alike(node, python2_tree)


def _old_call(node: _ast.Call) -> Any:
    args, keywords, several, named = list(node.args), list(node.keywords), None, None
    if args and isinstance(args[-1], _ast.Starred):
        several = args.pop().value  # type: ignore[attr-defined]
    if keywords and keywords[-1].arg is None:
        named = keywords.pop().value
    return _node("Call", *map(python2_tree, (node.func, args, keywords, several, named)))


def _old_arguments(node: _ast.arguments) -> Any:
    given = [_old_parameter(one) for one in (*node.posonlyargs, *node.args)]
    names = [one.arg if one is not None else None for one in (node.vararg, node.kwarg)]
    made = _node("arguments", given, *names, python2_tree(node.defaults))
    setattr(
        made,
        _REST,
        {n: getattr(node, n) for n in ("posonlyargs", "kwonlyargs", "kw_defaults", "vararg", "kwarg")},
    )
    return made


def _old_parameter(node: _ast.arg) -> Any:
    made = _put(_node("Name", node.arg, _node("Param")), node)
    setattr(made, _REST, {"annotation": node.annotation})
    return made


def _old_definition(node: Any) -> Any:
    """A function or a class begins with its first decorator."""
    made = _alike(node, python2_tree)
    if node.decorator_list:
        made.lineno = node.decorator_list[0].lineno
    return made


def _old_handler(node: _ast.ExceptHandler) -> Any:
    name = _put(_node("Name", node.name, _ast.Store()), node) if node.name is not None else None
    return _node("ExceptHandler", python2_tree(node.type), name, python2_tree(node.body))


def _old_raise(node: _ast.Raise) -> Any:
    made = _node("Raise", python2_tree(node.exc), None, None)
    setattr(made, _REST, {"cause": node.cause})
    return made


def _old_try(node: _ast.Try) -> Any:
    body = python2_tree(node.body)
    if node.handlers:
        handled = _put(_node("TryExcept", body, python2_tree(node.handlers), python2_tree(node.orelse)), node)
        if not node.finalbody:
            return handled
        body = [handled]
    return _node("TryFinally", body, python2_tree(node.finalbody))


def _old_with(node: _ast.With) -> Any:
    body = python2_tree(node.body)
    for item in reversed(node.items):
        made = _put(
            _node("With", python2_tree(item.context_expr), python2_tree(item.optional_vars), body), node
        )
        body = [made]
    return made


def _old_subscript(node: _ast.Subscript) -> Any:
    return _node("Subscript", python2_tree(node.value), _old_slice(node.slice), python2_tree(node.ctx))


def _old_slice(node: Any) -> Any:
    if isinstance(node, _ast.Slice):
        return _node("Slice", *(python2_tree(part) for part in (node.lower, node.upper, node.step)))
    if isinstance(node, _ast.Constant) and node.value is ...:
        return _node("Ellipsis")
    parts = node.elts if isinstance(node, _ast.Tuple) else []
    if any(isinstance(p, _ast.Slice) or (isinstance(p, _ast.Constant) and p.value is ...) for p in parts):
        return _node("ExtSlice", [_old_slice(part) for part in parts])
    return _node("Index", python2_tree(node))


_TO_OLD: dict[str, Callable[[Any], Any]] = {
    "Call": _old_call, "ClassDef": _old_definition, "Constant": _old_constant, "ExceptHandler": _old_handler,
    "FunctionDef": _old_definition, "Raise": _old_raise, "Subscript": _old_subscript, "Try": _old_try,
    "UnaryOp": _old_sign, "With": _old_with, "arguments": _old_arguments,
}  # fmt: skip


def _new(node: Any) -> Any:
    if isinstance(node, (list, tuple)):
        return [_new(one) for one in node]
    if not isinstance(node, _ast.AST):
        return node
    name = node.__class__.__name__
    convert = _TO_NEW.get(name)
    made = convert(node) if convert is not None else _alike(node, _new)
    for field, value in getattr(node, _REST, {}).items():
        if field in made._fields and getattr(made, field, None) is None:
            setattr(made, field, value)
    _place(made, node)
    return made


def _field(node: Any, name: str, otherwise: Any = None) -> Any:
    """What a node has in a field, converted; nodes that a program makes may lack what is empty."""
    return _new(getattr(node, name, otherwise))


def _call(name: str, *arguments: Any, keywords: Any = ()) -> Any:
    given = [one for one in arguments if one is not None]
    return _ast.Call(_ast.Name(name, _ast.Load()), given, list(keywords))


def _new_name(node: Any) -> Any:
    if node.id in _NAMED and not isinstance(node.ctx, (_ast.Store, _ast.Del)):
        return _ast.Constant(_NAMED[node.id])
    return _ast.Name(node.id, _new(node.ctx))


def _new_call(node: Any) -> Any:
    args, keywords = _field(node, "args", []), _field(node, "keywords", [])
    several, named = _field(node, "starargs"), _field(node, "kwargs")
    args += [_ast.Starred(several, _ast.Load())] if several is not None else []
    keywords += [_ast.keyword(None, named)] if named is not None else []
    return _ast.Call(_field(node, "func"), args, keywords)


def _new_arguments(node: Any) -> Any:
    rest: dict[str, Any] = getattr(node, _REST, {})
    given = [_new_parameter(one) for one in getattr(node, "args", [])]
    first = len(rest.get("posonlyargs", getattr(node, "posonlyargs", [])))
    others = [_taking_rest(getattr(node, n, None), rest.get(n)) for n in ("vararg", "kwarg")]
    keyed, filled = (rest.get(n, getattr(node, n, [])) for n in ("kwonlyargs", "kw_defaults"))
    defaults = _field(node, "defaults", [])
    return _ast.arguments(given[:first], given[first:], others[0], keyed, filled, others[1], defaults)


def _new_parameter(node: Any) -> Any:
    if isinstance(node, _ast.arg):
        return node
    made = _ast.arg(node.id, getattr(node, _REST, {}).get("annotation"))
    return _ast.copy_location(made, node)


def _taking_rest(name: Any, was: Any) -> Any:
    if name is None or isinstance(name, _ast.arg):
        return name
    return was if was is not None and was.arg == name else _ast.arg(name)


def _new_class(node: Any) -> Any:
    keywords = getattr(node, _REST, {}).get("keywords", getattr(node, "keywords", []))
    body, decorators = _field(node, "body"), _field(node, "decorator_list", [])
    return _ast.ClassDef(node.name, _field(node, "bases", []), keywords, body, decorators)


def _new_handler(node: Any) -> Any:
    name = getattr(node, "name", None)
    return _ast.ExceptHandler(_field(node, "type"), getattr(name, "id", name), _field(node, "body"))


def _new_raise(node: Any) -> Any:
    if not isinstance(node, _NODES["Raise"]):
        return _alike(node, _new)
    raised, value, where = (_field(node, name) for name in ("type", "inst", "tback"))
    if value is not None:
        raised = _ast.Call(raised, [value], [])
    if where is not None:
        raised = _ast.Call(_ast.Attribute(raised, "with_traceback", _ast.Load()), [where], [])
    return _ast.Raise(raised)


def _new_finally(node: Any) -> Any:
    body, last = _field(node, "body"), _field(node, "finalbody")
    if len(body) == 1 and isinstance(body[0], _ast.Try) and not body[0].finalbody:
        return _ast.Try(body[0].body, body[0].handlers, body[0].orelse, last)
    return _ast.Try(body, [], [], last)


def _new_with(node: Any) -> Any:
    if not isinstance(node, _NODES["With"]):
        return _alike(node, _new)
    item = _ast.withitem(_field(node, "context_expr"), _field(node, "optional_vars"))
    return _ast.With([item], _field(node, "body"))


def _new_comprehension(node: Any) -> Any:
    rest: dict[str, Any] = getattr(node, _REST, {})
    waits = rest.get("is_async", getattr(node, "is_async", 0))
    return _ast.comprehension(_field(node, "target"), _field(node, "iter"), _field(node, "ifs", []), waits)


def _new_print(node: Any) -> Any:
    words = [] if getattr(node, "nl", True) else [_ast.keyword("end", _ast.Constant(" "))]
    where = _field(node, "dest")
    words += [_ast.keyword("file", where)] if where is not None else []
    return _ast.Expr(_call("print", *_field(node, "values", []), keywords=words))


_TO_NEW: dict[str, Callable[[Any], Any]] = {
    "Call": _new_call, "ClassDef": _new_class, "Ellipsis": lambda node: _ast.Constant(...),
    "ExceptHandler": _new_handler,
    "Exec": lambda node: _ast.Expr(_call("exec", *(_field(node, n) for n in ("body", "globals", "locals")))),
    "ExtSlice": lambda node: _ast.Tuple(_field(node, "dims"), _ast.Load()),
    "Index": lambda node: _field(node, "value"), "Module": lambda node: _ast.Module(_field(node, "body"), []),
    "Name": _new_name, "Num": lambda node: _ast.Constant(node.n), "Param": lambda node: _ast.Load(),
    "Print": _new_print, "Raise": _new_raise, "Repr": lambda node: _call("repr", _field(node, "value")),
    "Str": lambda node: _ast.Constant(node.s), "Suite": lambda node: _ast.Module(_field(node, "body"), []),
    "TryExcept": lambda node: _ast.Try(_field(node, "body"), _field(node, "handlers"), _field(node, "orelse", []), []),
    "TryFinally": _new_finally,
    "With": _new_with, "arguments": _new_arguments, "comprehension": _new_comprehension,
}  # fmt: skip
