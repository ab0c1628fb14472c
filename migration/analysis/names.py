"""Which standard name a node means, and where a file uses a name: shared by the rules about moved names."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from posixpath import dirname
from typing import Any, TypeGuard
from weakref import WeakKeyDictionary

from migration.repository.index import RepositoryIndex
from migration.repository.star_imports import given_by_star, imports_of, starred_by
from migration.source.expressions import is_found
from migration.stdlib.names import DISSOLVED_MODULES, REMOVED_MODULES, RENAMED_MODULES, STANDARD_MODULES
from migration.trees.guards import is_version_test
from migration.trees.scopes import Binding, Scope
from migration.view.module import Module

#: Of each repository: name → the last names of what it is imported from; those of them that are other packages'.
_imported: WeakKeyDictionary[RepositoryIndex, tuple[dict[str, frozenset[str]], frozenset[str]]] = (
    WeakKeyDictionary()
)
_FROM_IMPORT = re.compile(r"from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)")
_DEF = re.compile(r"\bdef[ \t]+\Z")
_OF_OBJECT = re.compile(r"\b(?:self|cls)\.\Z")
_ASSIGNED = re.compile(r"[ \t]*=(?!=)")
#: What stands right before a name that is defined, or given to an object.
_BEFORE_DEFINED = frozenset(" \t.")
_LINE = 200
_WORD_GOES_ON = re.compile(r"\w")
_defined: WeakKeyDictionary[RepositoryIndex, dict[tuple[str, bool, bool], bool]] = WeakKeyDictionary()
_given_by_classes: WeakKeyDictionary[RepositoryIndex, dict[str, bool]] = WeakKeyDictionary()
_UNSEEN = object()
_TAKEN_IN = frozenset(["cElementTree", "elementtree"])
#: The streams of the terminal that are written to.
OUTPUTS = frozenset(["sys.stdout", "sys.stderr"])


def memory(module: Module) -> dict[Any, Any]:
    """A dictionary that lives as long as this view of the file."""
    return module.memory


def asked_once(key: Hashable, module: Module, ask: Callable[[], bool]) -> bool:
    """What `ask` says, once for each `key` of a view; False where that is asked again on the way to the answer."""
    known = memory(module)
    if key not in known:
        known[key] = False
        known[key] = ask()
    return bool(known[key])


def last_name(node: ast.AST | None) -> str:
    """`c` of `a.b.c`, or of `c`; '' of anything else."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def is_named(node: ast.AST | None, name: str) -> bool:
    """Whether `node` is a variable of that name."""
    return isinstance(node, ast.Name) and node.id == name


def helper_called(node: ast.AST | None) -> str:
    """The helper that `node` calls, as rules name it; '' for anything else. A file that has given the name to something
    of its own has the helper with `_` behind.
    """
    called = node.func if isinstance(node, ast.Call) else None
    return called.id.rstrip("_") if isinstance(called, ast.Name) else ""


def is_path(node: ast.AST) -> TypeGuard[ast.Name | ast.Attribute]:
    """Whether `node` is a variable, or an attribute of one: it may be written twice."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def is_output(node: ast.AST | None, module: Module) -> bool:
    """Whether `node` is sys.stdout or sys.stderr by its name."""
    return isinstance(node, (ast.Name, ast.Attribute)) and stdlib_name(node, module) in OUTPUTS


def is_decoded_in_place(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what a `.decode` behind it is asked of."""
    return getattr(module.parent(node), "attr", "") == "decode"


