"""Repairs of what a library is handed: text or bytes, lists as indexes, names of modules."""

from __future__ import annotations

import pytest
from repairing import candidates, repair

ADDED = 'TypeError: can only concatenate str (not "bytes") to str'


def last(text: str, signature: str, name: str) -> list[str]:
    """The last line, where it fails, as each candidate of one repair has it."""
    found = candidates(text, signature, text.count("\n"), repairs=repair(name))
    return [one.rstrip("\n").split("\n")[-1] for one in found]


@pytest.mark.parametrize(
    ("line", "signature", "after"),
    [
        ("peer.send_line(str(command))", ADDED, "peer.send_line(as_bytes(str(command)))"),
        ("peer.send_line('quit')", ADDED, "peer.send_line(b'quit')"),
        ("peer.send_line('a ' + str(n))", ADDED, "peer.send_line(as_bytes('a ' + str(n)))"),
        ("peer.send_line(data.encode('ascii'))", ADDED, "peer.send_line(as_text(data.encode('ascii')))"),
        ("peer.send_line(data.encode('ascii'))", "TypeError: can't concat str to bytearray", None),
        ("peer.send_line(data)", "TypeError: can't concat str to bytearray", "peer.send_line(as_bytes(data))"),
        ("peer.find(body)", "TypeError: cannot use a string pattern on a bytes-like object",
         "peer.find(as_text(body))"),
        ("peer.find(body)", "TypeError: cannot use a bytes pattern on a string-like object",
         "peer.find(as_bytes(body))"),
        ("peer.tell(body)", "TypeError: sequence item 0: expected a bytes-like object, str found",
         "peer.tell(as_bytes(body))"),
        ("peer.tell(body)", "AttributeError: 'str' object has no attribute 'decode'", "peer.tell(as_bytes(body))"),
        ("peer.tell(body)", "TypeError: decoding str is not supported", "peer.tell(as_bytes(body))"),
        ("peer.Answer(body=text)", "TypeError: a bytes-like object is required, not 'str'",
         "peer.Answer(body=as_bytes(text))"),
        ("peer.Answer(body, mode='a', encoding='b')", "TypeError: a bytes-like object is required, not 'str'", None),
        ("peer.Answer(body, title=data)", "TypeError: write() argument must be str, not bytes",
         "peer.Answer(body, title=as_text(data))"),
    ],
)  # fmt: skip
def test_what_a_library_takes_apart_is_handed_over_as_the_kind_it_wants(
    line: str, signature: str, after: str | None
) -> None:
    found = last(f"import peer\n{line}\n", signature, "library_arguments")
    assert found[:1] == ([after] if after else [])


def test_bytes_handed_over_beside_text_of_a_library_are_text() -> None:
    found = last("import peer\npeer.tell(b'quit')\n", ADDED, "library_arguments")
    assert found == ["peer.tell('quit')"]


def test_where_nothing_is_known_each_and_all_are_tried() -> None:
    found = last("import peer\npeer.tell(a, b)\n", ADDED, "library_arguments")
    assert found == [
        "peer.tell(as_bytes(a), b)",
        "peer.tell(a, as_bytes(b))",
        "peer.tell(as_text(a), b)",
        "peer.tell(as_bytes(a), as_bytes(b))",
        "peer.tell(a, as_text(b))",
        "peer.tell(as_text(a), as_text(b))",
    ]


@pytest.mark.parametrize(
    ("text", "signature"),
    [
        ("peer.tell(a + b)\n", ADDED),
        ("total += peer.read(a)\n", ADDED),
        ("peer.tell(re.match(a, b))\n", "TypeError: cannot use a string pattern on a bytes-like object"),
        ("peer.tell(b''.join(a))\n", "TypeError: sequence item 0: expected a bytes-like object, str found"),
        ("peer.tell(a.decode('ascii'))\n", "AttributeError: 'str' object has no attribute 'decode'"),
        ("peer.tell(str(a, 'ascii'))\n", "TypeError: decoding str is not supported"),
        ("peer.tell(a)\n", 'TypeError: can only concatenate str (not "int") to str'),
        ("peer.tell(a, b, c, d, e)\n", ADDED),
        ("peer.tell(3)\n", ADDED),
        ("tell(a)\ndef tell(a):\n    return a\n", ADDED),
    ],
)
def test_what_the_line_does_itself_is_no_business_of_a_library(text: str, signature: str) -> None:
    assert candidates(text, signature, 1, repairs=repair("library_arguments")) == []


