"""Repairs about names, imports, orders and protocols: where the edit goes, and what is left alone."""

from __future__ import annotations

import pytest
from repairing import candidates, repair

NO_MODULE = "ModuleNotFoundError: No module named "


@pytest.mark.parametrize(
    ("before", "signature", "line", "after"),
    [
        ("try:\n    import dummy_thread as t, Queue\nexcept KeyError:\n    t = None\n", NO_MODULE + "'dummy_thread'", 2,
         "try:\n    import _thread as t, queue as Queue\nexcept KeyError:\n    t = None\n"),
        ("def f():\n    from StringIO2 import x\n    from Queue import Empty\n", NO_MODULE + "'Queue'", 3,
         "def f():\n    from StringIO2 import x\n    from queue import Empty\n"),
        ("def f():\n    return __import__('Queue')\n", NO_MODULE + "'Queue'", 2,
         "def f():\n    return __import__('queue')\n"),
        ("from itertools import imap, chain\n", "ImportError: cannot import name 'imap' from 'itertools' (unknown)", 1,
         "imap = map\nfrom itertools import chain\n"),
        ("_mpf.__rtruediv__ = _mpf.__rdiv__\n", "AttributeError: type object '_mpf' has no attribute '__rdiv__'", 1,
         "_mpf.__rtruediv__ = _mpf.__rtruediv__\n"),
        ("for k in d.keys():\n    del d[k]\n", "RuntimeError: dictionary changed size during iteration", 1,
         "for k in list(d.keys()):\n    del d[k]\n"),
        ("if len(info) != 3:\n    pass\n", "TypeError: object of type 'map' has no len()", 1,
         "if len(list(info)) != 3:\n    pass\n"),
        ("info = map(int, x)\nn = len(info)\n", "TypeError: object of type 'map' has no len()", 2,
         "info = list(map(int, x))\nn = len(info)\n"),
        ("if not r.has_data():\n    pass\n", "AttributeError: 'Request' object has no attribute 'has_data'", 1,
         "if not (r.data is not None):\n    pass\n"),
        ("x = [r.get_data(), r.get_host]\n", "AttributeError: 'Request' object has no attribute 'get_data'", 1,
         "x = [r.data, r.get_host]\n"),
        ("n = obj.func_name\n", "AttributeError: 'function' object has no attribute 'func_name'", 1,
         "n = obj.__name__\n"),
        ("x = y[n / 2]\n", "TypeError: list indices must be integers or slices, not float", 1, "x = y[n // 2]\n"),
        ("class A(Base, object, Mixin):\n    pass\n",
         "TypeError: Cannot create a consistent method resolution order (MRO) for bases object, Mixin", 1,
         "class A(Base, Mixin):\n    pass\n"),
        ("known.__bases__ += (Error,)\n",
         "TypeError: Cannot create a consistent method resolution order (MRO) for bases Exception, Error", 1,
         "known.__bases__ = (Error,) + known.__bases__\n"),
        ("NAMES = ('read', 'next')\nfor n in NAMES:\n    getattr(f, n)\n",
         "AttributeError: '_io.BufferedWriter' object has no attribute 'next'", 3,
         "NAMES = ('read', \"__next__\")\nfor n in NAMES:\n    getattr(f, n)\n"),
    ],
)  # fmt: skip
def test_the_first_candidate(before: str, signature: str, line: int, after: str) -> None:
    found = candidates(before, signature, line)
    assert found and found[0] == after


@pytest.mark.parametrize(
    ("before", "signature", "line", "after"),
    [
        ("try:\n    from markupsafe import Markup, escape\nexcept KeyError:\n    pass\n",
         NO_MODULE + "'markupsafe'", 2,
         "try:\n    from jinja2 import Markup\n    from jinja2 import escape\nexcept KeyError:\n    pass\n"),
        ("from werkzeug.middleware.dispatcher import DispatcherMiddleware as Wrap\n",
         NO_MODULE + "'werkzeug.middleware'", 1, "from werkzeug import DispatcherMiddleware as Wrap\n"),
        ("from jinja2 import pass_eval_context as p\n",
         "ImportError: cannot import name 'pass_eval_context' from 'jinja2'", 1,
         "from jinja2 import evalcontextfilter as p\n"),
    ],
)  # fmt: skip
def test_where_the_library_is_old_its_names_are_the_old_ones(
    before: str, signature: str, line: int, after: str
) -> None:
    assert candidates(before, signature, line, repairs=repair("older_name"))[0] == after


def test_all_names_of_an_old_library_are_the_old_ones_at_once() -> None:
    text = (
        "from jinja2 import pass_context, Environment\nfrom markupsafe import Markup\n"
        "from jinja2 import pass_environment\n"
    )
    original = "from jinja2 import contextfunction, contextfilter, Environment, Markup, environmentfilter\n"
    signature = "ImportError: cannot import name 'pass_context' from 'jinja2' (unknown)"
    first, second = candidates(text, signature, 1, repairs=repair("older_name"), original=original)
    assert first == (
        "from jinja2 import Environment\nfrom jinja2 import contextfilter, contextfunction\n"
        "pass_context = lambda function: contextfilter(contextfunction(function))\n"
        "from jinja2 import Markup\nfrom jinja2 import environmentfilter as pass_environment\n"
    )
    assert "pass_environment\n" in second and "environmentfilter" not in second


