"""The payload of a message in a repository of octets."""

import email

import pytest
from rules.checking import PROOF, check_settled, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

RULE = "octet_payload"


def converted(text):
    text += PROOF
    return run(RULE, text, key="p/a.py", index=octet_repository(text))


def test_leaves_a_repository_that_is_not_about_octets():
    check_untouched(RULE, "a = m.get_payload(decode=True)\n", python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "a = m.get_payload()\n",
        "a = m.get_payload(decode=False)\n",
        "a = m.get_payload(decode=True).decode('utf-8')\n",
        "a = m.get_payload(decode=True)\nb = a.decode('utf-8')\n",
        "def f(m):\n    a = m.get_payload(decode=True)\n    if not len(a): return\n    return a.decode('utf-8')\n",
        "def f(m):\n    a = m.get_payload(decode=True)\n    a = a.decode('utf-8')\n    return a.split('b')\n",
        "class M:\n    def get_payload(self, decode): pass\na = m.get_payload(decode=True)\n",
    ],
)
def test_refuses(text):
    assert "characters" not in converted(text).text


@pytest.mark.parametrize("asked", ["decode=True", "None, True", "decode=1"])
def test_octets_are_characters(asked):
    outcome = converted(f"def f(m): return m.get_payload({asked})\n")
    check_settled(RULE, outcome, key="p/a.py", index=octet_repository(outcome.text))
    names = {}
    exec(outcome.text, names)
    message = email.message_from_string("Content-Transfer-Encoding: base64\n\n/0E=\n")
    assert names["f"](message) == "\xffA"
    several = email.message_from_string("Content-Type: multipart/mixed; boundary=a\n\n--a\n\nb\n--a--\n")
    assert names["f"](several) is None


def test_what_it_meets_stays_text():
    text = "def f(m):\n    a = m.get_payload(decode=True)\n    return a.find('x'), a == 'y'\n" + PROOF
    after = migrate(text, "p/a.py", octet_repository(text)).text
    assert "a.find('x'), a == 'y'" in after


@pytest.mark.parametrize(
    "used",
    [
        "    return a.decode('latin-1'), a.count('\\xe4')\n",
        "    try: a = a.decode('ascii')\n    except UnicodeError: pass\n    return a, a.count('\\xe4')\n",
        "    if 0: a = a.decode('utf-8')\n    return a, a.count('\\xe4')\n",
    ],
)
def test_what_is_decoded_and_used_besides_is_text(used):
    text = f"def f(m):\n    a = m.get_payload(decode=True)\n{used}" + PROOF
    after = migrate(text, "p/a.py", octet_repository(text)).text
    names = {}
    exec(after, names)
    message = email.message_from_string("Content-Transfer-Encoding: base64\n\n5OTE\n")
    assert names["f"](message) == ("\xe4\xe4\xc4", 2)
