"""Files in memory, and which of them hold octets: by what is written to them, and by what reads them."""

from __future__ import annotations

import ast
import re

from migration.analysis.arguments import argument
from migration.analysis.classes import classes, defines, foreign_bases
from migration.analysis.literals import has_high_escapes
from migration.analysis.made import OPENERS, kept_by, made_by, told_mode
from migration.analysis.names import defined_in_repository, in_repository, is_local, memory, stdlib_name, uses
from migration.analysis.strings.coded_streams import holds_text
from migration.analysis.strings.encoded import is_encoded_literal
from migration.analysis.strings.handed import handed_for_octets
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.octet_edges import BINARY_FILES, DOCUMENT_FILES, PARSERS, PARSING, TREES
from migration.analysis.strings.octet_memory import is_filled_with_octets, is_handed_for_octets
from migration.analysis.strings.written_trees import holds_written_tree, is_plainly_used
from migration.analysis.values import assigned, value_there
from migration.source.words import words_of
from migration.view.module import Module

CLASSES = frozenset(["StringIO.StringIO", "cStringIO.StringIO"])
#: Methods that give what a file in memory holds.
_CONTENT = frozenset(["getvalue", "read"])
#: A function that writes an object to a file, in a module that does so by pickle, and other modules that do.
_DEFINES_DUMP = re.compile(r"^def dump\(\w+, *\w+", re.MULTILINE)
_PICKLES = re.compile(r"\b[cC]?[pP]ickle\.(?:dump|Pickler)\(")
_WRITES = re.compile(r"\b(?:json|yaml|simplejson|plistlib|marshal)\b")
#: What makes a picture, of the module that has them.
_PICTURES = frozenset(
    [
        "blend",
        "composite",
        "eval",
        "frombuffer",
        "frombytes",
        "fromarray",
        "fromstring",
        "merge",
        "new",
        "open",
    ]
)
#: Handlers of requests → the files that they read and write bytes in, by place and by name; errors are text.
_HANDLERS = {f"wsgiref.handlers.{name}": ("stdin", "stdout") for name in ("SimpleHandler", "BaseCGIHandler")}
#: What gives classes that read or write text on files of octets.
_CODERS = frozenset(["codecs.getreader", "codecs.getwriter"])
_MAKEFILE = frozenset(["makefile"])
_SENDING = frozenset(["send", "sendall"])
_OF_HANDLERS = frozenset(["rfile", "wfile"])
#: Modules and classes of handlers of requests.
_SERVERS = frozenset(
    ["BaseHTTPServer", "SimpleHTTPServer", "CGIHTTPServer", "SocketServer", "socketserver",
     "BaseHTTPRequestHandler", "SimpleHTTPRequestHandler", "StreamRequestHandler"]
)  # fmt: skip


def _octets(node: ast.expr, module: Module) -> bool:
    if kind(node, module) == BYTES:
        return not is_encoded_literal(node, module)
    return _is_content(node, module)


