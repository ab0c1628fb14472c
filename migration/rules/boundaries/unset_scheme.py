"""urlunsplit((None, host, '/', '', '')) → urlunsplit(('', host, '/', '', '')): a first part of None is for octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import is_none
from migration.analysis.names import stdlib_name
from migration.analysis.values import assigned, defaults_of, given_to_attributes, may_hold, reads_of
from migration.rule import Findings, Rule, last_names
from migration.view.module import Module, Precedence

_JOINERS = frozenset(
    f"{place}.{name}" for place in ("urlparse", "urllib.parse") for name in ("urlunparse", "urlunsplit")
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Give empty text where the scheme is None, or may be: both meant that there is none."""
    if stdlib_name(node.func, module) not in _JOINERS or len(node.args) != 1:
        return
    parts: ast.expr | None = node.args[0]
    if isinstance(parts, ast.Name):
        parts = assigned(parts, module)
        if parts is None or len(reads_of(parts, module)) != 1:
            return  # whatever else reads the name may ask for None
    if not isinstance(parts, (ast.Tuple, ast.List)) or not parts.elts:
        return
    scheme = parts.elts[0]
    if all(
        isinstance(e, ast.Constant) and isinstance(e.value, bytes) for e in parts.elts[1:] if not is_none(e)
    ):
        return
    if is_none(scheme):
        yield module.replace(scheme, "''")
    elif _may_be_none(scheme, module):
        yield module.replace(scheme, module.span(scheme), " or ''", precedence_of_new=Precedence.OR)


def _may_be_none(scheme: ast.expr, module: Module) -> bool:
    """Whether a name or an attribute is given None anywhere in the file, or by default."""
    if isinstance(scheme, ast.Attribute):
        return any(_ends_as_none(v) for v in given_to_attributes(module).get(scheme.attr, ()))
    if not isinstance(scheme, ast.Name):
        return False
    function = module.function(scheme)
    defaults = defaults_of(function.args) if isinstance(function, ast.FunctionDef) else {}
    by_default = any(a.arg == scheme.id and is_none(d) for a, d in defaults.items())
    return by_default or any(_ends_as_none(v) for v in may_hold(scheme, module))


def _ends_as_none(value: ast.expr | None) -> bool:
    """`None`, `x or None`, `x if c else None`."""
    if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or):
        value = value.values[-1]
    if isinstance(value, ast.IfExp):
        return _ends_as_none(value.body) or _ends_as_none(value.orelse)
    return value is not None and is_none(value)


RULE = Rule(
    id="unset_scheme",
    family="P9",
    summary="a URL put together from parts without a scheme is text",
    before="import urlparse\na = urlparse.urlunsplit((None, b, '/', '', ''))\n",
    after="import urllib.parse\na = urllib.parse.urlunsplit(('', b, '/', '', ''))\n",
    caveats="Only where the parts are listed in the call, or under the one name that it is given.",
    triggers=("urlunparse", "urlunsplit"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names(*_JOINERS),
    visit=visit,
)
