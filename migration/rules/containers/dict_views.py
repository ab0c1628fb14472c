"""d.keys(), values(), items() → list(…) where a list is needed."""

from __future__ import annotations

import ast
import re
from typing import Any

from environment.traces import Exactness
from migration.analysis.builtins import is_old_builtin, spell_builtin
from migration.analysis.classes import (
    class_of,
    classes,
    definers,
    defines,
    imported_class_defines,
    values_given,
)
from migration.analysis.dicts import DICTS, is_dict, reached_by_import
from migration.analysis.kept_functions import is_kept_to_call
from migration.analysis.laziness.use import (
    COMPARING,
    Use,
    disturbed,
    held_against,
    loop_over,
    use_of,
    uses_of,
)
from migration.analysis.made import kept_by
from migration.analysis.names import defined_in_repository, last_name, memory
from migration.analysis.values import given_to_attributes, may_hold, reads_of
from migration.rule import Findings, Rule
from migration.rules.containers._hashing import is_looked_through
from migration.source.edits import Edit, Part, Span
from migration.trees.bodies import own_nodes
from migration.view.module import Module

VIEWS = frozenset(["keys", "values", "items"])
_OF_LISTS = frozenset([*dir(list), "__getslice__", "__setslice__", "__delslice__"])
_WEAK = frozenset(["weakref.WeakKeyDictionary", "weakref.WeakValueDictionary"])
#: What keeps an order of its own, by the names that such classes have.
_ORDERED = re.compile(r"ordered_?dict|sorted_?dict|odict\b(?<!\wodict)")
#: What holds a value against a matcher, and the matchers of what is equal.
_MATCHING, _EQUAL = frozenset(["assertThat", "assert_that"]), frozenset(["Equals", "equal_to"])
_EXPECTING = re.compile(r"assert|fail|raises")
#: What a variable may hold at other times; where it is asked for its keys, it is none of these.
_WITHOUT_KEYS = frozenset(
    [
        "list",
        "tuple",
        "set",
        "frozenset",
        "str",
        "unicode",
        "bytes",
        "int",
        "long",
        "float",
        "bool",
        "NoneType",
    ]
)


def visit(node: ast.Call | ast.Attribute, module: Module) -> Findings:
    """Wrap where the place needs a list, where the loop changes the dict, or where the place can't be seen."""
    if isinstance(node, ast.Attribute):
        yield from _bound_method(node, module)
        return
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr not in VIEWS or node.keywords:
        return
    owner, certain = function.value, is_dict(function.value, module)
    if len(node.args) == 1 and not isinstance(node.args[0], ast.Starred) and module.is_builtin(owner, "dict"):
        owner, certain = node.args[0], True  # dict.keys(self), in a class that has its own
    elif node.args:
        return
    if not certain and (_other_meaning(function, module) or reached_by_import(function.value, module)):
        return
    if _compared(node, module) or _gives_another(node, module):
        return
    expected = _expected(node, module)
    if expected is not None:
        # The order of Python 2 was one of hashes, and is none to be kept.
        order = spell_builtin("sorted", node, module)
        parts = [module.in_call(node, order)]
        if not _is_sorted(expected):
            parts.append(module.in_call(expected, order))
        yield module.edit(*parts, needs_python2=True, exactness=Exactness.SEMANTIC)
        return
    uses = uses_of(node, module)
    own = not certain and defined_in_repository(function.attr, module)
    exactness = Exactness.SEMANTIC if own else Exactness.EXACT
    if any(disturbed(read, [owner], module) for read in reads_of(node, module)):
        yield _wrapped(node, module, exactness=exactness)
    elif _seen_to_change(node, module):
        note = "under Python 2.7 the dict changed while the loop went on"
        yield _wrapped(node, module, exactness=exactness, note=note)
    elif _yields_meanwhile(node, module):
        yield _wrapped(node, module, needs_python2=True, exactness=exactness)
    elif uses & {Use.LIST, Use.SEQUENCE}:
        doubtful = not _certainly_wrong(node, module) and (not certain or _views_are_known(module))
        yield _wrapped(node, module, needs_python2=doubtful, exactness=exactness)
    elif function.attr == "keys" and is_looked_through(node, module):
        yield _wrapped(node, module, needs_python2=True, exactness=exactness)
    elif _held_against_list(node, module) or (Use.LENGTH in uses and _is_weak(owner, module)):
        yield _wrapped(node, module, exactness=exactness)
    elif (
        isinstance(module.parent(node), ast.Expr)
        or _set_operation(node, module)
        or (not certain and _is_inherited(function, module))
    ):
        return
    elif uses & {Use.UNKNOWN, Use.STORED} or _is_generator_source(node, module):
        yield _wrapped(node, module, needs_python2=True, exactness=exactness)


