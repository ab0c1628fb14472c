"""Requests that keep a method of their own."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "request_method"
CLASS = "import urllib2\nclass R(urllib2.Request):\n{}    def get_method(self): return self.method or {}\n"
KEPT = "    def __init__(self, method=None): self.method = method\n"
CHOSEN = '("GET" if self.data is None else "POST")'


@pytest.mark.parametrize("kept", [KEPT, "    method = None\n"])
@pytest.mark.parametrize("asked", ["urllib2.Request.get_method(self)", "super(R, self).get_method()"])
def test_the_library_chose_by_the_data(kept, asked):
    check_rule(RULE, CLASS.format(kept, asked), CLASS.format(kept, CHOSEN), python2=True)


@pytest.mark.parametrize(
    "text",
    [
        CLASS.format("    verb = None\n", "urllib2.Request.get_method(self)"),
        CLASS.format(KEPT, "other.get_method()"),
        CLASS.format(KEPT, "urllib2.Request.get_method(self)").replace("(urllib2.Request):", "(Base):"),
        "import urllib2\nx = urllib2.Request(u).get_method()\n",
    ],
)
def test_what_has_no_method_of_its_own_or_asks_another(text):
    check_untouched(RULE, text, python2=True)


def test_a_class_of_the_program_is_asked():
    text = CLASS.format(KEPT, "'HEAD'") + (
        "class S(R):\n    method = None\n    def get_method(self): return super(S, self).get_method() + '!'\n"
    )
    check_untouched(RULE, text, python2=True)


def test_a_base_keeps_the_method():
    text = f"import urllib2\nclass B(urllib2.Request):\n{KEPT}class R(B):\n    def get_method(self): return {{}}\n"
    check_rule(RULE, text.format("urllib2.Request.get_method(self)"), text.format(CHOSEN), python2=True)
