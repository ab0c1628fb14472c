"""__import__('Queue')."""

import subprocess
import sys

import pytest
from rules.checking import (
    MORE_KEYS,
    PROOF,
    PROOF_AFTER,
    check_open,
    check_rule,
    check_settled,
    check_untouched,
    run,
)

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "imported_by_string"


@pytest.mark.parametrize(
    "text",
    [
        "__import__('queue')\n",
        "__import__(name)\n",
        "patch('os.path.join')\n",
        "f('Queue')\n",
        "a.modules['Queue']\n",
        "import sys\nsys.modules['Queue'] = m\ndel sys.modules['Queue']\nsys.modules[name]\n",
        "import sys\nsys.modules['queue']\n'queue' in sys.modules\n",
        "import sys\ntry:\n    m = sys.modules['__builtin__']\nexcept KeyError:\n    m = sys.modules['builtins']\n",
        "a.__module__ in ('__builtin__', 'builtins')\n",
        "a.__module__ == 'mine'\n",
        "__import__('urllib2', {}, {}, ['quote', 'urlopen'])\n",
        "__import__('HTMLParser', {}, {}, names)\n",
        "a.name == '__builtin__'\n",
        "def f(m): return m == '__builtin__'\n",
        "'exceptions' == b\n",
        "setattr(a, 'raw_input', f)\n",
        "f = getattr(__builtins__, 'raw_input', input)\n",
        "import __builtin__\nf = getattr(__builtin__, 'raw_input', input)\n",
        "__import__(n, g, l, [], 0)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("__import__('httplib')\n", "import importlib\nimportlib.import_module('http.client')\n"),
        ("import sys\nsys.modules['Queue']\n", "import sys\nsys.modules['queue']\n"),
        (
            "from sys import modules\nmodules.get('Queue')\n",
            "from sys import modules\nmodules.get('queue')\n",
        ),
        ("import sys\nok = 'Queue' in sys.modules\n", "import sys\nok = 'queue' in sys.modules\n"),
        (
            "import sys\npatched(sys.modules['__builtin__'], 'raw_input', f)\n",
            "import sys\npatched(sys.modules['builtins'], 'input', f)\n",
        ),
        (
            'import __builtin__ as b\nsetattr(b, "unichr", f)\n',
            'import __builtin__ as b\nsetattr(b, "chr", f)\n',
        ),
        ("ok = a.__module__ == '__builtin__'\n", "ok = a.__module__ == 'builtins'\n"),
        ("ok = 'exceptions' != a.b.__module__\n", "ok = 'builtins' != a.b.__module__\n"),
        (
            "ok = a.__module__ not in ('__builtin__', 'exceptions')\n",
            "ok = a.__module__ not in ('builtins', 'exceptions')\n",
        ),
        ("m = a.__module__\nok = m == '__builtin__'\n", "m = a.__module__\nok = m == 'builtins'\n"),
        ("__import__(n, g, l, [], -1)\n", "__import__(n, g, l, [], 0)\n"),
        (
            "import mock\nmock.patch('__builtin__.open')\nmock.patch(\"urllib2.urlopen\")\n",
            "import mock\nmock.patch('builtins.open')\nmock.patch(\"urllib.request.urlopen\")\n",
        ),
        (
            "@patch('__builtin__.reload')\n@patch('__builtin__.raw_input')\ndef test(a, b): pass\n",
            "@patch('importlib.reload')\n@patch('builtins.input')\ndef test(a, b): pass\n",
        ),
        ("monkeypatch.setattr('__builtin__.reduce', f)\n", "monkeypatch.setattr('functools.reduce', f)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_name_that_is_not_written_here_is_looked_up_in_the_package(tmp_path):
    text = "def f(n):\n    return __import__(n, globals(), locals())\n"
    index = RepositoryIndex(["p/__init__.py", "p/a.py", "p/near.py"], lambda key: "")
    check_untouched(RULE, text, python2=True)
    outcome = run(RULE, text + PROOF, key="p/a.py", index=index)
    assert "return import_near(n, globals(), locals())\n" in outcome.text
    check_settled(RULE, outcome, key="p/a.py", index=index)
    for last in (", [], -1)", ", [], level=-1)"):
        told = text.replace("locals())", "locals()" + last)
        assert (
            "import_near(n, globals(), locals(), [])\n"
            in run(RULE, told + PROOF, key="p/a.py", index=index).text
        )
    check_untouched(
        RULE, text.replace("locals())", "locals(), [], 1)"), python2=True, key="p/a.py", index=index
    )
    (tmp_path / "p").mkdir()
    for name, body in (("__init__", ""), ("a", outcome.text), ("near", "x = 1\n")):
        (tmp_path / "p" / f"{name}.py").write_text(body)
    code = "import p.a; print(p.a.f('near').x, p.a.f('json').__name__)"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert result.stdout == "1 json\n"
    # What a module nearby lacks is no reason to look for another one of its name.
    (tmp_path / "p" / "near.py").write_text("import lacking\n")
    code = "import p.a\ntry: p.a.f('near')\nexcept ImportError as e: print(e)"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert result.stdout == "No module named 'lacking'\n"


def test_the_globals_may_have_a_name():
    text = "def f(n):\n    here = globals()\n    return __import__(n, here)\n"
    index = RepositoryIndex(["p/__init__.py", "p/a.py"], lambda key: "")
    assert "import_near(n, here)" in run(RULE, text + PROOF, key="p/a.py", index=index).text
    check_untouched(RULE, text.replace("globals()", "g()"), python2=True, key="p/a.py", index=index)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("__import__('urlparse')", "importlib.import_module('urllib.parse')"),
        ("importlib.import_module('cStringIO')", "importlib.import_module('io')"),
        ("importlib.import_module('urllib2')", "importlib.import_module('urllib.request')"),
        ("__import__('urllib2', {}, {}, ['quote'])", "__import__('urllib.parse', {}, {}, ['quote'])"),
        ("__import__('HTMLParser', {}, {}, ['A'])", "__import__('html.parser', {}, {}, ['A'])"),
    ],
)
def test_a_module_that_was_divided_is_found_where_most_of_it_is(before, after):
    check_rule(RULE, f"import importlib\nm = {before}\n", f"import importlib\nm = {after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("m = __import__('near', globals())\n", "m = __import__('near', globals(), level=1)\n"),
        (
            "m = __import__('near', globals(), {}, ['x'])\n",
            "m = __import__('near', globals(), {}, ['x'], level=1)\n",
        ),
    ],
)
def test_a_sibling(before, after):
    index = RepositoryIndex(["p/__init__.py", "p/a.py", "p/near.py"])
    check_rule(RULE, before, after, python2=True, key="p/a.py", index=index)
    crowded = RepositoryIndex([*index.keys, *MORE_KEYS])
    check_untouched(RULE, before, key="p/a.py", index=crowded)
    check_untouched(RULE, before, python2=True)


