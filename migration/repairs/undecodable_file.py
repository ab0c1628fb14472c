"""UnicodeDecodeError while a file is read → the file is opened with an encoding that reads every byte."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import open_calls, with_mode
from migration.source.edits import Edit

_READS = frozenset(["read", "readline", "readlines", "next", "load", "parse"])


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Latin-1, which keeps each byte as a character, where the file is opened; else bytes; else another codec."""
    opened: list[ast.Call] = []
    for line in scene.lines:
        for call in scene.on(line, ast.Call):
            if scene.module.qualified_name(call.func) in ("builtins.open", "io.open", "codecs.open"):
                opened.append(call)
            elif isinstance(call.func, ast.Attribute) and call.func.attr in _READS:
                opened += open_calls(scene, call.func.value)
        for statement in scene.statements(line):
            if isinstance(statement, ast.For):
                opened += open_calls(scene, statement.iter)
    for rank, call in enumerate(dict.fromkeys(opened)):
        edit = _with_encoding(scene, call)
        yield Candidate((edit,) if edit else (), 10 + rank, "latin-1")
        edit = with_mode(scene, call, binary=True)
        yield Candidate((edit,) if edit else (), 20 + rank, "binary")
    for call in scene.crashed(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "decode":
            edits = [
                scene.module.replace(a, '"latin-1"') for a in call.args[:1] if isinstance(a, ast.Constant)
            ]
            yield Candidate(tuple(edits), 30, "codec")
        if _unpickles(scene, call) and not call.keywords:
            end = scene.module.span(call).end - 1
            yield Candidate((scene.module.insert(end, ', encoding="latin-1"'),), 5, "pickle")


def _unpickles(scene: Scene, call: ast.Call) -> bool:
    """Whether a call loads a pickle: by its name; or by a variable's method, which alone reads ASCII by itself."""
    if scene.module.qualified_name(call.func) in ("pickle.load", "pickle.loads"):
        return True
    loads = isinstance(call.func, ast.Attribute) and call.func.attr in ("load", "loads")
    return loads and "'ascii' codec" in scene.failure.message


def _with_encoding(scene: Scene, call: ast.Call) -> Edit | None:
    module = scene.module
    mode = (
        call.args[1]
        if len(call.args) > 1
        else next((k.value for k in call.keywords if k.arg == "mode"), None)
    )
    binary = isinstance(mode, ast.Constant) and isinstance(mode.value, str) and "b" in mode.value
    for keyword in call.keywords:
        if keyword.arg == "encoding":
            known = isinstance(keyword.value, ast.Constant) and keyword.value.value == "latin-1"
            return None if known else module.replace(keyword.value, '"latin-1"')
    if binary or len(call.args) > 2 or not call.args:
        return None
    if isinstance(mode, ast.Name | ast.Attribute):
        name = module.source(module.span(mode))
        return module.insert(module.span(call).end - 1, f', encoding=None if "b" in {name} else "latin-1"')
    if mode is not None and not isinstance(mode, ast.Constant):
        return None
    return module.insert(module.span(call).end - 1, ', encoding="latin-1"')


REPAIR = Repair(
    id="undecodable_file",
    summary="a file that is no UTF-8 is read byte by byte",
    failure=Failure(
        "UnicodeDecodeError",
        "'utf-8' codec can't decode byte 0xe9 in position 3: invalid continuation byte",
        line=2,
    ),
    before="def text(path):\n    return open(path).read()\n",
    after='def text(path):\n    return open(path, encoding="latin-1").read()\n',
    caveats="Text in another encoding then shows other characters, as Python 2 showed its bytes.",
    pattern=re.compile(r"^UnicodeDecodeError"),
    offer=offer,
)
