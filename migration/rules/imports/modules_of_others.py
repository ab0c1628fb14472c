"""fetch.urllib2.urlopen = f, with fetch of the repository → urllib.request.urlopen = f: modules that others import.

So tests put their own functions in the places of the library's: also by mock.patch('fetch.urllib2.urlopen').
"""

from __future__ import annotations

import ast
import re
from weakref import WeakKeyDictionary

from environment.traces import Exactness
from migration.analysis.elsewhere import absolute, other_file
from migration.analysis.names import alias_text, last_name
from migration.repository.files import absolute_name
from migration.repository.index import RepositoryIndex
from migration.rule import Findings, Rule
from migration.rules.modules.urllib_import import MOVES as _URLLIB
from migration.source.edits import Needs
from migration.stdlib.names import BUFFER_MODULES, DISSOLVED_MODULES, RENAMED_MODULES
from migration.view.module import Module

_NEW = RENAMED_MODULES | BUFFER_MODULES
#: Modules that are gone, whose uses other rules rewrite where the module itself is imported.
_GONE = DISSOLVED_MODULES - BUFFER_MODULES.keys() - {"urllib2", "urlparse"} | {"rfc822"}
_OLD = frozenset([*_NEW, *_GONE, "urllib", "urllib2", "urlparse"])
#: At the margin: what a `try` or a test of the version imports may be something else.
_PLAIN = re.compile(r"^import[ \t]+([\w., \t]+)", re.MULTILINE)
_FROM = re.compile(rf"from[ \t]+[\w.]+[ \t]+import\b[^\n#]*\b(?:{'|'.join(sorted(_OLD))})\b")
_imports: WeakKeyDictionary[RepositoryIndex, dict[str, frozenset[str]]] = WeakKeyDictionary()


def visit(node: ast.Attribute | ast.Call | ast.ImportFrom, module: Module) -> Findings:
    """Take the module from where it is: what is given to it is seen by whoever else has it."""
    if len(module.facts.index.keys) < 2:
        return
    if isinstance(node, ast.Call):
        yield from _patched(node, module)
    elif isinstance(node, ast.ImportFrom):
        yield from _imported(node, module)
    elif node.attr in _OLD and _imports_it(absolute(node.value, module), node.attr, module):
        yield from _read(node, module)


def _read(node: ast.Attribute, module: Module) -> Findings:
    outer = module.parent(node)
    if node.attr in _NEW:
        yield module.replace(node, _spelled(_NEW[node.attr], node, module), needs_python2=True)
    elif node.attr in _GONE and isinstance(outer, ast.Attribute):
        yield module.replace(node, Needs.of(node.attr, (f"import {node.attr}",)), needs_python2=True)
    elif isinstance(outer, ast.Attribute):
        move = _URLLIB.move(f"{node.attr}.{outer.attr}", module)
        if move is not None and "." in move.new:
            source, _, last = move.new.rpartition(".")
            yield module.replace(outer, _spelled(source, outer, module), f".{last}", needs_python2=True)
    elif isinstance(outer, ast.Call) and node in outer.args:
        # setattr(fetch.urllib2, "urlopen", f), mock.patch.object(fetch.urllib2, "urlopen")
        place = outer.args.index(node) + 1
        named = outer.args[place] if place < len(outer.args) else None
        name = str(named.value) if isinstance(named, ast.Constant) else ""
        move = _URLLIB.move(f"{node.attr}.{name}", module) if name else None
        if move is not None and move.new.endswith(f".{name}"):
            new = move.new.rpartition(".")[0]
            yield module.replace(node, _spelled(new, node, module), needs_python2=True)


def _spelled(new: str, at: ast.expr, module: Module) -> Needs:
    """The module `new` at a place of the file, whose own names may be in the way: `from client import http`."""
    any_of_it = module.use(f"{new}._", at)
    return Needs.of(any_of_it.removesuffix("._"), any_of_it.imports)


def _imported(node: ast.ImportFrom, module: Module) -> Findings:
    """from fetch import urllib2 → import urllib2, which other rules know."""
    holder = absolute_name("." * node.level + (node.module or ""), module.facts.key)
    old = [a for a in node.names if a.name in _OLD and _imports_it(holder, a.name, module)]
    if not old:
        return
    names = [alias_text(a) for a in node.names if a not in old]
    lines = [f"import {alias_text(a)}" for a in old]
    if names:
        lines.append(f"from {'.' * node.level}{node.module or ''} import {', '.join(names)}")
    yield module.replace(node, f"\n{module.indentation(node)}".join(lines), needs_python2=True)


def _patched(node: ast.Call, module: Module) -> Findings:
    """mock.patch('fetch.urllib2.urlopen')"""
    named = node.args[0] if node.args else None
    if last_name(node.func) not in ("patch", "setattr") or not isinstance(named, ast.Constant):
        return
    parts = named.value.split(".") if isinstance(named.value, str) else []
    place = next((n for n, part in enumerate(parts) if n and part in _OLD), 0)
    if not place or place != len(parts) - 2 or not _imports_it(".".join(parts[:place]), parts[place], module):
        return
    old, last = parts[place:]
    move = _URLLIB.move(f"{old}.{last}", module)
    new = f"{_NEW[old]}.{last}" if old in _NEW else move.new if move is not None else ""
    if new:
        yield module.replace(named, module.quoted(new, named), needs_python2=True)


def _imports_it(holder: str, old: str, module: Module) -> bool:
    """Whether `holder` is a module of the repository that imports an old one under its own name."""
    file, index = other_file(holder, module), module.facts.index
    if file is None:
        return False
    known = _imports.setdefault(index, {})
    if file not in known:
        text = index.text(file) or ""
        names = {name.strip() for line in _PLAIN.findall(text) for name in line.split(",")}
        # A file beside that one may have the name.
        standard = (n for n in names & _OLD if index.imported_file(file, n) is None)
        known[file] = frozenset(n for n in standard if not _is_given_again(n, text))
    return old in known[file]


def _is_given_again(name: str, text: str) -> bool:
    """Whether a text gives the name anything else: StringIO = StringIO.StringIO."""
    imported = rf"(?:from[ \t]+[\w.]+[ \t]+)?import\b.*\b{name}\b"
    again = rf"^[ \t]*(?:{name}[ \t]*=[^=]|{imported}|(?:def|class)[ \t]+{name}\b)"
    return len(re.findall(again, text, re.MULTILINE)) > 1


RULE = Rule(
    id="modules_of_others",
    family="P18",
    summary="modules that another file of the repository imports are taken from where they are",
    before="import fetch\nx = fetch.urllib2.urlopen\n",
    after="import fetch\nx = fetch.urllib2.urlopen\n",
    caveats="Only modules of the repository that import an old one by `import`, under its own name.",
    triggers=(*sorted(f".{name}" for name in _OLD), _FROM),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    unsettles=True,
    nodes=(ast.Attribute, ast.Call, ast.ImportFrom),
    names=frozenset([*_OLD, "patch", "setattr"]),
    visit=visit,
)
