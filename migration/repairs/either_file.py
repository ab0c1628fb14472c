"""TypeError by turns: a bytes-like object, a string argument expected → what is written is what the file takes.

A wrapper that writes to whatever it was given has files of text and of bytes behind it, and so has a parameter, which
may also be handed to a library that writes octets.
"""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import charset, is_file, method_of, open_calls
from migration.rewriting.helpers import helper, inside_helper

_HELPER = '''
def written(file, data):
    """Write text or bytes to a file of either kind, as Python 2's files took both."""
    try:
        return file.write(data)
    except TypeError:
        return file.write(data.encode("{0}") if isinstance(data, str) else data.decode("{0}"))
'''
_EITHER_FILE = '''
class EitherFile:
    """A file of text or of bytes to which both are written, as Python 2's files took both."""

    def __init__(self, file):
        self._file = file

    def __getattr__(self, name):
        return getattr(self._file, name)

    def write(self, data):
        try:
            return self._file.write(data)
        except TypeError:
            return self._file.write(data.encode("{0}") if isinstance(data, str) else data.decode("{0}"))
'''
_CONVERTERS = frozenset(["as_bytes", "as_text", "native", "characters"])


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Write by the helper: at once where what is written was converted before, and the file wants the reverse."""
    module, source = scene.module, _HELPER.format(charset(scene))
    if "bytes-like" not in match[0]:
        yield from _written_by_others(scene)
    for call in scene.crashed(ast.Call):
        if not _writes(call):
            continue
        owner, value = call.func.value, call.args[0]  # type: ignore[attr-defined]
        if isinstance(value, ast.Starred) or not isinstance(owner, ast.Name | ast.Attribute):
            continue
        if inside_helper(call, source, module) or is_file(scene, owner) or open_calls(scene, owner):
            continue
        plain = _plain(value)
        name = helper("written", source, module)
        edit = module.replace(call, name, "(", *module.sub(owner), ", ", *module.sub(plain), ")")
        yield Candidate((edit,), 8 if plain is not value else 34, "either")


def _written_by_others(scene: Scene) -> Candidates:
    """Functions that write octets get the files that this one was given inside an object that takes both."""
    module, source = scene.module, _EITHER_FILE.format(charset(scene))
    calls = scene.crashed(ast.Call)
    if any(_writes(call) for call in calls):
        return
    for call in reversed(calls):  # the outermost first
        given = [a for a in (*call.args, *(k.value for k in call.keywords)) if isinstance(a, ast.Name)]
        files = [a for a in given if any(isinstance(b.node, ast.arg) for b in module.bindings(a))]
        name = helper("EitherFile", source, module)
        yield Candidate(
            tuple(module.edit(module.in_call(file, name)) for file in files), 36, "handed, either"
        )


def _writes(call: ast.Call) -> bool:
    return method_of(call) == "write" and len(call.args) == 1 and not call.keywords


def _plain(node: ast.expr) -> ast.expr:
    """What an earlier repair has made into the other kind, or `node` itself."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CONVERTERS:
        if not node.args:
            break
        node = node.args[0]
    return node


REPAIR = Repair(
    id="either_file",
    summary="what writes to whatever file it was given writes text to those of text, and bytes to those of bytes",
    failure=Failure("TypeError", "string argument expected, got 'bytes'", line=2),
    before="def put(self, s):\n    self.file.write(s)\n",
    after=(
        "def written(file, data):\n"
        '    """Write text or bytes to a file of either kind, as Python 2\'s files took both."""\n'
        "    try:\n        return file.write(data)\n    except TypeError:\n"
        '        return file.write(data.encode("utf-8") if isinstance(data, str) else data.decode("utf-8"))\n'
        "\n\ndef put(self, s):\n    written(self.file, s)\n"
    ),
    caveats="A file of another kind that raises TypeError for another reason is written to twice.",
    pattern=re.compile(
        r"string argument expected, got 'bytes'|^TypeError: (?:memoryview: )?a bytes-like object is required, not 'str'"
        r"|write\(\) argument must be str, not bytes"
    ),
    offer=offer,
    order=70,
)
