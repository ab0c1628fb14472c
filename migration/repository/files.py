"""The Python files of a repository, handed in so that the craft needs no I/O: their texts, and who imports whom.

File keys are mapped to Python module names and back; it is known which directories are packages, and which file an
`import` statement of a given file would have loaded under Python 2 (implicit relative imports included, PEP 328).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable
from functools import cached_property
from posixpath import basename, dirname

from environment.traces import is_document
from migration.source.expressions import is_found
from migration.stdlib.names import STANDARD_MODULES

_WORD = re.compile(r"\w+")
#: An import statement, with the lines it goes on.
_IMPORT = re.compile(
    r"^[ \t]*+(?:from\b[^\n#]*?\bimport[ \t]*\([^)]*|(?:from|import)\b(?:[^\n\\]|\\.)*+)",
    re.MULTILINE | re.DOTALL,
)
_ABSOLUTELY = re.compile(r"(?m)^from[ \t]+__future__[ \t]+import\b[^\n]*\babsolute_import\b")
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


class RepositoryFiles:
    """An immutable view of the repository's Python files.

    `keys` are file keys (paths with `/`, relative to the root), of which text files are left out; `read` returns the
    text of a key and is only called when a rule asks what another file defines.
    """

    def __init__(self, keys: Iterable[str], read: Callable[[str], str] | None = None) -> None:
        self.keys = frozenset(key for key in keys if not is_document(key))
        self._read = read
        self._texts: dict[str, str | None] = {}
        self._kept = 0
        self._matching: dict[re.Pattern[str], bool] = {}
        self._behind: dict[str, dict[str, set[str]]] = {}
        self._absolute: dict[str, str | None] = {}
        self._absolutely: dict[str, bool] = {}

    @cached_property
    def packages(self) -> frozenset[str]:
        """Directories (no trailing slash, '' never) that hold an `__init__.py` and have a name that can be imported."""
        found = (dirname(k) for k in self.keys if k.endswith("/__init__.py"))
        return frozenset(d for d in found if basename(d).isidentifier())

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
            self._matching[pattern] = any(is_found(pattern, self.text(key) or "") for key in self.keys)
        return self._matching[pattern]

    def names_behind(self, word: str) -> dict[str, set[str]]:
        """The names that stand behind `word.` in any file, with the keys of those files: all are searched once for each
        word, as the modules of one folder are asked about one by one.
        """
        if word not in self._behind:
            behind = re.compile(rf"{word}\.(?<!\w{word}\.)(?=(\w+))")
            found: dict[str, set[str]] = {}
            for key in self.keys:
                for name in set(behind.findall(self.text(key) or "")):
                    found.setdefault(name, set()).add(key)
            self._behind[word] = found
        return self._behind[word]

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
