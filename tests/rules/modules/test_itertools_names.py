"""itertools.izip → zip."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "itertools_names"


@pytest.mark.parametrize(
    "text",
    [
        "from itertools import chain\n",
        "izip = 1\nizip\n",
        "import itertools\ndef f(itertools):\n    itertools.izip\n",
        "try:\n    from itertools import izip as zip\nexcept ImportError:\n    pass\nzip(a, b)\n",
        "from mine import izip\nizip(a)\n",
        "import itertools\ntry:\n    other\nexcept NameError:\n    itertools = mine()\nitertools.izip(a)\n",
    ],
)
def test_leaves_other_names(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import itertools as it\nit.izip(a, b)\n", "import itertools as it\nzip(a, b)\n"),
        ("from itertools import izip\nizip(a)\n", "zip(a)\n"),
        (
            "import itertools\ntry:\n    itertools\nexcept NameError:\n    itertools = mine()\nitertools.izip(a)\n",
            "import itertools\ntry:\n    itertools\nexcept NameError:\n    itertools = mine()\nzip(a)\n",
        ),
        ("from itertools import izip as z\nz(a)\n", "zip(a)\n"),
        (
            "from itertools import imap, count\nimap(f, count())\n",
            "from itertools import count\nmap(f, count())\n",
        ),
        (
            "from itertools import izip_longest\nizip_longest(a)\n",
            "from itertools import zip_longest\nzip_longest(a)\n",
        ),
        (
            "def f():\n    from itertools import izip\n    return izip(a)\n",
            "def f():\n    return zip(a)\n",
        ),
        ("from itertools import izip\n__all__ = ['izip']\n", "izip = zip\n__all__ = ['izip']\n"),
        (
            "import itertools\ndef f(map):\n    return itertools.imap(map, a)\n",
            "import builtins\nimport itertools\ndef f(map):\n    return builtins.map(map, a)\n",
        ),
    ],
)
def test_renames(before, after):
    check_rule(RULE, before, after)
