"""xrange(n) → range(n)."""

from rules.checking import check_rule, check_untouched


def test_leaves_a_name_the_file_binds_itself():
    check_untouched("xrange", "def f(xrange):\n    return xrange(3)\n")
    check_untouched("xrange", "try:\n    xrange\nexcept NameError:\n    xrange = range\nxrange(3)\n")


def test_leaves_a_version_test():
    check_untouched(
        "xrange", "import sys\nif sys.version_info[0] < 3:\n    r = xrange\nelse:\n    r = range\n"
    )


def test_leaves_attributes_and_text():
    check_untouched("xrange", "a.xrange(1)\nb = 'xrange(3)'  # xrange\n")


def test_renames_the_builtin():
    check_rule(
        "xrange",
        "a = [xrange(n) for n in xrange(3)]\nb = xrange\n",
        "a = [range(n) for n in range(3)]\nb = range\n",
    )
