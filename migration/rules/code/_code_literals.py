"""Literals that hold a whole program of Python 2: which they are, and how another text is written in their layout."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from keyword import kwlist

from migration.analysis.exceptions import handles, tries_around
from migration.analysis.names import memory
from migration.analysis.values import reads_alike
from migration.dialects.dialect import parse
from migration.repository.index import runs_code
from migration.rules.code._code import migrated_code
from migration.source.edits import Part, Span
from migration.source.tokens import cut
from migration.view.module import Module

#: What text is put in for: `%s`, `%(name)s`, `{name}`, `${name}`.
PLACE = re.compile(r"%(?:\(\w+\))?[sdr]|[$%]?\{\w*\}")
#: Files that ask what a text is, of code too: tests, and tools that read or rewrite code.
TESTS = re.compile(r"\b(?:unittest2?|pytest|nose|doctest)\b")
_TOOLS = re.compile(
    r"^[ \t]*(?:import|from)[ \t]+(?:ast|compiler|fissix|lib2to3|parser|pep8|pycodestyle|pyflakes|pygments|pylint|"
    r"symbol|token|tokenize)\b",
    re.MULTILINE,
)
#: One of these is in all code that Python 3 can't read for its age.
_SIGNS = re.compile(
    r"\bprint\b(?![ \t]*[(=.])|\bexec[ \t]+[^=(\s]|\braise\b[^\n]*,|\bexcept\b[^\n]*,|`|<>|\b0\d|[\da-fA-F][lL]\b|"
    r"\b[uU][rR][\"']|\bdef \w+\([^\n]*\("
)
#: Python 3 reads this, too, and shifts what can't be shifted.
_CHEVRON = re.compile(r"^[ \t]*print[ \t]*>>[ \t]*[\w.]+[ \t]*,", re.MULTILINE)
#: What is meant for another interpreter, and sessions with one.
_OTHERS = re.compile(r"\A#![^\n]*python2|^[ \t]*>>>", re.MULTILINE)
_LITERAL = re.compile(r"(?P<prefix>[uU]?|[rR])(?P<quote>\"{3}|'{3}|\"|')(?P<body>.*)(?P=quote)", re.DOTALL)
_CHARACTER = re.compile(
    r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]+\}|[0-7]{1,3}|.)|.", re.DOTALL
)
#: Words that stand beside others in code.
_JOINING = frozenset([*kwlist, "print", "exec"])
_SHOWS = ("assert", "fail", "check", "expect")
#: Statements that no other language and no prose has as Python has them.
_STATEMENTS = (
    ast.Assign, ast.AugAssign, ast.ClassDef, ast.Delete, ast.For, ast.FunctionDef, ast.Global, ast.If, ast.Import,
    ast.ImportFrom, ast.Raise, ast.Try, ast.While, ast.With,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Program:
    """A program that a literal holds, in Python 3, and whether that is all of it."""

    text: str
    whole: bool


def program_of(node: ast.Constant, module: Module) -> Program | None:
    """The program of several lines that a literal is, if only Python 2 can run it; None for all else."""
    if "\n" not in node.value:  # type: ignore[operator]
        return None
    known = memory(module).setdefault("programs in literals", {})
    if node.value not in known:
        known[node.value] = _program(str(node.value), module)
    found: Program | None = known[node.value]
    return found


def _program(text: str, module: Module) -> Program | None:
    if not _SIGNS.search(text):
        return None
    margin, code = dedented(text)
    lines = sum(1 for line in code.split("\n") if line.strip())
    if lines < 2 or _is_prose(code) or (parse(code) is not None and not _CHEVRON.search(code)):
        return None
    return _migrated(margin, code, module)


def _is_prose(text: str) -> bool:
    """Whether two words stand side by side of which code has neither there: told at once, where to read a text as code
    and to leave out line after line takes long.
    """
    before = ""
    for piece in cut(text):
        if piece[0] in " \t\f\\":
            continue
        word = piece if piece.isidentifier() else ""
        if word and before and word not in _JOINING and before not in _JOINING:
            return True
        before = word
    return False


def program_beside(node: ast.Constant, module: Module) -> Program | None:
    """The program that a literal is that stands beside such, and has statements as they have, though Python 3 can read
    it, too.
    """
    margin, code = dedented(str(node.value))
    return _migrated(margin, code, module) if parse(code) is not None else None


def _migrated(margin: str, code: str, module: Module) -> Program | None:
    """Code that stood behind `margin` in all lines in Python 3, or as it is where that has no place there; None where
    it is no program beyond doubt.
    """
    from migration.engine.pipeline import migrate

    new, whole = migrated_code(code, False, module, partly=True)
    if new is None and not whole:
        # It may need more lines than it has.
        apart = migrate(code, "<code>", target=module.target)
        tree, new, whole = parse(apart.text) if apart.compiles else None, code, False
    else:
        tree = parse(new) if new is not None else None
    if new is None or tree is None or PLACE.findall(code) != PLACE.findall(new) or not _is_certain(tree):
        return None
    if margin:
        pairs = zip(code.split("\n"), new.split("\n"), strict=True)
        new = "\n".join(margin + after if before.strip() else after for before, after in pairs)
    return Program(new, whole)


def dedented(text: str) -> tuple[str, str]:
    """The margin that all lines of a text have, and the text without it."""
    lines = text.split("\n")
    margins = [line[: len(line) - len(line.lstrip(" \t"))] for line in lines if line.strip()]
    margin = margins[0] if margins else ""
    for other in margins:
        margin = margin[: _common(margin, other)]
    return margin, "\n".join(line[len(margin) :] if line.strip() else line for line in lines)


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _is_certain(tree: ast.Module) -> bool:
    """Whether a tree is of nothing but statements that do something, and not of words that only could be names."""
    documented = ast.get_docstring(tree, clean=False) is not None
    certain = False
    for statement in tree.body[documented:]:
        if isinstance(statement, ast.Expr):
            call = statement.value
            if not isinstance(call, ast.Call):
                return False
            # Prose says to print a thing, too.
            certain = certain or any(not isinstance(a, (ast.Name, ast.Attribute)) for a in call.args)
        elif isinstance(statement, _STATEMENTS):
            certain = True
    return certain


def is_only_looked_at(node: ast.Constant, module: Module) -> bool:
    """Whether a literal is documentation, or code that only tests or tools look at, or that its place shows to be for
    comparisons, for another interpreter or for another rule.
    """
    if (TESTS.search(module.text) or _TOOLS.search(module.text)) and not runs_code(module.text):
        return True
    if _OTHERS.search(str(node.value)):
        return True
    places: list[ast.expr] = [node]
    parent = module.parent(node)
    targets = parent.targets if isinstance(parent, ast.Assign) and parent.value is node else []
    for target in targets:
        name = getattr(target, "id", getattr(target, "attr", ""))
        if name == "__doc__" or "expect" in name.lower():
            return True
        if isinstance(target, ast.Name):
            places += reads_alike(target, module)
    return any(_is_compared(place, module) for place in places)


def _is_compared(place: ast.expr, module: Module) -> bool:
    parent = module.parent(place)
    if isinstance(parent, (ast.Expr, ast.Compare)):
        return True
    if isinstance(parent, ast.keyword):
        return "expect" in (parent.arg or "").lower() or parent.arg == "doc"
    if isinstance(parent, (ast.List, ast.Tuple)):
        return any(isinstance(e, ast.Constant) and "python2" in str(e.value)[:40] for e in parent.elts)
    if not isinstance(parent, ast.Call):
        return False
    if module.is_builtin(parent.func, "exec", "eval", "compile"):
        return isinstance(place, ast.Constant) or asks_for_syntax(parent, module)
    name = getattr(parent.func, "attr", getattr(parent.func, "id", ""))
    return name.startswith(_SHOWS)


def asks_for_syntax(node: ast.Call, module: Module) -> bool:
    """Whether code is run to see which syntax this Python has: what handles a SyntaxError goes by the answer."""
    tried = next(tries_around(node, module), None)
    expected = (i for a in module.ancestors(node) if isinstance(a, ast.With) for i in a.items)
    return (tried is not None and handles(tried, "SyntaxError") and not _tells_more(tried)) or any(
        isinstance(n, ast.Name) and n.id == "SyntaxError" for i in expected for n in ast.walk(i.context_expr)
    )


def _tells_more(tried: ast.Try) -> bool:
    """Whether all that is done about a SyntaxError is to raise one, as a rule with the code that it is about."""
    handlers = [h for h in tried.handlers if h.type and "SyntaxError" in ast.dump(h.type)]
    raised = [h.body[-1].exc for h in handlers if isinstance(h.body[-1], ast.Raise)]
    return len(raised) == len(handlers) and all(
        value is None or (isinstance(value, ast.Call) and getattr(value.func, "id", "") == "SyntaxError")
        for value in raised
    )


def siblings(node: ast.Constant, module: Module) -> list[ast.Constant]:
    """The other literals of the display that a literal stands in: values of a dict, items of a list, or what stands at
    its place in the rows of a table.
    """
    display, place = module.parent(node), None
    outer = module.parent(display) if isinstance(display, ast.Tuple) else None
    if isinstance(display, ast.Tuple) and isinstance(outer, (ast.List, ast.Tuple)):
        place = display.elts.index(node)
        rows = [r.elts for r in outer.elts if isinstance(r, ast.Tuple) and len(r.elts) == len(display.elts)]
        found: list[ast.expr] = [row[place] for row in rows]
    elif isinstance(display, ast.Dict):
        found = display.values if node in display.values else []
    else:
        found = display.elts if isinstance(display, (ast.List, ast.Set, ast.Tuple)) else []
    return [n for n in found if isinstance(n, ast.Constant) and isinstance(n.value, str) and n is not node]


def in_layout(node: ast.Constant, new: str, module: Module) -> list[Part]:
    """The parts that make a literal say `new`, which has as many lines, and leave all that stays as it is written; none
    where that can't be.
    """
    span = module.span(node)
    for escaped in (False, True):
        parts = _parts(span, str(node.value), new, escaped, module)
        if parts and written(span, parts, module) == new:
            return parts
    return []


def written(span: Span, parts: list[Part], module: Module) -> str | None:
    """What the literal at a span says with its parts written anew."""
    source = module.source(span)
    for part in reversed(parts):
        start, end = part.span.start - span.start, part.span.end - span.start
        source = source[:start] + "".join(map(str, part.pieces)) + source[end:]
    return _value(f"({source})")


def _parts(span: Span, old: str, new: str, escaped: bool, module: Module) -> list[Part]:
    characters, pieces = _characters(span, module)
    if "".join(c for c, _, _ in characters) != old or old.count("\n") != new.count("\n"):
        return []
    parts, offset = [], 0
    for before, after in zip(old.split("\n"), new.split("\n"), strict=True):
        if before != after:
            first = _common(before, after)
            last = _common(before[first:][::-1], after[first:][::-1])
            gone = characters[offset + first : offset + len(before) - last]
            text = after[first : len(after) - last]
            place = (gone or characters[offset + first : offset + first + 1])[0][1]
            if not gone and offset + first >= len(characters):
                place = characters[-1][2] if characters else span.start
            end = gone[-1][2] if gone else place
            piece = next(p for p in pieces if p.start("body") <= place <= p.end("body"))
            if end > piece.end("body"):
                return []
            spelled = {c: module.text[s:e] for c, s, e in gone}
            parts.append(module.part(Span(place, end), _escaped(text, piece, spelled, escaped)))
        offset += len(before) + 1
    return parts


def _escaped(text: str, piece: re.Match[str], spelled: dict[str, str], escaped: bool) -> str:
    """Text as it is written in a literal, characters that stood there before as they did."""
    if piece["prefix"] in ("r", "R"):
        return text
    quote = piece["quote"]
    out = []
    for c in text:
        if c == "\\" or (c == quote[0] and (len(quote) == 1 or escaped)):
            out.append(f"\\{c}")
        elif c in spelled:
            out.append(spelled[c])
        else:
            out.append(c if c.isprintable() or c == "\t" else repr(c)[1:-1])
    return "".join(out)


def _characters(span: Span, module: Module) -> tuple[list[tuple[str, int, int]], list[re.Match[str]]]:
    """The characters of a string, each with where it is written, and the literals that it is written in."""
    found: list[tuple[str, int, int]] = []
    pieces = [found for _, found in pieces_of(span, _LITERAL, module) if found is not None]
    for piece in pieces:
        start = piece.start("body")
        raw = piece["prefix"] in ("r", "R")
        for written in _CHARACTER.finditer(piece["body"]):
            place, text = start + written.start(), written[0]
            if len(text) == 1:
                found.append((text, place, place + 1))
            elif text == "\\\n" and not raw:
                continue
            elif raw or len(value := _value(f'"{text}"') or text) == 2:
                found += [(text[0], place, place + 1), (text[1], place + 1, place + 2)]
            else:
                found.append((value, place, place + len(text)))
    return found, pieces


def pieces_of(
    span: Span, literal: re.Pattern[str], module: Module
) -> Iterator[tuple[str, re.Match[str] | None]]:
    """The pieces of what stands at a span, blanks and comments included, each as `literal` has it, or None."""
    start = span.start
    for text in cut(module.source(span)):
        closed = text[-1] in "'\""
        yield text, literal.fullmatch(module.text, start, start + len(text)) if closed else None
        start += len(text)


def _value(source: str) -> str | None:
    """The string that a literal says."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = ast.literal_eval(source)
    except (SyntaxError, ValueError):
        return None
    return value if isinstance(value, str) else None
