"""ord(e.object[e.start]) → ord(e.object[e.start:e.start + 1])."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "faulty_items"


@pytest.mark.parametrize(
    "text",
    [
        "a = ord(e.object[f.start])\n",
        "a = ord(e.object[e.end])\n",
        "a = ord(e.object[e.start:e.end])\n",
        "a = ord(e.text[e.start])\n",
        "a = e.object[e.start]\n",
        "for c in e.object[e.start:]: f(c)\n",
        "for c in e.object[f.start:e.end]: f(c)\n",
        "def ord(x): return x\na = ord(e.object[e.start])\n",
        "a = ord(e().object[e().start])\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, "a = ord(e.object[e.start])\n")


def test_takes_a_slice_of_one():
    check_rule(RULE, "a = ord(e.object[e.start])\n", "a = ord(e.object[e.start:e.start + 1])\n", python2=True)


def test_goes_through_characters(capsys):
    text = (
        "import codecs\ndef h(e): return u''.join(u'<%d>' % ord(c) for c in e.object[e.start:e.end]), e.end\n"
        "codecs.register_error('g', h)\nprint 'a\\xffb'.decode('ascii', 'g'), u'\\xe9'.encode('ascii', 'g')\n"
    )
    made = migrate(text).text
    exec(compile(made, "a.py", "exec"), {})
    assert "a<255>b" in capsys.readouterr().out
    assert "in characters(e.object[e.start:e.end])" in made and migrate(made).text == made


@pytest.mark.parametrize(("failing", "shown"), [("'a\\xffb'.decode('ascii', 'h')", "a<255>b"),
                                                ("u'a\\xe9b'.encode('ascii', 'h')", "a<233>b")])  # fmt: skip
def test_is_right_for_both_ways(failing, shown, capsys):
    text = (
        "import codecs\ndef h(e): return u'<%d>' % ord(e.object[e.start]), e.end\n"
        f"codecs.register_error('h', h)\nprint {failing}\n"
    )
    exec(compile(migrate(text).text, "a.py", "exec"), {})
    assert shown in capsys.readouterr().out
