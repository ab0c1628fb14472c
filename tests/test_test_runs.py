"""Running suites over a copy of a tree: outcomes by id, executed lines, and runs that die."""

# ruff: noqa: F811

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
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

from environment.test_integrity import is_test_file
from stigmergy.crafts import is_test
from verification.attribution import issues_for
from verification.environments import TestEnvironment
from verification.guest import stigmergy_events
from verification.results import line_numbers
from verification.runners import NoTests, find_tests, looks_like_test, plan_tests
from verification.settings import VerificationSettings

PRODUCT = """
    def half(x):
        if x > 100:
            return 0
        return x // 2
    """
SUITE = """
    import unittest
    import product

    class HalfTest(unittest.TestCase):
        def test_small(self):
            self.assertEqual(product.half(4), 2)

        def test_large(self):
            self.assertEqual(product.half(200), 0)

        def test_wrong(self):
            self.assertEqual(product.half(4), 3)

        def test_error(self):
            product.half("x")

        @unittest.skip("not today")
        def test_skipped(self):
            pass
    """


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return tree(tmp_path / "sample", {"product.py": PRODUCT, "test_product.py": SUITE})


def outcomes(run: object) -> dict[str, str]:
    return {name.split("::")[-1].split(".")[-1]: test.outcome for name, test in run.tests.items()}  # type: ignore[attr-defined]


EXPECTED = {
    "test_small": "passed",
    "test_large": "passed",
    "test_wrong": "failed",
    "test_skipped": "skipped",
}


@pytest.mark.parametrize("kind", ["pytest", "unittest"])
def test_outcomes_and_lines_by_id(
    sample: Path, tmp_path: Path, environment3: TestEnvironment, kind: str
) -> None:
    run = runner(environment3, tmp_path / "scratch").run(
        sample, plan("test_product.py", runner=kind), seconds=60
    )
    assert run.complete and run.reason == ""
    found = outcomes(run)
    assert {name: found[name] for name in EXPECTED} == EXPECTED
    prefix = "test_product.py::HalfTest::" if kind == "pytest" else "test_product.HalfTest."
    assert line_numbers(run.touched[prefix + "test_small"]["product.py"]) == [2, 4]
    assert line_numbers(run.touched[prefix + "test_large"]["product.py"]) == [2, 3]
    assert line_numbers(run.touched[""]["product.py"]) == [1]
    error = run.tests[prefix + "test_error"]
    assert (error.exception, error.frames[-1].file, error.frames[-1].line) == ("TypeError", "product.py", 2)
    wrong = run.tests[prefix + "test_wrong"]
    assert wrong.exception == "AssertionError" and wrong.frames[-1].file == "test_product.py"


@pytest.mark.python2
@pytest.mark.parametrize("kind", ["pytest", "unittest"])
def test_the_same_events_under_python2(
    sample: Path, tmp_path: Path, environment2: TestEnvironment, kind: str
) -> None:
    run = runner(environment2, tmp_path / "scratch").run(
        sample, plan("test_product.py", runner=kind), seconds=60
    )
    assert run.interpreter.startswith("CPython 2.7")
    found = outcomes(run)
    assert {name: found[name] for name in EXPECTED} == EXPECTED
    assert found["test_error"] == "passed"  # there every text is greater than every number
    prefix = "test_product.py::HalfTest::" if kind == "pytest" else "test_product.HalfTest."
    assert line_numbers(run.touched[prefix + "test_small"]["product.py"]) == [2, 4]


def test_the_tree_itself_is_never_written_to(tmp_path: Path, environment3: TestEnvironment) -> None:
    sample = tree(tmp_path / "t", {"test_w.py": "def test_w():\n    open('left.txt', 'w').write('x')\n"})
    before = sorted(p.name for p in sample.rglob("*"))
    run = runner(environment3, tmp_path / "s").run(sample, plan("test_w.py"), seconds=60)
    assert run.tests["test_w.py::test_w"].passed
    assert sorted(p.name for p in sample.rglob("*")) == before
    assert not (tmp_path / "s" / "run").exists()


def test_zero_tests_are_an_empty_result(tmp_path: Path, environment3: TestEnvironment) -> None:
    sample = tree(tmp_path / "t", {"test_none.py": "VALUE = 1\n"})
    run = runner(environment3, tmp_path / "s").run(sample, plan("test_none.py"), seconds=60)
    assert run.tests == {} and run.passing == frozenset()


