"""Code in strings that are run."""

import ast

import pytest
from rules.checking import PROOF, PROOF_AFTER, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "code_strings"


@pytest.mark.parametrize(
    "text",
    [
        "exec(x)\n",
        "eval('1 + 1')\n",
        "x = 'print 1'\nexec(x)\nf(x)\n",
        "x = 'print 1'\nx = y\nexec(x)\n",
        "eval('round(x)')\n",
        "compile('7/2', 'f', 'exec', flags)\n",
        "exec('this is no code')\n",
        "def eval(x): return x\neval('7/2')\n",
        "exec('print %e, 100%% %s' % (a, b))\n",
        "exec('d = {{}}; print {0.n}'.format(a))\n",
        "x = 'print %s'\nexec(x % 1)\nf(x % 1)\n",
        "try:\n    exec('raise E, 1')\nexcept SyntaxError:\n    new = 1\nexcept E:\n    new = 0\n",
        "try:\n    if a:\n        eval('`1`')\nexcept (E, SyntaxError):\n    new = 1\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("exec 'print 1, 7/2'\n", "exec('print(1, 7//2)')\n"),
        ("exec 'print 100%% %s' % a\n", "exec('print(100%% %s)' % a)\n"),
        ("exec 'd = {{1: {0}}}; print d'.format(a)\n", "exec('d = {{1: {0}}}; print(d)'.format(a))\n"),
        ("exec 'x = 7/2' in d\n", "exec('x = 7//2', d)\n"),
        ("x = eval('d.keys()')\n", "x = eval('list(d.keys())')\n"),
        ("x = eval('`1`')\n", "x = eval('repr(1)')\n"),
        ("c = compile('print 1\\n', 'f', 'exec')\n", "c = compile('print(1)\\n', 'f', 'exec')\n"),
        ('exec """\nprint 1\nx = 7/2\n"""\n', 'exec("""\nprint(1)\nx = 7//2\n""")\n'),
        ("c = compile('7/2', 'f', 'eval')\n", "c = compile('7//2', 'f', 'eval')\n"),
        (
            "try:\n    exec 'print 1'\nexcept E:\n    pass\n",
            "try:\n    exec('print(1)')\nexcept E:\n    pass\n",
        ),
        (
            "try:\n    x = eval('7/2')\nexcept SyntaxError:\n    x = 0\n",
            "try:\n    x = eval('7//2')\nexcept SyntaxError:\n    x = 0\n",
        ),
        ("exec 'print \"%s\", %(a)r <> %d' % d\n", "exec('print(\"%s\", %(a)r != %d)' % d)\n"),
        ("exec 'print %s()' % f in d\n", "exec('print(%s())' % f, d)\n"),
        ("exec 'r %s long(j)' % op\n", "exec('r %s int(j)' % op)\n"),
        ("exec 'r = %s %s long(j)' % (a, op)\n", "exec('r = %s %s int(j)' % (a, op))\n"),
        ("s = 'print `%s`'\nexec s % a in d\n", "s = 'print(repr(%s))'\nexec(s % a, d)\n"),
        ("s = 'if 1:\\n  print 2'\nexec s\n", "s = 'if 1:\\n  print(2)'\nexec(s)\n"),
    ],
)
def test_migrates_the_code(before, after):
    outcome = migrate(before + PROOF)
    assert outcome.text == after + PROOF_AFTER
    assert migrate(outcome.text).text == outcome.text


def test_code_that_is_given_for_a_parameter():
    text = (
        "class T(object):\n    def __init__(self, code):\n        self.c = compile(code, '<t>', 'exec')\n"
        "T('x = `1`')\nT('y = {}')\nn = {}\n"
    )
    before, after = text.format("xrange(3)", "1L"), text.format("range(3)", "1").replace("`1`", "repr(1)")
    assert migrate(before).text == after
    assert migrate(after).text == after


def test_code_that_is_looked_at_as_well_or_not_known():
    text = "def f(code):\n    print len(code)\n    exec code\nf('x = `1`')\n"
    assert "'x = `1`'" in migrate(text).text
    text = "def f(code):\n    exec code\nf('x = `1`')\nf(g())\n"
    assert "'x = `1`'" in migrate(text).text


def test_what_has_no_place_in_a_string_is_said():
    for code, after in (
        ("'for i in x: print i,\\nprint'", "'for i in x: print(i, end=\\' \\')\\nprint()'"),
        ("'a = round(f)'", "'a = round(f)'"),
    ):
        outcome = migrate(f"exec {code} in d\nn = 1L\n")
        written = outcome.text.removeprefix("exec(").removesuffix(", d)\nn = 1\n")
        assert ast.literal_eval(written) == ast.literal_eval(after)
        assert [site.pattern for site in outcome.open_sites] == ["code_strings"], code


