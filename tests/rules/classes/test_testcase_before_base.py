"""unittest2.TestCase before a base that derives from unittest.TestCase."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "testcase_before_base"


def index(**files):
    texts = {f"{name}.py": text for name, text in files.items()}
    return RepositoryIndex(texts, texts.get)


@pytest.mark.parametrize(
    "text",
    [
        # The order is right, or there is only one.
        "import unittest\nfrom mox import MoxTestBase\nclass T(MoxTestBase, unittest.TestCase): pass\n",
        "import unittest\nclass T(unittest.TestCase): pass\n",
        # What does not derive from it may change what it does.
        "import unittest\nclass Mixin(object): pass\nclass T(unittest.TestCase, Mixin): pass\n",
        "import unittest\nfrom other import Base\nclass T(unittest.TestCase, Base): pass\n",
        "import unittest\ndef MoxTestBase(): pass\nclass T(unittest.TestCase, MoxTestBase): pass\n",
        # Other classes of that name.
        "from twisted.trial import unittest\nfrom mox import MoxTestBase\n"
        "class T(unittest.TestCase, MoxTestBase): pass\n",
        "class TestCase: pass\nfrom mox import MoxTestBase\nclass T(TestCase, MoxTestBase): pass  # unittest\n",
        "import unittest\nfrom mox import MoxTestBase\nbases = (unittest.TestCase, MoxTestBase)\n"
        "class T(*bases): pass\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_the_programs_own_module_of_that_name():
    text = "import unittest\nfrom mox import MoxTestBase\nclass T(unittest.TestCase, MoxTestBase): pass\n"
    check_untouched(RULE, text, index=index(a=text, unittest="class TestCase: pass\n"))
    check_untouched(RULE, text, index=index(a=text, mox="class MoxTestBase: pass\n"))


@pytest.mark.parametrize(
    ("head", "bases", "after"),
    [
        ("from mox import MoxTestBase", "unittest.TestCase, MoxTestBase", "MoxTestBase, unittest.TestCase"),
        ("import mox, m", "unittest.TestCase, mox.MoxTestBase, m.M", "mox.MoxTestBase, unittest.TestCase, m.M"),
        ("import mox", "A, unittest.TestCase, B, mox.MoxTestBase", "A, B, mox.MoxTestBase, unittest.TestCase"),
        ("class Base(unittest.TestCase): pass", "unittest.TestCase, Base", "Base, unittest.TestCase"),
    ],
)  # fmt: skip
def test_puts_it_behind(head, bases, after):
    text = f"import unittest\n{head}\nclass T({{}}):\n    x = 1\n"
    check_rule(RULE, text.format(bases), text.format(after))


@pytest.mark.parametrize(
    "statement",
    [
        "import unittest2 as unittest",
        "try:\n    import unittest2 as unittest\nexcept ImportError:\n    import unittest",
    ],
)  # fmt: skip
def test_with_the_backport(statement):
    text = f"{statement}\nfrom mox import MoxTestBase\nclass T(unittest.TestCase, MoxTestBase): pass\n"
    outcome = migrate(text)
    assert "class T(MoxTestBase, unittest.TestCase)" in outcome.text
    assert migrate(outcome.text).text == outcome.text


@pytest.mark.parametrize(
    "base", ["import unittest\nclass Base(unittest.TestCase): pass\n",
             "from unittest import TestCase\nclass First(TestCase): pass\nclass Base(First, object): pass\n"],
)  # fmt: skip
def test_a_class_of_another_file(base):
    text = "import unittest\nfrom b import Base\nclass T({}): pass\n"
    where = index(a=text, b=base)
    check_rule(
        RULE, text.format("unittest.TestCase, Base"), text.format("Base, unittest.TestCase"), index=where
    )


def test_what_is_written_runs():
    text = "import unittest2\nimport unittest\nclass Base(unittest.TestCase): pass\n"
    text += "class T(unittest2.TestCase, Base): pass\n"
    space = {"__name__": "a"}
    exec(migrate(text).text, space)
    assert space["T"].__mro__[1] is space["Base"]
    assert run(RULE, "import unittest2\nclass T(unittest2.TestCase): pass\n").text.endswith(
        "TestCase): pass\n"
    )
