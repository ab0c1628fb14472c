"""What both languages can read and only Python 2 can run."""

import ast

import pytest

from migration.dialects.python2_only import fails_in_python3
from migration.dialects.repositories import is_for_python2
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex


def fails(text: str) -> bool:
    return fails_in_python3(ast.parse(text), text)


@pytest.mark.parametrize(
    "text",
    [
        "import hashlib\nhashlib.md5('x')\n",
        "import hashlib\ndef md5(x): return hashlib.md5(x)\nmd5('x')\n",
        "import imghdr\nimghdr.what(None, 'x')\n",
        "import ctypes\nctypes.string_at('x', 1)\n",
        "from hashlib import sha1 as h\nh('x' + chr(200))\n",
        "import struct\nx = 'a' + struct.pack('>H', 1)\n",
        "import struct\nx = struct.unpack('>H', 'ab')\n",
        "import base64\nu, p = base64.b64decode(x).split(':')\n",
        "f = open(p, 'wb')\nf.write('a')\n",
        "with open(p, 'wb') as f:\n    f.write('%d' % n)\n",
        "def put(f, s):\n    f.write(s)\nput(open(p, 'wb'), 'a')\n",
        "import csv\nw = csv.writer(open(p, 'wb'))\n",
        "import subprocess as s\np = s.Popen(c, stdin=s.PIPE)\np.communicate('a')\n",
        "import subprocess as s\np = s.Popen(c, stdin=s.PIPE)\np.communicate(input='a')\n",
        "import subprocess as s\np = s.Popen(c, stdin=s.PIPE)\np.stdin.write('a')\n",
        "from subprocess import check_output\nx = check_output(c).split('\\n')\n",
        "import re\nm = re.search('a', open(p, 'rb').read())\n",
        "import socket\na, b = socket.socketpair()\na.send('x')\n",
        "import socket\na, b = socket.socketpair()\nd = ''\nd += b.recv(1)\n",
        "import os\nx = os.read(f, 3) == 'abc'\n",
        "import gzip\nf = gzip.open(p, 'wb')\nf.write('a')\n",
        "import tempfile\nf = tempfile.TemporaryFile()\nf.write('a')\n",
        "import marshal\nx = type(marshal.dumps(1)) is str\n",
        "import zlib\nx = isinstance(zlib.compress(y), str)\n",
        "x = ord(open(p, 'rb').read()[0])\n",
        "x = [l.strip().split('=') for l in open(p, 'rb')]\n",
        "x = [l.split('=') for l in open(p, 'rb').readlines()]\n",
        "import hashlib\nclass H:\n    def __init__(self): self.h = hashlib.md5()\n"
        "    def add(self, s): self.h.update(s)\nH().add('a')\n",
        "b = bytearray('abc')\n",
        "x = 'a' + b'b'\n",
        "import json\nx = json.dumps({'a': [open(p, 'rb').read()]})\n",
        "import re\nx = re.split(',', b'a,b')\n",
        "import sys\nfor line in sys.stdin:\n    x = line.decode('utf-8')\n",
        "import sys\nfor line in sys.stdin:\n    line = line.strip()\n    x = line[1:].decode('utf-8')\n",
        "k, v = open(p).readline().split('=')\nx = v.decode('utf-8')\n",
        "import base64\nk, v = base64.b64decode(x).split('=')\nx = k == 'a'\n",
        "import hashlib\nx = hashlib.md5(open(p, 'r').read())\n",
        "b = bytearray(5)\nb[2:4] = 'xy'\n",
        "import struct\nx = struct.pack('>BH5s', 1, 5, 'hello')\n",
        "import struct\ns = struct.Struct('>I4s')\nx = s.pack(7, 'abcd')\n",
        "import socket\ns = socket.socket()\nd, a = s.recvfrom(10)\nx = d == 'ping'\n",
        "f = open(p, 'w')\nf.write('a')\nf = open(p, 'r+b')\nf.write('XY')\n",
        "for n, c in ((1, 'a'), (2, 'b')):\n    f = open(p, 'wb')\n    f.write(c)\n",
        "import struct\ndef f(items):\n    r = ''\n    for i in items:\n"
        "        r += struct.pack('B', len(i)) + i\nf([])\n",
        "import binascii\nt = binascii.hexlify(x)\ny = all(c in '0123' for c in t)\n",
        "import base64\ns = base64.b64decode(x)\ny = ''.join(sorted(s))\n",
        "import tarfile\nt = tarfile.open(p)\nx = t.extractfile(m).read().split(' ')\n",
        "import socket\na, b = socket.socketpair()\nw = a.makefile('wb')\nw.write('a')\n",
        "x = y.encode('hex')\n",
        "import subprocess as s\ndef run(c, d=None):\n    p = s.Popen(c, stdin=s.PIPE)\n    return p.communicate(d)\n"
        "run(['a'])\nrun(['b'], 'text')\n",
        "x = ','.join(t.encode('utf-8') for t in y)\n",
        "import string\nt = string.Template('$a')\nf = open(p, 'wb')\nf.write(t.substitute(a=1))\n",
        "import re\ndef f(s):\n    return re.sub('%(..)', lambda m: 'x', s)\nx = f(y).decode('utf-8')\n",
        "import struct\nclass H:\n    def __init__(self): self.d = ''\n"
        "    def add(self, m): self.d += struct.pack('B', 1) + m\n",
        "import unicodedata\ns = unicodedata.normalize('NFKD', t).encode('ascii', 'ignore')\nx = s == 'ete'\n",
        "b = u'a'.encode('utf-8')\n",
        "b = 'a'.decode('utf-8')\n",
        "import codecs, sys\nsys.stdout = codecs.getwriter('utf-8')(sys.stdout)\n",
        "import xml.etree.ElementTree as ET\nx = '<a>' in ET.tostring(e)\n",
        "import email\nx = m.get_payload(decode=True) + '!'\n",
        "import ctypes\nlibc = ctypes.CDLL(None)\nlibc.strlen('a')\n",
        "import uuid\nu = uuid.UUID(bytes='0123456789abcdef')\n",
        "x = isinstance(y, basestring)\n",
        "try:\n    f = open(p, 'wb')\nexcept IOError:\n    pass\nelse:\n    f.write('a')\n",
        "import zlib\ntry:\n    zlib.compress('a')\nexcept ValueError:\n    pass\n",
    ],
)
def test_fails_in_python_3(text):
    assert fails(text)


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nfor line in sys.stdin.buffer:\n    x = line.decode('utf-8')\n",
        "import sys\nfor line in sys.stdin:\n    line = g(line)\n    x = line.decode('utf-8')\n",
        "for line in open(p, m):\n    x = line.decode('utf-8')\n",
        "from io import open\nfor line in open(p):\n    x = line.decode('utf-8')\n",
        "k, v = make().split('=')\nx = v.decode('utf-8')\n",
        "x = 'a' == b'a'\n",
        "x = b'a' + b'b'\n",
        "self.assertRaises(TypeError, lambda: 'a' + b'b')\n",
    ],
)
def test_what_may_be_octets_is_decoded_by_both(text):
    assert not fails(text)


