"""`python -m migration`: the rules alone, on files and folders. Shows a diff; writes only with -w.

Runs no code.
"""

from __future__ import annotations

import argparse
import difflib
import gc
import logging
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from environment.traces import OpenSite, is_document
from migration.engine.documents import decode_file, holds_examples, migrate_document
from migration.engine.executed_files import is_code, is_run, named_files, run_files
from migration.engine.pipeline import migrate, paused_collector
from migration.engine.registry import all_rules
from migration.models.string_policy import OCTETS
from migration.repository.index import RepositoryIndex
from migration.source.source_text import UndecodableError, decode
from migration.view.draft import Dialect

EXIT_DONE, EXIT_OPEN, EXIT_USAGE = 0, 1, 2
#: What native strings can be said to be.
NATIVE_STRINGS = (OCTETS, "text")
_SHEBANG = re.compile(rb"#![^\n]*\bpython[\d.]*\b")
#: Folders that hold no source of the project.
_NOT_WALKED = frozenset(["__pycache__", "node_modules", "site-packages"])
#: Longer files are data, not code.
_LARGEST = 100_000
#: From this many files on, several processes are worth their start.
_PARALLEL_FROM = 20
#: From so many objects more on, a worker process looks for garbage.
_COLLECTED_FROM = 100_000
_LOG = logging.getLogger(__name__)

EXAMPLES = """examples:
  python -m migration src/                 show what would change
  python -m migration -w src/ setup.py     change it
  python -m migration --explain src/a.py   say what was found, done and left open
  python -m migration --list               list the rules by family

exit status: 0 nothing to do or done, 1 something left open or unreadable, 2 wrong use"""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one file, without its text: it comes from another process.

    `problem` says why it could not be read or written; `diff` is made where nothing is written.
    """

    path: Path
    problem: str = ""
    changed: bool = False
    diff: str = ""
    open_sites: tuple[OpenSite, ...] = ()
    notes: tuple[str, ...] = ()
    new_files: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Work:
    """What all files of one call have in common; `executed` are code, whatever they are called."""

    index: RepositoryIndex
    target: tuple[int, int]
    write: bool
    executed: frozenset[Path] = frozenset()


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
    result.add_argument(
        "--native-strings",
        choices=NATIVE_STRINGS,
        help="what '…' is in these files: octets throughout, which stay text (of Latin-1), or text and octets, told "
        "apart place by place (default: as their texts suggest)",
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
        if not paths[-1].is_file() or is_document(paths[-1].name):
            parser().error(f"--explain takes a Python file: {options.explain}")
        return _explain(paths[-1], options)
    return _migrate_all(paths, options)


def _migrate_all(paths: list[Path], options: argparse.Namespace) -> int:
    problems: list[Result] = []
    with paused_collector():  # what is read before the first file is migrated stays to the end
        all_rules()  # forked processes need not load them again, each for itself
        index, keys = _index(paths, options.native_strings)
        index.read_dialects()
        write, executed = options.write, _executed(paths, index)
        documents = dict(_documents(paths, index))
        files = _without_links(keys | executed | documents)
    changed = left_open = 0
    new_files: dict[str, str] = {}
    for result in _results(files, Work(index, options.target_python, write, frozenset(executed))):
        if result.problem:
            problems.append(result)
            continue
        changed += result.changed
        sys.stdout.write(result.diff)
        left_open += bool(result.open_sites)
        for site in result.open_sites:
            print(f"{result.path}:{site.line}: left open ({site.pattern}): {site.reason}", file=sys.stderr)
        for key, text in result.new_files.items():
            new_files[_root(paths) + "/" + key] = text
        for note in result.notes:
            _LOG.warning("%s: %s", result.path, note)
    for name, text in new_files.items():
        if write:
            write_atomically(Path(name), text.encode("utf-8"))
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


def _without_links(keys: dict[Path, str]) -> list[tuple[Path, str]]:
    """The files, each once under the name that is no link, if any: what was migrated is not migrated again."""
    if not any(file.is_symlink() for file in keys):
        return list(keys.items())
    names: dict[str, Path] = {}
    for file in keys:
        real = os.path.realpath(file)
        if real not in names or not file.is_symlink():
            names[real] = file
    return [(file, keys[file]) for file in names.values()]


def _index(paths: list[Path], native_strings: str | None) -> tuple[RepositoryIndex, dict[Path, str]]:
    """All Python files under `paths`, with keys relative to the folder they have in common."""
    files = sorted({f for p in paths if p.is_dir() or not is_document(p.name) for f in python_files(p)})
    root = _root(paths)
    keys = {f: _key(f, root) for f in files}
    by_key = {k: f for f, k in keys.items()}
    index = RepositoryIndex(keys.values(), partial(_read_key, by_key))
    return index if native_strings is None else index.taken_for(native_strings == OCTETS), keys


def _documents(paths: list[Path], index: RepositoryIndex) -> list[tuple[Path, str]]:
    """The text files under `paths` that hold examples, with their keys."""
    root, found = _root(paths), list[tuple[Path, str]]()
    for path in sorted({f for p in paths for f in _files(p) if is_document(f.name)}):
        try:
            text = decode_file(path.name, path.read_bytes()).text
        except (UndecodableError, OSError):
            continue  # no text
        if holds_examples(text):
            found.append((path, _key(path, root)))
    return found


def _executed(paths: list[Path], index: RepositoryIndex) -> dict[Path, str]:
    """The files of other names under `paths` that the program runs, told by execfile() or by what Python 2 alone can
    read, with their keys.
    """
    folders = [p for p in paths if p.is_dir()]
    others = {f for p in folders for f in _files(p) if not f.name.endswith(".py")}
    names, root, found = named_files(index) if others else frozenset(), _root(paths), dict[Path, str]()
    run = run_files(index) if names else frozenset()
    for path in sorted(f for f in others if f.name in names):
        try:
            text = decode(path.read_bytes()).text if path.stat().st_size < _LARGEST else ""
        except (UndecodableError, OSError):
            continue  # no text
        key = _key(path, root)
        if text and is_code(text, is_run(key, run)):
            found[path] = key
    return found


def _key(path: Path, root: str) -> str:
    return os.path.relpath(os.path.abspath(path), root).replace(os.sep, "/")


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
    for file in _files(path):
        if file.name.endswith(".py") or ("." not in file.name and _is_script(file)):
            yield file


def _files(path: Path) -> Iterator[Path]:
    """The files of a folder that may be a project's, or the file itself."""
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
            if file.is_file():
                yield file


