"""What flows where in a whole repository: types along calls, attributes, containers and imports of its files."""

from __future__ import annotations

import ast

import pytest

from migration.dialects.dialect import parse
from migration.engine.pipeline import migrate
from migration.flow.atoms import Atom, Box, Class, Instance, Made
from migration.flow.builder import bound_names
from migration.flow.library import parsed, unpacked
from migration.flow.repository import LARGEST, RepositoryFlow, known, place_of, some
from migration.repository.index import RepositoryIndex


def flow_of(files: dict[str, str]) -> RepositoryFlow:
    index = RepositoryIndex(files, files.get)  # type: ignore[arg-type]

    def look(key: str) -> tuple[str, ast.Module] | None:
        tree = parse(files[key], key)
        return None if tree is None else (files[key], tree)

    return RepositoryFlow(index, look)


def spelled(atom: Atom) -> str:
    if isinstance(atom, Box):
        return f"{atom.kind}[{'|'.join(sorted(map(spelled, atom.item.atoms)))}]"
    if isinstance(atom, Instance):
        return f"a {atom.kind.node.name}"
    if isinstance(atom, Class):
        return atom.node.name
    return f"={atom.kind}" if isinstance(atom, Made) else str(atom)


def held(files: dict[str, str] | str, key: str = "main.py") -> set[str]:
    """What the argument of the only call of `show` can hold; nothing where that is not known."""
    files = {key: files} if isinstance(files, str) else files
    flow = flow_of(files).file(key)
    assert flow is not None
    calls = [n for n in ast.walk(ast.parse(files[key])) if isinstance(n, ast.Call)]
    given = next(c.args[0] for c in calls if isinstance(c.func, ast.Name) and c.func.id == "show")
    return set(map(spelled, known(flow.held(place_of(given), type(given)))))


#: Calls that give a function None, and something.
GIVEN = "f(None)\nf(1)\nf(1.5)\n"


@pytest.mark.parametrize(
    "body",
    [
        "if a is not None: show(a)",
        "if a: show(a)",
        "if not a: pass\n    else: show(a)",
        "if b and a != None: show(a)",
        "if not (a is None or b): show(a)",
        "if isinstance(a, (int, float)): show(a)",
        "if a == 1: show(a)",
        "if a is None: return\n    show(a)",
        "if a is None:\n        raise ValueError\n    show(a)",
        "if a is None: a = 2\n    show(a)",
        "if a is None:\n        b = 3\n        a = b\n    show(a)",
        "assert a is not None\n    show(a)",
        "b = a is not None and show(a)",
        "b = a is None or show(a)",
        "b = show(a) if a else 0",
        "b = [show(a) for b in (1, 2) if a]",
        "while a is not None: show(a)",
        "while b:\n        if a is None: continue\n        show(a)",
        "if a is None: return\n    for b in (1, 2): show(a)",
        "c = C(a)\n    if c.x is not None: show(c.x)",
    ],
)
def test_none_does_not_come_behind_a_test_for_it(body):
    text = f"class C(object):\n    def __init__(self, x): self.x = x\ndef f(a, b=1):\n    {body}\n{GIVEN}"
    assert held(text) == {"int", "float"}


