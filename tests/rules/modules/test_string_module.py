"""string.join(a, b) → b.join(a)."""

import subprocess
import sys

import pytest
from rules.checking import PROOF, check_open, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "string_module"


@pytest.mark.parametrize(
    "text",
    [
        "import string\nstring.capwords(a)\n",
        "string = 'x'\nstring.join(a)\n",
        "from os.path import join\njoin(a, b)\n",
        "def f(string): return string.upper()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import string\nstring.join(a)\n", "import string\n' '.join(a)\n"),
        ("from string import join, upper\njoin(a, b + c)\nupper(d)\n", "(b + c).join(a)\nd.upper()\n"),
        ("import string as s\ns.replace(a, b, c)\n", "import string as s\na.replace(b, c)\n"),
        (
            "import string\nmap(string.strip, a), string.atoi('1', 8)\n",
            "import operator\nimport string\nmap(operator.methodcaller(\"strip\"), a), int('1', 8)\n",
        ),
        ("import string\nstring.zfill(7, 3)\n", "import string\nrepr(7).zfill(3)\n"),
        (
            "import string\na = string.join((b,\n    # c\n    c), '-'\n    # why\n    )\n",
            "import string\na = '-'.join((b,\n    # c\n    c)\n    # why\n    )\n",
        ),
        (
            "import string\nt = string.maketrans('a', 'b')\nstring.translate(a, t, 'x')\n",
            "import string\nt = str.maketrans('a', 'b')\na.translate(str.maketrans(\"\", \"\", 'x')).translate(t)\n",
        ),
        (
            "from string import *\nlower(a), letters\n",
            "import string\nfrom string import *\na.lower(), string.ascii_letters\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_what_cannot_be_called_as_a_method_stays_open():
    check_open(RULE, "import string\nstring.join(*a)\n", 2)


def test_leaves_a_module_of_the_package():
    index = RepositoryIndex(["p/__init__.py", "p/a.py", "p/string.py"])
    check_untouched(RULE, "import string\nstring.join(a)\n", key="p/a.py", index=index)


USER = "from p.a import lower\nlower(b)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from string import lower, upper\n", "lower = str.lower\n"),
        (
            "if old:\n    def lower(s): return s\nelse:\n    from string import lower\n",
            "if old:\n    def lower(s): return s\nelse:\n    lower = str.lower\n",
        ),
    ],
)
def test_a_function_that_other_files_import_keeps_its_name(before, after):
    texts = {"p/__init__.py": "", "p/a.py": before, "p/b.py": USER}
    index = RepositoryIndex(texts, texts.__getitem__)
    check_rule(RULE, before, after, key="p/a.py", index=index)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("string.split(a.b(), maxsplit=1)", "a.b().split(maxsplit=1)"),
        ("string.rsplit(a, ',', maxsplit=2)", "a.rsplit(',', maxsplit=2)"),
        ("string.split(s=a)", None),
    ],
)
def test_arguments_by_name(before, after):
    outcome = run(RULE, f"import string\nx = {before}\n")
    assert (f"x = {after}\n" in outcome.text) if after else outcome.open_sites


ALL = '"".join(map(chr, range(256)))'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = string.maketrans('', '')\nb = a[65:91]\n", f"a = {ALL}\nb = a[65:91]\n"),
        ("a = string.maketrans('', '')[:128]\n", f"a = {ALL}[:128]\n"),
        (
            "class C:\n    T = string.maketrans('', '')\n    def f(self): return len(self.T)\n",
            f"class C:\n    T = {ALL}\n    def f(self): return len(self.T)\n",
        ),
        (
            "a = string.maketrans('', '')\nb = string.maketrans(a, a)\n",
            f"a = {ALL}\nb = str.maketrans(a, a)\n",
        ),
        (
            "a = string.maketrans('', '')\ndef f(s): return s.translate(a, '-')\n",
            "a = str.maketrans('', '')\ndef f(s): return s.translate(a, '-')\n",
        ),
        (
            "a = string.maketrans('a', 'b')\ndef f(s): return string.translate(s, a)\n",
            "a = str.maketrans('a', 'b')\ndef f(s): return s.translate(a)\n",
        ),
    ],
)
def test_a_table_that_is_taken_apart_is_a_text(before, after):
    check_rule(RULE, f"import string\n{before}", f"import string\n{after}")


def test_tables_as_before():
    """The printed line is that of CPython 2.7.18 for the unmigrated program."""
    text = (
        "import string, sys\n"
        "every = string.maketrans('', '')\n"
        "upper = string.maketrans(string.lowercase, string.uppercase)\n"
        "back = string.maketrans(upper, every)\n"
        "rest = every.translate(every, every[33:126])\n"
        "sys.stdout.write('%r %r %r\\n' % (\n"
        "    [upper[ord(c)] for c in 'xY'], string.translate('abc', upper, 'b'), (len(rest), 'A'.translate(back))))\n"
    )
    after = migrate(text).text
    done = subprocess.run([sys.executable, "-c", after], capture_output=True, text=True)
    assert done.stdout == "['X', 'Y'] 'AC' (163, 'a')\n", done.stderr
    assert migrate(after).text == after


@pytest.mark.parametrize(
    "use",
    [
        "x = t[97:100]\n",
        "x = len(t)\n",
        "x = 'ab'.translate(u, t)\n",
        "x = t.translate(u)\n",
        "x = t + 'a'\n",
    ],
)
def test_a_table_that_is_used_as_a_string_is_one(use):
    outcome = run(RULE, "import string\nt = string.maketrans('a', 'b')\n" + use)
    assert f"t = translation_table('a', 'b')\n{use}" in outcome.text


