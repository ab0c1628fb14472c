"""The report of a run: complete, self-contained, and whatever the target holds is text in it."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from front_door import spawn, states_of
from hypothesis import given, settings
from hypothesis import strategies as st
from metrics_runs import make_run
from report_worlds import HOSTILE_NAMES, PLAIN, STRICT, campaign_in, finished, hostile_files, shared

from metrics.causes import Cause, cause_of, fold
from metrics.report import build_report, main
from metrics.report_parts.campaign_data import read_campaign
from metrics.report_parts.import_graph import MAX_NODES, draw
from metrics.report_parts.page import json_block
from metrics.run_files import RunFileError
from metrics.text_diff import GONE, NEW, SAME, hunks, pairs
from metrics.visible_text import one_line, visible


class Page(HTMLParser):
    """What a browser would find: elements with their attributes, and the contents of script elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.words: list[str] = []
        self._script: dict[str, str | None] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "script":
            self._script = dict(attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._script = None

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self.scripts.append((self._script, data))
        else:
            self.words.append(data)

    def data(self, name: str) -> Any:
        """The JSON in the block of that id."""
        return json.loads(next(text for attrs, text in self.scripts if attrs.get("id") == name))


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, PLAIN)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, hostile_files())


def test_every_file_has_a_row_its_pheromones_and_its_story(workspace: Path) -> None:
    page = Page(build_report(workspace))
    small = page.data("small")
    states = states_of(workspace)
    assert [(key, state) for key, state, _ in small["files"]] == sorted(states.items())
    rows = [attrs for tag, attrs in page.elements if tag == "tr" and "data-s" in attrs]
    assert [row["data-s"] for row in rows] == [states[key] for key in sorted(states)]
    for number, (key, state, cells) in enumerate(small["files"]):
        assert len(cells) == len(small["ticks"]) and cells[-1][0] == state
        assert all(-1 <= value <= 100 for cell in cells if cell for value in cell[1:])
        detail = page.data(f"f{number}")
        assert detail["events"][0][2] == "scout", key
        assert [e[3] for e in detail["events"]].count("decision") >= 1
    loud = page.data(f"f{sorted(states).index('loud.py')}")
    assert ["+", 0, 2, '    print("n is", n)'] in loud["diff"]
    assert loud["marks"]["2"] == [["print_statement", 0]]
    assert [small["files"][n][0] for n in loud["users"]] == ["app.py"]


def test_it_is_one_file_that_asks_for_nothing_and_runs_one_script(workspace: Path) -> None:
    page = Page(build_report(workspace))
    running = [attrs for attrs, _ in page.scripts if attrs.get("type") != "application/json"]
    assert len(running) == 1 and not running[0]
    for tag, attrs in page.elements:
        assert not any(name.startswith("on") or name == "style" for name in attrs), (tag, attrs)
        for name in ("src", "href", "action", "data", "xlink:href"):
            assert re.match(r"#|data:,$|$", attrs.get(name) or ""), (tag, attrs)
    policy = next(a["content"] for t, a in page.elements if t == "meta" and a.get("http-equiv"))
    assert policy and "default-src 'none'" in policy and "unsafe" not in policy


def test_hostile_names_and_texts_are_text(hostile: Path) -> None:
    text = build_report(hostile)
    page, plain = Page(text), {tag for tag, _ in Page(build_report_of_nothing_hostile(hostile)).elements}
    assert {tag for tag, _ in page.elements} == plain | {"tr", "td"}, "no element came from a name or a text"
    assert sum(1 for attrs, _ in page.scripts if attrs.get("type") != "application/json") == 1
    keys = [key for key, _, _ in page.data("small")["files"]]
    assert sorted(keys) == sorted([*map(visible, HOSTILE_NAMES), "plain.py"])
    assert "\u202e" not in text and "\x1b" not in text and "{{ 7*7 }}" in text
    shown = page.data(f"f{keys.index('a&b<b>.py')}")["diff"]
    assert any("</script><script>window.pwned = 1</script>" in row[3] for row in shown if row)


def build_report_of_nothing_hostile(hostile: Path) -> str:
    """The same run's report in which every hostile name is a tame one: the elements that the page itself has."""
    text = build_report(hostile)
    for name in HOSTILE_NAMES:
        for form in (visible(name), json.dumps(visible(name))[1:-1]):
            text = text.replace(form, "tame")
    return text


