"""TypeError in code of others, from text beside bytes: can only concatenate str → the arguments become one kind.

The failing line does nothing itself of what the message tells; the library that it calls there does.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from migration.analysis.strings.kinds import BYTES, TEXT, kind
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import argument_calls, decoded, encoded, method_of
from migration.source.edits import Edit

_Change = Callable[[Scene, ast.expr, bool], Edit | None]
_OF_PATTERNS = frozenset(["match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn"])
#: Keywords that take text whatever is read or written.
_OF_FILES = re.compile("encoding|charset|codec|errors|mode|newline|name")
#: Calls that take more arguments tell nothing about any of them.
_MOST = 4


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Each argument of the call as what the library wants, by a helper that takes either; then all of them."""
    if not _raised_here(scene) or _done_here(scene, match):
        return
    # Where text and bytes are added either side may have been handed over: the text, mostly.
    changes: list[tuple[int, _Change, str]] = (
        [(22, decoded, BYTES)] if match["text"] or match["told_text"] else [(20, encoded, TEXT)]
    )
    if match["either"]:
        changes.append((30, decoded, BYTES))
    for nearer, call in enumerate(_foreign_calls(scene)):
        # Others encode and decode what stands there by its place.
        given = (
            []
            if match["told"] or match["told_text"]
            else [a for a in call.args if not isinstance(a, ast.Starred)]
        )
        given += [k.value for k in call.keywords if k.arg is not None and not _OF_FILES.search(k.arg)]
        if len(given) > _MOST:
            continue
        for rank, change, wanted in changes:
            edits = []
            for position, argument in enumerate(given):
                known = kind(argument, scene.module)
                edit = change(scene, argument, True) if known in (wanted, None) else None
                if edit is not None:
                    edits.append(edit)
                    # What is known to be of the wrong kind goes first.
                    late = 5 * nearer + position + (known is None)
                    yield Candidate((edit,), rank + late, f"{ast.unparse(argument)}, either")
            if len(edits) > 1:
                yield Candidate(tuple(edits), rank + 12 + nearer, f"all of {ast.unparse(call.func)}, either")


def _raised_here(scene: Scene) -> bool:
    """Whether no other file of the program was running deeper than the line."""
    frames = scene.failure.frames
    return bool(scene.lines) and (not frames or frames[-1].file == scene.module.facts.key)


def _done_here(scene: Scene, match: re.Match[str]) -> bool:
    """Whether the line may have done by itself what failed."""
    if match["sum"]:
        sums = [n for n in scene.crashed(ast.BinOp) if isinstance(n.op, ast.Add)]
        around = scene.statements(scene.lines[0])[:1]
        added = any(isinstance(s, ast.AugAssign) and isinstance(s.op, ast.Add) for s in around)
        return added or not all(_adds_texts(scene, n) for n in sums)
    methods = {method_of(call) or getattr(call.func, "id", "") for call in scene.crashed(ast.Call)}
    if match["pattern"]:
        return bool(methods & _OF_PATTERNS)
    if match["item"]:
        return "join" in methods
    if match["method"]:
        return any(n.attr == match["method"] for n in scene.crashed(ast.Attribute))
    return bool(methods & {"str", "bytes", "bytearray"}) and bool(match["made"])


def _adds_texts(scene: Scene, node: ast.BinOp) -> bool:
    """Whether a sum is one of texts, by what is known of both sides: it did not fail."""
    return all(kind(side, scene.module) == TEXT for side in (node.left, node.right))


def _foreign_calls(scene: Scene) -> list[ast.Call]:
    """The calls of the line that hand over something, but for those of what the file defines: its own line would have
    failed there. The nearest three.
    """
    module = scene.module
    functions = {f.name for f in module.nodes_of(ast.FunctionDef) if isinstance(f, ast.FunctionDef)}
    calls = argument_calls(scene)
    calls += [
        c
        for c in scene.crashed(ast.Call)
        if c not in calls and not c.args and c.keywords and not module.is_builtin(c.func, "dict")
    ]
    found = []
    for call in calls:
        function = call.func
        own = isinstance(function, ast.Name) and function.id in functions
        own = own or (
            isinstance(function, ast.Attribute)
            and isinstance(function.value, ast.Name)
            and function.value.id in ("self", "cls")
            and function.attr in functions
        )
        if not own:
            found.append(call)
    return found[:3]


REPAIR = Repair(
    id="library_arguments",
    summary="text or bytes that a library puts together with the other kind are converted where they are handed over",
    failure=Failure("TypeError", 'can only concatenate str (not "bytes") to str', line=5),
    before=(
        "from twisted.protocols.basic import LineReceiver\n\nclass Talk(LineReceiver):\n    def tell(self, command):\n"
        "        self.sendLine(str(command))\n"
    ),
    after=(
        "from twisted.protocols.basic import LineReceiver\n\n\n"
        'def as_bytes(value, encoding="utf-8"):\n    """Bytes for text or bytes."""\n'
        "    return value.encode(encoding) if isinstance(value, str) else value\n\n"
        "class Talk(LineReceiver):\n    def tell(self, command):\n        self.sendLine(as_bytes(str(command)))\n"
    ),
    caveats="UTF-8, or Latin-1 in a file or a repository that handles octets one by one.",
    pattern=re.compile(
        r"^(?:TypeError|AttributeError): (?:.*\b)?(?:"
        r"(?P<sum>(?P<either>can only concatenate str \(not \"bytes\"\) to str)|can't concat str to bytearray"
        r"|can only concatenate str \(not \"bytearray\"\) to str)"
        r"|cannot use a (?:(?P<text>string)|bytes) pattern on a (?P<pattern>bytes|string)-like object"
        r"|(?P<item>sequence item \d+: expected) a bytes-like object, str found"
        r"|(?P<made>decoding str is not supported|string argument without an encoding)"
        r"|(?P<told>a bytes-like object is required, not 'str')|(?P<told_text>must be str, not '?bytes)"
        r")|^AttributeError: 'str' object has no attribute '(?P<method>decode)'"
    ),
    offer=offer,
    order=80,
)
