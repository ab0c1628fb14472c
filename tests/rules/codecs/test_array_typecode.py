"""array.array('c')."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "array_typecode"


@pytest.mark.parametrize(
    "text",
    [
        "import array\narray.array('i', [1])\n",
        "import array\narray.array(c, 'x')\n",
        "import array\narray.array('B', b'x')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from array import array\narray('c')\n", "from array import array\narray('B')\n"),
        ("import array\narray.array(\"B\", 'x')\n", "import array\narray.array(\"B\", b'x')\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_an_array_whose_items_are_used_holds_characters():
    from migration.rules.codecs.array_typecode import CHARACTERS

    for use in (
        "a[0] = 'y'\n",
        "for c in a: f(c)\n",
        "a.append('z')\n",
        "x = ''.join(a)\n",
        "x = 'y' in a\n",
    ):
        before = f"import array\na = array.array('c', 'x')\n{use}"
        after = f"import array\n\n{CHARACTERS}\n\na = Characters('x')\n{use}"
        check_rule(RULE, before, after)


def test_an_array_that_is_made_beside_something_else():
    from migration.rules.codecs.array_typecode import CHARACTERS

    before = "import array\nn, a = 0, array.array('c')\na.append('z')\n"
    after = f"import array\n\n{CHARACTERS}\n\nn, a = 0, Characters()\na.append('z')\n"
    check_rule(RULE, before, after)
    check_rule(
        RULE,
        before.replace("a.append('z')", "n.append(0)"),
        "import array\nn, a = 0, array.array('B')\nn.append(0)\n",
    )


def test_it_does_what_it_did():
    from migration.rules.codecs.array_typecode import CHARACTERS

    place: dict[str, object] = {}
    exec(
        "import array\n"
        + CHARACTERS
        + "a = Characters('hello')\na.append('!')\na.extend(' you\\xff')\na[0] = 'J'\n"
        "seen = [a[0], a[-1], ''.join(a), a.index('e'), 'l' in a, a.count('l'), a.pop(), a.tobytes(), len(a)]\n"
        "seen += [a[1:3].tobytes(), a.tolist()[:2]]\n",
        place,
    )
    assert place["seen"] == [
        "J", "\xff", "Jello! you\xff", 1, True, 2, "\xff", b"Jello! you", 10, b"el", ["J", "e"],
    ]  # fmt: skip


@pytest.mark.parametrize(("given", "text"), [("f(x)", True), ("x", True), ("[chr(n) for n in x]", False)])
def test_characters_from_somewhere(given, text):
    before = f"import array\na = array.array('c', {given})\n"
    after = before.replace("'c', ", "'B', ").replace(
        given, f'as_bytes({given}, "latin-1")' if text else given
    )
    assert run(RULE, before).text.endswith(after.split("\n", 1)[1])


def test_what_is_known_to_be_text_is_encoded_once():
    for argument in ("text", "text * 2", "text + 'b'"):
        source = f"from array import array\ntext = 'abc'\nx = array('c', {argument})\nn = 1L\n"
        names = {}
        exec(migrate(source).text, names)
        assert names["x"].tobytes().startswith(b"abc")
