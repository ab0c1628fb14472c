"""What is known about the other files of the repository, handed in so that the craft needs no I/O.

The index maps file keys to Python module names and back, knows which directories are packages, and answers
which file an `import` statement of a given file would have loaded under Python 2 (implicit relative imports
included, PEP 328).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable
from copy import copy
from functools import cached_property, lru_cache
from posixpath import basename, dirname

from environment.traces import is_document
from migration.bare_imports import loaded_by_bare_name
from migration.octets import holds_octets, is_program_of_octets
from migration.repository_dialect import is_for_python3, is_python2, python2_folders, shows_python2
from migration.stdlib_names import STANDARD_MODULES

_WORD = re.compile(r"\w+")
#: A word before an opening bracket, in the text read backwards: brackets are found at once, words are everywhere.
_CALL = re.compile(r"\([ \t]*+(\w++)")
#: A line that runs code from a string, or compiles it.
_RUNS = re.compile(
    r"[ \t]*exec\b|.*?(?:\bexecfile\(|\bcompile\(.*['\"]exec['\"]|\bexec\(|\bsys\.executable\b)"
)
#: A text of several lines that a name is given.
_LONG_TEXT = re.compile(r"= ?[rRuU]{0,2}(\"\"\"|''')(?:(?!\1)[^\\]|\\.)*+\1", re.DOTALL)
#: An import statement, with the lines it goes on.
_IMPORT = re.compile(
    r"^[ \t]*+(?:from\b[^\n#]*?\bimport[ \t]*\([^)]*|(?:from|import)\b(?:[^\n\\]|\\.)*+)",
    re.MULTILINE | re.DOTALL,
)
_ABSOLUTELY = re.compile(r"(?m)^from[ \t]+__future__[ \t]+import\b[^\n]*\babsolute_import\b")
#: A program of so few files is one thing: what half of them show holds for all.
_SMALL = 5
#: Of so many it is presumed, where nothing shows for which language they are, that they are what is to be migrated.
_PRESUMED = 20
#: Characters of files that one index keeps, so that rules that ask about all files read each of them once.
_KEPT = 64_000_000
#: Of all indexes, for those that are handed to other processes: a lock of their own could not be.
_READING = threading.RLock()


def absolute_name(dotted: str, key: str) -> str:
    """A module's name without the dots of a relative import in file `key`, as seen from the root."""
    level = len(dotted) - len(dotted.lstrip("."))
    if not level:
        return dotted
    folder = dirname(key)
    for _ in range(level - 1):
        folder = dirname(folder)
    return ".".join(filter(None, [folder.replace("/", "."), dotted.lstrip(".")]))


@lru_cache(maxsize=2)
def runs_code(text: str) -> bool:
    """Whether a file runs code from strings, or compiles it. Only lines with a word of it are looked at, and none of
    texts that names are given.
    """
    return _has_line_that_runs(text) and _has_line_that_runs(_LONG_TEXT.sub("", text))


def _has_line_that_runs(text: str) -> bool:
    place = text.find("exec")
    while place >= 0:
        if _RUNS.match(text, text.rfind("\n", 0, place) + 1):
            return True
        end = text.find("\n", place)
        place = text.find("exec", end) if end >= 0 else -1
    return False


