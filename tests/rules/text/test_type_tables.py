"""Tables by type."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

RULE = "type_tables"


@pytest.mark.parametrize(
    "text",
    [
        "x = {int: f, str: g}\n",
        "x = {'int': f, 'long': g}\n",
        "long = 1\nx = {int: f, long: g}\n",
        "x = {int: f, **long}\n",
        "x = [int, long]\nlong = 2\n",
        "x = {str: f, unicode: g}\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = {int: f, long: g, str: h}\n", "x = {int: f, str: h}\n"),
        ("x = {long: g, int: f}\n", "x = {int: f}\n"),
        ("x = {int: f,\n     long: g,\n     }\n", "x = {int: f,\n     }\n"),
        (
            "x = {\n    int: f,  # ints\n    long: g,  # longs\n    str: h,  # texts\n}\n",
            "x = {\n    int: f,  # ints\n    str: h,  # texts\n}\n",
        ),
        ("x = {\n    long: g,\n    # all else\n    int: f,\n}\n", "x = {\n    # all else\n    int: f,\n}\n"),
        ("x = {str: f, int: g, long: (lambda v: v)}\n", "x = {str: f, int: g}\n"),
        (
            "from types import IntType, LongType\nx = {IntType: f, LongType: g}\n",
            "from types import IntType, LongType\nx = {IntType: f}\n",
        ),
    ],
)
def test_the_usual_one_stays(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "a = {str: f, unicode: lambda x: f(x.encode('utf-8')), list: g}\nn = 1L\n",
            "a = {str: f, list: g}\n",
        ),
        (
            "a = {unicode: f, str: lambda x: f(x.decode('utf-8'))}\nn = 1L\n",
            "a = {str: f}\n",
        ),
        (
            "from types import StringType, UnicodeType\n"
            "a = {StringType: f, UnicodeType: lambda x: f(x.encode('utf-8'))}\nn = 1L\n",
            "a = {str: f}\n",
        ),
        ("a = {str: f, unicode: g}\nn = 1L\n", "a = {str: f, str: g}\n"),
    ],
)
def test_what_makes_the_other_kind_of_string_goes(before, after):
    assert after in migrate(before).text


def test_what_all_strings_have_octets_have_too():
    check_rule("type_tables", "a = {str: 'text', unicode: 'text'}\n", "a = {str: 'text', bytes: 'text'}\n")
    before = "import types\na = {types.UnicodeType: f, types.StringType: f}\n"
    assert "{bytes: f, types.StringType: f}" in run("type_tables", before).text
    for text in ("a = {str: 's', unicode: 'u'}\n", "a = {str: f, unicode: f, bytes: f}\n"):
        check_untouched("type_tables", text)


NAMED = """def native(x, out):
    out.write(x)

def text(x, out):
    native(x.encode('utf-8'), out)

