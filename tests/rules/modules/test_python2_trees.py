"""Programs that go through syntax trees of Python 2's shape are given such."""

import os
import subprocess
import sys

import pytest
from rules.checking import check_untouched, run

from migration.analysis.old_trees import STAND_IN
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "python2_trees"
WALKER = "import ast\nclass V(ast.NodeVisitor):\n    def visit_{0}(self, node): self.seen = node\n"
PROOF = "n = 1L\n"


def index_of(**texts):
    files = {f"{name}.py": text for name, text in texts.items()}
    return RepositoryIndex(files, files.get)


@pytest.mark.parametrize(
    "text",
    [
        WALKER.format("Call"),  # mended place by place, where it has to be
        WALKER.format("Num"),
        "def visit_TryExcept(self, node): pass\n",
        "import os, blast\ndef visit_TryExcept(self, node): pass\n",
        "from compiler import ast\nt = ast.TryExcept\n",
        WALKER.format("TryExcept") + "    def visit_Try(self, node): pass\n",
        WALKER.format("TryExcept") + "x = ast.Starred\n",
        WALKER.format("TryExcept") + "def f(node): return node.kwonlyargs\n",
        WALKER.format("AsyncFunctionDef") + "    visit_Print = None\n",
    ],
)
def test_refuses(text):
    index = index_of(a=text + PROOF)
    assert STAND_IN not in migrate(text + PROOF, "a.py", index=index).text


def test_leaves_files_of_python_3_and_repositories_that_know_both():
    check_untouched(RULE, WALKER.format("TryExcept"))
    text = WALKER.format("TryExcept") + PROOF
    index = index_of(a=text, b="import ast\nknown = hasattr(ast, 'x') or ast.Try\n")
    assert STAND_IN not in migrate(text, "a.py", index=index).text


def test_leaves_a_module_of_the_repository():
    text = WALKER.format("TryExcept") + PROOF
    assert STAND_IN not in migrate(text, "a.py", index=index_of(a=text, ast="x = 1\n")).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import ast\n", f"import {STAND_IN} as ast\n"),
        ("import _ast\n", f"import {STAND_IN} as _ast\n"),
        ("import ast as trees\n", f"import {STAND_IN} as trees\n"),
        ("import os, ast\n", f"import os\nimport {STAND_IN} as ast\n"),
        ("from ast import TryExcept\n", f"from {STAND_IN} import TryExcept\n"),
        ("from _ast import *\n", f"from {STAND_IN} import *\n"),
        (
            "try:\n    import _ast\nexcept ImportError:\n    _ast = None\n",
            f"try:\n    import {STAND_IN} as _ast\nexcept ImportError:\n    _ast = None\n",
        ),
        (
            "import ast\nt = compile(s, 'a', 'exec', ast.PyCF_ONLY_AST)\n",
            f"import {STAND_IN} as ast\nt = ast.compile(s, 'a', 'exec', ast.PyCF_ONLY_AST)\n",
        ),
        (
            "import _ast\nc = compile(tree, 'a', 'exec')\nd = compile('x', 'a', 'exec')\n",
            f"import {STAND_IN} as _ast\nc = _ast.compile(tree, 'a', 'exec')\nd = compile('x', 'a', 'exec')\n",
        ),
        (
            "from _ast import PyCF_ONLY_AST\nt = compile(s, 'a', 'exec', PyCF_ONLY_AST)\n",
            f"import {STAND_IN}\nfrom {STAND_IN} import PyCF_ONLY_AST\n"
            f"t = {STAND_IN}.compile(s, 'a', 'exec', PyCF_ONLY_AST)\n",
        ),
    ],
)
def test_imports_and_compiles_by_the_stand_in(before, after):
    rest = "def visit_TryExcept(node): pass\nclass starargs: pass\n"
    index = index_of(a=before + rest + PROOF, b=WALKER.format("TryFinally"))
    first = run(RULE, before + rest + PROOF, index=index, key="a.py").text
    assert first.startswith(after)
    again = index_of(a=first, b=WALKER.format("TryFinally"))
    assert run(RULE, first + PROOF, index=again, key="a.py").text == first + "n = 1\n"


def test_what_mends_single_places_stands_aside():
    text = (
        "import ast\nc = ast.Call(f, [], [], None, None)\ndef g(n): return n.args.vararg, n.starargs\n"
        + PROOF
    )
    made = migrate(text, "a.py", index=index_of(a=text)).text
    assert "ast.Call(f, [], [], None, None)" in made and "return n.args.vararg, n.starargs" in made


PROGRAM = '''import _ast
class Shower:
    """Names what is handled."""
    def __init__(self):
        self.told = []
    def visit(self, node):
        getattr(self, "visit_" + node.__class__.__name__, self.others)(node)
    def others(self, node):
        for name in node._fields or ():
            value = getattr(node, name)
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, _ast.AST):
                    self.visit(one)
    def visit_TryExcept(self, node):
        self.told.append("try")
        self.others(node)
    def visit_Call(self, node):
        self.told.append((node.func.id, len(node.args), node.starargs.id))
    def visit_arguments(self, node):
        self.told.append(([a.id for a in node.args], node.vararg))
    def visit_Num(self, node):
        self.told.append(node.n)
shower = Shower()
text = "def f(a, *b):\\n    try:\\n        return f(a, *b)\\n    except:\\n        return -1"
tree = compile(text, "t", "exec", _ast.PyCF_ONLY_AST)
shower.visit(tree)
print shower.told
space = {}
exec compile(tree, "t", "exec") in space
print space["f"](1, 2)
'''


def test_a_program_runs_as_it_did(tmp_path):
    files = {"p/__init__.py": "", "p/q/__init__.py": "", "p/q/shower.py": PROGRAM}
    index = RepositoryIndex(files, files.get)
    outcome = migrate(PROGRAM, "p/q/shower.py", index=index)
    for key, text in {**files, **outcome.new_files, "p/q/shower.py": outcome.text}.items():
        (tmp_path / key).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / key).write_text(text, encoding="utf-8")
    assert list(outcome.new_files) == [f"p/{STAND_IN}.py"]
    command = [sys.executable, "-W", "error", "-m", "p.q.shower"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env={**os.environ})
    assert done.stdout == "[(['a'], 'b'), 'try', ('f', 1, 'b'), -1]\n-1\n", done.stderr
