"""Keys of shelves, which are text."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository

RULE = "shelf_keys"
HEAD = "import shelve\n"
OWNER = (
    "class A(object):\n    def __init__(self, path):\n        if path:\n            self.log = shelve.open(path)\n"
    "        else:\n            self.log = {}\n    def put(self, name, value):\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "s = {}\ns[a.encode('utf-8')] = 1\n",
        "s = shelve.open('s')\ns[a] = b.encode('utf-8')\n",
        "s = shelve.open('s')\ns.write(a.encode('utf-8'))\n",
        "s = shelve.open('s')\nk = a.encode('utf-8')\ns[k] = 1\nf.write(k)\n",
        "s = shelve.open('s')\ns['a'.encode('utf-8')] = 1\n",
        "s = shelve.open(a.encode('utf-8'))\n",
        "def f(shelve):\n    s = shelve.open('s')\n    s[a.encode('utf-8')] = 1\n",
        OWNER + "        self.other[name.encode('utf-8')] = value\n",
        OWNER
        + "        pass\nclass B(object):\n    def put(self, a):\n        self.log[a.encode('utf-8')] = 1\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text, python2=True)


def test_leaves_octets_and_files_of_python_3():
    text = HEAD + "s = shelve.open('s')\ns[a.encode('utf-8')] = 1\n"
    check_untouched(RULE, text)
    check_untouched(RULE, text, python2=True, key="p/a.py", index=octet_repository(text + PROOF))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("s[a.encode('utf-8')] = 1", "s[a.encode('utf-8').decode('utf-8')] = 1"),
        ("s[u'a'.encode('utf-8')] = 1", "s[u'a'] = 1"),
        ("x = s.get(a.encode(encoding), 1)", "x = s.get(a.encode(encoding).decode(encoding), 1)"),
        ("x = a.encode('utf-8') in s", "x = a.encode('utf-8').decode('utf-8') in s"),
        ("del s[a.encode('utf-8')]", "del s[a.encode('utf-8').decode('utf-8')]"),
        (
            "k = a.encode('latin-1')\nx = s.get(k), s[k]",
            "k = a.encode('latin-1').decode('latin-1')\nx = s.get(k), s[k]",
        ),
    ],
)
def test_keys_are_text(before, after):
    head = HEAD + "s = shelve.open('s')\n"
    check_rule(RULE, head + before + "\n", head + after + "\n", python2=True)


def test_what_may_be_a_shelf():
    before = OWNER + "        self.log[name.encode(self.encoding)] = value\n"
    after = before.replace("(self.encoding)", "(self.encoding).decode(self.encoding)")
    check_rule(RULE, HEAD + before, HEAD + after, python2=True)


def test_the_same_values_are_found_by_the_same_names(tmp_path):
    shelve = pytest.importorskip("shelve")
    with shelve.open(str(tmp_path / "s")) as shelf:
        shelf["größe".encode().decode("utf-8")] = 1
        assert shelf["größe"] == 1
