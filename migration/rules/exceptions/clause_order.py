"""except socket.error before except URLError: what is a kind of OSError in Python 3 alone is caught before that."""

from __future__ import annotations

import ast
import builtins
from itertools import pairwise

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.rules.exceptions._caught import kinds_caught
from migration.source.edits import Span
from migration.stdlib.names import is_of_2_7
from migration.view.module import Module

#: What is OSError in Python 3.
_MERGED = frozenset(
    ["builtins.IOError", "builtins.EnvironmentError", "builtins.OSError", "os.error", "socket.error", "select.error"]
)  # fmt: skip
_GENERAL = frozenset(["builtins.BaseException", "builtins.Exception", "builtins.StandardError"])
_BUILTIN = _GENERAL | {f"builtins.{name}" for name in dir(builtins)}
_OF_BOTH = frozenset(["builtins.EnvironmentError"])
_OF_FILES = frozenset(["builtins.IOError"]) | _OF_BOTH
_OF_SOCKETS = frozenset(["socket.error"]) | _OF_FILES
_ANSWERED = (
    "SMTPSenderRefused",
    "SMTPDataError",
    "SMTPConnectError",
    "SMTPHeloError",
    "SMTPAuthenticationError",
)
_OF_MAIL = frozenset(["smtplib.SMTPException"])
#: Kinds of OSError in Python 3, or with such kinds, and what they were kinds of in Python 2: Exception's are left out.
_ABOVE: dict[str, frozenset[str]] = {
    "urllib2.URLError": _OF_FILES,
    "urllib2.HTTPError": _OF_FILES | {"urllib2.URLError"},
    "urllib.ContentTooShortError": _OF_FILES,
    "shutil.Error": _OF_BOTH,
    "socket.timeout": _OF_SOCKETS,
    "socket.gaierror": _OF_SOCKETS,
    "socket.herror": _OF_SOCKETS,
    "ssl.SSLError": _OF_SOCKETS,
    "httplib.HTTPException": frozenset(),
    "httplib.BadStatusLine": frozenset(["httplib.HTTPException"]),
    "smtplib.SMTPException": frozenset(),
    "smtplib.SMTPServerDisconnected": _OF_MAIL,
    "smtplib.SMTPRecipientsRefused": _OF_MAIL,
    "smtplib.SMTPResponseException": _OF_MAIL,
    **{f"smtplib.{name}": _OF_MAIL | {"smtplib.SMTPResponseException"} for name in _ANSWERED},
}


def visit(node: ast.Try, module: Module) -> Findings:
    """Put clauses that are no longer reached before the first one that takes what they wait for."""
    caught = [_caught(handler, module) for handler in node.handlers]
    first = next((place for place, kinds in enumerate(caught) if not _MERGED.isdisjoint(kinds)), len(caught))
    later = [place for place in range(first + 1, len(caught)) if _is_cut_off(caught, place)]
    if not later:
        return
    lines = [_lines(handler, module) for handler in node.handlers[: later[-1] + 1]]
    whole = Span(lines[first].start, lines[-1].end)
    apart = any(module.source((one.end, other.start)).strip() for one, other in pairwise(lines[first:]))
    if not apart and module.source(whole).endswith("\n"):
        stay = [place for place in range(first, later[-1]) if place not in later]
        yield module.edit(module.part(whole, *(lines[place] for place in (*later, *stay))))


def _caught(handler: ast.ExceptHandler, module: Module) -> list[str]:
    """The names of what a clause catches; "" for what is not known to be one class."""
    if handler.type is None:
        return ["builtins.BaseException"]
    return [_class_name(kind, module) for kind in kinds_caught(handler.type, module)] or [""]


def _class_name(kind: ast.expr, module: Module) -> str:
    named = module.qualified_name(kind)
    if named is not None:
        return named if named in _BUILTIN or is_of_2_7(named) else ""
    bindings = module.bindings(kind) if isinstance(kind, ast.Name) else []
    # No class of the library is a kind of one of this file.
    return "of the file" if bindings and all(isinstance(b.node, ast.ClassDef) for b in bindings) else ""


def _is_cut_off(caught: list[list[str]], place: int) -> bool:
    """Whether clauses before that at `place` took nothing in Python 2 of what it waits for, and one does now."""
    kinds = caught[place]
    if not all(kind in _ABOVE for kind in kinds):
        return False
    above = {*kinds, *_GENERAL}.union(*(_ABOVE[kind] for kind in kinds))
    return not any(one in above or not one for clause in caught[:place] for one in clause)


def _lines(handler: ast.ExceptHandler, module: Module) -> Span:
    return Span(module.offset(handler.lineno, 0), module.line_span(handler.body[-1]).end)


RULE = Rule(
    id="clause_order",
    family="P2",
    summary="what is a kind of OSError in Python 3 alone is caught before OSError",
    before="import socket, smtplib\ntry:\n    f()\nexcept socket.error, e:\n    a\n"
    "except smtplib.SMTPException:\n    b\n",
    after="import socket, smtplib\ntry:\n    f()\nexcept smtplib.SMTPException:\n    b\n"
    "except socket.error as e:\n    a\n",
    caveats="Clauses stay where one before them catches what is not known to be one class.",
    exactness=Exactness.SEMANTIC,
    triggers=tuple("shutil" if name == "shutil.Error" else name.partition(".")[2] for name in _ABOVE),
    needs_python2=True,
    nodes=(ast.Try,),
    visit=visit,
)
