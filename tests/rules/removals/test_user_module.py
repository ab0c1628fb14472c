"""import user; user.home → os.path.expanduser("~")."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

RULE = "user_module"
HOME = 'os.path.expanduser("~")'


@pytest.mark.parametrize(
    "text",
    ["import user.home\n", "from . import user\nuser.home\n", "user = f()\nuser.home\n", "self.user.home\n"],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import user\na = user.home\n", f"import os\na = {HOME}\n"),
        ("from user import home\na = home + '/x'\n", f"import os\na = {HOME} + '/x'\n"),
        ("import user as u\na = u.pythonrc\n", f'import os\na = os.path.join({HOME}, ".pythonrc.py")\n'),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_what_else_is_asked_is_left_open():
    check_open(RULE, "import user\nuser.spam\n", 2)
