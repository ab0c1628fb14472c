"""argparse."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "argparse_arguments"


@pytest.mark.parametrize(
    "text",
    [
        "import argparse\nargparse.ArgumentParser(prog='x')\n",
        "import argparse\np = argparse.ArgumentParser()\np.add_subparsers()\n",
        "import optparse\noptparse.OptionParser(version='1')\n",
        "import argparse\nclass P:\n    def add_subparsers(self): pass\n    def f(self): self.p.add_subparsers()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import argparse\ndef f():\n    p = argparse.ArgumentParser(prog='x', version=V)\n    return p\n",
            "import argparse\ndef f():\n    p = argparse.ArgumentParser(prog='x')\n    p.add_argument('-v', '--version', action='version', version=V)\n    return p\n",  # noqa: E501
        ),
        (
            "import argparse\np = argparse.ArgumentParser()\np.add_subparsers(dest='a'), 1L\n",
            "import argparse\np = argparse.ArgumentParser()\np.add_subparsers(dest='a', required=True), 1\n",
        ),
        (
            "import argparse\ndef f(self):\n    return self.parser.add_subparsers(dest='a'), 1L\n",
            "import argparse\ndef f(self):\n    return self.parser.add_subparsers(dest='a', required=True), 1\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_leaves_a_method_of_another_file():
    texts = {"own.py": "class P:\n    def add_subparsers(self, dest): pass\n"}
    index = RepositoryIndex([*texts, "a.py"], texts.get)
    text = "import argparse\nimport own\nown.P().add_subparsers(dest='a'), 1L\n"
    assert "required" not in migrate(text, "a.py", index).text


def test_a_parser_without_a_name_stays_open():
    check_open(RULE, "import argparse\nf(argparse.ArgumentParser(version='1'))\n", 2)


def test_a_class_of_its_own_is_told_a_version():
    text = (
        "import argparse\nclass Parser(argparse.ArgumentParser):\n"
        "    def error(self, message):\n        raise ValueError, message\n"
        "def build():\n    p = Parser(prog='tool', version='1.0', add_help=False)\n    return p\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    with pytest.raises(SystemExit):
        spaces["build"]().parse_args(["--version"])


def test_a_class_that_is_made_otherwise_is_left_alone():
    text = (
        "import argparse\nclass Parser(argparse.ArgumentParser):\n"
        "    def __init__(self, version):\n        self.v = version\np = Parser(version='1')\n"
    )
    check_untouched(RULE, text)
