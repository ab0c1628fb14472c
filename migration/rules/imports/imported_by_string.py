"""__import__('Queue') → __import__('queue'); mock.patch('__builtin__.open'); a.__module__ == '__builtin__'."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from posixpath import basename, dirname

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.builtins import is_none
from migration.analysis.names import is_local, memory, names_by_id, stdlib_name, strings
from migration.analysis.scripts import is_script
from migration.analysis.values import assigned, constants_held, reads_alike, written_out
from migration.rule import Finding, Findings, Rule, last_names
from migration.rules.introspection import operator_names, types_names
from migration.rules.modules import itertools_names, moved_names, string_module
from migration.rules.modules.urllib_import import MOVES as _URLLIB
from migration.source.edits import Part, Span
from migration.stdlib.names import BUFFER_MODULES, RENAMED_MODULES
from migration.trees.bodies import own_nodes
from migration.trees.constants import text_of
from migration.view.module import Module

_NEAR = '''
def import_near(name, scope, names=None, members=()):
    """As __import__, first among the modules of the package that `scope` is of, then among all."""
    if not (scope or {}).get("__package__"):
        return __import__(name, scope, names, members)
    try:
        return __import__(name, scope, names, members, 1)
    except ModuleNotFoundError as error:
        if not f"{scope['__package__']}.{name}.".startswith(f"{error.name}."):
            raise
        return __import__(name, scope, names, members)
'''
#: Modules whose names moved to several: where most of them are.
_MOSTLY = BUFFER_MODULES | {"urlparse": "urllib.parse", "urllib2": "urllib.request"}
_NEW = _MOSTLY | RENAMED_MODULES | dict.fromkeys(["UserDict", "UserList", "UserString"], "collections")
#: A module and a class of it.
_DOTTED = re.compile(r"[A-Za-z]\w*\.[A-Z]\w*[a-z]\w*")
_LOADERS = frozenset(["builtins.__import__", "importlib.import_module"])
_PATCHES = frozenset(["patch", "patch_object", "monkeypatch", "setattr"])
_BUILTINS = "__builtin__"
#: Where classes and functions of Python's own say that they are from.
_OWN = {_BUILTINS: "builtins", "exceptions": "builtins"}
_RENAMED_BUILTINS = {"raw_input": "input", "unichr": "chr"}
_NEW_BUILTINS = _RENAMED_BUILTINS | {"unicode": "str", "long": "int", "xrange": "range", "basestring": "str"}
#: Where a test has to put another in the place of what the program called by its name alone.
_MOVED_BUILTINS = {
    "reload": "importlib.reload",
    "reduce": "functools.reduce",
    "intern": "sys.intern",
    "file": "builtins.open",
    **{old: f"builtins.{new}" for old, new in _RENAMED_BUILTINS.items()},
}
#: Modules that stayed, of which names went elsewhere.
_TABLES = (
    itertools_names.MOVES,
    moved_names.MOVES,
    operator_names.MOVES,
    string_module.MOVES,
    types_names.MOVES,
)
_WITH_MOVES = frozenset(["itertools", "operator", "os", "string", "sys", "types"])


def visit(node: ast.Call | ast.Subscript | ast.Compare | ast.Name, module: Module) -> Findings:
    """Rename constant names of modules where they are imported, patched, looked up or compared."""
    if isinstance(node, ast.Compare):
        if not module.guarded(node):
            yield from _compared(node, module)
        return
    if isinstance(node, ast.Subscript):
        named = node.slice
        read = (
            isinstance(node.ctx, ast.Load)
            and not _is_stored(named, module)
            and _is_renamed(named, module)
            and _is_table(node.value, module)
        )
        if read and not module.guarded(node) and not _has_answer(node, module):
            yield _renamed(named, _NEW[named.value], module)  # type: ignore[attr-defined]
            if named.value == _BUILTINS:  # type: ignore[attr-defined]
                yield from _replaced(node, module)
        return
    if isinstance(node, ast.Name):
        if stdlib_name(node, module) == _BUILTINS:
            yield from _replaced(node, module)
        return
    name = stdlib_name(node.func, module)
    if name in _LOADERS and node.args:
        yield from _loaded(node, name or "", module)
    elif node.args and _is_patch(node.func):
        yield from _patched(node.args[0], module)
    elif isinstance(node.func, ast.Attribute) and node.func.attr == "get" and node.args:
        named = node.args[0]
        if _is_renamed(named, module) and _is_table(node.func.value, module):
            yield _renamed(named, _NEW[named.value], module)  # type: ignore[attr-defined]


def _is_renamed(node: ast.expr, module: Module) -> bool:
    """Whether `node` spells the name of a standard module that has another now."""
    named = isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in _NEW
    return named and not is_local(node.value, module)  # type: ignore[attr-defined]


def _is_stored(name: ast.expr, module: Module) -> bool:
    """Whether the file puts something of its own in that place of a table: it is found by the same name."""
    value = name.value if isinstance(name, ast.Constant) else None
    places = (n for n in module.nodes_of(ast.Subscript) if isinstance(n, ast.Subscript))
    return any(
        isinstance(n.ctx, ast.Store) and isinstance(n.slice, ast.Constant) and n.slice.value == value
        for n in places
    )


def _has_answer(node: ast.Subscript, module: Module) -> bool:
    """Whether a file that knows the new name as well is prepared for the lookup to fail."""
    new = _NEW[node.slice.value]  # type: ignore[attr-defined]
    return new in strings(module) and any(isinstance(a, ast.Try) for a in module.ancestors(node))


def _is_table(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the table of the modules that were imported."""
    return isinstance(node, (ast.Name, ast.Attribute)) and stdlib_name(node, module) == "sys.modules"


