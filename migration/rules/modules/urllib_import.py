"""urllib, urllib2 and urlparse, split by name over urllib.parse, urllib.request and urllib.error."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.names import alias_text, binding_scope, is_local, uses
from migration.rewriting.imports import replace_import
from migration.rewriting.moves import Move, Moves, semantic
from migration.rule import Finding, Findings, Rule
from migration.view.module import Module

_PARSE = (
    "quote quote_plus unquote unquote_plus urlencode splitattr splithost splitnport splitpasswd splitport "
    "splitquery splittag splittype splituser splitvalue unwrap"
)
_REQUEST = (
    "urlopen urlretrieve urlcleanup URLopener FancyURLopener getproxies proxy_bypass pathname2url url2pathname "
    "ftpwrapper localhost thishost noheaders getproxies_environment proxy_bypass_environment"
)
_CLIENT = (
    "Request OpenerDirector build_opener install_opener BaseHandler HTTPHandler HTTPSHandler AbstractHTTPHandler "
    "HTTPErrorProcessor HTTPDefaultErrorHandler HTTPRedirectHandler ProxyHandler HTTPCookieProcessor "
    "HTTPPasswordMgr HTTPPasswordMgrWithDefaultRealm HTTPBasicAuthHandler HTTPDigestAuthHandler "
    "AbstractBasicAuthHandler AbstractDigestAuthHandler ProxyBasicAuthHandler ProxyDigestAuthHandler "
    "FTPHandler CacheFTPHandler FileHandler UnknownHandler parse_http_list parse_keqv_list request_host"
)
_URLPARSE = (
    "urlparse urlunparse urljoin urldefrag urlsplit urlunsplit parse_qs parse_qsl ParseResult SplitResult "
    "uses_relative uses_netloc uses_params uses_query uses_fragment non_hierarchical scheme_chars"
)
_PACKAGE = frozenset(["parse", "request", "error", "response", "robotparser"])
#: Names whose results differ in details: '~' is safe now, ';' separates no fields, errors are raised.
_CHANGED = frozenset(
    ["quote", "quote_plus", "unquote", "unquote_plus", "urlencode", "urlopen", "parse_qs", "parse_qsl"]
)


def _table() -> dict[str, Move | str]:
    table: dict[str, Move | str] = {}
    for names, sources, target in (
        (_PARSE, ("urllib", "urllib2"), "urllib.parse"),
        (_REQUEST, ("urllib", "urllib2"), "urllib.request"),
        (_CLIENT, ("urllib2",), "urllib.request"),
        (_URLPARSE, ("urlparse",), "urllib.parse"),
    ):
        for name in names.split():
            new = f"{target}.{name}"
            for source in sources:
                table[f"{source}.{name}"] = semantic(new) if name in _CHANGED or names is _CLIENT else new
    table["urllib.ContentTooShortError"] = "urllib.error.ContentTooShortError"
    table["urllib2.HTTPError"] = "urllib.error.HTTPError"
    table["urllib2.URLError"] = "urllib.error.URLError"
    table["urllib.basejoin"] = "urllib.parse.urljoin"
    # A module itself: `import urllib` would not load it.
    table["urllib2.urlparse"] = Move("urllib.parse", text="urllib.parse", imports=("import urllib.parse",))
    table["urllib.addinfourl"] = table["urllib2.addinfourl"] = "urllib.response.addinfourl"
    table["urllib.addinfo"] = "urllib.response.addinfo"
    table["urllib.addclosehook"] = "urllib.response.addclosehook"
    table["urllib._urlopener"] = "urllib.request._opener"
    table["urllib2.urlopen"] = "urllib.request.urlopen"
    return table


MOVES = Moves(_table(), {"urllib2": "urllib.request", "urlparse": "urllib.parse"})


def visit(node: ast.AST, module: Module) -> Findings:
    """Move each name to its new module; drop imports that are left without a use."""
    yield from MOVES.visit(node, module)
    if isinstance(node, ast.Import) and any(a.name == "urllib" and not a.asname for a in node.names):
        yield from _superfluous(node, module)


def _superfluous(node: ast.Import, module: Module) -> Iterator[Finding]:
    """Drop `import urllib` where the modules inside it are imported and nothing else of it is used."""
    scope = binding_scope(node, "urllib", module)
    left = uses("urllib", scope, module)
    outer = [u for u in left if not (isinstance(p := module.parent(u), ast.Attribute) and p.attr in _PACKAGE)]
    others = any(b.node is not node for b in module.module_scope.bindings.get("urllib", ()))
    if not is_local("urllib", module) and (others or outer or not left):
        keep = [alias_text(a) for a in node.names if a.name != "urllib" or a.asname]
        lines = [f"import {', '.join(keep)}"] if keep else []
        parts, gone = replace_import(node, lines, module), tuple(map(module.span, outer))
        # Of a statement that took several modules, what is left was written by this rule.
        yield module.edit(*parts, needs_python2=not module.is_proven, evidence=False, provided=gone)


RULE = Rule(
    id="urllib_import",
    family="P11",
    summary="urllib, urllib2 and urlparse are urllib.parse, urllib.request and urllib.error",
    before="import urllib2\nfrom urllib import quote\nurllib2.urlopen(quote(a))\n",
    after="import urllib.request\nfrom urllib.parse import quote\nurllib.request.urlopen(quote(a))\n",
    caveats="quote leaves '~' alone, parse_qs no longer splits at ';', urlopen answers with bytes.",
    triggers=("urllib", "urllib2", "urlparse"),
    evidence=True,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=visit,
)
