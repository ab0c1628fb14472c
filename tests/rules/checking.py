"""How the tests of rules check a rewrite: the text, that it parses, and that applying twice equals
applying once.
"""

from __future__ import annotations

import ast
import warnings

from environment.traces import Exactness
from migration.engine.outcome import Outcome
from migration.engine.pipeline import migrate
from migration.engine.registry import Registry, all_rules
from migration.repository.index import RepositoryIndex
from migration.rule import Phase

#: A line that proves a file to be Python 2, for rules that need such a file; `PROOF_AFTER` is what becomes of
#: it.
PROOF = "PROOF = 1L\n"
PROOF_AFTER = "PROOF = 1\n"
#: More files than a small program has, of which Python 2 is presumed where nothing speaks against it.
MORE_KEYS = tuple(f"more{n}.py" for n in range(20))


def octet_repository(text: str, other: str = "") -> RepositoryIndex:
    """A package whose native strings are octets throughout, with `text` as its file p/a.py, and `other` in another."""
    files = {
        "p/__init__.py": "",
        "p/a.py": text,
        "p/b.py": "x = [ord(c) for c in chr(1) + '\\xff'] + [struct.pack('B', 1)]\n" * 12,
        "p/c.py": "x = chr(1)\n" + other,
    }
    return RepositoryIndex(files, files.get)


def run(
    rule: str,
    text: str,
    key: str = "a.py",
    index: RepositoryIndex | None = None,
    target: tuple[int, int] = (3, 11),
    beside: tuple[str, ...] = (),
) -> Outcome:
    """Apply one rule with those of the syntax phase, and those that are to look `beside` it."""
    wanted = {rule, *beside}
    rules = [r for r in all_rules().rules if r.id in wanted or r.phase == Phase.SYNTAX]
    missing = wanted - {r.id for r in rules}
    assert not missing, f"no such rule: {missing}"
    return migrate(text, key, index, target=target, registry=Registry(rules))


def check_settled(rule: str, outcome: Outcome, **where: object) -> None:
    """The result parses, no rule broke, and a second application changes nothing."""
    assert not outcome.notes, outcome.notes
    again = run(rule, outcome.text, **where)  # type: ignore[arg-type]
    assert again.text == outcome.text, f"a second application changes the result to:\n{again.text}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ast.parse(outcome.text)


def check_rule(
    rule: str,
    before: str,
    after: str,
    *,
    exactness: Exactness | None = None,
    python2: bool = False,
    **where: object,
) -> Outcome:
    """`rule` turns `before` into `after`; with `python2`, in a file that something else proves to be
    Python 2.
    """
    if python2:
        before, after = before + PROOF, after + PROOF_AFTER
    outcome = run(rule, before, **where)  # type: ignore[arg-type]
    assert outcome.text == after, f"got:\n{outcome.text}"
    own = [c for c in outcome.changes if c.author == rule]
    assert own, f"{rule} changed nothing"
    if exactness is not None:
        assert {c.exactness for c in own} == {exactness}
    check_settled(rule, outcome, **where)
    return outcome


def check_untouched(rule: str, text: str, *, python2: bool = False, **where: object) -> Outcome:
    """`rule` leaves `text` alone and has nothing to say about it."""
    outcome = run(rule, text + PROOF if python2 else text, **where)  # type: ignore[arg-type]
    assert outcome.text == (text + PROOF_AFTER if python2 else text), f"got:\n{outcome.text}"
    assert not outcome.notes, outcome.notes
    assert not [c for c in outcome.changes if c.author == rule]
    return outcome


def check_open(rule: str, text: str, line: int, *, python2: bool = False, **where: object) -> Outcome:
    """`rule` leaves `text` alone but reports `line` as open."""
    outcome = check_untouched(rule, text, python2=python2, **where)
    pattern = all_rules().by_id[rule]
    known = {pattern.pattern, *pattern.patterns}
    assert [o.line for o in outcome.open_sites if o.pattern in known] == [line], outcome.open_sites
    return outcome
