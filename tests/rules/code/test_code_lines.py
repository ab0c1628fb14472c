"""Lines of Python 2 in strings of programs that run the code they put together."""

import pytest
from rules.checking import PROOF, check_open, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "code_lines"
RUNS = "exec('\\n'.join(lines))\n"


@pytest.mark.parametrize(
    "line",
    [
        "print this and that",
        "return unicode strings",
        "raise an error, or none",
        "except this, that",
        "import duties",
        "from here import there",
        "exec is a statement",
        "x = 1",
        "if a: pass",
        "unicode() takes one argument",
        "a.unicode(b)",
        ">>> unicode(x)",
        "for x in y: print x",
    ],
)
def test_leaves_prose_and_code_of_either_language(line):
    check_untouched(RULE, f"lines = [{line!r}]\n{RUNS}", python2=True)


def test_leaves_programs_that_run_no_code():
    check_untouched(RULE, "lines = ['exec f(x) in d', 'import StringIO']\n", python2=True)


@pytest.mark.parametrize(
    "text",
    [
        'def f():\n    """exec f(x) in d"""\n',
        "x = 'exec f(x) ' 'in d'\n",
        "x = r'import StringIO' 'a'\n",
        "x = 'print >>f, round(a)'\n",
    ],
    ids=["docstrings", "in pieces", "raw and in pieces", "what needs a helper"],
)
def test_leaves(text):
    check_untouched(RULE, text + RUNS, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("exec f(x) in d", "exec(f(x), d)"),
        ("    exec code in a, b", "    exec(code, a, b)"),
        ("raise ValueError, 'a'", "raise ValueError('a')"),
        ("print >>f, x", "print(x, file=f)"),
        ("except (A, B), e:", "except (A, B) as e:"),
        ("except %s, e:", "except %s as e:"),
        ("import StringIO", "import io as StringIO"),
        ("from cPickle import dumps, loads", "from pickle import dumps, loads"),
        ("import ConfigParser", "import configparser as ConfigParser"),
        ("return unicode(x)", "return str(x)"),
        ("for %(name)s in xrange(3):", "for %(name)s in range(3):"),
        ("if isinstance(x, basestring):", "if isinstance(x, str):"),
        ("value = escape(unicode(value))", "value = escape(str(value))"),
        ("[x] => unicode(x) + y", "[x] => str(x) + y"),
        ("x = raw_input(%s)", "x = input(%s)"),
    ],
)
def test_rewrites_a_line(before, after):
    for form in ('"a()\\n" "{}\\n"\n"b()"', '"{}"', '"{}\\n"', '"a()\\n{}\\n"', '"""\n{}\nb()\n"""'):
        text = f"lines = [{form}]\n{RUNS}"
        check_rule(RULE, text.format(before), text.format(after), python2=True)


@pytest.mark.parametrize(
    "runs", ["execfile(p)", "compile(x, f, 'exec')", "exec x", "call([sys.executable, p])"]
)
def test_what_runs_code(runs):
    line = "lines = ['import {}']\n"
    outcome = run(RULE, f"{line.format('StringIO')}{runs}\n{PROOF}")
    assert line.format("io as StringIO") in outcome.text


def test_what_is_run_right_there_is_another_rules_affair():
    # Which syntax there is may be what is asked for.
    text = "try:\n    exec(\"raise E, 'a'\")\nexcept SyntaxError:\n    a = 1\n"
    check_untouched(RULE, text, python2=True)


def test_what_tests_print_beside_a_program_stays_unless_they_run_it():
    text = 'import unittest\nlines = ["""\nimport x\nprint x\n"""]\n'
    other = {"a.py": text + PROOF, "b.py": RUNS}
    index = RepositoryIndex(other, other.get)
    assert "print x\n" in run(RULE, text + PROOF, key="a.py", index=index).text
    assert "print(x)\n" in run(RULE, text + RUNS + PROOF, key="a.py", index=index).text