def test_a_killed_run_and_a_lost_working_copy_are_told(workspace: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(workspace, tmp_path / "w", symlinks=True))
    for path in (copy / "metrics" / "output").iterdir():
        path.unlink()
    shutil.rmtree(copy / "target_repo")
    page = Page(build_report(copy))
    told = " ".join(page.words)
    assert "no manifest" in told and "no summary" in told and "no working copy" in told
    assert page.data("f0")["diff"] is None


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nowhere")]) == 2
    assert "no such folder" in capsys.readouterr().err
    assert main([str(tmp_path), "-o", str(tmp_path / "r.html")]) == 2
    assert not (tmp_path / "r.html").exists() and capsys.readouterr().err.startswith("report: ")
    with pytest.raises(RunFileError):
        (tmp_path / "pheromones").mkdir()
        (tmp_path / "pheromones" / "audit_log.jsonl").write_text("{}\n{}\n")
        build_report(tmp_path)


def test_the_command_changes_nothing_but_its_output(workspace: Path, tmp_path: Path) -> None:
    before = sorted((str(p), p.stat().st_mtime_ns) for p in workspace.rglob("*"))
    assert main([str(workspace), "-o", str(tmp_path / "deep" / "r.html")]) == 0
    assert sorted((str(p), p.stat().st_mtime_ns) for p in workspace.rglob("*")) == before
    first = (tmp_path / "deep" / "r.html").read_text()
    assert build_report(workspace) == first, "the same run gives the same report"


def test_what_a_person_decides_is_in_the_story(tmp_path: Path) -> None:
    (tmp_path / "strict.yaml").write_text(STRICT)
    workspace = finished(tmp_path, {"loud.py": PLAIN["loud.py"]}, "--config", str(tmp_path / "strict.yaml"))
    assert states_of(workspace) == {"loud.py": "needs_review"}
    spawn("--review", "--workspace", workspace, stdin="a\n<b>read it</b>\nq\n")
    detail = Page(build_report(workspace)).data("f0")
    person = [event for event in detail["events"] if event[3] == "person"]
    assert len(person) == 1 and "approve" in person[0][4] and "<b>read it</b>" in person[0][4]
    assert detail["by"] and detail["commit"]


# -- laws of the parts ------------------------------------------------------------------------------------------

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "", "x = 1"]), max_size=30).map("\n".join)


@settings(deadline=None)
@given(TEXTS, TEXTS, st.integers(0, 4))
def test_a_diff_leads_from_one_text_to_the_other(before: str, after: str, context: int) -> None:
    found = list(hunks(before, after, context))
    assert bool(found) == (before != after)
    rows = [row for hunk in found for row in hunk]
    old, new = before.split("\n"), after.split("\n")
    assert all(old[r.before - 1] == r.text for r in rows if r.kind in (GONE, SAME))
    assert all(new[r.after - 1] == r.text for r in rows if r.kind in (NEW, SAME))
    gone, fresh = {r.before for r in rows if r.kind == GONE}, {r.after for r in rows if r.kind == NEW}
    kept = [line for n, line in enumerate(old, 1) if n not in gone]
    assert kept == [line for n, line in enumerate(new, 1) if n not in fresh]
    for hunk in found:
        both = list(pairs(hunk))
        assert [left for left, _ in both if left] == [r for r in hunk if r.kind != NEW]
        assert [right for _, right in both if right] == [r for r in hunk if r.kind != GONE]


@settings(deadline=None)
@given(st.text())
def test_what_is_visible_steers_nothing_and_stays_so(text: str) -> None:
    shown = visible(text)
    assert visible(shown) == shown
    assert not set(shown) & {"\x1b", "\r", "\x9b", "\u202e", "\u2066", "\u200b"}
    assert "\n" not in one_line(text) and len(one_line(text, 10)) <= 10
    assert visible("tab\tline\n é 漢 😀") == "tab\tline\n é 漢 😀"


@settings(max_examples=50, deadline=None)
@given(
    st.recursive(
        st.none() | st.text() | st.integers(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
        max_leaves=8,
    )
)
def test_a_block_reads_back_and_never_ends_its_element(value: Any) -> None:
    block = str(json_block(value))
    assert json.loads(block) == value
    assert not set(block) & set("<>&")


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.integers(0, 200), st.lists(st.integers(0, 200), max_size=5), max_size=200))
def test_whatever_imports_whatever_is_drawn(imports: dict[int, list[int]]) -> None:
    names = {n: f"p{n % 7}/s{n % 13}/f{n}.py" for n in range(201)}
    states = {names[n]: "validated" for n in imports}
    index = {key: n for n, key in enumerate(sorted(states))}
    picture = draw(states, {names[n]: [names[o] for o in others] for n, others in imports.items()}, index)
    assert len(picture.nodes) <= MAX_NODES and sum(sum(n.states.values()) for n in picture.nodes) == len(
        states
    )
    assert len({(n.x, n.y) for n in picture.nodes}) == len(picture.nodes), "no two on one place"
    assert all(0 <= n.x < picture.width and 0 <= n.y < picture.height for n in picture.nodes)
    if not picture.folders:
        wanted = {(names[o], names[n]) for n, os in imports.items() for o in os if o in imports and o != n}
        assert {(picture.nodes[a].name, picture.nodes[b].name) for a, b, _, _ in picture.edges} == wanted


