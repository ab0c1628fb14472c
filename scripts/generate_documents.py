"""Writes the documents that are generated from the code, or (--check) says which are not current."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# As scripts/ is, the project's root is where `import migration` has to look first, whatever is installed.
sys.path.insert(1, str(ROOT))


def documents() -> dict[str, Callable[[], str]]:
    """What makes each document, by its path from the root."""
    from document_commands import command_reference
    from document_rules import rule_catalogue
    from document_settings import configuration_reference

    return {
        "documentation/rule_catalogue.md": rule_catalogue,
        "documentation/configuration.md": configuration_reference,
        "documentation/cli.md": command_reference,
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. Returns 0, or 1 when a document is not current (with --check) or can't be made."""
    parser = argparse.ArgumentParser(
        prog="python scripts/generate_documents.py",
        description="Write the rule catalogue and the references of settings and commands into documentation/.",
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 if one is not current"
    )
    options = parser.parse_args(argv)
    stale = False
    for name, make in documents().items():
        path = ROOT / name
        try:
            text = "\n".join(line.rstrip() for line in make().split("\n")).rstrip("\n") + "\n"
        except (KeyError, ValueError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 1
        known = path.read_text(encoding="utf-8") if path.exists() else ""
        if text == known:
            continue
        if options.check:
            stale = True
            print(f"{name} is not current; run `make documents` and commit it:", file=sys.stderr)
            changes = difflib.unified_diff(
                known.splitlines(), text.splitlines(), "committed", "generated", n=0, lineterm=""
            )
            for line, _ in zip(changes, range(20), strict=False):
                print(f"  {line}", file=sys.stderr)
        else:
            path.write_text(text, encoding="utf-8")
            print(f"written: {name}")
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
