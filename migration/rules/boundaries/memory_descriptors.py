"""hasattr(file, 'fileno') → has_descriptor(file): files in memory have such a method now, which fails."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import in_repository, stdlib_name
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def has_descriptor(file):
    """Whether a file is one of the system: those in memory have a method that gives no descriptor."""
    return hasattr(file, "fileno") and not isinstance(file, (io.BytesIO, io.StringIO))
'''
_IN_MEMORY = re.compile(r"StringIO|BytesIO")
_STREAMS = frozenset(["sys.stdin", "sys.stdout", "sys.stderr"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask whether it is a file in memory, where the program has any."""
    if (
        not module.is_builtin(node.func, "hasattr")
        or len(node.args) != 2
        or inside_helper(node, HELPER, module)
    ):
        return
    file, name = node.args
    asked = isinstance(name, ast.Constant) and name.value == "fileno"
    if not asked or stdlib_name(file, module) in _STREAMS or not in_repository(_IN_MEMORY, module):
        return
    made = helper("has_descriptor", HELPER, module, ("import io",))
    yield module.replace(node, made, "(", *module.sub(file), ")", needs_python2=True)


RULE = Rule(
    id="memory_descriptors",
    family="P9",
    summary="files in memory had no fileno()",
    before="from StringIO import StringIO\ndef f(x): return hasattr(x, 'fileno')\nf(StringIO())\n",
    after=(
        "import io\nfrom io import StringIO\n"
        f"\n{HELPER}\n\ndef f(x): return has_descriptor(x)\nf(StringIO())\n"
    ),
    caveats="Where the repository has files in memory.",
    triggers=("fileno",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["hasattr"]),
    visit=visit,
)
