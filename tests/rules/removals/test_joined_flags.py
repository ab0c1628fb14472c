"""Global flags in parts of patterns."""

import re

import pytest
from rules.checking import check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "joined_flags"


@pytest.mark.parametrize(
    "text",
    [
        "A = '(?i)a'\nre.compile(A)\n",
        "A = '(?i)a'\nB = 'b'\nre.compile(A + B)\n",
        "A = 'a'\nB = 'b' + A\nre.compile(B)\n",
        "A = '(?i)a'\nB = 'b'\nother.compile(B + A)\n",
        "A = '(?:a)'\nB = 'b' + A\nre.compile(B)\n",
        "A = '(?i)a'\nB = re.compile('|'.join([A]))\nre.match(B, x)\n".replace("'|'.join([A])", "A"),
        "A = '(?i)a'\nn = [len(A)]\nre.compile('b')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, "import re\n" + text, python2=True)


def test_refuses_in_a_file_that_may_be_python_3():
    check_untouched(RULE, "import re\nA = '(?i)a'\nB = 'b' + A\nre.compile(B)\n")


@pytest.mark.parametrize(
    "text",
    [
        "A = 'a(?i)'\np = re.compile('b|' + A)\n",
        "A = 'a(?i)'\nB = 'b|%s' % A\np = re.compile(B)\n",
        "class C:\n    a = 'a(?i)'\n    every = (\n        'b',\n        a)\np = re.compile('|'.join(C.every))\n",
    ],
)
def test_the_whole_pattern_ignores_case(text):
    names = {}
    exec(migrate("import re\n" + text + "n = 1L\n").text, names)
    assert names["p"].search("B")


def test_parts_may_stand_in_other_files():
    text = "import re\nfrom parts import EVERY\np = re.compile('|'.join(EVERY))\nn = 1L\n"
    files = {"a.py": text, "parts.py": "A = 'a(?i)'\nEVERY = ['b', A]\n"}
    outcome = run(RULE, text, index=RepositoryIndex(files, files.get))
    assert "re.compile(flags_first('|'.join(EVERY)))" in outcome.text


def test_an_escaped_bracket_opens_no_flags():
    names = {}
    exec(migrate("import re\nA = r'\\(?i)(?s)'\np = re.compile(r'(b.' + A)\nn = 1L\n").text, names)
    assert re.fullmatch(names["p"], "b\n(i")


def test_a_package_hands_on_what_its_modules_hold():
    text = "import re\nfrom package import EVERY\np = re.compile('|'.join(EVERY))\nn = 1L\n"
    files = {
        "a.py": text,
        "package/__init__.py": "from package.parts import EVERY\n",
        "package/parts.py": "from package.flagged import A\nEVERY = ['b', A]\n",
        "package/flagged.py": "A = 'a(?i)'\n",
    }
    outcome = run(RULE, text, index=RepositoryIndex(files, files.get))
    assert "re.compile(flags_first('|'.join(EVERY)))" in outcome.text


def test_the_same_name_in_a_file_that_does_not_import_it_is_another():
    text = "import re\nA = 'a'\nEVERY = ['b', A]\np = re.compile('|'.join(EVERY))\nn = 1L\n"
    files = {"a.py": text, "parts.py": "A = 'a(?i)'\n"}
    assert "flags_first" not in run(RULE, text, index=RepositoryIndex(files, files.get)).text
