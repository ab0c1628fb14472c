"""shlex.split(data) → shlex.split(as_text(data)): what takes text alone now is given octets, for certain or maybe."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from environment.traces import Exactness
from migration.analysis.classes import class_of, defines, foreign_bases
from migration.analysis.flow_kinds import may_be_octets
from migration.analysis.made import made_by
from migration.analysis.names import stdlib_name
from migration.analysis.strings.byte_sources import keeps_bytes
from migration.analysis.strings.encoded import is_encoded
from migration.analysis.strings.kinds import BYTES, kind
from migration.rewriting.as_text import HELPER
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule, last_names
from migration.rules.boundaries.begun_buffers import is_buffer
from migration.view.module import Module

#: Function → the positions of arguments that were native strings, and can't be bytes now.
_TAKERS: Mapping[str, tuple[int, ...]] = (
    dict.fromkeys(
        [
            "cgi.escape", "decimal.Decimal", "fnmatch.fnmatch", "fnmatch.fnmatchcase", "html.escape",
            "mimetypes.guess_type", "shlex.shlex", "shlex.split", "string.Template", "textwrap.dedent",
            "textwrap.fill", "textwrap.wrap", "uuid.UUID", "xml.sax.saxutils.escape",
            "xml.sax.saxutils.quoteattr", "xml.sax.saxutils.unescape",
            *(f"{m}.{n}" for m in ("Cookie", "http.cookies") for n in ("BaseCookie", "SimpleCookie")),
            *(f"email.utils.{n}" for n in ("parseaddr", "parsedate", "parsedate_tz")),
            *(f"rfc822.{n}" for n in ("parseaddr", "parsedate", "parsedate_tz")),
            *(f"{m}.{n}" for m in ("urlparse", "urllib.parse") for n in ("urlparse", "urlsplit")),
        ],
        (0,),
    )
    | dict.fromkeys(["time.strptime", "datetime.datetime.strptime"], (0, 1))
    | dict.fromkeys(["urlparse.urljoin", "urllib.parse.urljoin"], (0, 1))
)  # fmt: skip
#: Classes whose objects are fed with text.
_PARSERS = frozenset(
    ["HTMLParser.HTMLParser", "html.parser.HTMLParser", "htmllib.HTMLParser", "sgmllib.SGMLParser"]
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Make text of the octets."""
    for value in _taken(node, module):
        if _is_octets(value, module) and not inside_helper(value, HELPER, module):
            name = helper("as_text", HELPER, module)
            yield module.edit(module.in_call(value, name), needs_python2=True)


def _taken(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    if any(isinstance(a, ast.Starred) for a in node.args):
        return
    places = _TAKERS.get(stdlib_name(node.func, module) or "", ())
    if isinstance(node.func, ast.Attribute) and node.func.attr == "feed" and len(node.args) == 1:
        places = (0,) if _is_parser(node.func.value, module) else ()
    yield from (node.args[place] for place in places if place < len(node.args))


def _is_parser(node: ast.expr, module: Module) -> bool:
    """Whether `node` is fed by the library, as a parser of HTML."""
    owner = class_of(node, module)
    if owner is not None:
        return not _PARSERS.isdisjoint(foreign_bases(owner, module)) and not defines(owner, "feed", module)
    return made_by(node, module, _PARSERS) is not None


def _is_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` is bytes, or may be: not what is decoded by another rule, and no file that is one of octets."""
    if isinstance(node, ast.Constant) or module.decoded_again(node):
        return False
    if kind(node, module) == BYTES:
        return not (isinstance(node, ast.Call) and is_encoded(node, module))
    return kind(node, module) is None and may_be_octets(node, module) and not is_buffer(node, module)


RULE = Rule(
    id="octets_where_text",
    family="P9",
    summary="functions of the library that take text alone are given no octets",
    before="import shlex\nwords = shlex.split(open(p, 'rb').read())\nn = 1L\n",
    after=f"import shlex\n\n{HELPER}\n\nwords = shlex.split(as_text(open(p, 'rb').read()))\nn = 1\n",
    caveats="What such a function gives is text then. Octets that are no UTF-8 become Latin-1.",
    triggers=tuple(sorted(last_names(*_TAKERS) | {"feed"})),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=78,
    nodes=(ast.Call,),
    names=last_names(*_TAKERS) | {"feed"},
    when=keeps_bytes,
    visit=visit,
)
