"""base64.b64encode(text)."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "base64_text"


@pytest.mark.parametrize(
    "text",
    [
        "import base64\nbase64.b64encode(b'x')\n",
        "import base64\nbase64.b64encode(x)\n",
        "import base64\nbase64.b64encode('x'.encode('utf-8')).decode('ascii')\n",
        "b64encode('x')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from binascii import hexlify\nhexlify('ab')\n",
            "from binascii import hexlify\nhexlify(b'ab').decode(\"ascii\")\n",
        ),
        (
            "import quopri\nquopri.encodestring('a=b')\n",
            "import quopri\nquopri.encodestring(b'a=b').decode(\"ascii\")\n",
        ),
        (
            "import base64\nx = str(1)\nbase64.b64encode(x).strip()\n",
            'import base64\nx = str(1)\nbase64.b64encode(x.encode("utf-8")).decode("ascii").strip()\n',
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_what_is_split_at_text_is_decoded():
    outcome = run("base64_text", "import base64\na = base64.b64decode(b).split(':', 1)\n")
    assert "a = as_text(base64.b64decode(b)).split(':', 1)" in outcome.text


@pytest.mark.parametrize(
    "call", ["b64decode(b)", "b64decode(b).split(b':')", "b64decode(b).split()", "b64decode(b).split('\\0')"]
)
def test_leaves_octets(call):
    check_untouched("base64_text", f"import base64\na = base64.{call}\n")


def test_the_letters_that_stand_for_others_are_bytes():
    head = "from base64 import b64encode, b64decode\n"
    outcome = run(
        RULE, head + "a = b64encode(x, './')\nb = b64decode(x, altchars='./')\nc = b64decode(x, y)\n" + PROOF
    )
    assert "b64encode(as_bytes(x), b'./').decode(" in outcome.text
    assert "b64decode(x, altchars=b'./')" in outcome.text and "b64decode(x, y)" in outcome.text
    check_untouched(RULE, head + "b64decode(x, b'./')\n", python2=True)


def test_what_is_split_at_text_becomes_keywords():
    text = (
        "import base64\ndef load(text):\n"
        "    return dict(**dict(p.split('=') for p in base64.urlsafe_b64decode(text).split('&')))\n"
        "x = load('bGV2ZWw9NQ==')\nprint x\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == {"level": "5"}


@pytest.mark.parametrize(
    "decoding", ["base64.decodestring(word)", "base64.b64decode(word)", "word.decode('base64')"]
)
@pytest.mark.parametrize(
    "use",
    [
        "user, password = word.split(':', 1)\n    return user == 'bob' and password == 'secret'",
        "if not word or ':' not in word: return False\n    return word == 'bob:secret'",
    ],
)
def test_what_is_cut_at_text_under_its_name_is_text(decoding, use):
    text = "import base64\ndef f(header):\n    kind, word = header.split(' ')\n"
    text += f"    word = {decoding}\n    {use}\nn = 1L\n"
    made = _in_text_mode(text)
    scope: dict[str, object] = {"__name__": "m"}
    exec(made, scope)
    assert scope["f"]("Basic Ym9iOnNlY3JldA==") is True


def test_what_is_unpacked_besides_stays_octets():
    text = "import base64, struct\ndef f(x):\n    word = base64.b64decode(x)\n    a = word.split(':')\n"
    assert "as_text" not in _in_text_mode(text + "    return a, struct.unpack('<I', word)\nn = 1L\n")


def _in_text_mode(text: str) -> str:
    return migrate(text, "a.py", RepositoryIndex(["a.py"], lambda key: text).taken_for(octets=False)).text


PARTS = (
    "from base64 import b64decode\ndef f(given):\n    user, word = b64decode(given).split(':', 1)\n"
    "    user = user.decode('utf-8')\n    return user, unicode(word, 'utf-8')\n"
    "print f('Y293OnDDqQ==')[1] == u'p\\xe9'\n"
)


def test_parts_that_are_decoded_stay_octets_until_then(capsys):
    made = migrate(PARTS).text
    assert "b64decode(given).split(b':', 1)" in made and migrate(made).text == made
    exec(made, {"__name__": "m"})
    assert capsys.readouterr().out == "True\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("user = user.decode('utf-8')", "user = user.lower()"),
        ("unicode(word, 'utf-8')", "word"),
        ("user, word", "pair"),
    ],
)
def test_parts_that_are_used_otherwise_are_text(old, new):
    assert ").split(':', 1)" in migrate(PARTS.replace(old, new)).text
