"""inspect.getargspec → getfullargspec."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "inspect_names"


@pytest.mark.parametrize(
    "text",
    [
        "import inspect\ninspect.getfullargspec(f)\n",
        "def getargspec(f): pass\ngetargspec(f)\n",
        "import inspect\ninspect.getmembers(a, inspect.ismethod)\n",
        "from mine import getargspec\ngetargspec = 1\n",
        "from inspect import getargspec\nread = getargspec\n",
        "try:\n    from inspect import getfullargspec as getargspec\n"
        "except ImportError:\n    from inspect import getargspec\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import inspect\ninspect.getargspec(f)[0]\n", "import inspect\ninspect.getfullargspec(f)[0]\n"),
        (
            "import inspect\ninspect.getargspec(f).keywords\n",
            "import inspect\ninspect.getfullargspec(f).varkw\n",
        ),
        (
            "import inspect\ns = inspect.getargspec(f)\ns.args, s.keywords\n",
            "import inspect\ns = inspect.getfullargspec(f)\ns.args, s.varkw\n",
        ),
        (
            "import inspect\ns = inspect.getargspec(f)\na, b, c, d = s\n",
            "import inspect\ns = inspect.getfullargspec(f)[:4]\na, b, c, d = s\n",
        ),
        (
            "import inspect\ninspect.formatargspec(*inspect.getargspec(f))\n",
            "import inspect\nstr(inspect.signature(f))\n",
        ),
        (
            "from inspect import getargspec, isclass\na = getargspec(f)[0::3]\nisclass(f)\n",
            "import inspect\nfrom inspect import isclass\na = inspect.getfullargspec(f)[:4][0::3]\nisclass(f)\n",
        ),
        (
            "import inspect\ninspect.getargspec(f)[:2], inspect.getargspec(f)[-1]\n",
            "import inspect\ninspect.getfullargspec(f)[:2], inspect.getfullargspec(f)[:4][-1]\n",
        ),
        (
            "import inspect\nclass C: pass\ninspect.getmembers(C, inspect.ismethod), 1L\n",
            "import inspect\nclass C: pass\ninspect.getmembers(C, inspect.isfunction), 1\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_specification_of_its_own_is_formatted():
    outcome = run(RULE, "import inspect\na = inspect.formatargspec(['a', 'b'], 'c', 'd', (1,))\n")
    names: dict = {}
    exec(outcome.text, names)
    assert names["a"] == "(a, b=1, *c, **d)"
    assert run(RULE, outcome.text).text == outcome.text
