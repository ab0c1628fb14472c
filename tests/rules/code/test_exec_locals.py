"""exec in a function that then reads what it bound."""

import pytest
from rules.checking import PROOF, check_open, check_rule, check_untouched, run

from migration.engine.pipeline import migrate


@pytest.mark.parametrize(
    "text",
    [
        "exec('v = 9')\nprint(v)\n",
        "def f():\n    exec('v = 9', g)\n    return v\n",
        "def f():\n    v = 1\n    exec('w = 9')\n    return v\n",
        "def f():\n    global v\n    v = 1\n    exec('v = 9')\n    return v\n",
        "def f(code):\n    exec(code)\n    return code\n",
        "class C:\n    def f(self, code):\n        exec(code)\n        return self\n",
        "def f():\n    exec('v = 9')\n    return w\n",
        "v = 1\ndef f():\n    g(v)\n    exec('v = 9')\n    return v\n",
    ],
)
def test_leaves_what_is_bound_elsewhere(text):
    check_untouched("exec_locals", text, python2=True)


@pytest.mark.parametrize("template", ["r %s j", "r = j %s j", "r = %s"])
def test_templates_tell_what_they_bind(template):
    before = f"def f(op, j):\n    r = 1\n    exec {template!r} % op\n    return r\nn = 1L\n"
    spaces = {}
    exec(compile(migrate(before).text, "a.py", "exec"), spaces)
    assert spaces["f"]({"r %s j": "+=", "r = j %s j": "-", "r = %s": "7"}[template], 3) in (4, 0, 7)
    check_untouched("exec_locals", "def f(op):\n    exec('%s = 3' % op)\n    return 1\n", python2=True)


def test_a_template_that_imports_is_read_from_the_namespace():
    before = "def f(name):\n    exec 'import %s as m' % name\n    return m.path\nn = 1L\n"
    spaces = {}
    exec(compile(migrate(before).text, "a.py", "exec"), spaces)
    assert spaces["f"]("os").sep


def test_reports_code_it_does_not_know():
    for text in (
        "from m import *\ndef f(code):\n    exec(code)\n    return v\n",
        "def f(code):\n    while v:\n        exec(code)\n",
        "def f(code):\n    exec(code)\n    return lambda: v\n",
        "def g(code):\n    exec(code, globals())\ndef f(code):\n    exec(code)\n    return v\n",
    ):
        line = next(n for n, s in enumerate(text.splitlines(), 1) if s.strip() == "exec(code)")
        check_open("exec_locals", text, line, python2=True)


def test_reads_what_unknown_code_binds_from_its_namespace():
    check_rule(
        "exec_locals",
        "def f(code):\n    exec code\n    if v: return v + 1\n",
        "def f(code):\n    namespace = dict(locals())\n    exec(code, globals(), namespace)\n"
        "    if namespace['v']: return namespace['v'] + 1\n",
    )


def test_reads_the_names_back():
    check_rule(
        "exec_locals",
        "def f():\n    if 1:\n        exec 'v = 9; w = 8'\n    return v + w\n",
        "def f():\n    if 1:\n        namespace = dict(locals())\n        exec('v = 9; w = 8', globals(), namespace)\n"
        "        v = namespace['v']\n        w = namespace['w']\n    return v + w\n",
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def f():\n    v = 1\n    exec 'v += 9'\n    return v\n",
            "def f():\n    v = 1\n    namespace = dict(locals())\n    exec('v += 9', globals(), namespace)\n"
            "    v = namespace['v']\n    return v\n",
        ),
        (
            "def f(code, x):\n    exec code\n    return x\n",
            "def f(code, x):\n    namespace = dict(locals())\n    exec(code, globals(), namespace)\n"
            "    x = namespace['x']\n    return x\n",
        ),
    ],
)
def test_what_the_function_binds_itself_is_what_the_code_left(before, after):
    check_rule("exec_locals", before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def f(code):\n    for c in code:\n        exec(c)\n    return v\n",
            "def f(code):\n    namespace = {}\n    for c in code:\n        namespace.update(locals())\n"
            "        exec(c, globals(), namespace)\n    return namespace['v']\n",
        ),
        (
            "def f(code):\n    if code: exec(code)\n    return v\n",
            "def f(code):\n    namespace = {}\n"
            "    if code: namespace.update(locals()); exec(code, globals(), namespace)\n    return namespace['v']\n",
        ),
    ],
)
def test_code_that_runs_in_a_loop_or_on_a_condition(before, after):
    check_rule("exec_locals", before, after, python2=True)


