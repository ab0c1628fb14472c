"""What the original is seen to do under Python 2.7: recorded where it happens, without changing what happens."""

# ruff: noqa: F811

from __future__ import annotations

import json
import logging
import re
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from front_door import call, delivered, summary_of
from git_fixtures import make_repo
from verification_fixtures import (  # noqa: F401
    cache,
    environment2,
    environment3,
    environments,
    plan,
    python2,
    runner,
    tree,
)
from world import make_world, states

from agents.scout import Scout
from environment.traces import Kind, Observation, PatternSite
from migration.engine.pipeline import migrate
from migration.models.observed import patterns_seen
from stigmergy.crafts import scan_all
from verification.baseline import Baseline, take_baseline
from verification.environments import TestEnvironment
from verification.interpreters import Interpreter
from verification.observation import disturbance, observe
from verification.results import SuiteRun, TestOutcome, read_events
from verification.runners import TestPlan
from verification.test_runs import SuiteRunner

LOG = logging.getLogger("observation")
Seen = dict[str, dict[tuple[int, int], tuple[str, ...]]]


class Observing:
    """A small original, its baseline, and what is seen in it."""

    def __init__(
        self, folder: Path, environment: TestEnvironment, files: Mapping[str, str], **how: Any
    ) -> None:
        self.tree = tree(folder / "original", files)
        self.folder = folder / "cache"
        self.plan: TestPlan = how.pop("plan", None) or plan(*(k for k in files if k.startswith("test_")))
        self.runner = runner(environment, folder / "scratch", **how)
        self.baseline = take_baseline(
            self.tree, self.plan, self.runner, self.runner.settings, self.folder, LOG
        )

    def look(self) -> Seen:
        keys = [p.relative_to(self.tree).as_posix() for p in self.tree.rglob("*.py")]
        found = observe(self.tree, keys, self.baseline, self.plan, self.runner, self.folder, LOG)
        return {k: {(o.line, o.column): o.seen for o in seen} for k, seen in found.items()}

    def run(self) -> SuiteRun:
        """The observed run itself."""
        return self.runner.observe(self.tree, self.plan, seconds=60.0)


# -- refusals ------------------------------------------------------------------------------------------------


def test_without_a_passing_test_nothing_is_run(tmp_path: Path) -> None:
    nothing = Baseline(SuiteRun(), frozenset())
    assert observe(tmp_path, ["a.py"], nothing, plan(), None, tmp_path, LOG) == {}  # type: ignore[arg-type]


def test_a_failure_of_observation_is_a_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        def __getattr__(self, name: str) -> object:
            raise OSError("no room")

    some = Baseline(SuiteRun(tests={"t": TestOutcome("t", "passed")}), frozenset({"t"}))
    assert observe(tmp_path, ["a.py"], some, plan("t"), Broken(), tmp_path, LOG) == {}  # type: ignore[arg-type]
    assert "could not be observed under Python 2.7: OSError: no room" in caplog.text


def test_disturbance_counts_stable_tests_that_touch_the_file() -> None:
    tests = {name: TestOutcome(name, "passed", "test_a.py") for name in "abcd"}
    run = SuiteRun(tests=tests, touched={"a": {"p.py": 2}, "b": {"p.py": 2}, "d": {"p.py": 2}})
    baseline = Baseline(run, frozenset("abc"), unstable=("d",))
    assert disturbance("p.py", ["a", "d"], baseline) == (1, 2)
    assert disturbance("test_a.py", ["a", "c"], baseline) == (2, 3)
    assert disturbance("imported_only.py", ["a"], baseline) == (1, 3)


def test_what_several_processes_saw_is_joined() -> None:
    one = {"event": "observed", "site": "division", "file": "a.py", "seen": [[3, 4, ["int/int"]]]}
    two = {**one, "seen": [[3, 4, ["float/int"]], [1, 0, ["int/int"]]]}
    run = read_events("\n".join(map(json.dumps, (one, two))))
    assert run.observed == {
        "a.py": (
            Observation("division", 1, 0, ("int/int",)),
            Observation("division", 3, 4, ("float/int", "int/int")),
        )
    }


# -- what is seen --------------------------------------------------------------------------------------------