def test_an_import_error_names_its_frames(tmp_path: Path, environment3: TestEnvironment) -> None:
    sample = tree(
        tmp_path / "t",
        {"product.py": "import sys\nimport no_such_module\n", "test_a.py": "import product\ndef test_a(): pass\n",
         "test_b.py": "def test_b(): pass\n"},
    )  # fmt: skip
    run = runner(environment3, tmp_path / "s").run(sample, plan("test_a.py", "test_b.py"), seconds=60)
    error = run.collect_errors["test_a.py"]
    assert (error.exception, error.file) == ("ModuleNotFoundError", "test_a.py")
    assert (error.frames[-1].file, error.frames[-1].line) == ("product.py", 2)
    assert run.tests["test_b.py::test_b"].passed


def test_what_was_handled_on_the_way_to_a_failure_is_told_with_it(
    tmp_path: Path, environment3: TestEnvironment
) -> None:
    sample = tree(
        tmp_path / "t",
        {
            "product.py": """
                def hidden(x):
                    try:
                        return x + 'a'
                    except Exception:
                        raise ValueError('no text')
                def looked_up(table):
                    try:
                        return table['a']
                    except KeyError:
                        raise ValueError('no such key')
                """,
            "test_p.py": """
                import product
                def test_hidden(): product.hidden(b'x')
                def test_looked_up(): product.looked_up({})
                """,
        },
    )
    tests = runner(environment3, tmp_path / "s").run(sample, plan("test_p.py"), seconds=60).tests
    hidden, looked_up = tests["test_p.py::test_hidden"], tests["test_p.py::test_looked_up"]
    assert (hidden.exception, looked_up.exception) == ("ValueError", "ValueError")
    assert hidden.cause is not None and hidden.cause.exception == "TypeError"
    assert [(frame.file, frame.line) for frame in hidden.cause.frames] == [("product.py", 3)]
    assert looked_up.cause is None, "what a program counts on says nothing"
    (cause, own) = issues_for([hidden], "product.py")
    assert (cause.exception, cause.line, own.exception) == ("TypeError", 3, "ValueError")
    assert [issue.exception for issue in issues_for([hidden], "test_p.py")] == ["ValueError"]


@pytest.mark.parametrize("kind", ["pytest", "unittest"])
def test_a_forked_process_that_comes_back_ends_and_tells_why(
    tmp_path: Path, environment3: TestEnvironment, kind: str
) -> None:
    sample = tree(
        tmp_path / "t",
        {
            "product.py": """
                import os
                def told(x):
                    reading, writing = os.pipe()
                    if os.fork() == 0:
                        os.write(writing, x)
                        os._exit(0)
                    os.close(writing)
                    os.wait()
                    return int(os.read(reading, 10))
                """,
            "test_p.py": """
                import os, unittest, product
                class Test(unittest.TestCase):
                    def test_a(self): product.told('1')
                    def test_b(self): open(os.environ['HOME'] + '/ran', 'a').write('x')
                    def test_c(self): assert open(os.environ['HOME'] + '/ran').read() == 'x'
                """,
        },
    )
    run = runner(environment3, tmp_path / "s").run(sample, plan("test_p.py", runner=kind), seconds=60)
    failed, *others = (run.tests[name] for name in sorted(run.tests))
    assert [test.outcome for test in others] == ["passed", "passed"], "the child ran no further test"
    assert failed.exception == "ValueError" and failed.beside is not None
    assert failed.beside.exception == "TypeError"
    told, own = issues_for([failed], "product.py")
    assert (told.line, told.exception, own.exception) == (5, "TypeError", "ValueError")


def test_unequal_values_that_a_test_was_told_of_in_words_are_an_assertion(
    tmp_path: Path, environment3: TestEnvironment
) -> None:
    body = """
        import unittest
        SHOWN = (
            'Traceback (most recent call last):\\n  File "test_p.py", line 3, in test_a\\n'
            "testtools.matchers._impl.MismatchError: !=:\\nreference = 'a'\\nactual    = b'a'\\n"
        )
        class T(unittest.TestCase):
            def run(self, result=None):
                class _StringException(Exception): pass
                result.startTest(self)
                result.addFailure(self, (_StringException, _StringException(SHOWN), None))
                result.stopTest(self)
            def test_a(self): pass
        """
    sample = tree(tmp_path / "t", {"test_p.py": body})
    (test,) = runner(environment3, tmp_path / "s").run(sample, plan("test_p.py"), seconds=60).tests.values()
    assert (test.exception, test.message) == ("MismatchError", "'a' != b'a'") and test.asserted


