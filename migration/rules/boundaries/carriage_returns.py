r"""open(p) → open(p, newline="\n"), where the program looks for '\r': Python 2 left the ends of lines as they are."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import told_mode
from migration.analysis.names import defined_in_repository, memory, names_by_id, stdlib_name
from migration.analysis.strings.streams import OPENERS
from migration.rule import Findings, Phase, Rule
from migration.view.module import Module

#: Methods to which it makes no difference whether there is a carriage return before the end of a line.
_STRIPPING = frozenset(["lstrip", "rstrip", "strip", "write", "writelines"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Keep carriage returns in what is read in a file that asks about them, there or elsewhere."""
    if isinstance(node.func, ast.Attribute) and node.func.attr == "makefile":
        yield from _of_socket(node, module)
        return
    if stdlib_name(node.func, module) not in OPENERS or module.facts.index.octets:
        return
    if told_mode(node) not in ("r", "rt") or not 1 <= len(node.args) <= 2:
        return
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg != "mode" for k in node.keywords):
        return
    if _is_looked_for(module):
        yield module.edit(module.added(node, 'newline="\\n"'))


def _of_socket(node: ast.Call, module: Module) -> Findings:
    """s.makefile() of text for reading: Python 2's had no mode that tells."""
    mode = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
    if module.facts.index.octets or node.keywords or len(node.args) > 1 or mode not in ("r", None):
        return
    if (node.args and mode is None) or defined_in_repository("makefile", module):
        return
    if _is_looked_for(module):
        yield module.edit(module.added(node, 'newline="\\n"'))


def _is_looked_for(module: Module) -> bool:
    """Whether the file looks for carriage returns in something."""
    known = memory(module)
    if "carriage returns" not in known:
        constants = module.nodes_of(ast.Constant) if "\\r" in module.text else ()
        known["carriage returns"] = any(
            isinstance(c, ast.Constant) and isinstance(c.value, str) and "\r" in c.value and _looks(c, module)
            for c in constants
        )
    return bool(known["carriage returns"])


def _looks(node: ast.expr, module: Module, named: bool = True) -> bool:
    """Whether a literal, or the name that it is given, is what something is searched for, split at or compared with."""
    parent = module.parent(node)
    target = parent.targets[0] if named and isinstance(parent, ast.Assign) else None
    if isinstance(target, ast.Name):
        return any(_looks(name, module, named=False) for name in names_by_id(module)[target.id])
    if isinstance(parent, ast.Compare):
        return True
    method = parent.func if isinstance(parent, ast.Call) and node in parent.args else None
    return isinstance(method, ast.Attribute) and method.attr not in _STRIPPING and hasattr(str, method.attr)


RULE = Rule(
    id="carriage_returns",
    family="P9",
    summary="what looks for carriage returns reads files without their being taken away",
    before="def f(p):\n    return '\\r\\n' in open(p).read()\nn = 1L\n",
    after="def f(p):\n    return '\\r\\n' in open(p, newline=\"\\n\").read()\nn = 1\n",
    caveats="On Windows Python 2 read two characters as one, and so does Python 3 elsewhere by default.",
    triggers=(r"\r",),
    phase=Phase.FINISH,
    follows=frozenset(["csv_files", "octet_reads", "pickle_files", "seen_files"]),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["open", "file", "makefile"]),
    visit=visit,
)
