"""Lines of Python 2 in strings of programs that run the code they put together."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.repository_index import RepositoryIndex

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
        "x = 'print >>f, g(a) / b'\n",
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
