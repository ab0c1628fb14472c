"""What a text must hold for an expression to be found in it: told rightly of all there are, or not at all."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import migration
from migration.discovery import modules_in
from migration.engine.registry import all_rules
from migration.source import expressions
from migration.source.expressions import is_found, literals_of

ROOT = Path(__file__).resolve().parent.parent


def used() -> list[re.Pattern[str]]:
    """The expressions that modules of the craft name, and those that set rules off."""
    found: dict[re.Pattern[str], None] = {}
    for name in modules_in(migration):
        if name.endswith("__main__") or name.startswith("migration.companions."):
            continue
        for value in vars(importlib.import_module(name)).values():
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, re.Pattern) and isinstance(one.pattern, str):
                    found[one] = None
    found.update(dict.fromkeys(t for r in all_rules().rules for t in r.triggers if isinstance(t, re.Pattern)))
    return list(found)


@pytest.mark.parametrize(
    ("expression", "literals"),
    [
        (r"hashlib", ("hashlib",)),
        (r"\bimport[ \t]+_?ast\b", ("import",)),
        (r"^[ \t]*(?:from|import)[ \t]+twisted\.words\b", ("twisted.words",)),
        (r"(?:numpy|scipy)\.x+", ("numpy", "scipy")),
        (r"ab(?=c)d(?<!e)f", ("abdf",)),
        (r"(?x) a b  # c", ("ab",)),
        (r"(?>abc)d", ("abc",)),
        (r"(?:ab){2}", ("ab",)),
        (r"(a)(?(1)bcd|e)", ("a",)),
        (r"(?P<n>xy)z(?P=n)", ("xy",)),
    ],
)
def test_one_of_these_is_in_the_text(expression: str, literals: tuple[str, ...]) -> None:
    assert literals_of(re.compile(expression)) == literals


@pytest.mark.parametrize(
    "expression", [r"", r"x*", r"(?:ab)?", r"a|[bc]", r"(?i)abc", r"(?i:abc)", r"[ab]\d", r"a|", r"(?!ab)"]
)
def test_where_nothing_is_needed_all_texts_are_searched(expression: str) -> None:
    assert literals_of(re.compile(expression)) == ()


def test_a_part_that_ignores_case_is_passed_over() -> None:
    assert literals_of(re.compile(r"(?i:abc)d")) == ("d",)
    assert is_found(re.compile(r"(?i:abc)d"), "ABCd")


def test_it_says_what_a_search_says() -> None:
    texts = [text for rule in all_rules().rules for text in (rule.before, rule.after)]
    texts += [
        path.read_text(encoding="utf-8") for path in sorted((ROOT / "migration" / "source").glob("*.py"))
    ]
    whole = "\n".join(texts)
    expressions_used = used()
    assert len(expressions_used) > 300
    for expression in expressions_used:
        # Of what is in none of them, nothing can be told apart.
        if expression.search(whole):
            differing = [t for t in texts if is_found(expression, t) != (expression.search(t) is not None)]
            assert not differing, expression.pattern


def test_without_the_interpreters_own_reader_all_texts_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "_parser", None)
    literals_of.cache_clear()
    try:
        assert literals_of(re.compile("abc")) == ()
        assert is_found(re.compile("abc"), "xabc")
    finally:
        literals_of.cache_clear()