def is_of_self(node: ast.AST | None) -> TypeGuard[ast.Attribute]:
    """Whether `node` is `self.name`: what a method asks its own object for, or gives it."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def repository_texts(module: Module) -> Iterator[str]:
    """The text of the file as it is now, and those of all files of its repository."""
    index = module.facts.index
    yield module.text
    for key in index.keys:
        yield index.text(key) or ""


def other_texts(module: Module) -> Iterator[str]:
    """The texts of the other files of the repository."""
    index = module.facts.index
    return (index.text(key) or "" for key in index.keys if key != module.facts.key)


def is_first_parameter(node: ast.AST, function: ast.AST | None) -> bool:
    """Whether `node` names the first parameter of a function: of a method, the object that it belongs to."""
    if not isinstance(node, ast.Name) or not isinstance(function, ast.FunctionDef):
        return False
    return [a.arg for a in function.args.args[:1]] == [node.id]


def in_repository(pattern: re.Pattern[str], module: Module) -> bool:
    """Whether `pattern` is found in the file as it is now, or in any file of its repository."""
    index = module.facts.index
    if index.matches(pattern):
        return True
    # Of a file that nothing was written in the answer is known by now.
    return module.text != index.text(module.facts.key) and is_found(pattern, module.text)


def stdlib_name(node: ast.AST, module: Module) -> str | None:
    """The dotted standard name that `node` means ('os.getcwdu'), through aliases and star imports.

    None when it is local, means a module of the repository, or is bound under a version test (then the file
    has an answer of its own).
    """
    known = memory(module)
    result = known.get(node, _UNSEEN)
    if result is _UNSEEN:
        result = known[node] = _stdlib_name(node, module)
    return result  # type: ignore[no-any-return]


def _stdlib_name(node: ast.AST, module: Module) -> str | None:
    name = module.qualified_name(node)
    root = node
    while isinstance(root, ast.Attribute):
        root = root.value
    if isinstance(root, ast.Name) and root is not node and name is None:
        name = _through_star(node, root, module)
        return None if name is None or is_local(name, module) else name
    if name is None or not isinstance(root, ast.Name):
        return None
    imports = [b for b in module.bindings(root) if b.kind == "import"]
    if not imports:
        return name
    targets = {b.target for b in imports}
    alive = [t for t in targets if not is_gone(t) and not _is_taken_in(t, module)]
    if len(targets) > 1 and len(alive) == 1:
        # `try: from hashlib import md5`, `except ImportError: from md5 import md5`: only one arm can serve.
        chosen = alive[0] + name[len(imports[0].target) :]
        return None if chosen.startswith(".") or is_local(chosen, module) else chosen
    if len(targets) > 1 or any(module.guarded(b.node) and not _is_optional(b.node, module) for b in imports):
        return None
    if not name.startswith(".") and not is_local(name, module):
        return name
    handed = _handed_on(imports[0].target, module)
    return handed + name[len(imports[0].target) :] if handed else None


def result_name(node: ast.AST, module: Module) -> str | None:
    """As `stdlib_name`; of a module for which another package is tried first (`import simplejson as json`), too.

    What such a package gives is alike; what it calls its functions need not be.
    """
    name = stdlib_name(node, module)
    if name is not None or not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
        return name
    bindings = module.bindings(node.value)
    heads = {b.target.split(".")[0] for b in bindings if b.kind == "import"}
    standard = heads & STANDARD_MODULES
    if len(heads) != 2 or len(standard) != 1 or any(b.kind != "import" or not b.target for b in bindings):
        return None
    target = next(b.target for b in bindings if b.target.split(".")[0] in standard)
    return None if any(is_local(h, module) for h in heads) or is_gone(target) else f"{target}.{node.attr}"


def _is_optional(node: ast.AST, module: Module) -> bool:
    """Whether an import is only guarded because the program can live without it: no version decides about it."""
    return not any(
        isinstance(a, (ast.If, ast.IfExp)) and is_version_test(a.test) for a in module.ancestors(node)
    )


def _is_taken_in(target: str, module: Module) -> bool:
    """Whether a dotted name is of a package that the library took in before Python 3, which is no other's there."""
    head = target.split(".")[0]
    return head in _TAKEN_IN and not is_local(head, module)


def is_gone(target: str) -> bool:
    """Whether an import of a dotted name can't succeed on Python 3."""
    parts = target.split(".")
    return any(
        name in RENAMED_MODULES
        or name in DISSOLVED_MODULES
        or REMOVED_MODULES.get(name, ((9, 9), ""))[0] == (3, 0)
        for name in (".".join(parts[: n + 1]) for n in range(len(parts)))
    )


def _through_star(node: ast.AST, root: ast.Name, module: Module) -> str | None:
    """'sys.maxint' for a module that only a star import can have brought: no builtin has that name."""
    unbound = module.module_scope.star_imports and not module.bindings(root)
    if not unbound or root.id not in STANDARD_MODULES or hasattr(builtins, root.id):
        return None
    return ast.unparse(node)


def is_local(dotted: str, module: Module) -> bool:
    """Whether an import of `dotted` by this file means a file of the repository, not the standard library."""
    head, _, rest = dotted.partition(".")
    known = memory(module)
    key = ("local", head)
    if key not in known:
        files = _local_files(head, module)
        known[key] = bool(files), bool(files) and all(_is_shared(file, module) for file in files)
    local, shared = known[key]
    if not shared or not rest:
        return bool(local)
    part = ("local", f"{head}.{rest.split('.')[0]}")
    if part not in known:
        known[part] = bool(_local_files(part[1], module))
    return bool(known[part])


