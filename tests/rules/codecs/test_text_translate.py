"""s.translate(table, deleted)."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "text_translate"


@pytest.mark.parametrize(
    "text",
    [
        "a.translate(t)\n",
        "a.translate(t, 'x')\n",
        "b'a'.translate(t, b'x')\n",
        "import string\nstring.translate(a, t)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import string\n'a'.translate(string.maketrans('a', 'b'), 'c')\n",
            "import string\n'a'.translate(str.maketrans('a', 'b', 'c'))\n",
        ),
        ("a.translate(None, d), 1L\n", "a.translate(str.maketrans('', '', d)), 1\n"),
        ("a.translate(t, d), 1L\n", "a.translate(str.maketrans('', '', d)).translate(t), 1\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("b'a'.translate(None, 'x')\n", "b'a'.translate(None, b'x')\n"),
        ("x.encode('utf-8').translate(t, '\\xff')\n", "x.encode('utf-8').translate(t, b'\\xff')\n"),
    ],
)
def test_what_octets_are_left_out_of_are_octets(before, after):
    check_rule(RULE, before, after, python2=True)
    check_untouched(RULE, after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "g.translate(0, -h)\n",
        "g.translate(x, 2 * y)\n",
        "g.translate(3, y)\n",
        "g.rotate(a)\ng.translate(x, y)\n",
    ],
)
def test_what_moves_a_drawing_is_no_method_of_text(text):
    check_untouched(RULE, text, python2=True)


def test_a_function_of_a_module_is_no_method_of_text():
    check_untouched(RULE, "import validators as v\nv.translate(t, 'x')\n", python2=True)


@pytest.mark.parametrize(
    "way", ["from p import transform", "from . import transform as t", "import transform"]
)
def test_a_module_of_the_repository_has_functions_not_methods(way):
    name = way.split()[-1]
    files = {
        "p/__init__.py": "",
        "p/a.py": f"{way}\n{name}.translate(s, 'dna2protein')\n{name}.translate(s, d)\n",
    }
    files["p/transform.py"] = "def translate(sequences, table): return sequences\n"
    check_untouched(
        RULE, files["p/a.py"], python2=True, key="p/a.py", index=RepositoryIndex(files, files.get)
    )


def test_what_a_package_calls_like_one_of_its_files_may_be_text():
    files = {"p/__init__.py": "table = open('t').read()\n", "p/table.py": ""}
    files["p/a.py"] = "from p import table\ntable.translate(t, 'x')\n"
    after = "from p import table\ntable.translate(str.maketrans('', '', 'x')).translate(t)\n"
    index = RepositoryIndex(files, files.get)
    check_rule(RULE, files["p/a.py"], after, python2=True, key="p/a.py", index=index)


def test_the_method_of_the_class_is_given_its_object_first():
    check_untouched("text_translate", "x = str.translate(a, table)\n", python2=True)


def test_a_method_of_the_file_is_another():
    text = "class G:\n    def translate(self, dna, start=0): return dna\n"
    text += "    def six(self, d): return self.translate(d, 1)\n"
    check_untouched("text_translate", text, python2=True)


def test_what_moves_a_drawing_is_no_text():
    own = "class C(object):\n    def translate(self, x, y): pass\n"
    check_untouched("text_translate", own + "def f(c, x, y): c.translate(x, y)\n", python2=True)
    check_untouched("text_translate", "def f(c): c.translate(x, 2.5)\n", python2=True)
    check_rule(
        "text_translate",
        own + "x = s.translate(t, 'a')\n",
        own + "x = s.translate(str.maketrans('', '', 'a')).translate(t)\n",
        python2=True,
    )


def test_another_method_of_that_name_takes_text_as_well():
    own = "class A(object):\n    def translate(self, s, table): return s\n"
    check_untouched(RULE, own + "x = f(1).translate('ab', g(1))\n", python2=True)
    before, after = "x = f(1).translate(None, 'b')\n", "x = f(1).translate(str.maketrans('', '', 'b'))\n"
    check_rule(RULE, own + before, own + after, python2=True)


def test_a_table_may_be_what_a_parameter_is_by_default_or_is_given_afterwards():
    own = "class A(object):\n    def translate(self, s, table): return s\n"
    kept = "import string\n" + own + "every = string.maketrans('', '')\n"
    for head in (
        "def f(s, a=every, d=None):\n",
        "def f(s, a=None, d=None):\n    a = a or ''\n    d = ''.join(x)\n",
    ):
        check_rule(
            RULE,
            kept + head + "    return s.translate(a, d)\n",
            kept + head + "    return s.translate(str.maketrans('', '', d)).translate(a)\n",
            python2=True,
        )


def test_what_translates_words_is_given_no_table():
    check_untouched(
        "text_translate", "assert r.translate('Approve', 'forms') == 'Genehmigen'\n", python2=True
    )
    table = "s.translate('" + "x" * 256 + "', 'a')\n"
    assert "str.maketrans('', '', 'a')" in run("text_translate", table + "1L\n").text
