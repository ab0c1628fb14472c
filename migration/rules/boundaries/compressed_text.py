"""return gzip.open(p, m) beside open(p, m) → m + "t": compressed files gave what plain ones gave, native strings."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.names import names_by_id, other_texts, stdlib_name
from migration.analysis.strings.compressed import MAKERS, NAMES, alternatives, holds_text
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

#: What is called of a table, or else `open`.
_FALLBACK = re.compile(r"\.get\([^()\n]*,[ \t]*open\)\(")
HELPER = '''
def compressed_text(opener):
    """What opens compressed files as open() does plain ones: as text, unless the mode asks for octets."""

    def opened(name, mode="r", **settings):
        if "b" not in mode:
            mode = mode.replace("t", "") + "t"
            settings["newline"] = "\\n"
        file = opener(name, mode, **settings)
        octets = getattr(file, "buffer", file)
        if not hasattr(octets, "name"):
            octets.name = name
        return file

    return opened
'''


def visit(node: ast.Call | ast.Attribute | ast.Name, module: Module) -> Findings:
    """Ask for text where a file is opened, and of what opens files by another name."""
    if not module.is_python2:
        return
    if isinstance(node, ast.Call):
        if holds_text(node, module):
            yield from _opened(node, module)
        return
    name = stdlib_name(node, module)
    called = isinstance(call := module.parent(node), ast.Call) and call.func is node
    if name not in MAKERS or called or inside_helper(node, HELPER, module) or not _is_chosen(node, module):
        return
    opener = helper("compressed_text", HELPER, module)
    if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "compressed_text":
        return
    yield module.replace(node, opener, "(", module.use(MAKERS[name], at=node), ")", needs_python2=True)


def _opened(node: ast.Call, module: Module) -> Findings:
    if len(node.args) > 2 or any(k.arg not in ("mode", "compresslevel") for k in node.keywords):
        return
    name = MAKERS[stdlib_name(node.func, module) or ""]
    parts = []
    if stdlib_name(node.func, module) != name:
        parts.append(module.part(node.func, module.use(name, at=node)))
    mode = argument(node, 1, "mode")
    if mode is None:
        told = '"rt"' if len(node.args) == 1 and not node.keywords else 'mode="rt"'
        parts.append(module.added(node, f'{told}, newline="\\n"'))
    elif isinstance(mode, ast.Constant) and isinstance(mode.value, str):
        plain = mode.value.replace("b", "").replace("U", "").replace("t", "") or "r"
        # Carriage returns stay, as they did.
        kept = ', newline="\\n"' if plain == "r" and len(node.args) == 2 and not node.keywords else ""
        parts.append(module.part(mode, f'"{plain}t"{kept}'))
    elif isinstance(mode, (ast.Name, ast.Attribute)):
        told = module.source(module.span(mode))
        parts.append(module.part(mode, f'{told} if "b" in {told} else {told} + "t"'))
    else:
        return
    yield module.edit(*parts, needs_python2=True)


def _is_chosen(node: ast.expr, module: Module) -> bool:
    """Whether what opens compressed files is chosen in place of open(): by a condition, or from a dictionary."""
    if any(module.is_builtin(other, "open", "file") for other in alternatives(node, module)):
        return True
    held = module.parent(node)
    if not isinstance(held, ast.Dict) or node not in held.values:
        return False
    if any(module.is_builtin(v, "open", "file") for v in held.values):
        return True
    kept = module.parent(held)
    target = kept.targets[0] if isinstance(kept, ast.Assign) and len(kept.targets) == 1 else None
    reads = names_by_id(module)[target.id] if isinstance(target, ast.Name) else []
    return any(_falls_back_on_open(read, module) for read in [*reads, held]) or (
        isinstance(target, ast.Name) and _is_for_another_file(target, module)
    )


def _is_for_another_file(target: ast.Name, module: Module) -> bool:
    """Whether another file names a table of this one, no own one of that name, and has `open` called where one like it
    has nothing.
    """
    word, own = re.compile(rf"\b{target.id}\b"), re.compile(rf"^{target.id}[ \t]*=", re.M)
    at_top = module.scope(target) is module.module_scope
    return at_top and any(
        _FALLBACK.search(text) and word.search(text) and not own.search(text) for text in other_texts(module)
    )


def _falls_back_on_open(read: ast.expr, module: Module) -> bool:
    """`openers.get(extension, open)`."""
    method = module.parent(read)
    call = module.parent(method)
    if not (isinstance(method, ast.Attribute) and method.attr == "get" and isinstance(call, ast.Call)):
        return False
    return len(call.args) == 2 and module.is_builtin(call.args[1], "open", "file")


RULE = Rule(
    id="compressed_text",
    family="P9",
    summary="compressed files are text where plain ones may stand in their place",
    before="import gzip\ndef f(p, m):\n    if p[-3:] == '.gz': return gzip.open(p, m)\n    return open(p, m)\nn = 1L\n",
    after="import gzip\ndef f(p, m):\n"
    '    if p[-3:] == \'.gz\': return gzip.open(p, m if "b" in m else m + "t")\n    return open(p, m)\nn = 1\n',
    caveats="Text is read and written in the default encoding, as that of plain files is.",
    triggers=("gzip", "BZ2File"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=40,
    nodes=(ast.Call, ast.Attribute, ast.Name),
    names=NAMES,
    visit=visit,
)
