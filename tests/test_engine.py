"""The engine: dialects, recovery, composition, line numbers, idempotence, the code model and the scan."""

from __future__ import annotations

import ast
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from environment.traces import Exactness, Observation
from migration.code_model import CodeModel, Request
from migration.engine.pipeline import Migration, migrate, scan
from migration.engine.registry import Registry, all_rules
from migration.engine.syntax import parse_with_recovery
from migration.models.rule_engine import RuleEngine
from migration.repository.index import RepositoryIndex
from migration.rule import Findings, Rule
from migration.view.draft import Dialect
from migration.view.module import Module


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("print 'a'\n", Dialect.PYTHON2),
        ("for i in xrange(3): pass\n", Dialect.PYTHON2),
        ("print(f'{xrange}')\n", Dialect.PYTHON3),
        ("#!/usr/bin/env python3\nxrange(3)\n", Dialect.PYTHON3),
        ("def f(*, a): xrange(a)\n", Dialect.PYTHON3),
        ("print('a', end='')\nxrange(3)\n", Dialect.PYTHON3),
        ("try:\n    xrange\nexcept NameError:\n    xrange = range\nxrange(3)\n", Dialect.POLYGLOT),
        ("import six\nif six.PY2:\n    a = xrange(3)\n", Dialect.POLYGLOT),
        ("print('a')\n", Dialect.AMBIGUOUS),
    ],
)
def test_dialect(text: str, dialect: Dialect) -> None:
    outcome = migrate(text)
    assert outcome.dialect == dialect
    assert (outcome.text == text) == (dialect is not Dialect.PYTHON2)


def test_a_text_without_triggers_is_not_even_parsed() -> None:
    text = "spam = 'eggs'\n"
    registry = Registry(r for r in all_rules().rules if r.triggers)
    assert not registry.triggered(text)
    assert migrate(text, registry=registry).text is text


@pytest.mark.parametrize(
    "broken",
    [
        "a b",
        "if a b:\n    print 2",
        "def f(x y):\n    print 2",
        "class A(:\n    pass",
        "x = = 1; print 3",
        "@a b\ndef f(): print 2",
    ],
)
def test_an_unparsable_construct_costs_nothing_else_and_is_reported(broken: str) -> None:
    outcome = migrate(f"print 1\n{broken}\nprint 'after', `x`\n")
    assert outcome.text.startswith("print(1)\n")
    assert outcome.text.endswith("print('after', repr(x))\n")
    assert "print 2" not in outcome.text
    assert not outcome.compiles
    assert [o for o in outcome.open_sites if o.pattern == "unparsable" and o.line in (2, 3)]
    assert migrate(outcome.text).text == outcome.text


def test_semantic_rules_work_beside_an_unparsable_construct() -> None:
    assert "range(3)" in migrate("a b c\nfor i in xrange(3): pass\n").text


@given(
    st.lists(
        st.sampled_from(
            [
                "print x",
                "print 'a',",
                "a b",
                "if x:",
                "    print 1",
                "try:",
                "except E, e:",
                "xrange(3)",
                "def f((a, b)):",
                "class A",
                "x = `y`",
                "    pass",
                "'''",
                "(",
                "\tx = 0777",
                "else:",
                "raise E, 'm'",
                "exec a in b",
                "é = 'ü'",
            ]
        ),
        max_size=8,
    ).map("\n".join)
)
@settings(max_examples=100, deadline=None)
def test_any_text_comes_out_and_a_second_run_changes_nothing(text: str) -> None:
    outcome = migrate(text)
    assert not outcome.notes
    assert migrate(outcome.text).text == outcome.text
    if outcome.compiles:
        ast.parse(outcome.text)
    else:
        assert outcome.open_sites
    total = outcome.text.count("\n") + 1
    assert all(1 <= c.line <= c.end_line <= total for c in outcome.changes)
    assert all(1 <= o.line <= total for o in outcome.open_sites)
    assert all(1 <= p.line <= text.count("\n") + 1 for p in outcome.found)


