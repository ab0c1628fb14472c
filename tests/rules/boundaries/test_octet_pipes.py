"""Pipes to processes, in repositories whose native strings are octets."""

import sys

import pytest
from rules.checking import PROOF, check_untouched, octet_repository, run

RULE = "octet_pipes"


def converted(text, other=""):
    return run(RULE, text + PROOF, key="p/a.py", index=octet_repository(text + PROOF, other)).text


def test_leaves_a_repository_that_is_not_about_octets():
    check_untouched(RULE, "import subprocess as s\ns.Popen(['x'], stdout=s.PIPE)\n", python2=True)


@pytest.mark.parametrize(
    "call",
    [
        "Popen(['x'])",
        "Popen(['x'], stdout=PIPE, universal_newlines=True)",
        "check_output(['x'], **more)",
        "check_output(['x']).decode('utf-8')",
        "popen(x, mode)",
        "popen(cmd=x)",
        "popen(*x)",
    ],
)
def test_refuses(call):
    text = f"from os import popen\nfrom subprocess import PIPE, Popen, check_output\n{call}\n"
    assert call in converted(text)


@pytest.mark.parametrize("other", ["mock.patch('subprocess.Popen')\n", "subprocess.Popen = Fake\n"])
def test_leaves_a_class_that_a_test_replaces(other):
    text = "import subprocess\nsubprocess.Popen(x, stdin=subprocess.PIPE)\n"
    assert "OctetsPopen" not in converted(text, other)
    assert "OctetsPopen(x" in converted(text, "subprocess.Popen == Fake\n")


def test_what_a_call_gives_at_once_is_decoded():
    text = "from subprocess import check_output\nx = check_output(['x'])\n"
    assert "check_output(['x']).decode(\"latin-1\")" in converted(text)


def test_octets_come_through_pipes_as_they_are():
    text = (
        "from subprocess import PIPE, Popen\n"
        "def run(program, given, **pipes):\n"
        "    p = Popen([program, '-c', CAT], stdin=PIPE, **pipes)\n"
        "    return p.communicate(given)\n"
        "def lines(program, given):\n"
        "    p = Popen([program, '-c', CAT], stdin=PIPE, stdout=PIPE, bufsize=0)\n"
        "    p.stdin.write(given[:1])\n"
        "    p.stdin.writelines([given[1:]])\n"
        "    p.stdin.close()\n"
        "    found = [p.stdout.read(2)] + list(p.stdout)\n"
        "    p.stdout.close()\n"
        "    return found, p.wait()\n"
    )
    cat = "import sys, shutil; shutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer)"
    names = {"CAT": cat}
    exec(converted(text), names)
    given = "".join(map(chr, range(256))) + "\r\n\r"
    pipe = names["PIPE"]
    assert names["run"](sys.executable, given, stdout=pipe) == (given, None)
    assert names["run"](sys.executable, given, stdout=pipe, stderr=pipe) == (given, "")
    assert names["lines"](sys.executable, "a\r\n\xe9\n") == (["a\r", "\n", "\xe9\n"], 0)


def test_octets_come_through_pipes_of_the_shell(tmp_path):
    path = tmp_path / "caf\xe9"
    path.write_bytes(b"\xff\r\n\xc3\xa9")
    text = (
        "import os\n"
        "def read(command):\n"
        "    return os.popen(command).read(), list(os.popen(command, 'r'))\n"
        "def write(command, given):\n"
        "    pipe = os.popen(command, 'w')\n"
        "    pipe.write(given)\n"
        "    return pipe.close()\n"
    )
    space = {}
    exec(converted(text), space)
    for name in (str(path), str(path).encode().decode("latin-1")):
        assert space["read"](f"cat '{name}'") == ("\xff\r\n\xc3\xa9", ["\xff\r\n", "\xc3\xa9"])
    assert space["write"](f"cat > '{tmp_path}/b'", "\xff\n\xc3") is None
    assert (tmp_path / "b").read_bytes() == b"\xff\n\xc3"


@pytest.mark.parametrize("other", ["mock.patch('os.popen')\n", "os.popen = fake\n"])
def test_leaves_a_function_that_a_test_replaces(other):
    text = "import os\nos.popen('x')\n"
    assert text in converted(text, other)
    assert "popen_octets('x')" in converted(text, "os.popen == fake\n")


def test_what_a_failed_process_wrote():
    text = (
        "import subprocess\n"
        "def f(command):\n"
        "    try:\n"
        "        return subprocess.check_output(command, shell=True)\n"
        "    except (IOError, subprocess.CalledProcessError), e:\n"
        "        return e.output[:1], e.output + '!'\n"
    )
    space = {}
    exec(converted(text), space)
    assert space["f"](r"printf '\377'") == "\xff"
    assert space["f"](r"printf '\377a'; exit 1") == ("\xff", "\xffa!")


def test_another_output():
    text = "import subprocess\ntry: f()\nexcept E as e: e.output\nx.output\n"
    assert text in converted(text)


def test_what_a_process_is_given_goes_out_octet_by_octet():
    """Octets that are text in UTF-8, in arguments and settings; text as the system gave it is no other."""
    text = (
        "import os, subprocess, sys\n"
        "def call(*a):\n"
        "    return subprocess.Popen(('printf',) + a, stdout=subprocess.PIPE).communicate()[0]\n"
        "def ask(word):\n"
        "    env = dict(os.environ, WORD=word)\n"
        "    p = subprocess.Popen('printf \"$WORD\"', shell=True, env=env, stdout=subprocess.PIPE)\n"
        "    return p.communicate()[0], subprocess.check_output('printf \"$WORD\"', shell=True, env=env)\n"
        "def run(*a): return subprocess.check_output(['printf', a[0]])\n"
        "x = 'gr\\xc3\\xbcn'\n"
    )
    made = converted(text)
    space = {}
    exec(made, space)
    octets = "gr\xc3\xbcn"
    for word in (octets, "grün"):
        assert space["call"](word) == space["run"](word) == octets
        assert space["ask"](word) == (octets, octets)
    assert "given_octets" not in converted(text.replace("\\xc3\\xbc", "ue"))
    assert "given_octets" not in converted(
        "import subprocess\nsubprocess.check_output(['a', 'b'])\nx = '\\xff'\n"
    )
