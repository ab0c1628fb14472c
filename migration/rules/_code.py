"""Code in a string as a program of its own, migrated."""

from __future__ import annotations

from migration.module import Module
from migration.outcome import Outcome

#: Proves a program to be Python 2; around an expression; before a program, so that imports come behind it.
_PROOF, _SHOWN, _HEAD = "proof = 1L\n", "shown_value(", '"""Code."""\n'


def migrated_code(code: str, expression: bool, module: Module) -> tuple[str | None, bool]:
    """The code in Python 3, as far as it has a place in the string, and whether that is all of it."""
    from migration.engine import migrate
    from migration.registry import all_rules

    text = f"{_SHOWN}{code.strip()})" if expression else code
    program = f"{_HEAD}{text.rstrip()}\n{_PROOF}"
    outcome, whole = migrate(program, "<code>", target=module.target), True
    if outcome.compiles and (writers := _writers(program, outcome)):
        # What needs a helper or an import has no place: the rest is better than nothing.
        outcome, whole = (
            migrate(program, "<code>", target=module.target, registry=all_rules().without(writers)),
            False,
        )
    if outcome.read_by != "syntax" or outcome.notes or outcome.open_sites or not outcome.compiles:
        return None, not outcome.compiles or not outcome.open_sites
    body = outcome.text.removeprefix(_HEAD)
    if body.count("\n") != program.count("\n") - 1 or not body.endswith("proof = 1\n"):
        return None, False
    new = body.removesuffix("proof = 1\n").removesuffix("\n")
    if expression:
        fits = new.startswith(_SHOWN) and new.endswith(")")
        return (new[len(_SHOWN) : -1], whole) if fits else (None, False)
    return new + code[len(code.rstrip()) :], whole


def _writers(program: str, outcome: Outcome) -> set[str]:
    """The rules that put helpers and imports before the code."""
    added = outcome.text.count("\n") - program.count("\n")
    lines = set(range(2, 2 + added))
    return {c.author for c in outcome.changes if not lines.isdisjoint(range(c.line, c.end_line + 1))}
