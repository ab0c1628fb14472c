"""Functions of codecs that are kept."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

RULE = "kept_decoders"
HEAD = "import codecs\n"


@pytest.mark.parametrize(
    "text",
    [
        "d = codecs.getencoder('utf-8')\nd(x)\n",
        "d = codecs.getdecoder('utf-8')\nd(*x)\nd(b'x')\nd()\n",
        "d = codecs.getdecoder('utf-8')\nd = f\nd(x)\n",
        "getdecoder('utf-8')(x)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text, python2=True)


def test_python_3_means_it():
    check_untouched(RULE, HEAD + "d = codecs.getdecoder('utf-8')\nd(x)\n")


def test_octets_go_in():
    check_rule(
        RULE, HEAD + "codecs.getdecoder(c)('x')\n", HEAD + "codecs.getdecoder(c)(b'x')\n", python2=True
    )
    kept = HEAD + "class S:\n    def __init__(self, c):\n        self.d = codecs.getdecoder(c)\n"
    outcome = run(RULE, kept + "    def read(self, x):\n        return self.d(x)[0]\n" + PROOF)
    assert "        return self.d(as_bytes(x))[0]\n" in outcome.text