def test_a_table_is_followed_from_one_name_to_the_next():
    """The printed line is that of CPython 2.7.18 for the unmigrated program."""
    text = (
        "import string, sys\nclass Table(object):\n    same = string.maketrans('', '')\n"
        "    def __init__(self): self.kept = self.same\n    def also(self, a, b):\n"
        "        self.kept = self.kept.translate(string.maketrans(a, b))\n        return self\n"
        "t = Table().also('a', 'b')\nsys.stdout.write('%r %r\\n' % ('abc'.translate(t.kept), len(t.same)))\n"
    )
    after = migrate(text).text
    done = subprocess.run([sys.executable, "-c", after], capture_output=True, text=True)
    assert done.stdout == "'bbc' 256\n", done.stderr
    assert (
        "str.maketrans('a', 'b')"
        in run(RULE, "import string\nx.kept = string.maketrans('a', 'b')\ny = x.kept\n").text
    )


@pytest.mark.parametrize("spelled", ["import string\n{}string.join", "from string import join\n{}join"])
def test_join_given_away(spelled):
    text = spelled.format("x = map(") + ", [['a', 'b'], ['c']])\n"
    text += "f = " + spelled.partition("{}")[2] + "\nn = f(['a', 'b'], '-') + f(['c', 'd']) + str(1L)\n"
    space = {}
    exec(migrate(text).text, space)
    assert [*space["x"]] == ["a b", "c"]
    assert space["n"] == "a-bc d1"


@pytest.mark.parametrize(
    ("user", "kept"),
    [
        ("from kit import *\nx = expand('a')\n", True),
        ("import kit\n", False),
        ("from kit import *\nx = 1\n", False),
    ],
)
def test_what_others_take_by_a_star_stays(user, kept):
    texts = {"kit.py": "from string import expandtabs as expand\nn = 1L\n", "a.py": user}
    index = RepositoryIndex(texts, texts.get)
    assert ("expand = str.expandtabs" in migrate(texts["kit.py"], "kit.py", index).text) is kept


def test_translate_handed_on():
    text = "import string\ndef f(s, tr=string.translate): return tr(s, t, 'x')\nx = map(string.translate, a, b)\n"
    outcome = run("string_module", text + PROOF)
    assert "tr=translated)" in outcome.text
    assert "map(translated, a, b)" in outcome.text
    space = {}
    exec(outcome.text.split("def f")[0], space)
    assert space["translated"]("abcx", {ord("a"): "b", ord("b"): "c"}, "c") == "bcx"


def test_the_table_of_all_characters_that_is_translated_itself():
    text = "import string\nALL = string.maketrans('', '')\nLEFT = string.translate(ALL, ALL, 'abc')\n"
    outcome = run("string_module", text)
    assert 'ALL = "".join(map(chr, range(256)))' in outcome.text
    space = {}
    exec(outcome.text, space)
    assert len(space["LEFT"]) == 253


def test_numbers_that_tell_their_base_by_a_prefix():
    text = "import string\nx = string.atoi('031', 0), string.atol('0x1f', 0), string.atoi('12', 8)\n"
    space = {}
    exec(migrate(text).text, space)
    assert space["x"] == (25, 31, 10)


@pytest.mark.parametrize(
    ("decoded", "after"),
    [
        (
            "t = string.maketrans('a', b)\nu = t.decode('latin-1')\n",
            "bytes.maketrans(b'a', as_bytes(b, \"latin-1\"))",
        ),
        (
            "t = string.maketrans(''.join(['a']), ' ')\nu = unicode(t, 'latin-1')\n",
            "bytes.maketrans(''.join(['a']).encode(\"latin-1\"), b' ')",
        ),
        (
            "class C:\n    t = string.maketrans('a', 'b')\n    def f(self): return self.t.decode('latin-1')\n",
            "bytes.maketrans(b'a', b'b')",
        ),
        (
            "t = string.maketrans('a', 'b')\nu = x.encode('utf-8').translate(t)\n",
            "bytes.maketrans(b'a', b'b')",
        ),
        (
            "t = string.maketrans('', '')\nu = x.encode('utf-8').translate(t, y)\n",
            "bytes.maketrans(b'', b'')",
        ),
        ("t = string.maketrans('', '')\nu = x.translate(t)\n", "str.maketrans('', '')"),
        ("t = string.maketrans('', '').decode('latin-1')\n", "bytes.maketrans(b'', b'')"),
        (
            "t = string.maketrans('a', 'b')\nu = t.decode('latin-1')\nv = t[:9]\n",
            "translation_table('a', 'b')",
        ),
        ("t = string.maketrans('a', 'b')\nu = unicode(t)\n", "str.maketrans('a', 'b')"),
    ],
)
def test_a_table_that_is_decoded_is_one_of_octets(decoded, after):
    text = "import string\n" + decoded
    index = RepositoryIndex({"a.py": text}, {"a.py": text}.get).taken_for(octets=False)
    assert f"t = {after}" in run(RULE, text, index=index).text


@pytest.mark.parametrize("octets", [True, False])
@pytest.mark.parametrize("way", ["unicode(t, 'latin-1')", "t.decode('latin-1')"])
def test_decoded_tables_as_before(octets, way):
    """The printed line is that of CPython 2.7.18 for the unmigrated program."""
    text = f"import string\nt = string.maketrans('ab', 'x\\xe9')\nu = {way}\nprint ascii(u'ab-'.translate(u)), len(u)\n"
    text += "assert 'cab'.translate(t) == 'cx\\xe9'\n"
    index = RepositoryIndex({"a.py": text}, {"a.py": text}.get).taken_for(octets=octets)
    after = migrate(text, "a.py", index).text
    done = subprocess.run([sys.executable, "-c", after], capture_output=True, text=True)
    assert done.stdout == "'x\\xe9-' 256\n", done.stderr + after
    assert migrate(after, "a.py").text == after
