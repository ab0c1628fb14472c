"""Which files without proof tests wait for, and in which order a review frees most."""

from __future__ import annotations

from dataclasses import asdict

from metrics.held_back import Step, held_back, sentences_of


def test_nothing_is_held_back_where_no_test_leans_on_an_unproven_file() -> None:
    assert held_back({}) == held_back({"t": ()}) == []
    assert sentences_of([]) == []


def test_the_file_that_frees_most_tests_comes_first() -> None:
    needs = {
        "a1": ["core"],
        "a2": ["core"],
        "b": ["other"],
        "ab": ["core", "other"],
        "abc": ["core", "other", "x"],
    }
    assert held_back(needs) == [Step(("core",), 2), Step(("other",), 2), Step(("x",), 1)]


def test_files_that_free_nothing_one_by_one_go_together_the_most_wanted_first() -> None:
    needs = {"t": ["a", "b"], "u": ["a", "b"], "v": ["b", "c", "d"]}
    assert held_back(needs) == [Step(("b", "a"), 2), Step(("c", "d"), 1)]


def test_a_large_set_is_worth_it_where_many_tests_need_all_of_it() -> None:
    needs = {f"t{n}": ["a", "b", "c"] for n in range(9)} | {"u": ["d"]}
    assert [step.tests for step in held_back(needs)] == [9, 1]


def test_the_first_steps_are_told_in_words() -> None:
    many = [asdict(Step(tuple(f"f{n}.py" for n in range(8)), 30))]
    assert sentences_of(many) == [
        "Held back: 30 tests that pass with all candidates wait for f0.py, f1.py, f2.py, f3.py, f4.py, f5.py and 2 more"
        " together."
    ]
    steps = [asdict(Step((f"{name}.py",), 5 - place)) for place, name in enumerate("abcde")]
    assert sentences_of(steps) == [
        "Held back: 5 tests that pass with all candidates wait for a.py alone.",
        "Then 4 wait for b.py alone.",
        "Then 3 wait for c.py alone.",
        "The other 3 wait for several files more.",
    ]
