"""from __future__ import division goes."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.repository.index import RepositoryIndex

RULE = "future_imports"


def test_leaves_a_file_for_both_languages():
    check_untouched(RULE, "from __future__ import print_function, division\n")


def test_leaves_what_python3_still_asks_for():
    check_untouched(RULE, "from __future__ import annotations\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"""Doc."""\nfrom __future__ import with_statement\nimport os\n', '"""Doc."""\nimport os\n'),
        ("from __future__ import annotations, division\n", "from __future__ import annotations\n"),
        ("from __future__ import (division,\n    unicode_literals)\n", ""),
        (
            "from __future__ import division, with_statement\ncompile(a, b, 'exec', division.compiler_flag)\n",
            "from __future__ import division\ncompile(a, b, 'exec', division.compiler_flag)\n",
        ),
    ],
)
def test_drops_the_rest(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize("use", ["import yaml\n", "from yaml import load\n"])
def test_keeps_what_tells_a_module_from_the_sibling_of_its_name(use):
    index = RepositoryIndex(["p/__init__.py", "p/yaml.py", "p/x.py"])
    text = "from __future__ import absolute_import, division\n" + use
    check_rule(RULE, text, text.replace(", division", ""), key="p/x.py", index=index, python2=True)