@pytest.mark.parametrize(
    "body",
    [
        "if a is None: show(a)",
        "if not a: show(a)",
        "if a or b: show(a)",
        "if not (a and b): show(a)",
        "if a != 1: show(a)",
        "if isinstance(a, (int, type(None))): show(a)",
        "if a is not None: return\n    show(a)",
        "if a is None: b = 2\n    show(a)",
        "if a is None: a = None\n    show(a)",
        "if a is None:\n        a = 1\n        if b: a = None\n    show(a)",
        "if a is not None:\n        a = None\n        show(a)",
        "if a is None: return\n    for b in (1, 2):\n        show(a)\n        a = None",
        "if a:\n        while b:\n            show(a)\n            a = None",
        "if a:\n        def g(): show(a)\n        a = None\n        g()",
        "if a:\n        g = lambda: show(a)\n        a = None",
        "if a:\n        try: a = None\n        finally: show(a)",
        "b = a is not None or show(a)",
        "b = [show(a) for a in (1, 2.5, None) if b]",
        "c = C(a)\n    if c.x is not None:\n        c = C(None)\n        show(c.x)",
    ],
)
def test_none_comes_where_no_test_keeps_it(body):
    text = f"class C(object):\n    def __init__(self, x): self.x = x\ndef f(a, b=1):\n    {body}\n{GIVEN}"
    assert "NoneType" in held(text)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a = 'x'\n    show(a)", {"str"}),
        ("a = 'x'\n    a += u'x'\n    show(a)", {"unicode"}),
        ("a, c = 1.5, a\n    show(a)", {"float"}),
        ("for a in ['x']: show(a)", {"str"}),
        ("for c in (1, 2):\n        a = 'x'\n        show(a)", {"str"}),
        ("a = [show(a) for a in u'x'], a", {"unicode"}),
        ("a = 'x'\n    if b: a = 1.5\n    show(a)", {"int", "str", "float"}),
        ("for c in (1, 2):\n        show(a)\n        a = 'x'", {"int", "str"}),
        ("while b:\n        show(a)\n        a = 'x'", {"int", "str"}),
        ("for c in (1, 2):\n        a = 'x'\n    else:\n        show(a)", {"int", "str"}),
        ("try: a = 'x'\n    except ValueError: show(a)", {"int", "str"}),
        ("try: pass\n    except ValueError: a = 'x'\n    else: show(a)", {"int", "str"}),
        ("a = 'x'\n    def g(): show(a)\n    a = 1.5\n    g()", {"int", "str", "float"}),
    ],
)
def test_a_name_of_a_function_is_what_it_was_given_last(body, expected):
    assert held(f"def f(a, b=1):\n    {body}\nf(1)\n") == expected


def test_a_name_of_a_file_may_be_given_something_by_any_function():
    text = "x = 'a'\ndef g():\n    global x\n    x = 1.5\ng()\nshow(x)\n"
    assert held(text) == {"str", "float"}
    inside = text.replace("x = 1.5\n", "x = 1\n    h()\n    show(x)\n").replace("\nshow(x)\n", "\n")
    inside += "def h():\n    global x\n    x = 1.5\n"
    assert held(inside) == {"str", "int", "float"}


