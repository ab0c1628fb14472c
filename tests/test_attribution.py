"""Comparing runs, finding the file to blame, and the statements that count."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from environment.traces import Change, Exactness, Frame, Issue
from verification.attribution import blame, issue_for, pins_spelling, telling
from verification.comparison import compare, match_ids, normal_id
from verification.results import SuiteRun, TestOutcome, executed, line_numbers
from verification.runners import looks_like_test
from verification.sites import Statement, rewritten, share_executed, unexecuted
from verification.suspicion import Spectrum


def mask(*lines: int) -> int:
    return sum(1 << line for line in set(lines))


def failing(
    name: str = "t", exception: str = "AssertionError", frames: tuple[Frame, ...] = ()
) -> TestOutcome:
    return TestOutcome(name, "failed", "tests/test_x.py", exception, "no", frames)


def spectrum(
    touched: dict[str, dict[str, int]], bad: set[str], sites: dict[str, list[int]] | None = None
) -> Spectrum:
    statements = {k: [Statement(n, n, True) for n in lines] for k, lines in (sites or {}).items()}
    return Spectrum(touched, frozenset(bad), frozenset(touched) - bad, statements, looks_like_test)


IN_TEST = Frame("tests/test_x.py", 3, "test")


class TestBlame:
    def test_an_exception_blames_the_deepest_product_frame(self) -> None:
        frames = (IN_TEST, Frame("a.py", 1), Frame("b.py", 9), Frame("tests/helper.py", 2))
        assert blame(failing(exception="KeyError", frames=frames), spectrum({}, {"t"})) == ("b.py",)
        both = blame(failing(exception="TypeError", frames=frames), spectrum({}, {"t"}))
        assert both == ("b.py", "tests/helper.py"), "a value may have been of the helper's making"

    def test_who_names_a_module_of_python_2_is_blamed_beside_who_imports_it(self) -> None:
        frames = (
            IN_TEST,
            Frame("top.py", 1, "<module>"),
            Frame("naming.py", 9, "<module>"),
            Frame("by.py", 2, "wrap"),
        )
        known, test = spectrum({}, {"t"}), failing(exception="ImportError", frames=frames)
        for message in (
            "Failed to import ['cPickle']",
            "No module named 'ConfigParser'",
            'no "urllib2.urlopen"',
        ):
            assert blame(replace(test, message=message), known) == ("by.py", "naming.py")
        assert blame(replace(test, message="No module named 'yaml'"), known) == ("by.py",)
        assert blame(replace(test, message="No module named cPickle", exception="KeyError"), known) == (
            "by.py",
        )
        statement = replace(test, frames=(*frames[:3], Frame("by.py", 2, "<module>")))
        assert blame(replace(statement, message="No module named 'cPickle'"), known) == ("by.py",)

    def test_what_a_thread_met_meanwhile_blames_its_own_deepest_frames(self) -> None:
        frames = (Frame("b.py", 3), Frame("tests/helper.py", 2))
        beside = failing(exception="TypeError", frames=frames)
        test = replace(failing(frames=(IN_TEST, Frame("a.py", 1))), beside=beside)
        assert blame(test, spectrum({}, {"t"})) == ("a.py", "b.py", "tests/helper.py")

    def test_what_was_not_refused_may_be_no_native_string_any_more(self) -> None:
        touched = {"t": {"a.py": mask(1, 2)}, "u": {"a.py": mask(1)}}
        test = failing(frames=(IN_TEST,))
        known = spectrum(touched, {"t"}, {"a.py": [2]})
        assert blame(replace(test, message="Invalid not raised by f"), known) == ("a.py", "tests/test_x.py")
        assert blame(replace(test, message="it was not raised"), known) == ("a.py",)

    def test_an_assertion_in_a_product_file_speaks_against_what_it_was_given(self) -> None:
        frames = (IN_TEST, Frame("asserting.py", 1))
        touched = {
            "t": {"asserting.py": mask(1), "a.py": mask(1, 2), "settled.py": mask(1)},
            "u": {"asserting.py": mask(1), "a.py": mask(1)},
        }
        test = replace(failing(exception="Mismatch", frames=frames), asserted=True)
        assert blame(test, spectrum(touched, {"t"}, {"a.py": []})) == ("asserting.py",), (
            "nothing rewritten ran"
        )
        both = spectrum(touched, {"t"}, {"a.py": [2], "asserting.py": [1]})
        assert blame(test, both) == ("a.py",), "a line that only the failing test runs"
        assert blame(test, spectrum(touched, {"t"})) == ("asserting.py",), "nothing else is being judged"
        assert blame(replace(test, asserted=False), both) == ("asserting.py",)

    def test_an_unmigrated_name_in_the_test_blames_the_test(self) -> None:
        test = failing(exception="NameError", frames=(IN_TEST,))
        assert blame(test, spectrum({"t": {"a.py": mask(1)}}, {"t"}, {"a.py": [1]})) == ("tests/test_x.py",)

    @pytest.mark.parametrize(
        ("message", "pins"),
        [
            ("\"f('a')\" != \"f(u'a')\"", True),
            ("\"f('a')\" != \"f(u'a')\"\n- f('a')\n+ f(u'a')\n?   +\n", True),
            ("\"f('a')\" != \"f(u'b')\"", False),
            ("\"f(u'a')\" != \"f('a')\"", False),
            ("'gnu' != 'gnu is'", False),
            ("'' != 'u'", False),
            ("\"'a' is no b\" != \"u'a' is no b\"", True),
            ("\"f(b'a')\" != \"f(u'a')\"", False),
            (
                "Lists differ: ['[...3 chars] != ['[u...]\n\n- ['x',\n-  '[\"a\"]']\n+ ['[u\"a\"]',\n+  'x']\n",
                True,
            ),
            (
                "Lists differ: ['[...3 chars] != ['[u...]\n\n- ['y',\n-  '[\"a\"]']\n+ ['[u\"a\"]',\n+  'x']\n",
                False,
            ),
            ("Lists differ: ['[...3 chars] != ['[u...]\n\nDiff is 921 characters long.", False),
            ("no", False),
        ],
    )
    def test_a_test_that_pins_how_python2_spells_text_blames_its_own_literal(
        self, message: str, pins: bool
    ) -> None:
        assert pins_spelling(message) is pins
        touched = {"t": {"a.py": mask(2)}, "u": {"a.py": mask(1)}}
        test = replace(failing(frames=(IN_TEST,)), message=message)
        charged = blame(test, spectrum(touched, {"t"}, {"a.py": [2]}))
        assert charged[0] == ("tests/test_x.py" if pins else "a.py")
        inside = replace(test, exception="KeyError", frames=(IN_TEST, Frame("a.py", 2)))
        assert blame(inside, spectrum(touched, {"t"})) == ("a.py",)

    def test_an_assertion_blames_the_rewrite_that_only_failing_tests_run(self) -> None:
        touched = {
            "t": {"a.py": mask(1, 2), "b.py": mask(5)},
            "u": {"a.py": mask(1)},
            "v": {"a.py": mask(1, 2)},
        }
        made = spectrum(touched, {"t"}, {"a.py": [1, 2], "b.py": [5]})
        assert blame(failing(frames=(IN_TEST,)), made) == ("b.py",)

    def test_files_that_cannot_be_told_apart_are_charged_together(self) -> None:
        made = spectrum({"t": {"a.py": mask(1), "b.py": mask(5)}}, {"t"}, {"a.py": [1], "b.py": [5]})
        assert blame(failing(frames=(IN_TEST,)), made) == ("a.py", "b.py")

    def test_without_rewrites_the_files_are_ranked_as_a_whole(self) -> None:
        touched = {"t": {"a.py": mask(1), "b.py": mask(5)}, "u": {"a.py": mask(1)}}
        assert blame(failing(frames=(IN_TEST,)), spectrum(touched, {"t"})) == ("b.py",)

    def test_a_test_that_touches_nothing_blames_its_own_file(self) -> None:
        assert blame(failing(frames=(IN_TEST,)), spectrum({}, {"t"})) == ("tests/test_x.py",)
        assert blame(failing(), spectrum({}, {"t"})) == ("tests/test_x.py",)

    def test_what_ran_at_import_is_charged_where_the_test_touches_nothing(self) -> None:
        """A wrong constant: no test executes its line, and only the test's own file is seen."""
        tests = {"t", "u", "v"}
        made = Spectrum(
            {"t": {"tests/test_x.py": mask(3)}},
            frozenset({"t"}),
            frozenset({"u", "v"}),
            {},
            looks_like_test,
            {"constants.py": {"t"}, "package.py": tests, "other.py": {"u"}},
        )
        assert blame(failing(frames=(IN_TEST,)), made) == ("constants.py", "tests/test_x.py")

    def test_a_rewritten_constant_is_charged_beside_the_file_that_uses_it(self) -> None:
        sites = {
            "constants.py": [Statement(4, 4, False)],
            "never.py": [Statement(9, 9, False)],
            "later.py": [Statement(1, 1, True)],
        }
        made = Spectrum(
            {"t": {"user.py": mask(3)}, "u": {"user.py": mask(3)}},
            frozenset({"t"}),
            frozenset({"u"}),
            sites,
            looks_like_test,
            {key: {"t"} for key in sites},
            {"constants.py": mask(4), "later.py": mask(1)},
        )
        assert blame(failing(frames=(IN_TEST,)), made) == ("user.py", "constants.py")

    def test_the_issue_names_the_line_in_the_charged_file(self) -> None:
        test = failing(exception="KeyError", frames=(IN_TEST, Frame("a.py", 7, "f"), Frame("b.py", 9, "g")))
        issue = issue_for(test, "a.py")
        assert (issue.file, issue.line, issue.exception, issue.test) == ("a.py", 7, "KeyError", "t")
        assert issue.frames[-1] == Frame("b.py", 9, "g")


