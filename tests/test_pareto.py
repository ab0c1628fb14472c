"""Frontier and hypervolume by law and by hand; the plot really drawn in each format, readable in grey."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics_runs import make_run, run_script

from metrics.frontier import Point, frontier, hypervolume, staircase
from metrics.pareto import analyse, main
from metrics.run_files import find_runs

points = st.lists(
    st.tuples(st.integers(0, 20).map(float), st.integers(0, 10).map(lambda n: n / 10)), max_size=12
)
point = st.tuples(st.integers(0, 20).map(float), st.integers(0, 10).map(lambda n: n / 10))
REFERENCE = (15.0, 0.0)


@pytest.fixture(autouse=True, scope="module")
def matplotlib_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Matplotlib keeps its font cache in a folder of the test session, not in the user's home."""
    with pytest.MonkeyPatch.context() as patch:
        if "MPLCONFIGDIR" not in os.environ:
            patch.setenv("MPLCONFIGDIR", str(tmp_path_factory.mktemp("matplotlib")))
        yield


def dominates(a: Point, b: Point) -> bool:
    return a != b and a[0] <= b[0] and a[1] >= b[1]


# -- geometry -------------------------------------------------------------------------------


def test_frontier_by_hand() -> None:
    cloud = [(1.0, 0.2), (1.0, 0.3), (2.0, 0.3), (3.0, 0.9), (4.0, 0.8), (3.0, 0.9)]
    assert frontier(cloud) == [(1.0, 0.3), (3.0, 0.9)]
    assert frontier([]) == []


@given(points)
def test_the_frontier_is_what_nothing_dominates(cloud: list[Point]) -> None:
    expected = sorted({a for a in cloud if not any(dominates(b, a) for b in cloud)})
    assert frontier(cloud) == expected
    assert frontier(frontier(cloud)) == expected


def test_hypervolume_by_hand() -> None:
    # from 1 to 3 at 0.3, from 3 to 15 at 0.9
    assert hypervolume([(1.0, 0.3), (3.0, 0.9)], REFERENCE) == pytest.approx(0.6 + 10.8)
    assert hypervolume([(15.0, 1.0), (2.0, 0.0), (20.0, 1.0)], REFERENCE) == 0.0


@given(points, point)
def test_another_point_never_lowers_the_hypervolume(cloud: list[Point], more: Point) -> None:
    before, after = hypervolume(cloud, REFERENCE), hypervolume([*cloud, more], REFERENCE)
    assert after >= before - 1e-9
    assert 0.0 <= after <= 15.0


@given(points)
def test_only_the_frontier_counts(cloud: list[Point]) -> None:
    assert hypervolume(cloud, REFERENCE) == hypervolume(frontier(cloud), REFERENCE)


@given(points)
def test_the_hypervolume_is_the_area_counted_cell_by_cell(cloud: list[Point]) -> None:
    cells = sum(
        any(x <= column and y >= (row + 1) / 10 - 1e-9 for x, y in cloud)
        for column in range(15)
        for row in range(10)
    )
    assert hypervolume(cloud, REFERENCE) == pytest.approx(cells / 10)


def test_the_staircase_runs_on_to_the_right() -> None:
    assert staircase([(1.0, 0.3), (3.0, 0.9)], 5.0) == ([1.0, 3.0, 3.0, 5.0], [0.3, 0.3, 0.9, 0.9])
    assert staircase([], 5.0) == ([], [])


# -- analysis -------------------------------------------------------------------------------


def campaign(folder: Path, seeds: int = 3) -> Path:
    for seed in range(seeds):
        shared = {"seed": seed, "wall_s": 2.0 + seed}
        make_run(folder, f"s{seed}", validated=8 + seed % 2, tokens=1000 + 100 * seed, **shared)  # type: ignore[arg-type]
        make_run(folder, f"a{seed}", validated=5, tokens=3000, baseline="single_agent", **shared)  # type: ignore[arg-type]
        make_run(folder, f"q{seed}", validated=2, tokens=500, baseline="sequential", **shared)  # type: ignore[arg-type]
    return folder