@pytest.mark.parametrize(
    "text",
    ["m = __import__('near')\n", "m = __import__('near', None)\n", "m = __import__('near', {}, {}, ['x'])\n"],
)
def test_what_is_told_of_no_package_is_looked_for_in_none(text):
    index = RepositoryIndex(["p/__init__.py", "p/a.py", "p/near.py"])
    check_untouched(RULE, text, python2=True, key="p/a.py", index=index)


def test_nor_where_either_is_asked_for():
    index = RepositoryIndex(["p/__init__.py", "p/a.py", "p/near.py"])
    before, after = "m = __import__('near', level=-1)\n", "m = __import__('near', level=0)\n"
    check_rule(RULE, before, after, python2=True, key="p/a.py", index=index)


@pytest.mark.parametrize("load", ["__import__('urllib')", "importlib.import_module('urllib')"])
def test_a_module_that_became_several_is_reported(load):
    check_open("imported_by_string", f"import importlib\nm = {load}\n", 2, python2=True)
    check_untouched("imported_by_string", f"import importlib\nm = {load}\n")


@pytest.mark.parametrize(
    "text",
    [
        "mods = [__import__(n) for n in ('ConfigParser', 'urlparse', 'json')]\n",
        "mods = []\nfor n in ['ConfigParser', 'urlparse', 'json']:\n    mods.append(__import__(n))\n",
    ],
)
def test_names_that_a_loop_imports(text):
    made = migrate(text + "print 1\n").text
    assert '{"ConfigParser": "configparser", "urlparse": "urllib.parse"}.get(n, n)' in made
    space = {}
    exec(made, space)
    assert [m.__name__ for m in space["mods"]] == ["configparser", "urllib.parse", "json"]


def test_names_that_one_of_several_loops_imports():
    text = (
        "def load():\n    names, found = ['httplib', 'thread', 'json'], {}\n"
        "    for n in names:\n        found[n] = __import__(n)\n"
        "    for n in names:\n        found[n].__name__\n    return found\nx = 1L\n"
    )
    made = migrate(text).text
    assert '{"httplib": "http.client", "thread": "_thread"}.get(n, n)' in made
    space = {}
    exec(made, space)
    assert [m.__name__ for m in space["load"]().values()] == ["http.client", "_thread", "json"]


