"""map(dis.opmap.get, ['BINARY_ADD', …]) → the instructions of those names that there are now; each has two octets.

A recipe of those days (ActiveState 286134) evaluates an expression when it consists of allowed instructions alone.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.analysis.values import assigned
from migration.rewriting.helpers import inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def opcode_names(names):
    """Python 2's names of instructions, and what does the same now; none that does more than all of them did."""
    arithmetic = "ADD AND FLOOR_DIVIDE LSHIFT MODULO MULTIPLY OR POWER RSHIFT SUBTRACT TRUE_DIVIDE XOR"
    jumps = "POP_JUMP_{0}IF_FALSE POP_JUMP_{0}IF_TRUE POP_JUMP_{0}IF_NONE POP_JUMP_{0}IF_NOT_NONE"
    same = [
        ("RETURN_VALUE", "CACHE RESUME RETURN_CONST NOP NOT_TAKEN EXTENDED_ARG"),
        ("LOAD_CONST", "LOAD_SMALL_INT"),
        ("BUILD_LIST", "LIST_EXTEND"),
        ("BUILD_MAP", "BUILD_CONST_KEY_MAP"),
        ("ROT_TWO", "SWAP"),
        ("DUP_TOP", "COPY"),
        (" ".join("BINARY_" + name for name in arithmetic.split()), "BINARY_OP"),
        ("COMPARE_OP", "IS_OP CONTAINS_OP"),
        ("CALL_FUNCTION", "CALL CALL_KW CALL_FUNCTION_KW KW_NAMES PRECALL PUSH_NULL"),
        ("CALL_FUNCTION LOAD_ATTR", "CALL_METHOD LOAD_METHOD"),
        ("POP_JUMP_IF_FALSE POP_JUMP_IF_TRUE", jumps.format("") + " TO_BOOL " + jumps.format("FORWARD_")),
        ("JUMP_IF_FALSE JUMP_IF_TRUE", "POP_JUMP_IF_FALSE POP_JUMP_IF_TRUE TO_BOOL " + jumps.format("FORWARD_")),
        ("JUMP_ABSOLUTE", "JUMP_BACKWARD " + jumps.format("BACKWARD_")),
        ("FOR_ITER", "END_FOR POP_ITER"),
    ]
    found = set(names)
    for old, new in same:
        if found.issuperset(old.split()):
            found.update(new.split())
    return [name for name in dis.opmap if name in found]
'''
#: Instructions of Python 2 by which such a list is known.
_KNOWN = frozenset(
    ["BINARY_ADD", "BUILD_LIST", "BUILD_MAP", "BUILD_TUPLE", "CALL_FUNCTION", "COMPARE_OP", "DUP_TOP", "LOAD_CONST",
     "LOAD_NAME", "POP_TOP", "RETURN_VALUE", "ROT_THREE", "ROT_TWO", "STORE_SUBSCR", "UNARY_NEGATIVE"]
)  # fmt: skip
_ENOUGH = 4


def visit(node: ast.List | ast.Tuple | ast.Set | ast.If, module: Module) -> Findings:
    """Add what instructions are called now; go on by two octets whether one has an argument or not."""
    if isinstance(node, ast.If):
        yield from _step(node, module)
        return
    names = {e.value for e in node.elts if isinstance(e, ast.Constant)}
    if len(names & _KNOWN) < _ENOUGH or len(names) != len(node.elts) or inside_helper(node, HELPER, module):
        return
    outer = module.parent(node)
    if not (isinstance(outer, ast.Call) and getattr(outer.func, "id", "") == "opcode_names"):
        made = module.helper("opcode_names", HELPER, imports=("import dis",))
        yield module.replace(node, made, "(", module.span(node), ")")


def _step(node: ast.If, module: Module) -> Findings:
    """`if code >= dis.HAVE_ARGUMENT: i += 3` and else `i += 1`, in a loop that reads no arguments."""
    test = node.test
    if not (isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.GtE)) or len(node.orelse) != 1:
        return
    limit = test.comparators[0]
    held = assigned(limit, module) if isinstance(limit, ast.Name) else None
    named = stdlib_name(limit, module) in ("dis.HAVE_ARGUMENT", "opcode.HAVE_ARGUMENT")
    if not named and not (isinstance(held, ast.Constant) and held.value == 90):
        return
    steps = [_steps_of(one) for one in (node.body[-1], node.orelse[0])]
    if len(node.body) != 1 or steps[0] is None or steps[1] is None or steps[0][0] != steps[1][0]:
        return
    if (steps[0][1].value, steps[1][1].value) != (3, 1) or _reads_ahead(node, steps[0][0], module):
        return
    yield module.edit(*(module.part(number, "2") for _, number in (steps[0], steps[1])))


def _steps_of(statement: ast.stmt) -> tuple[str, ast.Constant] | None:
    """`i += 3` or `i = i + 3`: the variable, and how far it goes on."""
    match statement:
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=ast.Constant() as number):
            return name, number
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.BinOp(left=ast.Name(id=same), op=ast.Add(), right=ast.Constant() as number),
        ) if name == same:
            return name, number
    return None


def _reads_ahead(node: ast.If, name: str, module: Module) -> bool:
    """Whether the loop around reads what stands behind an instruction: its argument has one octet now, not two."""
    loop = next((a for a in module.ancestors(node) if isinstance(a, ast.While)), None)
    return loop is None or any(
        isinstance(n, ast.Subscript)
        and isinstance(n.slice, ast.BinOp)
        and any(isinstance(m, ast.Name) and m.id == name for m in ast.walk(n.slice))
        for n in ast.walk(loop)
    )


RULE = Rule(
    id="opcode_lists",
    family="P15",
    summary="instructions of the interpreter have other names, and two octets each",
    before="import dis\nn = 1L\nALLOWED = map(dis.opmap.get, ['LOAD_CONST', 'BUILD_LIST', 'POP_TOP', 'DUP_TOP'])\n",
    after=f"import dis\n\n{HELPER}\n\nn = 1\nALLOWED = list(map(dis.opmap.get, opcode_names("
    "['LOAD_CONST', 'BUILD_LIST', 'POP_TOP', 'DUP_TOP'])))\n",
    caveats="Comprehensions were a part of their expression and are functions up to 3.11: they are refused.",
    triggers=("opmap", "HAVE_ARGUMENT"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.List, ast.Tuple, ast.Set, ast.If),
    when=lambda module: "opmap" in module.text or "HAVE_ARGUMENT" in module.text,
    visit=visit,
)
