"""A small working copy under real Git, for tests of the environment that need one."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path


class GitTarget:
    """A repository made of the given texts; the first commit is the original."""

    def __init__(self, root: Path, texts: Mapping[str, bytes]) -> None:
        self.root = root
        root.mkdir()
        self.git("init", "-q", "-b", "work")
        for key, data in texts.items():
            self.write(key, data)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "original")
        self.original = self.git("rev-parse", "HEAD").decode().strip()

    def git(self, *arguments: str, stdin: bytes = b"") -> bytes:
        identity = ("-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "core.autocrlf=false")
        return subprocess.run(
            ["git", *identity, *arguments], cwd=self.root, input=stdin, capture_output=True, check=True
        ).stdout

    def files(self) -> list[str]:
        return sorted(self.git("ls-files").decode().split())

    def read(self, key: str) -> bytes:
        return (self.root / key).read_bytes()

    def read_original(self, key: str) -> bytes:
        try:
            return self.git("show", f"{self.original}:{key}")
        except subprocess.CalledProcessError as error:
            raise FileNotFoundError(key) from error

    def write(self, key: str, data: bytes) -> None:
        path = self.root / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def keep(self, data: bytes) -> str:
        return self.git("hash-object", "-w", "--stdin", stdin=data).decode().strip()

    def kept(self, sha: str) -> bytes:
        return self.git("cat-file", "blob", sha)

    def commit(self, keys: Sequence[str], message: str, trailers: Mapping[str, str], when: int) -> str:
        lines = "".join(f"{name}: {value}\n" for name, value in trailers.items())
        self.git("add", "--", *keys)
        self.git("commit", "-q", "-m", f"{message}\n\n{lines}", "--only", "--", *keys)
        return self.git("rev-parse", "HEAD").decode().strip()

    def revert(self, sha: str) -> str:
        self.git("revert", "--no-edit", sha)
        return self.git("rev-parse", "HEAD").decode().strip()

    def diff(self, key: str) -> str:
        return self.git("diff", self.original, "--", key).decode()

    def tree_hash(self) -> str:
        self.git("add", "-A")
        return self.git("write-tree").decode().strip()
