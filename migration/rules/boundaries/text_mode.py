"""tempfile.NamedTemporaryFile() → mode='w+' and gzip.open(p, 'w') → 'wt' where text is written."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.builtins import is_none
from migration.analysis.callers import argument_kind
from migration.analysis.laziness.use import held_against
from migration.analysis.literals import literal
from migration.analysis.names import stdlib_name, uses
from migration.analysis.strings.kinds import BYTES, TEXT, kind
from migration.analysis.strings.meets import meets_literal
from migration.analysis.strings.memory_files import CLASSES, kept, makes_bytes
from migration.analysis.values import as_read, attributes_given, function_named, reads_of
from migration.rule import Findings, Rule, last_names
from migration.view.module import Module

#: Maker → (position of the mode, the mode when none is given).
_MAKERS = {
    "tempfile.TemporaryFile": (0, "w+b"),
    "tempfile.NamedTemporaryFile": (0, "w+b"),
    "tempfile.SpooledTemporaryFile": (1, "w+b"),
    "gzip.open": (1, "rb"),
}

#: What others can write to by its name.
_NAMED = frozenset(["tempfile.NamedTemporaryFile"])
#: What may be done with a file of either kind.
_NEUTRAL = frozenset(["close", "flush", "name", "seek", "unlink"])
_TEMPORARY = frozenset(name for name in _MAKERS if name.startswith("tempfile."))


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for text, when all that is known to be written is text."""
    name = stdlib_name(node.func, module)
    if name not in _MAKERS or any(isinstance(a, ast.Starred) for a in node.args):
        return
    position, default = _MAKERS[name]
    given = argument(node, position, "mode")
    mode = given.value if isinstance(given, ast.Constant) else default if given is None else None
    if not isinstance(mode, str) or "t" in mode or (name != "gzip.open" and "b" not in mode):
        return
    written = _called(node, "write", module)
    kinds = {kind(c.args[0], module) or _given(c.args[0], module) for c in written if c.args}
    if _is_printed_to(node, module):
        kinds.add(TEXT)
    only_read = (
        not written and name in _NAMED and (_is_read_as_text(node, module) or _is_kept_for_text(node, module))
    )
    if given is None and BYTES not in kinds and _is_given_beside_output(node, module):
        handed_on = [k.value for k in node.keywords if k.arg is None]
        if not handed_on:
            yield module.edit(module.added(node, f"mode='{mode.replace('b', '')}'"), needs_python2=True)
        elif len(handed_on) == 1 and isinstance(handed_on[0], ast.Name):
            # Who calls the function may say so as well, or say that octets are wanted.
            told = f'{{"mode": "{mode.replace("b", "")}", **'
            yield module.replace(handed_on[0], told, handed_on[0], "}", needs_python2=True)
        return
    if (TEXT not in kinds or BYTES in kinds) and not only_read:
        if given is None and BYTES not in kinds and _stands_for_text_in_memory(node, module):
            # As in memory, ends of lines are kept.
            yield module.edit(
                module.added(node, f"mode='{mode.replace('b', '')}', newline=''"), needs_python2=True
            )
        return
    plain = mode.replace("b", "")
    text = plain.replace("w", "wt").replace("a", "at") if name == "gzip.open" else plain
    if given is not None:
        yield module.replace(given, module.quoted(text, given))
        return
    yield module.edit(module.added(node, f"mode='{text}'"), needs_python2=only_read)


def _is_printed_to(node: ast.Call, module: Module) -> bool:
    """Whether print() writes to the file, in a program whose octets are bytes."""
    if module.facts.index.octets or "print" not in module.text:
        return False
    places = (module.parent(read) for read in reads_of(node, module))
    return any(
        isinstance(place, ast.keyword)
        and place.arg == "file"
        and isinstance(call := module.parent(place), ast.Call)
        and module.is_builtin(call.func, "print")
        for place in places
    )


