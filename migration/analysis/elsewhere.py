"""Other files of the repository, by what a file calls them."""

from __future__ import annotations

import ast

from migration.repository.files import absolute_name
from migration.view.module import Module


def absolute(node: ast.expr, module: Module) -> str:
    """The dotted name of what `node` means, from the root of the repository or of the library; "" for anything else."""
    return absolute_name(module.qualified_name(node) or "", module.facts.key)


def other_file(dotted: str, module: Module) -> str | None:
    """The key of the file of the repository that is imported as `dotted`; None for this file itself, and for others."""
    file = module.facts.index.imported_file(module.facts.key, dotted) if dotted else None
    return file if file and file != module.facts.key else None
