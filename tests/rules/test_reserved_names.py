"""async, await and nonlocal as names."""

import pytest
from rules.checking import check_rule, check_untouched, run


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


def test_reports_a_module_of_that_name():
    outcome = run("reserved_names", "import async\n")
    assert outcome.text == "import async\n"
    assert [(o.pattern, o.line) for o in outcome.open_sites if o.pattern == "reserved_names"] == [
        ("reserved_names", 1)
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("async = 1\nprint async\n", "async_ = 1\nprint(async_)\n"),
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
        ("async_ = 2\nasync = 1\n", "async_ = 2\nasync__ = 1\n"),
    ],
)
def test_renames(before, after):
    check_rule("reserved_names", before, after)
