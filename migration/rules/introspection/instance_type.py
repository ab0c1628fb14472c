"""type(x) is types.InstanceType → whether x is an instance of a class that a program defines; so in lists of types."""

from __future__ import annotations

import ast

from migration.analysis.exceptions import is_missed
from migration.analysis.names import memory, star_imported, stdlib_name
from migration.analysis.values import defaults_of, written_out
from migration.rewriting.helpers import helper
from migration.rule import Exactness, Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module, Precedence

_NAME = "types.InstanceType"
_MODULES = frozenset(["types"])
_HELPER = '''
def instance_type():
    """Stands for the type that instances of classic classes had: it equals every class but the builtin ones."""

    class OfInstances(type):
        def __eq__(cls, other):
            return other is cls or (isinstance(other, type) and other.__module__ != "builtins")

        def __instancecheck__(cls, value):
            return cls == type(value)

        __hash__ = type.__hash__

    return OfInstances("instance", (), {})
'''


def visit(node: ast.AST, module: Module) -> Findings:
    """Ask for a class that is no builtin, which is what all classes of a program are now."""
    if isinstance(node, (ast.Name, ast.Attribute)):
        if _is_type(node, module) and not (_is_asked_alone(node, module) or is_missed(node, module)):
            made = helper("instance_type", _HELPER, module)
            yield module.replace(node, made, "()", precedence_of_new=Precedence.ATOM)
        return
    assert isinstance(node, (ast.Compare, ast.Call))
    if isinstance(node, ast.Call) and _is_type(node.func, module):
        # A name that is given something else where the import fails is asked for before it is called.
        either = isinstance(node.func, ast.Name) and len(module.bindings(node.func)) > 1
        if len(node.args) == 1 and not node.keywords and not either:
            yield module.replace(node.func, "object.__new__")
        return
    if isinstance(node, ast.Call):
        if not (
            module.is_builtin(node.func, "isinstance")
            and len(node.args) == 2
            and _is_type(node.args[1], module)
        ):
            return
        asked, inside = node.args[0], True
        pieces: tuple[Piece, ...] = ("type(", *module.sub(asked), ")")
    else:
        sides = [node.left, *node.comparators]
        kinds = [s for s in sides if _is_type(s, module)]
        if len(sides) != 2 or len(kinds) != 1:
            return
        if not isinstance(node.ops[0], (ast.Is, ast.Eq, ast.IsNot, ast.NotEq)):
            return
        asked = sides[0] if sides[1] is kinds[0] else sides[1]
        inside = isinstance(node.ops[0], (ast.Is, ast.Eq))
        pieces = module.sub(asked)
        kept = written_out(asked, module)
        if kept is None or not _asks_for_type(kept, module):
            # What may be no type at all is none of a program's classes.
            sign = "!=" if inside else "=="
            name = "getattr(", *pieces, f', "__module__", "builtins") {sign} "builtins"'
            yield module.replace(node, *name, precedence_of_new=Precedence.COMPARE)
            return
    sign = "!=" if inside else "=="
    yield module.replace(
        node, *pieces, f'.__module__ {sign} "builtins"', precedence_of_new=Precedence.COMPARE
    )


def _asks_for_type(node: ast.expr, module: Module) -> bool:
    return isinstance(node, ast.Call) and module.is_builtin(node.func, "type") and len(node.args) == 1


def _is_asked_alone(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what one value is asked for, or is made by, as is decided there; or a dictionary's one key."""
    parent = module.parent(node)
    if isinstance(parent, ast.Dict):
        return len(parent.keys) == 1 and parent.keys[0] is node
    if isinstance(parent, ast.Call):
        return parent.func is node or module.is_builtin(parent.func, "isinstance")
    if isinstance(parent, ast.Subscript):
        return parent.slice is node
    return isinstance(parent, ast.Compare) and len(parent.comparators) == 1


def _is_type(node: ast.expr, module: Module) -> bool:
    if isinstance(node, ast.Name) and _is_default(node, module):
        return True
    if isinstance(node, ast.Name) and node.id == "InstanceType" and star_imported(node, module, _MODULES):
        return True
    return isinstance(node, (ast.Name, ast.Attribute)) and stdlib_name(node, module) == _NAME


def _is_default(node: ast.Name, module: Module) -> bool:
    """Whether a parameter has the type as its default, to be at hand: no caller gives another."""
    if node.id not in _parameters(module):
        return False
    function, bindings = module.function(node), module.bindings(node)
    if len(bindings) != 1 or bindings[0].kind != "parameter" or not isinstance(function, ast.FunctionDef):
        return False
    given = function.args
    pairs = zip(reversed(given.args), reversed(given.defaults), strict=False)
    default = next((value for one, value in pairs if one.arg == node.id), None)
    return isinstance(default, (ast.Name, ast.Attribute)) and stdlib_name(default, module) == _NAME


def _parameters(module: Module) -> frozenset[str]:
    """The names of parameters of the file that have a default: all that is asked for the type first."""
    known = memory(module)
    if "with default" not in known:
        signatures = (n for n in module.nodes_of(ast.arguments) if isinstance(n, ast.arguments))
        known["with default"] = frozenset(a.arg for s in signatures for a in defaults_of(s))
    return known["with default"]  # type: ignore[no-any-return]


RULE = Rule(
    id="instance_type",
    family="P15",
    summary="InstanceType was the type of all instances of classic classes",
    before="import types\na = type(b) is types.InstanceType\n",
    after='import types\na = type(b).__module__ != "builtins"\n',
    caveats="Instances of classes that derive from object are included. A dictionary with it as a key stays open.",
    triggers=("InstanceType",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Compare, ast.Call, ast.Name, ast.Attribute),
    imports=frozenset(["types"]),
    visit=visit,
)
