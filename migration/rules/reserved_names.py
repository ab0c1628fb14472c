"""async, await and nonlocal as names → async_, await_ and nonlocal_."""

from __future__ import annotations

from environment.traces import Exactness
from migration.edits import Part
from migration.lexed import LexedSource
from migration.rule import Findings, Phase, Rule
from migration.tokens import Kind

_WORDS = ("async", "await", "nonlocal")
#: Functions that take the name of an attribute, and methods that take the key of a dictionary.
_OF_ATTRIBUTES = frozenset(["getattr", "hasattr", "setattr", "delattr"])
_OF_KEYS = frozenset(["get", "pop", "setdefault", "has_key"])


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
            new = source.fresh_name(word + "_")
            parts = [Part(source.span(i, i + 1), (new,)) for i in renamed]
            for quoted in (f"'{word}'", f'"{word}"'):
                named = [i for i in source.tokens.positions(quoted) if _names(source, i, renamed)]
                parts += [Part(source.span(i, i + 1), (quoted.replace(word, new),)) for i in named]
            yield source.edit(*parts)


def _names(source: LexedSource, index: int, renamed: list[int]) -> bool:
    """Whether a text names what is renamed: an attribute by getattr(), an argument by the keywords of `**options`."""
    texts = source.tokens.texts
    if texts[index - 1] == "," and texts[index + 1] in (")", ","):
        opener = _opener(source, index)
        attributes = any(texts[i - 1] in (".", "def") for i in renamed)
        return attributes and opener > 0 and texts[opener - 1] in _OF_ATTRIBUTES
    options = {texts[i + 1] for i in source.tokens.positions("**") if texts[i - 1] in ("(", ",")}
    if texts[index + 1] == "in" or texts[index + 1 : index + 3] == ["not", "in"]:
        return texts[index + 2 + (texts[index + 1] == "not")] in options
    if texts[index - 1] == "[":
        return texts[index - 2] in options
    called = texts[index - 1] == "(" and texts[index - 2] in _OF_KEYS
    return called and texts[index - 3] == "." and texts[index - 4] in options


def _opener(source: LexedSource, index: int) -> int:
    """The parenthesis that is open at a token."""
    partners = source.tokens.partners
    return next(
        (
            i
            for i in range(index - 1, -1, -1)
            if source.tokens.texts[i] == "(" and partners.get(i, -1) > index
        ),
        -1,
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
