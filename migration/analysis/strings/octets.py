"""Files and buffers of octets that are read and written as text of Latin-1: what goes along with octet_text."""

from __future__ import annotations

import ast
import re

from migration.analysis.made import mode_of
from migration.source.edits import Part, Span
from migration.view.draft import Facts
from migration.view.module import Module


def octets_throughout(module: Module) -> bool:
    """Whether the repository uses native strings for octets throughout."""
    return module.facts.index.octets


def literals_are_octets(facts: Facts) -> bool:
    """Whether the literals of a file are octets that stay text, with a `b` before them or without: for sure, as it is
    one of a repository that Python 2 alone can run.
    """
    if not facts.index.octets or "unicode_literals" in facts.future:
        return False
    return facts.index.is_in_python2(facts.key)


#: What both helpers below make of a binary file.
_CLASS = """
    class Octets(io.TextIOWrapper):
        def seek(self, offset, whence=0):
            place = self.tell() if whence else 0
            if whence == 1:
                offset += place
            elif whence == 2:
                self.flush()
                offset += self.buffer.seek(0, 2)
            if offset < 0:
                super().seek(place if whence else self.tell())
                raise OSError(22, "Invalid argument")
            return super().seek(offset)

        def __next__(self):
            line = self.readline()
            if not line:
                raise StopIteration
            return line

        def xreadlines(self):
            return self

        def write(self, text):
            return super().write(text if isinstance(text, str) else str(text, "latin-1"))
"""
WRAPPER = f'''
def octets(file):
    """A binary file whose bytes are read and written as the characters of the same numbers (Latin-1)."""

    {_CLASS.strip()}

        def __getattr__(self, name):
            return self if name == "file" else getattr(self.buffer, name)

    if not hasattr(file, "readable") or isinstance(file, io.TextIOBase):
        return file
    return Octets(file, encoding="latin-1", newline="\\n", write_through=True)
'''
FILE = f'''
def open_octets(file, mode="r", buffering=-1):
    """Open a file whose bytes are read and written as the characters of the same numbers (Latin-1)."""

    {_CLASS.strip()}

    plain = mode.replace("t", "").replace("b", "").replace("U", "") or "r"
    at_once, by_line = buffering == 0 and plain != "r", buffering == 1
    binary = open(file, plain + "b", 0 if at_once else buffering if buffering > 1 else -1)
    newline = None if "U" in mode else "\\n"
    opened = Octets(binary, "latin-1", None, newline, line_buffering=by_line, write_through=at_once)
    opened.mode = mode
    return opened
'''
BUFFER = '''
class OctetsIO(io.StringIO):
    """A text buffer that can seek from where it is and from its end, as Python 2's could."""

    def __init__(self, text="", newline="\\n"):
        super().__init__(text if isinstance(text, str) else str(text, "latin-1"), newline)

    def seek(self, offset, whence=0):
        if whence == 1:
            offset += self.tell()
        elif whence == 2:
            offset += super().seek(0, 2)
        return super().seek(max(offset, 0))

    def write(self, text):
        return super().write(text if isinstance(text, str) else str(text, "latin-1"))
'''
MAPPED = '''
class OctetMap(mmap.mmap):
    """A file in memory whose bytes are read and written as the characters of the same numbers (Latin-1)."""

    def __getitem__(self, place):
        found = super().__getitem__(place)
        return chr(found) if isinstance(found, int) else str(found, "latin-1")

    def __setitem__(self, place, text):
        octets = text.encode("latin-1") if isinstance(text, str) else text
        number = isinstance(place, slice) or isinstance(octets, int)
        super().__setitem__(place, octets if number else octets[0])

    def find(self, text, *places):
        return super().find(text.encode("latin-1") if isinstance(text, str) else text, *places)

    def rfind(self, text, *places):
        return super().rfind(text.encode("latin-1") if isinstance(text, str) else text, *places)

    def read(self, *size):
        return str(super().read(*size), "latin-1")

    def read_byte(self):
        return chr(super().read_byte())

    def readline(self):
        return str(super().readline(), "latin-1")

    def write(self, text):
        return super().write(text.encode("latin-1") if isinstance(text, str) else text)

    def write_byte(self, octet):
        super().write_byte(ord(octet) if isinstance(octet, str) else octet)
'''
FUNCTION = '''
def of_octets(function, first=0):
    """`function` of the standard library, for octets that are text of Latin-1: from argument `first` on."""

    def called(*given, **named):
        octets = [a.encode("latin-1") if isinstance(a, str) and n >= first else a for n, a in enumerate(given)]
        result = function(*octets, **named)
        return result.decode("latin-1") if isinstance(result, bytes) else result

    return called
'''
VALUES = '''
def octet_values(values):
    """What was unpacked, with octets as the characters of the same numbers (Latin-1)."""
    return tuple(v.decode("latin-1") if isinstance(v, bytes) else v for v in values)
'''
NATIVE = '''
def native(value):
    """str(value); of what holds octets, these as the characters of the same numbers (Latin-1), as in Python 2."""
    return str(value, "latin-1") if isinstance(value, (bytes, bytearray, memoryview)) else str(value)
'''
BUFFERED = '''
def buffered(value):
    """What Python 2's buffer() showed, as text: octets are the characters of the same numbers (Latin-1)."""
    return value if isinstance(value, str) else str(value, "latin-1")
'''
VIEW = '''
class OctetFile:
    """A file whose octets are characters of the same numbers (Latin-1), or bytes, for what reads or writes bytes."""

    def __init__(self, file):
        self.file = file

    def read(self, *size):
        read = self.file.read(*size)
        return read.encode("latin-1") if isinstance(read, str) else read

    def readline(self, *size):
        read = self.file.readline(*size)
        return read.encode("latin-1") if isinstance(read, str) else read

    def readinto(self, buffer):
        read = self.read(len(buffer))
        buffer[: len(read)] = read
        return len(read)

    def write(self, octets):
        try:
            return self.file.write(str(octets, "latin-1"))
        except TypeError:
            return self.file.write(octets)
'''
ENCODER = '''
def octet_encoder(encode):
    """As `encode` of a codec, with octets as the characters of the same numbers (Latin-1)."""

    def encoder(text, errors="strict"):
        try:
            octets, length = encode(text, errors)
        except TypeError:
            octets, length = encode(text.encode("latin-1"), errors)
        return octets.decode("latin-1") if isinstance(octets, bytes) else octets, length

    return encoder
'''
DECODER = '''
def octet_decoder(decode):
    """As `decode` of a codec, with octets as the characters of the same numbers (Latin-1)."""

    def decoder(octets, errors="strict"):
        try:
            # A codec of the program's own reads what its encoder gave; one of the library may take text for UTF-8.
            text, length = decode(octets if hasattr(decode, "__code__") else octets.encode("latin-1"), errors)
        except TypeError:
            text, length = decode(octets.encode("latin-1"), errors)
        return text.decode("latin-1") if isinstance(text, bytes) else text, length

    return decoder
'''
PACKER = '''
def octet_packer(pack):
    """As `pack`, with octets as the characters of the same numbers (Latin-1)."""

    def packer(*values):
        octets = [v.encode("latin-1") if isinstance(v, str) else v for v in values]
        return pack(*octets).decode("latin-1")

    return packer
'''
UNPACKER = '''
def octet_unpacker(unpack):
    """As `unpack`, with octets as the characters of the same numbers (Latin-1)."""

    def unpacker(*given):
        values = unpack(*[g.encode("latin-1") if isinstance(g, str) else g for g in given])
        return tuple(v.decode("latin-1") if isinstance(v, bytes) else v for v in values)

    return unpacker
'''
#: Not what the helpers above do.
_SEEK = re.compile(r"\.(?<!buffer\.)(?<!super\(\)\.)seek\([^()\n]*,[^()\n]*[1-9A-Z]")
#: What stands in for a connection in tests, and is written octets as those are.
_CONNECTION = re.compile(r"^class[ \t]+\w*Transport\w*\([^()\n]*\b(?:String|Bytes)IO\b", re.MULTILINE)


