"""__getslice__, __setslice__, __delslice__ → reached from __getitem__, __setitem__, __delitem__."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import foreign_bases, local_bases, methods
from migration.flow.atoms import Class
from migration.flow.world import has_method
from migration.rewriting.helpers import helper
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.source.edits import Edit, Needs, Part, Piece, Span
from migration.view.module import Module

_ITEM = {"__getslice__": "__getitem__", "__setslice__": "__setitem__", "__delslice__": "__delitem__"}
_SLICE = {item: name for name, item in _ITEM.items()}
#: Classes of the library that had slice methods.
_SLICED = frozenset(
    [
        "builtins.list", "builtins.str", "builtins.tuple", "builtins.unicode", "UserList.UserList",
        "UserString.UserString", "collections.UserList", "collections.UserString",
    ]
)  # fmt: skip
_SEQUENCES = frozenset(["list", "tuple", "str", "unicode"])
HELPER = '''
def slice_bounds(index, sequence):
    """The two numbers that Python 2 gave to __getslice__: nothing left out, the end counted from the start."""
    start = 0 if index.start is None else operator.index(index.start)
    stop = sys.maxsize if index.stop is None else operator.index(index.stop)
    if (start < 0 or stop < 0) and hasattr(type(sequence), "__len__"):
        length = len(sequence)
        start += length if start < 0 else 0
        stop += length if stop < 0 else 0
    return start, stop
'''
_IMPORTS = ("import operator", "import sys")


def visit(node: ast.ClassDef | ast.Call, module: Module) -> Findings:
    """Dispatch slices in the item methods; call the item methods where a slice method was called by name."""
    if isinstance(node, ast.Call):
        yield from _called(node, module)
        return
    own = methods(node)
    for name, item in _ITEM.items():
        if isinstance(given := own.get(name), ast.Assign) and _is_of_builtin(given, name, module):
            yield _wrapped(given, own.get(item), name, module)
        elif name in own and not _handles_slices(node, item, module):
            part = _dispatch(node, name, item, module)
            if part is None:
                yield module.open(node, f"Python 3 calls {item} with a slice instead of {name}")
            else:
                yield module.edit(part)


def _is_of_builtin(statement: ast.Assign, name: str, module: Module) -> bool:
    """Whether a class takes a method from one that is a builtin's: `__setslice__ = wrapped(list.__setslice__)`."""
    return len(statement.targets) == 1 and any(
        isinstance(n, ast.Attribute) and n.attr == name and module.is_builtin(n.value, "list", "str", "tuple")
        for n in ast.walk(statement.value)
    )


def _wrapped(statement: ast.Assign, beside: ast.stmt | None, name: str, module: Module) -> Edit:
    """The edit that takes the method for items, which does slices, too: not twice, where that is taken already."""
    item = _ITEM[name]
    if isinstance(beside, ast.Assign) and ast.dump(beside) == ast.dump(statement).replace(name, item):
        return module.delete_statement(statement)
    span = module.span(statement)
    return module.replace_span(span, module.source(span).replace(name, item))


def _handles_slices(owner: ast.ClassDef, item: str, module: Module) -> bool:
    """Whether the item method, here or in a base, knows slices already, or is handed one by the slice method."""
    if _hands_on_slice(owner, item):
        return True
    if _unpacks(methods(owner).get(item)) or _tells_apart(owner, item) or _hands_on_badly(owner, item):
        return False
    for one in local_bases(owner, module):
        method = methods(one).get(item)
        if method is not None:
            words = {n.id for n in ast.walk(method) if isinstance(n, ast.Name)}
            words |= {n.attr for n in ast.walk(method) if isinstance(n, ast.Attribute)}
            return bool(words & {"slice", "slice_bounds", "slice_bounds_", *_ITEM})
    return False


