"""if c: x = y.encode('ascii') else: x = f(z), then x.startswith('0') → the same with .decode('ascii').

What one branch encodes and the other does not was a native string, where native literals meet it afterwards. So was
what is made ASCII wherever it was found to be unicode, with a handler for all else: that is to be shown.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import type_asked
from migration.analysis.names import is_named, uses
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.meets import meets_literal
from migration.analysis.strings.takers import NAMED_OCTETS, takes_octets
from migration.rule import Findings, Rule
from migration.rules.text import native_text
from migration.rules.text.encoded_methods import transforms
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode again what the branch encodes, where nothing in the function takes octets of the variable."""
    statement, function = module.parent(node), module.function(node)
    shown = transforms(node) and not module.facts.index.octets
    if shown and isinstance(statement, ast.Assign) and isinstance(function, ast.FunctionDef):
        yield from _shown(node, statement, function, module)
        return
    if not isinstance(node.func, ast.Attribute) or len(node.args) != 1 or node.keywords:
        return
    if not (isinstance(statement, ast.Assign) and isinstance(function, ast.FunctionDef)):
        return
    codec = node.args[0]
    if not isinstance(codec, ast.Constant) or not is_ascii_based(str(codec.value)):
        return
    name = statement.targets[0]
    if len(statement.targets) > 1 or not isinstance(name, ast.Name) or NAMED_OCTETS.search(function.name):
        return
    choice = _choice(statement, name.id, module)
    found = module.scope(name).lookup(name.id)
    if choice is None or found is None or found[0] is module.module_scope:
        return
    read = [u for u in uses(name.id, found[0], module) if u.lineno > statement.lineno]
    later = [u for u in read if u.lineno > (choice.end_lineno or 0)]
    if any(native_text.visit(node, module)):
        return  # that rule's
    if any(meets_literal(u, module) for u in later) and not any(takes_octets(u, module) for u in read):
        yield module.wrap(node, "", f".decode({module.source(module.span(codec))})")


def _shown(node: ast.Call, statement: ast.Assign, function: ast.FunctionDef, module: Module) -> Findings:
    """`if isinstance(x, unicode): x = x.encode('ascii', 'replace')`: what is shown in ASCII, whatever it was."""
    choice, name = module.parent(statement), statement.targets[0]
    if not (isinstance(choice, ast.If) and isinstance(choice.test, ast.Call) and isinstance(name, ast.Name)):
        return
    asked = type_asked(choice.test, module)
    text = node.func.value  # type: ignore[attr-defined]
    if asked is None or not module.is_builtin(asked[1], "unicode") or NAMED_OCTETS.search(function.name):
        return
    if not all(isinstance(n, ast.Name) and n.id == name.id for n in (asked[0], text)):
        return
    found = module.scope(name).lookup(name.id)
    read = uses(name.id, found[0], module) if found is not None else []
    if not any(takes_octets(u, module, keepers=frozenset()) for u in read if u is not text):
        yield module.wrap(node, "", ".decode('ascii')")


def _choice(statement: ast.Assign, name: str, module: Module) -> ast.If | None:
    """The `if` of which one branch ends with the name encoded, and the other with what is not known to be octets."""
    choice = module.parent(statement)
    if not isinstance(choice, ast.If):
        return None
    other = choice.orelse if statement in choice.body else choice.body
    given = [s.value for s in other if isinstance(s, ast.Assign) and is_named(s.targets[0], name)]
    if not given or kind(given[-1], module) == BYTES:
        return None
    last = given[-1]
    encodes = (
        isinstance(last, ast.Call) and isinstance(last.func, ast.Attribute) and last.func.attr == "encode"
    )
    return None if encodes else choice


RULE = Rule(
    id="encoded_branch",
    family="P8",
    summary="what one branch encodes and the other does not, and native literals meet or somebody reads, is text",
    before=(
        "def f(x, y):\n    if y:\n        z = x.encode('ascii')\n    else:\n        z = g(x)\n"
        "    return z.startswith('0')\nn = 1L\n"
    ),
    after=(
        "def f(x, y):\n    if y:\n        z = x.encode('ascii').decode('ascii')\n    else:\n        z = g(x)\n"
        "    return z.startswith('0')\nn = 1\n"
    ),
    caveats="That octets are wanted is only seen where the same function hands the variable to what takes them.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    visit=visit,
)
