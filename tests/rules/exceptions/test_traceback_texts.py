"""traceback.format_exception_only(type(e), str(e))."""

import traceback

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.exceptions.traceback_texts import HELPER

RULE = "traceback_texts"


@pytest.mark.parametrize(
    "text",
    [
        "import traceback\ntraceback.format_exception_only(type(e), e)\n",
        "import sys, traceback\ntraceback.print_exception(*sys.exc_info())\n",
        "import sys, traceback\nk, v, t = sys.exc_info()\ntraceback.format_exception(k, v, t)\n",
        "import traceback\ntraceback.format_exception_only(k, None)\n",
        "import traceback\ntraceback.format_exception_only(k, MyError('x'))\n",
        "import traceback\ntry: f()\nexcept ValueError as e: traceback.format_exception_only(ValueError, e)\n",
        "def format_exception_only(k, v): pass\nformat_exception_only(k, 'x')\n",
        "from .lib import traceback\ntraceback.format_exception_only(k, 'x')\n",
    ],
)
def test_leaves_what_gives_exceptions(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_not_known_to_be_python2():
    check_untouched(RULE, "import traceback\ntraceback.format_exception_only(k, 'x')\n")


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        ("traceback.format_exception_only(E, 'no such')", ["E: no such\n"]),
        ("traceback.format_exception_only((E), ('no %s' % 'such'))", ["E: no such\n"]),
        ("traceback.format_exception_only(e.__class__, str(e))", ["E: abc\n"]),
        ("traceback.format_exception(type(e), unicode(e), None)", ["E: abc\n"]),
        (
            "given(E, 'x') + given(E, E('y'))[-1:] + given(ValueError, 'z')",
            ["E: x\n", "E: y\n", "ValueError: z\n"],
        ),
    ],
)
def test_a_text_in_the_place_of_an_exception(call, shown):
    text = (
        "import traceback\nclass E(Exception): pass\n"
        "def given(kind, value): return traceback.format_exception_only(kind, value)\n"
        f"try: raise E('abc')\nexcept E as e: x = {call}\nn = 1L\n"
    )
    space = {"__name__": "__main__"}
    exec(migrate(text, "a.py", RepositoryIndex({"a.py": text}, {"a.py": text}.get)).text, space)
    assert space["x"] == shown


def test_what_is_printed_and_what_may_be_no_text():
    text = (
        "import sys, traceback\ndef p(kind, value): traceback.print_exception(kind, value, None, None, sys.stdout)\n"
        "p(KeyError, 'x')\np(KeyError, None)\np(None, 'x')\nn = 1L\n"
    )
    made = migrate(text, "a.py", RepositoryIndex({"a.py": text}, {"a.py": text}.get)).text
    assert "print_exception(*shown_with(kind, value), None, None, sys.stdout)" in made
    space = {}
    exec(HELPER, space)
    kind, value = space["shown_with"](KeyError, None)
    assert traceback.format_exception_only(kind, value) == ["KeyError\n"]
