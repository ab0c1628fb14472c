"""The bundled Python 2 sample: complete, deterministic, migratable, and sure to catch a missed repair."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parent / "fixtures"
SAMPLE = FIXTURES / "synthetic_py2_repo"
REFERENCE = FIXTURES / "synthetic_py3_reference"
KEYS = sorted(path.relative_to(SAMPLE).as_posix() for path in SAMPLE.rglob("*.py"))
TESTS = [key for key in KEYS if key.startswith("tests/")]
PRODUCT = [key for key in KEYS if not key.startswith("tests/")]
UNTESTED = ("geometry", "intake", "scanner", "shelfmap")
IMPLICIT_RELATIVE = {
    "depot/intake.py": "import geometry",
    "depot/plugins.py": "import errors",
    "depot/registry.py": "import errors",
    "depot/scanner.py": "from errors import DepotError",
    "depot/storage.py": "from constants import LOCK_MODE",
    "labels/__init__.py": "import string",
}
UNCHANGED = ("depot/__init__.py", "labels/string.py")
DECOYS = json.loads((SAMPLE / "decoys.json").read_text(encoding="utf-8"))

# The nineteen ids, each as it looks in code whose strings and comments have been emptied.
PATTERNS = {
    "print_statement": r"^\s*print(\s+['\w]|$)",
    "print_chevron": r"^\s*print\s*>>\s*\w+",
    "dict_iteritems": r"\.iteritems\(\)",
    "dict_iterkeys": r"\.iterkeys\(\)",
    "dict_itervalues": r"\.itervalues\(\)",
    "dict_has_key": r"\.has_key\(",
    "xrange": r"\bxrange\(",
    "unicode_literal": r"\bu''",
    "long_literal": r"\b(?:0x[0-9A-F]+|\d+)L\b",
    "raise_syntax": r"^\s*raise \w+, ",
    "except_syntax": r"^\s*except (?:\w+|\(.*\)), \w+:",
    "old_division": r"\w\)? /=? \w",
    "raw_input": r"\braw_input\(",
    "apply_builtin": r"(?<!\.)\bapply\(",
    "execfile_builtin": r"\bexecfile\(",
    "string_module": r"\bstring\.(?:join|lower|lowercase|maketrans|capitalize)\b",
    "urllib_import": r"^import (?:urllib|urllib2|urlparse)$",
    "metaclass_syntax": r"^\s+__metaclass__ = \w+",
    "future_imports": r"^from __future__ import \w+",
}
STILL_FINE_ON_3 = {"unicode_literal", "old_division"}

# What each family looks like in its file, in the same emptied code.
CONSTRUCTS = {
    "P1": ("labels/__init__.py", [r"^    print$", r"print >>out, code,$", r"print \(row", r"print '',$"]),
    "P2": (
        "depot/errors.py",
        [r"raise \w+, \(", r"sys\.exc_info\(\)\[2\]$", r"\.message\b", r"error\[0\]", r"except IOError:"],
    ),
    "P3": ("depot/constants.py", [r"= 0640$", r"\bur''", r"`number`", r" <> ", r"in 1, 2"]),
    "P4": ("depot/plugins.py", [r"exec formula in", r"exec rule$", r"execfile\("]),
    "P5": (
        "depot/registry.py",
        [r"\.keys\(\)\[0\]", r"\.viewkeys\(\)", r"\.keys\(\) ==", r"codes\.sort\(\)"],
    ),
    "P6": (
        "depot/pipeline.py",
        [r"^    map\(", r"if filter\(", r"map\(None,", r"(?<!list\()zip\(.*\)\[0\]", r"return filter\("],
    ),
    "P7": ("depot/stats.py", [r" /= ", r"\[len\(\w+\) / 2\]", r"\bround\(", r"operator\.div,"]),
    "P8": (
        "depot/textutil.py",
        [r"\bunichr\(", r"unicode\(data, enc", r"basestring", r"splitlines\(\)", r"\(int, long\)"],
    ),
    "P9": (
        "depot/storage.py",
        [r"read\(4\) [!=]= MAGIC", r"xreadlines", r"open\(path, '', 0\)", r"communicate\(text\)"],
    ),
    "P10": (
        "depot/codec.py",
        [r"\bcPickle\b", r"ord\(octet\)", r"\.encode\(''\)$", r"data\[0\] ==", r"hmac\.new\(key, text\)"],
    ),
    "P11": (
        "depot/fetch.py",
        [r"\bit\.izip\(", r"email\.MIMEText", r"string\.join\(", r"readfp\(", r"commands\."],
    ),
    "P12": ("depot/plugins.py", [r"= file\(", r"\breload\(", r" intern\(", r"return input\(\)"]),
    "P13": (
        "depot/ranking.py",
        [r"\bcmp=", r"\.sort\(lambda", r" cmp\(", r"sorted\(marks\)", r"for name in names, \)"],
    ),
    "P14": (
        "depot/model.py",
        [r"__cmp__", r"__nonzero__", r"__getslice__", r"__unicode__", r"__div__", r"^class \w+:$"],
    ),
    "P15": (
        "depot/plugins.py",
        [r"\.im_self", r"\.func_defaults", r"types\.StringType", r"inspect\.ismethod"],
    ),
    "P16": ("depot/ranking.py", [r"def \w+\(\(", r"lambda \("]),
    "P17": (
        "depot/errors.py",
        [r"^    raise$", r"yield \w+, walk\.next\(\)", r"\[code\.upper\(\) for code in"],
    ),
    "P18": ("labels/__init__.py", [r"^import string$", r"^    from string import \*", r"\[\], -1\)"]),
    "P19": (
        "depot/legacy_api.py",
        [r"root\.getchildren\(", r"cgi\.escape", r"inspect\.getargspec", r"time\.clock", r"\bpipes\b"],
    ),
}

# One repair each, to be taken back in the reference: family, loud or silent, file, repaired and missed text.
FAULTS = json.loads((REFERENCE / "faults.json").read_text(encoding="utf-8"))
WITHOUT_SILENT_CASE = {"P4", "P12", "P13", "P16"}

DELIVERY = "tea time\n1 2\nnonsense\n3 4\n0 5\n\n"
UNTESTED_CALLS = (
    "from __future__ import print_function\n"
    "from depot import geometry, shelfmap\n"
    "print(geometry.steps((3, 4)), geometry.steps((1, 2), (4, 0)), geometry.midpoint((1, 2), (4, -3)))\n"
    "print(geometry.tour([(5, 0), (1, 1), (0, 2)]), geometry.length([(5, 0), (1, 1)]))\n"
    "print(geometry.trips(9, 4), geometry.gate())\n"
    "shelfmap.draw(['ABC', '', 'DE'])\n"
)


def lines_of(root: Path, key: str) -> list[str]:
    """Lines of a file of the sample; latin-1 keeps every octet, whatever the file's own coding."""
    return (root / key).read_bytes().decode("latin-1").split("\n")


