"""Tuples that have names for their items now."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "named_results"


@pytest.mark.parametrize(
    "text",
    [
        "print(d.isocalendar()[1])\n",
        "year, week, day = d.isocalendar()\nprint(week)\n",
        "x = d.isocalendar()\nx = y\nprint(x)\n",
        "print('%d-W%02d-%d' % d.isocalendar())\n",
        "print(d.isocalendar(1))\n",
        "class D:\n    def isocalendar(self): pass\nprint(D().isocalendar())\n",
        "print(times())\nprint(f.uname())\n",
        "x = f(d.isocalendar())\n",
        "import urlparse\nu, f = urlparse.urldefrag(a)\nprint(urlparse.urldefrag(a)[1])\n",
        "def urldefrag(u): pass\nprint(urldefrag(u))\n",
        "import wave\nclass W:\n    def getparams(self): pass\nx = [repr(W().getparams()), repr(x.getparams())]\n",
        "x = y % (d.isocalendar(),)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print(d.isocalendar())", "print(tuple(d.isocalendar()))"),
        ("w = d.isocalendar()\nx = repr(w)", "w = d.isocalendar()\nx = repr(tuple(w))"),
        ("print('%s' % (d.isocalendar(),))", "print('%s' % (tuple(d.isocalendar()),))"),
        ("print([d.isocalendar(), 1])", "print([tuple(d.isocalendar()), 1])"),
        ("import os\nprint(os.uname())", "import os\nprint(tuple(os.uname()))"),
        (
            "import urlparse\nr = urlparse.urldefrag(u)\nx = [str(r), repr(r), '%r %s' % (r, 1)]",
            "import urlparse\nr = urlparse.urldefrag(u)\nx = [str(tuple(r)), repr(tuple(r)), '%r %s' % (tuple(r), 1)]",
        ),
        (
            "from urlparse import urldefrag\nprint([urldefrag(u) for u in x])",
            "from urlparse import urldefrag\nprint([tuple(urldefrag(u)) for u in x])",
        ),
        (
            "import wave\nw = wave.open(p)\nprint(w.getparams())",
            "import wave\nw = wave.open(p)\nprint(tuple(w.getparams()))",
        ),
    ],
)
def test_shows_a_plain_tuple(before, after):
    check_rule(RULE, before + "\n", after + "\n", python2=True)