def _is_given_beside_output(node: ast.Call, module: Module) -> bool:
    """Whether a function gives a temporary file by its name in one case, and standard output in another."""
    parent, function = module.parent(node), module.function(node)
    target = parent.targets[0] if isinstance(parent, ast.Assign) and len(parent.targets) == 1 else None
    if not (isinstance(target, ast.Name) and isinstance(function, ast.FunctionDef)):
        return False
    if stdlib_name(node.func, module) not in _TEMPORARY or module.facts.index.octets:
        return False
    given = [n.value for n in module.below(function) if isinstance(n, (ast.Return, ast.Yield))]
    return any(v is not None and stdlib_name(v, module) == "sys.stdout" for v in given) and any(
        isinstance(v, ast.Name) and v.id == target.id for v in given
    )


def _stands_for_text_in_memory(node: ast.Call, module: Module) -> bool:
    """Whether a temporary file is what a variable or an attribute has in one case, and in all others a file of text in
    memory, and text is written to it.
    """
    if stdlib_name(node.func, module) not in _TEMPORARY or module.facts.index.octets:
        return False
    whole: ast.expr = node
    chosen: list[ast.expr | None] = []
    while isinstance(outer := module.parent(whole), ast.IfExp) and outer.test is not whole:
        chosen += [v for v in (outer.body, outer.orelse) if v is not whole]
        whole = outer
    target = outer.targets[0] if isinstance(outer, ast.Assign) and len(outer.targets) == 1 else None
    if isinstance(target, ast.Name):
        chosen += [b.value for b in module.bindings(target) if b.value is not whole]
    elif isinstance(target, ast.Attribute):
        chosen += [v for _, v in attributes_given(module).get(target.attr, ()) if v is not whole]
    others = [v for v in chosen if not is_none(v) and not _is_temporary(v, module)]
    if not others or not all(_is_text_in_memory(v, module) for v in others):
        return False
    kinds = {kind(call.args[0], module) for call in _written(kept(whole, module), module)}
    return kinds == {TEXT}


def _written(places: list[ast.expr], module: Module) -> Iterator[ast.Call]:
    """The calls that write one value to what is read at some places."""
    for place in places:
        method = module.parent(place)
        call = module.parent(method)
        named = isinstance(method, ast.Attribute) and method.attr == "write"
        if named and isinstance(call, ast.Call) and call.func is method and len(call.args) == 1:
            yield call


def _is_temporary(node: ast.expr | None, module: Module) -> bool:
    """Whether a temporary file is made that no mode is said of."""
    return (
        isinstance(node, ast.Call)
        and stdlib_name(node.func, module) in _TEMPORARY
        and argument(node, _MAKERS[stdlib_name(node.func, module) or ""][0], "mode") is None
    )


def _is_text_in_memory(node: ast.expr | None, module: Module) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = stdlib_name(node.func, module)
    return name == "io.StringIO" or (name in CLASSES and not makes_bytes(node.func, module))


def _is_read_as_text(node: ast.Call, module: Module) -> bool:
    """Whether what is read of a file that others write by its name meets native literals."""
    others = ("writelines", "write", "file", "fileno")
    if any(_called(node, method, module) for method in others):
        return False
    places: list[ast.expr] = []
    for call in _called(node, "read", module):
        parent = module.parent(call)
        name = parent.targets[0] if isinstance(parent, ast.Assign) and len(parent.targets) == 1 else None
        places += reads_of(call, module) if isinstance(name, ast.Name) else [call]
    return any(meets_literal(place, module) for place in places)


def _is_kept_for_text(node: ast.Call, module: Module) -> bool:
    """Whether an attribute keeps a file that others write by its name, and all that is read from it is held against
    native text.
    """
    parent = module.parent(node)
    target = parent.targets[0] if isinstance(parent, ast.Assign) and len(parent.targets) == 1 else None
    if not isinstance(target, ast.Attribute) or len(attributes_given(module).get(target.attr, ())) != 1:
        return False
    reads: list[ast.Call] = []
    for place in module.nodes_named(ast.Attribute, frozenset([target.attr])):
        method, call = module.parent(place), module.parent(module.parent(place))
        if place is target:
            continue
        if not isinstance(method, ast.Attribute) or as_read(place) != as_read(target):
            return False
        if method.attr == "read" and isinstance(call, ast.Call):
            reads.append(call)
        elif method.attr not in _NEUTRAL:
            return False
    places = [place for call in reads for place in reads_of(call, module)]
    return bool(places) and all(meets_literal(p, module) or _meets_text(p, module) for p in places)