def _renamed(node: ast.expr, new: str, module: Module) -> Finding:
    return module.replace(node, module.quoted(new, node), evidence=True)


def _replaced(node: ast.expr, module: Module) -> Iterator[Finding]:
    """A builtin that a call puts another in the place of: setattr(__builtin__, "raw_input", f)."""
    call = module.parent(node)
    if not isinstance(call, ast.Call) or len(call.args) < 3 or call.args[0] is not node:
        return
    named = call.args[1]
    new = _RENAMED_BUILTINS.get(named.value) if isinstance(named, ast.Constant) else None  # type: ignore[arg-type]
    if new is not None and not module.is_builtin(call.func, "getattr"):
        yield _renamed(named, new, module)


def _compared(node: ast.Compare, module: Module) -> Iterator[Finding]:
    """The module that a class says it is from, held against names of Python's own; what is in sys.modules."""
    if len(node.ops) != 1:
        return
    left, right = node.left, node.comparators[0]
    if isinstance(node.ops[0], (ast.In, ast.NotIn)):
        if _is_renamed(left, module) and _is_table(right, module):
            yield _renamed(left, _NEW[left.value], module)  # type: ignore[attr-defined]
            return
        names = right.elts if isinstance(right, (ast.Tuple, ast.List, ast.Set)) else []
    elif isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
        names = [left, right]
    else:
        return
    own = [n for n in names if isinstance(n, ast.Constant) and n.value in _OWN]
    asked = [left, right] if names == [left, right] else [left]
    if not own or any(getattr(n, "value", "") == "builtins" for n in names):
        return
    if any(_is_origin(a, module) for a in asked):
        yield _renamed(own[0], "builtins", module)


