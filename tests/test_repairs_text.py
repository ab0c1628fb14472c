"""Repairs about text and bytes: where the edit goes, and what is tried when it was not there."""

from __future__ import annotations

import pytest
from repairing import candidates, repair

WANTED = "TypeError: a bytes-like object is required, not 'str'"
HASHED = "TypeError: Strings must be encoded before hashing"


def first(text: str, signature: str, line: int = 1) -> str:
    """The whole first candidate of all repairs, or '' when there is none."""
    return next(iter(candidates(text, signature, line)), "")


@pytest.mark.parametrize(
    ("before", "signature", "after"),
    [
        ("data.split(',')\n", WANTED, "data.split(b',')\n"),
        ("ok = 'x' in data\n", WANTED, "ok = b'x' in data\n"),
        ("f = make(BytesIO('x'))\n", WANTED, "f = make(BytesIO(b'x'))\n"),
        ("s.send(chr(n))\n", WANTED, "s.send(bytes([n]))\n"),
        ("key = md5(md5('%s%s' % (id({}), pid())).hexdigest()).hexdigest()\n", HASHED,
         "key = md5(md5(('%s%s' % (id({}), pid())).encode(\"utf-8\")).hexdigest().encode(\"utf-8\")).hexdigest()\n"),
        ("sig = HMAC.new(self.key.encode('utf-8'), val, SHA1)\n", HASHED,
         "sig = HMAC.new(self.key.encode('utf-8'), val.encode(\"utf-8\"), SHA1)\n"),
        ("b = buf + '\\x80' + '\\0' * n\n", "TypeError: can't concat str to bytes",
         "b = buf + b'\\x80' + b'\\0' * n\n"),
        ("value += pad * n\n", "TypeError: can't concat str to bytes", 'value += (pad * n).encode("utf-8")\n'),
        ("s = tob('!') + sig\n", "TypeError: can't concat str to bytes", "s = tob('!') + sig.encode(\"utf-8\")\n"),
        ("x = chr(n) + data\n", 'TypeError: can only concatenate str (not "bytes") to str',
         "x = bytes([n]) + data\n"),
        ("ok = c in ' \\t'\n", "TypeError: 'in <string>' requires string as left operand, not int",
         "ok = c in b' \\t'\n"),
        ("s = join(x[i] for i in r)\n", "TypeError: sequence item 0: expected a bytes-like object, int found",
         "s = join(x[i:i + 1] for i in r)\n"),
        ("eq_(f.read(), 'a' + 'b')\n", "AssertionError: b'ab' != 'ab'", "eq_(f.read(), b'a' + b'b')\n"),
        ("import io\nf = io.StringIO(data)\n", "TypeError: initial_value must be str or None, not bytes",
         "import io\nf = io.BytesIO(data)\n"),
        ("n = name.decode('utf-8')\n", "AttributeError: 'str' object has no attribute 'decode'",
         "n = name if isinstance(name, str) else name.decode('utf-8')\n"),
    ],
)  # fmt: skip
def test_the_first_candidate_is_at_the_cause(before: str, signature: str, after: str) -> None:
    assert first(before, signature, before.rstrip("\n").count("\n") + 1) == after


def test_bytes_where_the_file_handles_octets_are_latin_1() -> None:
    text = "n = ord(c)\ns.send(data)\n"
    assert first(text, WANTED, 2) == 'n = ord(c)\ns.send(data.encode("latin-1"))\n'


def test_a_parameter_may_be_either_so_it_is_asked() -> None:
    found = candidates("def f(s, data):\n    s.send(data)\n", WANTED, 2)
    assert "s.send(as_bytes(data))" in found[0]


def test_the_cause_is_looked_for_where_the_value_was_made() -> None:
    text = (
        "class A:\n    def __init__(self, f):\n        self.rows = f.read()\n"
        "    def cut(self):\n        return self.rows.split(SEP)\n"
    )
    found = candidates(text, WANTED, 5)
    assert any("f.read().decode(" in one for one in found)


