"""re.split('x*', s) and re.sub('x*', r, s): matches of nothing at all do more since 3.7."""

from __future__ import annotations

import ast
import re
import warnings

from environment.traces import Exactness
from migration.analysis.made import kept_by
from migration.analysis.names import stdlib_name
from migration.analysis.values import constants_held
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Span
from migration.view.module import Module

_SPLIT = '''
def split_at_matches(pattern, string, maxsplit=0, flags=0):
    """re.split that does not split at matches of nothing, as in Python 2."""
    parts, start, place, regex = [], 0, 0, re.compile(pattern, flags)
    while place <= len(string) and not (maxsplit and len(parts) >= maxsplit * (regex.groups + 1)):
        match = regex.search(string, place)
        if match is None:
            break
        if match.end() > match.start():
            parts += [string[start : match.start()], *match.groups()]
            start = place = match.end()
        else:
            place = match.end() + 1
    return [*parts, string[start:]]
'''
_SUB = '''
def replace_matches(pattern, replacement, string, count=0, flags=0):
    """re.sub that leaves out a match of nothing right behind another match, as in Python 2."""
    parts, start, place, regex = [], 0, 0, re.compile(pattern, flags)
    behind = None
    while place <= len(string) and not (count and len(parts) >= 2 * count):
        match = regex.search(string, place)
        if match is None:
            break
        if match.end() > match.start() or match.end() != behind:
            new = replacement(match) if callable(replacement) else match.expand(replacement)
            parts += [string[start : match.start()], new]
            start = behind = match.end()
        place = match.end() + (match.end() == match.start())
    return string[:0].join([*parts, string[start:]])
'''
#: Patterns that match places only.
_ASSERTIONS = re.compile(r"(?:\^|\$|\\[bBAZ]|\(\?(?:=|!|<=|<!)[^()]*\))+")
_COMPILERS = frozenset(["re.compile"])
_VERBOSE = re.compile(r"\bre\.(?:X|VERBOSE)\b")
_HELPERS = {"re.split": ("split_at_matches", _SPLIT), "re.sub": ("replace_matches", _SUB)}


def visit(node: ast.Call, module: Module) -> Findings:
    """Call the helper where the pattern can match nothing, be it compiled or not."""
    if module.target < (3, 7) or any(isinstance(a, ast.Starred) for a in node.args):
        return
    if any(k.arg is None for k in node.keywords):
        return
    name = stdlib_name(node.func, module)
    if name not in _HELPERS and isinstance(node.func, ast.Attribute) and node.args:
        yield from _of_compiled(node, node.func, module)
    if name not in _HELPERS or len(node.args) < 2:
        return
    if _matters(name or "", _text(node.args[0], module), node.args[1], ""):
        helper = module.helper(*_HELPERS[name or ""], imports=("import re",))
        yield module.edit(module.part(node.func, helper))


def _of_compiled(node: ast.Call, function: ast.Attribute, module: Module) -> Findings:
    """The same of a pattern that was compiled: the helper is given the pattern first."""
    name = f"re.{function.attr}"
    compiled = kept_by(function.value, module, _COMPILERS) if name in _HELPERS else None
    if compiled is None or not compiled.args:
        return
    flags = " ".join(map(ast.unparse, [*compiled.args[1:], *(k.value for k in compiled.keywords)]))
    if _matters(name, _text(compiled.args[0], module), node.args[0], flags):
        start = module.span(node.args[0]).start
        helper = module.helper(*_HELPERS[name], imports=("import re",))
        yield module.edit(
            module.part(Span(module.span(node).start, start), helper, "(", *module.sub(function.value), ", ")
        )


def _text(pattern: ast.expr, module: Module) -> str:
    """The text of a pattern that is written out, there or under one name."""
    held = constants_held(pattern, module)
    return str(held[0].value) if len(held) == 1 and isinstance(held[0].value, str) else ""


def _matters(name: str, pattern: str, second: ast.expr, flags: str) -> bool:
    """Whether a pattern's matches of nothing make a difference: not where nothing is put in the place of nothing, nor
    where no match of something can stand in front of one.
    """
    removes = isinstance(second, ast.Constant) and second.value == ""
    if name == "re.sub" and (removes or _ASSERTIONS.fullmatch(pattern)):
        return False
    return _matches_nothing(pattern, re.VERBOSE if _VERBOSE.search(flags) else 0)


def _matches_nothing(pattern: str, flags: int) -> bool:
    """Whether `pattern` can match an empty piece of a text that is not empty itself."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # Before what the pattern itself spells there may be a place: `(?=b)|b`.
            found = re.finditer(pattern, f"\x00a \x00{pattern}\x00", flags)
            return bool(pattern) and any(not one.group() for one in found)
    except (re.error, OverflowError, RecursionError):
        return False


RULE = Rule(
    id="empty_matches",
    family="P19",
    summary="splitting and replacing at matches of nothing",
    before="import re\na = re.split('x*', b)\nn = 1L\n",
    after="import re\n\n" + _SPLIT + "\n\na = split_at_matches('x*', b)\nn = 1\n",
    caveats="Only patterns written out, in the call itself or where they are compiled.",
    triggers=("re",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names(*_HELPERS),
    visit=visit,
)
