"""f.func_name → f.__name__, m.im_self → m.__self__."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import (
    answers_to_any,
    class_of,
    definers,
    holds_attribute,
    is_own_object,
    methods,
)
from migration.analysis.exceptions import is_missed
from migration.analysis.flow_kinds import is_function, may_be_function
from migration.analysis.names import (
    defined_in_repository,
    given_by_a_class,
    last_name,
    names_by_id,
    stdlib_name,
)
from migration.analysis.values import assigned, constants_held, written_out
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module, Precedence

_NAMES = {
    "func_closure": "__closure__",
    "func_code": "__code__",
    "func_defaults": "__defaults__",
    "func_dict": "__dict__",
    "func_doc": "__doc__",
    "func_globals": "__globals__",
    "func_name": "__name__",
    "im_func": "__func__",
    "im_self": "__self__",
}
#: Where it is asked if something has a class as methods have, or if a method is bound to something.
_ASKED_FOR_CLASS = re.compile(
    r"\b(?:has|get)attr\([^()\n]*,\s*['\"]im_class['\"]|\.im_self (?:is (?:not )?|[!=]= )None\b"
)
#: What functions have in Python 3 alone.
_OF_PYTHON3 = frozenset(["__kwdefaults__"])
#: For methods that may have been taken from their class, which have no class of their own any more.
METHOD_CLASS = '''
def method_class(value):
    """The class of a method: of the object it is bound to, or the one that defines it; None of any other function."""
    if inspect.ismethod(value):
        return type(value.__self__)
    name, pending = getattr(value, "__name__", ""), [object]
    for one in pending if inspect.isfunction(value) else ():
        private = f"_{one.__name__.lstrip('_')}{name}"
        if any(vars(one).get(kept) is value for kept in (name, private)):
            return one
        pending += type.__subclasses__(one)
    return None
'''
_ASKING = ("getattr", "hasattr", "setattr", "delattr")
_MAKERS = frozenset(
    ["types.MethodType", "new.instancemethod", "inspect.getargspec", "inspect.getfullargspec"]
)
#: How a variable is called that holds a function, whatever else has attributes of such names.
_CALLED_SO = re.compile(r"(?i)(?:^|_)(?:func(?:tion)?|fn|method|callable|wrapper)$")
_CLASS_NAME = re.compile(r"_*[A-Z]\w*[a-z]|(?:cls|klass|class_)$")
#: What gives the items of its argument, by whatever module (programs bring their own `reversed`).
_SAME_ITEMS = frozenset(["list", "reversed", "tuple"])


def visit(node: ast.Attribute | ast.Call, module: Module) -> Findings:
    """Rename attributes, also those named in a string to getattr, hasattr, setattr and delattr."""
    if isinstance(node, ast.Call):
        yield from _named(node, module)
        return
    if (
        node.attr == "__func__"
        and isinstance(node.ctx, ast.Load)
        and _of_class(node.value, module)
        and _is_plain(node.value, module)
    ):
        yield module.replace(node, *module.atom(node.value), exactness=Exactness.EXACT, needs_python2=True)
        return
    if (
        node.attr == "__func__"
        and isinstance(node.ctx, ast.Load)
        and _is_of_a_class_by_name(node.value, module)
    ):
        # Python 2 had this name, too, for what is a plain function now.
        name = " ".join(module.source(module.span(node.value)).split())
        whole = f'getattr({name}, "__func__", {name})'
        yield module.replace(node, whole, exactness=Exactness.EXACT, needs_python2=True)
        return
    if node.attr == "__self__" and _may_be_no_method(module) and _is_asked_for(node, module):
        yield module.replace(
            node, "getattr(", *module.sub(node.value), ', "__self__", None)', needs_python2=True
        )
        return
    if node.attr not in _NAMES and node.attr != "im_class":
        return
    own = _is_attribute_of_objects(node.attr, module)
    if own and _is_asked_there(node, module):
        return
    if own and not _is_function(node.value, module):
        if may_be_function(node.value, module) and _is_read_plainly(node):
            # The program's own objects stand in for functions, which come there as well.
            name = module.source(module.span(node.value))
            asked = f'{name}.{node.attr} if hasattr({name}, "{node.attr}") else {name}.{_NAMES[node.attr]}'
            yield module.replace(node, asked, precedence_of_new=Precedence.TERNARY, needs_python2=True)
        return
    if is_own_object(node.value, module) or _may_answer(node.value, module):
        return
    span = module.span(node)
    value = module.atom(node.value)
    taken = assigned(node.value, module) if isinstance(node.value, ast.Name) else None
    if taken is not None and module.scope(taken) is not module.scope(node):
        taken = None
    method = node.value if taken is None else taken
    if node.attr == "im_class" and _of_class(method, module) and _is_plain(method, module):
        yield module.replace(node, module.source(module.span(method.value)), exactness=Exactness.EXACT)  # type: ignore[attr-defined]
    elif node.attr == "im_class" and _may_be_no_method(module) and not is_missed(node, module):
        if not inside_helper(node, METHOD_CLASS, module):
            yield module.replace(node, _method_class(module), "(", *module.sub(node.value), ")")
    elif node.attr == "im_class":
        yield module.replace(node, *value, ".__self__.__class__", exactness=Exactness.SEMANTIC)
    elif node.attr == "im_func" and _of_class(node.value, module) and _is_plain(node.value, module):
        yield module.replace(node, *value, exactness=Exactness.EXACT)
    elif node.attr == "im_self" and _of_class(node.value, module) and _is_plain(node.value, module):
        yield module.replace(node, "None", exactness=Exactness.EXACT)
    elif node.attr == "im_func" and isinstance(node.ctx, ast.Load) and _may_be_of_class(node.value, module):
        # A method taken from a class is a plain function now; one taken from an object has the attribute.
        if is_missed(node, module) and not _is_method_of_class(node.value, module):
            yield module.replace(node, *value, ".__func__", exactness=Exactness.SEMANTIC)
            return
        name = " ".join(module.source(module.span(node.value)).split())
        yield module.replace(node, f'getattr({name}, "__func__", {name})', exactness=Exactness.EXACT)
    elif node.attr == "im_self" and (_is_asked_for(node, module) or _tells_class_methods(node, module)):
        # What a class gives as a method is a plain function now, which has no such attribute.
        yield module.replace(node, "getattr(", *module.sub(node.value), ', "__self__", None)')
    else:
        exactness = Exactness.SEMANTIC if node.attr == "im_func" else Exactness.EXACT
        where = (span.end - len(node.attr), span.end)
        yield module.replace_span(where, _NAMES[node.attr], exactness=exactness)


def _is_read_plainly(node: ast.Attribute) -> bool:
    """Whether an attribute of a variable is read that all functions have, under another name."""
    return (
        isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name) and node.attr.startswith("func_")
    )


def _is_asked_there(node: ast.Attribute, module: Module) -> bool:
    """Whether an attribute is read where it was asked for: `f.func_name if hasattr(f, "func_name") else …`."""
    choice = module.parent(node)
    test = choice.test if isinstance(choice, ast.IfExp) and choice.body is node else None
    asked = test.args[1:] if isinstance(test, ast.Call) and module.is_builtin(test.func, "hasattr") else []
    return [getattr(one, "value", None) for one in asked] == [node.attr]


def _is_attribute_of_objects(name: str, module: Module) -> bool:
    """Whether the program's own objects have an attribute of that name."""
    kept = holds_attribute(name, module) or given_by_a_class(name, module)
    return kept or defined_in_repository(name, module)


