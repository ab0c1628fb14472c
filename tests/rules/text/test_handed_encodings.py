"""Encoded text that other files hand over."""

import pytest
from rules.checking import PROOF, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "handed_encodings"
CALLEE = "def f(d, form):\n    return d.strftime(form)\n"


def migrated(caller: str, callee: str = CALLEE) -> str:
    files = {"p/__init__.py": "", "p/a.py": callee + PROOF, "p/b.py": "from p.a import f\n" + caller + PROOF}
    return run(RULE, files["p/a.py"], key="p/a.py", index=RepositoryIndex(files, files.__getitem__)).text


def test_leaves_what_no_other_file_calls() -> None:
    check_untouched(RULE, CALLEE + "f(d, x.encode('utf-8'))\n", python2=True)


@pytest.mark.parametrize(
    "call",
    [
        "f(d, x.encode('utf-8'))\n",
        "f(d, form=x.encode('utf-8'))\n",
        "form = x.encode('utf-8')\ny = f(d, form)\n",
        "f(d, '%Y')\nf(d, x.encode('utf-8'))\n",
    ],
)
def test_is_text_where_text_alone_is_taken(call: str) -> None:
    assert "d.strftime(as_text(form))" in migrated(call)


@pytest.mark.parametrize(
    "call",
    ["f(d, '%Y')\n", "f(x.encode('utf-8'), '%Y')\n", "f(d, g(x.encode('utf-8')))\n", "x.encode('utf-8')\n"],
)
def test_leaves_what_is_handed_text(call: str) -> None:
    assert "d.strftime(form)" in migrated(call)


@pytest.mark.parametrize(
    ("use", "made"),
    [
        ("    return form.replace('&', '&amp;')\n", "as_text(form).replace('&'"),
        ("    return '<' + form\n", "'<' + as_text(form)"),
        ("    for c in form:\n        if c == '\"': d.append(c)\n", "for c in as_text(form):"),
    ],
)
def test_is_text_where_native_text_meets_it(use: str, made: str) -> None:
    callee = "def f(d, form):\n" + use
    assert made in migrated("f(d, x.encode('utf-8'))\n", callee)
    assert "as_text" not in migrated("f(d, x)\n", callee)
    asked = callee.replace("form):\n", "form):\n    if isinstance(form, str): pass\n", 1)
    assert "as_text" not in migrated("f(d, x.encode('utf-8'))\n", asked)


def test_whoever_has_a_method_of_the_name() -> None:
    own = "class Lang:\n    def strftime(self, x): return x\n"
    assert "d.strftime(as_text(form))" in migrated("f(d, x.encode('utf-8'))\n", own + CALLEE)


def test_leaves_what_octets_may_be_given_to() -> None:
    assert "as_text" not in migrated("f(d, x.encode('utf-8'))\n", CALLEE.replace("strftime", "send"))
    changed = CALLEE.replace("    return", "    form = '%Y'\n    return")
    assert "as_text" not in migrated("f(d, x.encode('utf-8'))\n", changed)