#: A class that says in its body what its objects will have.
FIELDS = "class F(object):\n    pass\nclass A(object):\n    n = F()\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import tempfile\nshow(tempfile.TemporaryFile())\n", {"=file.b"}),
        ("import tempfile\nshow(tempfile.NamedTemporaryFile(mode='w'))\n", {"=file.t"}),
        ("import tempfile\nshow(tempfile.TemporaryFile(mode))\n", {"=file.?"}),
        ("x = 1\nx = 'a'\nshow(x)\n", {"int", "str"}),
        ("import gettext\n_ = gettext.translation('x').ugettext\nshow(_('a'))\n", {"unicode"}),
        ("def f(a=None):\n    show(a or 1.5)\nf('x')\n", {"str", "float"}),
        ("def f(a=None):\n    show(a and 1.5)\nf('x')\nf()\n", {"NoneType", "str", "float"}),
        ("import datetime\nd = datetime.date.today()\nshow(d and d.toordinal())\n", {"int"}),
        ("def f(a, b=None):\n    show(b)\nf(1)\nf(1, 2.5)\n", {"NoneType", "float"}),
        ("def f(a, b=None):\n    show(b)\nf(1, 2.5)\n", {"float"}),
        ("def f(*rest):\n    show(rest)\nf(1, u'a')\n", {"tuple[int|unicode]"}),
        ("def f(**more):\n    show(more['a'])\nf(a=1)\n", {"int"}),
        ("def f(a):\n    return a\nshow(f(1) + f(2))\n", {"int"}),
        ("def f(a):\n    return a / 2\nshow(f(1))\n", {"int"}),
        ("from __future__ import division\ndef f(a):\n    return a / 2\nshow(f(1))\n", {"float"}),
        ("from __future__ import division\nx = 1\nx /= 2\nshow(x)\n", {"int", "float"}),
        ("def f(n): show(n ** -2)\nf(3)\n", {"int", "float"}),
        ("def f(n): show(n ** 2)\nf(3)\n", {"int"}),
        ("from __future__ import division\nshow(7 // 2)\n", {"int"}),
        ("def f(a):\n    if a:\n        return 1\nshow(f(0))\n", {"int", "NoneType"}),
        ("def f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\nshow(f(9))\n", {"int"}),
        ("def g():\n    yield 1\nfor x in g():\n    show(x)\n", {"int"}),
        ("show([n * 2.0 for n in range(3)])\n", {"list[float]"}),
        ("d = {}\nd['a'] = 1\nfor k, v in d.items():\n    show(v)\n", {"int"}),
        ("d = dict.fromkeys([1, 2])\nd[1] = 'a'\nshow(d[2])\n", {"NoneType", "str"}),
        ("d = {}.fromkeys([1, 2])\nshow(d[2])\n", {"NoneType"}),
        ("d = dict.fromkeys('ab', 0)\nshow(d['a'])\n", {"int"}),
        ("for k in dict.fromkeys([1.5]): show(k)\n", {"float"}),
        ("d = dict.fromkeys(*rest)\nshow(d['a'])\n", set()),
        ("d = {}\nd.setdefault('a', []).append(1)\nshow(d['b'])\n", {"list[int]"}),
        ("rows = [(1, 'a'), (2, None)]\nfor n, t in rows:\n    show(t)\n", {"str", "NoneType"}),
        ("a, (b, c) = 1, ('x', 2.0)\nshow(c)\n", {"float"}),
        ("show(map(lambda s: len(s), ['a']))\n", {"list[int]"}),
        ("show(reduce(lambda a, b: a + b, [1, 2]))\n", {"int"}),
        ("import struct\nshow(struct.unpack('>Hd4s', data)[2])\n", {"octets"}),
        ("import struct\nhead = struct.Struct('<I')\nshow(head.unpack(data)[0])\n", {"int"}),
        ("import hashlib\nmakers = {'a': hashlib.md5}\nshow(makers[name]('x').digest())\n", {"octets"}),
        ("import socket\na, b = socket.socketpair()\nshow(b.recv(9) + 'x')\n", {"octets"}),
        ("f = open(p, 'rb')\nfor line in f:\n    show(line.split()[0])\n", {"octets"}),
        ("import urllib2\ndef get(u):\n    return urllib2.urlopen(u)\nshow(get(u).read())\n", {"octets"}),
        ("import urllib2 as u\nshow(u.build_opener(u.ProxyHandler({})).open(p).geturl())\n", {"str"}),
        ("import httplib\nc = httplib.HTTPConnection(h)\nshow(c.getresponse().read())\n", {"octets"}),
        ("import httplib2\nhead, body = httplib2.Http().request(u)\nshow(body)\n", {"octets"}),
        ("import httplib2\nhead, body = httplib2.Http().request(u)\nshow(head)\n", set()),
        ("import csv\ns = csv.StringIO()\ns.write(u'a')\nshow(s.getvalue())\n", {"unicode"}),
        ("from cStringIO import StringIO\ns = StringIO()\ns.write(u'a')\nshow(s.getvalue())\n", {"unicode"}),
        (
            "import threading\ndef run(n):\n    show(n)\nthreading.Thread(target=run, args=(1,)).start()\n",
            {"int"},
        ),
        ("import operator\nf = operator.itemgetter(1)\nshow(f((1, 'a')))\n", {"str"}),
        ("from operator import itemgetter\nshow(map(itemgetter('k'), [{'k': 1.5}]))\n", {"list[float]"}),
        ("import operator\nshow(operator.itemgetter(0, 1)((1, 'a')))\n", set()),
        ("import operator\nclass A: n = 1\nshow(operator.attrgetter('n')(A()))\n", {"int"}),
        ("import operator\nclass A: n = 1\nshow(operator.attrgetter('n.m')(A()))\n", set()),
        ("import heapq\nh = []\nheapq.heappush(h, (1, 'a'))\nn, t = heapq.heappop(h)\nshow(t)\n", {"str"}),
        ("from heapq import heappushpop\nshow(heappushpop([1], 2.0))\n", {"int", "float"}),
        ("import heapq\nshow(heapq.nlargest(2, ['a']))\n", {"list[str]"}),
        ("import bisect\nx = [1]\nbisect.insort(x, None)\nshow(x[0])\n", {"int", "NoneType"}),
        ("import heapq\nshow(heapq.heappop(h))\n", set()),
        ("x = [1]\nlist.append(x, 'a')\nshow(x[0])\n", {"int", "str"}),
        ("x = (1, 'a')\nshow(x[::-1][0])\n", {"str"}),
        ("import re\nshow(re.sub('a', 'b', 'c'))\n", {"native"}),
        ("import re\nshow(re.sub('a', 'b', u'c', 1).lower())\n", {"unicode"}),
        ("import re\nshow(re.compile('a').sub(u'b', 'c'))\n", {"native", "unicode"}),
        ("import re\nre.sub('a', lambda m: show(m), 'c')\n", {"match[str]"}),
        ("x = (1, 'a', 2.5)\nshow(x[-1:][0])\n", {"float"}),
        ("x = (1, 'a', 2.5)\nfor n in (1, 2):\n    show(x[n:][0])\n", {"int", "str", "float"}),
        ("x = {'a': 1}\ndict.update(x, b)\nshow(x['a'])\n", set()),
        ("import operator\nx = [1]\noperator.setitem(x, 0, 2.0)\nshow(x[0])\n", {"int", "float"}),
        ("class list(object): pass\nx = [1]\nlist.append(x, 'a')\nshow(x[0])\n", {"int"}),
        ("class U(str): pass\nclass V(U): pass\nshow(filter(f, V('a')))\n", {"str"}),
        ("class T(tuple): pass\nshow(filter(f, T()))\n", set()),
        ("class L(list): pass\nshow(filter(f, L()))\n", {"list[?]"}),
        ("show(getattr(math, name))\n", set()),
        ("def f(a):\n    show(a)\n", set()),
        ("import os\nos.walk(p, onerror=lambda e: show(e))\n", set()),
    ],
)
def test_within_a_file(text: str, expected: set[str]) -> None:
    assert held(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A:\n    def __init__(self, n):\n        self.n = n\nshow(A(1).n)\n", {"int"}),
        (
            "class A:\n    n = 1\nclass B(A):\n    def f(self):\n        self.n = 'a'\nshow(B().n)\n",
            {"int", "str"},
        ),
        (
            "class A:\n    def f(self):\n        return 1\nclass B(A):\n    def f(self):\n"
            "        return 'a'\nshow(B().f())\n",
            {"str"},
        ),
        (
            "class A(object):\n    def f(self):\n        return 1\nclass B(A):\n    def g(self):\n"
            "        return super(B, self).f()\n"
            "show(B().g())\n",
            {"int"},
        ),
        (
            "class A(object):\n    def f(self):\n        return self.n()\n    def n(self):\n        return 1\n"
            "class B(A):\n    def f(self):\n        return super(B, self).f()\n    def n(self):\n        return 'a'\n"
            "show(B().f())\n",
            {"int", "str"},
        ),
        (
            "class A(object):\n    def __init__(self):\n        self.fill(1.5)\n"
            "class B(A):\n    def __init__(self):\n        super(B, self).__init__()\n"
            "    def fill(self, n):\n        self.n = n\n"
            "show(B().n)\n",
            {"float"},
        ),
        ("class A(object):\n    @property\n    def n(self):\n        return 1.5\nshow(A().n)\n", {"float"}),
        (
            "class A(object):\n    @classmethod\n    def make(cls):\n        return cls()\nshow(A.make())\n",
            {"a A"},
        ),
        (
            "class A:\n    def make(cls, n):\n        return n\n    make = classmethod(make)\nshow(A.make(1))\n",
            {"int"},
        ),
        (
            "class A:\n    def make(n):\n        return n\n    make = staticmethod(make)\nshow(A().make(1))\n",
            {"int"},
        ),
        (
            "def deco(m):\n    def inner(self, *args): return m(self, *args)\n    return inner\n"
            "class A(object):\n    @deco\n    def f(self, a): show(a)\na = A()\na.f(1)\na.f('x', 2.5)\n",
            {"int", "str", "float"},
        ),
        (
            "def deco(m):\n    def inner(self, *args): return m(self)\n    return inner\n"
            "class A(object):\n    n = 1.5\n    @deco\n    def f(self): return self.n\nshow(A().f(2))\n",
            {"float"},
        ),
        (
            "def deco(m):\n    def inner(self): return 1\n    inner.mark = 'x'\n    return inner\n"
            "class A(object):\n    @deco\n    def f(self): pass\n    g = f()\nshow(A.f(None))\n",
            {"int"},
        ),
        (
            "class A(object):\n    def __init__(self, f): self.f = f\ndef g(a): return a\nshow(A(g).f(2.5))\n",
            {"float"},
        ),
        ("class A:\n    def __add__(self, other):\n        return 'a'\nshow(A() + 1)\n", {"str"}),
        ("class A:\n    def __getitem__(self, n):\n        return n\nshow(A()['x'])\n", {"str"}),
        (
            "class A:\n    def __iter__(self):\n        return self\n    def next(self):\n"
            "        return 1\nfor x in A():\n    show(x)\n",
            {"int"},
        ),
        ("class A:\n    def __call__(self, n):\n        return n\nshow(A()(2.0))\n", {"float"}),
        (
            "class D(object):\n    def __get__(self, owner, kind):\n        return 1.5\n"
            "class A(object):\n    d = D()\nshow(A().d)\n",
            {"float"},
        ),
        ("class A:\n    pass\na = A()\nsetattr(a, 'n', 1)\nshow(a.n)\n", {"int"}),
        ("class A:\n    n = 1\na = A()\nsetattr(a, name(), 'x')\nshow(a.n)\n", {"int"}),
        (FIELDS + "a = A()\nsetattr(a, name(), 1)\nshow(a.n)\n", {"int", "a F"}),
        (FIELDS + "a = A()\nsetattr(a, name(), value())\nshow(a.n)\n", set()),
        (FIELDS + "a = A()\na.__dict__.update(values())\nshow(a.n)\n", set()),
        (
            "import SocketServer\nclass H(SocketServer.BaseRequestHandler):\n    def handle(self):\n"
            "        show(self.request)\n",
            {"=socket"},
        ),
    ],
)
def test_objects(text: str, expected: set[str]) -> None:
    assert held(text) == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"main.py": "import lib\nshow(lib.f(1))\n", "lib.py": "def f(n):\n    return n * 2.0\n"}, {"float"}),
        ({"main.py": "def f(n):\n    show(n)\n", "user.py": "from main import f\nf('a')\n"}, {"str"}),
        ({"main.py": "from lib import *\nshow(MAGIC)\n", "lib.py": "MAGIC = 1\n"}, {"int"}),
        (
            {
                "main.py": "import pack\nshow(pack.inner.N)\n",
                "pack/__init__.py": "import inner\n",
                "pack/inner.py": "N = 1\n",
            },
            {"int"},
        ),
        (
            {
                "main.py": "from pack.sub import A\nclass B(A):\n    def go(self):\n        show(self.f)\nB()\n",
                "pack/__init__.py": "",
                "pack/sub.py": "class A:\n    def __init__(self):\n        self.f = open('a', 'rb')\n",
            },
            {"=file.b"},
        ),
    ],
)
def test_across_files(files: dict[str, str], expected: set[str]) -> None:
    assert held(files) == expected


