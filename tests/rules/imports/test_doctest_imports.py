"""Imports in examples of docstrings."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.repository.index import RepositoryIndex

RULE = "doctest_imports"
KEYS = [
    "pkg/__init__.py",
    "pkg/a.py",
    "pkg/b.py",
    "pkg/sub/__init__.py",
    "pkg/sub/c.py",
    "pkg/sub/d.py",
    "x.py",
]
INDEX = RepositoryIndex(KEYS)
DOC = 'def f():\n    """Example.\n\n    {}\n    """\n'


@pytest.mark.parametrize(
    "example",
    [
        ">>> from x import y",
        ">>> from pkg.b import y",
        ">>> from .b import y",
        ">>> import b as c, x",
        ">>> import os as b",
        ">>> import b, x",
        ">>> import b.c",
        ">>> import os",
        ">>> from a import f",
        "from b import y",
        ">>> print('from b import y')",
        ">>> f('>>> from b import y')",
    ],
)
def test_leaves_other_imports(example):
    check_untouched(RULE, DOC.format(example), python2=True, key="pkg/a.py", index=INDEX)


@pytest.mark.parametrize(
    ("key", "head"),
    [("x.py", ""), ("pkg/a.py", "from __future__ import absolute_import\n")],
)
def test_leaves_files_that_import_from_the_top(key, head):
    check_untouched(RULE, head + DOC.format(">>> from b import y"), python2=True, key=key, index=INDEX)


@pytest.mark.parametrize(
    "text",
    [
        "{}if __name__ == '__main__':\n    import doctest\n    doctest.testmod()\n",
        '{}if __name__ == "__main__":\n    main()\n',
        "{}def test():\n    import doctest\n    doctest.testmod()\n",
        "#!/usr/bin/env python\n{}",
    ],
)
def test_leaves_files_that_are_run_as_scripts(text):
    text = text.format(DOC.format(">>> from b import y"))
    check_untouched(RULE, text, python2=True, key="pkg/a.py", index=INDEX)


def test_leaves_a_package_whose_name_a_sibling_has():
    index = RepositoryIndex([*KEYS, "pkg/pkg.py"])
    check_untouched(RULE, DOC.format(">>> from b import y"), python2=True, key="pkg/a.py", index=index)


def test_leaves_python_3():
    check_untouched(
        RULE, DOC.format(">>> from b import y") + "print(1, end='')\n", key="pkg/a.py", index=INDEX
    )


@pytest.mark.parametrize(
    ("key", "before", "after"),
    [
        ("pkg/a.py", ">>> from b import y", ">>> from pkg.b import y"),
        (
            "pkg/a.py",
            ">>> from sub.c import (x,\n    ...     y)",
            ">>> from pkg.sub.c import (x,\n    ...     y)",
        ),
        ("pkg/a.py", ">>> import b  # this", ">>> from pkg import b  # this"),
        ("pkg/a.py", ">>> import b as c", ">>> from pkg import b as c"),
        ("pkg/sub/c.py", ">>> from d import *\n    >>> d", ">>> from pkg.sub.d import *\n    >>> d"),
        ("pkg/sub/c.py", ">>> import d; d.x", ">>> from pkg.sub import d; d.x"),
    ],
)
def test_names_the_package(key, before, after):
    check_rule(RULE, DOC.format(before), DOC.format(after), python2=True, key=key, index=INDEX)


def test_below_a_folder_that_is_no_package():
    index = RepositoryIndex([f"src/{key}" for key in KEYS])
    before, after = DOC.format(">>> from b import y"), DOC.format(">>> from pkg.b import y")
    check_rule(RULE, before, after, python2=True, key="src/pkg/a.py", index=index)
