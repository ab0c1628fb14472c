"""The rules as a code model: prefilter, lower the syntax, parse, walk once for all rules, edit, until nothing
changes.

Each file goes through the phases syntax → semantic → finish; within a phase rounds repeat because one rewrite
may make room for another. Python 3 and polyglot files come out untouched: a rewrite that changes a meaning is
only made in a file that other rewrites have proven to be Python 2, and nothing that proves it is left
afterwards, so that a second run finds nothing to do.
"""

from __future__ import annotations

import ast
import gc
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from environment.traces import Change, Observation, OpenSite, PatternSite
from migration.code_model import Proposal, Request, Usage
from migration.dialect import future_imports, is_python3, parse
from migration.draft import Dialect, Facts
from migration.edits import Edit, Rendering, Span, apply
from migration.fallback import find_patterns
from migration.imports import imported_files
from migration.module import Module
from migration.outcome import Outcome, Scan
from migration.placement import additions
from migration.registry import Registry, all_rules, of_phase
from migration.repository_index import RepositoryIndex
from migration.rule import Found, Open, Phase, Rule
from migration.source_text import restore_newlines, unify_newlines
from migration.syntax import Parsed, lower, parse_with_recovery

#: Rounds within one phase; every rule set seen so far settles in two.
MAX_ROUNDS = 5


def migrate(
    text: str,
    key: str = "<text>",
    index: RepositoryIndex | None = None,
    *,
    target: tuple[int, int] = (3, 11),
    observations: Sequence[Observation] = (),
    registry: Registry | None = None,
) -> Outcome:
    """Migrate one text to Python 3. Runs no code, reads no file, never raises for a strange text."""
    return Migration(text, key, index, target, tuple(observations), registry or all_rules()).outcome()


def scan(
    text: str,
    key: str = "<text>",
    index: RepositoryIndex | None = None,
    *,
    target: tuple[int, int] = (3, 11),
    registry: Registry | None = None,
) -> Scan:
    """What `text` holds before anything is done to it: patterns, files imported, dialect, whether it compiles."""
    index = index or RepositoryIndex([key])
    run = Migration(text, key, index, target, (), registry or all_rules())
    try:
        outcome = run.outcome()
    except Exception as error:  # a strange text must not stop the scan of the others
        return Scan(find_patterns(text), read_by="regex", warning=f"read by regular expressions only: {error!r}")
    tree = run.tree or parse(run.text, key)
    read_by = outcome.read_by if tree is not None else "tokens"
    warning = "" if tree is not None else f"can't be parsed as Python 2 or 3; read by {read_by} only"
    masked = [s for s in outcome.open_sites if s.pattern == "unparsable"]
    if masked and not warning:
        warning = f"line {masked[0].line} can't be parsed as Python 2 or 3 ({masked[0].reason})"
    compiles, _ = _compiles(unify_newlines(text)[0], key)
    return Scan(
        patterns=outcome.found,
        imports=imported_files(ast.walk(tree), key, index) if tree is not None else (),
        dialect=outcome.dialect,
        compiles=compiles,
        read_by=read_by,
        warning=warning,
        open_sites=outcome.open_sites,
    )


