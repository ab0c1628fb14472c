"""The blank after `print x,`: Python 2 wrote it only when more followed on the line.

print_statement writes it at once, which is the same as long as the next print writes an item. Where that is not
certain, the prints concerned go through a helper that remembers the blank on the stream, as Python 2 did.
"""

from __future__ import annotations

import ast
import re
from itertools import chain

from migration.analysis.builtins import is_none
from migration.analysis.effects import asks, may_fail, reached, writes_first
from migration.analysis.effects import prints as does_print
from migration.analysis.exceptions import tries_around
from migration.analysis.far_output import OPEN, far_output
from migration.analysis.names import memory, stdlib_name
from migration.analysis.open_code import open_code, prints_besides
from migration.analysis.values import assigned, default_there, given_to_attributes
from migration.rule import Findings, Rule
from migration.rules.printing._line_ends import WHITE, ends_line, may_end_line
from migration.trees.bodies import own_nodes
from migration.view.module import Module

#: A format that ends in a conversion, with the conversion's letter.
_CONVERSION = re.compile(r"%(?:\(\w*\))?[-+ #0]*[\d*]*(?:\.[\d*]+)?([a-zA-Z])$")
#: How far what a stream is given is looked at.
_DEEPEST = 3
#: Stands for a print elsewhere, which hardly ever prints nothing.
_SOMETHING = ast.Call(ast.Name("print", ast.Load()), [ast.Constant("")], [])
#: Stands for the end of a stream: nothing follows there.
_NOTHING = ast.Call(ast.Name("print", ast.Load()), [], [])
HELPER = '''
def print_softspace(*values, sep=" ", end="\\n", file=None):
    """Print as Python 2's statement did: the blank after `print x,` is written with the next item, if any."""
    out = sys.stdout if file is None else file
    for place, value in enumerate((*values, end)):
        is_end = place == len(values)
        if is_end and not end:
            break
        text = str(value)
        is_due = getattr(out, "softspace", False) and not is_end and (sep or not place)
        out.write(" " + text if is_due else text)
        try:
            out.softspace = not (
                is_end or isinstance(value, str) and text.endswith(("\\n", "\\t", "\\r", "\\v", "\\f"))
            )
        except AttributeError:
            pass  # A stream that bears no attributes remembered none in Python 2, too.


@atexit.register
def end_softspace():
    """End an open line when the program ends, as Python 2 did."""
    if getattr(sys.stdout, "softspace", False) and not sys.stdout.closed:
        print_softspace()
'''

ASKED = '''
def asked_behind_blank(prompt=""):
    """What raw_input() gave: the blank that `print x,` left open was written before the prompt."""
    if getattr(sys.stdout, "softspace", False):
        sys.stdout.write(" ")
        sys.stdout.softspace = False
    return input(prompt)
'''


