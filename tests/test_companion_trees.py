"""The stand-in for ast gives the trees of Python 2.7, and compiles them."""

import ast
import builtins
import pathlib
import pickle
import subprocess
import sys

import pytest

from migration import companions
from migration.companions import python2_ast
from verification.interpreters import find_python2

TEXTS = [
    "x = g(1, *[2], **{'k': 3})",
    "x = [1, 2, 3][1], 'abc'[0:2], 'abcd'[::2]",
    "x = (lambda a, b=2, *c, **d: (a, b, c, d))(1, 4, 5)",
    "class I(object):\n    def __getitem__(self, i): return i\nx = I()[1:2, 3], I()[...], I()[..., 1], I()[1, 2]",
    "def f(a, b=1, *c, **d):\n    'doc'\n    return a, b, c, d\nx = f(0, 2, 3, k=4)",
    "try:\n    x = [][0]\nexcept (KeyError, IndexError) as e:\n    x = 1\nelse:\n    x = 2\nfinally:\n    y = 3",
    "try:\n    x = 1\nfinally:\n    x = 2",
    "import contextlib\n@contextlib.contextmanager\ndef m():\n    yield 5\nwith m() as a, m():\n    x = a",
    "try:\n    raise ValueError\nexcept ValueError:\n    x = None, True, False, -1, 1.5, 2j",
    "'''Text\nof lines\n'''\nx = [i for i in range(3) if i] + sorted(set([1]))",
    "class A(object):\n    'Doc'\n    @property\n    def b(self): return 7\nx = A().b",
    "x = 1\nfor i in (1, 2):\n    x += i\nelse:\n    x *= 2",
    "x = {1: 2}[1] if 3 > 2 else not 1",
    "x = list(i * j for i in (1, 2) for j in (3, 4) if j > i)\nwhile True:\n    break\nassert x, 'none'",
]  # fmt: skip
#: A program for either Python, with trees of the same shape.
PROGRAM = """
from __future__ import print_function
import MODULE as ast
run = getattr(ast, "compile", compile)
for text in TEXTS:
    tree = ast.parse(text)
    print(ast.dump(tree), ast.get_docstring(tree))
    print([(n.__class__.__name__, n.lineno) for n in ast.walk(tree) if "lineno" in n._attributes])
    space = {"g": lambda *a, **k: (a, sorted(k.items()))}
    exec(run(tree, "t", "exec"), space)
    print(space["x"])
tree = ast.parse("x = g(1)")
call = tree.body[0].value
call.starargs = ast.Tuple([ast.Num(2), ast.Str("s")], ast.Load())
call.kwargs = ast.Dict([ast.Str("k")], [ast.Name("None", ast.Load())])
handler = ast.ExceptHandler(ast.Name("IndexError", ast.Load()), ast.Name("e", ast.Store()), [ast.Pass()])
tried = ast.TryFinally([ast.TryExcept(tree.body, [handler], [])], [])
tried.finalbody = [ast.Exec(ast.Str("y = 3"), ast.Name("h", ast.Load()), None)]
part = ast.Subscript(ast.Str("abc"), ast.Slice(ast.Num(1), None, None), ast.Load())
shown = ast.Assign([ast.Name("z", ast.Store())], ast.Repr(part))
given = ast.arguments([ast.Name("a", ast.Param())], "b", None, [ast.Num(1)])
made = ast.FunctionDef("f", given, [ast.Return(ast.Name("b", ast.Load()))], [])
printed = ast.Print(None, [ast.Str("p"), ast.Num(1)], True)
tree.body = [tried, shown, made, printed, ast.Raise(ast.Name("ValueError", ast.Load()), ast.Str("told"), None)]
ast.fix_missing_locations(tree)
space = {"g": lambda *a, **k: (a, k), "h": {}}
try:
    exec(run(tree, "t", "exec"), space)
except ValueError as error:
    print(space["x"], space["h"]["y"], space["z"], space["f"](1, 2), error)
print(isinstance(call, ast.Call), call._fields, [ast.literal_eval(t) for t in ("[1, -2]", ast.Num(3))])
class Names(ast.NodeVisitor):
    def __init__(self):
        self.seen = []
    def visit_Name(self, node):
        self.seen.append((node.id, node.ctx.__class__.__name__))
    def visit_Index(self, node):
        self.seen.append("index")
        self.generic_visit(node)
names = Names()
names.visit(ast.parse("def f(a, *b): return a[b] if None else True"))
print(names.seen)
"""


def test_syntax_trees_are_those_of_python_2(tmp_path):
    python2 = find_python2("auto")
    if python2 is None:
        pytest.skip("no Python 2.7")
    (tmp_path / "python2_ast.py").write_text(companions.source("python2_ast"), encoding="utf-8")
    told = []
    for python, module in ((str(python2.path), "ast"), (sys.executable, "python2_ast")):
        program = tmp_path / f"with_{module}.py"
        head, _, rest = PROGRAM.replace("MODULE", module).lstrip().partition("\n")
        program.write_text(f"{head}\nTEXTS = {TEXTS!r}\n{rest}", encoding="utf-8")
        done = subprocess.run([python, str(program)], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        told.append(done.stdout)
    assert told[0] == told[1]


NEW = [
    "def f(a, /, b: int, *c, d=1, **e) -> int: return a, b, c, d, e\nx = f(1, 2, 3, d=4, k=5)",
    "class M(type): pass\nclass A(metaclass=M): pass\nx = type(A).__name__",
    "a, *b = 1, 2, 3\nx = [*b, a], f'{a!r:>3}', {**{1: 2}}, g(*b, a, **{}, k=1)",
    "async def f():\n    return [i async for i in a]\nx = f.__name__",
    "def f():\n    x: int = 1\n    def h():\n        nonlocal x\n        x = 2\n    h()\n    return x\nx = f(), b'o'",
    "try:\n    try:\n        {}[1]\n    except KeyError as e:\n        raise ValueError from e\n"
    "except ValueError as e:\n    x = repr(e.__cause__)",
]


@pytest.mark.parametrize("text", NEW)
def test_what_only_python_3_has_survives_the_way_there_and_back(text):
    spaces = [{"g": lambda *a, **k: (a, k)} for _ in range(2)]
    exec(builtins.compile(text, "t", "exec"), spaces[0])
    exec(python2_ast.compile(python2_ast.parse(text), "t", "exec"), spaces[1])
    assert spaces[0]["x"] == spaces[1]["x"]


def test_trees_of_python_3_are_compiled_as_well():
    for text in (*TEXTS, *NEW):
        python2_ast.compile(ast.parse(text), "t", "exec")


@pytest.mark.parametrize("module", ["textwrap", "dataclasses", "argparse", "contextlib", "typing"])
def test_whole_modules_come_out_as_they_were(module):
    path = pathlib.Path(__import__(module, fromlist=["x"]).__file__)
    text = path.read_text(encoding="utf-8")
    there = python2_ast.python3_tree(python2_ast.parse(text))
    assert ast.unparse(there) == ast.unparse(ast.parse(text))


def test_trees_are_pickled():
    tree = python2_ast.parse("f(a)[1]")
    assert python2_ast.dump(pickle.loads(pickle.dumps(tree))) == python2_ast.dump(tree)


def test_what_is_no_tree_is_refused():
    with pytest.raises(TypeError):
        python2_ast.dump(1)
    with pytest.raises(TypeError):
        python2_ast.get_docstring(python2_ast.Num(1))
    assert python2_ast.compile("1 + 1", "t", "eval").co_filename == "t"
