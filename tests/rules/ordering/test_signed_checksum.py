"""Checksums that had a sign."""

import zlib

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

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
        "from zlib import crc32\ndef f(b, crc32=crc32):\n    return crc32(b) & 0xffffffff\n",
        "import zlib\nsame(zlib.crc32.__name__)\nx = a is zlib.crc32\n",
        "zlib = Mine()\nf(zlib.crc32)\n",
        "import zlib\ndef f(sum):\n    pass\nf(zlib.decompress)\n",
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


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(token, summed=zlib.adler32):\n    return summed(token)\n", "summed=native_adler32)"),
        ("x = map(zlib.crc32, texts)\n", "map(native_crc32, texts)"),
        ("x = Table(texts, summed=zlib.crc32)\n", "summed=native_crc32)"),
        ("x = {'crc': zlib.crc32}\n", "{'crc': native_crc32}"),
    ],
)
def test_the_function_itself_where_it_is_handed_on(before, after):
    done = run(RULE, f"import zlib\n{before}PROOF = 1L\n").text
    assert after in done
    assert run(RULE, done).text == done


def test_the_function_itself_is_what_it_was():
    done = run(
        RULE, "import zlib\ndef f(token, summed=zlib.crc32):\n    return summed(token)\nPROOF = 1L\n"
    ).text
    namespace = {}
    exec(done, namespace)
    assert namespace["f"]("hello") == namespace["f"](b"hello") == 907060870
    assert namespace["f"](b"a") == -390611389
    assert namespace["native_crc32"](b"b", namespace["f"](b"a")) == namespace["f"]("ab")


def test_the_function_itself_of_octets_that_are_text():
    text = "import zlib\nx = map(zlib.crc32, texts)\n"
    done = run(RULE, text + "PROOF = 1L\n", "p/a.py", octet_repository(text)).text
    assert 'data.encode("latin-1")' in done