def emptied(root: Path, key: str) -> str:
    """A file's code without decoys, with all comments dropped and all strings emptied."""
    decoys = {decoy["line"] for decoy in DECOYS if decoy["file"] == key}
    text = "\n".join(line for line in lines_of(root, key) if line not in decoys)
    text = re.sub(
        r'"""(?:\\.|[^\\])*?"""|\'\'\'(?:\\.|[^\\])*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#[^\n]*',
        lambda found: "" if found[0][0] == "#" else "''",
        text,
    )
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)


def names_of_tests(root: Path, key: str) -> list[str]:
    """Names of the test methods written in a file, in order."""
    return re.findall(r"^    def (test_\w+)", "\n".join(lines_of(root, key)), re.MULTILINE)


def run(
    interpreter: Path | str, root: Path, *arguments: str, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run an interpreter inside a copy of the sample; hash order is random on purpose."""
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COVERAGE"))}
    environ |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "random", "LC_ALL": "C"}
    command = [str(interpreter), *arguments]
    return subprocess.run(
        command, cwd=root, env=environ, input=stdin, capture_output=True, text=True, timeout=60
    )


def copied(root: Path, to: Path) -> Path:
    """A copy of a fixture, so that running it leaves nothing behind in the repository."""
    return shutil.copytree(root, to / root.name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))


def outcomes(stderr: str) -> list[str]:
    """Verbose unittest output as sorted `test ... outcome` lines."""
    return sorted(re.findall(r"^test_\w+ \([\w.]+\) \.\.\. \w+$", stderr, re.MULTILINE))


@pytest.fixture(scope="module")
def python2() -> Path:
    """A Python 2.7 that runs."""
    from verification.interpreters import find_python2

    found = find_python2()
    if found is None:
        pytest.skip("no Python 2.7 found (set STIGMERGY_PYTHON2 to one)")
    return found.path


@pytest.mark.python2
def test_suite_passes_twice_alike_under_python2(python2: Path, tmp_path: Path) -> None:
    sample = copied(SAMPLE, tmp_path)
    start = time.monotonic()
    first, second = (run(python2, sample, "-R", "-m", "unittest", "discover", "-v") for _ in range(2))
    assert first.returncode == second.returncode == 0, first.stderr + second.stderr
    written = sum(len(names_of_tests(SAMPLE, key)) for key in TESTS)
    assert len(outcomes(first.stderr)) == written > 100
    assert outcomes(first.stderr) == outcomes(second.stderr)
    assert time.monotonic() - start < 10


@pytest.mark.python2
def test_untested_files_behave_as_in_the_reference(python2: Path, tmp_path: Path) -> None:
    sample, reference = copied(SAMPLE, tmp_path), copied(REFERENCE, tmp_path)
    for arguments, stdin in ((("depot/intake.py",), DELIVERY), (("-c", UNTESTED_CALLS), "")):
        old = run(python2, sample, *arguments, stdin=stdin)
        new = run(sys.executable, reference, *arguments, stdin=stdin)
        assert old.returncode == new.returncode == 0, old.stderr + new.stderr
        assert old.stdout == new.stdout != ""


def test_size_and_layout() -> None:
    assert 18 <= len(PRODUCT) <= 20
    assert (SAMPLE / "tests" / "__init__.py").is_file()
    assert b"coding: latin-1" in (SAMPLE / "depot/constants.py").read_bytes()
    with pytest.raises(UnicodeDecodeError):
        (SAMPLE / "depot/constants.py").read_bytes().decode("utf-8")
    for root in (SAMPLE, REFERENCE):
        assert not [key for key in PRODUCT + TESTS if not (root / key).is_file()]


def test_untested_files_are_mentioned_by_no_test() -> None:
    for key in TESTS:
        assert not re.search(rf"\b({'|'.join(UNTESTED)})\b", "\n".join(lines_of(SAMPLE, key))), key


def test_implicit_relative_imports_become_explicit_except_in_the_script() -> None:
    for key, line in IMPLICIT_RELATIVE.items():
        assert line in lines_of(SAMPLE, key)
        assert (line in lines_of(REFERENCE, key)) is (key == "depot/intake.py")


def test_unchanged_files_are_clean_and_equal_in_the_reference() -> None:
    for key in UNCHANGED:
        ast.parse((SAMPLE / key).read_bytes())
        assert lines_of(SAMPLE, key) == lines_of(REFERENCE, key)
    for key in set(PRODUCT) - set(UNCHANGED):
        assert lines_of(SAMPLE, key) != lines_of(REFERENCE, key)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_pattern_occurs_and_is_gone_in_the_reference(pattern: str) -> None:
    expression = re.compile(PATTERNS[pattern], re.MULTILINE)
    assert [key for key in PRODUCT if expression.search(emptied(SAMPLE, key))]
    if pattern not in STILL_FINE_ON_3:
        assert not [key for key in PRODUCT if expression.search(emptied(REFERENCE, key))]


@pytest.mark.parametrize("family", CONSTRUCTS)
def test_family_occurs_in_its_file(family: str) -> None:
    key, expressions = CONSTRUCTS[family]
    for expression in expressions:
        assert re.search(expression, emptied(SAMPLE, key), re.MULTILINE), expression


def test_every_family_has_loud_silent_and_decoy() -> None:
    families = {f"P{number}" for number in range(1, 20)}
    assert set(CONSTRUCTS) == families
    assert {fault["family"] for fault in FAULTS if fault["kind"] == "loud"} == families
    silent = {fault["family"] for fault in FAULTS if fault["kind"] == "silent"}
    assert silent == families - WITHOUT_SILENT_CASE
    assert {decoy["family"] for decoy in DECOYS} == families


@pytest.mark.parametrize("root", [SAMPLE, REFERENCE], ids=["sample", "reference"])
def test_decoys_exist_exactly_once(root: Path) -> None:
    for decoy in DECOYS:
        assert decoy["why"] and lines_of(root, decoy["file"]).count(decoy["line"]) == 1, decoy


def test_one_file_defeats_a_whole_file_tool() -> None:
    if sys.version_info >= (3, 13):
        pytest.skip("lib2to3 left the standard library in 3.13")
    code = (
        "import sys, warnings; warnings.simplefilter('ignore')\n"
        "from lib2to3 import pygram, pytree, pgen2\nfrom lib2to3.pgen2 import driver\n"
        "for key in sys.argv[1:]:\n"
        "    text = open(key, encoding='latin-1').read()\n"
        "    try: driver.Driver(pygram.python_grammar, convert=pytree.convert).parse_string(text)\n"
        "    except pgen2.parse.ParseError: print(key)\n"
    )
    assert run(sys.executable, SAMPLE, "-c", code, *PRODUCT).stdout.split() == ["depot/ranking.py"]


def test_reference_passes_its_tests(tmp_path: Path) -> None:
    done = run(sys.executable, copied(REFERENCE, tmp_path), "-bb", "-m", "unittest", "discover")
    assert done.returncode == 0, done.stderr
    names = [names_of_tests(SAMPLE, key) for key in TESTS]
    assert f"Ran {sum(map(len, names))} tests" in done.stderr
    assert names == [names_of_tests(REFERENCE, key) for key in TESTS]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault['family']}-{fault['kind']}")
def test_suite_catches_a_missed_repair(fault: dict[str, str], tmp_path: Path) -> None:
    reference, key = copied(REFERENCE, tmp_path), fault["file"]
    text = "\n".join(lines_of(reference, key))
    assert fault["repaired"] in text
    (reference / key).write_bytes(text.replace(fault["repaired"], fault["missed"], 1).encode("latin-1"))
    name = key.split("/")[0] if key.endswith("__init__.py") else Path(key).stem
    done = run(sys.executable, reference, "-m", "unittest", "discover", "-p", f"test_{name}.py")
    verdict = done.stderr.splitlines()[-1]
    wanted, other = ("errors=", "") if fault["kind"] == "loud" else ("failures=", "errors=")
    assert wanted in verdict, done.stderr
    assert not other or other not in verdict, done.stderr
