"""Rewritten definitions of a tested file: what counts against it, and what is the language's doing."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from verification_fixtures import Repository, cache, python2, subject  # noqa: F401

from environment.traces import Judgement
from verification.definitions import contradicted_definitions, other_value, torn
from verification.differential import Answer, contradicted_calls
from verification.interpreters import Interpreter
from verification.probes import Probe


def probe(**names: Any) -> Probe:
    return Probe("a.py", outcome="ok", names=names)


def number(value: int) -> list[Any]:
    return ["value", ["int", str(value)]]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["text", "a"], ["bytes", "61"]),
        (["list", [["int", "1"]], 1], ["iterator", [["int", "1"]]]),
        (["list", [["int", "1"], ["int", "2"]], 2], ["list", [["int", "2"], ["int", "1"]], 2]),
        (["object", "A"], ["object", "B"]),
        (["float", "0.1"], ["float", "0.1"]),
    ],
)
def test_what_every_migration_may_bring_about(before: list[Any], after: list[Any]) -> None:
    assert not other_value(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["int", "1"], ["int", "2"]),
        (["int", "1"], ["float", "1.0"]),
        (["list", [], 0], ["tuple", [], 0]),
        (["constant", "True"], ["constant", "False"]),
        (["tuple", [["int", "1"]], 1], ["tuple", [["int", "1"], ["int", "1"]], 2]),
        (["list", [["text", "a"]], 1], ["list", [["text", "b"]], 1]),
        (
            ["dict", "dict", [[["text", "k"], ["text", "a"]]]],
            ["dict", "dict", [[["text", "k"], ["text", "b"]]]],
        ),
        (["dict", [[["text", "k"], ["int", "1"]]]], ["dict", [[["text", "k"], ["int", "2"]]]]),
    ],
)
def test_values_that_are_surely_others(before: list[Any], after: list[Any]) -> None:
    assert other_value(before, after)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (["constant", "None"], ["tuple", [], 0], True),
        (["int", "0"], ["constant", "False"], True),
        (["constant", "None"], ["object", "sentinel"], False),
        (["text", "a"], ["bytes", "61"], False),
    ],
)
def test_a_default_that_is_none_stays_none(before: list[Any], after: list[Any], said: bool) -> None:
    old, new = (probe(f=["function", [["a"], [default], None, None]]) for default in (before, after))
    original, migrated = b"def f(a=1L): pass\n", b"def f(a=2): pass\n"
    assert bool(contradicted_definitions("a.py", original, migrated, [old, old], new)) == said


def test_what_a_rewritten_all_no_longer_lists_is_gone() -> None:
    old, new = probe(a=number(1), b=number(2)), probe(a=number(1))
    original, migrated = b"__all__ = ['a', 'b']\n", b"__all__ = ['a', 'xb']\n"
    (issue,) = contradicted_definitions("a.py", original, migrated, [old, old], new)
    assert (issue.test, issue.line) == ("definition of __all__", 1) and "b" in issue.message
    assert not contradicted_definitions("a.py", original, original, [old, old], new)
    assert not contradicted_definitions("a.py", original, migrated, [old, probe(a=number(1))], new)


def test_only_rewritten_definitions_count() -> None:
    original, migrated = b"A = 10L\nB = flag()\n", b"A = 11\nB = flag()\n"
    old = probe(A=number(10), B=["value", ["constant", "False"]])
    new = probe(A=number(11), B=["value", ["constant", "True"]])
    (issue,) = contradicted_definitions("a.py", original, migrated, [old, old], new)
    assert (issue.test, issue.file, issue.line) == ("definition of A", "a.py", 1)
    assert "'10'" in issue.message and "'11'" in issue.message


def test_what_differs_from_folder_to_folder_says_nothing() -> None:
    old, moved = probe(HERE=["value", ["text", "/1"]]), probe(HERE=["value", ["text", "/2"]])
    new = probe(HERE=["value", ["text", "/3"]])
    assert not contradicted_definitions("a.py", b"HERE = here`1`\n", b"HERE = here(1)\n", [old, moved], new)


def test_a_name_defined_twice_or_an_import_that_fails_says_nothing() -> None:
    migrated = b"A = 1\nA = 2\n"
    assert not contradicted_definitions("a.py", b"", migrated, [probe(A=number(1))], probe(A=number(2)))
    dead = Probe("a.py", outcome="raised")
    assert not contradicted_definitions("a.py", b"", b"A = 2\n", [probe(A=number(1))], dead)


def test_a_text_that_became_bytes_in_one_place_of_a_table_counts() -> None:
    def table(*values: list[str]) -> list[Any]:
        return ["value", ["dict", "dict", [[["int", str(n)], value] for n, value in enumerate(values)]]]

    old = probe(T=table(["text", "free"], ["text", "free"], ["text", "GIF"]))
    torn = probe(T=table(["text", "free"], ["bytes", b"free".hex()], ["text", "GIF"]))
    whole = probe(T=table(["text", "free"], ["text", "free"], ["bytes", b"GIF".hex()]))
    assert contradicted_definitions("a.py", b"T = {}\n", b"T = dict()\n", [old, old], torn)
    assert not contradicted_definitions("a.py", b"T = {}\n", b"T = dict()\n", [old, old], whole)


def test_values_that_are_described_by_their_kind_alone_are_no_names() -> None:
    before = ["list", [["module"], ["text", "exec"], ["text", "print"], ["module"]], 4]
    after = ["list", [["module"], ["bytes", b"exec".hex()], ["text", "print"], ["module"]], 4]
    assert not torn(before, after)


def test_some_names_of_a_collection_that_became_binary_data_contradict():
    def said(*kinds: str, names: tuple[str, ...] = ("exec", "print", "apply")) -> bool:
        before = ["tuple", [["text", n] for n in names], len(names)]
        after = [
            ["text", n] if k == "text" else ["bytes", n.encode().hex()]
            for k, n in zip(kinds, names, strict=True)
        ]
        return torn(before, ["tuple", after, len(names)])

    assert said("bytes", "text", "text")
    assert not said("bytes", "bytes", "bytes")
    assert not said("text", "text", "text")
    assert not said("text", "bytes", names=("gif", "GIF"))
    assert not said("text", "bytes", "text", names=("gif", "GIF89a\0", "image/gif"))


def test_some_keys_of_a_table_that_became_binary_data_contradict() -> None:
    def said(*kinds: str, was: str = "text", keys: tuple[str, ...] = ("0100", "0101", "1111")) -> bool:
        number = ["int", "1"]
        before = ["dict", "dict", [[[was, k], number] for k in keys]]
        shown = zip(kinds, keys, strict=True)
        after = [
            [["text", k] if kind == "text" else ["bytes", k.encode().hex()], number] for kind, k in shown
        ]
        return torn(before, ["dict", "dict", after])

    assert said("bytes", "text", "text")
    assert not said("bytes", "bytes", "bytes")
    assert not said("text", "text", "text")
    assert not said("text", "bytes", keys=("gif", "GIF8"))
    assert not said("bytes", "text", "text", was="int")


def test_a_default_of_a_function_counts() -> None:
    before, after = ([["n"], [["text", kind]], False, False] for kind in ("-", ""))
    old, new = probe(f=["function", before]), probe(f=["function", after])
    assert contradicted_definitions(
        "a.py", b"def f(n,m='-'):\n pass\n", b"def f(n=''):\n    pass\n", [old], new
    )


LIB = "SIZES = [12 * n for n in %s]\nLIMIT = 5\n\ndef half(n):\n    return n %s 2\n"
TEST = """
    import unittest
    import lib

    class T(unittest.TestCase):
        def test_half(self):
            self.assertEqual(lib.half(7), 3)