def test_a_test_may_run_a_suite_of_its_own(tmp_path: Path, environment3: TestEnvironment) -> None:
    """As parametric tests of old do: under unittest what they are given is a result like any other."""
    body = """
        import unittest
        class Each(unittest.TestCase):
            def run(self, result=None):
                return unittest.TestSuite([unittest.FunctionTestCase(self.case)]).run(result)
            def case(self): pass
            def test_each(self): raise AssertionError('the suite runs in its place')
        """
    sample = tree(tmp_path / "t", {"test_p.py": body})
    run = runner(environment3, tmp_path / "s").run(sample, plan("test_p.py"), seconds=60)
    assert [test.outcome for test in run.tests.values()] == ["passed"]


def test_what_a_thread_met_or_a_program_logged_is_told_with_a_failure(
    tmp_path: Path, environment3: TestEnvironment
) -> None:
    sample = tree(
        tmp_path / "t",
        {
            "product.py": """
                import logging, threading
                def in_thread(x, found):
                    thread = threading.Thread(target=lambda: found.append(x + 'a'))
                    thread.start()
                    thread.join()
                def logged(x):
                    try:
                        return x + 'a'
                    except Exception:
                        logging.exception('went wrong')
                def other(x):
                    try:
                        return {}[x]
                    except KeyError:
                        logging.exception('not there')
                """,
            "test_p.py": """
                import product
                def test_thread():
                    found = []
                    product.in_thread(b'x', found)
                    assert found
                def test_logged(): assert product.logged(b'x') == 'xa'
                def test_other(): assert product.other('x')
                def test_own():
                    product.logged(b'x')
                    None.missing
                """,
        },
    )
    tests = runner(environment3, tmp_path / "s").run(sample, plan("test_p.py"), seconds=60).tests
    beside = {name.partition("::")[2]: test.beside for name, test in tests.items()}
    assert beside["test_other"] is None, "what a program counts on says nothing"
    assert beside["test_own"] is None, "it says itself what is wrong"
    for name, line in (("test_thread", 3), ("test_logged", 8)):
        told = beside[name]
        assert told is not None and told.exception == "TypeError" and "concat str to bytes" in told.message
        assert (told.frames[-1].file, told.frames[-1].line) == ("product.py", line)


def test_what_an_example_hides_is_read_from_what_doctest_tells(
    tmp_path: Path, environment3: TestEnvironment
) -> None:
    product = (
        "'''\n>>> hidden(b'x')\n1\n'''\ndef hidden(x):\n    try:\n        return x + 'a'\n"
        "    except Exception:\n        raise ValueError('no')\n"
    )
    test = "import doctest, product\ndef load_tests(loader, tests, _):\n    return doctest.DocTestSuite(product)\n"
    sample = tree(tmp_path / "t", {"product.py": product, "test_d.py": test})
    run = runner(environment3, tmp_path / "s").run(sample, plan("test_d.py", runner="unittest"), seconds=60)
    (failed,) = run.tests.values()
    assert failed.exception == "ValueError" and failed.cause is not None
    assert failed.cause.exception == "TypeError"
    assert [frame.line for frame in failed.cause.frames if frame.file == "product.py"] == [7]


@pytest.mark.parametrize("kind", ["pytest", "unittest"])
def test_only_the_culprit_of_a_dying_run_is_charged(
    tmp_path: Path, environment3: TestEnvironment, kind: str
) -> None:
    body = """
        import os, unittest
        class T(unittest.TestCase):
            def test_1(self): pass
            def test_2(self): os._exit(7)
            def test_3(self): pass
        """
    fine = "import unittest\nclass F(unittest.TestCase):\n    def test_f(self): pass\n"
    dead = "import os\nos._exit(3)\n"
    sample = tree(tmp_path / "t", {"test_a.py": body, "test_dead.py": dead, "test_z.py": fine})
    run = runner(environment3, tmp_path / "s").run(
        sample, plan("test_a.py", "test_dead.py", "test_z.py", runner=kind), seconds=60
    )
    assert outcomes(run) == {"test_1": "passed", "test_2": "crashed", "test_3": "passed", "test_f": "passed"}
    assert run.collect_errors["test_dead.py"].outcome == "crashed"
    assert "exit status 3" in run.collect_errors["test_dead.py"].message


