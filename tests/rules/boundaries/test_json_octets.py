"""json.dumps of octets."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "json_octets"
READ = "import json, base64\nraw = open(p, 'rb').read()\n"


@pytest.mark.parametrize(
    "text",
    [
        READ + "json.dumps(x)\n",
        READ + "json.dumps({'a': 'b', 'c': raw.decode('utf-8')})\n",
        READ + "pickle.dumps({'a': raw})\n",
        READ + "json.loads(raw)\n",
        READ + "json.dumps({'a': len(raw)})\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, READ + "import asyncio\njson.dumps({'a': raw})\n")


@pytest.mark.parametrize("data", ["{'a': RAW}", "[RAW, 1]", "(RAW, {'b': [RAW]})", "RAW"])
def test_text_of_what_is_octets(data):
    before, after = (READ + f"json.dumps({data.replace('RAW', r)})\n" for r in ("raw", 'raw.decode("utf-8")'))
    check_rule(RULE, before, after, python2=True)


def test_data_under_a_name():
    before = READ + "d = {'a': raw}\njson.dump(d, f)\n"
    check_rule(RULE, before, before.replace("'a': raw", "'a': raw.decode(\"utf-8\")"), python2=True)