@pytest.mark.parametrize(
    ("code", "after"),
    [
        ("a = reduce(f, b)", '__import__("functools").reduce(f, b)'),
        ("a = urllib.quote(b)", "a = urllib.quote(b)"),
        ("import urllib\nurllib.quote(b)", "import urllib.parse"),
        ("functools = 1\na = reduce(f, b)", 'functools = 1\na = __import__("functools").reduce(f, b)'),
        ("def f(functools): return reduce(g, functools)", '__import__("functools").reduce(g, functools)'),
        ('"""Sums."""\nreduce(f, b)', '"""Sums."""\n__import__("functools").reduce(f, b)'),
        (
            "def f(a):\n    a = map(None, a, reduce(g, a))",
            '__import__("itertools").zip_longest(a, __import__("functools")',
        ),
    ],
)
def test_what_is_imported_where_it_is_read(code, after):
    outcome = migrate(f"code = {code!r}\nexec code in d\nn = 1L\n")
    written = ast.literal_eval(outcome.text.splitlines()[0].removeprefix("code = "))
    assert after in written and written.count("\n") == code.count("\n")
    assert ("__import__" in written) == ("__import__" in after)
    again = migrate(outcome.text)
    assert again.text == outcome.text


def test_code_that_finds_no_builtins_imports_nothing():
    outcome = migrate("n = 1L\nexec 'a = reduce(f, b)' in {'__builtins__': {}, 'f': f, 'b': b}\n")
    assert "__import__" not in outcome.text


@pytest.mark.parametrize(
    "text",
    [
        "def reduce(a, b): return 'own'\nx = eval('reduce(1, 2)')\n",
        "x = eval('reduce(1, 2)', {'reduce': lambda a, b: 'own'})\n",
        "x = eval('reduce(1, 2)', dict(reduce=lambda a, b: 'own'))\n",
        "d = {}\nd['reduce'] = lambda a, b: 'own'\nx = eval('reduce(1, 2)', d)\n",
        "def run():\n    intern = lambda n: 'own'\n    return eval('intern(1)', globals(), locals())\nx = run()\n",
    ],
)
def test_code_that_is_given_functions_of_its_own_imports_none(text):
    space: dict = {}
    exec(migrate(f"{text}n = 1L\n").text, space)
    assert space["x"] == "own"


def test_code_beside_an_import_or_a_method_imports_as_well():
    text = "from functools import reduce\nclass C:\n    def reduce(self): pass\nx = eval('reduce(max, [1, 2])', {})\n"
    space: dict = {}
    exec(migrate(f"{text}n = 1L\n").text, space)
    assert space["x"] == 2


def test_nothing_is_said_of_what_neither_language_reads():
    outcome = migrate("n = 1L\nexec 'x = 3 if'\n")
    assert not outcome.open_sites


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("eval('x / 2', d)", "eval('(x // 2 if isinstance(x, int) else x / 2)', d)"),
        (
            "eval('a.b / c')",
            "eval('(a.b // c if isinstance(a.b, int) and isinstance(c, int) else a.b / c)')",
        ),
        (
            "exec('\\nif x:\\n    x /= y\\n')",
            "exec('\\nif x:\\n    x = (x // y if isinstance(x, int) and isinstance(y, int) else x / y)\\n')",
        ),
    ],
)
def test_a_division_is_decided_where_it_stands(before, after):
    outcome = migrate(before + "\n" + PROOF)
    assert outcome.text == after + "\n" + PROOF_AFTER
    assert migrate(outcome.text).text == outcome.text
    values: dict = {"x": 7, "y": 2, "d": {"x": 7}, "a": type("A", (), {"b": 7}), "c": 2}
    exec("r = " * before.startswith("eval") + after, values)
    assert values.get("r", values["x"]) == 3


@pytest.mark.parametrize(
    "text",
    [
        "d['__builtins__'] = {}\neval('x / 2', d)\n",
        "eval('x / 2', {'__builtins__': {}, 'x': 1})\n",
        "eval('x / 2', dict(__builtins__=None, x=1))\n",
    ],
)
def test_a_division_is_decided_without_builtins_where_code_may_find_none(text):
    made = migrate(text + PROOF).text
    code = next(
        n.value for n in ast.walk(ast.parse(made)) if isinstance(n, ast.Constant) and "/" in str(n.value)
    )
    for x, half in ((7, 3), (7.0, 3.5), (True, 0)):
        assert eval(code, {"__builtins__": {}, "x": x}) == half


