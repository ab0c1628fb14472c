# mypy: ignore-errors
# ruff: noqa
# fmt: off
"""Which text or binary data meets the places where Python 3 tells the two apart, when the original runs under 2.7.

Wrapped are: receivers of encode() and decode(), what write() and send() get and on what, arguments of unicode(),
str(), of hash functions, compressors and struct.pack, and what open() opens. Every wrapper is a function that gives
back the very value it was given; it looks at exact types and at characters, and calls no method of the target's.
"""
import ast
import os
import re
import stat
import thread

#: Kinds kept of one site; values whose characters are looked at there, after which only every so many is.
MOST_KINDS, FULLY, EVERY = 12, 200, 64
#: How much of one value, or of one file, is looked at; how many openings of files are looked into at one site.
MOST_CHARACTERS, MOST_FILES = 1 << 16, 50
#: Calls of a method that are looked at, of one site.
CALLS = 1000

#: Bytes that no text has: all below the space but tabs, line and page breaks, bell, backspace and escape.
CONTROL = "\x00-\x06\x0e-\x1a\x1c-\x1f\x7f"
OTHER_THAN_PLAIN = re.compile("[" + CONTROL + "\x80-\xff]").search
HAS_CONTROL = re.compile("[" + CONTROL + "]").search
HAS_HIGH = re.compile("[\x80-\xff]").search
WIDE = re.compile(u"[^\x00-\x7f]").search

#: Captured before the target can replace them.
_open, _read, _close, _fstat, _stat = os.open, os.read, os.close, os.fstat, os.stat
_mro, _name, _dict = (type.__dict__[n].__get__ for n in ("__mro__", "__name__", "__dict__"))
#: A class that has one of these has an answer of its own.
OWN_ANSWERS = ("encode", "decode", "__str__", "__unicode__", "__getattribute__")

METHODS = {"encode": "encode", "decode": "decode"}
SENDERS = {"write": "write", "send": "send", "sendall": "send", "sendto": "send"}
BUILTINS = {"unicode": "unicode", "str": "str"}
#: Functions that take octets, by their last name: the positions of those arguments.
TAKERS = dict.fromkeys(
    "md5 sha1 sha224 sha256 sha384 sha512 sha update compress decompress crc32 adler32 unhexlify hexlify a2b_hex"
    " b2a_hex b64encode b64decode encodestring decodestring urlopen loads BytesIO".split(), (0,)
)
TAKERS.update({"new": (0, 1), "HMAC": (0, 1), "Request": (1,), "pack": tuple(range(1, 30)), "pack_into": tuple(range(3, 30))})
#: Sites that are worth telling of only where text or octets came.
STRINGS = ("unicode", "unicode ascii", "str ascii", "str utf-8", "str binary")

#: A file without any of these has nothing to be instrumented.
TELLING = r"|\b(?:open|file|%s)\s*\(" % "|".join(sorted(set(METHODS) | set(SENDERS) | set(BUILTINS) | set(TAKERS)))


def kind_of(value):
    """The name under which a value is recorded: of text and octets, with what they hold."""
    own = type(value)
    if own is str:
        return kind_of_octets(value)
    if own is unicode or kind_of_class(own) == "unicode":
        return "unicode" if WIDE(unicode.__getslice__(value, 0, MOST_CHARACTERS)) else "unicode ascii"
    return kind_of_class(own)


def kind_of_class(own):
    """The name of a type; of a subclass of unicode that changes nothing, "unicode"."""
    try:
        for base in _mro(own):
            if base is unicode:
                return "unicode"
            members = _dict(base)
            if base is str or any(name in members for name in OWN_ANSWERS):
                break
        return _name(own)[:40].replace("/", "_")
    except Exception:  # an old-style class
        return "instance"


def kind_of_octets(value):
    """"str ascii", "str utf-8" or "str binary" (no UTF-8, or with bytes that no text has)."""
    part = value if len(value) <= MOST_CHARACTERS else value[:MOST_CHARACTERS]
    if not OTHER_THAN_PLAIN(part):
        return "str ascii"
    return "str utf-8" if not HAS_CONTROL(part) and is_utf8(part, len(part) < len(value)) else "str binary"


def is_utf8(part, cut):
    """Whether octets are UTF-8; where they were cut, up to their last whole character."""
    try:
        part.decode("utf-8")
        return True
    except UnicodeDecodeError as error:
        return cut and error.start >= len(part) - 3


def noter(seen):
    """A function that notes in `seen` of what kind its argument is, and gives it back."""
    left, types = [FULLY], set()

    def note(value):
        own = type(value)
        if own in types:
            if own is not str and own is not unicode:
                return value
            left[0] -= 1
            if left[0] < 0 and left[0] % EVERY:
                return value
        elif own in PLAIN:
            types.add(own)
        if len(seen) < MOST_KINDS:
            seen.add(kind_of(value))
        return value

    return note


#: Types that are remembered by themselves; classes of the target are not kept alive.
PLAIN = frozenset([str, unicode, int, long, bool, float, type(None), list, tuple, dict, bytearray, buffer])


