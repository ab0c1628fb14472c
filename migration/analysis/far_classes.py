"""What a class has from bases in other files of the repository, by their texts alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from migration.analysis.classes import foreign_bases, local_bases
from migration.analysis.names import in_repository, memory
from migration.repository.files import absolute_name
from migration.repository.index import RepositoryIndex
from migration.view.module import Module

#: Classes passed on the way; longer chains are not followed.
_DEPTH = 4
#: Lines that are read of a value.
_LINES = 20
_CLASS = re.compile(
    r"^class[ \t]+(\w+)[ \t]*(?:\(([^()]*)\))?[ \t]*:[^\n]*\n((?:[ \t][^\n]*\n|[ \t]*#[^\n]*\n|\s*\n)*)", re.M
)
_BEGINS = re.compile(r"^([ \t]+)(\w+)[ \t]*=[ \t]*([^\n#=][^\n#]*?)[ \t]*(?:#.*)?$", re.MULTILINE)
_INIT = re.compile(r"^([ \t]+)def[ \t]+__init__\b.*\n((?:\1[ \t].*\n|\s*\n)*)", re.MULTILINE)
_IMPORTED = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+)?import[ \t]+([\w., \t]+)$", re.MULTILINE)
_STARRED = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]*\*", re.MULTILINE)
#: The indentation of a body.
_LEVEL = re.compile(r"\s*?\n?([ \t]+)\S")
_METHOD = re.compile(r"^([ \t]+)def[ \t]+(\w+)\b.*\n((?:\1[ \t].*\n|\s*\n)*)", re.MULTILINE)
#: Where a metaclass is set, for a class or for all of a file.
_METACLASS = re.compile(r"^[ \t]*__metaclass__[ \t]*=", re.MULTILINE)
_METACLASS_OF_FILE = re.compile(r"^(?:__metaclass__[ \t]*=|.*\bimport\b.*\b__metaclass__)", re.MULTILINE)
_read: WeakKeyDictionary[RepositoryIndex, dict[str, dict[str, tuple[str, str]]]] = WeakKeyDictionary()


class FarBase(NamedTuple):
    """A class that another one derives from, here or in other files: its dotted name where it is the library's or
    unknown, and the body of its definition where it is one of another file of the repository.
    """

    name: str
    body: str

    def methods(self) -> dict[str, str]:
        """What the methods that its body defines do, as text."""
        first = _METHOD.search(self.body)
        found = _METHOD.findall(self.body) if first is not None else ()
        return {name: done for indent, name, done in found if first is not None and indent == first[1]}


def far_bases(owner: ast.ClassDef, module: Module) -> list[FarBase]:
    """What a class and its bases of this file derive from in other files, there and further on."""
    index, key = module.facts.index, module.facts.key
    found = [far for base in foreign_bases(owner, module) for far in far_class(base, module)]
    for name in _unbound_bases(owner, module):
        given = _from_star(name, key, index)
        found += _far(name, given, index, _DEPTH) if given else []
    return found


def far_class(dotted: str, module: Module) -> list[FarBase]:
    """A class by its dotted name, and what it derives from where it is one of another file of the repository."""
    name, file = _place(dotted, module)
    return [*_far(name, file, module.facts.index, _DEPTH)] if file else [FarBase(dotted, "")]


def _place(dotted: str, module: Module) -> tuple[str, str | None]:
    """The last part of a dotted name, and the file of the repository that the rest of it names here."""
    key = module.facts.key
    source, _, name = absolute_name(dotted, key).rpartition(".")
    told = bool(source) and source != "builtins"
    return name, module.facts.index.imported_file(key, source) if told else None


def _unbound_bases(owner: ast.ClassDef, module: Module) -> list[str]:
    """The names of what a class and its bases of this file derive from that nothing in the file binds."""
    bases = (b for one in local_bases(owner, module) for b in one.bases)
    return [b.id for b in bases if isinstance(b, ast.Name) and not module.bindings(b)]


def _from_star(name: str, file: str, index: RepositoryIndex) -> str | None:
    """The last file that `file` imports all names from and that defines a class of that name."""
    sources = _STARRED.findall(index.text(file) or "")
    others = (index.imported_file(file, source) for source in reversed(sources))
    return next((o for o in others if o and o != file and name in _classes(o, index)), None)


def holds_object_of(name: str, pattern: re.Pattern[str], module: Module) -> bool:
    """Whether a name, or an attribute of that name, is given an object somewhere in the repository whose class has
    something that `pattern` finds in its body.
    """
    known = memory(module).setdefault("classes by what they have", {})
    if pattern not in known:
        index = module.facts.index
        keys = [key for key in sorted(index.keys) if pattern.search(index.text(key) or "")]
        bodies = [(called, body) for key in keys for called, (_, body) in _classes(key, index).items()]
        known[pattern] = sorted({called for called, body in bodies if pattern.search(body)})
    made = "|".join(known[pattern])
    given = re.compile(rf"{name}(?<!\w{name})[ \t]*=[ \t]*(?:\w+\.)*(?:{made})\(")
    return bool(made) and in_repository(given, module)


def far_value(owner: ast.expr, attribute: str, module: Module) -> ast.expr | None:
    """What the body of a class of another file gives an attribute, or that of the nearest that it derives from; its
    nodes are none of this file, and what their names mean is not to be asked of it.
    """
    index = module.facts.index
    name, file = _place(module.qualified_name(owner) or "", module)
    if not file and isinstance(owner, ast.Name) and not module.bindings(owner):
        name, file = owner.id, _from_star(owner.id, module.facts.key, index)
    named = rf"(?:\w+[ \t]*=[ \t]*)*{re.escape(attribute)}[ \t]*=(?!=)[ \t]*(?:\w+[ \t]*=(?!=)[ \t]*)*(.*)"
    for base in _far(name, file, index, _DEPTH) if file else ():
        level = _LEVEL.match(base.body)
        found = re.search(rf"^{level[1]}{named}", base.body, re.MULTILINE | re.DOTALL) if level else None
        if found is not None:
            return _expression(found[1].split("\n", _LINES)[:_LINES])
    return None


def _expression(lines: list[str]) -> ast.expr | None:
    """The expression that begins with the first of some lines, as far as it goes."""
    for count in range(1, len(lines) + 1):
        try:
            return ast.parse("({}\n)".format("\n".join(lines[:count])), mode="eval").body
        except (SyntaxError, ValueError):
            continue
    return None


def _far(name: str, file: str, index: RepositoryIndex, depth: int) -> Iterator[FarBase]:
    """A class of a file with all that it derives from; what is imported there from another file is looked up in it."""
    if name not in _classes(file, index):
        given, other = _origin(name, file, index)
        if other and other != file and depth > 0:
            yield from _far(given, other, index, depth - 1)
        return
    bases, body = _classes(file, index)[name]
    yield FarBase("", body)
    for base in filter(None, (b.strip() for b in bases.split(","))):
        called, other = _origin(base, file, index)
        if other and depth > 0:
            yield from _far(called, other, index, depth - 1)
        elif not other:
            yield FarBase(_library_name(base, file, index), "")


def _library_name(base: str, file: str, index: RepositoryIndex) -> str:
    """What a file calls `base`, a class of no file of the repository: a builtin, or what it imports from a module."""
    text = index.text(file) or ""
    if "." in base:
        return base
    for package, names in _IMPORTED.findall(text):
        if package and base in [n.strip() for n in names.split(",")]:
            return f"{package}.{base}"
    return "" if re.search(rf"^{re.escape(base)}[ \t]*=", text, re.MULTILINE) else f"builtins.{base}"


def begins_with_none(base: str, attribute: str, module: Module) -> bool:
    """Whether `base`, the dotted name of a class of another file as this one knows it, has None for an attribute in
    its body, or has it so of a base of its own, and is given nothing else when it is made.
    """
    name, file = _place(base, module)
    return file is not None and _begins(name, attribute, file, module.facts.index, _DEPTH)


def names_old_class(dotted: str, module: Module) -> bool:
    """Whether a text is how Python 2 spelled an old-style class of the repository: by its module, as that is imported
    from whichever folder, and its name. All classes it can mean are old-style, by their texts.
    """
    source, _, name = dotted.rpartition(".")
    if not name.isidentifier() or not all(part.isidentifier() for part in source.split(".")):
        return False
    index, path = module.facts.index, f"/{source.replace('.', '/')}"
    ends = (f"{path}.py", f"{path}/__init__.py")
    known = memory(module).setdefault("old classes by text", {})
    if dotted not in known:
        files = [key for key in index.keys if f"/{key}".endswith(ends) and name in _classes(key, index)]
        known[dotted] = bool(files) and all(_is_old(name, file, index, _DEPTH) for file in files)
    return bool(known[dotted])


def _is_old(name: str, file: str, index: RepositoryIndex, depth: int) -> bool:
    """Whether a class of a file is old-style: all that it derives from is, and none sets a metaclass."""
    text, (bases, body) = index.text(file) or "", _classes(file, index).get(name, ("object", ""))
    if depth < 0 or _METACLASS.search(body) or _METACLASS_OF_FILE.search(text):
        return False
    above = [_origin(base, file, index) for base in map(str.strip, bases.split(",")) if base]
    return all(other and _is_old(called, other, index, depth - 1) for called, other in above)


def _begins(name: str, attribute: str, file: str, index: RepositoryIndex, depth: int) -> bool:
    bases, body = _classes(file, index).get(name, ("", ""))
    if not body or any(f"self.{attribute} =" in made for _, made in _INIT.findall(body)):
        return False
    values = [v for _, called, v in _level(body) if called == attribute]
    if values:
        return values == ["None"]
    return depth > 0 and any(
        _begins(last, attribute, other, index, depth - 1)
        for last, other in (_origin(b.strip(), file, index) for b in bases.split(","))
        if other
    )


def _level(body: str) -> list[tuple[str, str, str]]:
    """The assignments of a class's body, at its own level."""
    lines = _BEGINS.findall(body)
    first = _LEVEL.match(body)
    return [line for line in lines if first is not None and line[0] == first[1]]


def _origin(base: str, file: str, index: RepositoryIndex) -> tuple[str, str]:
    """The name of a class, and the file of the repository that it is from; "" for any other."""
    source, _, name = base.rpartition(".")
    if not source and name in _classes(file, index):
        return name, file
    for package, names in _IMPORTED.findall(index.text(file) or ""):
        given = [n.strip() for n in names.split(",")]
        if (source or name) not in given:
            continue
        dotted = ".".join(p for p in (package, source) if p) if source else package
        return name, (index.imported_file(file, dotted) if dotted else None) or ""
    return name, (None if source else _from_star(name, file, index)) or ""


def _classes(file: str, index: RepositoryIndex) -> dict[str, tuple[str, str]]:
    """The bases and the body of each class of a file."""
    known = _read.setdefault(index, {})
    if file not in known:
        found = _CLASS.finditer(f"{index.text(file) or ''}\n")
        known[file] = {m[1]: (m[2] or "", m[3]) for m in found}
    return known[file]