def test_what_is_not_known_beside_what_is_leaves_the_whole_unknown() -> None:
    text = "def f(a):\n    show(a)\nf(1)\nf(other.thing)\n"
    flow = flow_of({"main.py": text}).file("main.py")
    assert flow is not None
    variable = flow.held(flow.place(text.index("show(") + 5, text.index("show(") + 6), ast.Name)
    assert known(variable) == ()
    assert some(variable) == ("int",)


def test_what_stands_as_it_did_is_known_later_too() -> None:
    """Octets wrapped by a first look are not decoded by a second."""
    text = (
        "import socket, struct\nclass A:\n    def __init__(self, sock):\n        self.rfile = sock.makefile('rb')\n"
        "    def go(self):\n        print apply(struct.pack, ('>B', 1)), self.rfile.readline(), 'caf\\xc3\\xa9'\n"
        "A(socket.socketpair()[0]).go()\n"
    )
    index = RepositoryIndex(["main.py"], {"main.py": text}.get)  # type: ignore[arg-type]
    found = migrate(text, "main.py", index).text
    assert "octets(sock.makefile('rb'))" in found
    assert "self.rfile.readline()," in found
    assert "struct.pack(*('>B', 1)).decode(\"latin-1\")" in found


def test_large_repositories_are_not_followed() -> None:
    text = "x = 1\n" * (LARGEST // 6 + 1)
    assert flow_of({"main.py": text}).file("main.py") is None


def test_larger_ones_are_followed_where_files_import_each_other() -> None:
    padding = "# nothing\n" * (LARGEST // 40 + 1)
    names = [f"m{n}" for n in range(4)]
    knit = {f"{name}.py": f"import {', '.join(names)}\n{padding}" for name in names}
    assert flow_of(knit).file("m0.py") is not None
    assert flow_of({key: text.replace("import ", "# ") for key, text in knit.items()}).file("m0.py") is None


def test_many_kinds_in_one_place_are_unknown() -> None:
    classes = "".join(f"class C{n}: pass\nshow_all.append(C{n}())\n" for n in range(40))
    assert held(f"show_all = []\n{classes}show(show_all[0])\n") == set()


def test_what_grows_by_itself_ends() -> None:
    held("x = ()\nwhile 1:\n    x = x + (x,)\n    x = [x]\n    x = {1: x}\nshow(x)\n")


def may_hold(text: str) -> tuple[set[str], bool]:
    """Some of what the argument of the last call of `show` can hold, and whether that is all."""
    flow = flow_of({"main.py": text}).file("main.py")
    assert flow is not None
    calls = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Call)]
    given = next(c.args[0] for c in calls if isinstance(c.func, ast.Name) and c.func.id == "show")
    place = flow.held(place_of(given), type(given))
    return set(map(spelled, some(place))), bool(known(place))


