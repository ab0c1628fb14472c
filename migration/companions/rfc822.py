"""Header lines of mail and HTTP: stands in for the class Message of Python 2's module rfc822."""

from __future__ import annotations

import email._parseaddr  # type: ignore[import-not-found]
import email.utils
from collections.abc import Iterator
from email._parseaddr import _daynames, _monthnames, _timezones
from email.utils import formatdate, parseaddr, quote, unquote
from typing import Any

__all__ = [
    "AddressList",
    "Message",
    "_daynames",
    "_monthnames",
    "_timezones",
    "dump_address_pair",
    "formatdate",
    "mktime_tz",
    "parseaddr",
    "parsedate",
    "parsedate_tz",
    "quote",
    "unquote",
]


def dump_address_pair(pair: Any) -> Any:
    """A name and an address in one; the name in quotes, whatever it is."""
    return f'"{pair[0]}" <{pair[1]}>' if pair[0] else pair[1]


class AddressList(email._parseaddr.AddressList):  # type: ignore[misc]
    """The addresses of a header, which str() gives back."""

    def __str__(self) -> str:
        return ", ".join(map(dump_address_pair, self.addresslist))

    def __add__(self, other: Any) -> AddressList:
        both = AddressList(None)
        both.addresslist = super().__add__(other).addresslist
        return both

    def __sub__(self, other: Any) -> AddressList:
        rest = AddressList(None)
        rest.addresslist = super().__sub__(other).addresslist
        return rest


def mktime_tz(date: Any) -> float:
    """Seconds since the epoch, which were a float, for a date as `parsedate_tz` gives it."""
    return float(email.utils.mktime_tz(date))


def parsedate_tz(data: str) -> Any:
    """A date as a tuple with the offset of its zone at the end; None when it is none."""
    found = email.utils.parsedate_tz(data)
    return found and (*found[:8], 0, found[9])  # without daylight saving time, which email leaves open


def parsedate(data: str) -> Any:
    """A date as time.mktime takes it; None when it is none."""
    found = parsedate_tz(data)
    return found and found[:9]


