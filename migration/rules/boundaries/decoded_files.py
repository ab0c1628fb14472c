"""open(p).read().decode('latin-1') → open(p, encoding='latin-1').read(): files of text are decoded as they are read."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.strings.decodings import decoded_by_files, what_is_told
from migration.rule import Findings, Rule
from migration.source.edits import Part
from migration.trees.precedence import of
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Tell open() the encoding, and decode no more."""
    decodings = decoded_by_files(module)
    made = decodings.get(node)
    if made is None or not isinstance(node.func, ast.Attribute):
        return
    parts = _undecoded(node, node.func.value, module)
    if not made.keywords and next(d for d, m in decodings.items() if m is made) is node:
        told = ", ".join(f"{name}={text}" for name, text in what_is_told(node, module).items())
        parts.append(module.added(made, told))
    yield module.edit(*parts)


def _undecoded(node: ast.Call, value: ast.expr, module: Module) -> list[Part]:
    """The parts that leave the text as it is; nothing is left of `line = line.decode(…)`."""
    statement = module.parent(node)
    targets = statement.targets if isinstance(statement, ast.Assign) and isinstance(value, ast.Name) else []
    if targets and [ast.unparse(t) for t in targets] == [ast.unparse(value)]:
        return list(module.delete_statement(statement).parts)  # type: ignore[arg-type]
    return [Part(module.span(node), tuple(module.sub(value, of(value))))]


RULE = Rule(
    id="decoded_files",
    family="P9",
    summary="what is read from a file of text is decoded by the file",
    before="a = open(p).read().decode('latin-1')\nn = 1L\n",
    after="a = open(p, encoding='latin-1').read()\nn = 1\n",
    caveats="Where reading was observed, that decides. A file of which text is made elsewhere, too, is told a codec "
    "that reads more than ASCII, for all of it; one of which octets are taken elsewhere is left to octet_reads.",
    triggers=("decode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=5,
    nodes=(ast.Call,),
    names=frozenset(["decode"]),
    visit=visit,
)