_KEEPS = "class D(dict):\n    def fill(self):\n        self['a'] = None\n        self[1] = 2.5\nd = D()\n"
_LISTS = "class L(list):\n    def fill(self): self.append(1)\nx = L('ab')\n"
_MIXED_IN = (
    "import UserDict\nclass D(UserDict.DictMixin):\n    def __init__(self): self.d = {}\n"
    "    def keys(self): return self.d.keys()\n    def __getitem__(self, k): return self.d[k]\n"
    "    def __setitem__(self, k, v): self.d[k] = v\nd = D()\nd.update({1: None, 'a': 2})\n"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (_KEEPS + "for v in d.values(): show(v)\n", {"NoneType", "float"}),
        (_KEEPS + "for k in d: show(k)\n", {"str", "int"}),
        (_KEEPS + "show(d['a'])\n", {"NoneType", "float"}),
        (
            _KEEPS + "class E(D): pass\ne = E()\ne.fill()\ne['b'] = 1j\nshow(e['a'])\n",
            {"NoneType", "float", "complex"},
        ),
        (_KEEPS + "class E(D): pass\ne = E()\ne['b'] = 1j\nshow(d['a'])\n", {"NoneType", "float"}),
        ("class D(dict): pass\nd = D({1: 'a'}, b=2)\nshow(d.get(1))\n", {"str", "int", "NoneType"}),
        ("class D(dict): pass\nd = D()\ndict.__setitem__(d, 1, 2.5)\nshow(d[1])\n", {"float"}),
        (
            "class D(dict):\n    def __setitem__(self, k, v): super(D, self).__setitem__(k, [v])\n"
            "d = D()\nd[1] = 2\nshow(d[1])\n",
            {"list[int]"},
        ),
        (_LISTS + "show(x[0])\n", {"str", "int"}),
        (_LISTS + "for i in x: show(i)\n", {"str", "int"}),
        (
            "import UserDict\nclass D(UserDict.UserDict):\n    def put(self, k): self.data[k] = [k]\n"
            "d = D()\nd.put(1)\nd.put(None)\nfor k in d.keys(): show(k)\n",
            {"int", "NoneType"},
        ),
        (_MIXED_IN + "for k in d.keys(): show(k)\n", {"str", "int"}),
        (_MIXED_IN + "for k, v in d.items(): show(v)\n", {"NoneType", "int"}),
        (
            "import rfc822\nd = rfc822.parsedate_tz(t)\nshow(d and rfc822.mktime_tz(d))\n",
            {"NoneType", "float"},
        ),
        # Any attribute may be what the class answers, where it is nothing else; and a pickle may be any of them.
        (
            "class A:\n    def __init__(self): self.y = 2.5\n    def __getattr__(self, n): return 1\nshow(A().x)\n",
            {"int"},
        ),
        ("import cPickle\ncPickle.dump({1: None}, f)\nshow(cPickle.load(f))\n", {"dict[NoneType]"}),
    ],
)
def test_what_objects_keep_and_give_that_may_have_more(text: str, expected: set[str]) -> None:
    assert may_hold(text) == (expected, False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "class A:\n    def __init__(self): self.y = 2.5\n    def __getattr__(self, n): return 1\nshow(A().y)\n",
            {"float"},
        ),
        # What a class does itself is not what its base would do.
        ("class D(dict):\n    def __getitem__(self, k): return 1.5\nd = D(a=2)\nshow(d['a'])\n", {"float"}),
        (
            "class D(dict):\n    def __iter__(self): return iter([2])\nd = D(a=1)\nfor k in d: show(k)\n",
            {"int"},
        ),
        ("def f(): return 1.5\nfor i in iter(f, 0): show(i)\n", {"float"}),
        ("import gc\nshow(gc.collect())\n", {"int"}),
        ("import os\ns = os.stat(p)\nshow(s.st_size)\nos.lstat(p).st_mtime\n", {"int"}),
        ("import os\nshow(os.lstat(p).st_mtime)\n", {"float"}),
        ("import os, stat\nshow(os.fstat(3)[stat.ST_MODE])\n", {"int"}),
        ("import os\nshow(os.statvfs(p).f_bavail)\n", {"int"}),
        (
            "import Queue\nq = Queue.Queue()\nq.put(1.5)\nq.put('a')\nfor i in iter(q.get, 0): show(i)\n",
            {"float", "str"},
        ),
        ("for k in dict.fromkeys([1, 2] + ['a'], 0): show(k)\n", {"int", "str"}),
    ],
)
def test_what_is_known_of_the_library_and_of_attributes_that_are_there(text: str, expected: set[str]) -> None:
    assert may_hold(text) == (expected, True)


