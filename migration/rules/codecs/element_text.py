"""ElementTree.tostring(e) → with .decode("ascii"): its result is bytes now, and was used as text. So are plists."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import is_none
from migration.analysis.made import mode_of, opened
from migration.analysis.names import helper_called, in_repository, stdlib_name
from migration.analysis.strings.memory_files import CLASSES, makes_bytes
from migration.analysis.strings.shown import beside_text
from migration.analysis.values import default_of, reads_of
from migration.rule import Findings, Rule
from migration.view.module import Module

_WRITERS = frozenset(
    [
        "xml.etree.ElementTree.tostring",
        "xml.etree.cElementTree.tostring",
        "lxml.etree.tostring",
        "lxml.html.tostring",
    ]
)
_PLIST = "plistlib.writePlistToString"

_MODULES = frozenset(
    [
        "xml.etree.ElementTree",
        "xml.etree.cElementTree",
        "elementtree.ElementTree",
        "cElementTree",
        "ElementTree",
        "lxml.etree",
    ]
)
_OCTETS = frozenset(
    ["hashlib", "md5", "sha", "hmac", "zlib", "bz2", "base64", "binascii", "socket", "struct"]
)
_PARSERS = frozenset(
    ["fromstring", "XML", "HTML", "parseString", "fragment_fromstring", "document_fromstring"]
)
_SHOWING = frozenset(["__str__", "__repr__"])
#: Where text is asked for instead of octets, as lxml gave it.
_AS_UNICODE = re.compile("encoding=unicode")


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode by the encoding that was asked for; without one it is ASCII with character references."""
    name = stdlib_name(node.func, module)
    if name not in _WRITERS and name != _PLIST and not chosen_among(_MODULES, node.func, module):
        return
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute) and parent.attr == "decode":
        return
    if isinstance(parent, ast.Call) and node in parent.args and _takes_octets(parent, module):
        return
    if name == _PLIST:
        codec = "latin-1" if module.facts.index.octets else "utf-8"
        yield module.wrap(node, "", f'.decode("{codec}")')
        return
    given = [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "encoding")]
    if (name or "").startswith("lxml.") and (
        given or any(k.arg in ("xml_declaration", None) for k in node.keywords)
    ):
        yield from _document(node, given, module)
        return
    if given and isinstance(given[0], (ast.Name, ast.Attribute)) and _shows(node, module):
        spelled = module.source(module.span(given[0]))
        yield module.wrap(node, "", f'.decode({spelled} or "ascii")')
        return
    told = getattr(given[0], "value", None) if given else "ascii"
    if isinstance(told, str) and told != "unicode":
        codec = "latin-1" if module.facts.index.octets else told
        yield module.wrap(node, "", f'.decode("{codec}")')


def _document(node: ast.Call, given: list[ast.expr], module: Module) -> Findings:
    """A document for a file, which lxml reads as octets, stays one, unless it is handled as text before; or what a
    function gives as text unless it is told an encoding.
    """
    told = given[0] if given else None
    codec = told.value if isinstance(told, ast.Constant) else None
    if isinstance(codec, str) and codec.lower() in ("utf-8", "utf8", "ascii", "us-ascii"):
        if any(beside_text(read, module) for read in reads_of(node, module)):
            yield module.wrap(node, "", f'.decode("{codec}")')
    elif any(k.arg in ("xml_declaration", None) for k in node.keywords):
        return
    elif (
        isinstance(told, ast.Name)
        and isinstance(module.parent(node), ast.Return)
        and is_none(default_of(told, module))
        and not in_repository(_AS_UNICODE, module)
    ):
        yield module.wrap(node, "", f'.decode({told.id} or "ascii")')


def _takes_octets(call: ast.Call, module: Module) -> bool:
    """Whether a function takes octets: hashes, compressors, sockets, binary files, parsers; or it decodes them."""
    function = call.func
    if isinstance(function, ast.Name) and (
        helper_called(call) == "as_bytes" or any(b.target == "io.BytesIO" for b in module.bindings(function))
    ):
        return True
    if module.is_builtin(function, "unicode", "str"):
        return len(call.args) > 1
    name = stdlib_name(function, module) or module.qualified_name(function) or ""
    if name in CLASSES:
        return makes_bytes(function, module)
    if name.split(".")[0] in _OCTETS:
        return True
    if not isinstance(function, ast.Attribute):
        return name.rpartition(".")[2] in _PARSERS
    if function.attr == "write":
        modes = [mode_of(made) or "" for made in opened(function.value, module)]
        return bool(modes) and all("b" in mode for mode in modes)
    return function.attr in _PARSERS or function.attr in ("send", "sendall", "sendto")


def chosen_among(modules: frozenset[str], function: ast.expr, module: Module) -> bool:
    """Whether `function` writes text of elements by a module that the file chooses among some of `modules`."""
    owner = function.value if isinstance(function, ast.Attribute) and function.attr == "tostring" else None
    bindings = module.bindings(owner) if isinstance(owner, ast.Name) else []
    return bool(bindings) and all(b.kind == "import" and b.target in modules for b in bindings)


def _shows(node: ast.Call, module: Module) -> bool:
    """Whether a method that has to give text returns `node`, or what the method with `node` returns."""
    parent, function = module.parent(node), module.function(node)
    if not isinstance(parent, ast.Return) or not isinstance(function, ast.FunctionDef):
        return False
    owner = module.parent(function)
    return function.name in _SHOWING or (
        isinstance(owner, ast.ClassDef) and any(_hands_on(member, function.name) for member in owner.body)
    )


def _hands_on(method: ast.stmt, name: str) -> bool:
    """Whether a member of a class is `def __str__(self): return self.name()`, or `__str__ = name`."""
    if isinstance(method, ast.Assign):
        shows = any(isinstance(t, ast.Name) and t.id in _SHOWING for t in method.targets)
        return shows and isinstance(method.value, ast.Name) and method.value.id == name
    if not isinstance(method, ast.FunctionDef):
        return False
    last = method.body[-1].value if isinstance(method.body[-1], ast.Return) else None
    return (
        method.name in _SHOWING
        and isinstance(last, ast.Call)
        and isinstance(last.func, ast.Attribute)
        and last.func.attr == name
        and isinstance(last.func.value, ast.Name)
        and last.func.value.id == method.args.args[0].arg
    )


RULE = Rule(
    id="element_text",
    family="P10",
    summary="what ElementTree spells out is used as text",
    before="from lxml import etree\nn = 1L\na = etree.tostring(e)\n",
    after='from lxml import etree\nn = 1\na = etree.tostring(e).decode("ascii")\n',
    caveats="Where the result goes on as bytes, the decoding has to go again.",
    triggers=("tostring", "writePlistToString"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Call,),
    names=frozenset(["tostring", "writePlistToString"]),
    visit=visit,
)