PRODUCT = """
    # -*- coding: utf-8 -*-
    def whole(a, b):
        return a / b

    def both(a, b): return (a + 0) / b

    def never(a, b):
        return a / b

    def chain(a, b, c):
        return (a +
                0) / b / c

    def shifted(a, b):
        print u'é', a / b, b / a

    def named(x):
        x /= 2
        return x

    class Box(object):
        calls = 0
        def __init__(self, v):
            self._v = [v]
        @property
        def v(self):
            Box.calls += 1
            return self._v[0]
        @v.setter
        def v(self, new):
            self._v[0] = new
        def me(self):
            Box.calls += 100
            return self
        def halve(self):
            self.me().v /= 2
        def share(self):
            self._v[int(Box.calls * 0)] /= 4.0
    """
TESTS = """
    import product
    from product import *

    def test_numbers():
        assert whole(7, 2) == 3
        assert whole(-7L, 2) == -4
        assert both(7, 2) == 3 and both(7, 2.0) == 3.5
        assert chain(8, 2, 0.5) == 8
        assert named(7.0) == 3.5
        assert 9 / 2 == 4

    def test_print(capsys):
        shifted(4.0, 2)
        assert capsys.readouterr()[0] == u'\\xe9 2.0 0.5\\n'

    def test_box():
        box = Box(9)
        before = Box.calls
        box.halve()
        assert Box.calls - before == 101
        assert box._v == [4]
        box.share()
        assert box._v == [1]  if False else box._v == [1.0]
    """


@pytest.mark.python2
def test_every_division_is_seen_at_the_place_where_the_engine_looks(
    tmp_path: Path, environment2: TestEnvironment
) -> None:
    world = Observing(tmp_path, environment2, {"product.py": PRODUCT, "test_product.py": TESTS})
    assert len(world.baseline.passing) == 3
    seen = world.look()
    assert seen["product.py"] == {
        (3, 11): ("int/int", "long/int"),
        (5, 23): ("int/float", "int/int"),
        (11, 11): ("int/float", "int/int"),
        (15, 17): ("float/int",),
        (15, 24): ("int/float",),
        (18, 4): ("float/int",),
        (36, 8): ("int/int",),
        (38, 8): ("int/float",),
    }
    assert seen["test_product.py"] == {(10, 11): ("int/int",)}


@pytest.mark.python2
def test_the_rules_decide_by_what_was_seen(tmp_path: Path, environment2: TestEnvironment) -> None:
    product = "".join(f"def {name}(a, b):\n    return a / b\n" for name in ("whole", "real", "both"))
    product += "def halve(x):\n    x /= 2\n    return x\nprint 'ready'\n"
    tests = """
        from product import *
        def test_all():
            assert whole(7, 2) == 3
            assert real(7.0, 2) == 3.5
            assert both(7, 2) == 3 and both(7, 2.0) == 3.5
            assert halve(9) == 4
        """
    world = Observing(tmp_path, environment2, {"product.py": product, "test_product.py": tests})
    found = observe(world.tree, ["product.py"], world.baseline, world.plan, world.runner, world.folder, LOG)
    after = migrate(product, observations=found["product.py"])
    assert not after.open_sites
    assert "def whole(a, b):\n    return a // b\n" in after.text
    assert "def real(a, b):\n    return a / b\n" in after.text
    assert re.search(r"def both\(a, b\):\n    return \w+\(a, b\)\n", after.text)
    assert "    x //= 2\n" in after.text
    assert migrate(product).text != after.text


@pytest.mark.python2
def test_true_division_and_files_without_divisions_are_left_alone(
    tmp_path: Path, environment2: TestEnvironment
) -> None:
    files = {
        "true.py": "from __future__ import division\ndef f(a, b):\n    return a / b\n",
        "plain.py": "import sys\nNAME = 'a/b'\nLOADER = globals().get('__loader__')\n",
        "test_a.py": "import true, plain\ndef test_a():\n    assert true.f(1, 2) == 0.5 and plain.NAME\n",
    }
    assert Observing(tmp_path, environment2, files).look() == {}


@pytest.mark.python2
def test_kinds_of_operands(tmp_path: Path, environment2: TestEnvironment) -> None:
    product = """
        class Whole(int):
            pass
        class Path(object):
            def __init__(self, name):
                self.name = name
            def __div__(self, other):
                return Path(self.name + '/' + other)
        class Odd(int):
            def __div__(self, other):
                return 'odd'
        class Old:
            def __getattr__(self, name):
                if name == '__div__':
                    return lambda other: 'old'
                raise AttributeError(name)
        def f(a, b):
            return a / b
        """
    tests = """
        from product import *
        def test_a():
            assert f(Whole(7), True) == 7
            assert f(Path('a'), 'b').name == 'a/b'
            assert f(Odd(3), 2) == 'odd'
            assert f(Old(), 2) == 'old'
            assert f(2, 1j) == -2j
        """
    world = Observing(tmp_path, environment2, {"product.py": product, "test_a.py": tests})
    assert world.look()["product.py"] == {
        (17, 11): ("Odd/int", "Path/str", "instance/int", "int/bool", "int/complex")
    }


