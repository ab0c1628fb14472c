"""async, await and nonlocal as names."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex


@pytest.mark.parametrize(
    "text",
    [
        "async def f():\n    await g()\n",
        "def f():\n    x = 1\n    def g():\n        nonlocal x\n",
        "async def f():\n    await g()\nx y\n",
        "a = 'async'  # await\n",
    ],
)
def test_leaves_python3s_own_use(text):
    check_untouched("reserved_names", text)


@pytest.mark.parametrize(
    "text", ["import p.async\n", "from p.async import *\n", "from p.async import (a, # why\n  b)\n"]
)
def test_reports_a_module_of_that_name(text):
    outcome = run("reserved_names", text)
    assert outcome.text == text
    assert [(o.pattern, o.line) for o in outcome.open_sites if o.pattern == "reserved_names"] == [
        ("reserved_names", 1)
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("async = 1\nprint async\n", "async_ = 1\nprint(async_)\n"),
        ("x = [y.async for y in z]\n", "x = [y.async_ for y in z]\n"),
        ("f(async=True)\nself.async = await\n", "f(async_=True)\nself.async_ = await_\n"),
        ("def nonlocal(x):\n    return nonlocal(x)\n", "def nonlocal_(x):\n    return nonlocal_(x)\n"),
        (
            "c.async = 1\nsetattr(c, 'async', getattr(d, \"async\", 2))\nx = 'async', f('async')\n",
            "c.async_ = 1\nsetattr(c, 'async_', getattr(d, \"async_\", 2))\nx = 'async', f('async')\n",
        ),
        (
            "def f(**kw):\n    if 'await' in kw: return kw.pop('await'), kw['await'], o['await']\nf(await=1)\n",
            "def f(**kw):\n    if 'await_' in kw: return kw.pop('await_'), kw['await_'], o['await']\nf(await_=1)\n",
        ),
        ("async = getattr(a, 'async')\n", "async_ = getattr(a, 'async')\n"),
        (
            "def f(async): pass\no = {'async': 1}\nf(**o)\n",
            "def f(async_): pass\no = {'async_': 1}\nf(**o)\n",
        ),
        ("def f(async): pass\nf(**{'async': 1})\n", "def f(async_): pass\nf(**{'async_': 1})\n"),
        ("async = 1\no = {'async': 1}\nf(o)\n", "async_ = 1\no = {'async': 1}\nf(o)\n"),
        ("async_ = 2\nasync = 1\n", "async_ = 2\nasync__ = 1\n"),
    ],
)
def test_renames(before, after):
    check_rule("reserved_names", before, after)


FILES = {"p/__init__.py": "", "p/async.py": "", "p/a.py": "", "q.py": ""}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from p.async import a\n", 'a = __import__("p.async", fromlist=["a"]).a\n'),
        (
            "if x:\n    from p.async import (a,\n        b as c)\n",
            'if x:\n    a = __import__("p.async", fromlist=["a"]).a\n'
            '    c = __import__("p.async", fromlist=["b"]).b\n',
        ),
        ("from .async import a\n", 'a = __import__("async", globals(), None, ["a"], 1).a\n'),
        ("import p.async as m\nm.f()\n", 'm = __import__("p.async", fromlist=["async"])\nm.f()\n'),
        (
            "import os, async\nasync.f()\n",
            'import os\nasync_ = __import__("async", globals(), None, ["async"], 1)\nasync_.f()\n',
        ),
        (
            "from p import a, async\nasync.f()\n",
            'from p import a\nasync_ = __import__("p.async", fromlist=["async"])\nasync_.f()\n',
        ),
        (
            "x = 1; from p.async import a, b\n",
            'x = 1; a = __import__("p.async", fromlist=["a"]).a; '
            'b = __import__("p.async", fromlist=["b"]).b\n',
        ),
        ("from q import async\nasync()\n", "from q import async_\nasync_()\n"),
    ],
)
def test_a_module_of_that_name_is_imported_by_a_string(before, after):
    check_rule("reserved_names", before, after, key="p/a.py", index=RepositoryIndex(FILES, FILES.get))


def test_what_is_imported_so_is_there(tmp_path):
    (tmp_path / "p").mkdir()
    for name, text in {"__init__.py": "", "async.py": "a = 7\n"}.items():
        (tmp_path / "p" / name).write_text(text)
    index = RepositoryIndex(FILES, FILES.get)
    text = "from p.async import a\nfrom p import async\nfrom .async import a as b\nx = a, b, async.a\n"
    (tmp_path / "p" / "a.py").write_text(run("reserved_names", text, key="p/a.py", index=index).text)
    done = subprocess.run(
        [sys.executable, "-c", "import p.a; print(p.a.x)"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout == "(7, 7, 7)\n", done.stderr


def test_the_options_that_apply_is_given():
    before = (
        "def f(async=0): pass\nkw = {'async': 1}\napply(f, (g(1, 2), 3), kw)\nd = {'async': 2}\napply(f, d)\n"
    )
    after = "def f(async_=0): pass\nkw = {'async_': 1}\napply(f, (g(1, 2), 3), kw)\nd = {'async': 2}\napply(f, d)\n"
    check_rule("reserved_names", before, after)
