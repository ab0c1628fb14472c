"""What a subclass of Thread reaches through the mangling of its names."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "thread_internals"


@pytest.mark.parametrize(
    "text",
    [
        "self._Thread__stop()\n",
        "x = '_Thread__target'\n",
        "class Thread:\n    def __target(self): pass\n    def f(self): return self._Thread__target\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self._Thread__kwargs", "self._kwargs"),
        ("getattr(t, '_Thread__args', ())", "getattr(t, '_args', ())"),
    ],
)
def test_renames(before, after):
    check_rule(RULE, f"x = {before}\n", f"x = {after}\n")


def test_the_result_of_a_thread():
    text = (
        "from threading import Thread\nclass T(Thread):\n    def run(self):\n"
        "        self.r = self._Thread__target(*self._Thread__args, **self._Thread__kwargs)\n"
        "t = T(target=pow, args=(2, 5))\nt.start()\nt.join()\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["t"].r == 32
