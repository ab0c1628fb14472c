"""x.encode('ascii') → x.encode('ascii').decode('ascii'), in a file that is not about octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import memory
from migration.analysis.strings.encodings import encodes_itself
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.seen import codec_of
from migration.analysis.values import reads_of
from migration.dialects.octets import uses_octets
from migration.rule import Findings, Phase, Rule
from migration.view.module import Module

#: Rules that drop an encoding, or decode what it gives.
_REASONS = frozenset(
    [
        "encoded_beside_str", "encoded_identifiers", "encoded_template", "native_encoders", "stored_text",
        "ascii_folding", "native_text", "seen_encode", "configured_text", "encoded_branch",
        "encoded_by_default", "encoded_itself", "encoded_methods", "keyword_names", "library_names",
        "literal_decode", "quoted_octets", "encoded_literal", "encoded_sums", "encoded_names",
        "encoded_in_text", "encoded_items", "bytes_beside_text",
    ]
)  # fmt: skip
_ASCII = frozenset(["ascii", "us-ascii"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Make text of what is encoded, so that native literals and keys are the same as it."""
    function = node.func
    if not isinstance(function, ast.Attribute) or not node.args or codec_of(node) not in _ASCII:
        return
    if (
        module.facts.index.octets
        or module.observed(node)
        or module.decoded_again(node)
        or _is_about_octets(module)
    ):
        return
    outer = module.parent(node)
    if isinstance(function.value, ast.Constant):
        return  # octets are what is to be had of a literal
    if isinstance(outer, (ast.Expr, ast.Starred, ast.Attribute)) or kind(function.value, module) == BYTES:
        return  # only tried, or asked something else
    if encodes_itself(function.value, module):
        return
    if isinstance(outer, ast.Call) and node in outer.args and not _is_harmless(outer, module):
        return
    spelled = node in memory(module).get("spelled as octets", ())
    if spelled or (isinstance(outer, ast.Call) and _is_cut(outer, module)):
        return  # octets are spelled there, without the letter before them
    if any(getattr(module.parent(read), "attr", "") == "decode" for read in reads_of(node, module)):
        return  # it is made text again further down
    if _meets_octets(outer if isinstance(outer, ast.Compare) else module.parent(outer)):
        return
    yield module.wrap(node, "", ".decode('ascii')")


def _is_cut(spelled: ast.Call, module: Module) -> bool:
    """Whether `repr(…)[1:]` is written there."""
    cut = module.parent(spelled)
    if not module.is_builtin(spelled.func, "repr") or not isinstance(cut, ast.Subscript):
        return False
    begin = cut.slice.lower if isinstance(cut.slice, ast.Slice) else None
    return isinstance(begin, ast.Constant) and begin.value == 1


def _meets_octets(node: ast.AST) -> bool:
    """Whether a comparison is one with literals of bytes, as another rule has made them beside what is encoded."""
    if not isinstance(node, ast.Compare):
        return False
    sides = (part for side in (node.left, *node.comparators) for part in ast.walk(side))
    return any(isinstance(part, ast.Constant) and isinstance(part.value, bytes) for part in sides)


def _is_harmless(call: ast.Call, module: Module) -> bool:
    """Whether what a value is handed to is known to hold, show or spell it."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in ("append", "add", "insert", "setdefault", "join")
    return module.is_builtin(
        call.func, "str", "repr", "print", "getattr", "setattr", "hasattr", "int", "float", "type"
    )


def _is_about_octets(module: Module) -> bool:
    known = memory(module)
    if "about octets" not in known:
        known["about octets"] = uses_octets(module.text)
    return bool(known["about octets"])


RULE = Rule(
    id="ascii_natives",
    family="P9",
    summary="what is encoded by ASCII where nothing is about octets was to be a native string",
    before="names = []\ndef f(x): names.append(x.encode('ascii'))\nn = 1L\n",
    after="names = []\ndef f(x): names.append(x.encode('ascii').decode('ascii'))\nn = 1\n",
    caveats="A file that hands octets to the library, or spells any, is left alone, and so is what is handed to a "
    "function that may take octets.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    # When all that is dropped, or decoded for a reason of its own, is.
    phase=Phase.FINISH,
    follows=_REASONS,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    visit=visit,
)
