"""A person's own text for a file, written in their editor. It counts as a candidate: only once it was tested."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path, PurePosixPath

from environment.test_integrity import lost_from
from migration.engine.documents import decode_file
from migration.source.source_text import UndecodableError
from stigmergy.crafts import compile_error

_COMMON = ("sensible-editor", "nano", "vi")


class EditError(Exception):
    """There is no text to try. The message says why, and what to do."""


def editor_command() -> list[str]:
    """The editor to start: $VISUAL, else $EDITOR, else one that is usually there. Raises EditError."""
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if named:
        try:
            command = shlex.split(named)
        except ValueError as error:
            raise EditError(f"$EDITOR {named!r} can't be read as a command: {error}") from error
        if not command or not shutil.which(command[0]):
            raise EditError(f"$EDITOR names {named!r}, which is not here; set EDITOR to one that is")
        return command
    found = next((path for name in _COMMON if (path := shutil.which(name))), None)
    if found is None:
        raise EditError("there is no editor here: set EDITOR to one")
    return [found]


def edited(key: str, original: bytes, present: bytes) -> str:
    """The text that the person makes of `present`, in their editor, as text of the file `key`.

    Raises:
        EditError: the editor failed, nothing was changed, or the text could not be a candidate: it does not compile,
            can't be written in the file's encoding, or a test file would lose tests.
    """
    command = editor_command()
    with tempfile.TemporaryDirectory(prefix="stigmergy-edit-") as folder:
        path = Path(folder) / PurePosixPath(key).name
        path.write_bytes(present)
        # Ctrl-C belongs to the editor while it is open.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            code = subprocess.run(
                [*command, str(path)],
                check=False,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            ).returncode
            data = path.read_bytes() if path.is_file() else b""
        except OSError as error:
            raise EditError(f"{command[0]}: {error.strerror or error}") from error
        finally:
            signal.signal(signal.SIGINT, before)
    if code:
        raise EditError(f"{command[0]} ended with {code}, so its text is not taken")
    if data == present:
        raise EditError("nothing was changed, so nothing is decided")
    return _checked(key, original, data)


def _checked(key: str, original: bytes, data: bytes) -> str:
    wrong = compile_error(key, data)
    if wrong:
        raise EditError(f"it does not compile: {wrong}")
    if lost := lost_from(key, original, data):
        raise EditError(f"a migrated test file keeps its tests: {'; '.join(lost[:5])}")
    try:
        text = decode_file(key, data).text
        decode_file(key, original).encode(text)
    except UndecodableError as error:
        raise EditError(str(error)) from error
    return text
