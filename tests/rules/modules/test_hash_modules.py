"""md5.new → hashlib.md5."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "hash_modules"


@pytest.mark.parametrize(
    "text", ["md5 = h()\nmd5.new(a)\n", "try:\n    import hashlib\nexcept ImportError:\n    import md5\n"]
)
def test_leaves_other_names(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import md5, os\nmd5.md5(a)\n", "import hashlib\nimport os\nhashlib.md5(a)\n"),
        ("import sha\nsha.new()\n", "import hashlib\nhashlib.sha1()\n"),
        ("from md5 import new\nnew(a)\n", "from hashlib import md5\nmd5(a)\n"),
        (
            "import sha\nfrom names import *\nhmac.new(a, b, sha)\n",
            "import hashlib\nfrom names import *\nhmac.new(a, b, hashlib.sha1)\n",
        ),
        ("from md5 import md5\nmd5(a)\n", "from hashlib import md5\nmd5(a)\n"),
    ],
)
def test_renames(before, after):
    check_rule(RULE, before, after)