def visit(node: ast.Module, module: Module) -> Findings:
    """Find the prints that leave a blank open, and all prints that may come next."""
    if "print_statement" not in module.facts.lowered:
        return
    prints = [n for n in module.nodes_of(ast.Call) if isinstance(n, ast.Call) and _is_print(n, module)]
    closed = [p for p in prints if _leaves_blank(p) and _written_behind(p, module)]
    for call in closed:
        yield module.edit(module.part(_keyword(call, "end") or call, "''"))
    concerned = [
        p
        for p in prints
        if (
            _leaves_blank(p) and p not in closed and not (_ends_dark(p, module) and _blank_follows(p, module))
        )
        or (
            _keyword(p, "sep") is None
            and any(may_end_line(a, module) for a in p.args[:-1])
            and not any(_is_beyond(c, module) for c in _run_between(p, module))
        )
    ]
    # Where no blank goes between any two items, print() can say so.
    joined = [p for p in concerned if not _leaves_blank(p) and all(ends_line(a) for a in p.args[:-1])]
    concerned = [p for p in concerned if p not in joined]
    calls = (n for n in module.nodes_of(ast.Call) if isinstance(n, ast.Call))
    opened_elsewhere = [
        c for c in (calls if prints else ()) if far_output(c, module) == OPEN or remembers(c, module)
    ]
    around = (_print_around(c, prints, module) for c in opened_elsewhere)
    concerned.extend(p for p in around if p is not None and p not in concerned)
    before_others: list[ast.Call] = []
    forgetting: set[ast.AST | None] = set()
    # Those who are concerned by others leave blanks themselves: the list grows on the way.
    for call in chain(opened_elsewhere, concerned):
        # What shows something between two items of a print has to know of the blank that is due there.
        between = _run_between(call, module) if call in prints else []
        concerned.extend(p for p in between if p in prints and not _stream(p, module) and p not in concerned)
        forgetting |= {module.function(c) for c in between}
        if not _leaves_blank(call) and call not in opened_elsewhere:
            continue
        # What code in a string is followed by, a function that it does not see may print before.
        followers = [None] if open_code(call, module) else _followers(call, module)
        if _SOMETHING in followers:
            before_others.append(call)
        for follower in followers:
            more = [follower] if follower else [p for p in prints if _may_share(p, call, module)]
            concerned.extend(p for p in more if p in prints and p not in concerned)
    for call in joined:
        if call not in concerned:
            yield module.edit(module.added(call, "sep=''"))
    for call in concerned:
        helper = module.helper("print_softspace", HELPER, ("import atexit", "import sys"))
        parts = [module.part(call.func, helper)]
        end = _keyword(call, "end")
        if end is not None and _leaves_blank(call) and call not in before_others:
            parts.append(module.part(end, "''"))
        yield module.edit(*parts)
    leaving = forgetting | {
        module.function(p) for p in concerned if _leaves_blank(p) and _stream(p, module) == ""
    }
    leaving |= {module.function(c) for c in opened_elsewhere if remembers(c, module)}
    if any(_leaves_blank(p) and _stream(p, module) == "" for p in concerned):
        for asking in module.nodes_named(ast.Name, frozenset(["raw_input"])):
            if module.is_builtin(asking, "raw_input"):
                asked = module.helper("asked_behind_blank", ASKED, ("import sys",))
                yield module.replace(asking, asked, needs_python2=True)
    if leaving:
        for written in module.nodes_of(ast.Expr):
            if not isinstance(written, ast.Expr) or module.function(written) not in leaving:
                continue
            if _writes_alone(written, module):
                yield module.insert(module.span(written).end, "; sys.stdout.softspace = False")


def remembers(call: ast.Call, module: Module) -> bool:
    """Whether `call` runs code of a string that leaves a blank, and the next print may write no item."""
    if open_code(call, module) is None or prints_besides(call, module):
        return False
    return not isinstance(module.parent(call), ast.Expr) or not all(map(_has_item, _followers(call, module)))


def _print_around(call: ast.Call, prints: list[ast.Call], module: Module) -> ast.Call | None:
    """The print to the terminal for which `call` gives a value."""
    around = next((p for p in module.ancestors(call) if p in prints), None)
    return around if isinstance(around, ast.Call) and _stream(around, module) == "" else None


def _run_between(call: ast.Call, module: Module) -> list[ast.Call]:
    """All that is called after the first item of a print to the terminal was written, before the next is: where
    print_in_turn parts them.
    """
    if _stream(call, module) != "":
        return []
    asked = [n for a in call.args[1:] for n in ast.walk(a) if isinstance(n, ast.Call)]
    functions = [f for c in asked if does_print(c, module) for f in reached(c, module)]
    run = [n for f in functions for n in own_nodes(f.body)]
    if any(may_fail(a, module) for a in call.args[1:]):
        run += [n for tried in tries_around(call, module) for h in tried.handlers for n in ast.walk(h)]
    return [*asked, *(n for n in run if isinstance(n, ast.Call))]


def _is_beyond(call: ast.Call, module: Module) -> bool:
    """Whether a call shows what can't be told of a blank that is due: in another file, as a question, by a write that
    is part of something else.
    """
    if asks(call, module) or far_output(call, module):
        return True
    statement = module.parent(call)
    alone = isinstance(statement, ast.Expr) and _writes_alone(statement, module)
    return stdlib_name(call.func, module) == "sys.stdout.write" and not alone