def test_what_an_object_is_compared_with_may_be_of_its_class() -> None:
    text = "class A:\n    def __init__(self): self.n = None\n"
    text += "    def __lt__(self, other):\n        show(other.n)\nA().n = 2\n"
    flow = flow_of({"main.py": text}).file("main.py")
    assert flow is not None
    asked = next(
        n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Call) and ast.unparse(n) == "show(other.n)"
    )
    place = flow.held(place_of(asked.args[0]), ast.Attribute)
    assert set(some(place)) == {"NoneType", "int"} and not known(place)


@pytest.mark.parametrize(
    ("form", "shape"),
    [
        (">HB", "tuple[int,int]"),
        ("<2f3s", "tuple[float,float,octets]"),
        ("2c", "tuple[octets,octets]"),
        ("4x?", "tuple[bool]"),
        ("", None),
    ],
)
def test_formats_of_struct(form: str, shape: str | None) -> None:
    assert unpacked(form) == shape


def test_shapes_are_read() -> None:
    assert parsed("tuple[list[int|str],=socket]") == (
        ("tuple", ((("list", ((("int", ()), ("str", ())),)),), (("=socket", ()),))),
    )


@pytest.mark.parametrize(
    ("tried", "kinds"),
    [
        ("from io import BytesIO", {"=file.b"}),
        ("import io\n    from io import BytesIO", {"=file.b"}),
        ("from fast_io import BytesIO", set()),
        ("from concurrent.io import BytesIO", set()),
    ],
)
def test_what_stands_in_for_the_library_of_2_7_is_never_imported(tried: str, kinds: set[str]) -> None:
    handler = "except ImportError:\n    from StringIO import StringIO as BytesIO"
    assert held(f"try:\n    {tried}\n{handler}\nshow(BytesIO('x'))\n") == kinds


