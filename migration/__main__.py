"""`python -m migration`: the rules alone, on files and folders. Shows a diff; writes only with -w.

Runs no code.
"""

from __future__ import annotations

import argparse
import difflib
import logging
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from migration.draft import Dialect
from migration.engine import migrate
from migration.outcome import Outcome
from migration.registry import all_rules
from migration.repository_index import RepositoryIndex
from migration.source_text import UndecodableError, decode

EXIT_DONE, EXIT_OPEN, EXIT_USAGE = 0, 1, 2
_SHEBANG = re.compile(rb"#![^\n]*\bpython[\d.]*\b")
#: Folders that hold no source of the project.
_NOT_WALKED = frozenset(["__pycache__", "node_modules", "site-packages"])
#: From this many files on, several processes are worth their start.
_PARALLEL_FROM = 20
_LOG = logging.getLogger(__name__)

EXAMPLES = """examples:
  python -m migration src/                 show what would change
  python -m migration -w src/ setup.py     change it
  python -m migration --explain src/a.py   say what was found, done and left open
  python -m migration --list               list the rules by family

exit status: 0 nothing to do or done, 1 something left open or unreadable, 2 wrong use"""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one file: `problem` when it could not be read or written, else `outcome`."""

    path: Path
    original: str = ""
    outcome: Outcome | None = None
    problem: str = ""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    result = argparse.ArgumentParser(
        prog="python -m migration",
        description="Migrate Python 2 files to Python 3 by rules alone. Prints a diff; no code is run.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    result.add_argument("paths", nargs="*", metavar="PATH", help="a file, or a folder to walk")
    result.add_argument(
        "-w", "--write", action="store_true", help="write the files instead of showing a diff"
    )
    result.add_argument(
        "--target-python", default="3.11", type=_version, metavar="X.Y", help="version to migrate to (3.11)"
    )
    result.add_argument("--list", action="store_true", help="list the rules by family")
    result.add_argument(
        "--explain", metavar="FILE", help="say line by line what was found, done and left open"
    )
    return result


def _version(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"3\.(\d{1,2})", text)
    if not match or int(match.group(1)) < 6:
        raise argparse.ArgumentTypeError(f"{text!r} is no Python 3 version from 3.6 on; write it as 3.11")
    return 3, int(match.group(1))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status."""
    logging.basicConfig(format="%(levelname)s %(message)s", stream=sys.stderr)
    options = parser().parse_args(arguments)
    if options.list:
        print(rule_list())
        return EXIT_DONE
    if options.explain:
        options.paths.append(options.explain)
    if not options.paths:
        parser().error("name a file or a folder (or --list)")
    paths = [Path(p) for p in options.paths]
    for path in paths:
        if not path.exists():
            parser().error(f"no such file or folder: {path}")
    if options.explain:
        if not paths[-1].is_file():
            parser().error(f"--explain takes a file: {options.explain}")
        return _explain(paths[-1], options.target_python)
    return _migrate_all(paths, options.target_python, options.write)


def _migrate_all(paths: list[Path], target: tuple[int, int], write: bool) -> int:
    problems: list[Result] = []
    index, keys = _index(paths)
    index.read_dialects()
    files = list(keys.items())
    changed = left_open = 0
    new_files: dict[str, str] = {}
    for result in _results(files, index, target, write):
        if result.outcome is None:
            problems.append(result)
            continue
        outcome = result.outcome
        if outcome.text != result.original:
            changed += 1
            if not write:
                sys.stdout.write(_diff(result))
        left_open += bool(outcome.open_sites)
        for site in outcome.open_sites:
            print(f"{result.path}:{site.line}: left open ({site.pattern}): {site.reason}", file=sys.stderr)
        for key, text in outcome.new_files.items():
            new_files[_root(paths) + "/" + key] = text
        for note in outcome.notes:
            _LOG.warning("%s: %s", result.path, note)
    for name, text in new_files.items():
        if write:
            Path(name).write_text(text, encoding="utf-8")
        print(
            f"{os.path.relpath(name)}: stands in for a module that Python 3 does not have; install it with the program",
            file=sys.stderr,
        )
    for result in problems:
        print(f"{result.path}: not migrated: {result.problem}", file=sys.stderr)
    verb = "written" if write else "to change (use -w to write)"
    print(
        f"{len(files)} files read, {changed} {verb}, {left_open} with something left open, "
        f"{len(problems)} unreadable",
        file=sys.stderr,
    )
    return EXIT_OPEN if left_open or problems else EXIT_DONE


def _index(paths: list[Path]) -> tuple[RepositoryIndex, dict[Path, str]]:
    """All Python files under `paths`, with keys relative to the folder they have in common."""
    files = sorted({f for p in paths for f in python_files(p)})
    root = _root(paths)
    keys = {f: os.path.relpath(os.path.abspath(f), root).replace(os.sep, "/") for f in files}
    by_key = {k: f for f, k in keys.items()}
    return RepositoryIndex(keys.values(), partial(_read_key, by_key)), keys