class Migration:
    """One text on its way through the phases. `tree` is the last tree, None when the text was not parsed."""

    def __init__(
        self,
        text: str,
        key: str,
        index: RepositoryIndex | None,
        target: tuple[int, int],
        observations: tuple[Observation, ...],
        registry: Registry,
    ) -> None:
        self.original = text
        self.text, self._newlines = unify_newlines(text)
        self._unified = self.text
        self.registry = registry
        self.facts = Facts(key, index or RepositoryIndex([key]), target, observations)
        self.tree: ast.Module | None = None
        self.dialect = Dialect.AMBIGUOUS
        self.notes: list[str] = []
        self.read_by = "syntax"
        self._first: Module | None = None
        self._reset()

    def _reset(self) -> None:
        self.text = self._unified
        self._renderings: list[Rendering] = []
        self._found: list[tuple[int, Found]] = []
        self._opens: dict[Phase, list[tuple[int, Open]]] = {}
        self._changes: list[tuple[int, Edit]] = []
        self._broken: set[str] = set()
        self._withheld = False

    def outcome(self) -> Outcome:
        """Migrate and say what was done."""
        with paused_collector():
            possible = self.registry.triggered(self.text, valid=True)
            if possible or self.registry.triggered(self.text):
                self._migrate(possible)
            return self._report()

    def _migrate(self, possible: tuple[Rule, ...]) -> None:
        self.facts.future = future_imports(self.text)
        tree = parse(self.text, self.facts.key)
        if tree is None:
            self._run(self.registry.triggered(self.text))
            return
        self.facts.parses = True
        self._first = Module(self.text, tree, self.facts)
        if is_python3(self._first.nodes, self.text, self.facts.future):
            self.tree, self.dialect = tree, Dialect.PYTHON3
            return
        if possible:
            self._run(possible)

    # -- the phases ------------------------------------------------------------------------------------------

    def _run(self, triggered: tuple[Rule, ...]) -> None:
        proven_before = self.facts.python2
        parsed = self._syntax(of_phase(triggered, Phase.SYNTAX))
        has_guards = False
        if parsed is None:
            self.read_by = "tokens"
            self._open(Phase.FINISH, Open("unparsable", 0, "the file can't be parsed as Python 2 or 3"))
        else:
            self.tree = parsed.tree
            for phase in (Phase.SEMANTIC, Phase.FINISH):
                rules = of_phase(triggered, phase)
                if rules:
                    parsed, guards = self._rounds(parsed, rules, phase)
                    has_guards = has_guards or guards
            for offset, message in parsed.failures:
                self._open(Phase.FINISH, Open("unparsable", offset, f"left as it is: {message}"))
        if self.facts.python2 and not proven_before and self._withheld:
            self._reset()
            self._run(triggered)
            return
        if self.facts.python2:
            self.dialect = Dialect.PYTHON2
        elif has_guards:
            self.dialect = Dialect.POLYGLOT

    def _syntax(self, rules: tuple[Rule, ...]) -> Parsed | None:
        result = lower(self.text, rules, self.facts, MAX_ROUNDS)
        self._found += result.found
        self._opens[Phase.SYNTAX] = [(n, o) for n, o in result.open if n >= len(result.renderings) - 1]
        self._withheld = result.withheld
        self.notes += result.notes
        for rendering in result.renderings:
            self._record(rendering)
        self.text = result.text
        if self._first is not None and self._first.text == self.text:
            return Parsed(self._first.tree, self.text, [])
        parsed = parse_with_recovery(self.text, self.facts.key)
        if parsed is None and result.renderings and self.facts.parses:
            self._reset()
            return parse_with_recovery(self.text, self.facts.key)
        return parsed

    def _rounds(self, parsed: Parsed, rules: tuple[Rule, ...], phase: Phase) -> tuple[Parsed, bool]:
        has_guards = False
        for _ in range(MAX_ROUNDS):
            module = self._first
            if module is None or module.text != self.text:
                module = Module(self.text, parsed.tree, self.facts, parsed.masked)
            edits = self._look(module, rules, phase)
            has_guards = module.has_guards
            if not edits:
                break
            rendering, following = self._apply(module, edits, parsed)
            if rendering is None or rendering.text == self.text:
                break
            self._record(rendering)
            self.text, parsed = rendering.text, following
            alive = {r.id for r in self.registry.triggered(self.text)}
            rules = tuple(r for r in rules if r.id in alive)
            if not rules:
                break
        return parsed, has_guards

    def _look(self, module: Module, rules: Iterable[Rule], phase: Phase) -> list[Edit]:
        """Walk the tree once with all rules; keep what holds for this file's dialect and outside its
        guards.
        """
        table: dict[type, list[Rule]] = {}
        for rule in rules:
            if rule.id not in self._broken:
                for kind in rule.nodes:
                    table.setdefault(kind, []).append(rule)
        edits: list[Edit] = []
        founds: list[Found] = []
        opens: list[Open] = []
        for node in module.nodes:
            for rule in table.get(node.__class__, ()):
                module.rule = rule
                try:
                    for finding in rule.visit(node, module) if rule.visit else ():
                        if isinstance(finding, Edit):
                            edits.append(finding)
                        elif isinstance(finding, Found):
                            founds.append(finding)
                        else:
                            opens.append(finding)
                except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
                    self._broken.add(rule.id)
                    self.notes.append(
                        f"rule {rule.id} failed on line {getattr(node, 'lineno', 0)}: {error!r}"
                    )
        order = {rule.id: position for position, rule in enumerate(rules)}
        edits.sort(key=lambda e: order[e.rule])
        edits = [e for e in edits if e.guarded or not _inside(module.guarded_spans, e.start)]
        if any(e.evidence for e in edits):
            self.facts.python2 = True
        here = len(self._renderings)
        if not self.facts.python2:
            edits = [e for e in edits if not e.needs_python2]
        for found in founds:
            if found.guarded or not _inside(module.guarded_spans, found.offset):
                self._found.append((here, found))
        self._opens[phase] = [
            (here, o) for o in opens if o.guarded or not _inside(module.guarded_spans, o.offset)
        ]
        return edits

    def _apply(self, module: Module, edits: list[Edit], before: Parsed) -> tuple[Rendering | None, Parsed]:
        rendering = apply(module.text, [*edits, *additions(module, edits)])
        parsed = parse_with_recovery(rendering.text, self.facts.key)
        if parsed is not None and len(parsed.failures) <= len(before.failures):
            return rendering, parsed
        good: list[Edit] = []
        for rule_id in dict.fromkeys(e.rule for e in edits):
            trial = good + [e for e in edits if e.rule == rule_id]
            attempt = apply(module.text, [*trial, *additions(module, trial)])
            result = parse_with_recovery(attempt.text, self.facts.key)
            if result is not None and len(result.failures) <= len(before.failures):
                good = trial
            else:
                self._broken.add(rule_id)
                site = next(e for e in edits if e.rule == rule_id)
                self._open(
                    Phase.FINISH,
                    Open(site.pattern, site.start, f"the rewrite by {rule_id} would not parse here"),
                )
        if not good:
            return None, before
        rendering = apply(module.text, [*good, *additions(module, good)])
        return rendering, parse_with_recovery(rendering.text, self.facts.key) or before

    # -- the books -------------------------------------------------------------------------------------------

    def _record(self, rendering: Rendering) -> None:
        number = len(self._renderings)
        self._renderings.append(rendering)
        self._changes += [(number, edit) for edit in rendering.applied]

    def _open(self, phase: Phase, site: Open) -> None:
        self._opens.setdefault(phase, []).append((len(self._renderings), site))

    def _original_line(self, offset: int, number: int) -> int:
        for rendering in reversed(self._renderings[:number]):
            offset = rendering.backward(offset)
        return self._unified.count("\n", 0, offset) + 1

    def _final_offset(self, offset: int, number: int) -> int:
        for rendering in self._renderings[number:]:
            offset = rendering.forward(offset)
        return offset

    def _report(self) -> Outcome:
        lines = _LineCounter(self.text)
        changes: list[Change] = []
        found: dict[tuple[str, int], None] = {}
        for number, edit in self._changes:
            spans = self._renderings[number].spans_of(edit)
            before = self._original_line(edit.start, number)
            if edit.pattern:
                found[(edit.pattern, before)] = None
            for span in spans:
                start = self._final_offset(span.start, number + 1)
                end = max(self._final_offset(max(span.end - 1, span.start), number + 1), start)
                changes.append(Change(edit.rule, edit.exactness, lines.at(start), lines.at(end), before))
        for number, site in self._found:
            if self.facts.python2 or not site.needs_python2:
                found[(site.pattern, self._original_line(site.offset, number))] = None
        opens: list[OpenSite] = []
        for number, left in (s for sites in self._opens.values() for s in sites):
            if self.facts.python2 or not left.needs_python2:
                opens.append(left.at(lines.at(self._final_offset(left.offset, number))))
                found[(left.pattern, self._original_line(left.offset, number))] = None
        compiles, problem = True, None
        if self._renderings or not self.facts.parses:
            compiles, problem = _compiles(self.text, self.facts.key)
        if problem and not any(o.line == problem.line for o in opens) and self.dialect is not Dialect.PYTHON3:
            opens.append(problem)
        new = (
            restore_newlines(self.text, self.original, self._newlines) if self._renderings else self.original
        )
        return Outcome(
            text=new,
            changes=tuple(sorted(set(changes), key=lambda c: (c.line, c.end_line, c.author))),
            found=tuple(
                PatternSite(p, n, self.read_by) for p, n in sorted(found, key=lambda s: (s[1], s[0]))
            ),
            open_sites=tuple(sorted(set(opens), key=lambda o: (o.line, o.pattern))),
            dialect=self.dialect,
            compiles=compiles,
            read_by=self.read_by,
            notes=tuple(self.notes),
        )