def _is_shared(file: str, module: Module) -> bool:
    """Whether a file makes a package of which others hold parts: what the repository has not, may be installed."""
    text = module.facts.index.text(file) if file.endswith("/__init__.py") else None
    return text is not None and ("declare_namespace(" in text or "extend_path(" in text)


def _local_files(dotted: str, module: Module) -> list[str]:
    """The files that an import of `dotted` may mean, but this one."""
    index, own = module.facts.index, module.facts.key
    directory = dirname(own)
    places = {"", directory}
    if directory in index.packages:
        if module.has_future("absolute_import"):
            places.discard(directory)
        top = directory
        while top in index.packages:
            top = dirname(top)
        places.add(top)
    found = (index.module_file(place, dotted) for place in places)
    return [file for file in found if file is not None and file != own]


def _handed_on(target: str, module: Module) -> str | None:
    """What `from package.other import name` gets from a file that has it from the library by an import, or None."""
    known = memory(module)
    key = ("handed on", target)
    if key not in known:
        place, _, last = target.rpartition(".")
        if target.startswith(".") and not place.strip("."):
            place += "."  # `from . import name`
        index = module.facts.index
        file = index.imported_file(module.facts.key, place) if place else None
        given = imports_of(file, index).get(last) if file else None
        if given is None and file and last in STANDARD_MODULES:
            statement = rf"(?m)^[ \t]*import[ \t]+(?:[\w.]+[ \t]*,[ \t]*)*{last}\b(?![ \t]+as\b|\.)"
            given = last if re.search(statement, index.text(file) or "") else None
        known[key] = given
    return known[key]  # type: ignore[no-any-return]


def star_imported(node: ast.Name, module: Module, modules: frozenset[str]) -> str | None:
    """'types.ListType' for a bare, unbound `ListType` in a file with `from types import *`, there or in a file that it
    takes all names from, or None.
    """
    if module.bindings(node):
        return None
    index, key = module.facts.index, module.facts.key
    for source in module.module_scope.star_imports:
        if source in modules and not is_local(source, module):
            return f"{source}.{node.id}"
        for beyond, file in module.starred_beyond.get(source, ()):
            if (
                beyond in modules
                and not index.imported_file(file, beyond)
                and not given_by_star(node.id, source, key, index)
            ):
                return f"{beyond}.{node.id}"
    return None


def names_by_id(module: Module) -> dict[str, list[ast.Name]]:
    """All name nodes of the file by their identifier."""
    return module.names()  # type: ignore[return-value]


def uses(name: str, scope: Scope, module: Module) -> list[ast.Name]:
    """The nodes that read `name` as `scope` binds it."""
    found = []
    for node in names_by_id(module).get(name, ()):
        place = module.scope(node).lookup(name)
        if place is not None and place[0] is scope:
            found.append(node)
    return found


def binding_scope(node: ast.Import | ast.ImportFrom, name: str, module: Module) -> Scope:
    """The scope in which the import statement `node` binds `name`."""
    scope = module.scope(node)
    return module.module_scope if name in scope.globals else scope


def only_imported(name: str, scope: Scope, target: str) -> bool:
    """Whether `scope` binds `name` by imports of `target` and in no other way."""
    bindings: list[Binding] = scope.bindings.get(name, [])
    return bool(bindings) and all(b.kind == "import" and b.target == target for b in bindings)


def strings(module: Module) -> frozenset[str]:
    """All short string constants of the file: names that may be looked up at run time, `__all__` too."""
    known = memory(module)
    if "strings" not in known:
        known["strings"] = frozenset(
            n.value
            for n in module.nodes_of(ast.Constant)
            if isinstance(n, ast.Constant) and isinstance(n.value, str)
        )
    return known["strings"]  # type: ignore[no-any-return]


def imported_elsewhere(name: str, module: Module) -> bool:
    """Whether any file of the repository imports `name` by a from-import that may mean this file, or reads it as an
    attribute of what the file is called.

    A file is meant by its last name, whatever package stands before it. Where another takes all its names by a
    star, those that import from that one count as well.
    """
    return _named_in_import(name, module) or _is_read_from(name, module)


def wanted_elsewhere(name: str, module: Module) -> bool:
    """Whether any other file has `name` from this one: by an import, as an attribute, or with all of its names."""
    return imported_elsewhere(name, module) or taken_by_star(name, module)


