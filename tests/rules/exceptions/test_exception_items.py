"""class E(Exception) gets __getitem__ where its instances are kept and read by position."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "exception_items"
CLASS = "class E(Exception):\n    x = 1\n"
METHOD = "\n    def __getitem__(self, index):\n        return self.args[index]\n"
USE = "def read(a):\n    {}\ndef g():\n    kept = []\n    try:\n        f()\n    except E as e:\n        {}\n"


@pytest.mark.parametrize(
    ("body", "handler"),
    [
        ("return a", "read(e)"),
        ("return a['x']", "read(e)"),
        ("return a[0]", "log(e)"),
        ("return a[0]", "kept.append(e); read(kept)"),
        ("return a[0][1]", "kept.append(e)"),
        ("a.sort(key=len)", "kept.append(e); read(kept)"),
    ],
)
def test_leaves_what_is_not_read_by_position(body, handler):
    check_untouched(RULE, CLASS + USE.format(body, handler), python2=True)


def test_leaves_python_3_and_classes_with_items_of_their_own():
    text = USE.format("return a[0]", "read(e)")
    check_untouched(RULE, CLASS + text)
    check_untouched(
        RULE, "class E(Exception):\n    def __getitem__(self, i): return i\n" + text, python2=True
    )
    check_untouched(RULE, "class E(Exception):\n    def __iter__(self): return i\n" + text, python2=True)
    check_untouched(RULE, "class E(tuple):\n    x = 1\n" + text, python2=True)


@pytest.mark.parametrize(
    ("body", "handler"),
    [
        ("return a[0]", "read(e)"),
        ("return a[0]", "self.read(1, e)"),
        ("return a[0][1]", "kept.append(e); read(kept)"),
        ("return [b[1] for b in a]", "kept.append(e); read(kept)"),
        ("for b in a:\n        c = b[1]", "kept.append(e)\n    read(kept)"),
        ("pass", "kept.append(e)\n    return kept[0][1]"),
    ],
)
def test_defines_items(body, handler):
    parameters = "def read(self, n, a)" if "self" in handler else "def read(a)"
    text = USE.format(body, handler).replace("def read(a)", parameters)
    check_rule(RULE, CLASS + text, CLASS + METHOD + text, python2=True)


def test_an_order_by_item_reads_by_position():
    text = "import operator\n" + USE.format(
        "a.sort(key=operator.itemgetter(0))", "kept.append(e); read(kept)"
    )
    check_rule(RULE, CLASS + text, CLASS + METHOD + text, python2=True)


def test_the_base_in_this_file_gets_them():
    low = "class L(E):\n    y = 1\n"
    text = USE.format("return a[0]", "read(e)").replace("except E", "except L")
    check_rule(RULE, CLASS + low + text, CLASS + METHOD + low + text, python2=True)
