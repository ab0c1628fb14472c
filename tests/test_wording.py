"""What Python's own exceptions say, in what examples are expected to show."""

from __future__ import annotations

import doctest
import json
import subprocess
import warnings

import pytest

from migration.engine.documents import migrate_document
from verification.interpreters import find_python2

TARGET = (3, 11)
#: Examples as Python 2.7 shows them, one for each kind of wording.
PROVOKED = {
    "concatenated": ">>> 'a' + 1",
    "indexed": ">>> None[0]",
    "joined": ">>> ''.join(['a', None])",
    "list_index": ">>> [1]['a']",
    "missing": ">>> (lambda a: a)()",
    "too_many": ">>> (lambda a, b=1: a)(1, 2, 3)",
    "twice": ">>> (lambda a, b=1: a)(1, a=2)",
    "unknown": ">>> (lambda: undefined)()",
    "module": ">>> import sys; sys.undefined",
    "zero": ">>> 1 % 0",
    "float": ">>> float('x y')",
    "unpacked": ">>> a, b = 1,",
    "unpacked_more": ">>> a, b = 1, 2, 3",
    "pattern": ">>> import re; re.match('a', 5)",
    "format": ">>> '%d' % 'x'",
    "class": ">>> isinstance(1, 1)",
    "number": ">>> int([])",
    "import": ">>> import no_such_module",
    "import_name": ">>> from os import no_such_name",
    "encode": ">>> _ = u'\\xe9'.encode('ascii')",
    "file": ">>> open('no such file')",
    "folder": ">>> import os; os.mkdir(os.curdir)",
    "raised": ">>> raise IOError('no number')",
}


def raising(said: str) -> str:
    return f">>> f()\nTraceback (most recent call last):\n    ...\n{said}\n"


#: Run by Python 2.7: the last line of each traceback, as doctest compares it.
SAYING = """
import json, sys
said = []
for source in json.load(sys.stdin):
    try:
        exec compile(source.encode("utf-8"), "x", "single") in {}
    except Exception:
        kind, value, _ = sys.exc_info()
        said.append("%s: %s" % (kind.__name__, value))
json.dump(said, sys.stdout)
"""


@pytest.fixture(scope="module")
def said_by_python2(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    python2 = find_python2()
    if python2 is None:
        pytest.skip("needs a Python 2.7")
    done = subprocess.run(
        [str(python2.path), "-c", SAYING],
        input=json.dumps([source[4:] for source in PROVOKED.values()]),
        capture_output=True,
        text=True,
        cwd=tmp_path_factory.mktemp("empty"),
        check=True,
    )
    return dict(zip(PROVOKED, json.loads(done.stdout), strict=True))


@pytest.mark.python2
@pytest.mark.parametrize("kind", PROVOKED)
def test_what_python_2_says_is_what_python_3_is_expected_to_say(
    kind: str, said_by_python2: dict[str, str]
) -> None:
    shown = f"{PROVOKED[kind]}\nTraceback (most recent call last):\n    ...\n{said_by_python2[kind]}\n"
    made = migrate_document(f"Said by 2.7.\n\n{shown}\n", True, TARGET).text
    test = doctest.DocTestParser().get_doctest(made, {}, "said", None, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        failed = doctest.DocTestRunner(verbose=False).run(test, out=lambda text: None).failed
    assert test.examples and not failed, made


@pytest.mark.parametrize(
    "said",
    [
        "TypeError: you gave me a list",
        "ValueError: invalid literal for int() with base 10: 'x'",
        "KeyError: 'global name'",
        "OSError: it is full",
        "ImportError: No module named x",
        "Unknown",
    ],
)
def test_what_both_say_stays(said: str) -> None:
    text = raising(said)
    made = migrate_document(text, True, TARGET).text
    assert made.partition("\n")[2] == text.partition("\n")[2]
    assert made == text or said == "Unknown"


def test_a_message_that_goes_on_keeps_its_rest() -> None:
    text = raising("TypeError: cannot concatenate 'str' and 'int' objects at line 1")
    assert migrate_document(text, True, TARGET).text == (
        ">>> f()  # doctest: +IGNORE_EXCEPTION_DETAIL\nTraceback (most recent call last):\n    ...\n"
        'TypeError: can only concatenate str (not "int") to str at line 1\n'
    )


def test_names_of_system_errors_go_by_their_numbers() -> None:
    text = (
        ">>> f()\nTraceback (most recent call last):\n    ...\nIOError: [Errno 13] Permission denied: 'x'\n"
    )
    assert migrate_document(text, True, TARGET).text.endswith(
        "\nPermissionError: [Errno 13] Permission denied: 'x'\n"
    )


def test_what_is_worded_so_already_is_left() -> None:
    text = raising("IOError: x") + "\n" + raising("TypeError: cannot concatenate 'str' and 'int' objects")
    once = migrate_document(text, True, TARGET).text
    assert once != text and migrate_document(once, True, TARGET).text == once
