"""The budget: never over its ceiling by a planned call, exact, safe between threads, restorable."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from environment.budget import Budget, Reservation


def taken(reservation: Reservation | None) -> Reservation:
    assert reservation is not None
    return reservation


def test_a_call_that_does_not_fit_is_not_reserved() -> None:
    budget = Budget(max_tokens=1000)
    first = taken(budget.reserve(800))
    assert budget.reserve(201) is None
    assert not budget.exhausted, "it may fit once the first call gives back what it did not use"
    budget.settle(first, 300)
    assert budget.spent_tokens == 300
    assert taken(budget.reserve(700)).tokens == 700


def test_the_money_ceiling_holds_to_the_cent() -> None:
    budget = Budget(max_usd=0.3)
    for _ in range(3):
        budget.settle(taken(budget.reserve(10, 0.1)), 10, 0.1)
    assert budget.spent_usd == 0.3
    assert budget.exhausted
    assert budget.reserve(0, 0.000001) is None


def test_no_ceiling_means_none() -> None:
    budget = Budget(max_usd=0)
    budget.settle(taken(budget.reserve(10**9, 10**6)), 10**9, 10**6)
    assert not budget.exhausted
    assert budget.tokens_left is None


def test_real_usage_above_the_estimate_is_charged() -> None:
    budget = Budget(max_tokens=100)
    budget.settle(taken(budget.reserve(90)), 130)
    assert budget.spent_tokens == 130
    assert budget.tokens_left == 0
    assert budget.exhausted


def test_exhausted_when_not_even_a_lone_call_fits() -> None:
    budget = Budget(max_tokens=100)
    assert budget.reserve(101) is None
    assert budget.exhausted
    taken(budget.reserve(50))
    assert not budget.exhausted, "a smaller call fitted"


def test_a_reservation_is_settled_once_and_by_its_own_budget() -> None:
    budget = Budget(max_tokens=100)
    reservation = taken(budget.reserve(10))
    budget.settle(reservation, 10)
    with pytest.raises(ValueError, match="settled already"):
        budget.settle(reservation, 10)
    with pytest.raises(ValueError, match="another budget"):
        budget.settle(taken(Budget().reserve(1)), 1)


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="max_tokens -1"):
        Budget(max_tokens=-1)
    with pytest.raises(ValueError, match="max_usd"):
        Budget(max_usd=-0.5)
    with pytest.raises(ValueError, match="can't cost"):
        Budget().reserve(-1)
    with pytest.raises(ValueError, match="can't have cost"):
        Budget().settle(taken(Budget().reserve(1)), 1, -2.0)


def test_a_resumed_run_goes_on_where_it_was() -> None:
    budget = Budget(max_tokens=100, max_usd=1.0)
    budget.settle(taken(budget.reserve(40, 0.1)), 30, 0.07)
    taken(budget.reserve(40, 0.1))
    resumed = Budget(max_tokens=100, max_usd=1.0)
    resumed.restore(budget.state())
    assert (resumed.spent_tokens, resumed.spent_usd) == (30, 0.07)
    assert resumed.reserve(71) is None
    assert taken(resumed.reserve(70)).tokens == 70


@given(st.lists(st.tuples(st.integers(0, 60), st.floats(0.0, 1.0)), max_size=40), st.integers(0, 300))
def test_calls_within_their_estimate_never_pass_the_ceiling(
    calls: list[tuple[int, float]], ceiling: int
) -> None:
    budget = Budget(max_tokens=ceiling)
    charged = 0
    for estimate, share in calls:
        reservation = budget.reserve(estimate)
        if reservation is not None:
            budget.settle(reservation, int(estimate * share))
            charged += int(estimate * share)
        assert budget.spent_tokens == charged <= ceiling


def test_many_threads_share_one_ceiling() -> None:
    budget = Budget(max_tokens=1000)

    def call(_: int) -> int:
        reservation = budget.reserve(7)
        if reservation is None:
            return 0
        budget.settle(reservation, 7)
        return 7

    with ThreadPoolExecutor(8) as pool:
        used = sum(pool.map(call, range(400)))
    assert used == budget.spent_tokens <= 1000
    assert used >= 1000 - 8 * 7


# -- by file -----------------------------------------------------------------------------------------------------


def test_one_file_has_a_ceiling_of_its_own_and_others_go_on() -> None:
    budget = Budget(max_tokens=1000, file_tokens=100, file_usd=0.5)
    budget.settle(taken(budget.reserve(90, 0.2, "a.py")), 80, 0.2)
    assert budget.reserve(30, 0.0, "a.py") is None
    assert "a.py may still cost" in budget.short_of(30, 0.0, "a.py")
    assert budget.reserve(10, 0.31, "a.py") is None, "money counts too"
    assert not budget.exhausted, "the run has enough for others"
    taken(budget.reserve(100, 0.5, "b.py"))
    taken(budget.reserve(20, 0.3, "a.py"))


def test_what_a_file_has_cost_counts_over_a_resume() -> None:
    budget = Budget(file_tokens=100)
    budget.settle(taken(budget.reserve(90, 0.0, "a.py")), 80)
    resumed = Budget(file_tokens=100)
    resumed.restore(budget.state())
    assert resumed.reserve(30, 0.0, "a.py") is None and taken(resumed.reserve(20, 0.0, "a.py"))


def test_a_large_call_that_does_not_fit_says_nothing_about_small_ones() -> None:
    budget = Budget(max_tokens=100)
    budget.settle(taken(budget.reserve(10)), 10)
    assert budget.reserve(95) is None and "the budget has left" in budget.short_of(95)
    assert not budget.exhausted, "a call like the first would fit"
    budget.settle(taken(budget.reserve(85)), 85)
    assert budget.exhausted, "not even the smallest would"
