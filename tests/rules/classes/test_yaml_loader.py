"""yaml.load() without a loader."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

RULE = "yaml_loader"


@pytest.mark.parametrize(
    "text",
    [
        "import yaml\nyaml.load(x, yaml.SafeLoader)\n",
        "import yaml\nyaml.load(x, Loader=L)\n",
        "import yaml\nyaml.load(*a)\nyaml.load(x, **k)\n",
        "import yaml\nyaml.safe_load(x)\nyaml.dump(x)\n",
        "import json as yaml\nyaml.load(x)\n",
        "yaml.load(x)\n",
        "class yaml:\n    load = f\nyaml.load(x)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "import yaml\nyaml.load(x)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import yaml\nyaml.load(open(x))\n", "import yaml\nyaml.load(open(x), Loader=yaml.Loader)\n"),
        (
            "import yaml\nfor d in yaml.load_all((x)): d\n",
            "import yaml\nfor d in yaml.load_all((x), Loader=yaml.Loader): d\n",
        ),
        (
            "from yaml import load\nload(x)\n",
            "import yaml\nfrom yaml import load\nload(x, Loader=yaml.Loader)\n",
        ),
        (
            "from yaml import load, Loader\nload(x)\n",
            "from yaml import load, Loader\nload(x, Loader=Loader)\n",
        ),
    ],
)
def test_names_the_loader(before, after):
    check_rule(RULE, before, after, python2=True)


def test_nothing_is_imported_that_may_be_lacking():
    check_open(RULE, "def f(x):\n    from yaml import load\n    return load(x)\n", 3, python2=True)
