"""a / b of integers → a // b."""

from __future__ import annotations

import ast
import re
from typing import Any

from environment.traces import Exactness
from migration.analysis.array_floats import gives_floats
from migration.analysis.classes import class_of, defines, foreign_bases
from migration.analysis.flow_kinds import divides_itself, is_made
from migration.analysis.names import memory, stdlib_name
from migration.analysis.whole import FLOATS, SITES, WHOLE, Context, Seen, context_of, observed
from migration.rewriting.helpers import CLASSIC_DIVISION, helper, inside_helper, uses_arrays
from migration.rule import Findings, Rule
from migration.source.edits import Edit, Piece, Span
from migration.view.module import Module

HELPER = CLASSIC_DIVISION
#: An array that `/=` divides is divided where others have it, too.
IN_PLACE = '''
def divided_in_place(a, b):
    """Python 2's `a /= b`: integers are divided downwards, and arrays are changed themselves."""

    def is_whole(value):
        if type(value).__module__.split(".")[0] == "numpy":
            return getattr(getattr(value, "dtype", None), "kind", "") in ("b", "i", "u")
        return isinstance(value, int)

    if is_whole(a) and is_whole(b):
        a //= b
    else:
        a /= b
    return a
'''
#: Libraries for numbers of all kinds: a file that uses them and shows neither language is as likely to mean fractions.
_NUMERIC = frozenset(["matplotlib", "mpmath", "numpy", "pandas", "scipy", "sympy"])
#: What makes numbers that are no integers and divide as they always did.
_EXACT = frozenset(["decimal.Decimal", "fractions.Fraction"])
#: The types of integers, which classes may derive from.
_WHOLE_TYPES = frozenset(["builtins.int", "builtins.long"])
#: A line of an example in a docstring, and a float in one.
_EXAMPLE = re.compile(r"(?m)^[ \t]*+(?:>>>|\.\.\.) .*")
_FLOAT = re.compile(r"\d\.(?![\w.]*\.)|(?<!\w)\.\d|\bfloat\(")


def visit(node: ast.BinOp | ast.AugAssign, module: Module) -> Findings:
    """Decide by what was observed, by types, by what the result is used for; else leave it open."""
    if not isinstance(node.op, ast.Div) or module.has_future("division"):
        return
    left = node.left if isinstance(node, ast.BinOp) else node.target
    right = node.right if isinstance(node, ast.BinOp) else node.value
    operator = _operator(left, right, module)
    if operator is None or any(inside_helper(node, source, module) for source in (HELPER, IN_PLACE)):
        return
    seen = observed(node, module)
    if seen is Seen.NOTHING and module.is_presumed and module.imports_any_of(_NUMERIC):
        yield module.open(
            node, "may divide integers, and nothing shows for which Python: // where Python 2 is meant"
        )
    elif seen is Seen.FLOAT:
        yield module.found(node)
    elif seen is Seen.WHOLE:
        yield module.replace_span(operator, "//", needs_python2=False, note=_evidence(node, module))
    elif seen is Seen.BOTH:
        yield _helped(node, left, right, module, needs_python2=False, note=_evidence(node, module))
    else:
        yield from _by_types(node, left, right, operator, module)


def _evidence(node: ast.AST, module: Module) -> str:
    pairs = {pair for o in module.observed(node) if o.site in SITES for pair in o.seen}
    return f"under Python 2.7 the operands were {', '.join(sorted(pairs))}"


def _by_types(
    node: ast.BinOp | ast.AugAssign, left: ast.expr, right: ast.expr, operator: Span, module: Module
) -> Findings:
    if _is_duration(left, module):
        yield module.replace_span(operator, "//")  # a duration was divided downwards, to microseconds
        return
    if any(_is_exact(operand, module) for operand in (left, right)):
        return  # such numbers are divided alike in both
    kinds = [_types(e, module) for e in (left, right)]
    if any(k and not k & (WHOLE | FLOATS) for k in kinds):
        return
    if any(k and k <= FLOATS for k in kinds) or _has_float(left, module) or _has_float(right, module):
        yield module.found(node)
        return
    whole = all(k and k <= WHOLE for k in kinds)
    context = context_of(node, module) if isinstance(node, ast.BinOp) else Context.NONE
    plain = whole and _is_plain(left, module) and _is_plain(right, module)
    if whole and not plain and context is Context.NONE and _is_shown_with_floats(node, module):
        yield _helped(node, left, right, module, exactness=Exactness.EXACT)
        return
    exactness = Exactness.EXACT if plain else None
    if context is Context.CERTAIN or (whole and context is Context.LIKELY):
        yield module.replace_span(
            operator, "//", needs_python2=False, evidence=context is Context.CERTAIN, exactness=exactness
        )
    elif whole or context is Context.LIKELY:
        yield module.replace_span(operator, "//", exactness=exactness)
    elif divides_itself(left, module) or divides_itself(right, module):
        return  # its own method divides, in place where it has one for that
    elif all(kinds):
        yield _helped(node, left, right, module)
    elif isinstance(node, ast.BinOp) or _is_simple(left):
        # Nothing is known: what decides as Python 2 did, when it runs, means the same whatever comes.
        yield _helped(node, left, right, module, exactness=Exactness.EXACT)
    else:
        yield module.open(node, "may divide integers, whose result Python 2 rounded down: // where they are")