@pytest.mark.parametrize("kind", ["pytest", "unittest"])
def test_a_hanging_test_is_stopped_where_it_hangs(
    tmp_path: Path, environment3: TestEnvironment, kind: str
) -> None:
    product = """
        def spin():
            while True:
                try:
                    pass
                except ValueError:
                    pass
        """
    suite = """
        import unittest, product
        class T(unittest.TestCase):
            def test_hang(self): product.spin()
            def test_ok(self): pass
        """
    sample = tree(tmp_path / "t", {"product.py": product, "test_a.py": suite})
    run = runner(environment3, tmp_path / "s", test_timeout_seconds=0.5).run(
        sample, plan("test_a.py", runner=kind), seconds=60
    )
    assert outcomes(run) == {"test_hang": "timeout", "test_ok": "passed"}
    hung = next(test for test in run.tests.values() if test.outcome == "timeout")
    assert hung.frames[-1].file == "product.py"


def test_tests_in_the_init_of_a_package_are_collected_when_it_is_named(
    tmp_path: Path, environment3: TestEnvironment
) -> None:
    sample = tree(tmp_path / "t", {"pkg/tests/__init__.py": "def test_it(): pass\n", "pkg/__init__.py": ""})
    made = runner(environment3, tmp_path / "s")
    run = made.run(sample, plan("pkg/tests/__init__.py", runner="pytest"), seconds=60)
    assert outcomes(run) == {"test_it": "passed"}


def test_a_suite_whose_tests_keep_a_name_of_their_own_where_unittest_has_a_method(
    tmp_path: Path, environment3: TestEnvironment
) -> None:
    suite = """
        import unittest
        class Case(unittest.TestCase):
            def __init__(self, method, id):
                self.id = id
                unittest.TestCase.__init__(self, method)
            def test_it(self): assert self.id != 'totest[1]'
        def suite():
            return unittest.TestSuite([Case('test_it', 'totest[%d]' % n) for n in range(3)])
        """
    sample = tree(tmp_path / "t", {"test_a.py": suite})
    run = runner(environment3, tmp_path / "s").run(
        sample, plan("test_a.py:suite", runner="unittest"), seconds=60
    )
    assert {name: test.outcome for name, test in run.tests.items()} == {
        f"test_a.Case.test_it[totest[{n}]]": "failed" if n == 1 else "passed" for n in range(3)
    }


@pytest.mark.parametrize("kind", ["pytest", "unittest"])
def test_each_hanging_test_halves_the_time_of_the_next(
    tmp_path: Path, environment3: TestEnvironment, kind: str
) -> None:
    tests = "".join(f"    def test_{n}(self): self.spin()\n" for n in range(5))
    suite = (
        "import unittest\nclass T(unittest.TestCase):\n"
        "    def spin(self):\n        while True: pass\n    def test_2b(self): pass\n" + tests
    )
    sample = tree(tmp_path / "t", {"test_a.py": suite})
    made = runner(environment3, tmp_path / "s", test_timeout_seconds=0.8, hung_test_seconds=0.15)
    run = made.run(sample, plan("test_a.py", runner=kind), seconds=60)
    hung = {name[-1]: test.message for name, test in run.tests.items() if test.outcome == "timeout"}
    expected = {"0": 0.8, "1": 0.4, "2": 0.2, "3": 0.15, "4": 0.15}
    assert hung == {n: f"the test took longer than {s:g} seconds" for n, s in expected.items()}
    assert len(run.tests) == 6, "the one that does not hang passes"


@pytest.mark.parametrize("kind", ["pytest", "unittest"])
def test_a_test_that_hung_is_not_waited_for_as_long_again(
    tmp_path: Path, environment3: TestEnvironment, kind: str
) -> None:
    suite = (
        "import os, unittest\nclass T(unittest.TestCase):\n"
        "    def test_a(self):\n        while not os.path.exists('mended'): pass\n"
        "    def test_b(self):\n        while os.path.exists('mended'): pass\n"
    )
    sample = tree(tmp_path / "t", {"test_a.py": suite})
    made = runner(environment3, tmp_path / "s", test_timeout_seconds=3.0, hung_test_seconds=1.2)

    def hung() -> dict[str, str]:
        run = made.run(sample, plan("test_a.py", runner=kind), seconds=60)
        return {name[-1]: test.message for name, test in run.tests.items() if test.outcome == "timeout"}

    message = "the test took longer than {} seconds"
    assert hung() == {"a": message.format(3)}
    assert hung() == {"a": message.format(1.2)}
    (sample / "mended").touch()
    assert hung() == {"b": message.format(3)}, "what did not hang before is given all its time"
    (sample / "mended").unlink()
    assert hung() == {"a": message.format(3)}, "what has passed since as well"


