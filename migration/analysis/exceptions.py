"""What rules about caught exceptions share: which handler bound a name, and which classes it can hold."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from migration.analysis.classes import attribute_values, foreign_bases, local_bases, methods
from migration.analysis.displays import displays
from migration.analysis.names import is_first_parameter, memory
from migration.analysis.values import called_here, given_to_attributes, returns_of
from migration.trees.bodies import is_static
from migration.view.module import Module

#: Exceptions that are built in.
EXCEPTIONS = frozenset(
    n for n, v in vars(builtins).items() if isinstance(v, type) and issubclass(v, BaseException)
)
_LACKING = frozenset(["AttributeError", "Exception", "StandardError"])


def caught_names(module: Module) -> frozenset[str]:
    """All names that handlers of the file give to what they catch."""
    known = memory(module)
    if "caught" not in known:
        handlers = module.nodes_of(ast.ExceptHandler)
        known["caught"] = frozenset(h.name for h in handlers if isinstance(h, ast.ExceptHandler) and h.name)
    return known["caught"]  # type: ignore[no-any-return]


def caught_by(name: ast.expr, module: Module) -> list[ast.ExceptHandler]:
    """The handlers that bind `name`, when nothing but handlers does; else []."""
    if not isinstance(name, ast.Name):
        return []
    bindings = module.bindings(name)
    handlers = [b.node for b in bindings if b.kind == "except" and isinstance(b.node, ast.ExceptHandler)]
    return handlers if handlers and len(handlers) == len(bindings) else []


def nearest_handler(name: ast.Name, module: Module) -> ast.ExceptHandler | None:
    """The innermost handler around `name` that binds it; None when the name may have been rebound inside by then."""
    for outer in module.ancestors(name):
        if isinstance(outer, ast.ExceptHandler) and outer.name == name.id:
            return None if _is_rebound(name, outer, module) else outer
        if isinstance(outer, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            break
    return _handler_before(name, module)


def _is_rebound(name: ast.Name, handler: ast.ExceptHandler, module: Module) -> bool:
    """Whether `name` may be given something else in the handler before it is read: above it, in a loop around it, or
    in its own statement, but for `name = … name …`.
    """
    stores = [
        n
        for n in ast.walk(handler)
        if isinstance(n, ast.Name) and n.id == name.id and isinstance(n.ctx, ast.Store)
    ]
    if not stores:
        return False
    statement = module.statement(name)
    for store in stores:
        giving = module.statement(store)
        if giving is statement:
            if not (isinstance(giving, ast.Assign) and store in giving.targets):
                return True
        elif (giving.lineno, giving.col_offset) < (statement.lineno, statement.col_offset):
            return True
    for outer in module.ancestors(name):
        if outer is handler:
            return False
        if isinstance(outer, (ast.For, ast.While, ast.FunctionDef, ast.Lambda)):
            return True
    return True


def _handler_before(name: ast.Name, module: Module) -> ast.ExceptHandler | None:
    """The only clause of the statements before `name`, in its block, that binds it, where nothing else does since."""
    statement = module.statement(name)
    block = module.block(statement)
    for earlier in reversed(block[: block.index(statement)]):
        nodes = list(ast.walk(earlier))
        if any(isinstance(n, ast.Name) and n.id == name.id and isinstance(n.ctx, ast.Store) for n in nodes):
            return None
        handlers = [n for n in nodes if isinstance(n, ast.ExceptHandler) and n.name == name.id]
        if handlers:
            found = len(handlers) == 1 and isinstance(earlier, ast.Try) and handlers[0] in earlier.handlers
            return handlers[0] if found else None
    return None


def classes_of(handler: ast.ExceptHandler, module: Module) -> list[str] | None:
    """Qualified names of the classes a handler catches ('' for a local class); None for a bare `except:`."""
    if handler.type is None:
        return None
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return [module.qualified_name(k) or "" for k in kinds]


def tries_around(node: ast.AST, module: Module) -> Iterator[ast.Try]:
    """The `try` statements of the same function whose body `node` stands in, innermost first."""
    below = node
    for above in module.ancestors(node):
        if isinstance(above, (ast.FunctionDef, ast.Lambda)):
            return
        if isinstance(above, ast.Try) and below in above.body:
            yield above
        below = above


def is_awaited(node: ast.AST, module: Module, *errors: str) -> bool:
    """Whether one of some errors is handled around `node`, in the same function."""
    return any(handles(tried, error) for tried in tries_around(node, module) for error in errors)


def handles(tried: ast.Try, name: str) -> bool:
    """Whether a handler of `tried` names the class."""
    caught = (n for h in tried.handlers if h.type for n in ast.walk(h.type))
    return any(isinstance(n, ast.Name) and n.id == name for n in caught)


def local_class(node: ast.expr | None, module: Module) -> ast.ClassDef | None:
    """The class of this file that `node` names."""
    if isinstance(node, ast.Name):
        for binding in module.bindings(node):
            if isinstance(binding.node, ast.ClassDef):
                return binding.node
    return None


def defines(handler: ast.ExceptHandler, module: Module, *names: str) -> bool:
    """Whether a class of this file that the handler catches, or a base of it, defines or sets one of `names`."""
    pending = handler.type.elts[:] if isinstance(handler.type, ast.Tuple) else [handler.type]
    seen: set[ast.ClassDef] = set()
    while pending:
        found = local_class(pending.pop(), module)
        if found is None or found in seen:
            continue
        seen.add(found)
        pending.extend(found.bases)
        for node in ast.walk(found):
            if isinstance(node, ast.FunctionDef) and node.name in names:
                return True
            if isinstance(node, ast.Attribute) and node.attr in names and isinstance(node.ctx, ast.Store):
                return True
            if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Store):
                return True
    return False


def may_be_exception(node: ast.expr, module: Module, depth: int = 3, *, with_message: bool = False) -> bool:
    """Whether `node` is seen to be an exception: made or caught and kept in a name or an attribute, asked of `sys`, or
    handed to a function of this file. Those of a class with a message of its own count with `with_message` only.
    """
    if not depth:
        return False
    known: dict[tuple[ast.expr, int, bool], bool] = memory(module).setdefault("may be exception", {})
    key = (node, depth, with_message)
    if key not in known:
        known[key] = False
        known[key] = _may_be_exception(node, module, depth, with_message)
    return known[key]


def _may_be_exception(node: ast.expr, module: Module, depth: int, with_message: bool) -> bool:
    def is_one(value: ast.expr) -> bool:
        seen = isinstance(value, (ast.Name, ast.Call, ast.Subscript))
        return seen and may_be_exception(value, module, depth - 1, with_message=with_message)

    if isinstance(node, ast.Call):
        made, function = local_class(node.func, module), called_here(node, module)
        if function is not None and not function.decorator_list:
            return any(r.value is not None and is_one(r.value) for r in returns_of(function))
        return is_exception_name(module.qualified_name(node.func) or "") or (
            made is not None and _derives(made, module) and (with_message or not has_message(made, module))
        )
    if isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Slice):
            return False
        if _is_exc_info(node.value, module):
            return isinstance(node.slice, ast.Constant) and node.slice.value == 1
        return any(is_one(item) for items in displays(node.value, module) for item in items)
    if isinstance(node, ast.Attribute):
        return any(v is not None and is_one(v) for v in given_to_attributes(module).get(node.attr, []))
    if not isinstance(node, ast.Name):
        return False
    bindings = module.bindings(node)
    handlers = [b.node for b in bindings if isinstance(b.node, ast.ExceptHandler)]
    if handlers:
        return with_message or not any(defines(h, module, "message") for h in handlers)
    for binding in bindings:
        if binding.kind == "parameter" and isinstance(binding.node, ast.arg):
            if any(map(is_one, _arguments(binding.node, module))):
                return True
        elif binding.value is not None:
            if is_one(binding.value):
                return True
        elif _is_second_of_exc_info(binding.node, module):
            return True
        elif binding.kind == "loop":
            loop = module.parent(binding.node)
            if isinstance(loop, (ast.For, ast.comprehension)) and loop.target is binding.node:
                items = [item for found in displays(loop.iter, module) for item in found]
                if any(map(is_one, items)):
                    return True
    return False


def is_exception_name(name: str) -> bool:
    """Whether a qualified name is that of a builtin exception, also by the module they had."""
    kind, _, last = name.partition(".")
    return kind in ("builtins", "exceptions") and (last in EXCEPTIONS or last == "StandardError")


def _derives(owner: ast.ClassDef, module: Module) -> bool:
    """Whether a class of this file is an exception."""
    return any(is_exception_name(name) for name in foreign_bases(owner, module))


def has_message(owner: ast.ClassDef, module: Module) -> bool:
    own = local_bases(owner, module)
    return any("message" in methods(c) or attribute_values(c, "message") for c in own)


def own_exception(node: ast.expr, module: Module) -> ast.ClassDef | None:
    """The class of a method's object, where it is an exception of this file that derives from Python's own alone."""
    owner, function = module.class_of(node), module.function(node)
    if owner is None or not isinstance(node, ast.Name) or not isinstance(function, ast.FunctionDef):
        return None
    if not is_first_parameter(node, function) or module.parent(function) is not owner:
        return None
    if is_static(function, owner):
        return None
    bases = foreign_bases(owner, module)
    plain = all(is_exception_name(base) or base == "builtins.object" for base in bases)
    return owner if plain and any(map(is_exception_name, bases)) else None


def _is_exc_info(node: ast.expr, module: Module) -> bool:
    return isinstance(node, ast.Call) and module.qualified_name(node.func) == "sys.exc_info"


def is_caught_type(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the type of what was caught: `sys.exc_info()[0]`, `sys.exc_type`, or the name that is
    given that alone.
    """
    if isinstance(node, ast.Subscript):
        first = isinstance(node.slice, ast.Constant) and node.slice.value == 0
        return first and _is_exc_info(node.value, module)
    if isinstance(node, ast.Attribute):
        return module.qualified_name(node) == "sys.exc_type"
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return bool(bindings) and all(_is_of_exc_info(b.node, 0, module) for b in bindings)


