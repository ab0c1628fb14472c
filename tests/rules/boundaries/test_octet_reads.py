"""Files that are read for their octets alone."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "octet_reads"
HASHING = "import hashlib\n"
MADE = "m = hashlib.md5()\n"
EITHER = "try:\n    b = a.decode('utf-8')\nexcept UnicodeDecodeError:\n    b = a.decode('cp1252')\n"
TEXT = "    try:\n        l = l.decode('utf-8')\n    except ValueError:\n        continue\n    h(l)\n"


@pytest.mark.parametrize(
    "text",
    [
        "h(open(p).read())\n",
        "hashlib.md5(open(p, 'rb').read())\n",
        "hashlib.md5(open(p, 'rU').read())\n",
        "hashlib.md5(open('/dev/urandom').read(9))\n",
        "hashlib.md5(open(p, 'r+').read())\n",
        "hashlib.md5(open(p, m).read())\n",
        "hashlib.md5(open(p, encoding='latin-1').read())\n",
        "hashlib.md5(open(p, 'r', 0).read())\n",
        "hashlib.md5(open(*p).read())\n",
        "from codecs import open\nhashlib.md5(open(p).read())\n",
        "a = open(p).read()\nhashlib.md5(a)\nh(a)\n",
        "a = open(p).read()\nhashlib.md5(a)\nif 'x' in a: h()\n",
        "f = open(p)\nhashlib.md5(f.read())\nh(f)\n",
        "f = open(p)\nhashlib.md5(f.read())\ndef g():\n    return f\n",
        "f = open(p)\nn = f.readline().split()\nhashlib.md5(f.read())\n",
        "a = open(p).read()\na += h()\nhashlib.md5(a)\n",
        "a = len(open(p).read())\n",
        "hashlib.md5(x + open(p).read())\n",
        "a = open(p).read()\nb = a[0].decode('latin-1'), a.decode('utf-8')\n",
        "a = open(p).read()\ntry:\n    a = a.decode('utf-8')\nexcept ValueError:\n    pass\nh(a)\n",
        "a = open(p).read()\nh(a)\ntry:\n    a = a.decode('utf-8')\nexcept ValueError:\n    raise\n",
        "m = h()\nm.update(open(p).read())\n",
        "open(q, 'w').write(open(p).read())\nhashlib\n",
        "from StringIO import StringIO\nh(StringIO(open(p).read()))\n",
        "from StringIO import StringIO\na = open(p).read()\nh(a)\nzipfile.ZipFile(StringIO(a))\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HASHING + text, python2=True)


def test_what_is_unpacked_is_no_text_in_any_python():
    before = "import struct\ndef f(p):\n    h = open(p{})\n    return struct.unpack('>h', h.read(2))\n"
    check_rule(RULE, before.format(""), before.format(", 'rb'"))


def test_python_3_means_its_text():
    check_untouched(RULE, "t = open(p).read()\nhashlib.md5(t.encode())\nt.decode('x')\n")


def test_octets_throughout_are_another_rules_affair():
    text = "import struct, hashlib\ns = struct.pack('<I', 1) + '\\xff' + chr(200)\n"
    text += "x = ord(s[0]), ord(s[1]), ord(s[2])\n"
    text += "hashlib.md5(open(p).read())\nprint 1\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert index.octets and "'rb'" not in migrate(text, "a.py", index).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from email.MIMEImage import MIMEImage\nf = open(p, 'r')\na = MIMEImage(f.read(), 'jpeg')\n",
            "from email.MIMEImage import MIMEImage\nf = open(p, 'rb')\na = MIMEImage(f.read(), 'jpeg')\n",
        ),
        (
            "from StringIO import StringIO\nfrom PIL import Image\na = Image.open(StringIO(open(p, 'r').read()))\n",
            "from StringIO import StringIO\nfrom PIL import Image\na = Image.open(StringIO(open(p, 'rb').read()))\n",
        ),
        (
            "import cStringIO, gzip\na = open(p).read()\nf = cStringIO.StringIO(a)\ng = gzip.GzipFile('', 'r', 9, f)\n",
            "import cStringIO, gzip\na = open(p, 'rb').read()\nf = cStringIO.StringIO(a)\n"
            "g = gzip.GzipFile('', 'r', 9, f)\n",
        ),
        ("hashlib.md5(open(p).read())\n", "hashlib.md5(open(p, 'rb').read())\n"),
        ("hashlib.md5(open(p, 'r').read())\n", "hashlib.md5(open(p, 'rb').read())\n"),
        ('hashlib.md5(file(p, mode="r").read())\n', 'hashlib.md5(file(p, mode="rb").read())\n'),
        (
            "with open(p) as f:\n    n = hashlib.sha1(f.read()).hexdigest()\n",
            "with open(p, 'rb') as f:\n    n = hashlib.sha1(f.read()).hexdigest()\n",
        ),
        (
            f"{MADE}f = open(p)\nwhile True:\n    a = f.read(9)\n    if not a: break\n    m.update(a)\n",
            f"{MADE}f = open(p, 'rb')\nwhile True:\n    a = f.read(9)\n    if not a: break\n    m.update(a)\n",
        ),
        (
            f"{MADE}f = open(p)\na = f.read(9)\nwhile a:\n    m.update(a)\n    a = f.read(9)\n",
            f"{MADE}f = open(p, 'rb')\na = f.read(9)\nwhile a:\n    m.update(a)\n    a = f.read(9)\n",
        ),
        (
            "a = open(p).read()\nn, b = len(a), a.decode('latin-1')\n",
            "a = open(p, 'rb').read()\nn, b = len(a), a.decode('latin-1')\n",
        ),
        (
            "f = open(p)\na = f.readline().decode('latin-1')\nb = f.read().decode('utf-8')\n",
            "f = open(p, 'rb')\na = f.readline().decode('latin-1')\nb = f.read().decode('utf-8')\n",
        ),
        (f"a = open(p).read()\n{EITHER}", f"a = open(p, 'rb').read()\n{EITHER}"),
        (f"for l in open(p):\n{TEXT}", f"for l in open(p, 'rb'):\n{TEXT}"),
        ("hashlib.md5('x' + open(p).read())\n", "hashlib.md5('x' + open(p, 'rb').read())\n"),
        ("a = open(p).read()\nhashlib.md5(a[0])\n", "a = open(p, 'rb').read()\nhashlib.md5(a[0])\n"),
        ("open(q, 'wb').write(open(p).read())\n", "open(q, 'wb').write(open(p, 'rb').read())\n"),
    ],
)
def test_the_file_is_opened_for_bytes(before, after):
    check_rule(RULE, HASHING + before, HASHING + after, python2=True)


PROGRAM = r"""
import hashlib

def either(path):
    for line in open(path):
        try:
            line = line.decode('utf-8')
        except UnicodeDecodeError:
            line = line.decode('cp1252')
        yield line.rstrip()

def by_pieces(path):
    made = hashlib.md5()
    with open(path) as file:
        for piece in iter(lambda: file.read(4), ''):
            made.update(piece)
    return made.hexdigest()

def counted(path):
    octets = open(path).read()
    return len(octets), octets.decode('latin-1')
"""


def test_what_is_read_is_what_2_7_read(tmp_path):
    path = tmp_path / "data"
    path.write_bytes(b"caf\xc3\xa9\ncaf\xe9\r\n\xff")
    space = {}
    exec(migrate(PROOF + PROGRAM, "a.py").text, space)  # what Python 2.7 gives for each is written out here
    assert list(space["either"](path)) == ["caf\xe9", "caf\xe9", "\xff"]
    assert space["counted"](path) == (13, "caf\xc3\xa9\ncaf\xe9\r\n\xff")
    assert space["by_pieces"](path) == "8baf945be0c69cf8283921ecbcc11c63"