def _is_of_a_class_by_name(value: ast.expr, module: Module) -> bool:
    """Whether `value` is an attribute of what is called as classes are, in place or by the one name it has: `cls.a`,
    `getattr(cls, name)`.
    """
    owner = value.value if isinstance(value, ast.Attribute) else None
    if isinstance(value, ast.Call) and module.is_builtin(value.func, "getattr") and len(value.args) == 2:
        owner = value.args[0]
    if isinstance(owner, ast.Name):
        owner = assigned(owner, module) or owner
    return bool(_CLASS_NAME.match(last_name(owner)))


def _may_answer(value: ast.expr, module: Module) -> bool:
    """Whether nothing shows Python 2, and `value` may be an object that answers to any name."""
    if module.is_proven:
        return False
    if class_of(value, module) is not None or _is_function(value, module):
        return answers_to_any(value, module)
    return bool(definers("__getattr__", module))


def _is_function(value: ast.expr, module: Module) -> bool:
    """Whether something besides the attribute shows that `value` is a function or a method."""
    if isinstance(value, ast.Attribute):
        return value.attr in ("im_func", "__func__")
    if not isinstance(value, ast.Name):
        return False
    if any(b.kind == "function" for b in module.bindings(value)) or _CALLED_SO.search(value.id):
        return True
    if is_function(value, module):
        return True
    same = module.bindings(value)
    for other in names_by_id(module)[value.id]:
        parent = module.parent(other)
        if other is value or module.bindings(other) != same:
            continue
        attribute = parent.attr if isinstance(parent, ast.Attribute) else ""
        if attribute in _NAMES.keys() | _NAMES.values() and not _is_attribute_of_objects(attribute, module):
            return True
        if isinstance(parent, ast.Call) and stdlib_name(parent.func, module) in _MAKERS:
            return True
    return False


