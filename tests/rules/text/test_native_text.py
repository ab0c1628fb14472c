"""if isinstance(x, unicode): x = x.encode(…)."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "native_text"
IDIOM = "{}def f(x):\n    if isinstance(x, unicode):\n        x = x.encode('{}')\n    {}\n"


@pytest.mark.parametrize(
    ("head", "codec", "end"),
    [
        ("import hashlib\n", "utf-8", "return hashlib.md5(x)"),
        ("", "utf-8", "sock.sendall(x)"),
        ("", "utf-8", "handle.write(x + y)"),
        ("", "utf-8", "return x == b'a'"),
        ("", "utf-8", "return make_digest(x)"),
        ("", "hex", "return x"),
        ("", "utf-16", "return x"),
    ],
)
def test_leaves_what_is_meant_as_octets(head, codec, end):
    check_untouched(RULE, IDIOM.format(head, codec, end))


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    return x.encode('ascii')\n",
        "def f(x):\n    if isinstance(x, unicode):\n        y = x.encode('ascii')\n    return y\n",
        "def f(x):\n    if isinstance(x, str):\n        x = x.encode('ascii')\n    return x\n",
        "def f(x):\n    if isinstance(x, unicode):\n        x = x.encode('ascii')\n    else:\n        x = 1\n",
        "def to_bytes(x):\n    if isinstance(x, unicode):\n        x = x.encode('ascii')\n    return x\n",
    ],
)
def test_leaves_other_encoding(text):
    check_untouched(RULE, text)


def test_a_native_string_stays_text():
    before = IDIOM.format("", "ascii", "return x.split(',')")
    check_rule(RULE, before, before.replace("'ascii')", "'ascii').decode('ascii')"))


def test_what_a_codec_spells_in_ascii_stays_as_it_spells_it():
    before = IDIOM.format("", "idna", "return '@'.join((y, x))")
    check_rule(RULE, before, before.replace("'idna')", "'idna').decode('ascii')"))


EITHER = "def f(x):\n    if isinstance(x, unicode):\n        s = x.encode('utf-8')\n    else:\n        {}\n    {}\n"


@pytest.mark.parametrize("other", ["s = str(x)", "s = x"])
def test_what_is_spelled_otherwise_stays_text(other):
    before = EITHER.format(other, "return s.replace('a', 'b')")
    check_rule(RULE, before, before.replace("'utf-8')", "'utf-8').decode('utf-8')"))


@pytest.mark.parametrize(
    ("other", "end"),
    [("s = str(y)", "return s"), ("s = x.f()", "return s"), ("t = x", "s"), ("s = x", "sock.send(s)")],
)
def test_leaves_what_is_given_something_else_otherwise(other, end):
    check_untouched(RULE, EITHER.format(other, end))


@pytest.mark.parametrize("codec", ["sys.getfilesystemencoding()", "sys.getfilesystemencoding() or 'utf-8'"])
def test_the_name_of_a_file_stays_text(codec):
    before = "import os, sys\n" + IDIOM.format("", "C", "return os.stat(x)").replace("'C'", codec)
    check_rule(RULE, before, before.replace(f"({codec})", f"({codec}).decode({codec})"))
    check_untouched(RULE, before.replace("os.stat(x)", "hash_of(x)"))


VALUES = (
    "def f(d, encoding):\n    for k, v in {}:\n        if isinstance(v, unicode):\n            {} = v.encode({})\n"
    "    return d\n"
)


@pytest.mark.parametrize(
    ("items", "place", "codec"), [("d.items()", "d[k]", "'utf-8'"), ("list(d.items())", "d[k]", "encoding")]
)
def test_the_values_of_a_dict_stay_text(items, place, codec):
    before = VALUES.format(items, place, codec)
    check_rule(RULE, before, before.replace(f"({codec})", f"({codec}).decode({codec})"))
    check_untouched(RULE, before.replace("def f", "def to_bytes"))


@pytest.mark.parametrize(
    ("items", "place", "codec"),
    [
        ("d.items()", "e[k]", "'utf-8'"),
        ("d.items()", "d[v]", "'utf-8'"),
        ("zip(d, e)", "d[k]", "'utf-8'"),
        ("d.items()", "d[k]", "'hex'"),
        ("d.items()", "d[k]", "c"),
    ],
)
def test_leaves_what_is_put_elsewhere(items, place, codec):
    check_untouched(RULE, VALUES.format(items, place, codec))


def test_what_is_made_of_the_variable_too():
    before = (
        "def f(x):\n    if isinstance(x, unicode):\n        x = p.sub(g, x).encode('ascii')\n    return x\n"
    )
    check_rule(RULE, before, before.replace("'ascii')", "'ascii').decode('ascii')"))


def test_what_is_given_back_as_a_native_string_stays_text():
    before = "def to_str(s, e='utf-8'):\n    if isinstance(s, unicode): return s.encode(e)\n    return s\n"
    outcome = run(RULE, before)
    assert "return s\n    return s\n" in outcome.text.replace("if isinstance(s, unicode): ", "")
    for other in (
        before.replace("to_str", "to_bytes"),
        before.replace("    return s\n", "    return None\n"),
    ):
        assert "s.encode(e)" in run(RULE, other).text


def test_octets_of_a_codec_that_is_none_of_text_stay():
    before = "def f(s):\n    if isinstance(s, unicode): return s.encode('hex')\n    return s\n"
    assert "s.encode('hex')" in run(RULE, before).text


@pytest.mark.parametrize("errors", ["'replace'", "errors='xmlcharrefreplace'", "mode"])
def test_what_an_error_handler_does_to_text_is_kept(errors):
    before = f"def f(s):\n    if isinstance(s, unicode): return s.encode('ascii', {errors})\n    return s\n"
    check_rule(RULE, before, before.replace(f"{errors})", f"{errors}).decode('ascii')"))


@pytest.mark.parametrize("given", ["'ascii', 'strict'", "'utf-8', 'replace'"])
def test_an_error_handler_that_has_nothing_to_do_goes_with_the_codec(given):
    before = f"def f(s):\n    if isinstance(s, unicode): return s.encode({given})\n    return s\n"
    check_rule(RULE, before, before.replace(f".encode({given})", ""))


ASKING = "def f(x):\n    try:\n        x = {}.encode('US-ASCII')\n    except {}:\n        raise ValueError(x)\n    {}\n"


def test_what_is_asked_to_be_ascii_stays_text():
    before = ASKING.format("x", "UnicodeEncodeError", "return x.replace('a', 'b')")
    check_rule(RULE, before, before.replace("('US-ASCII')", "('US-ASCII').decode('US-ASCII')"), python2=True)
    check_untouched(RULE, before)


@pytest.mark.parametrize(
    ("value", "error", "end"),
    [
        ("x", "UnicodeEncodeError", "sock.send(x)"),
        ("x", "ValueError", "return x"),
        ("y", "UnicodeError", "return x"),
    ],
)
def test_leaves_what_is_encoded_to_be_sent(value, error, end):
    check_untouched(RULE, ASKING.format(value, error, end), python2=True)


def test_a_codec_by_default_is_known_where_text_alone_is_taken():
    guarded = "    if isinstance(x, unicode):\n        x = x.encode(e)\n"
    before = "import shlex\ndef f(x, e='utf-8'):\n" + guarded + "    return {}\n"
    after = before.replace("encode(e)", "encode(e).decode(e)")
    text = "shlex.split(x)"
    check_rule(RULE, before.format(text), after.format(text))
    check_untouched(RULE, before.format("x"))
    check_untouched(RULE, before.replace("e='utf-8'", "e").format(text))


def test_what_is_written_beside_native_literals_is_text():
    before = (
        "def f(x, out):\n    charset = getattr(out, 'encoding', None) or 'utf-8'\n    out.write('\\n')\n"
        "    if isinstance(x, unicode):\n        x = x.encode(charset, 'replace')\n    out.write(x)\n"
    )
    check_rule(RULE, before, before.replace("'replace')", "'replace').decode(charset)"))
    check_untouched(RULE, before.replace("out.write('\\n')", "out.write(b)"))
    check_untouched(
        RULE, before.replace("    out.write('\\n')", "    out = open('x', 'wb')\n    out.write('\\n')")
    )
    check_untouched(RULE, before.replace("charset", "x.y").replace("    x.y =", "    z ="))


def test_what_the_terminal_gets_is_text():
    text = (
        "import sys\nclass O(object):\n    def __init__(self, f):\n        self.f = f\n    def put(self, x):\n"
        "        if isinstance(x, unicode):\n            x = x.encode('utf-8')\n        self.f.write(x + 'n')\nO({})\n"
    )
    outcome = run("native_text", text.format("sys.stdout"))
    assert "x = x.encode('utf-8').decode('utf-8')\n" in outcome.text
    assert "x = x.encode('utf-8')\n" in run("native_text", text.format("g()")).text


def test_part_of_a_row_is_text():
    before = IDIOM.format("", "latin-1", "rows.append((name, x))")
    check_rule(RULE, before, before.replace("'latin-1')", "'latin-1').decode('latin-1')"))
    check_untouched(RULE, before.replace("(name, x)", "x"))


def test_what_str_makes_of_it_is_text():
    before = IDIOM.format("", "utf-8", "return hasher(str(x))")
    check_rule(RULE, before, before.replace("'utf-8')", "'utf-8').decode('utf-8')"))
    check_untouched(RULE, before.replace("str(x)", "x"))


def test_what_is_spelled_elsewhere_is_text_here():
    text = "def f(x):\n    if isinstance(x, unicode):\n        return x{}\n    return {}\n"
    encoded = text.format(".encode('utf-8')", "str(x)")
    check_rule(RULE, encoded, text.format("", "str(x)"), python2=True)
    check_untouched(RULE, encoded.replace("str(x)", "str(y)"), python2=True)
    check_untouched(RULE, encoded.replace("def f", "def to_bytes"), python2=True)


@pytest.mark.parametrize(
    "choice",
    [
        "x.encode('utf-8') if isinstance(x, unicode) else x",
        "x.encode('utf-8') if isinstance(x, unicode) else str(x)",
        "isinstance(x, unicode) and x.encode('utf-8') or x",
    ],
)
def test_a_choice_that_makes_text_native(choice):
    whatever = choice.replace("x.encode('utf-8')", "x") if "str(" in choice else "x"
    ascii_alone = choice.replace("utf-8", "ascii")
    for made, after in (
        (choice, whatever),
        (ascii_alone, ascii_alone.replace("'ascii')", "'ascii').decode('ascii')")),
    ):
        check_rule(
            "native_text", f"d = dict((k, {made}) for k, x in y)\n", f"d = dict((k, {after}) for k, x in y)\n"
        )
        check_rule("native_text", f"d = [{made} for x in y]\n", f"d = [{after} for x in y]\n")
    for text in (
        f"s.send({choice})\n",
        f"import zlib\ny = {choice}\nzlib.crc32(y)\n",
        f"def octets(x): return {choice}\n",
        f"def tobs(x): return {choice}\n",
    ):
        check_untouched("native_text", text)
    check_untouched("native_text", f"y = {choice}\n".replace("(x, unicode)", "(z, unicode)"))
    if "str(" not in choice:
        text = "def f(x):\n    {}g(x)\n"
        check_rule("native_text", text.format(f"x = {choice}\n    "), text.format(""))
    # The same parameter is sent.
    check_untouched("native_text", f"def f(s, x):\n    x = {choice}\n    s.send(x)\n")


def test_what_shows_an_object_is_decoded_once():
    method = (
        "class C(object):\n    def __str__(self):\n        s = self.f()\n        if isinstance(s, unicode):\n"
        "            s = s.encode('utf8')\n        else:\n            s = str(s)\n        return s\n"
    )
    check_untouched(RULE, method)
    assert migrate(method, "a.py").text.count("decode(") == 1


def test_a_part_of_native_text_that_is_kept():
    before = "def f(x, lines):\n    if isinstance(x, unicode):\n        x = x.encode('utf-8')\n    lines.append({})\n"
    assert "x.encode('utf-8').decode('utf-8')" in run(RULE, before.format("x + '\\n'")).text
    assert "decode" not in run(RULE, before.format("x")).text


def test_a_file_of_text_in_memory():
    before = (
        "import cStringIO\nclass F:\n    def __init__(self, x):\n        if isinstance(x, unicode):\n"
        "            x = x.encode('utf-8')\n        self.f = cStringIO.StringIO()\n        self.f.write(x)\n"
    )
    assert "x.encode('utf-8').decode('utf-8')" in run(RULE, before).text


def test_what_a_file_of_text_in_memory_is_made_of():
    before = (
        "import StringIO, config\ndef f(x):\n    if isinstance(x, unicode):\n"
        "        x = x.encode(config.input_encoding)\n    return parse(StringIO.StringIO(x))\n"
    )
    assert "x.encode(config.input_encoding).decode(config.input_encoding)" in run(RULE, before).text
    assert "decode" not in run(RULE, before.replace("input_encoding", "name")).text


def test_what_is_escaped_to_be_compared_with_octets():
    text = (
        "def same(a, b):\n    if isinstance(a, unicode):\n        a = a.encode('raw_unicode_escape')\n"
        "    if isinstance(b, unicode):\n        b = b.encode('raw_unicode_escape')\n    return a == b\n"
    )
    assert "decode" not in run(RULE, text).text


def test_what_is_escaped_to_be_compared_and_only_then_to_be_told():
    text = (
        "def compare(self, output, expected):\n    if isinstance(output, unicode):\n"
        "        output = output.encode('raw_unicode_escape')\n    if isinstance(expected, unicode):\n"
        "        expected = expected.encode('raw_unicode_escape')\n    try:\n"
        "        self.assertEqual(output, expected)\n    except AssertionError:\n"
        "        print 'expected: %r' % expected\n        print 'output: %r' % output\n        raise\n"
    )
    assert "decode" not in run(RULE, text).text


def test_what_is_escaped_to_be_put_into_native_text():
    text = (
        "def line(key, value):\n    if isinstance(value, unicode):\n"
        "        value = value.encode('unicode_escape')\n    return '%s = %s' % (key, value)\n"
    )
    spaces: dict = {}
    exec(migrate(text).text, spaces)
    assert spaces["line"]("k", "\xfc") == "k = \\xfc" and spaces["line"]("k", 1) == "k = 1"


SPELLED = (
    "def text(x):\n    try:\n        x = str(x)\n        return x.encode('utf-8')\n"
    "    except UnicodeError:\n        return x\n"
)


def test_what_is_spelled_and_encoded_or_given_back_as_it_is():
    check_rule("native_text", SPELLED, SPELLED.replace("x.encode('utf-8')", "x"), python2=True)
    bare = SPELLED.replace(" UnicodeError", "")
    check_rule("native_text", bare, bare.replace("x.encode('utf-8')", "x"), python2=True)


@pytest.mark.parametrize(
    "text",
    [
        SPELLED.replace("x = str(x)", "y = str(x)"),
        SPELLED.replace("        return x\n", "        return None\n"),
        SPELLED.replace("def text", "def to_bytes"),
        SPELLED.replace("utf-8", "utf-16"),
    ],
)
def test_what_is_encoded_otherwise_is_left(text):
    check_untouched("native_text", text, python2=True)


def test_that_is_no_sign_of_python_2():
    check_untouched("native_text", SPELLED)


MORE = "def f(x, charset):\n    {}\n        x = x.encode({})\n{}    return {}\n"


@pytest.mark.parametrize(
    ("test", "codec", "other", "result"),
    [
        ("if type(x) is unicode:", "'utf-8'", "", "x"),
        ("if type(x) == type(u''):", "'utf-8'", "", "x"),
        ("if isinstance(x, type(u'')):", "'utf-8'", "", "x"),
        ("if x.__class__ == unicode:", "'utf-8'", "", "x"),
        ("if isinstance(x, unicode):", "DEFAULT_CHARSET", "", "x"),
        ("if isinstance(x, unicode):", "conf.ENCODING", "", "x"),
        ("if charset and isinstance(x, unicode):", "'utf-8'", "", "x"),
        ("if isinstance(x, unicode):", "'utf-8'", "        was = True\n", "x"),
        (
            "if isinstance(x, unicode):",
            "'utf-8'",
            "    elif not isinstance(x, str):\n        x = str(x)\n",
            "x",
        ),
        ("if isinstance(x, unicode):", "charset", "", "'a' + x"),
        ("if isinstance(x, unicode):", "self.encoding", "", "'a %s %s' % (1, x)"),
        ("if isinstance(x, unicode):", "charset", "", "x.replace('a', 'b')"),
    ],
)
def test_other_ways_to_ask_and_other_codecs(test, codec, other, result):
    before = MORE.format(test, codec, other, result)
    check_rule(RULE, before, before.replace(f"({codec})\n", f"({codec}).decode({codec})\n"))


@pytest.mark.parametrize(
    ("test", "codec", "other", "result"),
    [
        ("if type(x) is str:", "'utf-8'", "", "x"),
        ("if type(x) == type(''):", "'utf-8'", "", "x"),
        ("if type(y) is unicode:", "'utf-8'", "", "x"),
        ("if x is unicode:", "'utf-8'", "", "x"),
        ("if isinstance(x, unicode):", "CODEC_OF(1)", "", "x"),
        ("if isinstance(x, unicode):", "charset", "", "x"),
        ("if isinstance(x, unicode):", "NAME", "", "'a' + x"),
        ("if charset or isinstance(x, unicode):", "'utf-8'", "", "x"),
        ("if isinstance(x, unicode):", "charset", "    s.send(x)\n", "'a' + x"),
        ("if isinstance(x, unicode):", "'utf-8'", "    elif x:\n        x = str(x)\n", "x"),
        (
            "if isinstance(x, unicode):",
            "'utf-8'",
            "    elif not isinstance(x, str):\n        x = g(x)\n",
            "x",
        ),
    ],
)
def test_leaves_others(test, codec, other, result):
    check_untouched(RULE, MORE.format(test, codec, other, result))


def test_a_function_that_is_called_an_encoder_makes_octets():
    check_untouched(
        RULE, "def _encoder(x):\n    if type(x) == unicode:\n        x = x.encode('utf-8')\n    return x\n"
    )


OTHERS = (
    "def f(x):\n    if isinstance(x, unicode):\n        x = x.encode('utf-8')\n"
    "    elif {}:\n        x = g(x)\n{}    return x\n"
)


@pytest.mark.parametrize("asked", ["isinstance(x, dict)", "isinstance(x, (list, tuple))"])
def test_what_is_no_string_may_go_another_way(asked):
    before = OTHERS.format(asked, "")
    check_rule(RULE, before, before.replace("'utf-8')", "'utf-8').decode('utf-8')"))


@pytest.mark.parametrize(
    ("asked", "more"),
    [
        ("isinstance(x, str)", ""),
        ("isinstance(y, dict)", ""),
        ("x", ""),
        ("isinstance(x, (dict, C))", ""),
        ("isinstance(x, dict)", "    else:\n        x = x.h()\n"),
    ],
)
def test_other_choices_stay(asked, more):
    assert ".encode('utf-8')\n" in run(RULE, OTHERS.format(asked, more)).text


def test_strings_in_data_are_native_wherever_they_are_kept():
    text = (
        "def f(data):\n    rv = []\n    for x in data:\n        if isinstance(x, unicode):\n"
        "            x = x.encode('utf-8')\n{}        rv.append(x)\n    return rv\n"
    )
    others = "        elif isinstance(x, list):\n            x = f(x)\n"
    assert "x.encode('utf-8').decode('utf-8')\n" in run(RULE, text.format(others)).text
    assert "x.encode('utf-8')\n" in run(RULE, text.format("")).text


def test_what_goes_through_data_makes_native_strings_by_any_name():
    text = (
        "def byteify(x):\n    if isinstance(x, dict):\n        return {}\n    elif isinstance(x, unicode):\n"
        "        return x.encode('utf-8')\n    return x\n"
    )
    inner = "dict((byteify(k), byteify(v)) for k, v in x.items())"
    assert ".encode(" not in run(RULE, text.format(inner)).text
    assert "x.encode('utf-8')" in run(RULE, text.format("g(x)")).text


def test_a_codec_that_is_called_enc():
    text = "def out(s):\n    if isinstance(s, unicode): s = s.encode(enc)\n    w(s + '\\n')\n"
    assert "s.encode(enc).decode(enc)" in run(RULE, text).text


@pytest.mark.parametrize("codec", ["sys.stdout.encoding", "sys.stdout.encoding or 'ascii', 'replace'"])
def test_what_is_encoded_for_the_terminal_and_printed(codec):
    text = f"import sys\ndef f(x):\n    if isinstance(x, unicode): x = x.encode({codec})\n    print x\n"
    assert f"x.encode({codec}).decode({codec.split(',')[0]})" in run(RULE, text).text
    assert ".decode(" not in run(RULE, text.replace("print x", "f(x)")).text


_ATTRIBUTE = (
    "def f(x):\n    if isinstance(x.name, {}):\n        x.name = x.name.encode('{}'){}\n    return x.name\n"
)


def test_an_attribute_becomes_a_native_string():
    check_rule(
        "native_text",
        _ATTRIBUTE.format("unicode", "ascii", ""),
        _ATTRIBUTE.format("unicode", "ascii", ".decode('ascii')"),
    )


@pytest.mark.parametrize(
    "text",
    [
        _ATTRIBUTE.format("unicode", "utf-8", ""),
        _ATTRIBUTE.format("str", "ascii", ""),
        "import zlib\n"
        + _ATTRIBUTE.format("unicode", "ascii", "").replace("return", "return zlib.compress(x.name),"),
        _ATTRIBUTE.format("unicode", "ascii", "").replace("x.name.encode", "x.other.encode"),
        _ATTRIBUTE.format("unicode", "ascii", "").replace("name", "digest"),
        _ATTRIBUTE.format("unicode", "ascii", "").replace("    return", "    else: g()\n    return"),
    ],
)
def test_an_attribute_may_be_meant_for_octets(text):
    check_untouched("native_text", text, python2=True)


@pytest.mark.parametrize(
    ("beside", "text"),
    [
        ("self.assertEqual(c.name, 'a')\n", True),
        ("self.assertEqual('a', self.c.name)\n", True),
        ("if c.name == 'a': pass\n", True),
        ("x = 'a' != c.name\n", True),
        ("f(c.name, 'a')\n", False),
        ("self.assertEqual(c.name, u'a')\n", False),
        ("self.assertEqual(c.name, 'f\\xc3\\xb8')\n", False),
        ("self.assertEqual(c.name, 'a')\nself.assertEqual(c.name, b'a')\n", False),
        ("self.assertEqual(c.names, 'a')\n", False),
        ("if c.name == 'a': s.send(struct.pack('>H', len(c.name)))\n", False),
    ],
)
def test_an_attribute_that_is_held_against_native_literals(beside, text):
    before = _ATTRIBUTE.format("unicode", "utf-8", "") + "n = 1L\n"
    files = {"p/__init__.py": "", "p/a.py": before, "p/test.py": beside}
    made = run("native_text", before, key="p/a.py", index=RepositoryIndex(files, files.get)).text
    assert (".encode('utf-8').decode('utf-8')" in made) is text
    sent = before.replace("return", "return sock.send(x.name),")
    made = run("native_text", sent, key="p/a.py", index=RepositoryIndex(files, files.get)).text
    assert ".decode" not in made


@pytest.mark.parametrize(
    "codec",
    [
        "get_encoding()",
        "locale.getpreferredencoding()",
        "sys.stdout.encoding or 'utf-8'",
        "locale.getdefaultlocale()[1]",
        "self.encoding",
    ],
)
@pytest.mark.parametrize("shown", ["print(x)", "sys.stdout.write(x)"])
def test_the_codec_of_a_terminal_may_be_asked_for(codec, shown):
    text = "import locale, sys\ndef f(self, x):\n    if isinstance(x, unicode):\n"
    text += f"        x = x.encode({codec})\n    {shown}\n"
    assert f"x = x.encode({codec}).decode({codec})\n" in run("native_text", text).text
    other = text.replace(shown, "sock.send(x)")
    assert ".decode" not in run("native_text", other).text


def test_names_of_files_that_a_lambda_makes_are_text():
    text = "import sys\ndef path(parts):\n    c = sys.getfilesystemencoding()\n"
    text += (
        "    make = lambda s: unicode(s, 'utf-8').encode(c)\n    return '/'.join(map(make, parts))\nn = 1L\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["path"]([b"a", "b"]) == "a/b"


def test_what_is_native_already_is_only_tried():
    text = (
        "def to_ascii(x):\n    if isinstance(x, unicode):\n        try:\n            x = x.encode('us-ascii')\n"
        "        except UnicodeError:\n            raise\n    else:\n        try:\n            x.decode('us-ascii')\n"
        "        except UnicodeError:\n            raise\n    return x\n"
    )
    after = text.replace("x.encode('us-ascii')", "x.encode('us-ascii').decode('us-ascii')")
    check_rule("native_text", text, after, python2=True)
    sent = text.replace("    return x\n", "    x.decode('us-ascii')\n    return x\n")
    check_untouched("native_text", sent, python2=True)


def test_what_is_asked_to_be_bytes_stays_that():
    text = (
        "def f(escape, parts):\n    mark = escape.MARK.encode('ascii')\n    assert isinstance(mark, bytes)\n"
        "    return [p.split(mark, 1) for p in parts if isinstance(p, bytes)]\n"
    )
    check_untouched(RULE, text, python2=True)


def test_at_the_level_of_the_module():
    text = "res = f()\nif isinstance(res, unicode):\n    res = res.encode('utf-8')\nprint res\n"
    assert "res = res.encode('utf-8').decode('utf-8')\nprint(res)\n" in migrate(text).text
    assert (
        ".decode('utf-8')"
        not in migrate(text.replace("print res", "import zlib\nprint zlib.crc32(res)")).text
    )


FOLD = """def fold(x, width):
    if isinstance(x, unicode):
        x = x.encode('utf-8')
    parts = []
    while len(x) > width:
        parts.append(x[:width])
        x = x[width:]
    {}
