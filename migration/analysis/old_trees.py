"""Whether a repository goes through syntax trees of the shape that only Python 2's module ast gave them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from weakref import WeakKeyDictionary

from migration.repository.index import RepositoryIndex
from migration.view.module import Module

#: The module that gives trees of that shape.
STAND_IN = "python2_ast"
_IMPORTED = re.compile(
    rf"^[ \t]*(?:from[ \t]+(?:_?ast|[\w.]*{STAND_IN})[ \t]+import\b"
    rf"|(?:from[ \t]+[\w.]+[ \t]+)?import[ \t][^\n#]*\b(?:_?ast|{STAND_IN})\b)",
    re.MULTILINE,
)
#: Nodes and fields that no tree of Python 3 has, by their names or by those of methods that are called for them. Who
#: only makes such nodes can make others.
_OLD = re.compile(
    r"(?<!\bast\.)(?<!_ast\.)try(?:except|finally)|ast\.try(?:except|finally)\b(?!\()|\bstarargs\b"
    r"|\bextslice\b|\bast\.(?:Exec|Print|Repr)\b|\bvisit_(?:Exec|Print|Repr)\b|\.tback\b",
    re.IGNORECASE,
)
#: And those that no tree of Python 2 has.
_NEW = re.compile(
    r"\b(?:_?ast\.|visit_?)(?:Try|TryStar|Starred|Nonlocal|YieldFrom|Constant|JoinedStr|AnnAssign|arg)\b"
    r"|(?:\b|_)Async(?:FunctionDef|For|With)\b|\b(?:kwonlyargs|posonlyargs|withitem|NameConstant)\b",
    re.IGNORECASE,
)
_asked: WeakKeyDictionary[RepositoryIndex, bool] = WeakKeyDictionary()


def are_of_python2(module: Module) -> bool:
    """Whether a file of the repository names what only trees of Python 2 have, and none what those of Python 3 have."""
    index = module.facts.index
    if index.text(module.facts.key) is None:
        return _are_old([module.text])  # a file of no repository
    if index not in _asked:
        _asked[index] = _are_old(
            index.text(key) or "" for key in index.keys if not key.endswith(f"{STAND_IN}.py")
        )
    return _asked[index]


def are_of_python3(module: Module) -> bool:
    """Whether trees are taken as Python 3 gives them: what differs is mended place by place."""
    return not are_of_python2(module)


def _are_old(texts: Iterable[str]) -> bool:
    found = False
    for text in texts:
        if "ast" not in text or _IMPORTED.search(text) is None:
            continue
        if _NEW.search(text) is not None:
            return False
        found = found or _OLD.search(text) is not None
    return found
