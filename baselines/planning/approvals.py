"""What an external coder may do when it asks: patches and commands that stay inside the worktree, and nothing else.

An approval is no sandbox. A command that is let through can still do what its program can do; the agent's server has to
be started with a sandbox of its own (`workspace-write`), and what it changed outside is looked for after each turn.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: Programs that reach out of a folder by their nature.
_REACHING = frozenset(
    ["sudo", "su", "doas", "curl", "wget", "ssh", "scp", "sftp", "rsync", "nc", "ncat", "telnet", "ftp", "docker",
     "podman", "systemctl", "service", "mount", "umount", "chown", "kill", "pkill", "killall", "reboot", "shutdown",
     "crontab", "at", "nohup", "setsid", "screen", "tmux", "pip", "pip3", "npm", "npx", "uv", "apt", "apt-get"]
)  # fmt: skip
_SHELLS = frozenset(["sh", "bash", "zsh", "dash"])
#: What Git may be asked: everything else writes to the repository, which lies outside of the worktree.
_GIT_READS = frozenset(
    ["status", "diff", "log", "show", "ls-files", "grep", "blame", "rev-parse", "cat-file"]
)
_PROGRAMS = ("/usr/bin/", "/bin/", "/usr/local/bin/")
_ABSOLUTE = re.compile(r"(?<![\w.)\]}*/])/(?:[\w.@+-]+/)*[\w.@+-]+/?")
_EXPANSION = re.compile(r"[$`]|(?:^|[\s=:'\"])~")
_SEPARATORS = frozenset(["|", "||", "&", "&&", ";", "\n", "(", ")"])


@dataclass(frozen=True)
class Decision:
    """Whether an action is approved, and why not."""

    approved: bool
    why: str = ""

    def result(self) -> dict[str, Any]:
        """The answer to an elicitation: in MCP's words, and in those that Codex reads."""
        decision = "approved" if self.approved else "denied"
        return {"action": "accept" if self.approved else "decline", "content": {}, "decision": decision}


