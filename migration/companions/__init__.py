"""Stand-ins for standard modules that Python 3 does not have: files that go along with a migrated program.

Each module here is written for Python 3 with the interface of the one it replaces, and is copied as it is, next to
the program that imports it: inside its outermost package, so that it is installed with it, or beside a lone module.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from posixpath import basename, dirname

from migration.repository_index import RepositoryIndex

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
}


@lru_cache(maxsize=16)
def source(name: str) -> str:
    """The text of the stand-in for module `name`."""
    return files(__package__).joinpath(f"{name}.py").read_text(encoding="utf-8")


def place(name: str, key: str, index: RepositoryIndex) -> tuple[str, str]:
    """Where the stand-in for `name` lies when file `key` needs it: its file key, and its dotted name."""
    directory = dirname(key)
    if directory not in index.packages:
        return "/".join(filter(None, [directory, f"{name}.py"])), name
    top = directory
    while dirname(top) in index.packages:
        top = dirname(top)
    return f"{top}/{name}.py", f"{basename(top)}.{name}"


def needed(text: str, key: str, index: RepositoryIndex) -> dict[str, str]:
    """The stand-ins, file key → text, that the migrated `text` of file `key` imports and the repository lacks."""
    found: dict[str, str] = {}
    pending = [n for n in NAMES if n in text and _imports(text, place(n, key, index)[1])]
    while pending:
        name = pending.pop()
        file = place(name, key, index)[0]
        if file not in index.keys and file not in found:
            found[file] = source(name)
            pending += NAMES[name]
    return found


def _imports(text: str, dotted: str) -> bool:
    package, _, name = dotted.rpartition(".")
    forms = [rf"import[ \t][^\n#]*\b{re.escape(dotted)}\b", rf"from[ \t]+{re.escape(dotted)}[ \t]+import\b"]
    if package:
        forms.append(rf"from[ \t]+{re.escape(package)}[ \t]+import[ \t]+{name}\b")
    return re.search(rf"^[ \t]*(?:{'|'.join(forms)})", text, re.MULTILINE) is not None
