"""The blank after `print x,`."""

import contextlib
import subprocess
import sys

import pytest
from rules.checking import check_rule, check_settled, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

#: Programs and what Python 2.7 prints for them.
PROGRAMS = [
    (
        "import sys\nfor i in 0, 1, 2:\n    print i,\n    if i == 1:\n        sys.stdout.write('!\\n')\nprint 'a'\n",
        "0 1!\n2 a\n",
    ),
    ("import sys\nprint 'abc',\nsys.stdout.softspace = 0\nprint 'def'\n", "abcdef\n"),
    ("for i in range(3):\n    print i,\nprint\n", "0 1 2\n"),
    ("for i in range(2):\n    print i,\nprint 'x'\n", "0 1 x\n"),
    ("print 'a\\n',\nprint 'b'\n", "a\nb\n"),
    ("def f(x):\n    print x,\nf(1)\nf(2)\nprint\nprint 3\n", "1 2\n3\n"),
    ("print 'a',\n", "a\n"),
    ("def f(x):\n    print x,\n    print 'b',\n    print 'c'\nf('a\\n')\nf('d')\n", "a\nb c\nd b c\n"),
    ("print 'a',\nif 0:\n    print 'b'\nprint\nprint 'c'\n", "a\nc\n"),
    ("x = 'a\\t'\nprint x,\nprint 'b'\nprint 'c',\nprint\n", "a\tb\nc\n"),
    ("while 1:\n    print 1,\n    break\nelse:\n    print\nprint 'z'\n", "1 z\n"),
    ("print '',\nprint 'a'\n", " a\n"),
    ("for line in ['a\\n', 'b\\n']:\n    print line,\nprint 'c'\n", "a\nb\nc\n"),
    ("for i in 'ab':\n    print i,\nelse:\n    print\nprint 'z'\n", "a b\nz\n"),
    ("import sys\nprint 'x\\t', 'd',\nprint\nprint 'e'\n", "x\td\ne\n"),
    ("s = 'a\\n'\nprint s, 'b'\n", "a\nb\n"),
    ("print '%s\\n' % 1, 2\nx = '3' + '\\t'\nprint x, 4\n", "1\n2\n3\t4\n"),
    (
        "import sys\ndef f(x, out=None):\n    print >>out or sys.stdout, x,\n    if x: print >>out\nf(1)\nf(0)\nf(2)\n"
        "print 'a'\n",
        "1\n0 2\na\n",
    ),
    ("import sys\ndef f(x, out=sys.stdout): print >>out, x,\nf(1)\nprint 2\nf(3)\nprint\n", "1 2\n3\n"),
    ("def f(x, out=None): print >>out, x,\nf(1)\nprint 2\nf(3)\nprint\n", "1 2\n3\n"),
    (
        "import sys\nclass C:\n    def __init__(self, out=None): self.out = out or sys.stdout\n"
        "    def f(self, x): print >>self.out, x,\nC().f(1)\nprint 2\nC().f(3)\nprint\n",
        "1 2\n3\n",
    ),
    (
        "import sys\nout = sys.stderr\nif len('a'): out = sys.stdout\nfor i in range(2): print >>out, i,\nprint 'a'\n",
        "0 1 a\n",
    ),
    ("import base64\nprint base64.encodestring('a'), 'b'\n", "YQ==\n\nb\n".replace("\n\n", "\n")),
    ("import StringIO\nf = StringIO.StringIO('a\\nb')\nprint f.readline(), f.read(), 'c'\n", "a\nb c\n"),
    (
        "def f(x):\n    return '<p>%s</p>\\n' % x\nh = f('a')\nprint h, 1\nprint 2, h, 3\n",
        "<p>a</p>\n1\n2 <p>a</p>\n3\n",
    ),
    ("for x in ['a\\n', 'b']:\n    print x, 1\n", "a\n1\nb 1\n"),
    (
        "def f():\n    yield 'a\\n'\nfor n, x in enumerate(f()):\n    print x, n\nprint list(f()), 1\n",
        "a\n0\n['a\\n'] 1\n",
    ),
    (
        "class A:\n    t = 'a\\t'\n    def __init__(self, x): self.x = x + '\\n'\n"
        "    def __str__(self): return 'A\\n'\n"
        "a = A('b')\nprint a.x, a.t, 1\nprint a, 2\n",
        "b\na\t1\nA\n 2\n",
    ),
    ("def f(x):\n    print x, 1\nf('a\\n')\nf('b')\n", "a\n1\nb 1\n"),
    (
        "s = ''\nfor c in 'ab':\n    s += c + '\\n'\nprint s, 1\ns = ['c\\n']\nprint ''.join(s), 2\n",
        "a\nb\n1\nc\n2\n",
    ),
    (
        "for k, v in {'k': 'v\\n'}.items():\n    print v, k\nfor a, b in [(1, 'b\\n')]:\n    print b, a\n",
        "v\nk\nb\n1\n",
    ),
    (
        "import textwrap\nprint textwrap.dedent('  a\\n'), 1\ndef f(n): return n, 'b\\n' * n\n"
        "class C:\n    log = ''\n    def run(self):\n        n, out = f(1)\n        self.log += '%d %s' % (n, out)\n"
        "c = C()\nc.run()\nprint c.log, 2\n",
        "a\n1\n1 b\n2\n",
    ),
    ('"""doc\n"""\nprint __doc__, 1\nprint __doc__.upper(), 2\n', "doc\n1\nDOC\n2\n"),
    (
        "import sys\ndef f():\n    sys.stdout.write('f')\n    return 1\nprint 'a',\nx = f()\nprint x\n",
        "af1\n",
    ),
    (
        "s = 'a\\nb'\nfor x in s.splitlines(1):\n    print x, 1\nx = 'c\\n' if s else ''\nprint x, 2\n",
        "a\n1\nb 1\nc\n2\n",
    ),
    (
        "import StringIO\ndef f(n):\n    out = StringIO.StringIO()\n    out.write('<%d>' % n)\n    if n: print 'n', n\n"
        "    return out.getvalue()\nprint f(0), f(1), f(2)\nprint 'a', f(3), 'b'\n",
        "<0> n 1\n<1> n 2\n<2>\na n 3\n<3> b\n",
    ),
    (
        "def g(v):\n    print 'g', v\n    return v\ndef f(v): return g(v) > 1\ndef show(t, v):\n    print t, f(v)\n"
        "show('one', 1)\nshow('end\\n', 2)\n",
        "one g 1\nFalse\nend\ng 2\nTrue\n",
    ),
    (
        "def f(v): print 'f', v\ndef show(t, h):\n    print t, h(1)\nshow('one', f)\nshow('end\\n', lambda v: f(v))\n",
        "one f 1\nNone\nend\nf 1\nNone\n",
    ),
    (
        "def g():\n    print 'g'\n    yield 2\nfor x in ['a', 'b\\n']:\n    print x, list(g())\n",
        "a g\n[2]\nb\ng\n[2]\n",
    ),
    (
        "import sys\ndef w():\n    sys.stdout.write('w')\n    print 'v'\n    return 1\n"
        "for x in ['a', 'b\\n']:\n    print x, w()\n",
        "awv\n1\nb\nwv\n1\n",
    ),
    (
        "def f(v): return 1 / v\nfor x in ['a', 'b\\n']:\n    try:\n        print x, f(0)\n"
        "    except ZeroDivisionError:\n        print 'failed'\n",
        "a failed\nb\nfailed\n",
    ),
]