def test_an_alarm_never_leaves_the_tracer_with_its_lock_held(
    tmp_path: Path, environment3: TestEnvironment
) -> None:
    product = "def step(n):\n    m = n\n    return m\n\n\ndef spin():\n    while True:\n        step(1)\n"
    tests = "".join(f"def test_{n:02}(): product.spin()\n" for n in range(25))
    sample = tree(tmp_path / "t", {"product.py": product, "test_a.py": "import product\n" + tests})
    made = runner(environment3, tmp_path / "s", test_timeout_seconds=0.1)
    run = made.run(sample, plan("test_a.py"), seconds=60)
    assert run.complete and not run.reason
    assert len(run.tests) == 25 and {test.outcome for test in run.tests.values()} == {"timeout"}
    assert run.touched["test_a.py::test_24"]["product.py"], "the last one was still traced"


def test_an_alarm_waits_while_a_tracer_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    alarm = stigmergy_events.Alarm(30.0)
    try:
        alarm.start()
        ring = {"ring": alarm._ring, "frame": sys._getframe}
        tracer = "def trace():\n    ring(14, frame())\n\n\ndef called():\n    return trace()\n"
        monkeypatch.setattr(stigmergy_events, "_tracing", ("/tools/coverage/",))
        exec(compile(tracer, "/tools/coverage/collector.py", "exec"), ring)
        ring["called"]()
        assert not alarm.rang and 0 < signal.getitimer(signal.ITIMER_REAL)[0] < 1
        with pytest.raises(stigmergy_events.TestTimeout):
            alarm._ring(14, sys._getframe())
        alarm.stop()
        alarm._ring(14, sys._getframe())
    finally:
        alarm.stop()


@pytest.mark.parametrize("kind", ["pytest", "unittest"])
def test_where_too_many_tests_hang_the_others_are_not_run(
    tmp_path: Path, environment3: TestEnvironment, kind: str
) -> None:
    tests = "".join(f"    def test_{n:02}(self): self.spin()\n" for n in range(31))
    suite = (
        "import unittest\nclass T(unittest.TestCase):\n"
        "    def spin(self):\n        while True: pass\n" + tests + "    def test_99(self): pass\n"
        "class U(unittest.TestCase):\n    def test_u(self): pass\n"
    )
    sample = tree(tmp_path / "t", {"test_a.py": suite})
    made = runner(environment3, tmp_path / "s", test_timeout_seconds=0.05)
    run = made.run(sample, plan("test_a.py", runner=kind), seconds=60)
    assert run.complete and len(run.tests) == 33
    assert {test.outcome for test in run.tests.values()} == {"timeout"}
    assert {test.file for test in run.tests.values()} == {"test_a.py"}
    not_run = {name[-2:] for name, test in run.tests.items() if test.message.startswith("not run: 30 tests")}
    assert not_run == {"30", "99", "_u"}


def test_a_test_that_swallows_the_alarm_dies_with_its_process(
    tmp_path: Path, environment3: TestEnvironment
) -> None:
    suite = """
        def test_deaf():
            while True:
                try:
                    while True: pass
                except Exception: pass
        def test_ok(): pass
        """
    sample = tree(tmp_path / "t", {"test_a.py": suite})
    run = runner(environment3, tmp_path / "s", test_timeout_seconds=0.3).run(
        sample, plan("test_a.py"), seconds=4
    )
    assert outcomes(run) == {"test_deaf": "timeout", "test_ok": "passed"}


