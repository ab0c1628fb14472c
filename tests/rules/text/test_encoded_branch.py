"""if …: x = y.encode('ascii')."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "encoded_branch"
HEAD = "def f(x, y):\n    if y:\n        z = x.encode('ascii')\n    else:\n        z = g(x)\n"
OCTETS = "open(x, 'rb').read()"


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}    return z\n",
        f"{HEAD}    return z.startswith(x)\n",
        f"{HEAD}    s.send(z)\n    return z == 'a'\n",
        f"import hashlib\n{HEAD}    hashlib.md5(z)\n    return z == 'a'\n",
        f"{HEAD.replace('def f', 'def to_bytes')}    return z == 'a'\n",
        f"{HEAD.replace('ascii', 'utf-16')}    return z == 'a'\n",
        f"{HEAD.replace('g(x)', 'x.encode(y)')}    return z == 'a'\n",
        f"{HEAD.replace('g(x)', OCTETS)}    return z == 'a'\n",
        "def f(x, y):\n    if y:\n        z = x.encode('ascii')\n    return z == 'a'\n",
        "def f(x, y):\n    z = x.encode('ascii')\n    return z == 'a'\n",
    ],
)  # fmt: skip
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, f"{HEAD}    return z == 'a'\n")


@pytest.mark.parametrize(
    "met",
    [
        "z == 'a'",
        "'a' in z",
        "'a' + z",
        "z.split(',')",
        "z.replace('a', 'b')",
        "z.rstrip('F')",
        "z[1:], z.find('-')",
    ],
)
def test_rewrites(met):
    text = f"{HEAD}    return {met}\n"
    check_rule(RULE, text, text.replace("('ascii')", "('ascii').decode('ascii')"), python2=True)


def test_the_other_branch():
    text = "def f(x, y):\n    if y:\n        x = g(x)\n    else:\n        x = x.encode('utf-8')\n    return x == 'a'\n"
    check_rule(RULE, text, text.replace("('utf-8')", "('utf-8').decode('utf-8')"), python2=True)


def test_what_another_rule_decodes_is_decoded_once():
    text = (
        "def f(x):\n    if isinstance(x, unicode):\n        s = x.encode('utf-8')\n    else:\n        s = str(x)\n"
        "    s = s.rstrip()\n    return s.replace('a', 'b')\nn = 1L\n"
    )
    assert "x.encode('utf-8').decode('utf-8')\n" in migrate(text).text


@pytest.mark.parametrize(("use", "is_text"), [("self.lines.append(x)", True), ("sock.sendall(x)", False)])
def test_what_is_made_ascii_to_be_shown(use, is_text):
    text = "def f(self, x, sock):\n    if isinstance(x, unicode):\n        x = x.encode('ascii', 'replace')\n"
    made = migrate(f"{text}    {use}\n").text
    assert ("x.encode('ascii', 'replace').decode('ascii')" in made) is is_text
