"""cgi.escape → html.escape."""

import sys
from dataclasses import replace

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "html_escape"


@pytest.mark.parametrize(
    "text",
    [
        "import html\nhtml.escape(a)\n",
        "re.escape(a)\n",
        "def escape(a): pass\nescape(a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from cgi import escape\nescape(a)\n", "import html\nhtml.escape(a, quote=False)\n"),
        (
            "from html.parser import HTMLParser, HTMLParseError\ntry: pass\nexcept HTMLParseError: pass\n",
            'from html.parser import HTMLParser\n\n\nclass MalformedMarkup(Exception):\n    """What the parser of Python 2 raised; Python 3\'s accepts any markup."""\n\n\ntry: pass\nexcept MalformedMarkup: pass\n',  # noqa: E501
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_quotes_are_escaped_where_asked_for():
    outcome = run(RULE, "import cgi\na = cgi.escape('<\"\\'', True), list(map(cgi.escape, '\"'))\n")
    names = {}
    # The rule by itself leaves the import, of a module that 3.13 no longer has.
    if sys.version_info >= (3, 13):
        outcome = replace(outcome, text=outcome.text.replace("import cgi\n", ""))
    exec(outcome.text, names)
    assert names["a"] == ("&lt;&quot;'", ['"'])


def test_an_import_that_can_be_done_without_means_the_module():
    before = (
        "try:\n    import html.parser\nexcept ImportError:\n    known = False\n"
        "else:\n    known = True\nif known:\n    class Error(html.parser.HTMLParseError): pass\n"
    )
    outcome = run(RULE, before)
    assert "class Error(MalformedMarkup): pass" in outcome.text


def test_an_import_that_a_version_decides_about_is_left_alone():
    check_untouched(
        RULE,
        "import sys\nif sys.version_info[0] == 2:\n    import HTMLParser\n"
        "def f(e): return isinstance(e, HTMLParser.HTMLParseError)\n",
    )


def test_a_class_of_that_name_is_none_of_the_helper():
    text = "import cgi\nclass html(object):\n    pass\ndef f(x, q):\n    return cgi.escape(x, q)\nn = 1L\n"
    space = {}
    exec(run(RULE, text).text, space)
    assert space["f"]("<", True) == "&lt;"


def test_another_import_of_that_name_is_none_of_the_helper():
    text = "import cgi\nfrom os import path as html\ndef f(x, q):\n    return cgi.escape(x, q)\nn = 1L\n"
    space = {}
    exec(run(RULE, text).text, space)
    assert space["f"]("<", True) == "&lt;"


def test_a_function_that_another_file_imports_from_here():
    files = {
        "pkg/__init__.py": "",
        "pkg/u.py": "from cgi import escape\n",
        "pkg/v.py": "from .u import escape\n",
    }
    after = run("html_escape", files["pkg/u.py"], "pkg/u.py", RepositoryIndex(files, files.__getitem__)).text
    names = {}
    exec(after, names)
    assert names["escape"]("<\"'>") == "&lt;\"'&gt;" and names["escape"]("<\"'>", True) == "&lt;&quot;'&gt;"