@pytest.mark.parametrize(
    "text",
    [
        "for n in ['thread']:\n    n = f(n)\n    __import__(n)\n",
        "for n in ['thread']:\n    pass\nelse:\n    for n in f(): pass\n    __import__(n)\n",
        "for n in ['thread']: pass\nfor n in f(): pass\n__import__(n)\n",
        "for n in ['thread']:\n    for n in f(): __import__(n)\n",
        "for n in ['thread']:\n    f()\n    __import__(n)\ndef f():\n    global n\n    n = 'json'\n",
    ],
)
def test_leaves_names_that_may_be_given_in_a_loop(text):
    check_untouched("imported_by_string", text, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "x = [__import__(n) for n in ('json', 'sys')]\n",
        "x = [__import__(n) for n in names]\n",
        "for n in ('Queue', 'queue'):\n    try: x = __import__(n)\n    except ImportError: pass\n",
    ],
)
def test_leaves_names_that_are_as_they_were(text):
    check_untouched("imported_by_string", text, python2=True)


def test_names_that_are_taken_apart():
    text = (
        "KINDS = ['Queue.LifoQueue', 'StringIO.StringIO', 'urllib2.Request', 'os.path', 'Queue. A']\n"
        "def load(path):\n    module, name = path.rsplit('.', 1)\n    __import__(module)\n"
        "    return getattr(sys.modules[module], name)\nn = 1L\n"
    )
    after = migrate(text).text
    assert "['queue.LifoQueue', 'io.StringIO', 'urllib.request.Request', 'os.path', 'Queue. A']" in after
    assert migrate(after).text == after
    plain = "x = ['Queue.LifoQueue']\nn = 1L\n"
    assert "'Queue.LifoQueue'" in migrate(plain).text


def test_names_that_others_read_stay():
    text = "def load(name): return __import__(name)\nopen('thread.log')\nx = {'Cookie.Path': 1}\ny = ['Queue.py']\n"
    after = migrate(text + "n = 1L\n").text
    assert all(name in after for name in ("'thread.log'", "'Cookie.Path'", "'Queue.py'"))


def test_what_a_file_stores_is_found_by_the_same_name():
    text = "import sys\nsys.modules['urllib2'] = fake\nx = sys.modules['urllib2'].name\nn = 1L\n"
    assert migrate(text).text.count("'urllib2'") == 2


@pytest.mark.parametrize(
    "text",
    [
        "KINDS = {'repr': 1, 'thread': 2}\ndef load(name): return __import__(name)\nn = 1L\n",
        "load('Queue')\ndef load(name):\n    __import__(name)\n    return name, sys.modules[name]\nimport sys\n",
    ],
)
def test_names_that_may_mean_others_stay(text):
    assert ".get(name" not in migrate(text).text


def test_names_in_a_table_that_a_function_is_given():
    text = "NEEDED = ['Queue', 'os']\ndef load(name): return __import__(name)\nx = map(load, NEEDED), 1L\n"
    assert '__import__({"Queue": "queue"}.get(name, name))' in run(RULE, text).text
    assert "__import__(name)" in run(RULE, text.replace("Queue", "urllib2")).text
    assert "__import__(name)" in run(RULE, text.replace("Queue", "sys")).text


def test_a_module_that_became_several_among_those_that_are_loaded():
    outcome = run("imported_by_string", "import sys\nx = 'urllib2' in sys.modules\nn = 1L\n")
    assert "'urllib.request' in sys.modules" in outcome.text and not outcome.notes


def test_what_is_imported_from_nowhere_is_no_sibling():
    files = {"p/__init__.py": "", "p/near.py": "", "p/a.py": "m = __import__('near', {}, {}, [])\nn = 1L\n"}
    assert "'near', {}, {}, [])" in migrate(files["p/a.py"], "p/a.py", RepositoryIndex(files, files.get)).text


