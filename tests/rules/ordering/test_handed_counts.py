"""Methods that hand on what writing gave."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "handed_counts"
CLASS = (
    "class Wrapped(object):\n"
    "    def _write(self, text):\n"
    "        {give}self.file.write(text)\n"
    "    def flush(self):\n"
    "        left = self._write(self.buffer)\n"
    "        {asks}\n"
)
ASKS = "if left is None: self.buffer = ''"


@pytest.mark.parametrize(
    "asks",
    [ASKS, "if left is not None: self.buffer = left", "if left: raise IOError(left)"],
)
def test_gives_nothing(asks):
    before, after = (CLASS.format(give=give, asks=asks) for give in ("return ", ""))
    check_rule(RULE, before, after, python2=True)


def test_is_asked_by_a_base():
    base = "class Base(object):\n    def flush(self):\n        left = self._write(1)\n        if left: raise IOError\n"
    heir = "class Heir(Base):\n    def _write(self, x):\n        if not x: return None\n        {}self.file.write(x)\n"
    check_rule(RULE, base + heir.format("return "), base + heir.format(""), python2=True)


@pytest.mark.parametrize(
    "text",
    [
        CLASS.format(give="return ", asks="self.count += left"),
        CLASS.format(give="return ", asks="if left is None or left < 5: self.buffer = ''"),
        CLASS.format(give="return ", asks="if left is not None: self.buffer = self.buffer[left:]"),
        CLASS.format(give="return ", asks="if left: self.count = 1"),
        CLASS.format(give="return ", asks=ASKS).replace("write(text)", "write(text, 1)"),
        CLASS.format(give="return ", asks=ASKS).replace("self.file.", "os."),
        CLASS.format(give="return ", asks=ASKS).replace("self._write(", "other._write("),
        CLASS.format(give="return ", asks=ASKS).replace("    def _write", "    @logged\n    def _write"),
        CLASS.format(give="if not text: return len(text)\n        return ", asks=ASKS),
        CLASS.format(give="return ", asks=ASKS)
        + "class Part(object):\n    def write(self, text):\n        self.all += text\n\n        return self.rest()\n",
        CLASS.format(give="return ", asks=ASKS)
        + "class Part(object):\n    def write(self, text, more=False):\n        return len(text)\n",
        CLASS.format(give="return ", asks=ASKS) + "        self.count += self._write(1)\n",
        "import io\n" + CLASS.format(give="return ", asks=ASKS),
        "from io import BytesIO\n" + CLASS.format(give="return ", asks=ASKS),
        "import os, serial\n" + CLASS.format(give="return ", asks=ASKS),
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, CLASS.format(give="return ", asks=ASKS))


@pytest.mark.parametrize(
    ("answer", "kept"), [("return self.rest", True), ("return self.file.write(text)", False), ("pass", False)]
)
def test_asks_the_other_files(answer, kept):
    text = "print 'a'\n" + CLASS.format(give="return ", asks=ASKS)
    other = (
        f"class Part:\n    def write(self, text):\n        {answer}\n    def rest(self):\n        return 1\n"
    )
    index = RepositoryIndex(["a.py", "b.py"], {"a.py": text, "b.py": other}.get)
    assert ("return self.file.write" in migrate(text, "a.py", index).text) == kept


def test_all_of_a_buffer_is_written():
    text = (
        "from StringIO import StringIO\n"
        + CLASS.format(give="return ", asks="if left: raise IOError, left")
        + "wrapped = Wrapped()\nwrapped.file, wrapped.buffer = StringIO(), 'ab'\nwrapped.flush()\n"
        "shown = wrapped.file.getvalue()\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["shown"] == "ab"
