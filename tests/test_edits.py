"""Edits compose: nested ones in one pass, clashing ones deferred, and offsets can be followed both ways."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from migration.source.edits import Edit, Part, Span, apply


def edit(start: int, end: int, *pieces: str | Span) -> Edit:
    return Edit((Part(Span(start, end), pieces),))


def test_nested_edits_of_different_rules_compose() -> None:
    text = "f(d.has_key(`k`))"
    outer = edit(2, 16, Span(12, 15), " in ", Span(2, 3))
    inner = edit(12, 15, "repr(", Span(13, 14), ")")
    result = apply(text, [inner, outer])
    assert result.text == "f(repr(k) in d)"
    assert not result.deferred


def test_a_wrapper_holds_other_edits_of_its_span() -> None:
    result = apply("abc", [edit(0, 3, "x"), edit(0, 3, "list(", Span(0, 3), ")")])
    assert result.text == "list(x)"


def conditional(*spans: Span, parts: tuple[Part, ...], otherwise: tuple[Part, ...] = ()) -> Edit:
    return Edit(parts, provided=spans, otherwise=otherwise)


IMPORT = Part(Span(0, 4), ())


def test_what_depends_on_uses_goes_with_the_last() -> None:
    text = "imp a(b) a"
    gone = conditional(Span(4, 5), Span(9, 10), parts=(IMPORT,))
    assert apply(text, [gone, edit(4, 5, "x"), edit(9, 10, "y")]).text == "x(b) y"
    assert apply(text, [gone, edit(4, 8, "x", Span(6, 7)), edit(9, 10, "y")]).text == "xb y"


def test_what_depends_on_uses_stays_while_one_is_left() -> None:
    text = "imp a(b) a"
    gone = conditional(Span(4, 5), Span(9, 10), parts=(IMPORT,))
    assert apply(text, [gone, edit(4, 5, "x")]).text == "imp x(b) a"
    assert apply(text, [gone, edit(4, 5, "x"), edit(9, 10, "(", Span(9, 10), ")")]).text == "imp x(b) (a)"
    otherwise = (Part(Span(0, 3), ("IMP",)),)
    assert apply(text, [conditional(Span(4, 5), parts=(IMPORT,), otherwise=otherwise)]).text == "IMP a(b) a"


def test_what_depends_on_a_use_waits_where_their_edits_clash() -> None:
    text = "imp a(b)"
    used = Edit((Part(Span(2, 6), ("u",)),))
    gone = conditional(Span(4, 5), parts=(IMPORT,))
    result = apply(text, [gone, used])
    assert result.text == "imub)"
    assert result.deferred == [gone]


def test_what_several_decode_is_decoded_once() -> None:
    span = Span(0, 1)
    first, second = (Edit((Part(span, ("", span, f".decode({codec!r})")),)) for codec in ("ascii", "utf-8"))
    assert apply("x", [first, second]).text == "x.decode('ascii')"
    assert apply("x", [Edit((Part(span, ("f(", span, ")")),)), second]).text.count("decode") == 1


def test_what_several_rules_wrap_alike_is_wrapped_once() -> None:
    span = Span(0, 1)
    wraps = [Edit((Part(span, ("f(", span, ")")),), rule=rule) for rule in ("one", "other", "one")]
    assert apply("x", wraps).text == "f(f(x))"
    assert apply("x", [*wraps[:2], Edit((Part(span, ("g(", span, ")")),))]).text == "g(f(x))"


def test_two_replacements_of_one_span_clash_and_the_first_wins() -> None:
    result = apply("abc", [edit(0, 3, "x"), edit(0, 3, "y")])
    assert result.text == "x"
    assert len(result.deferred) == 1


def test_partly_overlapping_edits_clash() -> None:
    result = apply("abcdef", [edit(0, 4, "x"), edit(2, 6, "y")])
    assert result.text == "xef"
    assert len(result.deferred) == 1


def test_an_edit_with_several_parts_is_applied_wholly_or_not_at_all() -> None:
    both = Edit((Part(Span(0, 1), ("A",)), Part(Span(4, 5), ("E",))))
    assert apply("abcde", [both]).text == "AbcdE"
    result = apply("abcde", [edit(3, 5, "x"), both])
    assert result.text == "abcx"
    assert result.deferred == [both]


def test_insertions_keep_their_order_and_stand_outside_a_replacement() -> None:
    result = apply("abc", [edit(1, 1, "1"), edit(1, 1, "2"), edit(1, 2, "X"), edit(2, 2, "3")])
    assert result.text == "a12X3c"


def test_the_new_span_of_an_edit_and_its_origin() -> None:
    one = edit(2, 3, "long")
    result = apply("ab\nc", [edit(0, 0, "--"), one])
    assert [result.text[s.start : s.end] for s in result.spans_of(one)] == ["long"]
    assert result.text[result.forward(3)] == "c"
    assert result.backward(result.forward(3)) == 3


@given(
    st.text(alphabet="abcdef", min_size=1, max_size=30),
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=8),
)
def test_wrapping_never_loses_text(text: str, spans: list[tuple[int, int]]) -> None:
    edits = []
    for a, b in spans:
        start, end = sorted((min(a, len(text)), min(b, len(text))))
        if start < end:
            edits.append(edit(start, end, "(", Span(start, end), ")"))
    result = apply(text, edits)
    assert result.text.replace("(", "").replace(")", "") == text
    assert len(result.applied) + len(result.deferred) == len(edits)
    assert result.text.count("(") == len(result.applied)
