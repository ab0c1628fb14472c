"""urllib.quote of '~' where a literal shows that it matters; parse_qs splits at ';' as well as at '&'."""

from __future__ import annotations

import ast
import re
from urllib.parse import unquote_to_bytes

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule, last_names
from migration.rules._kinds import BYTES, kind
from migration.rules._names import stdlib_name, strings

_QUOTES = frozenset(["urllib.quote", "urllib.quote_plus", "urllib2.quote"])
_UNQUOTES = frozenset(["urllib.unquote", "urllib.unquote_plus", "urllib2.unquote"])
_ENCODES = frozenset(["urllib.urlencode"])
_QUERIES = frozenset(["urlparse.parse_qs", "urlparse.parse_qsl", "cgi.parse_qs", "cgi.parse_qsl"])
#: Somebody's folder.
_HOME = re.compile(r"(?:^|/)~\w")


def visit(node: ast.Call, module: Module) -> Findings:
    """Quote the tilde, split at semicolons, as Python 2 did."""
    name = stdlib_name(node.func, module)
    first = node.args[0] if node.args else None
    if first is None or isinstance(first, ast.Starred):
        return
    literal = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
    if literal is None:
        if name in _QUOTES and _mentions_tilde(node, module):
            yield module.wrap(node, "", ".replace('~', '%7E')", needs_python2=True)
        spelled = name in _ENCODES and "~" in module.text and any("~" in s for s in strings(module))
        if spelled and not isinstance(module.parent(node), ast.Attribute):
            yield module.wrap(node, "", ".replace('~', '%7E')", needs_python2=True)
        if name in _QUERIES and not _is_replaced(first):
            mark = "b" if kind(first, module) == BYTES and not module.facts.index.octets else ""
            replaced = f".replace({mark}';', {mark}'&')"
            # Of bytes the names of fields are bytes, which native literals never find.
            replaced += '.decode("latin-1")' if mark and module.is_python2 else ""
            yield module.edit(module.part(first, *module.atom(first), replaced), exactness=Exactness.SEMANTIC)
        return
    if name in _QUOTES and "~" in literal and _quotes_tilde(node, module):
        yield module.wrap(node, "", ".replace('~', '%7E')")
    elif (
        not module.facts.index.octets
        and name in _UNQUOTES
        and len(node.args) == 1
        and not node.keywords
        and _is_no_utf8(literal)
    ):
        yield module.edit(module.added(node, "'latin-1'"))
    elif name in _QUERIES and ";" in literal:
        yield module.wrap(first, "", ".replace(';', '&')")


def _is_no_utf8(quoted: str) -> bool:
    """Whether the octets that are quoted are no UTF-8, which is what Python 3 takes them for."""
    try:
        unquote_to_bytes(quoted).decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False


def _quotes_tilde(node: ast.Call, module: Module) -> bool:
    """Whether what is quoted here is not told to leave a '~' alone, and not mended already."""
    outer = module.parent(node)
    if isinstance(outer, ast.Attribute) and outer.attr == "replace":
        return False
    safe = [*node.args[1:], *(k.value for k in node.keywords)]
    return all(isinstance(s, ast.Constant) and "~" not in str(s.value) for s in safe)


def _mentions_tilde(node: ast.Call, module: Module) -> bool:
    """Whether the file spells a path with a '~' in it, which may be what is quoted here."""
    return "~" in module.text and _quotes_tilde(node, module) and any(map(_HOME.search, strings(module)))


def _is_replaced(node: ast.expr) -> bool:
    """Whether `node` is a call x.replace(';', …), or decodes one."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "decode":
        node = node.func.value
    if not (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "replace"
    ):
        return False
    old = node.args[0] if node.args else None
    return isinstance(old, ast.Constant) and old.value in (";", b";")


RULE = Rule(
    id="url_details",
    family="P19",
    summary="'~' was quoted, ';' separated fields",
    before="import urllib\na = urllib.quote('~')\n",
    after="import urllib.parse\na = urllib.parse.quote('~').replace('~', '%7E')\n",
    caveats="A tilde is only looked for in literals. A query that is bytes at run time has to be decoded, "
    "unless it is seen to be.",
    triggers=("urllib", "urllib2", "urlparse", "cgi"),
    exactness=Exactness.EXACT,
    evidence=True,
    order=1,
    nodes=(ast.Call,),
    names=last_names(*_QUOTES, *_UNQUOTES, *_ENCODES, *_QUERIES),
    visit=visit,
)