def _writes_alone(node: ast.Expr, module: Module) -> bool:
    """Whether a statement, the last of its line, calls `sys.stdout.write`: Python 2 forgot the blank there."""
    call = node.value
    if not isinstance(call, ast.Call) or stdlib_name(call.func, module) != "sys.stdout.write":
        return False
    rest = module.text[module.span(node).end : module.line_span(node).end].lstrip(" \t")
    names = module.source(module.span(call.func)) == "sys.stdout.write"
    return names and rest[:1] in ("", "\n", "\r", "#")


def _is_print(node: ast.AST, module: Module) -> bool:
    return isinstance(node, ast.Call) and module.is_builtin(node.func, "print")


def _prints(node: ast.AST, module: Module) -> bool:
    """Whether `node` calls print or, already rewritten, the helper."""
    helped = (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print_softspace"
    )
    return helped or _is_print(node, module)


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((k.value for k in call.keywords if k.arg == name), None)


def _leaves_blank(call: ast.Call) -> bool:
    end = _keyword(call, "end")
    return isinstance(end, ast.Constant) and end.value == " "


def _ends_dark(call: ast.Call, module: Module) -> bool:
    """Whether the last item certainly does not end in white space (after which Python 2 wrote no blank)."""
    last = call.args[-1] if call.args else None
    if isinstance(last, ast.Constant):
        return not (isinstance(last.value, str) and last.value.endswith(WHITE))
    if isinstance(last, ast.BinOp) and isinstance(last.op, ast.Mod) and isinstance(last.left, ast.Constant):
        text = last.left.value
        conversion = _CONVERSION.search(text) if isinstance(text, str) else None
        return (
            isinstance(text, str)
            and not text.endswith(WHITE)
            and (not conversion or conversion[1] not in "src")
        )
    if isinstance(last, ast.Call) and module.is_builtin(last.func, "repr"):
        return True
    types = module.type_of(last) if last is not None else frozenset()
    return bool(types) and not types & {"str", "unicode", "bytes"}


def _blank_follows(call: ast.Call, module: Module) -> bool:
    """Whether the blank is certainly written: by the next print's item, or by raw_input, which wrote it too."""
    statement = module.statement(call)
    block = module.block(statement)
    following = block[block.index(statement) + 1 :][:1]
    if following and not isinstance(
        following[0], (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.FunctionDef)
    ):
        calls = [n for n in ast.walk(following[0]) if isinstance(n, ast.Call)]
        if any(module.is_builtin(n.func, "raw_input", "input") for n in calls) and not any(
            _prints(n, module) for n in calls
        ):
            return _stream(call, module) == ""
    return all(map(_has_item, _followers(call, module)))


def _written_behind(call: ast.Call, module: Module) -> bool:
    """Whether the next statement writes to the terminal by itself: then Python 2 forgot the blank."""
    statement = module.statement(call)
    block = module.block(statement)
    following = block[block.index(statement) + 1 :][:1]
    if _stream(call, module) == "" and _is_put_back(statement, module):
        return True
    written = following[0].value if following and isinstance(following[0], (ast.Expr, ast.Assign)) else None
    return (
        isinstance(written, ast.Call)
        and _stream(call, module) == ""
        and (stdlib_name(written.func, module) == "sys.stdout.write" or writes_first(written, module))
    )


def _is_put_back(statement: ast.stmt, module: Module) -> bool:
    """Whether what takes the place of the terminal for a while is left behind `statement`: nothing more is written
    there.
    """
    block = module.block(statement)
    behind = block[block.index(statement) + 1 :][:1]
    around = module.parent(statement)
    if isinstance(around, ast.Try) and block is around.body:
        behind = behind or around.finalbody[:1]
    return any(_puts_back(s, module) for s in behind)


def _puts_back(statement: ast.stmt, module: Module) -> bool:
    """Whether a statement sets the terminal that one before it has set."""
    if not _sets_terminal(statement, module):
        return False
    block, around = module.block(statement), module.parent(statement)
    before = block[: block.index(statement)]
    if isinstance(around, ast.Try) and block in (around.body, around.finalbody):
        outside = module.block(around)
        before = [*outside[: outside.index(around)], *around.body, *before]
    setters = [s for s in before if s is not statement and _sets_terminal(s, module)]
    return bool(setters) and not _may_be_set_again(setters[-1], module)


