"""Suspicion by lines, kinds of failures, and lines of an original found again in its migrated text."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from environment.traces import Frame
from verification.attribution import blame
from verification.line_map import LineMap
from verification.results import TestOutcome, line_numbers
from verification.runners import looks_like_test
from verification.settings import VerificationSettings
from verification.sites import Statement
from verification.suspicion import LineCounts, Spectrum, failure_kind

IN_TEST = Frame("tests/test_x.py", 3, "test")


def mask(*lines: int) -> int:
    return sum(1 << line for line in set(lines))


def failing(name: str = "t", message: str = "no", frames: tuple[Frame, ...] = (IN_TEST,)) -> TestOutcome:
    return TestOutcome(name, "failed", "tests/test_x.py", "AssertionError", message, frames)


def spectrum(
    touched: Mapping[str, Mapping[str, int]],
    bad: set[str],
    before: Mapping[str, Mapping[str, int]] | None = None,
    sites: Mapping[str, list[int]] | None = None,
    kinds: Mapping[str, tuple[str, str]] | None = None,
    unknown: frozenset[str] = frozenset(),
) -> Spectrum:
    ran = touched if before is None else before
    return Spectrum(
        touched,
        frozenset(bad),
        frozenset(touched) - bad,
        {k: [Statement(n, n, True) for n in lines] for k, lines in (sites or {}).items()},
        looks_like_test,
        kinds=kinds or {},
        before=lambda test, key: ran.get(test, {}).get(key, 0),
        known=lambda key: key not in unknown,
    )


class TestLines:
    def test_the_line_that_only_failing_tests_run_gives_its_file_away(self) -> None:
        touched = {
            "t": {"a.py": mask(1, 2), "b.py": mask(1, 7)},
            "u": {"a.py": mask(1, 2), "b.py": mask(1)},
            "v": {"a.py": mask(1, 2)},
        }
        assert blame(failing(), spectrum(touched, {"t"})) == ("b.py",)

    def test_lines_that_run_because_the_test_fails_say_nothing(self) -> None:
        touched = {
            "t": {"a.py": mask(1, 2), "report.py": mask(5, 6)},
            "u": {"a.py": mask(1)},
        }
        before = {"t": {"a.py": mask(1, 2)}, "u": {"a.py": mask(1)}}
        assert blame(failing(), spectrum(touched, {"t"}, before)) == ("a.py",)

    def test_other_failures_do_not_blur_the_cause_of_this_one(self) -> None:
        touched = {"t": {"a.py": mask(1, 9), "b.py": mask(1)}, "u": {"a.py": mask(1)}}
        touched |= {f"other{n}": {"b.py": mask(1)} for n in range(5)}
        kinds = {"t": ("AssertionError", "#")} | dict.fromkeys(
            [f"other{n}" for n in range(5)], ("KeyError", "#")
        )
        bad = {name for name in touched if name != "u"}
        assert blame(failing(), spectrum(touched, bad)) == ("b.py",), "one cause assumed for all"
        assert blame(failing(), spectrum(touched, bad, kinds=kinds)) == ("a.py", "b.py")

    def test_a_rewritten_line_is_charged_unless_it_pales_beside_another(self) -> None:
        touched = {"t": {"a.py": mask(1), "b.py": mask(7)}, "u": {"a.py": mask(1)}}
        made = spectrum(touched, {"t"}, sites={"a.py": [1]})
        assert blame(failing(), made) == ("a.py", "b.py"), "0.71 for what was rewritten, 1 for what was kept"
        touched |= {f"v{n}": {"a.py": mask(1)} for n in range(5)}
        assert blame(failing(), spectrum(touched, {"t"}, sites={"a.py": [1]})) == ("b.py",)

    def test_a_dead_test_is_judged_by_what_it_ran_before(self) -> None:
        touched = {"t": {"a.py": 0}, "u": {"a.py": mask(1)}}
        before = {"t": {"a.py": mask(1, 4)}, "u": {"a.py": mask(1)}}
        assert blame(failing(frames=()), spectrum(touched, {"t"}, before)) == ("a.py",)


class TestFrames:
    def test_what_calls_the_test_is_not_to_blame(self) -> None:
        runner = Frame("product/runtest.py", 9)
        touched = {
            "t": {"a.py": mask(1), "product/runtest.py": mask(9)},
            "u": {"product/runtest.py": mask(9)},
        }
        assert blame(failing(frames=(runner, IN_TEST)), spectrum(touched, {"t"})) == ("a.py",)

    def test_an_exception_charges_whom_stands_out_where_its_own_file_does_not(self) -> None:
        frames = (IN_TEST, Frame("victim.py", 3))
        touched = {"t": {"victim.py": mask(3), "culprit.py": mask(8)}}
        touched |= {f"u{n}": {"victim.py": mask(3)} for n in range(4)}
        assert blame(failing(frames=frames), spectrum(touched, {"t"})) == ("victim.py", "culprit.py")
        touched = {"t": {"victim.py": mask(3), "bystander.py": mask(8)}, "u": {"victim.py": mask(1)}}
        assert blame(failing(frames=frames), spectrum(touched, {"t"})) == ("victim.py",)

    def test_generated_code_is_charged_to_what_was_run_to_make_it(self) -> None:
        frames = (IN_TEST, Frame("runtime.py", 3), Frame("memory:0x7f", 12))
        touched = {"t": {"runtime.py": mask(3), "generator.py": mask(8)}, "u": {"runtime.py": mask(3)}}
        nowhere = frozenset({"memory:0x7f"})
        alone = spectrum(touched, {"t"}, unknown=nowhere)
        assert blame(failing(frames=frames), alone) == ("generator.py", "runtime.py")
        two = spectrum({**touched, "v": touched["t"]}, {"t", "v"}, unknown=nowhere)
        assert blame(failing(frames=frames), two) == ("generator.py",)
        without = spectrum(touched, {"t"}, before={}, unknown=nowhere)
        assert blame(failing(frames=frames), without) == ("runtime.py",), "never a file that there is not"


class TestKinds:
    def test_failures_of_one_kind_differ_in_particulars_only(self) -> None:
        assert failure_kind("E", "'a' at 0x7f3 is 12") == failure_kind("E", '"bcd" at 0x1 is 3\nmore')
        assert failure_kind("E", "is 1") != failure_kind("E", "was 1")
        assert failure_kind("E", "bad (a.py, line 3)") == failure_kind("E", "bad (memory:0xf, line 12)")
        assert failure_kind("E", "x") != failure_kind("F", "x")


@given(st.lists(st.sets(st.integers(0, 70)), max_size=40))
def test_counts_are_those_of_the_masks(sets: list[set[int]]) -> None:
    counts = LineCounts(mask(*one) for one in sets)
    assert all(counts[line] == sum(line in one for one in sets) for line in range(72))


class TestLineMap:
    def test_lines_that_were_kept_move_and_rewritten_blocks_stay_blocks(self) -> None:
        made = LineMap(b"a\nprint b\nc\nd\n", b"import x\na\nprint(\n  b)\nc\nd\n")
        assert line_numbers(made.carry(mask(1, 3, 4))) == [2, 5, 6]
        assert line_numbers(made.carry(mask(2))) == [3, 4]

    def test_lines_that_are_gone_are_nowhere(self) -> None:
        assert LineMap(b"a\nb\nc\n", b"a\nc\n").carry(mask(2)) == 0

    @given(
        st.lists(st.sampled_from("abcde")), st.lists(st.sampled_from("abcde")), st.sets(st.integers(1, 12))
    )
    def test_it_carries_each_line_for_itself(self, old: list[str], new: list[str], lines: set[int]) -> None:
        made = LineMap("\n".join(old).encode(), "\n".join(new).encode())
        whole = made.carry(mask(*lines))
        singly = 0
        for line in lines:
            singly |= made.carry(mask(line))
        assert whole == singly
        assert all(1 <= line <= max(1, len(new)) for line in line_numbers(whole))
        if old == new:
            assert whole == mask(*(line for line in lines if line <= len("\n".join(old).splitlines())))


@given(st.floats(0, 100), st.floats(0.1, 100))
def test_no_test_gets_more_time_than_set_nor_less_than_ten_seconds_of_it(
    slowest: float, allowed: float
) -> None:
    given = VerificationSettings(test_timeout_seconds=allowed).given(slowest)
    limit = given.test_timeout_seconds
    assert min(allowed, 10.0) <= limit <= allowed
    assert limit == allowed or limit >= 20 * slowest
    assert min(limit, 2 * slowest, 0.1) <= given.hung_test_seconds <= limit
