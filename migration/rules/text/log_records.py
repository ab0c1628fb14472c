"""record.msg = record.msg.encode('utf-8') → ….decode('utf-8'): what is logged is text, of records and formatters."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import foreign_bases
from migration.analysis.names import in_repository
from migration.analysis.strings.encodings import is_anothers, text_again
from migration.analysis.strings.seen import named_encoding
from migration.rule import Findings, Rule
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module

#: Attributes of a record that are logged as text.
_LOGGED = frozenset(["exc_text", "message", "msg"])
#: Methods of a formatter that give what is logged.
_FORMATTING = frozenset(["format", "formatException", "formatTime"])
#: Classes of the library whose methods are given records, in these modules.
_LOGGERS = ("Adapter", "Filter", "Formatter", "Handler")
#: How methods begin that may be a file's or a socket's.
_TAKING = ("write", "send", "put", "publish", "push")
#: Methods of a handler that write what is logged themselves.
_SENDING = frozenset(["emit", "makePickle", "send"])
#: A handler of the program that sends what a formatter gives.
_SENDS = re.compile(
    r"def (?:emit|makePickle)\((?s:.*?)(?:\.(?:basic_publish|compress|lpush|post|publish|request|rpush|send|sendall"
    r"|sendto|sendMessage|send_multipart|urlopen)|\b(?:compress|urlopen))\("
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode it again, or leave the encoding out: Python 2 logged octets as they were."""
    if not isinstance(node.func, ast.Attribute) or node.keywords or len(node.args) not in (1, 2):
        return
    codec = node.args[0]
    if not (named_encoding(codec) or (isinstance(codec, ast.Constant) and is_ascii_based(str(codec.value)))):
        return
    place: ast.AST | None = module.parent(node)
    chosen: ast.AST = node
    while isinstance(place, (ast.BoolOp, ast.IfExp)) and getattr(place, "test", None) is not chosen:
        chosen, place = place, module.parent(place)
    if not (_is_put_in_record(place, module) or _is_formatted(place, module)):
        return
    if not module.decoded_again(node) and not is_anothers(node, node.func.value, module, stays=True):
        yield text_again(node, module)


def _is_put_in_record(place: ast.AST | None, module: Module) -> bool:
    """Whether a statement gives it to the record that a method of a filter, a formatter or a handler was given."""
    if not isinstance(place, ast.Assign) or len(place.targets) != 1:
        return False
    target = place.targets[0]
    if not (
        isinstance(target, ast.Attribute) and target.attr in _LOGGED and isinstance(target.value, ast.Name)
    ):
        return False
    method = _method(place, module)
    given = [a.arg for a in method.args.args[1:]] if method is not None else []
    bindings = module.bindings(target.value)
    if target.value.id not in given or [b.kind for b in bindings] != ["parameter"] or method is None:
        return False
    return not any(_is_handed_on(read, target, module) for read in module.below(method))


def _is_handed_on(read: ast.AST, target: ast.Attribute, module: Module) -> bool:
    """Whether a call is given what a record holds now, as a file of bytes would be."""
    if not isinstance(read, ast.Attribute) or not isinstance(read.ctx, ast.Load):
        return False
    call = module.parent(read)
    if ast.unparse(read) != ast.unparse(target) or not isinstance(call, ast.Call) or call.func is read:
        return False
    if module.is_builtin(call.func, "len") and getattr(module.function(read), "name", "") in _SENDING:
        return True  # as many octets are sent
    return isinstance(call.func, ast.Attribute) and call.func.attr.startswith(_TAKING)


def _is_formatted(place: ast.AST | None, module: Module) -> bool:
    """Whether a statement returns it from a method of a formatter."""
    if not isinstance(place, ast.Return):
        return False
    method = _method(place, module, "Formatter")
    if method is None or method.name not in _FORMATTING:
        return False
    return not in_repository(_SENDS, module)


def _method(node: ast.AST, module: Module, *kinds: str) -> ast.FunctionDef | None:
    """The method around `node`, of a class that derives from one of the library's for logging."""
    method = module.function(node)
    owner = module.parent(method) if isinstance(method, ast.FunctionDef) else None
    if not isinstance(method, ast.FunctionDef) or not isinstance(owner, ast.ClassDef):
        return None
    bases = foreign_bases(owner, module)
    known = any(b.startswith("logging.") and b.endswith(kinds or _LOGGERS) for b in bases)
    return method if known else None


RULE = Rule(
    id="log_records",
    family="P8",
    summary="what is encoded to be logged, in a record or by a formatter, is text",
    before="import logging\nclass F(logging.Formatter):\n    def format(self, r):\n"
    "        return logging.Formatter.format(self, r).encode('utf-8')\nn = 1L\n",
    after="import logging\nclass F(logging.Formatter):\n    def format(self, r):\n"
    "        return logging.Formatter.format(self, r).encode('utf-8').decode('utf-8')\nn = 1\n",
    caveats="What a formatter gives stays where the repository has a handler that sends something.",
    triggers=("logging",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=59,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
