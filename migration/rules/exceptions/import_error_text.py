"""str(e).endswith('json'), e an ImportError → str(e).replace("'", '')…: the module's name is quoted in Python 3."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.exceptions import classes_of, nearest_handler
from migration.analysis.values import reads_of
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Methods that tell something of a text's parts.
_ASKING = frozenset(
    ["endswith", "find", "index", "partition", "rfind", "rpartition", "rsplit", "split", "startswith"]
)
#: What the text begins with in both languages, in front of the name.
_COMMON = frozenset(["No module named", "cannot import name"])


def visit(node: ast.Call | ast.Subscript | ast.Attribute, module: Module) -> Findings:
    """Take the quotes out of the text where it is compared or searched."""
    name = _caught(node, module)
    handler = nearest_handler(name, module) if name is not None else None
    if handler is None or not _catches(handler, module):
        return
    reads = reads_of(node, module)
    if reads and all(_is_asked(read, module) for read in reads):
        yield module.wrap(node, "", """.replace("'", '')""")


def _catches(handler: ast.AST, module: Module) -> bool:
    """Whether a handler gives a name to what can't be imported, and to nothing else."""
    named = isinstance(handler, ast.ExceptHandler) and handler.name is not None
    return named and classes_of(handler, module) == ["builtins.ImportError"]  # type: ignore[arg-type]


def _caught(node: ast.expr, module: Module) -> ast.Name | None:
    """The name of the exception whose text `node` is: str(e), e.args[0], e[0], e.message."""
    inner: ast.expr | None = None
    if isinstance(node, ast.Call):
        spells = module.is_builtin(node.func, "str") or module.is_builtin(node.func, "unicode")
        inner = node.args[0] if spells and len(node.args) == 1 and not node.keywords else None
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value == 0:
        inner = node.value
        if isinstance(inner, ast.Attribute) and inner.attr == "args":
            inner = inner.value
    elif isinstance(node, ast.Attribute) and node.attr == "message":
        inner = node.value
    return inner if isinstance(inner, ast.Name) else None


def _is_asked(node: ast.expr, module: Module) -> bool:
    parent = module.parent(node)
    if isinstance(parent, ast.Compare):
        return len(parent.ops) == 1 and _may_name(
            parent.left if parent.left is not node else parent.comparators[0]
        )
    call = module.parent(parent) if isinstance(parent, ast.Attribute) and parent.attr in _ASKING else None
    return isinstance(call, ast.Call) and call.func is parent and all(map(_may_name, call.args))


def _may_name(node: ast.expr) -> bool:
    """Whether what the text is held against may have the module's name, without quotes."""
    text = node.value if isinstance(node, ast.Constant) else None
    return not isinstance(text, str) or ("'" not in text and text.strip() not in _COMMON)


RULE = Rule(
    id="import_error_text",
    family="P2",
    summary="the text of an ImportError names the module in quotes",
    before="try:\n    import a\nexcept ImportError, e:\n    if not str(e).endswith('a'): raise\n",
    after="try:\n    import a\nexcept ImportError as e:\n    if not str(e).replace(\"'\", '').endswith('a'): raise\n",
    caveats="Of a module in a package Python 2 told the last part alone; names that can't be imported are told with "
    "where they were looked for.",
    triggers=("ImportError",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call, ast.Subscript, ast.Attribute),
    when=lambda module: any(_catches(h, module) for h in module.nodes_of(ast.ExceptHandler)),
    visit=visit,
)
