"""Lines and blanks of native strings."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.text.split_lines import HELPER, SPLIT

RULE = "split_lines"


@pytest.mark.parametrize(
    "text",
    [
        "a.splitlines()\n",
        "FS = '|'\na.splitlines()\n",
        "FS = u'\\x1c'\na.splitlines()\n",
        "FS = '\\x1c'\nu'a'.splitlines()\n",
        "FS = '\\x1c'\nopen(p, 'rb').read().splitlines()\n",
        "FS = '\\x1c'\na.splitlines(*b)\n",
        "FS = '\\x1c'\na.strip()\n",
        "FS = '\\x1c'\n'a'.strip('b')\n",
        "FS = '\\x1c'\n'a'.split('b')\n",
        "FS = '\\x1c'\na.split()\n",
        "FS = '\\xe9'\n'a'.split()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_literals_that_hold_no_such_character():
    check_untouched(RULE, "FS = '\\x1c'\n'a b'.split()\n'a\\nb'.splitlines()\n' a'.strip()\n", python2=True)


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, "FS = '\\x1c'\na.splitlines()\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a.splitlines()", "split_lines(a)"),
        ("(a + b).splitlines(True)", "split_lines(a + b, True)"),
    ],
)
def test_splits_at_ascii_line_ends(before, after):
    text = "FS = '\\x1c'\n{}\n"
    check_rule(RULE, text.format(before), HELPER[1:] + "\n\n" + text.format(after), python2=True)


def test_strips_ascii_blanks():
    text = "FS = '\\x1c'\nb = 'a'\nb.strip({})\n"
    check_rule(RULE, text.format(""), text.format(r"' \t\n\r\x0b\x0c'"), python2=True)


def test_the_helper_ends_lines_as_python_2_did():
    space: dict = {}
    exec(HELPER, space)
    split = space["split_lines"]
    assert split("a\x1cb\r\nc\x0bd\re\n\u2028f") == ["a\x1cb", "c\x0bd", "e", "\u2028f"]
    assert split("a\n", True) == ["a\n"] and split("") == [] and split(b"a\nb") == [b"a", b"b"]


@pytest.mark.parametrize("given", ["", "None", "None, 1"])
def test_splits_at_ascii_blanks(given):
    text = "FS = '\\x1f'\nb = 'a'\nc = {}\n"
    after = f"split_blanks(b, {given})" if given else "split_blanks(b)"
    check_rule(RULE, text.format(f"b.split({given})"), SPLIT[1:] + "\n\n" + text.format(after), python2=True)


def test_the_helper_parts_words_as_python_2_did():
    space: dict = {}
    exec(SPLIT, space)
    split = space["split_blanks"]
    assert split(" a\x1fb\xa0 c\x0bd ") == ["a\x1fb\xa0", "c", "d"]
    assert split(" a b c", None, 1) == ["a", "b c"] and split("a,b", ",") == ["a", "b"]
    assert split(b"a b") == [b"a", b"b"]


def test_a_program_of_octets_but_no_package_of_such():
    text = "line = f('\\x85 b')\nk, v = line.split('=')\na = k.splitlines()\nprint 1\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert index.octets and "a = split_lines(k)\n" in migrate(text, "a.py", index).text
    package = octet_repository(text)
    assert package.octets and "a = k.splitlines()\n" in migrate(text, "p/a.py", package).text