def test_names_are_bound_in_one_order() -> None:
    tree = ast.parse("def f(): pass\nimport a.b, c as d\nclass E: pass\nx, y = 1, 2\nglobal g\nx = 3\n")
    names, declared, yields = bound_names(tree.body)
    assert names == sorted(names, key=names.index) == list(dict.fromkeys(names))
    assert (set(names), declared, yields) == ({"f", "a", "d", "E", "x", "y"}, {"g"}, False)
    assert names == bound_names(tree.body)[0]


def test_a_module_beside_the_file_is_left_out_where_imports_are_absolute():
    files = {
        "p/__init__.py": "",
        "p/q/__init__.py": "def f():\n    return u'a'\n",
        "q/__init__.py": "def f():\n    return 1\n",
        "p/main.py": "import q\nshow(q.f())\n",
    }
    assert held(files, "p/main.py") == {"unicode"}
    files["p/main.py"] = "from __future__ import absolute_import\n" + files["p/main.py"]
    assert held(files, "p/main.py") == {"int"}


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("from struct import *\n", {"octets"}),
        ("from own import *\n", {"octets"}),
        ("from struct import *\ndef pack(*a): return 1\n", {"int"}),
        ("from .struct import *\n", set()),
    ],
)
def test_all_names_of_a_module_of_the_library(start: str, expected: set[str]) -> None:
    files = {"main.py": start + "show(pack('B', 1))\n", "own.py": "from struct import *\n"}
    assert held(files) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("doc.toxml('utf-8')", {"octets"}),
        ("doc.toxml(encoding=e)", {"octets"}),
        ("doc.toprettyxml('', '', 'utf-8')", {"octets"}),
        ("doc.toxml()", set()),
        ("doc.toprettyxml('', '')", set()),
    ],
)
def test_xml_in_an_encoding_is_octets(call: str, expected: set[str]) -> None:
    text = f"def f(data): show(data)\ndef g(doc): f({call})\n"
    assert may_hold(text) == (expected, False)
    assert may_hold(text + "class N:\n    def toxml(self, e): return 'a'\n    toprettyxml = toxml\n")[0] == (
        expected if "pretty" in call else set()
    )


def test_the_body_of_a_request_is_read_as_octets():
    files = {
        "main.py": "from a import body\ndef f(env): show(body(env, 3))\n",
        "a.py": "def body(env, n):\n    source = env['wsgi.input']\n    return source.read(int(n))\n",
    }
    assert held(files) == {"octets"}
    assert held(files | {"a.py": files["a.py"].replace("wsgi.input", "wsgi.errors")}) == set()
