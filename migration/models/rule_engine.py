"""The rules as a code model, for source files and for texts with examples."""

from __future__ import annotations

from collections.abc import Sequence

from environment.traces import is_document
from migration.code_model import Proposal, Request, Usage
from migration.engine.documents import migrate_document
from migration.engine.pipeline import migrate
from migration.engine.registry import all_rules
from migration.models.string_policy import under_decision


class RuleEngine:
    """The embedded code model: the rules, free of charge and without a key."""

    name = "rules"
    free = True

    def __init__(self, disabled_rules: Sequence[str] = ()) -> None:
        self._registry = all_rules().without(disabled_rules)

    def propose(self, request: Request) -> Proposal:
        """The rules' only candidate for the file; asked again, a refusal that says so."""
        if request.attempt:
            return Proposal({}, refusal="the rules have one candidate and it was tried", usage=Usage())
        request = under_decision(request)
        if is_document(request.key):
            python2 = request.index.is_in_python2(request.key)
            outcome = migrate_document(request.source, python2, request.target)
        else:
            outcome = migrate(
                request.source,
                request.key,
                request.index,
                target=request.target,
                observations=request.observations,
                registry=self._registry,
            )
        return Proposal(
            texts={request.key: outcome.text},
            changes={request.key: outcome.changes},
            open_sites={request.key: outcome.open_sites},
            notes=(*outcome.notes, *outcome.verdicts),
            new_files=dict(outcome.new_files),
        )