def _is_origin(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the name of the module that something is from, in place or by the one name it is kept in."""
    value = written_out(node, module)
    return isinstance(value, ast.Attribute) and value.attr == "__module__"


def _loaded(node: ast.Call, loader: str, module: Module) -> Iterator[Finding]:
    first = node.args[0]
    text = text_of(first) or ""
    new = _NEW.get(text)
    asked = _asked_for(node, text, module) if loader == "builtins.__import__" else ""
    if asked and not is_local(text, module):
        yield module.replace(first, module.quoted(asked, first), evidence=True)
    elif new is not None and isinstance(first, ast.Constant) and not is_local(str(first.value), module):
        if "." in new and loader == "builtins.__import__":
            if len(node.args) == 1 and not node.keywords:
                function = module.use("importlib.import_module", at=node)
                yield module.replace(node, function, "(", module.quoted(new, first), ")", evidence=True)
        else:
            yield module.replace(first, module.quoted(new, first), evidence=True)
    elif text == "urllib" and not is_local(text, module):
        yield module.open(
            node, "functions of urllib are in urllib.parse and urllib.request now", needs_python2=True
        )
    if isinstance(first, ast.Name) and len(node.args) == 1 and not node.keywords:
        yield from _loaded_by_name(node, first, module)
    elif isinstance(first, ast.Subscript) and not isinstance(first.slice, ast.Slice):
        yield from _loaded_from_table(node, first.value, module)
    if not isinstance(first, ast.Constant) and not memory(module).setdefault("dotted names", False):
        # The file takes names apart into modules and what these hold: what is written so is looked up.
        memory(module)["dotted names"] = True
        for dotted in module.nodes_of(ast.Constant):
            yield from _dotted(dotted, module)
    if not isinstance(first, ast.Constant):
        yield from _given_dotted(node, module)
    if loader != "builtins.__import__":
        return
    level = argument(node, 4, "level")
    both = isinstance(level, ast.UnaryOp) and ast.unparse(level) == "-1"
    if _looks_around(node, both, module):
        parts = [module.part(node.func, module.helper("import_near", _NEAR))]
        if level is not None:
            last = next(
                a for a in reversed([*node.args, *(k.value for k in node.keywords)]) if a is not level
            )
            parts.append(Part(Span(module.outer_span(last).end, module.span(node).end - 1), ()))
        yield module.edit(*parts, exactness=Exactness.SEMANTIC, needs_python2=True)
        return
    spaces = argument(node, 1, "globals")
    # No package to be relative to: Python 2 looked for nothing beside the file then.
    nowhere = spaces is None or is_none(spaces) or (isinstance(spaces, ast.Dict) and not spaces.keys)
    if nowhere and level is None:
        return
    sibling = not nowhere and bool(text) and module.facts.index.implicit_relative(module.facts.key, text)
    if level is None and sibling and not module.has_future("absolute_import") and not is_script(module):
        yield module.edit(module.added(node, "level=1"), needs_python2=True)
    elif both and level is not None:
        yield module.replace(level, "1" if sibling else "0", exactness=Exactness.SEMANTIC)


def _asked_for(node: ast.Call, old: str, module: Module) -> str:
    """The module that has all the names for which one that moved is imported; "" where that is none, or several."""
    given = argument(node, 3, "fromlist")
    names = given.elts if isinstance(given, (ast.List, ast.Tuple)) else []
    found = set[str]()
    for name in names:
        dotted = f"{old}.{name.value!s}" if isinstance(name, ast.Constant) else ""
        move = _URLLIB.move(dotted, module) if old in _URLLIB.modules else None
        found.add(move.new.rpartition(".")[0] if move is not None else RENAMED_MODULES.get(old, ""))
    return found.pop() if len(found) == 1 else ""


def _dotted(node: ast.AST, module: Module) -> Iterator[Finding]:
    """'Queue.Queue', 'StringIO.StringIO' in a table: a renamed module, and a class in it."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str) and _DOTTED.fullmatch(node.value)):
        return
    table = module.parent(node)
    if not (
        isinstance(table, (ast.List, ast.Tuple)) or (isinstance(table, ast.Dict) and node in table.values)
    ):
        return  # a key, a path or a message says it to others
    yield from _renamed_part(node, module)


def _given_dotted(node: ast.Call, module: Module) -> Iterator[Finding]:
    """load('urllib.quote'), where a function of the file imports the module that such a name begins with."""
    function = module.function(node)
    if not isinstance(function, ast.FunctionDef) or not any(
        isinstance(n, ast.Call) and module.is_builtin(n.func, "getattr") for n in own_nodes(function.body)
    ):
        return
    whole = stdlib_name(node.func, module) != "builtins.__import__" or len(node.args) > 3
    if not (whole or node.keywords or "sys.modules" in module.text):
        return  # of a module in a package, it gives the package
    for parameter in (a for a in ast.walk(function.args) if isinstance(a, ast.arg)):
        if any(_takes_last(n, parameter.arg) for n in own_nodes(function.body)):
            for given in module.arguments_for(parameter):
                for constant in _only_given(given, module):
                    yield from _renamed_part(constant, module)


def _only_given(given: ast.expr, module: Module) -> list[ast.expr]:
    """What a call gives, in place or by a name that serves for nothing else."""
    if not isinstance(given, ast.Name):
        return [given]
    calls = [module.parent(read) for read in reads_alike(given, module)]
    taken = {ast.dump(c.func) if isinstance(c, ast.Call) and len(c.args) == 1 else "" for c in calls}
    return [*constants_held(given, module)] if len(taken) == 1 and "" not in taken else []


def _takes_last(node: ast.AST, name: str) -> bool:
    """Whether a name is taken apart at its last dot."""
    taken = isinstance(node, ast.Attribute) and node.attr in ("rsplit", "rpartition", "rfind", "rindex")
    return taken and getattr(node.value, "id", "") == name  # type: ignore[attr-defined]


def _renamed_part(node: ast.expr, module: Module) -> Iterator[Finding]:
    """A renamed module and what it has, by one text."""
    source, _, last = str(getattr(node, "value", "")).rpartition(".")
    if source in BUFFER_MODULES and not is_local(source, module):
        yield _renamed(node, f"{BUFFER_MODULES[source]}.{last}", module)
    elif source in _WITH_MOVES and not is_local(source, module):
        moves = (table.move(f"{source}.{last}", module) for table in _TABLES)
        new = next((m.new for m in moves if m is not None and "." in m.new), "")
        if new:
            yield module.replace(node, module.quoted(new, node), needs_python2=True)
    elif source == _BUILTINS and last in _NEW_BUILTINS:
        yield _renamed(node, f"builtins.{_NEW_BUILTINS[last]}", module)
    else:
        yield from _patched(node, module)


def _loaded_by_name(node: ast.Call, name: ast.Name, module: Module) -> Iterator[Finding]:
    """What a loop goes through, a constant, or what a function is given: names that the program may use for other
    things as well stay.
    """
    held = {str(c.value) for c in constants_held(name, module) if isinstance(c.value, str)}
    given = not held and all(b.kind == "parameter" for b in module.bindings(name))
    if given:
        held = _given_names(name, module)
    new = {
        old: _NEW[old] for old in held & _NEW.keys() if _NEW[old] not in held and not is_local(old, module)
    }
    if not new:
        return
    table = ", ".join(f'"{old}": "{new[old]}"' for old in sorted(new))
    if given and _is_looked_up(name, module):
        # It is found by the name that it is imported by: both have to be the new one.
        statement = module.statement(node)
        start, line = module.start(statement), module.indentation(statement)
        first = not module.text[module.line_span(statement).start : start].strip()
        parted = f"\n{line}" if first else "; "
        renamed = (f"{name.id} = {{", table, f"}}.get({name.id}, {name.id}){parted}")
        yield module.edit(module.part(Span(start, start), *renamed), needs_python2=True)
        return
    if given:
        yield module.replace(name, "{", table, f"}}.get({name.id}, {name.id})", needs_python2=True)
        return
    loader = module.use("importlib.import_module", at=node)
    yield module.replace(node, loader, "({", table, f"}}.get({name.id}, {name.id}))", needs_python2=True)


def _loaded_from_table(node: ast.Call, table: ast.expr, module: Module) -> Iterator[Finding]:
    """What a table holds, which the file asks for nothing but modules to import."""
    held = assigned(table, module) if isinstance(table, ast.Name) else None
    values = held.values if isinstance(held, ast.Dict) else getattr(held, "elts", ())
    named = [v for v in values if isinstance(v, ast.Constant) and _is_renamed(v, module)]
    if not isinstance(table, ast.Name) or not all(
        _names_module(r, module) for r in reads_alike(table, module)
    ):
        return
    for value in named:
        yield _renamed(value, _NEW[str(value.value)], module)
    if stdlib_name(node.func, module) == "builtins.__import__" and any(
        "." in _NEW[str(v.value)] for v in named
    ):
        # Of a module in a package, __import__ gives the package.
        yield module.replace(node.func, module.use("importlib.import_module", at=node), evidence=True)


def _names_module(read: ast.expr, module: Module) -> bool:
    """Whether a table is asked for the name of a module, which is imported at once, or for its keys."""
    outer = module.parent(read)
    if isinstance(outer, ast.Compare):
        return outer.left is not read
    call = module.parent(outer) if isinstance(outer, ast.Subscript) and outer.value is read else None
    return isinstance(call, ast.Call) and stdlib_name(call.func, module) in _LOADERS and len(call.args) == 1


def _given_names(name: ast.Name, module: Module) -> set[str]:
    """Old names that a parameter may be given: what the file spells, or its calls. Of a module in a package,
    `__import__` gives the package.
    """
    if _is_looked_up(name, module) and not _only_imports(name, module):
        return set()  # it is found by the name that was asked for
    spelled = {text for text in strings(module) if text != text.lower() or text.startswith("_")}
    calls = (module.arguments_for(b.node) for b in module.bindings(name) if isinstance(b.node, ast.arg))
    named = {a.value for given in calls for a in given if isinstance(a, ast.Constant)}
    files = {basename(key) for key in module.facts.index.keys}
    return {
        t
        for t in spelled | named
        if isinstance(t, str) and "." not in _NEW.get(t, ".") and f"{t}.py" not in files
    }


def _is_looked_up(name: ast.Name, module: Module) -> bool:
    """Whether the table of modules is asked for the name as well."""
    return any(
        isinstance(n, ast.Subscript) and getattr(n.slice, "id", "") == name.id and _is_table(n.value, module)
        for n in module.nodes_of(ast.Subscript)
    )


def _only_imports(name: ast.Name, module: Module) -> bool:
    """Whether a function does nothing with the name of a module but import it, and look it up."""
    place = module.function(name)
    reads = [n for n in names_by_id(module)[name.id] if module.function(n) is place]
    at_once = isinstance(module.parent(module.statement(name)), ast.FunctionDef)
    return at_once and all(
        (isinstance(outer := module.parent(n), ast.Subscript) and _is_table(outer.value, module))
        or (isinstance(outer, ast.Call) and stdlib_name(outer.func, module) in _LOADERS)
        for n in reads
    )


def _looks_around(node: ast.Call, both: bool, module: Module) -> bool:
    """Whether a name that is not written here is imported with the globals of a file in a package. `both`: at a level
    that says so.
    """
    first, given_to = node.args[0], len(node.args) + len(node.keywords) - both
    if isinstance(first, ast.Constant) or not 2 <= given_to <= 4:
        return False
    if [k.arg for k in node.keywords] != ["level"] * len(node.keywords) or (node.keywords and not both):
        return False
    if module.has_future("absolute_import") or dirname(module.facts.key) not in module.facts.index.packages:
        return False
    given = node.args[1]
    if isinstance(given, ast.Name) and "globals" in given.id and _is_parameter(given, module):
        return True  # those of the file that asks
    if isinstance(given, ast.Name):
        given = assigned(given, module) or given
    return isinstance(given, ast.Call) and module.is_builtin(given.func, "globals")


def _is_parameter(node: ast.Name, module: Module) -> bool:
    bindings = module.bindings(node)
    return bool(bindings) and all(b.kind == "parameter" for b in bindings)


def _is_patch(function: ast.expr) -> bool:
    name = (
        function.attr
        if isinstance(function, ast.Attribute)
        else function.id
        if isinstance(function, ast.Name)
        else ""
    )
    return name in _PATCHES


def _patched(node: ast.expr, module: Module) -> Iterator[Finding]:
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value):
        return
    source, _, last = node.value.rpartition(".")
    move = _URLLIB.move(node.value, module) if source in _URLLIB.modules else None
    new = move.new if move is not None else None
    if source in RENAMED_MODULES:
        new = f"{RENAMED_MODULES[source]}.{last}"
    if source == _BUILTINS:
        new = _MOVED_BUILTINS.get(last, new)
    if new and not is_local(source, module):
        yield module.replace(node, module.quoted(new, node), exactness=Exactness.SEMANTIC, evidence=True)


RULE = Rule(
    id="imported_by_string",
    family="P18",
    summary="renamed modules named in strings that are imported, patched, looked up or compared",
    before="a = __import__('Queue')\n",
    after="a = __import__('queue')\n",
    caveats="A level of -1 (relative, then absolute) becomes absolute, unless the name is a sibling's or is not "
    "written there.",
    triggers=("__import__", "import_module", "patch", "setattr", "__module__", "modules"),
    unread=True,
    nodes=(ast.Call, ast.Subscript, ast.Compare, ast.Name),
    names=last_names(*_LOADERS) | _PATCHES | {_BUILTINS, "get"},
    visit=visit,
)
