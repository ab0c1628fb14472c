"""headers.typeheader → headers.get("content-type"): what a message of headers kept beside its fields in Python 2."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import class_of
from migration.analysis.effects import CHANGING
from migration.analysis.made import MESSAGES, kept_by
from migration.analysis.names import defined_in_repository, is_of_self, stdlib_name
from migration.analysis.strings.octet_edges import ANSWERS
from migration.analysis.values import assigned, written_out
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

LINES = '''
def header_lines(message):
    """The lines of headers as Python 2 kept them; of what is no such message, its own attribute."""
    if not isinstance(message, email.message.Message):
        return message.headers
    fields = [f"{name}: {value}\\r" for name, value in message.items()]
    return [line + "\\n" for field in fields for line in field.split("\\n")]
'''
TABLE = '''
def header_table(message):
    """Headers by their names in small letters; of what is no such message, its own attribute."""
    if not isinstance(message, email.message.Message):
        return message.dict
    return {name.lower(): ", ".join(message.get_all(name)) for name in message}
'''
MATCHING = '''
def matching_headers(message, name):
    """The lines of all headers of that name, as Python 2 kept them; what is no such message tells its own."""
    if not isinstance(message, email.message.Message):
        return message.getallmatchingheaders(name)
    fields = [f"{own}: {value}\\r" for own, value in message.items() if own.lower() == name.lower()]
    return [line + "\\n" for field in fields for line in field.split("\\n")]
'''
_HELPERS = {
    "headers": ("header_lines", LINES),
    "dict": ("header_table", TABLE),
    "getallmatchingheaders": ("matching_headers", MATCHING),
}
_MATCHING = "getallmatchingheaders"
_TYPE_HEADER = "typeheader"
#: Parts of the type of what is sent, which has defaults.
_PARTS = {"type": "get_content_type", "maintype": "get_content_maintype", "subtype": "get_content_subtype"}
_NAMES = frozenset([_TYPE_HEADER, *_HELPERS, *_PARTS])
_STAND_INS = frozenset(["mimetools.Message"])
#: Names that parameters and attributes with headers have: what is asked of them looks what it is that has them.
_HEADERS = frozenset(["headers", "hdrs"])
#: What gives headers of that kind, or reads them.
_LIBRARY = re.compile(r"http|urllib|mimetools|rfc822", re.IGNORECASE)


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Ask a message what it has now; where it may be something else, have a helper look."""
    if not isinstance(node.ctx, ast.Load) or _is_own(node, module):
        return
    owner, call = node.value, module.parent(node)
    if node.attr == _TYPE_HEADER:
        if _may_be_headers(owner, module):
            yield module.replace(node, *module.atom(owner), '.get("content-type")')
    elif node.attr in _PARTS:
        if _is_message(owner, module):
            yield module.replace(node, *module.atom(owner), f".{_PARTS[node.attr]}()")
    elif node.attr == _MATCHING:
        plain = isinstance(call, ast.Call) and call.func is node and len(call.args) == 1 and not call.keywords
        if plain and isinstance(call, ast.Call) and _may_be_headers(owner, module):
            name = _helper(node.attr, module)
            yield module.replace(call, name, "(", *module.sub(owner), ", ", *module.sub(call.args[0]), ")")
    elif _may_be_headers(owner, module) and not _is_changed(node, module):
        yield module.replace(node, _helper(node.attr, module), "(", *module.sub(owner), ")")


def _helper(attribute: str, module: Module) -> str:
    name, source = _HELPERS[attribute]
    return helper(name, source, module, ("import email.message",))


def _is_own(node: ast.Attribute, module: Module) -> bool:
    """Whether what is asked is an attribute of the program's own, or stands in a helper."""
    if node.attr in (_TYPE_HEADER, _MATCHING) and defined_in_repository(node.attr, module, assigned=True):
        return True
    if any(inside_helper(node, source, module) for _, source in _HELPERS.values()):
        return True
    return class_of(node.value, module) is not None


def _may_be_headers(owner: ast.expr, module: Module) -> bool:
    """Whether `owner` is by its name what was received with headers: of a request, an answer, or a message."""
    if isinstance(owner, ast.Name):
        value = assigned(owner, module)
        known = value is not None and not isinstance(value, ast.Name) and _may_be_headers(value, module)
        return known or (owner.id in _HEADERS and module.qualified_name(owner) is None)
    if isinstance(owner, ast.Attribute):
        return owner.attr in _HEADERS or owner.attr == "msg"
    if not isinstance(owner, ast.Call):
        return False
    if stdlib_name(owner.func, module) in MESSAGES:
        return True
    asked = isinstance(owner.func, ast.Attribute) and owner.func.attr == "info"
    return asked and not owner.args and not owner.keywords


def _is_message(owner: ast.expr, module: Module) -> bool:
    """Whether `owner` is a message for certain: what no other object has is asked of the same in the same function, or
    in the same class of an attribute of its objects; or an answer has it. The stand-in for Python 2's own class of them
    has its attributes.
    """
    if kept_by(owner, module, _STAND_INS) is not None or not _may_be_headers(owner, module):
        return False
    asked = module.nodes_named(ast.Attribute, frozenset([_TYPE_HEADER]))
    if any(isinstance(n, ast.Attribute) and _is_same(n.value, owner, module) for n in asked):
        return True
    value = written_out(owner, module)
    answer = (
        value.func.value if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else None
    )
    if isinstance(value, ast.Attribute) and value.attr in _HEADERS:
        answer = value.value
    return answer is not None and kept_by(answer, module, ANSWERS) is not None


def _is_same(one: ast.expr, other: ast.expr, module: Module) -> bool:
    """Whether two expressions are written alike, in one function, or for an attribute of the objects of one class."""
    if module.source(module.span(one)) != module.source(module.span(other)):
        return False
    owner = module.class_of(one)
    kept = owner is not None and owner is module.class_of(other) and is_of_self(one)
    return kept or module.function(one) is module.function(other)


def _is_changed(node: ast.Attribute, module: Module) -> bool:
    """Whether what `node` names is changed in place there: then it was the message that was changed."""
    outer = module.parent(node)
    if isinstance(outer, ast.Attribute):
        return outer.attr in CHANGING
    return isinstance(outer, ast.Subscript) and not isinstance(outer.ctx, ast.Load)


RULE = Rule(
    id="header_attributes",
    family="P19",
    summary="the lines and the type of received headers are asked of their message in another way",
    before="import httplib\na = self.headers.typeheader\nb = [line.strip() for line in self.headers.headers]\n",
    after=(
        f'import email.message\nimport http.client\n\n{LINES}\n\na = self.headers.get("content-type")\n'
        "b = [line.strip() for line in header_lines(self.headers)]\n"
    ),
    caveats="Lines end as HTTP ends them, and begin with the name and a blank behind the colon. Of requests, Python 2 "
    "kept the last of several headers of one name in its dictionary, which are joined here as those of answers are.",
    triggers=(
        _TYPE_HEADER,
        _MATCHING,
        re.compile(r"headers\.(?:headers|dict|maintype|subtype|type)\b"),
        re.compile(r"msg\.(?:headers|dict)\b"),
        re.compile(r"hdrs\.(?:headers|dict)\b"),
        re.compile(r"\.info\(\)"),
    ),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Attribute,),
    names=_NAMES,
    when=lambda module: _LIBRARY.search(module.text) is not None,
    visit=visit,
)
