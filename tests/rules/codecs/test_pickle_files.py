"""pickle.dump(x, open(p, 'w'))."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "pickle_files"


@pytest.mark.parametrize(
    "text",
    [
        "import pickle\npickle.dump(a, open(p, 'wb'))\n",
        "import pickle\npickle.dump(a, f)\n",
        "json.dump(a, open(p, 'w'))\n",
        "import pickle\ndef f(g=None):\n    if c:\n        g = open(p, 'w')\n    pickle.dump(1, g)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import pickle\ndef f(p):\n    g = None\n    if p: g = open(p, 'w')\n    pickle.dump(1, g)\n",
            "import pickle\ndef f(p):\n    g = None\n    if p: g = open(p, 'wb')\n    pickle.dump(1, g)\n",
        ),
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


@pytest.mark.parametrize("call", ["load(f, encoding='bytes')", "load(*f)", "loads(s)", "dump(a, f)"])
def test_leaves_other_calls(call):
    check_untouched(RULE, f"import pickle\npickle.{call}\n", python2=True)


def test_reads_strings_of_python_2():
    check_rule(
        RULE,
        "import cPickle\nwith open(p) as f:\n    a = cPickle.load(f)\n",
        "import cPickle\nwith open(p, 'rb') as f:\n    a = cPickle.load(f, encoding='latin1')\n",
        python2=True,
    )


def test_what_is_unpacked_is_read_as_bytes():
    before = "import struct\ndef f(p):\n    h = open(p{})\n    return struct.unpack('>h', h.read(2)), h\n"
    check_rule(RULE, before.format(""), before.format(", 'rb'"))


HANDED = "import struct\ndef f(p, x):\n    if p:\n        p = open(p, 'w')\n    W(p).go(x)\n"
HANDED += "class W:\n    def __init__(self, out): self.out = out\n    def go(self, x): self.out.write({})\n"


def test_a_file_that_is_handed_on_for_octets():
    check_rule(
        RULE,
        HANDED.format("struct.pack('B', x)"),
        HANDED.format("struct.pack('B', x)").replace("'w'", "'wb'"),
    )
    for text in ("x", "str(struct.calcsize('B'))"):
        check_untouched(RULE, HANDED.format(text))


def test_a_pickle_that_stands_in_the_program():
    check_rule(
        RULE,
        "import pickle\nx = pickle.loads(b'I1\\n.')\n",
        "import pickle\nx = pickle.loads(b'I1\\n.', encoding='latin1')\n",
        python2=True,
    )


def test_arrays_are_written_as_they_are_in_memory():
    before = "import os\nimport numpy as np\nf = os.fdopen(d, 'w')\nnp.lib.format.write_array(f, a)\nnp.load(open(p))\n"
    check_rule(RULE, before, before.replace("'w'", "'wb'").replace("open(p)", "open(p, 'rb')"))


def test_a_file_that_is_read_twice_gets_one_mode():
    before = "import pickle\nf = open(p)\nprint(pickle.load(f), pickle.load(f))\n"
    assert run(RULE, before + "n = 1L\n").text.count("open(p, 'rb')") == 1


def test_what_a_parameter_is_unpickled_from_by_default():
    text = r"""import pickle
OLD = "S'K\\xc3\\xb6ln'\np1\n."
LATIN = "S'K\\xf6ln'\np1\n."
def load(blob=OLD):
    return pickle.loads(blob)
def latin(blob=LATIN):
    return pickle.loads(blob)
x = load(), latin()
n = 1L
"""
    spaces = {}
    exec(migrate(text + "print x\n").text, spaces)
    assert spaces["x"] == ("K\xf6ln", "K\xf6ln")
    exec(migrate(text).text, spaces)
    assert spaces["x"] == ("K\xc3\xb6ln", "K\xf6ln")


def test_a_pickle_that_python_3_would_refuse_shows_by_itself():
    text = r"""import pickle, sys
D = "S'K\\xf6ln'\np1\n."
x = len(pickle.loads(D if sys.version_info[0] == 2 else D.encode('latin-1')))
"""
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == 4


def test_a_variable_that_holds_one_file_after_the_other(tmp_path):
    text = (
        "import cPickle\ndef f(p):\n    f = open(p + '.txt', 'w')\n    f.write('a')\n    f.close()\n"
        "    f = open(p, 'w')\n    for x in 1, 'two':\n        cPickle.dump(x, f)\n    f.close()\n"
        "    f = open(p)\n    return cPickle.load(f), cPickle.load(f)\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["f"](str(tmp_path / "x")) == (1, "two")