def test_only_code_with_builtins_of_its_own_finds_none():
    text = "eval('x / 2', d)\neval(y, {'__builtins__': {}})\nd['__builtins__'] = __builtins__\n"
    assert "isinstance" in migrate(text + PROOF).text
    assert "isinstance" not in migrate(text.replace("= __builtins__", "= {}") + PROOF).text


@pytest.mark.parametrize(
    ("code", "value"),
    [("f(x) / 2", 3), ("x / y / 2.0", 1.5), ("(x + 1) / (y * 2)", 2), ("[x\n / (y\n + 1)][0] / y", 1)],
)
def test_operands_of_any_kind_are_evaluated_once(code, value):
    calls = []
    space = {"f": lambda n: calls.append(n) or n, "x": 7, "y": 2, "out": []}
    made = migrate(f"exec {f'z = {code}'!r}\n{PROOF}")
    assert not made.open_sites
    exec(made.text, space)
    assert space["z"] == value
    assert len(calls) == code.count("f(")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = eval(' 0777'.strip())\n", "0o777"),
        ("x = eval(str('0777'))\n", "0o777"),
        ("import textwrap\nexec textwrap.dedent('  x = 1\\n  print `x`\\n')\n", "  print(repr(x))"),
        ("def f(t): return eval(t.strip())\nf(' 0777 ')\nf('%s / %d' % (1L, 2))\n", "0o777"),
        ("def f(t):\n    exec t\nS = 'x = 7 / 2'\nf(S)\nf('x = %d / 2' % 9)\n", "'x = %d // 2' % 9"),
    ],
)
def test_code_without_its_blanks_or_filled_in_by_who_gives_it(before, after):
    made = migrate(before + PROOF).text
    assert after in made
    assert migrate(made).text == made


def test_code_that_a_loop_goes_through_and_shows_is_left_open():
    text = "for e in ('1 + 1', {}):\n    f(e, eval(e))\n"
    assert [s.pattern for s in migrate(text.format("'d.keys()'") + PROOF).open_sites] == [RULE]
    assert not migrate(text.format("'7 * 2'") + PROOF).open_sites


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "out = [(e, eval(e)) for e in ('1 + 1', '7 / 2', '7 / 2.0')]",
            [("1 + 1", 2), ("7 / 2", 3), ("7 / 2.0", 3.5)],
        ),
        (
            "S = 'def f(a, b):\\n    a /= b[0]\\n    b[0] /= 2\\n    return a / b[0]'\nexec S\nout = S > '', f(9, [2])",
            (True, 4),
        ),
        ("S = 'x = 7 / 2'\nn = {}\nexec compile(S, 'f', 'exec') in n\nout = S, n['x']", ("x = 7 / 2", 3)),
        ("def f(e, **n):\n    exec 'r = ' + e in n\n    return n['r']\nout = f('a / b', a=9, b=2)", 4),
        ("def f(o, a, b): return eval('%d %s %d' % (a, o, b))\nout = f('/', 9, 2), f('*', 2, 2)", (4, 4)),
        ("def f(e): return len(e), eval(' ' + e + ' + 1')\nout = f('(9 / 2)')", (7, 5)),
        (
            "import re\ndef f(e):\n    if not re.match('[-+*/.()0-9]+$', e): raise ValueError\n    return eval(e)\n"
            "out = f(chr(55) + chr(47) + '2')",
            3,
        ),
        (
            "def f(e):\n    if e.strip('0123456789+-*/ '): return\n    return eval(e)\nout = f('7%c2' % 47)",
            3,
        ),
        ("def f(e): return len(e), eval('{} + 1'.format(e))\nout = f('(9 / 2)')", (7, 5)),
        (
            "def f(e):\n    c = compile(e, '<e>', 'eval')\n    return len(e), eval(c)\nout = f('(9 / 2)')",
            (7, 4),
        ),
        (
            "def f(e): return len(e), eval(e, {'__builtins__': {}})\nout = f('7 / 2'), f('7 / 2.')",
            ((5, 3), (6, 3.5)),
        ),
        # Pieces of a text that the program spells.
        (
            "R = 'a: 9 * x / 10; b: x / 2.0'\nout = [eval(r.split(':')[1], {'x': 5}) for r in R.split(';')]",
            [4, 2.5],
        ),
        (
            "class E(dict):\n    def __getitem__(self, e): return eval(e, {'__builtins__': {}}, dict(self))\n"
            "out = '%(a / b)s' % E(a=7, b=2)",
            "3",
        ),
        (
            "def run(source):\n    n = {}\n    code = compile(source.strip(), 's', 'exec')\n    exec code in n\n"
            "    return n['x']\nout = [run(s) for s in 'x = 7 / 2\\n%%\\nx = 8'.split('%%')]",
            [3, 8],
        ),
        # What Python 3 can't read, but in strings and comments.
        (
            'R = \'a = 0644\\nb = 10L / 4\\nc = `1 <> 2` + "<>`010`" # 7L\\nd = u"x"\'\n'
            "out = [eval(line.split('=', 1)[1]) for line in R.split('\\n')]",
            [420, 2, "True<>`010`", "x"],
        ),
        (
            "def f(e):\n    try: return eval(e)\n    except SyntaxError: return 'wrong'\n"
            "out = [f(e) for e in '1 <> 2;x = = 1;1 +'.split(';')]",
            [True, "wrong", "wrong"],
        ),
    ],
)
def test_code_that_is_known_when_it_runs_divides_as_before(text, value):
    made = migrate(text + "\n" + PROOF)
    assert "classic_code(" in made.text
    assert not made.open_sites
    assert migrate(made.text).text == made.text
    space = {}
    exec(made.text, space)
    assert space["out"] == value


