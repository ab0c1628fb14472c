"""exec 'print 7/2' → exec('print(7//2)'): code in a string that is run is Python 2, too."""

from __future__ import annotations

import ast
import re
import warnings
from itertools import pairwise

from migration.analysis.classes import attribute_values, classes
from migration.analysis.exceptions import is_awaited
from migration.analysis.made import OPENERS, kept_by
from migration.analysis.names import memory, names_by_id, other_texts, stdlib_name
from migration.analysis.open_code import open_code
from migration.analysis.values import assigned, attributes_given, constants_held, parameter_meant, reads_alike
from migration.dialects.dialect import parse
from migration.rule import Findings, Phase, Rule
from migration.rules.code._code import migrated_code
from migration.rules.code._code_divisions import (
    classically_divided,
    divides,
    holds_arithmetic,
    may_be_given_division,
)
from migration.rules.code._code_literals import asks_for_syntax, dedented
from migration.rules.printing.print_softspace import HELPER as SOFTSPACE
from migration.rules.printing.print_softspace import remembers
from migration.source.edits import Edit, Needs
from migration.trees.bodies import own_nodes
from migration.trees.scopes import Binding
from migration.view.module import Module

_RUNNING = frozenset(["builtins.exec", "builtins.eval", "builtins.compile"])
#: What is given statements to run and to be timed, and others to run first.
_TIMING = frozenset(["timeit.Timer", "timeit.timeit", "timeit.repeat"])
_COMPILING = frozenset(["codeop.compile_command", "code.compile_command"])
#: What reads the values that a text spells.
_READING = "ast.literal_eval"
#: How what runs or reads code is called.
_WORDS = ("exec", "eval", "compile", "timeit", "runsource", "compile_command", "literal_eval")
_OPENERS = OPENERS | {"codecs.open"}
_RUNNERS = frozenset(["exec", "execfile", "load_source"])
_INTERPRETERS = frozenset(["code.InteractiveInterpreter", "code.InteractiveConsole"])
#: What can be done with a table of code but to run what it holds.
_LOOKED_THROUGH = ("sorted", "len", "list", "iter", "set")
_QUOTES = re.compile(r"[rR]?(\"{3}|'{3}|\"|')")
#: What a template is filled in at, and a name, or a number, that stands there while it is migrated.
_FIELD = re.compile(r"%(?:%|(?:\(\w+\))?[-+ #0]*\d*(?:\.\d+)?[sridxf])")
_BRACES = re.compile(r"\{\{|\}\}|\{\w*(?:![rsa])?(?::[^{}]*)?\}")
#: A field that says itself which value it is given.
_NAMED = re.compile(r"%\(|\{\w")
#: How a template spells what begins or ends a field where it is none.
_DOUBLED = frozenset(["%%", "{{", "}}"])
_STAND_IN, _NUMBER = "filled{}in", "7140{}00417"
#: What would have its argument twice: the file's name is for tracebacks only.
_EXECFILE = re.compile(r"\bexecfile\(([^(),]*)\)")
#: A line that holds nothing but one word.
_SUITE = re.compile(r"^[ \t]*(\w+)$", re.MULTILINE)
#: The last line of code, where it prints and ends the line.
_ENDED = re.compile(r"(?:\A|[\n;])print\b[^\n;,]*\s*\Z")
_STRIPPING = frozenset(["strip", "lstrip", "rstrip"])
_MORE = "code in this string is Python 2, and needs more than can be written in its place"
#: Operators that Python 2 did not have, for places at which no name can stand: `x %s y`.
_OPERATORS = ("@=", "@")


