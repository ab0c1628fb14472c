"""def sort(self, *args): self.rows.sort(*args)."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.rules.ordering.handed_sort import HELPER, OF_LISTS

RULE = "handed_sort"


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    def sort(self, *a): self.b.sort(*a[1:])\n",
        "class A:\n    def sort(self, *a): self.b.sort(*c)\n",
        "class A:\n    def sort(self, *a): self.b.sort(f, *a)\n",
        "class A:\n    def sort(self, *a): self.b.sort(key=f, *a)\n",
        "class A:\n    def sort(self, *a): self.b.sort(*a, **c)\n",
        "class A:\n    def sort(self, a): self.b.sort(a)\n",
        "class A(B):\n    def sort(self, *a): super(A, self).sort(*a)\n",
        "class A(B):\n    def sort(self, *a): B.sort(self, *a)\n",
        "a = []\nb.sort(*a)\n",
        "def sort(b): return b\ndef f(*a): return sort(*a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_what_may_be_python_3():
    check_untouched(RULE, "class A:\n    def sort(self, *a): self.b.sort(*a)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(b, *a): b.sort(*a)\n", "def f(b, *a): sort_rows(b, *a)\n"),
        (
            "class A:\n    def sort(self, *a): named = self.b.sort(*a)\n",
            "class A:\n    def sort(self, *a, **named_): named = sort_rows(self.b, *a, **named_)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, f"import functools\n\n{HELPER}\n\n{after}", python2=True)


def test_a_list_that_is_asked_by_its_class():
    check_rule(
        RULE,
        "class A(list):\n    def sort(self, *a, **k): return list.sort(self, *a, **k)\n",
        f"import functools\n\n{OF_LISTS}\n\n"
        "class A(list):\n    def sort(self, *a, **k): return sort_list(self, *a, **k)\n",
        python2=True,
    )


_ROWS = """
class Table:
    def __init__(self): self.called = []
    def sort(self, *args, **named): self.called.append((args, named)); return self

class Rows:
    def __init__(self, rows): self.rows = rows
    def sort(self, *args, **named): return self.rows.sort(*args, **named)

class Own(list):
    def sort(self, *args): list.sort(self, *args)

def backwards(a, b): return cmp(b, a)

shown = []
for given, named in (((), {}), ((backwards,), {}), ((None, None, True), {}), ((), {'key': abs}),
                     ((), {'cmp': backwards, 'key': abs}), ((backwards, abs, True), {})):
    rows = Rows([3, -1, 2])
    rows.sort(*given, **named)
    shown.append(rows.rows)
own = Own([3, 1, 2])
own.sort(backwards)
table = Table()
same = Rows(table).sort('a', axis=1) is table
class Loud(list):
    def sort(self, *args): self.called = args

loud = Loud([2, 1])
Rows(loud).sort()
other = Own([1, 2])
other.sort(lambda a, b: cmp(b, a))
print shown, own
"""


def test_the_arguments_mean_what_they_meant():
    names: dict = {}
    exec(migrate(_ROWS).text, names)
    assert names["shown"] == [[-1, 2, 3], [3, 2, -1], [3, 2, -1], [-1, 2, 3], [3, 2, -1], [-1, 2, 3]]
    assert names["own"] == [3, 2, 1] and names["other"] == [2, 1]
    assert names["loud"] == [2, 1] and names["loud"].called == ()
    assert names["same"] and names["table"].called == [(("a",), {"axis": 1})]


USER_LIST = """
from UserList import UserList
class Seen(UserList):
    def sort(self, *args, **named):
        self.before = list(self)
        UserList.sort(self, *args, **named)
def down(a, b): return cmp(b, a)
s = Seen([1, 3, 2])
s.sort(down)
x = list(s), s.before, 1L
s.sort()
s.sort(key=lambda n: -n)
"""


def test_a_list_that_keeps_another():
    spaces = {}
    made = migrate(USER_LIST).text
    exec(made, spaces)
    assert spaces["x"] == ([3, 2, 1], [1, 3, 2], 1) and list(spaces["s"]) == [3, 2, 1]
    assert migrate(made).text == made


def test_another_class_of_that_name_sorts_in_its_own_way():
    text = "class UserList:\n    def sort(self, *a): pass\nclass A(UserList):\n"
    check_untouched(RULE, text + "    def sort(self, *a): UserList.sort(self, *a)\n", python2=True)