class RepositoryIndex:
    """An immutable view of the repository's Python files.

    `keys` are file keys (paths with `/`, relative to the root), of which text files are left out; `read` returns the
    text of a key and is only called when a rule asks what another file defines.
    """

    def __init__(self, keys: Iterable[str], read: Callable[[str], str] | None = None) -> None:
        self.keys = frozenset(key for key in keys if not is_document(key))
        self._read = read
        self._texts: dict[str, str | None] = {}
        self._kept = 0
        self._called: dict[str, frozenset[str]] = {}
        self._matching: dict[re.Pattern[str], bool] = {}
        self._absolute: dict[str, str | None] = {}
        self._absolutely: dict[str, bool] = {}
        self._otherwise: RepositoryIndex | None = None

    @cached_property
    def packages(self) -> frozenset[str]:
        """Directories (no trailing slash, '' never) that hold an `__init__.py` and have a name that can be imported."""
        found = (dirname(k) for k in self.keys if k.endswith("/__init__.py"))
        return frozenset(d for d in found if basename(d).isidentifier())

    @cached_property
    def _python2_folders(self) -> frozenset[str]:
        found = python2_folders(self.keys, self.text)
        if "" in found or not self.is_small or len(self.keys) < 2 or not self._showing:
            return found
        # In a small repository what fails for certain in Python 3 is enough, where no other file is of that language.
        others = self.keys - self._showing
        return found if any(is_for_python3(self.text(k) or "", k) for k in others) else found | {""}

    @cached_property
    def octets(self) -> bool:
        """Whether native strings hold octets throughout, so that they stay text (of Latin-1) in Python 3."""
        texts = [self.text(key) or "" for key in self.keys]
        if not self.packages:
            return is_program_of_octets(texts, lambda: self._is_for_python2)
        own_codecs = any(key.endswith("/codecs.py") for key in self.keys)
        if holds_octets(texts, own_codecs, lambda: self._is_for_python2):
            return True
        # What only presumption takes for Python 2 is not read by what octets meant there.
        small = self.is_small and bool(self._showing)
        return small and is_program_of_octets(texts, lambda: self._is_for_python2, packaged=True)

    @cached_property
    def _showing(self) -> frozenset[str]:
        """The files that show that only Python 2 can run them."""
        return frozenset(k for k in self.keys if shows_python2(self.text(k) or "", k, self.keys))

    @property
    def _is_for_python2(self) -> bool:
        """Whether half of the files, at least, show that only Python 2 can run them."""
        return bool(self._showing) and len(self._showing) * 2 >= len(self.keys)

    @cached_property
    def runs_code(self) -> bool:
        """Whether the repository runs code from strings, or compiles it."""
        return any(runs_code(self.text(key) or "") for key in self.keys)

    @cached_property
    def converted(self) -> bool:
        """Whether the setup script has 2to3 run over the sources when they are installed under Python 3."""
        return "use_2to3" in (self.text("setup.py") or "")

    def taken_for(self, octets: bool) -> RepositoryIndex:
        """The same files, their native strings taken for octets throughout, or for text and octets place by place."""
        if octets == self.octets:
            return self
        if self._otherwise is None:
            self._otherwise = copy(self)
            self._otherwise.__dict__["octets"] = octets
        return self._otherwise

    def read_dialects(self) -> None:
        """Read all files once, before the first of them is written: from then on the verdict stands."""
        for key in self.keys:
            self.text(key)
        _ = self._python2_folders
        _ = self.octets

    def is_python2(self, key: str, text: str) -> bool:
        """Whether the files around `key` are Python 2's, and `text` is the file as it stands among them."""
        if len(self.keys) < 2 or self.text(key) != text:
            return False
        return self.is_in_python2(key)

    def is_in_python2(self, key: str) -> bool:
        """Whether the files around `key` are Python 2's, by their syntax, or as a small program of octets."""
        if is_python2(key, self._python2_folders):
            return True
        return self.is_one_program and not self.packages and self.octets and self._is_for_python2

    def is_presumed_python2(self, key: str, text: str) -> bool:
        """Whether the repository is a small program in which nothing shows either language, and `text` is the file as
        it stands in it: then it is what it is migrated from.
        """
        if not self.is_small or self.octets or self.text(key) not in (None, text):
            return False
        return not self._is_for_python3 and not is_for_python3(text, key)

    @property
    def is_one_program(self) -> bool:
        """Whether the repository is of so few files that what some of them show holds for all."""
        return len(self.keys) <= _SMALL

    @property
    def is_small(self) -> bool:
        """Whether the repository is of so few files that what none of them shows is presumed."""
        return len(self.keys) <= _PRESUMED

    @cached_property
    def _is_for_python3(self) -> bool:
        return any(is_for_python3(self.text(key) or "", key) for key in self.keys)

    def text(self, key: str) -> str | None:
        """The text of another file, or None when it is not in the index or can't be read."""
        if key in self._texts:
            return self._texts[key]
        if self._read is None or key not in self.keys:
            return None
        # Files are worked on in several threads, and looks at texts are counted: each text is read by one of them.
        with _READING:
            if key in self._texts:
                return self._texts[key]
            try:
                text: str | None = self._read(key)
            except (OSError, ValueError, LookupError, SyntaxError):
                text = None
            self._kept += len(text or "")
            if self._kept <= _KEPT:
                self._texts[key] = text
            return text

    def matches(self, pattern: re.Pattern[str]) -> bool:
        """Whether `pattern` is found in any file: each file is searched once for it."""
        if pattern not in self._matching:
            self._matching[pattern] = any(pattern.search(self.text(key) or "") for key in self.keys)
        return self._matching[pattern]

    def has_package(self, name: str) -> bool:
        """Whether a package of that name is among the files; a folder of that name for plugins is none."""
        return any(basename(folder) == name for folder in self.packages)

    def importers(self, key: str) -> tuple[str, ...]:
        """Keys of the other files in whose import statements the module's own name stands, sorted."""
        stem = basename(key.removesuffix("/__init__.py").removesuffix(".py"))
        return tuple(other for other in self._importers.get(stem, ()) if other != key)

    @cached_property
    def _importers(self) -> dict[str, list[str]]:
        importers: dict[str, list[str]] = {}
        for key in sorted(self.keys):
            statements = " ".join(_IMPORT.findall(self.text(key) or ""))
            for word in set(_WORD.findall(statements)):
                importers.setdefault(word, []).append(key)
        return importers

    @cached_property
    def loaded_by_bare_name(self) -> frozenset[str]:
        """Keys of modules of packages that are loaded as modules of no package, too."""
        return loaded_by_bare_name(self)

    def called_in(self, key: str) -> frozenset[str]:
        """The words before an opening bracket in a file: what it calls, and what it defines."""
        if key not in self._called:
            backwards = set(_CALL.findall((self.text(key) or "")[::-1]))
            self._called[key] = frozenset(word[::-1] for word in backwards)
        return self._called[key]

    def module_file(self, directory: str, dotted: str) -> str | None:
        """The file key of module `dotted` looked up from `directory` ('' for the root), or None."""
        stem = "/".join(filter(None, [directory, *dotted.split(".")]))
        for key in (f"{stem}/__init__.py", f"{stem}.py"):
            if key in self.keys:
                return key
        return None

    def implicit_relative(self, key: str, dotted: str) -> str | None:
        """The file that `import dotted` inside `key` means by Python 2's implicit relative rule, or None.

        Only a module *inside a package* has implicit relative imports; a script's own directory is on sys.path
        in both languages.
        """
        directory = dirname(key)
        if directory not in self.packages:
            return None
        found = self.module_file(directory, dotted) or self.module_file(directory, dotted.split(".")[0])
        # A module that imports itself is found as well: but who names a standard one that his own hides means that.
        return None if found == key and dotted.split(".")[0] in STANDARD_MODULES else found

    def imported_file(self, key: str, dotted: str) -> str | None:
        """The file that a module is in which file `key` imports as `dotted` (with the dots of a relative import): the
        one beside it, where that is not asked to be left out, or else an absolute one; None when it is not in the
        repository.
        """
        name, folder = absolute_name(dotted, key), dirname(key)
        beside = None
        if folder not in self.packages or not self._imports_absolutely(key):
            beside = self.module_file(folder, name)
        return beside or self.absolute(name)

    def _imports_absolutely(self, key: str) -> bool:
        """Whether a file says that it imports nothing from beside it without saying so."""
        if key not in self._absolutely:
            self._absolutely[key] = _ABSOLUTELY.search(self.text(key) or "") is not None
        return self._absolutely[key]

    def roots(self) -> list[str]:
        """Directories from which absolute imports may start: the root, and parents of top-level packages."""
        return list(self._roots)

    @cached_property
    def _roots(self) -> tuple[str, ...]:
        tops = {dirname(p) for p in self.packages if dirname(p) not in self.packages}
        plain = {dirname(k) for k in self.keys if dirname(k) not in self.packages}
        return tuple(sorted({"", *tops, *plain}, key=lambda d: (d.count("/"), d)))

    def absolute(self, dotted: str) -> str | None:
        """The file key that an absolute import of `dotted` loads, tried from each root, or None (not ours)."""
        if dotted not in self._absolute:
            found = (self.module_file(root, dotted) for root in self._roots)
            self._absolute[dotted] = next(filter(None, found), None)
        return self._absolute[dotted]
