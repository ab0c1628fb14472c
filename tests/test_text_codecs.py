"""What codecs do, by their names: any that Python knows, not those that somebody has listed."""

import codecs
import encodings.aliases

import pytest

from migration.engine.pipeline import migrate
from migration.stdlib.codecs import encodes_text, has_some_characters, is_ascii_based


@pytest.mark.parametrize("codec", ["utf-8", "U8", "latin-1", "cp850", "gbk", "Shift_JIS", "koi8-r", "euc_kr"])
def test_codecs_of_text_that_spell_ascii_as_it_is(codec):
    assert encodes_text(codec) and is_ascii_based(codec)


@pytest.mark.parametrize("codec", ["utf-16", "utf_32_be", "cp037", "hz", "utf-7"])
def test_codecs_of_text_in_which_ascii_is_something_else(codec):
    assert encodes_text(codec) and not is_ascii_based(codec)


@pytest.mark.parametrize(
    "codec", ["hex", "rot13", "zlib", "unicode_escape", "idna", "", "no such", "a\0b", "é"]
)
def test_what_spells_text_or_octets_otherwise_is_none(codec):
    assert not encodes_text(codec) and not is_ascii_based(codec) and not has_some_characters(codec)


def test_which_codecs_lack_characters():
    known = {c for c in encodings.aliases.aliases.values() if encodes_text(c)}
    for codec in known:
        try:
            "\u0100\u4e2d\u05d0\u1e9e\U0001f600\u2603".encode(codec)
        except UnicodeEncodeError:
            assert has_some_characters(codec)
        else:
            assert not has_some_characters(codec), codecs.lookup(codec).name


@pytest.mark.parametrize("codec", ["gbk", "big5", "cp437", "shift_jis", "koi8-u", "mac_roman"])
def test_text_in_any_of_them_is_decoded_and_shown(codec, tmp_path, capsys):
    text = f"def shown(s):\n    print s.decode('{codec}')\nx = open(p).read().decode('{codec}')\n"
    text += f"def told(u):\n    name = u.encode('{codec}')\n    return 'to ' + name\n"
    (tmp_path / "f").write_bytes("Grüße".encode(codec, "replace"))
    spaces = {"p": str(tmp_path / "f")}
    exec(migrate(text).text, spaces)
    spaces["shown"]("plain")
    assert capsys.readouterr().out == "plain\n" and spaces["told"]("me") == "to me"
    assert spaces["x"].startswith("Gr")