@pytest.mark.parametrize(
    "text",
    [
        "exec open('a/b').read()\n",
        "exec f('a / b')\n",
        "import re\ndef f(e):\n    if not re.match('[-+*0-9]+$', e): raise ValueError\n    return eval(e)\n",
        "import re\ndef f(e):\n    if not re.match('[-+*/0-9]+$', e): raise ValueError\n    return eval(g(e))\n",
        "def f(e): return len(e), eval(e)\nf('2 // b')\nf('1.0 / x')\n",
        "def f(e): return len(e), eval(e)\nf('\"a/b\"')\n",
        "from __future__ import division\ndef f(e): return len(e), eval(e)\nf('a / b')\n",
        "def eval(e): return e\ndef f(e): return len(e), eval(e)\nf('a / b')\n",
        "S = 'a / b'\nprint S\nexec compile(S, 'f', 'exec', flags)\n",
        # What a text spells is no code, or none that divides whole numbers; and what is run is known.
        "T = 'and / or, 1/2, %d / %s, 3 / 1.5'\ndef f(e): return eval(e)\nf(g())\n",
        "exec '7 / 2'\ndef f(e): return eval(e)\nf(g())\n",
        "T = 'x / 2'\nc = compile('a + b', '', 'eval')\nprint eval(c), eval('1' + '2')\n",
        "'''x / 2'''\ndef f(e): return eval(e)\nf(g())\n",
        "q('select a from b where c <> d and e = 10')\ndef f(e): return eval(e)\nf(g())\n",
    ],
)
def test_code_that_does_not_divide_or_may_not_be_touched_is_run_as_it_was(text):
    assert "classic_code" not in migrate(text + PROOF).text


def test_code_of_another_division_is_run_by_it():
    text = "def f(e, n):\n    print len(e)\n    exec e in n\n    return n['x']\nf('x = a / b', {'a': 7, 'b': 2})\n"
    space = {}
    exec(migrate(text + PROOF).text, space)
    assert space["f"]("from __future__ import division\nx = 7 / 2", {}) == 3.5
    assert space["f"]("from __future__ import with_statement\nx = 7 / 2", {}) == 3


def test_code_that_was_parsed_before_divides_as_before():
    text = "import ast\nout = {}\nexec compile(ast.parse('x = 7 / 2'), 'a', 'exec') in out\n"
    made = migrate(text + PROOF).text
    space = {}
    exec(made, space)
    assert space["out"]["x"] == 3
    assert migrate(made).text == made


