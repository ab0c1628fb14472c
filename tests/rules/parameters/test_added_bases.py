"""Bases that a class is given later."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.rules.parameters.added_bases import HELPER

RULE = "added_bases"
PROOF = "n = 1L\n"


@pytest.mark.parametrize(
    "text",
    [
        "E.__bases__ = (C,)\n",
        "E.__bases__ = (C,) + E.__bases__\n",
        "E.__bases__ = F.__bases__ + (C,)\n",
        "E.__bases__ += more\n",
        "E.__bases__ += (C, D)\n",
        "E.__bases__ += (*C,)\n",
        "E.__bases__ -= (C,)\n",
        "E.bases += (C,)\n",
        "f().__bases__ += (C,)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2="*" not in text)


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, "E.__bases__ += (C,)\n")


@pytest.mark.parametrize("text", ["E.__bases__ += (C,)\n", "E.__bases__ = E.__bases__ + (C,)\n"])
def test_adds_by_a_helper(text):
    after = HELPER.replace("\n", "", 1) + "\n\nE.__bases__ = with_base(E.__bases__, C)\n"
    check_rule(RULE, text, after, python2=True)


EXCEPTIONS = '''
class Own(Exception): pass

class Error(Own):
    """All of them."""

class Warned(Own):
    code = 1

class DataError(Error):
    """One of them."""
    code = 2

def install(module):
    for each in (DataError, Error, Warned):
        E = getattr(module, each.__name__)
        E.__bases__ += (each,)
'''


def test_exceptions_of_a_library_get_bases_of_the_file():
    outcome = run(RULE, EXCEPTIONS + PROOF)
    assert run(RULE, outcome.text).text == outcome.text
    space: dict = {"__name__": "a"}
    exec(outcome.text, space)

    class Library:
        Error = type("Error", (Exception,), {"__slots__": ()})
        Warned = type("Warned", (Exception,), {"__slots__": ()})
        DataError = type("DataError", (Error,), {"__slots__": ()})

    space["install"](Library)
    for name in ("Error", "Warned", "DataError"):
        assert issubclass(getattr(Library, name), space[name]), name
    assert issubclass(Library.DataError, Library.Error)
    try:
        raise Library.DataError("lost")
    except space["Own"] as caught:
        assert caught.args == ("lost",) and caught.code == 2
    mine = space["Warned"]("x")
    mine.anything = 1
    assert mine.anything == 1 and "__slots__" not in vars(space["DataError"])


def test_what_no_class_of_the_file_is_gets_the_helper_alone():
    outcome = run(RULE, "def f(E, C):\n    E.__bases__ += (C,)\n" + PROOF)
    assert "with_base(E.__bases__, C)" in outcome.text and "__slots__" not in outcome.text


def test_slots_that_are_told_stay():
    text = "class C(Exception):\n    __slots__ = ('a',)\nE.__bases__ += (C,)\n"
    assert run(RULE, text + PROOF).text.count("__slots__") == 1


def test_a_class_that_is_no_exception_keeps_its_layout():
    assert "__slots__" not in run(RULE, "class C(object): pass\nE.__bases__ += (C,)\n" + PROOF).text