def test_a_file_that_is_written_text_is_opened_so() -> None:
    text = "def save(path, rows):\n    with open(path, 'wb') as f:\n        f.write(str(rows))\n"
    found = candidates(text, WANTED, 3)
    assert 'open(path, "w")' in found[1] and "str(rows).encode" in found[0]


def test_what_a_method_of_the_interpreter_returns_is_decoded_without_a_line() -> None:
    text = "class Zone:\n    def tzname(self, when):\n        return self.name\n"
    (found,) = candidates(
        text,
        "TypeError: tzinfo.tzname() must return None or a string, not 'bytes'",
        0,
        repairs=repair("text_required"),
    )
    assert "return as_text(self.name)" in found


@pytest.mark.parametrize(
    ("text", "signature"),
    [
        (
            "data.split(sep.encode())\nx = 1\n",
            "TypeError: unsupported operand type(s) for +: 'int' and 'str'",
        ),
        ("assertEqual(a, 'x')\n", "AssertionError: 'y' != 'x'"),
        ("assertEqual(f(), 'x')\n", "AssertionError: 3 != 4"),
        ("raise TypeError('bad')\n", "TypeError: bad"),
    ],
)
def test_failures_that_have_nothing_to_do_with_it_are_left(text: str, signature: str) -> None:
    assert candidates(text, signature, 1) == []


def test_comparisons_that_ask_the_same_are_changed_together() -> None:
    text = (
        "def test(self):\n"
        "    self.assertEqual(encode('x', encoding='a'), 'x')\n"
        "    self.assertEqual(encode('y', encoding='b'), 'y')\n"
        "    self.assertTrue(encode('z', encoding='c') in ['z', 'w'])\n"
        "    self.assertEqual(encode('v'), 'v')\n"
    )
    alike, alone = candidates(text, "AssertionError: b'x' != 'x'", 2, repairs=repair("unequal_kinds"))[:2]
    assert [line for line in alike.splitlines() if "b'" in line] == [
        "    self.assertEqual(encode('x', encoding='a'), b'x')",
        "    self.assertEqual(encode('y', encoding='b'), b'y')",
        "    self.assertTrue(encode('z', encoding='c') in [b'z', b'w'])",
    ]
    assert alone == text.replace("), 'x')", "), b'x')")


def test_what_is_handed_over_with_its_encoding_is_bytes_in_all_calls_alike() -> None:
    text = (
        "def test(self):\n"
        "    self.assertEqual(decode('\\xc3\\xa0', encoding='utf-8'), 'à')\n"
        "    self.assertEqual(decode('\\0a', encoding='utf-16-be'), 'a')\n"
        "    self.assertEqual(decode('a'), 'a')\n"
    )
    found = candidates(text, "AssertionError: 'Ã\\xa0' != 'à'", 2, repairs=repair("octet_arguments"))
    both = text.replace("decode('\\xc3", "decode(b'\\xc3")
    assert found == [both.replace("decode('\\0a", "decode(b'\\0a"), both]
    assert not candidates(text, "AssertionError: 'x' != 'a'", 4, repairs=repair("octet_arguments"))


def test_a_file_whose_mode_is_known_at_run_time_has_an_encoding_where_it_is_one_of_text() -> None:
    text = (
        "def rows(path, mode):\n    f = open(path, mode)\n    for row in f.readlines():\n        print(row)\n"
    )
    found = candidates(text, "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 3", 3)
    assert 'open(path, mode, encoding=None if "b" in mode else "latin-1")' in found[0]
    called = candidates(text.replace(", mode)\n    for", ", mode())\n    for"), "UnicodeDecodeError: x", 3)
    assert all("None if" not in one for one in called), "what is computed is not computed twice"


def test_text_and_bytes_that_are_added_may_both_come() -> None:
    found = candidates(
        "def f(a, b):\n    a += b + b'-'\n", 'TypeError: can only concatenate str (not "bytes") to str', 2
    )
    assert any("a += as_bytes(b) + b'-'" in one for one in found)


