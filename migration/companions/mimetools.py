"""Headers with a media type: stands in for Python 2's module mimetools."""

from __future__ import annotations

import base64
import os
import quopri
import shutil
import socket
import time
from collections.abc import Callable, Mapping
from typing import Any

try:
    from . import rfc822
except ImportError:
    import rfc822  # type: ignore[import-not-found, no-redef]

__all__ = ["Message", "choose_boundary", "copybinary", "copyliteral", "decode", "encode"]

_Ways = Mapping[str, Callable[[bytes], bytes]]
_ENCODERS: _Ways = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}
_DECODERS: _Ways = {"base64": base64.decodebytes, "quoted-printable": quopri.decodestring}

_count = 0


def choose_boundary() -> str:
    """A line that no other message has: address, user, process, time and a count."""
    global _count
    _count += 1
    try:
        host = socket.gethostbyname(socket.gethostname())
    except OSError:
        host = "127.0.0.1"
    user = os.getuid() if hasattr(os, "getuid") else 1
    return f"{host}.{user}.{os.getpid()}.{time.time():.3f}.{_count}"


def encode(input: Any, output: Any, encoding: str) -> None:
    """Write what `input` holds to `output` by a transfer encoding."""
    _transferred(input, output, encoding, _ENCODERS)


def decode(input: Any, output: Any, encoding: str) -> None:
    """Write what `input` holds by a transfer encoding to `output`."""
    _transferred(input, output, encoding, _DECODERS)


def _transferred(input: Any, output: Any, encoding: str, ways: _Ways) -> None:
    """Between files of octets or of text, whose characters are octets then (Latin-1)."""
    if encoding not in ways and encoding not in ("7bit", "8bit"):
        raise ValueError(f"unknown Content-Transfer-Encoding: {encoding}")
    data = input.read()
    octets = data.encode("latin-1") if isinstance(data, str) else data
    done = ways.get(encoding, bytes)(octets)
    output.write(done.decode("latin-1") if isinstance(data, str) else done)


def copyliteral(input: Any, output: Any) -> None:
    """Write all lines of `input` to `output`."""
    shutil.copyfileobj(input, output)


copybinary = copyliteral


class Message(rfc822.Message):
    """Headers, with the parts of Content-Type by themselves."""

    def __init__(self, fp: Any, seekable: int = 1) -> None:
        super().__init__(fp, seekable)
        self.encodingheader = self.getheader("content-transfer-encoding")
        self.typeheader = self.getheader("content-type")
        self.parsetype()
        self.parseplist()

    def parsetype(self) -> None:
        """Take the media type apart."""
        text = self.typeheader or "text/plain"
        text, semicolon, rest = text.partition(";")
        self.plisttext = semicolon + rest
        fields = [f.strip().lower() for f in text.split("/")]
        self.maintype, self.subtype = fields[0], "/".join(fields[1:])
        self.type = "/".join(fields)

    def parseplist(self) -> None:
        """Take the parameters apart."""
        text = self.plisttext
        self.plist: list[str] = []
        while text[:1] == ";":
            text = text[1:]
            # A semicolon in quotes does not end a parameter.
            end = text.find(";")
            while end > 0 and (text.count('"', 0, end) - text.count('\\"', 0, end)) % 2:
                end = text.find(";", end + 1)
            end = len(text) if end < 0 else end
            part = text[:end]
            if "=" in part:
                name, _, value = part.partition("=")
                part = f"{name.strip().lower()}={value.strip()}"
            self.plist.append(part.strip())
            text = text[end:]

    def getplist(self) -> list[str]:
        """The parameters as they are written."""
        return self.plist

    def getparam(self, name: str) -> str | None:
        """The value of a parameter."""
        start = f"{name.lower()}="
        return next((rfc822.unquote(p[len(start) :]) for p in self.plist if p.startswith(start)), None)

    def getparamnames(self) -> list[str]:
        """The names of the parameters."""
        return [p.partition("=")[0].lower() for p in self.plist if "=" in p]

    def getencoding(self) -> str:
        """The transfer encoding."""
        return self.encodingheader.lower() if self.encodingheader else "7bit"

    def gettype(self) -> str:
        """The media type."""
        return self.type

    def getmaintype(self) -> str:
        """Its first half."""
        return self.maintype

    def getsubtype(self) -> str:
        """Its second half."""
        return self.subtype

    # -- what Python 3's library asks of the headers of a request or an answer -------------------------------

    get_content_type = gettype
    get_content_maintype = getmaintype
    get_content_subtype = getsubtype

    def get_param(self, param: str, failobj: Any = None) -> Any:
        """The value of a parameter of Content-Type: `failobj` where there is none."""
        value = self.getparam(param)
        return failobj if value is None else value

    def get_content_charset(self, failobj: Any = None) -> Any:
        """The character set, in small letters: `failobj` where none is told."""
        value = self.getparam("charset")
        return failobj if value is None else value.lower()