def test_a_constant_that_the_code_may_replace():
    check_rule(
        "exec_locals",
        "def f(code):\n    n = 1\n    exec(code)\n    return n\n",
        "def f(code):\n    n = 1\n    namespace = dict(locals())\n    exec(code, globals(), namespace)\n"
        "    n = namespace['n']\n    return n\n",
        python2=True,
    )
    check_untouched("exec_locals", "def f(code):\n    n = g()\n    exec(code)\n    return n\n", python2=True)


def test_code_that_another_function_executes_is_its_own():
    other = "def g(code):\n    exec(code)\n"
    text = "def f(code):\n    {}exec(code{})\n    return {}\n"
    check_rule(
        "exec_locals",
        other + text.format("", "", "v"),
        other + text.format("namespace = dict(locals())\n    ", ", globals(), namespace", "namespace['v']"),
        python2=True,
    )


def test_code_in_a_loop_leaves_what_it_binds_in_a_variable_that_began_before():
    check_rule(
        "exec_locals",
        "def f(lines):\n    v = 0\n    for line in lines:\n        exec line\n    return v\n",
        "def f(lines):\n    v = 0\n    for line in lines:\n        namespace = dict(locals())\n"
        "        exec(line, globals(), namespace)\n        v = namespace['v']\n    return v\n",
    )
    check_untouched(
        "exec_locals",
        "def f(lines):\n    if lines:\n        v = 0\n    for line in lines:\n        exec(line)\n    return v\n",
        python2=True,
    )


def test_literal_code_elsewhere_binds_what_it_says():
    check_rule(
        "exec_locals",
        "def f(code):\n    exec 'v = ' + code\n    return v\nexec 'w = 1'\n",
        "def f(code):\n    namespace = dict(locals())\n    exec('v = ' + code, globals(), namespace)\n"
        "    return namespace['v']\nexec('w = 1')\n",
    )
    check_open("exec_locals", "def f(code):\n    exec(code)\n    return v\nexec('v = 1')\n", 2, python2=True)


def test_what_the_code_bound_is_asked_of_its_namespace():
    text = "def make(name, body):\n    src = 'def %s(): return %s' % (name, body)\n    exec src\n"
    text += "    return locals()[name]\n"
    text += "x = make('f', '7')()\nprint 1L\n"
    space = {}
    exec(migrate(text).text, space)
    assert space["x"] == 7


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def f():\n    exec('v = 9', locals())\n    return v\n",
            "def f():\n    namespace = dict(locals())\n    exec('v = 9', namespace)\n"
            "    v = namespace['v']\n    return v\n",
        ),
        (
            "def f():\n    exec('v = 9', globals(), locals())\n    return v\n",
            "def f():\n    namespace = dict(locals())\n    exec('v = 9', globals(), namespace)\n"
            "    v = namespace['v']\n    return v\n",
        ),
        (
            "def f(n):\n    try:\n        exec('import %s\\nm = %s' % (n, n), locals())\n        return m\n"
            "    except ImportError:\n        return None\n",
            "def f(n):\n    namespace = {}\n    try:\n        namespace.update(locals())\n"
            "        exec('import %s\\nm = %s' % (n, n), namespace)\n        return namespace['m']\n"
            "    except ImportError:\n        return None\n",
        ),
    ],
)
def test_locals_that_are_named(before, after):
    check_rule("exec_locals", before, after, python2=True)


@pytest.mark.parametrize("spaces", ["{}", "globals()", "locals(), {}", "space", "globals(), space"])
def test_another_namespace_is_left(spaces):
    check_untouched(
        "exec_locals", f"def f(space):\n    exec('v = 9', {spaces})\n    return v\n", python2=True
    )


