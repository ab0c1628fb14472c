"""Where a module gets new import statements and helper functions, and the edits that put them there."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from environment.traces import Exactness
from migration.source.edits import Edit, Needs, Part, Span
from migration.view.module import Module


def with_needs(module: Module, edits: Sequence[Edit]) -> list[Edit]:
    """The edits, behind those that add the imports and helpers they need: of two at one place the first comes first."""
    return [*_additions(module, edits), *edits]


def _additions(module: Module, edits: Sequence[Edit]) -> list[Edit]:
    """Edits that add, once, what `edits` need at module level and the module lacks."""
    imports: dict[str, Edit] = {}
    helpers: dict[str, tuple[str, Edit]] = {}
    for edit in edits:
        for piece in _needs(edit):
            for statement in piece.imports:
                imports.setdefault(statement, edit)
            for name, source in piece.helpers:
                helpers.setdefault(name, (source, edit))
    leading = module.tree.body[: _end_of_imports(module)]
    present = {ast.unparse(s) for s in leading if isinstance(s, (ast.Import, ast.ImportFrom))}
    present.update(_renamed(leading, edits, module))
    missing = sorted(s for s in imports if s not in present)
    result = []
    if missing:
        owner = imports[missing[0]]
        text = "".join(f"{s}\n" for s in missing)
        result.append(_insertion(_import_offset(module), text, owner, module))
    defined = module.module_scope.bindings
    wanted = [(name, source, owner) for name, (source, owner) in helpers.items() if name not in defined]
    if wanted:
        uses = [
            part.span.start
            for edit in edits
            for part in edit.parts
            if any(isinstance(p, Needs) and p.helpers for p in part.pieces)
        ]
        offset = max(
            _helper_offset(module, min(uses)), *(_end_of_aliased(name, module) for name, _, _ in wanted)
        )
        text = "".join(f"\n\n{source.strip()}\n" for _, source, _ in wanted)
        glue = "\n\n" if module.text[offset : offset + 1] not in ("", "\n") else ""
        text = text if offset or missing else text.lstrip("\n")
        result.append(_insertion(offset, text + glue, wanted[0][2], module))
    return result


def _renamed(leading: Sequence[ast.stmt], edits: Sequence[Edit], module: Module) -> Iterator[str]:
    """What statements that import one module become by edits that rename it: `import ConfigParser`."""
    parts = {p.span: p for e in edits if e.is_firm for p in e.parts}
    for statement in leading:
        if isinstance(statement, ast.Import) and len(statement.names) == 1:
            part = parts.get(module.span(statement.names[0]))
            if part is not None and all(isinstance(piece, str) for piece in part.pieces):
                yield f"import {''.join(map(str, part.pieces))}"


def _end_of_aliased(name: str, module: Module) -> int:
    """For an alias (`a = b`) of a helper that an earlier round has put into the file: where that helper ends."""
    _, equals, aliased = name.partition(" = ")
    found = module.module_scope.bindings.get(aliased, []) if equals else []
    definitions = [b.node for b in found if isinstance(b.node, (ast.ClassDef, ast.FunctionDef))]
    return max((module.line_span(d).end for d in definitions), default=0)


def _needs(edit: Edit) -> Iterable[Needs]:
    return (p for part in edit.parts for p in part.pieces if isinstance(p, Needs))


def _insertion(offset: int, text: str, owner: Edit, module: Module) -> Edit:
    if offset and module.text[offset - 1] != "\n":
        text = "\n" + text
    return Edit((Part(Span(offset, offset), (text,)),), owner.rule, owner.pattern, Exactness.EXACT)


def _prologue(module: Module) -> int:
    """How many statements have to stay first: the docstring and `__future__` imports."""
    body, count = module.tree.body, 0
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        count = 1 if isinstance(body[0].value.value, str) else 0
    for position, statement in enumerate(body):
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            count = position + 1
    return count


def _import_offset(module: Module) -> int:
    """Before the first ordinary import; without one after the docstring, or after the leading comments."""
    body, first = module.tree.body, _prologue(module)
    for statement in body[first:]:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            return _line_start(module, statement)
        if not _is_harmless(statement):
            break
    if first:
        return module.line_span(body[first - 1]).end
    return _after_comments(module, _line_start(module, body[0]) if body else len(module.text))


def _is_harmless(statement: ast.stmt) -> bool:
    """Whether an import can come after this statement without the statement missing it."""
    return isinstance(statement, ast.Assign) and all(
        isinstance(n, (ast.Constant, ast.Name, ast.List, ast.Tuple, ast.expr_context))
        for n in ast.walk(statement.value)
    )


def _after_comments(module: Module, limit: int) -> int:
    offset = 0
    for line in module.text[:limit].splitlines(keepends=True):
        if not line.startswith("#"):
            break
        offset += len(line)
    return offset


def _helper_offset(module: Module, first_use: int) -> int:
    """After the last import of the leading import block that comes before the statement with the first use."""
    body, end = module.tree.body, _end_of_imports(module)
    early = next((n for n in range(end) if module.line_span(body[n]).end > first_use), end)
    if early < end and isinstance(body[early], (ast.Try, ast.If)):
        imports = [n for n in range(early) if isinstance(body[n], (ast.Import, ast.ImportFrom))]
        if not imports:
            return _line_start(module, body[early])
        end = imports[-1] + 1
    if end:
        return module.line_span(body[end - 1]).end
    return _after_comments(module, _line_start(module, body[0]) if body else len(module.text))


def _end_of_imports(module: Module) -> int:
    """How many statements the leading import block has, with all that stands between its imports."""
    body = module.tree.body
    position = _prologue(module)
    last = position - 1
    for number in range(position, len(body)):
        statement = body[number]
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            last = number
        elif not (_is_harmless(statement) or isinstance(statement, (ast.Try, ast.If))):
            break
    return last + 1


def _line_start(module: Module, statement: ast.stmt) -> int:
    return module.line_span(statement).start