class TestIds:
    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("t.py::f[1L]", "t.py::f[1]"),
            ("t.py::f[u'x']", "t.py::f['x']"),
            ("t.py::f[10L-2L]", "t.py::f[10-2]"),
        ],
    )
    def test_what_only_the_version_writes_is_dropped(self, old: str, new: str) -> None:
        assert normal_id(old) == new
        assert match_ids([old], [new]) == {old: new}

    def test_names_outside_the_brackets_stay(self) -> None:
        assert normal_id("t.py::test_1L") == "t.py::test_1L"

    def test_parameters_are_matched_by_position_if_their_number_is_the_same(self) -> None:
        assert match_ids(["f[a0]", "f[a1]"], ["f[b0]", "f[b1]"]) == {"f[a0]": "f[b0]", "f[a1]": "f[b1]"}
        assert match_ids(["f[a0]", "f[a1]"], ["f[b0]"]) == {}

    @given(st.lists(st.text("ab[]L1u'-", max_size=8), unique=True))
    def test_equal_ids_always_match_themselves(self, names: list[str]) -> None:
        assert match_ids(names, names) == {name: name for name in names}

    @given(
        st.lists(st.text("ab[]L1", max_size=6), unique=True),
        st.lists(st.text("ab[]L1", max_size=6), unique=True),
    )
    def test_no_id_is_matched_twice(self, old: list[str], new: list[str]) -> None:
        matched = match_ids(old, new)
        assert len(set(matched.values())) == len(matched)
        assert set(matched) <= set(old) and set(matched.values()) <= set(new)


