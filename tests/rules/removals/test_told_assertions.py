"""Assertions of a program's own."""

import unittest

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "told_assertions"
CLASS = "import unittest\nclass T(unittest.TestCase):\n"


@pytest.mark.parametrize(
    "text",
    [
        "def assertIsInstance(self, a, b): pass\n",
        "class T(object):\n    def assertIsInstance(self, a, b): pass\n",
        CLASS + "    def assertIsInstance(self, a, b, msg=None): pass\n",
        CLASS + "    def assertIsInstance(self, a, b, *rest): pass\n",
        CLASS + "    def assertIsInstance(self, a): pass\n",
        CLASS + "    @wrapped\n    def assertIsInstance(self, a, b): pass\n",
        CLASS + "    def failUnlessIsInstance(self, a, b): pass\n",
        CLASS + "    def assertIn(self, a, b): pass\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python_3():
    check_untouched(RULE, CLASS + "    def assertIsInstance(self, a, b): pass\n")


def test_takes_a_message():
    before = CLASS + "    if x:\n        def isa(self, a, b): pass\n        assertIsInstance = isa\n"
    check_rule(RULE, before, before.replace("a, b)", "a, b, msg=None)"), python2=True)


def test_texts_are_compared():
    text = CLASS + "    def assertIsInstance(self, a, b): assert isinstance(a, b)\n"
    text += "    def test(self): self.assertEquals('a' + str(1L), 'a1')\n"
    space = {}
    exec(migrate(text).text, space)
    assert unittest.TextTestRunner().run(space["T"]("test")).wasSuccessful()
