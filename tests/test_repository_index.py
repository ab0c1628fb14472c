"""The index of a repository's files, asked from several threads."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

from migration.repository_index import RepositoryIndex


def test_threads_that_ask_for_one_text_read_it_once() -> None:
    read: list[str] = []
    all_here = threading.Barrier(8)

    def slowly(key: str) -> str:
        read.append(key)
        time.sleep(0.01)
        return f"# {key}"

    index = RepositoryIndex(["a.py", "b.py", "gone.py"], slowly)

    def ask(number: int) -> list[str | None]:
        all_here.wait()
        return [index.text(key) for key in ("a.py", "b.py", "other.py")]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == [["# a.py", "# b.py", None]] * 8
    assert read == ["a.py", "b.py"]


def test_a_text_that_cannot_be_read_is_not_tried_again() -> None:
    tried: list[str] = []

    def fails(key: str) -> str:
        tried.append(key)
        raise OSError(key)

    index = RepositoryIndex(["a.py"], fails)
    assert index.text("a.py") is index.text("a.py") is None
    assert tried == ["a.py"]
