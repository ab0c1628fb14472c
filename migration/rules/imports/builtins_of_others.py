"""settings.raw_input = f, with settings of the repository → settings.input = f: builtins of others that tests replace.

Also by setattr(settings, 'raw_input', f) and mock.patch('settings.raw_input', create=True).
"""

from __future__ import annotations

import ast
import re
from weakref import WeakKeyDictionary

from environment.traces import Exactness
from migration.analysis.elsewhere import absolute, other_file
from migration.analysis.names import last_name
from migration.repository.index import RepositoryIndex
from migration.rule import Findings, Rule
from migration.view.module import Module

_NEW = {"file": "open", "raw_input": "input", "unichr": "chr", "xrange": "range"}
_PLACING = frozenset(["delattr", "getattr", "hasattr", "object", "patch", "setattr"])
_asked: WeakKeyDictionary[RepositoryIndex, dict[str, frozenset[str]]] = WeakKeyDictionary()


def visit(node: ast.Attribute | ast.Call, module: Module) -> Findings:
    """Put it in the place of the name that the other file asks for now."""
    if len(module.facts.index.keys) < 2:
        return
    if isinstance(node, ast.Attribute):
        if node.attr in _NEW and _asks(absolute(node.value, module), node.attr, module):
            end = module.span(node).end
            yield module.replace_span((end - len(node.attr), end), _NEW[node.attr], needs_python2=True)
        return
    if last_name(node.func) not in _PLACING or not node.args:
        return
    first, second = node.args[0], node.args[1] if len(node.args) > 1 else None
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        holder, _, name = first.value.rpartition(".")
        if name in _NEW and _asks(holder, name, module):
            yield module.replace(first, module.quoted(f"{holder}.{_NEW[name]}", first), needs_python2=True)
        return
    name = str(second.value) if isinstance(second, ast.Constant) else ""
    if isinstance(second, ast.Constant) and name in _NEW and _asks(absolute(first, module), name, module):
        yield module.replace(second, module.quoted(_NEW[name], second), needs_python2=True)


def _asks(holder: str, name: str, module: Module) -> bool:
    """Whether `holder` is a module of the repository that calls the builtin, and gives the name to nothing itself."""
    file, index = other_file(holder, module), module.facts.index
    if file is None:
        return False
    known = _asked.setdefault(index, {})
    if file not in known:
        text = index.text(file) or ""
        known[file] = frozenset(n for n in _NEW if _is_called(n, text))
    return name in known[file]


def _is_called(name: str, text: str) -> bool:
    bound = rf"^[ \t]*(?:(?:def|class)[ \t]+{name}\b|{name}[ \t]*=[^=]|(?:from|import)\b.*\b{name}\b)"
    return re.search(rf"(?<![\w.]){name}\(", text) is not None and not re.search(bound, text, re.MULTILINE)


RULE = Rule(
    id="builtins_of_others",
    family="P18",
    summary="what tests put in the place of another file's builtin has the builtin's new name",
    before="import settings\nsettings.raw_input = len\n",
    after="import settings\nsettings.raw_input = len\n",
    caveats="Only builtins that a module of the repository calls by its name, and binds nowhere.",
    triggers=tuple(sorted(_NEW)),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Attribute, ast.Call),
    names=frozenset([*_NEW, *_PLACING]),
    visit=visit,
)