def test_nose_style_setup_on_plain_classes(tmp_path: Path, environment3: TestEnvironment) -> None:
    suite = """
        LOG = []
        class TestPlain(object):
            def setUp(self): self.value = 3; LOG.append('up')
            def tearDown(self): LOG.append('down')
            def test_a(self): assert self.value == 3
            def test_b(self): assert LOG == ['up', 'down', 'up']
        """
    sample = tree(tmp_path / "t", {"test_a.py": suite})
    run = runner(environment3, tmp_path / "s").run(sample, plan("test_a.py"), seconds=60)
    assert outcomes(run) == {"test_a": "passed", "test_b": "passed"}


YIELDING = """
    def check(a, b): assert a == b
    def test_good():
        yield check, 1, 1
        yield "a name", check, 2, 2
        yield lambda: None
    def test_bad():
        yield check, 1, 1
        yield check, 1, 2
    def test_none():
        if 0: yield check
    class TestOnes(object):
        def check(self, a): assert a == 1
        def test_method(self):
            yield self.check, 1
            yield "check", 1
    class TestMore(TestOnes):
        pass
    """
YIELDED = {"test_good": "passed", "test_bad": "failed", "test_none": "skipped", "test_method": "passed"}


def test_tests_that_yield_calls(tmp_path: Path, environment3: TestEnvironment) -> None:
    sample = tree(tmp_path / "t", {"test_a.py": YIELDING})
    run = runner(environment3, tmp_path / "s").run(sample, plan("test_a.py"), seconds=60)
    assert outcomes(run) == YIELDED and len(run.tests) == 5


@pytest.mark.python2
def test_tests_that_yield_calls_under_python2(tmp_path: Path, environment2: TestEnvironment) -> None:
    sample = tree(tmp_path / "t", {"test_a.py": YIELDING})
    run = runner(environment2, tmp_path / "s").run(sample, plan("test_a.py"), seconds=60)
    assert outcomes(run) == YIELDED and len(run.tests) == 5


@pytest.mark.parametrize("kind", ["pytest", "unittest"])
def test_a_suite_that_reads_options_of_its_own_is_given_none(
    tmp_path: Path, environment3: TestEnvironment, kind: str
) -> None:
    suite = """
        import optparse, unittest
        options, arguments = optparse.OptionParser().parse_args()

        class TestOptions(unittest.TestCase):
            def test_none(self): self.assertEqual(arguments, [])
        """
    sample = tree(tmp_path / "t", {"test_a.py": suite})
    run = runner(environment3, tmp_path / "s").run(sample, plan("test_a.py", runner=kind), seconds=60)
    assert outcomes(run) == {"test_none": "passed"}


def test_a_module_of_the_target_does_not_shadow_the_harness(
    tmp_path: Path, environment3: TestEnvironment
) -> None:
    suite = "import pluggy, json\ndef test_a():\n    assert pluggy.MINE and json.MINE\n"
    sample = tree(tmp_path / "t", {"pluggy.py": "MINE = 1\n", "coverage.py": "raise SystemExit\n", "test_a.py": suite,
                                   "json.py": "MINE = 1\n"})  # fmt: skip
    run = runner(environment3, tmp_path / "s").run(sample, plan("test_a.py"), seconds=60)
    assert set(run.tests) | set(run.collect_errors)  # the run itself survives; the target sees loaded modules
    assert run.complete


@pytest.mark.parametrize("kind", ["pytest", "unittest"])
def test_the_tools_of_the_harness_are_out_of_sight(
    tmp_path: Path, environment3: TestEnvironment, kind: str
) -> None:
    suite = """
        import unittest
        try:
            import coverage
            coverage.erase()
        except ImportError:
            coverage = None
        class T(unittest.TestCase):
            def test_t(self):
                self.assertEqual(coverage, None)
        """
    sample = tree(tmp_path / "t", {"test_a.py": suite})
    run = runner(environment3, tmp_path / "s").run(sample, plan("test_a.py", runner=kind), seconds=60)
    assert outcomes(run) == {"test_t": "passed"}
    assert "test_a.py" in run.touched[next(iter(run.tests))]