@given(st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_no_text_at_all_makes_it_raise(text: str) -> None:
    migrate(text)
    scan(text)


def test_masking_keeps_every_offset() -> None:
    text = "x = 1\nif a b:\n    y = 2\nz = 3\n"
    parsed = parse_with_recovery(text)
    assert parsed is not None
    assert len(parsed.masked) == len(text)
    assert [n.lineno for n in ast.walk(parsed.tree) if isinstance(n, ast.Assign)] == [1, 4, 3]


def test_nested_rewrites_of_different_rules_compose() -> None:
    text = "print >>f, `x <> 0777L`, u'a'\n"
    assert migrate(text).text == "print(repr(x != 0o777), 'a', file=f)\n"


def test_changes_carry_lines_of_the_new_and_of_the_old_text() -> None:
    outcome = migrate("def f((a, b)):\n    pass\n\nprint 1\nraise E, x\n")
    by_author = {c.author: c for c in outcome.changes}
    lines = outcome.text.splitlines()
    assert lines[by_author["print_statement"].line - 1] == "print(1)"
    assert by_author["print_statement"].before_line == 4
    assert lines[by_author["raise_syntax"].line - 1] == "raise E(x)"
    assert by_author["raise_syntax"].exactness is Exactness.SEMANTIC
    assert by_author["raise_syntax"].before_line == 5
    assert {(p.pattern, p.line) for p in outcome.found} >= {("print_statement", 4), ("raise_syntax", 5)}


def test_open_sites_carry_lines_of_the_new_text() -> None:
    outcome = migrate("def f((a, b)):\n    pass\nraise 'text'\n")
    site = next(o for o in outcome.open_sites if o.pattern == "string_exception")
    assert outcome.text.splitlines()[site.line - 1] == "raise 'text'"


def test_imports_are_added_once_after_docstring_and_future_imports() -> None:
    def visit(node: ast.Name, module: Module) -> Findings:
        if module.is_builtin(node, "spam", "eggs"):
            yield module.replace(node, module.use(f"functools.{node.id}", at=node))

    rule = Rule(
        id="spam",
        family="P1",
        summary="",
        before="",
        after="",
        triggers=("spam", "eggs"),
        nodes=(ast.Name,),
        visit=visit,
    )
    registry = Registry([rule])

    def result(text: str) -> str:
        return migrate(text, registry=registry).text

    head = "'''doc'''\nfrom __future__ import division\n"
    assert result(head + "spam(eggs)\n") == head + "import functools\nfunctools.spam(functools.eggs)\n"
    assert result("# c\nspam\n") == "# c\nimport functools\nfunctools.spam\n"
    assert result("import functools as ft\nspam\n") == "import functools as ft\nft.spam\n"
    assert result("from functools import spam as s\nx = eggs\n").startswith(
        "import functools\nfrom functools"
    )
    taken = "functools = 1\ndef f():\n    return spam\n"
    assert result(taken) == "import functools as _functools\n" + taken.replace("spam", "_functools.spam")


@pytest.mark.parametrize("head", ["", "import os\n", '"""Doc."""\n'])
def test_a_helper_stands_before_what_uses_it_between_imports(head: str) -> None:
    text = f"{head}try:\n    raise KeyError('a')\nexcept KeyError, e:\n    x = repr(e)\nimport sys\n"
    outcome = migrate(text)
    space: dict[str, object] = {}
    exec(outcome.text, space)
    assert space["x"] == "KeyError('a',)"
    assert migrate(outcome.text).text == outcome.text


def test_a_rewrite_that_does_not_parse_is_dropped_and_reported() -> None:
    def visit(node: ast.Name, module: Module) -> Findings:
        if node.id == "spam":
            yield module.replace(node, "in valid")

    bad = Rule(
        id="bad",
        family="P1",
        summary="",
        before="",
        after="",
        triggers=("spam",),
        nodes=(ast.Name,),
        visit=visit,
    )
    outcome = migrate("xrange(spam)\n", registry=Registry([bad, all_rules().by_id["xrange"]]))
    assert outcome.text == "range(spam)\n"
    assert [(o.pattern, o.line) for o in outcome.open_sites] == [("bad", 1)]


def test_a_rule_that_fails_is_named_and_the_others_go_on() -> None:
    def visit(node: ast.Name, module: Module) -> Findings:
        raise ValueError("broken rule")
        yield

    bad = Rule(id="bad", family="P1", summary="", before="", after="", nodes=(ast.Name,), visit=visit)
    outcome = migrate("xrange(3)\n", registry=Registry([bad, all_rules().by_id["xrange"]]))
    assert outcome.text == "range(3)\n"
    assert "bad" in outcome.notes[0]


def test_an_edit_of_nothing_is_no_edit() -> None:
    def visit(node: ast.Name, module: Module) -> Findings:
        yield module.edit()

    empty = Rule(id="empty", family="P1", summary="", before="", after="", nodes=(ast.Name,), visit=visit)
    outcome = migrate("xrange(3)\n", registry=Registry([empty, all_rules().by_id["xrange"]]))
    assert outcome.text == "range(3)\n" and not outcome.notes


def test_a_defect_leaves_the_text_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Migration) -> None:
        raise IndexError("a defect")

    monkeypatch.setattr(Migration, "_report", broken)
    outcome = migrate("print xrange(3)\n")
    assert outcome.text == "print xrange(3)\n" and not outcome.compiles
    assert [(o.pattern, o.line) for o in outcome.open_sites] == [("engine_failure", 1)]
    assert "a defect" in outcome.notes[0]


