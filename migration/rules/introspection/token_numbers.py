"""TOKEN_OP = 51 → TOKEN_OP = tokenize.OP, in a file that spells out the numbers of Python 2's tokens."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.names import in_repository
from migration.rule import Findings, Rule
from migration.view.module import Module

#: The tokens of Python 2.7, in the order of their numbers.
_TOKENS = (
    "ENDMARKER", "NAME", "NUMBER", "STRING", "NEWLINE", "INDENT", "DEDENT", "LPAR", "RPAR", "LSQB", "RSQB",
    "COLON", "COMMA", "SEMI", "PLUS", "MINUS", "STAR", "SLASH", "VBAR", "AMPER", "LESS", "GREATER", "EQUAL",
    "DOT", "PERCENT", "BACKQUOTE", "LBRACE", "RBRACE", "EQEQUAL", "NOTEQUAL", "LESSEQUAL", "GREATEREQUAL",
    "TILDE", "CIRCUMFLEX", "LEFTSHIFT", "RIGHTSHIFT", "DOUBLESTAR", "PLUSEQUAL", "MINEQUAL", "STAREQUAL",
    "SLASHEQUAL", "PERCENTEQUAL", "AMPEREQUAL", "VBAREQUAL", "CIRCUMFLEXEQUAL", "LEFTSHIFTEQUAL",
    "RIGHTSHIFTEQUAL", "DOUBLESTAREQUAL", "DOUBLESLASH", "DOUBLESLASHEQUAL", "AT", "OP", "ERRORTOKEN",
    "COMMENT", "NL",
)  # fmt: skip
#: The first number that means another token now.
_FIRST = _TOKENS.index("BACKQUOTE")
#: How many numbers have to be right for the others to be taken for tokens.
_LEAST = 12
_READS_TOKENS = re.compile(r"^[ \t]*(?:import|from)[ \t]+(?:[\w, \t]+,[ \t]*)?token(?:ize)?\b", re.MULTILINE)
#: What gives tokens with their numbers; who has none of it compares its numbers with each other alone.
_GIVES_TOKENS = re.compile(r"generate_tokens|tokenize\(")
#: What gives tokens of the program's own, with the numbers that it spells out.
_OWN_TOKENIZER = re.compile(r"^[ \t]*def generate_tokens\(", re.MULTILINE)


def visit(node: ast.Module, module: Module) -> Findings:
    """Give the constants of a file that lists tokens the numbers of today."""
    constants = list(_constants(node))
    right = [before for name, number, _ in constants if (before := _prefix(name, number)) is not None]
    if len(right) < _LEAST or len(set(right)) != 1:
        return
    if not (in_repository(_READS_TOKENS, module) and in_repository(_GIVES_TOKENS, module)):
        return
    prefix = right[0]
    if any(_is_of_others(name.removeprefix(prefix), number) for name, number, _ in constants):
        return
    if in_repository(_OWN_TOKENIZER, module):
        return
    for name, number, value in constants:
        if not (name.startswith(prefix) and _FIRST <= number < len(_TOKENS)):
            continue
        if _TOKENS[number] == "BACKQUOTE":
            continue  # there is none any more
        yield module.replace(
            value, module.use(f"tokenize.{_TOKENS[number]}", at=value), exactness=Exactness.SEMANTIC
        )


def _is_of_others(name: str, number: int) -> bool:
    """Whether a token has a number that is another one's in Python 2: such are a parser's own, as those of pgen."""
    return name in _TOKENS and 0 <= number < len(_TOKENS) and _TOKENS[number] != name


def _constants(node: ast.Module) -> Iterator[tuple[str, int, ast.Constant]]:
    """The names of a module that are given a number, each with that and its place."""
    for statement in node.body:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target, value = statement.targets[0], statement.value
            if isinstance(target, ast.Name) and isinstance(value, ast.Constant) and type(value.value) is int:
                yield target.id, value.value, value


def _prefix(name: str, number: int) -> str | None:
    """What comes before the name of the token that has this number in Python 2; None where `name` names another."""
    token = _TOKENS[number] if 0 <= number < len(_TOKENS) else " "
    return name.removesuffix(token) if name.endswith(token) else None


RULE = Rule(
    id="token_numbers",
    family="P15",
    summary="numbers of Python 2's tokens are those of today",
    before=(
        "import tokenize\n"
        + "".join(f"T_{name} = {number}\n" for number, name in enumerate(_TOKENS[:12]))
        + "T_OP = 51\nprint T_OP, tokenize.generate_tokens\n"
    ),
    after=(
        "import tokenize\n"
        + "".join(f"T_{name} = {number}\n" for number, name in enumerate(_TOKENS[:12]))
        + "T_OP = tokenize.OP\nprint(T_OP, tokenize.generate_tokens)\n"
    ),
    caveats="Where such numbers were written to a file, they are read back as other tokens.",
    triggers=(
        re.compile(r"DEDENT[ \t]*="),
        re.compile(r"ENDMARKER[ \t]*="),
        re.compile(r"ERRORTOKEN[ \t]*="),
    ),
    needs_python2=True,
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Module,),
    visit=visit,
)
