"""One text through all rules: prefilter, lower the syntax, parse, look once with all rules, edit.

Each file goes through the phases syntax → semantic → finish. Every rule looks once; again look those whose edits
clashed, and those that follow a rule that has edited (decision 0015). Python 3 and polyglot files come out
untouched: a rewrite that changes a meaning is only made in a file that other rewrites have proven to be Python 2,
and nothing that proves it is left afterwards, so that a second run finds nothing to do.
"""

from __future__ import annotations

import ast
import gc
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from weakref import WeakKeyDictionary

from environment.traces import Observation, OpenSite
from migration import companions
from migration.dialects.dialect import (
    CANDIDATES,
    compile_failure,
    future_imports,
    is_chevron,
    is_python3,
    is_unreadable,
    parse,
)
from migration.dialects.repositories import CHOICES, is_for_python2, knows_both
from migration.engine.fallback import find_patterns
from migration.engine.ledger import Ledger
from migration.engine.outcome import Outcome, Scan
from migration.engine.registry import Registry, all_rules, of_phase
from migration.engine.syntax import Parsed, lower, parse_with_recovery
from migration.flow.repository import RepositoryFlow
from migration.repository.imports import imported_files
from migration.repository.index import RepositoryIndex
from migration.repository.star_imports import imported_beyond, starred_by
from migration.rule import Findings, Phase, Rule
from migration.source.edits import Edit, Rendering, Span, apply
from migration.source.findings import Found, Open
from migration.source.source_text import restore_newlines, unify_newlines
from migration.view.draft import Dialect, Facts
from migration.view.module import Module
from migration.view.placement import with_needs

#: What a rule that has a defect may raise: it is left out then, and the file's other rules go on.
_FAILURES = (ValueError, TypeError, AttributeError, LookupError, RecursionError)
#: Nodes of which a rule can ask for some by name.
_NAMED = frozenset([ast.Name, ast.Attribute, ast.Call])
_UNCOMPILED = "does not compile: "
_PRESUMED = "nothing in it shows which Python it is for: it is taken for Python 2"
#: Rounds within one phase; nearly all texts settle in two. Of the rules about modules that one statement imports, each
#: round applies one.
MAX_ROUNDS = 12