def visit(node: ast.Call | ast.List, module: Module) -> Findings:
    """Migrate the string, in place or under the one name it is given, as long as nothing has to be added to it."""
    if isinstance(node, ast.List):
        yield from _given_to_python(node, module)
        return
    if isinstance(node.func, ast.Attribute) and node.func.attr == "write":
        yield from _written(node, node.func.value, module)
        return
    if isinstance(node.func, ast.Attribute) and node.func.attr == "writestr" and len(node.args) > 1:
        # A module in an archive, which programs import from there.
        paths = [str(c.value) for c in constants_held(node.args[0], module)]
        code = node.args[1]
        if isinstance(code, ast.Constant) and any(path.endswith(".py") for path in paths):
            yield from _code(code, node, "", module, None)
        return
    name = stdlib_name(node.func, module)
    interpreted = _is_interpreted(node, module)
    if (name in _COMPILING or interpreted) and (not module.is_python2 or _is_refused(node, module)):
        return
    if name in _TIMING or name in _COMPILING or interpreted:
        given = node.args[:2] if name in _TIMING else node.args[:1]
        given += [k.value for k in node.keywords if k.arg in ("stmt", "setup")]
        for value in given:
            if isinstance(value, ast.Constant):
                yield from _code(value, node, name or "runsource" * interpreted, module, None)
        return
    if name == _READING and len(node.args) == 1 and isinstance(node.args[0], ast.Constant):
        if not _is_readable(str(node.args[0].value)) and not _is_refused(node, module):
            yield from _code(node.args[0], node, name, module, None)
        return
    if name not in _RUNNING or not node.args:
        return
    pieces = _pieces(node, module)
    if pieces:
        yield from _joined(pieces, node, name, module)
        return
    literals = _literals(node.args[0], module)
    yield from _literally(literals, node, name, module)
    if module.guarded(node) or not module.is_python2:
        return
    # What is written there divides as it should; what is put into it may divide as well.
    unknown: ast.expr | None = node.args[0]
    if literals:
        unknown = _put_in(unknown)
    put_in = unknown is not None and (
        divides(unknown, module)
        or (name == "builtins.eval" and holds_arithmetic(unknown, module))
        or may_be_given_division(unknown, _known_code(module), module)
    )
    divided = classically_divided(node, name, module) if put_in else None
    if divided is not None:
        yield divided
    held = constants_held(node.args[0], module) if not literals else []
    if any(_differs(code, node, name, module, divided is not None) for code in held):
        yield module.open(
            node,
            "code among the strings that are run here means something else in Python 3",
            needs_python2=True,
        )


def _known_code(module: Module) -> set[ast.Constant]:
    """The literals of the file that calls run as they are written, or as templates."""
    known = memory(module)
    if "known code" not in known:
        calls = module.nodes_named(ast.Call, frozenset(["exec", "eval", "compile"]))
        known["known code"] = {
            code
            for c in calls
            if isinstance(c, ast.Call) and c.args and stdlib_name(c.func, module) in _RUNNING
            for code in (*_pieces(c, module), *(code for code, _ in _literals(c.args[0], module)))
        }
    found: set[ast.Constant] = known["known code"]
    return found


def _literally(
    literals: list[tuple[ast.Constant, re.Pattern[str] | None]], node: ast.Call, name: str, module: Module
) -> Findings:
    """Migrate the literals that are run; where a template is open but for its divisions, what runs it makes these."""
    found = [f for code, template in literals for f in _code(code, node, name, module, template)]
    stays = any(not isinstance(f, Edit) for f in found) and any(template for _, template in literals)
    if stays and not module.guarded(node) and any(map(_has_slash, literals)):
        rest = [f for code, template in literals for f in _code(code, node, name, module, template, True)]
        divided = classically_divided(node, name, module)
        if divided is not None and all(isinstance(f, Edit) for f in rest):
            found = [*rest, divided]
    yield from found


def _has_slash(literal: tuple[ast.Constant, re.Pattern[str] | None]) -> bool:
    return "/" in str(literal[0].value)


def _is_refused(node: ast.Call, module: Module) -> bool:
    """Whether the program may be about what cannot be read: a handler around the call says so."""
    return is_awaited(node, module, "SyntaxError", "ValueError", "Exception")


