"""hmac.new without a digest."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "hmac_digest"


@pytest.mark.parametrize(
    "text",
    [
        "import hmac\nhmac.new(k, m, d)\n",
        "import hmac\nhmac.new(k, digestmod=d)\n",
        "import hmac\nhmac.new(*a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from hmac import new\nnew(k)\n", "from hmac import new\nnew(k, digestmod='md5')\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
