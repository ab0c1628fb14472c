"""__import__('Queue')."""

import subprocess
import sys

import pytest
from rules.checking import PROOF, check_rule, check_settled, check_untouched, run

from migration.repository_index import RepositoryIndex

RULE = "imported_by_string"


@pytest.mark.parametrize(
    "text",
    [
        "__import__('queue')\n",
        "__import__(name)\n",
        "patch('os.path.join')\n",
        "f('Queue')\n",
        "__import__(n, g, l, [], 0)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("__import__('httplib')\n", "import importlib\nimportlib.import_module('http.client')\n"),
        ("__import__(n, g, l, [], -1)\n", "__import__(n, g, l, [], 0)\n"),
        (
            "import mock\nmock.patch('__builtin__.open')\nmock.patch(\"urllib2.urlopen\")\n",
            "import mock\nmock.patch('builtins.open')\nmock.patch(\"urllib.request.urlopen\")\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_name_that_is_not_written_here_is_looked_up_in_the_package(tmp_path):
    text = "def f(n):\n    return __import__(n, globals(), locals())\n"
    index = RepositoryIndex(["p/__init__.py", "p/a.py", "p/near.py"], lambda key: "")
    check_untouched(RULE, text, python2=True)
    outcome = run(RULE, text + PROOF, key="p/a.py", index=index)
    assert "return import_near(n, globals(), locals())\n" in outcome.text
    check_settled(RULE, outcome, key="p/a.py", index=index)
    (tmp_path / "p").mkdir()
    for name, body in (("__init__", ""), ("a", outcome.text), ("near", "x = 1\n")):
        (tmp_path / "p" / f"{name}.py").write_text(body)
    code = "import p.a; print(p.a.f('near').x, p.a.f('json').__name__)"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert result.stdout == "1 json\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("__import__('urlparse')", "importlib.import_module('urllib.parse')"),
        ("importlib.import_module('urllib2')", "importlib.import_module('urllib.request')"),
    ],
)
def test_a_module_that_was_divided_is_found_where_most_of_it_is(before, after):
    check_rule(RULE, f"import importlib\nm = {before}\n", f"import importlib\nm = {after}\n")