def _unpacks(method: ast.stmt | None) -> bool:
    """Whether an item method parts its index at once: it means no slice, whatever it asks of the parts."""
    if not isinstance(method, ast.FunctionDef) or len(method.args.args) < 2:
        return False
    body = [s for s in method.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    first = body[0] if body else None
    unpacked = first.value if isinstance(first, ast.Assign) else None
    parted = isinstance(first, ast.Assign) and isinstance(first.targets[0], ast.Tuple)
    return parted and isinstance(unpacked, ast.Name) and unpacked.id == method.args.args[1].arg


def _tells_apart(owner: ast.ClassDef, item: str) -> bool:
    """Whether the slice method says by a text of its own, or by printing, that it was called, and leads nowhere back to
    the item method, which asks for slices, too: what its object is handed to, and other methods, may.
    """
    own = methods(owner)
    by_slice, method = own.get(_SLICE[item]), own.get(item)
    if not isinstance(by_slice, ast.FunctionDef) or not isinstance(method, ast.FunctionDef):
        return False
    words = {n.id for n in ast.walk(method) if isinstance(n, ast.Name)}
    body = by_slice.body[1:] if ast.get_docstring(by_slice, clean=False) is not None else by_slice.body
    nodes = [n for s in body for n in ast.walk(s)]
    if _makes_its_own(owner, by_slice, method):
        return True
    if _hands_on_itself(nodes, by_slice.args.args[0].arg if by_slice.args.args else ""):
        return False
    if words & {"slice_bounds", "slice_bounds_"} or any(_leads_back(n, by_slice) for n in nodes):
        return False
    if any(isinstance(n, ast.Call) and getattr(n.func, "id", "") == "print" for n in nodes):
        return True
    known = {n.value for n in ast.walk(method) if isinstance(n, ast.Constant)}
    return any(
        isinstance(n, ast.Constant) and isinstance(n.value, str) and n.value not in known for n in nodes
    )


def _hands_on_badly(owner: ast.ClassDef, item: str) -> bool:
    """Whether the item method calls the slice method with another number of things than that takes, or with a bound
    that may be left out, where the slice method does more with it than to cut by it: Python 2 went past this.
    """
    own = methods(owner)
    by_slice, method = own.get(_SLICE[item]), own.get(item)
    if not isinstance(by_slice, ast.FunctionDef) or not isinstance(method, ast.FunctionDef):
        return False
    parameters = [a.arg for a in by_slice.args.args]
    if by_slice.args.vararg or by_slice.args.defaults or not parameters or not method.args.args:
        return False
    nodes = [n for s in by_slice.body for n in ast.walk(s)]
    if _hands_on_itself(nodes, parameters[0]) or any(_leads_back(n, by_slice) for n in nodes):
        return False
    first = method.args.args[0].arg
    calls = [
        n
        for n in ast.walk(method)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == _SLICE[item]
    ]
    return bool(calls) and all(
        getattr(c.func.value, "id", "") == first and _goes_wrong(c, parameters[1:], nodes)  # type: ignore[attr-defined]
        for c in calls
    )


def _goes_wrong(call: ast.Call, parameters: list[str], nodes: list[ast.AST]) -> bool:
    """Whether a call gives more or less than `parameters`, or a part of a slice that `nodes` take for a number."""
    if call.keywords or any(isinstance(a, ast.Starred) for a in call.args):
        return False
    if len(call.args) != len(parameters):
        return True
    bounds = {id(b) for n in nodes if isinstance(n, ast.Slice) and n.step is None for b in (n.lower, n.upper)}
    return any(
        isinstance(given, ast.Attribute)
        and given.attr in ("start", "stop")
        and any(isinstance(n, ast.Name) and n.id == name and id(n) not in bounds for n in nodes)
        for given, name in zip(call.args, parameters, strict=True)
    )


def _makes_its_own(owner: ast.ClassDef, by_slice: ast.FunctionDef, method: ast.FunctionDef) -> bool:
    """Whether the slice method makes another object of the class, of what its object keeps, and the item method, which
    asks for slices, too, knows nothing of that: `return Path(self.parts[i:j])`.
    """
    own = by_slice.args.args[0].arg if by_slice.args.args else ""
    returned = [n.value for n in ast.walk(by_slice) if isinstance(n, ast.Return)]
    made = [v for v in returned if isinstance(v, ast.Call) and _is_class_of(v.func, own, owner.name)]
    known = {getattr(n, "id", getattr(n, "attr", "")) for n in ast.walk(method)}
    if (
        not made
        or len(made) < len(returned)
        or known & {owner.name, "__class__", "type", "slice_bounds", *_ITEM}
    ):
        return False
    asked = {id(n) for call in made for n in ast.walk(call.func)}
    nodes = [n for s in by_slice.body for n in ast.walk(s) if id(n) not in asked]
    return not _hands_on_itself(nodes, own) and not any(_leads_back(n, by_slice) for n in nodes)


def _is_class_of(function: ast.expr, own: str, name: str) -> bool:
    """Whether what is called is the class itself: `Path(…)`, `self.__class__(…)`, `type(self)(…)`."""
    match function:
        case ast.Name(id=called):
            return called == name
        case ast.Attribute(value=ast.Name(id=called), attr="__class__"):
            return called == own
        case ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=called)]):
            return called == own
    return False


