"""What the files of a repository show together: their language, whether their strings are octets, what they run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from copy import copy
from functools import cached_property, lru_cache

from migration.dialects.octets import holds_octets, is_program_of_octets, spells_native_beyond_ascii
from migration.dialects.repositories import is_for_python3, is_python2, python2_folders, shows_python2
from migration.repository.bare_imports import loaded_by_bare_name
from migration.repository.files import RepositoryFiles

#: A word before an opening bracket, in the text read backwards: brackets are found at once, words are everywhere.
_CALL = re.compile(r"\([ \t]*+(\w++)")
#: A line that runs code from a string, or compiles it.
_RUNS = re.compile(
    r"[ \t]*exec\b|.*?(?:\bexecfile\(|\bcompile\(.*['\"]exec['\"]|\bexec\(|\bsys\.executable\b)"
)
#: A text of several lines that a name is given.
_LONG_TEXT = re.compile(r"= ?[rRuU]{0,2}(\"\"\"|''')(?:(?!\1)[^\\]|\\.)*+\1", re.DOTALL)
#: A program of so few files is one thing: what half of them show holds for all.
_SMALL = 5
#: Of so many it is presumed, where nothing shows for which language they are, that they are what is to be migrated.
_PRESUMED = 20


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


class RepositoryIndex(RepositoryFiles):
    """The files, and what is read in all of them at once, when it is first asked for."""

    def __init__(self, keys: Iterable[str], read: Callable[[str], str] | None = None) -> None:
        super().__init__(keys, read)
        self._called: dict[str, frozenset[str]] = {}
        self._otherwise: RepositoryIndex | None = None

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
    def spells_natively(self) -> bool:
        """Whether native literals of any file hold other characters than those of ASCII, as they are."""
        return any(spells_native_beyond_ascii(self.text(key) or "") for key in self.keys)

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
