"""Headers of messages as text."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "header_text"
HEAD = "from email.header import Header\nh = Header('a', 'utf-8')\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "x = unicode(h)\n",
        HEAD + "h = f(h)\nx = str(h)\n",
        HEAD + "m['Subject'] = h\n",
        HEAD + "x = h.encode()\n",
        HEAD + "x = str(m['Subject'])\n",
        "from mine import Header\nx = str(Header('a'))\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


PUT = HEAD + "m['Subject'] = h\n"


@pytest.mark.parametrize(
    "text",
    [
        PUT + "x = str(m['to']), m['subject'], m.get('subject')\n",
        PUT + "x = str(m[0]), str(m.get()), str(m.other('subject'))\n",
        HEAD + "m['Subject'] = 'x'\nprint(m['Subject'])\n",
    ],
)
def test_refuses_other_items(text):
    check_untouched(RULE, text, python2=True)


def test_a_header_of_a_message():
    text = (
        PUT
        + "m = {'subject': h}\nx = str(m['subject']), '%s' % m.get('subject'), str({'subject': 1}['subject'])\nn = 1L\n"
    )
    space = {"m": {}}
    exec(run(RULE, text).text, space)
    assert space["x"] == ("=?utf-8?q?a?=", "=?utf-8?q?a?=", "1")


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + "x = str(h)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = str(h)", "x = h.encode()"),
        ("print(h)", "print(h.encode())"),
        ("x = 'Subject: %s' % h", "x = 'Subject: %s' % h.encode()"),
        ("x = str(Header('b'))", "x = Header('b').encode()"),
    ],
)
def test_shows_what_is_sent(before, after):
    check_rule(RULE, HEAD + before + "\n", HEAD + after + "\n", python2=True)


@pytest.mark.parametrize(
    "other", ["for email in ['a@b']:\n    pass\n", "email = 'a@b'\n", "from os.path import *\n"]
)
def test_the_name_of_the_package_may_be_another_s(other):
    space = {"m": {}}
    exec(run(RULE, PUT.replace("Subject", "subject") + other + "x = str(m['subject'])\nn = 1L\n").text, space)
    assert space["x"] == "=?utf-8?q?a?="


def test_the_package_itself_keeps_its_name():
    made = run(RULE, "import email\n" + PUT + "x = str(m['subject'])\nn = 1L\n").text
    assert "import email.header\n" in made
    assert "isinstance(value, email.header.Header)" in made
