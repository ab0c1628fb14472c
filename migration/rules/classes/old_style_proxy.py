"""An old-style class with __getattr__ → the special methods that Python 2 found through it."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import (
    class_of,
    classes,
    defines,
    foreign_bases,
    is_old_style,
    local_bases,
    methods,
    refuses_special,
)
from migration.analysis.names import in_repository, last_name, memory, repository_texts
from migration.flow.atoms import Instance
from migration.rewriting.helpers import helper
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.rules.classes._dunder import COMPARISONS
from migration.rules.classes._instances import CALLED, OPERATORS, special_uses
from migration.source.edits import Needs
from migration.view.module import Module

_MIXIN = "UserDict.DictMixin"
#: What that asks its own object for by its operators, and what it defines, so that nothing looks further.
_ASKED_BY_MIXIN = frozenset(["__getitem__"])
_OF_MIXIN = frozenset(["__iter__", "__contains__", "__len__", "__eq__", "__repr__", "__bool__"])
_METHODS = dict(OPERATORS.values())
_TEXTS = {"str": "__str__", "print": "__str__", "repr": "__repr__"}
_BY_INDEX = frozenset(["__iter__", "__contains__"])
#: A class of the repository that says itself whether its objects are true.
_TRUTH = re.compile(r"__(?:nonzero|bool)__")
#: What says how long its objects are.
_LENGTH = re.compile(r"__len__(?:(?<=def __len__)\(|(?<!\w__len__)[ \t]*=)")
#: What Python 2 did with an instance in which it did not find the method.
_OTHERWISE = {
    **dict.fromkeys(COMPARISONS.values(), "NotImplemented"),
    "__str__": "object.__str__(self)",
    "__repr__": "object.__repr__(self)",
    "__hash__": "object.__hash__(self)",
    "__contains__": "arguments[0] in {}(self)",
}
HELPER = '''
def items_by_getattr(holder):
    """What goes through an object whose class looks every name up by itself: its __iter__, or place by place."""

    def by_place(item):
        for place in itertools.count():
            try:
                found = item(place)
            except IndexError:
                return
            yield found

    try:
        method = holder.__getattr__("__iter__")
    except AttributeError:
        try:
            item = holder.__getattr__("__getitem__")
        except AttributeError:
            raise TypeError("iteration over non-sequence") from None
        return by_place(item)
    return method()
'''
#: A class statement with its bases.
_HEIR = re.compile(r"class[ \t]+(\w+)[ \t]*\(([^)]*)\)")
_SIGNS: dict[type[ast.unaryop], str] = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Write out the methods that are seen in use, here or in other files; say so where none is."""
    method = methods(node).get("__getattr__")
    mixed = _is_mapping(node, module)
    old = mixed or is_old_style(node, module)
    if not isinstance(method, ast.FunctionDef) or not old or refuses_special(method):
        return
    if _asks_its_class(method, node):
        return
    uses = _used(module).get(node, set()) | special_uses(node, module)
    if mixed:
        uses = (uses | _ASKED_BY_MIXIN) - _OF_MIXIN
    indexed = defines(
        node, "__getitem__", module
    )  # what takes the place of these, where __getattr__ has none
    if "__len__" in uses and not defines(node, "__len__", module) and in_repository(_TRUTH, module):
        uses = uses | {"__bool__"}  # the length would tell whether it is true
    if "__eq__" in uses and not defines(node, "__eq__", module):
        uses = uses | {"__hash__"}  # which Python 3 takes from a class that says what is equal
    # A length that is written out here would tell of objects that have none.
    measured = "__len__" in uses or bool(defines(node, "__len__", module))
    if "__bool__" in uses and not (_is_known(module) and _is_asked_for_truth(node, measured, module)):
        uses = uses - {"__bool__"}
    own_truth = defines(node, "__nonzero__", module)
    used = sorted(
        n
        for n in uses
        if not (defines(node, n, module) or (indexed and n in _BY_INDEX) or (own_truth and n == "__bool__"))
    )
    if not used:
        if not any(
            n.startswith("__") and n not in ("__init__", "__getattr__", "__setattr__") for n in methods(node)
        ):
            yield module.open(
                node,
                "special methods are no longer found through __getattr__: define those in use",
                needs_python2=True,
            )
        return
    items = Needs.of("")
    if not _BY_INDEX.isdisjoint(used):
        items = helper("items_by_getattr", HELPER, module, ("import itertools",))
    lines: list[str] = []
    for name in used:
        lines += ["", *_method(name, items, defines(node, "__len__", module))]
    part = after(method, lines, module)
    if part is not None:
        text = "".join(piece for piece in part.pieces if isinstance(piece, str))
        yield module.edit(module.part(part.span, Needs.of(text, items.imports, items.helpers)))