def test_leaves_calls_that_were_no_statements():
    check_untouched("print_softspace", "from __future__ import print_function\nprint(1, end=' ')\nprint()\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print 1,\nprint 2\n", "print(1, end=' ')\nprint(2)\n"),
        ("print 1,\nf()\nprint 2\n", "print(1, end=' ')\nf()\nprint(2)\n"),
        (
            "print 1,\nif a:\n    print 2\nelse:\n    print 3\n",
            "print(1, end=' ')\nif a:\n    print(2)\nelse:\n    print(3)\n",
        ),
        (
            "print 'Name?',\nname = raw_input()\nprint\nprint name\n",
            "print('Name?', end=' ')\nname = raw_input()\nprint()\nprint(name)\n",
        ),
        (
            "for i in range(3):\n    print i,\nprint 2\n",
            "for i in range(3):\n    print(i, end=' ')\nprint(2)\n",
        ),
    ],
)
def test_stays_plain_where_an_item_is_certain_to_follow(before, after):
    outcome = run("print_softspace", before)
    assert outcome.text == after
    check_settled("print_softspace", outcome)


@pytest.mark.parametrize(("program", "expected"), PROGRAMS)
def test_prints_what_python2_printed(program, expected, tmp_path):
    outcome = migrate(program)
    assert migrate(outcome.text).text == outcome.text
    script = tmp_path / "program.py"
    script.write_text(outcome.text)
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=30, check=True
    )
    assert done.stdout == expected