def test_what_one_method_gives_is_compared_with_bytes_in_the_whole_file() -> None:
    text = (
        "class T:\n"
        "    def test_a(self):\n        self.assertEqual('a', make(1).render())\n"
        "    def test_b(self):\n        self.assertEqual(make(2).render(), 'x')\n"
        "    def test_c(self):\n        self.assertEqual('c', make(3).render(encoding=None))\n"
        "    def test_d(self):\n        self.assertEqual('d', make(4).other())\n"
    )
    found = candidates(text, "AssertionError: 'a' != b'a'", 3, repairs=repair("unequal_kinds"))
    assert [line.strip() for line in found[0].splitlines() if "b'" in line] == [
        "self.assertEqual(b'a', make(1).render())",
        "self.assertEqual(make(2).render(), b'x')",
    ]
    assert found[1].count("b'") == 1


def test_what_is_gathered_from_bytes_begins_as_bytes() -> None:
    text = (
        "def table(rows):\n"
        "    ids, strs = '', ''\n"
        "    for row in rows:\n"
        "        ids += row.encode() + '\\0'\n"
        "        strs += row.encode() + '\\0'\n"
        "    return ids + strs\n"
    )
    wanted = text.replace("'', ''", "b'', b''").replace("'\\0'", "b'\\0'")
    assert candidates(text, "TypeError: can't concat str to bytes", 4)[0] == wanted
    chained = text.replace("ids, strs = '', ''", "ids = strs = ''")
    assert "ids = strs = b''" in candidates(chained, "TypeError: can't concat str to bytes", 4)[0]
    filled = candidates(text.replace("'', ''", "'a', ''"), "TypeError: can't concat str to bytes", 4)
    assert all("b'a'" not in one for one in filled), "what begins with text is text"


def test_text_that_a_parameter_may_hold_as_bytes_is_text_from_the_start() -> None:
    text = (
        "import re\nSPACE = re.compile(' *')\n"
        "class D:\n"
        "    def decode(self, s, skip=SPACE.match):\n"
        '        """Doc."""\n'
        "        return self.raw(s, skip(s, 0).end())\n"
    )
    found = candidates(text, "TypeError: cannot use a string pattern on a bytes-like object", 6)
    assert any('"""Doc."""\n        s = as_text(s)\n        return' in one for one in found)
    single = "import re\ndef f(s): return re.match('a', s)\n"
    found = candidates(single, "TypeError: cannot use a string pattern on a bytes-like object", 2)
    assert found and not any("s = as_text(s)" in one for one in found), "there is no line to put it on"


SPELLED = "BytesWarning: str() on a bytes instance"
COMPARED = "BytesWarning: Comparison between bytes and string"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = '%s' % data\n", "x = '%s' % native(data)\n"),
        ("x = '%(a)s' % {'a': data}\n", "x = '%(a)s' % {'a': native(data)}\n"),
        ("x = '{}{n}'.format(data, n=other)\n", "x = '{}{n}'.format(native(data), n=native(other))\n"),
        ("x = str(data)\n", "x = str(native(data))\n"),
        ("print('a', data)\n", "print('a', native(data))\n"),
        ("x = map(str, items)\n", "x = map(lambda item: str(native(item)), items)\n"),
    ],
)
def test_bytes_that_are_spelled_out_become_text(before: str, after: str) -> None:
    found = first(before, SPELLED)
    assert found.endswith(after)
    assert "def native(value):" in found


def test_each_value_is_tried_by_itself_when_all_together_were_wrong() -> None:
    found = candidates("x = '%s %s' % (a, b)\n", SPELLED, 1, repairs=repair("spelled_bytes"))
    assert [text.rpartition("x = ")[2] for text in found] == [
        "'%s %s' % (native(a), native(b))\n",
        "'%s %s' % (native(a), b)\n",
        "'%s %s' % (a, native(b))\n",
    ]