class TestComparison:
    base = SuiteRun(tests={n: TestOutcome(n, "passed", "test_x.py") for n in ("a", "b", "c")})

    def test_a_test_that_was_not_collected_carries_the_reason(self) -> None:
        error = TestOutcome("test_x.py", "error", "test_x.py", "ImportError", "gone", (Frame("p.py", 2),))
        run = SuiteRun(tests={"a": TestOutcome("a", "passed")}, collect_errors={"test_x.py": error})
        made = compare(["a", "b"], self.base, run)
        assert made.retained == {"a"}
        assert (made.regressed["b"].exception, made.regressed["b"].frames[-1].file) == ("ImportError", "p.py")

    def test_zero_collected_is_never_success(self) -> None:
        made = compare(["a", "b", "c"], self.base, SuiteRun())
        assert made.retained == frozenset() and set(made.regressed) == {"a", "b", "c"}
        assert made.regressed["a"].exception == "NotCollected"

    def test_a_skipped_test_does_not_pass(self) -> None:
        run = SuiteRun(tests={"a": TestOutcome("a", "skipped", "test_x.py")})
        assert compare(["a"], self.base, run).regressed["a"].outcome == "skipped"


SOURCE = '''"""Docstring."""
import os
half = lambda x: x / 2
LIMIT = 7 // 2

def f(a,
      b):
    """Docstring."""
    if a:
        return b
    return [
        a,
        b,
    ]

class C(object):
    def g(self): return 1
'''


def sites(*lines: int, exactness: Exactness = Exactness.SEMANTIC) -> list[tuple[int, int]]:
    return [(s.first, s.last) for s in rewritten(SOURCE, [Change("r", exactness, n, n) for n in lines])]


