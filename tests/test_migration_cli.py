"""`python -m migration` as a user meets it: real files, a real process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from migration.__main__ import EXAMPLES, main, parser, write_atomically
from migration.engine.pipeline import migrate
from migration.engine.registry import all_rules
from migration.repository.index import RepositoryIndex

ROOT = Path(__file__).parent.parent


def run(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    command = [sys.executable, "-m", "migration", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, cwd=cwd or ROOT, env=environment
    )


def test_shows_a_diff_and_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("print 'a'\n")
    done = run(file)
    assert done.returncode == 0
    assert "-print 'a'\n+print('a')\n" in done.stdout
    assert "use -w" in done.stderr
    assert file.read_text() == "print 'a'\n"


def test_writes_with_w_and_a_second_run_has_nothing_to_do(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("print 'a', 'b'\n")
    assert run("-w", file).returncode == 0
    assert file.read_text() == "print('a', 'b')\n"
    again = run("-w", file)
    assert again.returncode == 0 and not again.stdout
    assert file.read_text() == "print('a', 'b')\n"
    assert os.listdir(tmp_path) == ["a.py"]


def test_keeps_mode_encoding_bom_and_newlines(tmp_path: Path) -> None:
    latin = tmp_path / "latin.py"
    latin.write_bytes("# coding: latin-1\r\nprint 'é'\r\n".encode("latin-1"))
    latin.chmod(0o750)
    marked = tmp_path / "bom.py"
    marked.write_bytes(b"\xef\xbb\xbfprint 1\n")
    assert run("-w", tmp_path).returncode == 0
    assert latin.read_bytes() == "# coding: latin-1\r\nprint('é')\r\n".encode("latin-1")
    assert latin.stat().st_mode & 0o777 == 0o750
    assert marked.read_bytes() == b"\xef\xbb\xbfprint(1)\n"


def test_octets_that_are_not_of_the_declared_utf8_are_made_readable(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b"# coding: utf-8\n# by Jos\xe9\nx = 'caf\xe9'\n")
    assert "+x = 'caf\\xe9'\n" in run(file).stdout
    assert run("-w", file).returncode == 0
    assert file.read_text(encoding="utf-8") == "# coding: utf-8\n# by Jos\u00e9\nx = 'caf\\xe9'\n"
    assert "0 written" in run("-w", file).stderr


def test_names_what_is_unreadable_or_left_open_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "nul.py").write_bytes(b"print 1\0\n")
    (tmp_path / "latin.py").write_bytes(b"print '\xe9'\n")
    (tmp_path / "bad.py").write_text("a b\nprint 1\n")
    (tmp_path / "good.py").write_text("print 1\n")
    done = run("-w", tmp_path)
    assert done.returncode == 1
    assert "nul.py: not migrated: contains NUL bytes" in done.stderr
    assert "latin.py: not migrated: line 1 is not valid utf-8" in done.stderr
    assert "bad.py:1: left open (unparsable)" in done.stderr
    assert (tmp_path / "good.py").read_text() == "print(1)\n"
    assert (tmp_path / "bad.py").read_text() == "a b\nprint(1)\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_names_a_file_it_may_not_read(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("print 1\n")
    file.chmod(0)
    assert "Permission denied" in run(tmp_path).stderr


def test_walks_folders_for_python_files_and_scripts(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "o.py").write_text("print 1\n")
    tree = tmp_path / "tree"
    (tree / "sub").mkdir(parents=True)
    (tree / "x.py").mkdir()
    (tree / ".git").mkdir()
    (tree / ".git" / "hook.py").write_text("print 1\n")
    (tree / "sub" / "a.py").write_text("print 1\n")
    (tree / "script").write_text("#!/usr/bin/env python2\nprint 1\n")
    (tree / "notes").write_text("print 1\n")
    (tree / "link.py").symlink_to(tmp_path / "outside" / "o.py")
    done = run("-w", tree)
    assert "2 files read, 2 written" in done.stderr
    assert (tree / "script").read_text().endswith("print(1)\n")
    for untouched in (tree / "notes", tree / ".git" / "hook.py", tmp_path / "outside" / "o.py"):
        assert untouched.read_text() == "print 1\n"


def test_many_files_are_done_in_several_processes(tmp_path: Path) -> None:
    for number in range(45):
        (tmp_path / f"m{number}.py").write_text(f"print {number}\n")
    done = run("-w", tmp_path)
    assert done.returncode == 0 and "45 files read, 45 written" in done.stderr
    assert all((tmp_path / f"m{n}.py").read_text() == f"print({n})\n" for n in range(45))


def test_explain_says_line_by_line_what_was_found_done_and_left(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("print 1\nraise 'x'\n")
    done = run("--explain", file)
    assert done.returncode == 1
    assert "Python 2" in done.stdout
    assert "line 1: found print_statement" in done.stdout
    assert "line 1: rewritten by print_statement (exact)" in done.stdout
    assert "line 2 of the new text: left open (string_exception): a string can't be raised" in done.stdout
    assert file.read_text() == "print 1\nraise 'x'\n"


def test_explain_says_when_a_file_is_python3_already(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("print(f'{xrange}')\n")
    done = run("--explain", file)
    assert done.returncode == 0
    assert "Python 3 already" in done.stdout and "nothing to do" in done.stdout


def test_list_names_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    listed = capsys.readouterr().out
    assert all(re.search(rf"^  {r.id} ", listed, re.MULTILINE) for r in all_rules().rules)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a file or a folder"),
        (("no-such-file.py",), "no such file or folder: no-such-file.py"),
        (("--explain", "."), "--explain takes a Python file"),
        (("--target-python", "2.7", "."), "'2.7' is no Python 3 version"),
        (("--nonsense",), "unrecognized arguments"),
    ],
)
def test_wrong_use_says_what_to_do(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_the_examples_of_the_help_are_commands_that_parse() -> None:
    for line in EXAMPLES.splitlines():
        match = re.match(r"  python -m migration (.*?)(?:  |$)", line)
        if match:
            parser().parse_args(match.group(1).split())


def test_many_files_come_out_of_several_processes_as_out_of_one(tmp_path: Path) -> None:
    texts = {
        f"pkg/m{n}.py": f"import m{(n + 1) % 24}\nprint {n}, 7 / 2\n{'x = 1' * (n % 3)}\n" for n in range(24)
    }
    texts["pkg/__init__.py"] = "import m0\n"
    index = RepositoryIndex(texts, texts.__getitem__)
    for key, text in texts.items():
        (tmp_path / key).parent.mkdir(exist_ok=True)
        (tmp_path / key).write_text(text)
    done = run("-w", tmp_path / "pkg")
    assert "25 files read, 25 written" in done.stderr
    named = [line.split(":")[0] for line in done.stderr.splitlines() if "left open" in line and ":" in line]
    assert named == sorted(named)
    for key, text in texts.items():
        assert (tmp_path / key).read_text() == migrate(text, key, index).text


def test_a_new_file_gets_the_mode_that_new_files_get(tmp_path: Path) -> None:
    file, other = tmp_path / "new.py", tmp_path / "other.py"
    other.write_text("")
    write_atomically(file, b"a = 1\n")
    assert file.read_bytes() == b"a = 1\n"
    assert file.stat().st_mode == other.stat().st_mode
    assert sorted(os.listdir(tmp_path)) == ["new.py", "other.py"]


def test_a_file_and_a_link_to_it_are_one_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("print 1\n")
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "a.py").symlink_to("../a.py")
    done = run("-w", tmp_path)
    assert "1 files read, 1 written" in done.stderr
    assert (tmp_path / "a.py").read_text() == "print(1)\n"
    assert (tmp_path / "examples" / "a.py").is_symlink()


@pytest.mark.parametrize(
    ("said", "after"),
    [
        ("octets", "struct.pack('>I', n).decode(\"latin-1\") + 'a'"),
        ("text", "struct.pack('>I', n) + b'a'"),
        (None, "struct.pack('>I', n) + b'a'"),
    ],
)
def test_one_may_say_what_native_strings_are(tmp_path: Path, said: str | None, after: str) -> None:
    (tmp_path / "a.py").write_text(
        "import struct\ndef f(n): return struct.pack('>I', n) + 'a'\n"
        "def g(s): return unicode(s, 'utf-8')\nprint u'a', u'b'\n"
    )
    run("-w", tmp_path, *(["--native-strings", said] if said else []))
    assert after in (tmp_path / "a.py").read_text()


def test_files_of_other_names_that_the_program_runs_are_code(tmp_path: Path) -> None:
    """What Python 2 alone can read, and a literal names; data and what both can read stay."""
    (tmp_path / "main.py").write_text(
        "import sys\nexecfile('conf/site.cfg')\nx = 'data.txt', 'both.txt', 'note.txt'\n"
    )
    (tmp_path / "conf").mkdir()
    given = {
        "conf/site.cfg": "MODE = 0755\nprint MODE\n",
        "data.txt": "not code, at all\n",
        "both.txt": "x = 7 / 2\n",
        "other.txt": "print 1\n",
        "note.txt": "print this, and that\n>>> print 1\n1\n",
    }
    for name, text in given.items():
        (tmp_path / name).write_text(text)
    main(["-w", str(tmp_path)])
    after = {name: (tmp_path / name).read_text() for name in given}
    assert after.pop("conf/site.cfg") == "MODE = 0o755\nprint(MODE)\n"
    del after["note.txt"]
    assert all(given[name] == text for name, text in after.items())
    (tmp_path / "main.py").write_text("x = 'conf/site.cfg'\n")
    (tmp_path / "conf/site.cfg").write_text(given["conf/site.cfg"])
    main(["-w", str(tmp_path)])
    assert (tmp_path / "conf/site.cfg").read_text() == given["conf/site.cfg"], "nothing runs it"


@pytest.mark.parametrize("rows", ["10, 10, 1\n\n01,01,55\n01,07,01\n", "0755\n", "width, 010\n"])
def test_rows_of_numbers_are_data_though_python2_alone_reads_them(tmp_path: Path, rows: str) -> None:
    (tmp_path / "main.py").write_text("exec open('code.inc').read()\nprint open('first.map').read()\n")
    (tmp_path / "first.map").write_text(rows)
    main(["-w", str(tmp_path)])
    assert (tmp_path / "first.map").read_text() == rows


def test_what_execfile_is_given_is_code_whatever_it_says(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(
        "import os\nexecfile(os.path.join('conf', 'site.cfg'))\nprint open('other.cfg')\n"
    )
    (tmp_path / "conf").mkdir()
    for name in ("conf/site.cfg", "other.cfg"):
        (tmp_path / name).write_text("names = map(str, [1])\nn = len(names)\n")
    main(["-w", str(tmp_path)])
    assert (tmp_path / "conf/site.cfg").read_text() == "names = list(map(str, [1]))\nn = len(names)\n"
    assert (tmp_path / "other.cfg").read_text() == "names = map(str, [1])\nn = len(names)\n"
    main(["-w", str(tmp_path)])
    assert (tmp_path / "conf/site.cfg").read_text() == "names = list(map(str, [1]))\nn = len(names)\n"


@pytest.mark.parametrize("name", ["doc.txt", "tool.py", "run"])
def test_what_a_link_leads_to_is_migrated_once(tmp_path, name):
    text = (
        "#!/usr/bin/python\nif a:\n    print b, c\n"
        if name != "doc.txt"
        else "Say:\n\n    >>> print b, c\n    1 2\n"
    )
    (tmp_path / "zz").mkdir()
    real, first = tmp_path / "zz" / name, tmp_path / f"a{name}"
    real.write_text(text)
    (tmp_path / "m.py").write_text("print 1\n")
    first.symlink_to(real)
    assert main(["-w", str(tmp_path)]) == 0
    assert "print(b, c)" in real.read_text() and first.is_symlink()


def test_what_is_no_code_stays_whatever_its_name(tmp_path: Path) -> None:
    """A file of that name elsewhere, and one that is named in passing."""
    (tmp_path / "main.py").write_text(
        '"""Was execfile(\'notes.txt\') once."""\nexecfile("conf/site.cfg")  # not other.cfg\nprint 1\n'
    )
    for folder in ("conf", "debian"):
        (tmp_path / folder).mkdir()
    given = {
        "debian/site.cfg": "x = map(f, y)\nz = len(x)\n",
        "notes.txt": "x = 7 / 2\n",
        "conf/other.cfg": "x = map(f, y)\nz = len(x)\n",
        "conf/site.cfg": "x = map(f, y)\nz = len(x)\n",
    }
    for name, text in given.items():
        (tmp_path / name).write_text(text)
    main(["-w", str(tmp_path)])
    after = {name: (tmp_path / name).read_text() for name in given}
    assert after.pop("conf/site.cfg") == "x = list(map(f, y))\nz = len(x)\n"
    assert all(given[name] == text for name, text in after.items())
