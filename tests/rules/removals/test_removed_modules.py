"""Modules without a successor."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.repository.index import RepositoryIndex

RULE = "removed_modules"


@pytest.mark.parametrize(
    "text",
    [
        "from . import sgmllib\n",
        "import cgi\n",
        "try:\n    import sgmllib\nexcept ImportError:\n    sgmllib = None\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_names_what_stands_in():
    outcome = check_open(RULE, "import os\nimport symbol\nsymbol.x\n", 2)
    assert "ast" in outcome.open_sites[0].reason
    check_open(RULE, "from cgi import FieldStorage\n", 1, target=(3, 13))


def test_drops_an_import_that_nothing_uses():
    check_rule(RULE, "import os, mimetools as m\n", "import os\n")
    check_rule(RULE, "import os\nfrom htmllib import HTMLParser\n", "import os\n")
    check_rule(RULE, "import os\nfrom mhlib import MH\n", "import os\n")
    check_open(RULE, "from mhlib import MH\nMH()\n", 1)
    check_open(RULE, "from mhlib import *\n", 1)


def test_the_target_decides_what_is_gone():
    check_untouched(RULE, "import pipes\n")
    check_rule(RULE, "import pipes, os\n", "import os\n", target=(3, 13))


def test_what_others_read_as_an_attribute_of_the_file_is_used():
    texts = {
        "p/__init__.py": "",
        "p/mail.py": "from mhlib import MH\n",
        "p/a.py": "from p import mail\nmail.MH()\n",
    }
    check_open(RULE, texts["p/mail.py"], 1, key="p/mail.py", index=RepositoryIndex(texts, texts.get))
