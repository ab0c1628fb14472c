"""urlsplit('host:80') → parsed_url(urlsplit, 'host:80'): a name and a port were a path; '..' above the root stayed."""

from __future__ import annotations

import ast
import re
from urllib.parse import urlsplit

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.analysis.values import constants_given
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Part, Span
from migration.view.module import Module

PARSED = '''
def parsed_url(parse, url, scheme="", allow_fragments=True):
    """The parts of an address, as Python 2 told them: a name and a port are a path."""
    if isinstance(url, str) and re.fullmatch("(?!http:)[A-Za-z0-9+.-]+:[0-9]+", url):
        return parse("", scheme, allow_fragments)._replace(path=url)
    return parse(url, scheme, allow_fragments)
'''
JOINED = '''
def joined_url(base, url, allow_fragments=True):
    """The address that another leads to, as Python 2 told it: what leads above the root stays."""
    there = urllib.parse.urlparse(base, "", allow_fragments)
    given = urllib.parse.urlparse(url, there.scheme, allow_fragments)
    other = given.netloc or given.scheme != there.scheme or given.scheme not in urllib.parse.uses_relative
    if other or not base or not given.path:
        return urllib.parse.urljoin(base, url, allow_fragments)
    parts = given.path.split("/")
    if parts[0] or len(parts) == 1:
        parts = [*there.path.split("/")[:-1], *parts[:-1], parts[-1] if parts[-1] != "." else ""]
        parts = [part for part in parts if part != "."]
        place = 1
        while place < len(parts) - 1:
            if parts[place] == ".." and parts[place - 1] not in ("", ".."):
                del parts[place - 1 : place + 1]
                place = 1
            else:
                place += 1
        if len(parts) > 1 and parts[-1] == "..":
            parts[-2:] = ["", ""] if parts == ["", ".."] else [""]
    return urllib.parse.urlunparse(given._replace(netloc=there.netloc, path="/".join(parts)))
'''
_PARSERS = frozenset(["urlparse.urlparse", "urlparse.urlsplit"])
_JOIN = "urlparse.urljoin"
_PORT = re.compile(r"(?!http:)[A-Za-z][A-Za-z0-9+.-]*:[0-9]+")


def visit(node: ast.Call, module: Module) -> Findings:
    """Call a helper where an address is written out, there or where the function is called, that is told otherwise."""
    name = stdlib_name(node.func, module)
    if name not in _PARSERS and name != _JOIN:
        return
    if not node.args or any(isinstance(a, ast.Starred) for a in node.args):
        return
    if name == _JOIN:
        if len(node.args) > 1 and _leads_above(node.args[0], node.args[1], module):
            joined = helper("joined_url", JOINED, module, ("import urllib.parse",))
            yield module.edit(module.part(node.func, joined))
    elif any(_PORT.fullmatch(text) for text in _texts(node.args[0], module)):
        parsed = helper("parsed_url", PARSED, module, ("import re",))
        before = Span(module.span(node).start, module.outer_span(node.args[0]).start)
        yield module.edit(Part(before, (parsed, "(", module.span(node.func), ", ")))


def _texts(node: ast.expr, module: Module) -> list[str]:
    return [c.value for c in constants_given(node, module) if isinstance(c.value, str)]


def _leads_above(base: ast.expr, url: ast.expr, module: Module) -> bool:
    """Whether an address leads above the root of one that it may be held against."""
    bases = [urlsplit(text).path for text in _texts(base, module)]
    paths = [urlsplit(text).path for text in _texts(url, module)]
    return any(_is_above(b, path) for b in bases for path in paths)


def _is_above(base: str, path: str) -> bool:
    parts = path.split("/")
    if path[:1] == "/":
        return "." in parts or ".." in parts
    depth = len([part for part in base.split("/")[:-1] if part])
    for part in parts:
        depth += -1 if part == ".." else part not in ("", ".")
        if depth < 0:
            return True
    return False


RULE = Rule(
    id="url_parts",
    family="P19",
    summary="a name and a port were no scheme, and '..' above the root stayed in an address",
    before="import urlparse\na = urlparse.urljoin('http://a/b', '../../c')\n",
    after=f"import urllib.parse\n\n\n{JOINED.strip()}\n\n\na = joined_url('http://a/b', '../../c')\n",
    caveats="Only where the file gives such an address itself.",
    triggers=("urlparse",),
    exactness=Exactness.EXACT,
    evidence=True,
    order=1,
    nodes=(ast.Call,),
    names=last_names(*_PARSERS, _JOIN),
    visit=visit,
)
