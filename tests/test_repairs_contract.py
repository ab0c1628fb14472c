"""What holds for every repair: its example is repaired as it says, and correct code has nothing to fear from it."""

from __future__ import annotations

import pytest
from repairing import candidates

from migration.repairing.registry import all_repairs
from migration.repairing.repair import Repair

REPAIRS = all_repairs()


@pytest.mark.parametrize("repair", REPAIRS, ids=lambda r: r.id)
def test_the_example_is_repaired_by_the_first_candidate(repair: Repair) -> None:
    found = candidates(
        repair.before,
        repair.failure.signature,
        repair.failure.line,
        repairs=(repair,),
        original=repair.original or None,
    )
    assert found and found[0] == repair.after


@pytest.mark.parametrize("repair", REPAIRS, ids=lambda r: r.id)
def test_it_says_what_it_is(repair: Repair) -> None:
    assert repair.summary and repair.caveats and repair.id.isidentifier()
    assert repair.pattern.search(repair.failure.signature)
    compile(repair.after, "after", "exec")


@pytest.mark.parametrize("repair", REPAIRS, ids=lambda r: r.id)
def test_another_failure_at_the_same_place_is_none_of_its_business(repair: Repair) -> None:
    found = candidates(
        repair.before, "ZeroDivisionError: division by zero", repair.failure.line, repairs=(repair,)
    )
    assert found == []


@pytest.mark.parametrize("repair", REPAIRS, ids=lambda r: r.id)
def test_a_failure_without_a_place_is_survived(repair: Repair) -> None:
    candidates("x = 1\n", repair.failure.signature, 0, repairs=(repair,))
    candidates("x = 1\n", repair.failure.signature, 1, repairs=(repair,))
    candidates("x = 1\n", repair.failure.signature, 99, repairs=(repair,))
