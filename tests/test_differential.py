"""Files without tests: the same executed behaviour under both interpreters, or named differences."""

# ruff: noqa: F811

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from verification_fixtures import Repository, cache, python2, subject  # noqa: F401

from environment.traces import EvidenceKind, Judgement
from verification import untested
from verification.differential import (
    Answer,
    Differential,
    compare_names,
    is_script,
    lines_the_same,
    observe,
)
from verification.interpreters import Interpreter
from verification.probes import Probe
from verification.test_runs import SuiteRunner

pytestmark = pytest.mark.python2


@pytest.fixture(autouse=True)
def _needs(python2: Interpreter) -> None:
    pass


def judge(
    tmp_path: Path, cache: Path, old: str, new: str, *semantic: int, key: str = "lonely.py", **fields: bool
) -> Judgement:
    repository = Repository(tmp_path, cache, {key: old}, {key: new})
    return repository.verifier().judge(repository.migrated, [subject(key, *semantic, **fields)])[key]


def test_equal_calls_that_run_the_rewritten_line(tmp_path: Path, cache: Path) -> None:
    judged = judge(
        tmp_path, cache, "def half(a, b):\n    return a / b\n", "def half(a, b):\n    return a // b\n" , 2
    )  # fmt: skip
    # 7 / 2.5 is 2.8 there and 7 // 2.5 is 2.0 here: the rewrite is wrong for floats, and is found out.
    assert judged.evidence.kind == EvidenceKind.DIFFERENTIAL
    assert 0.5 < judged.confidence <= 0.79
    assert any("2.5" in issue.test for issue in judged.issues)


def test_same_results_give_differential_evidence(tmp_path: Path, cache: Path) -> None:
    old = "def names(d):\n    return sorted(d.iterkeys())\n"
    judged = judge(tmp_path, cache, old, old.replace("iterkeys", "keys"), 2)
    assert (judged.evidence.kind, judged.confidence) == (EvidenceKind.DIFFERENTIAL, 0.9)
    assert judged.issues == ()


def test_a_lost_list_is_seen(tmp_path: Path, cache: Path) -> None:
    judged = judge(
        tmp_path, cache, "def f(d):\n    return d.keys()\n", "def f(d):\n    return  d.keys()\n", 2
    )
    assert judged.confidence <= 0.79 and "f({'a': 1, 'b': 2})" in [issue.test for issue in judged.issues]


def test_hash_order_is_accepted_and_counted(tmp_path: Path, cache: Path) -> None:
    old = "def f(d):\n    return list(set(['x', 'b', 'alpha', 'q', 'zeta', 'mid']))\n"
    judged = judge(tmp_path, cache, old, old.replace("d)", "d) "), 2)
    assert judged.issues == ()
    assert any("order 18" in note for note in judged.notes)
    assert judged.evidence.kind == EvidenceKind.PROBE


def test_an_unexecuted_rewrite_stays_a_probe(tmp_path: Path, cache: Path) -> None:
    old = "def f(a):\n    if a == 'never this':\n        return a / 2\n    return a\n"
    judged = judge(tmp_path, cache, old, old.replace("/ 2", "// 2"), 3)
    assert (judged.evidence.kind, judged.confidence) == (EvidenceKind.PROBE, 0.6)
    assert "nothing executed: 3" in " ".join(judged.notes)


def test_a_script_that_reads_input_at_top_level(tmp_path: Path, cache: Path) -> None:
    old = "name = raw_input('who? ')\nprint 'hello', name\n"
    new = "name = input('who? ')\nprint('hello', name)\n"
    judged = judge(tmp_path, cache, old, new, 1)
    # Its import ends by end of input under both: that is no failure, and with input it says the same.
    assert (judged.evidence.kind, judged.confidence) == (EvidenceKind.DIFFERENTIAL, 0.9)


def test_a_script_that_prints_something_else_is_found_out(tmp_path: Path, cache: Path) -> None:
    old = "import sys\nif __name__ == '__main__':\n    print 7 / 2\n"
    new = "import sys\nif __name__ == '__main__':\n    print(7 / 2)\n"
    judged = judge(tmp_path, cache, old, new)
    assert judged.evidence.kind == EvidenceKind.DIFFERENTIAL and judged.confidence < 0.79
    assert "3.5" in judged.issues[0].message


