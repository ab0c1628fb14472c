"""except E, e: → except E as e:."""

import pytest
from rules.checking import check_rule, check_untouched

TRY = "try:\n    f()\n"


@pytest.mark.parametrize(
    "clause", ["except:", "except E:", "except (A, B):", "except E as e:", "except f(a, b):"]
)
def test_leaves_other_clauses(clause):
    check_untouched("except_syntax", f"{TRY}{clause}\n    pass\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("except E, e:\n    pass\n", "except E as e:\n    pass\n"),
        ("except E,e: pass\n", "except E as e: pass\n"),
        ("except (A, B), e:  # why\n    pass\n", "except (A, B) as e:  # why\n    pass\n"),
        ("except a.b(c, d), e:\n    pass\n", "except a.b(c, d) as e:\n    pass\n"),
        (
            "except E, (a, b):\n    # why\n    pass\n",
            "except E as error:\n    # why\n    a, b = error.args\n    pass\n",
        ),
        ("except a.b as (a, b):\n    pass\n", "except a.b as error:\n    a, b = error.args\n    pass\n"),
        ("except E as x[0]:\n    pass\n", "except E as error:\n    x[0] = error\n    pass\n"),
        ("except E, (a, b): pass\n", "except E as error: a, b = error.args; pass\n"),
        ("except E, (e):\n    pass\n", "except E as e:\n    pass\n"),
        ("except E, ((e)): pass\n", "except E as e: pass\n"),
        ("except E, (e[0, 1]): pass\n", "except E as error: (e[0, 1]) = error; pass\n"),
        ("except E, (e,): pass\n", "except E as error: (e,) = error.args; pass\n"),
        ("except E, [e]: pass\n", "except E as error: [e] = error.args; pass\n"),
        ("except E, self.e:\n    pass\n", "except E as error:\n    self.e = error\n    pass\n"),
    ],
)
def test_rewrites_the_comma(before, after):
    check_rule("except_syntax", TRY + before, TRY + after.replace("a, b = error", "(a, b) = error"))
