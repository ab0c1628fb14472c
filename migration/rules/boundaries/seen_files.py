"""open(p) → open(p, encoding="latin-1") or open(p, 'rb'), where Python 2.7 read or wrote what is no UTF-8."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness, Observation
from migration.analysis.builtins import arguments
from migration.analysis.literals import literal
from migration.analysis.made import mode_of
from migration.analysis.names import stdlib_name
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.seen import (
    NO_UTF8,
    RETURNS,
    STRINGS,
    evidence,
    receivers_and_kinds,
    seen_at,
    watched,
)
from migration.analysis.strings.streams import OPENERS, Stream, stream_of
from migration.rule import Findings, Rule
from migration.source.edits import Edit, Part
from migration.view.module import Module

#: What is given the file reads it as text, line by line or whole.
_READ_AS_TEXT = re.compile(
    r"json\.load$|csv\.|[Cc]onfig[Pp]arser\.|itertools\.|tokenize\."
    r"|builtins\.(?:list|tuple|set|sorted|enumerate|iter|map|filter|zip|sum|max|min|any|all)$"
)
#: What is given the file is dealt with by another rule, or wants octets.
_READ_AS_OCTETS = re.compile(r"(?:c?[Pp]ickle|marshal|zipfile|tarfile|gzip|bz2|plistlib|shutil)\.")
_CLOSING = frozenset(["write", "close", "flush"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Keep the octets: as bytes where they are taken for such, else as the characters of the same numbers."""
    if stdlib_name(node.func, module) not in OPENERS or not arguments(node, 2, 1):
        return
    mode = mode_of(node)
    if mode is None or "b" in mode or "+" in mode:
        return
    if mode.startswith(("w", "a")):
        yield from _written(node, mode, module)
        return
    seen = [k.split() for k in seen_at("open", node, module)]
    high, returns = any(NO_UTF8 in k for k in seen), any(RETURNS in k for k in seen)
    # The mode as it was: another rule may have taken the U away by now.
    universal = any("U" in k[0] for k in seen)
    if high or (returns and not universal):
        note = evidence("what the file held", {" ".join(k[1:]) for k in seen if len(k) > 1})
        yield from _read(node, mode, high, universal, note, module)


def _read(node: ast.Call, mode: str, high: bool, universal: bool, note: str, module: Module) -> Findings:
    stream = stream_of(node, module)
    given = [stdlib_name(c.func, module) or "" for c in stream.given]
    if any(map(_READ_AS_OCTETS.match, given)):
        return
    octets = stream.octets
    kept = "" if universal else ', newline="\\n"'
    if True not in octets and not high:
        yield _text(node, kept, note, module)
    elif not stream.only_octets and (stream.escapes or not all(map(_READ_AS_TEXT.match, given))):
        yield module.open(node, f"open it in binary mode, or say the encoding: {note}")
    elif stream.only_octets and not universal:
        yield _binary(node, mode, note, module)
    elif True not in octets and not _seeks(stream):
        yield _text(node, f', encoding="latin-1"{kept}', note, module)
    else:
        yield module.open(node, f"text and octets are read from it: {note}")


def _seeks(stream: Stream) -> bool:
    """Whether the place in the file is told from elsewhere than its begin: text files refuse that."""
    return any(c.func.attr == "seek" and len(c.args) > 1 for c in stream.calls)  # type: ignore[attr-defined]


def _written(node: ast.Call, mode: str, module: Module) -> Findings:
    """What is written to a file as octets, if nothing else is: the arguments become bytes by binary_arguments."""
    stream = stream_of(node, module)
    if stream.escapes or stream.given or stream.values:
        return
    found: set[str] = set()
    for call in stream.calls:
        if call.func.attr not in _CLOSING:  # type: ignore[attr-defined]
            return
        for argument in call.args:
            _, kinds = receivers_and_kinds(seen_at("write", argument, module))
            if (
                not (kinds and kinds <= STRINGS)
                and not literal(argument, module)
                and kind(argument, module) != BYTES
            ):
                return
            found |= kinds
    if "str binary" in found and not found & {"str utf-8", "unicode"}:
        yield _binary(node, mode, evidence("what was written", found), module)


def _binary(node: ast.Call, mode: str, note: str, module: Module) -> Edit:
    return module.edit(*_mode(node, mode.replace("U", "") + "b", module), note=note)


def _text(node: ast.Call, given: str, note: str, module: Module) -> Edit:
    end = module.span(node).end - 1
    return module.insert(end, given, note=note)


def _mode(node: ast.Call, mode: str, module: Module) -> Iterator[Part]:
    if len(node.args) > 1:
        yield module.part(node.args[1], module.quoted(mode, node.args[1]))
    else:
        end = module.span(node).end - 1
        yield module.insert(end, f', "{mode}"').parts[0]


RULE = Rule(
    id="seen_files",
    family="P9",
    summary="files that were seen to hold no UTF-8 are read one to one, or as bytes",
    before="def f(p):\n    print open(p).read()\n",
    after='def f(p):\n    print(open(p, encoding="latin-1", newline="\\n").read())\n',
    observed=(Observation("open", 2, 10, ("r binary high",)),),
    caveats="Decided by the files that the original's tests opened; where octets come as text, their characters are "
    "those of Latin-1, as Python 2 compared and indexed them.",
    triggers=("open", "file"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=45,
    nodes=(ast.Call,),
    names=frozenset(["open", "file"]),
    when=watched,
    visit=visit,
)
