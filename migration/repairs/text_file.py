"""TypeError: write() argument must be str, not bytes; UnicodeDecodeError in read() → the file's mode or encoding."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import argument_calls, decoded, method_of, open_calls, with_mode


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Open the file in binary mode where it is opened; else decode what is written."""
    for call in argument_calls(scene):
        if method_of(call) not in ("write", "writelines"):
            continue
        for opened in open_calls(scene, call.func.value):  # type: ignore[attr-defined]
            edit = with_mode(scene, opened, binary=True)
            yield Candidate((edit,) if edit else (), 10, "binary mode")
        edit = decoded(scene, call.args[0])
        yield Candidate((edit,) if edit else (), 20, "decoded")
        edit = decoded(scene, call.args[0], True)
        yield Candidate((edit,) if edit else (), 30, "either")
    for inner in scene.crashed(ast.Call):
        if scene.module.qualified_name(inner.func) in ("builtins.open", "io.open"):
            edit = with_mode(scene, inner, binary=True)
            yield Candidate((edit,) if edit else (), 40, "binary mode")


REPAIR = Repair(
    id="text_file",
    summary="a file that bytes are written to is opened in binary mode",
    failure=Failure("TypeError", "write() argument must be str, not bytes", line=3),
    before="def save(path, data):\n    f = open(path, 'w')\n    f.write(data)\n",
    after='def save(path, data):\n    f = open(path, "wb")\n    f.write(data)\n',
    caveats="Other lines may write text to the same file.",
    pattern=re.compile(r"write\(\) argument must be str, not bytes"),
    offer=offer,
)
