"""What classes define, here and in the files this one imports from: shared by the rules about methods."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from weakref import WeakKeyDictionary

from migration.analysis.names import is_first_parameter, memory
from migration.repository.imports import IMPORTS, imported_files
from migration.repository.index import RepositoryIndex
from migration.trees.bodies import is_static
from migration.view.module import Module

_CLASS = re.compile(r"^([ \t]*)class[ \t]+(\w+)[ \t]*(?:\(([^)]*)\))?[ \t]*:", re.MULTILINE)
_texts: WeakKeyDictionary[RepositoryIndex, dict[str, tuple[tuple[str, str, frozenset[str]], ...]]] = (
    WeakKeyDictionary()
)


_defined: WeakKeyDictionary[ast.ClassDef, dict[str, ast.stmt]] = WeakKeyDictionary()


def methods(owner: ast.ClassDef) -> Mapping[str, ast.stmt]:
    """What a class's body defines: functions and plain assignments, by name."""
    known = _defined.get(owner)
    if known is not None:
        return known
    found: dict[str, ast.stmt] = {}
    for statement in owner.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found[statement.name] = statement
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    found[target.id] = statement
    _defined[owner] = found
    return found


def holds_attribute(name: str, module: Module) -> bool:
    """Whether a class of this file gives its objects an attribute of that name in its body."""
    return any(name in methods(c) for several in classes(module).values() for c in several)


_given: WeakKeyDictionary[ast.ClassDef, dict[str, list[ast.expr]]] = WeakKeyDictionary()


def attribute_values(owner: ast.ClassDef, name: str) -> list[ast.expr]:
    """What a class gives its attribute: in its body, and in its methods by `self`."""
    if owner not in _given:
        table: dict[str, list[ast.expr]] = {}
        _given[owner] = table
        for target, value in (pair for statement in owner.body for pair in _assigned(statement)):
            if isinstance(target, ast.Name):
                table.setdefault(target.id, []).append(value)
        for method in owner.body:
            if isinstance(method, ast.FunctionDef) and method.args.args:
                own = method.args.args[0].arg
                for target, value in (pair for node in ast.walk(method) for pair in _assigned(node)):
                    if isinstance(target, ast.Attribute) and getattr(target.value, "id", None) == own:
                        table.setdefault(target.attr, []).append(value)
    return [*_given[owner].get(name, ())]


def values_given(owner: ast.ClassDef, name: str, module: Module) -> list[ast.expr]:
    """What a class and its bases of the file give an attribute."""
    return [value for one in local_bases(owner, module) for value in attribute_values(one, name)]


