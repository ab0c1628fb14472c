"""All repairs, discovered from the modules of migration/repairs/."""

from __future__ import annotations

from functools import lru_cache

from migration.discovery import defined_in
from migration.repairing.repair import Repair


@lru_cache(maxsize=1)
def all_repairs() -> tuple[Repair, ...]:
    """Every repair in working order: each module of migration.repairs (but `_private` ones) defines one as `REPAIR`."""
    import migration.repairs

    found: list[Repair] = defined_in(migration.repairs, "REPAIR")
    ids = [repair.id for repair in found]
    if len(set(ids)) != len(ids):
        raise ValueError("two repairs have the same id: " + ", ".join(sorted(ids)))
    return tuple(sorted(found, key=lambda r: (r.order, r.id)))
