"""Single octets that are unpacked."""

import struct

import pytest
from rules.checking import PROOF, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

RULE = "unpacked_octet"


@pytest.mark.parametrize(
    "text",
    [
        "import struct\nx = struct.unpack('!H', x[0])\ny = struct.unpack(form, x[0])\n",
        "import struct\nx = struct.unpack('B', x[0:1])\ny = struct.unpack('B', x)\n",
        "import struct\nx = struct.unpack('B', fields['flags'])\n",
        "from own import struct\nx = struct.unpack('B', x[0])\n",
        "import struct\nx = struct.unpack('no format', x[0])\n",
    ],
)
def test_leaves(text):
    check_untouched(RULE, text, python2=True)


def test_not_in_a_file_that_may_be_python_3():
    check_untouched(RULE, "import struct\nx = struct.unpack('B', x[0])\n")


def test_not_where_octets_stay_text():
    text = "import struct\nx = struct.unpack('B', x[0])\n" + PROOF
    assert "octet_at" not in run(RULE, text, key="p/a.py", index=octet_repository(text)).text


@pytest.mark.parametrize("given", [b"\xc8a", "\xc8a", bytearray(b"\xc8a"), [b"\xc8", b"a"]])
def test_unpacks_what_it_was_given(given):
    text = "import struct\ndef f(x, i=0):\n    return struct.unpack('!B', x[i])[0], struct.unpack('b', x[-1])[0]\n"
    after = migrate(text + PROOF).text
    assert "struct.unpack('!B', octet_at(x, i))" in after and "octet_at(x, -1)" in after
    space = {"struct": struct}
    exec(after, space)
    assert space["f"](given) == (200, 97)
    assert migrate(after).text == after
