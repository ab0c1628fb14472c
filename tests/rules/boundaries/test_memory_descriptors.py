"""Whether a file has a descriptor."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "memory_descriptors"
HEAD = "from cStringIO import StringIO\n"


@pytest.mark.parametrize(
    "text",
    [
        "def f(x): return hasattr(x, 'fileno')\n",
        "import sys, io\nx = hasattr(sys.stdout, 'fileno'), io.StringIO()\n",
        "import io\nf(io.StringIO())\ndef f(x): return hasattr(x, 'read'), hasattr(x, name)\n",
        "import io\nf(io.StringIO())\ndef f(x): return x.fileno()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, "import io\ndef f(x): return hasattr(x, 'fileno'), io.StringIO()\n")


def test_tells_files_in_memory():
    text = (
        HEAD
        + "import sys\ndef f(x): return hasattr(x, 'fileno')\nx = f(StringIO('a')), f(open(__file__)), f(None)\n"
    )
    spaces = {"__file__": __file__}
    exec(migrate(text + "n = 1L\n").text, spaces)
    assert spaces["x"] == (False, True, False)
