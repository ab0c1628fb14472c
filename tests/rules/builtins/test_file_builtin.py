"""file → open, io.IOBase."""

import io
import tempfile

import pytest
from rules.checking import check_open, check_rule, check_untouched, run

from migration.analysis.files import OPENED_TEXT
from migration.engine.pipeline import migrate

RULE = "file_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "for file in files: file.read()\n",
        "def f(file=None): return file(1)\n",
        "from m import file\nfile(1)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("file(a, 'w').write(b)\n", "open(a, 'w').write(b)\n"),
        ("isinstance(a, (file, C))\n", f"import io\nisinstance(a, ({OPENED_TEXT}, C))\n"),
        ("issubclass(a, file)\n", f"import io\nissubclass(a, {OPENED_TEXT})\n"),
        ("if type(a) is file: pass\n", f"import io\nif type(a) in {OPENED_TEXT}: pass\n"),
        ("x = a.__class__ != file\n", f"import io\nx = a.__class__ not in {OPENED_TEXT}\n"),
        ("x = a is file\n", "import io\nx = a is io.IOBase\n"),
        ("a = [list, file]\n", "import io\na = [list, io.IOBase]\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_method_of_the_type_stays_open():
    check_open(RULE, "f = file.read\n", 1)


def test_a_class_derived_from_file(tmp_path):
    """A file that is moved to its place when it is closed, and not when it is only let go."""
    text = (
        "import os\n"
        "class Atomic(file):\n"
        "    def __init__(self, path):\n"
        "        self.path = path\n"
        "        file.__init__(self, path + '.tmp', 'w')\n"
        "    def close(self):\n"
        "        file.close(self)\n"
        "        os.rename(self.name, self.path)\n"
    )
    outcome = run(RULE, text)
    assert "class Atomic(FileByName):" in outcome.text and "FileByName.close(self)" in outcome.text
    assert run(RULE, outcome.text).text == outcome.text
    names = {}
    exec(outcome.text, names)
    target = tmp_path / "a"
    with names["Atomic"](str(target)) as atomic:
        atomic.write("one\n")
        assert not target.exists() and atomic.mode == "w"
    assert target.read_text() == "one\n"
    left = names["Atomic"](str(tmp_path / "b"))
    left.write("two")
    del left
    assert (tmp_path / "b.tmp").read_text() == "two" and not (tmp_path / "b").exists()


def test_octets_of_a_class_derived_from_file(tmp_path):
    names = {}
    exec(run(RULE, "class F(file): pass\n").text, names)
    (tmp_path / "a").write_bytes(b"\xff\r\n\n")
    file = names["F"](str(tmp_path / "a"), "rb")
    assert file.read(2) == "\xff\r" and file.read() == "\n\n"
    file.close()


def test_what_was_a_file_and_what_was_none(tmp_path):
    names = {}
    exec(run(RULE, "def is_file(f): return isinstance(f, file)\n").text, names)
    with tempfile.TemporaryFile() as octets, open(tmp_path / "a", "w") as text:
        assert names["is_file"](octets) and names["is_file"](text)
    assert not any(map(names["is_file"], [io.StringIO(), io.BytesIO(), "a"]))


def test_a_default_that_is_called_opens():
    text = (
        "def save(path, opener=file):\n    return opener(path, 'w')\ndef kind(f, of=file):\n    return of\n"
    )
    after = migrate(text).text
    assert "opener=open" in after and "of=io.IOBase" in after


def test_what_is_called_by_another_name_opens(tmp_path):
    text = (
        "class J(object):\n    opener = file\n    def __init__(self, how=None):\n        self.how = how or file\n"
        "    def write(self, p):\n        f = self.opener(p, 'a')\n        f.write('x')\n        f.close()\n"
        "        return self.how(p).read()\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["J"]().write(str(tmp_path / "f")) == "x"


def test_a_class_derived_from_file_is_written_octets_as_well(tmp_path):
    names = {}
    exec(run(RULE, "class Kept(file): pass\n").text, names)
    for mode, spelled in (("wb", b"\xc3\xff"), ("w", "\u00e9".encode())):
        with names["Kept"](str(tmp_path / mode), mode) as kept:
            kept.write(spelled)
        assert (tmp_path / mode).read_bytes() == spelled


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f = Mock(spec=file)\n", "f = Mock(spec=io.TextIOWrapper)\n"),
        (
            "f = create_autospec(file, instance=True)\n",
            "f = create_autospec(io.TextIOWrapper, instance=True)\n",
        ),
        ("f = self.mocker.mock(file)\n", "f = self.mocker.mock(io.TextIOWrapper)\n"),
        ("f = kinds(file)\n", "f = kinds(io.IOBase)\n"),
        ("f = mock(kind=file)\n", "f = mock(kind=io.IOBase)\n"),
    ],
)
def test_what_stands_in_for_a_file_has_its_methods(before, after):
    check_rule("file_builtin", before, "import io\n" + after)


def test_a_mock_of_a_file_is_written_to_and_passes_for_one():
    text = (
        "try:\n    from unittest import mock\nexcept ImportError:\n    import mock\n"
        "f = mock.Mock(spec=file)\nf.write('x')\nok = isinstance(f, file)\n"
    )
    space = {}
    exec(run("file_builtin", text).text, space)
    assert space["ok"]
