"""unicodedata.normalize(…).encode('ascii', 'ignore')."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "ascii_folding"
HEAD = "import unicodedata, hashlib\n"
FOLDED = "unicodedata.normalize('NFKD', s).encode('ascii', 'ignore')"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + f"x = {FOLDED}.decode('ascii')\n",
        HEAD + f"x = hashlib.md5({FOLDED})\n",
        HEAD + "x = unicodedata.normalize('NFKD', s).encode('utf-8', 'ignore')\n",
        HEAD + "x = unicodedata.normalize('NFKD', s).encode('ascii')\n",
        HEAD + f"x = {FOLDED}\ny = x.decode('ascii')\n",
        HEAD + f"x = {FOLDED}.lower()\ny = hashlib.md5(x)\n",
        HEAD + f"def f(s):\n    s = {FOLDED}\n    open('x', 'wb').write(s)\n",
        HEAD + "x = normalize('NFKD', s).encode('ascii', 'ignore')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, HEAD + f"import asyncio\nx = {FOLDED}\n")


def test_is_text_again():
    before = HEAD + f"x = {FOLDED}\n"
    check_rule(RULE, before, before.replace("'ignore')", "'ignore').decode(\"ascii\")"), python2=True)


def test_under_a_name():
    before = (
        HEAD + "w = unicodedata.normalize('NFKD', s)\nx = w.encode('ascii', 'ignore')\ny = x.split('-')\n"
    )
    check_rule(RULE, before, before.replace("'ignore')", "'ignore').decode(\"ascii\")"), python2=True)


@pytest.mark.parametrize(
    "used",
    ["re.sub(r'\\W+', '-', s).lower()", "'%s|%s' % (s, 1)", "s.split()[0]", "unicode(re.sub('[^a]', '', s))"],
)
def test_is_decoded_once(used):
    text = f"import re, unicodedata\ndef slug(s):\n    s = {FOLDED}\n    return {used}\n"
    text += "x = slug(u'Caf\\xe9 Noir')\nn = 1L\n"
    assert migrate(text).text.count("decode") == 1


def test_a_short_name_of_a_title():
    text = "import re, unicodedata\ndef slug(s):\n    s = unicodedata.normalize('NFKD', s).encode('ascii', 'ignore')\n"
    text += "    return re.sub('[^a-z]+', '-', s.lower()).strip('-')\nx = slug(u'Caf\\xe9 Noir')\nn = 1L\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == "cafe-noir"


def test_what_was_asked_before_of_another_value():
    text = "import unicodedata\ndef f(s):\n    if not isinstance(s, unicode): s = unicode(s)\n"
    text += (
        "    s = unicodedata.normalize('NFKD', s).encode('ascii', 'ignore')\n    return unicode(s.strip())\n"
    )
    assert "'ignore').decode(\"ascii\")\n" in run(RULE, text + PROOF).text
