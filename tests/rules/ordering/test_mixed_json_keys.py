"""Keys of different types, in an order."""

import pytest
from rules.checking import check_untouched, run

RULE = "mixed_json_keys"


@pytest.mark.parametrize(
    "call",
    [
        "json.dumps({1: 2, 'b': 3})",
        "json.dumps({1: 2, 'b': 3}, sort_keys=False)",
        "json.dumps({1: 2, 'b': 3}, sort_keys=c)",
        "json.dumps({'a': 2, 'b': [3, None, 'x']}, sort_keys=True)",
        "json.dumps({1: 2, 2.5: 3, True: 0}, sort_keys=True)",
        "json.dumps({x: 2, y: 3}, sort_keys=True)",
        "json.dumps(x, sort_keys=True)",
        "simple.dumps({1: 2, 'b': 3}, sort_keys=True)",
        "json.dumps([3, None, 'x'], sort_keys=True)",
    ],
)
def test_refuses(call):
    check_untouched(RULE, f"import json\na = {call}\n", python2=True)


def made(text):
    outcome = run(RULE, f"import json, io\n{text}n = 1L\n")
    assert run(RULE, outcome.text).text == outcome.text
    spaces = {}
    exec(outcome.text, spaces)
    return spaces["a"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("{'a': 2, None: 1, 1: 'x'}", '{"null": 1, "1": "x", "a": 2}'),
        ("[{'a': {2: 1, 'b': ()}, 'C': 0}]", '[{"C": 0, "a": {"2": 1, "b": []}}]'),
    ],
)
@pytest.mark.parametrize(
    "way", ["a = json.dumps({}, sort_keys=True)\n", "b = {}\na = json.dumps(b, sort_keys=1)\n"]
)
def test_keys_have_the_order_that_they_had(way, data, expected):
    assert made(way.format(data)) == expected


def test_files_and_other_arguments():
    text = "b = {'a': 1}\nb[3] = 2\nf = io.StringIO()\n"
    text += "json.dump(b, f, sort_keys=True, separators=(',', ':'))\na = f.getvalue()\n"
    assert made(text) == '{"3":2,"a":1}'
