"""assertEqual(f(x), "no u'a'") → assertEqual(f(x), "no 'a'"): what repr() gives of text, in a text that is expected."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from environment.traces import Exactness
from migration.analysis.laziness.use import COMPARING
from migration.analysis.names import in_repository, last_name, memory, other_texts
from migration.repository.index import RepositoryIndex
from migration.rule import Findings, Rule
from migration.source.tokens import OPENING, cut
from migration.view.module import Module

#: A literal of unicode inside of a text: what stands before it is no part of it.
_SHOWN = re.compile(r"""(?<![\w'"\\])u('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")""")
#: The same as it is written in a literal, where quotes may be escaped.
_PREFIX = re.compile(r"""(?<![\w'"\\])u(?=\\?['"])""")
_BEGIN = re.compile(r"""(?<![\w'"])u\\?['"]""")
#: A program that puts texts together so has them spelled by Python.
_SPELLS = re.compile(r"(?<!\w)repr\(|%(?:\(\w+\))?r|!r\}|`")
#: One that writes the letter itself writes Python 2's literals, or reads them.
_WRITES = re.compile(r"""u%r|u%\(\w+\)r|u\{[^{}]*!r|(?<!\w)['"]u['"](?:\s*[+%]|[ \t]*if\b)""")
#: What gets a text from a file, in code and as a call.
_READS = re.compile(r"(?<![\w.])(?:open|file)\(|\.(?:open|read|readlines?|read_text)\(")
_READING = frozenset(["open", "file", "read", "readline", "readlines", "read_text"])
#: A path.
_FILE = re.compile(r"[\w*./-]*\w\.[A-Za-z]\w{1,4}|[\w.-]+(?:/[\w.-]+)+")
#: Messages that show a text with all but ASCII escaped, in both languages.
_ESCAPING = ("can't encode character ", "can't translate character ")
_SHOWING = frozenset(["str", "repr", "unicode"])
_HOLDING = frozenset(["assertIn"])
_ASSERTING = COMPARING | _HOLDING
_written: WeakKeyDictionary[RepositoryIndex, bool] = WeakKeyDictionary()


def visit(node: ast.Call | ast.Compare, module: Module) -> Findings:
    """Spell it as Python 3 does, where nothing in the repository has such literals in texts for another reason."""
    for expected, held in _expected(node):
        value = expected.value
        assert isinstance(value, str)
        if not (_shows(held, module) or in_repository(_SPELLS, module)):
            continue
        if not _is_spelled(held, module) and _reads(held, module):
            continue
        if _has_others(module) or _is_written(module):
            return
        spelled = _rewritten(module.source(module.span(expected)), value)
        if spelled is not None:
            yield module.replace(expected, spelled)


def _expected(node: ast.AST | None) -> Iterator[tuple[ast.Constant, ast.expr]]:
    """The texts with such literals that something is expected to be equal to, or that are to be found in it, with
    that.
    """
    sides: list[ast.expr] = []
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        sides = [node.left, node.comparators[0]] if isinstance(node.ops[0], (ast.Eq, ast.In)) else []
        found_in = isinstance(node.ops[0], ast.In)
    elif isinstance(node, ast.Call) and last_name(node.func) in _ASSERTING:
        sides, found_in = node.args[:2], last_name(node.func) in _HOLDING
    if len(sides) != 2:
        return
    pairs = [(sides[0], sides[1]), *([] if found_in else [(sides[1], sides[0])])]
    for one, other in pairs:
        if not isinstance(one, ast.Constant) or isinstance(other, ast.Constant):
            continue
        if isinstance(one.value, str) and _SHOWN.search(one.value) is not None:
            yield one, other


def _rewritten(source: str, value: str) -> str | None:
    """How the literal is written then, in as many pieces as before."""
    spelled = "".join(map(_piece_rewritten, cut(source)))
    return spelled if _value(f"({spelled})") == _shown_anew(value) and spelled != source else None


def _piece_rewritten(piece: str) -> str:
    """A piece without the letters, or written anew where repr() shows characters as such."""
    opening, value = OPENING.match(piece), _value(piece)
    if opening is None or value is None:
        return piece
    expected = _shown_anew(value)
    spelled = opening.group() + _PREFIX.sub("", piece[opening.end() :])
    if _value(spelled) == expected or not expected.isprintable():
        return spelled
    quote = piece[-1]
    escaped = expected.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    return quote + "".join(map(_escaped, escaped)) + quote


def _escaped(character: str) -> str:
    """Any character in ASCII: files may be in any encoding."""
    if character.isascii():
        return character
    number = ord(character)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _shown_anew(text: str) -> str:
    return _SHOWN.sub(_found_anew, text)


def _found_anew(found: re.Match[str]) -> str:
    """A literal in a text as Python 3 spells it there."""
    literal = found.group(1)
    return literal if found.string[: found.start()].endswith(_ESCAPING) else _spelled(literal)


def _spelled(literal: str) -> str:
    """A literal as repr() spells its text."""
    text = _value(literal)
    return literal if text is None else repr(text)


def _value(source: str) -> str | None:
    try:
        value = ast.literal_eval(source)
    except (SyntaxError, ValueError):
        return None
    return value if isinstance(value, str) else None


def _shows(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what Python says of an object."""
    return isinstance(node, ast.Call) and module.is_builtin(node.func, *_SHOWING)


def _is_spelled(node: ast.expr, module: Module) -> bool:
    """Whether `node` is nothing but what repr() says."""
    return isinstance(node, ast.Call) and module.is_builtin(node.func, "repr")


def _reads(held: ast.expr, module: Module) -> bool:
    """Whether a text may come from a file, which has such literals as it was written."""
    pending, seen = [held], set[ast.AST]()
    while pending:
        for node in ast.walk(pending.pop()):
            if node in seen:
                continue
            seen.add(node)
            if isinstance(node, ast.Name):
                if node.id == "__file__":
                    return True
                pending.extend(b.value for b in module.bindings(node) if b.value is not None)
            elif isinstance(node, ast.Constant):
                if isinstance(node.value, str) and _FILE.fullmatch(node.value):
                    return True
            elif isinstance(node, ast.Call):
                name = last_name(node.func)
                if name in _READING or (name is not None and _reads_by(name, module)):
                    return True
    return False


def _reads_by(name: str, module: Module) -> bool:
    """Whether a function of that name, here or in the repository, reads a file itself."""
    known = memory(module)
    if ("reads", name) not in known:
        texts = [module.text, *other_texts(module)]
        known["reads", name] = any(_READS.search(body) for text in texts for body in _bodies(name, text))
    return bool(known["reads", name])


def _bodies(name: str, text: str) -> Iterator[str]:
    """The functions of a name in a text, each to the first line that stands no deeper."""
    for found in re.finditer(rf"^([ \t]*)def[ \t]+{name}[ \t]*\(", text, re.MULTILINE):
        end = re.compile(rf"^{found[1]}[^ \t\n#)]", re.MULTILINE).search(text, found.end())
        yield text[found.end() : end.start() if end is not None else len(text)]


def _has_others(module: Module) -> bool:
    """Whether the file has such literals in a text that it expects nowhere: what is read, or written."""
    known = memory(module)
    if "other reprs" not in known:
        known["other reprs"] = any(
            isinstance(c, ast.Constant)
            and isinstance(c.value, str)
            and _BEGIN.search(c.value) is not None
            and not isinstance(module.parent(c), ast.Expr)
            and all(c is not expected for expected, _ in _expected(module.parent(c)))
            for c in module.nodes_of(ast.Constant)
        )
    return bool(known["other reprs"])


def _is_written(module: Module) -> bool:
    """Whether a file of the repository that is no test holds such a literal in a text of its code, or puts the letter
    before what Python spells.
    """
    index = module.facts.index
    if index not in _written:
        texts = (index.text(key) or "" for key in index.keys if "test" not in key.lower())
        _written[index] = any(_writes(text) for text in texts)
    return _written[index] or _WRITES.search(module.text) is not None


def _writes(text: str) -> bool:
    if "u'" not in text and 'u"' not in text and _WRITES.search(text) is None:
        return False
    if _WRITES.search(text) is not None:
        return True
    line = ""
    for piece in cut(text):
        if piece[-1] in "'\"" and piece[0] != "#":
            inside = piece[1:] if piece[0] in "uU" else piece
            # A text that stands alone is a docstring.
            if _BEGIN.search(inside, 1) is not None and not (
                not line.strip() and inside[:3] in ("'''", '"""')
            ):
                return True
        line = "" if "\n" in piece else line + piece
    return False


RULE = Rule(
    id="expected_reprs",
    family="P3",
    summary="texts that are expected to show a text by repr() need no u",
    before="assert repr(x) == \"[u'a']\"\nn = 1L\n",
    after="assert repr(x) == \"['a']\"\nn = 1\n",
    caveats="Where the program spells values by repr() or %r, no other text of it has such a literal and none is read.",
    triggers=("u'", 'u"', "u\\'", 'u\\"'),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call, ast.Compare),
    names=_ASSERTING,
    visit=visit,
)
