"""'exec f(x) in d' → 'exec(f(x), d)': programs of Python 2 in strings, and lines of such, in a program that runs code
it puts together.
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.dialects.dialect import parse
from migration.repository.index import runs_code
from migration.rule import Findings, Phase, Rule
from migration.rules.code._code import migrated_code
from migration.rules.code._code_flow import End, ends_of, is_run
from migration.rules.code._code_literals import (
    PLACE,
    TESTS,
    Program,
    dedented,
    in_layout,
    is_only_looked_at,
    pieces_of,
    program_beside,
    program_of,
    siblings,
    written,
)
from migration.rules.code.template_code import is_template
from migration.source.edits import Part, Span
from migration.stdlib.names import BUFFER_MODULES, RENAMED_MODULES
from migration.view.module import Module

_OLD_MODULES = BUFFER_MODULES | {old: new for old, new in RENAMED_MODULES.items() if "." not in old}
_NAMES = {"unicode": "str", "unichr": "chr", "xrange": "range", "raw_input": "input"}
#: A word of each line that may be one.
_SIGNS = re.compile(
    rf"\b(?:exec|raise|print|except|import|from|basestring|execfile|reduce|{'|'.join(_NAMES)})\b"
)
_OLD = "unicode|basestring|unichr|xrange|raw_input|execfile|reduce"
_CALLED = re.compile(rf"(?<![\w.])(?:{'|'.join(_NAMES)})(?=\([^)])")
#: Lines that are code and nothing else, and that Python 3 can't run: what stands alone, and what a function holds.
_STATEMENT = re.compile(
    r"exec\s+[\w.]+(?:\(.*\)(?:\s+in\s+\S.*)?|\s+in\s+\S.*)|raise\s+[A-Z][\w.]*\s*,\s*\S.*|print\s*>>\s*[\w.]+\s*,.*"
)
_INSIDE = re.compile(
    rf"(?:[\w.\[\]]+\s*[-+*|&%]?=(?!=)|return\b|yield\b|if\b|while\b|for\b|assert\b)[^#]*?"
    rf"(?:\b(?:{_OLD})\(|isinstance\(.*,[\s(]*(?:unicode|basestring)\b).*"
)
#: What a print statement has to stand beside: prose says to print something, too.
_PROGRAM = re.compile(
    r"(?:^|\n|\\n)[ \t]*(?:def \w+\(.*\):|class \w+[^\n]*:|import [\w.]+|from [\w.]+ import )"
)
_PRINT = re.compile(r"print\s+[^\s(=].*")
_IMPORT = re.compile(rf"import\s+(?P<name>{'|'.join(map(re.escape, _OLD_MODULES))})")
_FROM = re.compile(
    rf"from\s+(?P<name>{'|'.join(map(re.escape, _OLD_MODULES))})\s+import\s+(?P<rest>[\w ,*]+)"
)
_EXCEPT = re.compile(r"except\s+(?P<type>[\w.]+|\([\w., ]+\)|%(?:\(\w+\))?s)\s*,\s*(?P<name>\w+)\s*:")
#: The body of a literal in pieces: lines, also where their ends are escapes.
_LINE = re.compile(r"(?:^|(?<=\n)|(?<=\\n))(?P<indent>[ \t]*)(?P<code>[^\n\\]+?)(?=[ \t]*(?:$|\n|\\n))")
_LITERAL = re.compile(r"(?P<prefix>[uU]?)(?P<quote>\"{3}|'{3}|\"|')(?P<body>.*)(?P=quote)", re.DOTALL)
_HEADER = "def code():\n "


def visit(node: ast.Module, module: Module) -> Findings:
    """Look at all literals at once: hardly any holds such a line."""
    texts = [
        n
        for n in module.nodes_of(ast.Constant)
        if isinstance(n, ast.Constant) and isinstance(n.value, str) and not _is_for_others(n, module)
    ]
    programs = {n: p for n in texts if (p := program_of(n, module)) is not None}
    looked_at = {
        n for n, p in programs.items()
        if is_only_looked_at(n, module) or any(p.text == t.value for t in texts if t.value != n.value)
    }  # fmt: skip
    # What is no program beyond doubt may be of a language of the program's own, or a sample of text.
    doubtful = {n for n in programs if n not in looked_at and not is_run(n, module)}
    beside: set[ast.Constant] = set()
    for literal, program in programs.items():
        if literal not in looked_at and literal not in doubtful:
            yield from _program(literal, program, module)
            beside.update(_beside(literal, program, module))
    for literal in texts:
        if literal in programs:
            if literal in looked_at or (
                literal in doubtful and End.LOOKED_AT not in ends_of(literal, module)
            ):
                yield from _lines(literal, module, whole=True)
        elif literal in beside and (found := program_beside(literal, module)) is not None:
            if parts := in_layout(literal, found.text, module):
                yield module.edit(*parts)
        elif _SIGNS.search(str(literal.value)) and not is_template(str(literal.value), module):
            yield from _lines(literal, module)


def _beside(node: ast.Constant, program: Program, module: Module) -> list[ast.Constant]:
    """What stands beside a program of Python 2 that is rewritten: they all are, though Python 3 could read some."""
    if not in_layout(node, program.text, module):
        return []
    ends = ends_of(node, module)
    return [s for s in siblings(node, module) if ends_of(s, module) == ends]


def _program(node: ast.Constant, program: Program, module: Module) -> Findings:
    """Rewrite a literal that is a program as a whole."""
    parts = in_layout(node, program.text, module)
    if parts:
        yield module.edit(*parts)
    if not parts or not program.whole:
        yield module.open(
            node,
            "code in this string is Python 2, and needs more than can be written in its place",
            needs_python2=True,
        )


def _lines(node: ast.Constant, module: Module, whole: bool = False) -> Findings:
    """Rewrite each line of a literal that is such a line of code; of a `whole` program, if that makes it one of
    Python 3: half of it is code of neither language.
    """
    pieces = _pieces(module.span(node), module)
    # Text that a test holds beside a program's is as it is; what it prints there need be no code that it runs.
    program = any(_PROGRAM.search(piece["body"]) for piece in pieces) and (
        runs_code(module.text) or not TESTS.search(module.text)
    )
    parts: list[Part] = []
    for piece in pieces:
        for line in _LINE.finditer(piece["body"]):
            if line["code"].startswith((">>>", "...")):
                continue  # examples have rules of their own
            new = _rewritten(line["code"], program, module) or _renamed(line["code"])
            if new == line["code"] or piece["quote"] in new or "\n" in new or "\\" in new:
                continue
            start = piece.start("body") + line.start("code")
            parts.append(module.part(Span(start, start + len(line["code"])), new))
    if parts and (not whole or _is_readable(node, parts, module)):
        yield module.edit(*parts)


def _is_readable(node: ast.Constant, parts: list[Part], module: Module) -> bool:
    """Whether a program would be one of Python 3 with these parts of it written anew."""
    text = written(module.span(node), parts, module)
    return text is not None and parse(dedented(text)[1]) is not None


def _pieces(span: Span, module: Module) -> list[re.Match[str]]:
    """The literals of a string that stand side by side, where each holds whole lines; none of other forms."""
    pieces = []
    for text, found in pieces_of(span, _LITERAL, module):
        if text.strip(" \t\f\r\n\\()") and not text.startswith("#"):
            if found is None:
                return []
            pieces.append(found)
    whole = all(piece["body"].endswith(("\n", "\\n")) for piece in pieces[:-1])
    return pieces if whole else []


def _is_for_others(node: ast.Constant, module: Module) -> bool:
    """Whether a literal is documentation, or code that is run right there, which is another rule's affair."""
    parent = module.parent(node)
    return isinstance(parent, ast.Expr) or (
        isinstance(parent, ast.Call) and module.is_builtin(parent.func, "exec", "eval", "compile")
    )