def test_code_under_a_name_that_is_handed_on_to_be_run():
    text = "SOURCE = 'x = 7 / 2'\ndef run(source):\n    space = {}\n    exec source in space\n    return space['x']\n"
    text += "n = run(SOURCE)\nprint 1L\n"
    space = {}
    exec(migrate(text).text, space)
    assert space["n"] == 3


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import timeit\nt = timeit.Timer('xrange(n)', 'n = 10L')\n", "timeit.Timer('range(n)', 'n = 10')"),
        (
            "import timeit\nx = timeit.repeat(stmt='d.has_key(1)', setup='d = {}')\n",
            "stmt='1 in d', setup='d = {}'",
        ),
        ("import code\ni = code.InteractiveInterpreter()\ni.runsource('print 1')\n", "runsource('print(1)')"),
        ("import sys\nx = call([sys.executable, '-c', 'print 7 / 2'])\n", "'-c', 'print(7 // 2)']"),
        (
            "import sys\nx = call([sys.executable, '-c', 'execfile(\"%s\")' % p])\n",
            """'-c', 'exec(open("%s").read())' % p]""",
        ),
        ("for c in ('`1`', '0777'):\n    print eval(c)\n", "for c in ('repr(1)', '0o777'):"),
        (
            "T = {'a': '`1`', 'b': '1 <> 2'}\nfor k in sorted(T): eval(T[k])\n",
            "{'a': 'repr(1)', 'b': '1 != 2'}",
        ),
    ],
)
def test_code_that_is_timed_interpreted_given_to_python_or_kept_in_tables(before, after):
    assert after in run(RULE, before + "n = 1L\n").text


@pytest.mark.parametrize(
    "text",
    [
        "T = {'a': '`1`'}\nf(T)\neval(T['a'])\nn = 1L\n",
        "T = {'a': '`1`'}\nfor k, v in T.items(): eval(T[k])\nn = 1L\n",
        "x = call(['python2', '-c', 'print 1'])\nn = 1L\n",
        "i.runsource('print 1')\nn = 1L\n",
    ],
)
def test_leaves_code_that_something_else_may_run(text):
    assert not [c for c in run(RULE, text).changes if c.author == RULE]


def test_code_that_only_python_2_reads_tells_what_the_file_is():
    text = "exec({})\nprint(x)\n"
    assert "'print(1)'" in run(RULE, text.format("'print 1'")).text
    assert run(RULE, text.format("'xrange(3)'")).text == text.format("'xrange(3)'")
    assert run(RULE, text.format("'raise Exit('")).text == text.format("'raise Exit('")


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nx = call([sys.executable, '-c', 'print 1'])\n",
        "import pytest\nwith pytest.raises(SyntaxError):\n    exec('print 1')\n",
        "def test(self):\n    with self.assertRaises(SyntaxError) as e:\n        exec('print 1')\n",
    ],
)
def test_leaves_code_that_may_be_wrong_on_purpose(text):
    check_untouched(RULE, text)


def test_what_is_put_in_stays_in_its_order():
    text = "exec 'print >>%s, %s' % ('f', 1)\nexec 'print >>%(f)s, %(x)s' % v\nn = 1L\n"
    after = run(RULE, text).text
    assert "'print >>%s, %s'" in after
    assert "'print(%(x)s, file=%(f)s)'" in after


def test_what_is_put_into_a_template_is_put_in_once():
    text = "m = 'def %s(x): return x / %d'\nexec m % ('f', 3)\nn = 1L\n"
    assert text.splitlines()[0] in run(RULE, text).text


def test_code_divides_as_the_file_does_that_runs_it():
    text = "from __future__ import division\nx = eval('3 / 2')\nn = 1L\n"
    assert "eval('3 / 2')" in migrate(text).text
    assert "eval('3 // 2')" in migrate(text.replace("division", "with_statement")).text


@pytest.mark.parametrize(
    ("text", "migrated"),
    [
        ("f = open('m.py', 'w')\nf.write({})\nf.close()\n", True),
        ("import os\nf = open(os.path.join(d, 'm.py'), 'w')\nf.write({})\n", True),
        ("import zipfile\nz = zipfile.ZipFile(p, 'w')\nz.writestr('m.py', {})\n", True),
        ("import zipfile\nz = zipfile.ZipFile(p, 'w')\nz.writestr('m.txt', {})\nx = '.py'\n", False),
        ("f = open('site.cfg', 'w')\nf.write({})\nf.close()\nexecfile('site.cfg', d)\n", True),
        ("f = open('site.cfg', 'w')\nf.write({})\nf.close()\nexecfile('other.cfg', d)\n", False),
        ("f = open(name, 'w')\nf.write({})\nx = '.py'\n", False),
    ],
)
def test_a_module_that_is_written(text, migrated):
    """Whole: what is written piece by piece is not put together."""
    after = migrate(text.format("'n = 3\\nx = 7 / 2\\n'") + PROOF).text
    assert ("x = 7 // 2" in after) is migrated
    assert migrate(after).text == after
    assert "'x = 7 / '" in migrate(text.format("'x = 7 / '") + PROOF).text


