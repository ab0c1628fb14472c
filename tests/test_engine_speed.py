"""What the engine does not do: parse what has no trigger, show rules what they did not ask for, read files twice."""

from __future__ import annotations

import ast
import gc
import re
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.engine import OURS, converted, copied, readable, sources
from migration.analysis.callers import called_beside_bytes
from migration.analysis.names import in_repository
from migration.dialects import dialect, octets
from migration.engine.pipeline import migrate
from migration.engine.registry import Registry, all_rules
from migration.repairing.scene import view
from migration.repository.index import RepositoryIndex
from migration.rule import Findings, Phase, Rule, last_names
from migration.source.words import words_of
from migration.trees.fields import walk
from migration.view.draft import Facts
from migration.view.module import Module


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are parsed."""
    texts: list[str] = []
    parse = dialect.ast.parse

    def spy(text: str, *args: Any, **kwargs: Any) -> Any:
        texts.append(text)
        return parse(text, *args, **kwargs)

    monkeypatch.setattr(dialect.ast, "parse", spy)
    return texts


def rule_seeing(seen: list[str], **declared: Any) -> Rule:
    """A rule that notes what it is shown."""

    def visit(node: ast.AST, module: Any) -> Findings:
        seen.append(ast.unparse(node))
        nothing: Iterator[Any] = iter(())
        yield from nothing

    return Rule(id="spy", family="P1", summary="", before="", after="", visit=visit, **declared)


def test_a_file_without_a_trigger_is_not_parsed(parsed: list[str]) -> None:
    rule = rule_seeing([], triggers=("has_key",), nodes=(ast.Call,))
    assert migrate("a = b.get(1)\n", registry=Registry([rule])).text == "a = b.get(1)\n"
    assert parsed == []


def test_a_text_that_prints_by_statements_is_not_tried_as_python_3(parsed: list[str]) -> None:
    outcome = migrate("a = 1\nprint a\n")
    assert outcome.text == "a = 1\nprint(a)\n"
    assert "a = 1\nprint a\n" not in parsed


@pytest.mark.parametrize(
    "text",
    ["print 'a'\n", "if x: print 1\n", "print x, y\n", "a = 1; print a\n", "class A:\n    print a.b\n"],
)
def test_a_text_that_python_3_can_not_read(text: str) -> None:
    assert dialect.is_unreadable(text)
    assert dialect.parse(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "print (a)\n", "print\n'a'\n", "from m import print as p\n", "a = print if x else 1\n", "x = print in y\n",
        "'print a'\n", '\'\'\'\nprint a\n\'\'\'\n', "# print a\nb = 1\n", "with f() as print: pass\n",
        "[print for print in x]\n", "print >> f, a\n", "x = (print\n)\n", "print is not None or print and a\n",
    ],
)  # fmt: skip
def test_a_text_that_python_3_reads_is_never_taken_for_one_that_it_can_not(text: str) -> None:
    assert dialect.parse(text) is not None
    assert not dialect.is_unreadable(text)


def test_no_file_of_the_library_that_parses_is_taken_for_one_that_does_not() -> None:
    folder = Path(ast.__file__).parent
    for file in sorted(folder.glob("*.py")):
        text = file.read_text(encoding="utf-8")
        assert not (dialect.is_unreadable(text) and dialect.parse(text) is not None), file


def test_what_is_below_a_node_is_a_part_of_all_nodes() -> None:
    text = Path(ast.__file__).read_text(encoding="utf-8")
    module = view(text, "ast.py", RepositoryIndex(["ast.py"]), (3, 11))
    assert module is not None
    assert module.below(module.tree) == module.nodes
    for node in module.nodes:
        assert set(module.below(node)) == set(walk(node))


@pytest.mark.parametrize(("followed", "looks"), [("spell", 2), ("spell: b'", 2), ("spell: u'", 1)])
def test_a_rule_looks_again_after_what_it_follows_and_no_more(followed: str, looks: int) -> None:
    def spell(node: ast.Constant, module: Any) -> Findings:
        if node.value == "x":
            yield module.replace(node, "b'y'")

    seen: list[str] = []
    first = Rule(id="spell", family="P1", summary="", before="", after="", nodes=(ast.Constant,), visit=spell)
    migrate(
        "f('x')\n",
        registry=Registry([first, rule_seeing(seen, nodes=(ast.Call,), follows=frozenset([followed]))]),
    )
    assert len(seen) == looks


def test_a_rule_is_shown_calls_of_names_that_the_file_itself_gives() -> None:
    seen: list[str] = []
    names = {"names_here": lambda module: frozenset(module.module_scope.bindings)}
    rule = rule_seeing(seen, nodes=(ast.Call, ast.Constant), **names)
    migrate("def f(): pass\nf(x.f(1))\ng(2)\n", registry=Registry([rule]))
    assert seen == ["f(x.f(1))", "x.f(1)", "1", "2"]


def test_words_before_brackets_are_those_that_are_called() -> None:
    text = "f(1)\nx.g (h)\nclass A(B): pass\n(i)\nj[0](k)\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.__getitem__)
    assert index.called_in("a.py") == {"f", "g", "A"}


def test_a_trigger_is_a_whole_word() -> None:
    rules = [rule_seeing([], triggers=("has_key",), nodes=(ast.Call,))]
    assert Registry(rules).triggered("x.has_keys(1)\n") == ()
    assert Registry(rules).triggered("x.has_key(1)\n") == tuple(rules)


def test_the_prefix_of_a_string_is_a_trigger_of_its_own() -> None:
    rule = rule_seeing([], triggers=("u'",), nodes=(ast.Constant,))
    assert Registry([rule]).triggered("a = menu['x']\n") == ()
    assert Registry([rule]).triggered("a = u'x'\n") == (rule,)
    assert {"raise", "raise'"} <= words_of("raise'x'")


def test_calls_are_shown_by_name_and_alias_in_the_order_of_the_text() -> None:
    seen: list[str] = []
    rule = rule_seeing(seen, nodes=(ast.Call,), names=frozenset(["f", "g"]))
    migrate("from m import f as h\ng(1)\nx.f(2)\nh(3)\nother(4)\ng(f)\n", registry=Registry([rule]))
    assert seen == ["g(1)", "x.f(2)", "h(3)", "g(f)"]


def test_uses_are_shown_of_what_the_file_imports_from_the_modules_asked_for() -> None:
    seen: list[str] = []
    rule = rule_seeing(seen, nodes=(ast.Attribute, ast.Name), imports=frozenset(["os"]))
    text = "import os.path as p, sys\nfrom os import sep\np.join(sys.argv)\nother.sep\nsep\n"
    migrate(text, registry=Registry([rule]))
    assert seen == ["p.join", "p", "sep"]


def test_all_names_are_shown_after_a_star_import_of_a_module_asked_for() -> None:
    seen: list[str] = []
    rule = rule_seeing(seen, nodes=(ast.Name,), imports=frozenset(["os"]))
    migrate("from os import *\nanything\n", registry=Registry([rule]))
    assert seen == ["anything"]


def test_a_rule_that_can_do_nothing_in_a_file_is_shown_nothing() -> None:
    seen: list[str] = []
    migrate("a\n", registry=Registry([rule_seeing(seen, nodes=(ast.Name,), when=lambda module: False)]))
    assert seen == []


def test_a_rule_whose_condition_fails_is_named_and_left_out() -> None:
    def broken(module: Any) -> bool:
        raise ValueError("no")

    outcome = migrate("a\n", registry=Registry([rule_seeing([], nodes=(ast.Name,), when=broken)]))
    assert outcome.notes == ("rule spy failed: ValueError('no')",)


def test_the_index_reads_a_file_once() -> None:
    read: list[str] = []

    def text_of(key: str) -> str:
        read.append(key)
        return "x = 1\n"

    index = RepositoryIndex(["a.py"], text_of)
    assert [index.text("a.py"), index.text("a.py")] == ["x = 1\n", "x = 1\n"]
    assert read == ["a.py"]


def test_a_file_that_can_not_be_decoded_breaks_no_rule_in_the_others() -> None:
    def text_of(key: str) -> str:
        if key == "bad.py":
            raise ValueError("declares the unknown encoding 'uft-8'")
        return "def f(x):\n    return x.read()\n\nprint f(g) == 'a'\n"

    outcome = migrate(text_of("good.py"), "good.py", RepositoryIndex(["bad.py", "good.py"], text_of))
    assert outcome.notes == ()


def test_last_names() -> None:
    assert last_names("os.path.join", "re.compile") == frozenset(["join", "compile"])


def rules_noting_views(seen: list[Any]) -> Registry:
    """A rule of each phase that works on trees; they note the view they are shown, and ask it for a type."""

    def visit(node: ast.Name, module: Any) -> Findings:
        module.type_of(node)
        seen.append(weakref.ref(module))
        yield from ()

    kinds = {"family": "P1", "summary": "", "before": "", "after": "", "nodes": (ast.Name,), "visit": visit}
    return Registry([Rule(id=phase.name, phase=phase, **kinds) for phase in (Phase.SEMANTIC, Phase.FINISH)])


def test_both_phases_look_at_one_view_while_nothing_is_rewritten() -> None:
    seen: list[Any] = []
    registry = Registry([*all_rules().rules, *rules_noting_views(seen).rules])
    gc.disable()
    try:
        migrate("print a\n", registry=registry)
    finally:
        gc.enable()
    assert len(seen) == 4 and all(one is seen[0] for one in seen), "two names, two phases, one view"


def test_views_are_freed_without_the_garbage_collector() -> None:
    seen: list[Any] = []
    gc.disable()
    try:
        migrate("def f(a):\n    self = f(a)\n    return self.x\n", registry=rules_noting_views(seen))
        assert seen and not any(view() for view in seen)
    finally:
        gc.enable()


def test_callers_that_open_a_file_by_a_mode_give_no_bytes() -> None:
    def beside_bytes(other: str) -> bool:
        files = {"m.py": "def f(a):\n    return a\n", "n.py": other}
        module = view(files["m.py"], "m.py", RepositoryIndex(files, files.__getitem__), (3, 11))
        assert module is not None
        return called_beside_bytes(module.tree.body[0], module)

    assert beside_bytes("import m\nm.f(b'x')\n") and beside_bytes("import m\nm.f(Rb'x')\n")
    assert not beside_bytes("import m\nm.f(open('x', 'rb'), 'glob', u'b')\n")
    assert not beside_bytes("import other\nother.f(b'x')\n")


#: What the expressions of migration/dialects/octets.py count, spelled as one would without a thought of speed.
PLAIN_OCTETS = (
    r"\bstruct\.(?:un)?pack", r"\bStruct\(", r"\bchr\(", r"\bord\(", r"\bzlib\.", r"\bbinascii\.", r"\bhashlib\.",
    r"\.digest\(", r"\.recv\(", r"\.sendall\(", r"'(?:r|w|a)\+?b['\"]", r"\"(?:r|w|a)\+?b['\"]",
    r"\\x[89a-fA-F][0-9a-fA-F]", r"\\0\b", r"\\x0", r"(?<!\.)\bpack\(['\"]", r"(?<!\.)\bunpack\(['\"]",
    r"(?<=AES|DES|ES3|RC2|RC4|ish)\.new\(",
)  # fmt: skip
PLAIN_SIGNS = {
    "_TEXT": r"\bunicode(?=[(),:\]])|(?<![\w'\"])u['\"]|\.encode\(|\.decode\(|\bunichr\(|\bcodecs\.",
    "_BYTES": r"(?<![\w'\"])b['\"]|\bbytearray\(|\bimport six\b|\bfrom six\b|\bPY3\b",
}
PIECES = st.sampled_from(
    [
        *(
            "struct.pack",
            "unpack",
            "pack('",
            "Struct(",
            "chr(",
            "ord(",
            "zlib.",
            "hashlib.",
            "digest(",
            ".",
            "recv(",
            "rb",
            "w+b",
        ),
        *(
            "\\",
            "x8a",
            "0",
            "unicode",
            "u",
            "b",
            "encode(",
            "codecs.",
            ")",
            "bytearray(",
            "import six",
            "from six",
            "PY3",
        ),
        *("rb", "w+b", "'", '"', "a", "_", " "),
    ]
)


@settings(deadline=None)
@given(st.lists(PIECES, max_size=12).map("".join))
def test_signs_of_octets_are_counted_as_if_spelled_plainly(text: str) -> None:
    for name, plain in PLAIN_SIGNS.items():
        assert getattr(octets, name).findall(text) == re.findall(plain, text)
    for use, plain in zip(octets._OCTETS, PLAIN_OCTETS, strict=True):
        assert use.findall(text) == re.findall(plain, text)


def test_tokens_are_made_once_for_both_phases(monkeypatch: pytest.MonkeyPatch) -> None:
    from migration.source import tokens

    made: list[str] = []
    cut = tokens.cut
    monkeypatch.setattr(tokens, "cut", lambda text: made.append(text) or cut(text))
    text = "unlike_any_other = 0o7\n"
    rules = [
        Rule(id="lower", family="P1", summary="", before="", after="", phase=Phase.SYNTAX, lower=lambda s: iter(())),
        Rule(id="look", family="P1", summary="", before="", after="", nodes=(ast.Module,),
             visit=lambda node, module: iter(module.tokens.texts and ())),
    ]  # fmt: skip
    migrate(text, registry=Registry(rules))
    assert made == [text]


def test_a_text_is_not_cut_for_rules_that_ask_for_no_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    from migration.source import tokens

    made: list[str] = []
    cut = tokens.cut
    monkeypatch.setattr(tokens, "cut", lambda text: made.append(text) or cut(text))
    about_prefixes = Rule(
        id="a",
        family="P1",
        summary="s",
        before="",
        after="",
        phase=Phase.SYNTAX,
        lower=lambda source: iter(()),
    )
    migrate("uncut = 1\n", registry=Registry([about_prefixes]))
    assert made == []


def test_files_that_lack_what_an_expression_needs_are_not_searched_for_it() -> None:
    class Spy:
        pattern, flags, searched = "[Oo]lder", 0, list[str]()

        def search(self, text: str) -> re.Match[str] | None:
            self.searched.append(text)
            return re.search(self.pattern, text)

    texts = {"a.py": "x = 1  # old hat\n", "b.py": "y = 1\n"}
    index, spy = RepositoryIndex(texts, texts.__getitem__), cast("re.Pattern[str]", Spy())
    as_it_was, rewritten = (
        Module(text, ast.parse(text), Facts("b.py", index)) for text in (texts["b.py"], "y = 1  # Older\n")
    )
    assert not in_repository(spy, as_it_was)
    assert Spy.searched == []
    assert in_repository(spy, rewritten)
    assert Spy.searched == [rewritten.text]


def test_a_tool_that_breaks_down_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="ValueError"):
        converted([sys.executable, "-c", "raise ValueError"], tmp_path)


def test_the_benchmark_converts_files_that_are_called_as_modules_the_engine_imports(tmp_path: Path) -> None:
    origin = tmp_path / "origin"
    origin.mkdir()
    (origin / "ast.py").write_text("print 'a'\n")
    place = copied(origin, sources(origin), tmp_path / "place")
    assert min(converted(OURS, place)) > 0
    assert (place / "ast.py").read_text() == "print('a')\n"
    assert (origin / "ast.py").read_text() == "print 'a'\n"


def test_files_of_no_known_encoding_are_not_measured(tmp_path: Path) -> None:
    for name, data in {
        "a.py": b"a = 1\n",
        "b.py": b"# coding: string-escape\n",
        "c.py": b"a = '\xe9'\n",
    }.items():
        (tmp_path / name).write_bytes(data)
    assert [file.name for file in sources(tmp_path) if readable(tmp_path / file)] == ["a.py"]
