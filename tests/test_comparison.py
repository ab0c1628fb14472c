"""The statistics: laws, cases worked by hand, reference values, and what is said when there is too little."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from metrics_runs import make_run, run_script
from scipy import stats

from metrics.comparison import compare, estimates, main, measure, table
from metrics.estimates import (
    Measured,
    a12,
    clustered_a12,
    difference_test,
    holm,
    magnitude,
    mann_whitney,
    mean_interval,
    runs_needed,
    wilcoxon,
)
from metrics.manifest import alarms, build_manifest, hash_files, repository_name, without_secrets
from metrics.run_files import find_runs

numbers = st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=8)


def sample(**values: list[float]) -> list[Measured]:
    return [
        Measured(repo, seed, value) for repo, column in values.items() for seed, value in enumerate(column)
    ]


# -- effect size ---------------------------------------------------------------------


@given(numbers, numbers)
def test_a12_of_both_directions_adds_up_to_one(a: list[float], b: list[float]) -> None:
    assert a12(a, b) + a12(b, a) == pytest.approx(1.0)
    assert 0.0 <= a12(a, b) <= 1.0


@given(numbers)
def test_a12_of_a_sample_with_itself_is_a_half(a: list[float]) -> None:
    assert a12(a, a) == pytest.approx(0.5)


def test_a12_by_hand() -> None:
    # pairs: 3>1, 3>2, 3<4, 5>1, 5>2, 5>4, 2>1, 2=2, 2<4: 6 won and one tie of 9
    assert a12([3, 5, 2], [1, 2, 4]) == pytest.approx(6.5 / 9)
    with pytest.raises(ValueError, match="both sides"):
        a12([], [1.0])


def test_a_hard_repository_is_no_difference_between_configurations() -> None:
    easy, hard = [0.9, 0.9], [0.1, 0.1]
    first, second = sample(easy=easy, hard=hard), sample(easy=easy[:1], hard=[*hard, *hard])
    assert clustered_a12(first, second) == 0.5
    assert a12([m.value for m in first], [m.value for m in second]) > 0.5
    assert clustered_a12(first, sample(other=[1.0])) is None


def test_magnitudes_at_their_thresholds() -> None:
    words = {
        0.5: "negligible",
        0.55: "negligible",
        0.56: "small",
        0.64: "medium",
        0.71: "large",
        1.0: "large",
    }
    for effect, word in words.items():
        assert magnitude(effect) == magnitude(1 - effect) == word, effect


# -- intervals ---------------------------------------------------------------------


def test_one_run_has_no_interval() -> None:
    one = mean_interval(sample(docopt=[0.8]))
    assert (one.mean, one.low, one.high, one.method) == (0.8, None, None, "one run: no interval")
    with pytest.raises(ValueError, match="no runs"):
        mean_interval([])


def test_runs_of_one_repository_by_students_t() -> None:
    # mean 2, s = 1, t(0.975; 2) = 4.3027: 2 ± 4.3027 / √3
    one = mean_interval(sample(docopt=[1.0, 2.0, 3.0]))
    assert one.low == pytest.approx(2 - 2.48414, abs=1e-4)
    assert one.high == pytest.approx(2 + 2.48414, abs=1e-4)
    assert "one repository" in one.method


def test_few_repositories_by_students_t_over_their_means() -> None:
    one = mean_interval(sample(a=[0.0, 2.0], b=[2.0], c=[3.0, 3.0, 3.0]))
    assert one.mean == 2.0
    assert one.low == pytest.approx(2 - 2.48414, abs=1e-4)
    assert (one.runs, one.repositories) == (6, 3)


def test_many_repositories_by_bootstrap_over_repositories() -> None:
    values = {f"r{n}": [float(n)] * 20 for n in range(9)}
    one = mean_interval(sample(**values))
    assert one == mean_interval(sample(**values))
    assert one.mean == 4.0
    assert one.method == "bootstrap over 9 repositories"
    # The bootstrap's standard error is that of 9 clusters, √(Σd²/9)/√9 = 0.861, not that of 180 runs.
    assert one.low == pytest.approx(4 - 1.96 * 0.861, abs=0.25)
    assert one.high == pytest.approx(4 + 1.96 * 0.861, abs=0.25)


def test_an_interval_of_shares_stays_within_them() -> None:
    one = mean_interval(sample(docopt=[1.0, 0.9]), bounds=(0.0, 1.0))
    assert one.high == 1.0 and one.low is not None and one.low >= 0.0


def test_the_bootstrap_covers_about_as_often_as_it_says() -> None:
    generator = random.Random(5)
    covered = 0
    for trial in range(120):
        values = {f"r{n}": [generator.gauss(10, 2)] * 3 for n in range(12)}
        one = mean_interval(sample(**values), seed=trial, resamples=800)
        assert one.low is not None and one.high is not None
        covered += one.low <= 10 <= one.high
    assert 0.83 <= covered / 120 <= 0.99


# -- tests ---------------------------------------------------------------------


def test_mann_whitney_without_ties_is_scipys_exact_one() -> None:
    a, b = [1.0, 4.0, 6.0, 9.0], [2.0, 7.0, 11.0, 12.0, 13.0]
    assert mann_whitney(a, b) == pytest.approx(stats.mannwhitneyu(a, b, method="exact").pvalue)


def test_mann_whitney_with_ties_by_hand() -> None:
    # mid-ranks 1.5, 1.5 | 3.5, 3.5: of the six ways to choose two, the two extreme ones are as far out
    assert mann_whitney([0.0, 0.0], [1.0, 1.0]) == pytest.approx(2 / 6)
    assert mann_whitney([1.0, 1.0], [1.0, 1.0]) == 1.0


def test_wilcoxon_without_ties_is_scipys_exact_one() -> None:
    moved = [1.0, -2.0, 3.0, 4.5, 5.5, 6.5, 7.5]
    assert wilcoxon(moved) == pytest.approx(stats.wilcoxon(moved, method="exact").pvalue)
    assert wilcoxon([1.0] * 6) == pytest.approx(2 / 64)
    assert wilcoxon([0.0, 0.0]) == 1.0


def test_large_samples_are_close_to_the_exact_answer() -> None:
    generator = random.Random(1)
    a = [generator.gauss(0, 1) for _ in range(30)]
    b = [generator.gauss(0.5, 1) for _ in range(30)]
    assert mann_whitney(a, b) == pytest.approx(stats.mannwhitneyu(a, b, method="exact").pvalue, abs=0.01)
    moved = [x - y for x, y in zip(a, b, strict=True)]
    assert wilcoxon(moved) == pytest.approx(stats.wilcoxon(moved, method="exact").pvalue, abs=0.01)


@given(numbers, numbers)
def test_a_test_does_not_care_which_side_is_first(a: list[float], b: list[float]) -> None:
    assert mann_whitney(a, b) == pytest.approx(mann_whitney(b, a))
    assert 0.0 < mann_whitney(a, b) <= 1.0
    assert wilcoxon(a) == pytest.approx(wilcoxon([-x for x in a]))


def test_holm_by_hand() -> None:
    # sorted 0.01 (×4), 0.02 (×3), 0.03 (×2), 0.5 (×1), each at least the one before
    assert holm([0.03, 0.01, 0.5, 0.02]) == pytest.approx([0.06, 0.04, 0.5, 0.06])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_never_lowers_a_p_value_and_keeps_their_order(p_values: list[float]) -> None:
    corrected = holm(p_values)
    assert all(before <= after <= 1.0 for before, after in zip(p_values, corrected, strict=True))
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    assert [corrected[i] for i in order] == sorted(corrected)


def test_the_test_follows_the_repositories() -> None:
    five, better = [1.0, 2.0, 3.0, 4.0, 5.0], [11.0, 12.0, 13.0, 14.0, 15.0]
    one = difference_test(sample(a=five), sample(a=better))
    assert (one.test, one.scope) == ("Mann–Whitney", "this repository")
    assert one.p == pytest.approx(2 / 252)
    two = difference_test(sample(a=five, b=five), sample(a=better, b=better))
    assert (two.test, two.scope) == ("Wilcoxon", "these 2 repositories")
    assert two.p == pytest.approx(2 / 1024)
    seven = {f"r{n}": [float(n)] for n in range(7)}
    many = difference_test(sample(**seven), sample(**{k: [v[0] + 1] for k, v in seven.items()}))
    assert (many.test, many.scope) == ("Wilcoxon", "repositories like these")
    assert many.p == pytest.approx(2 / 128)
    assert difference_test(sample(a=five), sample(b=five)).p is None
    assert difference_test(sample(a=[1.0]), sample(a=[2.0])).test == "one run only: no test"


def test_without_common_seeds_there_are_no_pairs() -> None:
    first = [Measured("a", 1, 0.1), Measured("b", 1, 0.2), Measured("a", 2, 0.1)]
    second = [Measured("a", 8, 0.3), Measured("b", 9, 0.4), Measured("a", None, 0.4)]
    assert difference_test(first, second).test == "no seeds in common: no pairs"


def test_runs_needed_by_hand() -> None:
    # (1.95996 + 0.84162)² = 7.8489; / (6 · 0.25) = 5.23; / (6 · 0.21²) = 29.66
    assert runs_needed(1.0) == runs_needed(0.0) == 6
    assert runs_needed(0.71) == 30
    assert runs_needed(0.5) is None


@given(st.floats(0.5, 1.0), st.floats(0.5, 1.0))
def test_smaller_effects_need_more_runs(a: float, b: float) -> None:
    assume(a < b and a > 0.501)
    smaller, larger = runs_needed(a), runs_needed(b)
    assert smaller is not None and larger is not None and smaller >= larger


# -- the table ---------------------------------------------------------------------


def campaign(folder: Path, runs: int = 5) -> Path:
    for seed in range(runs):
        for baseline, validated, tokens in (("stigmergic", 8, 900), ("single_agent", 5, 3000)):
            make_run(
                folder,
                f"{baseline}-{seed}",
                baseline=baseline,
                seed=seed,
                validated=validated + seed % 2,
                tokens=tokens + seed,
            )
    return folder


def test_two_configurations_on_one_repository(tmp_path: Path) -> None:
    done = run_script("comparison.py", "--input", campaign(tmp_path), "--export-json", tmp_path / "t.json")
    assert (done.returncode, done.stderr) == (0, "")
    written = json.loads((tmp_path / "t.json").read_text())
    assert written["alarms"] == []
    stigmergic = written["estimates"]["success_rate"]["stigmergic"]
    assert stigmergic["mean"] == pytest.approx(0.84) and stigmergic["runs"] == 5
    by_metric = {item["metric"]: item for item in written["comparisons"]}
    tokens = by_metric["total_tokens"]
    assert (tokens["first"], tokens["second"], tokens["a12"]) == ("single_agent", "stigmergic", 1.0)
    assert tokens["p"] == pytest.approx(2 / 252)
    assert tokens["p_holm"] == pytest.approx(6 * 2 / 252), (
        "six metrics, one family; the four smallest are equal"
    )
    assert by_metric["suite_retention"]["p"] == 1.0
    assert "success_rate" in done.stdout and "A12 1.00 (large)" in done.stdout


def test_one_run_of_each_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign(tmp_path, runs=1)
    assert main(["--input", str(tmp_path), "--metric", "success_rate"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("no interval: one run only") == 2
    assert "one run only: no test" in shown
    assert "A12" not in shown


def test_an_unmeasured_metric_is_left_out_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_run(tmp_path, "r1", retention=None)
    assert main(["--input", str(tmp_path)]) == 0
    assert "suite_retention\n  not measured in any run" in capsys.readouterr().out
    assert main(["--input", str(tmp_path), "--metric", "beauty"]) == 2
    assert "no run has a number called beauty" in capsys.readouterr().err


def test_a_resolution_rate_counts_only_where_something_was_retried(tmp_path: Path) -> None:
    make_run(tmp_path, "r1")
    (run,) = find_runs([tmp_path])[0]
    assert run.summary["retry_resolution_rate"] == 0.0
    assert measure([run], "retry_resolution_rate") == {}


def test_against_a_reference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign(tmp_path, runs=2)
    make_run(tmp_path, "seq", baseline="sequential")
    runs, _ = find_runs([tmp_path])
    pairs = compare(runs, ["success_rate"], "stigmergic")
    assert [(p.first, p.second) for p in pairs] == [
        ("stigmergic", "sequential"),
        ("stigmergic", "single_agent"),
    ]
    assert main(["--input", str(tmp_path), "--reference", "psychic"]) == 2
    assert "no runs of 'psychic'; there are sequential, single_agent, stigmergic" in capsys.readouterr().err


def test_no_runs_is_exit_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--input", str(tmp_path)]) == 2
    assert "no finished runs found" in capsys.readouterr().err


def test_simulated_runs_are_labelled(tmp_path: Path) -> None:
    make_run(tmp_path, "r1", provider="simulated")
    make_run(tmp_path, "r2", provider="simulated", baseline="react")
    runs, _ = find_runs([tmp_path])
    assert compare(runs, ["success_rate"], "react") == compare(runs, ["success_rate"], "react (simulated)")
    found = estimates(runs, ["success_rate"])
    assert list(found["success_rate"]) == ["react (simulated)", "stigmergic (simulated)"]
    assert "stigmergic (simulated)" in table(found, [])


def test_help_has_examples() -> None:
    done = run_script("comparison.py", "--help")
    assert done.returncode == 0
    assert "python metrics/comparison.py --input" in done.stdout


# -- the alarm ---------------------------------------------------------------------


def alarms_of(folder: Path) -> list[str]:
    return alarms(find_runs([folder])[0])


def test_equal_settings_and_several_repositories_raise_no_alarm(tmp_path: Path) -> None:
    make_run(tmp_path, "r1")
    make_run(tmp_path, "r2", seed=2)
    make_run(tmp_path, "r3", repo="/somewhere/six", target_commit="beef")
    make_run(tmp_path, "r4", baseline="single_agent", prompts_hash="other")
    assert alarms_of(tmp_path) == []


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"model": "other"}, "mixed provider and model: embedded, other (1 run); embedded, rules (1 run)"),
        ({"provider": "simulated"}, "mixed provider and model"),
        (
            {"budget": {"max_tokens": 5, "max_budget_usd": 0}},
            "mixed budget: max_budget_usd=0 max_tokens=200000",
        ),
        ({"target_commit": "dead"}, "mixed target commit of docopt: c0ffee (1 run); dead (1 run)"),
        ({"prompts_hash": "q"}, "mixed prompts of stigmergic: p (1 run); q (1 run)"),
        ({"config_hash": "d"}, "mixed settings of stigmergic on docopt: c (1 run); d (1 run)"),
        ({"harness_version": "0.2"}, "mixed harness version: 0.1.0 (1 run); 0.2 (1 run)"),
    ],
)
def test_mixed_settings_raise_an_alarm(tmp_path: Path, changed: dict[str, object], words: str) -> None:
    make_run(tmp_path, "r1")
    make_run(tmp_path, "r2", **{"seed": 2, **changed})  # type: ignore[arg-type]
    raised = alarms_of(tmp_path)
    assert any(alarm.startswith(words) for alarm in raised), raised


def test_a_repeat_with_the_same_seed_is_a_copy(tmp_path: Path) -> None:
    make_run(tmp_path, "r1")
    make_run(tmp_path, "r2")
    assert alarms_of(tmp_path) == ["same seed 1 for stigmergic on docopt: copies, not repeats (r1, r2)"]


def test_the_alarm_is_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_run(tmp_path, "r1")
    make_run(tmp_path, "r2", model="other")
    assert main(["--input", str(tmp_path)]) == 0
    assert "ALARM: mixed provider and model" in capsys.readouterr().err


# -- the manifest ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("repo", "name"),
    [
        ("https://example.org/team/tool.git", "tool"),
        ("git@example.org:team/tool.git", "tool"),
        ("/home/me/tool/", "tool"),
        ("./tool", "tool"),
        (".", "."),
    ],
)
def test_a_repository_is_named_by_its_last_part(repo: str, name: str) -> None:
    assert repository_name(repo) == name


def test_a_manifest_holds_no_password() -> None:
    url = "https://me:s3cret@example.org:8443/team/tool.git"
    assert without_secrets(url) == "https://example.org:8443/team/tool.git"
    manifest = build_manifest(
        repo=url,
        target_commit="c",
        provider="p",
        model="m",
        seed=1,
        budget={},
        config_hash="",
        prompts_hash="",
        lock_hash="",
        interpreters={},
        harness_version="0",
    )
    assert "s3cret" not in json.dumps(manifest)
    assert manifest["configuration"] == "stigmergic"


def test_the_hash_of_files_tells_names_and_contents_apart(tmp_path: Path) -> None:
    one, two = tmp_path / "a.txt", tmp_path / "b.txt"
    one.write_text("x")
    assert hash_files([two]) == ""
    only = hash_files([one, two])
    two.write_text("x")
    assert hash_files([two]) != only
    assert hash_files([one, two]) == hash_files([two, one]) != only


def test_a_run_that_was_cut_off_is_no_outcome(tmp_path: Path) -> None:
    for number, reason in enumerate(("max_ticks", "fatal", "interrupted")):
        path = make_run(tmp_path, f"r{number}", seed=number, tokens=100 + number)
        path.write_text(path.read_text().replace('"max_ticks"', f'"{reason}"'))
    done = run_script("comparison.py", "--input", tmp_path, "--metric", "total_tokens")
    assert done.returncode == 0
    assert "run r1 (stigmergic) ended as fatal: not counted" in done.stderr
    assert "run r2 (stigmergic) ended as interrupted: not counted" in done.stderr
    assert "no interval: one run only" in done.stdout and " 100 " in done.stdout