@pytest.mark.parametrize(
    ("run", "shown"),
    [
        ("exec 'x = %d / 2' % 7", 3),
        ("exec 'x = %(a)d / %(b)i' % {'a': 7, 'b': 2}", 3),
        ("t = 'def f(n): return n / %(by)d\\n'\nexec t % {'by': 2}\nx = f(7), f(7.0)", (3, 3.5)),
        ("x = eval('%d / 2.0' % 7)", 3.5),
        ("exec 'v%d = 7 / 2\\nx = v%d' % (1, 1)", 3),
    ],
)
def test_numbers_that_are_put_into_a_template_are_divided_as_such(run, shown):
    spaces = {}
    exec(migrate(f"{run}\nn = 1L\n").text, spaces)
    assert spaces["x"] == shown


def test_a_table_that_is_handed_to_what_runs_its_strings():
    text = (
        "SOURCES = {{'a': 'print 1', 'b': 'x = 2L'}}\n"
        "def load(sources):\n    for name in sorted(sources):\n        exec sources[name] in {{}}\nload(SOURCES){}\n"
    )
    made = migrate(text.format("")).text
    assert "{'a': 'print(1)', 'b': 'x = 2'}" in made
    assert "'print 1'" in migrate(text.format("; show(SOURCES)")).text
    assert "'print 1'" in migrate(text.format("; load(others)")).text


def test_a_division_is_decided_behind_documentation():
    text = 'S = """\n\'says\'\ndef half(n):\n    return n / 2\n"""\nexec S\n'
    assert (
        "'says'\ndef half(n):\n    return (n // 2 if isinstance(n, int) else n / 2)\n" in migrate(text).text
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("exec 'y = [z for z in \"ab\"]'\nout = y, z", (["a", "b"], "b")),
        ('exec """\ny = [z for z in \'ab\' if z]\n"""\ndef f(): return y, z\nout = f()', (["a", "b"], "b")),
        ("z = 1\nexec '[z for z in \"ab\"]' in globals()\nout = z", "b"),
    ],
)
def test_code_that_is_run_keeps_the_variables_that_are_read_afterwards(text, value):
    made = migrate(text + "\n" + PROOF).text
    space = {}
    exec(made, space)
    assert space["out"] == value
    assert migrate(made).text == made


@pytest.mark.parametrize(
    "text",
    [
        "exec 'y = [z for z in x]'\nf(y)\n",
        "f(z)\nexec 'y = [z for z in x]'\n",
        "exec 'y = [z for z in x]'\ndef f(z): return z\n",
        "exec 'y = [z for z in x]' in d\nf(z)\n",
        "exec 'def g(): return [z for z in x]'\nf(z)\n",
        "exec 'y = list(z for z in x)'\nf(z)\n",
    ],
)
def test_leaves_comprehensions_whose_variables_nothing_reads(text):
    assert not [c for c in run(RULE, text + PROOF).changes if c.author == RULE]


def test_what_compilers_and_readers_are_given():
    text = (
        "import ast, code, codeop\ni = code.InteractiveInterpreter({'x': 7})\ni.runsource('y = `x`')\n"
        "c = codeop.compile_command('print 1')\nz = i.locals['y'], ast.literal_eval('[1, 2L, 017]')\n"
    )
    migrated = migrate(text).text
    assert migrate(migrated).text == migrated
    spaces = {}
    exec(migrated, spaces)
    assert spaces["z"] == ("7", [1, 2, 15]) and spaces["c"] is not None


