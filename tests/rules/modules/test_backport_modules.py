"""import unittest2 → import unittest."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.repository.index import RepositoryIndex

RULE = "backport_modules"


@pytest.mark.parametrize(
    "text",
    [
        "import unittest\n",
        "from . import unittest2\n",
        "from mine import unittest2\n",
        "try:\n    import unittest2 as unittest\nexcept ImportError:\n    import unittest\n",
        "try:\n    from pysqlite2 import dbapi2 as sqlite\nexcept ImportError:\n    import sqlite3 as sqlite\n",
    ],
)
def test_leaves_guarded_imports_and_other_modules(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "import pathlib2\n")


def test_leaves_the_backport_itself():
    index = RepositoryIndex(["unittest2/__init__.py", "unittest2/case.py", "test_all.py"])
    check_untouched(RULE, "import unittest2\n", key="test_all.py", index=index, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import unittest2 as unittest\n", "import unittest\n"),
        ("import unittest2\nunittest2.main()\n", "import unittest\nunittest.main()\n"),
        ("from unittest2 import TestCase\n", "from unittest import TestCase\n"),
        ("from ordereddict import OrderedDict\n", "from collections import OrderedDict\n"),
        ("from pysqlite2 import dbapi2 as db\n", "from sqlite3 import dbapi2 as db\n"),
        ("import elementtree.ElementTree as ET\n", "import xml.etree.ElementTree as ET\n"),
    ],
)
def test_takes_the_library_s_own(before, after):
    check_rule(RULE, before, after, python2=True)


def test_what_no_python_3_can_import_is_no_question_of_the_language():
    text = "import unittest2\nclass T(unittest2.TestCase):\n    pass\n"
    check_rule("backport_modules", text, text.replace("unittest2", "unittest"))
    check_untouched("backport_modules", "import pathlib2\n")
