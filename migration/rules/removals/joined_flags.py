"""re.compile('|'.join(parts)) where a part holds (?i): the flags are put first when the pattern is whole."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from weakref import WeakKeyDictionary

from environment.traces import Exactness
from migration.analysis.names import memory, stdlib_name
from migration.repository.index import RepositoryIndex
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def flags_first(pattern):
    """The pattern with the flags of its parts at its start; Python 2 took them anywhere."""
    flags = "".join(re.findall(r"(?<!\\\\)\\(\\?([aiLmsux]+)\\)", pattern))
    rest = re.sub(r"(?<!\\\\)\\(\\?[aiLmsux]+\\)", "", pattern)
    return f"(?{flags}){rest}" if flags else pattern
'''
_FUNCTIONS = ("compile", "match", "search", "sub", "subn", "split", "findall", "finditer", "fullmatch")
_FLAGS = re.compile(r"\(\?[aiLmsux]+\)")
_ASSIGNMENT = re.compile(r"([ \t]*)(?:self\.|cls\.)?(\w+)[ \t]*=(?!=)[ \t]*(.*)")
_COMPOSES = re.compile(r"[(\[]|.*(?:[+%]|\.join\b|\.format\b)", re.DOTALL)
_COMPILED = re.compile(r"(?:re\.)?compile\b")
_WORD = re.compile(r"\w+")
#: The names that hold a pattern with flags, and those made of such names.
_Names = tuple[frozenset[str], frozenset[str]]
_NONE: _Names = (frozenset(), frozenset())
#: By index and file.
_known: WeakKeyDictionary[RepositoryIndex, dict[str, _Names]] = WeakKeyDictionary()


def visit(node: ast.Call, module: Module) -> Findings:
    """Go through the helper where a pattern is made of names, of which one holds flags."""
    name = stdlib_name(node.func, module) or ""
    if not (name.startswith("re.") and name[3:] in _FUNCTIONS and node.args):
        return
    pattern = node.args[0]
    holders, made = _names(module)
    if isinstance(pattern, (ast.Name, ast.Attribute)):
        late = _last(pattern) in made
    elif isinstance(pattern, ast.BinOp) or (
        isinstance(pattern, ast.Call) and getattr(pattern.func, "attr", "") in ("join", "format")
    ):
        first = _leftmost(pattern)
        late = any(_last(n) in made or (n is not first and _last(n) in holders) for n in ast.walk(pattern))
    else:
        return
    if late and not inside_helper(node, HELPER, module):
        wrapper = helper("flags_first", HELPER, module, ("import re",))
        yield module.edit(module.in_call(pattern, wrapper))


def _any(module: Module) -> bool:
    """Whether a name that the file may know holds flags, or is made of one that does."""
    return any(_names(module))


def _last(node: ast.AST) -> str:
    return getattr(node, "attr", "") or getattr(node, "id", "")


def _leftmost(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.BinOp):
        node = node.left
    return node


def _names(module: Module) -> _Names:
    index, key = module.facts.index, module.facts.key
    if len(index.keys) < 2:
        known = memory(module)
        if "flags" not in known:
            known["flags"] = _read({key: module.text}, lambda _: ()).get(key, _NONE)
        return known["flags"]  # type: ignore[no-any-return]
    if index not in _known:
        _known[index] = _read({key: index.text(key) or "" for key in sorted(index.keys)}, index.importers)
    return _known[index].get(key, _NONE)


def _read(texts: dict[str, str], importers: Callable[[str], Iterable[str]]) -> dict[str, _Names]:
    """By file: the names it may know that are given flags, and those that are made of such, by the texts alone.

    A file knows its own names and those of the files it imports; a package's `__init__` hands on what it imports.
    """

    @cache
    def assignments(key: str) -> list[tuple[str, str]]:
        return list(_assignments(texts[key]))

    names = {
        key: (frozenset(name for name, value in assignments(key) if _FLAGS.search(value)), frozenset[str]())
        for key, text in texts.items()
        if _FLAGS.search(text)
    }
    changed = [key for key, (holders, _) in names.items() if holders]
    while changed:
        key = changed.pop()
        holders, made = names[key]
        grown = made | _composed(assignments(key), holders | made)
        own = {name for name, _ in assignments(key)}
        handed = names[key] = (holders, grown)
        if not key.endswith("__init__.py"):
            handed = (holders & own, grown & own)
        for other in importers(key):
            before = names.get(other, _NONE)
            names[other] = (before[0] | handed[0], before[1] | handed[1])
            if names[other] != before:
                changed.append(other)
    return names


def _composed(assignments: Iterable[tuple[str, str]], parts: frozenset[str]) -> frozenset[str]:
    """The names that assignments make of `parts`, and of one another."""
    composing = [
        (name, set(_WORD.findall(value)))
        for name, value in assignments
        if _COMPOSES.match(value) and not _COMPILED.match(value)
    ]
    made, new = set[str](), set(parts)
    while new:
        known = parts | made
        new = {name for name, words in composing if words & known - {name}} - made
        made |= new
    return frozenset(made)


def _assignments(text: str) -> Iterator[tuple[str, str]]:
    """The names that statements assign to, with the text of what they get, continued lines with it."""
    name, depth, value = "", 0, list[str]()
    for line in text.splitlines():
        bare = line.lstrip()
        if name and (not bare or len(line) - len(bare) > depth or bare[0] in ")]}'\""):
            value.append(line)
            continue
        if name:
            yield name, "\n".join(value)
            name = ""
        if found := _ASSIGNMENT.match(line):
            name, depth, value = found[2], len(found[1]), [found[3]]
    if name:
        yield name, "\n".join(value)


RULE = Rule(
    id="joined_flags",
    family="P19",
    summary="global flags stand first in a pattern that is put together from parts",
    before=(
        "import re\nWORD = r'(?P<word>\\w+)(?i)'\nPARTS = [r'\\d+', WORD]\n"
        "p = re.compile('|'.join(PARTS))\nn = 1L\n"
    ),
    after=(
        "import re\n\n\n" + HELPER.strip() + "\n\n\nWORD = r'(?i)(?P<word>\\w+)'\nPARTS = [r'\\d+', WORD]\n"
        "p = re.compile(flags_first('|'.join(PARTS)))\nn = 1\n"
    ),
    caveats="Names are told apart by their last part alone: a pattern without flags may go through the helper too.",
    triggers=("re",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(_FUNCTIONS),
    when=_any,
    visit=visit,
)