class _LineCounter:
    """Lines of offsets in one text."""

    def __init__(self, text: str) -> None:
        self._starts = [0]
        position = text.find("\n")
        while position >= 0:
            self._starts.append(position + 1)
            position = text.find("\n", position + 1)

    def at(self, offset: int) -> int:
        """The 1-based line of `offset`."""
        return bisect_right(self._starts, offset)


@contextmanager
def paused_collector() -> Iterator[None]:
    """Pause cyclic garbage collection: a tree is very many small objects that all live to the end."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _inside(spans: Sequence[Span], offset: int) -> bool:
    return any(s.start <= offset < s.end for s in spans)


def _compiles(text: str, key: str) -> tuple[bool, OpenSite | None]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, key, "exec", dont_inherit=True)
    except SyntaxError as error:
        return False, OpenSite("unparsable", error.lineno or 1, f"does not compile: {error.msg}")
    except (ValueError, RecursionError, MemoryError) as error:
        return False, OpenSite("unparsable", 1, f"does not compile: {error}")
    return True, None


class RuleEngine:
    """The embedded code model: the rules, free of charge and without a key."""

    name = "rules"
    free = True

    def __init__(self, disabled_rules: Sequence[str] = ()) -> None:
        self._registry = all_rules().without(disabled_rules)

    def propose(self, request: Request) -> Proposal:
        """The rules' only candidate for the file; asked again, a refusal that says so."""
        if request.attempt:
            return Proposal({}, refusal="the rules have one candidate and it was tried", usage=Usage())
        outcome = migrate(
            request.source,
            request.key,
            request.index,
            target=request.target,
            observations=request.observations,
            registry=self._registry,
        )
        return Proposal(
            texts={request.key: outcome.text},
            changes={request.key: outcome.changes},
            open_sites={request.key: outcome.open_sites},
            notes=outcome.notes,
        )
