"""urllib.urlopen(filename) → urllib.request.urlopen(local_url(filename)): what had no scheme was a file."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import last_name, star_imported, stdlib_name
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def local_url(name):
    """The URL of a file by its name, as Python 2's urllib.urlopen took one; what has a scheme is a URL already."""
    if not isinstance(name, str) or re.match(r"[A-Za-z][\\w+.-]+:", name):
        return name
    return pathlib.Path(name).absolute().as_uri()
'''
_OPENER = "urllib.urlopen"
_MODULES = frozenset(["urllib"])
#: What the names of files are called.
_FILE = re.compile(r"file|path|^fn$|^fname$", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][\w+.-]+:")


def visit(node: ast.Call, module: Module) -> Findings:
    """Make a URL of what is called the name of a file, or spelled as one."""
    if len(node.args) != 1 or node.keywords:
        return
    opener = stdlib_name(node.func, module)
    if opener != _OPENER and isinstance(node.func, ast.Name):
        opener = star_imported(node.func, module, _MODULES)
    if opener == _OPENER and _is_file(node.args[0], module):
        made = helper("local_url", HELPER, module, ("import pathlib", "import re"))
        yield module.edit(module.in_call(node.args[0], made), needs_python2=True)


def _is_file(node: ast.expr, module: Module) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and _SCHEME.match(node.value) is None
    if isinstance(node, ast.Call):
        return stdlib_name(node.func, module) in ("os.path.join", "os.path.abspath", "os.path.realpath")
    return isinstance(node, (ast.Name, ast.Attribute)) and _FILE.search(last_name(node)) is not None


RULE = Rule(
    id="local_urls",
    family="P11",
    summary="urllib.urlopen took the name of a file as well",
    before="import urllib\ndata = urllib.urlopen(filename).read()\n",
    after=(
        "import pathlib\nimport re\nimport urllib.request\n"
        f"\n{HELPER}\n\ndata = urllib.request.urlopen(local_url(filename)).read()\n"
    ),
    caveats="Of what is called a file or a path, or spelled without a scheme. urllib2 took URLs alone.",
    triggers=("urlopen",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["urlopen"]),
    visit=visit,
)
