"""Streams that are told their encoding."""

import io
import sys

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
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


def test_a_line_of_its_own_needs_no_helper():
    before = "import contextlib\ndef f(self, name):\n    self.stdout.encoding = name\n"
    line = "    with contextlib.suppress(AttributeError): self.stdout.encoding = name\n"
    check_rule(RULE, before, before.replace("    self.stdout.encoding = name\n", line), python2=True)


def test_what_raises_in_the_value_is_not_hidden():
    before = "def f(self):\n    self.stdout.encoding = self.other.encoding\n"
    after = before.replace(
        "self.stdout.encoding = self.other.encoding", "set_encoding(self.stdout, self.other.encoding)"
    )
    check_rule(RULE, before, f"{HELPER.strip()}\n\n\n{after}", python2=True)


def test_in_an_example():
    text = (
        'def f():\n    """\n    >>> import sys\n    >>> io.stdout.encoding = "ascii"\n    >>> print f()\n    1\n'
        '    """\nn = 1L\n'
    )
    after = migrate(text, "a.py").text
    assert ">>> import contextlib; import sys\n" in after
    assert '>>> with contextlib.suppress(AttributeError): io.stdout.encoding = "ascii"\n' in after
    assert migrate(after, "a.py").text == after
