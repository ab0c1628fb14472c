"""parser.expr(text).compile() → compile(text, "<syntax-tree>", "eval"); parser.suite(text) → ast.parse(text)."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import arguments, spell_builtin
from migration.analysis.names import memory, stdlib_name
from migration.rewriting.helpers import helper
from migration.rewriting.moves import Move, Moves, later
from migration.rule import Findings, Rule
from migration.view.module import Module

_COMPILE = frozenset(["compile"])
#: What trees are asked for, by functions of the module, which are methods of trees as well.
_ASKED = {"parser.compilest": "compile", "parser.isexpr": "isexpr", "parser.issuite": "issuite"}
_MODES = {"parser.expr": "eval", "parser.suite": "exec"}
_EXPRESSION = '''
def parsed_expression(source):
    """The syntax tree of an expression."""
    return ast.parse(source, mode="eval")
'''
_PARSED = '''
class ParsedCode:
    """Code that was parsed to be compiled later: an expression, or statements."""

    def __init__(self, code, is_expression):
        self.code = code
        self.is_expression = is_expression

    def compile(self, filename="<syntax-tree>"):
        return self.code.replace(co_filename=filename)

    def isexpr(self):
        return self.is_expression

    def issuite(self):
        return not self.is_expression
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
        **{name: Move(gone=(3, 10)) for name in _ASKED},
    },
    {"parser": ""},
)


def visit(node: ast.AST, module: Module) -> Findings:
    """Compile at once what was parsed to be compiled; else parse it by the module that is left."""
    if isinstance(node, ast.Call):
        made = _parsed(node, module)
        called = stdlib_name((made or node).func, module) or ""
        mode, builtin = _MODES.get(called, ""), spell_builtin("compile", node, module)
        if made is not None:
            given = node.args[1:] if made in node.args else node.args
            name = module.sub(given[0]) if given else ('"<syntax-tree>"',)
            source = module.sub(made.args[0])
            yield module.replace(node, builtin, "(", *source, ", ", *name, f', "{mode}")')
        elif called in _ASKED and arguments(node, 2, 1):
            rest = module.sub(node.args[1]) if len(node.args) > 1 else ()
            yield module.replace(node, *module.atom(node.args[0]), f".{_ASKED[called]}(", *rest, ")")
        elif _is_kept(node, module):
            code = (builtin, "(", *module.sub(node.args[0]), f', "<syntax-tree>", "{mode}")')
            kept = helper("ParsedCode", _PARSED, module)
            yield module.replace(node, kept, "(", *code, f", {mode == 'eval'})")
    elif isinstance(node, ast.ImportFrom):
        # Where calls are rewritten, looked at again when that is done.
        ours = node.module in MOVES.modules
        if ours and not any(_is_mended(call, module) for call in module.nodes_of(ast.Call)):
            yield from MOVES.visit(node, module)
    elif not _is_mended(module.parent(node), module):
        yield from MOVES.visit(node, module)


def _is_mended(node: ast.AST | None, module: Module) -> bool:
    """Whether `node` is a call that is rewritten with what it calls, by itself or in another."""
    if not isinstance(node, ast.Call):
        return False
    if stdlib_name(node.func, module) in _ASKED:
        return arguments(node, 2, 1)
    return _is_compiled(node, module) or _is_kept(node, module)


def _is_compiled(node: ast.Call, module: Module) -> bool:
    """Whether what `node` parses is compiled at once."""
    outer = module.parent(node)
    outer = module.parent(outer) if isinstance(outer, ast.Attribute) else outer
    return isinstance(outer, ast.Call) and _parsed(outer, module) is node


def _is_kept(node: ast.Call, module: Module) -> bool:
    """Whether `node` parses, in a file that asks trees for more than to be compiled at once."""
    if stdlib_name(node.func, module) not in _MODES or not arguments(node, 1, 1):
        return False
    if _is_compiled(node, module):
        return False
    known = memory(module)
    if "asks trees of code" not in known:
        asked = (n for n in module.nodes_of(ast.Attribute, ast.Name) if _asks(n, module))
        known["asks trees of code"] = any(asked)
    return known["asks trees of code"]  # type: ignore[no-any-return]


def _asks(node: ast.AST, module: Module) -> bool:
    call = module.parent(node)
    if isinstance(call, ast.Call) and _parsed(call, module) is not None:
        return False
    if isinstance(node, ast.Attribute) and node.attr in _ASKED.values():
        return module.qualified_name(node) is None
    return stdlib_name(node, module) in _ASKED


def _parsed(node: ast.Call, module: Module) -> ast.Call | None:
    """The call that parses what `node`, a call of compile() on a tree, compiles."""
    function = node.func
    made: ast.expr | None = None
    if isinstance(function, ast.Attribute) and function.attr == "compile" and arguments(node, 1):
        made = function.value
    if arguments(node, 2, 1) and stdlib_name(function, module) == "parser.compilest":
        made = node.args[0]
    found = isinstance(made, ast.Call) and stdlib_name(made.func, module) in _MODES and arguments(made, 1, 1)
    return made if found and isinstance(made, ast.Call) else None


RULE = Rule(
    id="parser_module",
    family="P19",
    summary="the module parser is gone; compile() and ast parse",
    before="import parser\ncode = parser.expr(text).compile()\nparser.suite(text)\n",
    after='import ast\ncode = compile(text, "<syntax-tree>", "eval")\nast.parse(text)\n',
    caveats="A tree can be compiled, and asked what it is; what else is asked of it is not rewritten.",
    triggers=("parser",),
    exactness=Exactness.SEMANTIC,
    when=lambda module: module.target >= (3, 10),
    nodes=(*MOVES.nodes, ast.Call),
    names=MOVES.names | _COMPILE | set(_ASKED.values()),
    follows=frozenset(["parser_module"]),
    visit=visit,
)
