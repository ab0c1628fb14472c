"""Code that is known only when it runs, and divides: what shows it, and what divides in it as Python 2 did."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.analysis.classes import attribute_values, classes
from migration.analysis.elsewhere import absolute, other_file
from migration.analysis.names import last_name, memory, stdlib_name
from migration.analysis.values import attributes_given, constants_held, reads_alike
from migration.dialects.dialect import parse
from migration.rewriting.helpers import helper
from migration.rules.code._code import has_own_builtins
from migration.source.edits import Edit
from migration.view.module import Module

HELPER = '''
def classic_code(source, name="<string>", mode="exec"):
    """Compile code in which `/` divides integers downwards, as in Python 2."""
    whole = "isinstance(a, int) and isinstance(b, int)"

    class Divisions(ast.NodeTransformer):
        def divided(self, node, left, right):
            made = ast.parse("(lambda a, b: a // b if %s else a / b)(0, 0)" % whole, mode="eval").body
            made.args = [left, right]
            return ast.copy_location(made, node)

        def visit_BinOp(self, node):
            self.generic_visit(node)
            return self.divided(node, node.left, node.right) if isinstance(node.op, ast.Div) else node

        def visit_AugAssign(self, node):
            self.generic_visit(node)
            if not isinstance(node.op, ast.Div) or any(isinstance(n, ast.Call) for n in ast.walk(node.target)):
                return node
            left = ast.parse(ast.unparse(node.target), mode="eval").body
            made = ast.Assign([node.target], self.divided(node, left, node.value))
            return ast.copy_location(made, node)

    if isinstance(source, ast.AST):
        return compile(ast.fix_missing_locations(Divisions().visit(source)), name, mode)
    if not isinstance(source, (str, bytes)):
        return source
    tree = ast.parse(source.lstrip() if mode == "eval" else source, name, mode)
    future = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
    if not any(a.name == "division" for n in future for a in n.names):
        tree = ast.fix_missing_locations(Divisions().visit(tree))
    return compile(tree, name, mode)
'''
#: The same where code may find no builtins: what it asks then.
_WHOLE = (
    '"isinstance(a, int) and isinstance(b, int)"',
    '"{a.__class__, b.__class__} <= {(0).__class__, True.__class__}"',
)
#: And what is done besides where a text of the program spells what Python 3 can't read.
_READING = '    tree = ast.parse(source.lstrip() if mode == "eval" else source, name, mode)\n'
_READING_BOTH = """    source = source.lstrip() if mode == "eval" else source
    try:
        tree = ast.parse(source, name, mode)
    except SyntaxError:
        if isinstance(source, bytes):
            raise
        tree = ast.parse(respelled(source), name, mode)