def test_a_broken_conftest_is_reported(tmp_path: Path, environment3: TestEnvironment) -> None:
    sample = tree(tmp_path / "t", {"conftest.py": "import gone\n", "test_a.py": "def test_a(): pass\n"})
    run = runner(environment3, tmp_path / "s").run(sample, plan("test_a.py"), seconds=60)
    assert run.collect_errors["conftest.py"].frames[-1].file == "conftest.py"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("python -m unittest -v test_product",
         {"test_product.HalfTest.test_small": "passed", "test_product.HalfTest.test_wrong": "failed",
          "test_product.HalfTest.test_error": "error"}),
        ("pytest -v test_product.py", {"test_product.py::HalfTest::test_small": "passed",
                                       "test_product.py::HalfTest::test_wrong": "failed"}),
        ("python -c 'import product; assert product.half(4) == 2'",
         {"python -c 'import product; assert product.half(4) == 2'": "passed"}),
        ("python -c 'import product; product.half([])'",
         {"python -c 'import product; product.half([])'": "failed"}),
    ],
)  # fmt: skip
def test_ids_of_a_test_command(
    sample: Path, tmp_path: Path, environment3: TestEnvironment, command: str, expected: dict[str, str]
) -> None:
    run = runner(environment3, tmp_path / "s").run(sample, plan(command, runner="command"), seconds=60)
    assert {name: run.tests[name].outcome for name in expected} == expected
    assert all("product.py" in run.touched[name] for name in expected)


def test_a_failing_command_carries_its_traceback(
    sample: Path, tmp_path: Path, environment3: TestEnvironment
) -> None:
    command = "python -c 'import product; product.half(None)'"
    test = (
        runner(environment3, tmp_path / "s")
        .run(sample, plan(command, runner="command"), seconds=60)
        .tests[command]
    )
    assert test.exception == "TypeError" and test.frames[-1].file == "product.py"


def test_a_command_without_tests_is_no_success(tmp_path: Path, environment3: TestEnvironment) -> None:
    sample = tree(tmp_path / "t", {"test_a.py": "VALUE = 1\n"})
    run = runner(environment3, tmp_path / "s").run(
        sample, plan("python -m unittest -v test_a", runner="command"), seconds=60
    )
    assert run.tests == {}


def test_prepare_runs_in_the_copy(tmp_path: Path, environment3: TestEnvironment) -> None:
    sample = tree(
        tmp_path / "t", {"lower/a.py": "V = 1\n", "test_a.py": "import Upper.a\ndef test_a(): pass\n"}
    )
    run = runner(environment3, tmp_path / "s", prepare=("ln -s lower Upper",)).run(
        sample, plan("test_a.py"), seconds=60
    )
    assert run.tests["test_a.py::test_a"].passed and not (sample / "Upper").exists()


def test_the_harness_is_invisible(
    tmp_path: Path, environment3: TestEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_API_KEY", "secret")
    suite = """
        import os, sys
        def test_environment():
            assert "SOME_API_KEY" not in os.environ
            assert os.environ["TZ"] == "UTC" and os.environ["PYTHONHASHSEED"] == "0"
        def test_packages():
            for name in ("filelock", "pydantic", "verification", "environment"):
                try:
                    __import__(name)
                except ImportError:
                    continue
                assert False, name
        """
    sample = tree(tmp_path / "t", {"test_a.py": suite})
    run = runner(environment3, tmp_path / "s").run(sample, plan("test_a.py"), seconds=60)
    assert outcomes(run) == {"test_environment": "passed", "test_packages": "passed"}


def test_tests_are_found_by_looking_at_files(tmp_path: Path) -> None:
    sample = tree(
        tmp_path / "t",
        {
            "product.py": "def test_like(): pass\n",
            "tests/test_a.py": "import unittest\nclass A(unittest.TestCase):\n    def test_a(self): print 'py2'\n",
            "tests/helper.py": "VALUE = 1\n",
            "pkg/mathtests.py": "from unittest import TestCase\nclass A(TestCase):\n    pass\n",
            "build/test_old.py": "def test_old(): pass\n",
        },
    )
    assert find_tests(sample)[0] == ["pkg/mathtests.py", "tests/test_a.py"]
    assert plan_tests(sample, VerificationSettings()).targets == ("pkg/mathtests.py", "tests/test_a.py")
    assert plan_tests(sample, VerificationSettings(), has_pytest=False).runner == "unittest"
    assert looks_like_test("tests/helper.py") and not looks_like_test("product.py")


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("product.py", False),
        ("contest.py", False),
        ("testimony/data.py", False),
        ("tests/data.json", False),
        ("test_a.py", True),
        ("TestA.py", True),
        ("a_tests.py", True),
        ("pkg/tests/__init__.py", True),
        ("Tests/helper.py", True),
        ("conftest.py", True),
        ("test_script", True),
    ],
)
def test_one_answer_to_what_is_a_test(key: str, expected: bool) -> None:
    assert looks_like_test(key) is is_test(key) is expected
    assert expected or not is_test_file(key), "the guardrail's answer is the narrower one"


