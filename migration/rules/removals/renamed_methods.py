"""Methods of standard classes that have another name: t.isAlive() → t.is_alive()."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.classes import asked_above, class_of, defines, foreign_bases
from migration.analysis.dicts import reached_by_import
from migration.analysis.flow_kinds import is_made
from migration.analysis.laziness.lazy import needs_list
from migration.analysis.made import MESSAGES, REQUESTS, kept_by, looks_like_array, mode_of, part_of
from migration.analysis.names import defined_in_repository, in_repository, repository_texts, stdlib_name
from migration.analysis.values import assigned, may_hold
from migration.rule import Finding, Findings, Rule
from migration.source.edits import Edit, Span
from migration.trees.precedence import Precedence
from migration.view.module import Module

#: Method → (new name, the first Python without the old one). Nothing else has methods of these names.
_RENAMED = {
    "isAlive": ("is_alive", (3, 9)),
    "getiterator": ("iter", (3, 9)),
    "ugettext": ("gettext", (3, 0)),
    "ungettext": ("ngettext", (3, 0)),
    "lgettext": ("gettext", (3, 11)),
    "lngettext": ("ngettext", (3, 11)),
    "readfp": ("read_file", (3, 12)),
    "iterkeyrefs": ("keyrefs", (3, 0)),
    "itervaluerefs": ("valuerefs", (3, 0)),
}
#: Of these, what programs define for classes of their own as well, and call on either, and what a file that has to do
#: with the standard one says.
_SHARED = {
    "ugettext": "",
    "ungettext": "",
    "getiterator": "ElementTree",
    "getchildren": "ElementTree",
    "isAlive": "hread",
}
#: The methods of a class that is made by `type('A', (), {'ugettext': f})`.
_KEYED = {name: re.compile(rf"['\"]{name}['\"][ \t]*:") for name in ("ugettext", "ungettext")}
_ARRAYS = frozenset(["array.array"])
_OF_ARRAY = {"tostring": "tobytes", "fromstring": "frombytes"}
#: How arrays are written to files and read.
_FILED = {"read": "fromfile", "write": "tofile"}
_ELEMENTS = frozenset(
    f"xml.etree.{m}.{n}" for m in ("ElementTree", "cElementTree") for n in ("fromstring", "XML", "Element")
)
_TEXTS = frozenset(["StringIO.StringIO", "cStringIO.StringIO", "io.StringIO"])
_TYPES = frozenset(["mimetypes.MimeTypes"])
_ASKED = "has_data"
OF_REQUEST = {
    "get_data": "data",
    "get_host": "host",
    "get_type": "type",
    "get_selector": "selector",
    "get_origin_req_host": "origin_req_host",
    "is_unverifiable": "unverifiable",
}
#: Mail headers as Python 2 had them, on `response.info()` and `handler.headers`.
_OF_HEADERS = {
    "getheader": "get",
    "gettype": "get_content_type",
    "getmaintype": "get_content_maintype",
    "getsubtype": "get_content_subtype",
    "getparam": "get_param",
}
_OTHERS = ("ParseFile", "getByteStream", "getchildren", "getheaders", "xreadlines", "has_data", "add_data")
#: An object of the program's that is given such a method: `Namespace(xreadlines=f)`.
_GIVEN_LINES = re.compile(r"\bxreadlines\s*=(?!=)")
#: Python 3's loggers warn by `warning`, which was called so as well.
_WARN, _LOGGER = "warn", "logging.Logger"
_NAMES = frozenset([_WARN, *_RENAMED, *_OF_ARRAY, *_FILED, *OF_REQUEST, *_OF_HEADERS, *_OTHERS])


def _is_of_types(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a table of types of files, which has a method `readfp` still."""
    return kept_by(node, module, _TYPES) is not None


