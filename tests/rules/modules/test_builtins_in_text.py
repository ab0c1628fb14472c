"""Texts that name things of Python's own."""

import pytest
from rules.checking import PROOF, PROOF_AFTER, check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "builtins_in_text"


@pytest.mark.parametrize(
    "text",
    [
        "a = 'builtins.dict'\n",
        "a = '__builtin__'\n",
        "a = 'my__builtin__.dict'\n",
        "a = 'p.__builtin__.dict'\n",
        'def f():\n    """As __builtin__.dict."""\n',
        "a = '\\x5f_builtin__.dict'\n",
        "a = b'__builtin__.dict'\n",
    ],
)
def test_leaves_other_texts(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if name == '__builtin__.function': pass\n", "if name == 'builtins.function': pass\n"),
        (
            'load("""\na.Dict  __builtin__.dict\na.List  __builtin__.list\n""")\n',
            'load("""\na.Dict  builtins.dict\na.List  builtins.list\n""")\n',
        ),
    ],
)
def test_names_them_as_they_are(before, after):
    check_rule(RULE, before, after)


def test_types_by_the_names_they_have_now():
    before = "x = 'S __builtin__.unicode, __builtin__.long, __builtin__.longer, itertools.ifilter, my.itertools.imap'\n"
    after = "x = 'S builtins.str, builtins.int, builtins.longer, builtins.filter, my.itertools.imap'\n"
    assert run(RULE, before + PROOF).text == after + PROOF_AFTER
    check_untouched(RULE, "x = 'itertools.ifilter, unicode'\n", python2=True)
    keys = (
        "x = {'__builtin__.int': 1, '__builtin__.long': 2, '__builtin__.unicode': 3, '__builtin__.str': 4}\n"
    )
    assert run(RULE, keys + PROOF).text == keys.replace("__builtin__", "builtins") + PROOF_AFTER


def test_functions_by_the_names_they_have_now():
    before = "mock('__builtin__.raw_input')\nx = 'Called __builtin__.raw_input(1), __builtin__.open'\n"
    after = "mock('builtins.input')\nx = 'Called builtins.input(1), builtins.open'\n"
    check_rule(RULE, before, after)
    # Beside the other function of that name they stay two.
    both = "x = {'__builtin__.raw_input': 1, '__builtin__.input': 2, '__builtin__.unichr': 3}\n"
    assert run(RULE, both).text == both.replace("__builtin__", "builtins")


def test_exceptions_by_the_name_of_their_module():
    before = "x = 'Failure: exceptions.ValueError: y', u'exceptions.Exception'\n"
    after = before.replace("exceptions.", "builtins.").replace("u'", "'")
    assert run(RULE, before + PROOF).text.replace("u'", "'") == after + PROOF_AFTER
    check_untouched(RULE, before)
    for text in (
        "x = 'my.exceptions.ValueError'\n",
        "x = 'exceptions.Mine'\n",
        "x = 'many exceptions. Yes'\n",
    ):
        check_untouched(RULE, text, python2=True)
    files = {"exceptions.py": "", "a.py": before}
    check_untouched(RULE, before, key="a.py", index=RepositoryIndex(files, files.get), python2=True)