def _is_interpreted(node: ast.Call, module: Module) -> bool:
    """Whether a method of an interpreter of the `code` module is given source."""
    function = node.func
    named = isinstance(function, ast.Attribute) and function.attr == "runsource" and len(node.args) == 1
    return named and kept_by(function.value, module, _INTERPRETERS) is not None  # type: ignore[attr-defined]


def _given_to_python(node: ast.List, module: Module) -> Findings:
    """[sys.executable, '-c', 'print 1']: the same Python runs it."""
    if not node.elts or stdlib_name(node.elts[0], module) != "sys.executable":
        return
    for option, code in pairwise(node.elts):
        template = isinstance(code, ast.BinOp) and isinstance(code.op, ast.Mod)
        written = code.left if template else code  # type: ignore[attr-defined]
        if isinstance(option, ast.Constant) and option.value == "-c" and isinstance(written, ast.Constant):
            yield from _code(written, ast.Call(node, [], []), "", module, _FIELD if template else None)


def _written(node: ast.Call, file: ast.expr, module: Module) -> Findings:
    """A module that a program writes, and runs: its whole text."""
    code = node.args[0] if len(node.args) == 1 else None
    opened = kept_by(file, module, _OPENERS) if isinstance(code, ast.Constant) else None
    if isinstance(code, ast.Constant) and opened is not None and opened.args:
        named = opened.args[0]
        if isinstance(named, ast.Call) and stdlib_name(named.func, module) == "os.path.join":
            named = named.args[-1]
        paths = {str(c.value) for c in constants_held(named, module)}
        if any(p.endswith(".py") for p in paths) or not paths.isdisjoint(_files_run(module)):
            yield from _code(code, node, "", module, None)


def _files_run(module: Module) -> set[str]:
    """The names of files that the file runs: execfile('a.cfg'), which is a call of exec() by now."""
    known = memory(module)
    if "files run" not in known:
        runs = (c for c in module.nodes_named(ast.Call, _RUNNERS) if isinstance(c, ast.Call))
        texts = (n for c in runs for n in ast.walk(c) if isinstance(n, ast.Constant))
        known["files run"] = {t.value for t in texts if isinstance(t.value, str)}
    return known["files run"]  # type: ignore[no-any-return]


def _code(
    code: ast.Constant,
    node: ast.Call,
    name: str,
    module: Module,
    template: re.Pattern[str] | None,
    divided: bool = False,
) -> Findings:
    fields = template.findall(str(code.value)) if template else []
    if not isinstance(code.value, str) or _STAND_IN.format("") in code.value:
        return
    marks = _marks(code.value, fields, template)
    if marks is None:
        return
    fields = [field for field in fields if field not in _DOUBLED]
    stand_ins = [
        (_NUMBER if field[-1] in "di" else _STAND_IN).format(number) for number, field in enumerate(fields)
    ]
    margin, text = dedented(_filled(code.value, template, stand_ins))
    suites: dict[str, str] = {}
    if fields and parse(text) is None:
        text, suites = _in_suites(text, stand_ins)
    # The same Python runs it: what Python 3 can't read tells for which one the file is.
    # Another process may be given what it can't read on purpose.
    shown = bool(name) and not _is_readable(text)
    if not (shown or module.is_python2):
        return
    if name == "builtins.compile" and (len(node.args) > 3 or node.keywords):
        return  # its tree may be what is wanted
    if name in _RUNNING and parse(text) is None and asks_for_syntax(node, module):
        return
    mode = node.args[2] if name == "builtins.compile" and len(node.args) > 2 else None
    expression = name in ("builtins.eval", _READING) or getattr(mode, "value", "") == "eval"
    if fields:
        text = _EXECFILE.sub(r"exec(open(\1).read())", text)
    kept = _leaks_read(text, node, module) if name == "builtins.exec" else frozenset()
    helped = not fields and _remembers(code, module)
    new, whole = migrated_code(
        text,
        expression,
        module,
        call=node,
        divided=divided,
        kept=kept,
        remembers=helped,
        put_in=frozenset(stand_ins),
    )
    if new is None and (other := _with_operator(code.value, template, stand_ins)) is not None:
        (margin, text), stand_ins = dedented(other[0]), other[1]
        new, whole = migrated_code(
            text, expression, module, call=node, divided=divided, put_in=frozenset(stand_ins)
        )
    if new is not None and suites:
        new = _SUITE.sub(lambda line: suites.get(line[1], line[0][: -len(line[1])]) + line[1], new)
    if new is not None and not _are_kept(stand_ins, fields, new):
        new, whole = None, False
    if new is not None and fields and template is _BRACES and not marks and not {"{", "}"}.isdisjoint(new):
        new, whole = None, False
    if new is not None and margin:
        new = _behind(margin, text, new)
        whole = whole and new is not None
    if new is not None:
        for mark in marks:
            new = new.replace(mark, mark * 2)
    if new is not None and fields:
        held = "|".join(re.escape(s) for s in sorted(stand_ins, key=len, reverse=True))
        new = re.sub(held, lambda found: fields[stand_ins.index(found[0])], new)
    if new is not None and new != code.value:
        literal: str = _spelled(new, code, module)
        if helped and "print_softspace(" in new:
            name = module.helper("print_softspace", SOFTSPACE, ("import atexit", "import sys"))
            literal = Needs.of(literal, name.imports, name.helpers)
        yield module.replace(code, literal, evidence=shown, needs_python2=not shown)
    if not whole and module.is_python2:
        yield module.open(
            code,
            _MORE,
            needs_python2=True,
        )


