"""What the environment answers when a guest asks for something that is not allowed."""

from __future__ import annotations


class GuardrailViolation(Exception):
    """A deposit or an act was refused. The message says what was wrong and what would be right."""


class IllegalTransition(GuardrailViolation):
    """A state was deposited that does not follow from the present one, or not by this agent."""


class CommitConflict(Exception):
    """Git could not take the commit: the file was changed by somebody else meanwhile, or can't be written."""


class StoreError(Exception):
    """The store can't be opened or used as asked. The message says what to do."""
