"""log.splitlines() → split_lines(log), split() → split_blanks(…), strip() → strip(' \\t…').

Where the file speaks of separators in its data: native strings had those of ASCII alone.
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import memory
from migration.analysis.strings.kinds import BYTES, kind
from migration.rule import Findings, Rule
from migration.rules.text.ascii_methods import meets_other_blanks
from migration.view.module import Module

HELPER = '''
def split_lines(value, keepends=False):
    """Lines as Python 2 saw them in native strings: only \\\\n, \\\\r and \\\\r\\\\n end one."""
    if not isinstance(value, str):
        return value.splitlines(keepends)
    lines = value.encode("utf-8", "surrogatepass").splitlines(keepends)
    return [line.decode("utf-8", "surrogatepass") for line in lines]
'''
SPLIT = '''
def split_blanks(value, separator=None, times=-1):
    """Words as Python 2 saw them in native strings: only blanks of ASCII part them."""
    if separator is not None or not isinstance(value, str):
        return value.split(separator, times)
    words = value.encode("utf-8", "surrogatepass").split(None, times)
    return [word.decode("utf-8", "surrogatepass") for word in words]
'''
#: Spellings of characters that end a line of Unicode text only: file, group and record separator, VT, FF, NEL.
_LINE_ENDS = re.compile(r"\\x(?:0[bBcC]|1[c-eC-E]|85)|\\03[4-6]|\\[vf]|[\x0b\x1c-\x1e\x85]")
#: What only text takes for a blank or for the end of a line, of ASCII.
_SEPARATORS = re.compile(r"[\x0b\x0c\x1c-\x1f]")
#: Spellings of characters that only Unicode text takes for blanks.
_BLANKS = re.compile(r"\\x(?:1[c-fC-F]|85|[aA]0)|\\03[4-7]|[\x1c-\x1f\x85\xa0]")
_STRIPPERS = frozenset(["strip", "lstrip", "rstrip"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Keep to ASCII, where the value is not known to be bytes or Unicode text."""
    function = node.func
    if (
        not isinstance(function, ast.Attribute)
        or node.keywords
        or any(isinstance(a, ast.Starred) for a in node.args)
    ):
        return
    if meets_other_blanks(node, module):
        return  # ascii_methods writes that out
    value = function.value
    within = module.function(node)
    if isinstance(within, ast.FunctionDef) and within.name in ("split_lines", "split_blanks"):
        return
    if function.attr == "splitlines" and len(node.args) <= 1:
        if _speaks_of(_LINE_ENDS, module) and _may_be_native(value, module):
            helper = module.helper("split_lines", HELPER)
            rest = [", ", *module.sub(node.args[0])] if node.args else []
            yield module.replace(node, helper, "(", *module.sub(value), *rest, ")")
    elif function.attr == "split" and _at_blanks(node):
        if _speaks_of(_BLANKS, module) and "str" in module.type_of(value) and _may_be_native(value, module):
            rest = [piece for given in node.args for piece in (", ", *module.sub(given))]
            helper = module.helper("split_blanks", SPLIT)
            yield module.replace(node, helper, "(", *module.sub(value), *rest, ")")
    elif (
        function.attr in _STRIPPERS
        and not node.args
        and _speaks_of(_BLANKS, module)
        and "str" in module.type_of(value)
        and _may_be_native(value, module)
    ):
        yield module.replace(node, module.span(function), r"(' \t\n\r\x0b\x0c')")


def _at_blanks(node: ast.Call) -> bool:
    """Whether a call of split() names no separator."""
    first = node.args[0] if node.args else None
    return first is None or (isinstance(first, ast.Constant) and first.value is None and len(node.args) < 3)


def _may_be_native(node: ast.expr, module: Module) -> bool:
    """Whether a value may be a native string that such a character stands in: a literal shows that it has none."""
    text = node.value if isinstance(node, ast.Constant) else None
    if isinstance(text, str) and text.isascii() and not _SEPARATORS.search(text):
        return False
    return "unicode" not in module.type_of(node) and kind(node, module) != BYTES


def _speaks_of(characters: re.Pattern[str], module: Module) -> bool:
    """Whether a native string or a docstring of the file spells one of `characters`, and no Unicode literal does."""
    known = memory(module)
    key = ("speaks of", characters)
    if key not in known:
        if not characters.search(module.text):
            known[key] = False
            return False
        strings = [module.tokens.texts[i] for i in module.tokens.strings]
        unicode = module.has_future("unicode_literals") or any(
            s[:1] in "uU" and characters.search(s) for s in strings
        )
        found = any(characters.search(s) and s[:1] not in "bBuU" for s in strings)
        known[key] = found and not unicode
    return bool(known[key])


RULE = Rule(
    id="split_lines",
    family="P8",
    summary="lines and blanks of native strings are those of ASCII",
    before="FS = '\\x1c'\na = b.splitlines()\nn = 1L\n",
    after=HELPER[1:] + "\n\nFS = '\\x1c'\na = split_lines(b)\nn = 1\n",
    caveats="Only in files that spell such a character; data may hold them without. Not in packages that keep octets "
    "as text, where tables spell any.",
    triggers=("splitlines", "split", "strip", "lstrip", "rstrip"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    when=lambda module: not (module.facts.index.octets and module.facts.index.packages),
    nodes=(ast.Call,),
    names=frozenset(["splitlines", "split", "strip", "lstrip", "rstrip"]),
    visit=visit,
)
