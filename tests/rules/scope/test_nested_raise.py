"""`raise` alone, after a try inside the clause."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "nested_raise"


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    f()\nexcept E:\n    raise\n",
        "try:\n    f()\nexcept E:\n    try:\n        g()\n    finally:\n        h()\n    raise\n",
        "try:\n    f()\nexcept E:\n    try:\n        g()\n    except F:\n        return_ = 1\n        raise\n",
        "try:\n    f()\nexcept E:\n    try:\n        g()\n    except F:\n        raise H()\n    raise\n",
        "try:\n    f()\nexcept E:\n    def g():\n        try: h()\n        except F: pass\n    raise\n",
        "try:\n    f()\nexcept F:\n    ok = 0\ntry:\n    g()\nexcept E:\n    raise\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_what_was_caught_last_is_raised():
    text = (
        "def work(first, second):\n    try:\n        first()\n    except KeyError:\n        if second:\n"
        "            try:\n                second()\n            except IndexError:\n                pass\n"
        "        raise\n"
        "def shown(*given):\n    try:\n        work(*given)\n    except Exception, e:\n"
        "        return e.__class__.__name__\n"
        "def key(): return {}[1]\ndef index(): return [][1]\n"
        "x = shown(key, index), shown(key, None), shown(key, len), shown(key, str)\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == ("IndexError", "KeyError", "TypeError", "KeyError")  # as on Python 2.7