@pytest.mark.parametrize(("other", "is_known"), [("'n = 1'", True), ("'v = 1'", False), ("code", False)])
def test_what_is_run_elsewhere_with_what_is_global(other, is_known):
    """Code that binds other names takes nothing away from who reads what a function executes."""
    text = f"def f(x):\n    exec('v = ' + x)\n    return v\ndef g(code):\n    exec({other}, globals())\n"
    after = run("exec_locals", text + PROOF).text
    assert ("return namespace['v']" in after) is is_known


def test_imports_that_are_run():
    """What they bind is known, but for a star."""
    text = "def f():\n    exec('import os.path as p, sys')\n    return p.basename('/a/b'), sys.argv\n"
    space = {}
    exec(run("exec_locals", text + PROOF).text, space)
    assert space["f"]()[0] == "b"


def test_variables_of_the_module_behind_unknown_code():
    text = (
        "x = 'global'\nnote = ''\ndef f(code):\n    exec code\n    return x\n"
        "def g(code, cond):\n    for i in range(2):\n        if eval(cond):\n            exec code\n"
        "    return x, note, i\n"
        "shown = f('x = 5'), f('y = 1'), g('x = i', 'i'), g('note = 1', '0'), x\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    # As on Python 2.7.
    assert spaces["shown"] == (5, "global", (1, "", 1), ("global", "", 1), "global")


def test_functions_that_are_called_behind_unknown_code_stay():
    text = "def g(): pass\ndef f(code):\n    exec code\n    return g()\n"
    assert "    exec(code)\n    return g()" in migrate(text).text


def test_several_pieces_of_code_share_one_namespace():
    text = (
        "def f(fields, source):\n    total = 0\n    for name, value in fields:\n"
        "        exec('%s = %r' % (name, value))\n    exec(source)\n    return total, width\n"
    )
    after = (
        "def f(fields, source):\n    total = 0\n    namespace = {}\n    for name, value in fields:\n"
        "        namespace.update(locals(), total=namespace.get('total', total))\n"
        "        exec('%s = %r' % (name, value), globals(), namespace)\n"
        "    namespace.update(locals(), total=namespace.get('total', total))\n"
        "    exec(source, globals(), namespace)\n    return namespace['total'], namespace['width']\n"
    )
    check_rule("exec_locals", text, after, python2=True)
    space = {}
    exec(after, space)
    assert space["f"]([("width", 4), ("height", 5)], "total = width * height") == (20, 4)


@pytest.mark.parametrize(
    "text",
    [
        "from m import *\ndef f(a, b):\n    exec(a)\n    exec(b)\n    return width\n",
        "def f(a, b):\n    exec(a, b)\n    exec(b, a)\n    return a\n",
    ],
)
def test_several_pieces_of_code_that_nothing_is_read_from(text):
    check_untouched("exec_locals", text, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "def f(a, b):\n    exec(a)\n    exec(b)\n    return lambda: width\n",
        "def f(a, b):\n    exec(a)\n    x = y = 1\n    x += z\n    exec(b)\n    return x, z\n",
        "def f(a, b):\n    try: exec(a)\n    except E: pass\n    exec(b)\n    n = 1\n    return val, n\n",
    ],
)
def test_several_pieces_of_code_and_what_they_may_have_changed_besides(text):
    outcome = run("exec_locals", text + PROOF)
    assert outcome.text == text + PROOF.replace("1L", "1")
    assert {o.pattern for o in outcome.open_sites} == {"exec_locals"}


@pytest.mark.parametrize(
    ("text", "given", "result"),
    [
        ("def f(a, b, x):\n    exec(a)\n    exec(b)\n    return x\n", ("x = 5", "x = x + 1", 0), 6),
        (
            "def f(a, b):\n    x = 0\n    y = 1\n    exec(a)\n    y2 = y\n    exec(b)\n    return x, y2\n",
            ("x = 5; y = 3", "x = x + 1"),
            (6, 3),
        ),
    ],
)
def test_several_pieces_of_code_that_change_what_the_function_has(text, given, result):
    space = {}
    exec(run("exec_locals", text + PROOF).text, space)
    assert space["f"](*given) == result


