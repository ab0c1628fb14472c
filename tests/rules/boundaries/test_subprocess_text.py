"""subprocess with text."""

from collections.abc import Callable

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "subprocess_text"


@pytest.mark.parametrize(
    "text",
    [
        "import subprocess\nsubprocess.Popen(a)\n",
        "import subprocess as s\ns.check_output(a)\n",
        "import subprocess as s\ns.check_output(a, text=True).split('x')\n",
        "import subprocess as s\ns.check_output(a).decode('utf-8')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import subprocess as s\no = s.Popen(a, stdout=s.PIPE).communicate()[0]\no.strip() == 'x'\n",
            "import subprocess as s\no = s.Popen(a, stdout=s.PIPE, universal_newlines=True).communicate()[0]\no.strip() == 'x'\n",  # noqa: E501
        ),
        (
            "import subprocess as s\no = s.Popen(a, stdout=-1).communicate()[0]\no.strip() == 'x'\n",
            "import subprocess as s\no = s.Popen(a, stdout=-1, universal_newlines=True).communicate()[0]\no.strip() == 'x'\n",  # noqa: E501
        ),
        (
            "import subprocess as s\np = s.Popen(a, stdout=s.PIPE)\no, e = p.communicate()\n'x' in o\n",
            "import subprocess as s\np = s.Popen(a, stdout=s.PIPE, universal_newlines=True)\no, e = p.communicate()\n'x' in o\n",  # noqa: E501
        ),
        (
            "import subprocess as s\nf(s.check_output(a)), 1L\n",
            "import subprocess as s\nf(s.check_output(a, universal_newlines=True)), 1\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_pipe_that_is_given_octets_takes_them():
    text = (
        "import subprocess as s\np = s.Popen(a, stdin=s.PIPE)\nfor t in b:\n    p.stdin.write(t.encode(c))\n"
    )
    check_untouched(RULE, text, python2=True)
    beside = text + "p.stdin.write('a')\n"
    check_rule(RULE, beside, beside.replace("s.PIPE)", "s.PIPE, universal_newlines=True)"), python2=True)


WRAPPER = (
    "import subprocess as s\ndef run(c, **more):\n    p = s.Popen(c, stdout=s.PIPE, {})\n"
    "    return p.communicate('x')[0].split('\\n')\n"
)


def test_what_a_caller_adds_may_say_how_pipes_are_read():
    asked = '**{"universal_newlines": True, **more}'
    check_rule(RULE, WRAPPER.format("**more"), WRAPPER.format(asked), python2=True)
    check_untouched(RULE, WRAPPER.format("**more"))
    for other in ("**made()", "**more, **most", "text=False, **more"):
        check_untouched(RULE, WRAPPER.format(other), python2=True)
    check_untouched(RULE, WRAPPER.format("**more").replace("stdout=s.PIPE, ", ""), python2=True)


@pytest.mark.parametrize(
    "ending",
    [
        # The callers take what they want of it.
        "return p.communicate('x')",
        "return p.communicate('x')[0]",
        "return p.communicate('x')[0].strip()",
        "return p",
        "out = p.communicate('x')[0]\n    if out.startswith('a'): print(1)\n    return out",
        "out, err = p.communicate('x')\n    if out.startswith('a'): print(1)\n    return out, err",
        # What the process gets was encoded, or may be octets.
        "return p.communicate(c.encode('utf-8'))[0].split('\\n')",
        "return p.communicate(more)[0].split('\\n')",
        "return p.communicate(input=more)[0].split('\\n')",
        "pickle.dump(more, p.stdin)\n    return p.stdout.read().split('\\n')",
        "p.stdin.write(more)\n    return p.stdout.read().split('\\n')",
        "p.stdin.writelines([more])\n    return p.stdout.read().split('\\n')",
    ],
)
def test_what_callers_may_take_octets_of(ending):
    text = WRAPPER.replace("return p.communicate('x')[0].split('\\n')", ending).format("**more")
    assert ending in text
    check_untouched(RULE, text, python2=True)


def test_what_the_caller_says_is_done():
    names: dict[str, Callable[..., list[str]]] = {}
    exec(run(RULE, WRAPPER.format("stdin=s.PIPE, **more") + PROOF).text, names)
    assert names["run"](["cat"])[0] == "x"
    with pytest.raises(TypeError):
        names["run"](["cat"], universal_newlines=False)


_KEPT = (
    "import subprocess as s\nclass P:\n    out = s.PIPE\n    def __init__(self, c, err=s.PIPE):\n"
    "        self.err = err\n        self.p = s.Popen(c, {})\n    def text(self):\n        {}\n"
)


@pytest.mark.parametrize("stream", ["stdout=self.out", "stderr=err", "stderr=self.err"])
def test_pipes_are_kept_in_attributes_or_by_default(stream):
    more = ", universal_newlines=True"
    for use in ("return self.p.stdout.read().split('x')", "return self.p.communicate()[0] == 'x'"):
        check_rule(RULE, _KEPT.format(stream, use), _KEPT.format(stream + more, use))
    use = "return StringIO(self.p.stdout.read())"
    check_rule(RULE, _KEPT.format(stream, use), _KEPT.format(stream + more, use), python2=True)


def test_the_same_attribute_of_something_else_tells_nothing():
    other = "class Q:\n    def f(self, q):\n        return self.p.stdout.read().split('x'), q.p == 'x'\n"
    for use in ("return self.p.stdout.read()", "return q.p.communicate()[0] == 'x'"):
        check_untouched(RULE, _KEPT.format("stdout=self.out", use) + other)


@pytest.mark.parametrize(
    ("stream", "use"),
    [
        ("stdout=self.other", "return self.p.stdout.read().split('x')"),
        ("stdout=other", "return self.p.stdout.read().split('x')"),
        ("stdout=self.out", "return self.p.stdout.read().decode('utf-8')"),
    ],
)
def test_no_pipe_or_no_text(stream, use):
    check_untouched(RULE, _KEPT.format(stream, use), python2=True)


MOX = "import subprocess\ndef setUp(self):\n    self.m.StubOutWithMock(subprocess, 'Popen')\n"
MOCK = "p.Popen.assert_called_once_with(['a'], cwd=f(x), stdout=subprocess.PIPE)\n"
FAKE = "def setUp(self):\n    subprocess.Popen = Fake\n"
RUN = "import subprocess\ndef f(c):\n    p = subprocess.Popen(c, stdout=subprocess.PIPE)\n"


def beside(test, text):
    files = {"p/__init__.py": "", "p/a.py": text + PROOF, "p/test_a.py": test}
    return run(RULE, files["p/a.py"], key="p/a.py", index=RepositoryIndex(files, files.get)).text


@pytest.mark.parametrize("test", [MOX, MOCK, FAKE])
@pytest.mark.parametrize(
    ("use", "read"),
    [
        ("    out = p.communicate()\n    return out[0]\n", "tuple(map(as_text, p.communicate()))"),
        ("    out, err = p.communicate()\n    return out + 'x'\n", "tuple(map(as_text, p.communicate()))"),
        ("    x = p.communicate()[0]\n    return x\n", "tuple(map(as_text, p.communicate()))[0]"),
        ("    x = p.stdout.read()\n    p.wait()\n    return x\n", "as_text(p.stdout.read())"),
    ],
)
def test_a_stand_in_is_asked_for_with_the_arguments_that_a_test_says(test, use, read):
    made = beside(test, RUN + use)
    assert "Popen(c, stdout=subprocess.PIPE)\n" in made and read in made
    assert run(RULE, made).text == made
    assert beside(test, made).removesuffix("PROOF = 1\n") == made  # looked at again while it is Python 2
    space = {}
    exec(made, space)
    told = space["f"](["echo", "b"])
    assert isinstance(told, str) and told.startswith("b\n")


@pytest.mark.parametrize(
    ("test", "use"),
    [
        ("p.Popen.assert_called_once_with(['a'], cwd='x')\n", "    return p.communicate()[0]\n"),
        ("self.m.StubOutWithMock(os, 'popen')\n", "    return p.communicate()[0]\n"),
        (MOX, "    return p\n"),
        (MOX, "    for line in p.stdout:\n        show(line)\n"),
        (MOX, "    x = p.communicate()[0]\n    show(p)\n"),
    ],
)
def test_other_stand_ins_and_what_goes_elsewhere(test, use):
    assert "universal_newlines=True" in beside(test, RUN + use)


def test_the_arguments_of_a_call_for_output_that_a_test_says():
    text = "import subprocess\ndef f(c):\n    return subprocess.check_output(c).split('\\n')\n"
    made = beside("m.check_output.assert_called_once_with(['a'])\n", text)
    assert "return as_text(subprocess.check_output(c)).split('\\n')" in made
    assert run(RULE, made).text == made
    assert "universal_newlines=True" in beside("m.check_output.called\n", text)