def _is_mapping(owner: ast.ClassDef, module: Module) -> bool:
    """Whether a class is old-style, and derives from the mixin of mappings, which was so, too, and no other's class."""
    own = local_bases(owner, module)
    chosen = "__metaclass__" in module.module_scope.bindings or any(
        "__metaclass__" in methods(c) for c in own
    )
    return not chosen and set(foreign_bases(owner, module)) == {_MIXIN}


def _asks_its_class(method: ast.FunctionDef, owner: ast.ClassDef) -> bool:
    """Whether a class looks names up in itself: it has those of all classes now, and would find what is written."""
    calls = [
        n for n in ast.walk(method) if isinstance(n, ast.Call) and last_name(n.func) == "getattr" and n.args
    ]
    asked = (c.args[0].func if isinstance(c.args[0], ast.Call) else c.args[0] for c in calls)
    return any(last_name(one) in (owner.name, "__class__", "type") for one in asked)


def _is_known(module: Module) -> bool:
    """Whether it is shown that no Python 3 has run the file, whose objects were all true there."""
    return module.is_python2 and not module.is_presumed


def _is_asked_for_truth(owner: ast.ClassDef, measured: bool, module: Module) -> bool:
    """Whether Python 2 asked __getattr__ for the truth of all objects of a class and its heirs, and it may be asked
    by the new name: a file that spells either name tells them apart, and a class with another base may be new-style.
    """
    constants = module.nodes_of(ast.Constant)
    if any(isinstance(c, ast.Constant) and _TRUTH.search(str(c.value)) for c in constants):
        return False
    names = [owner.name]
    for name in names:
        for text in repository_texts(module):
            for heir, listed in _HEIR.findall(text) if name in text else ():
                bases = [base.strip().rpartition(".")[2] for base in listed.split(",")]
                if name in bases and (len(bases) > 1 or (_LENGTH.search(text) and not measured)):
                    return False  # the heir's length may tell
                if name in bases and heir not in names:
                    names.append(heir)
    return True


def _is_written(node: ast.AST, module: Module) -> bool:
    """Whether a node stands in a method that this rule wrote, which calls what it finds."""
    function = module.function(node)
    extra = function.args.vararg if isinstance(function, ast.FunctionDef) else None
    name = function.name if isinstance(function, ast.FunctionDef) else ""
    return extra is not None and extra.arg == "arguments" and name[:2] == name[-2:] == "__"


def _method(name: str, items: str, measured: bool) -> list[str]:
    """The lines of a special method that Python 2 looked for by __getattr__; `measured`: the class says itself how
    long its objects are.
    """
    head = f"def {name}(self, *arguments):"
    if name == "__iter__":
        return [head, f"    return {items}(self)"]
    if name == "__bool__":
        last = "" if measured else ', "__len__"'
        return [
            head,
            f'    for name in ("__nonzero__", "__bool__"{last}):',
            "        try:",
            "            method = self.__getattr__(name)",
            "        except AttributeError:",
            "            continue",
            '        if name == "__bool__" and getattr(method, "__self__", self) is None:',
            "            continue  # Python 2's None had no such method",
            "        return bool(method())",
            f"    return {'len(self) > 0' if measured else 'True'}",
        ]
    otherwise = _OTHERWISE.get(name)
    if otherwise is None:
        return [head, f'    return self.__getattr__("{name}")(*arguments)']
    return [
        head,
        "    try:",
        f'        method = self.__getattr__("{name}")',
        "    except AttributeError:",
        f"        return {otherwise.format(items)}",
        "    return method(*arguments)",
    ]


