r"""print 'caf\xc3\xa9' → with the terminal set to Latin-1, where octets are text: it gets what Python 2 wrote."""

from __future__ import annotations

import ast
import re

from migration.analysis.names import memory, repository_texts
from migration.analysis.scripts import is_guard
from migration.analysis.strings.shown import spelled, written
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

HELPER = '''
def octets_for_terminal():
    """What is printed goes out as the octets of its characters (Latin-1), as Python 2 wrote them; others in UTF-8."""
    codecs.register_error("others", lambda e: (e.object[e.start : e.end].encode("utf-8", "surrogateescape"), e.end))
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="latin-1", errors="others")
'''
#: The same for a program that reads octets there.
BOTH = '''
def octets_for_terminal():
    """What is read and printed are octets, as the characters of their numbers (Latin-1); others go out in UTF-8."""
    codecs.register_error("others", lambda e: (e.object[e.start : e.end].encode("utf-8", "surrogateescape"), e.end))
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="latin-1", newline="\\n")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="latin-1", errors="others")
'''
#: What gives octets that may be text: the terminal, settings, other programs.
_GIVEN = re.compile(
    r"sys\.stdin\b|(?<![\w.])raw_input\(|\bConfigParser\(|\b(?:Octets)?Popen\(|\bpopen[234]?\(|\bcheck_output\(|"
    r"\bgetoutput\(|\bgetstatusoutput\("
)
_TEXT = re.compile(r"(?<![\w'\"])[uU]['\"]")
_READS = re.compile(r"sys\.stdin\b|(?<![\w.])raw_input\(")
#: Escapes of two octets that are one character in UTF-8.
_UTF8 = re.compile(
    r"\\x[cC][2-9a-fA-F]\\x[89abAB][0-9a-fA-F]|\\x[eE][0-9a-fA-F]\\x[89abAB][0-9a-fA-F]\\x[89abAB]"
)
_NAME = "octets_for_terminal"


def _is_wanted(module: Module) -> bool:
    """Whether strings are octets throughout, and some of a small program spell text, or it encodes, or reads from the
    terminal: then such may be printed.
    """
    index = module.facts.index
    if not index.octets or not index.is_small or _NAME in module.text:
        return False
    texts = list(repository_texts(module))
    if any(_UTF8.search(text) or "code(" in text for text in texts):
        return True
    # Text of its own may have characters that a terminal of octets has not.
    return any(_GIVEN.search(text) for text in texts) and not any(_TEXT.search(text) for text in texts)


def visit(node: ast.Call | ast.Attribute, module: Module) -> Findings:
    """Set the terminal before the program begins: in its main guard, or before what prints first."""
    if memory(module).get("terminal set"):
        return
    if isinstance(node, ast.Attribute):
        if module.qualified_name(node) not in ("sys.stdin", "sys.stdout") or not _is_handed_on(node, module):
            return
    elif not _prints_more_than_words(node, module):
        return
    reads = _is_read(module)
    begin = _begin(module, reads)
    if begin is None:
        return
    memory(module)["terminal set"] = True
    start = module.start(begin)
    name = module.helper(_NAME, BOTH if reads else HELPER, imports=("import codecs", "import sys"))
    around = module.parent(begin)
    beside = isinstance(around, ast.If) and around.lineno == begin.lineno
    after = "(); " if beside else f"()\n{module.indentation(begin)}"
    yield module.edit(module.part(Span(start, start), name, after), guarded=True)


def _is_handed_on(node: ast.Attribute, module: Module) -> bool:
    """Whether a stream of the terminal is given to a function, gone through, or read from."""
    outer = module.parent(node)
    if isinstance(outer, ast.Call):
        return node in outer.args
    return node.attr == "stdin" and isinstance(outer, (ast.Attribute, ast.For, ast.comprehension))


def _prints_more_than_words(node: ast.Call, module: Module) -> bool:
    """Whether anything is printed, or written to the terminal, that is no literal of ASCII."""
    function = node.func
    prints = getattr(function, "id", "") in ("print", "print_softspace")
    if not prints and not any((*spelled(node, module), *written(node, module))):
        return False
    return any(not (isinstance(a, ast.Constant) and str(a.value).isascii()) for a in node.args)


def _is_read(module: Module) -> bool:
    """Whether any file of the program reads from the terminal."""
    known = memory(module)
    if "terminal read" not in known:
        known["terminal read"] = any(_READS.search(text) for text in repository_texts(module))
    return bool(known["terminal read"])


def _begin(module: Module, reads: bool) -> ast.stmt | None:
    """The first statement of the main guard; else the first at the top of the file that runs something. Before
    anything is read from the terminal, which cannot be set any more then.
    """
    imported = bool(module.facts.index.importers(module.facts.key))
    first: ast.stmt | None = None
    for statement in module.tree.body[1:] if ast.get_docstring(module.tree) else module.tree.body:
        if is_guard(statement):
            return statement.body[0]
        if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom) or imported:
            continue
        assigns = isinstance(statement, ast.Assign | ast.AugAssign)
        if reads and _reads(statement):
            return first or statement
        if not assigns or (reads and _calls(statement)):
            first = first or statement
    return first


def _reads(statement: ast.stmt) -> bool:
    """Whether a statement reads from the terminal, or names what does."""
    return any(
        (isinstance(n, ast.Name) and n.id in ("input", "raw_input"))
        or (isinstance(n, ast.Attribute) and n.attr == "stdin")
        for n in ast.walk(statement)
    )


def _calls(statement: ast.stmt) -> bool:
    return any(isinstance(n, ast.Call) for n in ast.walk(statement))


RULE = Rule(
    id="octet_terminal",
    family="P9",
    summary="what a program of octets prints goes out octet by octet",
    before="import sys\nsys.stdout.write('a')\n",
    after="import sys\nsys.stdout.write('a')\n",
    caveats="Only in small programs whose strings are octets (dialects/octets.py) and that spell text somewhere, or "
    "read from the terminal, or from other programs, and have no other text; the file that is run sets the terminal "
    "for all.",
    triggers=("print", "write", "stdin", "stdout"),
    needs_python2=True,
    nodes=(ast.Call, ast.Attribute),
    names=frozenset(["print", "print_softspace", "write", "str", "stdin", "stdout"]),
    when=_is_wanted,
    visit=visit,
)
