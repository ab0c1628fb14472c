"""Functions of the standard library that are not called where they are named."""

from __future__ import annotations

import ast

from migration.analysis.names import names_by_id
from migration.analysis.strings.octet_edges import CALLERS, GIVE, HASH_NAME, HASHES, TAKE
from migration.analysis.strings.standard_names import standard_name
from migration.analysis.values import called_here
from migration.flow.atoms import Instance
from migration.view.module import Module


def is_handed_on(node: ast.Name | ast.Attribute, module: Module) -> bool:
    """Whether what `node` names is kept, or given to others to be called, and is no hash: what makes those is known
    by what is asked of it.
    """
    parent = module.parent(node)
    if not isinstance(node.ctx, ast.Load) or isinstance(parent, ast.Attribute):
        return False
    last = node.attr if isinstance(node, ast.Attribute) else node.id
    if (
        last in HASHES
        or HASH_NAME.search(last)
        or last in ("new", "bytearray", "memoryview", "urlopen", "Request", "c_char", "c_char_p")
    ):
        return False
    if isinstance(parent, ast.Call) and module.is_builtin(parent.func, "staticmethod"):
        return True
    if isinstance(parent, ast.Assign):
        kept = module.function(node) is None or all(isinstance(t, ast.Attribute) for t in parent.targets)
        return kept and not any(_is_seen_through(target, module) for target in parent.targets)
    if isinstance(parent, ast.Tuple) and _is_asked_for(parent, module):
        return False
    if isinstance(parent, (ast.Dict, ast.List, ast.Tuple)):
        return not isinstance(parent, ast.Dict) or node in parent.values
    if isinstance(parent, ast.arguments):
        return node in parent.defaults
    if isinstance(parent, ast.Call):
        known = called_here(parent, module) is not None or _makes_object(parent, module)
        known = known or _is_of_own_class(parent.func, module)
        return node in parent.args and (known or module.is_builtin(parent.func, *CALLERS))
    return isinstance(parent, ast.Return)


def _is_asked_for(kinds: ast.Tuple, module: Module) -> bool:
    """Whether a tuple, written out, says of which classes something may be: `isinstance(x, (list, array))`."""
    outer = module.parent(kinds)
    if isinstance(outer, ast.Tuple):
        return _is_asked_for(outer, module)
    if isinstance(outer, ast.Assign):
        names = (t.id for t in outer.targets if isinstance(t, ast.Name))
        return any(
            _is_of_question(read, module) for name in names for read in names_by_id(module).get(name, ())
        )
    return _is_of_question(kinds, module)


def _is_of_question(kinds: ast.expr, module: Module) -> bool:
    call = module.parent(kinds)
    if isinstance(call, (ast.Compare, ast.ExceptHandler)):
        return True
    if not isinstance(call, ast.Call) or kinds not in call.args[1:]:
        return False
    return module.is_builtin(call.func, "isinstance", "issubclass")


def _makes_object(call: ast.Call, module: Module) -> bool:
    """Whether a class of the repository is called."""
    held = module.held(call)
    return bool(held) and all(isinstance(atom, Instance) for atom in held)


def _is_of_own_class(function: ast.expr, module: Module) -> bool:
    """Whether `function` is a method of a class of the file: `Armor.register`."""
    owner = function.value if isinstance(function, ast.Attribute) else None
    bindings = module.bindings(owner) if isinstance(owner, ast.Name) else []
    return len(bindings) == 1 and isinstance(bindings[0].node, ast.ClassDef)


def _is_seen_through(target: ast.expr, module: Module) -> bool:
    """Whether a call by the other name is known for one of the function itself: it is given octets where it stands."""
    reads = names_by_id(module).get(target.id, ()) if isinstance(target, ast.Name) else ()
    for read in reads:
        call = module.parent(read)
        if isinstance(call, ast.Call) and call.func is read:
            name = standard_name(read, module)
            if name in TAKE or name in GIVE:
                return True
    return False
