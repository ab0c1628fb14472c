"""it.next() → next(it), and `def next(self)` of an iterator class → `def __next__(self)`."""

from __future__ import annotations

import ast
import itertools
import re

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.analysis.classes import (
    ANOTHER_ITERATOR,
    ENDS,
    answers_to_any,
    attribute_values,
    class_of,
    classes,
    definers,
    defines,
    local_bases,
    methods,
)
from migration.analysis.exceptions import handles, tries_around
from migration.analysis.laziness.use import EXPECTING
from migration.analysis.made import kept_by
from migration.analysis.names import (
    defined_in_repository,
    is_first_parameter,
    last_name,
    memory,
    other_texts,
    star_imported,
    stdlib_name,
    uses,
)
from migration.analysis.values import assigned, given_last
from migration.repository.imports import IMPORTS, imported_files
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.rules.modules import itertools_names
from migration.source.edits import Edit, Part, Span
from migration.trees.bodies import own_nodes
from migration.view.module import Module

#: Kinds of objects that are iterators.
_ITERATORS = frozenset(["iterator", "file"])
#: Functions of the standard library that return iterators.
_GIVING = frozenset(["csv.DictReader", "csv.reader", "os.walk", "re.finditer", "tokenize.generate_tokens"])
#: Those whose objects have a method of that name still.
_WITH_NEXT = frozenset(["tarfile.TarFile", "tarfile.TarFile.open", "tarfile.open"])

_ITERTOOLS = frozenset(["itertools"])
_MAKERS = itertools_names.MOVES.names.union(n for n in vars(itertools) if not n.startswith("_"))
_MOCKS = frozenset(["MagicMock", "Mock", "NonCallableMagicMock", "NonCallableMock"])
#: For objects that may be either, as the program alone knows when it runs.
HELPER = '''
def next_item(source):
    """What source.next() gives: by a method of that name, or as the iterator that it is."""
    return source.next() if hasattr(source, "next") else next(source)
'''


def visit(node: ast.FunctionDef | ast.Attribute | ast.Name, module: Module) -> Findings:
    """Rename the method where it is the protocol's, and use next() for its calls."""
    if isinstance(node, ast.FunctionDef):
        owner = module.parent(node)
        if node.name == "next" and isinstance(owner, ast.ClassDef) and is_protocol(owner, module):
            yield module.edit(_name_part(node, module), exactness=Exactness.EXACT)
        elif (
            node.name == "next" and isinstance(owner, ast.ClassDef) and _is_asked_blindly(node, owner, module)
        ):
            end = module.line_span(node).end
            line = f"{module.indentation(node)}__next__ = next\n"
            first = "" if module.text[end - 1] == "\n" else "\n"
            yield module.insert(end, f"{first}\n{line}", needs_python2=True)
    elif isinstance(node, ast.Name):
        scope = module.parent(module.statement(node))
        if node.id == "next" and isinstance(scope, ast.ClassDef) and is_protocol(scope, module):
            yield module.replace(node, "__next__", exactness=Exactness.EXACT)
    elif node.attr == "next" and isinstance(node.ctx, ast.Load):
        yield from _attribute(node, module)
    elif node.attr == "next" and isinstance(node.ctx, ast.Store):
        yield from _given_to_mock(node, module)


def _stands_for_builtin(node: ast.Attribute, module: Module) -> bool:
    """Whether this is what a program's own next() does, for Pythons without one: `def next(it, *more): it.next(…)`."""
    function = module.function(node)
    named = isinstance(function, ast.FunctionDef) and function.name == "next"
    return named and module.class_of(node) is None and is_first_parameter(node.value, function)


def _given_to_mock(node: ast.Attribute, module: Module) -> Findings:
    """cursor = Mock(); cursor.next = items.next: a method that the protocol looks for at the class, with the object."""
    statement = module.parent(node)
    made = assigned(node.value, module) if isinstance(node.value, ast.Name) else None
    if (
        not isinstance(made, ast.Call)
        or last_name(made.func) not in _MOCKS
        or not isinstance(statement, ast.Assign)
        or _another_next(module)
        or _follows_links(module)
    ):
        return
    given, end = statement.value, module.span(node).end
    name = module.part(Span(end - len("next"), end), "__next__")
    if isinstance(given, ast.Call) and last_name(given.func) in _MOCKS:
        yield module.edit(name, needs_python2=True)
    elif isinstance(given, ast.Attribute) and given.attr == "next":
        items = module.sub(given.value)
        yield module.edit(name, module.part(given, "lambda self: next(", *items, ")"), needs_python2=True)


