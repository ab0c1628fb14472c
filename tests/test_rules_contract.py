"""What every migration rule must fulfil, whichever it is."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

import migration.rules
from migration.engine.pipeline import migrate
from migration.engine.registry import all_rules
from migration.rule import Phase, Rule

RULES = all_rules().rules
HERE = Path(__file__).parent
FAMILIES = {f"P{n}" for n in range(1, 20)}
PLACE = Path(migration.rules.__path__[0])


def _folder(rule: Rule) -> str:
    """The folder that a rule's module stands in."""
    (found,) = PLACE.rglob(f"{rule.id}.py")
    return found.parent.name


@pytest.fixture(params=RULES, ids=lambda r: r.id)
def rule(request: pytest.FixtureRequest) -> Rule:
    return request.param


def test_description_is_complete(rule: Rule) -> None:
    assert rule.id.isidentifier() and rule.id == rule.id.lower()
    assert rule.family in FAMILIES
    assert rule.summary and "\n" not in rule.summary and len(rule.summary) <= 100
    assert rule.before and rule.after
    assert not (rule.evidence and rule.needs_python2)
    if rule.phase is Phase.SYNTAX:
        assert rule.lower is not None and rule.visit is None
    else:
        assert rule.visit is not None and rule.nodes and rule.lower is None


def test_has_a_file_and_a_test_file_of_its_own(rule: Rule) -> None:
    folder = _folder(rule)
    tests = HERE / "rules" / folder / f"test_{rule.id}.py"
    assert tests.is_file(), f"write {tests.relative_to(HERE)}: refusals first, then rewrites"
    text = tests.read_text()
    assert "check_untouched" in text or "check_open" in text, f"{tests.name} tests no refusal"


def test_example_holds_and_applying_twice_equals_applying_once(rule: Rule) -> None:
    outcome = migrate(rule.before, observations=rule.observed)
    assert not outcome.notes
    assert outcome.text == rule.after
    assert rule.before == rule.after or rule.id in {c.author for c in outcome.changes}
    again = migrate(outcome.text)
    assert again.text == outcome.text
    assert outcome.compiles or rule.before == rule.after


def test_crlf_text_stays_crlf(rule: Rule) -> None:
    outcome = migrate(rule.before.replace("\n", "\r\n"), observations=rule.observed)
    assert outcome.text == rule.after.replace("\n", "\r\n")


def test_rule_modules_define_nothing_but_their_rule() -> None:
    ids = [p.stem for p in PLACE.rglob("*.py") if not p.stem.startswith("_")]
    assert sorted(ids) == sorted(r.id for r in RULES)


def test_the_rules_of_a_family_stand_in_one_folder_that_names_it() -> None:
    for rule in RULES:
        title = ast.get_docstring(ast.parse((PLACE / _folder(rule) / "__init__.py").read_text())) or ""
        assert rule.family in re.findall(r"P\d+", title), f"{rule.id} of {rule.family}: {title}"


def test_rules_follow_rules_that_exist() -> None:
    rules = all_rules()
    assert {name.partition(": ")[0] for rule in rules.rules for name in rule.follows} <= rules.by_id.keys()


def test_helpers_can_be_written_in_any_encoding() -> None:
    """What is added to a file that declares Latin-1 or ASCII must be expressed in it."""
    written = {
        f"{name}.{key}"
        for name, module in sys.modules.items()
        if name.startswith("migration.") and module is not None
        for key, value in vars(module).items()
        if isinstance(value, str) and not key.startswith("__")
        if value.lstrip().startswith(("def ", "class ", "@", "import "))
        if not value.isascii()
    }
    assert not written


def test_helpers_of_a_folder_are_imported_there_alone() -> None:
    """A module that begins with `_` serves the rules beside it; what others need stands further down."""
    asked = re.compile(r"^from (migration\.rules\.\w+)\._\w+ import", re.MULTILINE)
    root = PLACE.parent.parent
    wrong = [
        f"{file.relative_to(root)}: {folder}"
        for file in (root / "migration").rglob("*.py")
        for folder in asked.findall(file.read_text("utf-8"))
        if ".".join(file.parent.relative_to(root).parts) != folder
    ]
    assert wrong == []
