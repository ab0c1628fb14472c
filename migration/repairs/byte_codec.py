"""LookupError: 'hex' is not a text encoding → a codec that only running shows is applied as Python 2 did."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import method_of
from migration.rewriting.helpers import helper, inside_helper
from migration.source.edits import Edit

HELPER = '''
def transcoded(method, value, codec, *errors):
    """value.encode(codec) or value.decode(codec) as in Python 2: codecs between bytes keep the kind of the value."""
    name = codecs.lookup(codec).name
    if name in ("hex", "base64", "zlib", "bz2", "quopri", "uu"):
        data = value.encode("latin-1") if isinstance(value, str) else value
        made = getattr(codecs, method)(data, codec, *errors)
        return made.decode("latin-1") if isinstance(value, str) else made
    if name == "rot-13":
        return codecs.encode(value, codec)
    return getattr(value, method)(codec, *errors) if hasattr(value, method) else value
'''
_METHODS = frozenset(["encode", "decode"])


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Convert by a helper: on the line; else wherever the file names a codec by a variable."""
    calls = [c for c in scene.crashed(ast.Call) if _codec(c) is not None]
    if match["method"]:
        # An encoding that is spelled out is one of text: `codec_method` knows it.
        calls = [c for c in calls if method_of(c) == match["method"] and not _literal(c)]
    calls = [c for c in calls if not inside_helper(c, HELPER, scene.module)]
    everywhere = [
        c
        for c in scene.module.nodes_of(ast.Call)
        if isinstance(c, ast.Call) and _codec(c) is not None and not _literal(c)
        if not inside_helper(c, HELPER, scene.module)
    ]
    if calls and len(everywhere) > len(calls):
        # What one call writes, another reads.
        yield Candidate(tuple(_transcoded(scene, c) for c in {*calls, *everywhere}), 7, "file")
    yield Candidate(tuple(_transcoded(scene, c) for c in calls), 8, "line")


def _codec(call: ast.Call) -> ast.expr | None:
    """What names the codec of `x.encode(…)`; None for anything else."""
    if method_of(call) not in _METHODS or not 0 < len(call.args) <= 2 or call.keywords:
        return None
    return None if any(isinstance(a, ast.Starred) for a in call.args) else call.args[0]


def _literal(call: ast.Call) -> bool:
    return isinstance(call.args[0], ast.Constant)


def _transcoded(scene: Scene, call: ast.Call) -> Edit:
    module = scene.module
    name = helper("transcoded", HELPER, module, ("import codecs",))
    arguments = [piece for a in call.args for piece in (", ", *module.sub(a))]
    owner = call.func.value  # type: ignore[attr-defined]
    return module.replace(call, name, f'("{method_of(call)}", ', *module.sub(owner), *arguments, ")")


REPAIR = Repair(
    id="byte_codec",
    summary="codecs between bytes, named by a variable, work on text and bytes",
    failure=Failure("LookupError", "'hex' is not a text encoding; use codecs.encode()", line=2),
    before="def pack(value, codec):\n    return value.encode(codec)\n",
    after="import codecs\n\n"
    + HELPER.rstrip()
    + '\n\n\ndef pack(value, codec):\n    return transcoded("encode", value, codec)\n',
    caveats="Of text, the result is text of Latin-1, also for compressed data.",
    pattern=re.compile(
        r"^LookupError: '[\w-]+' is not a text encoding"
        r"|^AttributeError: '(?:str|bytes)' object has no attribute '(?P<method>encode|decode)'"
    ),
    offer=offer,
)
