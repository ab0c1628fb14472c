"""What Python 3 says otherwise when it raises: names and messages of its own exceptions in what examples show.

Each pair was provoked under CPython 2.7.18 and 3.11.7.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Iterator

from migration.engine.examples import code_of, exception_shown, ignoring_detail, respelled, shows_traceback

#: Aliases of OSError by now, and what is raised for some numbers of errors (PEP 3151).
_SYSTEM_ERRORS = frozenset(["IOError", "EnvironmentError", "WindowsError", "OSError"])
_BY_NUMBER = {
    errno.ENOENT: "FileNotFoundError",
    errno.EEXIST: "FileExistsError",
    errno.ENOTDIR: "NotADirectoryError",
    errno.EISDIR: "IsADirectoryError",
    errno.EACCES: "PermissionError",
    errno.EPERM: "PermissionError",
    errno.ESRCH: "ProcessLookupError",
    errno.ECHILD: "ChildProcessError",
    errno.EPIPE: "BrokenPipeError",
    errno.ECONNREFUSED: "ConnectionRefusedError",
    errno.ECONNRESET: "ConnectionResetError",
    errno.ETIMEDOUT: "TimeoutError",
    errno.EINTR: "InterruptedError",
}
_NUMBER = re.compile(r": \[Errno (\d+)\]")
_MISSING = re.compile(r": No module named ['\"]?([\w.]+)")
_IMPORTS = re.compile(r"(?m)^(?:import|from)\b|__import__\(")
_ARGUMENTS = r"[\w<>]+\(\) takes (?:exactly|at least|at most|no) .*"
#: By the exception's name: a message of Python 2, and Python 3's where it says the same in other words (else None:
#: it says something that only a run knows).
_WORDED: dict[str, list[tuple[str, str | None]]] = {
    "TypeError": [
        (r"cannot concatenate 'str' and '(\w+)' objects", r'can only concatenate str (not "\1") to str'),
        (
            r"'(\w+)' object (?:has no attribute '__getitem__'|does not support indexing|is unsubscriptable)",
            r"'\1' object is not subscriptable",
        ),
        (r"(sequence item \d+): expected string, (\w+) found", r"\1: expected str instance, \2 found"),
        (r"got multiple values for keyword argument", r"got multiple values for argument"),
        (r"(list|tuple) indices must be integers, not", r"\1 indices must be integers or slices, not"),
        (r"object\(\) takes no parameters", r"object() takes no arguments"),
        (_ARGUMENTS, None),
        (r"[\w<>]+\(\) got an unexpected keyword argument", None),
        (r"this constructor takes no arguments", None),
        (r"unbound method \w+\(\) must be called", None),
        (r"iteration over non-sequence", None),
        (r"'\w+' object is not iterable", None),
        (r"expected string or buffer", None),
        (r"coercing to Unicode: need string or buffer", None),
        (r"string indices must be integers", None),
        (r"%\w format: a number is required", None),
        (r"(?:int|float|long)\(\) argument must be a string or a number", None),
        (r"(?:isinstance|issubclass)\(\) arg \d must be", None),
        (r"Can't instantiate abstract class", None),
    ],
    "NameError": [(r"global name '(\w+)' is not defined", r"name '\1' is not defined")],
    "UnboundLocalError": [(r"local variable '\w+' referenced before assignment", None)],
    "AttributeError": [
        (r"(\w+) instance has no attribute '", r"'\1' object has no attribute '"),
        (r"class (\w+) has no attribute '", r"type object '\1' has no attribute '"),
        (r"'module' object has no attribute '", None),
        (r"can't (?:set|delete) attribute", None),
    ],
    "ZeroDivisionError": [
        (r"(?:integer|long) division or modulo by zero|float divmod\(\)|float division", None),
    ],
    "ValueError": [
        (r"could not convert string to float: (?!')(.*\S)", r"could not convert string to float: '\1'"),
        (r"need more than \d+ values? to unpack", None),
        (r"too many values to unpack", None),
        (r"chr\(\) arg not in range", None),
    ],
    "ImportError": [(r"cannot import name", None)],
    "UnicodeEncodeError": [(r"can't encode character u'", r"can't encode character '")],
}
_MESSAGES = {name: [(re.compile(old), new) for old, new in pairs] for name, pairs in _WORDED.items()}

#: What is said of any name, in other words: to be looked for in all that a program says.
RENAMED_MESSAGES = (
    (re.compile(r"\bglobal name '(\w+)' is not defined"), r"name '\1' is not defined"),
    (re.compile(r"(?<![%\w])(\w+) instance has no attribute '"), r"'\1' object has no attribute '"),
)


def reworded(example: re.Match[str], imports: bool = False) -> Iterator[tuple[int, int, str]]:
    """What is to be replaced (from, to, by what) where an example is to raise an exception of Python's own: its name,
    its message, and behind the example that the rest of the message is not compared.

    A program may word its own exceptions like that: so the message is never compared where it was in Python 2's words.
    `imports`: what the example calls is known to import.
    """
    found = exception_shown(example)
    if found is None:
        return
    name, (first, last) = found[1], found.span(1)
    line_end = example.string.find("\n", last)
    end = example.end() if line_end < 0 else min(line_end, example.end())
    message = example.string[last:end]
    if name in _SYSTEM_ERRORS:
        number = _NUMBER.match(message)
        system_error = _BY_NUMBER.get(int(number[1]), "OSError") if number else "OSError"
        if system_error != name:
            yield first, last, system_error
    elif name == "ImportError" and _MISSING.match(message) and (imports or _IMPORTS.search(code_of(example))):
        yield first, last, "ModuleNotFoundError"
        yield from _ignoring(example)
    for pattern, new in _MESSAGES.get(name, ()):
        worded = pattern.search(message)
        if worded is None:
            continue
        if new is not None:
            yield last + worded.start(), last + worded.end(), worded.expand(new)
        yield from _ignoring(example)
        return


def _ignoring(example: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    told = ignoring_detail(example)
    if told:
        yield example.start("shown"), example.start("shown"), told


def said_now(
    example: re.Match[str],
    characters: Callable[[str, int, int], Iterator[tuple[int, int, str]]],
    imports: bool = False,
) -> Iterator[tuple[int, int, str]]:
    """What is to be replaced in what an example shows: the words of an exception of Python's own, or else how values
    are spelled (`characters`: see `respelled`; `imports`: see `reworded`).
    """
    words = [*reworded(example, imports)] if shows_traceback(example) else []
    yield from words
    if not any(end > start for start, end, _ in words):
        yield from respelled(example, characters)