@pytest.mark.python2
def test_what_the_interpreter_warns_of_is_seen_and_disturbs_no_test(
    tmp_path: Path, environment2: TestEnvironment
) -> None:
    files = {
        "product.py": """
            import warnings
            def compare(a, b):
                return a < b
            def ordered(values):
                return sorted(values, cmp=lambda a, b: b - a)
            def old():
                warnings.warn('old() will be removed in 3.x', DeprecationWarning)
            def half(x):
                return x / 2
            """,
        "test_a.py": """
            import warnings
            import product
            def test_warnings_are_as_ever():
                with warnings.catch_warnings(record=True) as caught:
                    warnings.simplefilter('always')
                    assert product.compare(1, 'a') and product.ordered([1, 2]) == [2, 1]
                    assert {}.has_key(1) is False and product.half(3) == 1
                    product.old()
                assert [str(w.message) for w in caught] == ['old() will be removed in 3.x']
            def test_errors_are_as_ever():
                with warnings.catch_warnings():
                    warnings.resetwarnings()
                    warnings.simplefilter('error')
                    assert product.half(3) == 1 and product.compare('a', 1) is False
                    try:
                        product.old()
                        assert False
                    except DeprecationWarning:
                        pass
            """,
    }
    world = Observing(tmp_path, environment2, files)
    assert len(world.baseline.passing) == 2
    seen = world.look()["product.py"]
    assert seen == {
        (3, 0): ("comparing unequal types not supported in 3.x",),
        (5, 0): ("the cmp argument is not supported in 3.x",),
        (9, 11): ("int/int",),
    }
    assert not {n for n, t in world.run().tests.items() if not t.passed}


LOOPS = """
    import registry
    BOOK = {}
    class Shelf(dict):
        def items(self):
            return [(k, self[k]) for k in sorted(self)]
    def visit(table):
        for name in table.keys(): registry.drop(table, name)
    def calm(table):
        for name in table.keys():
            table[name] = 1
        for name in {}.values(): pass
    def stops(table):
        for name, value in table.items():
            del table[name]
            break
    def nested(table):
        for a in table.values():
            for b in table.keys():
                table.setdefault(len(table) if len(table) < 5 else 0, 1)
    def fails(table):
        for name in table.keys(): pass
    class Other(object):
        def keys(self):
            raise LookupError('no keys')
    """
LOOP_TESTS = """
    import pytest, loops
    def test_loops():
        table = {'a': 1, 'b': 2}
        loops.visit(table)
        assert table == {}
        loops.calm({'a': 2})
        loops.stops({'a': 1, 'b': 2})
        shelf = loops.Shelf(a=1, b=2)
        loops.stops(shelf)
        assert list(shelf) == ['b']
        loops.nested({0: 1, 1: 1})
        with pytest.raises(LookupError):
            loops.fails(loops.Other())
        loops.fails({'a': 1})
        with pytest.raises(AttributeError):
            loops.fails(None)
    """


@pytest.mark.python2
def test_dicts_that_change_under_a_loop_are_seen_and_kept_apart(
    tmp_path: Path, environment2: TestEnvironment
) -> None:
    registry = "def drop(table, name):\n    del table[name]\n"
    files = {"loops.py": LOOPS, "registry.py": registry, "test_loops.py": LOOP_TESTS}
    world = Observing(tmp_path, environment2, files)
    assert len(world.baseline.passing) == 1
    assert world.look()["loops.py"] == {(7, 16): ("changed",), (17, 13): ("changed",), (18, 17): ("changed",)}
    source = (world.tree / "loops.py").read_text()
    found = observe(world.tree, ["loops.py"], world.baseline, world.plan, world.runner, world.folder, LOG)
    assert "    for name in list(table.keys()): registry.drop" not in migrate(source).text
    after = migrate(source, observations=found["loops.py"]).text
    assert "    for name in list(table.keys()): registry.drop" in after
    assert "    for name in table.keys():\n        table[name] = 1" in after


