"""self.transport.write(x) → …write(as_bytes(x, "latin-1")), and text again of what Twisted hands to a protocol."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import foreign_bases
from migration.analysis.laziness.use import EXPECTING, held_against
from migration.analysis.literals import literal
from migration.analysis.made import kept_by
from migration.analysis.mutation import functions_by_name
from migration.analysis.names import (
    defined_in_repository,
    is_named,
    is_of_self,
    is_path,
    last_name,
    repository_texts,
)
from migration.analysis.strings.as_bytes import CHARACTERS, literal_parts
from migration.analysis.strings.as_bytes import HELPER as ENCODER
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.takers import takes_octets
from migration.analysis.values import assigned, given_to_attributes, reads_alike
from migration.dialects.octets import has_bytes_literal
from migration.rewriting.as_text import HELPER as AS_TEXT
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.source.edits import Part, Piece, Span
from migration.trees.precedence import Precedence
from migration.view.module import Module

#: Methods of protocols that are handed octets as their first argument.
_RECEIVING = frozenset(
    [
        "dataReceived",
        "datagramReceived",
        "lineReceived",
        "packetReceived",
        "rawDataReceived",
        "stringReceived",
    ]
)
#: Methods of protocols that send what they are given.
_SENDING = frozenset(["sendLine", "sendString"])
#: Classes of Twisted that split what they receive at their `delimiter`.
_OF_LINES = frozenset(["LineOnlyReceiver", "LineReceiver"])
_RECEIVERS = frozenset(
    f"twisted.protocols.basic.{name}" for name in (*_OF_LINES, "NetstringReceiver", "Int32StringReceiver")
)
#: The same of a client of HTTP: what it sends, and all of what it is handed.
_SENDING_HTTP = frozenset(["sendCommand", "sendHeader"])
_RECEIVING_HTTP = frozenset(["handleStatus", "handleHeader", "handleResponse"])
#: Methods of requests that give octets, though nobody meant any.
_TOLD_BY_REQUESTS = frozenset(["getUser", "getPassword", "getRequestHostname"])
#: What sends a request of HTTP, of which the method and the address are octets.
_AGENTS = frozenset(
    f"twisted.web.client.{name}Agent" for name in ("", "Proxy", "Redirect", "BrowserLikeRedirect")
)
#: Protocols of Twisted whose objects send octets alone, by `self.transport.write` and by the methods of `_SENDING`.
_PROTOCOLS = re.compile(
    r"twisted\.(?:internet\.protocol\.(?:Datagram|Process)?Protocol"
    r"|protocols\.basic\.(?:Line(?:Only)?|Netstring|Int(?:8|16|32)String)Receiver)"
)
#: Methods of strings whose arguments are of the same kind.
_OF_STRINGS = frozenset(
    ["count", "endswith", "find", "index", "lstrip", "partition", "replace", "rfind", "rindex", "rpartition", "rsplit",
     "rstrip", "split", "splitlines", "startswith", "strip"]
)  # fmt: skip
_REQUESTS = re.compile(r"\bdef request\(([^()]*)")
_CODEC = '"latin-1"'


def _is_wanted(module: Module) -> bool:
    """Whether a file is about Twisted, whose transports take no text: native strings are octets there."""
    return "twisted" in module.text


def visit(node: ast.FunctionDef | ast.Call | ast.ClassDef | ast.Assign, module: Module) -> Findings:
    """Encode what goes to a transport; read as characters what comes from one."""
    if isinstance(node, ast.Assign):
        yield from _told_receiver(node, module)
        return
    if isinstance(node, ast.ClassDef):
        yield from _delimiters(node, module)
        return
    if isinstance(node, ast.FunctionDef):
        yield from _received(node, module)
        return
    function, given = node.func, node.args
    if last_name(function) in EXPECTING and len(given) == 3:
        function, given = given[1], given[2:]  # assertRaises(Error, p.dataReceived, "…")
    if not isinstance(function, ast.Attribute) or node.keywords:
        return
    if function.attr == "getvalue":
        if not node.args and _was_sent_to(function.value, module):
            yield from _read_back(node, module)
        return
    of_transport = "transport" in last_name(function.value).lower()
    by_transport = function.attr == "value" and (of_transport or _is_fake_transport(function.value, module))
    if not node.args and (
        by_transport or (function.attr in _TOLD_BY_REQUESTS and _is_request(function.value, module))
    ):
        # What it is compared with may be octets.
        as_text = not has_bytes_literal(module.text)
        if by_transport:
            as_text = as_text and "StringTransport" in module.text
            as_text = as_text or module.facts.index.octets or _held_against_text(node, module)
        outer = module.parent(node)
        if as_text and not by_transport:
            # The requests of a program's tests are others: they tell text.
            if not (
                isinstance(outer, ast.Attribute) or last_name(getattr(outer, "func", None)) == "characters"
            ):
                module.note_decoded(node)
                span, read = module.span(node), module.helper("characters", CHARACTERS)
                yield module.edit(Part(span, (read, "(", span, ")")), needs_python2=True)
        elif as_text and not isinstance(outer, ast.Attribute):
            yield module.wrap(node, "", f".decode({_CODEC})", needs_python2=True)
        elif as_text and isinstance(outer, ast.Attribute) and outer.attr in _OF_STRINGS:
            yield from _asked_as_text(node, module.parent(outer), module)
        return
    sent: list[ast.expr] = []
    if function.attr == "putChild" and len(given) == 2 and "twisted.web" in module.text:
        sent = [name for name in given[:1] if literal(name, module)]  # a part of a path
    elif function.attr == "request" and len(given) > 1 and _is_agent(function.value, module):
        sent = given[:2]
    elif function.attr == "dataReceived" and len(given) == 1 and _takes_octets(module):
        sent = given
    elif function.attr == "writeSequence" and of_transport and len(given) == 1:
        if isinstance(given[0], (ast.Tuple, ast.List)):
            sent = given[0].elts
        else:
            encoder = module.helper("as_bytes", ENCODER)
            pieces = ["[", encoder, f"(part, {_CODEC}) for part in ", *module.sub(given[0]), "]"]
            yield module.replace(given[0], *pieces, needs_python2=True)
    elif function.attr == "write" and (of_transport or _is_request(function.value, module)):
        sent = given[:1]
    elif (
        function.attr in _SENDING_HTTP
        and _is_client(module.class_of(node))
        and not (is_named(function.value, "self") and defined_in_repository(function.attr, module))
    ) or (
        function.attr in _SENDING
        and len(given) == 1
        and "twisted.words.protocols" not in module.text  # lines of IRC are text, which it encodes
        and not defined_in_repository(function.attr, module)
    ):
        sent = given
    elif function.attr in _RECEIVING and getattr(given[0] if given else None, "id", "") == "self":
        # The base's own method: it is Twisted's, which goes on with octets, unless it is in this repository.
        sent = given[1:2]
    for value in sent:
        # Twisted refuses text there: what sends some was never run by Python 3.
        proof = _sends_octets(node, module) and _is_native(value, module)
        if literal(value, module):
            yield module.edit(*literal_parts(value, module), needs_python2=not proof, evidence=proof)
            continue
        if not module.facts.index.octets and kind(value, module) == BYTES:
            continue
        if isinstance(value, ast.Starred) or getattr(getattr(value, "func", None), "id", "") == "as_bytes":
            continue
        encoder = module.helper("as_bytes", ENCODER)
        pieces = [encoder, "(", *module.sub(value), f", {_CODEC})"]
        yield module.replace(value, *pieces, needs_python2=not proof, evidence=proof)


def _sends_octets(call: ast.Call, module: Module) -> bool:
    """Whether a method of a protocol has its own object send something, and no class of the repository says how."""
    function, owner = call.func, module.class_of(call)
    if not isinstance(function, ast.Attribute) or owner is None:
        return False
    if function.attr == "write":
        if not is_of_self(function.value) or function.value.attr != "transport":
            return False
    elif not (
        function.attr in _SENDING
        and is_named(function.value, "self")
        and not defined_in_repository(function.attr, module)
    ):
        return False
    bases = foreign_bases(owner, module)
    return bool(bases) and all(_PROTOCOLS.fullmatch(base) for base in bases)


def _is_native(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a native string by what it is: a literal, one filled in, the text of something."""
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Add):
            return _is_native(node.left, module) or _is_native(node.right, module)
        return isinstance(node.op, ast.Mod) and _is_native(node.left, module)
    if isinstance(node, ast.Call):
        of_literal = isinstance(node.func, ast.Attribute) and node.func.attr in ("format", "join")
        if of_literal and isinstance(node.func, ast.Attribute):
            return _is_native(node.func.value, module)
        return module.is_builtin(node.func, "str") and len(node.args) == 1
    return literal(node, module)


