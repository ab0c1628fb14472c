"""AssertionError: 'Ã\xa0' != 'à' from a call that was told an encoding → the literal it takes apart is bytes."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import asked_alike, encoded
from migration.trees.constants import is_text

_ENCODING = re.compile("encoding|charset|codec", re.IGNORECASE)


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Make octets of the literals in calls with an encoding: all calls alike of the function, or that of the line."""
    for call in scene.crashed(ast.Call):
        if any(keyword.arg and _ENCODING.search(keyword.arg) for keyword in call.keywords):
            for rank, calls in ((20, asked_alike(scene, call)), (25, [call])):
                literals = [one for asked in calls for one in asked.args if is_text(one)]
                if any(_is_encoded(one) for one in literals):
                    edits = (encoded(scene, one) for one in literals)
                    yield Candidate(tuple(edit for edit in edits if edit), rank, f"{len(calls)} calls")


def _is_encoded(node: ast.expr) -> bool:
    """Whether a literal of text has characters that only octets of an encoded text have."""
    return isinstance(node, ast.Constant) and any(c == "\0" or "\x80" <= c <= "\xff" for c in str(node.value))


REPAIR = Repair(
    id="octet_arguments",
    summary="what is handed over with its encoding is bytes",
    failure=Failure("AssertionError", "'Ã\xa0' != 'à'", line=2),
    before="def test(self):\n    self.assertEqual(read('\\xc3\\xa0', encoding='utf-8'), 'à')\n",
    after="def test(self):\n    self.assertEqual(read(b'\\xc3\\xa0', encoding='utf-8'), 'à')\n",
    caveats="Under Python 2 one literal was both.",
    pattern=re.compile(r"^AssertionError: (?:assert )?['\"].*['\"] [!=]= ['\"]", re.DOTALL),
    offer=offer,
    order=80,
)