def _is_read_from(name: str, module: Module) -> bool:
    """Whether another file has the last name of this one, or of its package, with `.name` behind it."""
    known = memory(module)
    if ("read", name) not in known:
        called = max(_last_names(module.facts.key) or [""])
        if "readers" not in known:
            known["readers"] = (
                [text for text in other_texts(module) if f"{called}." in text] if called else []
            )
        read = f"{called}.{name}"
        texts = [text for text in known["readers"] if read in text]
        known["read", name] = bool(texts) and any(map(re.compile(rf"{re.escape(read)}\b").search, texts))
    return known["read", name]  # type: ignore[no-any-return]


def _named_in_import(name: str, module: Module) -> bool:
    """Whether any file of the repository imports `name` by a from-import that may mean this file."""
    index = module.facts.index
    known = _imported.get(index)
    if known is None:
        sources: dict[str, set[str]] = {}
        standard: dict[str, bool] = {}
        paths = _paths(index)
        for key in index.keys:
            text = index.text(key) or ""
            for match in _FROM_IMPORT.finditer(text):
                source, begins = match.group(1), text.rfind("\n", 0, match.start()) + 1
                if text[begins : match.start()].strip(" \t"):
                    continue  # prose, or a comment
                if source not in standard:
                    standard[source] = _is_standard(source, index) or _is_of_others(source, paths)
                if not standard[source]:
                    for word in re.findall(r"\w+|\*", match.group(2)):
                        sources.setdefault(word, set()).add(source.rpartition(".")[2])
        # Another package's is what has the last name of no file and of no folder.
        others = frozenset(s.rpartition(".")[2] for s in standard) - _own_names(index) - {""}
        known = _imported[index] = {word: frozenset(named) for word, named in sources.items()}, others
    found, others = known
    named = found.get(name, frozenset())
    own = _last_names(module.facts.key)
    if own is None:
        return bool(named)
    return bool(named - others) if own & found.get("*", frozenset()) else bool(own & named)


def taken_by_star(name: str, module: Module) -> bool:
    """Whether another file takes all names of this one and reads `name`, which no import of its own brings; or any
    reads an attribute of that name, as of a module that hands on what it takes.
    """
    _named_in_import(name, module)
    stars = _imported[module.facts.index][0].get("*", frozenset())
    own = _last_names(module.facts.key)
    if not stars or (own is not None and not own & stars):
        return False
    index = module.facts.index
    others = {
        key: text for key in index.keys if key != module.facts.key and name in (text := index.text(key) or "")
    }
    taking = {key: {s.rpartition(".")[2] for s in starred_by(text)} & stars for key, text in others.items()}
    word = re.compile(rf"\b{re.escape(name)}\b")
    if any(
        taking[key] and word.search(others[key]) and not imports_of(key, index).get(name) for key in others
    ):
        return True
    # Through one that has all its names: `package.Queue`.
    through = set().union(*(_last_names(k) or () for k in index.keys if starred_by(index.text(k) or "")))
    handed = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(through - {''})))})\.{re.escape(name)}\b")
    return bool(through) and any(handed.search(text) for text in others.values())


def _last_names(key: str) -> frozenset[str] | None:
    """What a from-import may end with that means this file, None when its package's name is not known."""
    folder, _, file = key.rpartition("/")
    stem = file.partition(".")[0]
    if stem != "__init__":
        return frozenset([stem])
    # Nothing stands behind the dots by which a package's own files import from it.
    return frozenset([folder.rpartition("/")[2], ""]) if folder else None


def _own_names(index: RepositoryIndex) -> set[str]:
    """How the folders of a repository are called, and its files without their suffixes."""
    found: set[str] = set()
    for key in index.keys:
        *folders, file = key.split("/")
        found.update(part.partition(".")[0] for part in folders)
        if "." in file:
            found.add(file.partition(".")[0])
    return found


def _paths(index: RepositoryIndex) -> dict[str, list[list[str]]]:
    """How files may be called, from the last name back to the repository's own folder, by the last names."""
    found: dict[str, list[list[str]]] = {}
    for key in index.keys:
        *folders, file = key.split("/")
        stem = file.partition(".")[0]
        path = [*folders, stem] if stem != "__init__" else folders
        if path:
            found.setdefault(path[-1], []).append(path[::-1])
    return found


def _is_of_others(dotted: str, paths: dict[str, list[list[str]]]) -> bool:
    """Whether `a.b` is another's package: files are called b, but stand in folders of other names than a."""
    if dotted.startswith(".") or "." not in dotted:
        return False
    parts = dotted.split(".")[::-1]
    known = paths.get(parts[0], [])
    return bool(known) and not any(all(a == b for a, b in zip(parts, path, strict=False)) for path in known)