def visit(node: ast.Call | ast.Attribute, module: Module) -> Findings:
    """Rename a call, or a method that is kept, unless the repository has a method of that name."""
    if isinstance(node, ast.Attribute):
        if node.attr in _OF_ARRAY and stdlib_name(node.value, module) in _ARRAYS and module.target >= (3, 9):
            yield _renamed(node, _OF_ARRAY[node.attr], module, exactness=Exactness.EXACT)
        if node.attr in _RENAMED and _is_kept(node, module):
            if _is_programs(node.attr, module):
                yield from _either(node, module)
                return
            new, gone = _RENAMED[node.attr]
            yield _renamed(node, new, module, needs_python2=gone > module.target)
        return
    function = node.func
    if not isinstance(function, ast.Attribute):
        return
    name, owner = function.attr, function.value
    if name not in _NAMES:
        return
    if name == _WARN:
        yield from _warned(function, module)
        return
    standard = kept_by(owner, module, _ELEMENTS) or (
        name in _OF_ARRAY and kept_by(part_of(owner), module, _ARRAYS)
    )
    if _is_programs(name, module) and not standard:
        yield from _either(function, module)
        return
    if name == "getiterator" and module.target >= (3, 9) and needs_list(node, module):
        arguments = Span(module.span(function).end, module.span(node).end)
        yield module.replace(node, "list(", *module.atom(owner), ".iter", arguments, ")")
    elif name in _RENAMED and not (name == "readfp" and _is_of_types(owner, module)):
        new, gone = _RENAMED[name]
        yield _renamed(function, new, module, needs_python2=gone > module.target)
    elif name == "getchildren" and not node.args and not node.keywords and module.target >= (3, 9):
        yield module.replace(node, "list(", *module.sub(owner), ")")
    elif name == "getByteStream" and not node.args and not _reads_characters(node, module):
        # What is read from a text, which was one of bytes, is given as the source's characters.
        source = module.atom(owner)
        pieces = ("(", *source, ".getByteStream() or ", *source, ".getCharacterStream())")
        yield module.replace(node, *pieces, needs_python2=True)
    elif name == "ParseFile" and len(node.args) == 1 and "expat" in module.text:
        # A parser reads files of bytes alone, but takes text.
        made = node.args[0]
        if isinstance(made, ast.Call) and len(made.args) == 1 and stdlib_name(made.func, module) in _TEXTS:
            yield module.replace(
                node, *module.atom(owner), ".Parse(", *module.sub(made.args[0]), ", True)", needs_python2=True
            )
        elif isinstance(made, ast.Name) and not _holds_octets(made, module):
            pieces = (*module.atom(owner), ".Parse(", *module.atom(made), ".read(), True)")
            yield module.replace(node, *pieces, needs_python2=True)
    elif name == "xreadlines" and not node.args and not in_repository(_GIVEN_LINES, module):
        yield module.replace(node, *module.atom(owner))
    elif name in _FILED:
        if (
            "array" in module.text
            and kept_by(owner, module, _ARRAYS)
            and len(node.args) == 1 + (name == "read")
        ):
            yield _renamed(function, _FILED[name], module, exactness=Exactness.EXACT)
    elif name in _OF_ARRAY and kept_by(part_of(owner), module, _ARRAYS) and module.target >= (3, 9):
        yield _renamed(function, _OF_ARRAY[name], module, exactness=Exactness.EXACT)
    elif name in _OF_ARRAY and module.target >= (3, 9) and looks_like_array(node, module):
        yield _renamed(function, _OF_ARRAY[name], module, needs_python2=True)
    elif (
        is_request(owner, module)
        or (name in OF_REQUEST and _looks_like_request(owner, module))
        or (name in (_ASKED, "add_data") and looks_like_request(owner, name, module))
        or ((name in OF_REQUEST or name == _ASKED) and _is_asked_as_request(owner, module))
    ):
        yield from of_request(node, function, module)
    elif name in _OF_HEADERS and _are_headers(owner, module):
        # Under a name, or with this method, it may be what another library has for Python 3, too.
        doubtful = isinstance(owner, ast.Name) or name == "getparam"
        yield _renamed(function, _OF_HEADERS[name], module, needs_python2=doubtful)
    elif name == "getheaders" and _are_headers(owner, module) and len(node.args) == 1:
        pieces = (*module.atom(owner), ".get_all(", *module.sub(node.args[0]), ", [])")
        yield module.replace(node, *pieces)


