"""urllib.quote of '~' where a literal shows that it matters; parse_qs splits at ';' as well as at '&'.

quote(unquote(x)) → with errors="surrogateescape": octets that are no UTF-8 come out as they went in.
"""

from __future__ import annotations

import ast
import re
from urllib.parse import unquote_to_bytes

from environment.traces import Exactness
from migration.analysis.names import stdlib_name, strings
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.values import assigned, reads_alike, value_there
from migration.rule import Findings, Rule, last_names
from migration.trees.constants import text_of
from migration.trees.fields import walk
from migration.view.module import Module

_QUOTES = frozenset(["urllib.quote", "urllib.quote_plus", "urllib2.quote"])
_UNQUOTES = frozenset(["urllib.unquote", "urllib.unquote_plus", "urllib2.unquote"])
_ENCODES = frozenset(["urllib.urlencode"])
_QUERIES = frozenset(["urlparse.parse_qs", "urlparse.parse_qsl", "cgi.parse_qs", "cgi.parse_qsl"])
_QUOTING = last_names(*_QUOTES, *_ENCODES)
#: What keeps octets apart that are no UTF-8, there and back.
_ESCAPED = "errors='surrogateescape'"
#: Methods of text that leave such in it.
_KEEPING = frozenset(["lower", "lstrip", "replace", "rstrip", "strip", "upper"])
#: Somebody's folder.
_HOME = re.compile(r"(?:^|/)~\w")


def visit(node: ast.Call, module: Module) -> Findings:
    """Quote the tilde, split at semicolons, as Python 2 did."""
    name = stdlib_name(node.func, module)
    first = node.args[0] if node.args else None
    if first is None or isinstance(first, ast.Starred):
        return
    literal = text_of(first)
    again = _quoted_again(node, name, module)
    if again is not None and not module.facts.index.octets:
        yield module.edit(*(module.added(call, _ESCAPED) for call in (node, again)))
    if literal is None:
        if name in _QUOTES | _ENCODES and not node.keywords and _is_latin(first, module):
            yield module.edit(module.added(node, "encoding='latin-1'"))
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
        and _is_plain(node)
        and (_is_no_utf8(literal) or ("%" in literal and _is_counted(node, module)))
    ):
        if not _is_quoted(node, module):
            yield module.edit(module.added(node, "'latin-1'"))
    elif name in _QUERIES:
        if ";" in literal:
            yield module.wrap(first, "", ".replace(';', '&')")
        plain = _is_plain(node) and not module.facts.index.octets
        if plain and _is_no_utf8(literal) and not _is_quoted(node, module):
            yield module.edit(module.added(node, "encoding='latin-1'"))


def _is_counted(node: ast.Call, module: Module) -> bool:
    outer = module.parent(node)
    return isinstance(outer, ast.Call) and module.is_builtin(outer.func, "len")


def _is_latin(node: ast.expr, module: Module) -> bool:
    """Whether a name holds octets that a literal spells by escapes and that are no UTF-8: they become Latin-1."""
    made = assigned(node, module) if isinstance(node, ast.Name) else None
    first = made.args[0] if isinstance(made, ast.Call) and len(made.args) == 1 else None
    if not (isinstance(first, ast.Constant) and isinstance(first.value, str) and _is_no_utf8(first.value)):
        return False
    if module.facts.index.octets or not isinstance(made, ast.Call) or _is_quoted(made, module):
        return False
    return stdlib_name(made.func, module) in _UNQUOTES | _QUERIES and _is_plain(made)


def _is_plain(call: ast.Call) -> bool:
    return len(call.args) == 1 and not call.keywords


def _quoted_again(node: ast.Call, name: str | None, module: Module) -> ast.Call | None:
    """The call that takes the escapes from what `node` puts them in again, in place or under a name that is read for
    nothing else; None where it is told how already.
    """
    taken = _UNQUOTES if name in _QUOTES else _QUERIES if name in _ENCODES else frozenset()
    if not taken or any(k.arg != "safe" for k in node.keywords) or len(node.args) > 2:
        return None
    value: ast.expr | None = node.args[0]
    if isinstance(value, ast.Name):
        read, value = value, assigned(value, module) or value_there(value, module)
        own = set(walk(value)) if value is not None else set()
        reads = [r for r in reads_alike(read, module) if r not in own]
        if not all(_is_argument(r, module) for r in reads):
            return None
    while (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _KEEPING
    ):
        value = value.func.value
    if not isinstance(value, ast.Call) or stdlib_name(value.func, module) not in taken or value.keywords:
        return None
    return value if value.args and len(value.args) <= (1 if taken is _UNQUOTES else 3) else None


def _is_argument(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what a call puts escapes in, by a function that was seen to take it."""
    call = module.parent(node)
    name = stdlib_name(call.func, module) if isinstance(call, ast.Call) and call.args[:1] == [node] else None
    return name in _QUOTES or name in _ENCODES


def _is_quoted(node: ast.Call, module: Module) -> bool:
    """Whether what `node` takes the escapes from gets them again: that is seen to there."""
    calls = (c for c in module.nodes_named(ast.Call, _QUOTING) if isinstance(c, ast.Call) and c.args)
    return any(_quoted_again(c, stdlib_name(c.func, module), module) is node for c in calls)


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
    summary="'~' was quoted, ';' separated fields, octets were quoted one by one",
    before="import urllib\na = urllib.quote('~')\n",
    after="import urllib.parse\na = urllib.parse.quote('~').replace('~', '%7E')\n",
    caveats="Octets that are no UTF-8 are kept where they are quoted again at once, or a literal spells them. A tilde "
    "is only looked for in literals. A query that is bytes at run time has to be decoded, unless it is seen to be.",
    triggers=("urllib", "urllib2", "urlparse", "cgi"),
    exactness=Exactness.EXACT,
    evidence=True,
    order=1,
    nodes=(ast.Call,),
    names=last_names(*_QUOTES, *_UNQUOTES, *_ENCODES, *_QUERIES),
    visit=visit,
)
