"""The stand-ins for htmllib and formatter tell a writer what the modules of Python 2.7 tell it."""

import io
import os
import random
import subprocess
import sys

import pytest

from migration import companions
from migration.companions import formatter, htmllib
from verification.interpreters import find_python2

HANDLED = (name.partition("_") for name in vars(htmllib.HTMLParser))
TAGS = (
    *sorted({tag for kind, _, tag in HANDLED if kind in ("start", "do")} - {"plaintext", "title"}),
    "unknown",
)
ATTRIBUTES = ("", " href=x", " href='a b '", " name=n type=T", " type=A", " type=i", " type=1)", " alt=''")
WORDS = (
    " ",
    "word",
    "two words ",
    " on both sides ",
    "\n",
    "a\tb\n  c\n",
    "x" * 30 + " " + "y" * 50,
    "&lt;b",
    "&#65;",
)
#: A program for either Python: each document of a module `documents` to a writer that prints, and to one of plain text.
PROGRAM = """
from __future__ import print_function
import formatter, htmllib
from documents import documents
for document in documents:
    parser = htmllib.HTMLParser(formatter.AbstractFormatter(formatter.AbstractWriter()))
    parser.feed(document[:50])
    parser.feed(document[50:])
    parser.close()
    print(repr(parser.title), parser.anchorlist, parser.isindex, parser.base, parser.nofill, parser.list_stack)
    parser = htmllib.HTMLParser(formatter.AbstractFormatter(formatter.DumbWriter(maxcol=40)))
    parser.feed(document)
    parser.close()
"""


def document(rng):
    """A document of up to sixty pieces: tags that need not match, and text."""
    pieces = ["<title>a  b</title>"]
    for _ in range(rng.randint(3, 60)):
        tag, kind = rng.choice(TAGS), rng.randint(0, 9)
        if kind < 4:
            pieces.append(f"<{tag}{rng.choice(ATTRIBUTES)}>")
        elif kind < 7:
            pieces.append(f"</{tag}>")
        else:
            pieces.append(rng.choice(WORDS))
    return "".join(pieces)


def ran(python, folder):
    """What the program prints."""
    done = subprocess.run(
        [python, "program.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": ""},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.python2
def test_writers_are_told_what_python_2_tells_them(tmp_path):
    rng = random.Random(7)
    (tmp_path / "documents.py").write_text(f"documents = {[document(rng) for _ in range(150)]!r}\n")
    (tmp_path / "program.py").write_text(PROGRAM)
    before = ran(find_python2().path, tmp_path)
    for name in ("htmllib", "formatter", "sgmllib"):
        (tmp_path / f"{name}.py").write_text(companions.source(name))
    assert before.count("\n") > 3000
    assert ran(sys.executable, tmp_path) == before


def test_a_document_becomes_plain_text():
    file = io.StringIO()
    parser = htmllib.HTMLParser(formatter.AbstractFormatter(formatter.DumbWriter(file, maxcol=20)))
    parser.feed(
        "<title>On\n ants</title><h1>Ants</h1>They  leave <b>traces</b> that <a href='x'>others</a> follow"
    )
    parser.feed("<ol type=i><li>one<li>two</ol><pre>a\n  b</pre><hr>")
    parser.close()
    assert file.getvalue() == (
        "\nAnts\n\nThey leave traces\nthat others[1]\nfollow\n\none\ntwo\n\na\n  b\n\n\n--------------------\n"
    )
    assert (parser.title, parser.anchorlist) == ("On ants", ["x"])


@pytest.mark.parametrize(
    ("label", "number", "text"),
    [
        ("1.", 12, "12."),
        ("a)", 28, "ab)"),
        ("I", 49, "XLIX"),
        ("i", 1994, "mcmxciv"),
        ("*", 3, "*"),
        ("A", 0, ""),
    ],
)
def test_labels_count(label, number, text):
    assert formatter.AbstractFormatter(formatter.NullWriter()).format_counter(label, number) == text


def test_alignments_and_styles_are_put_back():
    told = []

    class Writer(formatter.NullWriter):
        def new_alignment(self, align):
            told.append(align)

        def new_styles(self, styles):
            told.append(styles)

    made = formatter.AbstractFormatter(Writer())
    for align in ("left", None, "right"):
        made.push_alignment(align)
    for _ in range(3):
        made.pop_alignment()
    made.push_style("a", "b")
    made.pop_style()
    assert told == ["left", "right", "left", "left", None, ("a", "b"), ("a",)]
