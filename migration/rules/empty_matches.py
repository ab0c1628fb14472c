"""re.split('x*', s) and re.sub('x*', r, s): matches of nothing at all do more since 3.7."""

from __future__ import annotations

import ast
import re
import warnings

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule, last_names
from migration.rules._names import stdlib_name

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
_HELPERS = {"re.split": ("split_at_matches", _SPLIT), "re.sub": ("replace_matches", _SUB)}


def visit(node: ast.Call, module: Module) -> Findings:
    """Call the helper where the pattern can match nothing."""
    name = stdlib_name(node.func, module)
    if name not in _HELPERS or module.target < (3, 7) or len(node.args) < 2:
        return
    pattern, second = node.args[:2]
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return
    if not (isinstance(pattern, ast.Constant) and isinstance(pattern.value, str)):
        return
    removes = isinstance(second, ast.Constant) and second.value == ""
    if name == "re.sub" and (removes or _ASSERTIONS.fullmatch(pattern.value)):
        return  # nothing put in the place of nothing; no match of something for one of nothing to stand behind
    if _matches_nothing(pattern.value):
        helper = module.helper(*_HELPERS[name], imports=("import re",))
        yield module.edit(module.part(node.func, helper))


def _matches_nothing(pattern: str) -> bool:
    """Whether `pattern` can match an empty piece of a text that is not empty itself."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # Before what the pattern itself spells there may be a place: `(?=b)|b`.
            return any(not found.group() for found in re.finditer(pattern, f"\x00a \x00{pattern}\x00"))
    except (re.error, OverflowError, RecursionError):
        return False


RULE = Rule(
    id="empty_matches",
    family="P19",
    summary="splitting and replacing at matches of nothing",
    before="import re\na = re.split('x*', b)\nn = 1L\n",
    after="import re\n\n" + _SPLIT + "\n\na = split_at_matches('x*', b)\nn = 1\n",
    caveats="Only patterns written in the call itself; compiled ones are not followed.",
    triggers=("re",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names(*_HELPERS),
    visit=visit,
)
