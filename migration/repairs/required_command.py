"""AttributeError: 'Namespace' object has no attribute 'run' → a sub-command has to be given, as in Python 2."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import method_of


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Require the sub-commands of every parser in the file."""
    module = scene.module
    calls = [
        c for c in module.nodes_of(ast.Call) if isinstance(c, ast.Call) and method_of(c) == "add_subparsers"
    ]
    missing = [c for c in calls if not any(k.arg in ("required", None) for k in c.keywords)]
    yield Candidate(tuple(module.edit(module.added(c, "required=True")) for c in missing), 10, "required")


REPAIR = Repair(
    id="required_command",
    summary="a sub-command of argparse is required",
    failure=Failure("AttributeError", "'Namespace' object has no attribute 'run'", line=4),
    before=(
        "def main(parser, argv):\n    commands = parser.add_subparsers()\n"
        "    commands.add_parser('a').set_defaults(run=print)\n    return parser.parse_args(argv).run()\n"
    ),
    after=(
        "def main(parser, argv):\n    commands = parser.add_subparsers(required=True)\n"
        "    commands.add_parser('a').set_defaults(run=print)\n    return parser.parse_args(argv).run()\n"
    ),
    caveats="Parsers of a file that defines none are left.",
    pattern=re.compile(r"^AttributeError: 'Namespace' object has no attribute '(?P<name>\w+)'"),
    offer=offer,
)