def test_the_exit_status_of_a_script_counts(tmp_path: Path, cache: Path) -> None:
    old = "import sys\nif __name__ == '__main__':\n    sys.exit(3)\n"
    assert judge(tmp_path, cache, old, old + "\n").confidence == 0.9
    assert judge(tmp_path / "b", cache, old, old.replace("3)", "4)")).confidence <= 0.79


def test_examples_in_docstrings_are_the_tests_of_a_file_that_has_no_others(
    tmp_path: Path, cache: Path
) -> None:
    shown = '        """\n        >>> C().f()\n        3\n        """\n'
    old = f"class C(object):\n    def f(self):\n{shown}        return 7 / 2\n"
    right = judge(tmp_path, cache, old, old.replace("7 / 2", "7 // 2"), 7)
    assert (right.evidence.kind, right.tests_passed, right.confidence) == (EvidenceKind.TESTS, 1, 1.0)
    wrong = judge(tmp_path / "b", cache, old, old + "\n", 7)
    assert wrong.confidence <= 0.79 and wrong.tests_failed == 1
    assert wrong.issues[0].message == r"C().f(): expected '3\n', got '3.5\n'"


def test_a_lost_name_lowers_the_probe(tmp_path: Path, cache: Path) -> None:
    old = "class A(object):\n    pass\nclass B(object):\n    pass\n"
    judged = judge(tmp_path, cache, old, "class A(object):\n    pass\n")
    assert (judged.evidence.kind, judged.confidence) == (EvidenceKind.PROBE, 0.3)
    assert judged.issues[0].message == "B is gone"


def test_values_made_at_import_are_behaviour(tmp_path: Path, cache: Path) -> None:
    judged = judge(tmp_path, cache, "HALF = 7 / 2\n", "HALF = 7 // 2\n", 1)
    assert (judged.evidence.kind, judged.confidence) == (EvidenceKind.DIFFERENTIAL, 0.9)
    wrong = judge(tmp_path / "b", cache, "HALF = 7 / 2\n", "HALF = 7 /  2\n", 1)
    assert wrong.confidence < 0.79 and "HALF" in wrong.issues[0].message


def test_a_pattern_told_to_stay_ascii_is_what_it_was(tmp_path: Path, cache: Path) -> None:
    old = (
        "import re\nWORD = re.compile(r'\\w+', re.X)\ndef first(text):\n    return WORD.match(text).group()\n"
    )
    judged = judge(tmp_path, cache, old, old.replace("re.X", "re.X | re.ASCII"))
    assert (judged.evidence.kind, judged.issues) == (EvidenceKind.DIFFERENTIAL, ())
    other = judge(tmp_path / "other", cache, old, old.replace("re.X", "re.I | re.ASCII"))
    assert [issue.test for issue in other.issues] == ["name WORD"]


def test_of_a_large_table_the_same_part_is_looked_at(tmp_path: Path, cache: Path) -> None:
    old = "T = dict(('k%d' % n, n / 2) for n in range(300))\nS = set(str(n) for n in range(300))\n"
    judged = judge(tmp_path, cache, old, old.replace("n / 2", "n // 2"), 1)
    assert (judged.evidence.kind, judged.confidence) == (EvidenceKind.DIFFERENTIAL, 0.9)
    shorter = judge(
        tmp_path / "b", cache, old, old.replace("n / 2", "n // 2").replace("300))\nS", "299))\nS"), 1
    )
    assert shorter.confidence < 0.79 and "T" in shorter.issues[0].message


def test_an_import_that_dies_or_hangs_is_worth_nothing(tmp_path: Path, cache: Path) -> None:
    judged = judge(tmp_path, cache, "X = 1\n", "import os\nos._exit(1)\n")
    assert (judged.evidence.kind, judged.confidence) == (EvidenceKind.BROKEN, 0.0)


def test_an_import_that_fails_anew_is_broken(tmp_path: Path, cache: Path) -> None:
    judged = judge(tmp_path, cache, "import StringIO\n", "import  StringIO\n")
    assert (judged.evidence.kind, judged.confidence) == (EvidenceKind.BROKEN, 0.4)
    assert (judged.issues[0].line, judged.issues[0].exception) == (1, "ModuleNotFoundError")


