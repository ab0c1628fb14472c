"""Conditions on entries: `field__op=value`, nested fields by `__`, as in `evidence__kind__in=[...]`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

_MISSING = object()


def _comparison(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def holds(found: Any, wanted: Any) -> bool:
        try:
            return found is not _MISSING and compare(found, wanted)
        except TypeError:
            return False

    return holds


OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "eq": _comparison(operator.eq),
    "ne": lambda found, wanted: bool(found is _MISSING or found != wanted),
    "lt": _comparison(operator.lt),
    "le": _comparison(operator.le),
    "gt": _comparison(operator.gt),
    "ge": _comparison(operator.ge),
    "in": _comparison(lambda found, wanted: found in wanted),
    "contains": _comparison(lambda found, wanted: wanted in found),
    "exists": lambda found, wanted: (found is not _MISSING) == bool(wanted),
}

Condition = tuple[tuple[str, ...], str, Any]


def parsed(conditions: Mapping[str, Any]) -> list[Condition]:
    """Each `a__b__op=value` as (path, operator, value); without an operator it means eq.

    Raises ValueError when no field is named.
    """
    result = []
    for name, value in conditions.items():
        *path, last = name.split("__")
        if last not in OPERATORS:
            path, last = [*path, last], "eq"
        if not path or not all(path):
            raise ValueError(f"{name}: expected field__op with op one of {', '.join(OPERATORS)}")
        result.append((tuple(path), last, value))
    return result


def matches(entry: Mapping[str, Any], conditions: list[Condition]) -> bool:
    """Whether all `conditions` hold for `entry`. A missing field satisfies only ne and exists=False."""
    return all(OPERATORS[op](_field(entry, path), value) for path, op, value in conditions)


def _field(entry: Mapping[str, Any], path: tuple[str, ...]) -> Any:
    found: Any = entry
    for name in path:
        if not isinstance(found, Mapping) or name not in found:
            return _MISSING
        found = found[name]
    return found
