"""csv.reader(urlopen(u)) → csv.reader(codecs.getreader("utf-8")(urlopen(u))): what takes lines of text alone."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import made_by, opened
from migration.analysis.names import stdlib_name
from migration.analysis.strings.file_kinds import file_kind
from migration.analysis.strings.kinds import BYTES
from migration.analysis.strings.memory_files import CLASSES, makes_bytes
from migration.analysis.strings.octet_edges import WRAPPED
from migration.rule import Findings, Rule, last_names
from migration.view.module import Module

_READERS = frozenset(["csv.reader", "csv.DictReader"])
_BUFFERS = frozenset(["io.BytesIO"])
#: Methods of a parser of configuration files, which nothing else in the library has.
_METHODS = frozenset(["readfp", "read_file"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode a stream of octets that was not opened here by a mode; where it was, the mode is changed."""
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if not node.args or not (method in _METHODS or stdlib_name(node.func, module) in _READERS):
        return
    stream = node.args[0]
    if module.facts.index.octets and made_by(stream, module, WRAPPED) is not None:
        return  # it is made one of text where it is opened
    # A parser of the program's own may decode what it reads.
    of_octets = file_kind(stream, module) == BYTES or (
        method not in _METHODS and (_is_in_memory(stream, module) or _is_given_octets(stream, module))
    )
    if of_octets and not opened(stream, module):
        reader = module.use("codecs.getreader", at=node)
        yield module.replace(stream, reader, '("utf-8")(', *module.sub(stream), ")")


def _is_in_memory(stream: ast.expr, module: Module) -> bool:
    """Whether a stream is a file of octets in memory."""
    made = made_by(stream, module, CLASSES)
    return made is not None and makes_bytes(made.func, module)


def _is_given_octets(stream: ast.expr, module: Module) -> bool:
    """Whether a stream is a parameter, for which all calls in the file give files of octets in memory."""
    bindings = module.bindings(stream) if isinstance(stream, ast.Name) else []
    parameter = bindings[0].node if len(bindings) == 1 else None
    given = module.arguments_for(parameter) if isinstance(parameter, ast.arg) else []
    return bool(given) and all(
        _is_in_memory(one, module) or (file_kind(one, module) == BYTES and made_by(one, module, _BUFFERS))
        for one in given
    )


RULE = Rule(
    id="decoded_streams",
    family="P9",
    summary="csv and ConfigParser read text: streams of octets are decoded",
    before="import csv, gzip\nrows = csv.reader(gzip.open(p))\nn = 1L\n",
    after='import codecs\nimport csv, gzip\nrows = csv.reader(codecs.getreader("utf-8")(gzip.open(p)))\nn = 1\n',
    caveats="They are taken for UTF-8.",
    triggers=("csv", *sorted(_METHODS)),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names(*_READERS) | _METHODS,
    visit=visit,
)
