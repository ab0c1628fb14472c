"""re.escape() that is shown."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

RULE = "escaped_patterns"
NEW = r"re.sub(r'([^a-zA-Z0-9])', r'\\\1', {})"


@pytest.mark.parametrize(
    "text",
    [
        "import re\nx = re.compile(re.escape(y))\n",
        "import re\nx = re.escape(y) + '$'\n",
        "import re\nx = re.escape(y) == z\n",
        "import re\nx = re.sub('(?m)%s$' % re.escape(y), '', z)\n",
        "import cgi\nprint(cgi.escape(y))\n",
        "def escape(s): return s\nprint(escape(y))\n",
    ],
)
def test_leaves_what_is_only_to_match(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "import re\nprint(re.escape(y))\n")


@pytest.mark.parametrize(
    "text",
    [
        "print({})\n",
        "x = repr({})\n",
        "x = {} == 'a'\n",
        "self.assertEqual({}, 'a')\n",
        "print('%s %s' % (1, {}))\n",
    ],
)
def test_escapes_as_python_2_did(text):
    text = "import re\n" + text
    check_rule(RULE, text.format("re.escape(y)"), text.format(NEW.format("y")), python2=True)


def test_what_is_written_works():
    import re

    assert eval(NEW.format("'a_b-c'"), {"re": re}) == r"a\_b\-c"


def test_what_a_function_of_the_file_shows():
    shows = "import re, sys\ndef out(*a):\n    sys.stdout.write(' '.join(str(x) for x in a))\n"
    after = run(RULE, f"{shows}out(re.escape(a), len(re.escape(b)))\n{PROOF}").text
    assert after.count("re.sub(") == 2
