"""import sibling → from . import sibling, inside a package.

`from . import x` finds a submodule that is still being imported, as Python 2's implicit form did, so cycles
survive. What may be run as a script too, or is loaded by its bare name, chooses by `__package__`: its own directory is
on the module path then.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from posixpath import dirname

from environment.traces import Exactness
from migration.analysis.names import alias_text, memory
from migration.analysis.scripts import is_script, may_be_script
from migration.rewriting.imports import from_import, module_span, replace_import
from migration.rule import Finding, Findings, Rule
from migration.source.edits import Needs, Part, Piece
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
    named = module_span(node, module) if isinstance(node, ast.ImportFrom) else module.span(node)
    if not module.is_kept(named):
        return  # a module that Python 3 calls like a sibling, written by another rule
    if isinstance(node, ast.ImportFrom):
        if not node.level and node.module and (_sibling(node.module, module) or _left_out(node, module)):
            if _runs_both_ways(node, module):
                original = module.source(module.span(node))
                explicit = original.replace(node.module, f".{node.module}", 1)
                parts = _by_package([explicit], [original], node, module)
                yield module.edit(*parts, **_flags(node.module, node, module))
                return
            where = module_span(node, module)
            yield module.insert(where.start, ".", **_flags(node.module, node, module))
        return
    yield from _plain(node, module)


def _plain(node: ast.Import, module: Module) -> Iterator[Finding]:
    keep: list[str] = []
    lines: list[str] = []
    names: list[str] = []
    for alias in node.names:
        if not _sibling(alias.name, module) or _has_explicit_twin(alias.name, node, module):
            keep.append(alias_text(alias))
            continue
        names.append(alias.name)
        lines += _explicit(alias, module)
    if names:
        head = [f"import {', '.join(keep)}"] if keep else []
        if _runs_both_ways(node, module):
            absolute = ", ".join(alias_text(a) for a in node.names if a.name in names)
            parts = _by_package(lines, [f"import {absolute}"], node, module, head)
            yield module.edit(*parts, **_flags(names[0], node, module))
            return
        flags = [_flags(n, node, module) for n in names]
        weakest = next((f for f in flags if f["needs_python2"]), flags[0])
        yield module.edit(*replace_import(node, head + lines, module), **weakest)


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


def _by_package(
    explicit: list[str], absolute: list[str], node: ast.stmt, module: Module, before: Iterable[str] = ()
) -> tuple[Part, ...]:
    margin = module.indentation(node)
    pieces: list[Piece] = []
    for line in before:
        pieces += [line, f"\n{margin}"]
    for head, lines in ("if __package__:", explicit), (f"\n{margin}else:", absolute):
        pieces.append(head)
        for line in lines:
            pieces += [f"\n{margin}    ", line]
    return (module.part(node, *pieces),)


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
