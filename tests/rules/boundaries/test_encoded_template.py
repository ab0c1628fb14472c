"""Templates that are encoded before values are put in."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository

from migration.engine.pipeline import migrate

RULE = "encoded_template"


@pytest.mark.parametrize(
    "text",
    [
        "x = 'a %s' % b\n",
        "x = a.encode('utf-8') % b\n",
        "x = 'a'.encode('utf-8') + b\n",
        "x = 'a %s'.encode() % len(b)\n",
        "x = 'a %s'.encode('utf-8') % b\n",
        "x = 'a %s'.encode('utf-8') % b.encode('utf-8')\n",
        "x = 'a %s %d'.encode('utf-8') % (b, 1)\n",
        "x = ('a %d'  # c\n    ).encode('utf-8') % len(b)\n",
        "x = 'a %s'.encode('utf-8') % struct.pack('B', 1)\nimport struct\n",
        "x = 'a %(b)s'.encode('utf-8') % {'b': c}\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_python_3_formats_bytes_too():
    check_untouched(RULE, "x = 'a %d'.encode('utf-8') % len(b)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = u'a %d'.encode('utf-8') % len(b)\n", "x = (u'a %d' % len(b)).encode('utf-8')\n"),
        ("x = f('a %s %s'.encode(c) % (1, len(d)))\n", "x = f(('a %s %s' % (1, len(d))).encode(c))\n"),
        ("x = ('a %s').encode('utf-8') % u'b'\n", "x = ('a %s' % u'b').encode('utf-8')\n"),
        ("x = 'a %s'.encode('utf-8') % (2 + 1)\n", "x = ('a %s' % (2 + 1)).encode('utf-8')\n"),
    ],
)
def test_values_are_put_in_first(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "print u'%s'.encode('ascii') % 'plain'\n",
            "print(('%s' % 'plain').encode('ascii').decode('ascii'))\n",
        ),
        ("print 1, u'%s'.encode('utf-8') % len(x)\n", "print(1, '%s' % len(x))\n"),
        (
            "s.sendall(u'%s'.encode('utf-8') % len(x))\nprint\n",
            "s.sendall(('%s' % len(x)).encode('utf-8'))\nprint()\n",
        ),
    ],
)
def test_the_whole_is_printed_as_text(before, after):
    code = migrate(before).text
    assert code == after and migrate(code).text == code


def test_octets_that_are_held_as_text_are_decoded_by_others(capsys):
    text = "x = 'ab'\nprint u'\\xe9%s'.encode('utf-8') % len(x), u'\\xe9%s'.encode('utf-8') % 'q' == '\\xc3\\xa9q'\n"
    check_untouched(
        RULE, text.replace("print", "x ="), python2=True, key="p/a.py", index=octet_repository(text)
    )
    exec(migrate(text, "p/a.py", octet_repository(text)).text.replace("octets_for_terminal()\n", ""), {})
    assert capsys.readouterr().out == "\xc3\xa92 True\n"
