"""def get_source(self, name): return self.source → ….decode("utf8"): the source of a module is text in Python 3."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import is_of_self
from migration.analysis.strings.seen import codec_of
from migration.analysis.values import assigned, given_to_attributes, returns_of
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.FunctionDef, module: Module) -> Findings:
    """Decode what a loader's method gives, where all that it may be is encoded in the file."""
    if node.name != "get_source" or not isinstance(module.parent(node), ast.ClassDef):
        return
    arguments = node.args
    if len([*arguments.posonlyargs, *arguments.args]) != 2 or arguments.vararg or arguments.kwarg:
        return  # PEP 302: the object, and the name of the module
    for value in (r.value for r in returns_of(node)):
        calls = _encodings(value, module) if value is not None else []
        codecs = {codec_of(call) or "utf-8" for call in calls}
        if value is not None and len(codecs) == 1:
            yield module.wrap(value, "", f'.decode("{codecs.pop()}")')


def _encodings(value: ast.expr, module: Module) -> list[ast.Call]:
    """The calls of encode() by which a value came to be; none where it may have come by something else."""
    if isinstance(value, ast.Call):
        return [value] if isinstance(value.func, ast.Attribute) and value.func.attr == "encode" else []
    made: list[ast.expr | None] = []
    if isinstance(value, ast.Name):
        made = [assigned(value, module)]
    elif is_of_self(value):
        made = given_to_attributes(module).get(value.attr, [])
    calls = [_encodings(one, module) if isinstance(one, ast.Call) else [] for one in made]
    return [call for found in calls for call in found] if all(calls) else []


RULE = Rule(
    id="loader_source",
    family="P9",
    summary="the source that a loader of modules gives is text",
    before="class L(object):\n    def get_source(self, name):\n        return t.encode('utf8')\nn = 1L\n",
    after=(
        "class L(object):\n    def get_source(self, name):\n"
        "        return t.encode('utf8').decode(\"utf8\")\nn = 1\n"
    ),
    caveats="Only what is encoded in the same file; a codec that is no literal is taken for UTF-8.",
    triggers=("get_source",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.FunctionDef,),
    visit=visit,
)
