"""webob.Response(body=page) → webob.Response(body=as_bytes(page)): answers are made of octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.strings.as_bytes import argument_as_bytes
from migration.rule import Findings, Rule
from migration.view.module import Module

#: What makes an answer, or begins one that is derived from it: text is encoded where there is a charset alone.
_MAKERS = frozenset(
    f"{name}{begun}" for name in ("webob.Response", "webob.response.Response") for begun in ("", ".__init__")
)


def visit(node: ast.Call | ast.Assign, module: Module) -> Findings:
    """Make octets of what an answer is to have as its body, in the call or among the options of one."""
    if isinstance(node, ast.Call):
        name = module.qualified_name(node.func)
        if name not in _MAKERS:
            return
        begun = name.endswith("__init__")  # the object itself comes first there
        first = node.args[: 1 + begun]
        given = [] if any(isinstance(a, ast.Starred) for a in first) else first[begun:]
        for body in (*given, *(k.value for k in node.keywords if k.arg == "body")):
            yield from argument_as_bytes(body, module, guess=True)
        return
    target = node.targets[0]
    if isinstance(target, ast.Subscript) and _is_option(target, module):
        yield from argument_as_bytes(node.value, module, guess=True)


def _is_option(target: ast.Subscript, module: Module) -> bool:
    """Whether `options['body']` is set, of options that an answer is made by in the same function."""
    if not (isinstance(target.slice, ast.Constant) and target.slice.value == "body"):
        return False
    options, function = target.value, module.function(target)
    return isinstance(options, ast.Name) and any(
        isinstance(call, ast.Call)
        and module.qualified_name(call.func) in _MAKERS
        and module.function(call) is function
        and any(
            k.arg is None and isinstance(k.value, ast.Name) and k.value.id == options.id
            for k in call.keywords
        )
        for call in module.nodes_of(ast.Call)
    )


RULE = Rule(
    id="answers_made",
    family="P9",
    summary="answers of WebOb are made of octets",
    before="import webob\nr = webob.Response(body='a' * 2L)\n",
    after="import webob\nr = webob.Response(body=b'a' * 2)\n",
    caveats="Text is encoded as UTF-8: WebOb refuses it where an answer has no charset.",
    triggers=("webob",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call, ast.Assign),
    imports=frozenset(["webob"]),
    when=lambda module: not (module.facts.index.octets or module.facts.index.has_package("webob")),
    visit=visit,
)