n = 1L
"""


def test_named_functions_are_read():
    assert "a = {str: native}\n" in migrate(NAMED + "a = {str: native, unicode: text}\n").text
    assert "a = {str: native, str: other}\n" in migrate(NAMED + "a = {str: native, unicode: other}\n").text


def test_entries_assigned_one_by_one():
    done = migrate(NAMED + "a = {}\na[str] = native\na[unicode] = text\na[int] = f\na[long] = g\n").text
    assert done.endswith("a = {}\na[str] = native\na[int] = f\n")
    done = migrate(NAMED + "a = {}\nb = {}\na[str] = native\nb[unicode] = text\n").text
    assert "b[str] = text" in done  # another table


def octets(text):
    text += PROOF
    return migrate(text, "p/a.py", octet_repository(text)).text


def test_where_octets_are_text_both_stay():
    done = octets(NAMED + "a = {str: native, unicode: text, int: f}\n")
    assert "a = {str: lambda *given: (text if is_text(given[0]) else native)(*given), int: f}\n" in done
    done = octets(NAMED + "a = {}\na[str] = native\na[unicode] = text\n")
    assert "a[str] = lambda *given: (text if is_text(given[0]) else native)(*given)\n" in done
    assert "a[str] = text" not in done
    # Names of a class are not seen by a function in its body.
    inside = (
        "class A:\n    def native(self, x): pass\n    def text(self, x): self.native(x.encode('utf-8'))\n"
    )
    assert "    a = {str: native}\n" in octets(inside + "    a = {str: native, unicode: text}\n")


def test_what_another_branch_has_is_no_entry_beside():
    text = "if k:\n    t[int] = f\nelse:\n    t[long] = g\nn = 1L\n"
    assert "    t[int] = g\n" in migrate(text).text


def test_what_is_made_of_the_argument_is_encoded_too():
    done = migrate("a = {str: f, unicode: lambda v: v.strip().encode('utf-8')}\nn = 1L\n").text
    assert "a = {str: f}\n" in done


def test_functions_that_take_other_arguments_are_not_called_alike():
    done = octets("a = {}\na[str] = lambda *a: a[0]\na[unicode] = lambda w, s: s.encode('utf-8')\nn = 1L\n")
    assert "given" not in done


KEPT = {
    "function": "def {}(*kinds):\n    def keep(f):\n        for kind in kinds: table[kind] = f\n        return f\n"
    "    return keep\n",
    "class": "class {}(object):\n    def __init__(self, kind): self.kind = kind\n"
    "    def __call__(self, f):\n        kind = self.kind\n        table[kind] = f\n        return f\n",
}
REGISTERED = (
    "@encoder(str)\ndef of_str(fd, item):\n    fd.write(item)\n"
    "{}def of_unicode(fd, item):\n    fd.write(item.encode('utf-8'))\n"
)


@pytest.mark.parametrize("by", KEPT)
def test_functions_that_decorators_put_into_a_table(by):
    head = KEPT[by].format("encoder")
    text = head + REGISTERED.format("@encoder(unicode)\n")
    check_rule(RULE, text, head + REGISTERED.format(""), python2=True)
    check_untouched(RULE, text.replace("@encoder(unicode)", "@decoder(unicode)"), python2=True)
    check_untouched(RULE, text.replace("encode(", "center("), python2=True)
    numbers = head + "@encoder(int)\ndef g(x): pass\n{}def h(x): pass\n"
    check_rule(RULE, numbers.format("@encoder(long)\n"), numbers.format(""), python2=True)


@pytest.mark.parametrize(
    "head",
    [
        "",
        "from mine import encoder\n",
        "def encoder(kind):\n    def expose(f):\n        f.kind = kind\n        return f\n    return expose\n",
        "def encoder(kind):\n    def expose(f):\n        routes.setdefault(kind, []).append(f)\n        return f\n"
        "    return expose\n",
    ],
)
def test_decorators_that_do_something_else_with_a_type(head):
    check_untouched(RULE, head + REGISTERED.format("@encoder(unicode)\n"), python2=True)
    check_untouched(
        RULE, head + "@encoder(int)\ndef g(x): pass\n@encoder(long)\ndef h(x): pass\n", python2=True
    )


def test_where_octets_are_text_the_function_of_strings_tells_text_apart():
    text = KEPT["function"].format("encoder") + REGISTERED.format("@encoder(unicode)\n").replace(
        "    fd.write(item)", '    """Octets."""\n    fd.write(item)'
    )
    made = run(RULE, text + PROOF, key="p/a.py", index=octet_repository(text)).text
    chosen = "    if is_text(item):\n        return of_unicode(fd, item)\n    fd.write(item)\n"
    assert f'    """Octets."""\n{chosen}' in made
    assert "@encoder(unicode)" not in made


@pytest.mark.parametrize(
    ("head", "gone"),
    [
        ("for t in [int, unicode]:\n    register(t, same)\n", "register(str, unicode)\n"),
        ("register(unicode, same)\n", "register(str, unicode)\n"),
        ("register(str, same)\n", "register(unicode, str)\n"),
    ],
)
def test_what_is_registered_to_make_one_string_of_the_other_goes(head, gone):
    check_rule(RULE, head + gone, head, python2=True)
    check_untouched(RULE, head.replace("register", "other") + gone, python2=True)
    check_untouched(RULE, head + gone.replace("str", "int"), python2=True)