def _meets_text(node: ast.expr, module: Module) -> bool:
    """Whether a value is compared with a native literal that the class has in its body, also filled in."""
    for other in (o for o in held_against(node, module) if o is not node):
        if (
            isinstance(other, ast.Call)
            and isinstance(other.func, ast.Attribute)
            and other.func.attr == "format"
        ):
            other = other.func.value
        elif isinstance(other, ast.BinOp) and isinstance(other.op, ast.Mod):
            other = other.left
        owner = module.class_of(node)
        if not isinstance(other, ast.Attribute) or owner is None:
            continue
        held = [s for s in owner.body if isinstance(s, ast.Assign) and literal(s.value, module)]
        if any(getattr(t, "id", "") == other.attr for s in held for t in s.targets):
            return True
    return False


def _called(node: ast.Call, name: str, module: Module) -> list[ast.Call]:
    """The calls of a method of the file, where it is followed through one variable."""
    found: list[ast.Call] = []
    for use in _used(node, module):
        method = module.parent(use)
        if isinstance(method, ast.Attribute) and method.attr == "file":
            method = module.parent(method)  # what a temporary file with a name writes to
        call = module.parent(method)
        if isinstance(method, ast.Attribute) and method.attr == name and isinstance(call, ast.Call):
            found.append(call)
    return found


def _used(node: ast.Call, module: Module) -> list[ast.expr]:
    """Where the file is read by the variable that it is given to, also in functions of the file that are handed it."""
    parent = module.parent(node)
    targets: list[ast.expr] = []
    if isinstance(parent, ast.Assign):
        targets = parent.targets
    elif isinstance(parent, ast.withitem) and parent.optional_vars is not None:
        targets = [parent.optional_vars]
    found: list[ast.expr] = []
    for target in targets:
        place = module.scope(target).lookup(target.id) if isinstance(target, ast.Name) else None
        for use in uses(target.id, place[0], module) if place and isinstance(target, ast.Name) else []:
            found += [use, *_handed(use, module)]
    return found


def _handed(use: ast.Name, module: Module) -> list[ast.Name]:
    """Where a function of the file reads the parameter that it is handed a file as, if it is handed nothing else."""
    call = module.parent(use)
    function = function_named(call.func, module) if isinstance(call, ast.Call) and use in call.args else None
    if (
        function is None
        or not isinstance(call, ast.Call)
        or module.class_of(function) is module.parent(function)
    ):
        return []
    place, parameters = call.args.index(use), [*function.args.posonlyargs, *function.args.args]
    if place >= len(parameters) or any(isinstance(a, ast.Starred) for a in call.args):
        return []
    parameter = parameters[place]
    given = module.arguments_for(parameter)
    alike = {
        module.bindings(g)[0].node for g in given if isinstance(g, ast.Name) and len(module.bindings(g)) == 1
    }
    if len(alike) != 1 or not all(isinstance(g, ast.Name) and len(module.bindings(g)) == 1 for g in given):
        return []
    named = (n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == parameter.arg)
    reads = [n for n in named if [b.node for b in module.bindings(n)] == [parameter]]
    return [n for n in reads if isinstance(n.ctx, ast.Load)]


def _given(node: ast.expr, module: Module) -> str | None:
    """TEXT when `node` is a parameter for which all callers in sight give native literals."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if len(bindings) != 1 or not isinstance(bindings[0].node, ast.arg):
        return None
    function = module.function(node)
    name = bindings[0].name
    known = (
        isinstance(function, ast.FunctionDef) and argument_kind(function, name, module, frozenset()) == TEXT
    )
    return TEXT if known else None


RULE = Rule(
    id="text_mode",
    family="P9",
    summary="temporary and compressed files are binary unless text is asked for",
    before="import tempfile\nf = tempfile.TemporaryFile()\nf.write('x')\n",
    after="import tempfile\nf = tempfile.TemporaryFile(mode='w+')\nf.write('x')\n",
    caveats="The text is encoded by the default encoding.",
    triggers=("tempfile", "tmpfile", "gzip"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names=last_names(*_MAKERS),
    follows=frozenset(["moved_names: TemporaryFile"]),
    visit=visit,
)
