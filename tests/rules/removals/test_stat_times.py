"""Times of files with fractions and without."""

import pytest
from rules.checking import check_open, check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "stat_times"


@pytest.mark.parametrize(
    "text",
    [
        "import os\na = os.stat(b).st_mtime, os.path.getmtime(b)\n",
        "from mine import os\nos.stat_float_times(False)\n",
        "def stat_float_times(a): pass\nstat_float_times(1)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("os.stat_float_times(True)\na = s.st_mtime\n", "a = s.st_mtime\n"),
        ("a = os.stat_float_times()\n", "a = True\n"),
        ("os.stat_float_times(0)\na = os.stat_float_times()\n", "a = False\n"),
        (
            "if a:\n    os.stat_float_times(False)\nb = os.path.getmtime(c) - d.st_ctime\n",
            "if a:\n    pass\nb = int(os.path.getmtime(c)) - int(d.st_ctime)\n",
        ),
        (
            "os.stat_float_times(False)\na = int(s.st_mtime)\ns.st_mtime = 1\n",
            "a = int(s.st_mtime)\ns.st_mtime = 1\n",
        ),
    ],
)
def test_takes_the_switch_out(before, after):
    check_rule(RULE, f"import os\n{before}", f"import os\n{after}")


@pytest.mark.parametrize(
    "text",
    [
        "import os\na = os.stat_float_times(b)\n",
        "import os\nf(os.stat_float_times(False))\n",
    ],
)
def test_what_is_not_known_stays_open(text):
    check_open(RULE, text, 2)


def test_a_switch_that_goes_both_ways_stays():
    text = "import os\nos.stat_float_times(False)\na = b.st_mtime\nos.stat_float_times(True)\n"
    outcome = check_untouched(RULE, text)
    assert [o.line for o in outcome.open_sites if o.pattern == RULE] == [2, 4]


def test_other_files_are_turned_off_as_well():
    files = {
        "a.py": "import os\na = os.stat(b).st_mtime\n",
        "main.py": "import os, a\nos.stat_float_times(False)\n",
    }
    outcome = run(RULE, files["a.py"], index=RepositoryIndex(files, files.get))
    assert outcome.text == "import os\na = int(os.stat(b).st_mtime)\n"
