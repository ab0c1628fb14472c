"""Code in templates of a program that finds and runs it."""

import pytest
from rules.checking import PROOF, check_open, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "template_code"
FINDS = "P = re.compile(r'<%(=?)(.*?)%>', re.S)\n"
ENGINE = FINDS + "for sign, code in P.findall(t): exec(code)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'<%= `x` %>'", "'<%= repr(x) %>'"),
        ("'''a\n<% if x <> 1: %>\n<%= `y` %>%\n'''", "'''a\n<% if x != 1: %>\n<%= repr(y) %>%\n'''"),
        ("'<% print >>f, \"x\" %>'", "'<% print(\"x\", file=f) %>'"),
        ("'<% elif x <> 1: %>'", "'<% elif x != 1: %>'"),
        ("'<% except E, e: %>'", "'<% except E as e: %>'"),
        ("'<%=n / 100%>'", "'<%=(n // 100 if isinstance(n, int) else n / 100)%>'"),
        ("'<%= d.keys()[0] %> `x`'", "'<%= list(d.keys())[0] %> `x`'"),
        ("'''<%\nif x <> 1:\n    print x\n%>`x`'''", "'''<%\nif x != 1:\n    print(x)\n%>`x`'''"),
        ("'''<% x = `1`\nprint x %>'''", "'''<% x = repr(1)\nprint(x) %>'''"),
        ("'\\t<% print \\'a\\', b %>\\n'", "'\\t<% print(\\'a\\', b) %>\\n'"),
    ],
)
def test_rewrites_pieces_of_code(before, after):
    check_rule(RULE, f"t = {before}\n{ENGINE}", f"t = {after}\n{ENGINE}", python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "t = '<%= x %><% end %><% else: %><% for a in b: %>'\n",
        "t = '`x` %> <% `y`'\n",
        "t = '''<%\n    x = 1\n    if x:\n        print(y)\n%>'''\n",
        "t = '<%-- print x --%> <%# print x %>'\n",
        "t = '<%def name=\"x\"> print x %>'\n",
        "def f():\n    '''<% print x %>'''\n",
        "assert t == '<% print x %>'\n",
        "f(expected='<% print x %>')\n",
    ],
)
def test_leaves_what_is_no_code_or_needs_nothing(text):
    check_untouched(RULE, text + ENGINE, python2=True)


@pytest.mark.parametrize(
    "engine",
    [
        "",
        FINDS,
        "exec(t)\n",
        "x = '<% y %>'\nexec(t)\n",
        f"{FINDS}exec(made)\n",
        f"{FINDS}f(P.findall(t), sys.executable)\n",
        f"{FINDS}f(P.findall(t))\nexec(made)\n",
        f"{FINDS}for sign, code in P.findall(t): f(d[code.split()[0]])\nexec(made)\n",
    ],
)
def test_leaves_templates_of_others(engine):
    check_untouched(RULE, "t = '<% print x %>'\n" + engine, python2=True)


def test_what_has_no_place_is_left_open():
    outcome = run(RULE, "t = '<% print x, %>'\n" + ENGINE + PROOF)
    assert "print(x, end=" in outcome.text and [o.line for o in outcome.open_sites if o.pattern == RULE] == [
        1
    ]
    check_open(RULE, "t = '''<%\n  print x\n  print y\n%>'''\n" + ENGINE, 1, python2=True)


def test_pieces_are_rewritten_together_with_names_beside_them():
    text = migrate("t = str('<%= 1/2 %>|<%= unichr(65) %>|<%= unicode(x) %>')\n" + ENGINE + PROOF).text
    assert "'<%= 1//2 %>|<%= chr(65) %>|<%= str(x) %>'" in text


def test_the_engine_may_stand_in_another_file():
    text = "t = '<%= `x` %>'\n" + PROOF
    files = {"a.py": text, "b.py": ENGINE}
    index = RepositoryIndex(files, files.get)
    assert "repr(x)" in migrate(text, "a.py", index).text
    files["b.py"] = f"{FINDS}x = sys.executable  # exec(it)\n# eval(it)\n"
    index = RepositoryIndex(files, files.get)
    assert "repr(x)" not in migrate(text, "a.py", index).text


@pytest.mark.parametrize(
    "engine",
    [
        "def one(m): return str(eval(m.group(1)))\nmade = re.sub('<%(.*?)%>', one, t)\n",
        "made = re.sub('<%(.*?)%>', lambda m: str(eval(m.group(1))), t)\n",
        "class T:\n    def __init__(self, text): self.text = text\n    def one(self, m): return str(eval(m.group(1)))\n"
        "    def fill(self): return re.sub('<%(.*?)%>', self.one, self.text)\nmade = T(t).fill()\n",
        "def pieces(text):\n    a = 0\n    while '<%' in text[a:]:\n        a = text.index('<%', a) + 2\n"
        "        yield text[a:text.index('%>', a)]\nmade = ''.join(str(eval(p.strip())) for p in pieces(t))\n",
    ],
)
def test_ways_to_find_pieces_and_run_them(engine):
    outcome = migrate(f"import re\nx = 5\nt = '<% `x` %>'\n{engine}{PROOF}")
    assert "<% repr(x) %>" in outcome.text
    space = {}
    exec(outcome.text, space)
    assert space["made"] == "5"


def test_a_language_of_its_own_is_still_understood():
    text = (
        "import re\nT = 'Dear <% print name %>, <% if vip %>thanks<% end %>'\n"
        "def render(text, env):\n    def one(m):\n        words = m.group(1).split()\n"
        "        if words[0] == 'print': return env[words[1]]\n        return ''\n"
        "    return re.sub('<%(.*?)%>', one, text)\nmade = render(T, {'name': 'Bob'})\nexec 'n = 1'\n"
    )
    space = {}
    exec(migrate(text + PROOF).text, space)
    assert space["made"] == "Dear Bob, thanks"


def test_a_template_is_filled_as_before():
    text = (
        "import re\nclass Template:\n    pattern = re.compile(r'<%(=?)(.*?)%>', re.S)\n"
        "    def render(self, source, **names):\n        out = []\n        names['out'] = out\n"
        "        for sign, code in self.pattern.findall(source):\n"
        "            code = code.strip()\n            if sign:\n                code = 'out.append(%s)' % code\n"
        "            exec code in names\n        return out\n"
        "made = Template().render('<%= a / 2 %>;<%= `a` + \"!\" %><% out.extend(map(str, [a])) %>', a=7)\n"
    )
    outcome = migrate(text + PROOF)
    assert migrate(outcome.text).text == outcome.text
    space = {}
    exec(outcome.text, space)
    assert space["made"] == [3, "7!", "7"]
