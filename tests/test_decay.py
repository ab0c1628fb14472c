"""Evaporation and inhibition: the laws, and that values fade by ticks waited only."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from environment.decay import (
    effective_inhibition,
    effective_intensity,
    evaporated,
    exponential,
    faded,
    linear,
    ticks_waited,
)
from environment.medium_settings import MediumSettings

SETTINGS = MediumSettings()
values = st.floats(0.0, 1.0)
rates = st.floats(0.0, 2.0)
ticks = st.integers(0, 200)
laws = st.sampled_from([exponential, linear])


def test_the_formulas_of_the_contract() -> None:
    assert evaporated(1.0, 1, SETTINGS) == pytest.approx(math.exp(-0.05))
    assert evaporated(0.12, 3, MediumSettings(decay_type="linear")) == 0.0
    assert evaporated(0.12, 1, MediumSettings(decay_type="linear")) == pytest.approx(0.07)
    assert faded(0.5, 2, SETTINGS) == pytest.approx(0.5 * math.exp(-0.8))
    # A single retry inhibits for five ticks: 0.5 · e^(−0.4 · 4) is still above 0.1.
    assert faded(0.5, 4, SETTINGS) > 0.1 > faded(0.5, 5, SETTINGS)


@given(laws, values, rates, ticks)
def test_fading_never_grows_and_never_goes_below_zero(law: Any, value: float, rate: float, n: int) -> None:
    assert 0.0 <= law(value, rate, n + 1) <= law(value, rate, n) <= value


@given(laws, values, rates, ticks, ticks)
def test_n_ticks_and_then_m_are_n_plus_m(law: Any, value: float, rate: float, n: int, m: int) -> None:
    assert law(law(value, rate, n), rate, m) == pytest.approx(law(value, rate, n + m), abs=1e-9)


@given(laws, values, rates)
def test_no_tick_changes_nothing(law: Any, value: float, rate: float) -> None:
    assert law(value, rate, 0) == value


@pytest.mark.parametrize("law", [exponential, linear])
def test_time_does_not_run_backwards(law: Any) -> None:
    with pytest.raises(ValueError, match="backwards"):
        law(1.0, 0.1, -1)


def test_an_unknown_law_is_named() -> None:
    with pytest.raises(ValueError, match=r"'sudden'.*exponential"):
        evaporated(1.0, 1, MediumSettings(decay_type="sudden"))


@pytest.mark.parametrize("state", ["in_progress", "transformed", "tested", "validated", "failed"])
def test_a_file_that_does_not_wait_keeps_its_intensity(state: str) -> None:
    status = {"status": state, "tick": 2, "waited": 3}
    assert ticks_waited(status, 10) == 3
    assert effective_intensity({"intensity": 1.0}, status, 10, SETTINGS) == pytest.approx(math.exp(-0.15))


@pytest.mark.parametrize("state", ["pending", "retry"])
def test_a_waiting_file_fades_each_tick(state: str) -> None:
    status = {"status": state, "tick": 2, "waited": 3}
    assert ticks_waited(status, 10) == 11
    assert effective_intensity({"intensity": 1.0}, status, 10, SETTINGS) == pytest.approx(math.exp(-0.55))


def test_a_fresh_deposit_starts_anew() -> None:
    status = {"status": "pending", "tick": 5, "waited": 3}
    fresh = {"intensity": 1.0, "waited_before": 3}
    assert effective_intensity(fresh, status, 5, SETTINGS) == 1.0
    assert effective_intensity(fresh, status, 6, SETTINGS) == pytest.approx(math.exp(-0.05))


def test_a_task_without_a_state_does_not_fade() -> None:
    assert effective_intensity({"intensity": 0.7}, None, 40, SETTINGS) == 0.7


def test_inhibition_fades_whatever_the_state() -> None:
    status = {"status": "validated", "tick": 3, "inhibition": 0.5}
    assert effective_inhibition(status, 5, SETTINGS) == pytest.approx(0.5 * math.exp(-0.8))