def _follows_links(module: Module) -> bool:
    """Whether the file asks for what an object keeps under that name: the next of a chain of objects."""
    return any(_is_link(n, module) for n in module.nodes_named(ast.Attribute, frozenset(["next"])))


def _is_link(node: ast.AST, module: Module) -> bool:
    outer = module.parent(node)
    if isinstance(outer, ast.Assign):
        return outer.value is node and not any(isinstance(t, ast.Attribute) for t in outer.targets)
    return not isinstance(outer, ast.Call)


def _name_part(node: ast.FunctionDef, module: Module) -> Part:
    start, end = module.span(node)
    found = re.compile(r"def[ \t]+(next)\b").search(module.text, start, end)
    if found is None:
        raise ValueError("a method without a name")
    return module.part(Span(*found.span(1)), "__next__")


def _attribute(node: ast.Attribute, module: Module) -> Findings:
    call = module.parent(node)
    called = isinstance(call, ast.Call) and call.func is node
    name = Span(module.span(node).end - len("next"), module.span(node).end)
    if not called:
        inherited = _is_super(node.value, module) and _leads_to_protocol(node, module)
        known = inherited or _is_iterator(node.value, module) or _own_protocol(node.value, module)
        if known or any(
            f(node, module)
            for f in (
                _is_kept_and_called,
                _gives_items,
                _given_items_beside,
                _is_called_by_name,
                _is_to_end,
                _is_beside_iter,
            )
        ):
            yield module.replace_span(name, "__next__")
        elif _is_expected_to_end(node, module):
            asked = helper("next_item", HELPER, module)
            yield module.replace(
                node, "lambda: ", asked, "(", *module.sub(node.value), ")", needs_python2=True
            )
        return
    if inside_helper(node, HELPER, module):
        return
    if isinstance(call, ast.Call) and (call.args or call.keywords):
        through_class = len(call.args) == 1 and not call.keywords and _names_class(node, module)
        through_class = through_class and not isinstance(call.args[0], ast.Starred)
        if through_class or _own_protocol(node.value, module):
            yield module.replace_span(name, "__next__")
        elif isinstance(call.args[0] if call.args else None, ast.Starred) and _stands_for_builtin(
            node, module
        ):
            yield module.replace_span(name, "__next__", needs_python2=True)
        return
    if _is_super(node.value, module) and _leads_to_protocol(node, module):
        yield module.replace_span(name, "__next__")
        return
    if "tarfile" in module.text and kept_by(node.value, module, _WITH_NEXT) is not None:
        return
    owner = class_of(node.value, module)
    stands_for_another = owner is not None and defines(owner, "__getattr__", module)
    if owner is not None and not stands_for_another:
        if any(attribute_values(c, "next") for c in local_bases(owner, module) if "next" not in methods(c)):
            return  # what the object keeps under that name
        here = [c for c in local_bases(owner, module) if "next" in methods(c)]
        if here and not is_protocol(here[0], module):
            return
    elif (
        (stands_for_another or not module.type_of(node.value))
        and not _is_iterator(node.value, module)
        and _another_next(module)
    ):
        if _iterators_in_sight(module):
            asked = helper("next_item", HELPER, module)
            yield module.replace(
                call, asked, "(", *module.sub(node.value), ")", evidence=False, needs_python2=True
            )
        else:
            yield module.open(node, "a class in sight has a method next that is not the iterator protocol's")
        return
    if not module.is_proven and answers_to_any(node.value, module):
        return
    if _goes_along_chain(node, module):
        return
    tried = next((t for t in tries_around(node, module) if handles(t, "AttributeError")), None)
    if tried is None:
        yield _call(node, call, module)
    elif not _speaks_of_next(tried.handlers):
        # What has no such method is expected here: next() would raise a TypeError for it.
        free = not module.guarded(tried)
        yield module.replace_span(name, "__next__", evidence=False, needs_python2=True, guarded=free)


def _goes_along_chain(node: ast.Attribute, module: Module) -> bool:
    """Whether a name is given what its own object has next, `node = node.next()`: one of a chain of objects, which a
    library made. What an iterator gives is hardly ever an iterator itself, and then of a class of the program.
    """
    statement, call = module.statement(node), module.parent(node)
    return (
        isinstance(statement, ast.Assign)
        and statement.value is call
        and len(statement.targets) == 1
        and ast.unparse(statement.targets[0]) == ast.unparse(node.value)
        and not _is_iterator(node.value, module)
        and not defined_in_repository("next", module)
    )


