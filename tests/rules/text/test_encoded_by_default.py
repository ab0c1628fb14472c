"""Text that the default codec makes native."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "encoded_by_default"


@pytest.mark.parametrize(
    "text",
    [
        "self.x = y.encode('utf-8')\n",
        "x = y.encode()\n",
        "f(y.encode())\n",
        "if type(x) == type(''):\n    x = x.encode()\n",
        "if isinstance(x, unicode):\n    z = x.encode()\n",
        "class M:\n    def encode(self): return ''\nself.x = M().encode()\n",
        "from email.header import Header\nx = '%s: %s' % (n, Header(v).encode())\n",
        "from email.header import Header\nh = Header(v)\nx = '%s: %s' % (n, h.encode())\n",
        "from other import Marked\nx = '%s: %s' % (n, Marked(v).encode())\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize("made", ["def T(s): return unicode(s)\n", "class T(unicode): pass\n"])
def test_what_the_file_makes_of_text_is_text(made):
    assert (
        'T(\'a\').encode("ascii").decode("ascii")'
        in run(RULE, made + "d['t'] = T('a').encode()\nn = 1L\n").text
    )


def test_only_python_2_has_that_codec():
    check_untouched(RULE, "self.x = y.encode()\n")


@pytest.mark.parametrize(
    "text", ["self.x = {}\n", "x.append(({}, 1))\n", "x = [{}]\n", "x = {{'a': {}}}\n", "x[0] = {}\n"]
)
def test_stays_text(text):
    made = 'y.encode("ascii").decode("ascii")'
    check_rule(RULE, text.format("y.encode()"), text.format(made), python2=True)


@pytest.mark.parametrize("test", ["type(y) == type(u'')", "isinstance(y, unicode)", "type(y) is unicode"])
def test_what_is_found_to_be_text_becomes_native(test):
    text = f"if {test}:\n    y = y.encode()\n"
    check_rule(RULE, text, text.replace(".encode()", '.encode("ascii").decode("ascii")'), python2=True)
    text = f"if {test}:\n    z.append(y.encode())\n"
    check_rule(RULE, text, text.replace(".encode()", '.encode("ascii").decode("ascii")'), python2=True)
