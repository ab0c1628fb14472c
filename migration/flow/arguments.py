"""What a call gives."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from migration.flow.atoms import Variable


@dataclass(slots=True)
class Arguments:
    """What a call gives."""

    node: ast.Call | None = None
    places: list[Variable] = field(default_factory=list)
    #: What `*rest` goes through, and all that `**more` holds.
    star: Variable | None = None
    keywords: dict[str, Variable] = field(default_factory=dict)
    more: Variable | None = None

    def all(self) -> list[Variable]:
        """Everything that is given."""
        return [*self.places, *self.keywords.values(), *(v for v in (self.star, self.more) if v is not None)]

    def constant(self, position: int, name: str = "") -> object:
        """The value of an argument that is written out; None for any other."""
        if self.node is None:
            return None
        given = self.node.args[position] if position < len(self.node.args) else None
        if given is None and name:
            given = next((k.value for k in self.node.keywords if k.arg == name), None)
        return given.value if isinstance(given, ast.Constant) else None
