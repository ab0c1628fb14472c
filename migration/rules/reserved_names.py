"""async, await and nonlocal as names → async_, await_ and nonlocal_."""

from __future__ import annotations

from environment.traces import Exactness
from migration.edits import Part
from migration.lexed import LexedSource
from migration.rule import Findings, Phase, Rule
from migration.tokens import Kind

_WORDS = ("async", "await", "nonlocal")


def lower(source: LexedSource) -> Findings:
    """Rename the word wherever it is a name; a module of that name can't be imported by a statement any
    more.
    """
    if source.facts.parses:
        return
    for word in _WORDS:
        places = source.tokens.positions(word)
        if not places or any(_is_keyword(source, i) for i in places):
            continue
        modules = [i for i in places if _names_a_module(source, i)]
        for index in modules:
            yield source.open_at(
                source.tokens.starts[index],
                f"a module named {word} can't be imported by a statement; rename the module",
            )
        renamed = [i for i in places if i not in modules]
        if renamed:
            yield source.edit(
                *(Part(source.span(i, i + 1), (source.fresh_name(word + "_"),)) for i in renamed)
            )


def _is_keyword(source: LexedSource, index: int) -> bool:
    """Whether the file uses the word as Python 3 does."""
    tokens, texts = source.tokens, source.tokens.texts
    following = texts[index + 1]
    if texts[index] == "async":
        return following in ("def", "with", "for")
    operand = tokens.kind(index + 1) in (Kind.NAME, Kind.STRING, Kind.NUMBER)
    return operand and following not in ("in", "is", "not", "and", "or", "if", "else", "for", "as", "import")


def _names_a_module(source: LexedSource, index: int) -> bool:
    tokens = source.tokens
    statement = tokens.statement_at(index)
    first = tokens.texts[statement.first]
    if first == "import":
        return tokens.texts[index - 1] != "as"
    if first == "from" and "import" in tokens.texts[statement.first : statement.last]:
        return index < tokens.texts.index("import", statement.first, statement.last)
    return False


RULE = Rule(
    id="reserved_names",
    family="P3",
    summary="names that became keywords (async, await, nonlocal) get an underscore",
    before="def f(async=False):\n    return async\n",
    after="def f(async_=False):\n    return async_\n",
    caveats="Also as attribute and keyword argument; callers in files that are not migrated have to follow.",
    triggers=_WORDS,
    exactness=Exactness.SEMANTIC,
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    lower=lower,
)