class Approvals:
    """Decides for one worktree."""

    def __init__(self, worktree: Path) -> None:
        self.root = Path(os.path.realpath(worktree))

    def decide(self, params: Mapping[str, Any]) -> Decision:
        """Decide about the parameters of an `elicitation/create` request."""
        try:
            kind = str(params.get("codex_elicitation") or "")
            if "codex_changes" in params or kind.startswith("patch"):
                return self._patch(params)
            if "codex_command" in params or kind.startswith("exec"):
                return self._command(params)
        except (TypeError, ValueError, OSError, AttributeError) as error:
            return Decision(False, f"the request can't be understood: {error}")
        return Decision(
            False, "only patches and commands are approved, and nobody is here to answer anything else"
        )

    # -- patches -------------------------------------------------------------------------------------------------

    def _patch(self, params: Mapping[str, Any]) -> Decision:
        changes = params.get("codex_changes")
        if not isinstance(changes, Mapping) or not changes:
            return Decision(False, "the patch names no file")
        base = self._folder(params)
        if base is None:
            return Decision(False, f"its folder {params.get('codex_cwd')!r} is not the worktree")
        paths = [str(path) for path in changes]
        paths += [str(moved) for change in changes.values() for moved in _moved(change)]
        granted = params.get("codex_grant_root")
        paths += [str(granted)] if granted else []
        outside = [path for path in paths if not self._inside(base, path)]
        return (
            Decision(False, f"outside of the worktree: {', '.join(outside[:5])}")
            if outside
            else Decision(True)
        )

    # -- commands ------------------------------------------------------------------------------------------------

    def _command(self, params: Mapping[str, Any]) -> Decision:
        given = params.get("codex_command")
        words = shlex.split(given) if isinstance(given, str) else [str(word) for word in given or ()]
        if not words:
            return Decision(False, "the command is empty")
        base = self._folder(params)
        if base is None:
            return Decision(False, f"its folder {params.get('codex_cwd')!r} is not in the worktree")
        return self._words(base, words)

    def _words(self, base: Path, words: Sequence[str]) -> Decision:
        for command in _commands(words):
            program = os.path.basename(command[0])
            if program in _SHELLS:
                script = next((w for w in command[1:] if not w.startswith("-")), "")
                inner = self._script(base, script)
                if not inner.approved:
                    return inner
                continue
            path = command[0] if command[0].startswith("/") else ""
            if path and not path.startswith(_PROGRAMS) and not self._inside(base, path):
                return Decision(False, f"the program {path} lies outside of the worktree")
            if program in _REACHING:
                return Decision(False, f"{program} reaches out of the worktree")
            if program == "git" and not _only_reads(command[1:]):
                return Decision(False, "git may only read: the repository is not the coder's")
            why = self._arguments(base, command[1:])
            if why:
                return Decision(False, why)
        return Decision(True)

    def _script(self, base: Path, script: str) -> Decision:
        if not script:
            return Decision(False, "a shell without a script")
        if _EXPANSION.search(script):
            return Decision(False, "what the shell puts in place of $, ` and ~ can't be told beforehand")
        lexer = shlex.shlex(script, posix=True, punctuation_chars="();<>|&\n")
        lexer.whitespace = " \t\r"
        lexer.whitespace_split = True
        lexer.commenters = ""
        return self._words(base, [word for word in lexer if word.strip() or word == "\n"])

    def _arguments(self, base: Path, words: Iterable[str]) -> str:
        """Why an argument leads out of the worktree, or ""."""
        for word in words:
            if _EXPANSION.search(word) and not any(c in word for c in "\n("):
                return f"{word[:80]!r} may mean a place outside of the worktree"
            for place in (word, word.rpartition("=")[2]):
                if self._leads_out(base, place):
                    return f"{place[:120]} leads out of the worktree"
            parts = [p for p in (word, word.rpartition("=")[2]) if p.startswith("/") or ".." in p.split("/")]
            for place in [*parts, *_ABSOLUTE.findall(word)]:
                if place != "/dev/null" and not self._inside(base, place):
                    return f"{place[:120]} lies outside of the worktree"
        return ""

    # -- places --------------------------------------------------------------------------------------------------

    def _folder(self, params: Mapping[str, Any]) -> Path | None:
        """The folder that a request is about; None when it lies outside of the worktree."""
        given = params.get("codex_cwd")
        base = Path(os.path.realpath(self.root / str(given))) if given else self.root
        return base if base.is_relative_to(self.root) else None

    def _leads_out(self, base: Path, path: str) -> bool:
        """Whether there is something at a path that is reached by a link out of the worktree."""
        if not path or path == "/dev/null" or "\0" in path or len(path) > 4000:
            return False
        try:
            exists = os.path.lexists(base / path)
        except OSError:
            return False
        return exists and not Path(os.path.realpath(base / path)).is_relative_to(self.root)

    def _inside(self, base: Path, path: str) -> bool:
        if "\0" in path:
            return False
        place = Path(os.path.realpath(base / path))
        return place.is_relative_to(self.root) and ".git" not in place.relative_to(self.root).parts


def _moved(change: Any) -> list[Any]:
    """Where a change of a patch moves a file to."""
    if not isinstance(change, Mapping):
        return []
    nested = [_moved(value) for value in change.values() if isinstance(value, Mapping)]
    here = [change[name] for name in ("move_path", "movePath") if change.get(name)]
    return here + [path for paths in nested for path in paths]


def _commands(words: Sequence[str]) -> list[list[str]]:
    """A line of words, cut where a shell begins another command; redirections stay as arguments."""
    commands: list[list[str]] = [[]]
    for word in words:
        if word in _SEPARATORS or (word and set(word) <= set("|&;()\n")):
            commands.append([])
        elif word and set(word) <= set("<>"):
            continue
        else:
            commands[-1].append(word)
    return [command for command in commands if command]


def _only_reads(words: Sequence[str]) -> bool:
    subcommand = next((word for word in words if not word.startswith("-")), "")
    risky = any(
        w.startswith(("-c", "-C", "--exec-path", "--git-dir", "--work-tree", "--output", "-o")) for w in words
    )
    return subcommand in _GIT_READS and not risky