def test_means_frontier_and_hypervolume_of_a_campaign(tmp_path: Path) -> None:
    found = analyse(find_runs([campaign(tmp_path)])[0], "total_tokens", "success_rate", reference_x=4000)
    by_label = {one.label: one for one in found.picture.series}
    assert by_label["stigmergic"].x.mean == 1100
    assert by_label["stigmergic"].y.mean == pytest.approx(0.8333333)
    # 2.5 / 3 ± 4.3027 · 0.057735 / √3
    assert by_label["stigmergic"].y.high == pytest.approx(0.976755)
    cheap, good = found.picture.mean_frontier
    assert cheap == pytest.approx((500.0, 0.2))
    assert good == pytest.approx((1100.0, 0.8333333))
    assert found.hypervolume["single_agent"] == pytest.approx(0.5 * 1000 / 4000)
    assert found.hypervolume["sequential"] == pytest.approx(0.2 * 3500 / 4000)
    assert found.hypervolume["stigmergic"] == pytest.approx((0.8 * 100 + 0.9 * 2900) / 4000)
    assert found.hypervolume_all == pytest.approx((0.2 * 500 + 0.8 * 100 + 0.9 * 2900) / 4000)
    assert found.picture.alarms == []


def test_runs_that_cost_nothing_have_a_plot_too(tmp_path: Path) -> None:
    make_run(tmp_path, "r1", tokens=0)
    found = analyse(find_runs([tmp_path])[0], "total_tokens", "success_rate")
    assert found.reference == (1.0, 0.0)
    assert found.hypervolume_all == pytest.approx(0.8)


# -- the command ----------------------------------------------------------------------------


