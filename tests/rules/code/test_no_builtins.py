"""Code that is run without builtins."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "no_builtins"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = eval(y, {'__builtins__': None}, z)", "x = eval(y, {'__builtins__': {}}, z)"),
        ("n = {'a': None, '__builtins__': None}", "n = {'a': None, '__builtins__': {}}"),
        ("n['__builtins__'] = None", "n['__builtins__'] = {}"),
    ],
)
def test_an_empty_table_stands_for_none(before, after):
    check_rule(RULE, f"{before}\n", f"{after}\n", python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "n = {'__builtins__': {}}",
        "n = {'__builtins__': safe}",
        "x = n['__builtins__']",
        "n = {'a': '__builtins__', 'b': None}",
    ],
)
def test_what_has_some_stays(text):
    check_untouched(RULE, f"{text}\n", python2=True)


def test_a_name_that_is_not_found_is_a_name_error():
    with pytest.raises(NameError):
        eval("open", {"__builtins__": {}})
    with pytest.raises(TypeError):
        eval("open", {"__builtins__": None})


@pytest.mark.parametrize(
    "text",
    ["n['__builtins__'] = x = None", "n['__builtins__'] = None\nif n['__builtins__'] is None: f()",
     "n = {'__builtins__': None}\nx = n.get('__builtins__')"],
)  # fmt: skip
def test_what_is_asked_for_or_given_to_others_too_stays(text):
    check_untouched(RULE, f"{text}\n", python2=True)
