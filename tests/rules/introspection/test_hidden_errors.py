"""hasattr() where asking fails."""

import pytest
from rules.checking import PROOF, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "hidden_errors"
KEYS = "class C(object):\n    def __getattr__(self, name):\n        {}\n"
SIZE = "class C(object):\n    @property\n    def size(self):\n        {}\n"


@pytest.mark.parametrize(
    "text",
    [
        "if hasattr(c, 'x'): f()\n",
        KEYS.format("raise AttributeError(name)") + "hasattr(C(), 'x')\n",
        KEYS.format("return getattr(self.d, name)") + "hasattr(C(), 'x')\n",
        KEYS.format(
            "try:\n            return self.d[name]\n        except KeyError:\n            raise AttributeError"
        )
        + "hasattr(C(), 'x')\n",
        SIZE.format("return int(self.text)") + "hasattr(c, 'other')\n",
        SIZE.format("return self.text") + "hasattr(c, 'size')\n",
        KEYS.format("return self.d[name]") + "hasattr(other, 'x')\n",
        KEYS.format("return self.d[name]") + "def f(hasattr):\n    return hasattr(c, 'x')\n",
        KEYS.format("return self.d[name]") + "hasattr(*c)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_python_3_means_it():
    check_untouched(RULE, KEYS.format("return self.d[name]") + "hasattr(C(), 'x')\n")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (KEYS.format("return self.d[name]"), "'x'"),
        (KEYS.format("if name == 'x': raise KeyError(name)\n        raise AttributeError(name)"), "'x'"),
        (SIZE.format("return int(self.text)"), "'size'"),
        (SIZE.format("return int(self.text)"), "name"),
        (SIZE.format("return self.d['x']"), "'size'"),
    ],
)
def test_asks_by_a_helper(text, asked):
    text = f"{text}c = C()\n"
    assert f"x = has_attribute(c, {asked})\n" in run(RULE, f"{text}x = hasattr(c, {asked})\n{PROOF}").text


def test_a_name_that_calls_give():
    """A key that may be missing: only where a call asks for that attribute."""
    text = f"{SIZE.format('return self.d[0]')}def has(c, name):\n    return hasattr(c, name)\n{{}}\n{PROOF}"
    assert "return has_attribute(c, name)" in run(RULE, text.format("has(C(), 'size')")).text
    assert "return hasattr(c, name)" in run(RULE, text.format("has(C(), 'other')")).text


def test_whatever_goes_wrong_there_is_none():
    text = "class C:\n    def __init__(self): self.d = {'a': 1}\n    def __getattr__(self, name): return self.d[name]\n"
    space = {}
    exec(migrate(f"{text}c = C()\nx = [hasattr(c, n) for n in ('a', 'b', 'd')]\n{PROOF}", "a.py").text, space)
    assert space["x"] == [True, False, True]


def test_a_method_of_the_file_that_is_asked_may_raise():
    text = (
        "class Missing(Exception): pass\n"
        "class Children(object):\n"
        "    def get(self, name):\n        return self.find(name)\n"
        "    def find(self, name):\n        raise Missing(name)\n"
        "class Element(object):\n    def __init__(self): self.children = Children()\n"
        "    def __getattr__(self, name):\n        return self.children.get(name)\n"
        "class Part(Element):\n    value = property(lambda self: self._value)\n"
        "    def has(self):\n        return hasattr(self, 'value')\n"
    )
    space: dict = {}
    exec(migrate(f"{text}{PROOF}", "a.py").text, space)
    assert space["Part"]().has() is False
    plain = text.replace("return self.find(name)", "return None")
    assert "has_attribute" not in migrate(f"{plain}{PROOF}", "a.py").text
    other = text.replace("self.children.get(name)", "self.table.pop(name)")
    assert "has_attribute" not in migrate(f"{other}{PROOF}", "a.py").text


GIVEN = (
    "class C(object):\n    def __init__(self, load):\n        self.load = {}\n"
    "    @property\n    def size(self):\n        {}\n"
)


@pytest.mark.parametrize(
    ("load", "body"),
    [
        ("load", "return self.other()"),
        ("make()", "return self.load()"),
        ("load", "return self.load"),
        ("load", "try: return self.load()\n        except ValueError: raise AttributeError"),
    ],
)
def test_nothing_that_was_given_is_called(load, body):
    check_untouched(RULE, f"{GIVEN.format(load, body)}x = hasattr(c, 'size')\n", python2=True)


def test_a_function_that_was_given_may_raise():
    text = f"{GIVEN.format('load', 'return self.load()')}x = hasattr(c, 'size')\n{PROOF}"
    assert "x = has_attribute(c, 'size')\n" in run(RULE, text).text