def test_octets_are_spelled_one_to_one_where_the_file_handles_them() -> None:
    assert 'decode("latin-1") if' in first("n = ord(c)\nx = '%s' % data\n", SPELLED, 2)


@pytest.mark.parametrize("text", ["x = '%s' % len(a)\n", "x = '%d' % 1\n", "x = y % z\n"])
def test_what_is_no_bytes_is_not_asked(text: str) -> None:
    found = candidates(text, SPELLED, 1, repairs=repair("spelled_bytes"))
    assert not any("native(len" in one or "native(1" in one for one in found)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ok = data == ''\n", "ok = data == b''\n"),
        ("ok = b'x' != text\n", "ok = 'x' != text\n"),
        ("ok = data in ('a', 'b')\n", "ok = data in (b'a', b'b')\n"),
        ("ok = data not in ['a']\n", "ok = data not in [b'a']\n"),
    ],
)
def test_a_literal_takes_the_kind_of_what_it_is_compared_with(before: str, after: str) -> None:
    assert first(before, COMPARED) == after


def test_where_nothing_is_spelled_out_one_side_or_both_are_taken_for_text() -> None:
    found = candidates("ok = a == b\n", COMPARED, 1, repairs=repair("mixed_comparison"))
    assert [text.rpartition("ok = ")[2] for text in found] == [
        "as_text(a) == b\n", "a == as_text(b)\n", "as_text(a) == as_text(b)\n",
    ]  # fmt: skip


def test_a_key_of_the_other_kind_is_taken_for_text() -> None:
    found = candidates("x = table[key]\n", COMPARED, 1, repairs=repair("mixed_comparison"))
    assert [text.rpartition("x = ")[2] for text in found] == [
        "table[as_text(key)]\n",
        "table[as_bytes(key)]\n",
    ]


def test_what_another_is_looked_for_in_is_no_text_itself() -> None:
    found = candidates("ok = a in table\n", COMPARED, 1, repairs=repair("mixed_comparison"))
    assert [text.rpartition("ok = ")[2] for text in found] == ["as_text(a) in table\n"]


def test_what_is_read_and_meets_text_twice_is_text_from_the_start() -> None:
    text = (
        "def f(s):\n    data = s.read()\n    if data == '':\n        return\n    data = data.strip('\\n')\n"
    )
    found = first(text, WANTED, 5)
    assert "    data = native(s.read())\n    if data == '':\n" in found


def test_what_is_read_is_text_only_after_nearer_edits_where_little_says_so() -> None:
    text = "def f(s):\n    data = s.read()\n    return data.strip('\\n')\n"
    assert "data.strip(b'\\n')" in first(text, WANTED, 3)
    assert any("native(s.read())" in one for one in candidates(text, WANTED, 3))


def test_several_values_that_are_read_together_are_text() -> None:
    text = "def f(p):\n    out, err = p.communicate()\n    return out == '' or out.endswith('.')\n"
    assert "out, err = map(native, p.communicate())" in first(text, WANTED, 3)


def test_lines_that_are_gone_through_are_text() -> None:
    text = "def f(lines):\n    for line in lines:\n        if line == '' or line.startswith('#'): pass\n"
    assert "for line in map(native, lines):" in first(
        text, "TypeError: startswith first arg must be bytes", 3
    )


def test_a_writer_of_csv_gets_a_file_that_takes_text() -> None:
    text = (
        "import csv\nclass W:\n    def __init__(self, f):\n        self.writer = csv.writer(f, 'excel')\n"
        "    def row(self, r):\n        self.writer.writerow(r)\n"
    )
    assert "csv.writer(EncodedFile(f), 'excel')" in first(text, WANTED, 6)


def test_a_reader_that_is_gone_through_reads_text() -> None:
    text = "import csv\ndef rows(f):\n    for row in csv.reader(f, 'x'):\n        yield row\n"
    assert "csv.reader(map(native, f), 'x')" in first(
        text, "Error: iterator should return strings, not bytes", 3
    )


