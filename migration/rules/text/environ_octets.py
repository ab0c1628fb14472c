"""environ['PATH_INFO'].decode('utf-8') → ….encode('latin-1').decode('utf-8'): its characters stand for octets."""

from __future__ import annotations

import ast
import re
from typing import Any

from environment.traces import Exactness
from migration.analysis.builtins import is_old_builtin
from migration.analysis.exceptions import is_awaited
from migration.analysis.names import in_repository
from migration.analysis.strings.as_bytes import HELPER
from migration.analysis.strings.octet_characters import (
    OF_OCTETS,
    asks_others,
    octets_again,
    stands_for_octets,
)
from migration.analysis.strings.seen import codec_named
from migration.rule import Findings, Rule
from migration.rules.text._decoders import decodes_argument, is_text_codec
from migration.source.edits import Piece, Span
from migration.view.module import Module

#: Codecs that give each octet its character: what is so already is left.
_ALIKE = frozenset(["iso-8859-1", "iso8859-1", "latin-1", "latin1"])
#: Where a program, or its tests, put what is encoded into an environment: octets come there as well.
_PUT_ENCODED = re.compile(
    r"(?:PATH_INFO|PATH_TRANSLATED|QUERY_STRING|RAW_URI|REMOTE_USER|REQUEST_URI|SCRIPT_NAME|HTTP_[A-Z_]+)['\"]?"
    r"[ \t]*\]?[ \t]*[:=](?!=)[^\n]*"
    r"(?:\bencode\(|\bb['\"]|\bdecompress\(|\brecv\(|\.read(?:line)?\(|unhexlify\(|64decode\()"
)
#: Where text is put there that is none of octets.
_PUT_UNICODE = re.compile(
    r"(?:PATH_INFO|PATH_TRANSLATED|QUERY_STRING|REQUEST_URI|SCRIPT_NAME|HTTP_[A-Z_]+)['\"]?[ \t]*\]?[ \t]*[:=]"
    r"[ \t]*u(?:'[^'\n]*(?:\\u|[^\x00-\x7f])|\"[^\"\n]*(?:\\u|[^\x00-\x7f]))"
)


def visit(node: ast.Call | ast.Subscript | ast.Attribute, module: Module) -> Findings:
    """Make octets of the characters again before they are decoded, here or by a function of the program's own."""
    yield from _handed(node, module)
    if isinstance(node, ast.Call):
        yield from _decoded(node, module)


def _handed(node: ast.expr, module: Module) -> Findings:
    """What is given to a function that decodes it: that leaves text as it is."""
    call = module.parent(node)
    if (
        not isinstance(call, ast.Call)
        or node not in call.args
        or any(isinstance(a, ast.Starred) for a in call.args)
        or module.facts.index.octets
        or module.guarded(node)
        or not stands_for_octets(node, module)
        or not decodes_argument(call, call.args.index(node), module)
        or _is_told_apart(node, module)
        or is_awaited(call, module, "AttributeError", "TypeError")
        or in_repository(_PUT_UNICODE, module)
    ):
        return
    yield module.replace(node, *_octets(node, module))


def _octets(value: ast.expr, module: Module) -> tuple[Piece, ...]:
    """`value` as octets: where those may be in an environment as well, or something else has items of these names, as
    a line of a log has, only if it is text.
    """
    if asks_others(module) or in_repository(_PUT_ENCODED, module):
        return (module.helper("as_bytes", HELPER), "(", *module.sub(value), ", 'latin-1')")
    return (*module.atom(value), ".encode('latin-1')")


def _decoded(node: ast.Call, module: Module) -> Findings:
    function, value, codec = node.func, None, None
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return
    named = next((k.value for k in node.keywords if k.arg == "encoding"), None)
    if isinstance(function, ast.Attribute) and function.attr == "decode":
        value, given = function.value, node.args
    elif isinstance(function, ast.Name) and node.args and is_old_builtin(function, module, "unicode"):
        value, given = node.args[0], node.args[1:]
    else:
        return
    codec = given[0] if given else named
    if codec is None or not _is_of_text(codec) or module.facts.index.octets or module.guarded(node):
        return
    whole = value
    while _asks_octets(value):
        value = value.func.value  # type: ignore[attr-defined, union-attr]
    if (
        not stands_for_octets(value, module)
        or _is_told_apart(value, module)
        or is_awaited(node, module, "AttributeError", "TypeError")
    ):
        return
    after = Span(module.span(value).end, module.span(whole).end) if value is not whole else ""
    rest: list[Piece] = []
    for argument in given:
        rest += [", " if rest else "", *module.sub(argument)]
    for keyword in node.keywords:
        rest += [", " if rest else "", f"{keyword.arg}=", *module.sub(keyword.value)]
    # That name alone tells Python 2; a method of it octets may have in Python 3 as well.
    flags: dict[str, Any] = (
        {"evidence": True, "needs_python2": False} if isinstance(function, ast.Name) else {}
    )
    if flags or module.is_proven:
        octets_again(module).add(node)
    yield module.replace(node, *_octets(value, module), after, ".decode(", *rest, ")", **flags)


def _asks_octets(node: ast.expr) -> bool:
    """Whether a method is called that does with characters beyond ASCII what it didn't do with octets."""
    plain = isinstance(node, ast.Call) and not node.args and not node.keywords
    return plain and isinstance(node.func, ast.Attribute) and node.func.attr in OF_OCTETS  # type: ignore[attr-defined]


def _is_of_text(codec: ast.expr) -> bool:
    """Whether a codec is one of text that changes any."""
    return is_text_codec(codec) and codec_named(codec) not in _ALIKE


def _is_told_apart(value: ast.expr, module: Module) -> bool:
    """Whether it is asked around the place whether the value is text or octets: there only octets may come."""
    wanted = ast.dump(value)
    for outer in module.ancestors(value):
        if isinstance(outer, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            return False
        test = outer.test if isinstance(outer, (ast.If, ast.IfExp, ast.While)) else None
        for call in ast.walk(
            test if test is not None else outer if isinstance(outer, ast.BoolOp) else ast.Pass()
        ):
            asks = isinstance(call, ast.Call) and module.is_builtin(call.func, "isinstance", "type")
            if asks and call.args and ast.dump(call.args[0]) == wanted:  # type: ignore[attr-defined]
                return not module.is_builtin(call.args[-1], "str", "basestring")  # type: ignore[attr-defined]
    return False


RULE = Rule(
    id="environ_octets",
    family="P8",
    summary="what a WSGI server gives, and the value of a cookie, is text whose characters stand for octets",
    before="n = 1L\np = environ['PATH_INFO'].decode('utf-8')\n",
    after="n = 1\np = environ['PATH_INFO'].encode('latin-1').decode('utf-8')\n",
    caveats=(
        "Items of an environment by their names, also through variables and attributes of the same file, and values "
        "of cookies that are made in sight. Not where a program makes environments of what it has decoded itself, and "
        "not of the process's own environment."
    ),
    triggers=("PATH_INFO", "SCRIPT_NAME", "QUERY_STRING", "PATH_TRANSLATED", "REMOTE_USER", "REQUEST_URI", "RAW_URI",
              "Cookie", "cookies", "environ", "META"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    needs_proof=True,
    order=1,
    nodes=(ast.Call, ast.Subscript, ast.Attribute),
    names=frozenset(["decode", "get", "pop", "unicode", "value"]),
    visit=visit,
)  # fmt: skip
