"""parser.expr(text).compile() → compile(text, "<syntax-tree>", "eval"); parser.suite(text) → ast.parse(text)."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import arguments, spell_builtin
from migration.rules._moves import Move, Moves, later
from migration.rules._names import stdlib_name

_COMPILE = frozenset(["compile"])
_MODES = {"parser.expr": "eval", "parser.suite": "exec"}
_EXPRESSION = '''
def parsed_expression(source):
    """The syntax tree of an expression."""
    return ast.parse(source, mode="eval")
'''
MOVES = Moves(
    {
        "parser.suite": Move("ast.parse", Exactness.SEMANTIC, (3, 10)),
        "parser.expr": Move(
            helper=("parsed_expression", _EXPRESSION),
            imports=("import ast",),
            gone=(3, 10),
            exactness=Exactness.SEMANTIC,
        ),
        "parser.ParserError": later("builtins.SyntaxError", (3, 10)),
    },
    {"parser": ""},
)


def visit(node: ast.AST, module: Module) -> Findings:
    """Compile at once what was parsed to be compiled; else parse it by the module that is left."""
    if isinstance(node, ast.Call):
        made = _parsed(node, module)
        if made is not None:
            mode = _MODES[stdlib_name(made.func, module) or ""]
            name = module.sub(node.args[0]) if node.args else ('"<syntax-tree>"',)
            source = module.sub(made.args[0])
            builtin = spell_builtin("compile", node, module)
            yield module.replace(node, builtin, "(", *source, ", ", *name, f', "{mode}")')
        return
    if isinstance(node, ast.ImportFrom):
        calls = (c for c in module.nodes_named(ast.Call, _COMPILE) if isinstance(c, ast.Call))
        if any(_parsed(call, module) is not None for call in calls):
            return  # looked at again when those that compile are gone
    method = module.parent(module.parent(node)) if isinstance(node, (ast.Attribute, ast.Name)) else None
    compiled = module.parent(method) if isinstance(method, ast.Attribute) else None
    if not isinstance(compiled, ast.Call) or _parsed(compiled, module) is None:
        yield from MOVES.visit(node, module)


def _parsed(node: ast.Call, module: Module) -> ast.Call | None:
    """The call that parses what `node`, a call of compile() on a tree, compiles."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "compile" or not arguments(node, 1):
        return None
    made = function.value
    found = isinstance(made, ast.Call) and stdlib_name(made.func, module) in _MODES and arguments(made, 1, 1)
    return made if found and isinstance(made, ast.Call) else None


RULE = Rule(
    id="parser_module",
    family="P19",
    summary="the module parser is gone; compile() and ast parse",
    before="import parser\ncode = parser.expr(text).compile()\nparser.suite(text)\n",
    after='import ast\ncode = compile(text, "<syntax-tree>", "eval")\nast.parse(text)\n',
    caveats="A tree is one of ast: what else is asked of it is not rewritten.",
    triggers=("parser",),
    exactness=Exactness.SEMANTIC,
    when=lambda module: module.target >= (3, 10),
    nodes=(*MOVES.nodes, ast.Call),
    names=MOVES.names | _COMPILE,
    follows=frozenset(["parser_module"]),
    visit=visit,
)
