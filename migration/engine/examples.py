"""Examples that doctest runs (`>>> print x`), in docstrings and in text files: read, and migrated together."""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from environment.traces import Change, OpenSite, PatternSite
from migration.engine.outcome import Outcome
from migration.repository.index import RepositoryIndex
from migration.rule import Phase
from migration.view.draft import Facts

#: One example: its first line and the lines that continue it, with the same indentation.
EXAMPLE = re.compile(r"(?m)^([ \t]*+)>>> .*+(?:\n\1\.\.\.(?: .*+)?+$)*+")
#: One example, and the lines that it is expected to show: up to an empty one or the next example.
SHOWN = re.compile(
    r"(?m)^(?P<indent>[ \t]*+)>>> .*+(?:\n(?P=indent)\.\.\.(?: .*+)?+$)*+"
    r"(?P<shown>\n(?P=indent)(?!>>>|\.\.\.(?: |$))(?=[ \t]*\S).*(?:\n(?P=indent)(?!>>>)(?=[ \t]*\S).*)*)"
)
#: Methods of streams that gave nothing in Python 2 and give a number now.
_COUNTED = ("write", "seek", "truncate")
_COUNTING = re.compile(rf"\.(?:{'|'.join(_COUNTED)})\(")
_PREFIX = re.compile(r"(?<![\w'\"\\])[uU](?=['\"])")
#: What is shown around the items of sets, and by what Python 3 shows it.
_SET = re.compile(r"(?<![\w'\"])(?P<kind>frozen)?set\(\[(?P<items>[^\[\]()]*)\]\)")
_LONG = re.compile(r"(?<![\w.'\"])(?:0x[0-9a-f]+|\d+)(L)\b")
#: The repr of a builtin type, or of one from an extension module.
_TYPE = re.compile(r"<type '(?P<name>[\w.]+)'>")
_TYPES = {"unicode": "str", "long": "int", "file": "_io.TextIOWrapper", "xrange": "range"}
#: A difference of times, as it was shown up to Python 3.6: days, seconds, microseconds.
_DELTA = re.compile(r"\btimedelta\((?P<numbers>-?\d+(?:, -?\d+){0,2})\)")
#: The comma behind the only argument of an exception, shown up to Python 3.6.
_ARGUMENT = re.compile(
    r"\b[A-Z]\w*(?:Error|Exception|Warning)\(\w*(?P<quote>['\"])[^'\"\n]*(?P=quote)(?P<comma>,)\)"
)
#: Objects with their addresses, which examples leave out: instances of classic classes, these themselves, methods that
#: were taken from a class, what regular expressions give, iterators, and generators, which are told by their class too.
_OBJECTS = (
    (re.compile(r"(?<=<)(?P<name>list|tuple|set|range)(?=iterator object at (?:0x)?\.\.\.>)"), r"\g<name>_"),
    (re.compile(r"(?<=<)dictionary-(?=(?:key|value|item)iterator object at (?:0x)?\.\.\.>)"), "dict_"),
    (re.compile(r"(?<=<generator object )(?=[A-Za-z_]\w* at (?:0x)?\.\.\.>)"), "..."),
    (re.compile(r"(?<=<)(?P<name>[A-Za-z_][\w.]*) instance(?= at 0x)"), r"\g<name> object"),
    (re.compile(r"<class (?P<name>[A-Za-z_][\w.]*) at 0x\w*(?:\.\.\.)?>"), r"<class '\g<name>'>"),
    (re.compile(r"<unbound method (?P<name>[A-Za-z_][\w.]*)>"), r"<function \g<name> at 0x...>"),
    (re.compile(r"<_sre\.SRE_Match object at (?:0x)?\.\.\.>"), "<re.Match object; ...>"),
    (re.compile(r"<_sre\.SRE_Pattern object at (?:0x)?\.\.\.>"), "re.compile(...)"),
)
TRACEBACK = "Traceback (most recent call last):"
DIRECTIVE = "# doctest: +IGNORE_EXCEPTION_DETAIL"
_OPEN_LINE, _NORMALIZED = "end=' '", "# doctest: +NORMALIZE_WHITESPACE"
_DIRECTED = re.compile(r"#\s*doctest:[^\n]*$")
_STATEMENT = re.compile(r"(?:print|exec)\b")
_MAX_ROUNDS = 3
#: Around an expression (a comment may end it): what is shown is used in a way that nobody sees.
_SHOWN, _END = "shown_value(", "\n)"
#: What proves a program to be Python 2, and what comes before each example.
_PROOF, _MARK = "proof = 1L", "# example "
_MARKED = re.compile(rf"(?m)^{_MARK}\d+\n")
#: What is added comes between these: the examples' own imports are not the program's first.
_DOCSTRING, _BEGIN = '"""Examples."""\n', "begin_examples()\n"
#: What is defined or imported.
_NAME = re.compile(r"(?m)^(?:def|class|import|from \S+ import) (?:\S+ as )?(\w+)")
_IMPORT = re.compile(r"(?:import|from) .+$")
_Site = TypeVar("_Site", Change, OpenSite, PatternSite)


