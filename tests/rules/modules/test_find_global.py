"""up.find_global = f."""

import pickle

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "find_global"
LOAD = (
    "import cPickle\nfrom cStringIO import StringIO\ndef refuse(module, name):\n"
    "    raise cPickle.UnpicklingError('%s.%s' % (module, name))\n"
    "def loads(text):\n    up = cPickle.Unpickler(StringIO(text))\n    up.find_global = {}\n    return up.load()\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "import pickle\nup = make(f)\nup.find_global = g\n",
        "import pickle\nup = pickle.Unpickler(f)\nx = up.find_global\n",
        "up = Unpickler(f)\nup.find_global = g\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize("given", ["refuse", "None"])
def test_what_is_not_allowed_is_refused(given):
    spaces = {}
    exec(migrate(LOAD.format(given)).text, spaces)
    assert spaces["loads"](pickle.dumps([1, 2])) == [1, 2]
    with pytest.raises(pickle.UnpicklingError):
        spaces["loads"](b"cos\nsystem\n(S'true'\ntR.")