def test_files_held_up_by_the_same_thing_are_one_row() -> None:
    def held_up(key: str, test: str) -> tuple[str, str, Cause]:
        issue = {
            "test": f"t.py::{test}",
            "file": "base.py",
            "line": 3,
            "exception": "ImportError",
            "message": "no x",
        }
        quality = {"issues": [issue]}
        return key, "needs_review", cause_of(key, {"metadata": {"reason": "r"}}, quality)

    alone = ("z.py", "skipped", cause_of("z.py", {"metadata": {"reason": "dead"}}, {}))
    rows = fold([alone, held_up("b.py", "test_b"), held_up("a.py", "test_a")])
    assert [(row.files, row.cause) for row in rows] == [
        (("a.py", "b.py"), "base.py:3 ImportError: no x"),
        (("z.py",), "dead"),
    ]
    assert fold([held_up("b.py", "test_b")])[0].cause == "base.py:3 ImportError: no x (test_b)"


# -- campaigns --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build_report(campaign_in(tmp_path_factory.mktemp("campaign") / "pilot"))


def test_a_campaign_shows_means_intervals_tests_plots_and_every_run(campaign: str) -> None:
    page, text = Page(campaign), campaign
    told = " ".join(page.words)
    assert "12 runs" in told and "2 configurations" in told
    assert "Mann-Whitney" in told or "Wilcoxon" in told
    rows = [attrs for tag, attrs in page.elements if tag == "tr"]
    assert text.count("r-stigmergic-tool-") == 2 * 3 and len(rows) > 12, "each run, and its workspace"
    pictures = [a for tag, a in page.elements if tag == "img"]
    assert pictures and all(
        (a["src"] or "").startswith("data:image/svg+xml;base64,") and a["alt"] for a in pictures
    )
    assert "files validated, share of all" in told and "hypervolume" in told
    assert "tool/single/seed_4" in told and "broken" in told


def test_ablations_are_held_against_the_whole_colony_alone(tmp_path: Path) -> None:
    names = ("stigmergic", "stigmergic-no-decay", "stigmergic-no-issues")
    for name in names:
        without = [] if name == names[0] else [name.rpartition("-")[2]]
        for seed in (1, 2, 3):
            make_run(
                tmp_path / f"{name}{seed}", f"{name}-{seed}", configuration=name, ablated=without, seed=seed
            )
    data = read_campaign(tmp_path)
    assert {pair.first for pair in data.pairs} == {"stigmergic"}
    assert {pair.second for pair in data.pairs} == set(names[1:])
    told = " ".join(Page(build_report(tmp_path)).words)
    assert "Ablations are held against stigmergic alone" in told
    for folder in tmp_path.glob("stigmergic[123]"):
        shutil.rmtree(folder)
    assert {(pair.first, pair.second) for pair in read_campaign(tmp_path).pairs} == {names[1:]}, (
        "no whole one"
    )


def test_a_campaign_is_escaped_and_fetches_nothing(campaign: str) -> None:
    page = Page(campaign)
    assert not {"b", "i"} & {tag for tag, _ in page.elements} and len(page.scripts) == 1
    assert any("<script>pwned=1</script>" in word for word in page.words)
    for tag, attrs in page.elements:
        assert not any(name.startswith("on") or name == "style" for name in attrs), (tag, attrs)
        assert re.match(r"#|data:|$", attrs.get("href") or attrs.get("src") or ""), (tag, attrs)


def test_what_can_not_be_compared_is_said_above_all_else(tmp_path: Path) -> None:
    make_run(tmp_path / "a", "r1", harness_version="1", seed=1)
    make_run(tmp_path / "b", "r2", harness_version="2", seed=2)
    text = build_report(tmp_path)
    assert text.index("ALARM: not comparable") < text.index("Results") and "mixed " in text
