"""operator.isCallable, sequenceIncludes, div and others."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import in_repository, stdlib_name
from migration.rewriting.helpers import CLASSIC_DIVISION, named_division
from migration.rewriting.moves import Move, Moves
from migration.rule import Findings, Rule
from migration.view.module import Module

_MAPPING = '''
def is_mapping(value):
    """Whether `value` can be indexed like a mapping."""
    return hasattr(value, "__getitem__") and not isinstance(value, (str, bytes, list, tuple))
'''
_SEQUENCE = '''
def is_sequence(value):
    """Whether `value` can be indexed like a sequence."""
    return hasattr(value, "__getitem__") and not isinstance(value, dict)
'''
_GETSLICE = '''
def get_slice(sequence, start, stop):
    """sequence[start:stop]"""
    return sequence[start:stop]
'''
_SETSLICE = '''
def set_slice(sequence, start, stop, value):
    """sequence[start:stop] = value"""
    sequence[start:stop] = value
'''
_DELSLICE = '''
def delete_slice(sequence, start, stop):
    """del sequence[start:stop]"""
    del sequence[start:stop]
'''
_NUMBER = '''
def is_number(value):
    """Whether `value` is a number."""
    return hasattr(value, "__int__") or hasattr(value, "__float__") or isinstance(value, complex)
'''
_SEMANTIC = Exactness.SEMANTIC
_DIVISION = Move(helper=("classic_division", CLASSIC_DIVISION), exactness=_SEMANTIC)
MOVES = Moves(
    {
        "operator.isCallable": "builtins.callable",
        "operator.sequenceIncludes": "operator.contains",
        "operator.div": _DIVISION,
        "operator.idiv": _DIVISION,
        "operator.__div__": _DIVISION,
        "operator.__idiv__": _DIVISION,
        "operator.repeat": "operator.mul",
        "operator.irepeat": "operator.imul",
        "operator.isMappingType": Move(helper=("is_mapping", _MAPPING), exactness=_SEMANTIC),
        "operator.isSequenceType": Move(helper=("is_sequence", _SEQUENCE), exactness=_SEMANTIC),
        "operator.isNumberType": Move(helper=("is_number", _NUMBER), exactness=_SEMANTIC),
        "operator.getslice": Move(helper=("get_slice", _GETSLICE)),
        "operator.setslice": Move(helper=("set_slice", _SETSLICE)),
        "operator.delslice": Move(helper=("delete_slice", _DELSLICE)),
    }
)

#: Where a program asks what a function that it keeps is called.
_NAMED = re.compile(r"\b(?:f|fn|op|\w*func\w*|\w*operat\w*|method)\.__name__\b")


def visit(node: ast.AST, module: Module) -> Findings:
    """Say where the function is now; what divides keeps its name where a function is told by that."""
    parent = module.parent(node)
    handed = not (isinstance(parent, ast.Call) and parent.func is node)
    if (
        isinstance(node, ast.Attribute)
        and handed
        and node.attr in ("div", "idiv")
        and stdlib_name(node, module) == f"operator.{node.attr}"
        and in_repository(_NAMED, module)
        and node.attr not in module.module_scope.bindings
    ):
        yield module.replace(node, named_division(node.attr, module), exactness=_SEMANTIC, evidence=True)
        return
    yield from MOVES.visit(node, module)


RULE = Rule(
    id="operator_names",
    family="P15",
    summary="functions of operator that went",
    before="import operator\na = operator.isCallable(f)\n",
    after="import operator\na = callable(f)\n",
    caveats="The tests for mappings, sequences and numbers ask for methods, as Python 2's did.",
    triggers=MOVES.triggers,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=visit,
)
