"""What the modules of a package define under one name: how rules and repairs are found by themselves."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import Any


def modules_in(package: ModuleType) -> list[str]:
    """The modules of `package` and of the packages in it, as dotted names in the order of their last parts."""
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return sorted((info.name for info in found if not info.ispkg), key=_last_part)


def defined_in(package: ModuleType, name: str) -> list[Any]:
    """`name` of each of these modules; those that begin with `_` are helpers."""
    return [
        getattr(importlib.import_module(module), name)
        for module in modules_in(package)
        if not _last_part(module).startswith("_")
    ]


def _last_part(module: str) -> str:
    return module.rpartition(".")[2]
