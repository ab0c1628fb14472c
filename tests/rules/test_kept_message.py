"""Exceptions that are asked for the message they were given."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "kept_message"
CLASS = "class E(Exception):\n    def __init__(self, a, b=None):\n        "
READ = "print(found[0].message)\n"


@pytest.mark.parametrize(
    "text",
    [
        f"{CLASS}Exception.__init__(self, a)\n",
        f"{CLASS}Exception.__init__(self, a)\nx.message = 1\n",
        f"{CLASS}Exception.__init__(self, a, b)\n{READ}",
        f"{CLASS}Exception.__init__(self)\n{READ}",
        f"{CLASS}Exception.__init__(self, *a)\n{READ}",
        f"{CLASS}self.message = a\n        Exception.__init__(self, a)\n{READ}",
        f"{CLASS}Exception.__init__(self, a); self.b = b\n{READ}",
        f"{CLASS}Base.__init__(self, a)\n{READ}",
        f"{CLASS}Exception.__init__(self, a)\n    message = property(f)\n{READ}",
        f"{CLASS.replace('Exception', 'Base')}super(E, self).__init__(a)\n{READ}",
        f"{CLASS.replace('Exception', 'object')}super(E, self).__init__(a)\n{READ}",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "call",
    ["Exception.__init__(self, a)", "super(E, self).__init__('%s in %s' % (a, b))"],
)
def test_the_message_is_kept(call):
    before = f"{CLASS}{call}\n        self.b = b\n"
    kept = f"{CLASS}{call}\n        self.message = self.args[0]\n        self.b = b\n"
    outcome = check_rule(
        RULE,
        before + "def said(e): return e.message\n",
        kept + "def said(e): return e.message\n",
        python2=True,
    )
    names = {}
    exec(outcome.text, names)
    assert names["said"](names["E"]("c", "d")) in ("c", "c in d")
