"""reload(sys); sys.setdefaultencoding() goes."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "set_default_encoding"


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nsys.getdefaultencoding()\n",
        "import sys\nf = sys.setdefaultencoding\n",
        "import sys\nsys.x()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import sys\nif 1:\n    reload(sys); sys.setdefaultencoding('utf-8')\n",
            "import sys\nif 1:\n    pass; pass\n",
        ),
        ("import sys\ndef f():\n    sys.setdefaultencoding('utf-8')\n", "import sys\ndef f():\n    pass\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
