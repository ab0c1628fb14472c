"""Code as text, given to raises()."""

import pytest
from rules.checking import PROOF, check_open, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "raises_code"


@pytest.mark.parametrize(
    "text",
    [
        "import pytest\npytest.raises(E, f, 'a')\n",
        "import pytest\npytest.raises(E, f)\n",
        "import pytest\npytest.raises(E, match='a')\n",
        "import pytest\npytest.raises(E, code)\n",
        "def raises(e, c): pass\nraises(E, 'f()')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "import pytest\ng(pytest.raises(E, 'f()'))\n",
        "import pytest\nif a: pytest.raises(E, 'f()')\n",
        "import pytest\npytest.raises(E, 'f(')\n",
        "import pytest\npytest.raises(E, '')\n",
    ],
)
def test_says_so_where_no_block_fits(text):
    check_open(RULE, text, 2, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("pytest.raises(E, 'f()')\n", "with pytest.raises(E):\n    f()\n"),
        ("x = pytest.raises(E, \"f('a')\")\n", "with pytest.raises(E) as x:\n    f('a')\n"),
        (
            "pytest.raises(E, '''\n    x = 1\n    f(x)\n''')\n",
            "with pytest.raises(E):\n    x = 1\n    f(x)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, "import pytest\n" + before, "import pytest\n" + after, python2=True)


def test_other_rules_read_the_code():
    text = (
        PROOF
        + "import py.test\ndef test(d):\n    py.test.raises(KeyError, 'd.iteritems().next()[unicode(1)]')\n"
    )
    assert (
        "    with pytest.raises(KeyError):\n        next(iter(d.items()))[str(1)]\n"
        in migrate(text, "a.py").text
    )


def _index(tool):
    files = {"a.py": "", "__init__.py": "", "tool.py": tool}
    return RepositoryIndex(files, files.get)


@pytest.mark.parametrize("source", ["py.test", "pytest"])
def test_it_comes_from_another_file(source):
    head = "from tool import *\n"
    check_rule(
        RULE,
        head + "raises(E, 'f()')\n",
        head + "with raises(E):\n    f()\n",
        python2=True,
        index=_index(f"from {source} import raises\n"),
    )


@pytest.mark.parametrize("tool", ["", "from mine import raises\n", "def raises(e, c): pass\n"])
def test_another_file_gives_something_else(tool):
    check_untouched(RULE, "from tool import *\nraises(E, 'f()')\n", python2=True, index=_index(tool))


def test_what_is_asserted_is_always_true():
    before = "from py.test import raises\ndef test():\n    assert raises(TypeError, 'f(1)')\n"
    before += "    assert raises(E, 'g()'), 1\n"
    made = migrate(before + "    print 1\n").text
    assert "    with raises(TypeError):\n        f(1)\n    assert raises(E, 'g()'), 1\n" in made
