"""oct(n) → '0%o' % n."""

from rules.checking import check_rule, check_untouched

from environment.traces import Exactness
from migration.rules.literals.oct_text import HELPER


def test_leaves_a_file_not_known_to_be_python2():
    check_untouched("oct_text", "a = oct(8)\n")


def test_leaves_a_function_of_that_name():
    check_untouched("oct_text", "def oct(n): pass\noct(8)\n", python2=True)


def test_the_builtin_as_a_value():
    head = HELPER.strip() + "\n\n\n"
    check_rule("oct_text", "a = map(oct, b)\n", head + "a = map(octal_text, b)\n", python2=True)
    check_untouched("oct_text", "def f(oct):\n    return map(oct, b)\n", python2=True)
    space = {}
    exec(HELPER, space)
    assert [space["octal_text"](n) for n in (-8, 0, 7, 511)] == ["-010", "0", "07", "0777"]


def test_writes_the_old_text():
    before, after = "a = oct(8), oct(0), oct(-8), oct(-0)\n", "a = '010', '0', '-010', '0'\n"
    check_rule("oct_text", before, after, python2=True, exactness=Exactness.EXACT)


def test_what_is_no_number_may_be_zero_or_negative():
    head = HELPER.strip() + "\n\n\n"
    for value in ("n", "b + 1", "os.stat(f).st_mode & 7"):
        check_rule(
            "oct_text", f"a = oct({value})[1:]\n", f"{head}a = octal_text({value})[1:]\n", python2=True
        )


def test_what_is_cut_by_a_length_that_was_chosen():
    text = (
        "import sys\nif sys.version_info[0] == 2:\n    N = 1\nelse:\n    N = 2\ndef f(x): return oct(x)[N:]\n"
    )
    check_untouched("oct_text", text, python2=True)
