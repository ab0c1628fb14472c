"""The import graph as a picture: files (or, of many, folders) in layers, what is imported left of who imports it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

#: More files than this are drawn as folders.
MAX_NODES = 90
#: More lines than this would be a ball of wool: then they are drawn only for the node in hand.
SPACING_X, SPACING_Y, WIDTH, HEIGHT, MARGIN = 250, 30, 190, 22, 12
SWEEPS = 6


@dataclass
class Node:
    """A file or a folder: where it is drawn, its files by state, and its number when it is one file."""

    name: str
    states: Counter[str] = field(default_factory=Counter)
    number: int | None = None
    x: int = 0
    y: int = 0

    @property
    def label(self) -> str:
        """The name, its beginning left out where it is long."""
        return self.name if len(self.name) <= 26 else f"…{self.name[-25:]}"

    @property
    def state(self) -> str:
        """The state that most of its files are in."""
        return self.states.most_common(1)[0][0]

    @property
    def told(self) -> str:
        """Name and states in words."""
        if self.number is not None:
            return f"{self.name}: {self.state}"
        counts = ", ".join(f"{n} {state}" for state, n in self.states.most_common())
        return f"{self.name}: {sum(self.states.values())} files, {counts}"


@dataclass
class Picture:
    """What is drawn: nodes, and edges as (from, to, weight, path), from whom is imported to who imports."""

    nodes: list[Node]
    edges: list[tuple[int, int, int, str]]
    width: int
    height: int
    folders: bool


def draw(
    states: Mapping[str, str], imports: Mapping[str, Iterable[str]], index: Mapping[str, int]
) -> Picture:
    """Lay out the files of `states` (key → state) and their `imports` (key → keys).

    Of more than MAX_NODES files it is the folders that are drawn, as deep as still fits.
    """
    group, folders = _grouping(sorted(states))
    names = sorted({group[key] for key in states})
    place = {name: number for number, name in enumerate(names)}
    nodes = [Node(name) for name in names]
    for key, state in states.items():
        node = nodes[place[group[key]]]
        node.states[state] += 1
        node.number = None if folders else index[key]
    weights: Counter[tuple[int, int]] = Counter()
    for key, wanted in imports.items():
        for other in wanted:
            if key in group and other in group and group[key] != group[other]:
                weights[place[group[other]], place[group[key]]] += 1
    links = sorted(weights)
    layers = _ordered(_layers(len(nodes), links), links)
    tallest = max(map(len, layers), default=1)
    for column, members in enumerate(layers):
        free = (tallest - len(members)) * SPACING_Y // 2
        for row, member in enumerate(members):
            nodes[member].x = MARGIN + column * SPACING_X
            nodes[member].y = MARGIN + row * SPACING_Y + free
    edges = [(a, b, weights[a, b], _path(nodes[a], nodes[b])) for a, b in links]
    width = 2 * MARGIN + (len(layers) - 1) * SPACING_X + WIDTH if layers else 0
    return Picture(nodes, edges, width, 2 * MARGIN + tallest * SPACING_Y, folders)


def _grouping(keys: Sequence[str]) -> tuple[dict[str, str], bool]:
    if len(keys) <= MAX_NODES:
        return {key: key for key in keys}, False
    depth = max((key.count("/") for key in keys), default=0)
    group: dict[str, str] = {}
    for levels in range(depth, -1, -1):
        group = {key: "/".join(key.split("/")[:-1][:levels]) or "." for key in keys}
        if len(set(group.values())) <= MAX_NODES:
            break
    return group, True


def _layers(count: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Each node one layer right of the rightmost that it imports; a link that closes a cycle does not count."""
    sources: dict[int, list[int]] = defaultdict(list)
    for source, target in links:
        sources[target].append(source)
    level: dict[int, int] = {}
    for start in range(count):
        stack, path = [(start, iter(sources[start]))], {start}
        while stack:
            node, rest = stack[-1]
            following = next((s for s in rest if s not in level and s not in path), None)
            if following is None:
                level[node] = max((level[s] + 1 for s in sources[node] if s in level), default=0)
                path.discard(node)
                stack.pop()
            else:
                path.add(following)
                stack.append((following, iter(sources[following])))
    layers: list[list[int]] = [[] for _ in range(max(level.values(), default=-1) + 1)]
    for node in range(count):
        layers[level[node]].append(node)
    return layers


def _ordered(layers: list[list[int]], links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Fewer crossings: each node at the mean height of its neighbours (Sugiyama, Tagawa & Toda 1981, sweeps)."""
    near: dict[int, list[int]] = defaultdict(list)
    for source, target in links:
        near[source].append(target)
        near[target].append(source)
    for sweep in range(SWEEPS):
        height = {node: row / max(1, len(layer)) for layer in layers for row, node in enumerate(layer)}
        for layer in layers if sweep % 2 == 0 else layers[::-1]:
            middle = {
                n: sum(height[m] for m in near[n]) / len(near[n]) if near[n] else height[n] for n in layer
            }
            layer.sort(key=lambda node: (middle[node], node))
            height.update({node: row / max(1, len(layer)) for row, node in enumerate(layer)})
    return layers


def _path(source: Node, target: Node) -> str:
    x1, y1 = source.x + WIDTH, source.y + HEIGHT // 2
    x2, y2 = target.x, target.y + HEIGHT // 2
    bend = max(30, abs(x2 - x1) // 2)
    return f"M{x1} {y1}C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}"