def test_only_the_prints_concerned_use_the_helper():
    outcome = run("print_softspace", "print 0\nfor i in x:\n    print i,\nprint\nprint 5\nprint >>f, 6\n")
    assert outcome.text.endswith(
        "print(0)\nfor i in x:\n    print_softspace(i, end='')\nprint_softspace()\nprint(5)\nprint(6, file=f)\n"
    )


def test_the_blank_that_is_forgotten():
    check_rule(
        "print_softspace",
        "import sys\nprint 'a',\nsys.stdout.write('b')\nprint 'c'\n",
        "import sys\nprint('a', end='')\nsys.stdout.write('b')\nprint('c')\n",
    )


def test_the_lines_of_a_file_end_with_one():
    for loop in ("for x in open(p):", "f = file(p)\nfor x in f:", "import sys\nfor x in sys.stdin:"):
        assert "print_softspace(x, 1)" in run("print_softspace", f"{loop}\n    print x, 1\n").text
    assert "print_softspace(a[0], 1)" in run("print_softspace", "a = f.readlines()\nprint a[0], 1\n").text
    for text in (
        "for x in y:\n    print x, 1\n",
        "print 1, f.readline()\n",
        "print x + 'a', 1\n",
        "print a[0], 1\n",
    ):
        assert "print_softspace" not in run("print_softspace", text).text


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    return x + 'a'\nprint f('b\\n'), 1\n",
        "for l in open(p):\n    l = l.strip()\n    print l, 1\n",
        "for l in open(p):\n    if l.endswith('\\n'):\n        l = l[:-1]\n    print l, 1\n",
        "l = f.readline().rstrip('\\n')\nprint l, 1\n",
        "print 'a\\n'.replace('\\n', ''), 1\n",
        "s = 'a\\n'\nfor l in s.splitlines():\n    print l, 1\n",
        "class A:\n    def __str__(self):\n        return 'a\\n'\nprint A(), 1\n",
        "x = ['a\\n']\nprint x, 1\nprint len(x), repr(x[0]), 2\n",
        "def f():\n    yield 'a\\n'\nprint f(), 1\n",
        "print '%s\\n%d' % (a, b), 1\n",
    ],
)
def test_text_that_ends_no_line_stays_plain(text):
    made = run("print_softspace", text).text
    assert "print_softspace" not in made and "sep" not in made


def test_lines_of_the_text_are_joined_without_a_helper():
    before = "print a + 'x:\\n', x\nprint 'a\\n', '%s\\t' % b, c\nprint >>f, 'a\\n', b\n"
    after = "print(a + 'x:\\n', x, sep='')\nprint('a\\n', '%s\\t' % b, c, sep='')\n"
    check_rule("print_softspace", before, after + "print('a\\n', b, sep='', file=f)\n")


def test_other_functions_of_a_name_forget_no_blank():
    text = "import sys\nclass T:\n    def write(self, s):\n        sys.stdout.write(s)\n"
    text += "print 'a',\nf.write('b')\nprint 'c'\n"
    assert "print('a', end=' ')\nf.write('b')\nprint('c')\n" in run("print_softspace", text).text


def test_a_function_of_another_file_that_ends_a_line():
    files = {
        "a.py": "import b\nprint b.f(1), 2\nprint b.g(), 3\n",
        "b.py": "def f(x):\n    return '%d\\n' % x\ndef g(): return 1\n",
    }
    made = migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text
    assert made.endswith("print_softspace(b.f(1), 2)\nprint(b.g(), 3)\n")


def test_writing_to_the_terminal_forgets_the_blank():
    before = "import sys\nfor i in x:\n    print i,\n    if i: sys.stdout.write('\\n')  # end\nprint\n"
    text = run("print_softspace", before).text
    assert "    if i: sys.stdout.write('\\n'); sys.stdout.softspace = False  # end\n" in text
    for other in (
        "if i: f.write('\\n')",
        "n = sys.stdout.write('\\n')",
        "if i: sys.stdout.write('\\n'); g()",
    ):
        text = run("print_softspace", before.replace("if i: sys.stdout.write('\\n')", other)).text
        assert f"    {other}  # end\n" in text


def test_the_terminal_is_the_same_stream_by_its_name():
    text = "import sys\nprint 1,\nprint >>sys.stdout, 2\n"
    assert run("print_softspace", text).text == "import sys\nprint(1, end=' ')\nprint(2, file=sys.stdout)\n"


@pytest.mark.parametrize("line", ["a.encode('base64')", "binascii.b2a_base64(a)"])
def test_codecs_end_their_lines(line):
    assert f"print_softspace({line}, 1)" in run("print_softspace", f"import binascii\nprint {line}, 1\n").text


