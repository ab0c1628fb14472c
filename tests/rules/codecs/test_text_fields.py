"""Padded fields of what is unpacked."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rewriting.as_text import HELPER

RULE = "text_fields"
HEAD = "import struct\nname, n = struct.unpack('8sI', data)\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "x = name.rstrip(b'\\0')\n",
        HEAD + "x = name.rstrip()\n",
        HEAD + "x = name.rstrip('a')\n",
        HEAD + "x = n.rstrip('\\0')\n",
        HEAD + "x = name.split('\\0')\n",
        HEAD + "x = other.rstrip('\\0')\n",
        "x = f(data)[0].rstrip('\\0')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + "x = name.rstrip('\\0')\n")


@pytest.mark.parametrize("text", ["x = {}name.rstrip({}'\\0'){}\n", "name = {}name.strip({}'\\0 '){}\n"])
def test_decodes(text):
    after = (
        "import struct\n\n" + HELPER + "\n\n" + HEAD.partition("\n")[2] + text.format("as_text(", "b", ")")
    )
    check_rule(RULE, HEAD + text.format("", "", ""), after, python2=True)


def test_what_is_looked_up_by_it_is_found():
    text = (
        "import struct\nfields = []\nfor data in (struct.pack('4sB', 'ab', 1), struct.pack('4sB', 'c', 2)):\n"
        "    name, n = struct.unpack('4sB', data)\n    fields.append((name.rstrip('\\0'), n))\nn = 1L\n"
    )
    names = {}
    exec(migrate(text).text, names)
    assert dict(names["fields"]) == {"ab": 1, "c": 2}


def test_octets_that_are_text_throughout_are_padded_with_text():
    head = "import struct\nname, n = struct.unpack('8sI', data)\n"
    files = {"p/__init__.py": "", "p/b.py": "x = struct.pack('B', ord('a'))\n" * 20, "p/c.py": "x = chr(1)\n"}
    text = head + "name = name.rstrip('\\0') == ''\n"
    index = RepositoryIndex({**files, "p/a.py": text}, {**files, "p/a.py": text}.get)
    assert index.octets
    check_untouched(RULE, text, python2=True, key="p/a.py", index=index)
    assert "name.rstrip('\\0') == ''" in migrate(text, "p/a.py", index).text
