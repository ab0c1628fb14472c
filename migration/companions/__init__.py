"""Stand-ins for standard modules that Python 3 does not have: files that go along with a migrated program.

Each module here is written for Python 3 with the interface of the one it replaces, and is copied as it is, next to
the program that imports it: inside its outermost package, so that it is installed with it, or beside a lone module.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from posixpath import basename, dirname

from migration.repository.index import RepositoryIndex
from migration.source.words import words_of

#: The modules that have a stand-in here, with those of them that each one needs itself.
NAMES: dict[str, tuple[str, ...]] = {
    "sgmllib": (),
    "compiler": (),
    "rfc822": (),
    "mimetools": ("rfc822",),
    "dircache": (),
    "fpformat": (),
    "mutex": (),
    "popen2": (),
    "formatter": (),
    "htmllib": ("sgmllib",),
    "MimeWriter": ("mimetools",),
    "multifile": (),
    "python2_ast": (),
}


@lru_cache(maxsize=16)
def source(name: str) -> str:
    """The text of the stand-in for module `name`."""
    return files(__package__).joinpath(f"{name}.py").read_text(encoding="utf-8")


def may_offer(name: str, wanted: str) -> bool:
    """Whether the stand-in for module `name` may have something called `wanted`: where no word of it is, it has not."""
    return wanted == "*" or wanted in words_of(source(name))


def place(name: str, key: str, index: RepositoryIndex) -> tuple[str, str]:
    """Where the stand-in for `name` lies when file `key` needs it: its file key, and its dotted name."""
    directory = dirname(key)
    if directory not in index.packages:
        return "/".join(filter(None, [directory, f"{name}.py"])), name
    top = directory
    while dirname(top) in index.packages:
        top = dirname(top)
    return f"{top}/{name}.py", f"{basename(top)}.{name}"


def package_of(name: str, key: str, index: RepositoryIndex) -> str:
    """The package that file `key` imports the stand-in for `name` from: '', its dotted name, or dots.

    Where the package is all there is, or lies in a folder that is one under a name still unknown, nothing tells what
    it will be called: what it holds is reached from where the file is. So it is where a setup script calls the folder
    otherwise, and where a module beside the file has the package's name.
    """
    file, dotted = place(name, key, index)
    top = dirname(file)
    if top in index.packages:
        above = "/".join(filter(None, [dirname(top), "__init__.py"]))
        unknown = above in index.keys or all(other.startswith(f"{top}/") for other in index.keys)
        if unknown or index.implicit_relative(key, basename(top)) or _is_installed_otherwise(top, index):
            return "." * (1 + dirname(key).count("/") - top.count("/"))
    return dotted.rpartition(".")[0]


def _is_installed_otherwise(folder: str, index: RepositoryIndex) -> bool:
    """Whether a setup script says of a package that it lies in a folder of another name: `package_dir={'p': 'lib'}`."""
    setup = index.text("/".join(filter(None, [dirname(folder), "setup.py"]))) or ""
    if "package_dir" not in setup:
        return False
    mapped = re.findall(rf"""['"]([\w.]*)['"]\s*:\s*['"](?:\./)?{re.escape(basename(folder))}/?['"]""", setup)
    return any(package != basename(folder) for package in mapped)


def inside(package: str, name: str) -> str:
    """How the stand-in for `name` is called in an import from `package`."""
    return f"{package}{name}" if not package.strip(".") else f"{package}.{name}"


def needed(text: str, key: str, index: RepositoryIndex) -> dict[str, str]:
    """The stand-ins, file key → text, that the migrated `text` of file `key` imports and the repository lacks."""
    found: dict[str, str] = {}
    pending = [n for n in NAMES if n in text and _is_imported(n, text, key, index)]
    while pending:
        name = pending.pop()
        file = place(name, key, index)[0]
        if file not in index.keys and file not in found:
            found[file] = source(name)
            pending += NAMES[name]
    return found


def _is_imported(name: str, text: str, key: str, index: RepositoryIndex) -> bool:
    if _imports(text, place(name, key, index)[1].rpartition(".")[0], name):
        return True
    package = package_of(name, key, index)
    # What was imported from there before is no stand-in.
    return (
        package[:1] == "."
        and _imports(text, package, name)
        and not _imports(index.text(key) or "", package, name)
    )


def _imports(text: str, package: str, name: str) -> bool:
    dotted = inside(package, name)
    forms = [rf"from[ \t]+{re.escape(dotted)}[ \t]+import\b"]
    if package[:1] != ".":
        forms.append(rf"import[ \t][^\n#]*\b{re.escape(dotted)}\b")
    if package:
        forms.append(rf"from[ \t]+{re.escape(package)}[ \t]+import[ \t]+{name}\b")
    return re.search(rf"^[ \t]*(?:{'|'.join(forms)})", text, re.MULTILINE) is not None