def _hands_on_itself(nodes: list[ast.AST], own: str) -> bool:
    """Whether an object, `own`, is used for more than what it keeps: handed on, or asked by a method."""
    kept = [n for n in nodes if isinstance(n, ast.Attribute) and getattr(n.value, "id", "") == own]
    asked = {id(n.func) for n in nodes if isinstance(n, ast.Call)}
    used = sum(isinstance(n, ast.Name) and n.id == own for n in nodes)
    return used > len(kept) or any(id(n) in asked for n in kept)


def _leads_back(node: ast.AST, method: ast.FunctionDef) -> bool:
    """Whether a slice method's code may call the item method of its object."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Name) and node.value.id == method.args.args[0].arg
    named = getattr(node, "attr", getattr(node, "id", ""))
    return named in ("slice", "getattr", *_ITEM.values())


def _hands_on_slice(owner: ast.ClassDef, item: str) -> bool:
    """Whether the slice method calls the item method of its object with a slice: `self.__delitem__(slice(i, j))`,
    `type(self).__delitem__(self, slice(i, j))`, or `del self[slice(i, j)]`.
    """
    by_slice = methods(owner).get(_SLICE[item])
    if not isinstance(by_slice, ast.FunctionDef):
        return False
    own = by_slice.args.args[0].arg if by_slice.args.args else "self"
    for node in ast.walk(by_slice):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(), attr=called),
                args=[ast.Call(func=ast.Name(id="slice")), *_],
            ) if called == item:
                return True
            case ast.Call(
                func=ast.Attribute(value=asked, attr=called),
                args=[ast.Name(id=first), ast.Call(func=ast.Name(id="slice")), *_],
            ) if first == own:
                if called == item and _is_own_class(asked, own, owner):
                    return True
                if called in (item, item.strip("_")) and getattr(asked, "id", "") == "operator":
                    return True
            case ast.Subscript(value=ast.Name(id=first), slice=ast.Call(func=ast.Name(id="slice"))):
                if first == own:
                    return True
    return False


def _is_own_class(node: ast.expr, own: str, owner: ast.ClassDef) -> bool:
    """Whether `node` is the class of the object `own`: by the class's name, of `type(own)` or `own.__class__`."""
    match node:
        case ast.Name(id=named):
            return named == owner.name
        case ast.Attribute(value=ast.Name(id=named), attr="__class__"):
            return named == own
        case ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=named)]):
            return named == own
    return False


def _dispatch(owner: ast.ClassDef, name: str, item: str, module: Module) -> Part | None:
    bounds = helper("slice_bounds", HELPER, module, _IMPORTS)
    value = ", value" if name == "__setslice__" else ""
    returned = "return " if name == "__getslice__" else ""
    own = methods(owner)
    method = own.get(item)
    if isinstance(method, ast.FunctionDef):
        return _into(owner, method, name, bounds, returned, module)
    if method is not None:
        return None
    if set(foreign_bases(owner, module)) <= {"builtins.object"} and not any(
        item in methods(c) for c in local_bases(owner, module)
    ):
        otherwise = ['raise TypeError("only slices can be used here")']
    else:
        base = owner.bases[0]
        while isinstance(base, ast.Attribute):
            base = base.value
        # What is imported may have another name when the rules are done.
        imported = isinstance(base, ast.Name) and any(b.kind == "import" for b in module.bindings(base))
        # Of several bases another may be meant than the first.
        above = imported or len(owner.bases) > 1
        parent = "super()" if above else module.source(module.span(owner.bases[0]))
        own_first = "" if above else "self, "
        otherwise = [f"{returned}{parent}.{item}({own_first}index{value})"]
    lines = [
        "",
        f"def {item}(self, index{value}):",
        "    if isinstance(index, slice) and index.step is None:",
        f"        {returned}{_asked(owner, 'self', name, module)}*{bounds}(index, self){value})",
    ]
    if returned:
        lines += [f"    {line}" for line in otherwise]
    else:
        lines += ["    else:", *(f"        {line}" for line in otherwise)]
    part = after(own[name], lines, module)
    if part is None:
        return None
    text = str(part.pieces[0])
    return Part(part.span, (text, Needs.of("", bounds.imports, bounds.helpers)))


