"""sys.version[:3]."""

import sys

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "short_version"


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nif sys.version[:3] >= '2.6': f()\n",
        "import sys\nx = float(sys.version[:3])\n",
        "import sys\nx = sys.version[:5]\n",
        "import sys\nx = sys.version[0]\n",
        "import sys\nx = sys.version[1:3]\n",
        "sys = f()\nx = sys.version[:3]\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_names_the_version_that_runs():
    before = "import sys\nx = '/lib/python' + sys.version[:3]\n"
    check_rule(RULE, before, before.replace("sys.version[:3]", "'{}.{}'.format(*sys.version_info)"))
    spaces = {}
    exec(migrate(before).text, spaces)
    assert spaces["x"] == f"/lib/python{sys.version_info[0]}.{sys.version_info[1]}"