def _pieces(node: ast.Call, module: Module) -> list[ast.Constant]:
    """The literals of which a call puts together the lines that it runs; they serve for nothing else."""
    join = node.args[0]
    method = join.func if isinstance(join, ast.Call) and len(join.args) == 1 else None
    if not isinstance(method, ast.Attribute) or method.attr != "join" or not module.is_python2:
        return []
    if not isinstance(method.value, ast.Constant) or method.value.value != "\n":
        return []
    lines: ast.expr | None = join.args[0]  # type: ignore[attr-defined]
    if isinstance(lines, ast.Name):
        reads = [n for n in names_by_id(module)[lines.id] if isinstance(n.ctx, ast.Load)]
        lines = assigned(lines, module) if reads == [lines] else None
    pieces = lines.elts if isinstance(lines, (ast.List, ast.Tuple)) else []
    literals = [p for p in pieces if isinstance(p, ast.Constant) and isinstance(p.value, str)]
    return literals if len(literals) == len(pieces) else []


def _joined(pieces: list[ast.Constant], node: ast.Call, name: str, module: Module) -> Findings:
    """Lines that are put together where they are run: each literal has its own of them."""
    text = "\n".join(str(p.value) for p in pieces)
    if parse(text) is None and asks_for_syntax(node, module):
        return
    new, whole = migrated_code(text, name == "builtins.eval", module, call=node)
    rest = new.split("\n") if new is not None else []
    if len(rest) != text.count("\n") + 1:
        rest, whole = text.split("\n"), whole and new is None
    for piece in pieces:
        count = str(piece.value).count("\n") + 1
        own, rest = "\n".join(rest[:count]), rest[count:]
        if own != piece.value:
            yield module.replace(piece, _spelled(own, piece, module), needs_python2=True)
    if not whole:
        yield module.open(node, _MORE, needs_python2=True)


def _remembers(code: ast.Constant, module: Module) -> bool:
    """Whether code finds the helper for the blank that it leaves, which the prints of the file ask for then."""
    known = [
        c
        for c in module.nodes_named(ast.Call, frozenset(["exec"]))
        if isinstance(c, ast.Call) and open_code(c, module) is code
    ]
    if known and _ENDED.search(str(code.value)):
        return True  # what it leaves open, it ends itself
    if not known or not all(remembers(c, module) for c in known):
        return False
    prints = any(module.is_builtin(n, "print") for n in names_by_id(module).get("print", ()))
    return "print_statement" in module.facts.lowered or not (prints or "stdout" in module.text)


