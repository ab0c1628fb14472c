"""TemporaryFile('w+b', -1, '.txt') → TemporaryFile('w+b', -1, suffix='.txt')."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "tempfile_arguments"
_IMPORT = "import tempfile\n"


@pytest.mark.parametrize(
    "text",
    [
        "tempfile.TemporaryFile('w', -1)\n",
        "tempfile.TemporaryFile('w', suffix='.txt')\n",
        "tempfile.TemporaryFile('w', -1, *rest)\n",
        "tempfile.SpooledTemporaryFile(0, 'w', -1)\n",
        "tempfile.mkstemp('.txt', 'a', b)\n",
        "def f(tempfile): tempfile.TemporaryFile('w', -1, '.txt', bufsize=1)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, _IMPORT + text, python2=True)


def test_python_3_may_mean_an_encoding():
    check_untouched(RULE, _IMPORT + "tempfile.TemporaryFile('w', -1, 'utf-8')\n")


def test_the_old_name_of_the_buffer_proves_python_2():
    before = _IMPORT + "tempfile.NamedTemporaryFile(mode='wb', bufsize=0)\n"
    check_rule(RULE, before, before.replace("bufsize", "buffering"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "tempfile.NamedTemporaryFile(m, b, s, p, d, False)\n",
            "tempfile.NamedTemporaryFile(m, b, suffix=s, prefix=p, dir=d, delete=False)\n",
        ),
        (
            "tempfile.SpooledTemporaryFile(9, 'w', -1, a or b, dir=d)\n",
            "tempfile.SpooledTemporaryFile(9, 'w', -1, suffix=a or b, dir=d)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, _IMPORT + before, _IMPORT + after, python2=True)


@pytest.mark.parametrize(
    ("before", "after"), [("'w', 0", "'w', 1"), ("mode='w', bufsize=0", "mode='w', buffering=1")]
)
def test_text_is_written_by_lines_at_least(before, after):
    head = _IMPORT + "tempfile.NamedTemporaryFile({})\n"
    assert migrate(head.format(before)).text == head.format(after)
    assert migrate(head.format("'wb', 0")).text == head.format("'wb', 0")
