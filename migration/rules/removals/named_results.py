"""print d.isocalendar() → print(tuple(d.isocalendar())): what was a plain tuple has names now, and shows them."""

from __future__ import annotations

import ast
from itertools import chain

from migration.analysis.made import kept_by
from migration.analysis.names import defined_in_repository, stdlib_name
from migration.analysis.strings.shown import put_plainly, spelled
from migration.analysis.values import may_hold
from migration.rule import Findings, Rule
from migration.view.module import Module

_FUNCTIONS = frozenset(
    ["os.times", "os.uname", "platform.uname", "sndhdr.what", "sndhdr.whathdr"]
    + [f"{module}.urldefrag" for module in ("urlparse", "urllib.parse")]
)
#: Methods of dates, and of files of sound that these open.
_METHOD, _OF_SOUND = "isocalendar", "getparams"
_SOUNDS = frozenset(["wave.open", "aifc.open", "sunau.open"])
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp)


def visit(node: ast.BinOp | ast.Call, module: Module) -> Findings:
    """Make a plain tuple of it where it is spelled out, also inside of a list or a tuple there."""
    shown = chain(put_plainly(node, module), _represented(node))
    if isinstance(node, ast.Call):
        represented = node.args[:1] if module.is_builtin(node.func, "repr") else []
        shown = chain(shown, spelled(node, module), represented)
    for value in dict.fromkeys(chain.from_iterable(map(_items, shown))):
        if _has_names(value, module):
            yield module.wrap(value, "tuple(", ")")


def _represented(node: ast.BinOp | ast.Call) -> list[ast.expr]:
    """The values of a row that a literal has places for, whatever it makes of them: `'%r' % (x,)`."""
    if (
        not isinstance(node, ast.BinOp)
        or not isinstance(node.op, ast.Mod)
        or not isinstance(node.right, ast.Tuple)
    ):
        return []
    of_text = isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
    return [*node.right.elts] if of_text else []


def _items(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, _COMPREHENSIONS):
        return [node.elt]
    return [*node.elts] if isinstance(node, (ast.List, ast.Tuple)) else [node]


def _has_names(node: ast.expr, module: Module) -> bool:
    """Whether `node` is such a result, in place or by a name that holds nothing else."""
    held = may_hold(node, module) if isinstance(node, ast.Name) else [node]
    return bool(held) and all(isinstance(v, ast.Call) and _gives_names(v, module) for v in held)


def _gives_names(call: ast.Call, module: Module) -> bool:
    if isinstance(call.func, ast.Attribute) and call.func.attr == _METHOD:
        return not (call.args or call.keywords or defined_in_repository(_METHOD, module))
    if isinstance(call.func, ast.Attribute) and call.func.attr == _OF_SOUND:
        return kept_by(call.func.value, module, _SOUNDS) is not None
    return stdlib_name(call.func, module) in _FUNCTIONS


RULE = Rule(
    id="named_results",
    family="P19",
    summary="results that were plain tuples are shown as such",
    before="import datetime\nprint datetime.date(2005, 1, 2).isocalendar()\n",
    after="import datetime\nprint(tuple(datetime.date(2005, 1, 2).isocalendar()))\n",
    caveats="Only where the result is spelled out, in place or by one name.",
    triggers=(_METHOD, _OF_SOUND, "times", "uname", "urldefrag", "sndhdr"),
    needs_python2=True,
    order=60,
    nodes=(ast.BinOp, ast.Call),
    names=frozenset(["format", "print", "repr", "str"]),
    visit=visit,
)
