"""What objects are shown as, where it was kept encoded."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "shown_attributes"
BASE = (
    "# -*- coding: utf-8 -*-\nclass Base(Exception):\n    def __init__(self, problem, given):\n"
    "        Exception.__init__(self)\n        self.problem = problem.encode('utf-8')\n"
    "        self.given = given.encode('utf-8')\n    def __unicode__(self): return self.__str__().decode('utf-8')\n"
)
KEPT = (
    "class E(Base):\n    def __init__(self, problem, given):\n        Base.__init__(self, problem, given)\n"
    "        self.own = given * 2\n        self.twice = self.own.encode('utf-8')\n"
)
MADE = "x = [str(E(u'%s: \\xe9', u'\\xe9')), unicode(E(u'%s', u'b'))], 1L\n"


def converted(text):
    texts = {"a.py": text}
    index = RepositoryIndex(texts, texts.get).taken_for(octets=False)
    return migrate(text, "a.py", index)


@pytest.mark.parametrize(
    ("shown", "result"),
    [
        ("self.problem", ["%s: \xe9", "%s"]),
        ("self.problem % self.given", ["\xe9: \xe9", "b"]),
        ("self.problem % (self.given,)", ["\xe9: \xe9", "b"]),
        ("self.problem % self.own.encode('utf-8')", ["\xe9\xe9: \xe9", "bb"]),
        ("self.problem % (self.twice)", ["\xe9\xe9: \xe9", "bb"]),
        ("self.given or self.problem", ["\xe9", "b"]),
        ("self.given if self.problem else 'none'", ["\xe9", "b"]),
        ("'<%s>' % self.given", ["<\xe9>", "<b>"]),
    ],
)
def test_what_is_kept_encoded_is_shown_as_text(shown, result):
    outcome = converted(f"{BASE}{KEPT}    def __str__(self): return {shown}\n{MADE}")
    space = {}
    exec(outcome.text, space)
    assert space["x"][0] == result
    assert converted(outcome.text).text == outcome.text


@pytest.mark.parametrize(
    "text",
    [
        "class E(Base):\n    def show(self): return self.problem\n",
        "class E(Base):\n    def __str__(self): return self.other\n",
        "def __str__(self): return E(1, 2).problem\n",
        "import struct\nclass E(object):\n    def __str__(self): return struct.pack('B', 1)\n",
    ],
)
def test_leaves_what_is_text_or_shows_no_object(text):
    outcome = converted(BASE + text + "n = 1L\n")
    assert RULE not in {change.author for change in outcome.changes}


def test_leaves_what_nothing_flows_to():
    check_untouched(RULE, "class E(Exception):\n    def __str__(self): return self.told\n", python2=True)
