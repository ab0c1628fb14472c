"""Classes that know their keys by has_key."""

import pytest
from rules.checking import PROOF, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "contains_method"
CLASS = "class M:\n    def has_key(self, key):\n        return key == 1\n"


def of_a_repository(text: str, other: str = "def f(m): return m.has_key(1)\n") -> str:
    texts = {"p/a.py": text + PROOF, "p/b.py": other}
    return run(RULE, texts["p/a.py"], key="p/a.py", index=RepositoryIndex(texts, texts.get)).text


@pytest.mark.parametrize(
    "text",
    [
        CLASS + "    def __contains__(self, key):\n        return 2\n",
        CLASS + "    def __iter__(self):\n        return iter([1])\n",
        "class B:\n    def __iter__(self): pass\n" + CLASS.replace("M:", "M(B):"),
        CLASS.replace("M:", "M(dict):"),
        CLASS.replace("M:", "M(other.Base):"),
        CLASS.replace("    def", "    @property\n    def"),
        CLASS.replace("self, key", "self"),
        CLASS.replace("self, key", "self, key, other"),
        "class M:\n    has_key = f\n",
    ],
)
def test_untouched(text):
    check_untouched(RULE, text + "def f(m): return m.has_key(1)\n", python2=True)


def test_where_nobody_else_asks():
    assert "__contains__" not in of_a_repository(CLASS, "def f(m): return 1 in m\n")


def test_in_asks_it_too():
    text = (
        CLASS + "    def __getitem__(self, key):\n        return 'one'\n"
        "class N(M):\n    def has_key(self, key):\n        return 1\n"
    )
    made = of_a_repository(text)
    assert made.count("__contains__") == 2
    names = {}
    exec(made, names)
    assert 1 in names["M"]() and 2 not in names["M"]() and 2 in names["N"]()


def test_at_the_end_of_a_file():
    texts = {"a.py": PROOF + CLASS.rstrip("\n"), "b.py": "m.has_key(1)\n"}
    made = run(RULE, texts["a.py"], key="a.py", index=RepositoryIndex(texts, texts.get)).text
    assert made.endswith(
        "        return key == 1\n\n    def __contains__(self, key):\n        return self.has_key(key)\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "class M:\n    def has_key(self, key):\n        return key in self\n",
        CLASS + "    def __getitem__(self, i):\n        return self.v[i]\n",
        CLASS + "class N(M):\n    def __iter__(self):\n        return iter([1])\n",
    ],
)
def test_what_is_gone_through_stays(text):
    check_untouched(RULE, text + "def f(m): return m.has_key(1)\n", python2=True)
