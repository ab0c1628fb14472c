"""Files asked for their place while they are gone through."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "told_in_loop"


@pytest.mark.parametrize(
    "text",
    [
        "f = open(p)\nfor l in f:\n    g(l)\n",
        "f = open(p, 'rb')\nfor l in f:\n    g(f.tell())\n",
        "def h(f):\n    for l in f:\n        g(f.tell())\n",
        "f = open(p)\nfor l in f:\n    g(e.tell())\n",
        "f = open(p)\nfor l in f:\n    g(l)\nf.tell()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_reads_line_by_line():
    text = "f = open(p)\nfor l in {}:\n    if l:\n        g(f.tell())\n"
    check_rule(RULE, text.format("f"), text.format('iter(f.readline, "")'), python2=True)


def test_tells_the_place_behind_each_line(tmp_path):
    (tmp_path / "f.txt").write_text("a\nbc\n")
    text = "f = open('f.txt')\nfor l in f:\n    print l.strip(), f.tell()\n"
    (tmp_path / "a.py").write_text(migrate(text).text)
    done = subprocess.run([sys.executable, "a.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "a 2\nbc 5\n"
