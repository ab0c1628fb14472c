"""'%%%02X' % ord(c) for c in s → s = octet_characters(s) before it: what spells octets one by one.

Programs that quote URLs, or escape strings for a format of files, look each octet up in a table of 256, or format its
number by two digits. What they were given were octets; now it may be bytes, whose items are numbers, or text, whose
characters may have greater ones.
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import memory
from migration.dialects.octets import spells_native_beyond_ascii
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.trees.bodies import own_nodes
from migration.view.module import Module

HELPER = '''
def octet_characters(value):
    """The octets of bytes, or of text in UTF-8, as characters of the same numbers."""
    if isinstance(value, str):
        value = value.encode("utf-8")
    return value.decode("latin-1") if isinstance(value, (bytes, bytearray)) else value
'''
#: The same of what a file of ASCII dumps: what it makes of numbers is no text.
DUMPED = '''
def dumped_characters(value):
    """The octets of bytes, or of text: characters up to 255 stand for their numbers, other text is in UTF-8."""
    if isinstance(value, str) and any(character > "\\xff" for character in value):
        value = value.encode("utf-8")
    return value.decode("latin-1") if isinstance(value, (bytes, bytearray)) else value
'''
_DUMPS = re.compile(r"(?<![%\\=])%02[xX]")
#: How a number up to 255 is formatted: `%02X`, `\\%03o`.
_OCTET = re.compile(r"%0(?:2[xX]|3o)")
_ALL_OCTETS = re.compile(r"range\((?:0, ?)?256\)")
_Loop = ast.For | ast.comprehension


def visit(node: ast.FunctionDef, module: Module) -> Findings:
    """Make characters of octets of the parameter whose items are looked up or formatted."""
    given = [a.arg for a in node.args.args]
    inside = [n for n in own_nodes(node.body) if isinstance(n, ast.Name) and n.id in given]
    for name in dict.fromkeys(n.id for n in inside if _is_spelled(n, module) and not _is_text(n, module)):
        named, source = ("dumped_characters", DUMPED) if _only_dumps(module) else ("octet_characters", HELPER)
        made = helper(named, source, module)
        reads = [n for n in inside if n.id == name]
        first = _first_statement(node)
        if first is None or any(not isinstance(n.ctx, ast.Load) for n in reads):
            for read in filter(lambda n: _is_spelled(n, module), reads):
                yield module.edit(module.in_call(read, made))
            return
        start, indentation = module.start(first), module.indentation(first)
        yield module.edit(module.part(Span(start, start), f"{name} = ", made, f"({name})\n{indentation}"))


def _only_dumps(module: Module) -> bool:
    """Whether the file shows octets by their numbers, and spells no text beyond ASCII that would have to be encoded."""
    shows = _DUMPS.search(module.text) is not None and _ALL_OCTETS.search(module.text) is None
    return shows and not spells_native_beyond_ascii(module.text)


def _is_text(node: ast.Name, module: Module) -> bool:
    """Whether all that flows there is unicode: its characters were spelled, not the octets of a codec."""
    return set(module.may_hold(node)) == {"unicode"}


def is_spelled_item(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an item of what a function spells one by one: a character that stands for an octet."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    loops = [module.parent(b.node) for b in bindings]
    if not bindings or not (_ALL_OCTETS.search(module.text) or _OCTET.search(module.text)):
        return False
    sources = [one.iter if isinstance(one, _Loop) else None for one in loops]
    return all(isinstance(source, ast.Name) and _is_spelled(source, module) for source in sources)


def _first_statement(node: ast.FunctionDef) -> ast.stmt | None:
    """Where a function begins to do something; None where that is on its first line."""
    documented = ast.get_docstring(node) is not None
    first = node.body[1] if documented and len(node.body) > 1 else node.body[0]
    return first if first.lineno > node.lineno and not (documented and len(node.body) == 1) else None


def _is_spelled(node: ast.Name, module: Module) -> bool:
    """Whether `node` is gone through, and each item looked up in a table of octets, or formatted as one."""
    outer = module.parent(node)
    if isinstance(outer, ast.Call) and module.is_builtin(outer.func, "map") and outer.args[1:] == [node]:
        return _looks_up(outer.args[0], module)
    if not isinstance(outer, _Loop) or outer.iter is not node or not isinstance(outer.target, ast.Name):
        return False
    item = outer.target.id
    body: list[ast.AST] = [*outer.body] if isinstance(outer, ast.For) else [_result(outer, module)]
    return any(_is_octet_asked(n, item, module) for part in body for n in ast.walk(part))


def _result(loop: ast.comprehension, module: Module) -> ast.AST:
    """What a comprehension makes of each item."""
    whole = module.parent(loop)
    return whole.elt if isinstance(whole, (ast.ListComp, ast.GeneratorExp)) else loop


def _is_octet_asked(node: ast.AST, item: str, module: Module) -> bool:
    """Whether `node` is `TABLE[item]`, or `'%02X' % ord(item)`."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.ctx, ast.Load) and _names(node.slice, item) and _is_table(node.value, module)
    if not (
        isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant)
    ):
        return False
    if not (isinstance(node.left.value, str) and _OCTET.search(node.left.value)):
        return False
    values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
    return any(
        isinstance(v, ast.Call) and module.is_builtin(v.func, "ord") and _names(v.args[0], item)
        for v in values
    )