TEXTS = """
    # -*- coding: utf-8 -*-
    import hashlib, struct
    def text(x): return x.decode('utf-8')
    def native(x, codec='utf-8'):
        return x.encode(codec).upper() + 'x'.encode('ascii')
    def read(path, mode='r'):
        with open(path, mode) as stream: return stream.read()
    def lines(path): return [line for line in file(path)]
    def save(out, *parts):
        for part in parts: out.write(part)
    def name(x): return u'é' + unicode(x), str(x)
    def mark(x, y): return hashlib.md5(x).hexdigest(), struct.pack('>4sI', (x +
        y), 7)
    class Markup(unicode): pass
    class Loud(unicode):
        def decode(self, *args): return 'loud'
        def __getslice__(self, *args): raise SystemExit('looked at')
    class Meta(type):
        def __getattribute__(self, name): raise SystemExit('asked for ' + name)
    class _Strange(str):
        __metaclass__ = Meta
    class Old:
        def decode(self, codec): return codec
    """
TEXT_TESTS = r"""
    # -*- coding: utf-8 -*-
    import StringIO
    import texts
    from texts import *
    def test_receivers():
        assert text(u'a') == text('a') == text(Markup('a')) == u'a'
        assert text('\xc3\xa9') == u'\xe9' and text(Loud('a')) == 'loud' and text(Old()) == 'utf-8'
        assert native('a') == native(u'a') == 'Ax'
    def test_files(tmpdir):
        path = str(tmpdir.join('x'))
        for data in ('a', 'caf\xc3\xa9', 'a\r\nb', '\x00', '\xff\xfe'):
            with open(path, 'wb') as out: save(out, data)
            assert read(path) == read(path, 'rb') == data
        assert read(path, 'rU') == '\xff\xfe' and lines(path) == ['\xff\xfe']
        with open(path, 'wb') as out: save(out, 'x' * 65535, '\xc3\xa9')
        assert len(lines(path)[0]) == 65537
        assert read('/dev/null') == ''
    def test_writing():
        out = StringIO.StringIO()
        save(out, 'a', u'b', '\x80')
        assert out.buflist[:2] == ['a', u'b']
    def test_arguments():
        assert name('a') == name(u'a') == (u'\xe9a', 'a') and name(1) == (u'\xe91', '1')
        assert mark('\xff', 'a')[1] == '\xffa\x00\x00\x00\x00\x00\x07'
        assert name(texts._Strange('a'))[1] == 'a'
    """


@pytest.mark.python2
def test_texts_and_octets_are_seen_where_they_meet(tmp_path: Path, environment2: TestEnvironment) -> None:
    world = Observing(tmp_path, environment2, {"texts.py": TEXTS, "test_texts.py": TEXT_TESTS})
    assert len(world.baseline.passing) == 4
    run = world.run()
    assert {t.outcome for t in run.tests.values()} == {"passed"}
    seen = {(o.site, o.line, o.column): o.seen for o in run.observed["texts.py"]}
    assert seen == {
        ("decode", 3, 20): ("Loud", "instance", "str ascii", "str utf-8", "unicode ascii"),
        ("encode", 5, 11): ("str ascii", "unicode ascii"),
        ("open", 7, 9): (
            "r ascii", "r ascii cr", "r binary", "r binary high", "r stream", "r utf-8", "rU binary high", "rb",
        ),
        ("open", 8, 42): ("r binary high", "r utf-8"),
        ("write", 10, 33): (
            "file b/str ascii", "file b/str binary", "file b/str utf-8",
            "instance/str ascii", "instance/str binary", "instance/unicode ascii",
        ),
        ("unicode", 11, 36): ("_Strange", "int", "str ascii", "unicode ascii"),
        ("str", 11, 44): ("_Strange", "int", "str ascii", "unicode ascii"),
        ("octets", 12, 35): ("str binary",),
        ("octets", 12, 72): ("str binary",),
    }  # fmt: skip


# -- behaviour stays -----------------------------------------------------------------------------------------

CAREFUL = """
    import sys
    LOG = []
    LOG.append(len(LOG))
    print 'imported'

    def fail(a, b):
        x = 1
        return (a
                / b)

    def generate(n):
        got = 8 / (yield n)
        yield got

    class Loud(object):
        def __div__(self, other):
            return sys._getframe(1).f_code.co_name
        __idiv__ = lambda self, other: sys._getframe(1).f_code.co_name

    def caller():
        return Loud() / 1

    def in_place():
        loud = Loud()
        loud /= 1
        return loud

    def order(log):
        def note(value):
            log.append(value)
            return value
        data = {3: 12}
        class C: pass
        c = C()
        c.d = data
        c.d[note(3)] /= note(4)
        return data, sorted(locals())

    def unbound():
        try:
            y /= 1
        except UnboundLocalError, e:
            return str(e)
        y = 0

    def put(out, data):
        out.write(data, 2)

    def text(x, y):
        return x.encode('ascii') + y.encode('ascii')

    def head(path):
        stream = open(path)
        return stream.read(3), stream.tell(), stream.mode

    def sends(out):
        out.write((yield))
        yield

    def put_late(out):
        out.write(1 / 0)
    """