@pytest.mark.parametrize(
    "text",
    [
        "import ast\nx = ast.literal_eval('[1, 2]')\n",
        "import ast\nx = ast.literal_eval(y)\n",
        "import ast\ntry: x = ast.literal_eval('1L')\nexcept SyntaxError: x = 2\n",
        "import codeop\nx = codeop.compile_command('if x:')\n",
        "import codeop\ntry: x = codeop.compile_command('print 1')\nexcept SyntaxError: x = 2\n",
        "x = i.runsource('print 1')\n",
    ],
)
def test_compilers_and_readers_that_stay(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("exec 'for i in 1, 2: print i,'\nprint\nprint 3\n", "1 2\n3\n"),
        ("exec \"print 'a',\"\nprint 'b'\n", "a b\n"),
        ("exec 'for i in 1, 2: print i,\\nprint'\n", "1 2\n"),
        ("import sys\nexec 'for i in 1, 2: print i,\\nprint 3'\nsys.stdout.write('4')\n", "1 2 3\n4"),
        ("c = compile('print 1,', 's', 'exec')\nfor i in 1, 2: exec c\nprint\n", "1 1\n"),
        ("c = 'print 1,'\ndef f():\n    exec c\n    print\nf()\n", "1\n"),
        ("def f():\n    print 'x'\nexec 'print 1,'\nf()\nprint\n", "1 x\n\n"),
        ("exec 'print 1,'\nexec 'print 2,'\nprint\n", "1 2\n"),
        ("import sys\nexec 'print 1,'\nsys.stdout.write('-')\nprint\nprint 2\n", "1-\n2\n"),
    ],
)
def test_the_blank_that_code_leaves(text, shown, capsys):
    migrated = migrate(text).text
    assert migrate(migrated).text == migrated
    exec(migrated, {"__name__": "shown"})
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize(
    "text",
    [
        "exec 'print 1,' in {}\nprint\n",
        "exec 'print 1,'\nexec 'print 2'\nprint\n",
        "exec x + 'print 1,'\nprint\n",
        "c = 'print 1,'\nexec c\nf(c)\nprint\n",
    ],
)
def test_code_that_finds_no_helper_is_written_without(text):
    assert "print_softspace" not in migrate(text).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'import textwrap\nexec textwrap.dedent("""\n    def f(x):\n        return x <> 1L\n    """)\n',
            'import textwrap\nexec(textwrap.dedent("""\n    def f(x):\n        return x != 1\n    """))\n',
        ),
        (
            "exec 'def {name}(x): return x <> 2L'.format(name=n)\n",
            "exec('def {name}(x): return x != 2'.format(name=n))\n",
        ),
        ("T = 'print {}, `{}`'\nexec T.format(n, m)\n", "T = 'print({}, repr({}))'\nexec(T.format(n, m))\n"),
        ("exec 'print {0}, `{0}`'.format(n)\n", "exec('print({0}, repr({0}))'.format(n))\n"),
        (
            "class A:\n    code = 'r = `n`'\n    def f(self): exec self.code in {}\n",
            "class A:\n    code = 'r = repr(n)'\n    def f(self): exec(self.code, {})\n",
        ),
        ("exec '\\n'.join(['x = 7/2', 'print x'])\n", "exec('\\n'.join(['x = 7//2', 'print(x)']))\n"),
        (
            "s = ('if 1:\\n  x = `1`', 'print x')\nexec '\\n'.join(s)\n",
            "s = ('if 1:\\n  x = repr(1)', 'print(x)')\nexec('\\n'.join(s))\n",
        ),
    ],
)
def test_code_that_takes_a_step_to_where_it_is_run(before, after):
    outcome = migrate(before + PROOF)
    assert outcome.text == after + PROOF_AFTER
    assert migrate(outcome.text).text == outcome.text


@pytest.mark.parametrize(
    "text",
    [
        "exec('x = {{}}; y = {}L'.format(n))\n",
        "T = 'r = long({})'\nexec(T.format(n))\nlog(T)\n",
        "class A:\n    code = 'r = long(n)'\n    def f(self):\n        exec(self.code)\n        return self.code\n",
        "class A:\n    code = 'r = long(n)'\n    def f(self, c):\n        self.code = c\n        exec(self.code)\n",
        "s = ['x = long(1)', 'y']\nexec('\\n'.join(s))\nlog(s)\n",
        "exec(' '.join(['x = 1', '- long(1)']))\n",
        "exec('\\n'.join(['x = long(1)', y]))\n",
        "try:\n    exec('\\n'.join(['print 1', 'print 2']))\nexcept SyntaxError:\n    x = 1\n",
    ],
)
def test_leaves_code_that_takes_a_step_and_is_used_besides(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "src = ''\nfor n in ('a', 'b'):\n    src += 'def %s(x): return x/2\\n' % n\nexec src\n",
        "src = []\nfor n in ('a', 'b'):\n    src.append('def %s(x): return x/2' % n)\nexec '\\n'.join(src)\n",
        "class T:\n    code = 'def {}(x): return x/2\\n'\nexec T.code.format('a') + T().code.format('b')\n",
    ],
)
def test_code_that_is_put_together_divides_as_before(text, capsys):
    made = migrate(text + "print a(7), b(3)\n").text
    assert migrate(made).text == made
    exec(made, {})
    assert capsys.readouterr().out == "3 1\n"


