"""NameError: name 'unicode' is not defined → the builtin of today, in the whole file."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.rewriting.helpers import helper

_PLAIN = {
    "unicode": "str",
    "basestring": "str",
    "long": "int",
    "unichr": "chr",
    "xrange": "range",
    "raw_input": "input",
    "StandardError": "Exception",
    "file": "open",
    "buffer": "memoryview",
    "WindowsError": "OSError",
}
_ELSEWHERE = {
    "reduce": "functools.reduce",
    "intern": "sys.intern",
    "reload": "importlib.reload",
    "izip_longest": "itertools.zip_longest",
}
CMP = '''
def cmp(a, b):
    """-1, 0 or 1, as Python 2's builtin."""
    return (a > b) - (a < b)
'''


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Replace the name wherever the file uses it and nothing binds it."""
    module, name = scene.module, match["name"]
    uses = [
        n
        for n in module.nodes_of(ast.Name)
        if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)
    ]
    if name in _PLAIN:
        yield Candidate(tuple(module.replace(n, _PLAIN[name]) for n in uses), 10, "builtin")
    elif name in _ELSEWHERE:
        yield Candidate(tuple(module.replace(n, module.use(_ELSEWHERE[name], n)) for n in uses), 10, "moved")
    elif name == "cmp":
        called = helper("cmp", CMP, module)
        yield Candidate(tuple(module.replace(n, called) for n in uses), 10, "helper")


REPAIR = Repair(
    id="missing_builtin",
    summary="a builtin that is gone has another name",
    failure=Failure("NameError", "name 'unicode' is not defined", line=2),
    before="def text(x):\n    return isinstance(x, unicode)\n",
    after="def text(x):\n    return isinstance(x, str)\n",
    caveats="A name that a star import was to bring is not told apart.",
    pattern=re.compile(r"^NameError: name '(?P<name>\w+)' is not defined"),
    offer=offer,
    order=20,
)