def test_arguments_are_globs_below_the_working_folder(tmp_path: Path) -> None:
    sample = tree(tmp_path / "t", {"sub/b_test.py": "", "sub/a_test.py": ""})
    settings = VerificationSettings(args=("*_test.py",), workdir="sub")
    assert plan_tests(sample, settings).targets == ("a_test.py", "b_test.py")
    with pytest.raises(NoTests, match=r"'\*\.nothing' matches no file"):
        plan_tests(sample, VerificationSettings(args=("*.nothing",)))
    assert plan_tests(sample, VerificationSettings(args=("main:run.py",))).runner == "unittest"


def test_arguments_with_a_hyphen_are_options_of_pytest(tmp_path: Path) -> None:
    sample = tree(tmp_path / "t", {"test_a.py": "def test(): pass\n", "b/test_b.py": ""})
    plan = plan_tests(sample, VerificationSettings(args=("--noconftest", "b", "-kb")))
    assert (plan.targets, plan.options) == (("b",), ("--noconftest", "-kb"))
    assert plan.one("b/test_b.py").options == plan.options
    plan = plan_tests(sample, VerificationSettings(args=("--noconftest",)))
    assert ("test_a.py" in plan.targets, plan.options) == (True, ("--noconftest",))


def test_a_conftest_that_fails_may_be_left_out(tmp_path: Path, environment3: TestEnvironment) -> None:
    files = {"conftest.py": "import no_such_module\n", "test_a.py": "def test_a(): pass\n"}
    sample = tree(tmp_path / "t", files)
    for args, passing in (("test_a.py",), set()), (("--noconftest", "test_a.py"), {"test_a.py::test_a"}):
        made = plan_tests(sample, VerificationSettings(args=args))
        assert runner(environment3, tmp_path / args[0]).run(sample, made, seconds=60).passing == passing


def test_a_tree_without_tests_runs_nothing(tmp_path: Path, environment3: TestEnvironment) -> None:
    sample = tree(tmp_path / "t", {"a.py": "V = 1\n"})
    made = plan_tests(sample, VerificationSettings())
    assert made.runner == "none"
    assert runner(environment3, tmp_path / "s").run(sample, made, seconds=5).tests == {}


@pytest.mark.parametrize("command", ["nosuchcommand", "./run_tests --all", "", "'unclosed"])
def test_a_test_command_that_is_none_is_named(tmp_path: Path, command: str) -> None:
    with pytest.raises(NoTests, match="test_command"):
        plan_tests(tmp_path, VerificationSettings(test_command=command))


@pytest.mark.parametrize(
    "command", ["python -m unittest", "pytest -q", "./run_tests", "sh -c true", "A=1 sh run", "(true)"]
)
def test_a_test_command_that_may_run_is_left_to_the_shell(tmp_path: Path, command: str) -> None:
    (tmp_path / "run_tests").write_text("#!/bin/sh\n")
    assert plan_tests(tmp_path, VerificationSettings(test_command=command)).runner == "command"


def test_a_failure_that_comes_without_its_traceback_is_told_by_its_exceptions(
    tmp_path: Path, environment3: TestEnvironment
) -> None:
    # Twisted's test cases hand their own failures on, as pytest knows, without a traceback where one was deferred.
    files = {
        "product.py": "def give():\n    assert b'a' == 'a'\n",
        "test_deferred.py": """
            import unittest
            import product
            class Failure:
                def __init__(self, error):
                    self._rawexcinfo = type(error), error, None
            class DeferredTest(unittest.TestCase):
                def run(self, result=None):
                    result.startTest(self)
                    try:
                        self.test_it()
                    except Exception as error:
                        result.addFailure(self, Failure(error))
                    result.stopTest(self)
                def test_it(self):
                    product.give()
            """,
    }
    root = tree(tmp_path / "tree", files)
    run = runner(environment3, tmp_path / "scratch").run(root, plan("test_deferred.py"), seconds=60)
    (test,) = run.tests.values()
    assert (test.outcome, test.exception) == ("failed", "AssertionError")
    assert [(frame.file, frame.line) for frame in test.frames][-1] == ("product.py", 2)
