"""Chains of tests for versions of Python 2 that end in an exception."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "ended_versions"
CHAIN = "import sys{}\nif {}:\n    a = 6\nelif {}:\n    a = 7\nelse:\n    {}\n"


def chain(last, otherwise="raise Exception('which?')", first="sys.version_info[:2] == (2, 6)", imported=""):
    return CHAIN.format(imported, first, last, otherwise)


@pytest.mark.parametrize(
    "text",
    [
        chain("sys.version_info >= (2, 7)"),
        chain("sys.version_info[0] == 3"),
        chain("sys.version_info[:2] == (2, 5)"),
        chain("sys.version_info[:2] == (2, 7)", otherwise="a = 3"),
        chain("sys.version_info[:2] == (2, 7)", otherwise="f()"),
        chain("sys.version_info[:2] == (2, 7)", otherwise="if f(): raise Exception"),
        chain("sys.version_info[:2] == (2, 7)", first="sys.version_info >= (3,)"),
        chain("sys.version_info[:2] == (2, 7)", first="f()"),
        chain("sys.version_info[:2] == (2, 7) and f()"),
        "import sys\nif sys.version_info[0] == 2:\n    a = 2\n",
        "if x == 2:\n    a = 2\nelse:\n    raise Exception\n",
    ],
)
def test_leaves(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("last", "since"),
    [
        ("sys.version_info[:2] == (2, 7)", "(2, 7)"),
        ("sys.version_info[0] == 2 and sys.version_info[1] >= 6", "(2, 6)"),
        ("sys.version.startswith('2')", "(2,)"),
        ("sys.version[:3] in ('2.6', '2.7')", "(2, 6)"),
    ],
)
def test_the_last_version_holds_for_later_ones(last, since):
    check_rule(RULE, chain(last), chain(f"sys.version_info >= {since}"))
    text = f"import sys\nif {last}:\n    a = 2\nelse:\n    print('no')\n    sys.exit(1)\n"
    check_rule(RULE, text, text.replace(last, f"sys.version_info >= {since}"))


def test_names_that_were_given_parts_of_the_version():
    before = (
        "import platform\ndef f():\n    major, minor = platform.python_version_tuple()[:2]\n"
        "    if int(major) == 2 and int(minor) == 6:\n        a = 6\n"
        "    elif int(major) == 2 and int(minor) >= 7:\n        a = 7\n    else:\n        raise ValueError('2.6+')\n"
        "    return a\n"
    )
    after = before.replace("int(major) == 2 and int(minor) >= 7", "sys.version_info >= (2, 7)")
    check_rule(RULE, before, f"import sys\n{after}")
    kept = before.replace("[:2]\n", "[:2]\n    minor = 7\n")
    check_untouched(RULE, kept)
