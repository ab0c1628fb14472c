"""inspect.getargspec → getfullargspec (3.11), and listing the methods of a class."""

from __future__ import annotations

import ast
import re
from itertools import chain

from environment.traces import Exactness
from migration.analysis.builtins import arguments
from migration.analysis.classes import local_bases
from migration.analysis.exceptions import is_awaited
from migration.analysis.names import in_repository, is_path, names_by_id, stdlib_name
from migration.analysis.strings.shown import handed_on, put_into_text, spelled
from migration.flow.atoms import Class
from migration.rewriting.helpers import helper
from migration.rewriting.moves import Move, Moves
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

_FORMAT = '''
def format_argspec(
    args, varargs=None, varkw=None, defaults=None, kwonly=(), kwdefaults=None, annotations=None,
    formatvalue=lambda value: "=" + repr(value),
):
    """The parameters of a function as they are written in its definition, without annotations."""
    first = len(args) - len(defaults or ())
    shown = [a if i < first else a + formatvalue(defaults[i - first]) for i, a in enumerate(args)]
    shown += ["*" + (varargs or "")] if varargs or kwonly else []
    shown += [k + formatvalue(kwdefaults[k]) if k in (kwdefaults or {}) else k for k in kwonly]
    shown += ["**" + varkw] if varkw else []
    return "(" + ", ".join(shown) + ")"
'''
_METHOD = '''
def is_method(value):
    """Whether `value` is a method, bound to an object or taken from its class (which is a function now)."""
    if not inspect.isfunction(value):
        return inspect.ismethod(value)
    owner, _, name = value.__qualname__.rpartition(".")
    if not owner or owner.endswith("<locals>"):
        return False
    place = sys.modules.get(value.__module__)
    for part in owner.split("."):
        place = getattr(place, part, None)
    return not isinstance(getattr(place, "__dict__", {}).get(name), staticmethod)
'''
_METHODS = '''
def methods_of(owner):
    """The methods among the members of an object or a class, whose own are functions now, but for the static ones."""
    return [
        (name, value)
        for name, value in inspect.getmembers(owner)
        if inspect.ismethod(value)
        or (inspect.isclass(owner) and inspect.isfunction(value))
        and not isinstance(inspect.getattr_static(owner, name, None), staticmethod)
    ]
'''
_SPEC = '''
def argument_spec(function):
    """The parameters of a function as inspect.getargspec() gave them, in four fields."""
    fields = collections.namedtuple("ArgSpec", "args varargs keywords defaults")
    return fields(*inspect.getfullargspec(function)[:4])
'''
_FIELDS_OF = '''
class ArgumentSpec(collections.namedtuple("ArgSpec", "args varargs keywords defaults")):
    """The parameters of a function, as inspect.getargspec() gave them."""

    def __repr__(self):
        return super().__repr__().replace("ArgumentSpec", "ArgSpec", 1)
'''
#: Where a handler waits for what Python 2 refused: functions of the interpreter, classes, objects that can be called.
_OF_PYTHON = '''
def python_argspec(function):
    """The parameters of a function or a method that is written in Python; nothing else had any in Python 2."""
    if not inspect.isfunction(getattr(function, "__func__", function)):
        raise TypeError(f"{function!r} is not a Python function")
    return inspect.getfullargspec(function)
'''
_SPECIFIED = frozenset(["inspect.getargspec", "inspect.getfullargspec"])
_PARTS = frozenset(["im_func", "im_self", "im_class", "__func__", "__self__"])
_FIELDS = frozenset(["args", "varargs", "defaults"])
_METHOD_TYPES = frozenset(["types.MethodType"])
#: Where others ask for a field that positions of the answer say less about.
_ASKED = re.compile(r"\.(?:varargs|defaults|keywords)|(?<=spec)\.args")
#: What makes functions of a class that are no methods of its objects.
_UNBOUND = re.compile(r"(?:s(?<!\ws)tatic|c(?<!\wc)lass)method\b")
#: Gone from the module: their imports go with the last call that is rewritten.
_GONE = Moves(
    {f"inspect.{name}": Move(gone=(3, 11)) for name in ("getargspec", "formatargspec")}
    | {
        "inspect.ArgSpec": Move(
            helper=("ArgumentSpec", _FIELDS_OF), imports=("import collections",), gone=(3, 11)
        )
    }
)