def _may_be_set_again(setter: ast.stmt, module: Module) -> bool:
    """Whether what takes the place of the terminal may do so once more: then the blank comes with what is written."""
    given = _set_to(setter, module)
    if given is None or isinstance(given, ast.Call):
        return given is None
    wanted, home = ast.unparse(given), module.function(setter)
    others = (s for s in module.nodes_of(ast.Assign) if isinstance(s, ast.Assign) and s is not setter)
    same = [o for o in others if (other := _set_to(o, module)) is not None and ast.unparse(other) == wanted]
    if same:
        return True
    if home is None:
        return any(isinstance(a, (ast.For, ast.While)) for a in module.ancestors(setter))
    made = (s for s in module.below(home) if isinstance(s, ast.Assign) and isinstance(s.value, ast.Call))
    return not any(ast.unparse(t) == wanted for s in made for t in s.targets)


def _set_to(statement: ast.stmt, module: Module) -> ast.expr | None:
    """What a statement makes the terminal."""
    for target in statement.targets if isinstance(statement, ast.Assign) else []:
        value = statement.value  # type: ignore[attr-defined]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(target.elts, value.elts, strict=False))
        else:
            pairs = [(target, value)]
        for one, given in pairs:
            if stdlib_name(one, module) == "sys.stdout":
                return given
    return None


def _sets_terminal(statement: ast.stmt, module: Module) -> bool:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    set_ = [t for target in targets for t in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return any(stdlib_name(t, module) == "sys.stdout" for t in set_)


def _has_item(follower: ast.Call | None) -> bool:
    return follower is not None and bool(follower.args)


def _stream(call: ast.Call, module: Module) -> str:
    """Where a call prints to, as it is spelled; "" for the terminal."""
    file = _keyword(call, "file")
    return "" if file is None or _is_terminal(file, module) else module.source(module.span(file))


def _is_terminal(file: ast.expr, module: Module) -> bool:
    """Whether `file` is sys.stdout, also by the one other name that it is given where nothing takes its place."""
    if isinstance(file, ast.BoolOp) and isinstance(file.op, ast.Or):
        return all(_is_terminal(one, module) for one in file.values)
    if is_none(file) or stdlib_name(file, module) == "sys.stdout":
        return True
    given = assigned(file, module) if isinstance(file, ast.Name) else None
    return (
        given is not None
        and stdlib_name(given, module) == "sys.stdout"
        and not any(
            isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load) and n.attr == "stdout"
            for n in module.nodes_of(ast.Attribute)
        )
    )


def _streams(call: ast.Call, module: Module) -> frozenset[str]:
    """All that a call may print to, as it is spelled: `out or sys.stdout`, a parameter that may be the terminal."""
    known = memory(module)
    if ("streams", call) not in known:
        known["streams", call] = frozenset(_spelled(_keyword(call, "file"), module))
    return known["streams", call]  # type: ignore[no-any-return]


def _spelled(file: ast.expr | None, module: Module, depth: int = 0) -> set[str]:
    if file is None or is_none(file) or stdlib_name(file, module) == "sys.stdout":
        return {""}
    if isinstance(file, ast.BoolOp):
        return {place for value in file.values for place in _spelled(value, module, depth)}
    if isinstance(file, ast.IfExp):
        return _spelled(file.body, module, depth) | _spelled(file.orelse, module, depth)
    found = {module.source(module.span(file))}
    given: list[ast.expr | None] = []
    if isinstance(file, ast.Name):
        bound = module.bindings(file)
        given = [default_there(b.node, module) if b.kind == "parameter" else b.value for b in bound]
    elif isinstance(file, ast.Attribute):
        given = given_to_attributes(module).get(file.attr, [])
    for value in given if depth < _DEEPEST else ():
        # What is made there is another stream than any that has a name.
        if isinstance(value, (ast.Name, ast.Attribute, ast.BoolOp, ast.IfExp)) or is_none(value):
            found |= _spelled(value, module, depth + 1)
    return found


def _may_share(first: ast.Call, second: ast.Call, module: Module) -> bool:
    """Whether two calls may print to one stream."""
    same = _stream(first, module) == _stream(second, module)
    return same or not _streams(first, module).isdisjoint(_streams(second, module))