def test_of_two_rules_that_write_the_same_keyword_one_is_left_out() -> None:
    """Such a text can be parsed, but not compiled."""

    def giving(value: str, order: int) -> Rule:
        def visit(node: ast.Call, module: Module) -> Findings:
            if not node.keywords and module.is_builtin(node.func, "sorted"):
                yield module.edit(module.added(node, f"key={value}"))

        return Rule(
            id=f"key_{value}", family="P1", summary="", before="", after="", order=order, nodes=(ast.Call,), visit=visit
        )  # fmt: skip

    registry = Registry([giving("one", 40), giving("two", 60), all_rules().by_id["xrange"]])
    outcome = migrate("sorted(x)\nxrange(3)\n", registry=registry)
    assert outcome.compiles and outcome.text == "sorted(x, key=one)\nrange(3)\n"
    assert "key_two was left out" in outcome.notes[0]
    assert migrate("sorted(x, key=1, key=2)\nxrange(3)\n", registry=registry).text.endswith("range(3)\n")


def test_characters_beyond_ascii_do_not_shift_edits() -> None:
    assert migrate("é = 'ü', xrange(3), 'ß', xrange(4)\n").text == "é = 'ü', range(3), 'ß', range(4)\n"


def test_form_feeds_and_newline_styles_are_kept() -> None:
    assert migrate("print 1\r\n\x0cprint 2\r\n").text == "print(1)\r\n\x0cprint(2)\r\n"
    assert migrate("print 1\rprint 2\r").text == "print(1)\rprint(2)\r"


@pytest.mark.slow
def test_a_very_long_line_does_not_take_forever() -> None:
    text = "x = [" + "1, " * 200_000 + "]; print x\n"
    start = time.perf_counter()
    assert migrate(text).text.endswith("print(x)\n")
    assert time.perf_counter() - start < 60


def test_rules_can_be_switched_off_by_name() -> None:
    engine = RuleEngine(["xrange"])
    proposal = engine.propose(Request("a.py", "for i in xrange(3): print i\n", RepositoryIndex(["a.py"])))
    assert proposal.texts == {"a.py": "for i in xrange(3): print(i)\n"}
    with pytest.raises(ValueError, match="no such migration rule: nonsense"):
        RuleEngine(["nonsense"])


def test_the_engine_is_a_free_code_model_with_one_candidate() -> None:
    engine = RuleEngine()
    assert isinstance(engine, CodeModel) and engine.free
    request = Request("a.py", "print 1\n", RepositoryIndex(["a.py"]), attempt=1)
    assert engine.propose(request).refusal


def test_scan_tells_patterns_imports_dialect_and_whether_it_compiles() -> None:
    index = RepositoryIndex(["p/__init__.py", "p/a.py", "p/b.py", "p/q/__init__.py", "p/q/r.py", "c.py"])
    found = scan("import b, c, os\nfrom p.q import r\nfrom . import nothing\nprint 1\n", "p/a.py", index)
    assert ("print_statement", 4, "syntax") in [(p.pattern, p.line, p.source) for p in found.patterns]
    assert found.imports == ("c.py", "p/b.py", "p/q/__init__.py", "p/q/r.py")
    assert found.dialect is Dialect.PYTHON2
    assert not found.compiles and not found.warning and found.read_by == "syntax"
    clean = scan("x = 1\n")
    assert clean.compiles and not clean.patterns


def test_scan_warns_of_a_text_it_cannot_parse() -> None:
    found = scan("print 1\n" + "(" * 400 + "\n")
    assert found.warning
    assert "print_statement" in {p.pattern for p in found.patterns}


def test_a_further_round_does_not_read_its_own_print_call_as_the_statement() -> None:
    text = "def f((a, b)):\n    print a, b\n    print ('a', 'b')\n"
    assert migrate(text).text == "def f(a_b):\n    a, b = a_b\n    print(a, b)\n    print(('a', 'b'))\n"
    # tuple parameters write new lines, so a second round looks at the first one's result
    assert migrate(migrate(text).text).text == migrate(text).text