def test_a_file_whose_dependency_fails_is_not_the_culprit(tmp_path: Path, cache: Path) -> None:
    original = {"a.py": "import b\nX = 1\n", "b.py": "import StringIO\n"}
    repository = Repository(tmp_path, cache, original, {})
    judged = repository.verifier().judge(repository.migrated, [subject("a.py")])["a.py"]
    assert (judged.evidence.kind, judged.confidence) == (EvidenceKind.NONE, 0.5)
    assert judged.issues[0].file == "b.py"


def test_functions_that_do_not_repeat_are_left_out(tmp_path: Path, cache: Path) -> None:
    old = "import random\ndef roll(n):\n    return random.random()\n"
    judged = judge(tmp_path, cache, old, old + "\n", 3)
    assert judged.issues == () and judged.evidence.kind == EvidenceKind.PROBE


def test_what_the_clock_decides_is_no_difference(tmp_path: Path, cache: Path) -> None:
    old = """
        import time
        STARTED = time.time()
        def now():
            return int(time.time() * 10)
        def double(n):
            return 2 * n
        def text(d):
            return d.iterkeys().next()
        """
    new = old.replace("d.iterkeys().next()", "next(iter(d.keys()))")
    judged = judge(tmp_path, cache, old, new, 9)
    assert (judged.evidence.kind, judged.issues) == (EvidenceKind.DIFFERENTIAL, ())


def test_an_original_that_did_not_answer_at_first_is_no_defect_of_ours(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def silent_at_first(runner: SuiteRunner, *rest: Any) -> dict[str, Any]:
        label = runner.environment.interpreter.label
        asked.append(label)
        return {} if label.startswith("CPython 2") and asked.count(label) == 1 else observe(runner, *rest)

    monkeypatch.setattr(untested, "observe", silent_at_first)
    old = "A = 1 / 2\ndef f(n):\n    return n / 2\n"
    judged = judge(tmp_path, cache, old, old.replace("1 / 2", "1 / 4"), 1)
    assert len(asked) == 3 and judged.issues, "the second answers are compared with no first ones"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"#!/usr/bin/env python\n", True),
        (b"if __name__ == '__main__':\n    pass\n", True),
        (b"x = raw_input()\n", True),
        (b"# sys.argv is not used\nX = 1\n", False),
        (b"X = 1\n", False),
    ],
)
def test_what_is_a_script(source: bytes, expected: bool) -> None:
    assert is_script(source) is expected


def test_names_that_a_star_import_brings_in_are_not_the_files_own(tmp_path: Path, cache: Path) -> None:
    old = "from datetime import *\nimport re\nPATTERN = re.compile('a+')\nLIMIT = 3\n"
    judged = judge(tmp_path, cache, old, old + "\n")
    assert (judged.evidence.kind, judged.issues) == (EvidenceKind.DIFFERENTIAL, ())


def test_a_path_may_name_the_version_of_its_interpreter_and_nothing_else() -> None:
    def said(before: str, after: str) -> tuple[int, dict[str, int]]:
        made = Differential()
        old, new = (Probe("a.py", names={"P": ["value", ["text", text]]}) for text in (before, after))
        compare_names("a.py", old, new, made)
        return len(made.name_issues), dict(made.accepted)

    assert said("/h/lib/python2.7/site", "/h/lib/python3.11/site") == (0, {"place of the interpreter": 1})
    assert said("/h/lib/python2.7/site", "/other/lib/python3.11/site") == (1, {})
    assert said("python2.7", "python3.11") == (1, {}), "no path"


def test_a_misshapen_argument_may_be_refused_by_a_subscript_but_not_taken() -> None:
    from verification.differential import Answer, Differential, compare_answers

    lines: frozenset[int] = frozenset()
    old = {"f('a')": Answer(["raised", "ValueError", "need more than 1 value to unpack", 2], lines)}
    refused = {"f('a')": Answer(["raised", "IndexError", "string index out of range", 2], lines)}
    taken = {"f('a')": Answer(["returned", ["int", 1], "", ""], lines)}
    other = {"f('a')": Answer(["raised", "KeyError", "1", 2], lines)}
    found = {}
    for name, new in (("refused", refused), ("taken", taken), ("other", other)):
        into = Differential()
        compare_answers("a.py", old, new, into)
        found[name] = (dict(into.accepted), len(into.issues))
    assert found == {"refused": ({"exception": 1}, 0), "taken": ({}, 1), "other": ({}, 1)}


