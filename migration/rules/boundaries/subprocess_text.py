"""subprocess.Popen(…, stdout=PIPE) → with universal_newlines=True where its output is used as text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.classes import local_bases, methods
from migration.analysis.literals import literal
from migration.analysis.made import kept_by, made_by
from migration.analysis.names import in_repository, last_name, names_by_id, stdlib_name
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.pipes import PROCESSES, STREAMS, TEXT, note_text_pipes
from migration.analysis.values import defaults_of, given_to_attributes
from migration.rewriting.as_text import HELPER as AS_TEXT
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.source.expressions import is_found
from migration.trees.constants import is_text
from migration.view.module import Module

#: What a test puts in the place of a process, and then holds against the arguments that it was called with: each for
#: itself, for what begins with one string is found sooner.
_STUBS = (
    re.compile(r"(?:StubOutWithMock|setattr)\([ \t]*subprocess,[ \t]*['\"](?:Popen|check_output)['\"]"),
    re.compile(r"subprocess\.(?:Popen|check_output)[ \t]*=(?!=)"),
    re.compile(r"check_output\w*\.assert_(?:called_|any_|has_)\w*\("),
    re.compile(
        r"open(?<=[pP]open)\w*\.assert_(?:called_|any_|has_)\w*\((?:[^()]|\([^()]*\))*\bstd(?:out|err)[ ]*="
    ),
)
#: Methods whose call with a native literal, or without arguments, shows what the output is taken for.
_METHODS = frozenset(
    [
        "split",
        "strip",
        "rstrip",
        "lstrip",
        "splitlines",
        "startswith",
        "endswith",
        "find",
        "replace",
        "partition",
        "rpartition",
        "rsplit",
        "lower",
        "upper",
        "index",
        "count",
    ]
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for text; in a file that may be Python 3 only where a literal shows that text is meant."""
    name = stdlib_name(node.func, module)
    if name not in ("subprocess.Popen", "subprocess.check_output"):
        return
    named = {k.arg for k in node.keywords}
    piped = any(k.arg in STREAMS and _is_pipe(k.value, module) for k in node.keywords)
    handed_on = [k.value for k in node.keywords if k.arg is None]
    if named & (TEXT - {None}) or not (piped or name == "subprocess.check_output"):
        return
    named_once = len(handed_on) == 1 and isinstance(handed_on[0], ast.Name)
    if handed_on and (not named_once or module.facts.index.octets):
        return
    outputs = _outputs(node, module)
    if any(_is_binary(o, module) for o in outputs):
        return
    pipes = {k.arg for k in node.keywords if k.arg in STREAMS and _is_pipe(k.value, module)}
    if pipes == {"stdin"} and _is_given_octets(outputs, module):
        return
    certain = any(_meets_text(o, module) for o in outputs)
    if handed_on:
        gone = any(_leaves(o, module) for o in outputs)
        if gone or not certain or not all(_is_plain(given, module) for given in _written(outputs, module)):
            return  # who calls the function may take octets of it, or give it such
        # Who calls the function may say so as well, or say that octets are wanted.
        note_text_pipes(node, module)
        asked = module.replace(handed_on[0], '{"universal_newlines": True, **', handed_on[0], "}")
        yield module.edit(*asked.parts, needs_python2=True)
        return
    if any(in_repository(stub, module) for stub in _STUBS):
        # A test's stand-in is asked for with the very arguments: they stay, and its answer is read.
        decoded = _decoded(node, outputs, module)
        if decoded:
            yield module.edit(*decoded, needs_python2=True)
        stubbed = any(is_found(stub, module.text) for stub in _STUBS)
        if decoded or stubbed or any(_is_read(o, module) for o in outputs):
            return
    ends = [module.outer_span(a).end for a in node.args] + [module.span(k).end for k in node.keywords]
    end = max(ends)
    added = Part(Span(end, end), (", universal_newlines=True",))
    note_text_pipes(node, module)
    yield module.edit(added, needs_python2=not certain)


