"""Texts of mail that are made of encoded text."""

from typing import Any

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

RULE = "mail_text"
HEAD = "from email.mime.text import MIMEText\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "m = MIMEText(x)\n",
        HEAD + "m = MIMEText(x.encode('utf-8'), 'plain', 'utf-8')\n",
        HEAD + "m = MIMEText(x.encode('utf-8'), _charset=c)\n",
        HEAD + "m = MIMEText(x.encode('utf-8'), **more)\n",
        HEAD + "m = MIMEText(x.encode('hex'))\n",
        HEAD + "m = MIMEText(x.encode(c))\n",
        HEAD + "m = MIMEText(x.encode('utf-8').decode('utf-8'))\n",
        "from mine import MIMEText\nm = MIMEText(x.encode('utf-8'))\n",
        HEAD + "def f(y):\n    if y:\n        y = y.encode('utf-8')\n    return MIMEText(y)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python_3():
    check_untouched(RULE, HEAD + "m = MIMEText(x.encode('utf-8'))\nprint(m, end='')\n")


def test_leaves_programs_of_octets():
    text = HEAD + "m = MIMEText(x.encode('utf-8'))\n"
    assert run(RULE, text, key="p/a.py", index=octet_repository(text)).text == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("MIMEText(x.encode('latin-1'))", "MIMEText(x)"),
        ("MIMEText(x.encode('utf-8'), 'html')", "MIMEText(x, 'html')"),
        ("MIMEText((x + y).encode('utf-8'))", "MIMEText(x + y)"),
        ("MIMEText(_text=x.encode('utf-8'))", "MIMEText(_text=x)"),
        ("MIMEText(x.encode('ascii', 'replace'))", "MIMEText(x.encode('ascii', 'replace').decode('ascii'))"),
    ],
)
def test_text_is_not_encoded(before, after):
    made = check_rule(RULE, f"{HEAD}m = {before}\n", f"{HEAD}m = {after}\n", python2=True).text
    space: dict[str, Any] = {"x": "\xe9", "y": "a"}
    exec(made, space)
    assert space["m"].get_payload(decode=True) in ("\xe9".encode(), "\xe9a".encode(), b"?")


def test_a_variable_is_decoded():
    text = HEAD + "def f(y):\n    z = y.encode('utf-8')\n    return MIMEText(z), len(z)\nn = 1L\n"
    made = run(RULE, text).text
    assert "return MIMEText(decoded(z, 'utf-8')), len(z)" in made
    assert run(RULE, made).text == made
    space: dict[str, Any] = {}
    exec(made, space)
    assert space["f"]("\xe9")[0].get_payload(decode=True) == "\xe9".encode()
