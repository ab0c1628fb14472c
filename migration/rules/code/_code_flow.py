"""Where a text of a file ends up in it: it is run as code, written to a file, or only looked at."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from enum import Enum, auto

from migration.analysis.classes import classes, local_bases, maker, methods
from migration.analysis.made import OPENERS, made_by
from migration.analysis.names import last_name, memory, stdlib_name
from migration.analysis.values import function_named, given_last, reads_alike
from migration.view.module import Module

#: What holds a text: "dict" and "list", outermost first, and the place in a tuple; () is the text itself.
Shape = tuple[str | int, ...]
_RUNNING = ("exec", "eval", "compile", "execfile")
#: What is given code, or a file of it, or makes the modules for it.
_RUNNERS = frozenset([*_RUNNING, "load_source", "new_module", "load_module", "runsource", "runcode"])
_RUN_BY_NAME = frozenset(["timeit.Timer", "timeit.timeit", "timeit.repeat"])
#: Methods and functions that give a text that is the same code, or what it was made of.
_SAME = frozenset(
    ["decode", "encode", "expandtabs", "format", "lstrip", "replace", "rstrip", "strip", "substitute"]
)
_COPIES = frozenset(["dedent", "str", "unicode", "Template", "intern"])
#: What asks a text for its words, lines or characters.
_ASKING = frozenset(
    [
        "count", "endswith", "find", "index", "isalnum", "isalpha", "isdigit", "islower", "isspace", "isupper",
        "partition", "rfind", "rindex", "rpartition", "rsplit", "split", "splitlines", "startswith",
    ]
)  # fmt: skip
#: What searches a text that it is given; hashes, streams and lists of its characters tell of it, too.
_SEARCHING = frozenset(
    ["findall", "finditer", "fullmatch", "match", "scanner", "search", "split", "sub", "subn"]
)
_TELLING = frozenset(
    [
        "adler32",
        "crc32",
        "hash",
        "len",
        "list",
        "map",
        "md5",
        "ord",
        "repr",
        "reversed",
        "set",
        "sha1",
        "sorted",
    ]
)
_STREAMS = frozenset(["StringIO", "cStringIO", "BytesIO"])
_WRITING = frozenset(["write", "writelines", "writestr"])
_ADDING = frozenset(["add", "append", "appendleft", "extend", "insert", "setdefault"])
_SHOWING = frozenset(["sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__"])
#: Places that are looked at for one text; what goes further is not followed.
_LIMIT = 2000
_RUNS = re.compile(
    r"^(?![ \t]*#)(?:[ \t]*exec[ \t]+[\w\"'(]|[^#\n]*?(?<![\w.])(?:exec|eval|compile|execfile)\()",
    re.MULTILINE,
)
#: Lines that only a program has, beside which a print is a statement; and statements that are Python 2's alone.
_BLOCK = re.compile(
    r"^[ \t]*(?:(?:def|class)[ \t]+\w+[^\n]*:|(?:if|for|while|try|elif|else|except)\b[^\n]*:[ \t]*(?:#[^\n]*)?$|"
    r"import[ \t]+\w|from[ \t]+[\w.]+[ \t]+import\b)",
    re.MULTILINE,
)
_OLD = re.compile(
    r"^(?:[ \t]*(?:if|else|elif|for|while|try)\b[^\n#'\"]*:)?[ \t]*(?:print[ \t]*>>|"
    r"exec[ \t]+[^\n]+[ \t]in[ \t]|raise[ \t]+[\w.]+[ \t]*,|"
    r"except[ \t]+[^\n:]+,[ \t]*\w+[ \t]*:)",
    re.MULTILINE,
)
_OLD_BESIDE = re.compile(r"^[ \t]*print\b(?![ \t]*[(=.])|`", re.MULTILINE)


class End(Enum):
    """What becomes of a text."""

    RUN = auto()
    WRITTEN = auto()
    LOOKED_AT = auto()


def is_run(node: ast.Constant, module: Module) -> bool:
    """Whether a literal that could be a program of Python 2 is run as one, or is one beyond doubt: where it is written
    to a file, or handed on in a file that runs code.
    """
    ends = ends_of(node, module)
    if End.RUN in ends:
        return True
    if End.LOOKED_AT in ends or not is_unmistakable(str(node.value)):
        return False
    return End.WRITTEN in ends or runs_itself(module)


def is_unmistakable(text: str) -> bool:
    """Whether a text has statements as only a program of Python 2 has them."""
    return bool(_OLD.search(text) or (_OLD_BESIDE.search(text) and _BLOCK.search(text)))


def runs_itself(module: Module) -> bool:
    """Whether the file itself runs code, or makes modules of it."""
    known = memory(module)
    if "runs itself" not in known:
        calls = (c for c in module.nodes_named(ast.Call, _RUNNERS) if isinstance(c, ast.Call))
        known["runs itself"] = any(
            (isinstance(c.func, ast.Attribute) and c.func.attr not in _RUNNING)
            or module.is_builtin(c.func, *_RUNNING)
            for c in calls
        )
    return bool(known["runs itself"])


def names_what_runs(text: str) -> bool:
    """Whether the text of another file runs code, or compiles it."""
    return bool(_RUNS.search(text))


def ends_of(node: ast.expr, module: Module, pieces: bool = False) -> frozenset[End]:
    """What becomes of a text as far as the file shows; with `pieces`, also of what is found in it."""
    known = memory(module).setdefault("ends of texts", {})
    if (node, pieces) not in known:
        known[node, pieces] = _Flow(module, pieces).ends_of(node)
    found: frozenset[End] = known[node, pieces]
    return found


class _Flow:
    """Follows a text through names, attributes, displays, and the functions of the file."""

    def __init__(self, module: Module, pieces: bool) -> None:
        self._module = module
        self._pieces = pieces
        self._ends: set[End] = set()

    def ends_of(self, node: ast.expr) -> frozenset[End]:
        pending: list[tuple[ast.expr, Shape]] = [(node, ())]
        seen = set(pending)
        while pending and len(seen) < _LIMIT:
            for step in self._steps(*pending.pop()):
                # Of a structure that grows in a loop no more than this can be asked for again.
                if step not in seen and len(step[1]) < 5:
                    seen.add(step)
                    pending.append(step)
        return frozenset(self._ends)

    def _steps(self, node: ast.expr, shape: Shape) -> Iterator[tuple[ast.expr, Shape]]:
        """Where what `node` holds is found next."""
        module, parent = self._module, self._module.parent(node)
        match parent:
            case ast.Assign():
                for target in parent.targets:
                    yield from self._given(target, shape)
            case ast.AnnAssign() | ast.AugAssign():
                yield from self._given(parent.target, shape)
            case ast.BinOp() if isinstance(parent.op, (ast.Add, ast.Mod, ast.Mult)):
                template = isinstance(parent.op, ast.Mod)
                yield parent, () if template else shape
            case ast.IfExp() | ast.BoolOp():
                if node is not getattr(parent, "test", None):
                    yield parent, shape
            case ast.Starred() if self._pieces:
                yield parent, shape
            case ast.Compare():
                self._compared(node, shape, parent)
            case ast.Dict():
                if node in parent.values:
                    yield parent, ("dict", *shape)
            case ast.List() | ast.Set():
                self._given_to_python(node, parent.elts)
                yield parent, ("list", *shape)
            case ast.Tuple():
                self._given_to_python(node, parent.elts)
                yield parent, (parent.elts.index(node), *shape)
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                yield parent, ("list", *shape)
            case ast.DictComp():
                if node is parent.value:
                    yield parent, ("dict", *shape)
            case ast.For() | ast.comprehension():
                if node is parent.iter:
                    yield from self._gone_through(parent.target, shape)
            case ast.Return() | ast.Yield():
                yield from self._given_back(
                    node, ("list", *shape) if isinstance(parent, ast.Yield) else shape
                )
            case ast.arguments():
                yield from self._by_default(node, parent, shape)
            case ast.Subscript():
                if node is parent.value:
                    yield from self._taken_out(parent, shape)
            case ast.Attribute():
                yield from self._asked(parent, shape)
            case ast.keyword():
                call = module.parent(parent)
                if isinstance(call, ast.Call):
                    yield from self._handed(node, parent.arg, call, shape)
            case ast.Call() if node is not parent.func:
                yield from self._handed(node, None, parent, shape)
            case _:
                pass

    # -- names -----------------------------------------------------------------------------------------------

    def _given(self, target: ast.expr, shape: Shape) -> Iterator[tuple[ast.expr, Shape]]:
        """Where a target that is given the value is read."""
        module = self._module
        if isinstance(target, ast.Name):
            statement = module.parent(target)
            for read in reads_alike(target, module):
                # One name may hold several texts, one after the other.
                last = given_last(read, module) if isinstance(statement, ast.Assign) else None
                if last is None or last is statement or isinstance(last, ast.AugAssign):
                    yield read, shape
            owner = module.class_of(target) if module.function(target) is None else None
            if owner is not None:
                yield from self._attributes(target.id, owner, shape)
        elif isinstance(target, ast.Attribute):
            owner = module.class_of(target) if _is_own(target) else None
            yield from self._attributes(target.attr, owner, shape)
        elif isinstance(target, ast.Subscript):
            held = shape if isinstance(target.slice, ast.Slice) else ("dict", *shape)
            yield from self._kept_in(target.value, held)
        elif isinstance(target, (ast.Tuple, ast.List)):
            yield from self._unpacked(target.elts, shape)

    def _unpacked(self, targets: list[ast.expr], shape: Shape) -> Iterator[tuple[ast.expr, Shape]]:
        place = shape[0] if shape else None
        if place == "list" or self._pieces or any(isinstance(t, ast.Starred) for t in targets):
            for target in targets:
                yield from self._given(target, shape[1:])
        elif isinstance(place, int) and place < len(targets):
            yield from self._given(targets[place], shape[1:])
        elif place is None:
            self._ends.add(End.LOOKED_AT)

    def _attributes(
        self, name: str, owner: ast.ClassDef | None, shape: Shape
    ) -> Iterator[tuple[ast.expr, Shape]]:
        """Where an attribute is read: by `self` only in classes that have it from the same class."""
        module = self._module
        for read in module.nodes_named(ast.Attribute, frozenset([name])):
            if not isinstance(read, ast.Attribute) or not isinstance(read.ctx, ast.Load) or read.attr != name:
                continue
            reader = module.class_of(read) if owner is not None and _is_own(read) else None
            if owner is None or reader is None or self._are_related(owner, reader):
                yield read, shape

    def _are_related(self, one: ast.ClassDef, other: ast.ClassDef) -> bool:
        return one in local_bases(other, self._module) or other in local_bases(one, self._module)

    def _kept_in(self, owner: ast.expr, shape: Shape) -> Iterator[tuple[ast.expr, Shape]]:
        """Where a list or a dictionary is read that something is put into."""
        if isinstance(owner, ast.Name):
            yield from ((read, shape) for read in reads_alike(owner, self._module) if read is not owner)
        elif isinstance(owner, ast.Attribute):
            held_by = self._module.class_of(owner) if _is_own(owner) else None
            yield from (step for step in self._attributes(owner.attr, held_by, shape) if step[0] is not owner)

    # -- what holds it ---------------------------------------------------------------------------------------

    def _gone_through(self, target: ast.expr, shape: Shape) -> Iterator[tuple[ast.expr, Shape]]:
        if self._pieces:
            yield from self._given(target, shape[1:])
        elif not shape:
            self._ends.add(End.LOOKED_AT)
        elif shape[0] != "dict":  # its keys are what is gone through
            yield from self._given(target, shape[1:])

    def _taken_out(self, place: ast.Subscript, shape: Shape) -> Iterator[tuple[ast.expr, Shape]]:
        asked = place.slice.value if isinstance(place.slice, ast.Constant) else None
        if isinstance(place.slice, ast.Slice):
            yield place, ("list", *shape[1:]) if shape else ()
        elif self._pieces or (shape and not (isinstance(shape[0], int) and isinstance(asked, int))):
            yield place, shape[1:]
        elif not shape:
            self._ends.add(End.LOOKED_AT)
        elif shape[0] == asked:
            yield place, shape[1:]

    def _compared(self, node: ast.expr, shape: Shape, parent: ast.Compare) -> None:
        others = [e for e in (parent.left, *parent.comparators) if e is not node]
        nothing = all(isinstance(o, ast.Constant) and not o.value for o in others)
        keys = bool(shape) and shape[0] == "dict"
        if not nothing and not keys and not any(isinstance(o, (ast.Is, ast.IsNot)) for o in parent.ops):
            self._ends.add(End.LOOKED_AT)

    def _asked(self, attribute: ast.Attribute, shape: Shape) -> Iterator[tuple[ast.expr, Shape]]:
        """What a method gives: of the text, or of what holds it."""
        call, name = self._module.parent(attribute), attribute.attr
        if not isinstance(call, ast.Call) or call.func is not attribute:
            return
        if self._pieces:
            # The words of a piece are no code: what they mean is looked up.
            words = name == "split" and all(
                isinstance(a, ast.Constant) and a.value is None for a in call.args[:1]
            )
            if not words and name not in ("startswith", "endswith", *_ADDING):
                yield call, shape
        elif not shape:
            if name in _SAME:
                yield call, ()
            elif name in _ASKING:
                self._ends.add(End.LOOKED_AT)
        elif name in ("values", "itervalues"):
            yield call, ("list", *shape[1:])
        elif name in ("items", "iteritems"):
            yield call, ("list", 1, *shape[1:])
        elif name in ("get", "pop", "popleft", "setdefault", "__getitem__"):
            yield call, shape[1:]
        elif name == "copy":
            yield call, shape

    # -- calls -----------------------------------------------------------------------------------------------

    def _handed(
        self, node: ast.expr, keyword: str | None, call: ast.Call, shape: Shape
    ) -> Iterator[tuple[ast.expr, Shape]]:
        """Where a function has what it is given."""
        module, name = self._module, last_name(call.func)
        dotted = stdlib_name(call.func, module) or ""
        first = bool(call.args) and call.args[0] is node
        self._given_to_python(node, call.args)
        if module.is_builtin(call.func, *_RUNNING) or dotted in _RUN_BY_NAME or name == "runsource":
            timed = dotted in _RUN_BY_NAME and (keyword or node in call.args[:2])
            if (first or timed) and (not shape or self._pieces):
                self._ends.add(End.RUN)
            return
        # A class of the file's may have a method of that name, too.
        method = call.func if isinstance(call.func, ast.Attribute) and name in _WRITING else None
        opened = method is not None and made_by(method.value, module, OPENERS) is not None
        parameters = [] if opened else [*self._parameters(node, keyword, call)]
        for parameter, held in parameters:
            for read in self._reads(parameter):
                yield read, (*held, *shape)
        if not parameters:
            yield from self._handed_elsewhere(name, dotted, call, shape, first, keyword)

    def _handed_elsewhere(
        self, name: str, dotted: str, call: ast.Call, shape: Shape, first: bool, keyword: str | None
    ) -> Iterator[tuple[ast.expr, Shape]]:
        """What a function does with what it is given that is none of the file's."""
        module = self._module
        method = call.func if isinstance(call.func, ast.Attribute) else None
        if name in _WRITING and method is not None:
            shown = stdlib_name(method.value, module) in _SHOWING
            self._ends.add(End.LOOKED_AT if shown else End.WRITTEN)
        elif name in ("print", "pprint"):
            file = next((k.value for k in call.keywords if k.arg == "file"), None)
            shown = file is None or stdlib_name(file, module) in _SHOWING
            self._ends.add(End.LOOKED_AT if shown else End.WRITTEN)
        elif dotted.startswith("re.") or (method is not None and name in _SEARCHING):
            self._ends.add(End.LOOKED_AT)
            if self._pieces:
                yield call, ()
                for found in (a for a in call.args if name in ("sub", "subn")):
                    for parameter in self._called_with(found):
                        for read in self._reads(parameter):
                            yield read, ()
        elif name == "join" and method is not None and (shape or self._pieces):
            yield call, shape[1:]
        elif name in _ADDING and method is not None:
            yield from self._kept_in(method.value, shape if name == "extend" else ("list", *shape))
        elif name == "update" and method is not None:
            if shape or keyword:
                yield from self._kept_in(method.value, ("dict", *shape) if keyword else shape)
            else:
                self._ends.add(End.LOOKED_AT)  # a hash
        elif name in _COPIES and first:
            yield call, shape
        elif name == "dict" and keyword:
            yield call, ("dict", *shape)
        elif name in ("dict", "OrderedDict"):
            yield call, ("dict", *shape[2:]) if shape[:1] != ("dict",) else shape
        elif name == "enumerate":
            yield call, ("list", 1, *shape[1:])
        elif name in ("list", "tuple", "iter", "sorted", "reversed", "set") and (shape or self._pieces):
            yield call, shape
        elif name in _STREAMS or (name in _TELLING and not shape) or dotted.startswith("hashlib."):
            self._ends.add(End.LOOKED_AT)
        elif name in ("format", "substitute") and method is not None:
            yield call, ()

    def _called_with(self, function: ast.expr) -> Iterator[ast.arg]:
        """The parameter of a function, or of methods of a name, that is called with what is found."""
        if isinstance(function, ast.Lambda):
            yield from function.args.args[:1]
        elif isinstance(function, ast.Attribute):
            for method in self._methods(function.attr):
                yield from method.args.args[1:2]
        elif (named := function_named(function, self._module)) is not None:
            yield from named.args.args[:1]

    def _methods(self, name: str) -> list[ast.FunctionDef]:
        """The methods of that name of all classes of the file."""
        owners = (c for several in classes(self._module).values() for c in several)
        return [m for c in owners if isinstance(m := methods(c).get(name), ast.FunctionDef)]

    def _parameters(
        self, node: ast.expr, keyword: str | None, call: ast.Call
    ) -> Iterator[tuple[ast.arg, Shape]]:
        """The parameters of functions of the file that a call gives `node` for, and what of them holds it."""
        module, function = self._module, call.func
        if any(isinstance(a, ast.Starred) for a in call.args):
            return
        called: list[tuple[ast.FunctionDef, int]] = []
        if isinstance(function, ast.Attribute):
            called = [(m, 0 if _is_static(m) else 1) for m in self._methods(function.attr)]
        elif isinstance(function, ast.Name):
            bindings = module.bindings(function)
            owner = bindings[0].node if len(bindings) == 1 else None
            if isinstance(owner, ast.ClassDef):
                made = maker(owner, module)
                called = [(made, 1)] if made is not None else []
            elif (plain := function_named(function, module)) is not None:
                called = [(plain, 0)]
        for one, skipped in called:
            arguments = one.args
            named = [*arguments.posonlyargs, *arguments.args]
            place = call.args.index(node) + skipped if node in call.args else None
            if place is not None and place < len(named):
                yield named[place], ()
            elif place is not None and arguments.vararg is not None:
                yield arguments.vararg, (place - len(named),)
            elif keyword is not None:
                matching = [a for a in (*named, *arguments.kwonlyargs) if a.arg == keyword]
                if matching:
                    yield matching[0], ()
                elif arguments.kwarg is not None:
                    yield arguments.kwarg, ("dict",)

    def _by_default(
        self, node: ast.expr, arguments: ast.arguments, shape: Shape
    ) -> Iterator[tuple[ast.expr, Shape]]:
        named = [*arguments.posonlyargs, *arguments.args]
        pairs = zip(named[len(named) - len(arguments.defaults) :], arguments.defaults, strict=True)
        for parameter in (p for p, default in pairs if default is node):
            for read in self._reads(parameter):
                yield read, shape

    def _reads(self, parameter: ast.arg) -> list[ast.Name]:
        """Where a parameter's variable is read."""
        return [
            n
            for n in self._module.names().get(parameter.arg, ())
            if isinstance(n, ast.Name)
            and isinstance(n.ctx, ast.Load)
            and any(b.node is parameter for b in self._module.bindings(n))
        ]

    def _given_back(self, node: ast.expr, shape: Shape) -> Iterator[tuple[ast.expr, Shape]]:
        """What calls of the function give that a statement stands in; a property is asked for without a call."""
        module = self._module
        function = module.function(node)
        if not isinstance(function, ast.FunctionDef):
            return
        owner = module.parent(function)
        if isinstance(owner, ast.ClassDef) and function.decorator_list:
            yield from self._attributes(function.name, owner, shape)
        for call in module.nodes_named(ast.Call, frozenset([function.name])):
            if not isinstance(call, ast.Call):
                continue
            if isinstance(call.func, ast.Attribute) == isinstance(owner, ast.ClassDef):
                yield call, shape
        if self._pieces:
            # What a function gives for what is found is put into what is searched.
            for read in module.names().get(function.name, ()):
                call = module.parent(read)
                if isinstance(call, ast.Call) and last_name(call.func) in ("sub", "subn"):
                    yield call, ()

    def _given_to_python(self, node: ast.expr, beside: list[ast.expr]) -> None:
        """[sys.executable, '-c', code]"""
        place = beside.index(node) if node in beside else 0
        option = beside[place - 1] if place else None
        if (
            isinstance(option, ast.Constant)
            and option.value == "-c"
            and any(stdlib_name(e, self._module) == "sys.executable" for e in beside)
        ):
            self._ends.add(End.RUN)


def _is_own(attribute: ast.Attribute) -> bool:
    """Whether an attribute is asked for by `self`, or by `cls`."""
    return isinstance(attribute.value, ast.Name) and attribute.value.id in ("self", "cls")


def _is_static(function: ast.FunctionDef) -> bool:
    return any(last_name(d) == "staticmethod" for d in function.decorator_list)
