"""class P(pickle.Pickler): dispatch = … → class P(pickle._Pickler): the class in Python has that table.

u.find_class = f, where pickle.Unpickler made u → pickle._Unpickler: its objects can have methods of their own.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import classes, local_bases, methods
from migration.analysis.names import star_imported, stdlib_name
from migration.rule import Findings, Rule
from migration.stdlib.tables import PICKLE_CODES
from migration.view.module import Module

_CLASSES = {f"pickle.{n}": f"pickle._{n}" for n in ("Pickler", "Unpickler")}

_MODULE = frozenset(["pickle"])


def visit(node: ast.Attribute | ast.Name, module: Module) -> Findings:
    """Take the class in Python where its insides are asked for: those of the one in C are hidden."""
    name = stdlib_name(node, module)
    if isinstance(node, ast.Name) and name in (None, f"builtins.{node.id}"):
        name = star_imported(node, module, _MODULE)
    if name is not None and name.rpartition(".")[2] in PICKLE_CODES:
        if name.startswith("pickle.") and _finds_method(node, module):
            yield module.edit(module.part(node, module.span(node), "[0]"), needs_python2=True)
        return
    successor = _CLASSES.get(name or "")
    if successor is None or not isinstance(node.ctx, ast.Load):
        return
    parent, inside = module.parent(node), False
    if isinstance(parent, ast.Attribute):
        owner = module.class_of(node)
        inside = _is_inside(parent.attr) or (owner is not None and _changes_insides(owner, module))
    elif isinstance(parent, ast.ClassDef) and node in parent.bases:
        inside = _changes_insides(parent, module)
    elif isinstance(parent, ast.Call) and parent.func is node:
        inside = _is_told(parent, module)
    if inside:
        yield module.replace(node, module.use(successor, at=node))


def _finds_method(node: ast.expr, module: Module) -> bool:
    """Whether a code is the key in a loader's table, as it is, or by a name that it is given."""
    place = module.parent(node)
    if not isinstance(place, ast.Subscript) or place.slice is not node:
        return False
    table = place.value
    tables = [b.value for b in module.bindings(table)] if isinstance(table, ast.Name) else [table]
    return bool(tables) and all(_is_table(t) for t in tables)


def _is_table(node: ast.expr | None) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
        node = node.func.value
    return isinstance(node, ast.Attribute) and node.attr == "dispatch"


def _is_told(made: ast.Call, module: Module) -> bool:
    """Whether what a call makes is given a method, or a table, of its own by the name that it gets there."""
    statement = module.parent(made)
    targets = statement.targets if isinstance(statement, ast.Assign) and statement.value is made else []
    names = {ast.unparse(t) for t in targets if isinstance(t, (ast.Name, ast.Attribute))}
    if not names:
        return False
    home = module.function(made)
    return any(
        isinstance(n, ast.Attribute)
        and isinstance(n.ctx, ast.Store)
        and (n.attr == "find_class" or _is_inside(n.attr))
        and ast.unparse(n.value) in names
        and (isinstance(n.value, ast.Attribute) or module.function(n) is home)
        for n in module.nodes_of(ast.Attribute)
    )


def _changes_insides(owner: ast.ClassDef, module: Module) -> bool:
    """Whether a class, or one that derives from it, has a method or a table in the place of a hidden one."""
    derived = (c for same in classes(module).values() for c in same if owner in local_bases(c, module))
    return any(_is_inside(name) for one in derived for name in methods(one))


def _is_inside(name: str) -> bool:
    return name in ("dispatch", "save") or name.startswith(("save_", "load_"))


RULE = Rule(
    id="pickle_classes",
    family="P15",
    summary="picklers whose insides are changed are those written in Python",
    before="import pickle\nclass P(pickle.Pickler):\n    dispatch = pickle.Pickler.dispatch.copy()\n",
    after="import pickle\nclass P(pickle._Pickler):\n    dispatch = pickle._Pickler.dispatch.copy()\n",
    caveats="They are slower than those in C, as they were.",
    triggers=("pickle",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Attribute, ast.Name),
    names=frozenset(["Pickler", "Unpickler"]) | PICKLE_CODES,
    visit=visit,
)
