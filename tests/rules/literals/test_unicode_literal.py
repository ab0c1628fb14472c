"""u'text' → 'text'."""

from rules.checking import check_rule, check_untouched


def test_leaves_a_file_not_known_to_be_python2():
    check_untouched("unicode_literal", "a = u'x'\n")


def test_leaves_escapes_and_text():
    check_untouched("unicode_literal", "a = u'\\u00e9'\nb = \"u'x'\"  # u'x'\n", python2=True)


def test_drops_the_prefix():
    check_rule(
        "unicode_literal", "a = u'x' U\"y\"\nb = u'''z'''\n", "a = 'x' \"y\"\nb = '''z'''\n", python2=True
    )
