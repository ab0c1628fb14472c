"""json.loads(s, object_hook=f), where f encodes the keys: they stay text.

What a function of the program makes of every object that is read has native strings for keys.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.analysis.strings.encodings import text_again
from migration.analysis.values import returns_of
from migration.rule import Findings, Rule
from migration.rules.text.keyword_names import given_keys, is_encoded
from migration.view.module import Module

_READERS = frozenset(f"{library}.{name}" for library in ("json", "simplejson") for name in ("load", "loads"))
_HOOKS = frozenset(["object_hook", "object_pairs_hook"])


def visit(node: ast.keyword, module: Module) -> Findings:
    """Give text for the keys of what a hook returns."""
    call = module.parent(node)
    if node.arg not in _HOOKS or module.facts.index.octets or not isinstance(call, ast.Call):
        return
    if stdlib_name(call.func, module) not in _READERS:
        return
    for returned in _returned(node.value, module):
        for key in given_keys(returned, module):
            if not isinstance(key, ast.Call) or not key.args or not is_encoded(key):
                continue
            if not module.decoded_again(key):
                yield text_again(key, module)


def _returned(hook: ast.expr, module: Module) -> Iterator[ast.expr]:
    """What the function returns that is handed over: one of the file, or written in place."""
    if isinstance(hook, ast.Lambda):
        yield hook.body
    elif isinstance(hook, ast.Name):
        sources = [b.node for b in module.bindings(hook)]
        if len(sources) == 1 and isinstance(sources[0], ast.FunctionDef):
            yield from (r.value for r in returns_of(sources[0]) if r.value is not None)


RULE = Rule(
    id="hook_keys",
    family="P8",
    summary="keys that a hook of json encodes stay text",
    before=(
        "import json\ndef f(d):\n    return dict((k.encode('ascii'), v) for k, v in d.items())\n"
        "x = json.loads(s, object_hook=f)\nn = 1L\n"
    ),
    after=(
        "import json\ndef f(d):\n    return dict((k.encode('ascii').decode('ascii'), v) for k, v in d.items())\n"
        "x = json.loads(s, object_hook=f)\nn = 1\n"
    ),
    caveats="A hook of the same file, and a dictionary that is followed through one name.",
    triggers=("object_hook", "object_pairs_hook"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.keyword,),
    visit=visit,
)
