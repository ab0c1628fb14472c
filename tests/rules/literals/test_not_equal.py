"""a <> b → a != b."""

from rules.checking import check_rule, check_untouched


def test_leaves_text_and_comments():
    check_untouched("not_equal", "a = '<>'  # a <> b\n")


def test_rewrites():
    check_rule("not_equal", "if a<>b and c <> d: pass\n", "if a!=b and c != d: pass\n")