@pytest.mark.parametrize(
    "text",
    [
        "import hashlib\nhashlib.md5(x)\n",
        "import hashlib\ndef md5(hashlib): return hashlib.md5(hashlib)\nmd5('x')\n",
        "import ctypes\nctypes.string_at(p, 1)\n",
        "import hashlib\nhashlib.md5('x'.encode('utf-8'))\n",
        "import hashlib\ntry:\n    hashlib.md5('x')\nexcept TypeError:\n    pass\n",
        "import hashlib, pytest\nwith pytest.raises(TypeError):\n    hashlib.md5('x')\n",
        "import hashlib, sys\nif sys.version_info[0] == 2:\n    hashlib.md5('x')\n",
        "def hashlib(): pass\nhashlib.md5('x')\n",
        "import base64\nx = base64.b64decode('abc')\n",
        "f = open(p, 'w')\nf.write('a')\n",
        "f = open(p, mode)\nf.write('a')\n",
        "f = open(p, 'wb')\nf = g()\nf.write('a')\n",
        "def put(f, s):\n    f.write(s)\nput(open(p, 'wb'), 'a')\nput(other, 'a')\n",
        "import csv\nw = csv.writer(open(p, 'w', newline=''))\n",
        "import subprocess as s\np = s.Popen(c, stdin=s.PIPE, text=True)\np.communicate('a')\n",
        "import subprocess as s\np = s.Popen(c, stdin=s.PIPE, **k)\np.communicate('a')\n",
        "from subprocess import check_output\nx = check_output(c, universal_newlines=True).split('\\n')\n",
        "import gzip\nf = gzip.open(p, 'wt')\nf.write('a')\n",
        "import tempfile\nf = tempfile.NamedTemporaryFile('w')\nf.write('a')\n",
        "import tempfile\nf = tempfile.TemporaryFile(mode='w+')\nf.write('a')\n",
        "import struct\nx = struct.pack('>H', 1) + y\n",
        "x = [l.strip() for l in open(p, 'rb')]\n",
        "x = ord(open(p).read()[0])\n",
        "b = bytearray('abc', 'ascii')\n",
        "import struct\nx = struct.pack('>BH', 1, 5)\n",
        "f = open(p, 'wb')\nif x:\n    f = open(p, 'w')\nf.write('XY')\n",
        "f = open(p, 'wb')\nf.close()\nf = open(p, 'w')\nf.write('XY')\n",
        "class E:\n    def encode(self, x): return 'a'\nx = E().encode('utf-8') == 'a'\n",
        "import json\nx = json.JSONEncoder().encode(y) == 'a'\n",
        "import codecs\nx = codecs.encode(y, 'hex')\n",
        "import zlib\ndef f(x):\n    return x if isinstance(x, str) else x.decode('ascii')\nf(zlib.compress(y))\n",
        "import subprocess as s\ndef run(c, d=None):\n    return s.Popen(c, stdin=s.PIPE).communicate(d)\nrun(['a'])\n",
        "x = ','.join(t.strip() for t in y)\n",
        "import re\ndef f(s):\n    return re.sub(s.pattern, s.new, s.old)\nx = f(y).decode('utf-8')\n",
        "b = 'a'.encode('utf-8')\n",
        "import xml.etree.ElementTree as ET\nx = '<a>' in ET.tostring(e, encoding='unicode')\n",
        "import codecs, sys\nsys.stdout = codecs.getwriter('utf-8')(sys.stdout.buffer)\n",
        "import ctypes\nlibc = ctypes.CDLL(None)\nlibc.wcslen('a')\n",
        "try:\n    unicode\nexcept NameError:\n    unicode = str\nx = unicode(y)\n",
        "from compat import *\nx = xrange(3)\n",
        "def unicode(x): return x\ny = unicode(1)\n",
        "r = b'a'\nassert not isinstance(r, str)\n",
        "r = b'a'\nx = type(r) is str\n",
        "import json\nx = json.dumps({'a': b'a'}, default=f)\n",
        "import sys\nsys.stdin = sys.stdin.detach()\nfor line in sys.stdin:\n    x = b'x' + line\n",
        "",
    ],
)
def test_says_nothing_of_what_may_be_right(text):
    assert not fails(text)


