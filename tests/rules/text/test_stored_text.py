"""Text that is kept as native strings, by one codec."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "stored_text"
GET = (
    "def get(self):\n    if isinstance(self.text, unicode) or CODEC is None:\n        return self.text\n"
    "    else:\n        return self.text.decode(CODEC)\n"
)


def test_what_is_stored_stays_text():
    put = "CODEC = 'utf-8'\ndef put(self, text):\n    setattr(self, 'text', text.encode(CODEC){})\n"
    after = put.format(".decode(CODEC)") + GET
    check_rule(RULE, put.format("") + GET, after)


@pytest.mark.parametrize(
    "text",
    [
        "def put(self, text, CODEC):\n    self.text = text.encode(CODEC)\n" + GET,
        "CODEC = 'utf-8'\nself.text = text.encode(CODEC)\n" + GET + "x = y.decode(CODEC)\n",
        "CODEC = 'utf-8'\nself.text = text.encode(CODEC)\n" + GET.replace("self.text, u", "self.name, u"),
        "CODEC = 'utf-8'\nself.text = text.encode(CODEC).upper()\n" + GET,
        "CODEC = 'utf-8'\nimport zlib\nzlib.crc32(text.encode(CODEC))\n" + GET,
        "CODEC = OTHER\nself.text = text.encode(CODEC)\n" + GET,
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)