def _types(node: ast.expr, module: Module) -> frozenset[str]:
    """The types of an operand, as far as they say how it divides."""
    types = module.type_of(node) - {"NoneType"}
    own = any(name.startswith("class:") for name in types) and _is_number_of_its_own(node, module)
    return frozenset() if own else types


def _is_number_of_its_own(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an object of a class of the file that derives from integers, and divides as these do."""
    owner = class_of(node, module)
    if owner is None or _WHOLE_TYPES.isdisjoint(foreign_bases(owner, module)):
        return False
    ways = [f"__{side}{how}__" for side in ("", "r") for how in ("div", "truediv")]
    return not any(defines(owner, way, module) for way in ways)


def _is_duration(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a timedelta, which alone of the library's dates can be divided."""
    if isinstance(node, ast.Call):
        added = module.is_builtin(node.func, "sum") and len(node.args) == 2
        if added or stdlib_name(node.func, module) == "datetime.timedelta":
            return not added or _is_duration(node.args[1], module)
    return is_made(node, "date", module)


def _is_exact(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a number of modules decimal or fractions: made in place, or nothing else flows to it."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.Div)):
        return _is_exact(node.left, module) or _is_exact(node.right, module)
    if isinstance(node, ast.Call) and stdlib_name(node.func, module) in _EXACT:
        return True
    return is_made(node, "decimal", module) or is_made(node, "fraction", module)


def _has_float(node: ast.expr, module: Module) -> bool:
    """Whether arithmetic in `node` has a float in it: then its result is one, whatever else comes."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)):
        return _has_float(node.left, module) or _has_float(node.right, module)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        return _has_float(node.operand, module)
    kinds = module.type_of(node)
    return (bool(kinds) and kinds <= FLOATS) or gives_floats(node, module)


def _is_shown_with_floats(node: ast.AST, module: Module) -> bool:
    """Whether examples in docstrings call the function around, or make objects of its class, and floats stand in any:
    they are callers, too, and what they give is not followed.
    """
    if ">>> " not in module.text:
        return False
    known = memory(module)
    if "examples" not in known:
        lines = "\n".join(_EXAMPLE.findall(module.text))
        known["examples"] = lines if _FLOAT.search(lines) else ""
    lines = known["examples"]
    around = (n for n in module.ancestors(node) if isinstance(n, (ast.FunctionDef, ast.ClassDef)))
    return bool(lines) and any(re.search(rf"\b{n.name}\b", lines) is not None for n in around)


def _is_simple(target: ast.expr) -> bool:
    """Whether `target` can be written twice: naming it runs no call."""
    return not any(isinstance(n, (ast.Call, ast.Await, ast.Yield, ast.NamedExpr)) for n in ast.walk(target))


def _is_plain(node: ast.expr, module: Module) -> bool:
    """Whether the type of `node` is seen at the place itself: constants, len(), int()."""
    if isinstance(node, ast.BinOp):
        return _is_plain(node.left, module) and _is_plain(node.right, module)
    if isinstance(node, ast.Call):
        return module.is_builtin(node.func, "len", "int", "ord", "long")
    return isinstance(node, ast.Constant)


def _operator(left: ast.expr, right: ast.expr, module: Module) -> Span | None:
    """The place of the `/` between two operands."""
    start, end = module.outer_span(left).end, module.outer_span(right).start
    for line_start, line in _lines(module.text[start:end], start):
        position = line.split("#")[0].find("/")
        if position >= 0:
            return Span(line_start + position, line_start + position + 1)
    return None


def _lines(text: str, offset: int) -> list[tuple[int, str]]:
    found = []
    for line in text.split("\n"):
        found.append((offset, line))
        offset += len(line) + 1
    return found


def _helped(
    node: ast.BinOp | ast.AugAssign, left: ast.expr, right: ast.expr, module: Module, **flags: Any
) -> Edit:
    if isinstance(node, ast.AugAssign) and uses_arrays(module) and not module.type_of(left):
        name = helper("divided_in_place", IN_PLACE, module)
    else:
        name = helper("classic_division", HELPER, module)
    call: list[Piece] = [name, "(", *module.sub(left), ", ", *module.sub(right), ")"]
    if isinstance(node, ast.BinOp):
        return module.replace(node, *call, **flags)
    target = module.source(module.span(left))
    return module.replace(node, f"{target} = ", name, f"({target}, ", *module.sub(right), ")", **flags)


RULE = Rule(
    id="old_division",
    family="P7",
    summary="`/` rounds no longer: // for integers, a helper where both kinds come",
    before="print len(a) / 2\nm = b / 2.0\nn = 7\nn /= 2\nx = a[n / 2]\n",
    after="print(len(a) // 2)\nm = b / 2.0\nn = 7\nn //= 2\nx = a[n // 2]\n",
    caveats=(
        "Types come from the file alone: a caller elsewhere may pass a float. What was observed of the original "
        "decides over types; where neither tells, a helper decides at run time, as Python 2 did."
    ),
    triggers=("/",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.BinOp, ast.AugAssign),
    visit=visit,
)