def _is_to_end(node: ast.Attribute, module: Module) -> bool:
    """Whether a test calls this method to see the iteration end, or fail: `assertRaises(StopIteration, items.next)`."""
    call = module.parent(node)
    ends = _is_expected_to_end(node, module)
    return not _another_next(module) and (
        ends or (_is_expected(node, call) and _is_result(node.value, module))
    )


def _is_expected_to_end(node: ast.Attribute, module: Module) -> bool:
    call = module.parent(node)
    if not isinstance(call, ast.Call) or not _is_expected(node, call):
        return False
    return module.is_builtin(call.args[0], "StopIteration")


def _is_expected(node: ast.Attribute, call: ast.AST | None) -> bool:
    """Whether `node` is what a test calls to see it fail."""
    return (
        isinstance(call, ast.Call)
        and last_name(call.func) in EXPECTING
        and len(call.args) == 2
        and not call.keywords
        and call.args[1] is node
    )


def _is_result(node: ast.expr, module: Module) -> bool:
    """Whether a name was only given what calls gave, as a generator is, which fails in its own ways."""
    given = module.bindings(node) if module.is_python2 and isinstance(node, ast.Name) else []
    return bool(given) and all(b.kind == "assign" and isinstance(b.value, ast.Call) for b in given)


def _is_beside_iter(node: ast.Attribute, module: Module) -> bool:
    """Whether the same object is asked for its `__iter__` there: `a.__iter__, a.next = f.__iter__, f.next`."""
    function, owner = module.function(node), ast.dump(node.value)
    return any(
        isinstance(n, ast.Attribute) and module.function(n) is function and ast.dump(n.value) == owner
        for n in module.nodes_named(ast.Attribute, frozenset(["__iter__"]))
    )


def _speaks_of_next(handlers: list[ast.ExceptHandler]) -> bool:
    """Whether a handler asks for the next item in another way."""
    nodes = [n for h in handlers for n in ast.walk(h)]
    return any(last_name(n) == "__next__" or getattr(n, "id", "") == "next" for n in nodes)


def _call(node: ast.Attribute, call: ast.AST, module: Module) -> Edit:
    exact = bool(module.type_of(node.value) & _ITERATORS)
    return module.replace(
        call,
        spell_builtin("next", call, module),
        "(",
        *module.sub(node.value),
        ")",
        exactness=Exactness.EXACT if exact else Exactness.SEMANTIC,
    )


