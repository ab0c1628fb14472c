"""'%#o' % n → '0%o' % n, or '%s' % octal_text(n): the sign of an octal number was its 0."""

from __future__ import annotations

import ast
import re

from migration.analysis.literals import literal
from migration.analysis.names import stdlib_name
from migration.analysis.values import constants_held
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.rules.literals.oct_text import HELPER
from migration.source.edits import Part, Span
from migration.view.module import Module

ROW_HELPER = '''
def octal_fields(value, width=0):
    """What %#o has to show of a number, or of a tuple of one: 0777, not 0o777; zeros before it up to a width."""
    if isinstance(value, tuple):
        return tuple(octal_fields(number, width) for number in value)
    return (("-" if value < 0 else "") + (f"0{abs(value):o}" if value else "0")).zfill(width)
'''
_FIELD = re.compile(
    r"%%|%(?P<key>\(\w*\))?(?P<flags>[-+ #0]*)(?P<width>\d*|\*)(?P<more>\.(?:\d+|\*)?)?[hlL]?(?P<kind>[a-zA-Z])"
)
_NUMBERS = frozenset(["int", "long", "bool"])
_GIVING_NUMBERS = frozenset(["os.umask", "stat.S_IFMT", "stat.S_IMODE"])


def visit(node: ast.BinOp, module: Module) -> Findings:
    """Write the 0 before the number, in a literal that is formatted in place: in the format, where the number is known,
    else in the value.
    """
    if not isinstance(node.op, ast.Mod) or not (
        literal(node.left, module) or getattr(node.left, "kind", None) == "u"
    ):
        return
    span = module.span(node.left)
    found = [m for m in _FIELD.finditer(module.source(span)) if m[0] != "%%"]
    parts: list[Part] = []
    for place, field in enumerate(found):
        if field["kind"] != "o" or "#" not in field["flags"]:
            continue
        there = Span(span.start + field.start(), span.start + field.end())
        value = _value(node.right, found, place, module)
        if value is None and field["width"] and _may_be_row(node.right, found):
            parts += _of_row(field, there, node.right, module)
        else:
            parts += _written(field, there, value, module)
    if parts:
        yield module.edit(*parts)


def _value(given: ast.expr, found: list[re.Match[str]], place: int, module: Module) -> ast.expr | None:
    """What a field shows, and nothing else does; None where that does not show."""
    key = found[place]["key"]
    if key is not None:
        if not isinstance(given, ast.Dict) or sum(f["key"] == key for f in found) > 1:
            return None
        pairs = zip(given.keys, given.values, strict=True)
        named = [v for k, v in pairs if isinstance(k, ast.Constant) and k.value == key[1:-1]]
        return named[0] if len(named) == 1 else None
    if any(f["width"] == "*" or "*" in (f["more"] or "") for f in found):
        return None
    if isinstance(given, ast.Tuple):
        return given.elts[place] if len(given.elts) == len(found) else None
    return given if len(found) == 1 and not _may_be_tuple(given, module) else None


def _may_be_tuple(given: ast.expr, module: Module) -> bool:
    """Whether what stands alone may be a tuple that holds the value: a row, the fields of a structure."""
    if isinstance(given, (ast.Constant, ast.UnaryOp)) or constants_held(given, module):
        return False
    if isinstance(given, ast.BinOp) and isinstance(given.op, (ast.Add, ast.Mult)):
        # No tuple is added to a number, and one taken several times has too many items for a single field.
        sides = (given.left, given.right)
        return not any(isinstance(s, ast.Constant) and type(s.value) is int for s in sides)
    if isinstance(given, ast.BinOp) or getattr(given, "attr", "") == "st_mode":
        return False
    made = stdlib_name(given.func, module) if isinstance(given, ast.Call) else None
    return made not in _GIVING_NUMBERS and not module.type_of(given)


def _may_be_row(given: ast.expr, found: list[re.Match[str]]) -> bool:
    """Whether what stands alone is for a single field, in a tuple or not."""
    return len(found) == 1 and found[0]["key"] is None and not isinstance(given, (ast.Tuple, ast.Dict))


def _of_row(field: re.Match[str], there: Span, given: ast.expr, module: Module) -> list[Part]:
    """What becomes of a field with a width, and of a value that may be a tuple."""
    flags, width = field["flags"].replace("#", ""), field["width"]
    types = module.type_of(given)
    if (
        field["more"]
        or width == "*"
        or set(flags) - set("-0")
        or (types and not types <= _NUMBERS | {"tuple"})
    ):
        return []
    zeros = "0" in flags and "-" not in flags
    sign = "-" if "-" in flags else ""
    shown = Part(there, ("%s" if zeros else f"%{sign}{width}s",))
    row = helper("octal_fields", ROW_HELPER, module)
    return [shown, module.in_call(given, row, *([f", {width}"] if zeros else []))]


def _written(field: re.Match[str], there: Span, value: ast.expr | None, module: Module) -> list[Part]:
    """What becomes of a field, and of its value."""
    key, flags, width = field["key"] or "", field["flags"].replace("#", ""), field["width"]
    plain = not flags and not width and not field["more"]
    held = constants_held(value, module) if value is not None else []
    numbers = [c.value for c in held if type(c.value) is int]
    known = bool(numbers) and len(numbers) == len(held)
    if plain and known and (min(numbers) > 0 or max(numbers) == min(numbers) == 0):
        return [Part(there, (f"%{key}o" if numbers[0] == 0 else f"0%{key}o",))]
    types = module.type_of(value) if value is not None else frozenset()
    if value is None or isinstance(value, ast.Starred) or (types and not types <= _NUMBERS):
        # Where the value is not seen, it is hardly ever zero.
        return [Part(there, (f"0%{key}o",))] if plain else []
    if field["more"] or set(flags) - set("-0"):
        return []
    # Blanks at the right are more than zeros at the left.
    zeros = "0" in flags and "-" not in flags and width
    sign = "-" if "-" in flags else ""
    shown = Part(there, (f"%{key}s" if zeros else f"%{key}{sign}{width}s",))
    spelled = module.in_call(value, helper("octal_text", HELPER, module))
    if zeros:
        spelled = Part(spelled.span, (*spelled.pieces, f".zfill({width})"))
    return [shown, spelled]


RULE = Rule(
    id="octal_format",
    family="P3",
    summary="%#o wrote 0777, now 0o777",
    before="print '%#o' % 0755\n",
    after="print('0%o' % 0o755)\n",
    caveats="Of values that are not seen, as in a dictionary of another name or in what may be a row, zero becomes 00 "
    "where no width is told; fields with a precision or a sign for positive numbers stay, and those with a width among "
    "several or in a dictionary of another name.",
    triggers=(re.compile(r"%(?:\(\w*\))?[-+ 0]*#[-+ #0]*[\d*]*(?:\.[\d*]*)?o"),),
    needs_python2=True,
    nodes=(ast.BinOp,),
    visit=visit,
)
