"""Floats where whole numbers are wanted."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "whole_numbers"


@pytest.mark.parametrize(
    "text",
    [
        "import struct\nstruct.pack('<h', 3)\n",
        "import struct\nstruct.pack('<f', 3.5)\n",
        "import struct\nstruct.pack(form, 3.5)\n",
        "import struct\nstruct.pack('<h', *rows)\n",
        "import struct\nstruct.pack('4s', 3.5)\n",
        "import struct\nstruct.pack()\n",
        "import math\nmath.factorial(5)\n",
        "import itertools\nitertools.islice(a, *b)\n",
        "from mine import factorial\nfactorial(5.0)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("struct.pack('<hfH', 1.5, 2.5, x / 2.0)", "struct.pack('<hfH', int(1.5), 2.5, int(x / 2.0))"),
        ("struct.pack_into('>I', b, 0, 1.5)", "struct.pack_into('>I', b, 0, int(1.5))"),
        ("math.factorial(5.0)", "math.factorial(int(5.0))"),
        ("itertools.islice(a, 1.0, 5)", "itertools.islice(a, int(1.0), 5)"),
    ],
)
def test_takes_the_whole_part(before, after):
    head = "import struct, math, itertools\nx = 3\n"
    check_rule(RULE, f"{head}{before}\n", f"{head}{after}\n", python2=True)


def test_samples_of_sound():
    text = "import struct, math\nsamples = [math.sin(i / 8.0) * 32767 for i in range(8)]\n"
    text += "print len(struct.pack('<%dh' % len(samples), *samples))\n"
    done = migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text
    assert "*map(int, samples))" in done


def test_nothing_is_taken_of_what_no_python_2_program_gives():
    text = "import struct\ndef f(): struct.pack('<h', 2.5)\nprint(f, b'')\n"
    assert run(RULE, text).text == text


@pytest.mark.parametrize(
    "text",
    [
        "import struct\nn = 2\nstruct.pack('<%dfh' % n, 1, 2.5, 3)\n",
        "import itertools\nend = None\nend = 2.5\nitertools.islice(a, end)\n",
    ],
)
def test_what_may_be_meant_as_it_is_stays(text):
    check_untouched(RULE, text, python2=True)


PACKER = """
import struct
def pack(form, *values):
    return struct.pack(form, *values)
pack('<d', 1.5)
pack('<H', {})
"""


def test_a_packer_of_any_format_takes_floats_for_whole_numbers():
    text = PACKER.format("2.5") + PROOF
    done = run(RULE, text, index=RepositoryIndex(["a.py"], {"a.py": text}.get)).text
    assert "struct.pack(form, *packable(values))" in done
    assert run(RULE, done, index=RepositoryIndex(["a.py"], {"a.py": done}.get)).text == done
    names = {}
    exec(done, names)
    assert names["pack"]("<Hd", 7.5, 0.5) == b"\x07\0" + names["struct"].pack("<d", 0.5)


def test_a_packer_of_octets_takes_floats_for_whole_numbers():
    text = PACKER.format("2.5") + PROOF
    done = migrate(text, "p/a.py", octet_repository(text)).text
    assert 'packable([as_bytes(value, "latin-1") for value in values])).decode("latin-1")' in done
    assert migrate(done, "p/a.py", octet_repository(done)).text == done


@pytest.mark.parametrize(
    "text",
    [
        PACKER.replace("1.5", "1").format("2"),
        "import struct\ndef pack(*values):\n    return struct.pack('<d', *values)\npack(1.5)\n",
        "def pack(form, *values):\n    return struct.pack(form, *values)\npack('<d', 1.5)\n",
    ],
)
def test_leaves_a_packer_that_is_given_no_floats(text):
    check_untouched(RULE, text, python2=True, index=RepositoryIndex(["a.py"], {"a.py": text}.get))
