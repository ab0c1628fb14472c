"""What the code models cost, and what it buys: rules, hybrid and llm on the bundled sample, with a reference model.

The language model is a stand-in that knows the sample's reference migration and answers as a real one would, at an
assumed price. Each code model is asked once for every file; then the sample's own tests run on the result.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from environment.budget import Budget  # noqa: E402
from migration.code_model import CodeModel, Proposal, Request  # noqa: E402
from migration.engine import RuleEngine  # noqa: E402
from migration.repository_index import RepositoryIndex  # noqa: E402
from migration.source_text import decode  # noqa: E402
from stigmergy.llm_client import LlmClient  # noqa: E402
from stigmergy.llm_types import LlmSettings, VirtualClock  # noqa: E402
from stigmergy.models.dialogue import Dialogue  # noqa: E402
from stigmergy.models.hybrid import HybridModel  # noqa: E402
from stigmergy.models.llm import Author, LlmModel  # noqa: E402
from stigmergy.models.prompting import Prompts  # noqa: E402
from stigmergy.models.simulated import SIMULATED_PRICE, ErrorRates, SimulatedTransport  # noqa: E402

FIXTURES = ROOT / "tests" / "fixtures"
SAMPLE, REFERENCE = FIXTURES / "synthetic_py2_repo", FIXTURES / "synthetic_py3_reference"
FAULTLESS = ErrorRates(0, 0, 0, 0, 0, 0, 0, 0)


class ReferenceModel:
    """Knows the right text of every file."""

    name, free = "reference", True

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def propose(self, request: Request) -> Proposal:
        """The reference migration of the file."""
        return Proposal({request.key: decode((self.folder / request.key).read_bytes()).text})


@dataclass(frozen=True)
class Row:
    """One code model on the sample. Tokens and USD as charged, tests of the sample on the migrated tree."""

    code_model: str
    files: int
    calls: int
    tokens: int
    usd: float
    refused: int
    open_sites: int
    tests_passed: int
    tests_failed: int


def measure(kind: str, scratch: Path) -> Row:
    """Migrate the sample into `scratch` by code model `kind` and run its tests there."""
    shutil.copytree(SAMPLE, scratch)
    texts = {p.relative_to(SAMPLE).as_posix(): decode(p.read_bytes()) for p in sorted(SAMPLE.rglob("*.py"))}
    index = RepositoryIndex(texts, lambda key: texts[key].text)
    rules, reference, budget, clock = RuleEngine(), ReferenceModel(REFERENCE), Budget(), VirtualClock()
    client = LlmClient(
        LlmSettings(provider="simulated", model="simulated:reference"),
        SimulatedTransport(reference, clock, FAULTLESS),
        budget,
        SIMULATED_PRICE,
        clock,
    )
    author = Author(Dialogue(client, Prompts()))
    models: dict[str, CodeModel] = {
        "rules": rules, "hybrid": HybridModel(rules, author), "llm": LlmModel(author)
    }  # fmt: skip
    files = refused = open_sites = 0
    for key, original in texts.items():
        request = Request(key, original.text, index)
        if reference.propose(request).texts[key] == original.text:
            continue
        files += 1
        proposal = models[kind].propose(request)
        refused += not proposal.texts
        open_sites += sum(map(len, proposal.open_sites.values()))
        for changed, text in proposal.texts.items():
            (scratch / changed).write_bytes(texts[changed].encode(text))
    passed, failed = run_tests(scratch)
    return Row(
        kind, files, len(client.ledger), budget.spent_tokens, round(budget.spent_usd, 6),
        refused, open_sites, passed, failed,
    )  # fmt: skip


def run_tests(folder: Path) -> tuple[int, int]:
    """Tests of the tree in `folder` that pass and that do not, under the running Python."""
    report = folder / "report.xml"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"--junitxml={report}",
        "--rootdir=.",
    ]
    subprocess.run(command, cwd=folder, capture_output=True, timeout=300)
    suite = ElementTree.parse(report).getroot().find("testsuite")
    if suite is None:
        raise SystemExit(f"pytest wrote no report into {report}: run it there by hand to see why")
    total, bad = int(suite.get("tests", 0)), int(suite.get("failures", 0)) + int(suite.get("errors", 0))
    return total - bad, bad


def main() -> int:
    """Measure, print a table, write JSON where asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the rows to FILE")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = [measure(kind, Path(folder) / kind) for kind in ("rules", "hybrid", "llm")]
    names = list(asdict(rows[0]))
    print("  ".join(f"{name:>12}" for name in names))
    for row in rows:
        print("  ".join(f"{value:>12}" for value in asdict(row).values()))
    tokens = {row.code_model: row.tokens for row in rows}
    share = tokens["hybrid"] / tokens["llm"] if tokens["llm"] else 0.0
    print(
        f"\nhybrid uses {share:.1%} of the tokens of llm (reference model, simulated price; first candidates only)"
    )
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
