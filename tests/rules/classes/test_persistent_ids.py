"""Hooks of picklers."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "persistent_ids"


@pytest.mark.parametrize(
    "text",
    [
        "p.persistent_id = None\n",
        "pickler.persistent_id = f\n",
        "pickler.persistent_load = None\n",
        "pickler.memo = None\nx = pickler.persistent_id\n",
        "unpickler.persistent_id = None\n",
        "pickler.persistent_id = x = None\n",
        "pickler = Row()\npickler.persistent_id = None\n",
        "class A:\n    def f(self):\n        self.persistent_id = None\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    "text",
    [
        "def f(pickler):\n    pickler.persistent_id = None\n",
        "import cPickle\np = cPickle.Pickler(f)\np.persistent_id = None\n",
        "import pickle\nclass A:\n    def __init__(self):\n        self.p = pickle.Pickler(f)\n"
        "    def close(self):\n        self.p.persistent_id = None\n        self.p = None\n",
        "class A:\n    def close(self):\n        self._pickler.persistent_id = None\n",
    ],
)
def test_asks_a_function(text):
    check_rule(RULE, text, text.replace("persistent_id = None", "persistent_id = lambda value: None"))