@contextmanager
def paused_collector() -> Iterator[None]:
    """Pause cyclic garbage collection: a tree is very many small objects, and all gone without it in the end."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@paused_collector()
def migrate(
    text: str,
    key: str = "<text>",
    index: RepositoryIndex | None = None,
    *,
    target: tuple[int, int] = (3, 11),
    observations: Sequence[Observation] = (),
    registry: Registry | None = None,
) -> Outcome:
    """Migrate one text to Python 3. Runs no code, reads no file, never raises for a strange text.

    Where two rules write what only one of them may (a keyword that is given twice), one of them is left out.
    """
    rules = registry or all_rules()
    try:
        outcome = Migration(text, key, index, target, tuple(observations), rules).outcome()
    except Exception as error:  # a defect must not stop the repository's other files
        return _left(text, key, error)
    for author in _clashing(outcome, rules):
        other = Migration(text, key, index, target, tuple(observations), rules.without([author])).outcome()
        if other.compiles:
            note = f"rule {author} was left out: what it wrote beside another rule would not compile"
            return replace(other, notes=(*other.notes, note))
    return outcome


def _left(text: str, key: str, error: Exception) -> Outcome:
    """A text that is left as it is, for the engine failed at it."""
    reason = f"the rules failed here, and nothing was changed: {error!r}"
    site = OpenSite("engine_failure", 1, reason)
    return Outcome(text, open_sites=(site,), compiles=_compiles(text, key)[0], notes=(reason,))


def _clashing(outcome: Outcome, rules: Registry) -> list[str]:
    """The rules that wrote on the line for which a text does not compile, where they are several; the last first."""
    if outcome.compiles:
        return []
    failed = {o.line for o in outcome.open_sites if o.reason.startswith(_UNCOMPILED)}
    on_line = (c.author for c in outcome.changes if any(c.line <= line <= c.end_line for line in failed))
    authors = [a for a in dict.fromkeys(on_line) if a in rules.by_id and rules.by_id[a].phase != Phase.SYNTAX]
    return sorted(authors, key=lambda a: rules.by_id[a].order, reverse=True) if len(authors) > 1 else []


@paused_collector()
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
        return Scan(
            find_patterns(text), read_by="regex", warning=f"read by regular expressions only: {error!r}"
        )
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
        self.facts = Facts(key, index or RepositoryIndex([key]), target, observations)
        self._is_told_of_others = index is not None
        if index is not None and index.text(key) == text:
            self.facts.flow = partial(flow_of, index, target, registry)
        registry = without_place_by_place(registry) if self.facts.index.octets else registry
        self.registry = registry if observations else without_observers(registry)
        self.tree: ast.Module | None = None
        self.dialect = Dialect.AMBIGUOUS
        self.notes: list[str] = []
        self.read_by = "syntax"
        self._first: Module | None = None
        self._view: Module | None = None
        beyond = imported_beyond(starred_by(self._unified), self.facts.key, self.facts.index)
        self._beyond = "".join(f"\n{target}" for target in sorted(beyond))
        self._reset()

    def _reset(self) -> None:
        self.text = self._unified
        self._view = self._first
        self._ledger = Ledger(self._unified)
        self._broken: set[str] = set()
        self._withheld = False
        self._after_syntax = 0
        self._compiled: str | None = None

    def outcome(self) -> Outcome:
        """Migrate and say what was done."""
        try:
            possible = self._triggered(valid=True)
            if possible or self._triggered():
                self._migrate(possible)
            return self._report()
        finally:
            for view in filter(None, (self._first, self._view)):
                view.release()

    def first_look(self) -> tuple[str, ast.Module] | None:
        """The text as the rules first see it, its syntax lowered, with its tree; None where it can't be parsed."""
        rules = self._chosen(self._triggered(valid=True))
        if not rules and self.tree is not None:
            return self.text, self.tree
        parsed = self._syntax(of_phase(rules, Phase.SYNTAX))
        return None if parsed is None else (self.text, parsed.tree)

    def _triggered(self, valid: bool = False) -> tuple[Rule, ...]:
        """The rules that can apply, also by what the file gets from others by `*`."""
        return self.registry.triggered(self.text + self._beyond, valid=valid)

    def _migrate(self, possible: tuple[Rule, ...]) -> None:
        rules = self._chosen(possible)
        if rules:
            self._run(rules)

    def _chosen(self, possible: tuple[Rule, ...]) -> tuple[Rule, ...]:
        """Read which language the text is in; the rules that are to run, of `possible` ones where both can read it."""
        self.facts.future = future_imports(self.text)
        tree = None if is_unreadable(self.text) else parse(self.text, self.facts.key)
        if tree is None:
            return self._triggered()
        self.facts.parses = True
        self._first = self._view = Module(self.text, tree, self.facts, first=lambda offset: offset)
        self.facts.chevrons = ">>" in self.text and any(map(is_chevron, self._first.nodes_of(ast.BinOp)))
        if is_python3(self._first.nodes_of(*CANDIDATES), self.text, self.facts.future):
            self.tree, self.dialect = tree, Dialect.PYTHON3
            return ()
        choices = self._first.nodes_of(*CHOICES)
        if self.facts.index.is_python2(self.facts.key, self.original):
            self.facts.python2 = not knows_both(choices, self.facts.future)
        elif self._is_told_of_others:
            self.facts.python2 = len(self.facts.index.keys) == 1 and is_for_python2(tree, self.text)
            if not self.facts.python2 and self.facts.index.is_presumed_python2(self.facts.key, self.original):
                self.facts.python2 = self.facts.presumed = True
        return possible

    # -- the phases ------------------------------------------------------------------------------------------

    def _run(self, triggered: tuple[Rule, ...]) -> None:
        proven_before = self.facts.is_proven
        parsed = self._syntax(of_phase(triggered, Phase.SYNTAX))
        has_guards = False
        if parsed is None:
            self.read_by = "tokens"
            self._ledger.leave(
                "unparsable", [Open("unparsable", 0, "the file can't be parsed as Python 2 or 3")]
            )
        else:
            self.tree = parsed.tree
            parsed, has_guards = self._rounds(parsed, triggered)
            for offset, message in parsed.failures:
                self._ledger.leave("unparsable", [Open("unparsable", offset, f"left as it is: {message}")])
        if self.facts.is_proven and not proven_before and (self._withheld or self.facts.asked):
            # Its syntax, or what a rule asked, was seen of a file of no known language.
            if self._first is not None:
                self._first.release()
            self._reset()
            self._run(triggered)
            return
        if self.facts.is_proven:
            self.dialect = Dialect.PYTHON2
        elif has_guards:
            self.dialect = Dialect.POLYGLOT

    def _syntax(self, rules: tuple[Rule, ...]) -> Parsed | None:
        result = lower(self.text, rules, self.facts, MAX_ROUNDS)
        for number, found in result.found:
            self._ledger.see([found], number)
        for number, site in result.open:
            if number >= len(result.renderings) - 1:
                self._ledger.leave("syntax", [site], number)
        self._withheld = result.withheld
        self.notes += result.notes
        for rendering in result.renderings:
            self._ledger.record(rendering)
        self.text = result.text
        self._after_syntax = len(self._ledger.renderings)
        if self._first is not None and self._first.text == self.text:
            return Parsed(self._first.tree, self.text, [])
        parsed = parse_with_recovery(self.text, self.facts.key)
        if parsed is None and result.renderings and self.facts.parses:
            self._reset()
            return parse_with_recovery(self.text, self.facts.key)
        return parsed

    def _rounds(self, parsed: Parsed, triggered: tuple[Rule, ...]) -> tuple[Parsed, bool]:
        """Look at the tree, and rewrite, until no rule has anything left to do.

        Every rule looks once, those of the finish along with the last of the others. Those whose edits clashed with
        others look again, and those that follow rules that have edited.
        """
        semantic, finish = of_phase(triggered, Phase.SEMANTIC), of_phase(triggered, Phase.FINISH)
        again, pending, has_guards = semantic, list(finish), False
        for left in reversed(range(MAX_ROUNDS)):
            if not (again or pending):
                break
            module = self._viewed(parsed)
            edits = self._look(module, again)
            has_guards = has_guards or module.has_guards
            late = _followers(edits, triggered) if left else set()
            if late.isdisjoint(rule.id for rule in semantic):
                looking, pending = (
                    [r for r in pending if r.id not in late],
                    [r for r in pending if r.id in late],
                )
                last = self._look(module, looking)
                late |= _followers(last, finish)
                edits += last
            if not any(edit.is_firm for edit in edits):
                break
            rendering = apply(module.text, with_needs(module, edits))
            if rendering.text == self.text:
                break
            late |= {edit.rule for edit in rendering.deferred}
            again = tuple(r for r in semantic if r.id in late)
            pending = [r for r in finish if r.id in late or r in pending]
            if again or pending or parsed.failures or not self._is_compiled(rendering.text):
                readable = self._readable(module, edits, rendering, parsed)
                if readable is None:
                    break
                rendering, parsed = readable
            self._ledger.record(rendering)
            self.text = rendering.text
        return parsed, has_guards

    def _viewed(self, parsed: Parsed) -> Module:
        """The view of the text as it is now: the last one, while nothing has been rewritten since."""
        if self._view is None or self._view.text != self.text:
            if self._view is not None and self._view is not self._first:
                self._view.release()
            origin = self._ledger.original_place
            first = partial(self._ledger.kept_since, number=self._after_syntax)
            self._view = Module(self.text, parsed.tree, self.facts, parsed.masked, origin, first)
        return self._view

    def _look(self, module: Module, rules: Sequence[Rule]) -> list[Edit]:
        """Show each rule the nodes it asks for; keep what holds for this file's dialect and outside its
        guards.
        """
        guarded = module.guarded_spans
        # What was written for Python 3 is right but for what Python 3 has not at all.
        meant = (*guarded, *module.python3_spans)
        edits: list[Edit] = []
        founds: list[Found] = []
        opens: dict[str, list[Open]] = {}
        # What is only done where the program has asked whether it can be proves nothing, and stays where nothing does.
        in_question: set[int] = set()
        for rule in rules:
            self._ledger.clear(rule.id)
            if rule.id in self._broken or not self._can_apply(rule, module):
                continue
            for finding in self._visit(rule, module):
                if isinstance(finding, Edit):
                    kept = guarded if finding.evidence else meant
                    if finding.guarded or not _inside(kept, _place(finding, module)):
                        edits.append(finding)
                        if not finding.evidence:
                            continue
                        if self.facts.parses and _inside(module.asked_spans, finding.start):
                            in_question.add(id(finding))
                        elif self._proves(finding, rule, module):
                            self.facts.python2, self.facts.presumed = True, False
                        elif self._is_among_both and not rule.in_both:
                            in_question.add(id(finding))
                elif finding.guarded or not _inside(guarded, finding.offset):
                    if isinstance(finding, Found):
                        founds.append(finding)
                    else:
                        opens.setdefault(rule.id, []).append(finding)
        if not self.facts.python2:
            edits = [e for e in edits if (e.evidence or not e.needs_python2) and id(e) not in in_question]
        elif self.facts.presumed:
            unproven = {rule.id for rule in rules if rule.needs_proof}
            edits = [e for e in edits if not (e.needs_python2 and e.rule in unproven)]
            if any(e.needs_python2 for e in edits) and _PRESUMED not in self.notes:
                self.notes.append(_PRESUMED)
        # What a rule wrote is Python 3 already: an input() that was raw_input() must not be read as Python 2's.
        ledger, settled = self._ledger, self._after_syntax
        edits = [e for e in edits if not (e.needs_python2 and ledger.written_since(e.start, settled))]
        ledger.see(founds)
        for rule_id, sites in opens.items():
            ledger.leave(
                rule_id,
                (o for o in sites if not (o.needs_python2 and ledger.written_since(o.offset, settled))),
            )
        return edits

    @cached_property
    def _knows_both(self) -> bool:
        """Whether the file shows that it was made for both languages."""
        if self._first is None:
            return False
        if {"absolute_import", "division"} <= self.facts.future:
            return True
        return knows_both(self._first.nodes_of(*CHOICES), self.facts.future)

    @cached_property
    def _is_among_both(self) -> bool:
        """Whether nothing shows that the files around are Python 2's: what this one has of that beside what it has of
        Python 3 is as it was meant.
        """
        return self._is_told_of_others and not self.facts.index.is_in_python2(self.facts.key)

    def _proves(self, edit: Edit, rule: Rule, module: Module) -> bool:
        """Whether an edit that replaces what only Python 2 has shows that the file is Python 2's: a file that was made
        for both languages has special methods of both, and in those of Python 2 what only that has.
        """
        return not ((rule.unread or _inside(module.uncalled_spans, edit.start)) and self._knows_both)

    def _can_apply(self, rule: Rule, module: Module) -> bool:
        module.rule = rule
        try:
            return rule.when is None or rule.when(module)
        except _FAILURES as error:
            self._broken.add(rule.id)
            self.notes.append(f"rule {rule.id} failed: {error!r}")
            return False

    def _visit(self, rule: Rule, module: Module) -> Findings:
        visit = rule.visit
        if visit is None:
            return
        module.rule = rule
        for kind in rule.nodes:
            for node in _shown(rule, kind, module):
                try:
                    for finding in visit(node, module):
                        if not isinstance(finding, Edit) or finding.parts:
                            yield finding
                except _FAILURES as error:
                    self._broken.add(rule.id)
                    self.notes.append(
                        f"rule {rule.id} failed on line {getattr(node, 'lineno', 0)}: {error!r}"
                    )
                    return

    def _readable(
        self, module: Module, edits: list[Edit], rendering: Rendering, before: Parsed
    ) -> tuple[Rendering, Parsed] | None:
        """What was rendered, parsed; where it can't be, the edits of those rules with which it can. None: nothing is
        left of it.
        """
        parsed = parse_with_recovery(rendering.text, self.facts.key)
        if parsed is not None and len(parsed.failures) <= len(before.failures):
            return rendering, parsed
        good: list[Edit] = []
        for rule_id in dict.fromkeys(e.rule for e in edits):
            trial = good + [e for e in edits if e.rule == rule_id]
            attempt = apply(module.text, with_needs(module, trial))
            result = parse_with_recovery(attempt.text, self.facts.key)
            if result is not None and len(result.failures) <= len(before.failures):
                good = trial
            else:
                self._broken.add(rule_id)
                site = next(e for e in edits if e.rule == rule_id)
                reason = f"the rewrite by {rule_id} would not parse here"
                self._ledger.leave("unparsable", [Open(site.pattern, site.start, reason)])
        if not good:
            return None
        rendering = apply(module.text, with_needs(module, good))
        return rendering, parse_with_recovery(rendering.text, self.facts.key) or before

    def _is_compiled(self, text: str) -> bool:
        """Whether `text` compiles, remembered for the report."""
        if self._compiled != text and compile_failure(text, self.facts.key) is None:
            self._compiled = text
        return self._compiled == text

    def _source(self) -> str | ast.Module:
        """The text as it is, as its tree where that is at hand: half of the work of compiling it is done then."""
        view = self._view
        return view.tree if view is not None and view.text == view.masked == self.text else self.text

    def _report(self) -> Outcome:
        ledger, python2 = self._ledger, self.facts.python2
        rewritten = bool(ledger.renderings)
        opens = list(ledger.open_sites(self.text, python2))
        compiles = True
        if self._compiled != self.text and (rewritten or not self.facts.parses):
            compiles, problem = _compiles(self._source(), self.facts.key)
            if problem and not any(o.line == problem.line for o in opens):
                opens.append(problem)
        return Outcome(
            text=restore_newlines(self.text, self.original, self._newlines) if rewritten else self.original,
            changes=ledger.changes(self.text),
            found=ledger.patterns(python2, self.read_by),
            open_sites=tuple(sorted(opens, key=lambda o: (o.line, o.pattern))),
            dialect=self.dialect,
            compiles=compiles,
            read_by=self.read_by,
            notes=tuple(self.notes),
            verdicts=ledger.verdicts(),
            new_files=self._companions(),
        )

    def _companions(self) -> dict[str, str]:
        if self.dialect in (Dialect.PYTHON3, Dialect.POLYGLOT):
            return {}
        return companions.needed(self.text, self.facts.key, self.facts.index)


