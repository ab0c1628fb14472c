"""exec code in g, l → exec(code, g, l)."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text", ["exec(code)", "exec(code, g)", "exec (code, g, l)", "x.exec_(1)", "s = 'exec a'"]
)
def test_leaves_calls(text):
    check_untouched("exec_statement", f"{text}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("exec 'a = 1'", "exec('a = 1')"),
        ("exec code in g", "exec(code, g)"),
        ("exec code in g, l", "exec(code, g, l)"),
        ("exec (code) in g", "exec(code, g)"),
        ("exec(code) in g, l", "exec(code, g, l)"),
        ("exec f(a, b) in self.d[1, 2]", "exec(f(a, b), self.d[1, 2])"),
        ("if a: exec b; c", "if a: exec(b); c"),
        ('exec """\na in b\n""" in g', 'exec("""\na in b\n""", g)'),
        ("exec ('a' +\n 'b')\nexec c", "exec ('a' +\n 'b')\nexec(c)"),
    ],
)
def test_rewrites_the_statement(before, after):
    check_rule("exec_statement", f"{before}\n", f"{after}\n")
