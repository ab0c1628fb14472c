"""Encoded items of collections that are shown."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "encoded_items"
ITEM = "x.encode('utf-8')"
TEXT = "x.encode('utf-8').decode('utf-8')"


@pytest.mark.parametrize(
    "text",
    [
        "a = []\na.append({})\nf(a)\n",
        "a = []\na.append({})\nprint(a)\ns.send(a[0])\n",
        "a = []\na.append({})\nprint(a)\nfor b in a:\n    f.write(b)\n",
        "import hashlib\na = []\na.append({})\nprint(a)\nfor b in a:\n    hashlib.md5(b)\n",
        "a = []\na.append({})\nb = a[0].decode('utf-8')\nprint(a)\n",
        "a = {{}}\na[k] = {}\nb = a\n",
        "def f():\n    return [{}]\nf()\n",
        "print(len({}))\n",
        "a = Message()\na[k] = {}\nprint(a)\n",
        "def f(a):\n    a[k] = {}\n    print(a)\n",
        "a = []\ntry:\n    a.append({})\nexcept UnicodeError:\n    pass\nprint(a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text.format(ITEM), python2=True)


@pytest.mark.parametrize("item", ["x.encode('hex')", "x.encode(c)", "x.encode()", "'x'.encode('utf-8')"])
def test_other_encodings(item):
    check_untouched(RULE, f"a = []\na.append({item})\nprint(a)\n", python2=True)


def test_leaves_what_may_be_python3():
    check_untouched(RULE, f"a = []\na.append({ITEM})\nprint(a)\n")


@pytest.mark.parametrize(
    "text",
    [
        "a = []\na.append({})\nprint(a)\n",
        "a = []\na.append((1, {}))\nprint(sorted(a))\n",
        "a = {{}}\na[k] = {}\nprint(sorted(a.items()))\n",
        "a = {{}}\na[{}] = k\nprint('%s' % a)\n",
        "a = {{}}\na[k] = {}\nb = repr(a)\n",
        "class A:\n    def f(self):\n        self.a = {{}}\n        self.a[k] = {}\nb = A()\nprint(b.a)\n",
        "def f():\n    return [{} for x in y]\nprint(f())\n",
        "a = [{} for x in y]\nfor b in a:\n    print(b)\n",
        "a = dict((k, {}) for x in y)\nfor k, b in a.items():\n    print(b)\n",
        "a = {{'k': {}}}\nprint(a['k'])\n",
    ],
)
def test_items_stay_text(text):
    check_rule(RULE, text.format(ITEM), text.format(TEXT), python2=True)


def test_text_is_not_encoded_at_all():
    before = "a = []\na.append({})\nprint(a)\n"
    check_rule(RULE, before.format("str(x).encode('utf-8')"), before.format("str(x)"), python2=True)


def test_what_is_shown_where_it_is_made_is_decoded_once():
    text = migrate(PROOF + f"print [{ITEM.replace('utf-8', 'latin-1')} for x in y]\n").text
    assert text.count("decode") == 1


def test_leaves_objects_that_may_encode_themselves():
    text = (
        "class C(object):\n    def encode(self, codec): return self.text.encode(codec, 'ignore')\n"
        "def f(cs):\n    out = []\n    for c in cs:\n        out.append(c.encode('utf-8'))\n    print(out)\n"
    )
    check_untouched(RULE, text, python2=True)