def _used(module: Module) -> dict[ast.ClassDef, set[str]]:
    """For each class the special methods that expressions of the file call on its instances."""
    known = memory(module)
    if "special uses" not in known:
        table: dict[ast.ClassDef, set[str]] = {}
        for node in module.nodes:
            for subject, name in _uses_of(node, module):
                for owner in _classes_of(subject, module):
                    if name == "__call__" and _is_written(node, module):
                        continue
                    table.setdefault(owner, set()).add(name)
        known["special uses"] = table
    return known["special uses"]  # type: ignore[no-any-return]


def _classes_of(subject: ast.expr, module: Module) -> list[ast.ClassDef]:
    """The classes of the file of which a value is seen to be an object, also where it comes from elsewhere."""
    owner = class_of(subject, module) if isinstance(subject, (ast.Name, ast.Call)) else None
    if owner is not None:
        return [owner]
    if not isinstance(subject, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
        return []
    kinds = (atom.kind for atom in module.may_hold(subject) if isinstance(atom, Instance))
    here = (kind.node.name for kind in kinds if kind.space.key == module.facts.key)
    found = (classes(module).get(name, []) for name in here)
    return [one[0] for one in found if len(one) == 1]


def _truth_asked(node: ast.AST) -> list[ast.expr]:
    """The values of which a statement or an expression asks whether they are true."""
    if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        return [node.test]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return [node.operand]
    return node.values[:-1] if isinstance(node, ast.BoolOp) else []


def _uses_of(node: ast.AST, module: Module) -> list[tuple[ast.expr, str]]:
    asked = _truth_asked(node)
    if asked:
        return [(value, "__bool__") for value in asked]
    if isinstance(node, ast.Call):
        name = module.qualified_name(node.func) or ""
        special = CALLED.get(name.removeprefix("builtins."))
        if special and node.args:
            return [(node.args[0], special)]
        text = _TEXTS.get(name.removeprefix("builtins."))
        if text:
            return [(a, text) for a in node.args]
        return [(node.func, "__call__")]
    if isinstance(node, ast.Subscript):
        kinds = {ast.Store: "__setitem__", ast.Del: "__delitem__"}
        return [(node.value, kinds.get(type(node.ctx), "__getitem__"))]
    if isinstance(node, (ast.For, ast.comprehension)):
        return [(node.iter, "__iter__")]
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
        return [(node.comparators[0], "__contains__")]
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
        return [(node.left, COMPARISONS[type(node.ops[0])])]
    if isinstance(node, ast.UnaryOp) and type(node.op) in _SIGNS:
        return [(node.operand, _SIGNS[type(node.op)])]
    if isinstance(node, ast.BinOp) and type(node.op) in _METHODS:
        return [(node.left, _METHODS[type(node.op)])]
    return []


RULE = Rule(
    id="old_style_proxy",
    family="P14",
    summary="special methods are not looked up through __getattr__: written out where they are used",
    before=(
        "class P:\n    def __init__(self, t): self.__dict__['t'] = t\n"
        "    def __getattr__(self, name): return getattr(self.t, name)\nn = len(P([1]))\n"
    ),
    after=(
        "class P:\n    def __init__(self, t): self.__dict__['t'] = t\n"
        "    def __getattr__(self, name): return getattr(self.t, name)\n\n"
        '    def __len__(self, *arguments):\n        return self.__getattr__("__len__")(*arguments)\nn = len(P([1]))\n'
    ),
    caveats="Only uses of instances whose class is seen are found: here by inference, in other files by name.",
    triggers=("__getattr__",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.ClassDef,),
    visit=visit,
)
