"""Objects of the program that have a method `encode` of their own: what that gives is no codec's octets."""

import io
from contextlib import redirect_stdout

import pytest

from migration.engine.pipeline import migrate

OWN = "class Own(object):\n    def encode(self, name):\n        return 'own ' + name\n"
GIVEN = "class User(object):\n    def __init__(self, it): self.it = it\n    def {}(self):\n        {}\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        # ascii_natives
        ("def f(it):\n    x = it.encode('ascii')\n    return x\nprint f(Own()) + '!'\n", "own ascii!\n"),
        # native_encoders, encoded_in_text
        ("def f(it):\n    return it.encode('utf-8')\nprint f(Own())\nprint '<%s>' % f(Own())\n",
         "own utf-8\n<own utf-8>\n"),
        # ascii_attempts
        ("def f(it):\n    try:\n        return it.encode('ascii')\n    except UnicodeDecodeError:\n        return ''\n"
         "print f(Own())\n", "own ascii\n"),
        # str_method
        (GIVEN.format("__str__", "return self.it.encode('utf-8')") + "print User(Own())\n", "own utf-8\n"),
    ],
)  # fmt: skip
def test_what_an_object_encodes_itself_is_left(text, shown):
    outcome = migrate(OWN + text, "a.py")
    assert migrate(outcome.text, "a.py").text == outcome.text
    with redirect_stdout(io.StringIO()) as out:
        exec(outcome.text, {"__name__": "a"})
    assert out.getvalue() == shown
