"""How rows of the corpus are held against those on record."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks import corpus, corpus_static
from benchmarks.corpus_again import chosen, difference
from benchmarks.corpus_sources import packages
from benchmarks.corpus_static import StaticMeasure


def row(code, **kept):
    return {part: {"stamp": f"sha 3.11.7 {code}", "kept": n, "of": 9} for part, n in kept.items()}


def test_rows_of_other_code_are_chosen_by_lot():
    rows = {f"p{n}": row("old", rules=n) for n in range(9)} | {"new": row("now", rules=1)}
    first, second = chosen(rows, "now", 4), chosen(rows, "later", 4)
    assert len(first) == 4 and "new" not in first and first == chosen(rows, "now", 4) != second
    assert len(chosen(rows, "now", 99)) == 9


def test_what_was_lost_and_gained():
    before = row("old", rules=5, octets=7)
    assert difference("p", before, row("now", rules=5, octets=7)) == []
    assert difference("p", before, row("now", rules=3, octets=9)) == [
        (-2, "-2  p, rules: 5 → 3 of 9"),
        (2, "+2  p, octets: 7 → 9 of 9"),
    ]


def test_what_cannot_be_compared_is_no_loss():
    before = row("old", rules=5)
    assert difference("p", before, {"rules": {"error": "no index"}}) == []
    assert difference("p", before, row("now", octets=1, rules=5)) == []
    assert difference("p", before, {"rules": {"kept": 2, "of": 4}}) == []


def test_a_row_keeps_what_only_the_other_command_measures(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(
        corpus, "StaticMeasure", lambda *_: SimpleNamespace(measure=lambda c: {"kept": 3, "of": 9})
    )
    monkeypatch.setattr(corpus, "unpacked", lambda package: tmp_path)
    package = {"name": "p", "version": "1", "set": "public", "sha256": "0" * 64}
    options = SimpleNamespace(static=True, fresh=True, max_minutes=1)
    made = corpus.measure(package, row("old", rules=5, octets=7), options)
    assert made["rules"]["kept"] == 3 and made["octets"]["kept"] == 7 and "text" not in made


def test_ways_that_make_no_difference_are_not_tested(tmp_path: Path, monkeypatch):
    pristine = tmp_path / "pristine"
    pristine.mkdir()
    (pristine / "a.py").write_text("x = 1\n")
    write = (
        "import pathlib, sys; pathlib.Path(sys.argv[1], 'a.py').write_text(sys.argv[2])\n"
        "print('1 files read, ', file=sys.stderr)"
    )
    commands = {name: (sys.executable, "-c", write, "{tree}", f"x = {n}\n") for name, n in
                (("rules", 1), ("octets", 2), ("text", 1))}  # fmt: skip
    monkeypatch.setattr(corpus_static, "CONVERTERS", {"rules": commands["rules"]})
    monkeypatch.setattr(corpus_static, "WAYS", {n: commands[n] for n in ("octets", "text")})
    measured = StaticMeasure({"runner": "pytest"}, pristine, tmp_path / "work")
    tested = []

    def retention(tree):
        tested.append(tree.name)
        return SimpleNamespace(suite_retention=1.0, passing=1, baseline=1)

    monkeypatch.setattr(measured, "retention", retention)
    assert set(measured.measure_ways()) == {"rules", "octets"} and tested == ["rules", "octets"]


def test_each_package_is_in_one_set_that_the_command_knows():
    known = packages(kind=None)
    assert len({package["name"] for package in known}) == len(known)
    assert {package["set"] for package in known} == {"public", "aux", *corpus.LATER_SETS}


@pytest.mark.parametrize(
    "code",
    [
        "raise SystemError('half way')",
        "import sys; print('1 files read, ', file=sys.stderr); raise SystemExit(70)",
        "pass",
    ],
)
def test_half_a_tree_is_not_measured(tmp_path: Path, monkeypatch, code):
    (tmp_path / "pristine").mkdir()
    monkeypatch.setattr(corpus_static, "CONVERTERS", {"rules": (sys.executable, "-c", code)})
    measured = StaticMeasure({"runner": "pytest"}, tmp_path / "pristine", tmp_path / "work")
    with pytest.raises(RuntimeError, match="the rules ended with"):
        measured.convert("rules")
