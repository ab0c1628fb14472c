"""Encoders of octets that are kept, or given to others."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.rules.codecs.text_encoders import HELPER

RULE = "text_encoders"


@pytest.mark.parametrize(
    "text",
    [
        "import base64\nx = base64.b64encode(y)\n",
        "import base64\nx = [base64.b64decode]\n",
        "def hexlify(x): return x\nx = [hexlify]\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_rewrites():
    before = "import base64\nclass C(object):\n    coder = staticmethod(base64.b64encode)\n"
    after = before.replace("base64.b64encode", "of_text(base64.b64encode)")
    check_rule(
        RULE, before, after.replace("import base64\n", "import base64\n\n" + HELPER + "\n\n"), python2=True
    )


def test_they_take_text_wherever_they_are_kept():
    text = (
        "import base64, binascii\nencode = base64.b64encode\nassert encode('x') + 'y' == 'eA==y'\n"
        "class C(object):\n    enc = staticmethod(base64.urlsafe_b64encode)\n"
        "    def __init__(self): self.hex = binascii.hexlify\n"
        "    def dump(self, s): return self.enc(s).rstrip('=')\n"
        "def f(s, coder=base64.b64encode): return coder(s) + '!'\n"
        "T = {'hex': binascii.hexlify}\nx = [C().dump('ab'), C().hex('a'), f('a'), T['hex']('b')]\n"
        "x += map(base64.b16encode, ['a'])\nprint u'caf\\xe9', x\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == ["YWI", "61", "YQ==!", "62", "61"]


def test_what_another_module_is_given_stays_what_the_library_has():
    head = "import base64\nimport driver\n"
    check_untouched("text_encoders", head + "driver.encode = base64.b64encode\n", python2=True)
    own = "class C(object):\n    def __init__(self):\n        self.encode = base64.b64encode\n"
    assert "self.encode = of_text(base64.b64encode)" in migrate(head + own + "n = 1L\n").text