def _is_content(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what another file of bytes in memory holds."""
    made = assigned(node, module) or value_there(node, module) if isinstance(node, ast.Name) else node
    if not (
        isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and made.func.attr in _CONTENT
    ):
        return False
    source, known = made_by(made.func.value, module, CLASSES), memory(module)
    if source is None or source in known.setdefault("contents asked", set()):
        return False
    known["contents asked"].add(source)
    result = makes_bytes(source.func, module)
    known["contents asked"].discard(source)
    return result


def makes_bytes(node: ast.expr, module: Module) -> bool:
    """Whether the class is called here for a file of bytes; octets that stay text need none."""
    call = module.parent(node)
    if not (isinstance(call, ast.Call) and call.func is node):
        return False
    if module.facts.index.octets:
        return _makes_octets(call, module)
    if call.args and (_octets(call.args[0], module) or _is_document(call, module)):
        return True
    if given_to_binary(call, module) or _is_file_of_socket(call, module):
        return True
    if _holds_written_tree(call, module):
        return True
    if any(_used_for_bytes(p, module) for p in kept(call, module)):
        return True
    return is_filled_with_octets(call, module) or is_handed_for_octets(call, module)


def _makes_octets(call: ast.Call, module: Module) -> bool:
    """The same where octets stay text: of what is parsed, or a tree is written to, only where all that is done with the
    file besides is decoded or encoded there.
    """
    places = [call, *kept(call, module)]
    parsed = [p for p in places if _is_document_file(p, module)]
    if any(_is_file_of_socket(place, module) for place in places):
        return True
    if any(given_to_binary(place, module) for place in places if place not in parsed):
        return True
    if is_handed_for_octets(call, module):
        return True
    return (bool(parsed) or holds_written_tree(places, module)) and all(
        place is call or place in parsed or is_plainly_used(place, module) for place in places
    )


def _is_document_file(node: ast.expr, module: Module) -> bool:
    """Whether a parser of XML is given `node`."""
    outer = module.parent(node)
    call = module.parent(outer) if isinstance(outer, ast.keyword) else outer
    return (
        isinstance(call, ast.Call)
        and call.func is not node
        and _is_parsed(node, call, stdlib_name(call.func, module), module)
    )


def _is_document(call: ast.Call, module: Module) -> bool:
    """Whether a parser of XML reads what spells single bytes above 127: its encoding tells what they are."""
    if words_of(module.text).isdisjoint(("xml", "lxml")) or not has_high_escapes(call.args[0], module):
        return False
    for place in (call, *kept(call, module)):
        outer = module.parent(place)
        name = (
            stdlib_name(outer.func, module)
            if isinstance(outer, ast.Call) and outer.args[:1] == [place]
            else None
        )
        if name is not None and name.startswith("xml.") and name.rpartition(".")[2] in ("parse", "iterparse"):
            return True
    return False


def _holds_written_tree(call: ast.Call, module: Module) -> bool:
    return holds_written_tree([call, *kept(call, module)], module)


def kept(call: ast.expr, module: Module) -> list[ast.expr]:
    """All places that read what `call` makes, by the names it is given."""
    statement = module.parent(call)
    if isinstance(statement, (ast.Tuple, ast.List)) and isinstance(
        outer := module.parent(statement), ast.Assign
    ):
        # a, b = StringIO(), StringIO()
        place = statement.elts.index(call)
        rows = [t.elts for t in outer.targets if isinstance(t, (ast.Tuple, ast.List))]
        targets = [row[place] for row in rows if len(row) == len(statement.elts)]
    else:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
    return [place for target in targets for place in _same(target, module)]


def _same(target: ast.expr, module: Module) -> list[ast.expr]:
    """All places that read a variable, or an attribute of that name."""
    if isinstance(target, ast.Name):
        found = module.scope(target).lookup(target.id)
        named: list[ast.expr] = list(uses(target.id, found[0], module)) if found else []
        body = isinstance(module.parent(module.statement(target)), ast.ClassDef)
        return [*named, *_attributes(target.id, module)] if body else named
    if not isinstance(target, ast.Attribute):
        return []
    # The file of a module, `sys.stdin`, is no other object's.
    owner = module.qualified_name(target)
    return [place for place in _attributes(target.attr, module) if module.qualified_name(place) == owner]


def _attributes(name: str, module: Module) -> list[ast.expr]:
    """All places of attributes of that name."""
    known = memory(module)
    if "attributes" not in known:
        table: dict[str, list[ast.expr]] = {}
        for node in module.nodes_of(ast.Attribute):
            if isinstance(node, ast.Attribute):
                table.setdefault(node.attr, []).append(node)
        known["attributes"] = table
    return known["attributes"].get(name, [])  # type: ignore[no-any-return]


def _used_for_bytes(node: ast.expr, module: Module) -> bool:
    parent = module.parent(node)
    call = module.parent(parent)
    if _is_file_of_socket(node, module):
        return True
    if isinstance(parent, ast.Attribute) and isinstance(call, ast.Call) and call.func is parent:
        writes = parent.attr in ("write", "writelines") and call.args
        return bool(writes) and (_octets(call.args[0], module) or _is_sent(call, module))
    return given_to_binary(node, module)


def _is_file_of_socket(place: ast.expr, module: Module) -> bool:
    """Whether what a stand-in for a socket gives as its file is returned there, or one of two: the library reads
    responses from it. So is the answer of a handler that opens addresses.
    """
    node: ast.AST | None = module.parent(place)
    while isinstance(node, (ast.BoolOp, ast.IfExp)):
        node = module.parent(node)
    function = module.function(node) if isinstance(node, ast.Return) else None
    owner = module.parent(function) if isinstance(function, ast.FunctionDef) else None
    if not isinstance(function, ast.FunctionDef) or not isinstance(owner, ast.ClassDef):
        return False
    if function.name.endswith("_open"):
        return _is_opener(function.name, owner, module)
    return function.name == "makefile" and not _asks_for_files(module)


def _is_opener(name: str, owner: ast.ClassDef, module: Module) -> bool:
    """Whether a method opens addresses for urllib2, whose answers give octets, and is called by nothing else."""
    bases = [base.split(".") for base in foreign_bases(owner, module)]
    handles = any(base[0] in ("urllib2", "urllib") and base[-1].endswith("Handler") for base in bases)
    return handles and not in_repository(re.compile(rf"\.{re.escape(name)}\("), module)


def _is_sent(call: ast.Call, module: Module) -> bool:
    """Whether what is written is what a stand-in for a socket, one that has files as well, was given to send."""
    function, data = module.function(call), call.args[0]
    if not (
        isinstance(function, ast.FunctionDef) and function.name in _SENDING and isinstance(data, ast.Name)
    ):
        return False
    owner = module.parent(function)
    own = function.args.args[1:2]
    given = isinstance(owner, ast.ClassDef) and bool(own) and own[0].arg == data.id
    return given and defines(owner, "makefile", module) and not _asks_for_files(module)  # type: ignore[arg-type]


def _asks_for_files(module: Module) -> bool:
    """Whether the file itself asks sockets for files: it may read text from them."""
    return any(isinstance(call.func, ast.Attribute) for call in module.nodes_named(ast.Call, _MAKEFILE))  # type: ignore[attr-defined]


def given_to_binary(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an argument of a function that reads or writes bytes."""
    outer = module.parent(node)
    if isinstance(outer, ast.keyword):
        outer = module.parent(outer)
    if _is_wsgi_input(node, outer) or _is_of_handler(node, outer, module):
        return True
    if _is_transferred(node, outer, module):
        return True
    if not isinstance(outer, ast.Call) or outer.func is node:
        return False
    name = stdlib_name(outer.func, module) or module.qualified_name(outer.func)
    if isinstance(outer.func, ast.Call) and stdlib_name(outer.func.func, module) in _CODERS:
        empty = isinstance(node, ast.Call) and not node.args
        return not (empty and len(outer.args) == 1 and holds_text(outer, module))  # the rule stream_codecs
    method = outer.func.attr if isinstance(outer.func, ast.Attribute) else ""
    saved = method == "save" and outer.args[:1] == [node]
    if saved and isinstance(outer.func, ast.Attribute) and _is_picture(outer.func.value, module):
        return True
    archived = method == "addfile" and len(outer.args) == 2
    parsed = method == "setByteStream" and not defined_in_repository(method, module)
    # Of HTML only text tells in which encoding it is.
    parsed = parsed or (name == "lxml.etree.parse" and len(outer.args) + len(outer.keywords) == 1)
    # What a body is sent by writes octets; a producer of the program itself may write text.
    parsed = parsed or (
        method == "startProducing" and "twisted" in module.text and not defined_in_repository(method, module)
    )
    if archived or parsed or name in BINARY_FILES or _derives_from_binary(outer.func, module):
        return True
    if is_file_of_handler(node, module) or (
        module.facts.index.octets and _is_parsed(node, outer, name, module)
    ):
        return True
    elsewhere = not module.facts.index.octets and (
        _takes_binary_elsewhere(node, outer, module) or _is_pickled_to(node, outer, module)
    )
    return elsewhere or handed_for_octets(node, module, given_to_binary)


def _is_transferred(node: ast.expr, outer: ast.AST | None, module: Module) -> bool:
    """Whether a client of FTP sends a file as it is, or its `write` gets what that receives so."""
    methods = ["storbinary", "storlines"]
    if isinstance(outer, ast.Attribute) and outer.attr == "write":
        node, outer, methods = outer, module.parent(outer), ["retrbinary"]
        outer = module.parent(outer) if isinstance(outer, ast.keyword) else outer
    method = outer.func.attr if isinstance(outer, ast.Call) and isinstance(outer.func, ast.Attribute) else ""
    if not isinstance(outer, ast.Call) or method not in methods:
        return False
    given = outer.args[1:2] or [k.value for k in outer.keywords if k.arg in ("fp", "callback")]
    return node in given and not defined_in_repository(method, module)


def _is_picture(node: ast.expr, module: Module, depth: int = 3) -> bool:
    """Whether `node` is a picture of the library PIL, or made of one by its methods."""
    if "Image" not in module.text or depth < 0:
        return False
    if isinstance(node, ast.Name):
        given = [b.value for b in module.bindings(node) if b.value is not None and b.value is not node]
        return any(isinstance(v, ast.Call) and _is_picture(v, module, depth - 1) for v in given)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    named = module.qualified_name(node.func)
    if named is not None:
        place, _, maker = named.rpartition(".")
        return place in ("PIL.Image", "Image") and maker in _PICTURES and not is_local(place, module)
    return _is_picture(node.func.value, module, depth - 1)


def _takes_binary_elsewhere(node: ast.expr, call: ast.Call, module: Module) -> bool:
    """Whether the file gives the same function a binary file of the disk in that place: `F(open(p, 'wb'))`."""
    if node not in call.args:
        return False
    called, position = ast.unparse(call.func), call.args.index(node)
    name = frozenset([called.rpartition(".")[2]])
    for other in module.nodes_named(ast.Call, name):
        if isinstance(other, ast.Call) and other is not call and position < len(other.args):
            given = other.args[position]
            if (
                isinstance(given, ast.Call)
                and stdlib_name(given.func, module) in OPENERS
                and "b" in (told_mode(given) or "")
                and ast.unparse(other.func) == called
            ):
                return True
    return False


def _is_pickled_to(node: ast.expr, call: ast.Call, module: Module) -> bool:
    """Whether `node` is the file that a function `dump` of another file of the repository is given, which pickles, and
    writes nothing else that has a function of that name.
    """
    name = module.qualified_name(call.func) if call.args[1:2] == [node] else None
    source, _, last = (name or "").rpartition(".")
    if last != "dump" or not source:
        return False
    index = module.facts.index
    file = index.imported_file(module.facts.key, source)
    text = index.text(file) or "" if file is not None else ""
    return (
        _DEFINES_DUMP.search(text) is not None
        and _PICKLES.search(text) is not None
        and not _WRITES.search(text)
    )


def _derives_from_binary(function: ast.expr, module: Module) -> bool:
    """Whether a class of the file is made that derives from one of those, a pickler say."""
    named = classes(module).get(function.id, []) if isinstance(function, ast.Name) else []
    bases = foreign_bases(named[0], module) if len(named) == 1 else []
    return bool(BINARY_FILES.intersection(bases))


def _is_parsed(node: ast.expr, call: ast.Call, name: str | None, module: Module) -> bool:
    """Whether a call parses `node` as a document of XML, whose octets are in an encoding of its own."""
    if name is not None and name in DOCUMENT_FILES:
        return argument(call, *DOCUMENT_FILES[name]) is node
    method = call.func
    if not isinstance(method, ast.Attribute) or method.attr not in PARSING or call.args[:1] != [node]:
        return False
    return kept_by(method.value, module, PARSERS | TREES) is not None


def is_file_of_handler(node: ast.expr, module: Module) -> bool:
    """Whether a handler of WSGI requests is made that reads `node`, or writes to it: one of the library, or of a class
    that derives from it and is made alike.
    """
    outer = module.parent(node)
    call = module.parent(outer) if isinstance(outer, ast.keyword) else outer
    if not isinstance(call, ast.Call) or call.func is node or "wsgiref" not in module.text:
        return False
    if is_local("wsgiref", module):
        return False
    files = _HANDLERS.get(stdlib_name(call.func, module) or "")
    if files is None and isinstance(call.func, ast.Name):
        named = classes(module).get(call.func.id, [])
        if len(named) == 1 and not defines(named[0], "__init__", module):
            files = next((_HANDLERS[b] for b in foreign_bases(named[0], module) if b in _HANDLERS), None)
    if files is None:
        return False
    return node in call.args[: len(files)] or getattr(outer, "arg", None) in files


def _is_of_handler(node: ast.expr, outer: ast.AST | None, module: Module) -> bool:
    """Whether `node` becomes the file that a handler of requests reads from, or writes to."""
    row = outer if isinstance(outer, (ast.Tuple, ast.List)) else None
    outer = module.parent(row) if row is not None else outer
    if not (isinstance(outer, ast.Assign) and outer.value is (row or node)):
        return False
    targets: list[ast.expr] = list(outer.targets)
    if row is not None:
        # self.rfile, self.wfile = StringIO(a), StringIO()
        rows = [t.elts for t in targets if isinstance(t, (ast.Tuple, ast.List))]
        targets = [elts[row.elts.index(node)] for elts in rows if len(elts) == len(row.elts)]
    kept = any(isinstance(t, ast.Attribute) and t.attr in _OF_HANDLERS for t in targets)
    return kept and not words_of(module.text).isdisjoint(_SERVERS)


def _is_wsgi_input(node: ast.expr, outer: ast.AST | None) -> bool:
    """Whether `node` is what an application reads the body of a request from."""
    keys: list[ast.expr | None] = []
    if isinstance(outer, ast.Dict):
        keys = [key for key, value in zip(outer.keys, outer.values, strict=True) if value is node]
    elif isinstance(outer, ast.Assign) and outer.value is node:
        keys = [t.slice for t in outer.targets if isinstance(t, ast.Subscript)]
    return any(isinstance(key, ast.Constant) and key.value == "wsgi.input" for key in keys)
