"""Methods of native strings that know letters."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.text.ascii_methods import HELPER

RULE = "ascii_methods"
OCTETS = "import struct\nn = 1L\nh = struct.pack('>I', n)\n"


@pytest.mark.parametrize(
    "text",
    [
        "a = 'abc'.upper()\n",
        "a = u'\\xe9'.upper()\n",
        "a = b.upper()\n",
        "a = '\\xe9'.strip()\n",
        "a = '\\xe9'.upper(1)\n",
        "s = '\\xe9'\ns = t\na = s.upper()\n",
        "from __future__ import unicode_literals\na = '\\xe9'.upper()\n",
        "a = upper('\\xe9')\n",
        "a = '\\xe9b'.split()\n",
        "a = '\\xa0'.strip('x')\n",
        "a = '\\xa0b'.split('b')\n",
        "a = u'\\xa0'.strip()\n",
        "a = 'a\\xa0b'.splitlines()\n",
        "a = '\\xa0'.isspace(1)\n",
        "a = ('\\xa0' + b).split()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, "a = '\\xe9'.upper()\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'\\xe9'.upper()", '\'\\xe9\'.encode("utf-8").upper().decode("utf-8")'),
        ("('a' '\\xe9').title()", "'a' '\\xe9'.encode(\"utf-8\").title().decode(\"utf-8\")"),
        ("'\\xb2'.isdigit()", "'\\xb2'.encode(\"utf-8\").isdigit()"),
        (
            "[c for c in ('a', '\\xe9') if c.isalpha()]",
            "[c for c in ('a', '\\xe9') if c.encode(\"utf-8\").isalpha()]",
        ),
    ],
)
def test_asks_octets(before, after):
    check_rule(RULE, f"a = {before}\n", f"a = {after}\n", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'\\x1ca'.strip()", "'\\x1ca'.strip(\" \\t\\n\\r\\x0b\\x0c\")"),
        ("'\\x1ca'.lstrip(None)", "'\\x1ca'.lstrip(\" \\t\\n\\r\\x0b\\x0c\")"),
        ("'a\\x1fb'.split()", '[part.decode("utf-8") for part in \'a\\x1fb\'.encode("utf-8").split()]'),
        (
            "'a\\xa0b'.rsplit(None, 1)",
            '[part.decode("utf-8") for part in \'a\\xa0b\'.encode("utf-8").rsplit(None, 1)]',
        ),
        (
            "('a\\x0c' + 'b').splitlines(True)",
            "[part.decode(\"utf-8\") for part in ('a\\x0c' + 'b').encode(\"utf-8\").splitlines(True)]",
        ),
        ("'\\x1c'.isspace()", "'\\x1c'.encode(\"utf-8\").isspace()"),
    ],
)
def test_blanks_are_those_of_ascii(before, after):
    check_rule(RULE, f"a = {before}\n", f"a = {after}\n", python2=True)


def test_blanks_of_a_program_of_octets():
    program = "s = '\\x85a\\x1cb\\xa0'\nx = s.split(), s.strip() == s, (s + '\\n').splitlines(), s.isspace()\nprint 1\n"
    names = {}
    exec(migrate(program, "a.py", RepositoryIndex(["a.py"], {"a.py": program}.get)).text, names)
    assert names["x"] == ([names["s"]], True, [names["s"]], False)


def test_text_of_the_encoding_of_the_file_too():
    head = "# -*- coding: utf-8 -*-\ns = 'été'\n"
    check_rule(
        RULE,
        head + "a = s.upper()\n",
        head + 'a = s.encode("utf-8").upper().decode("utf-8")\n',
        python2=True,
    )


def converted(text):
    return run(RULE, text, index=RepositoryIndex(["a.py"], {"a.py": text}.get)).text


@pytest.mark.parametrize(
    "use",
    [
        "x = [c for c in h if c.isalpha()]\n",
        "for c in h:\n    if c.isalnum(): f(c)\n",
        "x = h[0].isdigit()\n",
        "c = f.read(1)\nx = c.isspace()\n",
    ],
)
def test_single_characters_of_octets(use):
    assert '.encode("utf-8").is' in converted(OCTETS + use)


@pytest.mark.parametrize(
    "use",
    ["x = h.isalpha()\n", "x = h[:4].isdigit()\n", "x = d['k'].isdigit()\n", "x = [c.upper() for c in h]\n"],
)
def test_other_values_of_such_a_program_stay(use):
    assert ".encode(" not in converted(OCTETS + use)


def test_single_characters_of_other_programs_stay():
    check_untouched(RULE, "x = [c for c in h if c.isalpha()]\n", python2=True)


@pytest.mark.parametrize(
    ("use", "after"),
    [
        ("a = b.lower()", 'a = in_ascii_letters(b, "lower")'),
        ("a = (b + c).title()", 'a = in_ascii_letters(b + c, "title")'),
        ("a = b.lower() == 'x'", "a = b.lower() == 'x'"),
        ("a = b.lower().startswith('x')", "a = b.lower().startswith('x')"),
        ("a = getattr(b, c.lower())", "a = getattr(b, c.lower())"),
        ("a = hex(b).upper()", "a = hex(b).upper()"),
        ("a = b.lower(1)", "a = b.lower(1)"),
        ("a = unicode(b).lower()", "a = str(b).lower()"),
        ("b.page.reload(); a = b.page.title()", "b.page.reload(); a = b.page.title()"),
        ("c.page.reload(); a = b.page.title()", 'c.page.reload(); a = in_ascii_letters(b.page, "title")'),
        ("b.page.strip(); a = b.page.title()", 'b.page.strip(); a = in_ascii_letters(b.page, "title")'),
    ],
)
def test_in_programs_of_octets_that_spell_other_letters(use, after):
    text = OCTETS + "NAME = 'caf\\xc3\\xa9'\nb, c = f()\n" + use + "\n"
    files = {"a.py": text}
    assert (
        f"\n{after}\n" in migrate(text, "a.py", RepositoryIndex(files, files.get).taken_for(octets=True)).text
    )


def test_without_other_letters_nothing_is_asked():
    text = OCTETS + "b = f()\na = b.lower()\n"
    files = {"a.py": text}
    assert (
        "a = b.lower()"
        in migrate(text, "a.py", RepositoryIndex(files, files.get).taken_for(octets=True)).text
    )


def test_octets_of_utf8_are_changed_in_their_letters_of_ascii_alone():
    space: dict = {}
    exec(HELPER, space)
    change = space["in_ascii_letters"]
    assert change("CAF\xc3\x89", "lower") == "caf\xc3\x89" and change("ABC", "lower") == "abc"
    assert change("CAF\xc9", "lower") == "caf\xe9" and change("\u0141A", "lower") == "\u0142a"
    assert change(b"AB", "lower") == b"ab"


def test_what_has_such_methods_of_its_own_is_asked_alone():
    space: dict = {}
    exec(HELPER, space)

    class Page:
        def encode(self):
            raise LookupError

        def title(self):
            return "own"

    class Key(str):
        def lower(self):
            return Key("<" + str.lower(self) + ">")

    assert space["in_ascii_letters"](Page(), "title") == "own"
    made = space["in_ascii_letters"](Key("A"), "lower")
    assert (made, type(made)) == ("<a>", Key)
    assert space["in_ascii_letters"](Key("A\xc3\x89"), "upper") == "A\xc3\x89"
    assert space["in_ascii_letters"](Key("a\xc3\xa9"), "upper") == "A\xc3\xa9"


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("s.upper() == '\\xe9T\\xe9'", True),
        ("'\\xe9t'.title() == '\\xe9T'", True),
        ("u'\\xe9t'.upper() == u'\\xc9T'", True),
        ("'ab'.upper() == 'AB'", True),
    ],
)
def test_octets_that_are_spelled_out_change_in_letters_of_ascii_alone(asked, answer):
    """The answers are those of CPython 2.7.18 for the unmigrated programs."""
    text = f"s = '\\xe9t\\xe9'\nx = {asked}\nn = 1L\n"
    made = migrate(text, "p/a.py", octet_repository(text)).text
    names: dict = {}
    exec(made, names)
    assert names["x"] is answer


def test_the_helper_has_no_name_of_the_module_string():
    text = (
        "from string import letters\ndef f(a): return a.lower() + letters[:2]\nx = f('\\xc3\\xa9A')\nn = 1L\n"
    )
    names: dict = {}
    exec(migrate(text, "p/a.py", octet_repository(text)).text, names)
    assert names["x"] == "\xc3\xa9aab"