_flows: WeakKeyDictionary[RepositoryIndex, RepositoryFlow] = WeakKeyDictionary()


def flow_of(index: RepositoryIndex, target: tuple[int, int], registry: Registry) -> RepositoryFlow:
    """What flows through a repository, followed once: by its texts as the rules first see them."""
    if index not in _flows:
        _flows[index] = RepositoryFlow(
            index, lambda key: Migration(index.text(key) or "", key, index, target, (), registry).first_look()
        )
    return _flows[index]


#: Rules that decide place by place what is text and what are octets.
_PLACE_BY_PLACE = (
    "base64_text", "binary_arguments", "bytes_beside_text", "bytes_keys", "decoded_results", "decoded_value",
    "encoded_in_text", "encoded_itself", "encoded_writes", "literal_decode", "native_text", "octet_ordinals",
    "octet_patterns", "pickle_files", "shown_octets", "text_mode", "written_octets",
)  # fmt: skip


@lru_cache(maxsize=8)
def without_place_by_place(registry: Registry) -> Registry:
    """The rules without those that octet_text stands in for, where a whole repository holds octets as text."""
    return registry.without(i for i in _PLACE_BY_PLACE if i in registry.by_id)


@lru_cache(maxsize=8)
def without_observers(registry: Registry) -> Registry:
    """The rules without those that act on observations alone, for a file of which nothing was observed."""
    return registry.without(rule.id for rule in registry.rules if rule.observed)


