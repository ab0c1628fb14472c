"""Tables for translating: what `string.maketrans` gave was a text of 256 characters, `str.maketrans` gives none."""

from __future__ import annotations

import ast

from migration.analysis.builtins import spell_builtin
from migration.analysis.names import memory, stdlib_name
from migration.analysis.strings.kinds import BYTES, kind
from migration.rewriting.helpers import helper
from migration.source.edits import Needs
from migration.view.module import Module

_HELPER = '''
def translation_table(old, new):
    """The text that Python 2's string.maketrans gave: what becomes of each of 256 characters."""
    if len(old) != len(new):
        raise ValueError("maketrans arguments must have same length")
    table = [chr(number) for number in range(256)]
    for character, other in zip(old, new):
        table[ord(character)] = other
    return "".join(table)
'''
#: How often a table is followed from one name to the next.
_STEPS = 3
_OF_TEXTS = frozenset(
    ["len", "list", "tuple", "iter", "enumerate", "map", "zip", "ord", "repr", "sorted", "set"]
)


def as_text(call: ast.Call, module: Module) -> Needs | None:
    """What gives the table of a call of `string.maketrans` as a text, where it is used as one.

    None: it is only handed to `translate`. With two empty texts it was the list of all characters.
    """
    if len(call.args) != 2:
        return None
    if gives_octets(call, module):
        return None
    if not _lists_all(call):
        return helper("translation_table", _HELPER, module) if _has_texts(module) else None
    if _is_used_as_text(call, module):
        names = [spell_builtin(name, call, module) for name in ("map", "chr", "range")]
        return Needs.of('"".join({}({}, {}(256)))'.format(*names))
    return None


def gives_octets(call: ast.Call, module: Module) -> bool:
    """Whether the table of a call of `string.maketrans` is decoded, or translates octets, and is taken apart nowhere:
    256 octets.

    They translate text as well: what stands at a place is the number of a character.
    """
    if module.facts.index.octets:
        return False
    if not (_is_decoded(call, module) or any(_translates_octets(n, module) for n in _uses(call, module))):
        return False
    return not _is_used_as_text(call, module) and (_lists_all(call) or not _has_texts(module))


def _lists_all(call: ast.Call) -> bool:
    return all(isinstance(a, ast.Constant) and a.value in ("", b"") for a in call.args)


def _has_texts(module: Module) -> bool:
    """Whether any table of the file is used as a text: then all are, so that they can be compared and kept together."""
    known = memory(module)
    if "tables" not in known:
        calls = [n for n in module.nodes_named(ast.Call, frozenset(["maketrans"])) if isinstance(n, ast.Call)]
        known["tables"] = any(
            not _lists_all(c) and _is_used_as_text(c, module)
            for c in calls
            if stdlib_name(c.func, module) == "string.maketrans"
        )
    return bool(known["tables"])


def _is_used_as_text(call: ast.Call, module: Module) -> bool:
    if module.facts.index.octets and _is_decoded(call, module):
        return True  # octets are text in such a program
    return any(_takes_apart(n, module) for n in _uses(call, module))


def _is_decoded(call: ast.Call, module: Module) -> bool:
    return any(_decodes(n, module) for n in _uses(call, module))


def _uses(call: ast.expr, module: Module, steps: int = _STEPS) -> list[ast.expr]:
    """`call`, and the places that read the name or the attribute that it is given, or those that these are given to."""
    parent = module.parent(call)
    if not isinstance(parent, ast.Assign) or len(parent.targets) != 1 or not steps:
        return [call]
    target = parent.targets[0]
    name = target.id if isinstance(target, ast.Name) else getattr(target, "attr", "")
    named = (n for n in module.nodes_of(ast.Name) if isinstance(n, ast.Name) and n.id == name)
    reached = (n for n in module.nodes_of(ast.Attribute) if isinstance(n, ast.Attribute) and n.attr == name)
    uses: list[ast.Name | ast.Attribute] = [*named, *reached]
    read = [n for n in uses if isinstance(n.ctx, ast.Load)]
    return [call, *(use for n in read for use in _uses(n, module, steps - 1))]


def _decodes(node: ast.expr, module: Module) -> bool:
    """Whether a value is decoded right where it stands: `x.decode('latin-1')`, `unicode(x, 'latin-1')`."""
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute):
        return parent.attr == "decode"
    if not isinstance(parent, ast.Call) or parent.args[:1] != [node]:
        return False
    return len(parent.args) + len(parent.keywords) > 1 and module.is_builtin(parent.func, "unicode")


def _translates_octets(node: ast.expr, module: Module) -> bool:
    parent = module.parent(node)
    method = parent.func if isinstance(parent, ast.Call) and parent.args[:1] == [node] else None
    translates = isinstance(method, ast.Attribute) and method.attr == "translate"
    return translates and kind(method.value, module) == BYTES  # type: ignore[union-attr]


def _takes_apart(node: ast.expr, module: Module) -> bool:
    """Whether a value is used as a text right where it stands: sliced, added to, counted, gone through."""
    parent = module.parent(node)
    if isinstance(parent, ast.Subscript):
        return parent.value is node
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is node
    if isinstance(parent, ast.BinOp):
        return isinstance(parent.op, (ast.Add, ast.Mult))
    if isinstance(parent, ast.Compare):
        return True
    if isinstance(parent, ast.Attribute):
        return parent.attr in (
            "find",
            "index",
            "replace",
            "lower",
            "upper",
            "translate",
            "count",
            "split",
            "join",
        )
    if not isinstance(parent, ast.Call) or node not in parent.args:
        return False
    if isinstance(parent.func, ast.Name) and module.is_builtin(parent.func, *_OF_TEXTS):
        return True
    name = stdlib_name(parent.func, module)
    if name == "string.translate" and parent.args[0] is node:
        return True  # it is what is translated: `kept = string.translate(every, every, left_out)`
    if getattr(parent.func, "attr", "") == "translate" and parent.args[1:2] == [node]:
        return name != "string.translate"  # what is left out is given as a text
    return name == "string.maketrans" or _is_joined(parent)


def _is_joined(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "join"