#: What a function calls a class that it is given.
_CLASSES = frozenset(["class_", "cls", "klass"])


def visit(node: ast.Call | ast.ImportFrom | ast.Attribute | ast.Name, module: Module) -> Findings:
    """Keep four fields where four are taken; name the fields that were renamed."""
    if isinstance(node, ast.ImportFrom):
        yield from _GONE.visit(node, module)
        return
    if not isinstance(node, ast.Call) and stdlib_name(node, module) == "inspect.ArgSpec":
        yield from _GONE.replaced(node, "inspect.ArgSpec", module)
        return
    if not isinstance(node, ast.Call) and stdlib_name(node, module) in _METHOD_TYPES:
        yield from _type_asked(node, module)
        return
    if not isinstance(node, ast.Call):
        parent = module.parent(node)
        is_called = isinstance(parent, ast.Call) and parent.func is node
        # Who names the newer one as well chooses by what there is.
        known = is_called or "getfullargspec" in module.text
        if not known and isinstance(node.ctx, ast.Load) and module.target >= (3, 11):
            yield from _handed_on(node, module)
        return
    name = stdlib_name(node.func, module)
    if name == "inspect.getargspec" and module.target >= (3, 11):
        yield from _argspec(node, module)
    elif name == "inspect.getmembers" and (listed := _listing(node)) is not None:
        owner, predicate = listed
        asked = stdlib_name(predicate, module) == "inspect.ismethod"
        certain = asked and _is_class(owner, module)
        if certain and not _has_others(owner, module):
            new = module.use("inspect.isfunction", at=node)
            yield module.replace(predicate, new, exactness=Exactness.SEMANTIC, needs_python2=True)
        elif certain or (asked and _may_be_class(owner, module)):
            made = module.helper("methods_of", _METHODS, imports=("import inspect",))
            given = module.sub(owner)
            yield module.replace(
                node, made, "(", *given, ")", exactness=Exactness.SEMANTIC, needs_python2=True
            )
    elif name == "inspect.ismethod" and (_skips_self(node, module) or _asks_class(node, module)):
        made = module.helper("is_method", _METHOD, imports=("import inspect", "import sys"))
        yield module.replace(node.func, made, exactness=Exactness.SEMANTIC, needs_python2=True)
    elif name == "inspect.currentframe" and len(node.args) == 1:
        # It was another name of what takes how many frames to go up.
        yield module.replace(node.func, module.use("sys._getframe", at=node))
    elif name == "inspect.formatargspec" and module.target >= (3, 11):
        only = node.args[0] if len(node.args) == 1 and not node.keywords else None
        inner = only.value if isinstance(only, ast.Starred) else None
        if (
            isinstance(inner, ast.Call)
            and stdlib_name(inner.func, module) in _SPECIFIED
            and arguments(inner, 1, 1)
            and is_path(inner.args[0])
        ):
            signature = module.use("inspect.signature", at=node)
            given = _function_of(inner.args[0], module)
            yield module.replace(node, "str(", signature, "(", *given, "))", exactness=Exactness.SEMANTIC)
        else:
            yield from _handed_on(node.func, module)


def _listing(node: ast.Call) -> tuple[ast.expr, ast.expr] | None:
    """What members are listed of, and what is asked of each, by its place or by its name."""
    by_name = [k.value for k in node.keywords if k.arg == "predicate"]
    if len(node.args) + len(by_name) != 2 or len(by_name) != len(node.keywords):
        return None
    given = [*node.args, *by_name]
    return None if any(isinstance(a, ast.Starred) for a in given) else (given[0], given[1])