def test_print_is_a_statement_beside_lines_of_a_program():
    text = 'lines = ["""\ndef f(x):\n    {}\n"""]\n' + RUNS
    check_rule(RULE, text.format("print x, %(y)s"), text.format("print(x, %(y)s)"), python2=True)
    check_untouched(RULE, text.format("print (x)"), python2=True)


def test_leaves_templates_of_a_program_that_is_only_taken_for_python_2():
    text = "lines = ['raise ValueError, 1', 'exec f(x) in d']\nexec('')\n"
    index = RepositoryIndex({"a.py": text}, {"a.py": text}.get)
    assert run(RULE, text, index=index).text == text


PROGRAM = "n = 7 / 2\nprint 'n', n\nfor k in map(str, [n]):\n    raise E, k\n"
MIGRATED = "n = 7 // 2\nprint('n', n)\nfor k in map(str, [n]):\n    raise E(k)\n"


@pytest.mark.parametrize(
    "place",
    [
        "SOURCE = {}\nsave('a.cfg', SOURCE)\n",
        "save('a.cfg', {})\n",
        "sources = dict(a={})\n",
        "def source():\n    return {}\n",
        "lines = [{}, x]\n",
    ],
)
@pytest.mark.parametrize("form", ['"""{}"""', "r'''\n{}'''", '"""\\\n{}"""', "dedent('''\n{}    ''')"])
def test_rewrites_a_program_as_a_whole_wherever_it_stands(place, form):
    text = place.replace("{}", form) + RUNS
    check_rule(RULE, text.replace("{}", PROGRAM), text.replace("{}", MIGRATED), python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'a = 1\\nprint \\'b\\', `a`\\n'", "'a = 1\\nprint(\\'b\\', repr(a))\\n'"),
        ('"a = 1\\nprint \\"\\\\t\\\\x41\\", a <> 2"', '"a = 1\\nprint(\\"\\\\t\\\\x41\\", a != 2)"'),
        ('("a = 1\\n"  # one\n   "print a\\n")', '("a = 1\\n"  # one\n   "print(a)\\n")'),
        ('"""\n    a = 0777\n\n    print a\n  """', '"""\n    a = 0o777\n\n    print(a)\n  """'),
        ("'def f((a, b)):\\n\\treturn `a`\\n'", None),
        (
            '"""a = \'\\xe9\'; print \'\\xe9\'\nb = 1"""',
            '"""a = \'\\xe9\'; print(\'\\xe9\')\nb = 1"""',
        ),
    ],
    ids=["escapes", "escapes of the program", "side by side", "margin", "more lines", "escaped letters"],
)
def test_the_layout_of_a_program_stays(before, after):
    text = f"lines = [{before}]\n{RUNS}"
    if after is None:
        check_open(RULE, text, 1, python2=True)
    else:
        check_rule(RULE, text, f"lines = [{after}]\n{RUNS}", python2=True)


@pytest.mark.parametrize(
    "text",
    [
        f'def f():\n    """{PROGRAM}"""\n',
        f'f.__doc__ = """{PROGRAM}"""\n',
        f'EXPECTED = """{PROGRAM}"""\n',
        f'f(expected="""{PROGRAM}""")\n',
        f'x = """{PROGRAM}"""\nself.assertEqual(y, x)\n',
        f'if x == """{PROGRAM}""": pass\n',
        f'call(["python2", "-c", """{PROGRAM}"""])\n',
        f'x = """#!/usr/bin/env python2\n{PROGRAM}"""\n',
        f'x = [("""{PROGRAM}""", """{MIGRATED}""")]\n',
        f'x = """{PROGRAM}"""\ntry:\n    exec(x)\nexcept SyntaxError:\n    pass\n',
        'x = """print document\nprint preview\nquit\n"""\n',
        'x = """print document\nprint preview\n"""\n',
        'x = """Do not print a, b\nraise it, or none\n"""\n',
        'x = """print <%= a %>\nb = 1\n"""\n',
        'x = """print %s, 1\nb = {}\n"""\n',
        'x = """print >>{f}, 1\nb = {g}\n""".format(f=1, g=2)\n'.replace(">>{f}, 1", "1, >>{f}"),
    ],
)
def test_leaves_what_is_no_program_or_is_only_looked_at(text):
    check_untouched(RULE, text + RUNS, python2=True)


