"""json.dumps(encoding=)."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "json_arguments"


@pytest.mark.parametrize(
    "text",
    [
        "import json\njson.dumps(a)\n",
        "demjson.encode(a, encoding='utf-8')\n",
        "json = f()\njson.dumps(a, encoding='utf-8')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import json\njson.loads(a, encoding='latin-1')\n", "import json\njson.loads(a)\n"),
        ("from json import load\nload(encoding='utf8', fp=f)\n", "from json import load\nload(fp=f)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