@pytest.mark.parametrize(
    ("text", "given", "result"),
    [
        (
            "def f(codes):\n    for code in codes:\n        exec(code)\n    n = 3\n"
            "    return b, sorted(k for k in locals() if len(k) == 1), locals()['n']\n",
            (["a = 1", "b = a + 1"],),
            (2, ["a", "b", "n"], 3),
        ),
        (
            "def f(a, b):\n    x = 0\n    exec(a)\n    exec(b)\n    return x, y, '%(x)d %(y)d' % locals()\n",
            ("x = 5", "y = x + 1"),
            (5, 6, "5 6"),
        ),
        (
            "def f(a):\n    before = sorted(locals())\n    exec(a)\n    return y, locals()['y'], before\n",
            ("y = 2",),
            (2, 2, ["a"]),
        ),
    ],
)
def test_variables_that_are_asked_for_behind_code_that_binds_some(text, given, result):
    space = {}
    made = run("exec_locals", text + PROOF).text
    exec(made, space)
    assert "variables_with(namespace, locals()" in made and space["f"](*given) == result


@pytest.mark.parametrize(
    ("text", "given", "result"),
    [
        # The code may never be reached, and in a loop what is bound stays.
        (
            "def f(names):\n    v = 0\n    for name in names:\n        exec '%s = 7' % name\n"
            "    return v, sorted(locals())\n",
            ([],),
            (0, ["names", "v"]),
        ),
        (
            "def f(names):\n    v = 0\n    for name in names:\n        exec '%s = 7' % name\n"
            "    return v, sorted(vars())\n",
            (["a", "v", "b"],),
            (7, ["a", "b", "name", "names", "v"]),
        ),
        (
            "def f(code):\n    x = 1\n    if code:\n        exec code\n    return x, sorted(locals())\n",
            ("",),
            (1, ["code", "x"]),
        ),
        ("def f(code):\n    x = 1\n    if code: exec code\n    return x\n", ("",), 1),
        ("def f(code):\n    x = 1\n    if code: exec code\n    return x\n", ("x = 3",), 3),
        # What is bound behind the code is there as well; of a loop only what it goes through comes later.
        (
            "def f(code):\n    x = 1\n    exec code\n    y = 2\n    return x, '%(x)s %(y)s' % locals()\n",
            ("x = 3",),
            (3, "3 2"),
        ),
        (
            "def f(code):\n    x = 1\n    y = 'y'\n    exec code\n"
            "    for n, v in sorted(locals().items()):\n        return n, v, x\n",
            ("x = 3; a = 9",),
            ("a", 9, 3),
        ),
        (
            "def f():\n    exec 'x = 1'\n    z = 3\n    exec 'y = x + z'\n    return x, y\n",
            (),
            (1, 4),
        ),
        # Code that is given names changes no variable that the function binds.
        ("def f(code):\n    x = 1\n    exec code in globals(), locals()\n    return x\n", ("x = 3",), 1),
        ("def f():\n    x = 1\n    exec 'x = 3; y = 4' in locals()\n    return x, y\n", (), (1, 4)),
        (
            "def f(a, b):\n    x = 1\n    exec a\n    exec b in globals(), locals()\n    return x\n",
            ("x = 3", "x = 4"),
            3,
        ),
    ],
)
def test_code_that_may_not_run_or_changes_nothing(text, given, result):
    space = {}
    done = migrate(text + PROOF)
    exec(done.text, space)
    assert space["f"](*given) == result and migrate(done.text).text == done.text


def test_variables_that_are_filled_behind_code_stay():
    text = "def f(a):\n    exec(a)\n    locals().update(n=1)\n    return y, locals()\n"
    assert "**" not in run("exec_locals", text + PROOF).text


def test_builtins_of_python2_are_not_what_code_binds():
    text = (
        "def f(line, x=None):\n    x = None\n    try:\n        exec line\n    except SyntaxError: pass\n"
        "    h = file, unicode, xrange\n    return x\ny = f('x = 3'), f('z = 3')\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["y"] == (3, None)
