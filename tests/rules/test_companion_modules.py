"""Stand-ins for removed modules: where they lie, and who imports them how."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.__main__ import main
from migration.repository_index import RepositoryIndex

RULE = "companion_modules"
PACKAGE = RepositoryIndex(["p/__init__.py", "p/sub/__init__.py", "p/sub/a.py"], lambda key: "")


@pytest.mark.parametrize("text", ["import os\n", "from . import sgmllib\n", "x = 'import sgmllib'\n"])
def test_refuses(text):
    check_untouched(RULE, text)
    assert not run(RULE, text).new_files


def test_leaves_a_module_of_the_repository():
    index = RepositoryIndex(["a.py", "sgmllib.py"], lambda key: "")
    assert not run(RULE, "import sgmllib\n", index=index).new_files
    check_untouched(RULE, "import sgmllib\n", index=index)


def test_leaves_a_choice_for_both_languages():
    text = "try:\n    import sgmllib\nexcept ImportError:\n    sgmllib = None\n"
    check_untouched(RULE, text)
    assert not run(RULE, text).new_files


def test_lies_beside_a_lone_module():
    outcome = run(RULE, "import sgmllib\n", key="d/a.py")
    assert outcome.text == "import sgmllib\n"
    assert list(outcome.new_files) == ["d/sgmllib.py"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import os, sgmllib\n", "import os\nfrom p import sgmllib\n"),
        ("import sgmllib as s\n", "from p import sgmllib as s\n"),
        ("from sgmllib import SGMLParser\n", "from p.sgmllib import SGMLParser\n"),
    ],
)
def test_lies_in_the_outermost_package(before, after):
    outcome = check_rule(RULE, before, after, key="p/sub/a.py", index=PACKAGE)
    assert list(outcome.new_files) == ["p/sgmllib.py"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import compiler\nimport compiler.ast\n", "from p import compiler\nfrom p import compiler\n"),
        ("import compiler.ast as nodes\n", "from p.compiler import ast as nodes\n"),
        ("from compiler.consts import OP_ASSIGN\n", "from p.compiler import OP_ASSIGN\n"),
    ],
)
def test_what_lay_inside_a_package_is_an_attribute(before, after):
    outcome = check_rule(RULE, before, after, key="p/sub/a.py", index=PACKAGE)
    assert list(outcome.new_files) == ["p/compiler.py"]


def test_a_package_beside_a_lone_module_becomes_a_module():
    check_rule(
        RULE,
        "import compiler.ast\nfrom compiler.visitor import walk\n",
        "import compiler\nfrom compiler import walk\n",
    )


def test_brings_what_it_needs_itself():
    assert set(run(RULE, "import mimetools\n").new_files) == {"mimetools.py", "rfc822.py"}


def test_is_written_and_works(tmp_path):
    (tmp_path / "page.py").write_text(
        "import sgmllib\n"
        "class P(sgmllib.SGMLParser):\n"
        "    def start_a(self, attrs): print 'a', attrs\n"
        "    def unknown_starttag(self, tag, attrs): print tag\n"
        "    def handle_data(self, data): print repr(data)\n"
        "p = P()\n"
        "p.feed('<a HREF=\"x&amp;y\" k>1 &lt; 2&#65;</a><br>&foo; <!-- c --><a')\n"
        "p.close()\n"
    )
    assert main(["-w", str(tmp_path)]) == 0
    result = subprocess.run(
        [sys.executable, "page.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    shown = result.stdout.splitlines()
    assert shown[0] == "a [('href', 'x&y'), ('k', 'k')]"
    assert shown[1:] == ["'1 '", "'<'", "' 2'", "'A'", "br", "' '", "'<a'"]
    before = {f.name: f.read_text() for f in tmp_path.iterdir() if f.is_file()}
    assert main(["-w", str(tmp_path)]) == 0
    assert before == {f.name: f.read_text() for f in tmp_path.iterdir() if f.is_file()}


def test_a_file_of_that_name_that_was_there_before_is_the_programs_own():
    keys = {"p/__init__.py": "", "p/sub/__init__.py": "", "p/sub/a.py": "", "p/formatter.py": "x = 1\n"}
    index = RepositoryIndex(keys, keys.get)
    check_untouched(RULE, "from formatter import NullWriter\n", key="p/sub/a.py", index=index)
