"""TypeError out of toxml() or tostring(): bytes in the tree → what is put into it is text."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import called_name, method_of, native_helper, wrapped
from migration.trees.constants import is_text

_WRITES = frozenset(["tostring", "tostringlist", "toxml", "toprettyxml", "writexml", "write", "dump", "endElement",
                     "characters", "startElement"])  # fmt: skip
#: Methods that put their last argument into a tree.
_PUTS = frozenset(["setAttribute", "setAttributeNS", "createTextNode", "createCDATASection", "createComment"])


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Take for text what the file puts into the tree: in the function whose line failed; else everywhere."""
    written = [c for c in scene.crashed(ast.Call) if called_name(c) in _WRITES]
    if not written or not re.search(r"\b(?:xml|ElementTree|etree|minidom|sax)\b", scene.module.text):
        return
    function = scene.function(written[0].lineno)
    for rank, place in ((9, function), (13, scene.module.tree)):
        values = _put(scene, place) if place is not None else []
        edits = tuple(wrapped(scene, value, native_helper(scene)) for value in values)
        yield Candidate(edits, rank, "function" if rank == 9 else "file")


def _put(scene: Scene, place: ast.AST) -> list[ast.expr]:
    """What is assigned to `.text`, `.tail` or an attribute, or made a node of, and is no literal."""
    found: list[ast.expr] = []
    for node in ast.walk(place):
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Attribute) and t.attr in ("text", "tail") for t in node.targets
        ):
            found.append(node.value)
        elif isinstance(node, ast.Call) and node.args:
            method = method_of(node)
            if method in _PUTS or (method == "set" and len(node.args) == 2 and is_text(node.args[0])):
                found.append(node.args[-1])
            elif called_name(node) == "SubElement":
                found += [k.value for k in node.keywords if k.arg]
    calls = [v.func for v in found if isinstance(v, ast.Call) and isinstance(v.func, ast.Name)]
    native = {f for f in calls if f.id in ("native", "str", "as_text")}
    return [
        v
        for v in found
        if not isinstance(v, ast.Constant | ast.JoinedStr | ast.Starred)
        and getattr(v, "func", None) not in native
    ]


REPAIR = Repair(
    id="xml_values",
    summary="what is put into a tree of XML is text",
    failure=Failure("TypeError", "cannot serialize b'x' (type bytes)", line=4),
    before=(
        "import xml.etree.ElementTree as etree\ndef tag(root, source):\n    root.text = source.pull()\n"
        "    return etree.tostring(root)\n"
    ),
    after=(
        "import xml.etree.ElementTree as etree\n\n\ndef native(value):\n"
        '    """Bytes as the text that Python 2 took them for (UTF-8, or else Latin-1); anything else as it is."""\n'
        "    if not isinstance(value, bytes):\n        return value\n    try:\n"
        '        return value.decode("utf-8")\n    except UnicodeDecodeError:\n'
        '        return value.decode("latin-1")\n\n\n'
        "def tag(root, source):\n    root.text = native(source.pull())\n    return etree.tostring(root)\n"
    ),
    caveats="What another file puts into the tree is not seen.",
    pattern=re.compile(
        r"^TypeError: (?:cannot serialize b['\"]|a bytes-like object is required, not 'str'"
        r"|argument of type 'int' is not|write\(\) argument must be str, not bytes)"
        r"|^AttributeError: 'bytes' object has no attribute '(?:encode|replace)'"
    ),
    offer=offer,
    order=30,
)
