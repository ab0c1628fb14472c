"""if sys.version_info[0] >= 3: raise …"""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "refused_python3"


@pytest.mark.parametrize(
    "condition",
    [
        "sys.version_info < (2, 5)",
        "sys.version_info[:2] < (2, 6)",
        "sys.version_info >= (3, 7)",
        "(3, 0) <= sys.version_info < (3, 3)",
        "sys.version_info[0] >= 3 and broken",
        "PY3",
        "sys.version_info[1] <= 4",
        "sys.version_info[0] == 2",
        "sys.version",
    ],
)
def test_refuses_what_some_python_3_is_let_through(condition):
    check_untouched(RULE, f"import sys\nif {condition}:\n    raise SystemExit('no')\n")


@pytest.mark.parametrize(
    "body",
    [
        "text = str",
        "raise",
        "raise ImportError",
        "raise unittest.SkipTest('not here')",
        "import builtins\n    sys.exit",
        "warn('untested')",
        "for name in names:\n        print(name)\n    sys.exit(1)",
    ],
)
def test_refuses_what_does_not_end_the_program(body):
    check_untouched(RULE, f"import sys\nif sys.version_info[0] >= 3:\n    {body}\n")


@pytest.mark.parametrize(
    "text",
    [
        "if sys.version_info[0] >= 3:\n    sys.exit(1)\nelse:\n    import urllib2\n",
        "try:\n    if sys.version_info[0] >= 3:\n        raise RuntimeError\nexcept RuntimeError:\n    new = 1\n",
        "def f():\n    if sys.version_info[0] >= 3:\n        raise RuntimeError('bytes, please')\n",
        "class C:\n    if sys.version_info[0] >= 3:\n        raise RuntimeError('no')\n",
        "def f():\n    assert sys.version_info[0] == 2\n",
    ],
)
def test_refuses_where_the_rest_goes_on(text):
    check_untouched(RULE, f"import sys\n{text}")


@pytest.mark.parametrize(
    "condition",
    [
        "sys.version_info[0] >= 3",
        "sys.version_info >= (3,)",
        "sys.version_info >= (3, 0)",
        "sys.version_info > (3,)",
        "sys.version_info[0] != 2",
        "sys.version_info.major == 3",
        "not sys.version_info[0] == 2",
        "not (2, 5) <= sys.version_info < (3,)",
        "sys.version_info < (2, 6) or sys.version_info >= (3,)",
        "sys.version_info[:2] not in [(2, 5), (2, 6), (2, 7)]",
        "sys.hexversion >= 0x03000000",
        "sys.version[0] == '3'",
        "sys.version >= '3'",
        "sys.version.startswith('3')",
        "int(sys.version[0]) > 2",
        "platform.python_version().startswith('3')",
        "int(platform.python_version_tuple()[0]) >= 3",
        "platform.python_version_tuple()[0] == '3'",
    ],
)
def test_drops(condition):
    check_rule(
        RULE, f"import sys\nif {condition}:\n    raise Exception('no')\nx = 1\n", "import sys\nx = 1\n"
    )


@pytest.mark.parametrize(
    "body",
    [
        "raise RuntimeError('no')",
        "raise SystemExit",
        "sys.exit()",
        "sys.exit('no')",
        "exit(1)",
        "os._exit(1)",
        "print >>sys.stderr, 'no'\n    sys.exit(1)",
        "print 'no'\n    print 'really'\n    raise SystemExit(1)",
        "sys.stderr.write('no')\n    import os\n    os._exit(2)",
    ],
)
def test_drops_whatever_is_said_before(body):
    check_rule(RULE, f"import sys\nif sys.version_info[0] >= 3:\n    {body}\nx = 1\n", "import sys\nx = 1\n")


def test_drops_an_exit_in_a_function():
    check_rule(
        RULE,
        "def main():\n    if sys.version_info[0] > 2:\n        sys.exit('no')\n    run()\n",
        "def main():\n    run()\n",
    )
    check_rule(
        RULE,
        "def check():\n    if sys.version_info >= (3,):\n        raise SystemExit('no')\n",
        "def check():\n    pass\n",
    )


@pytest.mark.parametrize(
    "test",
    ["sys.version_info[0] == 2", "sys.version_info < (3,)", "(2, 4) < sys.version_info < (3, 0), 'no'"],
)
def test_drops_an_assertion(test):
    check_rule(RULE, f"import sys\nassert {test}\nx = 1\n", "import sys\nx = 1\n")


def test_shows_the_file_to_be_python_2():
    """The rest of it is read by Python 2's meaning then."""
    from migration.engine.pipeline import migrate

    text = "import sys\nif sys.version_info[0] >= 3:\n    raise Exception('no')\nhalf = len(rows) / 2\n"
    assert migrate(text).text == "import sys\nhalf = len(rows) // 2\n"
