"""json.dumps(encoding=)."""

import pytest
from rules.checking import check_rule, check_untouched

from environment.traces import Exactness

RULE = "json_arguments"


@pytest.mark.parametrize(
    "text",
    [
        "import json\njson.dumps(a)\n",
        "import json\njson.dumps(a, indent=1)\n",
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


@pytest.mark.parametrize(
    "call",
    [
        "json.dumps(a, indent=None)",
        "json.dumps(a, indent=1, separators=(',', ':'))",
        "json.dumps(a, indent=1, **more)",
        "json.loads(a)",
    ],
)
def test_leaves_output_that_is_the_same(call):
    check_untouched(RULE, f"import json\n{call}\n", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "json.dumps(a, indent=1, sort_keys=True)",
            "json.dumps(a, indent=1, separators=(', ', ': '), sort_keys=True)",
        ),
        ("json.dump(a, f, indent=n)", "json.dump(a, f, indent=n, separators=(', ', ': '))"),
        ("json.dumps(a, indent=1, encoding='utf-8')", "json.dumps(a, indent=1, separators=(', ', ': '))"),
    ],
)
def test_keeps_the_blanks_of_indented_output(before, after):
    check_rule(
        RULE, f"import json\n{before}\n", f"import json\n{after}\n", python2=True, exactness=Exactness.EXACT
    )
