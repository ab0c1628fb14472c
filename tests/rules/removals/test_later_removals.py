"""time.clock and other names removed after 3.0."""

import io
import types
import unittest
from xml.parsers.expat import ExpatError

import pytest
from rules.checking import PROOF, check_open, check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "later_removals"


@pytest.mark.parametrize(
    "text", ["import time\ntime.time()\n", "clock = 1\nclock()\n", "import pipes\npipes.quote(a)\n"]
)
def test_leaves_other_names(text):
    check_untouched(RULE, text)


def test_what_has_no_successor_stays_open():
    check_open(RULE, "import ssl\nssl.match_hostname(c, h)\n", 2, target=(3, 12))
    check_untouched(RULE, "import platform\nplatform.dist()\n", target=(3, 7))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from time import clock\nclock()\n", "from time import process_time\nprocess_time()\n"),
        ("import cgi\ncgi.parse_qs(a)\n", "import urllib.parse\nimport cgi\nurllib.parse.parse_qs(a)\n"),
        ("from tarfile import filemode as f\nf(1)\n", "from stat import filemode as f\nf(1)\n"),
        ("import re\nt = re._pattern_type\n", "import re\nt = re.Pattern\n"),
        (
            "import threading as t\nclass T(t._Timer): pass\n",
            "import threading as t\nclass T(t.Timer): pass\n",
        ),
    ],
)
def test_renames(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    "text",
    [
        "import pkgutil\npkgutil.ImpImporter(path)\nprint 1\n",
        "import pkgutil\nregister(pkgutil.ImpImporter)\n",
        "import pkgutil\nfrom importlib.machinery import FileFinder\nregister(pkgutil.ImpImporter)\nprint 1\n",
    ],
)
def test_leaves_a_finder_that_is_made(text):
    assert run(RULE, text).text == text.replace("print 1", "print(1)")


def test_the_finder_of_folders_has_another_kind():
    before = "from pkgutil import get_importer, ImpImporter\nregister(ImpImporter)\n"
    after = (
        "from pkgutil import get_importer\nfrom importlib.machinery import FileFinder\nregister(FileFinder)\n"
    )
    check_rule(RULE, before, after, python2=True)


def test_the_target_decides():
    check_rule(
        RULE, "from pipes import quote\nquote(a)\n", "from shlex import quote\nquote(a)\n", target=(3, 13)
    )


def test_a_helper_takes_paths_and_files():
    outcome = run(RULE, "import plistlib\na = plistlib.readPlist(p)\n")
    assert outcome.text.startswith("import plistlib\n\n\ndef read_plist(source):\n")
    assert outcome.text.endswith("\n\n\na = read_plist(p)\n")
    assert run(RULE, outcome.text).text == outcome.text


def test_a_helper_wraps_sockets():
    outcome = run(RULE, "import ssl\na = ssl.wrap_socket(b, c)\n", target=(3, 12))
    compile(outcome.text, "a", "exec")
    assert outcome.text.endswith("a = wrap_socket(b, c)\n")
    assert run(RULE, outcome.text, target=(3, 12)).text == outcome.text


def test_property_lists_are_read_from_and_written_to_files_of_either_kind():
    text = "import plistlib\nread, write = plistlib.readPlist, plistlib.writePlist\n"
    names = {}
    exec(run(RULE, text).text, names)
    octets, characters = io.BytesIO(), io.StringIO()
    names["write"]({"a": 1}, octets)
    names["write"]({"a": 1}, characters)
    assert characters.getvalue().encode("ascii") == octets.getvalue()
    assert (
        names["read"](io.BytesIO(octets.getvalue()))
        == names["read"](io.StringIO(characters.getvalue()))
        == {"a": 1}
    )


def test_what_is_no_xml_fails_as_it_did():
    names = {}
    exec(run(RULE, "import plistlib\nread = plistlib.readPlist\n").text, names)
    for data in (b"", b"what"):
        with pytest.raises(ExpatError):
            names["read"](io.BytesIO(data))


def test_helpers_of_the_librarys_own_tests_are_in_modules_of_their_own():
    check_rule(
        RULE,
        "from test.support import TESTFN, verbose\na = TESTFN\n",
        "from test.support import verbose\nfrom test.support.os_helper import TESTFN\na = TESTFN\n",
    )
    text = "from test import test_support\na = test_support.EnvironmentVarGuard(), test_support.verbose\n"
    made = migrate(text + "n = 1L\n", target=(3, 11)).text
    assert "test.support.os_helper.EnvironmentVarGuard(), test_support.verbose" in made
    check_untouched(RULE, "from test.support import TESTFN\n", target=(3, 9))