"""


@pytest.mark.python2
@pytest.mark.parametrize(("numbers", "fine"), [("(1, 2)", True), ("(1, 3)", False)])
def test_a_wrong_constant_of_a_tested_file_is_seen(
    tmp_path: Path,
    cache: Path,  # noqa: F811
    python2: Interpreter,  # noqa: F811
    numbers: str,
    fine: bool,
) -> None:
    files = {"lib.py": LIB % ("1, 2", "/"), "test_lib.py": TEST}
    made = Repository(tmp_path, cache, files, {"lib.py": LIB % (numbers, "//")})
    judged = made.verifier().judge(made.migrated, [subject("lib.py", 5)])["lib.py"]
    assert judged.tests_passed == 1
    assert (judged.confidence == 1.0, [issue.test for issue in judged.issues]) == (
        (True, []) if fine else (False, ["definition of SIZES"])
    )


CALLED = """
    def label(n, names):
        'A quarter by name.'
        try:
            return names[n %s]
        except IndexError, error:
            return 'none'

    def half(n):
        return n / 2
    """
MIGRATED = CALLED.replace("IndexError, error", "IndexError as error").replace("n / 2", "n // 2")


@pytest.mark.python2
@pytest.mark.parametrize(("index", "fine"), [("", True), ("- 1", False)])
def test_calls_that_no_test_makes_contradict_an_exact_change(
    tmp_path: Path,
    cache: Path,  # noqa: F811
    python2: Interpreter,  # noqa: F811
    index: str,
    fine: bool,
) -> None:
    """`half` differs for 2.5, which its rewriting did not promise anything about; `label` was to stay as it is."""
    test = TEST.replace("lib.half(7), 3", "lib.label(5, 'ab') + str(lib.half(7)), 'none3'")
    made = Repository(
        tmp_path, cache, {"lib.py": CALLED % "", "test_lib.py": test}, {"lib.py": MIGRATED % index}
    )
    judged = made.verifier().judge(made.migrated, [subject("lib.py", 9, exact=(5,))])["lib.py"]
    assert judged.tests_passed == 1
    called = {issue.test.partition("(")[0] for issue in judged.issues}
    assert (judged.confidence, called) == ((1.0, set()) if fine else (0.75, {"call of label"}))


SHOWN = """
    class Wrong(Exception):
        pass

    def half(n):
        \'\'\'
        >>> half(7)
        3
        >>> half(-1)
        Traceback (most recent call last):
        Wrong: -1
        \'\'\'
        if n < 0:
            raise Wrong, n
        return n / 2
    """


@pytest.mark.python2
@pytest.mark.parametrize("fine", [True, False])
def test_examples_in_docstrings_are_held_against_lines_rewritten_on_assumptions_too(
    tmp_path: Path,
    cache: Path,  # noqa: F811
    python2: Interpreter,  # noqa: F811
    fine: bool,
) -> None:
    """Python 3 shows exceptions by their full name, which is no difference."""
    test = TEST.replace("lib.half(7), 3", "lib.half(8), 4")
    migrated = SHOWN.replace("raise Wrong, n", "raise Wrong(n)").replace(
        "n / 2", "n // 2" if fine else "n / 2"
    )
    made = Repository(tmp_path, cache, {"lib.py": SHOWN, "test_lib.py": test}, {"lib.py": migrated})
    judged = made.verifier().judge(made.migrated, [subject("lib.py", 14, exact=(13,))])["lib.py"]
    assert judged.tests_passed == 1
    said = {issue.test for issue in judged.issues}
    assert (judged.confidence, said) == ((1.0, set()) if fine else (0.75, {"doctest of lib.half"}))


BESIDE = """
    def tested(n):
        return n + 1

    def keys(table):
        '''
        >>> keys({1: 2})
        [1]
        '''
        return sorted(table.%s)

    def half(n):
        if isinstance(n, int):
            return n %s 2
        return n

    def nothing(table):
        table = %s
    """


@pytest.mark.python2
def test_what_examples_and_calls_show_to_be_the_same_has_run(
    tmp_path: Path,
    cache: Path,  # noqa: F811
    python2: Interpreter,  # noqa: F811
) -> None:
    """Not so a line that was seen to do otherwise, nor one whose calls all give the same."""
    old, test = BESIDE % ("iterkeys()", "/", "`table`"), TEST.replace("lib.half(7), 3", "lib.tested(1), 2")

    def judged(name: str, division: str, *semantic: int) -> Judgement:
        new = BESIDE % ("keys()", division, "repr(table)")
        made = Repository(tmp_path / name, cache, {"lib.py": old, "test_lib.py": test}, {"lib.py": new})
        return made.verifier().judge(made.migrated, [subject("lib.py", *semantic)])["lib.py"]

    right = judged("a", "//", 9, 13)
    assert (right.confidence, right.evidence.unexecuted_sites) == (0.9, ())
    assert right.notes == ("rewritten lines that no test executed, the same in examples and calls: 9, 13",)
    assert judged("b", "/", 9, 13).evidence.unexecuted_sites == (13,)
    assert judged("c", "//", 9, 17).evidence.unexecuted_sites == (17,)


@pytest.mark.python2
def test_a_call_that_the_clock_answers_contradicts_nothing(
    tmp_path: Path,
    cache: Path,  # noqa: F811
    python2: Interpreter,  # noqa: F811
) -> None:
    old = "import time\n\ndef half(n):\n    return 3\n\ndef stamp(a=`1`):\n    return int(time.time() / 4)\n"
    made = Repository(
        tmp_path, cache, {"lib.py": old, "test_lib.py": TEST}, {"lib.py": old.replace("`1`", "'1'")}
    )
    verifier = made.verifier()
    verifier.judge(made.migrated, [subject("lib.py", exact=(6,))])
    time.sleep(4)
    judged = verifier.judge(made.migrated, [subject("lib.py", exact=(6,))])["lib.py"]
    assert (judged.confidence, judged.issues) == (1.0, ())


def test_what_calls_must_differ_in() -> None:
    def said(old: list[Any], new: list[Any]) -> bool:
        before, after = ({"f(1)": Answer(outcome, frozenset())} for outcome in (old, new))
        return bool(contradicted_calls("a.py", before, after))

    def returned(value: list[Any]) -> list[Any]:
        return ["returned", value, ["list", [], 0], ""]

    def raised(name: str) -> list[Any]:
        return ["raised", name, "why", 1]

    assert said(returned(["int", "1"]), returned(["int", "2"]))
    assert said(returned(["int", "1"]), raised("KeyError"))
    assert said(raised("KeyError"), returned(["int", "1"]))
    assert said(raised("KeyError"), raised("IndexError"))
    assert not said(returned(["int", "1"]), returned(["int", "1"]))
    assert not said(returned(["text", "a"]), returned(["bytes", "61"]))
    assert not said(returned(["int", "1"]), raised("TypeError"))
    assert not said(raised("UnicodeDecodeError"), returned(["text", "a"]))
    assert not said(["hung"], returned(["int", "1"]))
    assert not said(["hung"], ["hung"])
    assert not said(returned(["int", "1"]), ["died"])
    assert said(["doctest", 2, 0, "", 4], ["doctest", 2, 1, "Expected 1", 4])
    assert not said(["doctest", 2, 0, "", 4], ["doctest", 2, 0, "", 5])
    assert not said(["doctest", 2, 1, "Expected 1", 4], ["doctest", 2, 2, "Expected 1", 4])
