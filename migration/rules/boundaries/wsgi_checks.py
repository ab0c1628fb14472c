"""isinstance(v, str) of what a WSGI application gives, or reads → isinstance(v, bytes): bodies are octets.

Who checks applications keeps `wsgi.input`, what `start_response` gives and what the application returns in classes of
its own, and looks at the type of what goes through them.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import memory, names_by_id
from migration.analysis.values import assigned, written_out
from migration.rule import Findings, Rule
from migration.view.module import Module

_READING = frozenset(["read", "readline"])
_INPUT, _WRITER, _ITERATOR = "wsgi.input", "writer", "iterator"


def visit(node: ast.Call | ast.Compare, module: Module) -> Findings:
    """Expect octets where `str` is expected of a value that is such."""
    if isinstance(node, ast.Call):
        asks = len(node.args) == 2 and module.is_builtin(node.func, "isinstance")
        if asks and module.is_builtin(node.args[1], "str") and _is_octets(node.args[0], module):
            yield module.replace(node.args[1], "bytes")
        return
    left = node.left
    asks = isinstance(left, ast.Call) and len(left.args) == 1 and module.is_builtin(left.func, "type")
    if not (asks and _is_octets(left.args[0], module) and len(node.comparators) == 1):  # type: ignore[attr-defined]
        return
    wanted = node.comparators[0]
    named = isinstance(wanted, ast.Name) and module.is_builtin(wanted, "str")
    shown = isinstance(wanted, ast.Call) and len(wanted.args) == 1 and module.is_builtin(wanted.func, "type")
    if named or (shown and _is_text(wanted.args[0])):  # type: ignore[attr-defined]
        yield module.replace(wanted, "bytes")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.kind != "u"


def _is_octets(node: ast.expr, module: Module) -> bool:
    """Whether a name holds what was read from the input, what is written, or an item of what was returned."""
    if isinstance(node, ast.Name) and _is_of_answer(node, module):
        return True
    owner = module.class_of(node)
    if owner is None or not isinstance(node, ast.Name):
        return False
    roles, function = _keepers(module).get(owner.name, {}), module.function(node)
    if not roles or not isinstance(function, ast.FunctionDef):
        return False
    bindings = module.bindings(node)
    if _WRITER in roles.values() and len(bindings) == 1 and bindings[0].kind == "parameter":
        return function.name == "__call__"
    made = assigned(node, module)
    loop = module.parent(bindings[0].node) if len(bindings) == 1 else None
    if isinstance(loop, ast.For) and isinstance(loop.iter, ast.Name):
        lines = assigned(loop.iter, module)
        return _asks(lines, roles, frozenset(["readlines"])) == _INPUT
    if (
        _asks(made, roles, _READING) == _INPUT
        or _asks(made, roles, frozenset(["next", "__next__"])) == _ITERATOR
    ):
        return True
    following = isinstance(made, ast.Call) and module.is_builtin(made.func, "next") and len(made.args) == 1
    return following and roles.get(getattr(made.args[0], "attr", "")) == _ITERATOR  # type: ignore[union-attr]


def _is_of_answer(node: ast.Name, module: Module) -> bool:
    """Whether a name goes through what an application returned: `for part in app(environ, start_response)`."""
    bindings = module.bindings(node)
    loop = module.parent(bindings[0].node) if len(bindings) == 1 else None
    if not isinstance(loop, (ast.For, ast.comprehension)) or loop.target is not bindings[0].node:
        return False
    made = written_out(loop.iter, module)
    return isinstance(made, ast.Call) and _is_answered(made)


def _is_answered(made: ast.Call) -> bool:
    second = made.args[1] if len(made.args) == 2 else None
    return isinstance(second, ast.Name) and "start_response" in second.id


def _asks(node: ast.expr | None, roles: dict[str, str], methods: frozenset[str]) -> str | None:
    """The role of the attribute of `self` that a call asks for one of `methods`."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute) and function.attr in methods:
        return roles.get(getattr(function.value, "attr", ""))
    return None


def _keepers(module: Module) -> dict[str, dict[str, str]]:
    """By class, in which attributes it keeps what belongs to WSGI, and what that is."""
    known = memory(module)
    if "keepers of wsgi" not in known:
        known["keepers of wsgi"] = found = {}
        for node in module.nodes_of(ast.ClassDef):
            if not isinstance(node, ast.ClassDef):
                continue
            made = [s for s in node.body if isinstance(s, ast.FunctionDef) and s.name == "__init__"]
            calls = [module.parent(n) for n in names_by_id(module).get(node.name, ())]
            given = {_role(c.args[0], module) for c in calls if isinstance(c, ast.Call) and c.args}
            roles = given - {None}
            role = roles.pop() if len(roles) == 1 else None
            if role and len(made) == 1 and len(made[0].args.args) > 1:
                found[node.name] = dict.fromkeys(_kept(made[0].args.args[1].arg, made[0]), role)
    return known["keepers of wsgi"]  # type: ignore[no-any-return]


def _kept(name: str, function: ast.FunctionDef) -> list[str]:
    """The attributes that get a parameter, or an iterator over it."""
    found = []
    for statement in function.body:
        value = statement.value if isinstance(statement, ast.Assign) else None
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "iter":
            value = value.args[0] if value.args else None
        if isinstance(statement, ast.Assign) and isinstance(value, ast.Name) and value.id == name:
            found += [t.attr for t in statement.targets if isinstance(t, ast.Attribute)]
    return found


def _role(node: ast.expr, module: Module) -> str | None:
    if isinstance(node, ast.Subscript):
        key = node.slice
        return _INPUT if isinstance(key, ast.Constant) and key.value == _INPUT else None
    if isinstance(node, ast.Call):
        return _WRITER if isinstance(node.func, ast.Name) and node.func.id == "start_response" else None
    made = assigned(node, module) if isinstance(node, ast.Name) else None
    return _ITERATOR if isinstance(made, ast.Call) and _is_answered(made) else None


RULE = Rule(
    id="wsgi_checks",
    family="P9",
    summary="what goes through WSGI as a body is octets, for those who check it, too",
    before="class Input(object):\n    def __init__(self, f):\n        self.f = f\n    def read(self, n=-1L):\n"
    "        v = self.f.read(n)\n        assert isinstance(v, str)\n        return v\n"
    "def app(environ):\n    environ['wsgi.input'] = Input(environ['wsgi.input'])\n",
    after="class Input(object):\n    def __init__(self, f):\n        self.f = f\n    def read(self, n=-1):\n"
    "        v = self.f.read(n)\n        assert isinstance(v, bytes)\n        return v\n"
    "def app(environ):\n    environ['wsgi.input'] = Input(environ['wsgi.input'])\n",
    caveats="Only in classes that keep nothing else.",
    triggers=("wsgi.input", "start_response"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call, ast.Compare),
    names=frozenset(["isinstance"]),
    visit=visit,
)
