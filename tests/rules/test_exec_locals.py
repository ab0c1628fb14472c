"""exec in a function that then reads what it bound."""

import pytest
from rules.checking import check_open, check_rule, check_untouched


@pytest.mark.parametrize(
    "text",
    [
        "exec('v = 9')\nprint(v)\n",
        "def f():\n    exec('v = 9', g)\n    return v\n",
        "def f():\n    v = 1\n    exec('v = 9')\n    return v\n",
        "def f():\n    exec('v = 9')\n    return w\n",
        "v = 1\ndef f():\n    exec('v = 9')\n    return v\n",
    ],
)
def test_leaves_what_is_bound_elsewhere(text):
    check_untouched("exec_locals", text, python2=True)


def test_reports_code_it_does_not_know():
    check_open("exec_locals", "def f(code):\n    exec(code)\n    return v\n", 2, python2=True)


def test_reads_the_names_back():
    check_rule(
        "exec_locals",
        "def f():\n    if 1:\n        exec 'v = 9; w = 8'\n    return v + w\n",
        "def f():\n    if 1:\n        namespace = dict(locals())\n        exec('v = 9; w = 8', globals(), namespace)\n"
        "        v = namespace['v']\n        w = namespace['w']\n    return v + w\n",
    )
