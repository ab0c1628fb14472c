"""What the modules of a package define under one name: how rules and repairs are found by themselves."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import Any


def defined_in(package: ModuleType, name: str) -> list[Any]:
    """`name` of each module of `package`, by the modules' names; those that begin with `_` are helpers."""
    modules = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
    return [
        getattr(importlib.import_module(f"{package.__name__}.{module}"), name)
        for module in modules
        if not module.startswith("_")
    ]