def _asked(owner: ast.ClassDef, own: str, name: str, module: Module) -> str:
    """How a slice method is called: of the class, where objects answer for others."""
    stands_in = any("__getattribute__" in methods(c) for c in local_bases(owner, module))
    return f"{owner.name}.{name}({own}, " if stands_in else f"{own}.{name}("


def _into(
    owner: ast.ClassDef, method: ast.FunctionDef, name: str, bounds: Needs, returned: str, module: Module
) -> Part | None:
    """The part that puts the dispatch at the start of an item method that exists."""
    parameters = [a.arg for a in method.args.args]
    first = method.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and len(method.body) > 1:
        first = method.body[1]
    line_start = module.line_starts[first.lineno - 1]
    before = module.text[line_start : module.start(first)]
    in_line = bool(before.strip())
    if len(parameters) < 2 or (in_line and first.lineno != method.lineno):
        return None
    indent = module.indentation(method) + "    " if in_line else module.indentation(first)
    value = f", {parameters[2]}" if name == "__setslice__" and len(parameters) > 2 else ""
    own, index = parameters[:2]
    leave = "" if returned else f"\n{indent}    return"
    asked = _asked(owner, own, name, module)
    pieces: list[Piece] = [
        f"if isinstance({index}, slice) and {index}.step is None:\n{indent}    {returned}{asked}*", bounds,
        f"({index}, {own}){value}){leave}\n{indent}",
    ]  # fmt: skip
    start = module.start(first)
    if in_line:
        return module.part(Span(start - len(before) + len(before.rstrip()), start), f"\n{indent}", *pieces)
    return module.part(Span(start, start), *pieces)


def _called(node: ast.Call, module: Module) -> Findings:
    """`list.__getslice__(self, i, j)`, `super(…).__getslice__(i, j)`: no base of the library has them now."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr not in _ITEM:
        return
    if any(k.arg is not None for k in node.keywords):
        return
    unbound = module.qualified_name(function.value) in _SLICED
    above = isinstance(function.value, ast.Call) and module.is_builtin(function.value.func, "super")
    if above and _is_inherited(function, module):
        return
    types = frozenset() if unbound else module.type_of(function.value)
    bound = above or (bool(types) and types <= _SEQUENCES)
    count = 3 if function.attr == "__setslice__" else 2
    if unbound and len(node.args) == 2 and isinstance(node.args[1], ast.Starred):
        # list.__getslice__(self, *args): what is handed on are the bounds, and for the other a value.
        if function.attr != "__setslice__":
            own, bounds = module.sub(node.args[0]), module.span(node.args[1])
            whole = module.sub(function.value)
            yield module.replace(node, *whole, f".{_ITEM[function.attr]}(", *own, ", slice(", bounds, "))")
        return
    if not (unbound or bound) or len(node.args) != count + unbound or node.keywords:
        return
    if any(isinstance(a, ast.Starred) for a in node.args):
        return
    arguments = list(node.args)
    pieces: list[Piece] = [*module.sub(function.value), f".{_ITEM[function.attr]}("]
    if unbound:
        pieces += [*module.sub(arguments.pop(0)), ", "]
    # What is still negative was taken for the start, not counted from the end again.
    pieces += ["slice(", *_from_start(arguments[0], module), ", ", *_from_start(arguments[1], module), ")"]
    if len(arguments) > 2:
        pieces += [", ", *module.sub(arguments[2])]
    yield module.replace(node, *pieces, ")")


def _from_start(bound: ast.expr, module: Module) -> tuple[Piece, ...]:
    """A bound that is no less than 0, made so where it isn't seen to be."""
    if _is_no_less(bound, module) or _is_name_no_less(bound, module):
        return module.sub(bound)
    return ("max(", *module.sub(bound), ", 0)")


