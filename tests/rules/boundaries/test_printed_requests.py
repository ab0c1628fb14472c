"""What is printed to the client of a request."""

import io

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "printed_requests"


@pytest.mark.parametrize(
    "text",
    [
        "print('a', file=self.out)\n",
        "print('a')\n",
        "def print(*a, **b): pass\nprint('a', file=self.wfile)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_the_line_is_encoded():
    text = (
        "class H(object):\n    def f(self, n):\n        print >>self.wfile, 'OK', n\n"
        "        print >>self.wfile, 'two', n / 2\n        print >>self.wfile\n"
    )
    made = migrate(text).text
    assert migrate(made).text == made
    space = {}
    exec(made, space)
    handler = space["H"]()
    handler.wfile = io.BytesIO()
    handler.f(3)
    assert handler.wfile.getvalue().startswith(b"OK 3\ntwo 1")
