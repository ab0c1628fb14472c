"""That a file without any source of bytes is told at once, and that no source is overlooked."""

from __future__ import annotations

import ast

import pytest

from migration.analysis.strings.byte_sources import may_hold_bytes
from migration.analysis.strings.kinds import BYTES, held_kind
from migration.engine.registry import all_rules
from migration.repairing.scene import view
from migration.repository.index import RepositoryIndex
from migration.view.module import Module


def seen(text: str, **others: str) -> Module | None:
    files = {"m.py": text} | {f"{name}.py": other for name, other in others.items()}
    return view(text, "m.py", RepositoryIndex(files, files.__getitem__), (3, 11))


def holds_bytes(module: Module) -> bool:
    """The question answered the slow way: expression by expression."""
    return any(held_kind(n, module) == BYTES for n in module.nodes if isinstance(n, ast.expr))


WAYS = [
    "b'x'",
    "__import__('struct').pack('<I', 1); from struct import pack; pack('<I', 1)",
    "import struct as s\nx = s.pack('<I', 1)",
    "x = open(p, 'rb').read()",
    "for line in open(p, 'rb'): x = line",
    "with open(p, 'rb') as f:\n    for line in f: x = line",
    "import gzip\nfor line in gzip.GzipFile(p): x = line",
    "import urllib\nx = urllib.urlopen(u).readlines()\ny = x[0]\nfor z in urllib.urlopen(u): pass",
    "x = u'a'.encode('utf-8')",
    "import hashlib\nx = hashlib.md5(a).digest()",
    "import socket\ns = socket.socket()\nx = s.recv(3)",
    "s = c.makefile('rb')\nx = s.readline()",
    "import struct\na, b = struct.unpack('2s2s', d)",
    "import array\nx = array.array('B').tostring()",
    "import mmap\nx = mmap.mmap(f, 0)\ny = x",
    "import xmlrpclib\nx = xmlrpclib.Binary(a).data",
    "import urllib2\nr = urllib2.Request(u, 'a=1')\nx = r.get_data()",
    "x = document.toxml('utf-8')",
    "x = message.get_payload(decode=True)",
    "x = m.__loader__.get_data(p)",
    "import zipfile\nz = zipfile.ZipFile(p)\nx = z.read('a')",
    "import io\nx = io.BytesIO()\ny = x.getvalue()",
    "import base64\nx = base64.b64decode(a)",
    "import zlib\nz = zlib.decompressobj()\nx = z.flush()",
]


@pytest.mark.parametrize("text", WAYS)
def test_every_way_to_get_bytes_is_seen(text: str) -> None:
    module = seen(f"{text}\n")
    assert module is not None and holds_bytes(module) and may_hold_bytes(seen(f"{text}\n"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "x = open(p).read()\nfor line in open(p): y = line",
        "def read(self): return self.encode\n",
        "x = 'a'.encode('hex')",
        "x = stream.getvalue() + stream.read() + parser.digest(1)",
    ],
)
def test_words_alone_are_no_source(text: str) -> None:
    module = seen(f"{text}\n")
    assert module is not None and not may_hold_bytes(module) and not holds_bytes(module)


def test_what_a_caller_gives_is_a_source() -> None:
    text = "def f(data):\n    return data\n"
    given, other = seen(text, n="import m\nm.f(b'x')\n"), seen(text, n="import other\nother.f(b'x')\n")
    assert given is not None and other is not None
    assert holds_bytes(given) and may_hold_bytes(given)
    assert not may_hold_bytes(other) and not holds_bytes(other)


@pytest.mark.parametrize("rule", all_rules().rules, ids=lambda rule: rule.id)
def test_nothing_is_bytes_in_an_example_without_a_source(rule: object) -> None:
    for text in (rule.before, rule.after):  # type: ignore[attr-defined]
        module = seen(text)
        assert module is None or may_hold_bytes(module) or not holds_bytes(module)
