"""The faults that benchmarks plant: what each operator makes, how sites are drawn, and how outcomes are counted."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from verification_fixtures import cache, tree  # noqa: F401

from benchmarks.faults.colony import decide
from benchmarks.faults.left_out import left_out
from benchmarks.faults.migrated import Migrated, MigratedFile
from benchmarks.faults.operators import OPERATORS, Fault, faults, planted
from benchmarks.faults.sampling import draw, missed_repairs
from benchmarks.faults.table import by_evidence, described, summary, survivors
from benchmarks.faults.trial import Bench, Journal, trials
from benchmarks.measured import write_result
from environment.traces import Evidence, EvidenceKind, Issue, Judgement
from stigmergy.settings import load
from verification.evidence import Subject

# By operator: a text, and what the operator makes of it (of its first site).
EXAMPLES = {
    "/ for //": ("x = a // 2", "x = a / 2"),
    "// for /": ("x = a / 2", "x = a // 2"),
    "text for bytes": ("x = b'a'", "x = 'a'"),
    "bytes for text": ("x = 'a'", "x = b'a'"),
    "lost encode or decode": ("x = a.encode('ascii')", "x = a"),
    "text mode for binary, or the reverse": ("open(p, 'rb')", "open(p, 'r')"),
    "lost list()": ("x = list(a)", "x = (a)"),
    "iterator consumed twice": ("x = [a for a in b]", "x = (a for a in b)"),
    "lost sorted()": ("x = sorted(a)", "x = list(a)"),
    "key= dropped": ("a.sort(key=len)", "a.sort(**{})"),
    "old name of a special method": ("def __bool__(self): return x", "def __nonzero__(self): return x"),
    "handler that catches nothing": (
        "try: a\nexcept OSError: b",
        "try: a\nexcept ZeroDivisionError: b",
    ),
    "wrong type asked for": ("isinstance(a, str)", "isinstance(a, bytes)"),
    "keys for items or values": ("for a in b.items(): c", "for a in b.keys(): c"),
    "is for ==, or the reverse": ("x = a == b", "x = a  is  b"),
    "dropped branch": ("if a:\n    b()\n    c()\nd()", "if a:\n    pass\n\nd()"),
    "negated condition": ("if a: b", "if (not (a)): b"),
    "off by one": ("x = a[1:]", "x = a[(1 + 1):]"),
    "changed constant": ("x = 4", "x = 5"),
    "changed text": ("x = 'abc'", "x = 'xbc'"),
    "wrong default": ("def f(a=1): return a", "def f(a=2): return a"),
    "swapped arguments": ("f(a, b)", "f(b, a)"),
    "swallowed exception": ("if a: raise E()", "if a: pass"),
    "lost return": ("def f(): return a", "def f(): (a)"),
    "lost statement": ("a.b()", "pass"),
    "other sign": ("x = a + b", "x = a - b"),
}


def test_every_operator_has_an_example() -> None:
    assert EXAMPLES.keys() == OPERATORS.keys()


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_operator_plants_its_fault(name: str) -> None:
    before, after = EXAMPLES[name]
    edits = [edit for found, edit in faults("a.py", before) if found == name]
    fault = planted("a.py", before, name, edits[0])
    assert fault is not None and fault.text == after


@pytest.mark.parametrize(
    "text",
    [
        "'''text of the module'''",  # what says what a thing is for changes no behaviour
        "x = f'{a // 2!r}'",  # positions inside formatted text are not those of the file
        "if __name__ == '__main__':\n    main",
        "print 'Python 2'",
    ],
)
def test_what_is_no_site(text: str) -> None:
    wrong = [name for name, edit in faults("a.py", text) if planted("a.py", text, name, edit)]
    assert set(wrong) <= {"is for ==, or the reverse", "bytes for text", "changed text"}
    assert "/ for //" not in wrong and "negated condition" not in wrong and "dropped branch" not in wrong


def test_a_fault_that_compiles_to_the_same_code_or_not_at_all_is_none() -> None:
    text = "x = a or b\n"
    from benchmarks.faults.operators import Edit

    assert planted("a.py", text, "n", Edit(0, 0, b" ")) is None
    assert planted("a.py", text, "n", Edit(4, 5, b"(a)")) is None
    assert planted("a.py", text, "n", Edit(4, 5, b"c")) is not None


def test_faults_keep_the_number_of_lines_and_texts_outside_ascii() -> None:
    text = "# é\nif a:\n    b('ü',\n      1)\nelse:\n    raise E('é')\nx = 'é'.encode('utf-8')[1:]\n"
    found = [planted("a.py", text, name, edit) for name, edit in faults("a.py", text)]
    made = [fault for fault in found if fault is not None]
    assert len(made) >= 10
    for fault in made:
        assert fault.text.count("\n") == text.count("\n")
        ast.parse(fault.text)
        assert fault.before != fault.after or "\n" in fault.text
    assert "x = 'é'[1:]" in {fault.after for fault in made}


def test_sites_are_drawn_by_seed_and_evenly_over_operators() -> None:
    texts = {
        "a.py": "\n".join(f"x{n} = a{n} // {n}" for n in range(2, 40)) + "\ny = sorted(z)\n",
        "b.py": "1 +\n",
    }
    drawn = draw(texts, 9, "1:p")
    assert [fault.id for fault in drawn] == [fault.id for fault in draw(texts, 9, "1:p")]
    assert [fault.id for fault in drawn] != [fault.id for fault in draw(texts, 9, "2:p")]
    assert len({fault.id for fault in drawn}) == len(drawn) == 9
    counts = [sum(fault.operator == name for fault in drawn) for name in ("/ for //", "changed constant")]
    assert counts == [4, 4] and sum(fault.operator == "lost sorted()" for fault in drawn) == 1


def test_most_repairs_of_the_reference_can_be_taken_back() -> None:
    from benchmarks.faults.migrated import REFERENCE

    texts = {
        p.relative_to(REFERENCE).as_posix(): p.read_text("utf-8", "replace") for p in REFERENCE.rglob("*.py")
    }
    found = missed_repairs(texts)
    assert len(found) > 35 and {f.operator for f in found} <= {
        "missed repair (loud)",
        "missed repair (silent)",
    }


def world(tmp_path: Path) -> tuple[Path, MigratedFile]:
    tree(tmp_path, {"a.py": "print(1)\n", "b.py": "x = 1\n"})
    return tmp_path, MigratedFile("a.py", "validated", (), False, (), ("print_statement",))


@pytest.mark.parametrize(
    ("confidence", "failing", "status"),
    [(0.9, 0, "validated"), (0.79, 1, "needs_review"), (0.3, 3, "retry"), (0.95, 6, "retry")],
)
def test_the_real_colony_decides(tmp_path: Path, confidence: float, failing: int, status: str) -> None:
    root, file = world(tmp_path)
    seen: list[str] = []

    def judge(place: Path, subjects: Sequence[Subject]) -> Mapping[str, Judgement]:
        seen.append((place / "a.py").read_text())
        evidence = Evidence(EvidenceKind.TESTS, "3", "2.7", 9, tuple(f"t{n}" for n in range(failing)))
        issues = tuple(Issue(f"t{n}", "a.py", 1, "E", "") for n in range(failing))
        return {s.key: Judgement(confidence, evidence, issues, 9, 9 - failing, failing) for s in subjects}

    decision = decide(root, b"print 1\n", file, "print(2)\n", (), judge, load())
    assert seen == ["print(2)\n"], "the candidate is judged in the tree, once"
    assert (decision.status, decision.kind) == (status, "tests")
    assert decision.validated is (status == "validated") and len(decision.issues) == failing
    assert (root / "a.py").read_text() == "print(1)\n", "and taken out again"


def row(**fields: object) -> dict[str, object]:
    state = {"status": "validated", "kind": "tests"}
    base = {
        "id": "1",
        "package": "p",
        "operator": "o",
        "file": "a.py",
        "line": 1,
        "before": "b",
        "after": "a",
    }
    return {**base, "control": state, "unrecorded": state, "recorded": state, "seen": "tests"} | {
        "witnesses": ["t"],
        **fields,
    }


def test_the_goal_counts_what_anyone_could_see() -> None:
    refused = {"status": "retry", "kind": "tests"}
    rows = [
        row(),
        row(recorded=refused),
        row(unrecorded=refused, recorded=refused),
        row(seen="probe", unrecorded={"status": "validated", "kind": "construction"}),
        row(seen="nobody", witnesses=[]),
        row(skipped="the file is not validated without the fault either"),
    ]
    told = summary(rows)
    assert (told["planted"], told["left_out"], told["visible"], told["nobody_could_see"]) == (5, 1, 4, 1)
    assert (told["let_through_visible"], told["share"], told["share_recorded"]) == (3, 0.75, 0.5)
    assert told["validated_by_tests_against_a_test"] == 2
    assert told["let_through_that_nobody_could_see"] == 1
    assert [r["seen"] for r in survivors(rows)] == ["tests", "tests", "probe", "nobody"]
    assert by_evidence(rows)[0]["planted"] == 5
    assert "not when recorded" in described(rows[1]) and "also when recorded" in described(rows[0])


def test_a_journal_survives_a_line_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "j" / "a.jsonl"
    Journal(path).add({"id": "1", "n": 1})
    with path.open("a") as stream:
        stream.write('{"id": "2", "n"')
    assert Journal(path).rows() == {"1": {"id": "1", "n": 1}}


def test_a_result_says_machine_and_command(tmp_path: Path) -> None:
    written = json.loads(write_result("x", {"n": 1}, tmp_path).read_text())
    assert (
        written["n"] == 1
        and written["machine"]["python"]
        and written["command"].startswith("python benchmarks/")
    )


@pytest.mark.python2
@pytest.mark.slow
def test_a_fault_is_planted_judged_and_looked_for(tmp_path: Path, cache: Path) -> None:  # noqa: F811
    """A fault that a test sees is refused; one that none sees is let through, and said to be seen by nobody."""
    from verification.interpreters import find_python2

    if find_python2() is None:
        pytest.skip("no Python 2.7 found: set STIGMERGY_PYTHON2 to one")
    test = """
        import unittest
        import lib

        class T(unittest.TestCase):
            def test_half(self):
                self.assertEqual(lib.half(7), 3)
                self.assertEqual(lib.Idle().wait(9), 4)
    """
    lib = """
        def half(n):
            return n %s 2

        class Idle(object):
            def wait(self, n, loud=False):
                if loud:
                    print%s
                return n %s 2
    """
    tree(tmp_path / "original", {"lib.py": lib % ("/", " n", "/"), "test_lib.py": test})
    tree(tmp_path / "tree", {"lib.py": lib % ("//", "(n)", "//"), "test_lib.py": test})
    files = {"lib.py": MigratedFile("lib.py", "validated", (), False, (), ("old_division",))}
    made = Migrated("p", tmp_path / "original", tmp_path / "tree", load(), files)
    bench = Bench(made, tmp_path / "scratch")
    (text,) = bench.texts().values()
    loud = Fault("x", "lib.py", 2, "", "", text.replace("n // 2", "n / 2", 1))
    silent = Fault("x", "lib.py", 7, "", "", text.replace("print(n)", "print(1)"))
    journal = Journal(tmp_path / "journal.jsonl")
    first, second = trials(bench, [loud, silent], journal)
    assert first["control"]["status"] == "validated" and first["control"]["kind"] == "tests"
    assert (first["unrecorded"]["status"] != "validated", first["seen"]) == (True, "tests")
    assert second["unrecorded"]["status"] == "validated" and second["seen"] == "nobody"
    assert second["recorded"]["kind"] == "tests_partial" and second["recorded"]["status"] == "needs_review"
    again = list(trials(bench, [loud, silent], journal))
    assert again == [first, second], "what is in the journal is not done again"


def test_what_the_rules_deliver_with_a_gap(tmp_path: Path) -> None:
    """Each rule that wrote in a file is left out once; what was repaired is not what the rules make."""
    before = {"a.py": "x = d.has_key(7 / 2)\n", "b.py": "print 1\n", "c.py": "y = d.has_key(1)\n"}
    tree(tmp_path, before)
    after = {"a.py": "x = 7 // 2 in d\n", "b.py": "print(1)\n", "c.py": "y = 1 in repaired\n"}
    found = {f.operator: f for f in left_out(tmp_path, after)}
    assert sorted(found) == ["rule left out: dict_has_key", "rule left out: old_division"]
    assert found["rule left out: old_division"].text == "x = 7 / 2 in d\n"
    assert found["rule left out: old_division"].after == "x = 7 / 2 in d"
