"""email.message_from_file(open(p, 'rb')) → email.message_from_binary_file(…): mail that is read as octets.

In Python 2 the parsers of mail took octets under the names that take text now, and generators wrote them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.classes import classes, defines, foreign_bases
from migration.analysis.flow_kinds import holds_only, is_made, library_function
from migration.analysis.made import made_by, mode_of, opened, texts_in_memory
from migration.analysis.names import memory, stdlib_name
from migration.analysis.strings.file_kinds import file_kind
from migration.analysis.strings.kinds import BYTES, TEXT, kind
from migration.analysis.strings.seen import named_encoding
from migration.analysis.values import reads_of
from migration.flow.atoms import Made
from migration.rewriting.as_text import DECODED
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Edit, Part, Span
from migration.view.module import Module

_FUNCTIONS = {
    "email.message_from_file": "email.message_from_binary_file",
    "email.message_from_string": "email.message_from_bytes",
}
_PARSERS = {
    "email.parser.Parser": "email.parser.BytesParser",
    "email.parser.HeaderParser": "email.parser.BytesHeaderParser",
    "email.parser.FeedParser": "email.feedparser.BytesFeedParser",
    "email.feedparser.FeedParser": "email.feedparser.BytesFeedParser",
}
#: What writes mail to a file.
_GENERATORS = frozenset(["email.generator.Generator", "email.Generator.Generator"])
_MADE = frozenset(_PARSERS)
_NAMES = last_names(*_FUNCTIONS, *_PARSERS, *_GENERATORS)
_BINARY = frozenset(["io.BytesIO"])
_TEMPORARY = frozenset(["tempfile.TemporaryFile", "tempfile.NamedTemporaryFile"])
#: What is done with one of octets and of text alike.
_PLAIN = frozenset(["close", "fileno", "flush", "name", "seek", "tell"])
_OCTET_FILES = (Made("file.b"), Made("file.b", "opened"))
#: Those of them that are given a mail piece by piece.
_FED = frozenset(["email.parser.FeedParser", "email.feedparser.FeedParser"])
#: What flows: native strings that the library gives as octets, and what was encoded.
_OCTETS = frozenset(["octets", "encoded"])
#: Methods of parsers that are given mail → what they are called where that is octets.
_METHODS = {"parse": "parse", "parsestr": "parsebytes", "feed": "feed"}


def visit(node: ast.Call, module: Module) -> Findings:
    """Rename a function, or a class with the methods that are called on what it makes."""
    # An import that is tried first is followed, as far as what flows tells.
    name = stdlib_name(node.func, module) or library_function(node.func, module)
    if name in _FUNCTIONS:
        if (
            node.args
            and _is_octets(node.args[0], name.endswith("file"), module)
            and not _is_text(node.args[0])
        ):
            yield module.replace(node.func, module.use(_FUNCTIONS[name], at=node))
    elif name in _GENERATORS:
        file = argument(node, 0, "outfp")
        if file is not None and _takes_octets(file, module):
            yield module.replace(node.func, module.use("email.generator.BytesGenerator", at=node))
    elif name in _MADE:
        renamed = list(_parser(node, name, module))
        yield from renamed
        if not renamed and name in _FED:
            yield from _fed(node, module)
    elif isinstance(node.func, ast.Name) and node.func.id in _own_parsers(module):
        yield from _fed(node, module)


def _takes_octets(file: ast.expr, module: Module) -> bool:
    """Whether a file is written to as one of octets: by how it was opened, or by what it is."""
    calls = opened(file, module)
    if calls:
        return all("b" in (mode_of(call) or "") for call in calls)
    made = made_by(file, module, _BINARY)
    if made is not None:
        return made not in texts_in_memory(module)
    temporary = made_by(file, module, _TEMPORARY)
    if temporary is not None and argument(temporary, 0, "mode") is None:
        return all(_is_plain(read, module) for read in reads_of(temporary, module))
    return holds_only(file, lambda atom: isinstance(atom, Made) and atom in _OCTET_FILES, module)


def _is_plain(read: ast.expr, module: Module) -> bool:
    """Whether nothing is done with a temporary file there that may make it one of text."""
    outer = module.parent(read)
    if isinstance(outer, ast.Attribute):
        return outer.attr in _PLAIN
    return isinstance(outer, ast.Call) and stdlib_name(outer.func, module) in _GENERATORS


def _parser(made: ast.Call, name: str, module: Module) -> Iterator[Edit]:
    given = False
    methods: list[ast.Attribute] = []
    for read in reads_of(made, module):
        method = module.parent(read)
        call = module.parent(method) if isinstance(method, ast.Attribute) else None
        if not (isinstance(method, ast.Attribute) and isinstance(call, ast.Call) and call.func is method):
            return
        if method.attr not in _METHODS:
            continue
        if not call.args or not _is_octets(call.args[0], method.attr == "parse", module):
            return
        given = True
        methods.append(method)
    if given:
        renamed = [_renamed(m, module) for m in methods if m.attr != _METHODS[m.attr]]
        new = module.use(_PARSERS[name], at=made)
        yield module.edit(module.part(made.func, new), *renamed)


def _own_parsers(module: Module) -> frozenset[str]:
    """The classes of the file that are parsers which are fed, in the library's way."""
    known = memory(module)
    if "own parsers" not in known:
        known["own parsers"] = frozenset(
            name
            for name, several in classes(module).items()
            if len(several) == 1
            and not _FED.isdisjoint(foreign_bases(several[0], module))
            and not defines(several[0], "feed", module)
        )
    return known["own parsers"]  # type: ignore[no-any-return]