"""
_SPELLING = '''    def respelled(code):
        """Code with `x`, <>, 0777 and 10L as Python 3 spells them."""
        kept = r"(?s:\\"{3}.*?\\"{3}|\'{3}.*?\'{3})|\\"(?:\\\\.|[^\\"\\n])*\\"|\'(?:\\\\.|[^\'\\n])*\'|#.*"
        changed = r"<>|`[^`\\n]*`|(?<![\\w.])(?:0[xX][\\da-fA-F]+|\\d+)[lL]?\\b(?!\\.)"
        return re.sub(kept + "|" + changed, lambda found: respelled_part(found[0]), code)

    def respelled_part(text):
        if text == "<>":
            return "!="
        if text[0] == "`":
            return "repr((%s))" % respelled(text[1:-1])
        return re.sub("^0(?=[0-9])", "0o", text.rstrip("lL")) if text[0].isdigit() else text

    if not isinstance(source, (str, bytes)):
'''
_SPELLED = re.compile(r"[\w)\]\"'] <> [\w(\"']|(?m:=[ \t]*0[0-7]+[ \t]*$)|(?<![\w.])\d+L\b(?![\"'])")
_SQL = re.compile(r"(?i)\b(?:select|where|from|having|update)\b[^\n]* <> ")
#: Pieces of code in a text that divide what may be integers: between blanks, with a number or a bracket beside them,
#: in a formula, or where a field of a template says itself what stands there.
_DIVIDED = re.compile(
    r"(?<![\w.])\d+ / (?!\d+\.)[\w(]|[\w)\]\"'] / (?:\d+(?![\d.])|\()|[)\]] / \w|"
    r"\A=[^=\n]*[\w)] ?/ ?[\w(]|%\(\w+ ?/ ?\w+\)"
)
_FIELD = re.compile(r"%(?:\(\w+\))?[-+ #0]*\d*(?:\.\d+)?[sridxf]|\{\w*\}")
#: What a piece of code may need around it to be read.
_AROUND = ("{}", "{} x", "x {}", "x {} x", "x = {}")
#: How digits are written in a pattern, or one by one, in a text that is not too long for that.
_DIGITS, _LONG = ("0-9", r"\d", "0123456789", "1234567890"), 80
#: Methods of texts whose result is made of them and of what they are given.
_METHODS = frozenset(["format", "join", "lstrip", "replace", "rstrip", "strip"])
#: How many lines of another file are looked at for a constant of it.
_LONGEST = 200
#: What puts a text among others.
_ADDING = frozenset(["append", "extend", "insert"])
#: Of what makes what, no further than this.
_STEPS = 3


def divides(node: ast.expr, module: Module, steps: int = _STEPS) -> bool:
    """Whether code that is put together as `node` says certainly has a division of what may be integers in it: in the
    constants that it is made of, also those that a name stands for or that calls in the file give a parameter.
    """
    return any(isinstance(c.value, str) and _has_division(c.value) for c in _constants(node, module, steps))


def holds_arithmetic(node: ast.expr, module: Module) -> bool:
    """Whether code that is evaluated is looked through before for what arithmetic is written in, the sign of division
    among that: `if not re.match('[-+*/0-9 ]+$', text): raise ValueError`, `eval(text)`.
    """
    function = module.function(node)
    if function is None or not isinstance(node, ast.Name):
        return False
    return any(
        isinstance(one, ast.Constant) and isinstance(one.value, str) and _is_alphabet(one.value)
        for one in module.below(function)
    )


def _is_alphabet(text: str) -> bool:
    return len(text) < _LONG and all(sign in text for sign in "+-*/") and any(d in text for d in _DIGITS)


def may_be_given_division(node: ast.expr, code: set[ast.Constant], module: Module) -> bool:
    """Whether code that comes to `node` from somewhere may be a part of a text that a small program spells, and that
    divides, or that Python 3 can't read, but of the literals that are known to be `code` and are migrated themselves.
    """
    if not module.facts.index.is_small or _is_compiled(node, module):
        return False
    known = memory(module)
    if "spells divisions" not in known:
        known["spells divisions"] = [
            n
            for n in module.nodes_of(ast.Constant)
            if isinstance(n, ast.Constant)
            and isinstance(n.value, str)
            and (_DIVIDED.search(n.value) or _spells_otherwise(n.value))
            and not isinstance(module.parent(n), ast.Expr)
        ]
    return any(n not in code for n in known["spells divisions"])


def _spells_otherwise(text: str) -> bool:
    """Whether a text holds pieces of code that Python 3 can't read, but for statements."""
    return _SPELLED.search(text) is not None and _SQL.search(text) is None


def _helper(module: Module) -> tuple[str, tuple[str, ...]]:
    """The helper that code is run by, and what it imports."""
    source, imports = HELPER, ["import ast"]
    if has_own_builtins(module):
        source = source.replace(*_WHOLE)
    texts = (n.value for n in module.nodes_of(ast.Constant) if isinstance(n, ast.Constant))
    if any(isinstance(t, str) and _spells_otherwise(t) for t in texts):
        source = source.replace(_READING, _READING_BOTH).replace(_SPELLING.rpartition("\n\n")[2], _SPELLING)
        imports.append("import re")
    return source, tuple(imports)


def _is_compiled(node: ast.expr, module: Module) -> bool:
    """Whether `node` is put together of nothing but literals, or all that it is given is compiled already."""
    if isinstance(node, ast.Constant) or module.type_of(node) - {"str", "unicode"}:
        return True
    if isinstance(node, ast.BinOp):
        return _is_compiled(node.left, module) and _is_compiled(node.right, module)
    values: list[ast.expr | None] = []
    if isinstance(node, ast.Attribute):
        values = [value for _, value in attributes_given(module).get(node.attr, ())]
    elif isinstance(node, ast.Name):
        bindings = module.bindings(node)
        values = [b.value if b.kind == "assign" else None for b in bindings]
    elif isinstance(node, ast.Call):
        return module.is_builtin(node.func, "compile") or last_name(node.func).startswith("classic_code")
    return bool(values) and all(
        isinstance(v, ast.Constant) or (isinstance(v, ast.Call) and module.is_builtin(v.func, "compile"))
        for v in values
    )


