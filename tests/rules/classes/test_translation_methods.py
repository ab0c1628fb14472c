"""Translations of a program's own that the library asks."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

RULE = "translation_methods"
FALLBACK = """from gettext import NullTranslations

class Missing(object):
    def ugettext(self, message):
        raise KeyError(message)  # there is none

    def ungettext(self, one, many, n):
        return one if n == 1 else many

def made(kind):
    catalog = NullTranslations()
    catalog.add_fallback({})
    return catalog
"""


def test_a_fallback_is_asked_by_the_new_names():
    done = run(RULE, FALLBACK.format("Missing()") + PROOF).text
    assert "# there is none\n\n    gettext = ugettext\n\n    def ungettext" in done
    namespace = {}
    exec(done, namespace)
    catalog = namespace["made"](None)
    with pytest.raises(KeyError):
        catalog.gettext("a")
    assert catalog.ngettext("a", "b", 2) == "b"
    assert run(RULE, done).text == done


@pytest.mark.parametrize("given", ["kind", "kind()", "kind.Missing()", "[Missing()]", "other(Missing())"])
def test_what_is_no_fallback_stays(given):
    check_untouched(RULE, FALLBACK.format(given), python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "class T(Base):\n    def ugettext(self, m):\n        return m\n",
        "from gettext import NullTranslations\nclass T(NullTranslations):\n    def ugettext(self, m):\n"
        "        return m\n    def gettext(self, m):\n        return m\n",
        "from gettext import NullTranslations\nclass T(NullTranslations):\n    def ugettext(self, m):\n"
        "        return m\n    gettext = ugettext\n",
        "from mine import NullTranslations\nclass T(NullTranslations):\n    def ugettext(self, m):\n        return m\n",
        "def ugettext(m):\n    return m\n",
        "from gettext import NullTranslations\nclass T(NullTranslations):\n    def ugettext(self, m): return m\n"
        "t = T()\nx = t.ugettext('a'), t.gettext('a')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_a_file_that_may_be_python_3_stays():
    check_untouched(RULE, FALLBACK.format("Missing()"))


def test_a_method_of_one_line():
    head = "from gettext import NullTranslations\nclass T(NullTranslations):\n"
    text = head + "    def ugettext(self, m): return '[%s]' % m  # so\n    def other(self): pass\nt = T()\n"
    after = text.replace("# so\n", "# so\n    gettext = ugettext\n")
    check_rule(RULE, text, after, python2=True)