CAREFUL_TESTS = """
    import traceback, sys, inspect, pkgutil
    import careful
    import package, package.inner

    def lines(function, *arguments):
        try:
            function(*arguments)
        except Exception:
            kind, error, trace = sys.exc_info()
            return [(n, f) for _, n, f, _ in traceback.extract_tb(trace)][1:], kind.__name__, str(error)

    def test_exceptions():
        assert lines(careful.fail, 1, 0) == (
            [(9, 'fail')], 'ZeroDivisionError', 'integer division or modulo by zero')
        assert lines(careful.fail, 1, 'a') == (
            [(9, 'fail')], 'TypeError', "unsupported operand type(s) for /: 'int' and 'str'")

    def test_frames():
        assert careful.caller() == 'caller' and careful.in_place() == 'in_place'

    def test_generator():
        made = careful.generate(5)
        assert next(made) == 5 and made.send(3) == 2

    def test_order():
        log = []
        assert careful.order(log) == ({3: 3}, ['C', 'c', 'data', 'log', 'note'])
        assert log == [3, 4]

    def test_unbound():
        assert careful.unbound() == "local variable 'y' referenced before assignment"

    def test_module():
        assert careful.LOG == [0]
        assert careful.__file__.endswith('careful.py')
        assert inspect.getsource(careful.caller).startswith('def caller')
        assert pkgutil.get_data('package', 'data.txt') == 'data'
        assert package.__path__ and package.__file__.endswith('__init__.py')
        assert package.inner.half(6) == 3
        reload(careful)
        assert careful.LOG == [0]

    def test_texts():
        class Out(object):
            def write(self, *given):
                self.given = given, sys._getframe(1).f_code.co_name
        out, data = Out(), object()
        careful.put(out, data)
        assert out.given[0] == (data, 2) and out.given[0][0] is data and out.given[1] == 'put'
        assert lines(careful.put, None, data)[:2] == ([(47, 'put')], 'AttributeError')
        assert lines(careful.text, 'a', chr(255)) == ([(50, 'text')], 'UnicodeDecodeError',
            "'ascii' codec can't decode byte 0xff in position 0: ordinal not in range(128)")
        assert lines(careful.text, 1, 'a')[:2] == ([(50, 'text')], 'AttributeError')
        assert lines(careful.head, '/nowhere')[:2] == ([(53, 'head')], 'IOError')
        assert careful.head('package/data.txt') == ('dat', 3, 'r')
        made = careful.sends(out)
        next(made)
        careful.put(out, 'b')
        made.send('c')
        assert out.given[0] == ('c',)
        import gc, weakref
        held = Out()
        known = weakref.ref(held)
        assert lines(careful.put_late, held)[1] == 'ZeroDivisionError'
        sys.exc_clear()
        del held
        gc.collect()
        assert known() is None

    def test_flag_and_foreign_names(tmpdir):
        assert not getattr(sys, 'py3kwarning', False)
        folder = str(tmpdir) + '/caf' + chr(195) + chr(169)
        import os
        os.mkdir(folder)
        with open(folder + '/test_there.py', 'w') as out:
            out.write('import careful\\nhalf = 1 / 2\\n')
        sys.path.insert(0, folder)
        import test_there
        assert test_there.half == 0

    def test_broken():
        for attempt in 'ab':
            try:
                import broken
                assert False
            except ZeroDivisionError:
                assert 'broken' not in sys.modules

    def test_failing():
        assert careful.fail(1, 1) == 2

    def test_raising():
        careful.fail(1, 0)
    """