def _whole(node: ast.expr) -> ast.expr:
    """What `node` is the beginning of, or itself: `x` of `x[:2]`."""
    cut = node.slice if isinstance(node, ast.Subscript) else None
    begins = isinstance(cut, ast.Slice) and cut.lower is None and cut.step is None
    return node.value if begins else node  # type: ignore[attr-defined]


def _is_second_of_exc_info(target: ast.AST, module: Module) -> bool:
    return _is_of_exc_info(target, 1, module)


def _is_of_exc_info(target: ast.AST, place: int, module: Module) -> bool:
    together = module.parent(target)
    statement = module.parent(together)
    return (
        isinstance(together, (ast.Tuple, ast.List))
        and isinstance(statement, ast.Assign)
        and _is_exc_info(_whole(statement.value), module)
        and together.elts.index(target) == place  # type: ignore[arg-type]
    )


def _arguments(parameter: ast.arg, module: Module) -> list[ast.expr]:
    """What calls in this file give a parameter of a function, by its place or its name."""
    function = module.parent(module.parent(parameter))
    if not isinstance(function, ast.FunctionDef) or parameter not in function.args.args:
        return []
    place = function.args.args.index(parameter)
    found: list[ast.expr] = []
    for call in module.nodes_of(ast.Call):
        called = getattr(call, "func", None)
        method = isinstance(called, ast.Attribute)
        if not isinstance(call, ast.Call) or getattr(called, "attr" if method else "id", "") != function.name:
            continue
        found += [a for n, a in enumerate(call.args) if n + method == place]
        found += [k.value for k in call.keywords if k.arg == parameter.arg]
    return found