def test_writing_elsewhere_has_nothing_to_forget():
    text = "import sys\ndef f():\n    sys.stdout.write('a\\n')\nfor i in x:\n    print i,\nprint\n"
    assert "sys.stdout.softspace" not in run("print_softspace", text).text


def test_a_loop_that_an_exception_ends(capsys):
    text = "items = [1, 2]\ntry:\n    while 1:\n        print items.pop(),\n"
    text += "except IndexError:\n    print 'end'\nprint 'x'\n"
    exec(migrate(text).text, {"__name__": "m"})
    assert capsys.readouterr().out == "2 1 end\nx\n"


FAR = {
    "helper.py": "def show(x):\n    print x,\nclass S:\n    def go(self):\n        print 'go',\n        return 'went'\n"
    "    def done(self, x):\n        print 'done', x\n        return x\n",
    "third.py": "def more(x):\n    print x\n",
    "main.py": "import helper, third\nfrom helper import show\nshow('a')\nprint 'b'\nhelper.show('c')\nprint\n"
    "s = helper.S()\ns.go()\nprint 'e'\nprint 'f', s.go()\nprint 'x',\ns.done('y')\nprint 'value', s.done('z')\n"
    "for i in range(2):\n    show(i)\nprint\nprint s.done('w'),\nthird.more(3)\n",
}
FAR_SHOWN = "a b\nc\ngo e\nf go went\nx done y\nvalue done z\nz\n0 1\ndone w\nw 3\n"