INITIAL = "TypeError: initial_value must be str or None, not bytes"


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("p = peer.Producer(io.StringIO(body))", "p = peer.Producer(io.BytesIO(as_bytes(body)))"),
        ("p = peer.Producer(file=io.StringIO(body))", "p = peer.Producer(file=io.BytesIO(as_bytes(body)))"),
        ("p = peer.Producer(io.StringIO(b'a'))", "p = peer.Producer(io.BytesIO(b'a'))"),
        ("p = list(io.StringIO(body))", "p = list(io.BytesIO(body))"),
        ("p = io.StringIO(body)", "p = io.BytesIO(body)"),
    ],
)
def test_a_file_in_memory_that_a_library_reads_is_made_of_octets(line: str, after: str) -> None:
    assert last(f"import io\nimport peer\n{line}\n", INITIAL, "in_memory_file")[0] == after


def test_what_a_file_hands_to_its_own_class_is_left_to_that() -> None:
    text = "import io\nclass Producer:\n    pass\np = Producer(io.StringIO(body))\n"
    assert last(text, INITIAL, "in_memory_file")[0] == "p = Producer(io.BytesIO(body))"


INDEX = (
    "IndexError: only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays "
    "are valid indices"
)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("y = x[at]\n", "y = x[array_index(at)]"),
        ("x[self.at] = 0\n", "x[array_index(self.at)] = 0"),
        ("a[i] = b[j]\n", "a[array_index(i)] = b[array_index(j)]"),
        ("y = x[[s] + rest][at]\n", "y = x[[s] + rest][array_index(at)]"),
        ("y = x[n / 2]\n", None),
        ("n = m / 2\ny = x[n]\n", None),
        ("y = x['a']\n", None),
        ("y = x[1:n]\n", None),
        ("y = x[i, j]\n", None),
    ],
)
def test_an_index_may_be_a_list_of_slices(text: str, after: str | None) -> None:
    assert last(text, INDEX, "index_list")[:1] == ([after] if after else [])


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("y = x[n / 2]\n", "y = x[n // 2]\n"),
        ("n = m / 2\ny = x[n]\n", "n = m // 2\ny = x[n]\n"),
        ("n = m / 2\ny = x[n][at]\n", "n = m / 2\ny = x[n][array_index(at)]\n"),
        ("y = x[at]\n", "y = x[array_index(at)]\n"),
    ],
)
def test_an_index_of_an_array_may_be_a_number_that_was_divided(text: str, after: str) -> None:
    assert candidates(text, INDEX, text.count("\n"))[0].endswith(after)


def test_the_function_asks_the_same_index_everywhere() -> None:
    text = (
        "def f(x, y, at):\n    z = x[at]\n    y[at] = z\n    return y[0]\ndef g(x, at):\n    return x[at]\n"
    )
    found = candidates(text, INDEX, 2, repairs=repair("index_list"))
    assert (
        "z = x[array_index(at)]\n    y[array_index(at)] = z\n" in found[0]
        and "    return x[at]\n" in found[0]
    )
    assert "z = x[array_index(at)]\n    y[at] = z\n" in found[1] and len(found) == 2


CONCAT = "TypeError: can't concat str to bytearray"
BEFORE = 'TypeError: can only concatenate str (not "bytearray") to str'
ASSIGNED = "TypeError: can assign only bytes, buffers, or iterables of ints in range(0, 256)"