def _leaks_read(text: str, node: ast.Call, module: Module) -> frozenset[str]:
    """The variables of list comprehensions in code that is run in the module's own names, and that the module reads."""
    spaces = [a.func for a in node.args[1:] if isinstance(a, ast.Call) and not a.args]
    own = all(module.is_builtin(s, "globals", "locals", "vars") for s in spaces)
    tree = parse(text) if own and len(spaces) == len(node.args) - 1 and " for " in text else None
    if (
        tree is None
        or node.keywords
        or module.function(node) is not None
        or module.class_of(node) is not None
    ):
        return frozenset()
    loops = [g for n in own_nodes(tree.body) if isinstance(n, ast.ListComp) for g in n.generators]
    left = {n.id for g in loops for n in ast.walk(g.target) if isinstance(n, ast.Name)}
    named = names_by_id(module)
    return frozenset(
        name
        for name in left
        for n in named.get(name, ())
        if isinstance(n.ctx, ast.Load)
        and (module.scope(n).lookup(name) or (module.module_scope,))[0] is module.module_scope
        and (module.start(n) > module.start(node) or module.function(n) is not None)
    )


def _are_kept(stand_ins: list[str], fields: list[str], new: str) -> bool:
    """Whether all that is put in is put in once, as it may do something, and in the order in which it is given, where
    it has no keys.
    """
    if any(new.count(stand_in) != 1 for stand_in in stand_ins):
        return False
    in_turn = [s for s, field in zip(stand_ins, fields, strict=True) if not _NAMED.match(field)]
    places = [new.index(s) for s in in_turn]
    return places == sorted(places)


def _behind(margin: str, text: str, new: str) -> str | None:
    """`new` with the margin that the lines of `text` had; None where that can't be said of each."""
    before, after = text.split("\n"), new.split("\n")
    if len(before) != len(after):
        return None
    return "\n".join(margin + a if b.strip() else a for b, a in zip(before, after, strict=True))