"""


@pytest.mark.parametrize(
    "end", ["return '\\n'.join(parts + [x])", "parts.append(x)\n    return ''.join(parts)"]
)
def test_pieces_that_native_text_joins(end):
    made = run(RULE, FOLD.format(end)).text
    assert "x = x.encode('utf-8').decode('utf-8')" in made
    space = {"unicode": str}
    exec(made, space)
    assert space["fold"]("abcde", 2).replace("\n", "") == "abcde"


@pytest.mark.parametrize(
    "end",
    [
        "return parts",
        "return sep.join(parts)",
        "send(parts)\n    return ''.join(parts)",
        "return b''.join(parts)",
        "parts.append(struct.pack('B', 1))\n    return ''.join(parts)",
    ],
)
def test_pieces_that_may_be_octets(end):
    check_untouched(RULE, "import struct\n" + FOLD.format(end))


GUARDED = "def f(x):\n    if isinstance(x, unicode):\n        x = x.encode('utf-8')\n    {}\n"
SUMS = [
    "return sum(ord(c) for c in x), len(x)",
    "return sum(map(ord, x))",
    "n = 0\n    for c in x:\n        n += ord(c)\n    return n",
    "n = 0\n    for i, c in enumerate(x):\n        n += ord(c) * i\n    return n",
    "return ord(x[0]) + sum([ord(x[i]) for i in range(len(x))])",
    "d = bytearray(9)\n    for i, c in enumerate(x):\n        d[i] = c\n    return list(d)",
    "d = bytearray()\n    for c in x:\n        d.append(c)\n    return list(d)",
]


@pytest.mark.parametrize("end", SUMS)
def test_octets_of_which_the_numbers_are_taken(end):
    text = GUARDED.format(end) + "x = f(u'\\xe9'), f('\\xc3\\xa9'.decode('utf-8')), f('ab')\nn = 1L\n"
    assert "decode" not in run(RULE, GUARDED.format(end)).text
    files, space = {"a.py": text}, {}
    exec(migrate(text, "a.py", RepositoryIndex(files, files.get)).text, space)
    encoded = {}
    exec(
        "def f(x):\n    " + end.replace("ord(c)", "c").replace("ord(x[", "(x[").replace("map(ord, x)", "x"),
        encoded,
    )
    assert space["x"] == (encoded["f"](b"\xc3\xa9"), encoded["f"](b"\xc3\xa9"), encoded["f"](b"ab"))


@pytest.mark.parametrize(
    "end",
    [
        "return len(x)",
        "return sum(ord(c) for c in x if c != 'a')",
        "return [c for c in x]",
        "return sum(map(ord, x)), x + 'a'",
        "for i, c in enumerate(x):\n        d[i] = c\n    return ord(x[0])",
        "return ord(x)",
        "return x[0], ord(x[0])",
    ],
)
def test_text_of_which_more_is_taken(end):
    assert ".decode('utf-8')" in run(RULE, GUARDED.format(end)).text


LOGGED = (
    "def log(path, text):\n    if isinstance(text, unicode):\n        text = text.encode({codec})\n"
    "    f = open(path, {mode})\n    f.write({written})\n    f.close()\n"
)


@pytest.mark.parametrize("written", ["text", "text + '\\n'", "'%s\\n' % text"])
def test_what_a_file_of_text_is_given(tmp_path, written):
    after = run(RULE, LOGGED.format(codec="'utf-8'", mode="'a'", written=written)).text
    assert "text.encode('utf-8').decode('utf-8')" in after
    space = {"unicode": str}
    exec(after, space)
    space["log"](tmp_path / "a", "\u20ac")
    assert (tmp_path / "a").read_text(encoding="utf-8").strip() == "\u20ac"


def test_what_a_file_of_text_is_given_that_an_object_keeps():
    text = (
        "class W:\n    def __init__(self, path):\n        self.f = open(path, 'w')\n"
        "    def write(self, text):\n        if isinstance(text, unicode):\n            text = text.encode('utf-8')\n"
        "        self.f.write(text)\n"
    )
    assert ".decode('utf-8')" in run(RULE, text).text
    for other in (text.replace("'w'", "'wb'"), text.replace("open(path", "codecs.open(path")):
        assert ".decode(" not in run(RULE, other).text


@pytest.mark.parametrize(
    ("codec", "mode"), [("'utf-8'", "'wb'"), ("'utf-8'", "mode"), ("'latin-1'", "'w'"), ("'utf-16'", "'w'")]
)
def test_what_another_file_is_given(codec, mode):
    # A file of octets, one that may be such, and one whose text is spelled otherwise.
    assert ".decode(" not in run(RULE, LOGGED.format(codec=codec, mode=mode, written="text")).text


@pytest.mark.parametrize(
    "more", ["pickle.dump(1, f)", "dump(1, f)", "kept.append(f)", "out = f", "put(stream=f)", "put(f.write)"]
)
def test_what_a_file_is_given_that_is_handed_on(more):
    # What gets the file may write octets to it.
    text = LOGGED.format(codec="'utf-8'", mode="'w'", written="text").replace(
        "f.close()", f"{more}\n    f.close()"
    )
    assert ".decode(" not in run(RULE, "import pickle\n" + text).text
    own = text.replace("def log(path", "def log(self, path").replace(" f = ", " self.f = ")
    own = own.replace(" f.", " self.f.").replace(
        more, more.replace("f.w", "self.f.w").replace("f)", "self.f)")
    )
    own = own.replace("out = f", "out = self.f").replace("\n", "\n    ")
    assert ".decode(" not in run(RULE, f"import pickle\nclass C(object):\n    {own}\n").text


@pytest.mark.parametrize("more", ["print >>f, 'x'", "if f and not f.closed(): f.flush()", "f is None"])
def test_what_else_is_done_with_a_file_of_text(more):
    text = LOGGED.format(codec="'utf-8'", mode="'w'", written="text").replace(
        "f.close()", f"{more}\n    f.close()"
    )
    assert "text.encode('utf-8').decode('utf-8')" in run(RULE, text).text


def test_a_file_that_is_pickled_to_as_well_is_one_of_octets(tmp_path):
    text = (
        "import pickle\ndef save(p, name, n):\n    f = open(p, 'w')\n    if isinstance(name, unicode):\n"
        "        name = name.encode('utf-8')\n    f.write(name)\n    pickle.dump(n, f)\n    f.close()\n"
    )
    space = {}
    exec(migrate(text).text, space)
    space["save"](tmp_path / "a", "\xe9", 5)
    assert (tmp_path / "a").read_bytes().startswith(b"\xc3\xa9")


SUMMED = (
    "import urllib\nfrom hashlib import md5\ndef f(url):\n    if isinstance(url, unicode): url = url.encode({})\n"
    "    return {}, md5(url).hexdigest()\n"
)


@pytest.mark.parametrize("used", ["urllib.splittype(url)[1]", "url.split('/')[0]", "url.startswith('http')"])
def test_what_is_summed_up_besides_is_text(used):
    text = SUMMED.format("'utf-8'", used)
    after = text.replace("url.encode('utf-8')", "url.encode('utf-8').decode('utf-8')")
    check_rule(RULE, text, after)


@pytest.mark.parametrize(
    ("codec", "used"),
    [("'utf-8'", "len(url)"), ("'latin-1'", "url.split('/')[0]"), ("'utf-8'", "s.send(url.split('/')[0])")],
)
def test_what_is_summed_up_stays_octets(codec, used):
    check_untouched(RULE, SUMMED.format(codec, used))
