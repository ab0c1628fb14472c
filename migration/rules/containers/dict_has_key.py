"""d.has_key(k) → k in d."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import arguments
from migration.analysis.classes import class_of, values_given
from migration.analysis.dicts import is_dict, may_be_own, owns, reached_by_import
from migration.analysis.exceptions import is_missed
from migration.analysis.far_classes import holds_object_of
from migration.analysis.names import in_repository, last_name, stdlib_name
from migration.analysis.strings.giving_octets import known_stores
from migration.rewriting.operands import operand
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module, Precedence

_MAPPINGS = frozenset(["UserDict.UserDict", "UserDict.IterableUserDict", "collections.UserDict"])
#: Where an object is given a method of that name by assignment.
_GIVEN = re.compile(r"\.has_key[ \t]*=(?!=)")
#: For a receiver that may be a dict or an instance of a class with a has_key of its own and no `in`.
_HELPER = '''
def has_key(mapping, key):
    """Whether `key` is in a dictionary or in what has its own idea of keys."""
    own = getattr(mapping, "has_key", None)
    return key in mapping if own is None else own(key)
'''


def visit(node: ast.Call | ast.Attribute, module: Module) -> Findings:
    """Rewrite the call, `not d.has_key(k)` as `k not in d`; a class with a has_key of its own keeps it."""
    if isinstance(node, ast.Attribute):
        yield from _method(node, module)
        return
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "has_key":
        return
    if arguments(node, 2, 2) and (
        module.is_builtin(function.value, "dict") or stdlib_name(function.value, module) in _MAPPINGS
    ):
        # In a class that has a method of its own: the one of its base.
        end = module.span(function).end
        name = module.part(Span(end - len("has_key"), end), "__contains__")
        yield module.edit(name, exactness=Exactness.EXACT)
    if not arguments(node, 1, 1):
        return
    if reached_by_import(function.value, module):
        return
    own = _owns(function.value, module)
    if own:
        return
    foreign = may_be_own(function.value, "has_key", module)
    if (foreign or own is None) and not module.is_proven:
        return
    if own is None:
        helper = module.helper("has_key", _HELPER)
        pieces = (helper, "(", *module.sub(function.value), ", ", *module.sub(node.args[0]), ")")
        yield module.replace(node, *pieces, exactness=Exactness.SEMANTIC)
        return
    exactness = Exactness.SEMANTIC if foreign else Exactness.EXACT
    parent = module.parent(node)
    key = operand(node.args[0], module, Precedence.BIT_OR)
    place: ast.expr = node
    word = " in "
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not) and not module.parenthesised(node):
        place, word = parent, " not in "
    yield module.replace(
        place,
        *key,
        word,
        *module.sub(function.value, Precedence.BIT_OR),
        precedence_of_new=Precedence.COMPARE,
        exactness=exactness,
    )


def _owns(node: ast.expr, module: Module) -> bool | None:
    """Whether `node` has a has_key of its own, by its class or because its methods give it one; None: it may have."""
    own = owns(node, "has_key", "__contains__", module)
    if own or not in_repository(_GIVEN, module) or is_dict(node, module):
        return own
    owner = class_of(node, module)
    if owner is None:
        name = last_name(node)
        seen = _GIVEN.search(module.text) or (name and holds_object_of(name, _GIVEN, module))
        return None if seen else own
    return True if values_given(owner, "has_key", module) else own


def _method(node: ast.Attribute, module: Module) -> Findings:
    """The method of a dictionary, kept to be called later."""
    parent = module.parent(node)
    called = isinstance(parent, ast.Call) and parent.func is node
    if node.attr != "has_key" or not isinstance(node.ctx, ast.Load) or called:
        return
    certain = is_dict(node.value, module)
    own = None if certain else owns(node.value, "has_key", "__contains__", module)
    kept = _is_kept(node, parent, module)
    if certain or (kept and own is False):
        end = module.span(node).end
        exactness = Exactness.EXACT if certain else Exactness.SEMANTIC
        name = module.part(Span(end - len("has_key"), end), "__contains__")
        yield module.edit(name, exactness=exactness, evidence=certain, needs_python2=not certain)
    elif (
        ((kept and own is None) or (_is_given_on(parent) and own is not True))
        and module.is_proven
        and not _names_class(node.value, module)
        and not is_missed(node, module)
    ):
        asked, bound = module.helper("has_key", _HELPER), module.use("functools.partial", at=node)
        yield module.replace(node, bound, "(", asked, ", ", *module.sub(node.value), ")")


def _is_given_on(parent: ast.AST | None) -> bool:
    """Whether the method is what another object is given by that name."""
    targets = parent.targets if isinstance(parent, ast.Assign) else []
    return any(isinstance(target, ast.Attribute) and target.attr == "has_key" for target in targets)


def _names_class(node: ast.expr, module: Module) -> bool:
    """Whether `node` may be a class, whose method is handed on: of the file, or imported."""
    if isinstance(node, ast.Call):
        return module.is_builtin(node.func, "type")
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    named = last_name(node) in ("__class__", "cls", "klass", "class_")
    return named or any(b.kind in ("class", "import") for b in bindings)


def _is_kept(node: ast.Attribute, parent: ast.AST | None, module: Module) -> bool:
    """Whether what nobody gives this name is kept by a name, or handed on: `exists = self.table.has_key`."""
    handed = isinstance(parent, (ast.Assign, ast.Call, ast.keyword, ast.Lambda, ast.arguments, ast.Return))
    return handed and "has_key" not in known_stores(module) and not reached_by_import(node.value, module)


RULE = Rule(
    id="dict_has_key",
    family="P5",
    summary="d.has_key(k) is `k in d`",
    before="if d.has_key('a') and not d.has_key('b'): x = 1\n",
    after="if 'a' in d and 'b' not in d: x = 1\n",
    caveats="The key is evaluated before the dict. A class that defines has_key but not __contains__, or gives it to "
    "its objects, keeps it; where such a class is in sight and the receiver is unknown, a helper asks it.",
    triggers=("has_key",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Call, ast.Attribute),
    names=frozenset(["has_key"]),
    visit=visit,
)
