"""TypeError: Missing required argument 'digestmod' → MD5, which hmac took by itself."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import method_of
from migration.source.edits import Edit

_FULL = 3


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Name the hash where the code is made; behind arguments that a call hands on, if those are too few to name one."""
    for rank, call in enumerate(scene.crashed(ast.Call)):
        named = scene.module.qualified_name(call.func) or ""
        if not (named in ("hmac.new", "hmac.HMAC") or method_of(call) in ("new", "HMAC") or _hands_on(call)):
            continue
        if len(call.args) >= _FULL or any(k.arg == "digestmod" for k in call.keywords):
            continue
        yield Candidate((_added(scene, call),), 10 + rank, f"call {rank}")


def _hands_on(call: ast.Call) -> bool:
    return any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)


def _added(scene: Scene, call: ast.Call) -> Edit:
    module = scene.module
    rest = next((a for a in call.args if isinstance(a, ast.Starred)), None)
    if rest is not None and isinstance(rest.value, ast.Name) and len(call.args) == 1:
        # Further calls hand on three arguments, of which one is the hash.
        name = rest.value.id
        return module.edit(
            module.added(call, f'**({{"digestmod": "md5"}} if len({name}) < {_FULL} else {{}})')
        )
    keywords = next((k.value for k in call.keywords if k.arg is None), None)
    if isinstance(keywords, ast.Name):
        return module.replace(keywords, '{"digestmod": "md5", **', module.source(module.span(keywords)), "}")
    return module.edit(module.added(call, 'digestmod="md5"'))


REPAIR = Repair(
    id="digest_name",
    summary="hmac is told that it hashes by MD5",
    failure=Failure("TypeError", "Missing required argument 'digestmod'.", line=2),
    before="def sign(maker, key, text):\n    return maker.new(key, text).hexdigest()\n",
    after='def sign(maker, key, text):\n    return maker.new(key, text, digestmod="md5").hexdigest()\n',
    caveats="Other functions that are called `new` and take a digestmod are not told apart.",
    pattern=re.compile(r"^TypeError: Missing required (?:argument|parameter) 'digestmod'"),
    offer=offer,
)
