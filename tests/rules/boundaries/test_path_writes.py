"""What paths write whole."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

RULE = "path_writes"


@pytest.mark.parametrize(
    "text",
    [
        "p.write(x)\n",
        "p.write(x, mode='w')\n",
        "p.write(x, mode=m)\n",
        "p.write(x, mode='wb', ensure=True)\n",
        "p.write(*x, mode='wb')\n",
        "p.write(b'x', mode='wb')\n",
        "p.write(x.encode('utf-8'), mode='wb')\n",
        "write(x, mode='wb')\n",
        "class P(object):\n    def write(self, x, mode): pass\nP().write(x, mode='wb')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_what_is_octets_by_now_stays():
    made = run(RULE, "p.write(x, mode='wb')\np.write('\\n'.join(y), mode='wb')\nn = 1L\n").text
    assert run(RULE, made + "m = 1L\n").text == made + "m = 1\n"


def test_a_literal_is_octets():
    check_rule(RULE, "p.write('a\\xff', mode='wb')\n", "p.write(b'a\\xff', mode='wb')\n", python2=True)
    check_untouched(RULE, "p.write(x, mode='wb')\n")


class Path:
    def write(self, data, mode="w"):
        if not isinstance(data, bytes):
            raise ValueError("can only process bytes")
        self.data = data


@pytest.mark.parametrize(
    "one", ["x", "'\\n'.join([x, u'\\xe9'.encode('utf-8')])", "u'\\xe9'.encode('utf-8') + x"]
)
def test_octets_are_written(one):
    path = Path()
    exec(migrate(f"p.write({one}, mode='wb')\nn = 1L\n").text, {"p": path, "x": "a"})
    assert path.data in (b"a", b"a\n\xc3\xa9", b"\xc3\xa9a")


def test_a_program_of_octets_writes_the_numbers_of_its_characters():
    text = "p.write(x, mode='wb')\n"
    assert (
        'as_bytes(x, "latin-1")'
        in run(RULE, text + "n = 1L\n", key="p/a.py", index=octet_repository(text)).text
    )
