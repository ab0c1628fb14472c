"""{int: f, long: g} → {int: f}: where two kinds of numbers are one now, the entry of the usual one stays."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.edits import Span
from migration.module import Module
from migration.rule import Findings, Rule

#: Numbers by what they are called as keys.
_NAMES = {
    "builtins.int": "int", "builtins.long": "long", "types.IntType": "int", "types.LongType": "long",
    "builtins.str": "str", "builtins.unicode": "unicode",
    "builtins.bytes": "bytes", "types.StringType": "str", "types.UnicodeType": "unicode",
}  # fmt: skip


def visit(node: ast.Dict, module: Module) -> Findings:
    """Drop the entry of `long`: of two entries with one key the last would count. Of `str` and `unicode` either may be
    meant for text: what makes the other of its own goes; where both have the same, all strings have it.
    """
    kinds = [_NAMES.get(module.qualified_name(key) or "") if key is not None else None for key in node.keys]
    for place, kind in enumerate(kinds):
        if kind == "long" and "int" in kinds:
            yield module.edit(module.part(_item(place, node, module)))
        elif kind == "unicode" and "str" in kinds:
            of_native = node.values[kinds.index("str")]
            if _calls(node.values[place], "encode"):
                yield module.edit(module.part(_item(place, node, module)))
            elif _calls(of_native, "decode"):
                yield module.edit(module.part(_item(kinds.index("str"), node, module)))
            elif "bytes" not in kinds and ast.dump(node.values[place]) == ast.dump(of_native):
                # Either was a string: text, and octets.
                key = node.keys[place]
                assert key is not None
                yield module.replace(key, "bytes", exactness=Exactness.EXACT)


def _calls(node: ast.expr, method: str) -> bool:
    """Whether an entry is a function written out there that encodes, or decodes, what it is given."""
    return isinstance(node, ast.Lambda) and any(
        isinstance(n, ast.Attribute) and n.attr == method for n in ast.walk(node.body)
    )


def _item(place: int, node: ast.Dict, module: Module) -> Span:
    """One entry: with its lines where it stands on lines of its own, else with the comma before it, or behind the
    first.
    """
    spans = [
        (module.outer_span(k), module.outer_span(v)) for k, v in zip(node.keys, node.values, strict=True) if k
    ]
    key, value = spans[place]
    begins = module.text.rfind("\n", 0, key.start) + 1
    ends = module.text.find("\n", value.end) + 1
    behind = module.text[value.end : ends].strip()
    if (
        not module.text[begins : key.start].strip()
        and ends
        and behind[:1] == ","
        and behind[1:].strip()[:1] in ("", "#")
    ):
        return Span(begins, ends)
    if place:
        return Span(spans[place - 1][1].end, value.end)
    return Span(key.start, spans[1][0].start)


RULE = Rule(
    id="type_tables",
    family="P8",
    summary="tables by type have one entry for what is one type now",
    before="a = {int: f, long: g, str: h}\n",
    after="a = {int: f, str: h}\n",
    caveats="What was done for a number beyond the machine's is done as for the others.",
    triggers=("long", "LongType", "unicode", "UnicodeType"),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    order=5,
    nodes=(ast.Dict,),
    visit=visit,
)
