"""What a migration rule is: a frozen description, what sets it off, and one function that looks and
rewrites.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from environment.traces import Exactness, Observation
from migration.source.edits import Edit
from migration.source.findings import Finding, Findings, Found, Open
from migration.view.lexed import LexedSource
from migration.view.module import Module

#: A trigger: any character beyond ASCII. That there is none is known of a text without a search.
NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def last_names(*dotted: str) -> frozenset[str]:
    """The last part of each dotted name: what a use of it reads."""
    return frozenset(name.rpartition(".")[2] for name in dotted)


class Phase(IntEnum):
    """When a rule works: on tokens before the text is parsed, on the tree, or on the tree at the very end."""

    SYNTAX = 0
    SEMANTIC = 1
    FINISH = 2


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One migration rule.

    id             name, also the pattern id unless `patterns` says otherwise
    family         P1 … P19
    summary        one line
    before, after  a small program and what becomes of it (a test applies the rule to it)
    observed       what 2.7 was seen to do in `before`, for a rule that acts on observations
    caveats        what the rule does not see or may change
    triggers       words (identifiers), other substrings, or compiled expressions; one of them must occur in
                   the text for the rule to be tried at all; () = always
    exactness      what its edits promise unless an edit says otherwise
    evidence       its edits replace what exists in Python 2 only: they prove that the file is Python 2
    unread         what its edits replace Python 3 passes over (special methods of Python 2) or has from elsewhere: in a
                   file that shows that both languages were thought of, they prove nothing
    in_both        where `unread`: they are made in a file for both languages as well, since it has nothing for Python 3
                   in the place of what they replace
    needs_python2  its edits are right only in a file proven to be Python 2 (meaning changed, spelling did
                   not)
    needs_proof    edits that need Python 2 are not made where it is only presumed (decision 0023): Python 3 has the
                   same form with another meaning, and rules write it
    invalid_only   it only rewrites what isn't valid Python 3 syntax: not tried on a text that is
    lower          (phase SYNTAX) called once per text with its tokens
    nodes, visit   (other phases) called for each node of these types
    names          when given, Name, Attribute and Call nodes are visited only if they read (or call) one of these, or
                   the alias an import gives one of them: much faster than to look at every name
    names_here     the same, asked of each view of a file: of functions that the file itself defines
    follows        ids of the rules whose edits can give this one work where it had none; it looks again after them.
                   `id: text` where only those edits can that write the text
    unsettles      after its edits, names mean something else: all rules look again
    imports        when given, Name and Attribute nodes are visited only if their first name is bound by an import of a
                   module that begins with one of these (`os` of `os.path`); it goes before `names`
    when           when given, asked once for each view of a file: whether the rule can do anything there
    """

    id: str
    family: str
    summary: str
    before: str
    after: str
    observed: tuple[Observation, ...] = ()
    caveats: str = ""
    patterns: tuple[str, ...] = ()
    triggers: tuple[str | re.Pattern[str], ...] = ()
    exactness: Exactness = Exactness.EXACT
    phase: Phase = Phase.SEMANTIC
    evidence: bool = False
    unread: bool = False
    in_both: bool = False
    needs_python2: bool = False
    needs_proof: bool = False
    invalid_only: bool = False
    order: int = 50
    nodes: tuple[type[ast.AST], ...] = ()
    names: frozenset[str] = frozenset()
    names_here: Callable[[Module], frozenset[str]] | None = None
    imports: frozenset[str] = frozenset()
    follows: frozenset[str] = frozenset()
    unsettles: bool = False
    when: Callable[[Module], bool] | None = None
    visit: Callable[[Any, Module], Findings] | None = None
    lower: Callable[[LexedSource], Findings] | None = None

    @property
    def pattern(self) -> str:
        """The pattern id its findings carry by default."""
        return self.patterns[0] if self.patterns else self.id


__all__ = [
    "NOT_ASCII",
    "Edit",
    "Exactness",
    "Finding",
    "Findings",
    "Found",
    "Open",
    "Phase",
    "Rule",
    "last_names",
]
