"""b = io.BytesIO(); b.getvalue() == 'x' → b = io.StringIO(): a file in memory of native strings that are text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.callers import COMPARING
from migration.analysis.literals import has_high_escapes, literal
from migration.analysis.made import texts_in_memory
from migration.analysis.names import stdlib_name
from migration.analysis.strings.kinds import TEXT, kind
from migration.analysis.strings.memory_files import kept, makes_bytes
from migration.rule import Findings, Rule
from migration.view.module import Module

_CLASS = "io.BytesIO"
_READING = frozenset(["getvalue", "read", "readline"])
_OWN = _READING | {"write", "seek", "tell", "truncate", "flush", "close"}


def visit(node: ast.Call, module: Module) -> Findings:
    """Make one of text where what comes out is compared with text, and what goes in is text."""
    if stdlib_name(node.func, module) != _CLASS or module.has_future("unicode_literals"):
        return
    if module.facts.index.octets or node.keywords or makes_bytes(node.func, module):
        return
    places = [p for p in kept(node, module) if isinstance(getattr(p, "ctx", None), ast.Load)]
    given = [*node.args, *(a for p in places for a in _written(p, module))]
    if not given or not all(_is_text(a, module) for a in given):
        return
    if not all((_method_called(p, module) or ("", None))[0] in _OWN for p in places):
        return  # what else it is given to may write octets
    if any(_is_read_as_text(p, module) for p in places):
        texts_in_memory(module).add(node)
        yield module.replace(node.func, module.use("io.StringIO", at=node))


def _is_text(node: ast.expr, module: Module) -> bool:
    """Whether `node` is text for certain: a native literal only if it spells no octets."""
    if not isinstance(node, ast.Constant):
        return kind(node, module) == TEXT
    return literal(node, module) and not has_high_escapes(node, module) and "\0" not in ast.literal_eval(node)


def _method_called(place: ast.expr, module: Module) -> tuple[str, ast.Call] | None:
    """The method that is called on what stands at `place`, and its call."""
    attribute = module.parent(place)
    call = module.parent(attribute)
    if isinstance(attribute, ast.Attribute) and isinstance(call, ast.Call) and call.func is attribute:
        return attribute.attr, call
    return None


def _written(place: ast.expr, module: Module) -> list[ast.expr]:
    called = _method_called(place, module)
    return called[1].args[:1] if called is not None and called[0] == "write" else []


def _is_read_as_text(place: ast.expr, module: Module) -> bool:
    """Whether what is read there is compared with native text."""
    called = _method_called(place, module)
    if called is None or called[0] not in _READING:
        return False
    outer = module.parent(called[1])
    if isinstance(outer, ast.Compare):
        beside = [outer.left, *outer.comparators]
    elif isinstance(outer, ast.Call) and getattr(outer.func, "attr", "") in COMPARING:
        beside = outer.args
    else:
        return False
    others = [n for n in beside if n is not called[1]]
    return bool(others) and all(_is_text(n, module) for n in others)


RULE = Rule(
    id="text_in_memory",
    family="P11",
    summary="io.BytesIO is io.StringIO where native strings that are text come out",
    before="import io\na = io.BytesIO()\na.write('x')\nprint a.getvalue() == 'x'\n",
    after="import io\na = io.StringIO()\na.write('x')\nprint(a.getvalue() == 'x')\n",
    caveats="What is read has to be compared with text in the same file.",
    triggers=("BytesIO",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=5,
    nodes=(ast.Call,),
    imports=frozenset(["io"]),
    names=frozenset(["BytesIO"]),
    visit=visit,
)
