"""Logging: `{timestamp} {level} [{agent}] {message}`, to the terminal and to a rotating file. No secret is logged."""

from __future__ import annotations

import logging
import logging.handlers
from pathlib import Path

from metrics.visible_text import visible

FORMAT = "%(asctime)s %(levelname)s [%(agent)s] %(message)s"
MAX_BYTES = 5_000_000
#: The packages whose loggers end here. What libraries log is theirs.
PACKAGES = ("stigmergy", "verification", "migration", "environment", "metrics")


class NameAgent(logging.Filter):
    """Gives every record its `agent` field: the adapter's, else the last part of the logger's name."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always lets the record through."""
        if not hasattr(record, "agent"):
            record.agent = record.name.rpartition(".")[2]
        return True


class VisibleFormatter(logging.Formatter):
    """What is logged of a target's names and messages steers no terminal, and no reader of the file."""

    def format(self, record: logging.LogRecord) -> str:
        """The formatted record, control characters and overrides spelled out."""
        return visible(super().format(record))


def configure_logging(folder: Path, verbose: bool = False, quiet: bool = False) -> None:
    """Log to `folder`/stigmergic.log at INFO (DEBUG when verbose), and warnings to the terminal (INFO when verbose)."""
    roots = [logging.getLogger(name) for name in PACKAGES]
    for root in roots:
        for handler in list(root.handlers):
            root.removeHandler(handler)
            handler.close()
    folder.mkdir(parents=True, exist_ok=True)
    to_file = logging.handlers.RotatingFileHandler(
        folder / "stigmergic.log", maxBytes=MAX_BYTES, backupCount=3, encoding="utf-8"
    )
    to_terminal = logging.StreamHandler()
    to_file.setLevel(logging.DEBUG if verbose else logging.INFO)
    to_terminal.setLevel(logging.DEBUG if verbose else logging.ERROR if quiet else logging.WARNING)
    for handler in (to_file, to_terminal):
        handler.setFormatter(VisibleFormatter(FORMAT))
        handler.addFilter(NameAgent())
        for root in roots:
            root.addHandler(handler)
    for root in roots:
        root.setLevel(logging.DEBUG if verbose else logging.INFO)
        root.propagate = False