def _root(paths: list[Path]) -> str:
    """The folder given; for files the folder above the outermost package they lie in."""
    folders = []
    for path in paths:
        folder = Path(os.path.abspath(path if path.is_dir() else path.parent))
        while (folder / "__init__.py").is_file() and folder.parent != folder:
            folder = folder.parent
        folders.append(str(folder))
    return os.path.commonpath(folders)


def _read_key(by_key: dict[str, Path], key: str) -> str:
    return decode(by_key[key].read_bytes()).text


def python_files(path: Path) -> Iterator[Path]:
    """Python files under a folder (by suffix or shebang; links out of it are not followed), or the file
    itself.
    """
    if not path.is_dir():
        yield path
        return
    inside = os.path.realpath(path)
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(d for d in folders if d not in _NOT_WALKED and not d.startswith("."))
        for name in sorted(names):
            file = Path(folder, name)
            if file.is_symlink() and not os.path.realpath(file).startswith(inside + os.sep):
                continue
            if file.is_file() and (name.endswith(".py") or ("." not in name and _is_script(file))):
                yield file


def _is_script(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return bool(_SHEBANG.match(stream.read(200)))
    except OSError:
        return False


def _results(
    files: list[tuple[Path, str]], index: RepositoryIndex, target: tuple[int, int], write: bool
) -> Iterator[Result]:
    work = partial(_one, index=index, target=target, write=write)
    workers = min(os.cpu_count() or 1, 8)
    if len(files) < _PARALLEL_FROM or workers < 2:
        yield from map(work, files)
        return
    done = 0
    chunk = max(1, min(16, len(files) // (workers * 4)))
    try:
        with ProcessPoolExecutor(workers) as pool:
            for result in pool.map(work, files, chunksize=chunk):
                done += 1
                yield result
    except BrokenProcessPool:
        _LOG.warning("a worker process died; going on in this one")
        yield from map(work, files[done:])


def _one(
    file_and_key: tuple[Path, str], *, index: RepositoryIndex, target: tuple[int, int], write: bool
) -> Result:
    path, key = file_and_key
    try:
        data = path.read_bytes()
        source = decode(data)
        outcome = migrate(source.text, key, index, target=target)
        if write and outcome.text != source.text:
            write_atomically(path, source.encode(outcome.text))
    except UndecodableError as error:
        return Result(path, problem=str(error))
    except OSError as error:
        return Result(path, problem=error.strerror or str(error))
    return Result(path, source.text, outcome)


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file's contents in one step, keeping its mode. A link's target is written, not the link."""
    real = Path(os.path.realpath(path))
    handle, temporary = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(temporary, real.stat().st_mode & 0o7777)
        os.replace(temporary, real)
    except BaseException:
        os.unlink(temporary)
        raise


def _diff(result: Result) -> str:
    assert result.outcome is not None
    old, new = result.original.splitlines(keepends=True), result.outcome.text.splitlines(keepends=True)
    lines = difflib.unified_diff(old, new, f"a/{result.path}", f"b/{result.path}")
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def rule_list() -> str:
    """The rules by family, one a line."""
    lines: list[str] = []
    rules = sorted(all_rules().rules, key=lambda r: (int(r.family[1:]), r.id))
    for family in dict.fromkeys(r.family for r in rules):
        lines.append(family)
        for rule in (r for r in rules if r.family == family):
            lines.append(f"  {rule.id:<24} {rule.exactness.value:<9} {rule.summary}")
    return "\n".join(lines)


def _explain(path: Path, target: tuple[int, int]) -> int:
    index, keys = _index([path])
    result = _one((path, keys[path]), index=index, target=target, write=False)
    if result.outcome is None:
        print(f"{path}: not migrated: {result.problem}", file=sys.stderr)
        return EXIT_OPEN
    outcome = result.outcome
    print(
        f"{path}: {_DIALECTS[outcome.dialect]}; {'compiles' if outcome.compiles else 'does not compile'} afterwards"
    )
    done = {(c.before_line, c.author, c.exactness) for c in outcome.changes}
    for site in outcome.found:
        print(f"  line {site.line}: found {site.pattern}")
    for line, author, exactness in sorted(done):
        print(f"  line {line}: rewritten by {author} ({exactness.value})")
    for open_site in outcome.open_sites:
        print(f"  line {open_site.line} of the new text: left open ({open_site.pattern}): {open_site.reason}")
    for note in outcome.notes:
        print(f"  note: {note}")
    if not (outcome.found or outcome.open_sites):
        print("  nothing to do")
    return EXIT_OPEN if outcome.open_sites else EXIT_DONE


_DIALECTS = {
    Dialect.PYTHON2: "Python 2",
    Dialect.PYTHON3: "Python 3 already, left alone",
    Dialect.POLYGLOT: "made for both Python 2 and 3, left alone",
    Dialect.AMBIGUOUS: "valid in Python 2 and 3 alike",
}


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # Whoever read the output has gone (`| head`). Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