class Message:
    """The headers read from a file (of text, or of bytes in Latin-1), which is left where the body begins.

    Names are told apart without regard to case. `headers` holds the lines as they were, `dict` the values.
    """

    def __init__(self, fp: Any, seekable: int = 1) -> None:
        self.fp = fp
        self.seekable = seekable
        self.startofheaders: int | None = None
        self.startofbody: int | None = None
        self.unixfrom = ""
        self.status = ""
        self.headers: list[str] = []
        self.dict: dict[str, str] = {}
        self.startofheaders = self._tell()
        self.readheaders()
        self.startofbody = self._tell()

    def _tell(self) -> int | None:
        if not self.seekable:
            return None
        try:
            return int(self.fp.tell())
        except (AttributeError, OSError):
            self.seekable = 0
            return None

    def rewindbody(self) -> None:
        """Go back to where the body begins. OSError: the file can't."""
        if not self.seekable:
            raise OSError("unseekable file")
        self.fp.seek(self.startofbody)

    def _line(self) -> str:
        line = self.fp.readline()
        return line.decode("latin-1") if isinstance(line, bytes) else line

    def readheaders(self) -> None:
        """Read the lines down to the empty one."""
        name, first = "", True
        while True:
            back = self._tell()
            line = self._line()
            if not line:
                self.status = "EOF in headers"
                return
            if first and line.startswith("From "):
                self.unixfrom += line
                continue
            first = False
            if name and line[0] in " \t":
                self.headers.append(line)
                self.dict[name] = f"{self.dict[name]}\n {line.strip()}".strip()
                continue
            if self.iscomment(line):
                continue
            if self.islast(line):
                return
            name = self.isheader(line) or ""
            if not name:
                self.status = "Non-header line where header expected" if self.dict else "No headers"
                if back is not None:
                    self.fp.seek(back)
                else:
                    self.status += "; bad seek"
                return
            self.headers.append(line)
            self.dict[name] = line[len(name) + 1 :].strip()

    def isheader(self, line: str) -> str | None:
        """The name, in small letters, when the line is a header."""
        name, colon, _ = line.partition(":")
        return name.lower() if colon and name else None

    def islast(self, line: str) -> bool:
        """Whether the line ends the headers."""
        return line in ("\r\n", "\n")

    def iscomment(self, line: str) -> bool:
        """Whether to leave the line out."""
        return False

    # -- values ----------------------------------------------------------------------------------------------

    def getallmatchingheaders(self, name: str) -> list[str]:
        """All lines of the headers called `name`, continuation lines included."""
        start, found, hit = f"{name.lower()}:", [], False
        for line in self.headers:
            if line[: len(start)].lower() == start:
                hit = True
            elif not line[:1].isspace():
                hit = False
            if hit:
                found.append(line)
        return found

    def getfirstmatchingheader(self, name: str) -> list[str]:
        """The lines of the first header called `name`."""
        found: list[str] = []
        for line in self.getallmatchingheaders(name):
            if found and not line[:1].isspace():
                break
            found.append(line)
        return found

    def getrawheader(self, name: str) -> str | None:
        """The first header called `name` as it is written after the colon."""
        found = self.getfirstmatchingheader(name)
        if not found:
            return None
        return "".join([found[0][len(name) + 1 :], *found[1:]])

    def getheader(self, name: str, default: Any = None) -> Any:
        """The value of the last header called `name`."""
        return self.dict.get(name.lower(), default)

    get = getheader

    def getheaders(self, name: str) -> list[str]:
        """The values of all headers called `name`."""
        found: list[str] = []
        for line in self.getallmatchingheaders(name):
            if line[:1].isspace() and found:
                found[-1] = f"{found[-1]}\n {line.strip()}"
            else:
                found.append(line[line.find(":") + 1 :].strip())
        return found

    def get_all(self, name: str, failobj: Any = None) -> Any:
        """The same as Python 3's library asks for it: `failobj` where there is none."""
        return self.getheaders(name) or failobj

    def getaddr(self, name: str) -> tuple[str | None, str | None]:
        """The first address in a header: the person's name and the address."""
        found = self.getaddrlist(name)
        return found[0] if found else (None, None)

    def getaddrlist(self, name: str) -> list[tuple[str, str]]:
        """All addresses in the headers called `name`."""
        return email.utils.getaddresses(self.getheaders(name))

    def getdate(self, name: str) -> Any:
        """A date as `time.mktime` takes it, None when there is none."""
        return parsedate(self.dict[name.lower()]) if name.lower() in self.dict else None

    def getdate_tz(self, name: str) -> Any:
        """A date as `mktime_tz` takes it, None when there is none."""
        return parsedate_tz(self.dict[name.lower()]) if name.lower() in self.dict else None

    # -- a mapping -------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.dict)

    def __getitem__(self, name: str) -> str:
        return self.dict[name.lower()]

    def __setitem__(self, name: str, value: str) -> None:
        del self[name]
        self.dict[name.lower()] = value
        self.headers += [f"{line}\n" for line in f"{name}: {value}".split("\n")]

    def __delitem__(self, name: str) -> None:
        if name.lower() in self.dict:
            del self.dict[name.lower()]
            gone = self.getallmatchingheaders(name)
            self.headers = [line for line in self.headers if line not in gone]

    def setdefault(self, name: str, default: str = "") -> str:
        """The value of a header, which is set when it is missing."""
        if name.lower() not in self.dict:
            self[name] = default
        return self.dict[name.lower()]

    def __contains__(self, name: str) -> bool:
        return name.lower() in self.dict

    has_key = __contains__

    def __iter__(self) -> Iterator[str]:
        return iter(self.dict)

    def keys(self) -> list[str]:
        """The names, in small letters."""
        return list(self.dict)

    def values(self) -> list[str]:
        """The values."""
        return list(self.dict.values())

    def items(self) -> list[tuple[str, str]]:
        """Names and values."""
        return list(self.dict.items())

    def __str__(self) -> str:
        return "".join(self.headers)