def test_a_line_that_another_file_leaves_open(tmp_path):
    index = RepositoryIndex(FAR, FAR.get)
    for name, text in FAR.items():
        (tmp_path / name).write_text(migrate(text, name, index).text)
    shown = subprocess.run(
        [sys.executable, "main.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert shown.stdout == FAR_SHOWN
    assert "print(x)" in (tmp_path / "third.py").read_text()


def test_functions_of_the_library_by_that_name_leave_no_line_open():
    files = {"helper.py": FAR["helper.py"], "a.py": "import show\nshow.show(1)\nprint 'b'\n"}
    made = migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text
    assert made == "import show\nshow.show(1)\nprint('b')\n"


def test_what_is_shown_out_of_sight_between_items():
    files = {
        "a.py": "import b\nfor x in ['a', 'b\\n']:\n    print x, b.f(1)\n",
        "b.py": "def f(x):\n    print 'f', x\n    return x\n",
    }
    made = migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text
    assert made.endswith("    print(x, end=' ')\n    print(b.f(1))\n")
    for asked in ("raw_input('b ')", "f()"):
        text = f"def f(): return raw_input('c ')\nfor x in ['a', 'b\\n']:\n    print x, {asked}\n"
        assert f"    print(x, {asked})\n" in run("print_softspace", text).text


def test_what_a_name_holds_may_be_changed_elsewhere(tmp_path):
    files = {
        "main.py": "import other\nEND = '\\n'\ndef show(): print END, 'a'\nshow(); other.change(); show()\n"
        "P = '\\n'\nexec \"P = 'p'\"\nprint P, 'i'\n",
        "other.py": "def change():\n    import __main__\n    __main__.END = ''\n",
    }
    index = RepositoryIndex(files, files.get)
    for name, text in files.items():
        (tmp_path / name).write_text(migrate(text, name, index).text)
    shown = subprocess.run(
        [sys.executable, "main.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert shown.stdout == "\na\n a\np i\n"


def test_streams_that_bear_no_attributes(capsys):
    text = (
        "import sys\nclass W(object):\n    __slots__ = ()\n    def write(self, text): sys.stdout.write(text)\n"
        "for x in ['a', 'b\\n']:\n    print >>W(), x, 1\n"
    )
    exec(migrate(text).text, {"__name__": "m"})
    assert capsys.readouterr().out == "a1\nb\n1\n"


OTHER_NAME = """import sys
o = sys.stdout
print >>(o or None), 'a',
print >>o
for x in 'bc':
    print >>o, x,
print
"""


def test_the_terminal_by_another_name(capsys):
    spaces = {"__name__": "m"}
    made = migrate(OTHER_NAME).text
    assert "\nprint_softspace(file=o)\n" in made and made.endswith("\nprint_softspace()\n")
    exec(made, spaces)
    assert capsys.readouterr().out == "a\nb c\n"


def test_another_name_of_what_is_replaced_is_a_stream_of_its_own(capsys):
    replaced = "import io\nsys.stdout = kept = io.StringIO()\nfor"
    spaces = {"__name__": "m"}
    with contextlib.redirect_stdout(sys.stdout):
        exec(migrate(OTHER_NAME.replace("for", replaced, 1)).text, spaces)
    assert capsys.readouterr().out == "a\nb c"
    assert spaces["kept"].getvalue() == "\n"


def test_streams_that_are_never_the_same():
    text = (
        "import sys\ndef f(x, log=sys.stderr):\n    print >>log, x,\n    if x: print >>log\n"
        "f(1)\nf(0)\nprint 'a'\nprint\n"
    )
    after = run("print_softspace", text).text
    assert "print_softspace(file=log)" in after
    assert "\nprint('a')\nprint()\n" in after


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("saved, sys.stdout = sys.stdout, kept\nprint 1,\nprint 2,\nsys.stdout = saved\n", "1 2"),
        (
            "saved = sys.stdout\nsys.stdout = kept\ntry:\n    print 1,\nfinally:\n    sys.stdout = saved\n",
            "1",
        ),
        ("saved, sys.stdout = sys.stdout, kept\nfor i in 1, 2: print i,\nsys.stdout = saved\n", "1 2"),
        (
            "saved, sys.stdout = sys.stdout, kept\ntry:\n    for i in 1, 2:\n        print i,\n"
            "finally:\n    sys.stdout = saved\n",
            "1 2",
        ),
        ("saved = sys.stdout\nprint 3,\nsys.stdout = kept\nprint 1\nsys.stdout = saved\n", "1\n"),
    ],
)
def test_what_stands_for_the_terminal_gets_no_blank_at_its_end(body, shown, capsys):
    spaces: dict = {"__name__": "m"}
    code = migrate(f"import sys, StringIO\nkept = StringIO.StringIO()\n{body}print 4\n").text
    with contextlib.redirect_stdout(sys.stdout):
        exec(code, spaces)
    assert spaces["kept"].getvalue() == shown
    assert capsys.readouterr().out == ("3 4\n" if "3" in body else "4\n")
    assert migrate(code).text == code


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("old = sys.stdout\n" + "sys.stdout = kept\nprint 1,\nsys.stdout = old\n" * 2, "1 1"),
        (
            "for i in 1, 2:\n    old, sys.stdout = sys.stdout, kept\n    print i,\n    sys.stdout = old\n",
            "1 2",
        ),
        (
            "def f(stream):\n    old = sys.stdout\n    sys.stdout = stream\n    print 1,\n    sys.stdout = old\n"
            "f(kept)\nf(kept)\n",
            "1 1",
        ),
        (
            "def f():\n    old, sys.stdout = sys.stdout, StringIO.StringIO()\n    print 1,\n"
            "    kept.write(sys.stdout.getvalue())\n    sys.stdout = old\nf()\nf()\n",
            "11",
        ),
    ],
)
def test_what_stands_for_the_terminal_again_gets_the_blank_then(body, shown):
    spaces: dict = {"__name__": "m"}
    with contextlib.redirect_stdout(sys.stdout):
        exec(migrate(f"import sys, StringIO\nkept = StringIO.StringIO()\n{body}").text, spaces)
    assert spaces["kept"].getvalue() == shown


def test_a_question_writes_the_blank_that_is_open():
    text = (
        "def ask():\n    while 1:\n        answer = raw_input('n? ')\n        try: return int(answer)\n"
        "        except ValueError: print '(no)',\nprint ask()\n"
    )
    new = migrate(text).text
    assert "answer = asked_behind_blank('n? ')" in new
    assert migrate(new).text == new
    done = subprocess.run(
        [sys.executable, "-c", new], input="x\n5\n", capture_output=True, text=True, check=True
    )
    assert done.stdout == "n? (no) n? 5\n"


def test_a_question_that_is_handed_on_writes_it_too():
    text = "def play(ask):\n    for i in x: print i,\n    return ask('? ')\nprint play(raw_input)\n"
    assert "play(asked_behind_blank)" in migrate(text).text


@pytest.mark.parametrize(
    "text",
    [
        "print 'x',\ny = raw_input('? ')\nprint y\n",
        "def raw_input(p): return p\ndef f():\n    for i in x: print i,\nraw_input('? ')\n",
        "def f(out):\n    for i in x: print >>out, i,\nraw_input('? ')\n",
        "y = raw_input('? ')\nprint y\n",
    ],
)
def test_questions_without_an_open_blank_stay(text):
    assert "asked_behind_blank" not in migrate(text).text
