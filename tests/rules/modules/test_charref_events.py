"""HTMLParser resolves character references unless it is told not to."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "charref_events"
HEAD = "from HTMLParser import HTMLParser\n"
DATA = "    def handle_data(self, data):\n        print(data)\n"


@pytest.mark.parametrize(
    "text",
    [
        "from html.parser import HTMLParser\nclass P(HTMLParser):\n" + DATA,
        "from mine import HTMLParser\nclass P(HTMLParser):\n" + DATA,
        HEAD + "class P(HTMLParser):\n    def handle_starttag(self, tag, attributes):\n        pass\n",
        HEAD + "class P(Mixin, HTMLParser):\n" + DATA,
        HEAD
        + "class P(HTMLParser):\n    convert_charrefs = False\n    def __init__(self):\n        self.reset()\n"
        + DATA,
        HEAD
        + "class P(HTMLParser):\n    def __init__(self):\n        HTMLParser.__init__(self, convert_charrefs=True)\n"
        + DATA,
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            HEAD + "class P(HTMLParser):\n" + DATA,
            HEAD
            + "class P(HTMLParser):\n"
            + DATA
            + "\n    def __init__(self):\n        super().__init__(convert_charrefs=False)\n",
        ),
        (
            HEAD + "class P(HTMLParser):\n    def __init__(self):\n        self.reset()\n" + DATA,
            HEAD
            + "class P(HTMLParser):\n    def __init__(self):\n        self.reset()\n"
            + DATA
            + "\n    convert_charrefs = False\n",
        ),
        (
            "import HTMLParser\nclass P(HTMLParser.HTMLParser, object):\n    def __init__(self):\n"
            "        super(P, self).__init__()\n" + DATA,
            "import HTMLParser\nclass P(HTMLParser.HTMLParser, object):\n    def __init__(self):\n"
            "        super(P, self).__init__(convert_charrefs=False)\n" + DATA,
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_comma_after_the_last_argument_stays_the_last():
    before = (
        HEAD + "class P(HTMLParser):\n    def __init__(self):\n        HTMLParser.__init__(self,)\n" + DATA
    )
    check_rule(RULE, before, before.replace("(self,)", "(self, convert_charrefs=False,)"))


def test_programs_for_both_pass_an_argument_that_is_gone():
    given = HEAD + "class P(HTMLParser):\n    x = 1\n" + DATA + "\noptions['strict'] = False\n"
    made = run(RULE, given).text
    assert "    def __init__(self, strict=False):\n        super().__init__(convert_charrefs=False)\n" in made
    assert "def __init__(self):" in run(RULE, given.replace("['strict']", "[0]")).text