class Receivers(object):
    """Whose method is being called, by thread, while its arguments are computed: kinds, so that nothing is kept alive."""

    def __init__(self):
        self.waiting = {}

    def pair(self, seen):
        """Two functions: one notes whose method it is, the other what that is given, in `seen` as "file/str ascii"."""
        left, names, waiting = [CALLS], {}, self.waiting

        def hold(owner):
            if left[0] > 0:
                own = type(owner)
                if own is file:
                    name = "file b" if "b" in owner.mode else "file"
                else:
                    name = names.get(own) or kind_of_class(own)
                    if type(own) is type and own.__module__ in LASTING:
                        names[own] = name
                waiting.setdefault(thread.get_ident(), []).append((seen, name))
            return owner

        def take(value):
            if left[0] > 0:
                left[0] -= 1
                own = waiting.get(thread.get_ident())
                while own:  # those of calls that raised in between are still there
                    site, name = own.pop()
                    if site is seen:
                        if len(seen) < MOST_KINDS:
                            seen.add(name + "/" + kind_of(value))
                        break
            return value

        return hold, take


#: Modules whose classes are no target's, so that they may be kept.
LASTING = frozenset(["__builtin__", "socket", "cStringIO", "StringIO", "io", "_io", "tempfile", "gzip", "codecs"])


def opener(seen):
    """A function that notes in `seen` how a file was opened and, of one read as text, what it holds."""
    left = [MOST_FILES]

    def look(stream):
        if type(stream) is file and left[0] > 0:
            left[0] -= 1
            try:
                seen.add(contents_of(stream))
            except Exception:
                seen.add("unknown")
        return stream

    return look


def contents_of(stream):
    """"r ascii", "rU utf-8 cr" and so on: the mode, and of a regular file opened for reading text what its first 64 KB
    hold: ascii, utf-8 or binary (with "high" where that has bytes from 0x80 on), "cr" where there are carriage returns.
    """
    mode = stream.mode[:4]
    if "b" in mode or not mode.startswith(("r", "U")):
        return mode
    number = stream.fileno()
    own = _fstat(number)
    if not stat.S_ISREG(own.st_mode):
        return mode + " stream"
    part = sample("/proc/self/fd/%d" % number, own)
    if part is None:
        part = sample(stream.name, own)
    if part is None:
        return mode + " unknown"
    kind = kind_of_octets(part)
    if kind == "str binary" and len(part) == MOST_CHARACTERS and not HAS_CONTROL(part) and is_utf8(part, True):
        kind = "str utf-8"
    high = " high" if kind == "str binary" and HAS_HIGH(part) else ""
    return mode + kind[3:] + high + (" cr" if "\r" in part else "")


def sample(path, own):
    """The first part of the file at `path`, by a descriptor of its own; None where that is not the file meant."""
    try:
        number = _open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except EnvironmentError:
        return None
    try:
        other = _fstat(number)
        if (other.st_dev, other.st_ino) != (own.st_dev, own.st_ino):
            return None
        return _read(number, MOST_CHARACTERS)
    finally:
        _close(number)


class Texts(object):
    """Wraps the calls of one file that may tell text from octets. `sites`: (site, line, column) -> kinds."""

    def __init__(self, sites, receivers, start_of):
        self.sites, self.receivers, self.start_of = sites, receivers, start_of

    def wrap(self, node, settled):
        """Instrument one call, in place or by another node; None where there is nothing to see."""
        function = node.func
        named = isinstance(function, ast.Name)
        last = function.id if named else function.attr if isinstance(function, ast.Attribute) else ""
        if named and last in ("open", "file"):
            place = self.place("open", node)
            return place and settled(call(opener(self.seen(place)), node), node)
        if named and last in BUILTINS:
            return self.arguments(BUILTINS[last], node, (0,), settled)
        if not named and last in METHODS:
            place = self.place(METHODS[last], node)
            if place and not isinstance(function.value, ast.Str):
                function.value = settled(call(noter(self.seen(place)), function.value), function.value)
                return node
        elif not named and last in SENDERS:
            return self.sent(SENDERS[last], node, settled)
        elif last in TAKERS:
            return self.arguments("octets", node, TAKERS[last], settled)
        return None

    def place(self, site, node):
        line, column = self.start_of(node)
        return (site, line, column) if column >= 0 else None

    def seen(self, place):
        return self.sites.setdefault(place, set())

    def arguments(self, site, node, positions, settled):
        done = None
        for position in positions:
            given = node.args[position] if position < len(node.args) else None
            place = self.place(site, given) if given is not None and not isinstance(given, (ast.Str, ast.Num)) else None
            if place:
                node.args[position] = settled(call(noter(self.seen(place)), given), given)
                done = node
        return done

    def sent(self, site, node, settled):
        given = node.args[0] if node.args else None
        place = self.place(site, given) if given is not None else None
        if not place or any(isinstance(part, ast.Yield) for part in ast.walk(node)):
            return None
        function, (hold, take) = node.func, self.receivers.pair(self.seen(place))
        function.value = settled(call(hold, function.value), function.value)
        node.args[0] = settled(call(take, given), given)
        return node


def call(function, argument):
    return ast.Call(ast.Num(function), [argument], [], None, None)


def told(sites):
    """What to tell of the sites of a file, by the kind of site: [[line, column, kinds] ...]."""
    found = {}
    for (site, line, column), seen in sorted(sites.items()):
        texts = any(kind.rpartition("/")[2] in STRINGS for kind in seen)
        if texts or any(" " in kind for kind in seen if site == "open"):
            found.setdefault(site, []).append([line, column, sorted(seen)])
    return found
