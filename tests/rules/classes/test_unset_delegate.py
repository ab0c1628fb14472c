"""Objects that ask another one for all they lack."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "unset_delegate"
HEAD = "import copy, pickle\nclass P(object):\n    def __init__(self, x):\n        self.x = x\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "    def __getattr__(self, name):\n        return getattr(self.__dict__['x'], name)\n",
        HEAD + "    def __getattr__(self, name):\n        if name[:2] == '__': raise AttributeError\n"
        "        return getattr(self.x, name)\n",
        HEAD + "    x = None\n    def __getattr__(self, name):\n        return getattr(self.x, name)\n",
        HEAD + "    def __setstate__(self, s): pass\n    def __getattr__(self, name):\n        return self.x\n",
        HEAD + "    def __getattr__(self, name): return getattr(self.x, name)\n",
        HEAD.replace("copy, pickle", "os") + "    def __getattr__(self, name):\n        return getattr(self.x, name)\n",
    ],
)  # fmt: skip
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    text = HEAD + "    def __getattr__(self, name):\n        return getattr(self.x, name)\n"
    check_untouched(RULE, "import asyncio\n" + text)


@pytest.mark.parametrize("attribute", ["x", "__x"])
def test_can_be_copied(attribute):
    text = HEAD.replace("self.x", f"self.{attribute}")
    text += f"    def __getattr__(self, name):\n        '''Of x.'''\n        return getattr(self.{attribute}, name)\n"
    text += "y = copy.copy(P('a')).upper(), copy.deepcopy(P('b')).upper()\nn = 1L\n"
    spaces: dict[str, object] = {}
    exec(migrate(text).text, spaces)
    assert spaces["y"] == ("A", "B")


def test_of_several():
    text = HEAD.replace("= x\n", "= x\n        self.y = 1\n")
    text += "    def __getattr__(self, name):\n        return getattr(self.x, name) or self.y\nn = 1L\n"
    assert 'if name in ("x", "y"):' in migrate(text).text