@dataclass(frozen=True, slots=True)
class Rewritten:
    """An example in Python 3, and what is known about it; all lines count from the example's own, which is 1."""

    code: str
    changes: tuple[Change, ...] = ()
    found: tuple[PatternSite, ...] = ()
    open_sites: tuple[OpenSite, ...] = ()


def code_of(example: re.Match[str]) -> str:
    """The code of an example, without indentation and prompts."""
    return "\n".join(line[len(example[1]) + 4 :] for line in example[0].split("\n"))


def migrated(
    written: list[str], target: tuple[int, int], true_division: bool = False
) -> list[Rewritten] | None:
    """The examples as one Python 2 program, migrated; None when that can't be done line by line.

    `true_division`: they stand in a module that imports it, and doctest runs them by what their module imports.
    """
    from migration.engine.pipeline import migrate
    from migration.engine.registry import all_rules

    # What neither language reads is there to fail, and stays; one such example would cost the others a reading each.
    readable = [code if _reads(code) else lowered(code) for code in written]
    expressions = [_is_expression(code, form) for code, form in zip(written, readable, strict=True)]
    lines = [
        "pass" if form is None else f"{_SHOWN}{code}{_END}" if expression else code
        for code, form, expression in zip(written, readable, expressions, strict=True)
    ]
    marked = (f"{_MARK}{number}\n{code}\n" for number, code in enumerate([*lines, _PROOF]))
    program = "".join([_DOCSTRING, _BEGIN, *marked])
    hosts = [number for number, code in enumerate(written) if _IMPORT.match(code) and readable[number]]
    if not hosts:
        # Without an import to stand beside, an import stands before the first statement that leaves room for it.
        hosts = [number for number, form in enumerate(readable) if form is not None and _is_simple(form)][:1]
    rules = all_rules().without(["old_division"] if true_division else [])
    outcome = whole = migrate(program, "<examples>", target=target, registry=rules)
    misplaced: set[str] = set()
    for _ in range(_MAX_ROUNDS):
        if not (more := _writers(outcome, but_imports=bool(hosts)) - misplaced):
            break
        # An example has no place for a helper: what needs one stays.
        misplaced |= more
        outcome = migrate(program, "<examples>", target=target, registry=rules.without(misplaced))
    if outcome.read_by != "syntax" or outcome.notes or _writers(outcome, but_imports=bool(hosts)):
        return None
    pieces = _MARKED.split(outcome.text)[1:]
    alone = _without_helpers(whole, outcome) if misplaced else {}
    pieces = [alone.get(number, piece) for number, piece in enumerate(pieces)]
    imports = [line for _, line in _added(outcome) if f"{line}\n" not in pieces]
    changes, open_sites = (
        _by_example(outcome.changes, outcome.text),
        _by_example(outcome.open_sites, outcome.text),
    )
    if alone:
        told = _by_example(whole.changes, whole.text)
        changes |= {number: told[number] for number in alone if number in told}
    patterns = _by_example(outcome.found, program)
    found = []
    for number, (code, form, expression, piece) in enumerate(
        zip(written, readable, expressions, pieces, strict=False)
    ):
        new = piece.removesuffix("\n") if form is not None else code
        if not new and imports:
            new = imports.pop(0)
        if expression:
            if not (new.startswith(_SHOWN) and new.endswith(_END)):
                return None
            new = new[len(_SHOWN) : -len(_END)]
        if number in hosts:
            statements = [*imports, *(new.split("\n") if _IMPORT.match(code) else [new])]
            if "#" not in "".join(statements[:-1]):
                new, imports = "; ".join(statements), []
        if not new and code:
            # An import that nothing needs any more: an example has to hold something.
            new = code if code.startswith("from __future__ import ") else "pass"
        if form is not None and _is_simple(new):
            # What became shorter is followed by lines that continue it with nothing.
            new += "\n" * (code.count("\n") - new.count("\n"))
        fits = new.count("\n") == code.count("\n") and _reads(new)
        signed = changes.get(number, ()) if fits and new != code else ()
        # What can't be placed line by line is at least made readable, as it would be by a second look.
        readable_form = form if form is not None and form.count("\n") == code.count("\n") else code
        found.append(
            Rewritten(
                new if fits else readable_form, signed, patterns.get(number, ()), open_sites.get(number, ())
            )
        )
    return found if len(pieces) == len(written) + 1 and not imports else None