def _renamed(code: str) -> str:
    """The line with other names for what is called: prose writes no bracket there, or nothing between two."""
    return _CALLED.sub(lambda found: _NAMES[found[0]], code)


def _rewritten(code: str, program: bool, module: Module) -> str | None:
    """The line in Python 3, or None. `program`: beside it stand lines that only a program has."""
    if found := _IMPORT.fullmatch(code):
        new = _OLD_MODULES[found["name"]]
        return f"import {new} as {found['name']}"
    if found := _FROM.fullmatch(code):
        return f"from {_OLD_MODULES[found['name']]} import {found['rest']}"
    if found := _EXCEPT.fullmatch(code):
        return f"except {found['type']} as {found['name']}:"
    inside = _INSIDE.fullmatch(code)
    if not inside and not _STATEMENT.fullmatch(code) and not (program and _PRINT.fullmatch(code)):
        return None
    places = PLACE.findall(code)
    marks = [f"place_{number}_" for number in range(len(places))]
    remaining = iter(marks)
    text = PLACE.sub(lambda _: next(remaining), code)
    tail = " pass" if text.endswith(":") else ""
    offered, whole = migrated_code((_HEADER if inside else "") + text + tail, False, module)
    if offered is None or not whole:
        return None
    new = offered.removeprefix(_HEADER if inside else "").removesuffix(tail)
    for mark, place in zip(marks, places, strict=True):
        if new.count(mark) != 1:
            return None
        new = new.replace(mark, place)
    return new


RULE = Rule(
    id="code_lines",
    family="P4",
    summary="programs and lines of code in strings are migrated where the program runs code it puts together",
    before="lines = ['exec f(x) in d', y]\nexec '\\n'.join(lines)\n",
    after="lines = ['exec(f(x), d)', y]\nexec('\\n'.join(lines))\n",
    caveats="A text of several lines that as a whole is a program only Python 2 can read, and what stands beside it in "
    "a table, where the file runs it, or it has statements only Python 2 has and is written to a file, or handed on in "
    "a file that runs code; what is searched, split or shown only stays. Else line by line, and only lines that are "
    "code beyond doubt and can't run on Python 3. Of tests and tools that run no code themselves, programs stay.",
    triggers=(
        "exec ", "raise ", "print ", "except ", "StringIO", "import ", "unicode", "basestring", "xrange", "unichr",
        "raw_input", "execfile", "reduce", "`", "<>",
    ),
    exactness=Exactness.SEMANTIC,
    phase=Phase.FINISH,
    needs_python2=True,
    needs_proof=True,
    nodes=(ast.Module,),
    when=lambda module: runs_code(module.text) or module.facts.index.runs_code,
    order=95,  # what is run right there another rule has looked at
    visit=visit,
)  # fmt: skip
