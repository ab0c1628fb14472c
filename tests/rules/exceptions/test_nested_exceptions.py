"""Tuples of exceptions that hold tuples."""

import contextlib
import io

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "nested_exceptions"
TRY = "try:\n    f()\nexcept {}:\n    g()\n"


@pytest.mark.parametrize(
    "text",
    [
        "E = (A, B)\n" + TRY.format("E"),
        "E = (A, B)\n" + TRY.format("(A, B)"),
        "E = (A, *B)\nB = (C, D)\n" + TRY.format("E"),
        # tuples of something else, or not caught
        "E = (A, (B, C))\n" + TRY.format("A"),
        "E = (A, (B, C))\nx = E[1]\n" + TRY.format("A"),
        # what is not written in one piece, or not here
        "E = (A, (B, C))\nE = x\n" + TRY.format("E"),
        "E = x\n" + TRY.format("(A, E)"),
        "def h(E):\n    try:\n        f()\n    except E:\n        g()\n",
        "class K:\n    E = (A, (B, C))\n    def h(self):\n        self.E = x\n        try:\n            f()\n"
        "        except self.E:\n            g()\n",
        TRY.format("other.E"),
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, "E = (A, (B, C))\n" + TRY.format("E"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("E = (A, (B, C))\n" + TRY.format("E"), "E = (A, *(B, C))\n" + TRY.format("E")),
        ("E = A, (B, (C, D))\n" + TRY.format("E"), "E = A, *(B, *(C, D))\n" + TRY.format("E")),
        ("B = (C, D)\nE = (A, B)\n" + TRY.format("E"), "B = (C, D)\nE = (A, *B)\n" + TRY.format("E")),
        (TRY.format("(A, (B, C))"), TRY.format("(A, *(B, C))")),
        ("B = (C, D)\n" + TRY.format("(A, B)"), "B = (C, D)\n" + TRY.format("(A, *B)")),
        (
            "E = (A, (B, C))\nisinstance(x, E)\nD = (E, F)\n" + TRY.format("D"),
            "E = (A, *(B, C))\nisinstance(x, E)\nD = (*E, F)\n" + TRY.format("D"),
        ),
    ],
)
def test_unpacks_them(before, after):
    check_rule(RULE, before, after, python2=True)


def test_a_tuple_that_is_read_otherwise_stays_and_is_taken_apart_where_it_is_caught():
    text = "E = (A, (B, C))\nprint len(E)\n" + TRY.format("E")
    after = run(RULE, text).text
    assert "E = (A, (B, C))\n" in after and "except exceptions_in(E):" in after
    assert run(RULE, after).text == after


def test_what_is_caught_is_what_python_2_caught():
    text = (
        "class Old:\n    pass\nA = (KeyError, (ValueError, IndexError))\nB = A, (Old,)\n"
        "C = (OSError, (IOError, EOFError))\nD = C, ZeroDivisionError\nprint len(C)\n"
        "class K:\n    E = (KeyError, (ValueError, IndexError))\n"
        "    def t(self, x):\n        try:\n            raise x\n        except self.E, e:\n            print 'E'\n"
        "def t(x):\n    try:\n        raise x\n"
        "    except (B, (UnicodeError, RuntimeError)), e:\n        print 'B', e.__class__.__name__\n"
        "    except D, e:\n        print 'D', e.__class__.__name__\n"
        "    except (C, AttributeError):\n        print 'C'\n"
        "for x in (IndexError(), Old(), EOFError(), ZeroDivisionError(), RuntimeError(), AttributeError()):\n    t(x)\n"
        "K().t(IndexError())\n"
    )
    shown = io.StringIO()
    done = migrate(text).text
    with contextlib.redirect_stdout(shown):
        exec(compile(done, "a.py", "exec"), {"__name__": "a"})
    wanted = "2 B IndexError B Old D EOFError D ZeroDivisionError B RuntimeError C E"
    assert shown.getvalue().split() == wanted.split()
    assert migrate(done).text == done


def test_a_tuple_that_others_read_keeps_its_parts():
    text = "E = (KeyError, (ValueError, IndexError))\ntry:\n    f()\nexcept E, e:\n    g()\n"
    for other in ("import a\nprint a.E[1]\n", "from a import E\nprint len(E)\n"):
        texts = {"a.py": text, "main.py": other}
        made = migrate(text, "a.py", RepositoryIndex(texts, texts.get)).text
        assert "E = (KeyError, (ValueError, IndexError))\n" in made
        assert "except exceptions_in(E) as e:" in made


GUARD = (
    "class Guard:\n    def __init__(self, *allowed): self.allowed = allowed\n    def run(self):\n"
    "        try:\n            f()\n        except self.allowed, e:\n            g()\n"
)
RETRY = (
    "def retry(kinds):\n    def deco(f):\n        def inner():\n            try:\n                f()\n"
    "            except kinds:\n                g()\n        return inner\n    return deco\n"
)


@pytest.mark.parametrize(
    ("text", "caught"),
    [
        (GUARD + "Guard(ValueError, (KeyError, IndexError))\n", "self.allowed"),
        (GUARD + "E = (KeyError, IndexError)\nGuard(E)\n", "self.allowed"),
        (RETRY + "@retry((ValueError, (KeyError, IndexError)))\ndef h(): pass\n", "kinds"),
        (RETRY.replace("kinds)", "*kinds)") + "@retry((KeyError, IndexError))\ndef h(): pass\n", "kinds"),
        (RETRY.replace("kinds)", "kinds=(A, (B, C)))"), "kinds"),
    ],
)
def test_what_a_call_gives_is_taken_apart_where_it_is_caught(text, caught):
    new = run(RULE, text + "n = 1L\n").text
    assert f"except exceptions_in({caught})" in new
    assert run(RULE, new).text == new


@pytest.mark.parametrize(
    "text",
    [
        GUARD + "Guard(ValueError, KeyError)\n",
        GUARD + "Guard(*kinds)\n",
        GUARD + "Other(ValueError, (KeyError, IndexError))\n",
        GUARD.replace("*allowed", "name, *allowed") + "Guard((1, 2), KeyError)\n",
        RETRY + "@retry((ValueError, KeyError))\ndef h(): pass\n",
    ],
)
def test_leaves_what_is_given_no_tuples_in_tuples(text):
    check_untouched(RULE, text.replace(", e:", " as e:"), python2=True)


def test_the_guard_catches_what_it_caught():
    names: dict[str, object] = {}
    text = GUARD.replace("f()", "raise IndexError").replace("g()", "return type(e)")
    exec(run(RULE, text + "x = Guard(ValueError, (KeyError, IndexError)).run()\nn = 1L\n").text, names)
    assert names["x"] is IndexError