def _followers(call: ast.Call, module: Module) -> list[ast.Call | None]:
    """The prints that can be executed next on the same stream; None stands for whatever runs elsewhere."""
    statement: ast.stmt = module.statement(call)
    found: list[ast.Call | None] = []
    while True:
        block = module.block(statement)
        for following in block[block.index(statement) + 1 :]:
            certain = _collect(following, call, module, found)
            if certain:
                return found
        parent = module.parent(statement)
        if isinstance(parent, (ast.For, ast.While)):
            for body in (parent.body, parent.orelse):
                any(_collect(s, call, module, found) for s in body)
        if isinstance(parent, ast.Try) and statement in parent.body:
            # A loop without an end is left by an exception.
            for handler in parent.handlers:
                any(_collect(s, call, module, found) for s in handler.body)
        lasts = parent.finalbody if isinstance(parent, ast.Try) and statement in parent.body else []
        if any(_collect(s, call, module, found) for s in lasts):
            return found
        if isinstance(parent, ast.ExceptHandler):
            parent = module.parent(parent)
        if not isinstance(parent, (ast.For, ast.While, ast.If, ast.With, ast.Try)):
            return [*found, None]
        statement = parent


def _writes_elsewhere(statement: ast.stmt, module: Module) -> bool:
    """Whether a statement calls a function of another file that writes to the terminal, and prints nothing itself."""
    calls = [n for n in ast.walk(statement) if isinstance(n, ast.Call)]
    return not any(_prints(c, module) for c in calls) and any(far_output(c, module) for c in calls)


def _collect(statement: ast.stmt, call: ast.Call, module: Module, found: list[ast.Call | None]) -> bool:
    """Add the prints of a statement that may come first behind `call`; True when one of them, or a departure, is
    certain.
    """
    stream = _stream(call, module)
    if (
        isinstance(statement, (ast.Expr, ast.Assign))
        and stream == ""
        and _writes_elsewhere(statement, module)
    ):
        found.append(_SOMETHING)
        return True
    if isinstance(statement, ast.Expr):
        if isinstance(statement.value, ast.Call) and _prints(statement.value, module):
            if not _may_share(statement.value, call, module):
                return False
            found.append(statement.value)
            return _stream(statement.value, module) == stream
        forgotten = stream == "" and _writes_alone(statement, module)
        found += [None] * forgotten
        return forgotten
    if isinstance(statement, (ast.Return, ast.Raise, ast.Break, ast.Continue)):
        found.append(None)
        return True
    if isinstance(statement, ast.Assign) and stream == "" and _puts_back(statement, module):
        found.append(_NOTHING)
        return True
    if isinstance(statement, ast.Assign):
        told = any(isinstance(t, ast.Attribute) and t.attr == "softspace" for t in statement.targets)
        found += [None] * told
        return told
    if isinstance(statement, ast.If):
        arms = [statement.body, statement.orelse]
        always = [any(_collect(s, call, module, found) for s in arm) for arm in arms]
        return all(always)
    if isinstance(statement, (ast.For, ast.While)):
        for body in (statement.body, statement.orelse):
            any(_collect(s, call, module, found) for s in body)
        return False
    if isinstance(statement, (ast.With, ast.Try)):
        certain = any(_collect(s, call, module, found) for s in statement.body)
        for handler in getattr(statement, "handlers", ()):
            any(_collect(s, call, module, found) for s in handler.body)
        return certain
    return False


RULE = Rule(
    id="print_softspace",
    family="P1",
    summary="`print x,` leaves a blank only for a next item: a helper where that is not certain",
    before="for i in range(3):\n    print i,\nprint\n",
    after=(
        f"import atexit\nimport sys\n\n{HELPER}\n\n"
        "for i in range(3):\n    print_softspace(i, end='')\nprint_softspace()\n"
    ),
    caveats=(
        "The helper is used for the prints concerned only, in a file where a following print may write no item or is "
        "not in sight. A write() to the stream in between cleared the blank in Python 2; here only where it is a "
        "statement that calls sys.stdout.write, in a function that leaves one."
    ),
    triggers=("print",),
    nodes=(ast.Module,),
    visit=visit,
)