@pytest.mark.parametrize("head", ["import unittest\n", "import lib2to3.pytree\n", "from tokenize import x\n"])
def test_leaves_programs_of_tests_and_tools_that_run_none_of_them(head):
    text = f'{head}x = """{PROGRAM}"""\n'
    files = {"a.py": text + PROOF, "b.py": RUNS}
    check_untouched(RULE, text, python2=True, index=RepositoryIndex(files, files.get))


def test_what_stands_beside_a_program_in_a_table_is_one():
    text = "x = {{'a': '{}', 'b': '{}', 'c': '{}'}}\ny = '{}'\nexec(x['a'])\n"
    old, new = "n = 7 / 2\\ndef f():\\n    return n\\n", "n = 7 // 2\\ndef f():\\n    return n\\n"
    check_rule(
        RULE,
        text.format("n = 1\\nprint n", old, "7 / 2", old),
        text.format("n = 1\\nprint(n)", new, "7 / 2", old),
        python2=True,
    )
    rows = "x = [('a', '{}'), ('7 / 2', '{}')]\nfor n, c in x:\n    exec(c)\n"
    check_rule(RULE, rows.format(old, "n = 1\\nprint n"), rows.format(new, "n = 1\\nprint(n)"), python2=True)


def test_code_that_another_rule_migrates_is_migrated_once():
    text = "SOURCE = '''\ndef f(a):\n    print a, a\n    print (a, a), a\nf(1)\n'''\nexec SOURCE\n"
    outcome = migrate(text + PROOF)
    assert "\n    print(a, a)\n    print((a, a), a)\n" in outcome.text
    assert migrate(outcome.text).text == outcome.text


def test_half_of_a_program_is_never_rewritten():
    text = 'import unittest\nx = """\nx = 1\nprint x\nraise E, 1\n"""\n'
    files = {"a.py": text + PROOF, "b.py": RUNS}
    check_untouched(RULE, text, python2=True, index=RepositoryIndex(files, files.get))
    text = 'import unittest\nx = """\nx = 1\nraise E, 1\n"""\n'
    files = {"a.py": text + PROOF, "b.py": RUNS}
    after = text.replace("E, 1", "E(1)")
    check_rule(RULE, text, after, python2=True, index=RepositoryIndex(files, files.get))


@pytest.mark.parametrize(
    "text",
    [
        "def parse(text):\n    for line in text.strip().split('\\n'): f(line)\nparse(T)\n",
        "class A:\n    def __init__(self, text): self.text = text\n"
        "    def run(self):\n        for l in self.text.splitlines(): f(l)\nA(T).run()\n",
        "class A:\n    def run(self): exec(self.text)\n"
        "class B:\n    def __init__(self, text): self.text = text\n    def run(self): f(len(self.text))\nB(T)\n",
        "TABLE = [('a', T, 2)]\nfor name, source, n in TABLE: f(len(source) == n)\nexec(name)\n",
        "f(re.findall('<>', T))\n",
        "print(T)\n",
        "sys.stdout.write(T)\n",
        "f = open('a.cfg', 'w')\nf.write(T)\n",
        "parser.readfp(StringIO(T))\n",
        "def translate(line): return line[6:]\nexec('\\n'.join(translate(l) for l in T.splitlines()))\n",
        "d = {'a': T}\nif 'x' in d['a']: f(1)\n",
        "call([sys.executable, '-V', T])\n",
        "text = T\nf(text.split())\ntext = str(a)\nexec(text)\n",
    ],
)
@pytest.mark.parametrize("toy", ["\nx = 1\nprint x\n", "\nmode = 0644\nzip = 02134\n"])
def test_leaves_other_languages_and_samples_of_text(text, toy):
    text = f'import re, sys\nfrom StringIO import StringIO\nT = """{toy}"""\n{text}'
    check_untouched(RULE, text + "exec('n = 3')\n", python2=True)
    if "exec" not in text:
        check_untouched(RULE, text + "x = sys.executable\n", python2=True)