def _is_iterator(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an iterator: by its type, or by what its name was given last, whatever it is elsewhere."""
    if _gives_iterator(node, module):
        return True
    if isinstance(node, ast.Name):
        given = given_last(node, module)
        return isinstance(given, ast.Assign) and _gives_iterator(given.value, module)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        made = given_last(node.func, module)
        return isinstance(made, ast.FunctionDef) and any(
            isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own_nodes(made.body)
        )
    return False


def _gives_iterator(node: ast.expr, module: Module) -> bool:
    if module.type_of(node) & _ITERATORS:
        return True
    if not isinstance(node, ast.Call):
        return False
    name = stdlib_name(node.func, module)
    if isinstance(node.func, ast.Name) and node.func.id in _MAKERS:
        name = star_imported(node.func, module, _ITERTOOLS) or name
    return name is not None and (name in _GIVING or name.startswith("itertools."))


def _is_super(node: ast.expr, module: Module) -> bool:
    return isinstance(node, ast.Call) and module.is_builtin(node.func, "super")


def _leads_to_protocol(node: ast.AST, module: Module) -> bool:
    """Whether the class around `node` is an iterator, so that its base's next is the protocol's."""
    owner = module.class_of(node)
    own = methods(owner).get("next") if owner is not None else None
    return owner is not None and (own is None or is_protocol(owner, module))


def _another_next(module: Module) -> bool:
    """Whether a class in sight has a method next that is not, or can't be seen to be, the protocol's."""
    here = [c for several in classes(module).values() for c in several if "next" in methods(c)]
    if any(_takes_nothing(methods(c)["next"]) and not is_protocol(c, module) for c in here):
        return True
    return any(not _iterates(names) for names in definers("next", module)[len(here) :])


def _iterates(names: frozenset[str]) -> bool:
    """Whether a class in another file that defines these names can be an iterator itself."""
    return ENDS in names or ("__iter__" in names and ANOTHER_ITERATOR not in names)


def _is_asked_blindly(function: ast.FunctionDef, owner: ast.ClassDef, module: Module) -> bool:
    """Whether a file that can't see a class calls a method of that name, which becomes next() there: of a class whose
    objects are given around, though they are no iterators.
    """
    unknown = not module.is_proven or function.decorator_list
    if unknown or not _takes_nothing(function) or "__next__" in methods(owner):
        return False
    return any(".next()" in text for text in other_texts(module))


def _iterators_in_sight(module: Module) -> bool:
    """Whether the file, or one it imports, makes iterators too."""
    known = memory(module)
    if "iterators in sight" not in known:
        index = module.facts.index
        texts = (
            index.text(key) for key in imported_files(module.nodes_of(*IMPORTS), module.facts.key, index)
        )
        known["iterators in sight"] = any(_iterates(names) for names in definers("next", module)) or any(
            "yield" in (text or "") for text in (module.text, *texts)
        )
    return bool(known["iterators in sight"])


def _defined_here(name: str, module: Module) -> int:
    return sum(name in methods(c) for several in classes(module).values() for c in several)


def _takes_nothing(method: ast.stmt) -> bool:
    """Whether `x.next()` can mean this method at all."""
    if not isinstance(method, ast.FunctionDef):
        return True
    return len(method.args.args) - len(method.args.defaults) <= 1


def _own_protocol(node: ast.expr, module: Module) -> bool:
    owner = class_of(node, module)
    if owner is None:
        return False
    return any("next" in methods(c) and is_protocol(c, module) for c in local_bases(owner, module))


def _gives_items(node: ast.Attribute, module: Module) -> bool:
    """Whether `node` is kept as self.x, and the class around it, an iterator, gives what self.x() returns."""
    statement, owner = module.parent(node), module.class_of(node)
    if owner is None or not isinstance(statement, ast.Assign) or statement.value is not node:
        return False
    own = methods(owner)
    method = own.get("__next__") or (own.get("next") if is_protocol(owner, module) else None)
    if not isinstance(method, ast.FunctionDef):
        return False
    kept = {ast.unparse(t) for t in statement.targets if isinstance(t, ast.Attribute)}
    return any(
        isinstance(n, ast.Return)
        and isinstance(n.value, ast.Call)
        and not (n.value.args or n.value.keywords)
        and ast.unparse(n.value.func) in kept
        for n in own_nodes(method.body)
    )


def _is_called_by_name(node: ast.Attribute, module: Module) -> bool:
    """Whether a variable keeps the method, to call it without arguments: `get = it.next`, and then `get()`."""
    statement = module.parent(node)
    target = (
        statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    )
    if not isinstance(target, ast.Name) or assigned(target, module) is not node:
        return False
    found = module.scope(target).lookup(target.id)
    reads = [u for u in uses(target.id, found[0], module) if isinstance(u.ctx, ast.Load)] if found else []
    calls = [module.parent(r) for r in reads]
    if not calls or not all(
        isinstance(c, ast.Call) and c.func is r and not (c.args or c.keywords)
        for c, r in zip(calls, reads, strict=True)
    ):
        return False
    around, source = module.function(node) or module.tree, ast.dump(node.value)
    looped = (n.iter for n in ast.walk(around) if isinstance(n, ast.For))
    return any(ast.dump(i) == source for i in looped) or not _another_next(module)


def _is_kept_and_called(node: ast.Attribute, module: Module) -> bool:
    """Whether an attribute keeps the method, and elsewhere one that only generators have: `self.step = it.next`, and
    `self.step = it.throw`.
    """
    statement = module.parent(node)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1 or _another_next(module):
        return False
    target, source = statement.targets[0], ast.dump(node.value)
    given = (n for n in module.nodes_of(ast.Assign) if isinstance(n, ast.Assign) and len(n.targets) == 1)
    return isinstance(target, ast.Attribute) and any(
        isinstance(n.value, ast.Attribute)
        and n.value.attr in ("send", "throw")
        and ast.dump(n.value.value) == source
        and ast.dump(n.targets[0]) == ast.dump(target)
        for n in given
    )


def _given_items_beside(node: ast.Attribute, module: Module) -> bool:
    """Whether the class around `node` returns what the same source gives elsewhere."""
    owner, source = module.class_of(node), ast.dump(node.value)
    others = (
        (n for n in ast.walk(owner) if isinstance(n, ast.Attribute) and n.attr == "next") if owner else ()
    )
    return any(n is not node and ast.dump(n.value) == source and _gives_items(n, module) for n in others)


def _names_class(node: ast.Attribute, module: Module) -> bool:
    """Whether `X.next(…)` is a class's: of an iterator here, or of a base of the iterator around."""
    value, owner = node.value, module.class_of(node)
    if isinstance(value, ast.Name) and any(is_protocol(c, module) for c in classes(module).get(value.id, ())):
        return True
    named = ast.dump(value)
    derives = owner is not None and any(ast.dump(base) == named for base in owner.bases)
    return derives and _leads_to_protocol(node, module)


def is_protocol(owner: ast.ClassDef, module: Module) -> bool:
    """Whether a class's `next` is the iterator protocol's, and `__next__` is still missing."""
    own = methods(owner)
    function = own.get("next")
    if isinstance(function, ast.Assign) and isinstance(function.value, ast.Name):
        function = own.get(function.value.id)  # another name for a method
    if "__next__" in own or not isinstance(function, ast.FunctionDef):
        return False
    arguments = function.args
    if len(arguments.args) - len(arguments.defaults) != 1:
        return False
    starting = [methods(c).get("__iter__") for c in local_bases(owner, module)]
    if function.decorator_list:
        return any(map(_gives_itself, starting)) and all(map(_wraps, function.decorator_list))
    if any(s is not None and not _gives_another(s) for s in starting):
        return True
    bases = local_bases(owner, module)[1:]
    if any("next" in methods(b) and b is not owner and not is_protocol(b, module) for b in bases):
        return False
    body = list(ast.walk(function))
    if any(isinstance(n, ast.Name) and n.id == ENDS for n in body):
        return True
    elsewhere = definers("next", module)[_defined_here("next", module) :]
    if (
        len(arguments.args) == 1
        and all(_iterates(names) for names in elsewhere)
        and any(
            isinstance(n, ast.Attribute) and n.attr == "next" and isinstance(module.parent(n), ast.Call)
            for n in body
        )
    ):
        return True
    return any(
        isinstance(n, ast.Name) and n.id == owner.name and _returned_by_iter(n, module)
        for n in module.nodes_of(ast.Name)
    )


def _gives_another(method: ast.stmt) -> bool:
    """Whether what a method gives is another iterator than the object: a class with such an `__iter__` is none."""
    if not isinstance(method, ast.FunctionDef):
        return False
    inside = list(own_nodes(method.body))
    if any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in inside):
        return True
    given = [n.value for n in inside if isinstance(n, ast.Return)]
    return bool(given) and all(
        isinstance(v, ast.Call)
        and isinstance(v.func, ast.Name)
        and v.func.id == "iter"
        and v.args
        and not isinstance(v.args[0], ast.Name)
        for v in given
    )


