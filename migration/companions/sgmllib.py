"""A tolerant parser for SGML as HTML uses it: stands in for the module sgmllib of Python 2.

A subclass of `SGMLParser` handles element `x` by methods start_x(attributes) and end_x(), or do_x(attributes) for an
element without an end. Text goes to handle_data, comments to handle_comment, declarations to handle_decl, and what
nothing handles to unknown_starttag, unknown_endtag, unknown_charref and unknown_entityref. The patterns below may be
replaced by a program that wants to be stricter or more tolerant.
"""

from __future__ import annotations

import _markupbase
import re
from collections.abc import Callable
from typing import Any, ClassVar

__all__ = ["SGMLParseError", "SGMLParser"]

interesting = re.compile("[&<]")
incomplete = re.compile("&([a-zA-Z][a-zA-Z0-9]*|#[0-9]*)?|<([a-zA-Z][^<>]*|/([a-zA-Z][^<>]*)?|![^<>]*)?")
entityref = re.compile("&([a-zA-Z][-.a-zA-Z0-9]*)[^a-zA-Z0-9]")
charref = re.compile("&#([0-9]+)[^0-9]")
starttagopen = re.compile("<[>a-zA-Z]")
shorttagopen = re.compile("<[a-zA-Z][-.a-zA-Z0-9]*/")
shorttag = re.compile("<([a-zA-Z][-.a-zA-Z0-9]*)/([^/]*)/")
piclose = re.compile(">")
endbracket = re.compile("[<>]")
tagfind = re.compile("[a-zA-Z][-_.a-zA-Z0-9]*")
attrfind = re.compile(
    r"\s*([a-zA-Z_][-:.a-zA-Z_0-9]*)"
    r"(\s*=\s*('[^']*'|\"[^\"]*\"|[][\-a-zA-Z0-9./,:;+*%?!&$\(\)_#=~'\"@]*))?"
)

Attributes = list[tuple[str, str]]


class SGMLParseError(RuntimeError):
    """The text can't be parsed."""