def _followers(edits: Sequence[Edit], rules: Sequence[Rule]) -> set[str]:
    """The ids of the rules that look again after `edits`; all, where one acts on what 2.7 was seen to do."""
    if not edits:
        return set()
    edited = {edit.rule for edit in edits if edit.is_firm}
    all_look = any(edit.note for edit in edits) or any(r.unsettles and r.id in edited for r in rules)
    return {r.id for r in rules if all_look or any(_gave_work(f, edits, edited) for f in r.follows)}


def _gave_work(followed: str, edits: Sequence[Edit], edited: Collection[str]) -> bool:
    """Whether a rule that another one `follows` has edited, and, where it says so, has written a text."""
    rule, _, text = followed.partition(": ")
    return rule in edited and (not text or any(e.rule == rule and e.writes(text) for e in edits))


def _shown(rule: Rule, kind: type[ast.AST], module: Module) -> list[ast.AST]:
    """The nodes of one type that a rule asks for."""
    if kind in _NAMED:
        if rule.imports and kind is not ast.Call:
            return module.nodes_imported(kind, rule.imports)
        if rule.names_here is not None:
            return module.nodes_named(kind, rule.names_here(module))
        if rule.names:
            return module.nodes_named(kind, rule.names)
    return module.nodes_of(kind)


def _place(edit: Edit, module: Module) -> int:
    """Where the text begins that an edit replaces, behind the margin of a line that goes as a whole."""
    start, end = edit.parts[0].span
    lines = module.text[start:end]
    return start + len(lines) - len(lines.lstrip()) if lines.strip() else start


def _inside(spans: Sequence[Span], offset: int) -> bool:
    return any(s.start <= offset < s.end for s in spans)


def _compiles(source: str | ast.Module, key: str) -> tuple[bool, OpenSite | None]:
    error = compile_failure(source, key)
    if error is None:
        return True, None
    line, reason = (error.lineno or 1, error.msg) if isinstance(error, SyntaxError) else (1, str(error))
    return False, OpenSite("unparsable", line, f"{_UNCOMPILED}{reason}")
