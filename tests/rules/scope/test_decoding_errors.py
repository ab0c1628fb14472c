"""except TypeError around what decodes."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "decoding_errors"
TRY = "import base64, binascii\ntry:\n    a = {}\nexcept {}:\n    a = None\n"


@pytest.mark.parametrize(
    ("call", "caught"),
    [
        ("base64.b64decode(x)", "ValueError"),
        ("base64.b64decode(x)", "(TypeError, binascii.Error)"),
        ("base64.b64decode(x)", "Exception"),
        ("base64.b64decode(x)", "KeyError"),
        ("base64.b64encode(x)", "TypeError"),
        ("x.decode('utf-8')", "TypeError"),
    ],
)
def test_refuses(call, caught):
    check_untouched(RULE, TRY.format(call, caught), python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, TRY.format("base64.b64decode(x)", "TypeError") + "nonlocal_ = b''\n")


@pytest.mark.parametrize(
    ("caught", "after"),
    [
        ("TypeError", "(TypeError, binascii.Error)"),
        ("(TypeError, KeyError)", "(TypeError, KeyError, binascii.Error)"),
        ("TypeError as e", "(TypeError, binascii.Error) as e"),
    ],
)
@pytest.mark.parametrize("call", ["base64.b64decode(x)", "binascii.unhexlify(x)", "base64.b32decode(x)"])
def test_catches_what_python_3_raises(call, caught, after):
    check_rule(RULE, TRY.format(call, caught), TRY.format(call, after), python2=True)


@pytest.mark.parametrize("call", ["base64.b64decode('abc')", "'xyz'.decode('hex')"])
def test_what_is_no_such_text(call):
    spaces = {}
    exec(migrate(TRY.format(call, "TypeError") + "n = 1L\n").text, spaces)
    assert spaces["a"] is None


def test_other_alphabets_of_base64():
    text = "import base64\ntry:\n    a = base64.urlsafe_b64decode(b)\nexcept TypeError:\n    a = 1L\n"
    assert "except (TypeError, binascii.Error):" in migrate(text).text


@pytest.mark.parametrize("later", ["ValueError", "Exception", "(KeyError, ValueError)"])
def test_a_clause_that_follows_did_not_get_it(later):
    before = TRY.format("base64.b64decode(x)", "TypeError") + f"except {later}:\n    a = 1\n"
    after = TRY.format("base64.b64decode(x)", "(TypeError, binascii.Error)") + f"except {later}:\n    a = 1\n"
    check_rule(RULE, before, after, python2=True)


def test_a_clause_that_comes_before_gets_it_now():
    text = TRY.format("base64.b64decode(x)", "ValueError") + "except TypeError:\n    a = 1\n"
    check_untouched(RULE, text, python2=True)


HANDED = """import base64, binascii
def f(g, *a):
    try:
        return g(*a)
    except TypeError:
        return 1
    except ValueError:
        return 2
found = f({}, 'abc'), f(int, 'z'), f(''.join, 1)
PROOF = 1L
"""


def test_decoders_that_are_handed_on():
    def migrated(text):
        files = {"a.py": text}
        return migrate(text, "a.py", RepositoryIndex(files, files.get)).text

    spaces = {}
    exec(migrated(HANDED.format("base64.b64decode")), spaces)
    assert spaces["found"] == (1, 2, 1)
    assert "except TypeError" in migrated(HANDED.format("len") + "base64.b64decode(b)\n")
