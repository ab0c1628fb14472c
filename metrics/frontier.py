"""The Pareto frontier and hypervolume of points in the plane: little x is good, much y is good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Point = tuple[float, float]


def frontier(points: Iterable[Point]) -> list[Point]:
    """The points that no other point dominates, by rising x. Equal points are listed once.

    One point dominates another if it costs no more (x) and reaches no less (y), and differs in one of them.
    """
    best: list[Point] = []
    for x, y in sorted(set(points), key=lambda point: (point[0], -point[1])):
        if not best or y > best[-1][1]:
            best.append((x, y))
    return best


def hypervolume(points: Iterable[Point], reference: Point) -> float:
    """Area dominated by the points and bounded by `reference` (the worst x and the worst y that count).

    Zitzler & Thiele, *Multiobjective optimization using evolutionary algorithms – a comparative case
    study*, 1998. Two dimensions need no library: the area is a staircase. Points beyond the reference add
    nothing.
    """
    worst_x, worst_y = reference
    inside = frontier((x, y) for x, y in points if x < worst_x and y > worst_y)
    area, end = 0.0, worst_x
    for x, y in reversed(inside):
        area += (end - x) * (y - worst_y)
        end = x
    return area


def staircase(points: Sequence[Point], right: float) -> tuple[list[float], list[float]]:
    """Coordinates of the line that bounds what a frontier dominates, drawn on to x = `right`."""
    xs: list[float] = []
    ys: list[float] = []
    for x, y in points:
        if ys:
            xs.append(x)
            ys.append(ys[-1])
        xs.append(x)
        ys.append(y)
    if points:
        xs.append(max(right, points[-1][0]))
        ys.append(ys[-1])
    return xs, ys
