"""__import__('Queue') → __import__('queue'); a level of -1; mock.patch('__builtin__.open')."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from posixpath import dirname

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Finding, Findings, Rule, last_names
from migration.rules._names import is_local, stdlib_name
from migration.rules._stdlib_names import RENAMED_MODULES
from migration.rules.urllib_import import MOVES as _URLLIB

_NEAR = '''
def import_near(name, scope, names=None, members=()):
    """As __import__, first among the modules of the package that `scope` is of, then among all."""
    try:
        return __import__(name, scope, names, members, 1)
    except ImportError:
        return __import__(name, scope, names, members)
'''
#: Modules whose names moved to several: where most of them are.
_MOSTLY = {"urlparse": "urllib.parse", "urllib2": "urllib.request"}
_LOADERS = frozenset(["builtins.__import__", "importlib.import_module"])
_PATCHES = frozenset(["patch", "patch_object", "monkeypatch", "setattr"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Rename constant names of modules where they are imported or patched."""
    name = stdlib_name(node.func, module)
    if name in _LOADERS and node.args:
        yield from _loaded(node, name or "", module)
    elif node.args and _is_patch(node.func):
        yield from _patched(node.args[0], module)


def _loaded(node: ast.Call, loader: str, module: Module) -> Iterator[Finding]:
    first = node.args[0]
    text = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
    new = RENAMED_MODULES.get(text) or _MOSTLY.get(text)
    if new is not None and isinstance(first, ast.Constant) and not is_local(str(first.value), module):
        quote = module.source(module.span(first))[-1]
        if "." in new and loader == "builtins.__import__":
            if len(node.args) == 1 and not node.keywords:
                function = module.use("importlib.import_module", at=node)
                yield module.replace(node, function, f"({quote}{new}{quote})", evidence=True)
        else:
            yield module.replace(first, f"{quote}{new}{quote}", evidence=True)
    if loader != "builtins.__import__":
        return
    if _looks_around(node, module):
        helper = module.helper("import_near", _NEAR)
        yield module.replace(node.func, helper, exactness=Exactness.SEMANTIC, needs_python2=True)
        return
    level = (
        node.args[4]
        if len(node.args) > 4
        else next((k.value for k in node.keywords if k.arg == "level"), None)
    )
    if isinstance(level, ast.UnaryOp) and ast.unparse(level) == "-1":
        key, index = module.facts.key, module.facts.index
        sibling = isinstance(first, ast.Constant) and index.implicit_relative(key, str(first.value))
        yield module.replace(level, "1" if sibling else "0", exactness=Exactness.SEMANTIC)


def _looks_around(node: ast.Call, module: Module) -> bool:
    """Whether a name that is not written here is imported with the globals of a file in a package."""
    first = node.args[0]
    if isinstance(first, ast.Constant) or node.keywords or not 2 <= len(node.args) <= 4:
        return False
    if module.has_future("absolute_import") or dirname(module.facts.key) not in module.facts.index.packages:
        return False
    given = node.args[1]
    return isinstance(given, ast.Call) and module.is_builtin(given.func, "globals")


def _is_patch(function: ast.expr) -> bool:
    name = (
        function.attr
        if isinstance(function, ast.Attribute)
        else function.id
        if isinstance(function, ast.Name)
        else ""
    )
    return name in _PATCHES


def _patched(node: ast.expr, module: Module) -> Iterator[Finding]:
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value):
        return
    source, _, last = node.value.rpartition(".")
    move = _URLLIB.move(node.value, module) if source in _URLLIB.modules else None
    new = move.new if move is not None else None
    if source in RENAMED_MODULES:
        new = f"{RENAMED_MODULES[source]}.{last}"
    if new and not is_local(source, module):
        quote = module.source(module.span(node))[-1]
        yield module.replace(node, f"{quote}{new}{quote}", exactness=Exactness.SEMANTIC, evidence=True)


RULE = Rule(
    id="imported_by_string",
    family="P18",
    summary="renamed modules named in strings that are imported or patched",
    before="a = __import__('Queue')\n",
    after="a = __import__('queue')\n",
    caveats="A level of -1 (relative, then absolute) becomes absolute, unless the name is a sibling's.",
    triggers=("__import__", "import_module", "patch", "setattr"),
    nodes=(ast.Call,),
    names=last_names(*_LOADERS) | _PATCHES,
    visit=visit,
)
