"""int(text, 0) → integer_by_prefix(text, 0): a zero in front alone told Python 2 of an octal number."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

_OCTAL = re.compile(r"\s*[-+]?0[0-7]")
HELPER = '''
def integer_by_prefix(text, base=0):
    """The number that a text is by its prefix, where a zero in front alone tells of an octal one, as in Python 2."""
    if not isinstance(text, (str, bytes, bytearray)):
        return int(text, base)
    digits = text if isinstance(text, str) else text.decode("latin-1")
    return int(re.sub(r"^([^0-9A-Za-z]*0)(?=[0-7])", r"\\1o", digits), base)
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Have a helper read what isn't written out; a literal tells by itself."""
    if (
        not module.is_builtin(node.func, "int", "long")
        or not node.args
        or inside_helper(node, HELPER, module)
    ):
        return
    given = node.args[1:] if len(node.args) == 2 and not node.keywords else []
    given += [k.value for k in node.keywords if k.arg == "base" and len(node.keywords) == len(node.args) == 1]
    base, text = given[0] if given else None, node.args[0]
    if not (isinstance(base, ast.Constant) and type(base.value) is int and base.value == 0):
        return
    if isinstance(text, ast.Constant) and not (isinstance(text.value, str) and _OCTAL.match(text.value)):
        return
    yield module.replace(node.func, helper("integer_by_prefix", HELPER, module, ("import re",)))


RULE = Rule(
    id="octal_by_prefix",
    family="P2",
    summary="texts of octal numbers may begin with a zero alone, where int() is to tell by the prefix",
    before="n = 1L\nm = int(text, 0)\n",
    after=f"import re\n\n{HELPER}\n\nn = 1\nm = integer_by_prefix(text, 0)\n",
    caveats="Where the base is a variable, nothing is done.",
    triggers=("int", "long"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["int", "long"]),
    order=40,  # before `long_builtin`, which wants the same name
    visit=visit,
)
