"""cgi.FieldStorage(fp=self.stream) → fp=octet_stream(self.stream), where the stream is of a class of the program."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.classes import classes, foreign_bases
from migration.analysis.flow_kinds import tells_octets
from migration.analysis.names import stdlib_name
from migration.flow.atoms import Instance
from migration.flow.world import has_method
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def octet_stream(stream):
    """A stream of octets, of one that may give text whose characters stand for octets; as cgi takes it, if it is none
    or a file of text.
    """
    if stream is None or isinstance(stream, io.TextIOWrapper):
        return stream

    class Octets:
        def __getattr__(self, name):
            return getattr(stream, name)

        def read(self, *size):
            return self._encoded(stream.read(*size))

        def readline(self, *size):
            return self._encoded(stream.readline(*size))

        def _encoded(self, data):
            if not isinstance(data, str):
                return data
            try:
                return data.encode("latin-1")
            except UnicodeEncodeError:
                return data.encode("utf-8")

    return Octets()
'''
_FORM = "cgi.FieldStorage"


def visit(node: ast.Call, module: Module) -> Findings:
    """Have what is read encoded if it is text: the library reads nothing but octets in Python 3."""
    if not _makes_form(node.func, module) or module.guarded(node):
        return
    stream = argument(node, 0, "fp")
    if (
        not isinstance(stream, (ast.Name, ast.Attribute))
        or not _is_of_program(stream, module)
        or tells_octets(module)
        or inside_helper(node, HELPER, module)
    ):
        return
    yield module.replace(
        stream, helper("octet_stream", HELPER, module, ("import io",)), "(", *module.sub(stream), ")"
    )


def _makes_form(function: ast.expr, module: Module) -> bool:
    """Whether a call makes the fields of a form, by the library's class or one of the file that derives from it."""
    if stdlib_name(function, module) == _FORM:
        return True
    named = classes(module).get(function.id, []) if isinstance(function, ast.Name) else []
    return len(named) == 1 and _FORM in foreign_bases(named[0], module)


def _is_of_program(stream: ast.expr, module: Module) -> bool:
    """Whether a stream may be an object of a class of the repository that can be read: what that gives is what it was
    made with.
    """
    return any(
        isinstance(atom, Instance) and has_method(atom.kind, "read") and has_method(atom.kind, "readline")
        for atom in module.may_hold(stream)
    )


RULE = Rule(
    id="form_streams",
    family="P10",
    summary="the fields of a form are read from octets",
    before="import cgi\nf = cgi.FieldStorage(fp=stream)\n",
    after="import cgi\nf = cgi.FieldStorage(fp=stream)\n",
    caveats="Only where the flow of values through the repository shows an object of a class of its own.",
    triggers=("FieldStorage",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
