"""commands.getoutput → subprocess.getoutput."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "commands_module"


@pytest.mark.parametrize(
    "text",
    [
        "commands = []\ncommands.getoutput(a)\n",
        "from . import commands\ncommands.getoutput(a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import commands\ns, o = commands.getstatusoutput(a)\nif s != 0: f(o)\n",
            "import subprocess\ns, o = subprocess.getstatusoutput(a)\nif s != 0: f(o)\n",
        ),
        (
            "from commands import getoutput\ngetoutput(a)\n",
            "from subprocess import getoutput\ngetoutput(a)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_status_that_is_looked_at_stays_a_wait_status():
    outcome = run(RULE, "import commands\na = commands.getstatusoutput('exit 3')[0]\n")
    names = {}
    exec(outcome.text, names)
    assert names["a"] == 768
    assert run(RULE, outcome.text).text == outcome.text


def test_an_argument_is_quoted_as_it_was():
    spaces = {}
    exec(migrate("import commands\nf = commands.mkarg\n").text, spaces)
    assert [spaces["f"](a) for a in ("a b", "x'y$")] == [" 'a b'", ' "x\'y\\$"']