def _warned(function: ast.Attribute, module: Module) -> Findings:
    """A logger's own `warning` that goes on with what was another name of the library's: that would ask it again."""
    method, owner = module.function(function), module.class_of(function)
    if not isinstance(method, ast.FunctionDef) or method.name != "warning" or not method.args.args:
        return
    if owner is None or module.parent(method) is not owner or _LOGGER not in foreign_bases(owner, module):
        return
    if defined_in_repository(_WARN, module):
        return
    value, own = function.value, method.args.args[0].arg
    above = isinstance(value, ast.Call) and module.is_builtin(value.func, "super")
    if above or stdlib_name(value, module) == _LOGGER:
        yield _renamed(function, "warning", module)
    elif isinstance(value, ast.Name) and value.id == own and module.scope(function).node is method:
        yield module.replace(function, "super().warning")


def _is_programs(name: str, module: Module) -> bool:
    """Whether the repository has a method of that name, also by the table of a class that a call makes."""
    keyed = _KEYED.get(name)
    return defined_in_repository(name, module) or (keyed is not None and in_repository(keyed, module))


def _either(node: ast.Attribute, module: Module) -> Findings:
    """A method that the program has as well: its own, or the standard one's new name."""
    root: ast.expr = node.value
    while isinstance(root, ast.Attribute):
        root = root.value
    named = isinstance(root, ast.Name)
    if not (named or isinstance(root, ast.Call)) or reached_by_import(node.value, module):
        return
    owner = class_of(node.value, module)
    if owner is not None and defines(owner, node.attr, module):
        return
    of_headers = node.attr in _OF_HEADERS and _are_headers(node.value, module)
    if not of_headers and (node.attr not in _SHARED or _SHARED[node.attr] not in module.text):
        return
    value = " ".join(module.source(module.span(node.value)).split())
    call = module.parent(node)
    if not named and (node.attr == "getchildren" or module.target < (3, 8)):
        return
    if node.attr == "getchildren":
        if isinstance(call, ast.Call) and not call.args and not call.keywords and module.target >= (3, 9):
            text = f'{value}.getchildren() if hasattr({value}, "getchildren") else list({value})'
            yield module.replace(call, text, precedence_of_new=Precedence.TERNARY, needs_python2=True)
        return
    # What is called to get the object is called once.
    kept = value if named else module.fresh_name("owner")
    value = value if named else f"{kept} := {value}"
    new = _OF_HEADERS[node.attr] if of_headers else _RENAMED[node.attr][0]
    above = asked_above(node, new, module) or kept
    yield module.replace(
        node,
        f'getattr({value}, "{node.attr}", None) or {above}.{new}',
        precedence_of_new=Precedence.OR,
        exactness=Exactness.SEMANTIC,
        needs_python2=of_headers or bool(_SHARED[node.attr]),
    )


def _holds_octets(file: ast.Name, module: Module) -> bool:
    """Whether a file was opened in a mode that gives octets in Python 3, too."""
    opened = [v for v in may_hold(file, module) if isinstance(v, ast.Call)]
    return bool(opened) and all("b" in (mode_of(call) or "") for call in opened)


def _reads_characters(node: ast.Call, module: Module) -> bool:
    """Whether the function around `node` asks for the characters, too, or the source has no name."""
    owner = node.func.value  # type: ignore[attr-defined]
    around = module.function(node) or module.tree
    asked = any(isinstance(n, ast.Attribute) and n.attr == "getCharacterStream" for n in ast.walk(around))
    return asked or not isinstance(owner, (ast.Name, ast.Attribute))


def _is_kept(node: ast.Attribute, module: Module) -> bool:
    """Whether a method is taken to be called later: `_ = translations.ugettext`."""
    parent = module.parent(node)
    called = isinstance(parent, ast.Call) and parent.func is node
    if not isinstance(node.value, ast.Call):
        return isinstance(node.ctx, ast.Load) and not called
    return not called and (stdlib_name(node.value.func, module) or "").startswith("gettext.")


