"""exec in a function that then reads what it bound."""

import pytest
from rules.checking import check_open, check_rule, check_untouched


@pytest.mark.parametrize(
    "text",
    [
        "exec('v = 9')\nprint(v)\n",
        "def f():\n    exec('v = 9', g)\n    return v\n",
        "def f():\n    v = 1\n    exec('w = 9')\n    return v\n",
        "def f():\n    global v\n    v = 1\n    exec('v = 9')\n    return v\n",
        "def f(code):\n    exec(code)\n    return code\n",
        "class C:\n    def f(self, code):\n        exec(code)\n        return self\n",
        "def f():\n    exec('v = 9')\n    return w\n",
        "v = 1\ndef f():\n    g(v)\n    exec('v = 9')\n    return v\n",
    ],
)
def test_leaves_what_is_bound_elsewhere(text):
    check_untouched("exec_locals", text, python2=True)


def test_reports_code_it_does_not_know():
    for text in (
        "from m import *\ndef f(code):\n    exec(code)\n    return v\n",
        "def f(code):\n    while v:\n        exec(code)\n",
        "def f(code):\n    exec(code)\n    return lambda: v\n",
        "def g(code):\n    exec(code, globals())\ndef f(code):\n    exec(code)\n    return v\n",
    ):
        line = next(n for n, s in enumerate(text.splitlines(), 1) if s.strip() == "exec(code)")
        check_open("exec_locals", text, line, python2=True)


def test_reads_what_unknown_code_binds_from_its_namespace():
    check_rule(
        "exec_locals",
        "def f(code):\n    exec code\n    if v: return v + 1\n",
        "def f(code):\n    namespace = dict(locals())\n    exec(code, globals(), namespace)\n"
        "    if namespace['v']: return namespace['v'] + 1\n",
    )


def test_reads_the_names_back():
    check_rule(
        "exec_locals",
        "def f():\n    if 1:\n        exec 'v = 9; w = 8'\n    return v + w\n",
        "def f():\n    if 1:\n        namespace = dict(locals())\n        exec('v = 9; w = 8', globals(), namespace)\n"
        "        v = namespace['v']\n        w = namespace['w']\n    return v + w\n",
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def f():\n    v = 1\n    exec 'v += 9'\n    return v\n",
            "def f():\n    v = 1\n    namespace = dict(locals())\n    exec('v += 9', globals(), namespace)\n"
            "    v = namespace['v']\n    return v\n",
        ),
        (
            "def f(code, x):\n    exec code\n    return x\n",
            "def f(code, x):\n    namespace = dict(locals())\n    exec(code, globals(), namespace)\n"
            "    x = namespace['x']\n    return x\n",
        ),
    ],
)
def test_what_the_function_binds_itself_is_what_the_code_left(before, after):
    check_rule("exec_locals", before, after)
