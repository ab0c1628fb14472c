"""urllib.always_safe."""

import urllib.parse

import pytest
from rules.checking import check_rule, check_untouched

RULE = "always_safe"


@pytest.mark.parametrize(
    "text",
    [
        "import urllib\nurllib.always_safe = 'a'\n",
        "import urllib\nurllib.always_safe -= 'a'\n",
        "import urllib.parse\nurllib.parse.always_safe\n",
        "from mine import urllib\nurllib.always_safe += 'a'\n",
        "x.always_safe += always_safe\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_quote_leaves_more_as_it_is():
    before = "import urllib\nurllib.always_safe += a or b\n"
    outcome = check_rule(
        RULE,
        before,
        "import urllib.parse\nimport urllib\nurllib.parse._ALWAYS_SAFE |= frozenset((a or b).encode('ascii'))\n",
    )
    names = {"a": "!", "b": ""}
    before = urllib.parse._ALWAYS_SAFE
    # What has been quoted in this process before is kept with the characters that were safe then.
    urllib.parse._byte_quoter_factory.cache_clear()
    try:
        exec(outcome.text + "quoted = urllib.parse.quote('!?')\n", names)
    finally:
        urllib.parse._ALWAYS_SAFE = before
        urllib.parse._byte_quoter_factory.cache_clear()
    assert names["quoted"] == "!%3F"