def _decoded(node: ast.Call, outputs: list[ast.expr], module: Module) -> list[Part]:
    """The parts that make text of all that a process tells; [] where that may be told elsewhere, or it is told some."""
    if any(k.arg == "stdin" for k in node.keywords):
        return []
    reader = module.helper("as_text", AS_TEXT)
    if stdlib_name(node.func, module) == "subprocess.check_output":
        read = _is_read(node, module)
        return [] if read else [Part(module.span(node), (reader, "(", module.span(node), ")"))]
    parts: list[Part] = []
    for found in outputs:
        outer = module.parent(found)
        method = (
            found.func.attr if isinstance(found, ast.Call) and isinstance(found.func, ast.Attribute) else ""
        )
        span = module.span(found)
        if found is node or _is_process(found, module):
            if not isinstance(outer, ast.Attribute) and not (found is node and isinstance(outer, ast.Assign)):
                return []
        elif method == "communicate" and isinstance(outer, (ast.Assign, ast.Subscript)):
            parts.append(Part(span, ("tuple(map(", reader, ", ", span, "))")))
        elif method in ("read", "readline") and not isinstance(outer, ast.Call):
            parts.append(Part(span, (reader, "(", span, ")")))
        elif method in ("communicate", "read", "readline", "readlines"):
            return []
        stream = isinstance(found, ast.Attribute) and found.attr in STREAMS
        if stream and not isinstance(outer, ast.Attribute):
            return []
    return parts


def _is_read(node: ast.expr, module: Module) -> bool:
    """Whether a helper has made text of it by now: `as_text(…)`, `map(as_text, …)`."""
    outer = module.parent(node)
    called = [outer.func, *outer.args[:1]] if isinstance(outer, ast.Call) and node in outer.args else []
    return any(last_name(c).rstrip("_") == "as_text" for c in called)


def _is_process(node: ast.expr, module: Module) -> bool:
    return kept_by(node, module, PROCESSES) is not None


def _is_pipe(node: ast.expr, module: Module, depth: int = 2) -> bool:
    """Whether `node` is PIPE, by its name or its number, or a variable or an attribute that it is given to, at first or
    by default.
    """
    number = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else None
    if isinstance(number, ast.Constant) and number.value == 1:
        return True
    if stdlib_name(node, module) == "subprocess.PIPE":
        return True
    if not depth:
        return False
    given: list[ast.expr | None] = []
    if isinstance(node, ast.Attribute):
        given += given_to_attributes(module).get(node.attr, [])
        owner = module.class_of(node)
        for found in local_bases(owner, module) if owner is not None else ():
            member = methods(found).get(node.attr)
            given += [member.value] if isinstance(member, ast.Assign) else []
    elif isinstance(node, ast.Name):
        function = module.function(node)
        defaults = defaults_of(function.args) if isinstance(function, ast.FunctionDef) else {}
        given += [value for parameter, value in defaults.items() if parameter.arg == node.id]
        given += [b.value for b in module.bindings(node)]
    return any(value is not None and _is_pipe(value, module, depth - 1) for value in given)


def _outputs(node: ast.Call, module: Module) -> list[ast.expr]:
    """The expressions that hold what the process wrote, as far as variables can be followed."""
    places: list[ast.expr] = [node]
    for _ in range(4):
        more = [e for p in places for e in _further(p, module) if e not in places]
        if not more:
            break
        places += more
    return places


def _further(node: ast.expr, module: Module) -> list[ast.expr]:
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute) and (
        parent.attr in STREAMS or parent.attr in ("communicate", "read", "readline", "readlines")
    ):
        call = module.parent(parent)
        return [call] if isinstance(call, ast.Call) and call.func is parent else [parent]
    if isinstance(parent, ast.Subscript) and parent.value is node:
        return [parent]
    if isinstance(parent, ast.Attribute) and parent.attr in _METHODS:
        call = module.parent(parent)
        return [call] if isinstance(call, ast.Call) else []
    if isinstance(parent, ast.Assign):
        targets: list[ast.expr] = []
        for target in parent.targets:
            targets += target.elts if isinstance(target, ast.Tuple) else [target]
        return [u for target in targets for u in _reads(target, node, module)]
    return []


