"""What ciphers give, in programs whose native strings are text."""

import pytest
from rules.checking import PROOF, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

RULE = "decrypted_text"
HEAD = "from Crypto.Cipher import DES3\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "x = DES3.new(k).decrypt(s).rstrip('\\0')\ny = DES3.new(k).decrypt(s).rstrip(pad)\n",
        HEAD + "x = DES3.new(k).encrypt(s).rstrip(' ')\ny = DES3.new(k).decrypt(s)[:3]\n",
        HEAD + "x = DES3.new(k).decrypt(s).rstrip(b' ')\ny = DES3.new(k).decrypt(s).rstrip(u' ')\n",
        "from own import DES3\nx = DES3.new(k).decrypt(s).rstrip(' ')\n",
        HEAD + "x = other.decrypt(s).rstrip(' ')\n",
    ],
)
def test_leaves(text):
    check_untouched(RULE, text, python2=True)


def test_not_where_octets_stay_text():
    text = HEAD + "x = DES3.new(k).decrypt(s).rstrip(' ')\n" + PROOF
    assert "as_text" not in run(RULE, text, key="p/a.py", index=octet_repository(text)).text


def test_a_cipher_is_given_octets_and_its_message_is_text():
    text = HEAD + (
        "from base64 import encodestring, decodestring\nclass A(object):\n    def f(self, s):\n"
        "        c = DES3.new(self.key, DES3.MODE_ECB)\n        return encodestring(c.encrypt(s + ' '))\n"
        "    def g(self, s):\n        c = DES3.new(self.key, DES3.MODE_ECB)\n"
        "        return c.decrypt(decodestring(s)).rstrip(' ')\n"
    )
    after = migrate(text + PROOF).text
    assert 'c = DES3.new(as_bytes(self.key, "latin-1"), DES3.MODE_ECB)' in after
    assert 'return encodebytes(c.encrypt((s + \' \').encode("utf-8"))).decode("ascii")' in after
    assert "return as_text(c.decrypt(decodebytes(as_bytes(s)))).rstrip(' ')" in after
    assert migrate(after).text == after