def _looks_up(function: ast.expr, module: Module) -> bool:
    """Whether a function gives what a table has for its argument: `TABLE.__getitem__`, `lambda c, d=TABLE: d[c]`."""
    if isinstance(function, ast.Attribute):
        return function.attr == "__getitem__" and _is_table(function.value, module)
    if not isinstance(function, ast.Lambda) or not function.args.args:
        return False
    body, arguments = function.body, function.args
    if not (isinstance(body, ast.Subscript) and _names(body.slice, arguments.args[0].arg)):
        return False
    defaults = dict(zip((a.arg for a in arguments.args[::-1]), arguments.defaults[::-1], strict=False))
    table = defaults.get(body.value.id, body.value) if isinstance(body.value, ast.Name) else body.value
    return _is_table(table, module)


def _names(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_table(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a name under which the file fills a dictionary with all characters up to 255."""
    return isinstance(node, ast.Name) and node.id in _tables(module)


def _tables(module: Module) -> frozenset[str]:
    known = memory(module)
    if "tables of octets" not in known:
        loops = (
            n for n in module.nodes_of(ast.For) if isinstance(n, ast.For) and _counts_octets(n.iter, module)
        )
        filled = {n.value.id for loop in loops for n in ast.walk(loop) if _is_filled(n)}  # type: ignore[attr-defined]
        made = {
            target.id
            for n in module.nodes_of(ast.Assign)
            if isinstance(n, ast.Assign) and _makes_table(n.value, module)
            for target in n.targets
            if isinstance(target, ast.Name)
        }
        known["tables of octets"] = frozenset(filled | made)
    return known["tables of octets"]  # type: ignore[no-any-return]


def _is_filled(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
    )


def _makes_table(node: ast.expr, module: Module) -> bool:
    """Whether a dictionary is made of all characters: by a comprehension, `dict(zip(map(chr, range(256)), …))`."""
    mapping = isinstance(node, ast.DictComp) or (
        isinstance(node, ast.Call) and module.is_builtin(node.func, "dict")
    )
    return mapping and any(_counts_octets(n, module) for n in ast.walk(node)) and "chr" in ast.dump(node)


def _counts_octets(node: ast.AST, module: Module) -> bool:
    """Whether `node` is `range(256)`."""
    if not isinstance(node, ast.Call) or not module.is_builtin(node.func, "range", "xrange"):
        return False
    limits = [a.value for a in node.args if isinstance(a, ast.Constant)]
    return limits in ([256], [0, 256])


RULE = Rule(
    id="octet_tables",
    family="P8",
    summary="what looks octets up in a table of 256, or formats them one by one, is given octets as characters",
    before="def quote(s):\n    return ''.join(['%%%02X' % ord(c) for c in s])\nn = 1L\n",
    after=HELPER[1:]
    + "\n\ndef quote(s):\n    s = octet_characters(s)\n    return ''.join(['%%%02X' % ord(c) for c in s])\nn = 1\n",
    caveats="Text becomes its UTF-8, whatever a native literal with high octets meant.",
    triggers=(_ALL_OCTETS, _OCTET),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=40,
    nodes=(ast.FunctionDef,),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