def _fed(made: ast.Call, module: Module) -> Findings:
    """Decode what may be octets as the library's own parser of octets does."""
    for read in reads_of(made, module):
        method = module.parent(read)
        call = module.parent(method)
        if not (isinstance(method, ast.Attribute) and isinstance(call, ast.Call) and call.func is method):
            continue
        if (
            method.attr != "feed"
            or len(call.args) != 1
            or call.keywords
            or not _may_be_octets(call.args[0], module)
        ):
            continue
        decoder = helper("decoded", DECODED, module)
        yield module.edit(module.in_call(call.args[0], decoder, ', "ascii", "surrogateescape"'))


def _may_be_octets(node: ast.expr, module: Module) -> bool:
    if isinstance(node, (ast.Constant, ast.JoinedStr, ast.Starred)) or _is_decoded(node, module):
        return False
    found = kind(node, module)
    types = module.type_of(node)
    if found is None and types and "bytes" not in types:
        return not _OCTETS.isdisjoint(a for a in module.may_hold(node) if isinstance(a, str))
    return found != TEXT


def _is_decoded(node: ast.expr, module: Module) -> bool:
    """Whether `node` has been decoded, here or by a rule that came before."""
    if module.decoded_again(node):
        return True
    called = node.func if isinstance(node, ast.Call) else None
    return getattr(called, "id", getattr(called, "attr", "")) in ("decode", "decoded", "as_text")


def _renamed(method: ast.Attribute, module: Module) -> Part:
    end = module.span(method).end
    return module.part(Span(end - len(method.attr), end), _METHODS[method.attr])


def _is_text(node: ast.expr) -> bool:
    """Whether `node` encodes text right there: another rule decodes it again, and mail is read from that."""
    if not (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "encode"
    ):
        return False
    return all(isinstance(codec, ast.Constant) or named_encoding(codec) for codec in node.args[:1])


def _is_octets(node: ast.expr, is_file: bool, module: Module) -> bool:
    if not is_file:
        return kind(node, module) == BYTES
    return file_kind(node, module) == BYTES or is_made(node, "file.b", module)


RULE = Rule(
    id="mail_octets",
    family="P11",
    summary="parsers and generators of mail as octets have names of their own",
    before="import email\nm = email.message_from_file(open('m', 'rb'))\nprint m['To']\n",
    after="import email\nm = email.message_from_binary_file(open('m', 'rb'))\nprint(m['To'])\n",
    caveats="Only where all that is given is known to be octets; what is fed by the piece is decoded where it may be.",
    triggers=(
        "message_from_file",
        "message_from_string",
        "Parser",
        "HeaderParser",
        "FeedParser",
        "Generator",
    ),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names_here=lambda module: _NAMES | _own_parsers(module),
    follows=frozenset(["string_io: BytesIO"]),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
