"""Exceptions that are asked for the message they were given."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "kept_message"
CLASS = "class E(Exception):\n    def __init__(self, a, b=None):\n        "
OWN = CLASS.replace("Exception", "Base")
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
        f"class Base(Exception):\n    def __init__(self, a): pass\n{OWN}Base.__init__(self, a)\n{READ}",
        f"class Base(Exception):\n    message = None\n{OWN}Exception.__init__(self, a)\n{READ}",
        f"class Base(Exception):\n    __slots__ = ('x',)\n{OWN}Base.__init__(self, a)\n{READ}",
        f"class Base(object): 'of no Exception'\n{OWN}Base.__init__(self, a)\n{READ}",
        f"{CLASS}setattr(self, b, a)\n        Exception.__init__(self, a)\n{READ}",
        f"{CLASS}self.__dict__.update(b)\n        Exception.__init__(self, a)\n{READ}",
        f"{CLASS}Exception.__init__(self, a)\n    def __setattr__(self, n, v): raise TypeError(n)\n{READ}",
        f"class Base(Exception):\n    def __setattr__(self, n, v): 'no'\n{OWN}Base.__init__(self, a)\n{READ}",
        f"from lib import Base, Error\nclass Other(Error): pass\n{OWN}Exception.__init__(self, a)\n{READ}",
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


def test_the_body_of_a_single_line_stays_one():
    before = "class E(Exception):\n    def __init__(self, a): Exception.__init__(self, a)  # as given\n"
    after = before.replace("(self, a)  #", "(self, a); self.message = self.args[0]  #")
    said = "def said(e): return e.message\n"
    outcome = check_rule(RULE, before + said, after + said, python2=True)
    names = {}
    exec(outcome.text, names)
    assert names["said"](names["E"]("c")) == "c"


@pytest.mark.parametrize(
    "call", ["Exception.__init__(self, a)", "Base.__init__(self, a)", "super(E, self).__init__(a)"]
)
def test_a_class_of_the_file_is_between(call):
    before = f"class Mixin(object): pass\nclass Base(Mixin, Exception): pass\n{OWN}{call}\n"
    outcome = check_rule(
        RULE,
        f"{before}def said(e): return e.message\n",
        f"{before}        self.message = self.args[0]\ndef said(e): return e.message\n",
        python2=True,
    )
    names = {}
    exec(outcome.text, names)
    assert names["said"](names["E"]("c", "d")) == "c"


@pytest.mark.parametrize(
    ("call", "body", "kept"),
    [
        ("Exception.__init__(self, a)", "pass", True),
        ("Base.__init__(self, a)", "def __init__(self, a): pass", False),
        ("super(E, self).__init__(a)", "def __init__(self, a): pass", False),
        ("Exception.__init__(self, a)", "message = None", False),
        ("Exception.__init__(self, a)", "def message(self): pass", False),
        ("Exception.__init__(self, a)", "def __setattr__(self, name, value): raise TypeError(name)", False),
    ],
)
def test_a_class_of_another_file_is_between(call, body, kept):
    text = f"from p.base import Base\nclass X(Exception): pass\n{OWN}{call}\nn = 1L\n"
    texts = {
        "p/__init__.py": "",
        "p/a.py": text,
        "p/base.py": f"class Base(Exception):\n    {body}\n",
        "p/c.py": "def said(e): return e.message\n",
    }
    made = run(RULE, text, "p/a.py", RepositoryIndex(texts, texts.get)).text
    assert ("self.message = self.args[0]" in made) == kept