def _is_readable(code: str) -> bool:
    """Whether Python 3 can read the code."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(code.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _marks(text: str, fields: list[str], template: re.Pattern[str] | None) -> str | None:
    """What a template has to double where it is no field: nothing where it has none such, or fields of other looks;
    None where it has both.
    """
    if template is None:
        return ""
    marks = "{}" if template is _BRACES else "%"
    others = not set(marks).isdisjoint(template.sub("", text))
    doubled = not _DOUBLED.isdisjoint(fields)
    return (None if doubled else "") if others else marks


def _filled(text: str, template: re.Pattern[str] | None, stand_ins: list[str]) -> str:
    """A template with what stands in at its fields, and what it doubles once."""
    given = iter(stand_ins)
    return template.sub(lambda f: f[0][0] if f[0] in _DOUBLED else next(given), text) if template else text


def _in_suites(text: str, stand_ins: list[str]) -> tuple[str, dict[str, str]]:
    """A template with what stands in for whole lines, which bring their indentation with them, where the lines before
    ask for it; and what stood before each.
    """
    lines, moved, before = text.split("\n"), {}, ""
    for place, line in enumerate(lines):
        word = line.strip()
        if word in stand_ins and "\t" not in before:
            margin = before[: len(before) - len(before.lstrip(" "))] + "    " * before.endswith(":")
            moved[word] = line[: -len(line.lstrip())] if line[:1].isspace() else ""
            lines[place] = margin + word
        before = lines[place].rstrip() if word else before
    return "\n".join(lines), moved


def _with_operator(
    code: str, template: re.Pattern[str] | None, stand_ins: list[str]
) -> tuple[str, list[str]] | None:
    """A template that can be read with an operator at one of its places, and what stands at each of them."""
    for place in range(len(stand_ins)):
        for operator in _OPERATORS:
            tried = [*stand_ins[:place], operator, *stand_ins[place + 1 :]]
            text = _filled(code, template, tried)
            if operator not in code and parse(text) is not None:
                return text, tried
    return None


def _differs(code: ast.Constant, node: ast.Call, name: str, module: Module, divided: bool) -> bool:
    """Whether code that is used otherwise as well would have to be migrated, be it `divided` as in Python 2 or not."""
    if not isinstance(code.value, str):
        return False
    new, whole = migrated_code(code.value, name == "builtins.eval", module, call=node, divided=divided)
    return not whole or (new is not None and new != code.value)


def _spelled(new: str, code: ast.Constant, module: Module) -> str:
    """`new` as a literal, in the quotes of `code` where that says its text as it is."""
    source = module.source(module.span(code))
    quotes = _QUOTES.match(source)
    if (
        quotes
        and source == f"{quotes[0]}{code.value!s}{quotes[1]}"
        and quotes[1] not in new
        and "\\" not in new
        and ("\n" not in new or len(quotes[1]) == 3)
    ):
        return f"{quotes[0]}{new}{quotes[1]}"
    return repr(new)


def _literals(node: ast.expr, module: Module) -> list[tuple[ast.Constant, re.Pattern[str] | None]]:
    """The strings that `node` is: written out there, for a name that is only used to run it, or by all calls that
    give it for a parameter of that kind; and for a template that is filled in how its fields look.
    """
    plain, template = _plain(node, module)
    if isinstance(plain, ast.Constant):
        return [(plain, template)]
    if isinstance(plain, ast.Subscript):
        return [(code, template) for code in _in_table(plain.value, module)]
    if isinstance(plain, ast.Attribute):
        return [(code, template) for code in _of_classes(plain, module)]
    if not isinstance(plain, ast.Name):
        return []
    bindings = module.bindings(plain)
    given = parameter_meant(plain, module)
    if given is not None:
        values, alike = [_constant_given(v, module) for v in module.arguments_for(given)], bindings
    elif (gone_through := _gone_through(bindings, module)) is not None:
        values, alike = list(gone_through), bindings
    else:
        value = assigned(plain, module)
        values, alike = [value] if value is not None else [], None
    found = [_plain(v, module) for v in values]
    if not template and len(found) == 1 and found[0][1] is not None:
        # The template has a name of its own, or is the class's.
        inner = _templates(found[0][0], module)
        found = [(code, found[0][1]) for code in inner] or found
        values = [code for code, _ in found]
    if template and any(filled for _, filled in found):
        return []
    literals = [(v, template or filled) for v, filled in found if isinstance(v, ast.Constant)]
    reads = [
        n
        for n in names_by_id(module)[plain.id]
        if isinstance(n.ctx, ast.Load) and (alike is None or module.bindings(n) == alike)
    ]
    filled_in = all(form is not None for _, form in literals)
    only = all(_is_run(read, module) or (filled_in and _is_shown(read, module)) for read in reads)
    return literals if only and len(literals) == len(values) else []


def _templates(node: ast.expr, module: Module) -> list[ast.Constant]:
    """The literals that a template has by its one name, or by the classes of the file, where it is filled in only to
    be run.
    """
    if isinstance(node, ast.Attribute):
        return _of_classes(node, module)
    held = assigned(node, module) if isinstance(node, ast.Name) else None
    if not isinstance(held, ast.Constant) or not isinstance(node, ast.Name):
        return []
    reads = [n for n in names_by_id(module)[node.id] if isinstance(n.ctx, ast.Load)]
    return [held] if all(_is_run(read, module) for read in reads) else []


def _is_shown(read: ast.expr, module: Module) -> bool:
    """Whether code is printed there, told by an exception, or measured."""
    outer = module.parent(read)
    while isinstance(outer, ast.BinOp):
        outer = module.parent(outer)
    if isinstance(outer, ast.Attribute):
        return outer.attr in ("count", "splitlines")
    if not isinstance(outer, ast.Call) or outer.func is read:
        return False
    raised = isinstance(module.parent(outer), ast.Raise)
    return raised or module.is_builtin(outer.func, "print", "len") or _shows(outer.func, module)


def _shows(function: ast.expr, module: Module) -> bool:
    """Whether a function writes to the terminal, or to a log, or is the helper in the place of print."""
    if isinstance(function, ast.Name):
        return function.id.startswith("print_softspace")
    shown = stdlib_name(function, module) in ("sys.stdout.write", "sys.stderr.write")
    return shown or getattr(function, "attr", "") in ("debug", "info")


def _plain(node: ast.expr, module: Module) -> tuple[ast.expr, re.Pattern[str] | None]:
    """A text without what makes no other code of it, and for a template that is filled in there how its fields look."""
    while isinstance(node, ast.Call) and (inner := _same_code(node, module)) is not None:
        node = inner
    filled = _filled_in(node)
    template = (_FIELD if isinstance(node, ast.BinOp) else _BRACES) if filled is not None else None
    node = filled if filled is not None else node
    # What has no margin any more is filled in, too.
    while isinstance(node, ast.Call) and (inner := _same_code(node, module)) is not None:
        node = inner
    return node, template


def _filled_in(node: ast.AST | None) -> ast.expr | None:
    """The template that `node` fills in."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return node.left
    method = node.func if isinstance(node, ast.Call) else None
    return method.value if isinstance(method, ast.Attribute) and method.attr == "format" else None


