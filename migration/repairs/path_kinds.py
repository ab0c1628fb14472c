"""TypeError: Can't mix strings and bytes in path components → names of files are text."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import bound_to_parameter, wrapped
from migration.source.edits import Edit
from migration.trees.constants import is_text

_JOINING = re.compile(
    r"^(?:os\.path|posixpath|ntpath)\.(?:join|commonprefix|commonpath|relpath)$|^fnmatch\.|^glob\."
)
#: What these give is of the kind of what they are handed.
_LISTING = frozenset(["os.listdir", "os.walk", "os.path.join", "os.path.basename", "os.path.dirname",
                      "os.path.abspath", "os.path.realpath", "os.path.normpath", "os.path.splitext",
                      "os.readlink", "glob.glob"])  # fmt: skip


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Decode what is joined; where names that a folder gave meet text, the name of the folder."""
    module = scene.module
    if match["joined"]:
        for rank, call in enumerate(c for c in scene.crashed(ast.Call) if _is(scene, c, _JOINING)):
            edits = tuple(_decoded(scene, a) for a in call.args if _is_open(scene, a))
            yield Candidate(edits, 10 + rank, "all")
        return
    seen: set[ast.Call] = set()
    for name in scene.crashed(ast.Name):
        for made in _listings(scene, name):
            if made not in seen and made.args and _is_open(scene, made.args[0]):
                seen.add(made)
                yield Candidate((_decoded(scene, made.args[0]),), 12, f"{module.qualified_name(made.func)}")


def _is(scene: Scene, call: ast.Call, names: re.Pattern[str]) -> bool:
    return bool(names.search(scene.module.qualified_name(call.func) or ""))


def _is_open(scene: Scene, node: ast.expr) -> bool:
    """Whether `node` may be bytes as well as text."""
    decoded = isinstance(node, ast.Call) and (scene.module.qualified_name(node.func) or "") == "os.fsdecode"
    return not (is_text(node) or decoded or isinstance(node, ast.Constant | ast.Starred))


def _decoded(scene: Scene, node: ast.expr) -> Edit:
    return wrapped(scene, node, scene.module.use("os.fsdecode", node))


def _listings(scene: Scene, name: ast.Name) -> list[ast.Call]:
    """The calls that gave a variable a file's name, which it took from a loop or by itself."""
    if bound_to_parameter(scene, name):
        return []
    found: list[ast.expr] = []
    for binding in scene.module.bindings(name):
        parent = scene.module.parent(binding.node)
        while isinstance(parent, ast.Tuple):
            parent = scene.module.parent(parent)
        if isinstance(parent, ast.For | ast.comprehension):
            found.append(parent.iter)
        elif binding.value is not None:
            found.append(binding.value)
    return [
        call
        for value in found
        for call in (value, *(getattr(value, "args", [])[:1]))
        if isinstance(call, ast.Call) and scene.module.qualified_name(call.func) in _LISTING
    ]


REPAIR = Repair(
    id="path_kinds",
    summary="names of files are text on both sides of a path",
    failure=Failure("TypeError", "Can't mix strings and bytes in path components", line=3),
    before="import os\ndef place(root, source):\n    return os.path.join(root, 'x', source.pull())\n",
    after=(
        "import os\ndef place(root, source):\n"
        "    return os.path.join(os.fsdecode(root), 'x', os.fsdecode(source.pull()))\n"
    ),
    caveats="Bytes that are no name in the file system's encoding are spelled with surrogates.",
    pattern=re.compile(
        r"^TypeError: (?:(?P<joined>Can't mix strings and bytes in path components"
        r"|join\(\) argument must be str.*not 'bytes')"
        r"|can't concat str to bytes|a bytes-like object is required, not 'str'"
        r'|can only concatenate str \(not "bytes"\) to str|cannot use a string pattern on a bytes-like object)'
    ),
    offer=offer,
    order=30,
)