@pytest.mark.parametrize(
    "sign",
    [
        "from __future__ import print_function, unicode_literals\n",
        "import six\n",
        "print(1, 2)\n",
        "def f(*, a): pass\n",
        "x = f'{1}'\n",
        "import urllib.request\n",
    ],
)
def test_a_file_that_shows_that_python_3_was_thought_of_is_none(sign):
    text = "import hashlib\nhashlib.md5('x')\n"
    assert is_for_python2(ast.parse(text), text)
    assert not is_for_python2(ast.parse(sign + text), sign + text)


def test_literals_that_end_in_b_are_none_of_bytes():
    text = "import os\nx = os.read(f, 3).split('a b'), 'c'\n"
    assert is_for_python2(ast.parse(text), text)


def test_what_is_too_deep_is_left():
    text = "import hashlib\nx = " + "+".join(["'a'"] * 900) + "\n"
    assert isinstance(is_for_python2(ast.parse(text), text), bool)


def test_such_a_file_by_itself_is_read_as_python_2():
    text = "import hashlib\nx = hashlib.md5('x').hexdigest(), 7 / 2\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert "7 // 2" in migrate(text, "a.py", index).text
    again = migrate(text, "a.py", index).text
    assert migrate(again, "a.py", RepositoryIndex(["a.py"], {"a.py": again}.get)).text == again
    assert "7 // 2" not in migrate(text, "a.py").text


def test_octets_that_are_told_from_text_save_no_file_that_fails():
    text = "import hashlib\nx = b'a', hashlib.md5('x')\n"
    assert is_for_python2(ast.parse(text), text)