def _assigned(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What a statement assigns, and what to: both targets of `a, b = x, y`."""
    for target in node.targets if isinstance(node, ast.Assign) else ():
        value: ast.expr = node.value  # type: ignore[attr-defined]
        displays = [one.elts for one in (target, value) if isinstance(one, (ast.Tuple, ast.List))]
        if len(displays) == 2 and len(displays[0]) == len(displays[1]):
            yield from zip(*displays, strict=True)
        else:
            yield target, value


def classes(module: Module) -> dict[str, list[ast.ClassDef]]:
    """The classes of the file by name."""
    known = memory(module)
    if "classes" not in known:
        table: dict[str, list[ast.ClassDef]] = {}
        for node in module.nodes_of(ast.ClassDef):
            if isinstance(node, ast.ClassDef):
                table.setdefault(node.name, []).append(node)
        known["classes"] = table
    return known["classes"]  # type: ignore[no-any-return]


def local_bases(owner: ast.ClassDef, module: Module) -> list[ast.ClassDef]:
    """A class with its bases in this file, nearest first."""
    found, pending = [], [owner]
    while pending:
        one = pending.pop(0)
        if one in found:
            continue
        found.append(one)
        for base in one.bases:
            above = class_named(base, module)
            if above is not None:
                pending.append(above)
    return found


def class_named(base: ast.expr, module: Module) -> ast.ClassDef | None:
    """The class of the file that a base names; of several, the last one before it in the scope where it is read."""
    several = classes(module).get(base.id, []) if isinstance(base, ast.Name) else []
    if len(several) < 2:
        return several[0] if several else None
    bound = [b.node for b in module.bindings(base)]  # type: ignore[arg-type]
    before = [c for c in several if c in bound and c.lineno < base.lineno and c is not module.parent(base)]
    return before[-1] if before else next((c for c in several if c in bound), several[0])


def foreign_bases(owner: ast.ClassDef, module: Module) -> list[str]:
    """The bases of a class (and of its bases here) that are not classes of this file, as dotted names.

    'builtins.dict', 'threading.Thread'; '' for an expression that names nothing.
    """
    found = []
    for one in local_bases(owner, module):
        for base in one.bases:
            if isinstance(base, ast.Name) and base.id in classes(module):
                continue
            found.append(module.qualified_name(base) or "")
    return found


def maker(owner: ast.ClassDef, module: Module) -> ast.FunctionDef | None:
    """The `__init__` that makes objects of a class of the file: its own, or that of a base there."""
    found = next((m for c in local_bases(owner, module) if (m := methods(c).get("__init__"))), None)
    return found if isinstance(found, ast.FunctionDef) else None


def only_describes(owner: ast.ClassDef, module: Module) -> bool:
    """Whether a class is an interface of zope.interface: what stands in it is asked of others, and does nothing."""
    return any(
        base.startswith(("zope.interface.", "zope.component.")) and base.rpartition(".")[2] == "Interface"
        for base in foreign_bases(owner, module)
    )


def defines(owner: ast.ClassDef, name: str, module: Module) -> bool:
    """Whether a class or one of its bases in this file defines `name`."""
    return any(name in methods(c) for c in local_bases(owner, module))


def is_old_style(owner: ast.ClassDef, module: Module) -> bool:
    """Whether Python 2 made an old-style class of this: no base is new-style and no metaclass is set."""
    if foreign_bases(owner, module) or "__metaclass__" in module.module_scope.bindings:
        return False
    return not any("__metaclass__" in methods(c) for c in local_bases(owner, module))


def class_of(node: ast.expr, module: Module) -> ast.ClassDef | None:
    """The class of this file that `node` is an instance of, by inference or because it is `self`."""
    known: dict[ast.expr, ast.ClassDef | None] = memory(module).setdefault("classes of", {})
    if node not in known:
        known[node] = _class_of(node, module)
    return known[node]


def _class_of(node: ast.expr, module: Module) -> ast.ClassDef | None:
    types = module.type_of(node)
    if len(types) == 1:
        only = next(iter(types))
        if only.startswith("class:"):
            return classes(module).get(only.removeprefix("class:"), [None])[0]
    if isinstance(node, ast.Name):
        function = module.function(node)
        if isinstance(function, ast.FunctionDef) and function.args.args:
            parent = module.parent(function)
            if function.args.args[0].arg == node.id and isinstance(parent, ast.ClassDef):
                return None if is_static(function, parent) else parent
    return None


#: What has a scope of its own, in which nothing is known of the class around.
_SCOPES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def asked_above(node: ast.Attribute, new: str, module: Module) -> str:
    """`super()` where a method asks its own object for what is called `new` now, and is called so itself; else ''."""
    function = module.function(node)
    if not isinstance(function, ast.FunctionDef) or function.name != new:
        return ""
    own = is_first_parameter(node.value, function)
    inside = any(isinstance(a, _SCOPES) for a in module.ancestors(node) if function in module.ancestors(a))
    return "super()" if own and not inside and isinstance(module.parent(function), ast.ClassDef) else ""


_LOOKING_UP = ("__getattr__", "__getattribute__")


def answers_to_any(value: ast.expr, module: Module) -> bool:
    """Whether `value` is reached through an object of a class of the repository that answers to any name: what it is
    asked for is no sign of a language. What the class gives its own object is not looked up so.
    """
    while isinstance(value, (ast.Attribute, ast.Call, ast.Subscript)):
        value = value.func if isinstance(value, ast.Call) else value.value
    bindings = module.bindings(value) if isinstance(value, ast.Name) else []
    if any(b.kind == "parameter" for b in bindings):
        return False
    owner = class_of(value, module)
    if owner is not None:
        return bool(_lookups(owner, module)) and not stands_for_another(owner, module)
    return any(imported_class_defines(b.value, name, module) for b in bindings for name in _LOOKING_UP)


def _lookups(owner: ast.ClassDef, module: Module) -> list[ast.stmt]:
    found = (methods(c).get(name) for c in local_bases(owner, module) for name in _LOOKING_UP)
    return [method for method in found if method is not None]


def stands_for_another(owner: ast.ClassDef, module: Module) -> bool:
    """Whether objects of a class are asked for what another one has: `return getattr(self.other, name)`."""
    return any(
        isinstance(n, ast.Call) and module.is_builtin(n.func, "getattr")
        for method in _lookups(owner, module)
        for n in ast.walk(method)
    )


def is_own_object(value: ast.expr, module: Module) -> bool:
    """Whether `value` is an object of one of the file's classes, which is no function and does not stand for one."""
    owner = class_of(value, module)
    return owner is not None and _is_made_here(value, module) and not stands_for_another(owner, module)


#: What the iterator protocol's method raises.
ENDS = "StopIteration"
#: Stands among the names of a class in another file whose `__iter__` gives an iterator that is not the object.
ANOTHER_ITERATOR = "return iter"


def definers(name: str, module: Module) -> list[frozenset[str]]:
    """For each class here, or in a file this one imports, that defines method `name`: all names it defines.

    The names include those of its bases in the same file; 'builtins.dict' is added for a subclass of dict, ENDS for
    a class in another file that speaks of it, or else ANOTHER_ITERATOR for one that goes through something else.
    """
    known = memory(module)
    key = ("definers", name)
    if key not in known:
        found = []
        for several in classes(module).values():
            for one in several:
                if name in methods(one):
                    names = {n for c in local_bases(one, module) for n in methods(c)}
                    found.append(frozenset(names | set(foreign_bases(one, module))))
        for other in _imported(module):
            for _, bases, names_there in _classes_of_file(module.facts.index, other):
                if name in names_there:
                    found.append(names_there | {f"builtins.{b.strip()}" for b in bases.split(",")})
        known[key] = found
    return known[key]  # type: ignore[no-any-return]


def imported_class_defines(
    made: ast.expr | None, method: str, module: Module, inherited: bool = False
) -> bool:
    """Whether `made` calls a class that a file imported here defines, and whose body defines `method`; where that is
    asked, too, the body of a class of the same file that it derives from.
    """
    function = made.func if isinstance(made, ast.Call) else None
    if isinstance(function, ast.Name):
        targets = {b.target for b in module.bindings(function) if b.kind == "import"}
        name = targets.pop() if len(targets) == 1 else ""
    else:
        name = function.attr if isinstance(function, ast.Attribute) else ""
    last = (name or "").rpartition(".")[2]
    if not last:
        return False
    index = module.facts.index
    found = [
        _with_inherited(names, bases, _classes_of_file(index, other)) if inherited else names
        for other in _imported(module)
        for called, bases, names in _classes_of_file(index, other)
        if called == last
    ]
    return bool(found) and all(method in names for names in found)


def _with_inherited(
    names: frozenset[str],
    bases: str,
    classes_there: tuple[tuple[str, str, frozenset[str]], ...],
    seen: frozenset[str] = frozenset(),
) -> frozenset[str]:
    """What a class defines, and what the only class of each of its bases' names in its file does."""
    for base in {part.strip() for part in bases.split(",")} - seen:
        found = [(above, own) for called, above, own in classes_there if called == base]
        if len(found) == 1:
            names |= _with_inherited(found[0][1], found[0][0], classes_there, seen | {base})
    return names


def _imported(module: Module) -> list[str]:
    known = memory(module)
    if "imported files" not in known:
        index, key = module.facts.index, module.facts.key
        known["imported files"] = (
            list(imported_files(module.nodes_of(*IMPORTS), key, index)) if len(index.keys) > 1 else []
        )
    return known["imported files"]  # type: ignore[no-any-return]


def _classes_of_file(index: RepositoryIndex, key: str) -> tuple[tuple[str, str, frozenset[str]], ...]:
    table = _texts.setdefault(index, {})
    if key not in table:
        table[key] = _read_classes(index.text(key) or "")
    return table[key]


def _read_classes(text: str) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """Name, bases and defined names of each class, by the text alone (the file may be in either language)."""
    found = []
    for match in _CLASS.finditer(text):
        indent = match.group(1)
        position = text.find("\n", match.end()) + 1
        start = position
        while 0 < position < len(text):
            following = text.find("\n", position)
            following = len(text) if following < 0 else following
            line = text[position:following]
            if (
                line.strip()
                and not line.startswith((indent + " ", indent + "\t"))
                and not line.lstrip().startswith("#")
            ):
                break
            position = following + 1
        body = text[start:position] if start else ""
        first = len(body) - len(body.lstrip()) - (body.rfind("\n", 0, len(body) - len(body.lstrip())) + 1)
        # What a method assigns is its own.
        names = {
            method or name
            for depth, method, name in _definition().findall(body)
            if method or len(depth) == first
        }
        if ENDS in body:
            names.add(ENDS)
        elif _iterates_by_another().search(body):
            names.add(ANOTHER_ITERATOR)
        found.append((match.group(2), match.group(3) or "", frozenset(names)))
    return tuple(found)


@lru_cache(maxsize=1)
def _iterates_by_another() -> re.Pattern[str]:
    return re.compile(r"def __iter__\(self\):(?:[^\n]*|(?:\n(?![ \t]*def\b)[^\n]*)*?)\breturn iter\(")


@lru_cache(maxsize=1)
def _definition() -> re.Pattern[str]:
    return re.compile(r"^([ \t]+)(?:def[ \t]+(\w+)|(\w+)[ \t]*=[^=])", re.MULTILINE)


def _is_made_here(value: ast.expr, module: Module) -> bool:
    """Whether `value` is no parameter, which other files may give something else."""
    bindings = module.bindings(value) if isinstance(value, ast.Name) else []
    return all(b.kind == "assign" for b in bindings)


def refuses_special(method: ast.stmt | None) -> bool:
    """Whether a __getattr__ raises AttributeError for names that begin with an underscore: special methods are not
    found through it.
    """
    return method is not None and any(
        isinstance(n, ast.If)
        and isinstance(n.body[-1], ast.Raise)
        and any(isinstance(c, ast.Constant) and c.value in ("_", "__") for c in ast.walk(n.test))
        for n in ast.walk(method)
    )