def _put_in(node: ast.expr | None) -> ast.expr | None:
    """What is put into a template."""
    if isinstance(node, ast.BinOp):
        return node.right
    values = [*node.args, *(k.value for k in node.keywords)] if isinstance(node, ast.Call) else []
    return ast.Tuple(values, ast.Load()) if values and _filled_in(node) is not None else None


def _of_classes(read: ast.Attribute, module: Module) -> list[ast.Constant]:
    """The strings that the bodies of classes give an attribute, which is run wherever it is read, and nothing else."""
    name = read.attr
    if attributes_given(module).get(name) or _read_elsewhere(name, module):
        return []
    values = [v for same in classes(module).values() for c in same for v in attribute_values(c, name)]
    found = [_plain(v, module) for v in values]
    literals = [v for v, filled in found if isinstance(v, ast.Constant) and not filled]
    targets = [
        n for n in names_by_id(module).get(name, ()) if module.function(n) is None and module.class_of(n)
    ]
    reads = [n for n in module.nodes_named(ast.Attribute, frozenset([name])) if isinstance(n, ast.expr)]
    alone = len(targets) == len(literals) == len(values) and all(_is_run(r, module) for r in reads)
    return literals if alone else []


def _read_elsewhere(name: str, module: Module) -> bool:
    """Whether another file of the repository names an attribute."""
    named = re.compile(rf"\b{name}\b")
    return any(map(named.search, other_texts(module)))


def _same_code(call: ast.Call, module: Module) -> ast.expr | None:
    """The text that a call gives back without blanks around it or a margin, or as it is."""
    if call.keywords or len(call.args) > 1:
        return None
    if not call.args:
        stripped = isinstance(call.func, ast.Attribute) and call.func.attr in _STRIPPING
        return call.func.value if stripped else None  # type: ignore[attr-defined]
    same = module.is_builtin(call.func, "str") or stdlib_name(call.func, module) == "textwrap.dedent"
    return call.args[0] if same else None


def _gone_through(bindings: list[Binding], module: Module) -> list[ast.expr] | None:
    """What a loop's variable is given one after the other, where that is written out there."""
    loop = module.parent(bindings[0].node) if len(bindings) == 1 else None
    if not isinstance(loop, (ast.For, ast.comprehension)) or loop.target is not bindings[0].node:
        return None
    return loop.iter.elts if isinstance(loop.iter, (ast.List, ast.Tuple)) else None


