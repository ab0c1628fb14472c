"""def __str__(self): return self.x.encode('utf-8') → return self.x: what shows an object is text in Python 3."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.names import memory, stdlib_name
from migration.analysis.strings.encodings import encodes_itself
from migration.analysis.strings.kinds import is_octets
from migration.analysis.strings.seen import ESCAPING, UNIVERSAL, codec_of
from migration.analysis.values import assigned, called_here, returns_of
from migration.rule import Findings, Phase, Rule
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module

_SHOWING = frozenset(["__str__", "__repr__"])
_PICKLES = frozenset(["pickle.dumps", "cPickle.dumps"])
_ELEMENTS = re.compile(r"(?i)etree")


def visit(node: ast.FunctionDef, module: Module) -> Findings:
    """Don't encode what is returned, or decode it again where the codec changes the text."""
    known = memory(module).setdefault("encoded to be shown", set())
    for call in dict.fromkeys(_encoded_by(node, module)):
        if call in known:
            continue
        known.add(call)
        asking = not module.facts.is_proven
        written = written_codec(call, module)
        if written:
            yield module.wrap(call, "", f'.decode("{written}")', needs_python2=asking)
            continue
        text, codec = call.func.value, codec_of(call)  # type: ignore[attr-defined]
        if codec in UNIVERSAL and len(call.args) == 1 and not isinstance(text, ast.Name):
            yield module.replace(call, *module.sub(text), needs_python2=asking)
        elif codec in ESCAPING:
            yield module.wrap(call, "", ".decode('ascii')", needs_python2=asking)
        elif call.args and (codec is None or is_ascii_based(codec)):
            spelled = module.source(module.span(call.args[0]))
            yield module.wrap(call, "", f".decode({spelled})", needs_python2=asking)


def written_codec(call: ast.Call, module: Module) -> str:
    """The codec of the octets that a call writes an object as: an element of XML, or a pickle; "" for other calls."""
    if stdlib_name(call.func, module) in _PICKLES:
        return "latin-1"
    function = call.func
    if not (isinstance(function, ast.Attribute) and function.attr == "tostring"):
        return ""
    owners = (
        {b.target for b in module.bindings(function.value) if b.kind == "import"}
        if isinstance(function.value, ast.Name)
        else set()
    )
    if not owners or not all(_ELEMENTS.search(target) for target in owners):
        return ""
    given = next(
        (k.value for k in call.keywords if k.arg == "encoding"), call.args[1] if len(call.args) > 1 else None
    )
    if given is None:
        return "ascii"
    spelled = given.value if isinstance(given, ast.Constant) else None
    return spelled if isinstance(spelled, str) and is_ascii_based(spelled.lower()) else ""


def is_shown(call: ast.Call, module: Module) -> bool:
    """Whether `call` encodes what one of the file's classes shows its objects as: this rule takes care of it."""
    kept = memory(module)
    if "shown" not in kept:
        functions = [n for n in module.nodes_of(ast.FunctionDef) if isinstance(n, ast.FunctionDef)]
        kept["shown"] = (
            {c for f in functions for c in _encoded_by(f, module)} if _holds_text(module) else set()
        )
    return call in kept["shown"]


def _encoded_by(node: ast.FunctionDef, module: Module) -> list[ast.Call]:
    """The calls of encode() that give what objects are shown as, where `node` is the method that shows them."""
    return list(_encoding(node, module)) if node.name in _SHOWING and _is_only_one(node, module) else []


def _is_only_one(node: ast.FunctionDef, module: Module) -> bool:
    """Whether a class's method is what the class shows its objects by: nothing decorates it or takes its place."""
    owner = module.parent(node)
    if not isinstance(owner, ast.ClassDef) or node.decorator_list:
        return False
    inside = module.below(owner)
    bound = [n for n in inside if isinstance(n, ast.FunctionDef) and n.name == node.name]
    named = [n for n in inside if isinstance(n, ast.Name) and n.id == node.name]
    return bound == [node] and not any(isinstance(n.ctx, ast.Store) for n in named)