def _constants(node: ast.expr, module: Module, steps: int) -> Iterator[ast.Constant]:
    if isinstance(node, ast.Constant):
        yield node
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mod)):
        yield from _constants(node.left, module, steps)
        yield from _constants(node.right, module, steps)
    elif isinstance(node, (ast.Tuple, ast.List)):
        for part in node.elts:
            yield from _constants(part, module, steps)
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        yield from _constants(node.elt, module, steps)
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
            yield from _constants(node.func.value, module, steps)
        elif not module.is_builtin(node.func, "str") and stdlib_name(node.func, module) != "textwrap.dedent":
            return
        for part in (*node.args, *(k.value for k in node.keywords)):
            yield from _constants(part, module, steps)
    elif isinstance(node, ast.Attribute) and steps:
        yield from _of_attribute(node, module, steps - 1)
    elif isinstance(node, ast.Name) and steps:
        bindings = module.bindings(node)
        given = bindings[0] if len(bindings) == 1 else None
        if given is not None and isinstance(given.node, ast.arg):
            for value in module.arguments_for(given.node):
                yield from _constants(value, module, steps - 1)
        elif given is not None and given.kind == "import":
            yield from _imported(node, module)
        elif bindings and all(b.kind in ("assign", "augmented") for b in bindings):
            kept = [b.node.value if isinstance(b.node, ast.AugAssign) else b.value for b in bindings]
            for value in filter(None, [*kept, *_added(node, module)]):
                yield from _constants(value, module, steps - 1)
        else:
            yield from constants_held(node, module)


def _added(name: ast.Name, module: Module) -> list[ast.expr]:
    """What methods put into the list that a name stands for."""
    calls = (module.parent(module.parent(n)) for n in reads_alike(name, module) if _adds(n, module))
    return [c.args[-1] for c in calls if isinstance(c, ast.Call) and c.args]


def _adds(read: ast.Name, module: Module) -> bool:
    method = module.parent(read)
    return isinstance(method, ast.Attribute) and method.attr in _ADDING


def _of_attribute(node: ast.Attribute, module: Module, steps: int) -> Iterator[ast.Constant]:
    """The constants of which an attribute is made: of a module of the repository, or of objects here."""
    if module.qualified_name(node.value) is not None:
        yield from _imported(node, module)
        return
    owners = (c for same in classes(module).values() for c in same)
    values = [value for owner in owners for value in attribute_values(owner, node.attr)]
    for value in values:
        yield from _constants(value, module, steps)


def _imported(node: ast.expr, module: Module) -> Iterator[ast.Constant]:
    """The constant that another file of the repository has under a name of its own."""
    source, _, name = absolute(node, module).rpartition(".")
    key = other_file(source, module)
    text = module.facts.index.text(key) or "" if key is not None else ""
    for given in re.finditer(rf"^{name}[ \t]*=(?!=)", text, re.MULTILINE):
        # The file as a whole may be none that Python 3 can read.
        lines = text[given.start() :].split("\n", _LONGEST)[:_LONGEST]
        trees = (parse("\n".join(lines[: n + 1])) for n in range(len(lines)))
        statement = next((tree for tree in trees if tree is not None), None)
        yield from (c for c in ast.walk(statement or ast.Module([], [])) if isinstance(c, ast.Constant))


def _has_division(text: str) -> bool:
    if "/" not in text:
        return False
    filled = _FIELD.sub("x", text).strip()
    for around in _AROUND:
        tree = parse(around.format(filled)) if "\n" not in filled or around == "{}" else None
        if tree is not None:
            return any(map(_is_division, ast.walk(tree)))
    return False


def _is_division(node: ast.AST) -> bool:
    if not isinstance(node, (ast.BinOp, ast.AugAssign)) or not isinstance(node.op, ast.Div):
        return False
    operands = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    return not any(isinstance(o, ast.Constant) and isinstance(o.value, float) for o in operands)


def classically_divided(node: ast.Call, name: str, module: Module) -> Edit | None:
    """The edit after which a call of exec, eval or compile divides as Python 2 did in the code that it is given; None
    where that can't be: what is compiled may be wanted as a tree.
    """
    if module.has_future("division"):
        return None
    if any(isinstance(a, ast.Starred) for a in node.args) or node.keywords:
        return None
    source, imports = _helper(module)
    function = helper("classic_code", source, module, imports)
    if name == "builtins.compile":
        mode = node.args[2] if len(node.args) == 3 else None
        if not isinstance(mode, ast.Constant) or mode.value not in ("exec", "eval", "single"):
            return None
        return module.replace(node.func, function, needs_python2=True)
    if name == "builtins.eval":
        made = module.in_call(node.args[0], function, ', mode="eval"')
    else:
        made = module.in_call(node.args[0], function)
    return module.edit(made, needs_python2=True)
