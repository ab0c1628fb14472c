"""AttributeError: attribute 'encoding' of '…' objects is not writable → what can't be set stays as it is."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Go on where the object, a stream of Python 3's, takes no such attribute, as one in memory did."""
    module = scene.module
    for line in scene.lines[:1]:
        statement = next(iter(scene.statements(line)), None)
        if not isinstance(statement, ast.Assign) or not any(
            isinstance(t, ast.Attribute) and match["name"] in ("", None, t.attr) for t in statement.targets
        ):
            continue
        span = module.span(statement)
        whole = module.line_span(statement)
        indent = module.indentation(statement)
        alone = module.source(whole).strip() == module.source(span).strip()
        if not alone or statement.lineno != statement.end_lineno:
            continue
        edit = module.replace_span(
            span, f"try:\n{indent}    ", span, f"\n{indent}except AttributeError:\n{indent}    pass"
        )
        yield Candidate((edit,), 20)


REPAIR = Repair(
    id="unwritable_attribute",
    summary="an attribute that a stream of Python 3 does not let be set is left as it is",
    failure=Failure(
        "AttributeError", "attribute 'encoding' of '_io._TextIOBase' objects is not writable", line=2
    ),
    before="def label(stream, name):\n    stream.encoding = name\n    return stream\n",
    after=(
        "def label(stream, name):\n    try:\n        stream.encoding = name\n    except AttributeError:\n        pass\n"
        "    return stream\n"
    ),
    caveats="Who asks for the attribute afterwards is told what the stream says by itself.",
    pattern=re.compile(
        r"^AttributeError: (?:attribute '(?P<name>\w+)' of '[\w.]+' objects is not writable|readonly attribute)"
    ),
    offer=offer,
)