def _in_table(node: ast.expr, module: Module) -> list[ast.Constant]:
    """The strings of a table that is written out, and whose values are run and nothing else: there, or in the function
    that a call hands it to.
    """
    given = parameter_meant(node, module)
    tables = module.arguments_for(given) if given is not None else [node]
    table = tables[0] if len(tables) == 1 else None
    held = assigned(table, module) if isinstance(table, ast.Name) else None
    values = held.values if isinstance(held, ast.Dict) else getattr(held, "elts", ())
    literals = [v for v in values if isinstance(v, ast.Constant)]
    if not literals or len(literals) != len(values):
        return []
    reads: list[ast.expr] = []
    for name in {node, table}:
        same = names_by_id(module)[name.id]  # type: ignore[union-attr]
        known = module.bindings(name)  # type: ignore[arg-type]
        reads += [n for n in same if isinstance(n.ctx, ast.Load) and module.bindings(n) == known]
    keyed = isinstance(held, ast.Dict)
    handed = [table] if table is not node else []
    return literals if all(r in handed or _runs_items(r, keyed, module) for r in reads) else []


def _runs_items(read: ast.expr, keyed: bool, module: Module) -> bool:
    """Whether a table is asked for what it holds to run that, or, where it has keys, for these."""
    outer = module.parent(read)
    if isinstance(outer, ast.Subscript):
        return outer.value is read and _is_run(outer, module)
    if isinstance(outer, (ast.For, ast.comprehension)):
        return keyed and outer.iter is read
    if isinstance(outer, ast.Attribute):
        return outer.attr in ("keys", "iterkeys", "has_key")
    if isinstance(outer, ast.Call):
        return keyed and module.is_builtin(outer.func, *_LOOKED_THROUGH)
    return isinstance(outer, ast.Compare) and keyed and outer.left is not read


def _constant_given(value: ast.expr, module: Module) -> ast.expr:
    """For a name that holds a constant and is read for this call alone, the constant; else `value` itself."""
    held = assigned(value, module) if isinstance(value, ast.Name) else None
    if not isinstance(value, ast.Name) or not isinstance(held, ast.Constant):
        return value
    reads = [n for n in names_by_id(module)[value.id] if isinstance(n.ctx, ast.Load)]
    return held if reads == [value] else value


def _is_run(read: ast.expr, module: Module, named: bool = False) -> bool:
    """Whether a text is run, as it is or with something put into it, which may be given a name first unless it is one
    (`named`).
    """
    outer = module.parent(read)
    for _ in range(2):
        if isinstance(outer, ast.BinOp) and _filled_in(outer) is read:
            read, outer = outer, module.parent(outer)
        if isinstance(outer, ast.Attribute) and outer.attr in (*_STRIPPING, "format"):
            read, outer = outer, module.parent(outer)
        if isinstance(outer, ast.Call) and (
            _same_code(outer, module) is not None or _filled_in(outer) is not None
        ):
            read, outer = outer, module.parent(outer)
    if isinstance(outer, ast.Call) and stdlib_name(outer.func, module) in _RUNNING:
        return True
    target = outer.targets[0] if isinstance(outer, ast.Assign) and len(outer.targets) == 1 else None
    if named or not (isinstance(target, ast.Name) and isinstance(read, (ast.BinOp, ast.Call))):
        return False
    # What is filled in has a name before it is run.
    reads = reads_alike(target, module)
    run = [_is_run(r, module, named=True) for r in reads]
    shown = (is_run or _is_shown(r, module) for is_run, r in zip(run, reads, strict=True))
    return len(module.bindings(target)) == 1 and any(run) and all(shown)


RULE = Rule(
    id="code_strings",
    family="P4",
    summary="code in strings that are run is migrated",
    before="n = 1L\nexec 'x = `1`'\n",
    after="n = 1\nexec('x = repr(1)')\n",
    caveats="Only strings written out, there or by all calls that give them, also as templates; and code that needs no "
    "helper but for divisions, which are decided in place. Where code is put together, or looked at as well, and what "
    "it is made of divides, what runs it does that as Python 2 did.",
    triggers=(*_WORDS, "execfile", "executable", ".py'", '.py"'),
    phase=Phase.FINISH,
    needs_proof=True,
    nodes=(ast.Call, ast.List),
    names=frozenset([*_WORDS, "Timer", "repeat", "write", "writestr"]),
    order=90,
    follows=frozenset(["input_call"]),
    visit=visit,
)