def test_what_is_searched_is_left_though_it_looks_like_a_program():
    text = f'import re\nT = """{PROGRAM}"""\nf(re.findall("print", T))\n{RUNS}'
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "exec(T.strip() + '\\n')\n",
        "def run(code, **names): exec(code, names)\nrun(T)\n",
        "class A:\n    def __init__(self, sources): self.sources = sources\n"
        "    def load(self, name): exec(self.sources[name])\nA({'a': T})\n",
        "class A(object):\n    def __init__(self, text): self.text = text\n"
        "class B(A):\n    def run(self): exec(compile(self.text, 'a', 'exec'))\nB(T).run()\n",
        "def made(): return T\nexec(made())\n",
        "made = []\nmade.append(T)\nexec('\\n'.join(made))\n",
        "d = {}\nd['a'] = T % 1\nfor name, code in d.items(): exec(code)\n",
        "call([sys.executable, '-c', textwrap.dedent(T)])\n",
        "print(T)\nexec(T)\n",
        "text = ''\ntext = T.strip()\ntext += '\\n'\nexec(text)\n",
    ],
)
def test_what_is_run_is_a_program_whatever_it_looks_like(text):
    text = 'import sys, textwrap\nT = """{}"""\n' + text
    before, after = "\nmode = 0644\nx = mode <> 2\n", "\nmode = 0o644\nx = mode != 2\n"
    check_rule(RULE, text.replace("{}", before, 1), text.replace("{}", after, 1), python2=True)


def test_what_is_written_is_a_program_where_it_looks_like_one():
    text = 'import sys\nT = """{}"""\nf = open("a", "w")\nf.write(T)\ncall([sys.executable, "a"])\n'
    for before, after in (
        ("\nx = 1\nprint x\nraise E, x\n", "\nx = 1\nprint(x)\nraise E(x)\n"),
        ("\ndef f():\n    print `x`\n", "\ndef f():\n    print(repr(x))\n"),
        ("\nx = 1\nprint >>f, x\n", "\nx = 1\nprint(x, file=f)\n"),
        ("\nx = 1\nprint >>f, x,\nprint >>f, 2\n", "\nx = 1\nprint(x, end=' ', file=f)\nprint(2, file=f)\n"),
        ("\nx = 1\nif not x: raise E, x\n", "\nx = 1\nif not x: raise E(x)\n"),
    ):
        check_rule(RULE, text.format(before), text.format(after), python2=True)


def test_a_language_of_its_own_is_still_understood():
    text = (
        'PROGRAM = """\nx = 3\ny = x + 4\nprint y\n"""\n'
        "def translate(line):\n    words = line.split(None, 1)\n    if words[0] == 'print':\n"
        "        return 'out.append(%s)' % words[1]\n    return line\nout = []\n"
        "code = '\\n'.join(translate(l) for l in PROGRAM.strip().splitlines())\nexec code in {'out': out}\n"
    )
    space = {}
    exec(migrate(text + PROOF).text, space)
    assert space["out"] == [7]


def test_a_program_that_is_written_to_a_file_beside_a_class_that_is_written_to():
    text = (
        "T = '''\nwidth = 0644 / 3\ndef fmt(value):\n    return `value`\n'''\n"
        "class Log:\n    def write(self, text):\n        self.text = text\n"
        "for name, text in [('a.py', T)]:\n    f = open(name, 'w')\n    f.write(text)\n    f.close()\n"
        "space = {}\nexecfile('a.py', space)\nprint space['width']\n"
    )
    after = migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text
    assert "width = 0o644 // 3\ndef fmt(value):\n    return repr(value)\n" in after