def _encoding(
    node: ast.FunctionDef, module: Module, seen: frozenset[ast.FunctionDef] = frozenset()
) -> Iterator[ast.Call]:
    """The calls of encode() whose result a function returns: in place, under the one name that it is given, as a part
    of a sum, or by a function or a method of the file that it asks.
    """
    own = node.args.args[0].arg if node.args.args and isinstance(module.parent(node), ast.ClassDef) else ""
    if node in seen or not (own or seen):
        return
    for statement in returns_of(node):
        pending, named = [statement.value], set[str]()
        while pending:
            value = pending.pop()
            if isinstance(value, ast.Name):
                pending += _given(value, node, module) if value.id not in named else []
                named.add(value.id)
                continue
            if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
                if not any(is_octets(side, module) for side in (value.left, value.right)):
                    pending += [value.left, value.right]
                continue
            if isinstance(value, (ast.BoolOp, ast.IfExp)):
                pending += value.values if isinstance(value, ast.BoolOp) else [value.body, value.orelse]
                continue
            if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
                pending.append(value.value)
                continue
            if not isinstance(value, ast.Call):
                continue
            asked = called_here(value, module) or _own_method(value, module)
            if asked is not None:
                if asked.name not in _SHOWING and not asked.decorator_list:
                    yield from _encoding(asked, module, seen | {node})
                continue
            # Under a name, what the object says as text is something else than what it is shown as.
            if _encodes_text(value, "" if named else own, module) or written_codec(value, module):
                yield value


def _encodes_text(call: ast.Call, own: str, module: Module) -> bool:
    """Whether a call encodes what is neither the object itself nor another that says how it is encoded."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "encode" or call.keywords:
        return False
    return not (own and _is_itself(call.func.value, own)) and not encodes_itself(call.func.value, module)


def _given(name: ast.Name, function: ast.FunctionDef, module: Module) -> list[ast.expr]:
    """What a name that is returned was given: once, or by several that only make the next of it."""
    once = assigned(name, module)
    if once is not None:
        return [once]
    bindings = module.bindings(name)
    values = [b.value for b in bindings if b.kind == "assign" and b.value is not None]
    tests = [n.test for n in ast.walk(function) if isinstance(n, ast.If)]
    inside = {n for root in (*values, *tests, name) for n in ast.walk(root)}
    named = [n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == name.id]
    alone = all(n in inside for n in named if isinstance(n.ctx, ast.Load))
    return values if alone and len(values) == len(bindings) else []


def _own_method(node: ast.Call, module: Module) -> ast.FunctionDef | None:
    """The method of its own class that `node` calls on the object itself, where the class defines it once."""
    owner, function = module.class_of(node), node.func
    if owner is None or not (isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name)):
        return None
    if function.value.id != "self":
        return None
    found = [n for n in ast.walk(owner) if isinstance(n, ast.FunctionDef) and n.name == function.attr]
    return found[0] if len(found) == 1 and found[0] in owner.body else None


def _is_itself(text: ast.expr, own: str) -> bool:
    """Whether `text` is what the object is shown as: unicode(self), self.__unicode__()."""
    return isinstance(text, ast.Call) and (
        (isinstance(text.func, ast.Attribute) and text.func.attr in ("__unicode__", "__str__"))
        or any(isinstance(a, ast.Name) and a.id == own for a in text.args)
    )


def _holds_text(module: Module) -> bool:
    """Whether native strings are text: where they stand for octets, what encodes gives such strings already."""
    return not module.facts.index.octets


RULE = Rule(
    id="str_method",
    family="P8",
    summary="__str__ and __repr__ return text",
    before="class S(unicode):\n    def __repr__(self):\n        return self.encode('unicode-escape')\n",
    after="class S(str):\n    def __repr__(self):\n        return self.encode('unicode-escape').decode('ascii')\n",
    caveats="Only what is encoded where it is returned, where its one name is bound, or by what is asked.",
    triggers=("__str__", "__repr__"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    phase=Phase.FINISH,
    order=60,
    nodes=(ast.FunctionDef,),
    when=_holds_text,
    visit=visit,
)
