"""Files of a package, read by name."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "resource_text"


@pytest.mark.parametrize(
    "text",
    [
        "import pkgutil\na = pkgutil.get_data('p', 'a.txt').decode('ascii')\n",
        "import loader\na = loader.get_data('p', 'a.txt')\n",
        "import pkgutil\na = pkgutil.get_data\n",
    ],
)
def test_leaves_what_is_decoded_or_something_else(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_for_both_languages():
    check_untouched(RULE, "import pkgutil\na = pkgutil.get_data('p', 'a.txt')\n")


@pytest.mark.parametrize("name", ["'logo.png'", "name"])
def test_says_so_where_it_may_be_no_text(name):
    check_open(RULE, f"import pkgutil\na = pkgutil.get_data('p', {name})\n", 2, python2=True)


def test_decodes_text():
    before = "from pkg_resources import resource_string\na = f(resource_string('p', 'd/default.cfg'))\n"
    after = before.replace("'d/default.cfg'))", "'d/default.cfg').decode(\"utf-8\"))")
    check_rule(RULE, before, after, python2=True)


def test_a_package_that_may_be_missing():
    text = (
        "def f():\n    try:\n        from pkg_resources import resource_string\n"
        "        return resource_string(p, 'VERSION.txt'){}\n    except{}:\n        return ''\n"
    )
    for caught in ("", " ImportError"):
        check_rule(RULE, text.format("", caught), text.format('.decode("utf-8")', caught), python2=True)


def test_a_reader_that_another_file_has_from_the_library():
    files = {
        "p/a.py": "from p.old import get_data\nx = get_data(__package__, 'mime.types')\nn = 1L\n",
        "p/old.py": "try:\n    from pkgutil import get_data\nexcept ImportError:\n    def get_data(p, n): return ''\n",
        "p/__init__.py": "",
    }
    done = migrate(files["p/a.py"], "p/a.py", RepositoryIndex(files, files.get)).text
    assert "get_data(__package__, 'mime.types').decode(" in done
