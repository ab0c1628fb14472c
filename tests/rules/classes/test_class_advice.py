"""implements(I) in the body of a class."""

import pytest
from rules.checking import check_open, check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

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


def test_a_name_that_others_import_from_here_stays():
    text = FROM + "class A(object):\n    implements(I)\n    x = 1\n"
    for other in (
        "from pack.a import implements\n",
        "from a import *\n",
        "from .a import (Z,\n    implements)\n",
    ):
        texts = {"pack/a.py": text, "pack/b.py": other, "c.py": "from pack.b import implements\n"}
        check_open(RULE, text, 3, key="pack/a.py", index=RepositoryIndex(list(texts), texts.__getitem__))
    texts = {
        "pack/a.py": text,
        "pack/b.py": "from a import *\n",
        "c.py": "from other.lib import implements\n",
    }
    outcome = run(RULE, text, key="pack/a.py", index=RepositoryIndex(list(texts), texts.__getitem__))
    assert "@implementer(I)\n" in outcome.text, "what another package has is imported from there"
    texts = {"__init__.py": text, "b.py": "from unknown import implements\n"}
    check_open(RULE, text, 3, key="__init__.py", index=RepositoryIndex(list(texts), texts.__getitem__))


def test_other_files_may_import_the_same_name_from_elsewhere():
    text = FROM + "class A(object):\n    implements(I)\n    x = 1\n"
    after = "from zope.interface import implementer\n@implementer(I)\nclass A(object):\n    x = 1\n"
    texts = {"pack/a.py": text, "pack/b.py": text + "from a import A\n"}
    check_rule(RULE, text, after, key="pack/a.py", index=RepositoryIndex(list(texts), texts.__getitem__))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from zope.interface.declarations import implements\nclass A(object):\n    implements(I)\n    x = 1\n",
            "from zope.interface.declarations import implementer\n"
            "@implementer(I)\nclass A(object):\n    x = 1\n",
        ),
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


def test_the_root_of_a_repository_may_be_a_package():
    text = FROM + "class A(object):\n    implements(I)\n    x = 1\n"
    texts = {"__init__.py": "", "p/a.py": text, "p/b.py": "from a import *\n", "c.py": FROM}
    outcome = run(RULE, text, key="p/a.py", index=RepositoryIndex(list(texts), texts.__getitem__))
    assert "@implementer(I)\n" in outcome.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "class A(object):\n    from zope.interface import implements\n    from b import I\n"
            "    implements(I)\n    x = 1\n",
            "import zope.interface\nclass A(object):\n    from zope.interface import implementer\n"
            "    from b import I\n    x = 1\nzope.interface.classImplements(A, A.I)\n",
        ),
        (
            "from zope.interface import classProvides, J\nclass A(object):\n    class I(J): pass\n"
            "    classProvides(I, J)\n",
            "import zope.interface\nfrom zope.interface import provider, J\nclass A(object):\n    class I(J): pass\n"
            "zope.interface.directlyProvides(A, A.I, J)\n",
        ),
    ],
)
def test_interfaces_of_the_body_are_told_behind_the_class(before, after):
    check_rule(RULE, before, after)


def test_a_module_of_the_repository_that_has_all_of_the_package():
    text = "from compat import implements\nclass A(object):\n    implements(I)\n    x = 1\n"
    after = "from compat import implementer\n@implementer(I)\nclass A(object):\n    x = 1\n"
    texts = {"p/__init__.py": "", "p/compat.py": "from zope.interface import *\n", "p/a.py": text}
    index = RepositoryIndex(list(texts), texts.__getitem__)
    check_rule(RULE, text, after, key="p/a.py", index=index)
    other = {**texts, "p/compat.py": "from other import *\n"}
    check_untouched(
        RULE, text, key="p/a.py", index=RepositoryIndex(list(other), other.__getitem__), python2=True
    )


def test_a_name_that_the_file_spells_stays():
    text = FROM + "class A(object):\n    implements(I)\n    x = 1\n__all__ = without('implements')\n"
    after = text.replace("    implements(I)\n", "").replace("class A", "@implements(I)\nclass A")
    check_rule(RULE, text, after.replace("import implements", "import implementer as implements"))


def test_a_call_under_a_condition_is_made_behind_the_class():
    text = FROM + "class A(object):\n    if there:\n        implements(I, J)\n    x = 1\ny = 2\n"
    after = (
        "import zope.interface\nfrom zope.interface import implementer\nclass A(object):\n    x = 1\n"
        "if there:\n    zope.interface.classImplements(A, I, J)\ny = 2\n"
    )
    check_rule(RULE, text, after)


@pytest.mark.parametrize(
    "body",
    [
        "there = f()\n    if there:\n        implements(I)",
        "if there:\n        class I(object): pass\n        implements(I)",
    ],
)
def test_a_condition_on_what_the_class_holds_is_left(body):
    assert "implements(I)" in run(RULE, FROM + f"class A(object):\n    {body}\n    x = 1\n").text