@pytest.mark.python2
def test_observation_changes_no_outcome(tmp_path: Path, environment2: TestEnvironment) -> None:
    files = {
        "careful.py": CAREFUL,
        "package/__init__.py": "from inner import half\nQUARTER = 1 / 4\n",
        "package/inner.py": "def half(x):\n    return x / 2\n",
        "package/data.txt": "data",
        "broken.py": "x = 1 / 0\n",
        "test_careful.py": CAREFUL_TESTS,
    }
    world = Observing(tmp_path, environment2, files)
    run = world.run()
    plain = world.baseline.run
    assert {n: (t.outcome, t.exception, t.frames) for n, t in run.tests.items()} == {
        n: (t.outcome, t.exception, t.frames) for n, t in plain.tests.items()
    }
    failed = {n.rpartition("::")[2]: t.exception for n, t in plain.tests.items() if t.outcome == "failed"}
    assert failed == {"test_failing": "AssertionError", "test_raising": "ZeroDivisionError"}
    assert {"careful.py", "package/__init__.py", "package/inner.py", "broken.py"} <= run.observed.keys()


@pytest.mark.python2
def test_doctests_unittests_and_commands_are_observed(tmp_path: Path, environment2: TestEnvironment) -> None:
    files = {
        "product.py": '''
            def half(x):
                """
                >>> half(5)
                2
                """
                return x / 2
            ''',
        "test_doc.py": """
            import doctest, unittest, product
            def test_suite():
                return unittest.TestSuite([doctest.DocTestSuite(product)])
            class TestIt(unittest.TestCase):
                def test_it(self):
                    self.assertEqual(doctest.testmod(product).failed, 0)
            if __name__ == '__main__':
                unittest.main()
            """,
    }
    wanted = {"product.py": {(6, 11): ("int/int",)}}
    ways = {
        "pytest": plan("test_doc.py"),
        "suite": plan("test_doc.py:test_suite", runner="unittest"),
        "main": plan("main:test_doc.py", runner="unittest"),
        "command": TestPlan("command", ("python test_doc.py -v",), ".", "python test_doc.py -v"),
    }
    for name, way in ways.items():
        assert Observing(tmp_path / name, environment2, files, plan=way).look() == wanted, name


# -- what goes wrong -----------------------------------------------------------------------------------------


