"""Stand-ins for removed modules: where they lie, and who imports them how."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.__main__ import main
from migration.repository.index import RepositoryIndex

RULE = "companion_modules"
PACKAGE = RepositoryIndex(["p/__init__.py", "p/sub/__init__.py", "p/sub/a.py", "setup.py"], lambda key: "")


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


def test_says_what_a_stand_in_has_not():
    for name, missing in (("Transformer", True), ("parse", False), ("*", False)):
        sites = run(RULE, f"from compiler.transformer import {name}\n").open_sites
        assert [s.reason for s in sites] == [f"the stand-in for compiler has no {name}"] * missing


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


@pytest.mark.parametrize(
    "other",
    [
        {"setup.py": "setup(package_dir={'q': 'p'})\n"},
        {"setup.py": 'kw = {"package_dir" : {"q" : "./p/"}}\n'},
        {"setup.py": "", "p/sub/p.py": ""},
    ],
)
def test_a_package_that_is_called_otherwise_is_reached_from_where_the_file_is(other):
    files = {"p/__init__.py": "", "p/sub/__init__.py": "", "p/sub/a.py": "", **other}
    index = RepositoryIndex(files, files.get)
    text = "from sgmllib import SGMLParser\n"
    outcome = check_rule(RULE, text, "from ..sgmllib import SGMLParser\n", key="p/sub/a.py", index=index)
    assert list(outcome.new_files) == ["p/sgmllib.py"]


def test_a_package_that_is_called_by_its_folder_keeps_its_name():
    files = {"p/__init__.py": "", "p/a.py": "", "setup.py": "setup(package_dir={'p': 'p', 'q': 'src/q'})\n"}
    check_rule(
        RULE,
        "import sgmllib\n",
        "from p import sgmllib\n",
        key="p/a.py",
        index=RepositoryIndex(files, files.get),
    )


def test_brings_what_it_needs_itself():
    assert set(run(RULE, "import mimetools\n").new_files) == {"mimetools.py", "rfc822.py"}


ROOT = {"__init__.py": "", "q/__init__.py": "", "q/sub/__init__.py": "", "setup.py": ""}


@pytest.mark.parametrize(
    ("key", "before", "after"),
    [
        ("q/a.py", "import os, sgmllib\n", "import os\nfrom . import sgmllib\n"),
        ("q/a.py", "from sgmllib import SGMLParser\n", "from .sgmllib import SGMLParser\n"),
        ("q/sub/a.py", "import sgmllib as s\n", "from .. import sgmllib as s\n"),
        ("q/sub/a.py", "from sgmllib import SGMLParser\n", "from ..sgmllib import SGMLParser\n"),
        ("q/sub/__init__.py", "import sgmllib\n", "from .. import sgmllib\n"),
    ],
)
def test_where_the_root_is_a_package_it_is_reached_from_where_the_file_is(key, before, after):
    texts = ROOT | {key: before}
    outcome = check_rule(RULE, before, after, key=key, index=RepositoryIndex(texts, texts.get))
    assert list(outcome.new_files) == ["q/sgmllib.py"]
    texts |= {key: after, "q/sgmllib.py": outcome.new_files["q/sgmllib.py"]}
    again = run(RULE, after, key=key, index=RepositoryIndex(texts, texts.get))
    assert again.text == after and not again.new_files


@pytest.mark.parametrize(
    "text", ["from . import formatter\n", "from .formatter import A\n", "import x.formatter\n"]
)
def test_what_was_imported_from_there_before_is_no_stand_in(text):
    texts = ROOT | {"q/a.py": text + "y = 1L\n"}
    assert not run(RULE, texts["q/a.py"], key="q/a.py", index=RepositoryIndex(texts, texts.get)).new_files


def test_what_can_be_run_names_the_package():
    text = "import sgmllib\nif __name__ == '__main__':\n    print sgmllib\n"
    texts = ROOT | {"q/a.py": text}
    outcome = run(RULE, text, key="q/a.py", index=RepositoryIndex(texts, texts.get))
    assert outcome.text.startswith("from q import sgmllib\n")
    assert list(outcome.new_files) == ["q/sgmllib.py"]


@pytest.mark.parametrize("name", ["mine", "my-own"])
def test_works_wherever_the_root_is_put(tmp_path, name):
    root = tmp_path / "n" / name
    (root / "q").mkdir(parents=True)
    (root / "__init__.py").write_text("")
    (root / "q" / "__init__.py").write_text("")
    (root / "q" / "page.py").write_text("import sgmllib\nprint sgmllib.SGMLParser.__name__\n")
    assert main(["-w", str(root)]) == 0
    root.rename(tmp_path / "n" / "mine")
    result = subprocess.run(
        [sys.executable, "-c", "import n.mine.q.page"], cwd=tmp_path, capture_output=True, text=True
    )
    assert result.stdout == "SGMLParser\n", result.stderr


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
