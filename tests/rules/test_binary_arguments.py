"""Arguments that have to be bytes."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "binary_arguments"


@pytest.mark.parametrize(
    "text",
    [
        "import hashlib\nhashlib.md5(b'x')\n",
        "import hashlib\nhashlib.md5(x)\n",
        "import hashlib\nhashlib.md5(x.encode('utf-8'))\n",
        "f.send('x')\n",
        "open(p, 'w').write('x')\n",
        "import struct\nstruct.pack('>HI', a, b)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import hashlib\nhashlib.md5('a' 'b').update('c')\n",
            "import hashlib\nhashlib.md5(b'a' b'b').update(b'c')\n",
        ),
        (
            "import hashlib\nh = hashlib.sha1()\nh.update('%d' % a)\n",
            "import hashlib\nh = hashlib.sha1()\nh.update(('%d' % a).encode(\"utf-8\"))\n",
        ),
        (
            "import hmac, hashlib\nhmac.new('k', 'm', hashlib.md5)\n",
            "import hmac, hashlib\nhmac.new(b'k', b'm', hashlib.md5)\n",
        ),
        ("import struct\nstruct.pack('3sI', 'abc', 1)\n", "import struct\nstruct.pack('3sI', b'abc', 1)\n"),
        (
            "import socket\na, b = socket.socketpair()\na.send('x')\n",
            "import socket\na, b = socket.socketpair()\na.send(b'x')\n",
        ),
        (
            "with open(p, 'wb') as f:\n    f.write('a\\xff')\n",
            "with open(p, 'wb') as f:\n    f.write(b'a\\xff')\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_hashes_the_unknown_through_a_helper():
    outcome = run(RULE, "import hashlib\ndef f(x): return hashlib.md5(x), 1L\n")
    assert "hashlib.md5(as_bytes(x))" in outcome.text and "def as_bytes(value" in outcome.text
    assert run(RULE, outcome.text).text == outcome.text
