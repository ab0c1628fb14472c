"""pkg_resources.declare_namespace(__name__) → __path__ = pkgutil.extend_path(__path__, __name__)."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import names_by_id
from migration.rule import Findings, Rule
from migration.source.edits import Part, Piece
from migration.view.module import Module

_OLD = "pkg_resources.declare_namespace"


def visit(node: ast.Call, module: Module) -> Findings:
    """Let the library find the other parts of a package: those without an __init__.py of their own, too."""
    function, statement = node.func, module.parent(node)
    if not isinstance(function, ast.Attribute) or function.attr != "declare_namespace":
        return
    if not isinstance(statement, ast.Expr) or len(node.args) != 1 or node.keywords:
        return
    if not module.facts.key.endswith("__init__.py") or module.function(node) is not None:
        return
    name = node.args[0]
    if not (isinstance(name, ast.Name) and name.id == "__name__") and not isinstance(name, ast.Constant):
        return
    parts: list[Part] = []
    if _imports_there(function.value):
        extend: Piece = "__import__('pkgutil').extend_path"
    elif not isinstance(function.value, ast.Name) or module.qualified_name(function) != _OLD:
        return
    elif (imported := _only_import(function.value, module)) is not None:
        extend = "pkgutil.extend_path"
        parts.append(module.part(imported, "import pkgutil"))
    else:
        extend = module.use("pkgutil.extend_path", at=node)
    new = module.part(node, "__path__ = ", extend, "(__path__, ", module.span(name), ")")
    yield module.edit(*parts, new)


def _only_import(name: ast.Name, module: Module) -> ast.Import | None:
    """The statement that imports pkg_resources, and nothing else, for this use alone."""
    reads = [n for n in names_by_id(module)[name.id] if n is not name]
    statements = [n for n in module.nodes_of(ast.Import) if isinstance(n, ast.Import)]
    imported = [s for s in statements if [(a.name, a.asname) for a in s.names] == [("pkg_resources", None)]]
    return imported[0] if len(imported) == 1 and not reads else None


def _imports_there(node: ast.expr) -> bool:
    """Whether `node` is __import__('pkg_resources')."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "__import__"):
        return False
    return (
        len(node.args) == 1
        and isinstance(node.args[0], ast.Constant)
        and node.args[0].value == "pkg_resources"
    )


RULE = Rule(
    id="declared_namespaces",
    family="P18",
    summary="packages in several places are put together by pkgutil: pkg_resources is going",
    before="__import__('pkg_resources').declare_namespace(__name__)\n",
    after="__import__('pkg_resources').declare_namespace(__name__)\n",
    caveats="Only at the level of a package's __init__.py.",
    triggers=("declare_namespace",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["declare_namespace"]),
    visit=visit,
)
