"""What a program of octets prints."""

import subprocess
import sys

import pytest
from rules.checking import PROOF, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "octet_terminal"
OCTETS = "import struct\nx = struct.pack('BB', ord('a'), 1) + chr(3) + struct.unpack('B', y)\n"
NAME = "NAME = 'caf\\xc3\\xa9'\n"


def told(text, **others):
    files = {"main.py": text, **others}
    return run(RULE, text, key="main.py", index=RepositoryIndex(files, files.get)).text


@pytest.mark.parametrize(
    "text",
    [
        OCTETS + "print('cafe')\n",
        "x = u'a', u'b', u'c'\n" * 8 + OCTETS + NAME + "print(NAME)\n",
        OCTETS + NAME + "def f(): print(NAME)\n",
    ],
)
def test_refuses(text):
    text += "n = 1L\n"
    check_untouched(
        RULE,
        text[: -len("n = 1L\n")],
        key="main.py",
        index=RepositoryIndex(["main.py"], {"main.py": text}.get),
    )


def test_a_module_that_others_import_leaves_the_terminal_alone():
    text = OCTETS + NAME + "print(NAME)\n"
    assert "octets_for_terminal" not in told(text, **{"a.py": "import main\nprint 1\n"})


def test_the_guard_or_the_first_statement_sets_it():
    guarded = OCTETS + NAME + "def f():\n    print(NAME)\nif __name__ == '__main__':\n    f()\n"
    assert "'__main__':\n    octets_for_terminal()\n    f()\n" in told(guarded)
    assert "\noctets_for_terminal()\nfor i in x:\n    print(NAME)\n" in told(
        OCTETS + NAME + "for i in x:\n    print(NAME)\n"
    )


def test_a_guard_of_one_line_sets_it_there():
    text = OCTETS + NAME + "def f():\n    print(NAME)\nif __name__ == '__main__': print(NAME)\n"
    assert "\nif __name__ == '__main__': octets_for_terminal(); print(NAME)\n" in told(text)


@pytest.mark.parametrize("shown", ["'%s' % x", "len(x)", "'caf\\xe9'"])
def test_whatever_is_printed_may_hold_octets_where_a_program_encodes(shown):
    text = OCTETS + "n = 1L\nx = x.decode('hex').encode('hex')\nprint(" + shown + ")\n"
    assert "octets_for_terminal()\nprint(" in told(text)


def test_the_terminal_gets_the_octets_that_python_2_wrote(tmp_path):
    text = "import struct\nNAME = 'caf\\xc3\\xa9'\nprint NAME, len(NAME), len(struct.pack('4s', NAME)), chr(65)\n"
    index = RepositoryIndex(["main.py"], {"main.py": text}.get)
    made = migrate(text, "main.py", index).text
    (tmp_path / "main.py").write_text(made)
    done = subprocess.run([sys.executable, "main.py"], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout == b"caf\xc3\xa9 5 4 A\n"
    again = RepositoryIndex(["main.py"], {"main.py": made}.get)
    assert migrate(made, "main.py", again).text == made


def test_the_helper_is_there_before_it_is_called():
    text = "import re, struct\nprint re.sub('b*', '.', 'caf\\xc3\\xa9'), struct.pack('B', ord('a')), chr(1)\n"
    index = RepositoryIndex(["main.py"], {"main.py": text}.get)
    made = migrate(text, "main.py", index).text
    assert made.index("def octets_for_terminal") < made.index("\noctets_for_terminal()")


def test_what_is_read_there_is_octets_as_well(tmp_path):
    text = (
        "import struct, sys\nhead = struct.pack('>H', 65535)\n"
        "def copy(given, out):\n    data = given.read()\n    out.write(data[::-1] + head)\n"
        "copy(sys.stdin, sys.stdout)\n"
    )
    (tmp_path / "a.py").write_text(migrate(text + PROOF, "p/a.py", octet_repository(text + PROOF)).text)
    done = subprocess.run(
        [sys.executable, "a.py"], cwd=tmp_path, input=b"\xc3\r\n", capture_output=True, check=True
    )
    assert done.stdout == b"\n\r\xc3\xff\xff"


def test_a_line_that_is_asked_for_is_octets(tmp_path):
    text = "import struct\nline = raw_input()\nprint len(line), struct.pack('>H', len(line))[1:] == '\\x02', line\n"
    (tmp_path / "a.py").write_text(migrate(text + PROOF, "p/a.py", octet_repository(text + PROOF)).text)
    done = subprocess.run(
        [sys.executable, "a.py"], cwd=tmp_path, input="é\n".encode(), capture_output=True, check=True
    )
    assert done.stdout == "2 True é\n".encode()


@pytest.mark.parametrize(
    "text",
    [
        "first = raw_input()\ndef main(): print len(first), first\nif __name__ == '__main__':\n    main()\n",
        "total = ''\ntotal += raw_input()\nprint len(total), total\n",
        "import sys\nif 0:\n    total = ''\nelse:\n    total = sys.stdin.readline()[:-1]\nprint len(total), total\n",
    ],
)
def test_the_terminal_is_set_before_it_is_read(text, tmp_path):
    text = "import struct\nx = struct.pack('>H', 65535)\n" + text
    (tmp_path / "a.py").write_text(migrate(text + PROOF, "p/a.py", octet_repository(text + PROOF)).text)
    done = subprocess.run(
        [sys.executable, "a.py"], cwd=tmp_path, input="é\n".encode(), capture_output=True, check=True
    )
    assert done.stdout == "2 é\n".encode()


def test_text_of_its_own_is_no_octets_for_the_terminal():
    text = "import struct\nname = raw_input(), struct.pack('B', 1)\nprint u'\\u20ac', len(name)\n" + PROOF
    assert "octets_for_terminal" not in migrate(text, "p/a.py", octet_repository(text)).text


@pytest.mark.parametrize(
    ("text", "is_set"),
    [
        ("p = subprocess.Popen(['a'], stdout=subprocess.PIPE)\nprint(p.communicate()[0])\n", True),
        ("print(os.popen('a').read())\n", True),
        ("print(popened('a').read())\n", False),
        ("print(os.popen('a').read(), u'b')\n", False),
    ],
)
def test_what_other_programs_give(text, is_set):
    made = told("import os, subprocess\n" + OCTETS + text + "n = 1L\n")
    assert ("octets_for_terminal()\n" in made) is is_set


def test_what_are_no_octets_goes_out_as_python_2_wrote_it(tmp_path):
    text = "import struct\nx = struct.pack('>H', 65535)\nprint 'caf\\xc3\\xa9', u'\\u20ac\\u0416', x[1:]\n"
    (tmp_path / "a.py").write_text(migrate(text + PROOF, "p/a.py", octet_repository(text + PROOF)).text)
    done = subprocess.run([sys.executable, "a.py"], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout == "café €Ж ".encode() + b"\xff\n"
