"""async, await and nonlocal as names → async_, await_ and nonlocal_; modules called so are imported by a string."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from posixpath import dirname

from environment.traces import Exactness
from migration.rule import Findings, Phase, Rule
from migration.source.edits import Part
from migration.source.tokens import Kind, Statement
from migration.view.lexed import LexedSource

_WORDS = ("async", "await", "nonlocal")
#: Functions that take the name of an attribute, and methods that take the key of a dictionary.
_OF_ATTRIBUTES = frozenset(["getattr", "hasattr", "setattr", "delattr"])
_OF_KEYS = frozenset(["get", "pop", "setdefault", "has_key"])


def lower(source: LexedSource) -> Findings:
    """Rename the word wherever it is a name; a module keeps its name, which no import statement can say any more."""
    if source.facts.parses:
        return
    for word in _WORDS:
        places = source.tokens.positions(word)
        if not places or any(_is_keyword(source, i) for i in places):
            continue
        inside: set[int] = set()
        for index in places:
            statement = source.tokens.statement_at(index)
            if index in inside or not _names_a_module(source, index, word):
                continue
            inside.update(i for i in places if statement.first <= i < statement.last)
            lines = _loaded(source, statement, word)
            if lines is None:
                yield source.open_at(
                    source.tokens.starts[index],
                    f"a module named {word} can't be imported by a statement; rename the module",
                )
                continue
            tokens = source.tokens
            alone = statement.first == statement.line_first and statement.last == tokens.line_of(index)[1]
            start = tokens.starts[statement.first]
            margin = source.text[source.text.rfind("\n", 0, start) + 1 : start]
            glue = f"\n{margin}" if alone and not margin.strip() else "; "
            yield source.edit(Part(source.span(statement.first, statement.last), (glue.join(lines),)))
        renamed = [i for i in places if i not in inside]
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
    options |= _applied(source)
    if texts[index + 1] == "in" or texts[index + 1 : index + 3] == ["not", "in"]:
        return texts[index + 2 + (texts[index + 1] == "not")] in options
    if texts[index - 1] == "[":
        return texts[index - 2] in options
    if texts[index + 1] == ":":
        opener = _opener(source, index, "{")
        return opener > 1 and (
            texts[opener - 1] == "**" or (texts[opener - 1] == "=" and texts[opener - 2] in options)
        )
    called = texts[index - 1] == "(" and texts[index - 2] in _OF_KEYS
    return called and texts[index - 3] == "." and texts[index - 4] in options


def _applied(source: LexedSource) -> set[str]:
    """The names of what `apply(f, arguments, options)` takes keywords from."""
    tokens, found = source.tokens, set[str]()
    for place in tokens.positions("apply"):
        closer = tokens.partners.get(place + 1)
        given = tokens.split(place + 2, closer) if closer is not None else []
        if len(given) == 3 and given[2][1] - given[2][0] == 1:
            found.add(tokens.texts[given[2][0]])
    return found


def _opener(source: LexedSource, index: int, bracket: str = "(") -> int:
    """The parenthesis, or other bracket, that is open at a token."""
    partners = source.tokens.partners
    return next(
        (
            i
            for i in range(index - 1, -1, -1)
            if source.tokens.texts[i] == bracket and partners.get(i, -1) > index
        ),
        -1,
    )


def _is_keyword(source: LexedSource, index: int) -> bool:
    """Whether the file uses the word as Python 3 does."""
    tokens, texts = source.tokens, source.tokens.texts
    following = texts[index + 1]
    if texts[index - 1] == ".":
        return False  # `[x.async for x in y]`
    if texts[index] == "async":
        return following in ("def", "with", "for")
    operand = tokens.kind(index + 1) in (Kind.NAME, Kind.STRING, Kind.NUMBER)
    return operand and following not in ("in", "is", "not", "and", "or", "if", "else", "for", "as", "import")


def _names_a_module(source: LexedSource, index: int, word: str) -> bool:
    tokens = source.tokens
    statement = tokens.statement_at(index)
    first = tokens.texts[statement.first]
    if first == "import":
        return tokens.texts[index - 1] != "as"
    if first == "from" and "import" in tokens.texts[statement.first : statement.last]:
        if index < tokens.texts.index("import", statement.first, statement.last):
            return True
        node = _parsed(source, statement, word)
        return isinstance(node, ast.ImportFrom) and _is_module(node, word, source)
    return False


def _is_module(node: ast.ImportFrom, word: str, source: LexedSource) -> bool:
    """Whether `word` is a module in what `node` imports from."""
    folder = dirname(source.facts.key)
    for _ in range(node.level - 1):
        folder = dirname(folder)
    dotted, index = ".".join(filter(None, [node.module, word])), source.facts.index
    if node.level:
        return index.module_file(folder, dotted) is not None
    return index.absolute(dotted) is not None or index.module_file(folder, dotted) is not None


def _parsed(source: LexedSource, statement: Statement, word: str) -> ast.stmt | None:
    """The import statement as a tree, in which `word` has a `_` behind it."""
    texts = source.tokens.texts[statement.first : statement.last]
    try:
        return ast.parse(" ".join(f"{t}_" if t == word else t for t in texts)).body[0]
    except SyntaxError:
        return None


def _loaded(source: LexedSource, statement: Statement, word: str) -> list[str] | None:
    """The statements that stand for an import; None where they would lose something."""
    node = _parsed(source, statement, word)
    if "#" in source.source(source.span(statement.first, statement.last)):
        return None
    new = source.fresh_name(f"{word}_")
    if isinstance(node, ast.Import):
        lines = []
        for alias in node.names:
            name = _without_mark(alias.name, word)
            if name == alias.name:
                lines.append(f"import {ast.unparse(alias)}")
            elif alias.asname or "." not in name:
                bound = new if alias.asname in (None, f"{word}_") else alias.asname
                lines.append(f"{bound} = {_call(name, 0, word, source)}")
            else:
                return None
        return lines
    if not isinstance(node, ast.ImportFrom) or any(a.name == "*" for a in node.names):
        return None
    return list(_members(node, word, new, source))


def _members(node: ast.ImportFrom, word: str, new: str, source: LexedSource) -> Iterator[str]:
    place = _without_mark(node.module or "", word)
    if place == (node.module or ""):
        others = [a for a in node.names if a.name != f"{word}_"]
        if others:
            yield f"from {'.' * node.level}{place} import {', '.join(ast.unparse(a) for a in others)}"
        place = ".".join(filter(None, [place, word]))
        for alias in node.names:
            if alias not in others:
                yield f"{alias.asname or new} = {_call(place, node.level, word, source)}"
        return
    for alias in node.names:
        bound = alias.asname or alias.name
        name = _without_mark(alias.name, word)
        yield f"{new if bound == f'{word}_' else bound} = {_call(place, node.level, name, source)}.{alias.name}"


def _call(name: str, level: int, member: str, source: LexedSource) -> str:
    """What loads a module by its name; one beside the file that is not named in full, too."""
    index = source.facts.index
    if not level and index.implicit_relative(source.facts.key, name) and not index.absolute(name):
        level = 1
    if level:
        return f'__import__("{name}", globals(), None, ["{member}"], {level})'
    return f'__import__("{name}", fromlist=["{member}"])'


def _without_mark(dotted: str, word: str) -> str:
    return ".".join(word if part == f"{word}_" else part for part in dotted.split("."))


RULE = Rule(
    id="reserved_names",
    family="P3",
    summary="names that are keywords now (async, await, nonlocal) get an underscore, modules a string",
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