def expects_refusal(node: ast.AST, module: Module) -> bool:
    """Whether `node` stands where a test expects a TypeError: what is refused there is not to be made acceptable."""
    child = node
    for outer in module.ancestors(node):
        if isinstance(outer, ast.Try) and child is outer.body[-1] and _asks_for_refusal(outer):
            return True
        if isinstance(outer, ast.Lambda):
            call = module.parent(outer)
            if isinstance(call, ast.Call) and _asserts_refusal(call):
                return True
        elif isinstance(outer, ast.With) and any(_asserts_refusal(i.context_expr) for i in outer.items):
            return True
        elif isinstance(outer, (ast.FunctionDef, ast.ClassDef)):
            return False
        child = outer
    return False


def _asks_for_refusal(node: ast.Try) -> bool:
    """`except TypeError: pass`, and something that is only done where none came."""
    return bool(node.orelse) and any(
        isinstance(h.type, ast.Name) and h.type.id == "TypeError" and isinstance(h.body[0], ast.Pass)
        for h in node.handlers
    )


def _asserts_refusal(call: ast.expr) -> bool:
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr.startswith(("assertRaises", "failUnlessRaises"))
        and bool(call.args)
        and isinstance(call.args[0], ast.Name)
        and call.args[0].id == "TypeError"
    )


def asserted(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the exception that `with self.assertRaises(…) as name` kept: name.exception; or that Twisted's
    `name = self.assertRaises(error, function)` gave back.
    """
    if isinstance(node, ast.Name):
        values = [b.value for b in module.bindings(node)]
        return bool(values) and all(
            isinstance(v, ast.Call)
            and isinstance(v.func, ast.Attribute)
            and v.func.attr in ("assertRaises", "failUnlessRaises")
            and len(v.args) > 1
            for v in values
        )
    if not (
        isinstance(node, ast.Attribute) and node.attr == "exception" and isinstance(node.value, ast.Name)
    ):
        return False
    items = [module.parent(b.node) for b in module.bindings(node.value)]
    return bool(items) and all(
        isinstance(i, ast.withitem)
        and isinstance(i.context_expr, ast.Call)
        and isinstance(i.context_expr.func, ast.Attribute)
        and i.context_expr.func.attr.startswith("assertRaises")
        for i in items
    )


def is_missed(node: ast.expr, module: Module) -> bool:
    """Whether the attribute is tried for, and what lacks it handled: `try: f = m.im_func`, `except AttributeError:`."""
    statement = module.statement(node)
    tried = module.parent(statement)
    if not isinstance(tried, ast.Try) or statement not in tried.body:
        return False
    named = [h.type.elts if isinstance(h.type, ast.Tuple) else [h.type] for h in tried.handlers]
    caught = [n for names in named for n in names]
    return any(n is None or (isinstance(n, ast.Name) and n.id in _LACKING) for n in caught)
