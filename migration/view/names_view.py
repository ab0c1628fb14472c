"""What the names in a tree mean: scopes, bindings, builtins, imports through any alias, and how to name more."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from functools import cached_property, partial
from posixpath import dirname
from typing import Any

from migration.repository.handed_builtins import is_handed_on
from migration.repository.star_imports import given_by_star, imported_by_star
from migration.source.edits import Needs
from migration.stdlib.names import STANDARD_MODULES
from migration.stdlib.star_names import BOUND_BY_STAR
from migration.trees.scopes import Binding, Scope, ScopeBuilder
from migration.view.draft import Facts
from migration.view.tree_view import TreeView

#: Modules that hold the builtins, by the name each language gives them.
_BUILTINS = ("__builtin__", "builtins", "__builtins__")
#: Builtins that helpers ask for, and how they are named where their own names mean something else.
_TYPES = {"str": 'type("")', "bytes": 'type(b"")', "int": "type(0)", "open": "io.open"}

_CALLED = re.compile(r"(?<![\w.])(\w+)\(")
_OPENS = re.compile(r"(?<![\w.])open\(")
#: A string of one line with nothing to be put into it.
_STRING = r"""(?<![fF\w])(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""


def _renamed(spelled: str, found: re.Match[str]) -> str:
    """What stands for a name; a string is left as it is."""
    return found[0] if found["text"] else spelled


def _asks_for(name: str, asked: ast.Try, handler: ast.ExceptHandler) -> bool:
    """Whether a `try` does nothing but name something, and a handler waits for it to be missing."""
    body, caught = asked.body[0], handler.type
    named = isinstance(body, ast.Expr) and isinstance(body.value, ast.Name) and body.value.id == name
    expected = caught is None or (isinstance(caught, ast.Name) and caught.id == "NameError")
    return len(asked.body) == 1 and named and expected


class NamesView(TreeView):
    """A parsed text whose names can be asked what they stand for."""

    def __init__(self, text: str, tree: ast.Module, facts: Facts, masked: str | None = None) -> None:
        super().__init__(text, tree, facts, masked)
        self._qualified: dict[ast.AST, str | None] = {}
        self._bound: dict[ast.Name, list[Binding]] = {}
        self._from_star: dict[str, bool] = {}
        self._beyond: dict[str, str | None] = {}

    def has_future(self, feature: str) -> bool:
        """Whether the original file imports `feature` from `__future__` (division, unicode_literals …)."""
        return feature in self.facts.future

    @cached_property
    def _scopes(self) -> ScopeBuilder:
        return ScopeBuilder(self.tree, has_globals=bool(self.nodes_of(ast.Global)))

    @property
    def module_scope(self) -> Scope:
        """The module's own namespace."""
        return self._scopes.module

    def scope(self, node: ast.AST) -> Scope:
        """The scope in which names at `node` are looked up."""
        known = self._scopes.scope_at.get(node)
        if known is not None:
            return known
        scopes, child = self._scopes.scope_of, node
        for outer in self.ancestors(node):
            found = scopes.get(outer)
            if found is not None and _runs_inside(outer, child):
                return found
            child = outer
        return self._scopes.module

    def bindings(self, name: ast.Name) -> list[Binding]:
        """All places that bind `name` as seen from where it stands; [] for a builtin (or a misspelling)."""
        known = self._bound.get(name)
        if known is None:
            found = self.scope(name).lookup(name.id)
            known = self._bound[name] = found[1] if found else []
        return known

    def is_builtin(self, node: ast.AST, *names: str) -> bool:
        """Whether `node` is one of the builtins `names`: a bare, nowhere rebound name, or
        `__builtin__.name`.
        """
        # Most names are others: only an import of the builtins' module may give one of these another name.
        if isinstance(node, ast.Attribute):
            if node.attr not in names:
                return False
        elif not isinstance(node, ast.Name) or (node.id not in names and not self._names_builtins):
            return False
        qualified = self.qualified_name(node)
        return qualified is not None and qualified[:9] == "builtins." and qualified[9:] in names

    @cached_property
    def _names_builtins(self) -> bool:
        """Whether the text names the module that holds the builtins, from which they can be imported."""
        return any(module in self.text for module in _BUILTINS)

    def qualified_name(self, node: ast.AST) -> str | None:
        """What `node` names: 'builtins.xrange', 'itertools.izip' (through any alias), or None when it
        is local.
        """
        if node in self._qualified:
            return self._qualified[node]
        result = self._qualified[node] = self._qualify(node)
        return result

    def _qualify(self, node: ast.AST) -> str | None:
        if isinstance(node, ast.Attribute):
            base = self.qualified_name(node.value)
            if base is None or base.startswith("builtins."):
                return None
            return f"builtins.{node.attr}" if base in _BUILTINS else f"{base}.{node.attr}"
        if not isinstance(node, ast.Name):
            return None
        bindings = self.bindings(node)
        if not bindings:
            if beyond := self._imported_beyond(node.id):
                return beyond
            return None if self._is_from_star(node.id) else f"{self._starred_module(node.id)}.{node.id}"
        if hasattr(builtins, node.id) and all(map(self._is_for_older, bindings)):
            return f"builtins.{node.id}"
        if len(bindings) == 1 and bindings[0].kind == "parameter":
            handed_in = self._own_default(bindings[0])
            return None if handed_in is None else self.qualified_name(handed_in)
        if len(bindings) == 1 and self._is_other_name(bindings[0], node.id):
            return self.qualified_name(bindings[0].value)  # type: ignore[arg-type]
        imports = [b for b in bindings if b.kind == "import"]
        others = (b for b in bindings if b.kind not in ("import", "delete"))
        if not imports or any(not _is_none(b.value) and not self._is_stand_in(b) for b in others):
            return None
        target = imports[0].target
        if target.endswith(f".{node.id}") and is_handed_on(target, self.facts.key, self.facts.index):
            return f"builtins.{node.id}"
        head, _, tail = target.partition(".")
        return f"builtins.{tail}" if head in _BUILTINS and tail else target

    def _is_other_name(self, binding: Binding, name: str) -> bool:
        """Whether a name is only given a module that a statement imports: `s = string`."""
        value = binding.value
        if binding.kind != "assign" or not isinstance(value, ast.Name) or value.id == name:
            return False
        given = self.bindings(value)
        return bool(given) and all(isinstance(b.node, ast.Import) for b in given)

    def _imported_beyond(self, name: str) -> str | None:
        """What a file of which this one takes all names has imported by `name`: 'xml.etree.ElementTree' for `ET`."""
        sources = self.module_scope.star_imports
        if not sources:
            return None
        if name not in self._beyond:
            key, index = self.facts.key, self.facts.index
            found = (imported_by_star(name, source, key, index) for source in reversed(sources))
            self._beyond[name] = next((target for target in found if target), None)
        return self._beyond[name]

    def _is_from_star(self, name: str) -> bool:
        """Whether a star import from another file of the repository gives the file a name."""
        sources = self.module_scope.star_imports
        if not sources:
            return False
        if name not in self._from_star:
            key, index = self.facts.key, self.facts.index
            self._from_star[name] = any(given_by_star(name, source, key, index) for source in sources)
        return self._from_star[name]

    def _starred_module(self, name: str) -> str:
        """The module of the library that gives the file a name by a star import, which goes before the builtin; that of
        the builtins where none is known to.

        What else than a builtin another package has under the same name, is hardly ever taken from there unseen.
        """
        for source in reversed(self.module_scope.star_imports):
            if self._is_of_repository(self.facts.key, source):
                for beyond, file in self.starred_beyond.get(source, ()):
                    known = name in BOUND_BY_STAR.get(beyond, ())
                    if known and not self._is_of_repository(file, beyond):
                        return beyond
            elif name in BOUND_BY_STAR.get(source, ()):
                return source
            elif source.split(".")[0] not in STANDARD_MODULES and hasattr(builtins, name):
                break  # another package's: nobody knows which names it has
        return "builtins"

    def _is_of_repository(self, key: str, source: str) -> bool:
        """Whether an import from `source` in file `key` means a file of the repository."""
        return self.facts.index.imported_file(key, source) is not None

    def _own_default(self, parameter: Binding) -> ast.Name | None:
        """The default of a parameter that only makes a name of its surroundings local: `def f(x, len=len)`.

        A call that gives something else by the parameter's name makes it a parameter like any other; `open` stays
        what it is: what is given for it opens files in the same modes.
        """
        name, function = parameter.name, self.parent(self.parent(parameter.node))
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return None
        arguments = function.args
        places = [*arguments.posonlyargs, *arguments.args]
        with_default = places[len(places) - len(arguments.defaults) :]
        pairs = [
            *zip(with_default, arguments.defaults, strict=True),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ]
        default = next((d for a, d in pairs if a is parameter.node), None)
        if not isinstance(default, ast.Name) or default.id != name:
            return None
        keywords = (k for k in self.nodes_of(ast.keyword) if isinstance(k, ast.keyword))
        given = (k.value for k in keywords if k.arg == name)
        if name != "open" and any(not isinstance(v, ast.Name) or v.id != name for v in given):
            return None
        return default

    def _is_for_older(self, binding: Binding) -> bool:
        """Whether a name of a builtin is only bound for a Python that is too old to have it: `try: set`, `except
        NameError: from sets import Set as set`.
        """
        handler = next((a for a in self.ancestors(binding.node) if isinstance(a, ast.ExceptHandler)), None)
        asked = self.parent(handler) if handler is not None else None
        return isinstance(asked, ast.Try) and handler is not None and _asks_for(binding.name, asked, handler)

    def _is_stand_in(self, binding: Binding) -> bool:
        """Whether a name is only bound where it was found to be missing: `try: name`, `except NameError:`; or where a
        function or a class stands in for what could not be imported: `try: from m import name`, `except ImportError:`.
        """
        handler = next((a for a in self.ancestors(binding.node) if isinstance(a, ast.ExceptHandler)), None)
        asked = self.parent(handler) if handler else None
        if handler is None or not isinstance(asked, ast.Try) or len(asked.body) != 1:
            return False
        body, caught = asked.body[0], handler.type
        if _asks_for(binding.name, asked, handler):
            return True
        if isinstance(body, ast.ImportFrom) and isinstance(binding.node, (ast.FunctionDef, ast.ClassDef)):
            imported = any((a.asname or a.name) == binding.name for a in body.names)
            return imported and isinstance(caught, ast.Name) and caught.id == "ImportError"
        return False

    def imported_as(self, dotted: str) -> str | None:
        """How module-level code can spell `dotted` by an import the file already has, or None."""
        for name, bindings in self.module_scope.bindings.items():
            for binding in bindings:
                if binding.kind != "import" or len(bindings) != 1:
                    continue
                if not isinstance(self.parent(binding.node), ast.Module):
                    continue
                if binding.target == dotted:
                    return name
                plain = isinstance(binding.node, ast.Import)
                names = binding.node.names if isinstance(binding.node, ast.Import) else []
                full = {a.name for a in names if not a.asname}
                inner = (f for f in full if f.startswith(f"{name}.") and name not in full)
                if plain and any(dotted.startswith(f"{f}.") for f in inner):
                    return dotted
                if plain and "." not in binding.target and binding.target == dotted.split(".")[0]:
                    rest = dotted[len(binding.target) :]
                    if rest.count(".") == 1:
                        return name + rest
        return None

    def use(self, dotted: str, at: ast.AST | None = None) -> Needs:
        """Text that names `dotted` ('functools.reduce'), with the import it needs if the file lacks it.

        The module is imported whole (`import functools`); when its name is taken, under an alias.
        """
        beside = self._is_beside(dotted.split(".")[0])
        spelled = None if beside else self.imported_as(dotted)
        scope = self.scope(at) if at is not None else self.module_scope
        module, _, attribute = dotted.rpartition(".")
        if spelled is not None:
            found = scope.lookup(spelled.split(".")[0])
            if found is not None and found[0] is self.module_scope:
                late = spelled == dotted and self._only_later(found[1], at)
                return Needs.of(spelled, (f"import {module}",) if late else ())
        head = module.split(".")[0]
        taken = scope.lookup(head)
        other = taken is not None and (
            beside or not all(b.kind == "import" and b.target == head for b in taken[1])
        )
        if taken is not None and (
            other or (taken[0] is not self.module_scope and not self._is_imported_before(taken[1], at))
        ):
            alias = "_" + module.replace(".", "_")
            return Needs.of(f"{alias}.{attribute}", (f"import {module} as {alias}",))
        return Needs.of(dotted, (f"import {module}",))

    def _is_beside(self, head: str) -> bool:
        """Whether what the file imports by the name of a module of the library is one of its own package."""
        index, folder = self.facts.index, dirname(self.facts.key)
        if folder not in index.packages:
            return False
        own = index.module_file(folder, head)
        return own is not None and own != self.facts.key and index.imported_file(self.facts.key, head) == own

    def _is_imported_before(self, bindings: list[Binding], at: ast.AST | None) -> bool:
        """Whether an import of a function's own is done wherever a place of it is reached."""
        around = {at, *self.ancestors(at)} if at is not None else set()
        line = getattr(at, "lineno", 0)
        # What imports the package alone goes where its names have moved to modules in it.
        bindings = [b for b in bindings if _imports_within(b)] or bindings
        done = [b.node for b in bindings if isinstance(b.node, ast.stmt) and b.node.lineno <= line]
        return any(not around.isdisjoint(self.block(statement)) for statement in done)

    def _only_later(self, bindings: list[Binding], at: ast.AST | None) -> bool:
        """Whether a place at module level stands before all that gives a name its value."""
        line = getattr(at, "lineno", 0)
        if at is None or not line or self.function(at) is not None or self.class_of(at) is not None:
            return False
        return all(getattr(b.node, "lineno", 0) > line for b in bindings)

    def helper(self, name: str, source: str, imports: tuple[str, ...] = ()) -> Needs:
        """Text that names a helper function, defined once in the file by `source` (a `def`, dedented).

        Its code means the builtin types and the modules that it imports, also where the file gives their names to
        others (`str = bytes`, `class html`). A name that the file has for something else is avoided.
        """
        bound = self.module_scope.bindings
        if name.isidentifier() and (own := self._own_name(name, source)) != name:
            chunks = source.split('"""')
            word = re.compile(rf"(?<![\w.]){name}(?=[(.:])")
            chunks[::2] = [word.sub(own, code) for code in chunks[::2]]
            name, source = own, '"""'.join(chunks)
        rebound = {
            own: spelled
            for own, spelled in _TYPES.items()
            if own in bound and (own != "open" or _OPENS.search(source))
        }
        for own in _CALLED.findall("".join(source.split('"""')[::2])):
            if own in bound and own not in _TYPES and own != name and hasattr(builtins, own):
                rebound[own] = f"builtins.{own}"
                imports = (*imports, *(i for i in ("import builtins",) if i not in imports))
        added = []
        if "open" in rebound and "import io" not in imports:
            imports = (*imports, "import io")
        for statement in imports:
            imported = statement.removeprefix("import ")
            known = bound.get(imported, ())
            if any(b.kind != "import" or b.target != imported for b in known):
                rebound[imported] = self.fresh_name(f"{imported}_")
                statement += f" as {rebound[imported]}"
            added.append(statement)
        if rebound:
            chunks = source.split('"""')
            for own, spelled in rebound.items():
                word = re.compile(rf"{_STRING}|(?<![\w.]){own}\b")
                new = partial(_renamed, spelled)
                chunks[::2] = [word.sub(new, code) for code in chunks[::2]]
            source = '"""'.join(chunks)
        return Needs.of(name, tuple(added), ((name, source),))

    def _own_name(self, wanted: str, source: str) -> str:
        """`wanted`, or that with underscores added where the file gives the name to something else than this helper."""
        quoted = source.split('"""')[1:2]
        document = inspect.cleandoc(quoted[0]) if quoted else None
        while wanted in self._given_names:
            nodes = [b.node for b in self.module_scope.bindings.get(wanted, ())]
            made = [n for n in nodes if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
            known = document is not None and bool(made) and ast.get_docstring(made[0]) == document
            if len(nodes) == 1 and known and wanted not in self._local_names:
                break
            wanted += "_"
        return wanted

    @cached_property
    def _given_names(self) -> frozenset[str]:
        """All names that the file gives to something: at module level, in functions, as parameters."""
        return self._local_names.union(self.module_scope.bindings)

    @cached_property
    def _local_names(self) -> frozenset[str]:
        """What parameters are called, and what is set to something anywhere by a plain name."""
        names: list[Any] = self.nodes_of(ast.Name)
        parameters: list[Any] = self.nodes_of(ast.arg)
        written = {n.id for n in names if not isinstance(n.ctx, ast.Load)}
        return frozenset(written.union(n.arg for n in parameters))

    @cached_property
    def _used_names(self) -> frozenset[str]:
        return frozenset(n.id for n in self.nodes if isinstance(n, ast.Name)) | frozenset(
            n.arg for n in self.nodes if isinstance(n, ast.arg)
        )

    def fresh_name(self, wanted: str) -> str:
        """`wanted`, with underscores added until the file doesn't use it."""
        while wanted in self._used_names or wanted in self.module_scope.bindings:
            wanted += "_"
        return wanted


def _imports_within(binding: Binding) -> bool:
    """Whether a package's name is bound by an import of a module in it: `import urllib.request`."""
    names = binding.node.names if isinstance(binding.node, ast.Import) else []
    return any(a.asname is None and a.name.startswith(f"{binding.target}.") for a in names)


def _runs_inside(owner: ast.AST, child: ast.AST) -> bool:
    """Whether `child`, a direct child of the scope-opening `owner`, is evaluated in the scope it opens."""
    if isinstance(owner, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return child in owner.body
    if isinstance(owner, ast.ClassDef):
        return child in owner.body
    if isinstance(owner, ast.Lambda):
        return child is owner.body
    return True


def _is_none(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is None
