"""The bundled sample with the full harness: files by state and evidence, tests kept, decoys touched, seconds.

python benchmarks/sample.py [--provider simulated …any flag of main.py]
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "tests" / "fixtures" / "synthetic_py2_repo"
FINAL = {"validated", "needs_review", "skipped"}


def touched_decoys(repository: Path, branch: str) -> list[str]:
    """Decoy lines that are no longer in their file on `branch`, as "file: line"."""
    lost = []
    for decoy in json.loads((SAMPLE / "decoys.json").read_text()):
        shown = subprocess.run(
            ["git", "-C", str(repository), "show", f"{branch}:{decoy['file']}"],
            capture_output=True,
            check=True,
        )
        text = shown.stdout.decode("utf-8" if b"latin-1" not in shown.stdout[:80] else "latin-1")
        if decoy["line"] not in text.splitlines():
            lost.append(f"{decoy['file']}: {decoy['line']}")
    return lost


def main(arguments: list[str]) -> int:
    """Migrate the sample and print what came of it. 0 when every file is final."""
    with tempfile.TemporaryDirectory(prefix="stigmergy-sample-") as folder:
        began = time.monotonic()
        command = [
            sys.executable,
            str(ROOT / "main.py"),
            "--repo",
            str(SAMPLE),
            "--workspace",
            folder,
            "--quiet",
        ]
        code = subprocess.run([*command, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL).returncode
        seconds = time.monotonic() - began
        summaries = sorted(Path(folder).glob("metrics/output/run_*_summary.json"))
        if not summaries:
            print(f"the run left no summary (exit code {code})", file=sys.stderr)
            return code or 1
        summary = json.loads(summaries[-1].read_text())
        decoys = touched_decoys(Path(folder) / "target_repo", summary["candidates_branch"])
    final = all(state in FINAL for state in summary["files_by_status"])
    print(
        f"files            {summary['files_total']}, by state {summary['files_by_status']}; all final: {final}"
    )
    print(f"validated on     {summary['evidence_validated']}; unchanged files: {summary['files_unchanged']}")
    for name in ("suite_retention", "suite_retention_candidates"):
        share = summary[name]
        print(f"{name:28} {'not measured (no Python 2.7)' if share is None else f'{share:.1%}'}")
    print(f"decoys touched   {len(decoys)}")
    for decoy in decoys:
        print(f"  {decoy}")
    print(f"ticks            {summary['total_ticks']}, {seconds:.1f} s, tokens {summary['total_tokens']}")
    return 0 if final else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