def _is_no_less(bound: ast.expr | None, module: Module) -> bool:
    """Whether a value is seen to be no less than 0."""
    if isinstance(bound, ast.Constant):
        return not isinstance(bound.value, (int, float)) or bound.value >= 0
    if isinstance(bound, ast.Call) and module.is_builtin(bound.func, "len"):
        return True
    if isinstance(bound, ast.Call) and module.is_builtin(bound.func, "max"):
        return len(bound.args) > 1 and not bound.keywords and any(_is_no_less(a, module) for a in bound.args)
    return bound is not None and module.qualified_name(bound) in ("sys.maxint", "sys.maxsize")


def _is_name_no_less(bound: ast.expr, module: Module) -> bool:
    """Whether all that a name is given is no less than 0; what a call gave it, where it is made so before, whatever
    else is asked.
    """
    bindings = module.bindings(bound) if isinstance(bound, ast.Name) else []
    made = [b for b in bindings if b.kind != "parameter"]
    if not made or not all(_is_no_less(b.value, module) for b in made):
        return False
    function = module.function(bound)
    body = function.body if isinstance(function, ast.FunctionDef) else []
    done = [s for b in made if (s := module.statement(b.node)) in body and s.lineno < bound.lineno]
    return len(made) == len(bindings) or bool(done)


def _is_inherited(function: ast.Attribute, module: Module) -> bool:
    """Whether a base in the file, or of a file that it imports, has the method that `super()` is asked for."""
    owner = module.class_of(function)
    if owner is None:
        return False
    here = local_bases(owner, module)
    if any(function.attr in methods(one) for one in here[1:]):
        return True
    kinds = (atom for base in owner.bases for atom in module.may_hold(base) if isinstance(atom, Class))
    if any(has_method(kind, function.attr) for kind in kinds):
        return True
    far = (b for b in foreign_bases(owner, module) if not b.startswith("builtins.") and b not in _SLICED)
    return any(_defines_elsewhere(b, function.attr, module) for b in far)


def _defines_elsewhere(dotted: str, method: str, module: Module) -> bool:
    """Whether the body of a class defines a method: of the file that the class is imported from; where it isn't
    defined there, or that file isn't found, of any that has a class of the name.
    """
    body = r"[^\n]*\n(?:(?:[ \t][^\n]*)?\n)*?[ \t]+def "
    source, _, name = dotted.rpartition(".")
    index = module.facts.index
    key = index.imported_file(module.facts.key, source) if source else None
    text = index.text(key) or "" if key is not None else ""
    defining = re.compile(rf"(?m)^class {re.escape(name)}\b{body}{method}\(")
    if re.search(rf"(?m)^class {re.escape(name)}\b", text):
        return defining.search(text) is not None
    return index.matches(defining)


RULE = Rule(
    id="slice_methods",
    family="P14",
    summary="slices go to __getitem__, __setitem__, __delitem__",
    before="class S(list):\n    def __getslice__(self, i, j):\n        return S(list.__getslice__(self, i, j))\n",
    after=(
        f"import operator\nimport sys\n\n\n{HELPER.strip()}\n\n\n"
        "class S(list):\n    def __getslice__(self, i, j):\n"
        "        return S(list.__getitem__(self, slice(max(i, 0), max(j, 0))))\n\n"
        "    def __getitem__(self, index):\n        if isinstance(index, slice) and index.step is None:\n"
        "            return self.__getslice__(*slice_bounds(index, self))\n"
        "        return list.__getitem__(self, index)\n"
    ),
    caveats="A base of another file that slices by itself is called for what has a step only.",
    triggers=tuple(_ITEM),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    unread=True,
    nodes=(ast.ClassDef, ast.Call),
    visit=visit,
)