def _renamed(function: ast.Attribute, new: str, module: Module, **flags: object) -> Finding:
    if function.attr in _RENAMED and (above := asked_above(function, new, module)):
        return module.replace_span(module.span(function), f"{above}.{new}", **flags)
    end = module.span(function).end
    return module.replace_span((end - len(function.attr), end), new, **flags)


def of_request(node: ast.Call, function: ast.Attribute, module: Module) -> Iterator[Edit]:
    """What a call of a method that requests had says today; nothing for any other method."""
    owner = module.atom(function.value)
    if function.attr in OF_REQUEST and not node.args:
        yield module.replace(node, *owner, f".{OF_REQUEST[function.attr]}")
    elif function.attr == "has_data" and not node.args:
        inside = not isinstance(module.parent(node), (ast.Expr, ast.Assign, ast.Return, ast.If))
        text = (*owner, ".data is not None")
        yield module.replace(node, "(", *text, ")") if inside else module.replace(node, *text)
    elif function.attr == "add_data" and len(node.args) == 1 and isinstance(module.parent(node), ast.Expr):
        yield module.replace(node, *owner, ".data = ", *module.sub(node.args[0]))


def is_request(owner: ast.expr, module: Module) -> bool:
    """Whether `owner` is made as a request, or as one of a class of the file that derives from those."""
    if kept_by(owner, module, REQUESTS) or is_made(owner, "request", module):
        return True
    own = class_of(owner, module)
    return own is not None and any(stdlib_name(b, module) in REQUESTS for b in own.bases)


def _looks_like_request(owner: ast.expr, module: Module) -> bool:
    """Whether a name says so in a file that makes requests by the standard library alone."""
    if not (isinstance(owner, ast.Name) and owner.id in ("req", "request")):
        return False
    return any(
        isinstance(n, ast.Attribute | ast.Name) and stdlib_name(n, module) in REQUESTS for n in module.nodes
    )


def looks_like_request(owner: ast.expr, name: str, module: Module) -> bool:
    """The same where it is asked what other objects may answer, too: nothing in the repository does."""
    return (
        module.is_python2 and _looks_like_request(owner, module) and not defined_in_repository(name, module)
    )


def _is_asked_as_request(owner: ast.expr, module: Module) -> bool:
    """Whether a name is asked for what requests of the library alone answer, in a function of a repository that makes
    some, and has no such method of its own.
    """
    if not isinstance(owner, ast.Name) or not module.is_python2 or defined_in_repository(_ASKED, module):
        return False
    function = module.function(owner)
    asked = any(
        isinstance(n, ast.Attribute)
        and getattr(n.value, "id", "") == owner.id
        and module.function(n) is function
        for n in module.nodes_named(ast.Attribute, frozenset([_ASKED]))
    )
    return asked and any("urllib2" in text for text in repository_texts(module))


def _are_headers(owner: ast.expr, module: Module) -> bool:
    if isinstance(owner, ast.Name):
        value = assigned(owner, module)
        return value is not None and not isinstance(value, ast.Name) and _are_headers(value, module)
    if isinstance(owner, ast.Attribute):
        return owner.attr in ("headers", "msg")
    if isinstance(owner, ast.Call) and stdlib_name(owner.func, module) in MESSAGES:
        return True
    if not isinstance(owner, ast.Call) or owner.args or owner.keywords:
        return False
    return isinstance(owner.func, ast.Attribute) and owner.func.attr == "info"


RULE = Rule(
    id="renamed_methods",
    family="P19",
    summary="methods of standard classes that have another name",
    before="a = t.isAlive()\n",
    after="a = t.is_alive()\n",
    caveats="Known by the method's name where only one class has it, else by where the object was made.",
    triggers=tuple(sorted(_NAMES)),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call, ast.Attribute),
    names=_NAMES,
    visit=visit,
)