def _is_asked_for(node: ast.Attribute, module: Module) -> bool:
    """Whether it is asked if the attribute is set at all: that of a method taken from a class was None."""
    outer = module.parent(node)
    if not isinstance(node.ctx, ast.Load) or isinstance(node.value, ast.Call):
        return False
    if isinstance(outer, ast.Compare):
        sides = [outer.left, *outer.comparators]
        return any(isinstance(side, ast.Constant) and side.value is None for side in sides)
    tests = isinstance(outer, (ast.If, ast.IfExp, ast.While)) and outer.test is node
    negated = isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.Not)
    return tests or negated or isinstance(outer, ast.BoolOp)


def _tells_class_methods(node: ast.Attribute, module: Module) -> bool:
    """Whether it is asked to what a method is bound that comes from a class: all but class methods were to None."""
    method = written_out(node.value, module)
    compared = isinstance(module.parent(node), ast.Compare) and method is not None
    return compared and _is_of_a_class_by_name(method, module) and not is_missed(node, module)  # type: ignore[arg-type]


def _is_asked_elsewhere(node: ast.expr, module: Module) -> bool:
    """Whether the function asks the same value whether its `im_self` is set."""
    function, spelled = module.function(node), ast.unparse(node)
    return any(
        isinstance(other, ast.Attribute)
        and other.attr == "im_self"
        and module.function(other) is function
        and ast.unparse(other.value) == spelled
        and _is_asked_for(other, module)
        for other in module.nodes_of(ast.Attribute)
    )


def _of_class(value: ast.expr, module: Module) -> bool:
    """Whether `value` is a method taken from a class of this file: a plain function now."""
    if not (isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name)):
        return False
    bindings = module.bindings(value.value)
    return bool(bindings) and all(b.kind == "class" for b in bindings)


def _is_plain(value: ast.expr, module: Module) -> bool:
    """Whether what is taken from a class of this file is a function that the class itself defines; a class method
    stays bound to the class, and what a base brings may be either.
    """
    bindings = module.bindings(value.value) if isinstance(value, ast.Attribute) else []  # type: ignore[arg-type]
    for binding in bindings:
        owner = binding.node
        held = methods(owner).get(value.attr) if isinstance(owner, ast.ClassDef) else None  # type: ignore[attr-defined]
        if not isinstance(held, ast.FunctionDef) or held.decorator_list:
            return False
    return bool(bindings)


def _may_be_of_class(value: ast.expr, module: Module) -> bool:
    """Whether `value`, which can be read twice, may be what a class holds; what `self` holds is a method."""
    looked_up = _looked_up(value, module)
    if looked_up is not None:
        owner, name = looked_up
        return (
            isinstance(owner, ast.Name) and owner.id != "self" and isinstance(name, (ast.Name, ast.Constant))
        )
    if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name):
        return value.value.id != "self"
    while isinstance(value, ast.Attribute) or (
        isinstance(value, ast.Subscript) and isinstance(value.slice, (ast.Name, ast.Constant))
    ):
        value = value.value
    return isinstance(value, ast.Name)


def _looked_up(value: ast.expr, module: Module) -> tuple[ast.expr, ast.expr] | None:
    """The object and the name that `getattr(object, name)` is given."""
    if isinstance(value, ast.Call) and module.is_builtin(value.func, "getattr") and len(value.args) == 2:
        return value.args[0], value.args[1]
    return None


def _is_method_of_class(value: ast.expr, module: Module) -> bool:
    """Whether `value` is surely looked up in a class: in one of those that another derives from, in `x.__class__`."""
    if isinstance(value, ast.Name):
        bindings = module.bindings(value)
        made = bindings[0].value if len(bindings) == 1 else None
        return made is not None and not isinstance(made, ast.Name) and _is_method_of_class(made, module)
    looked_up = _looked_up(value, module)
    owner = looked_up[0] if looked_up else value.value if isinstance(value, ast.Attribute) else None
    if isinstance(owner, ast.Name):
        bindings = module.bindings(owner)
        loops = [module.parent(b.node) for b in bindings if b.kind == "loop"]
        return bool(bindings) and (
            all(b.kind == "class" for b in bindings)
            or (len(loops) == len(bindings) and all(_goes_over_bases(one, module) for one in loops))
        )
    return isinstance(owner, ast.Attribute) and owner.attr == "__class__"


