"""types.ListType → list."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.analysis.files import OPENED_TEXT
from migration.engine.pipeline import migrate

RULE = "types_names"


@pytest.mark.parametrize(
    "text",
    [
        "import types\ntypes.FunctionType, types.NoneType\n",
        "ListType = 1\nListType\n",
        "from mine import ListType\nListType\n",
        "class types:\n    ListType = 1\ntypes.ListType\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from types import *\nisinstance(a, ListType)\n", "from types import *\nisinstance(a, list)\n"),
        ("from types import ListType, FunctionType\nListType\n", "from types import FunctionType\nlist\n"),
        (
            "from types import StringType\ndef f(str): return type(str) == StringType\n",
            "StringType = str\ndef f(str): return type(str) == StringType\n",
        ),
        (
            "import types\nisinstance(a, types.FileType), types.FileType\n",
            f"import io\nimport types\nisinstance(a, {OPENED_TEXT}), io.IOBase\n",
        ),
        (
            "from types import FileType\nisinstance(a, FileType)\n",
            f"import io\nisinstance(a, {OPENED_TEXT})\n",
        ),
        ("import types\ntype(a) in types.StringTypes\n", "import types\ntype(a) in (str, bytes)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_older_targets_lack_the_type_of_none():
    text = "import types\na is {}\n"
    check_rule(RULE, text.format("types.NoneType"), text.format("type(None)"), target=(3, 9))


def test_the_type_of_old_instances_stays_open():
    check_open(RULE, "import types\ntypes.InstanceType\n", 2)


def test_an_answer_to_a_python_without_unicode_is_no_guard():
    text = (
        "import types\ntry:\n    T = (types.StringType, types.UnicodeType)\n"
        "except AttributeError:\n    T = (types.StringType,)\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["T"] == (str, str)


def test_an_answer_to_a_python_without_basestring_is_what_python_3_comes_to():
    text = (
        "import types\ntry:\n    basestring\nexcept NameError:\n    def is_text(x):\n"
        "        return isinstance(x, (types.StringType, types.UnicodeType))\n"
        "else:\n    def is_text(x): return isinstance(x, basestring)\nn = 1L\n"
    )
    names = {}
    exec(migrate(text).text, names)
    assert names["is_text"]("a") and not names["is_text"](1)


def test_a_builtin_that_the_file_gives_another_meaning_by_name():
    text = "import types\nfor name in ['int', 'nbsp']:\n    n = types.IntType(5)\n    globals()[name] = n\n"
    assert "builtins.int(5)" in migrate(text).text
    assert "= int(5)" in migrate(text.replace("'int'", "'ints'")).text


def test_pickle_had_all_names_of_types():
    check_rule(
        RULE,
        "from pickle import dumps, TupleType, \\\n    BUILD\nx = type(y) is TupleType, BUILD\n",
        "from pickle import dumps, BUILD\nx = type(y) is tuple, BUILD\n",
    )
    check_rule(RULE, "import pickle\nx = pickle.UnicodeType\n", "import pickle\nx = str\n")
    check_untouched(RULE, "import pickle\nx = pickle.PickleError, mine.TupleType\n")
