"""Examples in text files: rewritten line by line in a Python 2 repository, and left alone anywhere else."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from migration.engine.documents import migrate_document

GUIDE = """A guide
=======

>>> def shout(word):
...     print "Hey %s!" % word

    >>> shout(u'you')
    Hey you!
    >>> values = {1L: u'a'}
    >>> values.keys()[0], values[1]
    (1L, u'a')
    >>> u'caf\\xe9'
    u'caf\\xe9'
    >>> raise shop.Closed('today')
    Traceback (most recent call last):
    ...
    Closed: today

What stays: > >> quotes, and `print "x"` in prose.
"""


def migrated(text: str, python2: bool = False) -> str:
    return migrate_document(text, python2, (3, 11)).text


def test_examples_and_what_they_show_are_rewritten_and_prose_is_not() -> None:
    after = migrated(GUIDE)
    assert '...     print("Hey %s!" % word)\n' in after
    assert "    >>> shout('you')\n    Hey you!\n" in after
    assert "    >>> list(values)[0], values[1]\n    (1, 'a')\n" in after or "list(values.keys())[0]" in after
    assert "    >>> 'caf\\xe9'\n    'café'\n" in after
    assert "shop.Closed('today')  # doctest: +IGNORE_EXCEPTION_DETAIL\n" in after
    assert after.endswith('What stays: > >> quotes, and `print "x"` in prose.\n')
    assert after.count("\n") == GUIDE.count("\n")
    assert migrated(after) == after


def test_what_is_rewritten_holds_under_python_3() -> None:
    text = ">>> print ' '.join(map(str, range(3))), 7 / 2\n0 1 2 3\n>>> {}.has_key(1)\nFalse\n"
    test = doctest.DocTestParser().get_doctest(migrated(text), {}, "guide", None, 0)
    assert doctest.DocTestRunner(verbose=False).run(test) == (0, 2)


def test_a_line_may_go_where_nothing_was_behind_the_prompt() -> None:
    text = ">>> class A(object):\n...\n...     implements(B)\n...\n...     x = 1L\n"
    after = migrated(">>> from zope.interface import implements\n" + text)
    assert ">>> @implementer(B)\n... class A(object):\n...\n...\n...     x = 1\n" in after
    assert doctest.DocTestParser().get_examples(after)


@pytest.mark.parametrize(
    "text",
    [
        "No examples: print 'x'\n",
        ">>> print('x')\nx\n>>> 7 / 2\n3.5\n",
        ">>> This is a quoted line of a mail, isn't it?\n",
        "> >>> print 'x'\n",
    ],
)
def test_leaves_what_nothing_shows_to_be_python_2(text: str) -> None:
    assert migrated(text) == text


def test_a_python_2_repository_says_what_its_documents_mean() -> None:
    assert migrated(">>> 7 / 2\n3\n", python2=True) == ">>> 7 // 2\n3\n"


def test_carriage_returns_stay() -> None:
    assert migrated(">>> print 1\r\n1\r\n") == ">>> print(1)\r\n1\r\n"


def test_the_command_takes_documents_along(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("print 1\n")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "guide.rst").write_text(">>> print 1\n1\n")
    (tmp_path / "notes.txt").write_text("print 1\n")
    (tmp_path / "old.txt").write_bytes(b">>> print '\xe9'\n")
    done = subprocess.run(
        [sys.executable, "-m", "migration", "-w", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert "3 files read, 3 written" in done.stderr, done.stderr
    assert (tmp_path / "old.txt").read_bytes() == b">>> print('\xe9')\n"
    assert (tmp_path / "docs" / "guide.rst").read_text() == ">>> print(1)\n1\n"
    assert (tmp_path / "notes.txt").read_text() == "print 1\n"
    one = subprocess.run(
        [sys.executable, "-m", "migration", str(tmp_path / "notes.txt")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert one.returncode == 0 and "0 files read" in one.stderr


def test_a_long_example_that_shows_nothing_is_read_in_one_go() -> None:
    lines = "\n".join(f"...     print {n}" for n in range(60))
    after = migrated(f">>> def f():\n{lines}\n...\n\nProse.\n")
    assert after.count("print(") == 60


def test_a_directive_that_is_there_takes_another() -> None:
    text = ">>> print 1\n1\n>>> shop.open() # doctest: +ELLIPSIS\nTraceback (most recent call last):\n...\nClosed: x\n"
    after = migrated(text)
    assert "shop.open() # doctest: +ELLIPSIS, +IGNORE_EXCEPTION_DETAIL\n" in after
    assert migrated(after, python2=True) == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (">>> import os\n>>> print reduce(max, [1])\n1\n", ">>> import functools; import os\n"),
        (">>> import functools\n>>> print reduce(max, [1])\n1\n", ">>> import functools\n"),
        (
            ">>> from urllib import urlopen, quote\n>>> quote(urlopen(1))\n",
            ">>> from urllib.parse import quote; ",
        ),
        (">>> print reduce(max, [1])\n1\n", ">>> import functools; print(functools.reduce(max, [1]))\n1\n"),
        (">>> '61'.decode('hex')\n", ">>> import binascii; binascii.unhexlify(b'61')\n"),
        (
            ">>> for x in y:\n...     x\n>>> print reduce(max, [1])\n1\n",
            ">>> for x in y:\n...     x\n>>> import functools; print(functools.reduce(max, [1]))\n1\n",
        ),
        (
            ">>> import os  # doctest: +SKIP\n>>> print reduce(max, [1])\n",
            ">>> import functools; import os  # doc",
        ),
    ],
)
def test_an_import_that_examples_need_stands_beside_theirs_or_before_the_first_statement(
    text: str, after: str
) -> None:
    assert migrated(text, python2=True).startswith(after)
    assert "print reduce" not in migrated(text, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        ">>> import thing\n>>> thing.a / thing.b\n1.5\n",  # a helper has no place among examples
        ">>> for x in y: print(reduce(max, x))\n1\n",  # nor an import before a loop
    ],
)
def test_what_needs_more_than_a_line_stays(text: str) -> None:
    assert migrated(text, python2=True) == text


def test_an_import_that_python_3_needs_no_more_stays_as_an_example() -> None:
    text = "Write:\n\n    >>> from __future__ import with_statement\n    >>> print 1\n    1\n"
    assert migrated(text, python2=True) == text.replace("print 1", "print(1)")


def test_what_streams_count_now_is_not_shown_in_a_document() -> None:
    text = ">>> s.write('a\\n')\n>>> s.seek(0)\n0\n>>> n = s.write('b')\n"
    assert migrated(text, python2=True) == text.replace(">>> s.write", ">>> _ = s.write")
    assert migrated(text, python2=False) == text