def test_the_plot_is_drawn_and_told(tmp_path: Path) -> None:
    output, exported = tmp_path / "out" / "pareto.png", tmp_path / "pareto.json"
    done = run_script(
        "pareto.py",
        *("--input", campaign(tmp_path / "in"), "--output", output, "--export-json", exported),
        *("--require-baselines", "stigmergic,single_agent, sequential"),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "stigmergic    total_tokens 1,100 [851.6, 1,348]" in done.stdout
    assert output.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    from matplotlib.image import imread

    pixels = imread(output)
    assert pixels.shape[0] >= 600 and pixels.shape[1] >= 800
    grey = pixels[..., :3].mean(axis=2)
    assert 0.01 < (grey < 0.6).mean() < 0.5, "neither empty nor full, in shades of grey"
    written = json.loads(exported.read_text())
    assert written["frontier_means"][0] == pytest.approx([500.0, 0.2])
    assert written["configurations"]["single_agent"]["on_frontier"] is False
    assert [run["run_id"] for run in written["configurations"]["stigmergic"]["runs"]] == ["s0", "s1", "s2"]


@pytest.mark.parametrize(("ending", "start"), [("svg", b"<?xml"), ("pdf", b"%PDF-"), ("PNG", b"\x89PNG")])
def test_the_ending_says_the_format_and_the_bytes_are_the_same_again(
    tmp_path: Path, ending: str, start: bytes
) -> None:
    campaign(tmp_path / "in", seeds=2)
    written = []
    for name in ("one", "two"):
        output = tmp_path / f"{name}.{ending}"
        assert main(["--input", str(tmp_path / "in"), "--output", str(output), "--x-metric", "wall_s"]) == 0
        written.append(output.read_bytes())
    assert written[0].startswith(start) and len(written[0]) > 5000
    assert written[0] == written[1]


def test_configurations_differ_in_shape_and_line_not_only_in_colour(tmp_path: Path) -> None:
    from matplotlib.figure import Figure

    from metrics import pareto_plot

    found = analyse(find_runs([campaign(tmp_path)])[0], "total_tokens", "success_rate")
    axes = Figure().subplots()
    shapes, patterns = [], []
    for place, series in enumerate(found.picture.series):
        pareto_plot._draw_series(axes, series, place)
        shapes.append(axes.lines[-1].get_marker())
        shapes.append(axes.containers[-1].lines[0].get_marker())  # type: ignore[attr-defined]
        patterns.append(str(axes.containers[-1].lines[2][0].get_linestyle()))  # type: ignore[attr-defined]
    assert len(set(patterns)) == 3
    assert len({axes.containers[n].lines[0].get_marker() for n in range(3)}) == 3  # type: ignore[attr-defined]


def test_one_run_has_no_interval_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_run(tmp_path, "r1")
    output = tmp_path / "p.svg"
    arguments = ["--input", str(tmp_path), "--output", str(output), "--export-json", str(tmp_path / "p.json")]
    assert main(arguments) == 0
    assert "one run: no interval" in capsys.readouterr().out
    written = json.loads((tmp_path / "p.json").read_text())["configurations"]["stigmergic"]
    assert (written["y"]["low"], written["y"]["high"]) == (None, None)


def test_mixed_settings_raise_an_alarm_in_text_picture_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_run(tmp_path, "r1")
    make_run(tmp_path, "r2", seed=2)
    arguments = ["--input", str(tmp_path), "--export-json", str(tmp_path / "p.json"), "--output"]
    assert main([*arguments, str(tmp_path / "calm.svg")]) == 0
    make_run(tmp_path, "r3", seed=3, model="other")
    assert main([*arguments, str(tmp_path / "mixed.svg")]) == 0
    assert "ALARM: mixed provider and model" in capsys.readouterr().err
    assert json.loads((tmp_path / "p.json").read_text())["alarms"][0].startswith("mixed provider and model")
    comment = "<!-- ALARM: not comparable -->"
    assert comment in (tmp_path / "mixed.svg").read_text()
    assert comment not in (tmp_path / "calm.svg").read_text()


def test_unmeasured_runs_are_named_and_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_run(tmp_path, "with")
    make_run(tmp_path, "without", retention=None, seed=2)
    arguments = [
        "--input",
        str(tmp_path),
        "--output",
        str(tmp_path / "p.png"),
        "--y-metric",
        "suite_retention",
    ]
    assert main(arguments) == 0
    assert "run without (stigmergic) is left out: suite_retention was not measured" in capsys.readouterr().err
    (tmp_path / "run_with_summary.json").unlink()
    assert main(arguments) == 2
    assert "in none of 1 runs both total_tokens and suite_retention" in capsys.readouterr().err


def test_a_missing_baseline_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_run(tmp_path, "r1")
    output = tmp_path / "p.png"
    arguments = ["--input", str(tmp_path), "--output", str(output)]
    assert main([*arguments, "--require-baselines", "stigmergic,psychic,react"]) == 2
    assert capsys.readouterr().err == "pareto: no run of psychic, react; there are stigmergic\n"
    assert not output.exists()


def test_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--input", str(tmp_path), "--output", str(tmp_path / "p.png")]) == 2
    assert "no finished runs found" in capsys.readouterr().err
    make_run(tmp_path, "r1")
    for wrong, said in [
        (["--output", "p.gif"], "has to end in .png, .svg, .pdf"),
        (["--output", "p.png", "--x-metric", "beauty"], "invalid choice: 'beauty'"),
        ([], "--output"),
    ]:
        with pytest.raises(SystemExit) as stopped:
            main(["--input", str(tmp_path), *wrong])
        assert stopped.value.code == 2
        assert said in capsys.readouterr().err
    assert main(["--input", str(tmp_path), "--output", str(tmp_path / "p.png"), "--reference-x", "0"]) == 2
    assert "has to be above 0" in capsys.readouterr().err


def test_simulated_runs_are_labelled_in_the_picture(tmp_path: Path) -> None:
    make_run(tmp_path, "r1", provider="simulated")
    make_run(tmp_path, "r2", provider="simulated", seed=2)
    output = tmp_path / "p.svg"
    assert main(["--input", str(tmp_path), "--output", str(output)]) == 0
    assert "<!-- stigmergic (simulated) (2 runs) -->" in output.read_text()


def test_help_has_examples() -> None:
    done = run_script("pareto.py", "--help")
    assert done.returncode == 0
    assert "python metrics/pareto.py --output pareto.png" in done.stdout