def test_constants_of_the_module_say_what_is_read_with_them() -> None:
    text = "END = ';'\ndef f(s):\n    data = s.read()\n    if END in data or data == '':\n        return END + data\n"
    assert "native(s.read())" in first(text, "TypeError: can't concat str to bytes", 5)


def test_what_one_way_of_several_encodes_is_decoded_there_first():
    text = (
        "def f(x, y):\n    if y:\n        x = x.encode('ascii')\n    else:\n        x = g(x)\n"
        "    return x.startswith('00')\n"
    )
    signature = "TypeError: startswith first arg must be bytes or a tuple of bytes, not str"
    found = candidates(text, signature, 6, repairs=repair("bytes_required"))
    assert found[0] == text.replace("encode('ascii')", "encode('ascii').decode(\"utf-8\")")


def test_what_is_spelled_in_two_bytes_a_character_is_octets_first():
    signature = "AttributeError: 'str' object has no attribute 'decode'"
    found = candidates("def f(data):\n    return data.decode('utf_16_be')\n", signature, 2)
    assert found[0] == "def f(data):\n    return data.encode(\"latin-1\").decode('utf_16_be')\n"
    found = candidates("def f(data):\n    return data.decode('utf-8')\n", signature, 2)
    assert found[0] == "def f(data):\n    return data if isinstance(data, str) else data.decode('utf-8')\n"


def test_what_was_encoded_for_a_library_of_python2_stays_text():
    text = (
        "class A:\n    def name(self):\n        return self.n.encode(self.e)\n\n"
        "    def load(self, lib):\n        if not lib.has(self.name()):\n            return None\n"
    )
    found = candidates(text, WANTED, 6, repairs=repair("needless_encoding"))
    assert found == [text.replace(".encode(self.e)", "")]
    either = "def f(a, b):\n    if b:\n        a = a.encode('utf-8')\n    return '<' + a\n"
    found = candidates(
        either,
        'TypeError: can only concatenate str (not "bytes") to str',
        4,
        repairs=repair("needless_encoding"),
    )
    assert found == [either.replace("a = a.encode('utf-8')", "pass")]
    assert (
        candidates("def f(a):\n    return a.decode()\n", WANTED, 2, repairs=repair("needless_encoding")) == []
    )


REQUEST = """class Handler:
    def run(self):
        lines = self.incoming().splitlines()
        (method, uri) = lines[0].split()
        self.answer(method, uri)

    def answer(self, method, uri):
        if '?' in uri:
            return uri.split('?')
        return uri.strip('/')
"""


def test_a_piece_that_meets_text_twice_is_text_where_it_was_cut_from() -> None:
    found = candidates(REQUEST, WANTED, 8, frames=(5,))
    assert "        lines = native(self.incoming()).splitlines()\n" in found[0]
    assert "if '?' in uri:\n            return uri.split('?')" in found[0]


def test_pieces_cut_by_bytes_are_bytes_and_what_meets_bytes_is_not_meant_as_text() -> None:
    cut = REQUEST.replace(".splitlines()", ".split(b'\\n')")
    assert all("native(self.incoming()" not in text for text in candidates(cut, WANTED, 8, frames=(5,)))
    both = REQUEST.replace("uri.strip('/')", "uri.strip(b'/')")
    assert "b'?' in uri" in candidates(both, WANTED, 8, frames=(5,))[0]


def test_an_element_of_a_row_is_followed_to_where_it_stands() -> None:
    text = "def f(s):\n    a, b = s.first(), s.second()\n    return b == '' or b.endswith('.')\n"
    found = candidates(text, WANTED, 3)
    assert "    a, b = s.first(), native(s.second())\n" in found[0]


def test_what_callers_hand_in_is_text_from_the_start_where_it_meets_text_twice() -> None:
    text = "def f(line):\n    if line.startswith('#'):\n        return\n    return line.split(':')\n"
    found = first(text, "TypeError: startswith first arg must be bytes or a tuple of bytes, not str", 2)
    assert "    line = native(line)\n    if line.startswith('#'):\n" in found


