# ruff: noqa: E501
"""Old-style classes with __getattr__."""

import subprocess
import sys

import pytest
from rules.checking import check_open, check_untouched, run

PROXY = "class P:\n    def __init__(self, t): self.__dict__['t'] = t\n    def __getattr__(self, n): return getattr(self.t, n)\n"


@pytest.mark.parametrize(
    "text",
    [
        PROXY.replace("class P", "class P(object)") + "len(P([]))\n",
        PROXY + "    def __len__(self): return 1\nlen(P([]))\n",
        "class P:\n    def __len__(self): return 1\nlen(P())\n",
        PROXY + "P([]).append(1)\n",
    ],
)
def test_leaves_what_needs_no_special_method(text):
    check_untouched("old_style_proxy", text)


def test_says_so_where_no_use_is_seen():
    check_open("old_style_proxy", PROXY, 1, python2=True)


def test_delegates_as_before():
    program = PROXY + (
        "p = P([1, 2])\np[0] = 7\ndel p[1]\n"
        "assert len(p) == 1 and p[0] == 7 and 7 in p and [x for x in p] == [7] and p + [8] == [7, 8]\n"
    )
    subprocess.run([sys.executable, "-c", run("old_style_proxy", program).text], check=True)