def _function_of(node: ast.expr, module: Module) -> tuple[str | Span, ...]:
    """A function, or that of what may be a bound method: a signature has no first parameter for the object."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if bindings and all(b.kind == "function" for b in bindings):
        return module.sub(node)
    name = module.source(module.span(node))
    return (f'getattr({name}, "__func__", {name})',)


def _handed_on(function: ast.expr, module: Module) -> Findings:
    """A function of its own in place of the one that is gone, which answers alike whoever calls it."""
    name = stdlib_name(function, module)
    if name == "inspect.getargspec":
        call = module.parent(function)
        if isinstance(call, ast.Call) and call.func is function and _names_type(module):
            made = helper("ArgumentSpec", _FIELDS_OF, module, ("import collections",))
            full = module.use("inspect.getfullargspec", at=function)
            end = module.span(call).end
            parts = (module.part(function, made, "(*", full), module.part(Span(end, end), "[:4])"))
            yield module.edit(*parts, exactness=Exactness.SEMANTIC)
            return
        made = helper("argument_spec", _SPEC, module, ("import collections", "import inspect"))
        yield module.replace(function, made)
    elif name == "inspect.formatargspec":
        yield module.replace(function, module.helper("format_argspec", _FORMAT), exactness=Exactness.SEMANTIC)


def _names_type(module: Module) -> bool:
    """Whether the file names the type of the answer as well, and so makes a class for it."""
    named = module.names().get("ArgSpec", ())
    read = (n for n in module.nodes_of(ast.Attribute) if isinstance(n, ast.Attribute) and n.attr == "ArgSpec")
    return any(stdlib_name(node, module) == "inspect.ArgSpec" for node in (*named, *read))


def _argspec(node: ast.Call, module: Module) -> Findings:
    full = module.use("inspect.getfullargspec", at=node)
    if is_awaited(node, module, "TypeError"):
        full = helper("python_argspec", _OF_PYTHON, module, ("import inspect",))
    parent = module.parent(node)
    name = module.part(node.func, full)
    end = module.span(node).end
    if isinstance(parent, ast.Attribute):
        where = module.span(parent)
        field = "varkw" if parent.attr == "keywords" else parent.attr
        yield module.edit(
            name, module.part(module.span(parent)._replace(start=where.end - len(parent.attr)), field)
        )
    elif isinstance(parent, ast.Subscript) and parent.value is node and _from_the_front(parent.slice):
        yield module.edit(name)
    elif isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
        reads = [n for n in names_by_id(module).get(parent.targets[0].id, ()) if isinstance(n.ctx, ast.Load)]
        fields = [p for n in reads if isinstance(p := module.parent(n), ast.Attribute)]
        returned = any(isinstance(module.parent(n), ast.Return) for n in reads)
        if (
            any(_is_shown(n, module) for n in reads)
            or (fields and (returned or any(_takes_all(n, module) for n in reads)))
            or (returned and (_names_type(module) or in_repository(_ASKED, module)))
        ):
            yield from _handed_on(node.func, module)
            return
        keywords = [p for p in fields if p.attr == "keywords"]
        parts = [
            module.part(module.span(p)._replace(start=module.span(p).end - 8), "varkw") for p in keywords
        ]
        tail = [] if any(p.attr in _FIELDS or p in keywords for p in fields) else [_slice(end, module)]
        yield module.edit(name, *tail, *parts, exactness=Exactness.SEMANTIC)
    elif _is_handed_on(node, module) or _is_shown(node, module):
        yield from _handed_on(node.func, module)
    else:
        yield module.edit(name, _slice(end, module))


def _takes_all(place: ast.Name, module: Module) -> bool:
    """Whether all fields of an answer are counted or taken apart there."""
    outer = module.parent(place)
    if isinstance(outer, ast.Assign):
        return any(isinstance(t, (ast.Tuple, ast.List)) for t in outer.targets)
    if isinstance(outer, ast.Subscript):
        return isinstance(outer.slice, ast.Slice) and not _from_the_front(outer.slice)
    return isinstance(outer, ast.Call) and module.is_builtin(outer.func, "len", "list", "tuple")


def _is_shown(place: ast.expr, module: Module) -> bool:
    """Whether an answer is spelled out there, with the names of its fields: printed, or put into text."""
    outer = module.parent(place)
    outer = module.parent(outer) if isinstance(outer, ast.Tuple) else outer
    if isinstance(outer, ast.BinOp):
        return any(value is place for value in put_into_text(outer, module))
    if not isinstance(outer, ast.Call):
        return False
    if module.is_builtin(outer.func, "repr") and outer.args[:1] == [place]:
        return True
    shown = chain(spelled(outer, module), handed_on(outer, module), put_into_text(outer, module))
    return any(value is place for value in shown)


def _is_handed_on(node: ast.Call, module: Module) -> bool:
    """Whether what is made is kept by an object, kept in a table or returned, where others may ask for its fields by
    their names.
    """
    parent = module.parent(node)
    kept = isinstance(parent, ast.Assign) and any(
        isinstance(t, (ast.Attribute, ast.Subscript)) for t in parent.targets
    )
    return (kept or isinstance(parent, ast.Return)) and in_repository(_ASKED, module)


def _skips_self(node: ast.Call, module: Module) -> bool:
    """Whether a function asks this of what it reads the parameters of, and for no part that only bound methods have."""
    value, function = node.args[0] if arguments(node, 1, 1) else None, module.function(node)
    if not isinstance(value, ast.Name) or function is None:
        return False
    read = False
    for place in names_by_id(module).get(value.id, ()):
        outer = module.parent(place)
        if module.function(place) is not function:
            continue
        if isinstance(outer, ast.Attribute) and outer.attr in _PARTS:
            return False
        read = read or (isinstance(outer, ast.Call) and stdlib_name(outer.func, module) in _SPECIFIED)
    return read


def _type_asked(node: ast.Attribute | ast.Name, module: Module) -> Findings:
    """type(getattr(C, name)) is MethodType, isinstance(getattr(C, name), MethodType): of what a class holds."""
    whole = module.parent(node)
    if (
        isinstance(whole, ast.Compare)
        and whole.comparators == [node]
        and isinstance(whole.ops[0], (ast.Is, ast.Eq))
    ):
        asked: ast.expr = whole.left
    elif (
        isinstance(whole, ast.Call)
        and module.is_builtin(whole.func, "isinstance")
        and whole.args[1:] == [node]
    ):
        asked = whole
    else:
        return
    if not isinstance(asked, ast.Call) or not (asked is whole or module.is_builtin(asked.func, "type")):
        return
    if len(asked.args) == 1 + (asked is whole) and _is_of_class(asked.args[0], module):
        made = module.helper("is_method", _METHOD, imports=("import inspect", "import sys"))
        value = module.sub(asked.args[0])
        yield module.replace(whole, made, "(", *value, ")", exactness=Exactness.SEMANTIC, needs_python2=True)


def _asks_class(node: ast.Call, module: Module) -> bool:
    """Whether it is asked of what a class of this file holds, or one that is handed in: `ismethod(C.f)`,
    `ismethod(getattr(cls, name))`.
    """
    return arguments(node, 1, 1) and _is_of_class(node.args[0], module)


def _is_of_class(value: ast.expr, module: Module) -> bool:
    """Whether `value` is what a class holds."""
    if isinstance(value, ast.Name) and (listed := _listed_of(value, module)) is not None:
        return _is_class(listed, module) or _may_be_class(listed, module)
    owner = value.value if isinstance(value, ast.Attribute) else None
    if isinstance(value, ast.Call) and module.is_builtin(value.func, "getattr") and value.args:
        owner = value.args[0]
    bindings = module.bindings(owner) if isinstance(owner, ast.Name) else []
    given = bindings[0].node if len(bindings) == 1 else None
    if isinstance(given, ast.arg) and module.class_of(value) is None:
        return given.arg in _CLASSES or _are_classes(module.arguments_for(given), module)
    looped = bool(bindings) and all(b.kind == "loop" for b in bindings)
    if looped and isinstance(owner, ast.Name) and owner.id in _CLASSES:
        return True
    return bool(bindings) and all(b.kind == "class" for b in bindings)


def _listed_of(value: ast.Name, module: Module) -> ast.expr | None:
    """What a member is of: `for name, member in inspect.getmembers(x)`, `inspect.getmembers(x, lambda m: …)`."""
    bindings = module.bindings(value)
    if len(bindings) != 1:
        return None
    place = module.parent(bindings[0].node)
    if bindings[0].kind == "parameter":
        function = module.function(value)
        listing = module.parent(function) if isinstance(function, ast.Lambda) else None
    else:
        loop = module.parent(place) if isinstance(place, ast.Tuple) else place
        listing = loop.iter if isinstance(loop, (ast.For, ast.comprehension)) else None
    if not isinstance(listing, ast.Call) or not listing.args:
        return None
    return listing.args[0] if stdlib_name(listing.func, module) == "inspect.getmembers" else None


def _are_classes(given: list[ast.expr], module: Module) -> bool:
    named = [module.bindings(g) if isinstance(g, ast.Name) else [] for g in given]
    return bool(named) and all(bindings and all(b.kind == "class" for b in bindings) for bindings in named)


def _from_the_front(index: ast.expr) -> bool:
    """Whether an index finds the same field whatever number of fields follow: `[0]` and `[:2]`, not `[-1]`."""
    if not isinstance(index, ast.Slice):
        return isinstance(index, ast.Constant)
    bounds = (index.lower, index.upper, index.step)
    return index.upper is not None and all(b is None or isinstance(b, ast.Constant) for b in bounds)


def _slice(end: int, module: Module) -> Part:
    return module.part(Span(end, end), "[:4]")


def _has_others(node: ast.expr, module: Module) -> bool:
    """Whether a class holds functions that are no methods, or methods that are bound to it: one of this file by its
    own; one that is handed in where the repository makes any.
    """
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    owners = [b.node for b in bindings if isinstance(b.node, ast.ClassDef)]
    if len(owners) < max(len(bindings), 1):
        return in_repository(_UNBOUND, module)
    return any(
        module.is_builtin(mark, "classmethod", "staticmethod")
        for owner in owners
        for each in local_bases(owner, module)
        for statement in ast.walk(each)
        for mark in (
            statement.decorator_list
            if isinstance(statement, ast.FunctionDef)
            else [statement.func]
            if isinstance(statement, ast.Call)
            else []
        )
    )


def _is_class(node: ast.expr, module: Module) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == "__class__"
    if isinstance(node, ast.Call):
        return module.is_builtin(node.func, "type")
    if not isinstance(node, ast.Name):
        return False
    bindings = module.bindings(node)
    return node.id in ("cls", "klass") or (bool(bindings) and all(b.kind == "class" for b in bindings))


def _may_be_class(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what a function is given, and not known to be an object of another class."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    given = len(bindings) == 1 and bindings[0].kind == "parameter" and bindings[0].name != "self"
    held = module.held(node) if given else ()
    return given and (not held or any(isinstance(atom, Class) for atom in held))


RULE = Rule(
    id="inspect_names",
    family="P19",
    summary="inspect.getargspec is getfullargspec",
    before="import inspect\na, v, k, d = inspect.getargspec(f)\n",
    after="import inspect\na, v, k, d = inspect.getfullargspec(f)[:4]\n",
    caveats="Methods listed or taken from a class are functions now; where parameters are counted, a helper knows "
    "them by their names.",
    triggers=(
        "getargspec",
        "ArgSpec",
        "formatargspec",
        "getmembers",
        "ismethod",
        "currentframe",
        "MethodType",
    ),
    nodes=(ast.Call, ast.ImportFrom, ast.Attribute, ast.Name),
    names=frozenset(
        ["getargspec", "ArgSpec", "getmembers", "formatargspec", "ismethod", "currentframe", "MethodType"]
    ),
    visit=visit,
)
