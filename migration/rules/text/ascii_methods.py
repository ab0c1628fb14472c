"""'été'.upper() → 'été'.encode('utf-8').upper().decode('utf-8'): native strings knew the letters of ASCII alone.

So they did its blanks: '\\x1ca'.strip() → '\\x1ca'.strip(" \\t\\n\\r\\x0b\\x0c").
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import asked_once, in_repository, last_name
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.values import as_read, constants_held
from migration.dialects.octets import spells_native_beyond_ascii
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.rules.text.octet_tables import is_spelled_item
from migration.trees.constants import is_text
from migration.view.module import Module

#: What gives letters of ASCII alone; types that are no native strings.
_ASCII_ALONE = frozenset(["hex", "hexlify", "hexdigest", "repr", "b16encode"])
_OTHERS = (frozenset(["unicode"]), frozenset(["bytes"]), frozenset(["bytearray"]))
#: Octets of other letters in a file, or where their names come from.
_SPELLS = re.compile(
    r"\\x[c-fC-F][0-9a-fA-F]\\x[89abAB]|os\.(?:listdir|walk)\(|glob\.i?glob\(|\.encode\(['\"]utf"
)
HELPER = '''
def in_ascii_letters(text, change):
    """Text changed by a method; where it spells octets of UTF-8, in its letters of ASCII alone, as in Python 2."""
    if getattr(type(text), change, None) is not getattr(str, change):
        return getattr(text, change)()
    try:
        octets = str.encode(text, "latin-1")
        octets.decode("utf-8")
    except UnicodeError:
        return getattr(text, change)()
    return getattr(octets, change)().decode("latin-1")
'''
_CHANGING = frozenset(["capitalize", "lower", "swapcase", "title", "upper"])
_ASKING = frozenset(["isalnum", "isalpha", "isdigit", "islower", "isspace", "istitle", "isupper"])
_OF_STRINGS = frozenset([*dir(str), *dir(bytes)])
_STRIPPING = frozenset(["lstrip", "rstrip", "strip"])
_CUTTING = frozenset(["rsplit", "split", "splitlines"])
#: What text takes for blanks, and for ends of lines, and octets do not; and the blanks of octets.
_OTHER_BLANKS = re.compile("[\x1c-\x1f\x85\xa0]")
_OTHER_ENDS = re.compile("[\x0b\x0c\x1c-\x1e\x85]")
_BLANKS = r'" \t\n\r\x0b\x0c"'


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask octets, which know ASCII alone, as native strings did; in UTF-8 no octet of another letter is ASCII's."""
    function = node.func
    if not isinstance(function, ast.Attribute) or node.keywords or module.has_future("unicode_literals"):
        return
    if function.attr in _STRIPPING | _CUTTING:
        yield from _at_blanks(node, function, module)
        return
    if function.attr not in _CHANGING | _ASKING or node.args:
        return
    if function.attr == "isspace" and _holds(_OTHER_BLANKS, function.value, module):
        yield module.replace(node, *module.atom(function.value), '.encode("utf-8").isspace()')
        return
    held = constants_held(function.value, module)
    above = any(_is_native(c, module) for c in held) and all(isinstance(c.value, str) for c in held)
    if module.facts.index.octets and function.attr in _CHANGING:
        if above and all(c.kind != "u" for c in held):
            octets = f'.encode("latin-1").{function.attr}().decode("latin-1")'
            yield module.replace(node, *module.atom(function.value), octets)
        elif _may_spell_others(node, function.value, module):
            made = helper("in_ascii_letters", HELPER, module)
            yield module.replace(node, made, "(", *module.sub(function.value), f', "{function.attr}")')
        return
    changed = above or (function.attr in _ASKING and not held and _is_octet(function.value, module))
    if changed and kind(function.value, module) != BYTES:
        back = '.decode("utf-8")' if function.attr in _CHANGING else ""
        value = module.atom(function.value)
        yield module.replace(node, *value, f'.encode("utf-8").{function.attr}(){back}')


def _may_spell_others(node: ast.Call, value: ast.expr, module: Module) -> bool:
    """Whether what a method changes may be octets of other letters than ASCII's, in a program of octets, and the result
    is used for more than to be held against literals.
    """
    outer = module.parent(node)
    if isinstance(outer, (ast.Compare, ast.Expr)) or module.type_of(value) in _OTHERS:
        return False
    if isinstance(outer, ast.Attribute) and outer.attr in ("startswith", "endswith"):
        return False
    if last_name(getattr(outer, "func", None)) in ("getattr", "hasattr", "setattr"):
        return False
    if (
        isinstance(value, ast.Constant)
        or last_name(value) == "__name__"
        or last_name(getattr(value, "func", None)) in _ASCII_ALONE
    ):
        return isinstance(value, ast.Constant) and _is_native(value, module)
    if isinstance(value, ast.Attribute) and _is_other_object(value, module):
        return False
    return asked_once("spells others", module, lambda: _spells_others(module))