class SGMLParser(_markupbase.ParserBase):
    """Parses what `feed` is given as far as it is complete; `close` takes the rest for text."""

    entity_or_charref = re.compile("&(?:([a-zA-Z][-.a-zA-Z0-9]*)|#([0-9]+))(;?)")
    entitydefs: ClassVar[dict[str, str]] = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}

    def __init__(self, verbose: int = 0) -> None:
        self.verbose = verbose
        self.reset()

    def reset(self) -> None:
        """Forget everything that was fed."""
        self.__starttag_text: str | None = None
        self.rawdata = ""
        self.stack: list[str] = []
        self.lasttag = "???"
        self.nomoretags: Any = 0
        self.literal: Any = 0
        super().reset()

    def setnomoretags(self) -> None:
        """Take all that follows for text (as after <plaintext>)."""
        self.nomoretags = self.literal = 1

    def setliteral(self, *_: Any) -> None:
        """Take what follows for text up to the next end tag (as in <script>)."""
        self.literal = 1

    def feed(self, data: str) -> None:
        """Parse some more text; what is incomplete waits for the next call."""
        self.rawdata += data
        self.goahead(0)

    def close(self) -> None:
        """Parse what is left."""
        self.goahead(1)

    def error(self, message: str) -> Any:
        """Called where the text can't be parsed. SGMLParseError."""
        raise SGMLParseError(message)

    # -- the text --------------------------------------------------------------------------------------------

    def goahead(self, end: int) -> None:
        """Handle as much as is complete; with `end`, all."""
        rawdata, i = self.rawdata, 0
        n = len(rawdata)
        while i < n:
            if self.nomoretags:
                self.handle_data(rawdata[i:n])
                i = n
                break
            found = interesting.search(rawdata, i)
            j = found.start() if found else n
            if i < j:
                self.handle_data(rawdata[i:j])
            i = j
            if i == n:
                break
            if rawdata[i] == "<":
                k = self._markup(rawdata, i)
            elif rawdata[i] == "&":
                k = self._reference(rawdata, i)
            else:
                self.error("neither < nor & ??")
            if k == _WAIT:
                break
            if k != _NOTHING:
                i = k
                continue
            # Nothing matches: either the text ends too early, or the character stands for itself.
            partial = incomplete.match(rawdata, i)
            if partial is None:
                self.handle_data(rawdata[i])
                i += 1
                continue
            j = partial.end(0)
            if j == n:
                break
            self.handle_data(rawdata[i:j])
            i = j
        if end and i < n:
            self.handle_data(rawdata[i:n])
            i = n
        self.rawdata = rawdata[i:]

    def _markup(self, rawdata: str, i: int) -> int:
        """Where the markup at `i` ends; _WAIT when that is not known yet, _NOTHING when it is none."""
        if starttagopen.match(rawdata, i):
            if self.literal:
                self.handle_data(rawdata[i])
                return i + 1
            return self.parse_starttag(i)
        if rawdata.startswith("</", i):
            k = self.parse_endtag(i)
            if k >= 0:
                self.literal = 0
            return k
        if self.literal:
            if len(rawdata) <= i + 1:
                return _WAIT
            self.handle_data("<")
            return i + 1
        if rawdata.startswith("<!--", i):
            # Strictly, a comment is --[^-]*(-[^-]+)*--, and a declaration holds several.
            return self.parse_comment(i)
        if rawdata.startswith("<?", i):
            length = self.parse_pi(i)
            return i + length if length >= 0 else _WAIT
        if rawdata.startswith("<!", i):
            return self.parse_declaration(i)
        return _NOTHING

    def _reference(self, rawdata: str, i: int) -> int:
        if self.literal:
            self.handle_data(rawdata[i])
            return i + 1
        for pattern, handle in ((charref, self.handle_charref), (entityref, self.handle_entityref)):
            found = pattern.match(rawdata, i)
            if found:
                handle(found.group(1))
                # What ends a reference belongs to the text, but for the semicolon.
                return found.end(0) if rawdata[found.end(0) - 1] == ";" else found.end(0) - 1
        return _NOTHING

    # -- markup ----------------------------------------------------------------------------------------------

    def parse_declaration(self, i: int) -> int:
        """Parse a declaration; its end, or -1 when it is incomplete."""
        try:
            return super().parse_declaration(i)
        except AssertionError as problem:
            return self.error(str(problem))  # type: ignore[no-any-return]

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Parse a marked section; its end, or -1 when it is incomplete."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError as problem:
            return self.error(str(problem))  # type: ignore[no-any-return]

    def parse_pi(self, i: int) -> int:
        """Parse a processing instruction; its length, or -1 when it is incomplete."""
        rawdata = self.rawdata
        if rawdata[i : i + 2] != "<?":
            self.error("unexpected call to parse_pi()")
        found = piclose.search(rawdata, i + 2)
        if not found:
            return -1
        self.handle_pi(rawdata[i + 2 : found.start(0)])
        return found.end(0) - i

    def get_starttag_text(self) -> str | None:
        """The text of the last start tag."""
        return self.__starttag_text

    def parse_starttag(self, i: int) -> int:
        """Parse a start tag; its end, or -1 when it is incomplete."""
        self.__starttag_text = None
        rawdata = self.rawdata
        if shorttagopen.match(rawdata, i):
            short = shorttag.match(rawdata, i)
            if not short:
                return -1
            tag, data = short.group(1, 2)
            self.__starttag_text = f"<{tag}/"
            self.finish_shorttag(tag.lower(), data)
            self.__starttag_text = rawdata[i : short.end(1) + 1]
            return short.end(0)
        bracket = endbracket.search(rawdata, i + 1)
        if not bracket:
            return -1
        j = bracket.start(0)
        if rawdata[i : i + 2] == "<>":
            # An empty tag repeats the last one.
            k, tag = j, self.lasttag
        else:
            name = tagfind.match(rawdata, i + 1)
            if not name:
                return self.error("unexpected call to parse_starttag")  # type: ignore[no-any-return]
            k = name.end(0)
            tag = self.lasttag = rawdata[i + 1 : k].lower()
        attributes: Attributes = []
        while k < j:
            found = attrfind.match(rawdata, k)
            if not found:
                break
            attribute, rest, value = found.group(1, 2, 3)
            if not rest:
                value = attribute
            else:
                if value[:1] == value[-1:] and value[:1] in ("'", '"'):
                    value = value[1:-1]
                value = self.entity_or_charref.sub(self._convert_ref, value)
            attributes.append((attribute.lower(), value))
            k = found.end(0)
        if rawdata[j] == ">":
            j += 1
        self.__starttag_text = rawdata[i:j]
        self.finish_starttag(tag, attributes)
        return j

    def _convert_ref(self, match: re.Match[str]) -> str:
        """A reference in the value of an attribute."""
        if match.group(2):
            return self.convert_charref(match.group(2)) or f"&#{match.group(2)}{match.group(3)}"
        if match.group(3):
            return self.convert_entityref(match.group(1)) or f"&{match.group(1)};"
        return f"&{match.group(1)}"

    def parse_endtag(self, i: int) -> int:
        """Parse an end tag; its end, or -1 when it is incomplete."""
        rawdata = self.rawdata
        bracket = endbracket.search(rawdata, i + 1)
        if not bracket:
            return -1
        j = bracket.start(0)
        tag = rawdata[i + 2 : j].strip().lower()
        self.finish_endtag(tag)
        return j + 1 if rawdata[j] == ">" else j

    # -- elements --------------------------------------------------------------------------------------------

    def finish_shorttag(self, tag: str, data: str) -> None:
        """Handle <tag/data/."""
        self.finish_starttag(tag, [])
        self.handle_data(data)
        self.finish_endtag(tag)

    def finish_starttag(self, tag: str, attrs: Attributes) -> int:
        """Hand a start tag on; -1: nobody knows it, 0: it has no end, 1: it is open now."""
        method = getattr(self, f"start_{tag}", None)
        if method is not None:
            self.stack.append(tag)
            self.handle_starttag(tag, method, attrs)
            return 1
        method = getattr(self, f"do_{tag}", None)
        if method is None:
            self.unknown_starttag(tag, attrs)
            return -1
        self.handle_starttag(tag, method, attrs)
        return 0

    def finish_endtag(self, tag: str) -> None:
        """Close the innermost element called `tag` (without a name: the last one), and all that are inside it."""
        if not tag:
            found = len(self.stack) - 1
            if found < 0:
                self.unknown_endtag(tag)
                return
        elif tag not in self.stack:
            if hasattr(self, f"end_{tag}"):
                self.report_unbalanced(tag)
            else:
                self.unknown_endtag(tag)
            return
        else:
            found = max(i for i, name in enumerate(self.stack) if name == tag)
        while len(self.stack) > found:
            tag = self.stack[-1]
            method = getattr(self, f"end_{tag}", None)
            if method:
                self.handle_endtag(tag, method)
            else:
                self.unknown_endtag(tag)
            del self.stack[-1]

    def handle_starttag(self, tag: str, method: Callable[[Attributes], Any], attrs: Attributes) -> None:
        """Call the method of a start tag."""
        method(attrs)

    def handle_endtag(self, tag: str, method: Callable[[], Any]) -> None:
        """Call the method of an end tag."""
        method()

    def report_unbalanced(self, tag: str) -> None:
        """Told of an end tag without a start."""
        if self.verbose:
            print("*** Unbalanced </" + tag + ">")
            print("*** Stack:", self.stack)

    # -- references ------------------------------------------------------------------------------------------

    def convert_charref(self, name: str) -> str | None:
        """The character of a numeric reference in ASCII, None for others."""
        try:
            n = int(name)
        except ValueError:
            return None
        return self.convert_codepoint(n) if 0 <= n <= 127 else None

    def convert_codepoint(self, codepoint: int) -> str:
        """The character of a code point."""
        return chr(codepoint)

    def handle_charref(self, name: str) -> None:
        """A numeric reference in the text."""
        replacement = self.convert_charref(name)
        if replacement is None:
            self.unknown_charref(name)
        else:
            self.handle_data(replacement)

    def convert_entityref(self, name: str) -> str | None:
        """The text of a named reference, None for an unknown name."""
        return self.entitydefs.get(name)

    def handle_entityref(self, name: str) -> None:
        """A named reference in the text."""
        replacement = self.convert_entityref(name)
        if replacement is None:
            self.unknown_entityref(name)
        else:
            self.handle_data(replacement)

    # -- for subclasses --------------------------------------------------------------------------------------

    def handle_data(self, data: str) -> None:
        """Text."""

    def handle_comment(self, data: str) -> None:
        """A comment."""

    def handle_decl(self, decl: str) -> None:
        """A declaration."""

    def handle_pi(self, data: str) -> None:
        """A processing instruction."""

    def unknown_starttag(self, tag: str, attrs: Attributes) -> None:
        """A start tag without a method."""

    def unknown_endtag(self, tag: str) -> None:
        """An end tag without a method."""

    def unknown_charref(self, ref: str) -> None:
        """A numeric reference beyond ASCII."""

    def unknown_entityref(self, ref: str) -> None:
        """A named reference that is not in `entitydefs`."""


#: What the parsing of one construct says besides its end: more text is needed; it is no construct.
_WAIT = -1
_NOTHING = -2
