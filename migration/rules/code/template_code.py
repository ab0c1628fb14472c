"""'<%= `x` %>' → '<%= repr(x) %>': code in templates, in a program that finds it there by itself and runs it."""

from __future__ import annotations

import ast
import re
from weakref import WeakKeyDictionary

from environment.traces import Exactness
from migration.analysis.names import memory
from migration.dialects.dialect import parse
from migration.repository.index import RepositoryIndex
from migration.rule import Findings, Phase, Rule
from migration.rules.code._code import migrated_code
from migration.rules.code._code_flow import End, ends_of, names_what_runs
from migration.rules.code._code_literals import dedented, in_layout, is_only_looked_at
from migration.view.module import Module

_PIECE = re.compile(r"<%(?P<sign>[=!]?)(?P<code>(?:(?!<%|%>).)*)%>", re.DOTALL)
#: How a program says what it looks for: the expression that finds the pieces, or what they begin with.
_ENGINE = re.compile(r"<%[^\n\"']{0,60}(?:\.\*|\.\+|\[\^)[^\n\"']{0,60}%>|[\"']<%=?[\"']")
#: What has to stand before a line that goes on with a statement.
_BEFORE = {"elif": "if begun: pass\n", "except": "try: pass\n"}


#: The files of each repository that find such pieces.
_known: WeakKeyDictionary[RepositoryIndex, frozenset[str]] = WeakKeyDictionary()


def visit(node: ast.Constant, module: Module) -> Findings:
    """Migrate each piece by itself: what stands around it is text."""
    text = node.value
    if not isinstance(text, str) or not is_template(text, module) or is_only_looked_at(node, module):
        return
    if isinstance(module.parent(node), ast.Expr) or not _is_filled(node, module):
        return
    whole = True

    def rewritten(piece: re.Match[str]) -> str:
        nonlocal whole
        code = dedented(piece["code"].strip("\n"))[1].strip()
        new, complete = _migrated(code, piece["sign"] == "=", module)
        whole = whole and complete
        if new is None or new == code or "%>" in new or new.count("\n") != code.count("\n"):
            return piece[0]
        if code not in piece[0]:
            whole = False  # its lines have a margin
            return piece[0]
        return piece[0].replace(code, new)

    made = _PIECE.sub(rewritten, text)
    parts = in_layout(node, made, module) if made != text else []
    if parts:
        yield module.edit(*parts)
    if not whole or (made != text and not parts):
        yield module.open(
            node,
            "code in this template is Python 2, and needs more than can be written in its place",
            needs_python2=True,
        )


def _migrated(code: str, expression: bool, module: Module) -> tuple[str | None, bool]:
    """A piece of code in Python 3, and whether that is all of it; nothing is to be done for what is no code."""
    if not code:
        return None, True
    if "\n" in code:
        return migrated_code(code, False, module) if parse(code) is None else (None, True)
    if expression or not code.endswith(":"):
        return migrated_code(code, expression, module)
    before = _BEFORE.get(code.split()[0], "")
    new, whole = migrated_code(f"{before}{code} pass", False, module)
    fits = new is not None and new.startswith(before) and new.endswith(" pass")
    return new[len(before) : -len(" pass")] if new is not None and fits else None, whole


def is_template(text: str, module: Module) -> bool:
    """Whether a text has pieces of code, and is not what they are found by."""
    return "<%" in text and bool(_PIECE.search(text)) and not _ENGINE.search(text) and _has_engine(module)


def _is_filled(node: ast.Constant, module: Module) -> bool:
    """Whether what is found in a template is run: where the file itself finds the pieces, that shows there. An engine
    may look up what they say, and run code for something else.
    """
    return _engines(module)[1] or End.RUN in ends_of(node, module, pieces=True)


def _has_engine(module: Module) -> bool:
    """Whether a file of the repository looks for such pieces, and runs code."""
    return any(_engines(module))


def _engines(module: Module) -> tuple[bool, bool]:
    """Whether the file itself does so, and whether another does."""
    known, index = memory(module), module.facts.index
    if index not in _known:
        _known[index] = frozenset(key for key in index.keys if _is_engine(index.text(key) or ""))
    if "template engine" not in known:
        known["template engine"] = (_is_engine(module.text), bool(_known[index] - {module.facts.key}))
    found: tuple[bool, bool] = known["template engine"]
    return found


def _is_engine(text: str) -> bool:
    return "<%" in text and bool(_ENGINE.search(text)) and names_what_runs(text)


RULE = Rule(
    id="template_code",
    family="P4",
    summary="code between <% and %> is migrated where the program finds and runs it itself",
    before="t = re.split('<%(.*?)%>', 'a <% print `x` %> b')\nexec t[1]\n",
    after="t = re.split('<%(.*?)%>', 'a <% print(repr(x)) %> b')\nexec(t[1])\n",
    caveats="Only in literals, pieces of several lines where Python 3 can't read them, and only where what the file "
    "finds in them is run, or another file of the repository names the marks and runs code; templates in files of "
    "their own are not seen.",
    triggers=("<%",),
    exactness=Exactness.SEMANTIC,
    phase=Phase.FINISH,
    needs_python2=True,
    needs_proof=True,
    nodes=(ast.Constant,),
    when=_has_engine,
    order=94,
    visit=visit,
)
