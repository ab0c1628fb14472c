"""A parser that tells a formatter what stands in an HTML document: stands in for the module htmllib of Python 2."""

from __future__ import annotations

from collections.abc import Callable
from html.entities import entitydefs
from typing import Any, ClassVar

try:
    from . import sgmllib
except ImportError:
    import sgmllib  # type: ignore[import-not-found, no-redef]

__all__ = ["HTMLParseError", "HTMLParser"]

Attributes = list[tuple[str, str]]
_Method = Callable[..., None]
#: Fonts in terms of size, italic, bold, teletype; None stays as it is.
_FONTS = {
    (None, 1, None, None): ("cite", "em", "var", "i"),
    (None, None, 1, None): ("strong", "b"),
    (None, None, None, 1): ("code", "kbd", "samp", "tt"),
}


class HTMLParseError(sgmllib.SGMLParseError):
    """The document can't be parsed."""


class HTMLParser(sgmllib.SGMLParser):
    """Parses HTML 2.0. `anchorlist` holds the addresses of all links, `title` what the document is called."""

    entitydefs: ClassVar[dict[str, str]] = entitydefs

    def __init__(self, formatter: Any, verbose: int = 0) -> None:
        super().__init__(verbose)
        self.formatter = formatter

    def error(self, message: str) -> Any:
        """Called where the document can't be parsed. HTMLParseError."""
        raise HTMLParseError(message)

    def reset(self) -> None:
        """Forget everything that was fed."""
        super().reset()
        self.savedata: str | None = None
        self.isindex = 0
        self.title: str | None = None
        self.base: str | None = None
        self.anchor: str | None = None
        self.anchorlist: list[str] = []
        self.nofill = 0
        self.list_stack: list[list[Any]] = []

    # -- what a program may use, or do otherwise -----------------------------------------------------------------

    def handle_data(self, data: str) -> None:
        """Text: kept, or given to the formatter."""
        if self.savedata is not None:
            self.savedata += data
        elif self.nofill:
            self.formatter.add_literal_data(data)
        else:
            self.formatter.add_flowing_data(data)

    def save_bgn(self) -> None:
        """Keep the text that follows instead of handing it on."""
        self.savedata = ""

    def save_end(self) -> str | None:
        """The text that was kept."""
        data, self.savedata = self.savedata, None
        return data if self.nofill or data is None else " ".join(data.split())

    def anchor_bgn(self, href: str, name: str, type: str) -> None:
        """A link begins."""
        self.anchor = href
        if href:
            self.anchorlist.append(href)

    def anchor_end(self) -> None:
        """A link ends: its number stands behind it."""
        if self.anchor:
            self.handle_data(f"[{len(self.anchorlist)}]")
            self.anchor = None

    def handle_image(self, src: str, alt: str, *args: Any) -> None:
        """An image: what it says instead."""
        self.handle_data(alt)

    def unknown_starttag(self, tag: str, attrs: Attributes) -> None:
        """An element that is not known begins."""

    def unknown_endtag(self, tag: str) -> None:
        """An element that is not known ends."""

    # -- the head ------------------------------------------------------------------------------------------------

    def _nothing(self, *_: Any) -> None:
        """Nothing is to be done."""

    start_html = end_html = start_head = end_head = start_body = end_body = _nothing
    do_link = do_meta = do_nextid = _nothing

    def start_title(self, attrs: Attributes) -> None:
        """The title is kept."""
        self.save_bgn()

    def end_title(self) -> None:
        """The title is known."""
        self.title = self.save_end()

    def do_base(self, attrs: Attributes) -> None:
        """What addresses are relative to."""
        for name, value in attrs:
            if name == "href":
                self.base = value

    def do_isindex(self, attrs: Attributes) -> None:
        """The document can be searched."""
        self.isindex = 1

    # -- blocks --------------------------------------------------------------------------------------------------

    def do_p(self, attrs: Attributes) -> None:
        """A paragraph."""
        self.formatter.end_paragraph(1)

    def start_pre(self, attrs: Attributes) -> None:
        """Text as it is."""
        self.formatter.end_paragraph(1)
        self.formatter.push_font((None, None, None, 1))
        self.nofill += 1

    def end_pre(self) -> None:
        """Text flows again."""
        self.formatter.end_paragraph(1)
        self.formatter.pop_font()
        self.nofill = max(0, self.nofill - 1)

    def start_xmp(self, attrs: Attributes) -> None:
        """Text without markup."""
        self.start_pre(attrs)
        self.setliteral("xmp")

    def start_listing(self, attrs: Attributes) -> None:
        """Text without markup."""
        self.start_pre(attrs)
        self.setliteral("listing")

    def end_xmp(self) -> None:
        """Text flows again."""
        self.end_pre()

    def end_listing(self) -> None:
        """Text flows again."""
        self.end_pre()

    def do_plaintext(self, attrs: Attributes) -> None:
        """All the rest is text."""
        self.start_pre(attrs)
        self.setnomoretags()

    def start_address(self, attrs: Attributes) -> None:
        """Who wrote the document."""
        self.formatter.end_paragraph(0)
        self.formatter.push_font((None, 1, None, None))

    def end_address(self) -> None:
        """The end of it."""
        self.formatter.end_paragraph(0)
        self.formatter.pop_font()

    def start_blockquote(self, attrs: Attributes) -> None:
        """A quotation."""
        self.formatter.end_paragraph(1)
        self.formatter.push_margin("blockquote")

    def end_blockquote(self) -> None:
        """The end of it."""
        self.formatter.end_paragraph(1)
        self.formatter.pop_margin()

    def do_br(self, attrs: Attributes) -> None:
        """A line ends."""
        self.formatter.add_line_break()

    def do_hr(self, attrs: Attributes) -> None:
        """A horizontal rule."""
        self.formatter.add_hor_rule()

    # -- lists ---------------------------------------------------------------------------------------------------

    def start_ul(self, attrs: Attributes) -> None:
        """A list with marks."""
        self._open_list("ul", "*")

    def start_ol(self, attrs: Attributes) -> None:
        """A list that counts."""
        label = "1."
        for name, value in attrs:
            if name == "type":
                label = value + "." if len(value) == 1 else value
        self._open_list("ol", label)

    def _open_list(self, kind: str, label: str) -> None:
        self.formatter.end_paragraph(not self.list_stack)
        self.formatter.push_margin(kind)
        self.list_stack.append([kind, label, 0])

    def end_ul(self) -> None:
        """The list is over."""
        del self.list_stack[-1:]
        self.formatter.end_paragraph(not self.list_stack)
        self.formatter.pop_margin()

    def end_ol(self) -> None:
        """The list is over."""
        HTMLParser.end_ul(self)

    def start_menu(self, attrs: Attributes) -> None:
        """A list with marks."""
        self.start_ul(attrs)

    def end_menu(self) -> None:
        """The list is over."""
        self.end_ul()

    def start_dir(self, attrs: Attributes) -> None:
        """A list with marks."""
        self.start_ul(attrs)

    def end_dir(self) -> None:
        """The list is over."""
        self.end_ul()

    def do_li(self, attrs: Attributes) -> None:
        """An entry."""
        self.formatter.end_paragraph(0)
        label, counter = "*", 0
        if self.list_stack:
            top = self.list_stack[-1]
            top[2] += 1
            label, counter = top[1], top[2]
        self.formatter.add_label_data(label, counter)

    def start_dl(self, attrs: Attributes) -> None:
        """A list of definitions."""
        self.formatter.end_paragraph(1)
        self.list_stack.append(["dl", "", 0])

    def end_dl(self) -> None:
        """The list is over."""
        self.ddpop(1)
        del self.list_stack[-1:]

    def do_dt(self, attrs: Attributes) -> None:
        """What is defined."""
        self.ddpop()

    def do_dd(self, attrs: Attributes) -> None:
        """How it is defined."""
        self.ddpop()
        self.formatter.push_margin("dd")
        self.list_stack.append(["dd", "", 0])

    def ddpop(self, bl: int = 0) -> None:
        """End a definition that is open."""
        self.formatter.end_paragraph(bl)
        if self.list_stack and self.list_stack[-1][0] == "dd":
            del self.list_stack[-1]
            self.formatter.pop_margin()

    # -- links and images ----------------------------------------------------------------------------------------

    def start_a(self, attrs: Attributes) -> None:
        """A link or its target."""
        given = {name: value.strip() for name, value in attrs}
        self.anchor_bgn(given.get("href", ""), given.get("name", ""), given.get("type", "").lower())

    def end_a(self) -> None:
        """The end of it."""
        self.anchor_end()

    def do_img(self, attrs: Attributes) -> None:
        """An image."""
        given = dict(attrs)
        width, height = (_number(given.get(side, "")) for side in ("width", "height"))
        self.handle_image(
            given.get("src", ""),
            given.get("alt", "(image)"),
            given.get("ismap", ""),
            given.get("align", ""),
            width,
            height,
        )


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0


def _heading(level: int) -> tuple[_Method, _Method]:
    def start(self: HTMLParser, attrs: Attributes) -> None:
        self.formatter.end_paragraph(1)
        self.formatter.push_font((f"h{level}", 0, 1, 0))

    def end(self: HTMLParser) -> None:
        self.formatter.end_paragraph(1)
        self.formatter.pop_font()

    return start, end


def _phrase(font: tuple[Any, ...]) -> tuple[_Method, _Method]:
    def start(self: HTMLParser, attrs: Attributes) -> None:
        self.formatter.push_font(font)

    def end(self: HTMLParser) -> None:
        self.formatter.pop_font()

    return start, end


def _add(tag: str, start: _Method, end: _Method) -> None:
    setattr(HTMLParser, f"start_{tag}", start)
    setattr(HTMLParser, f"end_{tag}", end)


for _level in range(1, 7):
    _add(f"h{_level}", *_heading(_level))
for _font, _tags in _FONTS.items():
    for _tag in _tags:
        _add(_tag, *_phrase(_font))
