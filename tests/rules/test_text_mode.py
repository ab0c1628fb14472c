"""Text in temporary and compressed files."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "text_mode"


@pytest.mark.parametrize(
    "text",
    [
        "import tempfile\nf = tempfile.TemporaryFile()\nf.write(b'x')\n",
        "import tempfile\nf = tempfile.TemporaryFile()\nf.write(x)\n",
        "import tempfile\nf = tempfile.TemporaryFile('w')\nf.write('x')\n",
        "import gzip\nf = gzip.open(p, 'wb')\nf.write('x'.encode('utf-8'))\n",
        "import gzip\nf = gzip.open(p)\nf.read()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import tempfile\nwith tempfile.NamedTemporaryFile(suffix='x') as f:\n    f.write('a%s' % b)\n",
            "import tempfile\nwith tempfile.NamedTemporaryFile(suffix='x', mode='w+') as f:\n    f.write('a%s' % b)\n",
        ),
        (
            "from tempfile import NamedTemporaryFile as N\nf = N('w+b')\nf.write('a')\n",
            "from tempfile import NamedTemporaryFile as N\nf = N('w+')\nf.write('a')\n",
        ),
        (
            "import gzip\nf = gzip.open(p, 'wb')\nf.write('x')\n",
            "import gzip\nf = gzip.open(p, 'wt')\nf.write('x')\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_parameter_is_text_where_callers_give_text():
    text = "import tempfile\ndef f(x):\n    g = tempfile.TemporaryFile({})\n    g.write(x)\nf({})\n"
    check_rule(RULE, text.format("", "'a'"), text.format("mode='w+'", "'a'"))
    check_untouched(RULE, text.format("", "b'a'"))
    check_untouched(RULE, text.format("", "'a')\nf(b'a'"))