def _is_weak(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a dictionary whose entries may go: it gives generators, which have no length."""
    return "weakref" in module.text and kept_by(node, module, _WEAK) is not None


def _wrapped(node: ast.Call, module: Module, needs_python2: bool = False, **flags: Any) -> Edit:
    name, span = spell_builtin("list", node, module), module.span(node)
    function = node.func
    assert isinstance(function, ast.Attribute)
    keys = function.attr == "keys" and "\n" not in module.source(span)
    # The edit stands where the method's name does: a name that a rule wrote is no longer Python 2's keys.
    end = module.span(function).end
    named = Span(end - len(function.attr), end)
    if keys and is_dict(function.value, module) and not needs_python2 and module.is_kept(named):
        return module.replace(node, name, "(", function.value, ")", **flags)
    here = module.part(Span(named.start, named.start))
    return module.edit(here, module.in_call(node, name), needs_python2=needs_python2, **flags)


def _bound_method(node: ast.Attribute, module: Module) -> Findings:
    """`get = d.values`: a function that gives a list, where more is done with the result than to go through it.

    Of what is handed on, `call(d.keys)`, nobody sees what is done with it.
    """
    parent = module.parent(node)
    if module.is_builtin(node.value, "dict"):
        # `map(dict.items, ds)`: the method of the class, for whichever dictionary.
        handed = (
            isinstance(parent, ast.Call) and module.is_builtin(parent.func, "map") and node in parent.args
        )
        if handed and node.attr in VIEWS:
            made = spell_builtin("list", node, module)
            yield module.replace(node, f"lambda mapping: {made}(mapping.{node.attr}())", needs_python2=True)
        elif node.attr in VIEWS and is_kept_to_call(node, module):
            span = module.span(node)
            made = spell_builtin("list", node, module)
            here = module.part(Span(span.end - len(node.attr), span.end - len(node.attr)))
            new = Part(span, (f"lambda mapping: {made}(", span, "(mapping))"))
            yield module.edit(here, new, needs_python2=True)
        return
    kept = isinstance(parent, ast.Assign) and parent.value is node and len(parent.targets) == 1
    if not kept and not _is_handed_on(node, module):
        return
    if node.attr not in VIEWS or not is_dict(node.value, module):
        return
    target, calls = parent.targets[0] if isinstance(parent, ast.Assign) else None, []
    if isinstance(target, ast.Name):
        calls = [module.parent(read) for read in reads_of(node, module)]
    once = {Use.ONCE, Use.LAZY, Use.LENGTH}
    if calls and all(isinstance(c, ast.Call) and uses_of(c, module) <= once for c in calls):
        return
    owner, default = module.source(module.span(node.value)), ""
    bindings = module.bindings(node.value) if isinstance(node.value, ast.Name) else []
    if len(bindings) != 1:
        owner, default = "mapping", f" mapping={owner}"
    in_class = isinstance(module.parent(parent), ast.ClassDef) and bool(target)
    if in_class:  # whose names its functions can't see, and whose functions are methods
        owner, default = "mapping", f" mapping={module.source(module.span(node.value))}"
    made = f"lambda{default}: {spell_builtin('list', node, module)}({owner}.{node.attr}())"
    yield module.replace(node, f"staticmethod({made})" if in_class else made, needs_python2=True)


def _is_handed_on(node: ast.Attribute, module: Module) -> bool:
    """Whether a bound method is given to a function, returned, or kept in a display; not to one that expects the call
    to fail, nor to apply(), which makes it.
    """
    parent = module.parent(node)
    call = module.parent(parent) if isinstance(parent, ast.keyword) else parent
    if isinstance(call, ast.Call) and _EXPECTING.match(last_name(call.func)):
        return False
    if isinstance(call, ast.Call) and is_old_builtin(call.func, module, "apply"):
        return node is not call.args[0]
    if isinstance(parent, ast.Call):
        return parent.func is not node
    return isinstance(parent, (ast.keyword, ast.Return, ast.List, ast.Tuple, ast.Dict))


def _seen_to_change(node: ast.Call, module: Module) -> bool:
    """Whether the dict of a loop was seen to change meanwhile, by whatever the loop calls, when the original ran."""
    return loop_over(node, module) is not None and any(
        seen.site == "view" and "changed" in seen.seen for seen in module.observed(node)
    )


def _yields_meanwhile(node: ast.Call, module: Module) -> bool:
    """Whether a generator goes through the dict, so that whoever asks for the next item may have changed it.

    A dict that the generator made itself is nobody else's to change.
    """
    loop, function = loop_over(node, module), module.function(node)
    if loop is None or not isinstance(function, ast.FunctionDef):
        return False
    if not any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own_nodes(loop.body)):
        return False
    source = node.func.value  # type: ignore[attr-defined]
    made = [b.value for b in module.bindings(source)] if isinstance(source, ast.Name) else [source]
    return not all(
        isinstance(m, (ast.Dict, ast.DictComp))
        or (isinstance(m, ast.Call) and module.is_builtin(m.func, "dict", "locals"))
        for m in made
    )


def _views_are_known(module: Module) -> bool:
    """Whether a file takes keys() for a set somewhere: no list does, so it means the views of Python 3."""
    known = memory(module)
    if _views_are_known not in known:
        calls = (n for n in module.nodes_named(ast.Call, VIEWS) if isinstance(n, ast.Call))
        known[_views_are_known] = any(
            isinstance(c.func, ast.Attribute)
            and not (c.args or c.keywords)
            and _set_operation(c, module)
            and is_dict(c.func.value, module)
            for c in calls
        )
    return bool(known[_views_are_known])


def _gives_another(node: ast.Call, module: Module) -> bool:
    """Whether what the method gives is asked for its next item, by a name or at once, or for what no list has: it is
    none to begin with.
    """
    for read in reads_of(node, module):
        outer = module.parent(read)
        if isinstance(outer, ast.Attribute) and outer.attr in ("next", "__next__"):
            return True
        once = read is node or (isinstance(read, ast.Name) and len(module.bindings(read)) == 1)
        if isinstance(outer, ast.Attribute) and once and outer.attr not in _OF_LISTS:
            return True
        if isinstance(outer, ast.Call) and outer.args[:1] == [read] and module.is_builtin(outer.func, "next"):
            return True
    return False


def _set_operation(node: ast.Call, module: Module) -> bool:
    """Whether the place takes sets, as viewkeys() gave them, and no list."""
    parent = module.parent(node)
    return isinstance(parent, ast.BinOp) and isinstance(
        parent.op, (ast.Sub, ast.BitAnd, ast.BitOr, ast.BitXor)
    )


def _compared(node: ast.Call, module: Module) -> bool:
    """Whether the keys of one dict are compared with those of another: as views, whatever their order.

    Python 2's order was one of hashes, the same for the same keys; only OrderedDict has another.
    """
    parent = module.parent(node)
    if not (isinstance(parent, ast.Compare) and isinstance(parent.ops[0], (ast.Eq, ast.NotEq))):
        return False
    kinds = {
        side.func.attr
        if isinstance(side, ast.Call) and isinstance(side.func, ast.Attribute) and not side.args
        else ""
        for side in (parent.left, *parent.comparators)
    }
    return len(parent.ops) == 1 and kinds in ({"keys"}, {"items"}) and "OrderedDict" not in module.text


def _other_meaning(function: ast.Attribute, module: Module) -> bool:
    """Whether a class of the file defines the method itself, or gives its objects a function by that name, and the
    receiver is, or may be, one of its instances.
    """
    owner = class_of(function.value, module)
    if owner is not None:
        name = function.attr
        return defines(owner, name, module) or bool(values_given(owner, name, module))
    types = module.type_of(function.value)
    values = _values(function.value, module)
    if values and all(imported_class_defines(made, function.attr, module) for made in values):
        return True
    # Of several kinds of object those count that have the method: a descriptor gives what is put in its place.
    types -= DICTS | {
        t for t in types if t.startswith("class:") and not _has_method(t, function.attr, module)
    }
    if isinstance(function.value, (ast.Name, ast.Attribute)):
        types -= _WITHOUT_KEYS
    return bool(types) or (
        isinstance(function.value, ast.Call) and module.is_builtin(function.value.func, "super")
    )


def _values(held: ast.expr, module: Module) -> list[ast.expr | None]:
    """What a variable is given, or an attribute of that name in the file."""
    if isinstance(held, ast.Name):
        return may_hold(held, module)
    return [*given_to_attributes(module).get(held.attr, ())] if isinstance(held, ast.Attribute) else []


def _is_inherited(function: ast.Attribute, module: Module) -> bool:
    """Whether a class of another file that the receiver is one of has the method from a base: it may give anything."""
    values = _values(function.value, module)
    name = function.attr
    return bool(values) and all(imported_class_defines(made, name, module, inherited=True) for made in values)


def _has_method(kind: str, name: str, module: Module) -> bool:
    return any(defines(c, name, module) for c in classes(module).get(kind.removeprefix("class:"), ()))


def _expected(node: ast.Call, module: Module) -> ast.List | None:
    """The list of several that is written out and held against the keys, values or items of a plain dictionary."""
    sides = held_against(node, module)
    others = [side for side in sides if side is not node]
    expected = others[0] if len(sides) == 2 and len(others) == 1 else None
    if not isinstance(expected, ast.List) or len(expected.elts) < 2:
        return None
    firsts = _firsts(expected)
    kinds = set(map(type, firsts))
    alike = len(firsts) == len(expected.elts) and len(kinds) == 1 and kinds <= {int, str}
    return expected if alike and not _ORDERED.search(module.text.lower()) else None


def _firsts(expected: ast.List) -> list[Any]:
    """The constants in a list, and those that rows in it begin with."""
    firsts = (e.elts[0] if isinstance(e, ast.Tuple) and e.elts else e for e in expected.elts)
    return [first.value for first in firsts if isinstance(first, ast.Constant)]


def _is_sorted(expected: ast.List) -> bool:
    """Whether a list of constants, or of rows that begin with different ones, is written in order."""
    firsts = _firsts(expected)
    return firsts == sorted(firsts) and len(set(firsts)) == len(firsts)


def _certainly_wrong(node: ast.Call, module: Module) -> bool:
    """Whether no mapping of Python 3 could be meant: indexing, adding, sorting the result fails there."""
    if definers(node.func.attr, module):  # type: ignore[attr-defined]
        return False
    parent = module.parent(node)
    return isinstance(parent, (ast.Subscript, ast.BinOp, ast.Attribute, ast.Assign, ast.Compare))


def _held_against_list(node: ast.Call, module: Module) -> bool:
    """Whether a test expects a list that is written out there: `assertEqual(d.keys(), ["a"])`, also by a matcher:
    `assertThat(d.keys(), Equals(["a"]))`.
    """
    call = module.parent(node)
    if not isinstance(call, ast.Call) or definers(node.func.attr, module):  # type: ignore[attr-defined]
        return False
    sides = call.args[:2]
    matcher = sides[1] if sides[0:1] == [node] and len(sides) == 2 else None
    if isinstance(matcher, ast.Call) and last_name(call.func) in _MATCHING:
        listed = bool(matcher.args) and isinstance(matcher.args[0], ast.List)
        return listed and last_name(matcher.func) in _EQUAL
    return node in sides and last_name(call.func) in COMPARING and any(isinstance(s, ast.List) for s in sides)


def _is_generator_source(node: ast.Call, module: Module) -> bool:
    """Whether a generator expression that is kept reads the view later."""
    parent = module.parent(node)
    if not isinstance(parent, ast.comprehension):
        return False
    generator = module.parent(parent)
    return isinstance(generator, ast.GeneratorExp) and use_of(generator, module) is Use.UNKNOWN


RULE = Rule(
    id="dict_views",
    family="P5",
    summary="d.keys(), values(), items() are views: list() where a list is needed",
    before="d = {}\nfirst = d.keys()[0]\nfor k in d.keys(): del d[k]\nfor v in d.values(): x = v\n",
    after="d = {}\nfirst = list(d)[0]\nfor k in list(d): del d[k]\nfor v in d.values(): x = v\n",
    caveats=(
        "A loop is taken to change its dict when its body does so directly or through functions of the same file, or "
        "when it was seen to do so while the original's tests ran under Python 2.7, or when it yields. "
        "The order of the keys is that of insertion now."
    ),
    triggers=(".keys", ".values", ".items"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Attribute, ast.Call),
    names=VIEWS,
    follows=frozenset(["apply_builtin", "decoded_guard"]),
    visit=visit,
)
