"""What a handful of runs lets one say: intervals, effect sizes, tests, and how many runs would be needed.

The repository is the cluster: runs on one repository resemble each other, so the repositories are what is
sampled wherever there are enough of them, and every repository counts the same however many runs it has.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

#: With fewer clusters than this the percentile bootstrap is too narrow, and Student's t is used instead.
BOOTSTRAP_CLUSTERS = 5
#: The fewest pairs with which a two-sided signed-rank test can fall below 0.05 (2 / 2**6 = 0.031).
SIGNED_RANK_PAIRS = 6
#: Up to so many rearrangements are counted one by one, so that ties cost no exactness.
_ENUMERABLE = 50_000


@dataclass(frozen=True, slots=True)
class Measured:
    """One run's value of a metric: on which repository, with which seed (None: not known)."""

    repository: str
    seed: object
    value: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its interval. `low` and `high` are None where there is none, and `method` says why."""

    mean: float
    low: float | None
    high: float | None
    runs: int
    repositories: int
    method: str


@dataclass(frozen=True, slots=True)
class RankTest:
    """A two-sided p-value (None: no test is possible), the test, and what the conclusion is about."""

    p: float | None
    test: str
    scope: str


def by_repository(sample: Iterable[Measured]) -> dict[str, list[float]]:
    """The values of a sample, by repository."""
    groups: dict[str, list[float]] = defaultdict(list)
    for one in sample:
        groups[one.repository].append(one.value)
    return dict(groups)


def mean_interval(
    sample: Sequence[Measured],
    level: float = 0.95,
    bounds: tuple[float, float] = (-math.inf, math.inf),
    seed: int = 0,
    resamples: int = 10_000,
) -> Estimate:
    """Mean over repositories of the mean over runs, with a confidence interval clipped to `bounds`.

    Five repositories or more: percentile bootstrap that resamples whole repositories (Davison & Hinkley,
    *Bootstrap Methods and their Application*, 1997, sections 3.8 and 5.3). Two to four: Student's t over
    the repositories' means, since resampling so few clusters gives intervals that are too narrow (Cameron,
    Gelbach & Miller, *Bootstrap-based improvements for inference with clustered errors*, 2008). One:
    Student's t over its runs, which speaks of that repository alone. One run: no interval.

    Raises:
        ValueError: the sample is empty.
    """
    groups = by_repository(sample)
    if not groups:
        raise ValueError("no runs: there is no mean")
    means = [fmean(values) for values in groups.values()]
    mean, count = fmean(means), len(means)

    def result(low: float | None, high: float | None, method: str) -> Estimate:
        if low is not None and high is not None:
            low, high = max(bounds[0], low), min(bounds[1], high)
        return Estimate(mean, low, high, len(sample), count, method)

    if len(sample) == 1:
        return result(None, None, "one run: no interval")
    if count == 1:
        values = next(iter(groups.values()))
        return result(*_student_t(values, level), f"Student's t over {len(values)} runs of one repository")
    if count < BOOTSTRAP_CLUSTERS:
        return result(*_student_t(means, level), f"Student's t over {count} repositories")
    import numpy as np

    picks = np.random.default_rng(seed).integers(0, count, size=(resamples, count))
    drawn = np.asarray(means)[picks].mean(axis=1)
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return result(float(low), float(high), f"bootstrap over {count} repositories")


def _student_t(values: Sequence[float], level: float) -> tuple[float, float]:
    from scipy import stats

    half = float(stats.t.ppf((1 + level) / 2, len(values) - 1)) * stdev(values) / math.sqrt(len(values))
    return fmean(values) - half, fmean(values) + half


def a12(first: Sequence[float], second: Sequence[float]) -> float:
    """Chance that a value of `first` is larger than one of `second`, ties counted half.

    A12 = (#(a > b) + 0.5 · #(a = b)) / (m · n). Vargha & Delaney, *A critique and improvement of the CL
    common language effect size statistics of McGraw and Wong*, 2000. 0.5 is no difference.

    Raises:
        ValueError: one of them is empty.
    """
    if not first or not second:
        raise ValueError("A12 needs values on both sides")
    won = sum((a > b) + 0.5 * (a == b) for a in first for b in second)
    return won / (len(first) * len(second))


def clustered_a12(first: Iterable[Measured], second: Iterable[Measured]) -> float | None:
    """Mean over the repositories both have of A12 within each; None where they have none in common.

    Within, because a hard repository would otherwise count as a difference between configurations.
    """
    left, right = by_repository(first), by_repository(second)
    common = sorted(left.keys() & right.keys())
    return fmean(a12(left[name], right[name]) for name in common) if common else None


def magnitude(effect: float) -> str:
    """A word for an A12. Thresholds of Vargha & Delaney (2000): 0.56, 0.64, 0.71, and their mirror images."""
    distance = round(abs(effect - 0.5), 12)
    for bound, word in ((0.21, "large"), (0.14, "medium"), (0.06, "small")):
        if distance >= bound:
            return word
    return "negligible"


def difference_test(first: Sequence[Measured], second: Sequence[Measured]) -> RankTest:
    """Whether two configurations differ, by ranks, with the unit that can bear the conclusion.

    One common repository: Mann–Whitney over its runs. Two to five: Wilcoxon's signed ranks over runs paired
    by repository and seed; the conclusion is about these repositories. Six or more: Wilcoxon's signed ranks
    over the repositories' means; the conclusion is about repositories like these.
    """
    left, right = by_repository(first), by_repository(second)
    common = sorted(left.keys() & right.keys())
    if not common:
        return RankTest(None, "no repository in common", "")
    if len(common) == 1:
        a, b = left[common[0]], right[common[0]]
        if min(len(a), len(b)) < 2:
            return RankTest(None, "one run only: no test", "")
        return RankTest(mann_whitney(a, b), "Mann–Whitney", "this repository")
    if len(common) >= SIGNED_RANK_PAIRS:
        differences = [fmean(left[name]) - fmean(right[name]) for name in common]
        return RankTest(wilcoxon(differences), "Wilcoxon", "repositories like these")
    differences = _paired_differences(first, second)
    if len(differences) < 2:
        return RankTest(None, "no seeds in common: no pairs", "")
    return RankTest(wilcoxon(differences), "Wilcoxon", f"these {len(common)} repositories")


def _paired_differences(first: Iterable[Measured], second: Iterable[Measured]) -> list[float]:
    left, right = (_by_repository_and_seed(sample) for sample in (first, second))
    return [fmean(left[key]) - fmean(right[key]) for key in sorted(left.keys() & right.keys())]


def _by_repository_and_seed(sample: Iterable[Measured]) -> dict[tuple[str, str], list[float]]:
    groups: dict[tuple[str, str], list[float]] = defaultdict(list)
    for one in sample:
        if one.seed is not None:
            groups[one.repository, str(one.seed)].append(one.value)
    return groups


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> float:
    """Two-sided p-value of the rank-sum test (Mann & Whitney 1947).

    Small samples: by counting all rearrangements of the mid-ranks, exact with ties too (Hollander, Wolfe &
    Chicken, *Nonparametric Statistical Methods*, 2014, section 4.1); larger ones: scipy's normal
    approximation with corrections for ties and continuity.
    """
    from scipy import stats

    values = [*first, *second]
    if math.comb(len(values), len(first)) > _ENUMERABLE:
        return float(stats.mannwhitneyu(first, second, alternative="two-sided", method="asymptotic").pvalue)
    ranks = [float(rank) for rank in stats.rankdata(values)]
    expected = len(first) * (len(values) + 1) / 2
    observed = abs(sum(ranks[: len(first)]) - expected)
    sums = [abs(sum(chosen) - expected) for chosen in itertools.combinations(ranks, len(first))]
    return sum(value >= observed - 1e-9 for value in sums) / len(sums)


def wilcoxon(differences: Sequence[float]) -> float:
    """Two-sided p-value of the signed-rank test (Wilcoxon 1945); differences of zero are left out.

    Small samples: by counting all signs, exact with ties too (Hollander, Wolfe & Chicken 2014, section
    3.1); larger ones: scipy's normal approximation.
    """
    from scipy import stats

    moved = [d for d in differences if d != 0]
    if not moved:
        return 1.0
    if 2 ** len(moved) > _ENUMERABLE:
        return float(stats.wilcoxon(moved, correction=True).pvalue)
    ranks = [float(rank) for rank in stats.rankdata([abs(d) for d in moved])]
    observed = abs(sum(math.copysign(rank, d) for rank, d in zip(ranks, moved, strict=True)))
    sums = [abs(sum(signed)) for signed in itertools.product(*((rank, -rank) for rank in ranks))]
    return sum(value >= observed - 1e-9 for value in sums) / len(sums)


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values corrected for testing several hypotheses at once, in the order given.

    Holm, *A simple sequentially rejective multiple test procedure*, 1979: the i-th smallest of m times (m −
    i + 1), made monotone, at most 1.
    """
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for place, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[index]))
        corrected[index] = highest
    return corrected


def runs_needed(effect: float, alpha: float = 0.05, power: float = 0.8) -> int | None:
    """Runs of each configuration needed to tell an A12 of `effect` from 0.5 by a rank-sum test; None for 0.5.

    n = (z(1 − α/2) + z(power))² / (6 · (A12 − 0.5)²). Noether, *Sample size determination for some common
    nonparametric tests*, 1987, equation for two equal groups. Runs on one repository, with distinct seeds.
    """
    if math.isclose(effect, 0.5):
        return None
    z = NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(power)
    return math.ceil(z**2 / (6 * (effect - 0.5) ** 2))


def bounds_of(metric: str) -> tuple[float, float]:
    """Between which values a metric of a run can lie."""
    share = metric.endswith(("_rate", "_completeness")) or metric.startswith("suite_")
    return (0.0, 1.0) if share else (0.0, math.inf)


def samples_by_label(
    measured: Iterable[tuple[str, Measured]],
) -> Mapping[str, list[Measured]]:
    """Measurements grouped by configuration, in alphabetical order."""
    groups: dict[str, list[Measured]] = defaultdict(list)
    for label, one in measured:
        groups[label].append(one)
    return dict(sorted(groups.items()))
