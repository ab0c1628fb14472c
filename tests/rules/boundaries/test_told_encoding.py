"""Streams that are told their encoding."""

import io
import sys

import pytest
from rules.checking import check_rule, check_untouched

from migration.rules.boundaries.told_encoding import HELPER

RULE = "told_encoding"


@pytest.mark.parametrize(
    "text",
    [
        "self.encoding = name\n",
        "stdout.encoding = name\n",
        "self.file.encoding = name\n",
        "self.stdout.errors = name\n",
        "self.stdout.encoding = other = name\n",
        "try:\n    sys.stdout.encoding = name\nexcept TypeError:\n    pass\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "self.stdout.encoding = name\n")


@pytest.mark.parametrize("file", ["self.stdout", "command.stdin", "sys.stderr", "self.io.stdout"])
def test_tells_it_where_it_can(file):
    check_rule(
        RULE,
        f"if a: {file}.encoding = x or y\n",
        f"{HELPER.strip()}\n\n\nif a: set_encoding({file}, x or y)\n",
        python2=True,
    )


def test_what_the_helper_does():
    found: dict = {}
    exec(HELPER, found)
    file = type("File", (), {})()
    for told in (file, io.StringIO(), sys.__stdout__):
        found["set_encoding"](told, "ascii")
    assert file.encoding == "ascii"