def seeks_relatively(module: Module) -> bool:
    """Whether any file of the repository seeks in a file in memory from elsewhere than its beginning, or has one that
    is written bytes: these have a class of their own.
    """
    index = module.facts.index
    return index.matches(_SEEK) or index.matches(_CONNECTION)


def binary_mode(node: ast.Call, module: Module, place: int) -> list[Part]:
    """The part that asks for a file of octets, where text would be the default, however that buffers: of a socket,
    whose `makefile` takes the mode first, or of a function that opens paths (`place` of the mode: 0, 1).
    """
    before = [node.func, *node.args][place : place + 1]  # mode_of looks for the mode in the second place
    mode = mode_of(
        ast.Call(func=node.func, args=[*before, *node.args[place : place + 1]], keywords=node.keywords)
    )
    if mode is None or "b" in mode or len(node.args) > place + 2 or node.keywords:
        return []
    plain = mode.replace("U", "").replace("t", "") or "r"
    plain = plain if place else both_ways(plain)
    if len(node.args) > place:
        return [module.part(node.args[place], f'"{plain}b"')]
    end = module.span(node).end - 1
    return [module.part(Span(end, end), f'{", " if node.args else ""}"{plain}b"')]


def both_ways(mode: str) -> str:
    """A mode of files, for a socket: 'r+b' is 'rwb'."""
    plain = "rw" if "+" in mode else mode.replace("b", "")
    return plain + "b" if "b" in mode else plain
