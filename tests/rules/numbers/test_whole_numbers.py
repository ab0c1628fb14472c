"""Floats where whole numbers are wanted."""

import pytest
from rules.checking import check_rule, check_untouched, run

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
