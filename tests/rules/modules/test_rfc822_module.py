"""rfc822 → email.utils."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "rfc822_module"


@pytest.mark.parametrize(
    "text",
    [
        "from . import rfc822\nrfc822.parsedate(a)\n",
        "rfc822 = 1\nrfc822.parsedate\n",
        "import email.utils\nemail.utils.formatdate(t)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import rfc822\nrfc822.parseaddr(a)\n", "import email.utils\nemail.utils.parseaddr(a)\n"),
        (
            "import rfc822\nrfc822.formatdate(t)\n",
            "import email.utils\nemail.utils.formatdate(t, usegmt=True)\n",
        ),
        (
            "from rfc822 import formatdate\nformatdate()\n",
            "from email.utils import formatdate\nformatdate(usegmt=True)\n",
        ),
        ("from rfc822 import parsedate_tz, mktime_tz\n", "from email.utils import parsedate_tz, mktime_tz\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_its_messages_come_as_a_stand_in():
    check_untouched(RULE, "import rfc822\nrfc822.Message(f)\n")


def test_addresses_are_spelled_as_before(capsys):
    text = (
        "from rfc822 import AddressList, dump_address_pair\nimport rfc822\nal = AddressList('a@b.c, \"D\" <d@e.f>')\n"
        "print str(al), '%s' % al, len(al), map(dump_address_pair, al.addresslist)\n"
        "class M(rfc822.AddressList): pass\nprint M('x@y'), rfc822.dump_address_pair(('N', 'n@o'))\n"
    )
    made = migrate(text)
    assert migrate(made.text).text == made.text
    exec(made.text, {"__name__": "m"})
    assert capsys.readouterr().out == (
        'a@b.c, "D" <d@e.f> a@b.c, "D" <d@e.f> 2 [\'a@b.c\', \'"D" <d@e.f>\']\nx@y "N" <n@o>\n'
    )


def test_sums_are_spelled_as_before_too(capsys):
    text = (
        "from rfc822 import AddressList\na, b = AddressList('A <a@b>, c@d'), AddressList('C <c@d>, x@y, c@d')\n"
        "s, t = a + b, a - b\nprint s, '|', t, isinstance(s, AddressList), len(s), s + t\na += b\nprint a\n"
    )
    made = migrate(text)
    assert migrate(made.text).text == made.text
    exec(made.text, {"__name__": "m"})
    both = '"A" <a@b>, c@d, "C" <c@d>, x@y'
    assert capsys.readouterr().out == f'{both} | "A" <a@b> True 4 {both}\n{both}\n'


@pytest.mark.parametrize(
    "other", ["email = 'me'\n", "from os.path import *\n", "def f():\n    global email\n    email = 1\nf()\n"]
)
def test_the_name_of_the_package_may_be_another_s(other, capsys):
    text = f"from rfc822 import AddressList\n{other}print AddressList('x@y')\n"
    made = migrate(text)
    assert migrate(made.text).text == made.text
    assert "import email._parseaddr as " in made.text
    exec(made.text, {"__name__": "m"})
    assert capsys.readouterr().out == "x@y\n"


def test_seconds_are_a_float_as_time_gave_them():
    check_rule(
        "rfc822_module",
        "import rfc822\na = rfc822.mktime_tz(t)\n",
        "import email.utils\na = float(email.utils.mktime_tz(t))\n",
    )
    check_untouched("rfc822_module", "import email.utils\na = email.utils.mktime_tz(t)\n", python2=True)


def test_others_who_take_the_function_from_here_are_given_one_that_says_gmt():
    texts = {
        "p/__init__.py": "",
        "p/dates.py": "import re\nfrom rfc822 import formatdate as http_time\nprint re\n",
        "p/a.py": "from p import dates\nprint dates.http_time(0)\n",
    }
    made = migrate(texts["p/dates.py"], "p/dates.py", RepositoryIndex(texts, texts.get))
    scope: dict[str, object] = {"__name__": "m"}
    exec(made.text, scope)
    assert scope["http_time"](0) == "Thu, 01 Jan 1970 00:00:00 GMT"  # type: ignore[operator]


def test_a_function_that_is_a_value_says_gmt_too(capsys):
    made = migrate(
        "import rfc822\nfrom rfc822 import formatdate\nprint map(formatdate, [0]), [rfc822.formatdate][0](0)\n"
    )
    assert migrate(made.text).text == made.text
    exec(made.text, {"__name__": "m"})
    assert capsys.readouterr().out.count("00:00:00 GMT") == 2