@pytest.mark.parametrize(
    ("line", "signature", "after"),
    [
        ("buf += pack(n).decode('latin-1')", CONCAT, "buf += pack(n)"),
        ("buf += pack(n).decode('utf-16')", CONCAT, None),
        ("self.buf += self.data", CONCAT, "self.buf += as_bytes(self.data)"),
        ("buf += '\\xff' * n", CONCAT, "buf += as_bytes('\\xff' * n, \"latin-1\")"),
        ("buf += 'abc'", CONCAT, "buf += b'abc'"),
        ("x = buf + tail", CONCAT, "x = buf + as_bytes(tail)"),
        ("buf += b'abc'", CONCAT, None),
        ("buf -= tail", CONCAT, None),
        ("self.data = data + self.data", BEFORE, "self.data = as_bytes(data) + self.data"),
        ("f = ph + h + payload", BEFORE, "f = as_bytes(ph) + as_bytes(h) + payload"),
        ("buf += pack(n).decode('latin-1') + tail", CONCAT, 'buf += pack(n) + as_bytes(tail, "latin-1")'),
        ("buf += 'a' + str(n)", CONCAT, "buf += as_bytes('a' + str(n))"),
        ("x = buf + a + b", CONCAT, "x = buf + as_bytes(a) + as_bytes(b)"),
        ("x = buf + (a + b)", CONCAT, "x = buf + (a + as_bytes(b))"),
        ("head[a:b] = self.option", ASSIGNED, "head[a:b] = as_bytes(self.option)"),
        ("head[a] = self.option", ASSIGNED, None),
        ("head[a:b] = [1, 2]", ASSIGNED, None),
    ],
)
def test_what_meets_a_bytearray_is_octets(line: str, signature: str, after: str | None) -> None:
    assert last(f"x = 1\n{line}\n", signature, "octets_of_bytearray")[:1] == ([after] if after else [])


@pytest.mark.parametrize(
    ("text", "told", "after"),
    [
        ("load('cPickle')\n", "Failed to import ['cPickle']", "load('pickle')"),
        ("load(names=['os', 'cStringIO'])\n", "could not load cStringIO", "load(names=['os', 'io'])"),
        ("load('ConfigParser.RawConfigParser')\n", "no 'ConfigParser.RawConfigParser'",
         "load('configparser.RawConfigParser')"),
        ("load('thread')\n", "could not import thread", None),
        ("title = 'Queue'\nload('Queue')\n", "no module 'Queue'", "load('queue')"),
        ("title = 'Queue'\nload(x)\n", "no module 'Queue'", None),
        ("load('cPickle', 'pickle')\n", "Failed to import ['cPickle']", None),
        ("load(['cPickle', 'pickle'])\n", "Failed to import ['cPickle']", None),
        ("ok = name == 'cPickle'\n", "Failed to import ['cPickle']", None),
        ("x = {'cPickle': 1}\n", "Failed to import ['cPickle']", None),
        ("load('urllib2')\n", "Failed to import ['urllib2']", None),
        ("load('yaml')\n", "Failed to import ['yaml']", None),
        ("'''cPickle is faster.'''\n", "Failed to import ['cPickle']", None),
    ],
)  # fmt: skip
def test_a_text_that_names_a_module_has_its_name_of_today(text: str, told: str, after: str | None) -> None:
    assert last(text, f"ImportError: {told}", "named_module")[:1] == ([after] if after else [])


def test_a_table_of_modules_is_found_where_the_line_has_no_name() -> None:
    text = "NAMES = ['os', 'cPickle']\ndef load():\n    for name in NAMES:\n        __import__(name)\n"
    found = candidates(
        text, "ModuleNotFoundError: No module named 'cPickle'", 4, repairs=repair("named_module")
    )
    assert [one.split("\n")[0] for one in found] == ["NAMES = ['os', 'pickle']"]


def test_a_module_of_the_program_keeps_its_name() -> None:
    found = candidates(
        "load('Queue')\n",
        "ImportError: Failed to import ['Queue']",
        1,
        key="p/m.py",
        files={"p/__init__.py": "", "p/Queue.py": ""},
        repairs=repair("named_module"),
    )
    assert found == []


def test_other_texts_of_the_same_letters_stay() -> None:
    text = "title = 'Queue'\nload('Queue')\n"
    assert candidates(text, "ImportError: no module 'Queue'", 2, repairs=repair("named_module")) == [
        "title = 'Queue'\nload('queue')\n"
    ]