class TestSites:
    def test_a_change_counts_for_its_innermost_statement(self) -> None:
        assert sites(9) == [(9, 9)]
        assert sites(12) == [(11, 14)]
        assert sites(7) == [(6, 7)]

    def test_exact_changes_and_docstrings_are_no_sites(self) -> None:
        assert sites(9, exactness=Exactness.EXACT) == []
        assert sites(1) == []

    def test_a_header_counts_as_run_when_its_body_did(self) -> None:
        header = rewritten(SOURCE, [Change("r", Exactness.SEMANTIC, 6, 6)])
        assert unexecuted(header, 0, mask(6)) == (6,)
        assert unexecuted(header, mask(9), mask(6)) == ()

    def test_module_level_counts_at_import_but_a_lambda_must_be_called(self) -> None:
        made = rewritten(SOURCE, [Change("r", Exactness.SEMANTIC, 3, 4)])
        assert unexecuted(made, 0, mask(3, 4)) == (3,)
        assert unexecuted(made, mask(3), mask(3, 4)) == ()

    def test_what_a_function_does_must_run_in_a_test_or_at_import(self) -> None:
        made = rewritten(SOURCE, [Change("r", Exactness.SEMANTIC, 9, 12)])
        assert unexecuted(made, mask(9, 11), 0) == (10,)
        assert unexecuted(made, mask(9, 11), mask(10)) == ()

    def test_a_function_that_the_import_calls_was_called(self) -> None:
        source = "def f(\n    a=1,\n):\n    return a\ndef g(a=1,\n      b=2): return a\nf(), g()\n"
        apart = rewritten(source, [Change("r", Exactness.SEMANTIC, 1, 2)])
        assert unexecuted(apart, 0, mask(1, 2, 4)) == ()
        assert unexecuted(apart, 0, mask(1, 2)) == (1,)
        shared = rewritten(source, [Change("r", Exactness.SEMANTIC, 5, 5)])
        assert unexecuted(shared, 0, mask(5, 6)) == (5,), "its lines run when it is defined"
        assert unexecuted(shared, mask(6), mask(5, 6)) == ()

    def test_share_of_executed_statements(self) -> None:
        assert share_executed("a = 1\nb = 2\n", mask(1), 0) == 0.5
        assert share_executed("# nothing\n", 0, 0) is None

    def test_text_that_does_not_parse_is_judged_by_its_lines(self) -> None:
        made = rewritten("print 1\n", [Change("r", Exactness.SEMANTIC, 1, 1)])
        assert unexecuted(made, mask(1), 0) == () and unexecuted(made, 0, 0) == (1,)


@given(st.sets(st.integers(1, 300)), st.integers(1, 300), st.integers(0, 20))
def test_line_masks_are_sets_of_lines(lines: set[int], first: int, length: int) -> None:
    assert line_numbers(mask(*lines)) == sorted(lines)
    assert executed(mask(*lines), first, first + length) == bool(
        lines & set(range(first, first + length + 1))
    )


def test_issues_of_each_kind_come_before_more_of_the_same() -> None:
    def issue(test: str, message: str) -> Issue:
        return Issue(test, "m.py", 3, "TypeError", message)

    many = [issue("t1", "one"), issue("t2", "one"), issue("t3", "other"), issue("t4", "one")]
    assert [i.test for i in telling(many)] == ["t1", "t3", "t2", "t4"]


@pytest.mark.parametrize(
    ("kind", "message", "charged"),
    [
        ("AssertionError", "b'abc' != 'abc'", ("m.py", "test_m.py")),
        ("AssertionError", "'abc' != b'abc'", ("m.py", "test_m.py")),
        ("error", "key must be bytes", ("m.py", "test_m.py")),
        ("AssertionError", "'\u00c3\\xa0' != '\u00e0'", ("m.py", "test_m.py")),
        ("AssertionError", "'\u00e2\u0082\u00ac' != '\u20ac'", ("m.py", "test_m.py")),
        ("AssertionError", "'\u00c3 la' != '\u00e0'", ("m.py",)),
        ("TypeError", "'<' not supported between instances of 'A' and 'B'", ("m.py", "test_m.py")),
        ("AssertionError", "'abc' != 'abd'", ("m.py",)),
    ],
)
def test_where_bytes_met_text_the_test_may_be_wrong_too(
    kind: str, message: str, charged: tuple[str, ...]
) -> None:
    frames = (Frame("test_m.py", 4, "t"),)
    test = TestOutcome("test_m.py::t", "failed", "test_m.py", kind, message, frames)
    spectrum = Spectrum(
        {"test_m.py::t": {"m.py": mask(1)}}, frozenset({"test_m.py::t"}), frozenset(), {}, looks_like_test
    )
    assert blame(test, spectrum) == charged
