"""What goes to the candidates branch: every file's best text, and the new files that it came with."""

from __future__ import annotations

from pathlib import Path

from test_tester import Bench, retried
from test_transformer import Scripted
from world import make_world, states

from agents.scout import Scout
from agents.tester import Tester
from agents.transformer import Appetite, Transformer
from environment.traces import Kind
from migration.code_model import Proposal, Request
from stigmergy.crafts import compile_error, is_test, scan_all
from stigmergy.preparation import candidates_of


def answer(request: Request) -> Proposal:
    """A stand-in comes with the first candidate; what repairs that one does not name it again."""
    new = {"standin.py": "X = 1\n"} if request.attempt == 0 else {}
    return Proposal(
        {request.key: f"import standin\nprint({request.attempt})\n"}, new_files=new, candidates_left=1
    )


def test_new_files_stay_with_the_candidates_that_follow(tmp_path: Path) -> None:
    medium = make_world(tmp_path, {"a.py": "import gone\nprint 1\n"})
    medium.begin_tick()
    Scout(medium.seat("scout"), scan_all).step()
    agent = Transformer(medium.seat("transformer"), Scripted(answer), compile_error, Appetite())
    for _ in range(9):
        medium.begin_tick()
        agent.step()
        if states(medium)["a.py"] == "transformed":
            break
    Tester(medium.seat("tester"), Bench(0.4).judge, is_test).step()
    retried(medium, "a.py")
    for _ in range(20):
        medium.begin_tick()
        agent.step()
        if states(medium)["a.py"] == "transformed":
            break
    entries = medium.seat("tester").read_all(Kind.STATUS)
    metadata = entries["a.py"]["metadata"]
    assert metadata["attempts"] == 2 and metadata["group"] == ["a.py", "standin.py"]
    found = {key: data for key, data, _ in candidates_of(medium.target, entries)}
    assert found == {"a.py": b"import standin\nprint(1)\n", "standin.py": b"X = 1\n"}
    (medium.target.root / "standin.py").unlink()
    assert [key for key, _, _ in candidates_of(medium.target, entries)] == ["a.py"]
