"""uuid.uuid4().get_hex()."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "uuid_getters"


@pytest.mark.parametrize(
    "text",
    [
        "import uuid\nx.get_version()\n",
        "import uuid\nx.get_hex(3)\n",
        "x.get_hex()\n",
        "import uuid\ncolour.get_hex()\n",
        "import uuid\nclass A:\n    def get_hex(self): pass\nA().get_hex()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = u.get_hex()[:8]", "x = u.hex[:8]"),
        ("x = uuid.UUID('a').get_version()", "x = uuid.UUID('a').version"),
        ("u = uuid.uuid1()\nx = u.get_bytes() + u.get_urn ()", "u = uuid.uuid1()\nx = u.bytes + u.urn"),
    ],
)
def test_reads_the_property(before, after):
    check_rule(RULE, f"import uuid\n{before}\n", f"import uuid\n{after}\n")
