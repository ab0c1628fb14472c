"""Looks for known vulnerabilities in the versions of requirements.lock, and says how many could be looked up at all."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_EPILOG = """\
exit codes: 0 nothing is known against what could be looked up (also when that is nothing, which is said) ·
1 vulnerabilities are known · 2 pip-audit can't be run
"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an audit showed: packages looked up, packages no index knew, and a line for each vulnerability."""

    checked: int
    unknown: int
    found: Sequence[str]

    @property
    def text(self) -> str:
        """The verdict for a person. Nothing looked up is never said to be safe."""
        lines = [*self.found]
        if not self.checked:
            lines.append(f"not checked: no vulnerability index answered for any of {self.unknown} packages")
        else:
            lines.append(f"{self.checked} packages checked, {len(self.found)} vulnerabilities known")
            if self.unknown:
                lines.append(f"{self.unknown} packages not checked: the index does not know them")
        return "\n".join(lines)


def verdict(report: Mapping[str, Any]) -> Verdict:
    """Read a report of `pip-audit --format json`."""
    packages = report["dependencies"]
    known = [package for package in packages if "skip_reason" not in package]
    found = [
        f"{package['name']} {package['version']}: {flaw['id']}, "
        f"mended in {', '.join(flaw['fix_versions']) or 'no version'}"
        for package in known
        for flaw in package["vulns"]
    ]
    return Verdict(len(known), len(packages) - len(known), found)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python scripts/audit_dependencies.py",
        description=__doc__,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--lock", type=Path, default=ROOT / "requirements.lock", help="(default: requirements.lock)"
    )
    options = parser.parse_args(argv)
    command = [sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip", "--format", "json"]
    ran = subprocess.run(
        [*command, "--progress-spinner", "off", "-r", str(options.lock)], capture_output=True, text=True
    )
    try:
        seen = verdict(json.loads(ran.stdout))
    except ValueError:
        reason = (ran.stderr.strip().splitlines() or ["it said nothing"])[-1]
        print(
            f"pip-audit can't be run: {reason} (it comes with: pip install -e '.[release]')", file=sys.stderr
        )
        return 2
    print(seen.text)
    return int(bool(seen.found))


if __name__ == "__main__":
    sys.exit(main())