def _is_standard(dotted: str, index: RepositoryIndex) -> bool:
    """Whether `dotted` can only be a module of the standard library: no file has that name."""
    if dotted.split(".")[0] not in STANDARD_MODULES:
        return False
    stem = dotted.replace(".", "/")
    ends = (f"/{stem}.py", f"/{stem}/__init__.py")
    return not any(f"/{key}".endswith(ends) for key in index.keys)


def defined_in_repository(name: str, module: Module, assigned: bool = False, methods: bool = False) -> bool:
    """Whether this file or another defines a function or an attribute of its own objects called `name`.

    With `assigned`, an indented assignment `name = …` counts as well (a class attribute, or a local). With `methods`,
    a function of a module does not.
    """
    index, asked = module.facts.index, (name, assigned, methods)
    found = _defined.setdefault(index, {})
    if asked not in found:
        found[asked] = _is_defined(name, (index.text(k) or "" for k in index.keys), assigned, methods)
    if found[asked]:
        return True
    here: dict[tuple[str, bool, bool], bool] = memory(module).setdefault("definitions by name", {})
    if asked not in here:
        here[asked] = _is_defined(name, [module.text], assigned, methods)
    return here[asked]


def has_own_method(owner: ast.expr, name: str, module: Module) -> bool:
    """Whether the program's objects, or the module that `owner` is where it is one, define `name`."""
    first = owner
    while isinstance(first, ast.Attribute):
        first = first.value
    imported = isinstance(first, ast.Name) and any(b.kind == "import" for b in module.bindings(first))
    return defined_in_repository(name, module, methods=not imported)


def _is_defined(name: str, texts: Iterable[str], assigned: bool, methods: bool) -> bool:
    """Whether any of `texts` defines a function, or a method, or an attribute of its own objects called `name`, or,
    where that is asked, assigns it in a block.
    """
    for text in texts:
        position = text.find(name)
        while position >= 0:
            end = position + len(name)
            if text[position - 1 : position] not in _BEFORE_DEFINED:
                position = text.find(name, end)
                continue
            # As much of the line as a definition takes: data may stand in lines of many thousand characters.
            before = text[max(position - _LINE, 0) : position]
            before = before[before.rfind("\n") + 1 :]
            in_block = assigned and before and not before.strip(" \t")
            if (in_block or _OF_OBJECT.search(before)) and _ASSIGNED.match(text, end):
                return True
            if (
                _DEF.search(before)
                and (before[0] in " \t" or not methods)
                and not _WORD_GOES_ON.match(text, end)
            ):
                return True
            position = text.find(name, end)
    return False


def given_by_a_class(name: str, module: Module) -> bool:
    """Whether a class of this file or another assigns `name` in its body: an attribute of its own objects."""
    index = module.facts.index
    known = _given_by_classes.setdefault(index, {})
    if name not in known:
        known[name] = any(_gives(name, index.text(key) or "") for key in index.keys)
    return known[name] or _gives(name, module.text)


def _gives(name: str, text: str) -> bool:
    position = text.find(name)
    while position >= 0:
        end, start = position + len(name), text.rfind("\n", 0, position) + 1
        indent = text[start:position]
        assigns = indent and not indent.strip(" \t") and _ASSIGNED.match(text, end)
        if assigns and _block_of(text, start, len(indent)).startswith("class "):
            return True
        position = text.find(name, end)
    return False


def _block_of(text: str, start: int, indent: int) -> str:
    """The header of the block that a line at `start`, which is indented so far, stands in."""
    for line in reversed(text[:start].splitlines()):
        bare = line.lstrip(" \t")
        if bare and len(line) - len(bare) < indent and not bare.startswith("#"):
            return bare
    return ""


def can_rename(name: str, new: str, scope: Scope, module: Module, exported: bool = True) -> bool:
    """Whether all uses of `name`, bound by an import in `scope`, may be spelled `new` instead.

    `new` must mean the same wherever `name` is used; nothing may look the old name up at run time or, when
    `exported`, import it from here.
    """
    head = new.split(".")[0]
    for node in uses(name, scope, module):
        if not isinstance(node.ctx, ast.Load):
            return False
        found = module.scope(node).lookup(head)
        if found is not None and not all(b.kind == "import" and b.target == head for b in found[1]):
            return False
    if name in strings(module):
        return False
    return not (exported and scope is module.module_scope and imported_elsewhere(name, module))


def alias_text(alias: ast.alias, name: str | None = None) -> str:
    """An alias as source, under another name if one is given."""
    name = name or alias.name
    return f"{name} as {alias.asname}" if alias.asname and alias.asname != name else name