def test_names_that_no_rule_brings_up_to_date_are_left() -> None:
    alone = repair("older_name")
    signature = "ImportError: cannot import name 'nothing' from 'jinja2' (unknown)"
    assert candidates("from jinja2 import nothing\n", signature, 1, repairs=alone) == []
    assert candidates("from .jinja2 import pass_context\n", signature, 1, repairs=alone) == []
    assert (
        candidates("from markupsafe import Markup, x\n", NO_MODULE + "'markupsafe'", 1, repairs=alone) == []
    )


def test_a_sibling_is_imported_relatively() -> None:
    text = "def load():\n    import helper\n    return helper\n"
    files = {"pkg/__init__.py": "", "pkg/helper.py": ""}
    found = candidates(text, NO_MODULE + "'helper'", 2, key="pkg/main.py", files=files)
    assert found[0] == "def load():\n    from . import helper\n    return helper\n"


def test_a_class_that_had_no_order_gets_the_one_by_address() -> None:
    text = "class Piece:\n    pass\ndef best(found):\n    return sorted(found)\n"
    found = candidates(text, "TypeError: '<' not supported between instances of 'Piece' and 'Piece'", 4)
    assert "def __lt__(self, other):\n        return id(self) < id(other)" in found[0]


def test_a_generator_is_ended_where_its_source_is() -> None:
    text = "def two(rows):\n    yield next(rows)\n"
    found = candidates(text, "RuntimeError: generator raised StopIteration", 2)
    assert found[0] == (
        "def two(rows):\n    try:\n        yield next(rows)\n    except StopIteration:\n        return\n"
    )


@pytest.mark.parametrize(
    ("text", "signature"),
    [
        ("import requests2\n", NO_MODULE + "'requests2'"),
        ("x = obj.size\n", "AttributeError: 'dict' object has no attribute 'size'"),
        ("x = name\n", "NameError: name 'name' is not defined"),
        ("x = {}[[]]\n", "TypeError: unhashable type: 'list'"),
        (
            "from math import nothing\n",
            "ImportError: cannot import name 'nothing' from 'math' (unknown location)",
        ),
    ],
)
def test_what_nothing_is_known_about_is_left(text: str, signature: str) -> None:
    assert candidates(text, signature, 1) == []


def test_a_class_on_one_line_is_offered_no_order_beside_it() -> None:
    text = "class A: x = 1\nmin(A(), A())\n"
    assert not any(
        "def __lt__" in c
        for c in candidates(text, "TypeError: '<' not supported between instances of 'A' and 'A'", 2)
    )


def test_values_that_a_key_picks_are_ordered_as_they_were() -> None:
    text = "def f(rows):\n    rows.sort(key=lambda row: row[0])\n    return sorted(rows, reverse=True, key=str.lower)\n"
    signature = "TypeError: '<' not supported between instances of 'str' and 'float'"
    assert "rows.sort(key=lambda row: ordered(row[0]))" in candidates(text, signature, 2)[0]
    assert candidates(text, signature, 3) == [], "what a function picks is its own affair"


MISSING = "ModuleNotFoundError: No module named 'htmllib'"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import htmllib as s\n", "try:\n    import htmllib as s\nexcept ImportError:\n    s = None\n"),
        (
            "import os, htmllib.tree\n",
            "import os\ntry:\n    import htmllib.tree\nexcept ImportError:\n    htmllib = None\n",
        ),
        (
            "def f():\n    from htmllib.tree import (a,\n        b as c)\n",
            "def f():\n    try:\n        from htmllib.tree import a, b as c\n"
            "    except ImportError:\n        a = c = None\n",
        ),
    ],
)
def test_an_import_of_what_is_missing_is_tried(before, after):
    line = 2 if before.startswith("def") else 1
    assert candidates(before, MISSING, line, repairs=repair("missing_import")) == [after]


@pytest.mark.parametrize(
    "text",
    [
        "from htmllib import *\n",
        "from . import htmllib\n",
        "import os; import htmllib\n",
        "import other\n",
        "try:\n    import htmllib\nfinally:\n    pass\n",
    ],
)
def test_other_imports_are_not_tried(text):
    assert (
        candidates(text, MISSING, 2 if text.startswith("try") else 1, repairs=repair("missing_import")) == []
    )


def test_what_the_repository_has_is_not_missing():
    files = {"htmllib.py": "x = 1\n"}
    signature = MISSING
    assert (
        candidates("from htmllib import y\n", signature, 1, repairs=repair("missing_import"), files=files)
        == []
    )


def test_iterators_that_are_builtins_now_are_got_by_their_own_names() -> None:
    signature = "AttributeError: module 'itertools' has no attribute 'imap'"
    text = "import itertools\nrows = getattr(itertools, 'imap')(str, x)\n"
    found = candidates(text, signature, 2, repairs=repair("old_attribute"))
    assert found == ["import itertools\nrows = map(str, x)\n"]
    assert candidates("rows = make('imap')\n", signature, 1, repairs=repair("old_attribute")) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("assertItemsEqual", "assertCountEqual"),
        ("assert_items_equal", "assert_count_equal"),
        ("fail_unless_equal", "assert_equal"),
        ("assert_not_regexp_matches", "assert_not_regex"),
        ("undecorated", "__wrapped__"),
    ],
)
def test_assertions_by_their_names_in_either_style(old: str, new: str) -> None:
    signature = f"AttributeError: 'SomeTest' object has no attribute '{old}'"
    found = candidates(f"self.{old}(a, b)\n", signature, 1, repairs=repair("old_attribute"))
    assert found == [f"self.{new}(a, b)\n"]
