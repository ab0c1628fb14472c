"""What spells octets one by one."""

import pytest
from rules.checking import PROOF, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "octet_tables"
TABLE = "TABLE = {}\nfor i in range(256):\n    TABLE[chr(i)] = '%%%02X' % i\n"


@pytest.mark.parametrize(
    "text",
    [
        TABLE + "def f(s): return TABLE[s]\n",
        TABLE + "def f(s):\n    return [OTHER[c] for c in s]\n",
        TABLE.replace("256", "10") + "def f(s):\n    return [TABLE[c] for c in s]\n",
        "def f(s):\n    return ['%04X' % ord(c) for c in s]\n",
        "def f(s):\n    return ['%02X' % c for c in s]\n",
        "def f(s):\n    return '%02X' % ord(s)\n",
        "s = 'a'\nx = ['%02X' % ord(c) for c in s]\n",
    ],
)
def test_refuses(text: str) -> None:
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "body",
    [
        "''.join(map(TABLE.__getitem__, s))",
        "''.join(map(lambda c, d=TABLE: d[c], s))",
        "''.join([TABLE[c] for c in s])",
        "''.join('%%%02X' % ord(c) for c in s)",
    ],
)
@pytest.mark.parametrize("document", ["", "    'What it is.'\n"])
def test_is_given_octets_as_characters(body: str, document: str) -> None:
    text = f"{TABLE}def f(s):\n{document}    return {body}\n{PROOF}"
    made = run(RULE, text).text
    assert f"def f(s):\n{document}    s = octet_characters(s)\n    return {body}\n" in made
    names: dict = {}
    exec(migrate(text).text, names)
    assert names["f"]("é€") == "%C3%A9%E2%82%AC" == names["f"]("é€".encode())
    assert migrate(made).text == made


def test_what_is_given_another_value_is_spelled_at_its_place() -> None:
    text = f"{TABLE}def f(s):\n    s = s.strip()\n    return [TABLE[c] for c in s]\n"
    text += "def g(s): return map(TABLE.__getitem__, s)\n"
    made = run(RULE, text + PROOF).text
    assert "return [TABLE[c] for c in octet_characters(s)]\n" in made
    assert "return map(TABLE.__getitem__, octet_characters(s))\n" in made


def test_a_loop_that_asks_for_letters() -> None:
    text = "def quote(s):\n    out = ''\n    for c in s:\n"
    text += "        out += c if c.isalnum() else '%%%02X' % ord(c)\n    return out\n" + PROOF
    names: dict = {}
    exec(migrate(text).text, names)
    assert names["quote"]("aé1 ") == "a%C3%A91%20"


def test_octets_that_are_held_as_text_are_characters_already() -> None:
    text = f"{TABLE}def f(s):\n    return [TABLE[c] for c in s]\n{PROOF}"
    assert "octet_characters" not in run(RULE, text, key="p/a.py", index=octet_repository(text)).text


def test_characters_of_text_alone_are_no_octets() -> None:
    text = "def f(s):\n    return ['%02X' % ord(c) for c in s]\nf(u'a')\n" + PROOF
    for given, asked in (("u'a'", False), ("'a'", True)):
        files = {"a.py": text.replace("u'a'", given)}
        made = migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text  # type: ignore[arg-type]
        assert ("dumped_characters(s)" in made) is asked


def test_what_a_file_of_ascii_dumps_are_numbers():
    text = (
        "def dump(data):\n    out = ['%02x' % ord(b) for b in data]\n    return ' '.join(out)\n"
        "shown = dump(''.join(map(chr, [114, 136, 241]))), dump(u'\\u20ac'.encode('utf-8')), dump('caf\\xc3\\xa9')\n"
    )
    spaces = {}
    exec(migrate(text + "n = 1L\n").text, spaces)
    assert spaces["shown"] == ("72 88 f1", "e2 82 ac", "63 61 66 c3 a9")


def test_what_is_quoted_is_text():
    text = "def quote(s):\n    return ''.join(['%%%02X' % ord(c) for c in s])\nn = 1L\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["quote"]("\xe9") == "%C3%A9"
