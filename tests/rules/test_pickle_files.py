"""pickle.dump(x, open(p, 'w'))."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "pickle_files"


@pytest.mark.parametrize(
    "text",
    [
        "import pickle\npickle.dump(a, open(p, 'wb'))\n",
        "import pickle\npickle.dump(a, f)\n",
        "json.dump(a, open(p, 'w'))\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import cPickle as pickle\nf = open(p)\npickle.load(f)\n",
            "import cPickle as pickle\nf = open(p, 'rb')\npickle.load(f)\n",
        ),
        (
            "import pickle\nwith open(p, 'w+') as f:\n    pickle.dump(a, f, 2)\n",
            "import pickle\nwith open(p, 'w+b') as f:\n    pickle.dump(a, f, 2)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_what_is_unpacked_is_read_as_bytes():
    before = "import struct\ndef f(p):\n    h = open(p{})\n    return struct.unpack('>h', h.read(2))\n"
    check_rule(RULE, before.format(""), before.format(", 'rb'"))