def test_what_runs_the_librarys_own_tests_is_a_helper():
    text = "import unittest\nfrom test.test_support import run_unittest as run, run_doctest\n"
    after = run(RULE, text + "def main(*t): return run(*t)\ndef examples(m): return run_doctest(m)\n").text
    names: dict = {"__name__": "own"}
    exec(after, names)
    failing = type("F", (unittest.TestCase,), {"test": lambda self: self.fail()})
    passing = type("P", (unittest.TestCase,), {"test": lambda self: None})
    names["main"](passing, unittest.TestSuite([passing("test")]), "keyword")
    with pytest.raises(Exception, match="1 failures"):
        names["main"](passing, failing)
    own = types.ModuleType("own", "\n>>> 1 + 1\n2\n")
    assert names["examples"](own) == (0, 1)
    assert run(RULE, after).text == after
    check_untouched(RULE, "from test.support import run_unittest\nrun_unittest(A)\n", target=(3, 10))


def test_the_sign_of_a_common_divisor():
    text = f"from fractions import gcd\nx = [gcd(12, -18), gcd(-12, 18), gcd(0, -7), gcd(4, 6)]\n{PROOF}"
    space = {}
    exec(migrate(text, "a.py").text, space)
    assert space["x"] == [-6, 6, -7, 2]  # as Python 2.7 gave them


def test_the_distribution_is_told_by_three_texts():
    space = {}
    exec(
        migrate("import platform\nx = platform.linux_distribution(full_distribution_name=0)\n", "a.py").text,
        space,
    )
    assert len(space["x"]) == 3 and all(isinstance(part, str) for part in space["x"])


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/b.py", ("b", ".py", "U", 1)),
        ("a.pyc", ("a", ".pyc", "rb", 2)),
        ("b.so", ("b", ".so", "rb", 3)),
        ("b.txt", None),
    ],
)
def test_what_a_file_is_by_its_name(path, expected):
    outcome = run(RULE, "import inspect\na = inspect.getmoduleinfo(p)\n")
    spaces = {"p": path}
    exec(outcome.text, spaces)
    assert spaces["a"] == expected
    assert expected is None or spaces["a"].module_type == expected[3]


def test_names_of_levels_are_put_into_the_table_that_has_them(capsys):
    text = (
        "import logging\nlogging._levelNames['LOUD'] = logging.ERROR\nlogging._levelNames[35] = 'LOUD'\n"
        "def f(key, value): logging._levelNames[key] = value\nf('SOFT', 3)\nf(3, 'SOFT')\n"
        "del logging._levelNames[logging.WARNING]\n"
        "print logging._levelNames['LOUD'], logging.getLevelName(35), logging.getLevelName('SOFT')\n"
        "print logging.getLevelName(3), logging.getLevelName(30)\nlogging.addLevelName(30, 'WARNING')\n"
        "del logging._levelNames['LOUD'], logging._levelNames[35]\n"
    )
    exec(migrate(text).text, {"__name__": "m"})
    assert capsys.readouterr().out == "40 LOUD 3\nSOFT Level 30\n"


@pytest.mark.parametrize(
    "imported",
    [
        "from uuid import UUID, uuid4, _uuid_generate_random\n",
        "try:\n    from uuid import UUID, uuid4, _uuid_generate_random\nexcept ImportError:\n"
        "    _uuid_generate_random = None\n",
        "import uuid\nfrom uuid import UUID, uuid4\n_uuid_generate_random = uuid._uuid_generate_random\n",
    ],
)
def test_identifiers_that_the_system_makes_are_made_by_the_library(imported):
    text = imported + (
        "import ctypes\ndef unique():\n    if ctypes and _uuid_generate_random:\n"
        "        buffer = ctypes.create_string_buffer(16)\n        _uuid_generate_random(buffer)\n"
        "        return str(UUID(bytes=buffer.raw))\n    return str(uuid4())\nn = 1L\n"
    )
    scope: dict[str, object] = {"__name__": "m"}
    exec(migrate(text).text, scope)
    assert len({scope["unique"](), scope["unique"]()}) == 2
