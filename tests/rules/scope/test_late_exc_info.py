"""sys.exc_info() behind the clause."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "late_exc_info"
TRY = "    try:\n        g()\n    except E:\n        h()\n"


@pytest.mark.parametrize(
    "body",
    [
        "    try:\n        g()\n    except E:\n        return sys.exc_info()\n",
        "    try:\n        g()\n    except E:\n        return\n    return sys.exc_info()\n",
        "    try:\n        g()\n    except E:\n        raise\n    return sys.exc_info()\n",
        "    try:\n        g()\n    except E:\n        h()\n    finally:\n        sys.exc_info()\n",
        "    try:\n        g()\n    finally:\n        h()\n    return sys.exc_info()\n",
        "    try:\n        g()\n    except E:\n        sys.exc_clear()\n    return sys.exc_info()\n",
        f"    sys.exc_info()\n{TRY}",
        f"{TRY}    def k(): return sys.exc_info()\n",
        f"{TRY}    return exc_info()\n",
    ],
)
def test_refuses(body):
    check_untouched(RULE, f"import sys\ndef f():\n{body}", python2=True)


def test_leaves_a_module_and_python_3():
    check_untouched(RULE, "import sys\ntry:\n    g()\nexcept E:\n    h()\nsys.exc_info()\n", python2=True)
    check_untouched(RULE, f"import sys\ndef f():\n{TRY}    return sys.exc_info()\n")


@pytest.mark.parametrize(
    ("first", "kept"),
    [
        ("", "    caught_info = sys.exc_info()\n"),
        ('    """What f does."""\n', '    """What f does."""\n    caught_info = sys.exc_info()\n'),
    ],
)
def test_keeps_what_was_handled(first, kept):
    handled = TRY.replace("        h()", "        caught_info = sys.exc_info()\n        h()")
    check_rule(
        RULE,
        f"import sys\ndef f():\n{first}{TRY}    if a:\n        b = sys.exc_info()\n    return b, sys.exc_info()[1]\n",
        f"import sys\ndef f():\n{kept}{handled}    if a:\n        b = caught_info\n    return b, caught_info[1]\n",
        python2=True,
    )


def test_tells_what_python_2_told():
    text = "import sys\ndef f(x):\n    for i in range(2):\n        try:\n            1 // x\n"
    text += "        except ZeroDivisionError:\n            y = 1L\n    return sys.exc_info()[0]\n"
    space = {}
    exec(run(RULE, text).text, space)
    assert space["f"](1) is None
    assert space["f"](0) is ZeroDivisionError


def test_names_that_become_calls_first():
    text = "import sys\ndef f():\n    try:\n        g()\n    except E:\n        pass\n"
    text += "    return sys.exc_type, sys.exc_value, sys.exc_info()[2]\nn = 1L\n"
    migrated = migrate(text).text
    assert "return caught_info[0], caught_info[1], caught_info[2]\n" in migrated