def _is_other_object(value: ast.Attribute, module: Module) -> bool:
    """Whether an attribute is asked in the file for what no string has: `self.browser.open(x)`."""
    wanted = as_read(value)
    return any(
        isinstance(n, ast.Attribute) and n.attr not in _OF_STRINGS and as_read(n.value) == wanted
        for n in module.nodes_of(ast.Attribute)
    )


def _spells_others(module: Module) -> bool:
    """Whether any file of the repository spells letters beyond ASCII, or takes names of files."""
    spelled = module.facts.index.spells_natively or spells_native_beyond_ascii(module.text)
    return spelled or in_repository(_SPELLS, module)


def _at_blanks(node: ast.Call, function: ast.Attribute, module: Module) -> Findings:
    """Strip and split at the blanks and the ends of lines that octets have."""
    if not meets_other_blanks(node, module):
        return
    value = module.atom(function.value)
    if function.attr in _STRIPPING:
        yield module.replace(node, *value, f".{function.attr}({_BLANKS})")
        return
    given = [piece for argument in node.args for piece in (", ", *module.sub(argument))][1:]
    cut = f'.encode("utf-8").{function.attr}('
    yield module.replace(node, '[part.decode("utf-8") for part in ', *value, cut, *given, ")]")


def meets_other_blanks(node: ast.Call, module: Module) -> bool:
    """Whether a string that is written out is stripped or split at what text takes for blanks, or for ends of lines,
    and octets do not.
    """
    function, first = node.func, node.args[0] if node.args else None
    if not isinstance(function, ast.Attribute) or node.keywords or module.has_future("unicode_literals"):
        return False
    if function.attr == "splitlines":
        return len(node.args) < 2 and _holds(_OTHER_ENDS, function.value, module)
    if first is not None and not (isinstance(first, ast.Constant) and first.value is None):
        return False
    most = 1 if function.attr in _STRIPPING else 2
    return len(node.args) <= most and _holds(_OTHER_BLANKS, function.value, module)


def _holds(characters: re.Pattern[str], node: ast.expr, module: Module) -> bool:
    """Whether `node` is a native string, or a name of one or a sum of such, that holds one of `characters`."""
    sides = (
        [node.left, node.right] if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else [node]
    )
    held = [constants_held(side, module) for side in sides]
    texts = [c.value for side in held for c in side if isinstance(c.value, str) and c.kind != "u"]
    return all(held) and len(texts) == sum(map(len, held)) and any(map(characters.search, texts))


def _is_octet(node: ast.expr, module: Module) -> bool:
    """Whether `node` is one character, as far as it shows, in a program whose text holds octets."""
    if not module.facts.index.octets:
        return is_spelled_item(node, module)
    if isinstance(node, ast.Subscript):
        return not isinstance(node.slice, ast.Slice) and not is_text(node.slice)
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return bool(bindings) and all(
        b.kind == "loop" if b.value is None else _reads_one(b.value) for b in bindings
    )


def _reads_one(node: ast.expr) -> bool:
    """Whether `node` is `f.read(1)`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "read"):
        return False
    return len(node.args) == 1 and isinstance(node.args[0], ast.Constant) and node.args[0].value == 1


def _is_native(node: ast.Constant, module: Module) -> bool:
    """Whether `node` is a native string with characters above 127."""
    if not isinstance(node.value, str) or node.kind == "u":
        return False
    return not node.value.isascii()


RULE = Rule(
    id="ascii_methods",
    family="P8",
    summary="upper, isalpha and the like meant the letters of ASCII",
    before="s = 'caf\\xe9'\na = s.upper()\nn = 1L\n",
    after='s = \'caf\\xe9\'\na = s.encode("utf-8").upper().decode("utf-8")\nn = 1\n',
    caveats="Only strings that are written out, in place or for the one name they have, with what is no ASCII, or no "
    "blank of it; in programs of octets (octet_text) also single characters that are asked for their kind, and what is "
    "changed where any file spells letters of UTF-8, or reads names of files.",
    triggers=tuple(sorted(_CHANGING | _ASKING | _STRIPPING | _CUTTING)),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=_CHANGING | _ASKING | _STRIPPING | _CUTTING,
    visit=visit,
)
