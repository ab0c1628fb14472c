"""TypeError: cannot use a string pattern on a bytes-like object → the pattern is bytes, or the subject is decoded."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import at_entry, decoded, encoded, is_bytes
from migration.rewriting.as_text import HELPER as AS_TEXT
from migration.trees.constants import is_text

_METHODS = {
    "match": 0,
    "search": 0,
    "fullmatch": 0,
    "findall": 0,
    "finditer": 0,
    "split": 0,
    "sub": 1,
    "subn": 1,
}


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Change the subject to the kind of the pattern; else the pattern where it is written."""
    text_pattern = match[1] == "string"
    change, other = (decoded, encoded) if text_pattern else (encoded, decoded)
    for call in scene.crashed(ast.Call):
        method = _method(scene, call.func)
        if method is None:
            continue
        of_module = scene.module.qualified_name(method.value) == "re"
        position = _METHODS[method.attr] + of_module
        if position >= len(call.args):
            continue
        subject = call.args[position]
        edit = change(scene, subject)
        yield Candidate((edit,) if edit else (), 20, "subject")
        for made in list(scene.producers(subject))[1:]:
            edit = change(scene, made)
            yield Candidate((edit,) if edit else (), 28, "producer")
        pattern = call.args[0] if of_module else method.value
        for made in scene.producers(pattern):
            literal = made
            if (
                isinstance(made, ast.Call)
                and scene.module.qualified_name(made.func) == "re.compile"
                and made.args
            ):
                literal = made.args[0]
            if is_text(literal) or is_bytes(literal):
                edit = other(scene, literal)
                yield Candidate((edit,) if edit else (), 24, "pattern")
        if text_pattern:
            edit = at_entry(scene, subject, scene.module.helper("as_text", AS_TEXT))
            yield Candidate((edit,) if edit else (), 33, "from the start, either")
        edit = change(scene, subject, True)
        yield Candidate((edit,) if edit else (), 34, "either")


def _method(scene: Scene, called: ast.expr) -> ast.Attribute | None:
    """The method of a pattern that is called, by its name or by one that stands for it."""
    found = [called]
    function = scene.function(called.lineno)
    if isinstance(called, ast.Name):
        found += scene.producers(called)
        arguments = function.args if function else None
        if arguments is not None:
            named = arguments.args[len(arguments.args) - len(arguments.defaults) :]
            found += [d for a, d in zip(named, arguments.defaults, strict=True) if a.arg == called.id]
    return next((m for m in found if isinstance(m, ast.Attribute) and m.attr in _METHODS), None)


REPAIR = Repair(
    id="text_pattern",
    summary="a pattern and what it is applied to become the same kind",
    failure=Failure("TypeError", "cannot use a string pattern on a bytes-like object", line=3),
    before="import re\ndef find(data):\n    return re.search('a+', data)\n",
    after="import re\ndef find(data):\n    return re.search('a+', data.decode(\"utf-8\"))\n",
    caveats="Latin-1 in a file that handles octets one by one.",
    pattern=re.compile(r"cannot use a (string|bytes) pattern on a (?:bytes|string)-like object"),
    offer=offer,
)
