"""The view that syntax rules get of a file: its tokens, statements by keyword, and edits in token spans."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from migration.source.edits import Span
from migration.source.tokens import Kind, Statement, Tokens, tokens_of
from migration.view.draft import Draft


class LexedSource(Draft):
    """A text and its tokens. What a syntax rule needs to find statements and to rewrite parts of them."""

    @cached_property
    def tokens(self) -> Tokens:
        """The text's tokens: cut when a rule first asks for them."""
        return tokens_of(self.text)

    def span(self, first: int, last: int) -> Span:
        """The characters of tokens [first, last)."""
        return Span(*self.tokens.span(first, last))

    def starting_with(self, *keywords: str) -> Iterator[Statement]:
        """All statements whose first token is one of `keywords`."""
        texts = self.tokens.texts
        for index in self.tokens.positions(*keywords):
            if index and texts[index - 1] not in _BEFORE_STATEMENTS:
                continue
            statement = self.tokens.statement_at(index)
            if statement.first == index:
                yield statement

    def starts_expression(self, index: int) -> bool:
        """Whether token `index` can begin an expression."""
        text, kind = self.tokens.texts[index], self.tokens.kind(index)
        if kind is Kind.NAME:
            return text not in _OPERATOR_WORDS
        return kind in (Kind.NUMBER, Kind.STRING) or text in {"(", "[", "{", "`", "-", "+", "~"}

    def lacks_brackets(self, first: int, last: int) -> bool:
        """Whether tokens [first, last) hold a line break outside brackets of their own."""
        return "\n" in self.source(self.span(first, last))

    @cached_property
    def identifiers(self) -> frozenset[str]:
        """Every name used in the file: what a fresh name must avoid."""
        return frozenset(t for t in self.tokens.by_text if t.isidentifier())

    def fresh_name(self, wanted: str) -> str:
        """`wanted`, with underscores added until the file doesn't use it."""
        while wanted in self.identifiers:
            wanted += "_"
        return wanted


#: What ends what stands before a statement.
_BEFORE_STATEMENTS = frozenset(["\n", ";", ":"])
_OPERATOR_WORDS = frozenset(["and", "or", "in", "is", "if", "else", "for", "as", "import", "from", "with"])
