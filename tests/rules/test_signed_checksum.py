"""Checksums that had a sign."""

import zlib

import pytest
from rules.checking import check_rule, check_untouched

RULE = "signed_checksum"
SIGNED = "(zlib.crc32(b) ^ 0x80000000) - 0x80000000"


@pytest.mark.parametrize(
    "text",
    [
        "import zlib\na = zlib.crc32(b) & 0xffffffff\n",
        "import zlib\na = ~zlib.crc32(b) & 0xffffffff\n",
        "import zlib\ndef f(b):\n    a = zlib.crc32(b)\n    return a & 0xffffffff\n",
        "import zlib\ndef f(b):\n    a = zlib.crc32(b)\n    return zlib.crc32(c, a) & 0xffffffff\n",
        "from mine import crc32\na = crc32(b)\n",
        "import zlib\nf = zlib.crc32\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "import zlib\na = zlib.crc32(b)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = zlib.crc32(b)", f"a = {SIGNED}"),
        ("a = ~zlib.crc32(b)", f"a = ~({SIGNED})"),
        ("a = '%d' % zlib.crc32(b)", f"a = '%d' % ({SIGNED})"),
        ("f(zlib.crc32(b))", f"f({SIGNED})"),
    ],
)
def test_gives_the_sign_back(before, after):
    check_rule(RULE, f"import zlib\n{before}\n", f"import zlib\n{after}\n", python2=True)


@pytest.mark.parametrize("data", [b"", b"a", b"abc", b"\xff" * 9])
def test_is_what_python_2_gave(data):
    value = (zlib.crc32(data) ^ 0x80000000) - 0x80000000
    assert -(2**31) <= value < 2**31 and value & 0xFFFFFFFF == zlib.crc32(data)
