"""sys.platform."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "platform_name"


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nx = sys.platform in ('linux', 'linux2')\n",
        "import sys\nx = sys.platform.startswith('linux')\n",
        "x = a.platform == 'linux2'\n",
        "import sys\nx = sys.platform\ny = 'linux2'\n",
        "import sys\nif sys.version_info[0] == 2: x = sys.platform == 'linux2'\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_run_on_both():
    check_untouched(RULE, "import sys\nx = sys.platform == 'linux2'\n")


@pytest.mark.parametrize(
    "text",
    [
        "x = sys.platform == '{}'\n",
        "x = '{}' != sys.platform\n",
        "x = sys.platform in ('{}', 'darwin')\n",
        "x = {{'{}': 1}}[sys.platform]\n",
        "x = {{'{}': 1}}.get(sys.platform)\n",
        'x = sys.platform.startswith("{}")\n',
    ],
)
def test_renames(text):
    check_rule(
        RULE, "import sys\n" + text.format("linux2"), "import sys\n" + text.format("linux"), python2=True
    )