def _without_helpers(whole: Outcome, outcome: Outcome) -> dict[int, str]:
    """The examples that all rules have migrated without naming what they put before the first one, where `outcome` is
    what became of them without the rules that put anything there.
    """
    pieces, others = _MARKED.split(whole.text)[1:], _MARKED.split(outcome.text)[1:]
    if whole.read_by != "syntax" or whole.notes or len(pieces) != len(others):
        return {}
    ours = {line for _, line in _added(outcome)}
    before = "\n".join(line for _, line in _added(whole) if line not in ours)
    names = re.compile(rf"\b(?:{'|'.join(sorted(set(_NAME.findall(before))))})\b")
    return {number: piece for number, piece in enumerate(pieces) if not names.search(piece)}


def _by_example(sites: Iterable[_Site], program: str) -> dict[int, tuple[_Site, ...]]:
    """What is known of a program's lines, by example."""
    starts = [n for n, line in enumerate(program.split("\n"), 1) if _MARKED.match(line + "\n")]
    held: dict[int, list[_Site]] = {}
    for site in sites:
        number = bisect_right(starts, site.line) - 1
        if number >= 0:
            held.setdefault(number, []).append(moved(site, -starts[number]))
    return {number: tuple(places) for number, places in held.items()}


def moved(site: _Site, lines: int) -> _Site:
    """The same of a place so many lines further on."""
    there: dict[str, Any] = {"line": site.line + lines}
    if isinstance(site, Change):
        there["end_line"] = site.end_line + lines
    return replace(site, **there)


def _added(outcome: Outcome) -> list[tuple[int, str]]:
    """The lines that rules put before the first example, with their numbers."""
    before = _MARKED.split(outcome.text)[0].split("\n")
    return [(n, line) for n, line in enumerate(before, 1) if line and f"{line}\n" not in (_DOCSTRING, _BEGIN)]


def _writers(outcome: Outcome, but_imports: bool) -> set[str]:
    """The rules that put anything before the first example; `but_imports`, anything but imports."""
    lines = {n for n, line in _added(outcome) if not (but_imports and _IMPORT.match(line))}
    return {c.author for c in outcome.changes if not lines.isdisjoint(range(c.line, c.end_line + 1))}


def _is_expression(code: str, form: str | None) -> bool:
    """Whether an example, which Python 3 reads as `form`, is an expression, whose value is shown."""
    tree = _tree(form) if form is not None and not _STATEMENT.match(code) else None
    return tree is not None and len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr)


def _is_simple(form: str) -> bool:
    """Whether code is statements that may stand behind others on their line."""
    tree = _tree(form)
    body = tree.body if tree is not None else []
    return bool(body) and not any(hasattr(node, "body") or isinstance(node, ast.Match) for node in body)


def lowered(code: str) -> str | None:
    """`code` in Python 3, or None when it is Python 3 already or syntax rules alone don't make it so."""
    from migration.engine.registry import all_rules, of_phase
    from migration.engine.syntax import lower

    if _reads(code):
        return None
    rules = of_phase(all_rules().triggered(code), Phase.SYNTAX)
    result = lower(code + "\n", rules, Facts("<example>", RepositoryIndex([])), _MAX_ROUNDS)
    return result.text[:-1] if _reads(result.text) else None


def _reads(code: str) -> bool:
    return _tree(code) is not None


