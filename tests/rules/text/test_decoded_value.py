"""Decoding what may be text already."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from environment.traces import Observation
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rewriting.as_text import DECODED, OCTETS_DECODED
from migration.rules.text.decoded_value import UNESCAPED

RULE = "decoded_value"


@pytest.mark.parametrize(
    "text",
    [
        "a.decode()\n",
        "import base64\nbase64.b64encode(a).decode('ascii')\n",
        "a.decode(b)\n",
        "a.decode('hex')\n",
        "b'x'.decode('utf-8')\n",
        "b'x'.decode('unicode-escape')\n",
        "a.encode('ascii', 'backslashreplace').decode('unicode-escape')\n",
        "'x'.decode('utf-8')\n",
        "open(p, 'rb').read().decode('utf-8')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "a = b.decode('utf-8')\n")


def test_takes_text_and_bytes():
    head = DECODED[1:] + "\n\n"
    check_rule(
        RULE,
        "a = b.c.decode('utf-8', 'replace')\n",
        head + "a = decoded(b.c, 'utf-8', 'replace')\n",
        python2=True,
    )


def test_what_was_seen_decides():
    seen = [Observation("decode", 1, 4, ("unicode ascii",))]
    assert migrate("a = b.decode('utf-8')\nn = 1L\n", observations=seen).text.startswith("a = b\n")


@pytest.mark.parametrize(
    ("kinds", "helped"),
    [
        (["str utf-8"], True),
        (["str ascii", "str utf-8"], True),
        (["str binary"], True),
        (["Codec"], False),
        (["str utf-8", "Codec"], False),
    ],
)
def test_octets_that_were_seen_may_be_text(kinds, helped):
    seen = [Observation("decode", 1, 4, tuple(kinds))]
    outcome = migrate("a = b.decode('utf-8')\nn = 1L\n", observations=seen)
    assert ("a = decoded(b, 'utf-8')" in outcome.text) is helped


@pytest.mark.parametrize("codec", ["encoding", "self.charset", "input_encoding or 'latin-1'"])
def test_a_variable_of_that_name_is_a_codec_of_text(codec):
    outcome = check_rule(
        RULE, f"a = b.decode({codec})\n", f"{DECODED[1:]}\n\na = decoded(b, {codec})\n", python2=True
    )
    assert not outcome.open_sites


def test_another_variable_may_be_any_codec():
    check_untouched(RULE, "a = b.decode(codec)\nb = b.decode(method or 'x')\n", python2=True)


def test_escapes_are_read_in_text_and_bytes():
    head = UNESCAPED[1:] + "\n\n"
    outcome = check_rule(
        RULE, "a = b.decode('unicode_escape')\n", head + "a = unescaped(b, 'unicode_escape')\n", python2=True
    )
    for value in ("\\u20ac\\n", b"\\u20ac\\n"):
        namespace: dict = {"b": value}
        exec(outcome.text, namespace)
        assert namespace["a"] == "\u20ac\n"


def test_what_cannot_be_decoded_says_so_as_before():
    text = "n = 1L\ndef f(x):\n    try: return x.decode('utf-8')\n    except AttributeError: return x\n"
    space = {}
    exec(run(RULE, text).text, space)
    assert [space["f"](x) for x in ("a", b"a", 7, None)] == ["a", "a", 7, None]


@pytest.mark.parametrize(
    "body",
    [
        "for w in ['Caf\\xc3\\xa9', 'abc']:\n    seen.append(w.decode('utf-8'))\n",
        "for k, v in sorted({'k': 'Caf\\xc3\\xa9', 'l': 'abc'}.items()):\n    seen.append(v.decode('utf-8'))\n",
        "for n, p in [(1, 'Caf\\303\\251'), (2, 'abc')]:\n    seen.append(unicode(p, 'utf-8'))\n",
    ],
)
def test_octets_that_a_file_spells_are_decoded_wherever_they_come_from(body):
    outcome = migrate("seen = []\nn = 1L\n" + body)
    assert migrate(outcome.text).text == outcome.text
    space: dict = {}
    exec(outcome.text, space)
    assert space["seen"] == ["Café", "abc"]


@pytest.mark.parametrize(
    "literal",
    ["u'Caf\\xc3\\xa9'", "'Caf\\xe9'", "'Caf\\\\xc3\\\\xa9'", "'abc'"],
)
def test_text_is_left_as_it_is_where_no_octets_of_text_are_spelled(literal):
    assert "decoded_octets" not in migrate(f"n = 1L\na = {literal}\nx = b.decode('utf-8')\n").text


@pytest.mark.parametrize(
    "body",
    [
        "    for enc in ('ascii', 'utf-8', 'cp1252'):\n        try:\n            return {}(raw, enc)\n"
        "        except UnicodeDecodeError:\n            continue\n",
        "    try:\n        return {}(raw, 'utf-8')\n    except UnicodeError:\n        return {}(raw, 'cp1252')\n",
        "    try:\n        return {}(raw, 'utf-8')\n    except ValueError: pass\n    return {}(raw, 'cp1252')\n",
    ],
)
@pytest.mark.parametrize("made", ["unicode", "text"])
def test_codecs_that_are_tried_one_after_the_other(body, made):
    body = body.format(made, made).replace("text(raw, ", "raw.decode(")
    text = f"def text(raw):\n{body}n = 1L\nname = 'Caf\\xc3\\xa9'\nx = text(name), text('\\x93ab\\x94')\n"
    code = migrate(text).text
    space: dict = {}
    exec(code, space)
    assert space["x"] == ("Café", "\u201cab\u201d") and space["text"]("日本") == "日本"
    assert migrate(code).text == code


def test_a_codec_that_is_tried_alone_leaves_text_as_it_is():
    text = "n = 1L\nname = 'Caf\\xc3\\xa9'\ntry:\n    x = {}\nexcept UnicodeError:\n    raise ValueError(y)\n"
    assert "decoded_octets(y, 'utf-8')" in migrate(text.format("y.decode('utf-8')")).text


def test_what_the_helper_of_spelled_octets_takes():
    space: dict = {}
    exec(OCTETS_DECODED, space)
    decoded = space["decoded_octets"]
    for value in (b"Caf\xc3\xa9", "Caf\xc3\xa9", "Café"):
        assert decoded(value, "utf-8") == "Café"
    assert decoded("日本", "utf-8") == "日本" and decoded(b"\xff", "utf-8", "replace") == "\ufffd"
    with pytest.raises(UnicodeDecodeError):
        decoded(b"\xff", "utf-8")


@pytest.mark.parametrize(
    ("head", "tail"),
    [
        ("def f(s, enc='utf-8'):\n    return ", ""),
        ("for enc in ('ascii', 'Latin_1'):\n    x = ", ""),
        ("enc = 'cp1252'\nx = ", ""),
    ],
)
def test_a_codec_by_all_that_its_variable_may_be(head, tail):
    before, after = f"{head}s.decode(enc){tail}\n", f"{head}decoded(s, enc){tail}\n"
    check_rule(RULE, before, f"{DECODED[1:]}\n\n{after}", python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "def f(s, enc): return s.decode(enc)\n",
        "def f(s, enc='hex'): return s.decode(enc)\n",
        "for enc in ('ascii', 'zlib'): x = s.decode(enc)\n",
        "enc = g()\nx = s.decode(enc)\n",
    ],
)
def test_a_codec_that_may_be_none_of_text(text):
    check_untouched(RULE, text, python2=True)


def test_what_is_wide_is_octets_as_text_or_not():
    text = "def f(data):\n    return data.decode('utf_16_be')\nn = 1L\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["f"](b"\0a\x20\xac") == spaces["f"]("\0a\x20\xac") == "a\u20ac"


def test_text_that_comes_to_be_decoded_needs_no_other_sign():
    files = {
        "p/__init__.py": "",
        "p/word.py": "class Word(object):\n    def __init__(self, given):\n        self.text = given.decode('utf-8')\n",
        "p/main.py": "from p.word import Word\ndef f(x): return Word(x)\n",
        "p/test.py": "from p.main import f\nf('Jose')\n",
    }
    made = migrate(files["p/word.py"], "p/word.py", RepositoryIndex(files, files.get)).text
    assert "decoded(given, 'utf-8')" in made
    other = {**files, "p/test.py": "from p.main import f\nf(open('a', 'rb').read())\n"}
    made = migrate(files["p/word.py"], "p/word.py", RepositoryIndex(other, other.get)).text
    assert made == files["p/word.py"]


@pytest.mark.parametrize("shown", ["repr(x)", "str(x)", "('%s' % x)"])
def test_escapes_are_read_in_what_is_shown(shown):
    text = run(RULE, f"a = {shown}.decode('unicode_escape')\n" + PROOF).text
    space = {"x": "\\u20ac"}
    exec(text, space)
    assert "unescaped(" in text
    assert run(RULE, text).text == text


def test_what_repr_shows_is_read_as_python_2_read_it():
    space = {}
    exec(run(RULE, "def show(x): return repr(x).decode('unicode-escape')\n" + PROOF).text, space)
    assert space["show"](["\u20ac", "\xe9", "a\nb"]) == "['\u20ac', '\xe9', 'a\nb']"


@pytest.mark.parametrize(
    "codec",
    [
        "enc or 'ascii'",
        "enc or default or 'latin-1'",
        "enc if enc else 'utf-8'",
        "'ascii' if enc is None else enc",
        "enc or sys.getdefaultencoding()",
    ],
)
def test_a_codec_among_which_a_choice_is_made(codec):
    before, after = f"x = s.decode({codec})\n", f"x = decoded(s, {codec})\n"
    check_rule(RULE, before, f"{DECODED[1:]}\n\n{after}", python2=True)


@pytest.mark.parametrize(
    "codec", ["enc or 'hex'", "enc if enc else 'zlib'", "enc or other", "enc and 'ascii'"]
)
def test_a_choice_of_which_none_is_one_of_text(codec):
    check_untouched(RULE, f"x = s.decode({codec})\n", python2=True)