def _asked_as_text(value: ast.expr, asked: ast.AST, module: Module) -> Findings:
    """Read what was sent as text where a method of strings is told native literals, or where lines end."""
    if not isinstance(asked, ast.Call) or asked.keywords:
        return
    named = [a for a in asked.args if isinstance(a, (ast.Attribute, ast.Name))]
    ends = [a for a in named if module.facts.index.octets or last_name(a) == "delimiter"]
    if not all(a in ends or literal(a, module) or _is_number(a) for a in asked.args):
        return
    module.note_decoded(value)
    span = module.span(value)
    parts = [Part(span, (span, f".decode({_CODEC})"))]
    parts += [module.in_call(end, module.helper("characters", CHARACTERS)) for end in ends]
    yield module.edit(*parts, needs_python2=True)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _was_sent_to(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a file in memory that stands in for what a body is sent by, in a file that has text beside."""
    if module.facts.index.octets or has_bytes_literal(module.text) or not isinstance(node, ast.Name):
        return False
    made = assigned(node, module)
    if not isinstance(made, ast.Call) or last_name(made.func) not in ("StringIO", "BytesIO"):
        return False
    if defined_in_repository("startProducing", module):
        return False  # one of the program itself may write text
    given = (module.parent(read) for read in reads_alike(node, module))
    return any(isinstance(g, ast.Call) and last_name(g.func) == "startProducing" for g in given)


def _read_back(node: ast.Call, module: Module) -> Findings:
    """Make text of what was sent to a file in memory, unless it is decoded or asked for anyhow."""
    outer = module.parent(node)
    decoded = isinstance(outer, ast.Attribute) and outer.attr == "decode"
    asked = isinstance(outer, ast.Call) and last_name(outer.func) in ("as_text", "characters", "decoded")
    if not decoded and not asked and not takes_octets(node, module):
        name = helper("as_text", AS_TEXT, module)
        yield module.replace(node, name, "(", *module.sub(node), ")", needs_python2=True)


def _is_fake_transport(node: ast.expr, module: Module) -> bool:
    """Whether `node` is given one of the transports that Twisted has for tests."""
    name = node.attr if isinstance(node, ast.Attribute) else ""
    given = given_to_attributes(module).get(name, ()) if "StringTransport" in module.text else ()
    return any(isinstance(v, ast.Call) and last_name(v.func).startswith("StringTransport") for v in given)


def _is_agent(node: ast.expr, module: Module) -> bool:
    """Whether `node` sends requests of HTTP by Twisted: what is made so, or called an agent in a file about that."""
    if kept_by(node, module, _AGENTS) is not None:
        return True
    named = "twisted.web" in module.text and last_name(node).lower().endswith("agent")
    return named and (not defined_in_repository("request", module) or _all_stand_in(module))


def _all_stand_in(module: Module) -> bool:
    """Whether what the repository itself calls a request is that of an agent, which takes octets as those."""
    texts = (text for text in repository_texts(module) if "def request" in text)
    return all("bodyProducer" in told for text in texts for told in _REQUESTS.findall(text))


def _held_against_text(node: ast.Call, module: Module) -> bool:
    """Whether a test compares what was sent with what spells itself."""
    others = [other for other in held_against(node, module) if other is not node]
    return any(isinstance(o, ast.Call) and module.is_builtin(o.func, "str") for o in others)


def _takes_octets(module: Module) -> bool:
    """Whether what is called dataReceived is Twisted's, which splits octets, or a protocol's, which takes both now."""
    if module.facts.index.octets:
        return not defined_in_repository("dataReceived", module)
    if has_bytes_literal(module.text):
        return False  # its author knew which is which
    return all("twisted" in t for t in repository_texts(module) if "def dataReceived" in t)


def _handles_octets(node: ast.FunctionDef, name: str, module: Module) -> bool:
    """Whether a method decodes what it is given, or takes it apart, or the file knows bytes from text."""
    if has_bytes_literal(module.text) and not _ends_lines_alone(module):
        return True
    for read in (n for n in module.below(node) if isinstance(n, ast.Name) and n.id == name):
        outer = module.parent(read)
        if isinstance(outer, ast.Attribute) and outer.attr == "decode":
            return True
        if isinstance(outer, ast.Call) and read in outer.args:
            called = last_name(outer.func)
            if called in ("unpack", "unpack_from", "loads", "decompress", "unicode"):
                return True
    return False


def _ends_lines_alone(module: Module) -> bool:
    """Whether all literals of octets of a file say where lines end, which Twisted wants as octets."""
    literals = [n for n in module.nodes_of(ast.Constant) if isinstance(getattr(n, "value", None), bytes)]
    kept = [module.parent(n) for n in literals]
    return all(isinstance(k, ast.Assign) and [last_name(t) for t in k.targets] == ["delimiter"] for k in kept)


def _received(node: ast.FunctionDef, module: Module) -> Findings:
    """Make characters of the octets at the beginning: the tests of a program hand over text themselves."""
    parameters = [a.arg for a in node.args.args]
    owner = module.parent(node)
    of_client = node.name in _RECEIVING_HTTP and isinstance(owner, ast.ClassDef) and _is_client(owner)
    stands_in = _stands_in_for_agent(node, module)
    if not isinstance(owner, ast.ClassDef) or len(parameters) < 2:
        return
    if node.name not in _RECEIVING and not of_client and not stands_in:
        return
    documented = ast.get_docstring(node, clean=False) is not None
    first = node.body[1:2] if documented else node.body[:1]
    if not module.facts.index.octets and _handles_octets(node, parameters[1], module):
        return
    if not first or first[0].lineno == node.lineno or "characters(" in module.source(module.span(first[0])):
        return
    start, made = module.start(first[0]), module.helper("characters", CHARACTERS)
    lines: list[Piece] = []
    for name in parameters[1:] if of_client else parameters[1:3] if stands_in else parameters[1:2]:
        lines += [f"{name} = ", made, f"({name})\n{module.indentation(first[0])}"]
    yield module.edit(module.part(Span(start, start), *lines), needs_python2=True)


def _stands_in_for_agent(node: ast.FunctionDef, module: Module) -> bool:
    """Whether a method takes what Twisted's agents are told of a request, octets for its method and address, and hands
    it to no other agent.
    """
    parameters = [a.arg for a in node.args.args]
    if node.name != "request" or "bodyProducer" not in parameters[3:] or "twisted.web" not in module.text:
        return False
    asked = (n for n in module.below(node) if isinstance(n, ast.Attribute))
    return not any(a.attr == "request" for a in asked)


def _is_client(owner: ast.ClassDef | None) -> bool:
    """Whether a class is a client of HTTP by Twisted."""
    return owner is not None and any(last_name(base) == "HTTPClient" for base in owner.bases)


def _is_request(node: ast.expr, module: Module) -> bool:
    """Whether `node` is called a request in a file about Twisted's servers of HTTP."""
    return last_name(node) == "request" and "twisted.web" in module.text


def _delimiters(node: ast.ClassDef, module: Module) -> Findings:
    """Write as octets what a receiver of lines splits octets at."""
    if not any(last_name(base) in _OF_LINES for base in node.bases):
        return
    for statement in node.body:
        if (
            isinstance(statement, ast.Assign)
            and [last_name(t) for t in statement.targets] == ["delimiter"]
            and literal(statement.value, module)
        ):
            yield module.edit(*literal_parts(statement.value, module), needs_python2=True)


def _told_receiver(node: ast.Assign, module: Module) -> Findings:
    """The same of an object that is made of such a class itself, which is told where lines end, and what takes them."""
    target = node.targets[0]
    if not isinstance(target, ast.Attribute) or len(node.targets) != 1:
        return
    if target.attr != "delimiter" and target.attr not in _RECEIVING:
        return
    if kept_by(target.value, module, _RECEIVERS) is None:
        return
    if literal(node.value, module):
        if target.attr == "delimiter":
            yield module.edit(*literal_parts(node.value, module), needs_python2=True)
        return
    if target.attr == "delimiter" or not is_path(node.value):
        return
    if not module.facts.index.octets and _takes_them_as_octets(node.value, module):
        return
    made = module.helper("characters", CHARACTERS)
    pieces = ["lambda data: ", *module.sub(node.value), "(", made, "(data))"]
    yield module.replace(node.value, *pieces, precedence_of_new=Precedence.LAMBDA, needs_python2=True)


def _takes_them_as_octets(function: ast.expr, module: Module) -> bool:
    """Whether a function of the file that is called so, or the file, knows octets from text."""
    if has_bytes_literal(module.text) and not _ends_lines_alone(module):
        return True
    called = [f for f in functions_by_name(module).get(last_name(function), ()) if len(f.args.args) > 1]
    return any(_handles_octets(f, f.args.args[1].arg, module) for f in called)


RULE = Rule(
    id="twisted_octets",
    family="P9",
    summary="Twisted's transports take octets and hand them over",
    before="from twisted.internet.protocol import Protocol\nx = 1\n",
    after="from twisted.internet.protocol import Protocol\nx = 1\n",
    caveats="Text stands for the octets of its characters (Latin-1): Twisted itself refuses wider text on Python 2.",
    triggers=(
        "transport",
        "delimiter",
        "putChild",
        "request",
        "startProducing",
        "StringTransport",
        "StringTransportWithDisconnection",
        *sorted(_RECEIVING | _RECEIVING_HTTP | _SENDING | _SENDING_HTTP),
    ),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.FunctionDef, ast.Call, ast.ClassDef, ast.Assign),
    names=_RECEIVING
    | _SENDING
    | _SENDING_HTTP
    | EXPECTING
    | _TOLD_BY_REQUESTS
    | {"getvalue", "putChild", "request", "write", "writeSequence", "value"},
    when=_is_wanted,
    visit=visit,
)
