"""Which repairs are tried next, after what came of the earlier ones."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from environment.traces import Frame, Issue, Observation, OpenSite, Trial
from migration.code_model import Request
from migration.models.repair_engine import RepairingEngine, _own_changes
from migration.models.rule_engine import RuleEngine
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairing.search import Plan, next_plan
from migration.repairing.trial_memory import recalled
from migration.repairing.trial_outcomes import after_worse, settled
from migration.repository.index import RepositoryIndex

TEXT = "a = 1\nb = 2\nc = 3\nd = 4\n"
INDEX = RepositoryIndex(["m.py"])


def issue(line: int, message: str = "bad", test: str = "") -> Issue:
    return Issue(test or f"t{line}", "m.py", line, "ValueError", message, (Frame("m.py", line, "f"),))


def to(*values: int) -> Repair:
    """A repair that offers these values for the number on the failing line, in order."""

    def offer(scene: Scene, match: re.Match[str]) -> Candidates:
        start = scene.module.line_starts[scene.lines[0] - 1]
        for value in values:
            yield Candidate((scene.module.replace_span((start + 4, start + 5), str(value)),), value)

    return Repair(
        id="number",
        summary="-",
        failure=Failure("ValueError", "bad"),
        before="",
        after="",
        pattern=re.compile("ValueError: bad"),
        offer=offer,
    )


def plan(
    text: str, issues: list[Issue], trials: tuple[Trial, ...] = (), number: int = 1, *values: int
) -> Plan:
    return next_plan(
        text, issues, trials, key="m.py", number=number, repairs=(to(*(values or (7, 8))),), index=INDEX
    )


def test_independent_failures_are_answered_together() -> None:
    found = plan(TEXT, [issue(1), issue(3)])
    assert found.fresh and found.text == "a = 7\nb = 2\nc = 7\nd = 4\n"
    assert [(t.line, t.where, t.outcome) for t in found.trials] == [(1, "a = 7", ""), (3, "c = 7", "")]


def test_the_same_failure_of_several_tests_is_answered_once() -> None:
    found = plan(TEXT, [issue(1, test="x"), issue(1, test="y")])
    assert len(found.trials) == 1 and found.trials[0].tests == ("x", "y")


def test_a_failure_nobody_knows_leaves_the_text_alone() -> None:
    found = plan(TEXT, [issue(1, "unheard of")])
    assert not found.fresh and found.text == TEXT and not found.trials


def test_a_batch_that_made_it_worse_comes_back_in_halves_and_at_last_alone() -> None:
    issues = [issue(n) for n in (1, 2, 3, 4)]
    first = plan(TEXT, issues)
    assert len(first.trials) == 4
    second = plan(TEXT, issues, settled(first.trials, "worse"), 2)
    assert second.text == "a = 7\nb = 7\nc = 3\nd = 4\n"
    third = plan(TEXT, issues, settled(second.trials, "worse"), 3)
    assert third.text == "a = 1\nb = 2\nc = 7\nd = 7\n", "the other half is less suspected"
    fourth = plan(TEXT, issues, settled(third.trials, "worse"), 4)
    assert fourth.text == "a = 7\nb = 2\nc = 3\nd = 4\n"
    fifth = plan(TEXT, [issue(1)], settled(fourth.trials, "worse"), 5)
    assert fifth.text == "a = 8\nb = 2\nc = 3\nd = 4\n", "what failed alone is not tried again"


def test_of_a_batch_that_made_it_worse_the_one_goes_at_whose_line_tests_fail_now() -> None:
    issues = [issue(1), issue(3)]
    first = plan(TEXT, issues)
    worse = after_worse(first.trials, [*issues, issue(3, "seven is no good", "other")], issues)
    assert [t.outcome for t in worse] == ["withheld", "undone"]
    second = plan(TEXT, issues, worse, 2)
    assert second.text == "a = 7\nb = 2\nc = 8\nd = 4\n", "the other is not suspected"
    deeper = replace(issue(9, "x", "other"), frames=(Frame("m.py", 3, "f"), Frame("m.py", 9, "g")))
    assert after_worse(first.trials, [*issues, deeper], issues) == worse
    nobody = after_worse(first.trials, [*issues, issue(4, test="other")], issues)
    assert [t.outcome for t in nobody] == ["worse", "worse"]


def test_where_text_and_bytes_both_come_what_takes_either_is_next() -> None:
    def offer(scene: Scene, match: re.Match[str]) -> Candidates:
        for variant, new in (("subject", "7"), ("pattern", "8"), ("either", "9")):
            yield Candidate((scene.module.replace_span((4, 5), new),), int(new), variant)

    repairs = (replace(to(7), offer=offer),)

    def planned(trials: tuple[Trial, ...], number: int) -> Plan:
        return next_plan(TEXT, [issue(1)], trials, key="m.py", number=number, repairs=repairs, index=INDEX)

    first = planned((), 1)
    other = issue(1, "'str' object has no attribute 'decode'", "other")
    second = planned(after_worse(first.trials, [other], [issue(1)]), 2)
    assert [t.outcome for t in second.trials] == ["both", ""] and second.text.startswith("a = 9\n")
    again = planned(after_worse(first.trials, [issue(1, "no good", "other")], [issue(1)]), 2)
    assert [t.outcome for t in again.trials] == ["undone", ""] and again.text.startswith("a = 8\n")


def test_what_one_repair_did_the_next_does_not_take_back() -> None:
    first = plan(TEXT, [issue(1)], (), 1, 7)
    back = plan(first.text, [issue(1, "bad again")], settled(first.trials, "kept"), 2, 1, 5)
    assert back.text == "a = 5\nb = 2\nc = 3\nd = 4\n"


def test_a_repair_that_changed_nothing_is_taken_out_and_the_next_candidate_tried() -> None:
    first = plan(TEXT, [issue(1)])
    second = plan(first.text, [issue(1)], settled(first.trials, "kept"), 2)
    assert second.text == "a = 8\nb = 2\nc = 3\nd = 4\n"
    assert [t.outcome for t in second.trials] == ["undone", ""]
    last = plan(second.text, [issue(1)], settled(second.trials, "kept"), 3)
    assert last.text == TEXT and not last.fresh, "in the end nothing useless stays"


def test_a_repair_behind_which_another_failure_lies_stays() -> None:
    first = plan(TEXT, [issue(1)])
    deeper = plan(first.text, [issue(2, test="t1")], settled(first.trials, "kept"), 2)
    assert deeper.text == "a = 7\nb = 7\nc = 3\nd = 4\n"


@pytest.mark.parametrize("outcome", ["kept", "gained"])
def test_a_repair_behind_which_its_line_fails_in_an_unknown_way_is_regretted(outcome: str) -> None:
    """What another repair of the same candidate gained speaks for that one."""
    first = plan(TEXT, [issue(1)])
    behind = issue(1, "seven is no good here")
    second = plan(first.text, [behind], settled(first.trials, outcome), 2)
    assert second.text == "a = 7\nb = 2\nc = 3\nd = 4\n".replace("7", "8")
    assert [(t.outcome, t.message) for t in second.trials] == [("undone", "bad"), ("", "bad")]


def test_a_refused_candidate_is_not_offered_again() -> None:
    first = plan(TEXT, [issue(1)])
    again = plan(TEXT, [issue(1)], settled(first.trials, "refused"), 2)
    assert again.text == "a = 8\nb = 2\nc = 3\nd = 4\n"


def test_edits_that_do_not_fit_together_wait() -> None:
    found = plan(TEXT, [issue(1, "bad one"), issue(1, "bad two")])
    assert len(found.trials) == 1


def test_two_sides_of_one_line_are_not_rewritten_at_once() -> None:
    def offer(scene: Scene, match: re.Match[str]) -> Candidates:
        start = scene.module.text.index(match["side"])
        yield Candidate((scene.module.replace_span((start, start + 1), "x"),), 10)

    sides = Repair(
        id="side",
        summary="-",
        failure=Failure("ValueError", "bad"),
        before="",
        after="",
        pattern=re.compile("ValueError: bad (?P<side>.)"),
        offer=offer,
    )
    failing = [issue(1, "bad p"), issue(1, "bad q"), issue(2, "bad r")]
    found = next_plan("p == q\nr\n", failing, (), key="m.py", number=1, repairs=(sides,), index=INDEX)
    assert found.text == "x == q\nx\n"


def test_the_same_question_has_the_same_answer() -> None:
    issues = [issue(n) for n in (4, 2, 3, 1)]
    assert plan(TEXT, issues) == plan(TEXT, list(reversed(issues)))


def test_the_outcome_of_the_latest_trials_is_read_from_the_trace() -> None:
    first = plan(TEXT, [issue(1)])
    trace = {
        "trials": [t.as_dict() for t in first.trials],
        "tried": "new",
        "base_issues": [issue(1).as_dict()],
    }
    now = [issue(2)]
    gained, failures = recalled({**trace, "best": "new", "gained": True}, now)
    assert gained[0].outcome == "gained" and failures == tuple(now)
    kept, _ = recalled({**trace, "best": "new", "gained": False}, now)
    assert kept[0].outcome == "kept"
    worse, failures = recalled({**trace, "best": "old"}, now)
    blamed, _ = recalled({**trace, "best": "old"}, [issue(1, "no good", "other")])
    assert blamed[0].outcome == "undone"
    assert worse[0].outcome == "worse" and failures == (issue(1),), (
        "the issues of a worse candidate are not the best's"
    )


def test_rules_come_first_and_repairs_only_after_a_failure() -> None:
    engine = RepairingEngine(RuleEngine(), [to(7)])
    request = Request("m.py", "print 1\n", INDEX)
    first = engine.propose(request)
    assert (
        first.texts["m.py"] == "print(1)\n" and first.candidates_on_failure == 1 and not first.candidates_left
    )
    later = replace(request, attempt=1, current=first.texts["m.py"])
    assert engine.propose(later).refusal, "nothing failed, so there is nothing to repair"


def test_what_2_7_was_seen_to_do_is_left_out_once_where_tests_fail_with_it() -> None:
    engine = RepairingEngine(RuleEngine(), [to(7)])
    text = "def f(x):\n    print x.encode('ascii') + ' '\n"
    seen = (Observation("encode", 2, 10, ("str ascii",)),)
    request = Request("m.py", text, INDEX, observations=seen)
    first = engine.propose(request)
    assert first.texts["m.py"] == "def f(x):\n    print(x + ' ')\n"
    later = replace(request, attempt=1, current=first.texts["m.py"])
    assert engine.propose(later).refusal, "nothing failed"
    failing = (issue(2, "unknown"),)
    second = engine.propose(replace(later, failures=failing))
    assert second.texts["m.py"] == "def f(x):\n    print(x.encode('ascii').decode('ascii') + ' ')\n"
    assert [(s.pattern, s.line) for s in second.open_sites["m.py"]] == [("unobserved", 2)]
    third = engine.propose(
        replace(later, attempt=2, failures=failing, trials=settled(second.trials or (), "worse"))
    )
    assert third.refusal, "it was tried"
    kept = settled(second.trials or (), "gained")
    repaired = engine.propose(
        Request("m.py", text, INDEX, second.texts["m.py"] + "a = 1\n", observations=seen, attempt=2,
                failures=(issue(3),), trials=kept)
    )  # fmt: skip
    assert repaired.texts["m.py"].endswith("a = 7\n")
    assert {c.author for c in repaired.changes["m.py"]} > {"repair:number"}, (
        "the rules' changes keep their authors"
    )


def test_native_strings_are_taken_otherwise_in_one_file_once_where_tests_fail() -> None:
    engine = RepairingEngine(RuleEngine(), [to(7)])
    text = "import struct\ndef f(x):\n    print x\n    return struct.pack('H', x)\n"
    index = RepositoryIndex({"p/__init__.py": "", "p/m.py": text}, {"p/m.py": text}.get)
    request = Request("p/m.py", text, index)
    first = engine.propose(request).texts["p/m.py"]
    assert "latin-1" not in first
    later = replace(request, attempt=1, current=first, failures=(issue(2, "unknown"),))
    second = engine.propose(later)
    assert "return struct.pack('H', x).decode(\"latin-1\")" in second.texts["p/m.py"]
    assert [(s.pattern, s.line) for s in second.open_sites["p/m.py"]] == [("native_strings", 4)]
    assert second.trials is not None
    assert engine.propose(replace(later, attempt=2, trials=settled(second.trials, "worse"))).refusal, "tried"
    repaired = engine.propose(
        replace(
            later,
            current=second.texts["p/m.py"] + "a = 1\n",
            attempt=2,
            failures=(issue(5),),
            trials=settled(second.trials, "gained"),
        )
    )
    assert repaired.texts["p/m.py"].endswith("a = 7\n")
    authors = {c.author for c in repaired.changes["p/m.py"]}
    assert authors == {"print_statement", "octet_text", "repair:number"}


def test_a_file_without_octets_is_not_looked_at_again() -> None:
    engine = RepairingEngine(RuleEngine(), [to(7)])
    first = engine.propose(Request("m.py", "print 1\n", INDEX)).texts["m.py"]
    again = Request("m.py", "print 1\n", INDEX, current=first, attempt=1, failures=(issue(1, "unknown"),))
    assert engine.propose(again).refusal


def test_changes_say_which_rule_or_repair_made_them_and_line_ends_stay() -> None:
    engine = RepairingEngine(RuleEngine(), [to(7)])
    request = Request("m.py", "print 1\r\nb = 2\r\n", INDEX)
    first = engine.propose(request)
    later = replace(request, attempt=1, current=first.texts["m.py"], failures=(issue(2),))
    second = engine.propose(later)
    assert second.texts["m.py"] == "print(1)\r\nb = 7\r\n"
    assert [(c.author, c.line) for c in second.changes["m.py"]] == [
        ("print_statement", 1),
        ("repair:number", 2),
    ]
    assert second.notes == ("repair number for ValueError: bad",)


def test_a_function_that_a_repair_adds_is_exact_and_the_line_that_calls_it_is_not() -> None:
    apart = "import os\n\n\ndef helper(v):\n    return v\n\nb = 2\na = helper(1)\n"
    told = [(c.line, c.semantic) for c in _own_changes("import os\nb = 2\na = 1\n", apart, ())]
    assert told == [(2, False), (8, True)]
    known = _own_changes("import os\nb = 2\nhelper = a = 1\n", apart, ())
    assert all(change.semantic for change in known), "it takes the place of another"
    instead = _own_changes("import os\nc = 7\nb = 2\na = 1\n", apart, ())
    assert all(change.semantic for change in instead), "a line went"


def test_a_repair_that_a_person_has_to_look_at_leaves_an_open_site() -> None:
    engine = RepairingEngine(RuleEngine(), [replace(to(7), doubt="look here")])
    request = Request("m.py", "print 1\nb = 2\n", INDEX)
    first = engine.propose(request)
    later = replace(request, attempt=1, current=first.texts["m.py"], failures=(issue(2),))
    assert engine.propose(later).open_sites["m.py"] == (OpenSite("number", 2, "look here"),)


def test_a_repair_is_shown_the_original_with_line_ends_as_those_of_the_text() -> None:
    seen: list[tuple[str, str]] = []

    def offer(scene: Scene, match: re.Match[str]) -> Candidates:
        seen.append((scene.original, scene.module.text))
        yield from ()

    engine = RepairingEngine(RuleEngine(), [replace(to(7), offer=offer)])
    request = Request("m.py", "x = 1\r\nprint x\r\n", INDEX)
    text = engine.propose(request).texts["m.py"]
    assert engine.propose(replace(request, attempt=1, current=text, failures=(issue(1),))).refusal
    assert seen[0] == ("x = 1\nprint x\n", "x = 1\nprint(x)\n")