def test_an_exception_may_spell_a_type_as_each_python_does() -> None:
    from verification.differential import Answer, lines_the_same

    def refused(kind: str, value: str) -> Answer:
        return Answer(["raised", "TypeError", f"no <{kind} '{value}'>", 3], frozenset([2, 3]))

    old = {"f(1)": refused("type", "long"), "f('a')": refused("type", "unicode")}
    assert (
        lines_the_same(old, {"f(1)": refused("class", "int"), "f('a')": refused("class", "str")}, [3]) == 12
    )
    assert lines_the_same(old, {"f(1)": refused("class", "int"), "f('a')": refused("class", "int")}, [3]) == 0


@pytest.mark.slow
def test_a_script_that_no_python_can_import_is_judged_by_running_it(
    tmp_path: Path, cache: Path, python2: Interpreter
) -> None:
    files = {"pkg/__init__.py": "", "pkg/part.py": "def half(n):\n    return n // 2\n"}
    old = "import part\nprint part.half(int(raw_input()))\n"
    key = "pkg/run.py"
    kinds = []
    for new in (
        "import part\nprint(part.half(int(input())))\n",
        "from . import part\nprint(part.half(int(input())))\n",
    ):
        repository = Repository(tmp_path / str(len(kinds)), cache, {**files, key: old}, {**files, key: new})
        judged = repository.verifier().judge(repository.migrated, [subject(key)])[key]
        kinds.append((judged.evidence.kind, bool(judged.issues)))
    assert kinds[0] == (EvidenceKind.DIFFERENTIAL, False)
    assert kinds[1][1]


def test_octets_are_the_characters_of_the_same_numbers() -> None:
    """What is no text in UTF-8: a native string of octets, or Latin-1's text. UTF-8 itself has to be decoded."""

    def shown(octets: bytes, after: list[Any]) -> int:
        old = {
            "f(1)": Answer(["returned", ["list", [["bytes", octets.hex()]], 1], [], ""], frozenset([3])),
            "f(2)": Answer(["returned", ["int", "2"], [], ""], frozenset([3])),
        }
        new = {**old, "f(1)": Answer(["returned", ["list", [after], 1], [], ""], frozenset([3]))}
        return lines_the_same(old, new)

    assert shown(b"\xa9\x8a", ["text", "\xa9\x8a"]) == 1 << 3
    assert shown(b"caf\xe9", ["text", "caf\xe9"]) == 1 << 3
    assert shown(b"\xa9\x8a", ["text", "\xa9"]) == 0
    assert shown(b"\xc3\xa9", ["text", "\xc3\xa9"]) == 0
    cut = b"x" + b"\xc3\xa9" * 2499 + b"\xc3"  # within a character, as descriptions are
    assert shown(cut, ["text", cut.decode("latin-1")]) == 0


def test_octets_that_became_characters_in_one_place_alone_are_no_characters() -> None:
    octets, text = ["bytes", "c8"], ["text", "\xc8"]

    def shown(*after: list[str]) -> int:
        old = {
            "f(1)": Answer(["returned", ["list", [octets] * 2, 2], [], ""], frozenset([3])),
            "f(2)": Answer(["returned", ["int", "2"], [], ""], frozenset([3])),
        }
        told = Answer(["returned", ["list", [*after], 2], [], ""], frozenset([3]))
        return lines_the_same(old, {**old, "f(1)": told})

    assert shown(text, text) == 1 << 3
    assert shown(text, octets) == 0


def test_attributes_may_be_called_as_kinds_are() -> None:
    old = {"f(1)": Answer(["returned", ["A", [["bytes", ["text", "a"]]]], [], ""], frozenset([3]))}
    new = {"f(1)": Answer(["returned", ["A", [["text", ["text", "a"]]]], [], ""], frozenset([3]))}
    assert lines_the_same(old, new) == 0


def test_names_that_python_2_left_behind_are_no_ones(tmp_path: Path, cache: Path) -> None:
    old = "SQUARES = [n * n for n in range(4)]\ntry:\n    SQUARES[9]\nexcept IndexError, e:\n    pass\n"
    judged = judge(tmp_path, cache, old, old.replace("IndexError, e", "IndexError as e"))
    assert (judged.evidence.kind, judged.issues) == (EvidenceKind.DIFFERENTIAL, ())
    other = judge(tmp_path, cache, "x = 1\ny = 2\n", "x = 1\n", key="other.py")
    assert [issue.message for issue in other.issues] == ["y is gone"]