def _is_script(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return bool(_SHEBANG.match(stream.read(200)))
    except OSError:
        return False


def _results(files: list[tuple[Path, str]], work: Work) -> Iterator[Result]:
    """What becomes of each file, in the order given. Several processes share many files, the largest first."""
    workers = min(os.cpu_count() or 1, 8)
    if len(files) < _PARALLEL_FROM or workers < 2:
        yield from (_one(*file, work) for file in files)
        return
    done = 0
    try:
        # A forked process has the texts already; where processes are not forked, each gets them once.
        with ProcessPoolExecutor(workers, initializer=_start, initargs=(work,)) as pool:
            futures = {
                file: pool.submit(_in_worker, *file) for file in sorted(files, key=_size, reverse=True)
            }
            for file in files:
                result = futures[file].result()
                done += 1
                yield result
    except BrokenProcessPool:
        _LOG.warning("a worker process died; going on in this one")
        yield from (_one(*file, work) for file in files[done:])


def _size(file: tuple[Path, str]) -> int:
    try:
        return file[0].stat().st_size
    except OSError:
        return 0


_work: Work | None = None


def _start(work: Work) -> None:
    """Prepare a worker process. What it starts with stays to its end: the garbage collector need not look at it, and
    what a file leaves is little, for the collector is paused while one is migrated.
    """
    global _work
    _work = work
    gc.freeze()
    gc.set_threshold(_COLLECTED_FROM)


def _in_worker(path: Path, key: str) -> Result:
    assert _work is not None
    return _one(path, key, _work)


def _one(path: Path, key: str, work: Work) -> Result:
    """Migrate one file, and write it if that is wanted."""
    try:
        is_text = is_document(key) and path not in work.executed
        source = decode_file(key, path.read_bytes()) if is_text else decode(path.read_bytes())
        if is_text:
            outcome = migrate_document(source.text, work.index.is_in_python2(key), work.target)
        else:
            outcome = migrate(source.text, key, work.index, target=work.target)
        changed = outcome.text != source.text or source.stray_line > 0
        if work.write and changed:
            write_atomically(path, source.encode(outcome.text))
    except UndecodableError as error:
        return Result(path, problem=str(error))
    except OSError as error:
        return Result(path, problem=error.strerror or str(error))
    before = source.text if not source.stray_line else path.read_bytes().decode("utf-8", "replace")
    diff = _diff(path, before, outcome.text) if changed and not work.write else ""
    return Result(path, "", changed, diff, outcome.open_sites, outcome.notes, outcome.new_files)


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file's contents in one step, keeping its mode. A link's target is written, not the link.

    A new file gets the mode that new files get.
    """
    real = Path(os.path.realpath(path)) if path.is_symlink() else path
    handle, temporary = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(temporary, _mode(real))
        os.replace(temporary, real)
    except BaseException:
        os.unlink(temporary)
        raise


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _diff(path: Path, before: str, after: str) -> str:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    lines = difflib.unified_diff(old, new, f"a/{path}", f"b/{path}")
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


def _explain(path: Path, options: argparse.Namespace) -> int:
    index, keys = _index([path], options.native_strings)
    try:
        text = decode(path.read_bytes()).text
        outcome = migrate(text, keys[path], index, target=options.target_python)
    except (UndecodableError, OSError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        print(f"{path}: not migrated: {reason}", file=sys.stderr)
        return EXIT_OPEN
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
