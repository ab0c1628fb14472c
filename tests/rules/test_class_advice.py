"""implements(I) in the body of a class."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.repository_index import RepositoryIndex

RULE = "class_advice"
FROM = "from zope.interface import implements\n"


@pytest.mark.parametrize(
    "text",
    [
        "def implements(i): pass\nclass A(object):\n    implements(I)\n",
        "from other import implements\nclass A(object):\n    implements(I)\n",
        "from zope.interface import implementer\n@implementer(I)\nclass A(object):\n    x = 1\n",
        "try:\n    from zope.interface import implements\nexcept ImportError:\n    from other import implements\n"
        "class A(object):\n    implements(I)\n",
        "import zope.interface\nclass A(object):\n    def f(self): zope.interface.implements(I)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_in_the_package_itself():
    index = RepositoryIndex(["a.py", "zope/__init__.py", "zope/interface/__init__.py"], lambda key: "")
    check_untouched(RULE, FROM + "class A(object):\n    implements(I)\n", index=index)


def test_a_name_with_other_uses_stays_open():
    check_open(RULE, FROM + "f = implements\nclass A(object):\n    implements(I)\n", 4)
    check_open(RULE, FROM + "class A(object): implements(I); x = 1\n", 2)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            FROM + "class A(object):\n    implements(I, J)\n    x = 1\n",
            "from zope.interface import implementer\n@implementer(I, J)\nclass A(object):\n    x = 1\n",
        ),
        (
            "import zope.interface\nclass A(object):\n    'Text.'\n    zope.interface.implements(\n        I)\n",
            "import zope.interface\n@zope.interface.implementer(\n        I)\nclass A(object):\n    'Text.'\n",
        ),
        (
            "from zope import interface\n@f\nclass A(object):\n    interface.classProvides(I)\n    x = 1\n",
            "from zope import interface\n@f\n@interface.provider(I)\nclass A(object):\n    x = 1\n",
        ),
        (
            "from zope.interface import Interface, implements as says\n"
            "def f():\n    class A(object):\n        says(I)\n",
            "from zope.interface import Interface, implementer as says\n"
            "def f():\n    @says(I)\n    class A(object):\n        pass\n",
        ),
        (
            "from zope.interface import implementer, implements\nclass A(object):\n    implements(I)\n    x = 1\n",
            "from zope.interface import implementer\n@implementer(I)\nclass A(object):\n    x = 1\n",
        ),
    ],
)
def test_decorates(before, after):
    check_rule(RULE, before, after)