@pytest.mark.python2
def test_a_suite_that_hangs_while_observed_gives_nothing(
    tmp_path: Path,
    environment2: TestEnvironment,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = {
        "product.py": """
            import sys, time
            if any(type(hook).__module__ == 'stigmergy_observe' for hook in sys.meta_path):
                while True:
                    time.sleep(0.1)
            def f(a, b):
                return a / b
            """,
        "test_a.py": "import product\ndef test_a():\n    assert product.f(5, 2) == 2\n",
    }
    world = Observing(tmp_path, environment2, files, timeout_seconds=4.0)
    assert world.baseline.passing
    assert world.look() == {}
    assert "nothing was observed under Python 2.7: the suite did not come to its end (timeout)" in caplog.text
    caplog.clear()
    monkeypatch.setattr(SuiteRunner, "observe", lambda *a, **k: pytest.fail("hung again"))
    assert world.look() == {}
    (kept,) = (tmp_path / "cache" / "observations").iterdir()
    assert "(timeout); seen in an earlier run" in caplog.text and str(kept) in caplog.text


@pytest.mark.python2
def test_a_file_whose_tests_notice_the_observer_is_dropped_and_named(
    tmp_path: Path, environment2: TestEnvironment, caplog: pytest.LogCaptureFixture
) -> None:
    files = {
        "shy.py": "def f(a, b):\n    return a / b\n",
        "calm.py": "def g(a, b):\n    return a / b\n",
        "test_shy.py": "import shy\ndef test_a():\n    assert shy.f(4, 2) == 2\n"
        "    assert len(shy.f.__code__.co_consts) == 1\n",
        "test_calm.py": "import calm\ndef test_b():\n    assert calm.g(4, 2) == 2\n",
    }
    world = Observing(tmp_path, environment2, files)
    assert len(world.baseline.passing) == 2
    assert world.look() == {"calm.py": {(2, 11): ("int/int",)}}
    assert "shy.py: what was observed is not used: 1 of its 1 tests came out differently" in caplog.text


@pytest.mark.python2
def test_what_was_seen_is_kept(
    tmp_path: Path, environment2: TestEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "product.py": "def f(a, b):\n    return a / b\n",
        "test_a.py": "import product\ndef test_a():\n    assert product.f(5, 2) == 2\n",
    }
    world = Observing(tmp_path, environment2, files)
    first = world.look()
    assert first == {"product.py": {(2, 11): ("int/int",)}}
    (entry,) = (tmp_path / "cache" / "observations").iterdir()
    with monkeypatch.context() as patched:
        patched.setattr(SuiteRunner, "observe", lambda *a, **k: pytest.fail("was run again"))
        assert world.look() == first
    entry.write_text(entry.read_text()[:40])
    assert world.look() == first


# -- from one end to the other -------------------------------------------------------------------------------

REPOSITORY = {
    "whole.py": "def middle(low, high):\n    return low + (high - low) / 2\n",
    "real.py": "def mean(total, count):\n    return total / count\n",
    "either.py": "def share(a, b):\n    return a / b\n",
    "test_numbers.py": """
        import either, real, whole
        def test_whole():
            assert whole.middle(1, 6) == 3
        def test_real():
            assert real.mean(7.0, 2) == 3.5
        def test_either():
            assert either.share(7, 2) == 3
            assert either.share(7.0, 2) == 3.5
        """,
}


@pytest.mark.python2
def test_a_repository_is_migrated_by_what_its_tests_showed(
    tmp_path: Path, python2: Interpreter, environment2: TestEnvironment, environment3: TestEnvironment
) -> None:
    files = {name: textwrap.dedent(text).lstrip("\n") for name, text in REPOSITORY.items()}
    source = make_repo(tmp_path / "repo", files)
    workspace = tmp_path / "workspace"
    ran = call("--repo", source, "--workspace", workspace, STIGMERGY_PYTHON2=str(python2.path))
    assert ran.code == 0, ran.err
    assert "observed on Python 2.7: 3 sites in 3 files" in ran.out
    tasks = json.loads((workspace / "pheromones" / "tasks.json").read_text())
    seen = {key: task["observations"] for key, task in tasks.items() if "observations" in task}
    assert {key: [(o["line"], o["column"], o["seen"]) for o in found] for key, found in seen.items()} == {
        "whole.py": [(2, 17, ["int/int"])],
        "real.py": [(2, 11, ["float/int"])],
        "either.py": [(2, 11, ["float/int", "int/int"])],
    }
    texts = delivered(workspace)
    assert "low + (high - low) // 2" in texts["whole.py"]
    assert texts["real.py"] == files["real.py"]
    assert re.search(r"return \w+\(a, b\)\n$", texts["either.py"])
    assert summary_of(workspace)["suite_retention"] == 1.0


OCTETS = {
    "marks.py": """
        import hashlib
        def mark(data):
            print 'marking'
            return hashlib.md5(data).hexdigest()
        """,
    "copies.py": """
        def copy(source, target):
            with open(target, 'w') as out:
                for line in open(source):
                    out.write(line)
            print 'copied'
        """,
    "names.py": """
        def name(row):
            print 'a row'
            return row[0].decode('utf-8').title()
        """,
    "test_octets.py": """
        import copies, marks, names
        def test_mark():
            data = ''.join(map(chr, range(256)))
            assert marks.mark(data) == 'e2c865db4162bed963bfaa9ef6ac18f0'
        def test_copy(tmpdir):
            source, target = str(tmpdir.join('a')), str(tmpdir.join('b'))
            with open(source, 'wb') as out:
                out.write(bytearray([0, 255, 10, 13, 10, 233]))
            copies.copy(source, target)
            with open(target, 'rb') as copied:
                assert bytearray(copied.read()) == bytearray([0, 255, 10, 13, 10, 233])
        def test_name():
            assert names.name([u'ada']) == u'Ada'
        """,
}


def octets_migrated(folder: Path, when: str, python2: Interpreter) -> Path:
    """The workspace of a run over OCTETS, where the original is observed `when`."""
    files = {name: textwrap.dedent(text).lstrip("\n") for name, text in OCTETS.items()}
    config, workspace = folder / "config.yaml", folder / "workspace"
    config.write_text(f"migration: {{observe: {when}}}\n")
    where = ("--repo", make_repo(folder / "repo", files), "--workspace", workspace, "--config", config)
    ran = call(*where, STIGMERGY_PYTHON2=str(python2.path))
    assert ran.code == 0, ran.err
    return workspace


@pytest.mark.python2
def test_octets_stay_what_they_were_because_they_were_seen(
    tmp_path: Path, python2: Interpreter, environment2: TestEnvironment, environment3: TestEnvironment
) -> None:
    workspace = octets_migrated(tmp_path, "auto", python2)
    assert summary_of(workspace)["suite_retention"] == 1.0
    texts = delivered(workspace)
    assert 'hashlib.md5(as_bytes(data, "latin-1"))' in texts["marks.py"]
    assert "open(target, 'wb')" in texts["copies.py"]
    assert 'open(source, encoding="latin-1", newline="\\n")' in texts["copies.py"]
    assert "return row[0].title()" in texts["names.py"]
    status = json.loads((workspace / "pheromones" / "status.json").read_text())
    assert status["names.py"]["metadata"]["notes"] == [
        "line 3 of the original: seen_decode: under Python 2.7 the receiver was unicode ascii"
    ]
    tasks = json.loads((workspace / "pheromones" / "tasks.json").read_text())
    assert [o for o in tasks["copies.py"]["observations"] if o["site"] == "open"] == [
        {"site": "open", "line": 3, "column": 20, "seen": ["r binary high cr"]}
    ]


@pytest.mark.slow
@pytest.mark.python2
def test_octets_are_lost_where_nobody_looked_whatever_is_repaired(
    tmp_path: Path, python2: Interpreter, environment2: TestEnvironment, environment3: TestEnvironment
) -> None:
    workspace = octets_migrated(tmp_path, "never", python2)
    assert summary_of(workspace)["suite_retention_candidates"] < 1.0
    assert '"latin-1"' not in delivered(workspace)["marks.py"]


@pytest.mark.python2
def test_nobody_looks_when_told_not_to(
    tmp_path: Path, python2: Interpreter, environment2: TestEnvironment, environment3: TestEnvironment
) -> None:
    files = {name: textwrap.dedent(text).lstrip("\n") for name, text in REPOSITORY.items()}
    config = tmp_path / "never.yaml"
    config.write_text("migration: {observe: never}\n")
    workspace = tmp_path / "workspace"
    ran = call(
        "--repo", make_repo(tmp_path / "repo", files), "--workspace", workspace, "--config", config,
        STIGMERGY_PYTHON2=str(python2.path),
    )  # fmt: skip
    assert ran.code == 0, ran.err
    assert "observed" not in ran.out
    assert '"observations"' not in (workspace / "pheromones" / "tasks.json").read_text()


def test_a_division_seen_to_round_is_a_pattern_that_only_running_shows(tmp_path: Path) -> None:
    text = "def f(a, b):\n    return a / b\n"
    signed = f"{text}print(a, b)\n"  # so that Python 2 is not presumed
    medium = make_world(tmp_path, {"whole.py": text, "real.py": text, "unseen.py": signed})
    whole = Observation("division", 2, 11, ("int/long",))
    real = Observation("division", 2, 11, ("float/int",))
    looked: list[Sequence[str]] = []

    def look(keys: Sequence[str]) -> Mapping[str, Sequence[Observation]]:
        looked.append(keys)
        return {"whole.py": [whole], "real.py": [real]}

    assert Scout(medium.seat("scout"), scan_all, observe=look).step()
    assert looked == [["real.py", "unseen.py", "whole.py"]]
    assert states(medium) == {"whole.py": "pending", "real.py": "transformed", "unseen.py": "transformed"}
    task = medium.store.read_one(Kind.TASKS, "whole.py")
    assert task is not None and task["observations"] == [whole.as_dict()]
    assert task["pattern_details"] == [{"pattern": "old_division", "line": 2, "source": "observed"}]
    assert task["pattern_count"] == 1 and task["intensity"] == 1.0


def test_a_pattern_is_not_counted_twice() -> None:
    found = [PatternSite("old_division", 2), PatternSite("print_statement", 3)]
    seen = [Observation("division", line, 0, ("int/int", "float/int")) for line in (2, 3, 3)]
    assert patterns_seen(seen, found) == (PatternSite("old_division", 3, "observed"),)
    assert patterns_seen([Observation("comparison", 4, 0, ("int/int",))], []) == ()


def test_text_that_was_decoded_and_files_of_no_utf8_are_patterns_that_only_running_shows() -> None:
    def lines(site: str, *kinds: str, found: Sequence[PatternSite] = ()) -> list[tuple[str, int, str]]:
        sites = patterns_seen([Observation(site, 7, 0, kinds)], found)
        return [(p.pattern, p.line, p.source) for p in sites]

    decoded, opened = [("seen_decode", 7, "observed")], [("seen_files", 7, "observed")]
    assert lines("decode", "unicode ascii", "str ascii") == decoded
    assert lines("decode", "str ascii") == lines("decode", "unicode", "Markup") == []
    assert lines("decode", "unicode ascii", found=[PatternSite("literal_decode", 7)]) == []
    assert lines("open", "r binary high") == lines("open", "r ascii cr", "r ascii") == opened
    assert lines("open", "rU ascii cr") == lines("open", "r binary") == lines("encode", "str ascii") == []
