"""Classes that know what StringIO is made of."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "string_io_internals"
HEAD = "import StringIO\nclass F(StringIO.StringIO):\n    def write(self, s):\n"


@pytest.mark.parametrize(
    "text",
    [
        "class F(object):\n    def write(self, s):\n        self.buflist.append(s)\n",
        HEAD + "        self.buflist.extend(s)\n",
        HEAD + "        self.pos = 0\n",
        HEAD + "        other.buflist.append(s)\n",
        HEAD.replace("(StringIO.StringIO)", "(StringIO.StringIO, object)")
        + "        self.buflist.append(s)\n",
    ],
)
def test_untouched(text):
    check_untouched(RULE, text, python2=True)


def test_rewrites():
    check_rule(
        RULE,
        HEAD
        + "        self.buflist.append(s)\n        self.len = self.pos = self.pos + len(s)\n        n()\n",
        HEAD + "        super().write(s)\n        n()\n",
        python2=True,
    )
