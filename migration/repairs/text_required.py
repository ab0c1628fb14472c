"""TypeError: crypt() argument 1 must be str, not bytes; tzname() must return a string → decode what is handed over."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import argument_calls, bound_to_parameter, decoded
from migration.rewriting.as_text import HELPER as AS_TEXT
from migration.rewriting.helpers import helper
from migration.source.edits import Part
from migration.trees.constants import is_text
from migration.trees.precedence import Precedence

#: Builtins that take names.
_NAMING = ("getattr", "setattr", "hasattr", "delattr", "__import__")


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Decode the argument; for a method that has to return text, what it returns."""
    method = match["method"]
    if match["foreign"] and any(n.attr == match["foreign"] for n in scene.crashed(ast.Attribute)):
        return  # this line's own; what is meant here is what a library does with what it was handed
    if scene.failure.message.startswith("sequence item"):
        return
    if match["environment"]:
        for statement in (s for line in scene.lines[:1] for s in scene.statements(line)[:1]):
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript):
                edit = decoded(scene, statement.value, bound_to_parameter(scene, statement.value))
                yield Candidate((edit,) if edit else (), 18, "assigned")
    if match["keywords"]:
        yield from _keywords(scene)
        return
    if method:
        yield from _returned(scene, method)
        return
    calls = argument_calls(scene)
    if match["named"]:
        calls = [c for c in scene.crashed(ast.Call) if scene.module.is_builtin(c.func, *_NAMING) and c.args]
    for number, call in enumerate(calls):
        arguments = [a for a in call.args if not isinstance(a, ast.Starred | ast.Constant)]
        if match["position"] and int(match["position"]) <= len(call.args):
            arguments = [call.args[int(match["position"]) - 1]]
        if match["named"]:
            # A name is looked up in the first argument, or is all there is.
            arguments = call.args[1:2] or call.args[:1]
        for position, argument in enumerate(arguments):
            edit = decoded(scene, argument)
            yield Candidate((edit,) if edit else (), 20 + 2 * position + number, f"argument {position}")
        for position, argument in enumerate(arguments):
            edit = decoded(scene, argument, True)
            yield Candidate((edit,) if edit else (), 40 + position + number, f"argument {position}, either")
    for compare in scene.crashed(ast.Compare):
        if isinstance(compare.ops[0], ast.In | ast.NotIn) and "in <string>" in match[0]:
            edit = decoded(scene, compare.left)
            yield Candidate((edit,) if edit else (), 15, "left of in")
            edit = decoded(scene, compare.left, True)
            yield Candidate((edit,) if edit else (), 45, "left of in, either")


def _keywords(scene: Scene) -> Candidates:
    """`f(**options)`: the names of the options as text."""
    module = scene.module
    for call in scene.crashed(ast.Call):
        for options in (k.value for k in call.keywords if k.arg is None):
            name = helper("as_text", AS_TEXT, module)
            pieces = (
                "{",
                name,
                "(key): value for key, value in ",
                *module.sub(options, Precedence.ATOM),
                ".items()}",
            )
            yield Candidate((module.edit(Part(module.span(options), pieces)),), 20, "keywords")


def _returned(scene: Scene, method: str) -> Candidates:
    """Everything the methods of that name return: they are called by the interpreter, so no line of theirs failed."""
    functions = [
        f
        for f in scene.module.nodes_of(ast.FunctionDef)
        if isinstance(f, ast.FunctionDef) and f.name == method
    ]
    values = [
        r.value
        for f in functions
        for r in ast.walk(f)
        if isinstance(r, ast.Return) and r.value is not None and not is_text(r.value)
    ]
    bare = [_encoded_text(v) for v in values]
    edits = [
        scene.module.replace(v, *scene.module.sub(inner))
        for v, inner in zip(values, bare, strict=True)
        if inner
    ]
    yield Candidate(tuple(edits), 10, "not encoded")
    safe = [decoded(scene, v, True) for v in values if not isinstance(v, ast.Constant)]
    yield Candidate(tuple(e for e in safe if e), 20, "returned")


def _encoded_text(node: ast.expr) -> ast.expr | None:
    """What `node` encodes: x of x.encode(…)."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "encode":
        return node.func.value
    return None


REPAIR = Repair(
    id="text_required",
    summary="bytes where text is wanted are decoded",
    failure=Failure("TypeError", "crypt() argument 1 must be str, not bytes", line=2),
    before="def check(lib, secret, salt):\n    return lib.crypt(secret, salt)\n",
    after='def check(lib, secret, salt):\n    return lib.crypt(secret.decode("utf-8"), salt)\n',
    caveats="UTF-8, or Latin-1 in a file that handles octets one by one.",
    pattern=re.compile(
        r"\.?(?P<method>\w+)(?:\(\) must return (?:None or )?a string, not| returned non-string)"
        r"|argument (?P<position>\d+) must be (?:a )?str(?:ing)?,? not '?bytes"
        r"|must be (?:a )?str(?:ing)?,? not '?bytes|expected (?:a )?str(?:ing)?(?: instance)?, (?:not )?'?bytes"
        r"|expected str, bytes or os.PathLike object, not|'in <string>' requires string as left operand, not bytes"
        r"|must be str or None, not bytes"
        r"|'bytes' object has no attribute '(?P<foreign>encode|format|isnumeric|casefold|read)'"
        r"|(?P<environment>str expected, not bytes)"
        r"|(?P<keywords>keywords must be strings)|(?P<named>attribute name must be string|module name must be a string)"
        r"|argument \d+ must be str, not <class 'bytes'>|a bytes-like object is required, not 'dict'"
        r"|cannot serialize b['\"].* \(type bytes\)"
        r"|first arg must be str or a tuple of str, not bytes|a str is required|Object of type bytes is not JSON"
    ),
    offer=offer,
    order=60,
)
