"""open('/dev/urandom') → open('/dev/urandom', 'rb')."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "binary_paths"


@pytest.mark.parametrize(
    "text",
    [
        "a = open('/dev/urandom', 'rb')\n",
        "a = open('/dev/null')\n",
        "a = open('/dev/urandom', 'w')\n",
        "a = open('notes.txt')\n",
        "a = open('png')\n",
        "a = open(path)\n",
        "a = open('logo.png', 'w')\n",
        "a = open('logo.png', 'r+')\n",
        "a = open(mode='logo.png')\n",
        "a = open(name('logo.png'))\n",
        "a = open('logo.png' * 2)\n",
        "def open(a): pass\na = open('logo.png')\n",
        "a = open('logo.png', *more)\n",
        "a = open('logo.png', **more)\n",
        "a = open('logo.png', encoding='latin-1').read() == 'PNG'\n",
        "a = open('logo.png', 'r', encoding='latin-1')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("open('/dev/urandom')", "open('/dev/urandom', \"rb\")"),
        ("file('/dev/random', 'r')", "file('/dev/random', 'rb')"),
        ("open('/dev/urandom', mode=\"rU\")", "open('/dev/urandom', mode=\"rb\")"),
        ("open('a.PNG')", "open('a.PNG', \"rb\")"),
        ("open(base + '.gif')", "open(base + '.gif', \"rb\")"),
        ("open('%s.jpg' % name)", "open('%s.jpg' % name, \"rb\")"),
        ("open(os.path.join(here, 'a.zip'))", "open(os.path.join(here, 'a.zip'), \"rb\")"),
        ("open(os.path.join(here, name + '.pyc'), 'U')", "open(os.path.join(here, name + '.pyc'), 'rb')"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, f"import os\na = {before}\n", f"import os\na = {after}\n", python2=True)


def test_needs_python2():
    check_untouched(RULE, "a = open('/dev/urandom')\n")


def test_what_is_read_is_known_to_be_bytes():
    text = "import binascii\nr = open('/dev/urandom').read(8)\nprint binascii.hexlify(r)\n"
    assert 'binascii.hexlify(r).decode("ascii")' in migrate(text).text


def test_what_is_told_how_to_read_text_is_compared_with_text():
    text = "x = open('logo.png', encoding='latin-1').read() == 'GIF\\xff'\n"
    assert migrate(text).text == text