@lru_cache(maxsize=256)
def _tree(code: str) -> ast.Module | None:
    """The tree of an example, None where Python 3 can't read it: it is asked for again and again, and never changed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(code)
    except (SyntaxError, ValueError):
        return None


def placed(example: re.Match[str], code: str) -> str:
    """The text of an example with other code of as many lines."""
    width = len(example[1]) + 4
    # Behind the prompt of a line with nothing on it, there may be no blank.
    heads = [line[:width].ljust(width) for line in example[0].split("\n")]
    lines = zip(heads, code.split("\n"), strict=True)
    return "\n".join(head + line if line else head.rstrip(" ") for head, line in lines)


def fitted(example: re.Match[str], code: str) -> str:
    """`code` as what the example shows needs it."""
    return _spaced(example, _quieted(example, code))


def _spaced(example: re.Match[str], code: str) -> str:
    """`code`, with blanks compared as such where it ends a line in one: `print x,` wrote none at the end."""
    if _OPEN_LINE not in code or _OPEN_LINE in example[0] or not SHOWN.match(example.string, example.start()):
        return code
    first, newline, rest = code.partition("\n")
    told = f"{first}  {_NORMALIZED}{newline}{rest}"
    same = "#" not in first and _reads(told) and ast.dump(ast.parse(told)) == ast.dump(ast.parse(code))
    return told if same else code


def _quieted(example: re.Match[str], code: str) -> str:
    """`code`, with its value kept in a name where Python 3 would show one and nothing is expected: what a stream has
    written, or where it is.
    """
    if not _COUNTING.search(code) or SHOWN.match(example.string, example.start()) or not _reads(code):
        return code
    body = ast.parse(code).body
    call = body[0].value if len(body) == 1 and isinstance(body[0], ast.Expr) else None
    counts = (
        isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in _COUNTED
    )
    return f"_ = {code}" if counts else code


def respelled(
    example: re.Match[str], characters: Callable[[str, int, int], Iterator[tuple[int, int, str]]]
) -> Iterator[tuple[int, int, str]]:
    """What is to be replaced in what an example shows (from, to, by what): `u'a'`, `1L`, `<type 'int'>`; of an
    exception, in its message.

    `characters` gives what becomes of the escapes of a literal that begins at a place, up to another.
    """
    first, last = example.span("shown")
    if shows_traceback(example):
        raised = exception_shown(example)
        first = last if raised is None else raised.end(1)
    for found in _PREFIX.finditer(example.string, first, last):
        yield *found.span(), ""
        yield from characters(example.string, found.end(), last)
    for found in _SET.finditer(example.string, first, last):
        opening, closing = ("{", "}") if found["items"] else ("", "")
        if found["kind"] or not found["items"]:
            opening, closing = f"{found['kind'] or ''}set({opening}", f"{closing})"
        yield found.start(), found.start("items"), opening
        yield found.end("items"), found.end(), closing
    for found in _LONG.finditer(example.string, first, last):
        yield *found.span(1), ""
    for found in _TYPE.finditer(example.string, first, last):
        name = found["name"].removeprefix("exceptions.")
        if name not in ("instance", "classobj"):
            yield *found.span(), f"<class '{_TYPES.get(name, name)}'>"
    for found in _DELTA.finditer(example.string, first, last):
        named = zip(("days", "seconds", "microseconds"), found["numbers"].split(", "), strict=False)
        spelled = ", ".join(f"{name}={number}" for name, number in named if number != "0")
        yield *found.span("numbers"), spelled or "0"
    for found in _ARGUMENT.finditer(example.string, first, last):
        yield *found.span("comma"), ""
    for pattern, spelled in _OBJECTS:
        for found in pattern.finditer(example.string, first, last):
            yield *found.span(), found.expand(spelled)


def ignoring_detail(example: re.Match[str]) -> str:
    """What is put behind an example so that only the name of its exception is compared; "" where that is said."""
    written = example.string[example.start() : example.start("shown")]
    if DIRECTIVE.removeprefix("# doctest: ") in written:
        return ""
    told = _DIRECTED.search(written)
    return f", {DIRECTIVE.removeprefix('# doctest: ')}" if told else f"  {DIRECTIVE}"


def shows_traceback(example: re.Match[str]) -> bool:
    """Whether an example is expected to raise an exception."""
    return example["shown"].lstrip().startswith(TRACEBACK)


def exception_shown(example: re.Match[str]) -> re.Match[str] | None:
    """The name (group 1) of the exception that an example is expected to raise: a line not indented further."""
    return re.compile(rf"\n{example['indent']}(?!Traceback)([A-Za-z_]\w*)(?=:|[ \t]*(?:\n|$))").search(
        example.string, *example.span("shown")
    )
