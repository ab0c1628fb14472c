"""What is known of a target since it was brought in, kept in its Git folder for a resume."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from environment.git_commands import TargetError
from environment.target_survey import Survey

_NAME = "stigmergy.json"


@dataclass
class TargetRecord:
    """Run, base commit, branch, author of commits, notes for the user, and the survey of the base commit."""

    run_id: str
    base_commit: str
    branch: str
    author: tuple[str, str]
    notes: list[str] = field(default_factory=list)
    survey: Survey = field(default_factory=Survey)

    def save(self, root: Path) -> None:
        """Write it into the Git folder of the working copy at `root`."""
        (root / ".git" / _NAME).write_text(json.dumps(asdict(self)), encoding="ascii")

    @classmethod
    def load(cls, root: Path) -> TargetRecord:
        """Read it back. Raises TargetError when there is none, or it is damaged."""
        path = root / ".git" / _NAME
        try:
            values = json.loads(path.read_text(encoding="ascii"))
            return cls(**{**values, "author": tuple(values["author"]), "survey": Survey(**values["survey"])})
        except FileNotFoundError as error:
            raise TargetError(f"{root} holds no target of a run: nothing can be resumed there") from error
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise TargetError(f"{path} can't be read ({error}): start the run anew") from error
