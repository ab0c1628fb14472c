"""Files that are logged to, in repositories whose native strings are octets."""

import pytest
from rules.checking import PROOF, PROOF_AFTER, check_untouched, octet_repository, run

RULE = "octet_logs"
HEAD = "import logging, logging.handlers\n"
ADDED = 'encoding="latin-1", errors="replace"'


def converted(text, **where):
    text = HEAD + text + PROOF
    return run(RULE, text, key="p/a.py", index=octet_repository(text), **where).text.removesuffix(PROOF_AFTER)


def test_leaves_a_repository_that_is_not_about_octets():
    check_untouched(RULE, HEAD + "logging.FileHandler('a')\n", python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "logging.FileHandler('a', 'w', 'utf-8')\n",
        "logging.FileHandler('a', encoding='utf-8')\n",
        "logging.FileHandler(*x)\n",
        "logging.FileHandler('a', **x)\n",
        "logging.handlers.RotatingFileHandler('a', 'a', 9, 1, 'utf-8')\n",
        "logging.basicConfig(stream=x)\n",
        "logging.basicConfig()\n",
        "FileHandler('a')\n",
        "logging.StreamHandler(x)\n",
        "logging.FileHandler('a', 'ab')\n",
        "logging.FileHandler('a', mode='wb')\n",
        "mode = 'wb'\nlogging.handlers.RotatingFileHandler('a', mode)\n",
        "logging.basicConfig(filename='a', filemode='wb')\n",
    ],
)
def test_refuses(text):
    assert converted(text) == HEAD + text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("logging.FileHandler('a')\n", f"logging.FileHandler('a', {ADDED})\n"),
        ("logging.FileHandler('a', 'w')\n", f"logging.FileHandler('a', 'w', {ADDED})\n"),
        (
            "logging.handlers.RotatingFileHandler('a', 'a', 9, 1)\n",
            f"logging.handlers.RotatingFileHandler('a', 'a', 9, 1, {ADDED})\n",
        ),
        ("logging.basicConfig(filename='a')\n", f"logging.basicConfig(filename='a', {ADDED})\n"),
    ],
)
def test_names_the_encoding(before, after):
    assert converted(before) == HEAD + after


def test_an_older_target():
    assert converted("logging.FileHandler('a')\n", target=(3, 8)).endswith("('a', encoding=\"latin-1\")\n")
    assert converted("logging.basicConfig(filename='a')\n", target=(3, 8)).endswith("(filename='a')\n")


def test_what_is_logged(tmp_path):
    space = {}
    path = tmp_path / "a.log"
    exec(
        converted("log = logging.Logger('a')\n") + converted(f"h = logging.FileHandler({str(path)!r})\n"),
        space,
    )
    space["log"].addHandler(space["h"])
    space["log"].error("caf\xc3\xa9 \u20ac")
    space["h"].close()
    assert path.read_bytes() == b"caf\xc3\xa9 ?\n"
