"""'ok' in response.body → 'ok' in as_text(response.body): bodies that libraries of the web give as octets."""

from __future__ import annotations

import ast
import re
from weakref import WeakKeyDictionary

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.made import kept_by
from migration.analysis.names import (
    defined_in_repository,
    in_repository,
    is_of_self,
    last_name,
    repository_texts,
)
from migration.analysis.strings.as_bytes import argument_as_bytes
from migration.analysis.strings.kinds import kind
from migration.analysis.values import may_hold, written_out
from migration.repository.index import RepositoryIndex
from migration.rewriting.as_text import HELPER
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.rules.boundaries.octets_or_text import meeting
from migration.source.expressions import is_found
from migration.view.module import Module

#: Libraries → the attribute under which their requests or answers have their octets.
_BODIES = {
    "django": "content", "flask": "data", "paste": "body", "pylons": "body", "pyramid": "body", "requests": "content",
    "scrapy": "body", "tornado": "body", "webob": "body", "webtest": "body", "werkzeug": "data",
}  # fmt: skip
_IMPORTED = re.compile(rf"^[ \t]*(?:from|import)[ \t]+({'|'.join(_BODIES)})\b", re.MULTILINE)
#: Of those, what takes octets alone.
_GIVEN = frozenset(["body"])
#: What requests and answers are called.
_ANSWER = re.compile(r"(?:^|_)(?:re[qs]|resp|request|response)$|R(?:equest|esponse)$")
#: A class of the repository that has one itself.
_OWN = re.compile(
    r"^[ \t]+(?:body[ \t]*=[ \t]*\w*(?:[Pp]roperty|descriptor)\w*\(|def body\b)|self\.body[ \t]*=(?!=)",
    re.MULTILINE,
)
#: Where functions of `re` take what they search, and methods of patterns.
_SEARCHED = {"findall": 1, "finditer": 1, "match": 1, "search": 1, "split": 1, "sub": 2, "subn": 2}
_BY_PATTERN = frozenset(["findall", "finditer", "match", "search"])
_COMPILERS, _OF_BYTES = frozenset(["re.compile"]), "re.compile(b"
#: Functions of Twisted and beside it that give the body of an answer, later.
_READERS = frozenset(
    ["twisted.web.client.getPage", "twisted.web.client.readBody", "treq.content", "treq.get_content"]
)
_READING = re.compile(r"\b(?:getPage|readBody|treq)\b")
#: What gives what was waited for, in tests, and what is told it.
_RESULT, _CALLED = "successResultOf", frozenset(["addBoth", "addCallback", "addCallbacks"])
_asked: WeakKeyDictionary[RepositoryIndex, frozenset[str]] = WeakKeyDictionary()


def visit(node: ast.Compare | ast.Call | ast.BinOp | ast.Assign, module: Module) -> Findings:
    """Make text of it where it meets native text, as both were one in Python 2, and octets of what it is given."""
    bodies = _bodies(module)
    if isinstance(node, ast.Assign):
        target = node.targets[0]
        given = isinstance(target, ast.Attribute) and target.attr in bodies & _GIVEN
        if given and _ANSWER.search(last_name(target.value)) and not in_repository(_OWN, module):  # type: ignore[attr-defined]
            yield from argument_as_bytes(node.value, module, guess=False)
        return
    for value in dict.fromkeys((*meeting(node, module), *_searched(node, module))):
        named = isinstance(value, ast.Attribute) and value.attr in bodies and kind(value, module) is None
        if not named and not _was_read(value, module):
            continue
        if not is_of_self(value) and not inside_helper(value, HELPER, module):
            yield module.replace(value, helper("as_text", HELPER, module), "(", *module.sub(value), ")")


def _was_read(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a body that was waited for: `yield readBody(answer)`, or what calls back with it."""
    if not isinstance(node, ast.Name) or _READING.search(module.text) is None:
        return False
    bindings = module.bindings(node)
    if len(bindings) == 1 and isinstance(bindings[0].node, ast.arg):
        return _is_told(bindings[0].node, module)
    values = may_hold(node, module)
    return bool(values) and all(v is not None and _waits_for_body(v, module) for v in values)


def _waits_for_body(node: ast.expr, module: Module) -> bool:
    if isinstance(node, (ast.Await, ast.Yield)):
        return node.value is not None and _gives_body(node.value, module)
    asked = isinstance(node, ast.Call) and last_name(node.func) == _RESULT and len(node.args) == 1
    return asked and _gives_body(node.args[0], module)  # type: ignore[attr-defined]


def _gives_body(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what such a function gives, in place or by the one name it has."""
    value = written_out(node, module)
    return isinstance(value, ast.Call) and module.qualified_name(value.func) in _READERS


def _is_told(parameter: ast.arg, module: Module) -> bool:
    """Whether a function of the file is called back with a body, as its first argument beside the object it is of."""
    arguments = module.parent(parameter)
    function = module.parent(arguments)
    if not isinstance(function, ast.FunctionDef) or not isinstance(arguments, ast.arguments):
        return False
    own = isinstance(module.parent(function), ast.ClassDef)
    if arguments.args[own : own + 1] != [parameter]:
        return False
    calls = [c for c in module.nodes_named(ast.Call, _CALLED) if isinstance(c, ast.Call) and c.args]
    told = [c for c in calls if last_name(c.args[0]) == function.name]
    return bool(told) and all(
        isinstance(c.func, ast.Attribute) and _gives_body(c.func.value, module) for c in told
    )


def _searched(node: ast.Compare | ast.Call | ast.BinOp, module: Module) -> list[ast.expr]:
    """What is searched for a regular expression that is native text, by a function of `re` or a method."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
        return []
    name = node.func.attr
    if module.qualified_name(node.func) == f"re.{name}" and name in _SEARCHED:
        return node.args[_SEARCHED[name] :][:1] if literal(node.args[0], module) else []
    if name not in _BY_PATTERN or defined_in_repository(name, module):
        return []
    made = kept_by(node.func.value, module, _COMPILERS)
    native = _OF_BYTES not in module.text if made is None else literal(made.args[0], module)
    return node.args[:1] if native else []


def _bodies(module: Module) -> frozenset[str]:
    """The names of such attributes, by what the repository imports and is not itself."""
    index = module.facts.index
    if index not in _asked:
        # The expression is tried at every line: names are found sooner.
        texts = (text for text in repository_texts(module) if any(name in text for name in _BODIES))
        found = {name for text in texts for name in _IMPORTED.findall(text)}
        others = {n for n in found if not index.has_package(n)}
        _asked[index] = frozenset(_BODIES[n] for n in others)
    return _asked[index]


RULE = Rule(
    id="answer_bodies",
    family="P9",
    summary="bodies of requests and answers are octets: what they are given, and text where they meet native text",
    before="import webob\nprint 'a' in r.body\n",
    after=f"import webob\n\n{HELPER}\n\nprint('a' in as_text(r.body))\n",
    caveats="By the names that libraries of the web give them; octets that are no UTF-8 become Latin-1.",
    triggers=(re.compile(r"\.(?:body|content|data)\b"), "getPage", "readBody", "treq"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=79,
    nodes=(ast.Compare, ast.Call, ast.BinOp, ast.Assign),
    when=lambda module: (
        not module.facts.index.octets and (bool(_bodies(module)) or is_found(_READING, module.text))
    ),
    visit=visit,
)
