"""Packages that stand in several places."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched

RULE = "declared_namespaces"
KEY = "zope/__init__.py"
EXTENDED = "__path__ = pkgutil.extend_path(__path__, __name__)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "__import__('pkg_resources').declare_namespace(__name__)\n",
            "__path__ = __import__('pkgutil').extend_path(__path__, __name__)\n",
        ),
        ("import pkg_resources\npkg_resources.declare_namespace(__name__)\n", "import pkgutil\n" + EXTENDED),
        (
            "import pkg_resources\npkg_resources.declare_namespace('zope')\nv = pkg_resources.require('x')\n",
            "import pkgutil\nimport pkg_resources\n__path__ = pkgutil.extend_path(__path__, 'zope')\n"
            "v = pkg_resources.require('x')\n",
        ),
        (
            "if 1:\n    import pkg_resources\n    pkg_resources.declare_namespace(__name__)\n",
            "if 1:\n    import pkgutil\n    " + EXTENDED,
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after, python2=True, key=KEY)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("__import__('pkg_resources').declare_namespace(__name__)\n", "a.py"),
        ("__import__('pkg_resources').declare_namespace(name)\n", KEY),
        ("def f():\n    __import__('pkg_resources').declare_namespace(__name__)\n", KEY),
        ("x = __import__('pkg_resources').declare_namespace(__name__)\n", KEY),
        ("import other\nother.declare_namespace(__name__)\n", KEY),
        ("__import__('other').declare_namespace(__name__)\n", KEY),
    ],
)
def test_untouched(text, key):
    check_untouched(RULE, text, python2=True, key=key)


def test_the_other_part_needs_no_file_of_its_own(tmp_path):
    for place, name in (("a", "one"), ("b", "two")):
        (tmp_path / place / "zope").mkdir(parents=True)
        (tmp_path / place / "zope" / f"{name}.py").write_text(f"print('{name}')\n")
    code = "__path__ = __import__('pkgutil').extend_path(__path__, __name__)\n"
    (tmp_path / "a" / "zope" / "__init__.py").write_text(code)
    program = "import sys; sys.path[:0] = ['a', 'b']; import zope.one, zope.two"
    shown = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert shown.stdout == "one\ntwo\n"
