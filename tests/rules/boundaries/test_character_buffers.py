"""Arrays and buffers of characters."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "character_buffers"


@pytest.mark.parametrize(
    "text",
    [
        "import array\nx = array.array('B', y).tostring()\n",
        "import array\na = array.array('c', y)\nf.write(a.tostring())\n",
        "x = a.tostring()\n",
        "import ctypes\nb = ctypes.create_string_buffer(9)\nx = b.value\n",
        "import ctypes\nx = ctypes.c_int(9).value\n",
        "import ctypes\nb = ctypes.create_string_buffer(9)\nx = b.value.decode('ascii')\n",
        "import ctypes\nb = ctypes.create_string_buffer(9)\nb.value = x\n",
    ],
)
def test_leaves_numbers_and_what_is_wanted_as_bytes(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import array\na = array.array('c', y)\nx = a.tostring()\n", 'a.tostring().decode("latin-1")'),
        ("import ctypes\nb = ctypes.create_string_buffer(9)\nx = b.raw[:2]\n", 'b.raw.decode("latin-1")[:2]'),
    ],
)
def test_decodes_what_native_code_goes_on_with(before, after):
    line = before.splitlines()[-1]
    check_rule(RULE, before, before.replace(line, f"x = {after}"), python2=True)


def test_the_whole_engine_keeps_what_python_2_printed():
    outcome = migrate("import ctypes\nx = ctypes.c_char_p('abc').value\n")
    assert outcome.text == "import ctypes\nx = ctypes.c_char_p(b'abc').value.decode(\"latin-1\")\n"
    assert migrate(outcome.text).text == outcome.text


def test_items_of_a_buffer():
    text = "import ctypes\nb = ctypes.create_string_buffer(9)\nb[1] = 'X'\nb[2:4] = 'ab'\nb.value = 'abc'\n"
    text += "print b[1], b[:2] == 'x', ord(b[0])\n"
    spaces = {}
    done = migrate(text).text
    assert "b[1] = b'X'\nb[2:4] = b'ab'\nb.value = b'abc'" in done
    assert "b[1].decode(" in done and "ord(b[0])" in done
    exec(done, spaces)


def test_one_character():
    text = "import ctypes\nx = ctypes.c_char('a').value\n"
    assert "x = ctypes.c_char(b'a').value.decode(\"latin-1\")" in migrate(text + "print x\n").text


def test_a_slice_of_an_array():
    text = "import array\na = array.array('c', 'hello')\nx = a[1:3].tostring(), a[3:].tostring()\nprint 1\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == ("el", "lo")


@pytest.mark.parametrize(
    "text",
    [
        "A = c_char * 3\na = A('x')\n",
        "import ctypes\nA = ctypes.c_wchar * 3\na = A('x')\nx = a.value\n",
        "import ctypes\nA = ctypes.c_char * 3\nA = other\na = A('x')\nx = a[0]\n",
        "import ctypes\na = (ctypes.c_char * 3)(b'x')\na[0] = b'y'\nx = ord(a[0])\n",
    ],
)
def test_refuses_what_may_be_no_array_of_characters(text):
    check_untouched(RULE, text, python2=True)


def test_an_array_of_characters():
    text = "import ctypes\nA = ctypes.c_char * 3\na = A('x', 'y', 'z')\na[1] = 'Q'\nb = a\n"
    text += "x = a.value, a[0], a[:], A(*'abc').raw, (ctypes.c_char * 2)('x', 'y').value + '!'\n"
    text += "for c in a: last = c\nprint 1\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == ("xQz", "x", "xQz", "abc", "xy!")
    assert spaces["last"] == "z"
    assert migrate(migrate(text).text).text == migrate(text).text


def test_arrays_of_numbers_take_octets_as_they_are():
    text = (
        "import array, ctypes\ns = ctypes.create_string_buffer('abc')\na = array.array('B', s.value)\n"
        + PROOF
    )
    assert ".decode(" not in run(RULE, text).text