def _goes_over_bases(loop: ast.AST | None, module: Module) -> bool:
    """Whether a loop goes over classes: `__mro__`, `__bases__`, inspect.getmro()."""
    values = loop.iter if isinstance(loop, (ast.For, ast.comprehension)) else None
    while (
        isinstance(values, ast.Call) and isinstance(values.func, ast.Name) and values.func.id in _SAME_ITEMS
    ):
        values = values.args[0] if values.args else None
    if isinstance(values, ast.Subscript):
        values = values.value
    if isinstance(values, ast.Call):
        return (
            stdlib_name(values.func, module) == "inspect.getmro" or getattr(values.func, "attr", "") == "mro"
        )
    return isinstance(values, ast.Attribute) and values.attr in ("__mro__", "__bases__")


def _may_be_no_method(module: Module) -> bool:
    """Whether the file, as it was, asks whether something has a class as methods have, or is bound as such."""
    return _ASKED_FOR_CLASS.search(module.facts.index.text(module.facts.key) or module.text) is not None


def _or_none(node: ast.Call) -> bool:
    """Whether what is asked for is None where there is no such attribute."""
    return len(node.args) == 3 and isinstance(node.args[2], ast.Constant) and node.args[2].value is None


def _method_class(module: Module) -> Piece:
    return helper("method_class", METHOD_CLASS, module, ("import inspect",))


def _named(node: ast.Call, module: Module) -> Findings:
    if len(node.args) < 2 or not module.is_builtin(node.func, *_ASKING):
        return
    if is_own_object(node.args[0], module) or _may_answer(node.args[0], module):
        return
    asked = node.args[1].value if isinstance(node.args[1], ast.Constant) else None
    if asked == "im_class" and _is_attribute_of_objects(asked, module):
        return
    if asked == "im_class" and module.is_builtin(node.func, "hasattr"):
        yield module.replace(
            node, _method_class(module), "(", *module.sub(node.args[0]), ") is not None",
            precedence_of_new=Precedence.COMPARE,
        )  # fmt: skip
    elif asked == "im_class" and module.is_builtin(node.func, "getattr") and _or_none(node):
        yield module.replace(node, _method_class(module), "(", *module.sub(node.args[0]), ")")
    for name in constants_held(node.args[1], module):
        if name.value in _OF_PYTHON3 and name is node.args[1] and module.is_builtin(node.func, "hasattr"):
            # No function had it; now each has one, which is None as a rule.
            asked = module.source(module.span(name))
            yield module.replace(
                node, "getattr(", *module.sub(node.args[0]), f", {asked}, None) is not None",
                precedence_of_new=Precedence.COMPARE, needs_python2=True,
            )  # fmt: skip
        if name.value not in _NAMES or _is_attribute_of_objects(str(name.value), module):
            continue
        quote = module.source(module.span(name))[-1]
        new = _NAMES[name.value]
        if new == "__func__" and module.is_builtin(node.func, "hasattr"):
            # What a class holds is a plain function now: it has its code as methods have.
            new = "__code__" if _is_method_of_class(node.args[0], module) else new
        if new == "__self__" and module.is_builtin(node.func, "hasattr"):
            new = "__code__" if _is_asked_elsewhere(node.args[0], module) else new
        yield module.replace(name, f"{quote}{new}{quote}", exactness=Exactness.SEMANTIC)


RULE = Rule(
    id="function_attributes",
    family="P15",
    summary="attributes of functions and methods have dunder names",
    before="a = f.func_name, m.im_self\n",
    after="a = f.__name__, m.__self__\n",
    caveats="An attribute of the same name on the program's own objects is left alone when a file sets it on self. The "
    "class of a method that was taken from one is that which defines it, by the method's own name.",
    triggers=(*_NAMES, *_OF_PYTHON3, "im_class", "__func__"),
    nodes=(ast.Attribute, ast.Call),
    names=frozenset([*_NAMES, *_ASKING, "im_class", "im_func", "__func__", "__self__"]),
    visit=visit,
)