def _reads(target: ast.expr, node: ast.expr, module: Module) -> Iterator[ast.expr]:
    """Where a variable is read, or an attribute of the same object in the same class."""
    if isinstance(target, ast.Name):
        for use in names_by_id(module)[target.id]:
            if isinstance(use.ctx, ast.Load) and module.scope(use) is module.scope(target):
                yield use
    elif isinstance(target, ast.Attribute):
        owner, value = module.class_of(node), ast.dump(target.value)
        for read in module.nodes_named(ast.Attribute, frozenset([target.attr])):
            same = isinstance(read, ast.Attribute) and ast.dump(read.value) == value
            if same and isinstance(read.ctx, ast.Load) and module.class_of(read) is owner:  # type: ignore[attr-defined]
                yield read  # type: ignore[misc]


def _leaves(node: ast.expr, module: Module) -> bool:
    """Whether an output is given back, or the process or what it reads is handed on, as it is."""
    outer = module.parent(node)
    if isinstance(outer, (ast.Return, ast.Yield, ast.Tuple, ast.List, ast.Dict)):
        method = node.func if isinstance(node, ast.Call) else None
        return not (isinstance(method, ast.Attribute) and method.attr in _METHODS)
    reading = isinstance(node, ast.Attribute) and node.attr == "stdin"
    return reading and not isinstance(outer, ast.Attribute)


def _written(outputs: list[ast.expr], module: Module) -> Iterator[ast.expr]:
    """What the process is given to read, among the expressions that `_outputs` finds."""
    for found in outputs:
        method = module.parent(found)
        call = module.parent(method)
        if (
            isinstance(method, ast.Attribute)
            and isinstance(call, ast.Call)
            and call.func is method
            and method.attr in ("communicate", "write", "writelines")
        ):
            yield from (*call.args, *(k.value for k in call.keywords))


def _is_given_octets(outputs: list[ast.expr], module: Module) -> bool:
    """Whether something that is encoded is written to a process, and no native text."""
    given = list(_written(outputs, module))
    encoded = any(getattr(getattr(g, "func", None), "attr", "") == "encode" for g in given)
    return (encoded or any(kind(g, module) == BYTES for g in given)) and not any(
        _is_plain(g, module) for g in given
    )


def _is_plain(node: ast.expr, module: Module) -> bool:
    """Whether `node` is None, or text for certain."""
    return literal(node, module) or (isinstance(node, ast.Constant) and node.value is None)


def _meets_text(node: ast.expr, module: Module) -> bool:
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute) and parent.attr in _METHODS:
        call = module.parent(parent)
        return isinstance(call, ast.Call) and any(is_text(a) for a in call.args)
    if isinstance(parent, ast.Compare):
        return any(is_text(s) for s in (parent.left, *parent.comparators))
    return isinstance(parent, ast.BinOp) and (is_text(parent.left) or is_text(parent.right))


def _is_binary(node: ast.expr, module: Module) -> bool:
    """Whether the output is decoded, or written to a binary file."""
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute):
        return parent.attr == "decode"
    if (
        isinstance(parent, ast.Call)
        and isinstance(parent.func, ast.Attribute)
        and parent.func.attr == "write"
    ):
        opened = made_by(parent.func.value, module, frozenset(["builtins.open", "builtins.file"]))
        return opened is not None and "b" in ast.dump(opened)
    return isinstance(parent, ast.Call) and (stdlib_name(parent.func, module) or "").split(".")[0] in (
        "struct", "zlib", "pickle", "cPickle", "hashlib", "base64",
    )  # fmt: skip


RULE = Rule(
    id="subprocess_text",
    family="P9",
    summary="pipes to processes carry text where the code means text",
    before="import subprocess as s\na = s.check_output(['x']).split('\\n')\n",
    after="import subprocess as s\na = s.check_output(['x'], universal_newlines=True).split('\\n')\n",
    caveats="Output that is no text in the locale's encoding can no longer be read.",
    triggers=("subprocess",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names=frozenset(["Popen", "check_output"]),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
