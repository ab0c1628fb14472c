"""TypeError: Object of type bytes is not JSON serializable → json gets text for bytes, and lists for views."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import method_of, wrapped
from migration.rewriting.helpers import helper, inside_helper

HELPER = '''
def json_ready(value):
    """The value as json takes it, inside collections too: bytes are text (UTF-8), views and iterators are lists."""
    if isinstance(value, bytes):
        return value.decode("utf-8")
    if isinstance(value, dict):
        return {json_ready(key): json_ready(item) for key, item in value.items()}
    lazy = ("dict_keys", "dict_values", "dict_items", "map", "filter", "zip", "range")
    if isinstance(value, (list, tuple)) or type(value).__name__ in lazy:
        return [json_ready(item) for item in value]
    return value
'''
_WRITES = frozenset(["dumps", "dump", "encode", "iterencode"])


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Hand over the value so, where the file has it written; else what its own `default` makes of an object."""
    module = scene.module
    # What `default` gave is handed to it again where json does not know it.
    again = any(frame.function == "default" for frame in scene.failure.frames)
    if match[0].startswith("AttributeError") and not again:
        return
    for rank, call in enumerate(_writing(scene)):
        if not inside_helper(call, HELPER, module):
            edit = wrapped(scene, call.args[0], helper("json_ready", HELPER, module))
            yield Candidate((edit,), 10 + rank, f"call {rank}")
    defaults = [
        value
        for function in module.nodes_of(ast.FunctionDef)
        if isinstance(function, ast.FunctionDef) and function.name == "default"
        for statement in ast.walk(function)
        if isinstance(statement, ast.Return) and (value := statement.value) is not None
    ]
    called = helper("json_ready", HELPER, module)
    yield Candidate(tuple(wrapped(scene, value, called) for value in defaults), 20, "default")


def _writing(scene: Scene) -> Iterator[ast.Call]:
    """The calls on the way to the failure that write JSON, the innermost frame first."""
    for call in scene.along(ast.Call):
        name = scene.module.qualified_name(call.func) or ""
        written = method_of(call) in _WRITES or name.rpartition(".")[2] in _WRITES
        if written and call.args and not isinstance(call.args[0], ast.Starred | ast.Constant):
            yield call


REPAIR = Repair(
    id="json_values",
    summary="what json writes is text and lists, as Python 2's bytes and views were",
    failure=Failure("TypeError", "Object of type bytes is not JSON serializable", line=3),
    before="import json\ndef dump(source):\n    return json.dumps({'data': source.pull()})\n",
    after="import json\n\n"
    + HELPER.rstrip()
    + "\n\n\ndef dump(source):\n    return json.dumps(json_ready({'data': source.pull()}))\n",
    caveats="Bytes that are no UTF-8 fail, as they did.",
    pattern=re.compile(
        r"Object of type (?:bytes|dict_(?:keys|values|items)|map|filter|zip|range) is not JSON serializable"
        r"|keys must be str, int, float, bool or None, not bytes"
        r"|^AttributeError: 'bytes' object has no attribute"
    ),
    offer=offer,
    order=30,
)
