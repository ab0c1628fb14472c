"""The catalogue of migration rules and repairs, from their own descriptions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from document_text import block, code, heading, sentence

if TYPE_CHECKING:
    from migration.repairing.repair import Repair
    from migration.rule import Rule

FAMILIES = {
    "P1": "The print statement",
    "P2": "Exceptions",
    "P3": "Literals and operators",
    "P4": "Code in texts, exec and execfile",
    "P5": "Dictionaries",
    "P6": "Iterators in place of lists",
    "P7": "Division and rounding",
    "P8": "Text",
    "P9": "Bytes and text where data comes in or goes out",
    "P10": "Codecs, digests, packed data",
    "P11": "Standard modules that were renamed or merged",
    "P12": "Builtins that are gone",
    "P13": "Order",
    "P14": "Special methods and classes",
    "P15": "Looking into functions and types",
    "P16": "Tuples as parameters",
    "P17": "Scope and generators",
    "P18": "Imports",
    "P19": "Removed since, or changed since",
}
#: More triggers than this are counted, not listed: they are tables of names, to be read in the rule.
_TRIGGERS_SHOWN = 12

_INTRODUCTION = """\
A rule rewrites one thing. *Exact* means that the new text says the same by construction; *semantic* means that it
depends on types or on callers, so that only running it shows that it is right: an exact rule alone may be validated
without a test, a semantic one never. A rule is tried only where one of its triggers occurs in the text. Applying all
rules twice gives what applying them once gives. Each example below is applied by a test, each rule can be switched off
by its name in `migration.disabled_rules`, and `python -m migration --list` prints the list.

A repair starts from a failing test: it maps the exception, its message and the frames of the traceback to candidate
edits, which are tried and kept only if tests are gained. What a repair changes is always semantic."""


def rule_catalogue() -> str:
    """The whole document. Raises KeyError for a family that has no title in `FAMILIES`."""
    from migration.engine.registry import all_rules
    from migration.repairing.registry import all_repairs

    rules, repairs = all_rules().rules, all_repairs()
    families = sorted({rule.family for rule in rules}, key=lambda family: int(family[1:]))
    lines = heading("Rules and repairs", "`migration/rules/` and `migration/repairs/`")
    lines += [
        _INTRODUCTION,
        "",
        f"{len(rules)} rules in {len(families)} families, {len(repairs)} repairs.",
        "",
    ]
    for family in families:
        title = f"{family}: {FAMILIES[family]}"
        members = [rule.id for rule in rules if rule.family == family]
        lines.append(f"- [{title}](#{_anchor(title)}): {', '.join(code(name) for name in sorted(members))}")
    lines += [
        f"- [Repairs](#repairs): {', '.join(code(r.id) for r in sorted(repairs, key=lambda r: r.id))}",
        "",
    ]
    for family in families:
        lines += [f"## {family}: {FAMILIES[family]}", ""]
        for rule in sorted((r for r in rules if r.family == family), key=lambda r: r.id):
            lines += _rule(rule)
    lines += ["## Repairs", "", "In the order in which they are tried when ranks are equal.", ""]
    for repair in repairs:
        lines += _repair(repair)
    return "\n".join(lines)


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


def _rule(rule: Rule) -> Iterable[str]:
    traits = [rule.exactness.value]
    if rule.evidence:
        traits.append("proves that a file is Python 2")
    if rule.needs_python2:
        traits.append("only in a file proven to be Python 2")
    if rule.invalid_only:
        traits.append("only where the text is no valid Python 3")
    yield from (f"### {code(rule.id)}", "", f"{sentence(rule.summary)} *{'; '.join(traits)}.*", "")
    yield from _change(rule.before, rule.after)
    if rule.observed:
        seen = "; ".join(f"line {o.line}: {', '.join(o.seen)}" for o in rule.observed)
        yield from (f"Acts on what Python 2.7 was seen to do; in the example, {seen}.", "")
    if rule.patterns and rule.patterns != (rule.id,):
        yield from (f"Patterns: {', '.join(code(pattern) for pattern in rule.patterns)}.", "")
    yield from (f"Triggers: {_triggers(rule)}.", "")
    if rule.caveats:
        yield from (f"Caveats: {sentence(rule.caveats)}", "")


def _triggers(rule: Rule) -> str:
    if not rule.triggers:
        return "tried on every text"
    if len(rule.triggers) > _TRIGGERS_SHOWN:
        return f"{len(rule.triggers)} names and texts"
    return ", ".join(
        f"the expression {code(t.pattern)}" if isinstance(t, re.Pattern) else code(t) for t in rule.triggers
    )


def _repair(repair: Repair) -> Iterable[str]:
    yield from (f"### {code(repair.id)}", "", sentence(repair.summary), "")
    failure = repair.failure
    where = f", raised in line {failure.line} of the example" if failure.line else ""
    yield from (f"Answers {code(failure.signature)}{where}.", "")
    yield from _change(repair.before, repair.after)
    if repair.doubt:
        yield from (f"Leaves a site for a person to look at: {sentence(repair.doubt)}", "")
    if repair.caveats:
        yield from (f"Caveats: {sentence(repair.caveats)}", "")


def _change(before: str, after: str) -> Iterable[str]:
    yield from block(before, "python")
    yield from (
        ("", "becomes", "")
        if before != after
        else ("", "stays as it is, and is reported as an open site:", "")
    )
    yield from block(after, "python")
    yield ""