def test_what_is_no_string_is_not_taken_for_text() -> None:
    text = "def f(data):\n    for n in range(3):\n        if data[n:] == '' or n == 'x' or n == 'y': pass\n"
    assert all("range" in t and "native, range" not in t for t in candidates(text, WANTED, 3))


def test_a_comparison_that_tests_share_takes_what_it_is_given_for_text() -> None:
    text = (
        "class T:\n    def check(self, wanted):\n        self.assertEqual(self.out.read(), wanted)\n"
        "    def test_a(self):\n        self.check('a')\n"
    )
    found = candidates(text, "AssertionError: b'a' != 'a'", 3, frames=(5,))
    assert "self.assertEqual(as_text(self.out.read()), wanted)" in found[0]


HUNKS = """class Stored:
    def data(self):
        return self.file.read()

class Held:
    def data(self):
        return self.text

def merged(hunks, separator):
    return {}.join([h.data() for h in hunks])
"""
JOINED = "TypeError: sequence item 0: expected str instance, bytes found"


@pytest.mark.parametrize(("separator", "place"), [("separator", 0), ("'\\n'", 2)])
def test_what_methods_of_the_file_read_and_give_back_is_text(separator: str, place: int) -> None:
    found = candidates(HUNKS.format(separator), JOINED, 10)
    assert "        return native(self.file.read())\n" in found[place]


def test_a_file_is_neither_encoded_nor_taken_for_text() -> None:
    text = "import io\ndef f(run, x):\n    out = io.BytesIO()\n    run(out, x)\n    out.write(x)\n"
    for line in (4, 5):
        assert all("native(io" not in t and "out.encode" not in t for t in candidates(text, WANTED, line))


def test_the_lines_of_an_opened_file_are_text_where_they_are_got() -> None:
    text = "def lines(opener, path):\n    f = opener(path)\n    return [x.lower() for x in f if x.startswith('#')]\n"
    signature = "TypeError: startswith first arg must be bytes or a tuple of bytes, not str"
    found = candidates(text, signature, 3, repairs=repair("read_as_text"))
    assert any("for x in map(native, f) if x" in one for one in found)


def test_files_in_memory_that_are_only_gone_through_stay() -> None:
    text = "import io\ndef f(out, x):\n    for line in io.StringIO(x):\n        out.write(line)\n"
    found = candidates(text, "TypeError: string argument expected, got 'bytes'", 4)
    assert found and all("BytesIO" not in one for one in found)


def test_the_name_of_a_codec_stays_text() -> None:
    text = "def f(decode, x):\n    return decode(x.encode('latin-1'))\n"
    assert all("b'latin-1'" not in one for one in candidates(text, WANTED, 2))


def test_what_a_rule_decodes_may_be_nothing() -> None:
    signature = "AttributeError: 'NoneType' object has no attribute 'decode'"
    text = 'def handle(self):\n    return self.rfile.read().decode("latin-1")\n'
    original = "def handle(self):\n    return self.rfile.read()\n"
    (found,) = candidates(text, signature, 2, repairs=repair("codec_method"), original=original)
    assert "return characters(self.rfile.read())" in found or "return native(self.rfile.read())" in found
    assert candidates(text, signature, 2, repairs=repair("codec_method")) == [], "Python 2 failed there, too"


def test_bytes_that_a_message_spells_in_quotes_are_looked_for_in_the_file() -> None:
    text = "def check(magic):\n    if magic == 'n+1':\n        return 1\n    elif magic != 'ni1':\n        return 2\n"
    alone = repair("spelled_literal")
    found = candidates(text, "HeaderError: magic string \"b'n+1'\" is not valid", 0, repairs=alone)
    assert "magic == b'n+1'" in found[0] and "magic != b'ni1'" in found[0]
    assert candidates(text, "HeaderError: magic string b'other' is not valid", 0, repairs=alone) == []
    assert candidates(text, "HeaderError: magic string 'n+1' is not valid", 0, repairs=alone) == []