def test_observations_are_found_at_the_lines_of_the_original() -> None:
    seen: list[tuple[str, ...]] = []

    def visit(node: ast.Name, module: Module) -> Findings:
        seen.extend(o.seen for o in module.observed(node))
        yield from ()

    rule = Rule(
        id="look",
        family="P1",
        summary="",
        before="",
        after="",
        triggers=("spam",),
        nodes=(ast.Name,),
        names=frozenset(["spam"]),
        visit=visit,
    )
    registry = Registry([rule, all_rules().by_id["tuple_parameters"]])
    observations = (Observation("div", 3, 0, ("int",)),)
    migrate("def f((a, b)):\n    pass\nspam\n", registry=registry, observations=observations)
    assert seen == [("int",)]


def test_a_rule_with_names_sees_them_through_aliases_too() -> None:
    seen: list[str] = []

    def visit(node: ast.Name | ast.Attribute, module: Module) -> Findings:
        seen.append(module.qualified_name(node) or "")
        yield from ()

    rule = Rule(
        id="look",
        family="P1",
        summary="",
        before="",
        after="",
        nodes=(ast.Name, ast.Attribute),
        names=frozenset(["izip"]),
        visit=visit,
    )
    migrate(
        "from itertools import izip as z\nimport itertools as it\nz(it.izip, eggs)\n",
        registry=Registry([rule]),
    )
    assert sorted(seen) == ["itertools.izip", "itertools.izip"]


def test_a_further_round_does_not_read_what_a_rule_wrote_as_python2() -> None:
    def visit(node: ast.Name, module: Module) -> Findings:
        if node.id == "old":
            yield module.replace(node, "new", evidence=True, needs_python2=False)
        elif node.id == "new":
            yield module.replace(node, "newer")

    rule = Rule(
        id="look",
        family="P1",
        summary="",
        before="",
        after="",
        needs_python2=True,
        nodes=(ast.Name,),
        names=frozenset(["old", "new"]),
        visit=visit,
    )
    assert migrate("f(old, new)\n", registry=Registry([rule])).text == "f(new, newer)\n"


#: What both languages can read, and mean another thing by.
PLAIN = "def half(n):\n    return n / 2\n"
#: Signs of Python 3, or that its author thought of both.
SIGNS = [
    "import configparser\n",
    "print(a, b)\n",
    "print()\n",
    "def f(*, a): pass\n",
    "from __future__ import division, print_function\n",
    "from __future__ import absolute_import\n",
    "x = b'a'\n",
    "x = 'h\\xe9'\n",
    "x = 'h\u00e9'\n",
    "x = str(y, 'utf-8')\n",
    "x = open(p, encoding='utf-8')\n",
    "isinstance(x, bytes)\n",
    "class A:\n    def __bool__(self): return True\n",
    "import sys\nif sys.version_info[0] > 2: pass\n",
    "import pathlib\n",
    "from unittest import mock\n",
    "try:\n    f()\nexcept FileNotFoundError: pass\n",
    "import time\ntime.perf_counter()\n",
    "import os\nos.makedirs(p, exist_ok=True)\n",
    "x = list(map(str, y))\n",
    "x = list(d.keys())\n",
    "x = int(input())\n",
    "x = input().split()\n",
    "try:\n    from itertools import izip\nexcept ImportError: izip = zip\n",
    "try:\n    range = xrange\nexcept: pass\n",
    "try:\n    from cStringIO import StringIO\nexcept ImportError:\n    from io import StringIO\n",
    "try:\n    import __builtin__\n    range = xrange\nexcept ImportError: pass\n",
]


def in_program(text: str, *others: str) -> str:
    files = {"a.py": text} | {f"b{n}.py": other for n, other in enumerate(others)}
    return migrate(text, "a.py", RepositoryIndex(files, files.get)).text


@pytest.mark.parametrize("others", [(), ("x = 1\n",), ("x = u'h\u00e9'\n", "x = 1\n")])
def test_a_small_program_without_any_sign_is_what_it_is_migrated_from(others: tuple[str, ...]) -> None:
    changed = in_program(PLAIN, *others)
    space: dict[str, Any] = {}
    exec(changed, space)
    assert (space["half"](3), space["half"](3.0)) == (1, 1.5)
    assert in_program(changed, *others) == changed


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_in_any_file_of_a_program_is_enough_to_presume_nothing(sign: str) -> None:
    assert in_program(sign + PLAIN) == sign + PLAIN
    assert in_program(PLAIN, sign) == PLAIN


def test_division_that_one_file_imports_says_what_the_others_mean() -> None:
    """Who tells two meanings of `/` apart by files has Python 2's in those that import nothing."""
    other = "from __future__ import division\ndef ratio(a, b):\n    return a / b\n"
    text = "from other import ratio\ndef half(n):\n    return n / 2\nx = half(3), ratio(1, 4), half(ratio(6, 2))\n"
    files = {"a.py": text, "other.py": other}
    index = RepositoryIndex(files, files.get)
    assert migrate(other, "other.py", index).text == other
    space: dict[str, Any] = {"ratio": lambda a, b: a / b}
    exec(migrate(text, "a.py", index).text.replace("from other import ratio\n", ""), space)
    assert space["x"] == (1, 0.25, 1.5)


