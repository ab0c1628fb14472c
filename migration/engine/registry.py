"""All rules, discovered from the modules of migration/rules/, and the prefilter that finds which can
apply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from migration.discovery import defined_in
from migration.rule import NOT_ASCII, Phase, Rule
from migration.source.words import WORD, words_of

#: The word that a substring begins with behind a dot: it stands alone in what the substring is for.
_LEADING_WORD = re.compile(r"\.([^\W\d]\w*)")


class Registry:
    """A set of rules in the order they work, with the index from trigger to rule."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = tuple(sorted(rules, key=lambda r: (r.phase, r.order, r.id)))
        self.by_id = {r.id: r for r in self.rules}
        if len(self.by_id) != len(self.rules):
            raise ValueError("two rules have the same id: " + ", ".join(sorted(r.id for r in self.rules)))
        self._words: dict[str, set[str]] = {}
        self._substrings: dict[str, tuple[str, set[str]]] = {}
        self._expressions: dict[re.Pattern[str], set[str]] = {}
        self._places = {rule.id: place for place, rule in enumerate(self.rules)}
        self._found = lru_cache(maxsize=2)(self._find)
        self._always = [r for r in self.rules if not r.triggers]
        for rule in self.rules:
            for trigger in rule.triggers:
                if isinstance(trigger, re.Pattern):
                    self._expressions.setdefault(trigger, set()).add(rule.id)
                elif WORD.fullmatch(trigger):
                    self._words.setdefault(trigger, set()).add(rule.id)
                else:
                    leading = _LEADING_WORD.match(trigger)
                    word = leading[1] if leading else ""
                    self._substrings.setdefault(trigger, (word, set()))[1].add(rule.id)

    def triggered(self, text: str, *, valid: bool = False) -> tuple[Rule, ...]:
        """The rules that can apply to `text` at all, in working order. `valid`: it is valid Python 3 syntax."""
        found = self._found(text)
        return tuple(r for r in found if not r.invalid_only) if valid else found

    def _find(self, text: str) -> tuple[Rule, ...]:
        """The rules a trigger of which `text` holds, in working order."""
        found, words = {r.id for r in self._always}, words_of(text)
        for word in self._words.keys() & words:
            found.update(self._words[word])
        for substring, (word, ids) in self._substrings.items():
            if (not word or word in words) and not found.issuperset(ids) and substring in text:
                found.update(ids)
        is_ascii = text.isascii()
        for expression, ids in self._expressions.items():
            if found.issuperset(ids) or (is_ascii and expression is NOT_ASCII):
                continue
            if expression.search(text):
                found.update(ids)
        return tuple(self.rules[place] for place in sorted(map(self._places.__getitem__, found)))

    def without(self, ids: Iterable[str]) -> Registry:
        """This registry less some rules. Raises ValueError for an unknown id."""
        gone = set(ids)
        unknown = gone - self.by_id.keys()
        if unknown:
            raise ValueError(
                f"no such migration rule: {', '.join(sorted(unknown))}; see python -m migration --list"
            )
        return Registry(r for r in self.rules if r.id not in gone) if gone else self


@lru_cache(maxsize=1)
def all_rules() -> Registry:
    """Every rule: each module of migration.rules (but `_private` ones) defines one as `RULE`."""
    import migration.rules

    return Registry(defined_in(migration.rules, "RULE"))


def of_phase(rules: Iterable[Rule], phase: Phase) -> tuple[Rule, ...]:
    """The rules of one phase."""
    return tuple(r for r in rules if r.phase == phase)
