"""Characters beyond ASCII where octets are text."""

import pytest
from rules.checking import check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "octet_spelling"
HEAD = (
    "import struct\nprint 1\nx = [ord(c) for c in struct.pack('B', 200)] + [struct.unpack('B', chr(200))]\n"
    * 3
)


def spelled(text, head=HEAD):
    index = RepositoryIndex(["a.py"], {"a.py": head + text}.get)
    assert index.octets
    return run(RULE, head + text, key="a.py", index=index).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = 'é' + \"€\"\n", "y = '\\xc3\\xa9' + \"\\xe2\\x82\\xac\"\n"),
        ("y = 'é', r'é'\n", "y = '\\xc3\\xa9', r'é'\n"),
        (
            'def f():\n    """é"""\n    return """é"""\n',
            'def f():\n    """é"""\n    return """\\xc3\\xa9"""\n',
        ),
        ("y = 1  # 'é'\n", "y = 1  # 'é'\n"),
    ],
)
def test_a_native_literal_is_octets(before, after):
    assert spelled(before).endswith(after)


@pytest.mark.parametrize(
    ("cookie", "octets"), [("latin-1", "\\xe9"), ("utf-8", "\\xc3\\xa9"), ("nonsense", "\\xc3\\xa9")]
)
def test_in_the_codec_that_the_file_declares(cookie, octets):
    assert spelled("y = 'é'\n", f"# -*- coding: {cookie} -*-\n" + HEAD).endswith(f"y = '{octets}'\n")


def test_text_stays_as_it_is_spelled():
    check_untouched(RULE, "y = 'é'\n")
    assert "'é'" in spelled("y = u'é'\n")
    modern = "from __future__ import unicode_literals\n"
    assert "'é'" in spelled("y = 'é'\n", modern + HEAD)


def test_the_same_octets_are_printed():
    text = HEAD + "print 'é', len('é')\n"
    after = migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text
    assert "octets_for_terminal()" in after
    assert "print('\\xc3\\xa9', len('\\xc3\\xa9'))" in after
