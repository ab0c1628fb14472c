"""tempfile.NamedTemporaryFile() → mode='w+' and gzip.open(p, 'w') → 'wt' where text is written."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule, last_names
from migration.rules._arguments import argument
from migration.rules._callers import argument_kind
from migration.rules._kinds import BYTES, TEXT, kind
from migration.rules._meets import meets_literal
from migration.rules._names import stdlib_name, uses
from migration.rules._values import reads_of

#: Maker → (position of the mode, the mode when none is given).
_MAKERS = {
    "tempfile.TemporaryFile": (0, "w+b"),
    "tempfile.NamedTemporaryFile": (0, "w+b"),
    "tempfile.SpooledTemporaryFile": (1, "w+b"),
    "gzip.open": (1, "rb"),
}

#: What others can write to by its name.
_NAMED = frozenset(["tempfile.NamedTemporaryFile"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for text, when all that is known to be written is text."""
    name = stdlib_name(node.func, module)
    if name not in _MAKERS or any(isinstance(a, ast.Starred) for a in node.args):
        return
    position, default = _MAKERS[name]
    given = argument(node, position, "mode")
    mode = given.value if isinstance(given, ast.Constant) else default if given is None else None
    if not isinstance(mode, str) or "t" in mode or (name != "gzip.open" and "b" not in mode):
        return
    written = _called(node, "write", module)
    kinds = {kind(c.args[0], module) or _given(c.args[0], module) for c in written if c.args}
    only_read = not written and name in _NAMED and _is_read_as_text(node, module)
    if (TEXT not in kinds or BYTES in kinds) and not only_read:
        return
    plain = mode.replace("b", "")
    text = plain.replace("w", "wt").replace("a", "at") if name == "gzip.open" else plain
    if given is not None:
        yield module.replace(given, module.quoted(text, given))
        return
    yield module.edit(module.added(node, f"mode='{text}'"), needs_python2=only_read)


def _is_read_as_text(node: ast.Call, module: Module) -> bool:
    """Whether what is read of a file that others write by its name meets native literals."""
    others = ("writelines", "write", "file", "fileno")
    if any(_called(node, method, module) for method in others):
        return False
    places: list[ast.expr] = []
    for call in _called(node, "read", module):
        parent = module.parent(call)
        name = parent.targets[0] if isinstance(parent, ast.Assign) and len(parent.targets) == 1 else None
        places += reads_of(call, module) if isinstance(name, ast.Name) else [call]
    return any(meets_literal(place, module) for place in places)


def _called(node: ast.Call, name: str, module: Module) -> list[ast.Call]:
    """The calls of a method of the file, where it is followed through one variable."""
    parent = module.parent(node)
    targets: list[ast.expr] = []
    if isinstance(parent, ast.Assign):
        targets = parent.targets
    elif isinstance(parent, ast.withitem) and parent.optional_vars is not None:
        targets = [parent.optional_vars]
    found: list[ast.Call] = []
    for target in targets:
        place = module.scope(target).lookup(target.id) if isinstance(target, ast.Name) else None
        for use in uses(target.id, place[0], module) if place and isinstance(target, ast.Name) else []:
            method = module.parent(use)
            if isinstance(method, ast.Attribute) and method.attr == "file":
                method = module.parent(method)  # what a temporary file with a name writes to
            call = module.parent(method)
            if isinstance(method, ast.Attribute) and method.attr == name and isinstance(call, ast.Call):
                found.append(call)
    return found


def _given(node: ast.expr, module: Module) -> str | None:
    """TEXT when `node` is a parameter for which all callers in sight give native literals."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if len(bindings) != 1 or not isinstance(bindings[0].node, ast.arg):
        return None
    function = module.function(node)
    name = bindings[0].name
    known = (
        isinstance(function, ast.FunctionDef) and argument_kind(function, name, module, frozenset()) == TEXT
    )
    return TEXT if known else None


RULE = Rule(
    id="text_mode",
    family="P9",
    summary="temporary and compressed files are binary unless text is asked for",
    before="import tempfile\nf = tempfile.TemporaryFile()\nf.write('x')\n",
    after="import tempfile\nf = tempfile.TemporaryFile(mode='w+')\nf.write('x')\n",
    caveats="The text is encoded by the default encoding.",
    triggers=("tempfile", "tmpfile", "gzip"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names=last_names(*_MAKERS),
    follows=frozenset(["moved_names: TemporaryFile"]),
    visit=visit,
)
