"""import sibling → from . import sibling, inside a package.

`from . import x` finds a submodule that is still being imported, as Python 2's implicit form did, so cycles
survive. What may be run as a script too, or is loaded by its bare name, chooses by `__package__`: its own directory is
on the module path then.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from posixpath import dirname

from environment.traces import Exactness
from migration.analysis.names import alias_text, memory
from migration.analysis.scripts import is_script, may_be_script
from migration.rewriting.imports import from_import, module_span, replace_import
from migration.rule import Findings, Rule
from migration.source.edits import Needs, Piece, Span
from migration.source.words import words_of
from migration.stdlib.names import STANDARD_MODULES
from migration.view.module import Module

#: What a module that came with Python 3 has, of those whose name programs gave to a file that they leave out of the
#: repository: what else is imported from it is that file's.
_LATER_NAMES = {
    "secrets": frozenset(
        ["DEFAULT_ENTROPY", "SystemRandom", "choice", "compare_digest", "randbelow", "randbits", "token_bytes",
         "token_hex", "token_urlsafe"]
    ),
}  # fmt: skip


def _in_package(module: Module) -> bool:
    """Whether the file has siblings at all that a bare name can mean."""
    return dirname(module.facts.key) in module.facts.index.packages and not module.has_future(
        "absolute_import"
    )


def visit(node: ast.Import | ast.ImportFrom, module: Module) -> Findings:
    """Make explicit what the repository shows to be a sibling."""
    if module.has_future("absolute_import") or is_script(module) or _chosen(node, module):
        return
    if not _is_kept(node, module):
        return  # a module that Python 3 calls like a sibling, written by another rule
    if _runs_both_ways(node, module):
        run = _run_from(node, module)
        if run:
            place = Span(module.start(node), module.span(run[-1].node).end)
            yield module.replace_span(place, *_by_package(run, module), **run[0].flags)
        return
    if isinstance(node, ast.ImportFrom):
        if _is_of_sibling(node, module):
            where = module_span(node, module)
            yield module.insert(where.start, ".", **_flags(node.module or "", node, module))
        return
    names, keep = _siblings(node, module)
    if names:
        head = [f"import {', '.join(map(alias_text, keep))}"] if keep else []
        lines = [line for alias in names for line in _explicit(alias, module)]
        flags = [_flags(alias.name, node, module) for alias in names]
        weakest = next((f for f in flags if f["needs_python2"]), flags[0])
        yield module.edit(*replace_import(node, head + lines, module), **weakest)


def _is_kept(node: ast.Import | ast.ImportFrom, module: Module) -> bool:
    return module.is_kept(
        module_span(node, module) if isinstance(node, ast.ImportFrom) else module.span(node)
    )


def _is_of_sibling(node: ast.ImportFrom, module: Module) -> bool:
    named = node.module if not node.level else None
    if named is None:
        return False
    return (_sibling(named, module) and not _lacks_all(node, named, module)) or _left_out(node, module)


def _lacks_all(node: ast.ImportFrom, named: str, module: Module) -> bool:
    """Whether the sibling speaks of nothing that is imported, and the standard library has a module of its name: the
    file was written for Python 3, which means that.
    """
    index = module.facts.index
    if named.split(".")[0] not in STANDARD_MODULES:
        return False
    text = index.text(index.implicit_relative(module.facts.key, named) or "") or ""
    names = {alias.name for alias in node.names}
    return bool(text) and "*" not in names and names.isdisjoint(words_of(text)) and "import *" not in text


def _siblings(node: ast.Import, module: Module) -> tuple[list[ast.alias], list[ast.alias]]:
    """The modules beside the file that an import names, and those that it takes besides."""
    names = [
        a for a in node.names if _sibling(a.name, module) and not _has_explicit_twin(a.name, node, module)
    ]
    return names, [a for a in node.names if a not in names]


@dataclass(frozen=True, slots=True)
class _Choice:
    """An import that chooses how it finds siblings: in the package, or by their bare names. `before` goes ahead."""

    node: ast.Import | ast.ImportFrom
    explicit: list[str]
    absolute: list[str]
    flags: dict[str, object]
    before: list[str]


def _choice(node: ast.AST, module: Module) -> _Choice | None:
    """What an import of siblings has to choose from, where it is one."""
    if not isinstance(node, (ast.Import, ast.ImportFrom)) or not _is_kept(node, module):
        return None
    if isinstance(node, ast.ImportFrom):
        if not _is_of_sibling(node, module):
            return None
        named, original = node.module or "", module.source(module.span(node))
        explicit = [original.replace(named, f".{named}", 1)]
        return _Choice(node, explicit, [original], _flags(named, node, module), [])
    names, keep = _siblings(node, module)
    if not names:
        return None
    explicit = [line for alias in names for line in _explicit(alias, module)]
    absolute = [f"import {', '.join(map(alias_text, names))}"]
    before = [f"import {', '.join(map(alias_text, keep))}"] if keep else []
    return _Choice(node, explicit, absolute, _flags(names[0].name, node, module), before)


def _run_from(node: ast.Import | ast.ImportFrom, module: Module) -> list[_Choice]:
    """The imports of siblings that stand line by line from `node` on, which choose together; none where `node` is one
    of those that begin before.
    """
    body = module.block(node)
    place = body.index(node)
    if place and _goes_on(body[place - 1], node, module):
        return []
    run: list[_Choice] = []
    for last, following in zip([node, *body[place:]], body[place:], strict=False):
        choice = _choice(following, module)
        if choice is None or (run and not _goes_on(last, following, module)):
            break
        run.append(choice)
    return run


def _goes_on(node: ast.stmt, following: ast.stmt, module: Module) -> bool:
    """Whether two imports of siblings stand on lines below each other, with nothing between, and choose alike."""
    between = module.text[module.span(node).end : module.start(following)]
    if between.strip() or between.count("\n") != 1 or not _runs_both_ways(following, module):
        return False
    first, second = _choice(node, module), _choice(following, module)
    if first is None or second is None or second.before or not _runs_both_ways(node, module):
        return False
    return first.flags["needs_python2"] == second.flags["needs_python2"]


def _explicit(alias: ast.alias, module: Module) -> list[str]:
    head, _, rest = alias.name.partition(".")
    package, _, last = alias.name.rpartition(".")
    if alias.asname:
        if not rest and _hidden_by_package(head, module):
            return [_loaded(alias.name, alias.asname)]
        return [from_import(f".{package}", [f"{last} as {alias.asname}"])]
    if not rest and _hidden_by_package(head, module):
        return [_loaded(head, head)]
    lines = [from_import(".", [head])]
    if rest and module.facts.index.module_file(dirname(module.facts.key), alias.name):
        lines.append(from_import(f".{package}", [f"{last} as _{alias.name.replace('.', '_')}"]))
    return lines


def _loaded(name: str, bound: str) -> str:
    return Needs.of(f'{bound} = importlib.import_module(".{name}", __package__)', ("import importlib",))


def _runs_both_ways(node: ast.stmt, module: Module) -> bool:
    line, span = module.line_span(node), module.span(node)
    alone = not module.text[line.start : span.start].strip()
    alone = alone and module.text[span.end : line.end].strip()[:1] in ("", "#")
    bare = module.facts.key in module.facts.index.loaded_by_bare_name
    return alone and (bare or may_be_script(module))


def _by_package(run: list[_Choice], module: Module) -> list[Piece]:
    margin = module.indentation(run[0].node)
    pieces: list[Piece] = []
    for line in run[0].before:
        pieces += [line, f"\n{margin}"]
    explicit = [line for choice in run for line in choice.explicit]
    absolute = [line for choice in run for line in choice.absolute]
    for head, lines in ("if __package__:", explicit), (f"\n{margin}else:", absolute):
        pieces.append(head)
        for line in lines:
            pieces += [f"\n{margin}    ", line]
    return pieces


def _chosen(node: ast.stmt, module: Module) -> bool:
    """Whether the import stands where `__package__` has been asked."""
    outer = module.parent(node)
    return isinstance(outer, ast.If) and "__package__" in ast.dump(outer.test)


def _sibling(dotted: str, module: Module) -> bool:
    return module.facts.index.implicit_relative(module.facts.key, dotted) is not None


def _left_out(node: ast.ImportFrom, module: Module) -> bool:
    """Whether names are imported that a module new in Python 3 has not: the sibling is made where it is needed."""
    known = _LATER_NAMES.get(node.module or "")
    if known is None or module.facts.index.absolute(node.module or "") is not None:
        return False
    return all(a.name != "*" for a in node.names) and any(a.name not in known for a in node.names)


def _has_explicit_twin(name: str, node: ast.Import, module: Module) -> bool:
    """Whether the same `try` also has `from . import name`: then both ways of running were thought of."""
    outer = module.parent(node)
    return isinstance(outer, ast.Try) and any(
        isinstance(n, ast.ImportFrom) and n.level and any(a.name == name for a in n.names)
        for n in ast.walk(outer)
    )


def _hidden_by_package(name: str, module: Module) -> bool:
    """Whether the package itself binds `name` to something else than its module of that name."""
    known = memory(module)
    key = ("hidden", name)
    if key not in known:
        text = module.facts.index.text(f"{dirname(module.facts.key)}/__init__.py") or ""
        word = re.escape(name)
        known[key] = bool(
            re.search(rf"^(?:def|class)\s+{word}\b|^{word}\s*=(?!=)", text, re.MULTILINE)
            or re.search(
                rf"^\s*from\s+\.?[\w.]+\s+import\s+(?:\([^)]*|[^\n]*\bas\s+|(?:[^\n(]*,\s*)?)\b{word}\b",
                text,
                re.MULTILINE,
            )
        )
    return bool(known[key])


def _flags(name: str, node: ast.stmt, module: Module) -> dict[str, object]:
    """A name that the standard library has too is only known to be the sibling when the file is Python 2."""
    ambiguous = name.split(".")[0] in STANDARD_MODULES
    script = "__main__" in module.text
    return {
        "needs_python2": ambiguous,
        "evidence": not ambiguous and not module.guarded(node),
        "guarded": True,
        "exactness": Exactness.SEMANTIC if script else Exactness.EXACT,
    }


RULE = Rule(
    id="implicit_relative_import",
    family="P18",
    summary="imports of siblings inside a package are explicit",
    before="import os\n",
    after="import os\n",
    caveats="A module that other files import can no longer be run as a script by its path.",
    triggers=("import",),
    nodes=(ast.Import, ast.ImportFrom),
    when=_in_package,
    visit=visit,
)