def test_nothing_is_presumed_of_many_files_of_a_text_of_its_own_and_of_another_text() -> None:
    assert in_program(PLAIN, *["x = 1\n"] * 20) == PLAIN
    assert migrate(PLAIN, "a.py").text == PLAIN
    index = RepositoryIndex({"a.py": ""}, {"a.py": "x = 1\n"}.get)
    assert migrate(PLAIN, "a.py", index).text == PLAIN


def test_what_needs_proof_is_not_done_where_python2_is_presumed() -> None:
    assert "input()" in in_program("x = input()\n" + PLAIN)
    assert "eval" not in in_program("x = input()\n" + PLAIN)
    assert "eval(input())" in in_program("x = input()\ny = 1L\n")


def test_division_as_python_3_has_it_is_kept_by_its_import_in_a_small_program() -> None:
    text = "from __future__ import division, print_function\nx = a / b\ny = 1L\n"
    changed = in_program(text)
    assert changed == "from __future__ import division\nx = a / b\ny = 1\n"
    assert in_program(changed) == changed
    assert in_program(text, *["x = 1\n"] * 20) == "x = a / b\ny = 1\n"


@pytest.mark.parametrize(
    "rule", [r for r in all_rules().rules if r.needs_python2 and not r.needs_proof], ids=lambda rule: rule.id
)
def test_what_rules_write_does_not_set_off_a_rule_where_python2_is_presumed(rule: Rule) -> None:
    for other in all_rules().rules:
        if (rule.id, other.id) == ("shown_octets", "octets_spelled"):
            continue  # its example, by itself, is what an index of octets makes of it
        registry, index = Registry([rule]), RepositoryIndex(["a.py"])
        assert migrate(other.after, "a.py", index, registry=registry).text == other.after, other.id


@pytest.mark.parametrize(
    "text",
    [
        "import itertools\nids = itertools.imap(str, itertools.count())\nprint ids.next()\n",
        "def f(n):\n    return xrange(n)\n",
        "def f(d):\n    return d.viewkeys()\n",
        "from itertools import izip\ndef f(a, b):\n    return izip(a, b)\n",
        "from future_builtins import map\ndef f(x):\n    return map(int, x)\n",
    ],
)
def test_what_was_lazy_stays_so_in_a_second_run(text: str) -> None:
    once = in_program(text)
    assert "list(" not in once
    if "viewkeys" not in text:  # a view and a list of keys are told apart by nothing that is left
        assert in_program(once) == once


def test_one_statement_that_imports_what_many_rules_know():
    text = (
        "import UserDict, UserList, sets, new, md5, sha, thread, exceptions, StringIO, __builtin__, Queue, commands\n"
        "print UserDict.UserDict, UserList.UserList, sets.Set, new.module, md5.new, sha.new, thread.get_ident\n"
        "print exceptions.ValueError, StringIO.StringIO, __builtin__.len, Queue.Queue, commands.getoutput\n"
    )
    made = migrate(text).text
    exec(compile(made, "made", "exec"), {"print": lambda *values: None})
    assert migrate(made).text == made


def test_a_file_that_is_shown_to_be_python_2_is_looked_at_again() -> None:
    """What rules ask the file's language for is asked again, when another rule has shown it."""

    def visit(node: ast.Name, module: Module) -> Findings:
        if module.is_python2:
            yield module.replace(node, "eggs")

    rule = Rule(
        id="look",
        family="P1",
        summary="",
        before="",
        after="",
        triggers=("spam",),
        nodes=(ast.Name,),
        names=frozenset(["spam"]),
        order=1,
        visit=visit,
    )
    registry = Registry([rule, all_rules().by_id["unicode_builtin"]])
    assert migrate("spam, unicode\n", registry=registry).text == "eggs, str\n"
    assert migrate("spam, str\n", registry=registry).text == "spam, str\n"


def test_an_import_that_another_one_becomes_is_written_once():
    """A rule needs the module by its new name while another one renames the import of the old one."""
    text = "import ConfigParser\nc = ConfigParser.ConfigParser()\nn = 1L\n"
    assert migrate(text).text.count("import configparser\n") == 1
    beside = text.replace("import ConfigParser", "import os, ConfigParser")
    assert "configparser.LegacyInterpolation()" in migrate(beside).text
