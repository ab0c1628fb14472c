"""import py.test → import pytest."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.repository.index import RepositoryIndex

RULE = "py_test"


@pytest.mark.parametrize(
    "text",
    [
        "import py\npy.path.local()\n",
        "import py\npy.test.config.addoptions(a)\n",
        "import py.test\npy.path.local()\n",
        "from py.test import config\n",
        "from .py.test import raises\n",
        "def f(py): py.test.raises(a, b)\n",
        "import pytest\nclass C(pytest.Class): pass\n",
        "import pytest\nclass C(pytest.collect.Generator): pass\n",
        "import pytest\npytest.raises.Class\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_a_package_of_ones_own_stays():
    index = RepositoryIndex({"a.py": "", "py/__init__.py": "", "py/test.py": ""}, {}.get)
    check_untouched(RULE, "import py.test\npy.test.raises(a, b)\n", python2=True, index=index)


def test_refuses_what_may_be_python_3():
    check_untouched(RULE, "import py.test\npy.test.raises(a, b)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import py\npy.test.skip('')\npy.path\n", "import pytest\nimport py\npytest.skip('')\npy.path\n"),
        ("import os, py.test\npy.test.raises(a, b)\n", "import pytest\nimport os\npytest.raises(a, b)\n"),
        ("from py.test import raises, mark as m\n", "from pytest import raises, mark as m\n"),
        ("from py import test\ntest.fail('')\n", "import pytest\npytest.fail('')\n"),
        ("from py import test as t, path\nt.config\n", "from py import path\nimport pytest as t\nt.config\n"),
        (
            "import py.test\nclass C(py.test.collect.Class): pass\n",
            "import pytest\nclass C(pytest.Class): pass\n",
        ),
        (
            "import pytest\nclass C(pytest.collect.Item): pass\n",
            "import pytest\nclass C(pytest.Item): pass\n",
        ),
        ("from py import test\n", "import pytest as test\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after, python2=True)