@pytest.mark.parametrize("code", ["'def f(n): return n/2'", '"""\ndef f(n):\n    return n/2\n"""'])
def test_code_of_another_file_divides_as_before(code):
    files = {
        "a.py": "from b import CODE\nexec CODE in {}\nx = 1L\n",
        "b.py": f"print 1\nCODE = {code}\nprint CODE\n",
    }
    index = RepositoryIndex(files, files.get)
    made = migrate(files["a.py"], "a.py", index).text
    assert "exec(classic_code(CODE), {})" in made
    assert migrate(made, "a.py", index).text == made


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("eval('{0} / {1}'.format('1.5 + 6', '4'))", "2.5"),
        ("eval('{0} / {1}'.format(7, 2))", "3"),
        ("eval('{e} / {o}'.format(e='next(it)', o='2')), list(it)", "(3, [8])"),
        ("eval('%(e)s / 2' % {'e': 'next(it)'}), list(it)", "(3, [8])"),
        ("eval('%s / %s' % ('next(it)', 2)), list(it)", "(3, [8])"),
        ("eval('-{0} / 2'.format('1.0 - 4'))", "-3.0"),
        ("eval('7 %s x / 2' % '+')", "8"),
        ("eval('abs({0}) / 2'.format('1 - 6'))", "2"),
    ],
)
def test_what_is_put_into_a_division_is_put_in_once_and_binds_as_before(code, shown, capsys):
    text = f"x = 3\nit = iter([7, 8])\nn = 1L\nprint repr(({code}))\n"
    made = migrate(text).text
    assert migrate(made).text == made
    exec(made, {})
    assert capsys.readouterr().out == f"{shown}\n"


def test_templates_that_double_what_is_no_field(capsys):
    text = (
        'exec """\ndef {name}(n):\n    d = {{\'a\': n}}\n'
        '    print d[\'a\'], `d`, d.has_key("{name}")\n""".format(name="f")\n'
        'exec "def %s(n): print \'%%d%%%%\' %% n" % "g"\nf(1)\ng(2)\nn = 1L\n'
    )
    made = migrate(text).text
    exec(made, {})
    assert capsys.readouterr().out == "1 {'a': 1} False\n2%\n"
    assert migrate(made).text == made


MAKER = (
    "T = '''class %(name)s(object):\n    def __init__(self, %(args)s):\n%(body)s\n    def shown(self):\n"
    "        return `self.x` + str([isinstance(x, (int, long)) for x in (1, 2)])\n'''\n"
    "def make(name, verbose=0):\n    space = {'__name__': name}\n"
    "    source = T % dict(name=name, args='x', body='        self.x = x')\n"
    "    if verbose: print len(source), source\n"
    "    try:\n        exec source in space\n"
    "    except SyntaxError, e:\n        raise SyntaxError(str(e) + source)\n"
    "    return space[name]\n"
)


def test_a_template_with_a_name_that_is_filled_in_under_another():
    code = migrate(MAKER).text
    spaces: dict = {}
    exec(code, spaces)
    assert spaces["make"]("C")(3).shown() == "3[True, True]"
    assert "\n%(body)s\n" in code and migrate(code).text == code


def test_a_template_of_a_class():
    text = MAKER.replace("T = ", "class M:\n    T = ").replace("= T", "= M().T")
    spaces: dict = {}
    exec(migrate(text).text, spaces)
    assert spaces["make"]("C")(3).shown() == "3[True, True]"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    if verbose", "    source += more\n    if verbose"),
        ("    if verbose", "    kept.append(source)\n    if verbose"),
        ("def make", "print T\ndef make"),
        ("    if verbose", "    send(source)\n    if verbose"),
    ],
)
def test_a_template_that_goes_elsewhere_too_is_left(old, new):
    assert "return `self.x`" in migrate(MAKER.replace(old, new)).text


@pytest.mark.parametrize(
    "code",
    [
        "import re\nL = [3, 1]\nL.sort(lambda a, b: cmp(b, a))\nx = L, f(7), re.sub('a', 'b', 'a')\n",
        "L = [3, 1]\nL.sort(lambda a, b: cmp(b, a))\nprint f(3),\nx = L, f(7), 'b'\n",
    ],
)
def test_code_that_divides_and_needs_imports(code):
    code = (
        "def f(a): return a / 2\n" + code
        if code[0] == "L"
        else code.replace("\nL", "\ndef f(a): return a / 2\nL", 1)
    )
    text = f"import sys\nn = {{}}\nexec {code!r} in n\nout = n['x']\nprint n['f'](5), n['f'](5.0)\n"
    space = {}
    exec(migrate(text + PROOF).text, space)
    assert space["out"] == ([3, 1], 3, "b")
