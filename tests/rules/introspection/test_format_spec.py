"""Formats of objects that have none."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.introspection.format_spec import HELPER

RULE = "format_spec"


def _index(text):
    """A repository of one file, in which values are followed."""
    files = {"a.py": text}
    return RepositoryIndex(files, files.get)


@pytest.mark.parametrize(
    "text",
    [
        "'{0:6}'.format(1)\n",
        "'{0}'.format(None)\n",
        "'{0!r:6}'.format(None)\n",
        "'{0:6}'.format(x)\n",
        "'{{0:6}}'.format(None)\n",
        "'{0.real:6}'.format(None)\n",
        "'{0:}'.format(None)\n",
        "'{0:6}'.format(*None)\n",
        "pattern.format(None)\n",
        "'{1:6}'.format(None)\n",
    ],
)
def test_leaves_what_has_a_format_or_is_not_known(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'{:5}|{:>5}'.format(None, 1)\n", "'{!s:5}|{:>5}'.format(None, 1)\n"),
        ("'{:>5}{:5}'.format(1, [1])\n", "'{:>5}{!s:5}'.format(1, [1])\n"),
        ("'{a:^9}'.format(a={})\n", "'{a!s:^9}'.format(a={})\n"),
        ("x = None\n'{{{0:6}}}'.format(x)\n", "x = None\n'{{{0!s:6}}}'.format(x)\n"),
    ],
)
def test_formats_the_text(before, after):
    check_rule(RULE, before, after)
    values = {}
    exec(f"result = {after.splitlines()[-1]}", {"x": None}, values)
    assert "None" in values["result"] or "[1]" in values["result"] or "{}" in values["result"]


@pytest.mark.parametrize(
    "text",
    [
        "for k in ('a', 'b'):\n    x = '{0:>5}'.format(k)\n",
        "for k in (1, 'b'):\n    x = '{0:5}'.format(k)\n",
        "def f(k): return '{0:>5}'.format(k)\n",
        "for k in (1, None):\n    x = '{0:5d}{0:.2f}{0:,}{0:+}{0:05}'.format(k)\n",
        "for k in (1, None):\n    x = '{0}'.format(k)\n",
        "for k in (1, None):\n    x = '{0!r:>5}'.format(k)\n",
        "for k in (1, None):\n    x = '{0:5}{0!r}'.format(k)\n",
        "for k in (1, None):\n    x = '{{0:5}}'.format(k)\n",
        "for k in (1, None):\n    x = t.format(k)\n",
        "class A(object):\n    def __format__(self, spec): return 'a'\n"
        "for k in (A(), 1):\n    x = '{0:>5}'.format(k)\n",
        "class A(str):\n    pass\nfor k in (A(), 1):\n    x = '{0:>5}'.format(k)\n",
        "class A(E):\n    def __format__(self, spec): return 'a'\n"
        "try: f()\nexcept E as e: x = '{0:>5}'.format(e)\n",
        "class A(object):\n    def __init__(self, x): self.x = x\nx = '{0.x:5}'.format(A(1) or A(None))\n",
    ],
)
def test_leaves_what_nothing_shows_to_be_without_a_format(text):
    check_untouched(RULE, text, python2=True, index=_index(text + "PROOF = 1L\n"))


def test_leaves_what_may_be_python3():
    text = "for k in (1, None):\n    x = '{0:5}'.format(k)\nprint(x, end='')\n"
    check_untouched(RULE, text, index=_index(text))


def test_counts_the_fields_in_formats():
    check_rule(
        RULE,
        "x = '{:{}}|{:5}|{:6}'.format('a', 2, 3, None)\n",
        "x = '{:{}}|{:5}|{!s:6}'.format('a', 2, 3, None)\n",
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'{0:>5}'.format(k)", "'{0!s:>5}'.format(k)"),
        ("'{0:5}'.format(k)", "'{0:5}'.format(placed(k))"),
        ("'{0:>.1}'.format(k)", "'{0:>.1}'.format(placed(k))"),
        ("'{a:5}{a:>5}'.format(a=k)", "'{a:5}{a!s:>5}'.format(a=placed(k))"),
        ("'{:>5} {:{}}'.format(k, k, 7)", "'{!s:>5} {:{}}'.format(k, placed(k), 7)"),
        ("T.format(k)", "T.format(placed(k))"),
        ("format(k, '>5')", "format(placed(k), '>5')"),
        ("'{0[0]:>5}'.format([k])", "'{0[0]!s:>5}'.format([k])"),
        ("'{0.x:>5}'.format(A(k))", "'{0.x!s:>5}'.format(A(k))"),
        ("'{:>5}'.format(*[k])", "'{!s:>5}'.format(*[k])"),
        ("'{:5}'.format(*[k])", "'{:5}'.format(*map(placed, [k]))"),
        ("'{a:5}'.format(**dict(a=k))", "'{a:5}'.format(**{k: placed(v) for k, v in dict(a=k).items()})"),
        ("'{a:5}'.format(**{'a': k})", "'{a:5}'.format(**{k: placed(v) for k, v in {'a': k}.items()})"),
    ],
)
def test_places_what_may_be_a_number_or_nothing(before, after):
    start = (
        "class A(object):\n    def __init__(self, x): self.x = x\nT = '{0:<4}'\nfor k in (1, None):\n    x = "
    )
    before = start + before + "\ny = 1L\n"
    text = run(RULE, before, index=_index(before)).text
    assert f"    x = {after}\n" in text
    assert (HELPER.strip() in text) == ("placed" in after)
    assert run(RULE, text, index=_index(text)).text == text


def test_knows_what_is_caught():
    check_rule(
        RULE,
        "try: f()\nexcept E, e: x = '{0:<8}'.format(e)\n",
        "try: f()\nexcept E as e: x = '{0!s:<8}'.format(e)\n",
        python2=True,
    )


def test_shows_what_python2_showed(capsys):
    text = (
        "import datetime\nclass P(object):\n    def __str__(self): return 'P!'\n"
        "class F(object):\n    def __format__(self, spec): return 'own'\n"
        "rows = [('a', None), ('b', [1]), ('c', P()), ('d', True), ('e', 7), ('f', F())]\n"
        "for k, v in rows: print '{0:<3}|{1:>4}|{1:4}|'.format(k, v)\n"
        "def show(x, y=None): return '{x:6}{y:^6}{z:.2}|'.format(x=x, y=y, z=x or 'none')\n"
        "print show('a'), show(None, 1.5), '{:>12}'.format(datetime.timedelta(1))\n"
        "row = {'a': None, 'b': True, 'c': 1.5}\nprint '{a:>5}{b:>3}{c:>4}'.format(**row)\n"
        "vals = [None, True]\nprint '{:5}{:2}'.format(*vals)\n"
    )
    made = migrate(text, "a.py", _index(text))
    assert migrate(made.text, "a.py", _index(made.text)).text == made.text
    exec(made.text, {})
    assert capsys.readouterr().out == (
        "a  |None|None|\nb  | [1]|[1] |\nc  |  P!|P!  |\nd  |   1|   1|\ne  |   7|   7|\nf  |own|own|\n"
        "a      None a| None   1.5  no| 1 day, 0:00:00\n None  1 1.5\nNone  1\n"
    )
