"""Whether pipes to processes carry text."""

from __future__ import annotations

import ast

from migration.analysis.made import kept_by
from migration.analysis.names import memory
from migration.view.module import Module

PROCESSES = frozenset(["subprocess.Popen"])
STREAMS = frozenset(["stdout", "stderr", "stdin"])
#: What says how pipes are to be read as text, or may say it.
TEXT = frozenset(["universal_newlines", "text", "encoding", "errors", None])


def note_text_pipes(call: ast.Call, module: Module) -> None:
    """Have `is_text_pipe` say so of what a process is made by, which is asked for text in this look."""
    memory(module).setdefault("text pipes", set()).add(call)


def is_text_pipe(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a stream of a process which is, or was in this look by a rule that came before, asked for
    text.
    """
    if not isinstance(node, ast.Attribute) or node.attr not in STREAMS:
        return False
    made = kept_by(node.value, module, PROCESSES)
    if made is None:
        return False
    asked = (k for k in made.keywords if k.arg in TEXT - {None, "errors"})
    noted = made in memory(module).get("text pipes", ())
    return noted or any(isinstance(k.value, ast.Constant) and bool(k.value.value) for k in asked)
