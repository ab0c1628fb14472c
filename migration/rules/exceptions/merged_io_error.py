"""except IOError before except OSError: in Python 3 both are the same class, and the first clause takes all."""

from __future__ import annotations

import ast
import itertools

from environment.traces import Exactness
from migration.analysis.exceptions import classes_of, tries_around
from migration.rule import Findings, Rule
from migration.rules.exceptions._system_errors import MERGED, errors_of
from migration.source.edits import Span
from migration.trees.fields import walk
from migration.view.module import Module

_KINDS = {"builtins.IOError": "IOError", "builtins.OSError": "OSError", "os.error": "OSError"}
#: Modules of whose functions it is known which error they raise, or that it is neither.
_KNOWN = frozenset(
    ["builtins", "cPickle", "codecs", "csv", "io", "json", "os", "pickle", "re", "string", "struct"]
)
#: What catches both.
_ALL = frozenset(["", "BaseException", "EnvironmentError", "Exception", "StandardError"])


def visit(node: ast.Try, module: Module) -> Findings:
    """Take a clause away that never ran in Python 2, as the body's calls show, or let it pass on what it gets now; else
    report the second one.
    """
    dead = _dead_clause(node, module)
    if dead is not None:
        start = (
            module.line_span(node.body[-1]).end
            if dead == 0
            else module.line_span(node.handlers[dead - 1].body[-1]).end
        )
        end = module.line_span(node.handlers[dead].body[-1]).end
        yield module.edit(module.part(Span(start, end), ""), needs_python2=False, evidence=True)
        return
    passed = _clause_to_pass(node, module)
    if passed is not None:
        whole = Span(module.start(passed.body[0]), module.span(passed.body[-1]).end)
        yield module.edit(module.part(whole, "raise"))
        return
    seen = ""
    for handler in node.handlers:
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        names = [module.qualified_name(k) for k in kinds if k is not None]
        merged = [n for n in names if n in MERGED]
        if seen and merged and merged[0] != seen and len(merged) == len(names):
            first, second = seen.removeprefix("builtins."), merged[0].removeprefix("builtins.")
            yield module.open(
                handler,
                f"{second} is the same class as {first} in Python 3, so this clause is never reached; "
                "test errno in one clause",
            )
        seen = seen or (merged[0] if merged else "")


def _dead_clause(node: ast.Try, module: Module) -> int | None:
    """Position of the clause that the body can't reach, right before the one it can: an `except IOError` before
    functions of `os`, an `except OSError` before files.
    """
    if len(node.handlers) < 2:
        return None
    names = [module.qualified_name(h.type) if h.type is not None else None for h in node.handlers]
    if not any(one in MERGED and other in MERGED for one, other in itertools.pairwise(names)):
        return None
    errors = errors_of(node.body, module)
    if errors == {"OSError"}:
        dead = (("builtins.IOError", "builtins.OSError"), ("builtins.IOError", "os.error"))
        if not _only_of_os(node.body, module):
            return None
    elif errors == {"IOError"}:
        dead = (("builtins.OSError", "builtins.IOError"), ("os.error", "builtins.IOError"))
    else:
        return None
    for position, pair in enumerate(itertools.pairwise(names)):
        if pair in dead:
            return position
    return None


def _only_of_os(body: list[ast.stmt], module: Module) -> bool:
    """Whether all calls in a body are of functions of `os`."""
    calls = [c for statement in body for c in walk(statement) if isinstance(c, ast.Call)]
    return all((module.qualified_name(c.func) or "").startswith("os.") for c in calls)


def _clause_to_pass(node: ast.Try, module: Module) -> ast.ExceptHandler | None:
    """The only clause of a statement, where the body's calls raise the other of the two errors, and a clause around
    waits for that.
    """
    handler = node.handlers[0] if len(node.handlers) == 1 else None
    own = _KINDS.get(module.qualified_name(handler.type) or "") if handler and handler.type else None
    if handler is None or own is None or (len(handler.body) == 1 and isinstance(handler.body[0], ast.Raise)):
        return None
    raised = [n for s in node.body for n in walk(s) if isinstance(n, ast.Raise)]
    calls = [c for s in node.body for c in walk(s) if isinstance(c, ast.Call)]
    if raised or any((module.qualified_name(c.func) or "os").split(".")[0] not in _KNOWN for c in calls):
        return None
    if errors_of(node.body, module) != {"IOError" if own == "OSError" else "OSError"}:
        return None
    if own == "IOError" and not _only_of_os(node.body, module):
        return None
    for outer in tries_around(node, module):
        names = [n for h in outer.handlers for n in classes_of(h, module) or [""]]
        merged = [n for n in names if n in MERGED or n.rpartition(".")[2] in _ALL]
        if merged:
            return handler if all(_KINDS.get(n) not in (None, own) for n in merged) else None
    return None


RULE = Rule(
    id="merged_io_error",
    family="P2",
    summary="IOError, OSError and socket.error are one class: a later clause is never reached",
    before="import os\ntry:\n    os.remove(p)\nexcept IOError:\n    a = 1\nexcept OSError, e:\n    a = 2\n",
    after="import os\ntry:\n    os.remove(p)\nexcept OSError as e:\n    a = 2\n",
    caveats="Functions of os raised OSError, never IOError; open() and files IOError. Where anything else is "
    "called it is only reported.",
    exactness=Exactness.SEMANTIC,
    triggers=("IOError", "OSError", "EnvironmentError", "error"),
    needs_python2=True,
    nodes=(ast.Try,),
    visit=visit,
)