def _gives_itself(method: ast.stmt | None) -> bool:
    """Whether a method always gives the object that it belongs to."""
    given = (
        [n.value for n in own_nodes(method.body) if isinstance(n, ast.Return)]
        if isinstance(method, ast.FunctionDef)
        else []
    )
    return bool(given) and all(value is not None and is_first_parameter(value, method) for value in given)


def _wraps(decorator: ast.expr) -> bool:
    """Whether a decorator puts something around a method, which is none behind one for properties and classes."""
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = last_name(named) or ""
    return "property" not in name and name not in ("classmethod", "setter", "staticmethod")


def _returned_by_iter(node: ast.AST, module: Module) -> bool:
    function = module.function(node)
    return isinstance(function, ast.FunctionDef) and function.name == "__iter__"


RULE = Rule(
    id="next_method",
    family="P14",
    summary="the iterator protocol's method is __next__; next() calls it",
    before=(
        "class C(object):\n    def __iter__(self): return self\n    def next(self): return 1\n"
        "x = C().next() + f(y).next()\n"
    ),
    after=(
        "class C(object):\n    def __iter__(self): return self\n    def __next__(self): return 1\n"
        "x = next(C()) + next(f(y))\n"
    ),
    caveats=(
        "A class whose next() takes arguments, or that neither has __iter__ nor ends by StopIteration, keeps it. "
        "`it.next` that is not called is renamed only for a known iterator, or where an iterator "
        "returns what it gives, or where the variable that keeps it is called without arguments."
    ),
    triggers=("next",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.FunctionDef, ast.Attribute, ast.Name),
    names=frozenset(["next"]),
    visit=visit,
)