def test_a_table_of_modules_names_them_anew():
    text = (
        "MODULES = {'q': 'Queue', 'u': 'urlparse', 'own': 'os.path'}\n"
        "def load(name):\n    if name in MODULES:\n        return __import__(MODULES[name])\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["load"]("q").__name__ == "queue" and spaces["load"]("u").__name__ == "urllib.parse"


def test_a_table_that_is_shown_stays():
    text = "M = {'q': 'Queue'}\nm = __import__(M['q'])\nprint M['q']\n"
    assert "M = {'q': 'Queue'}" in migrate(text).text


def test_parts_of_rows_name_modules():
    text = "for short, name in [('q', 'Queue'), ('c', 'ConfigParser')]:\n    m = __import__(name)\nn = 1L\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["m"].__name__ == "configparser"


def test_a_module_that_is_looked_up_by_the_name_it_is_imported_by():
    text = "import sys\ndef load(name):\n    __import__(name)\n    return sys.modules[name]\nx = load('ConfigParser')\n"
    after = text.replace(
        "    __import__", '    name = {"ConfigParser": "configparser"}.get(name, name)\n    __import__'
    )
    check_rule(RULE, text, after, python2=True)


def test_a_name_that_is_used_otherwise_as_well_stays():
    text = "import sys\ndef load(name):\n    __import__(name)\n    return name, sys.modules[name]\n"
    text += "x = load('ConfigParser')\n"
    check_untouched(RULE, text, python2=True)


def test_what_a_module_has_by_one_text_with_it():
    text = (
        "def load(path):\n    i = path.rindex('.')\n    m = __import__(path[:i], globals(), locals(), [path[i + 1:]])\n"
        "    return getattr(m, path[i + 1:])\nx = load('{}'), load('{}'), load('os.path')\n"
    )
    check_rule(
        RULE,
        text.format("urllib.quote", "cStringIO.StringIO"),
        text.format("urllib.parse.quote", "io.StringIO"),
        python2=True,
    )


def test_the_globals_may_be_handed_in():
    text = "def f(n, globals_dict, g):\n    return __import__(n, globals_dict), __import__(n, g)\n"
    index = RepositoryIndex(["p/__init__.py", "p/a.py"], lambda key: "")
    outcome = run(RULE, text + PROOF, key="p/a.py", index=index)
    assert "return import_near(n, globals_dict), __import__(n, g)" in outcome.text
    space = {}
    exec(outcome.text, space)
    found = [
        space["f"]("json", scope, {})[0].__name__
        for scope in ({}, {"__package__": None}, {"__package__": "email"})
    ]
    assert found == ["json"] * 3


@pytest.mark.parametrize(
    "text",
    [
        # Another argument, no last dot, a package in place of its module, a table of the program's own.
        "def load(path, other):\n    i = path.rindex('.')\n    return getattr(__import__(path[:i], g, l, [1]), other)\n"
        "x = load('a.b', 'urllib.quote')\n",
        "def load(path):\n    a, b = path.split('.')\n    return getattr(__import__(a), b)\nx = load('urllib.quote')\n",
        "def load(p):\n    a, b = p.rsplit('.', 1)\n    return getattr(__import__(a), b)\nx = load('urllib.quote')\n",
        "import sys\ndef load(name):\n    __import__(name)\n    reg[name] = sys.modules[name]\nload('ConfigParser')\n",
    ],
)
def test_names_for_something_else(text):
    check_untouched(RULE, text, python2=True)


def test_a_function_of_one_line():
    text = (
        "import sys\ndef load(name): __import__(name); return sys.modules[name]\nx = load('ConfigParser')\n"
    )
    after = run(RULE, text + PROOF).text
    assert (
        'def load(name): name = {"ConfigParser": "configparser"}.get(name, name); __import__(name); return'
        in after
    )
    compile(after, "<test>", "exec")


def test_no_globals_are_those_of_no_package():
    text = "def f(n, globals=None):\n    return __import__(n, globals)\n"
    index = RepositoryIndex(["p/__init__.py", "p/a.py"], lambda key: "")
    space = {}
    exec(run(RULE, text + PROOF, key="p/a.py", index=index).text, space)
    assert space["f"]("json").__name__ == "json"


LOAD = (
    "def load(path):\n    source, name = path.rsplit('.', 1)\n"
    "    return getattr(__import__(source, {}, {}, [name]), name)\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = load('itertools.izip')([1], [2])\n", "x = load('builtins.zip')([1], [2])\n"),
        ("x = load('__builtin__.unichr')\n", "x = load('builtins.chr')\n"),
        (
            "x = load('itertools.chain'), load('os.getcwd')\n",
            "x = load('itertools.chain'), load('os.getcwd')\n",
        ),
        ("x = load('os.getcwdu')\n", "x = load('os.getcwd')\n"),
        (
            "for p in ('itertools.imap', 'urllib.quote'): x = load(p)\n",
            "for p in ('builtins.map', 'urllib.parse.quote'): x = load(p)\n",
        ),
        (
            "for p in ('itertools.imap', 'a.b'):\n    x = load(p)\n    print(p)\n",
            "for p in ('itertools.imap', 'a.b'):\n    x = load(p)\n    print(p)\n",
        ),
    ],
)
def test_names_of_what_moved_that_a_function_takes_apart(before, after):
    assert run(RULE, LOAD + before + PROOF).text == LOAD + after + PROOF_AFTER
