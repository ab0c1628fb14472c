# mypy: ignore-errors
# ruff: noqa
# fmt: off
"""Runs unittest suites (2.7 and 3.x alike, nothing but the standard library) and reports every test as an event.

A target is `path/to/file.py`, `path/to/file.py:callable` (which returns a suite), `module`, `module:callable`,
or `main:path/to/file.py` (run as a script whose unittest runner is replaced by this one).
"""
from __future__ import print_function

import os
import runpy
import sys
import time
import unittest

import stigmergy_events as events


class Result(unittest.TestResult):
    """Turns unittest's calls into events."""

    def __init__(self, recorder, tracer):
        unittest.TestResult.__init__(self)
        self.recorder = recorder
        self.tracer = tracer
        self.alarm = events.alarm_of(recorder.orders)
        self.seen = {}
        self.file = ""
        self.module = ""

    def name(self, test):
        if callable(test.id):
            made = events.text(test.id())
        else:  # some suites keep a name of their own there
            made = u"%s[%s]" % (events.text(unittest.TestCase.id(test)), events.text(test.id))
        made = made.replace("__main__.", self.module + ".")
        return made.replace(self.recorder.root + os.sep, "")

    def startTest(self, test):
        unittest.TestResult.startTest(self, test)
        name = self.name(test)
        self.seen[name] = self.seen.get(name, 0) + 1
        self.current = name if self.seen[name] == 1 else "%s#%d" % (name, self.seen[name])
        self.record = {"outcome": "passed"}
        self.begun = time.time()
        self.recorder.emit("start", id=self.current)
        self.tracer.switch(self.current)
        self.alarm.start(self.current)

    def stopTest(self, test):
        self.alarm.stop()
        self.tracer.switch("")
        seconds = round(time.time() - self.begun, 4)
        if os.getpid() != self.recorder.pid:
            self.recorder.fell(self.current, {k: v for k, v in self.record.items() if k != "outcome"})
        self.recorder.emit("result", id=self.current, file=self.file, seconds=seconds, **self.record)
        if self.alarm.enough:
            self.stop()
        unittest.TestResult.stopTest(self, test)

    def _worse(self, test, outcome, error):
        fields = self.recorder.failure(error[0], error[1], error[2])
        if error[0] is events.TestTimeout:
            outcome = "timeout"
        if type(test).__name__ == "_ErrorHolder":
            # setUpModule or setUpClass failed: no test was started
            self.recorder.emit("collect_error", id=self.name(test), file=self.file, **fields)
        else:
            self.record = dict(fields, outcome=outcome)

    def addFailure(self, test, error):
        self._worse(test, "failed", error)

    def addError(self, test, error):
        self._worse(test, "error", error)

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self._worse(test, "failed", error)

    def addSkip(self, test, reason):
        if type(test).__name__ == "_ErrorHolder":
            return
        name = self.name(test)
        if name in self.seen:
            self.record = {"outcome": "skipped"}
        else:  # CPython 3.12.1 does not start a test that a decorator skips
            self.seen[name] = 1
            self.recorder.emit("result", id=name, file=self.file, seconds=0.0, outcome="skipped")

    def addExpectedFailure(self, test, error):
        self.record = {"outcome": "xfailed"}

    def addUnexpectedSuccess(self, test):
        self.record = {"outcome": "xpassed"}


def flatten(suite):
    try:
        members = list(suite)
    except TypeError:
        return [suite]
    found = []
    for member in members:
        found.extend(flatten(member))
    return found


def made_by(named, loader):
    """The suite that a name stands for: a class of tests, a suite, or a callable that makes one."""
    if isinstance(named, type) and issubclass(named, unittest.TestCase):
        return loader.loadTestsFromTestCase(named)
    return named if isinstance(named, unittest.TestSuite) else named()


def find_suite(target, orders):
    """(suite, file) of a target that is not a script."""
    place, separator, function = target.partition(":")
    if place.endswith(".py"):
        name = events.module_name(os.path.abspath(place), orders["pythonpath"])
    else:
        name = place
    __import__(name)
    module = sys.modules[name]
    loader = unittest.TestLoader()
    if separator:
        suite = made_by(getattr(module, function), loader)
    else:
        suite = loader.loadTestsFromModule(module)
        more = getattr(module, "additional_tests", None)
        if callable(more):
            suite = unittest.TestSuite([suite, more()])
        maker = getattr(module, "test_suite", None) or getattr(module, "suite", None)
        if suite.countTestCases() == 0 and callable(maker):
            suite = maker()
    return suite, getattr(module, "__file__", "")


def run_target(target, orders, result):
    if target.startswith("main:"):
        path = os.path.abspath(target[len("main:") :])
        result.file = result.recorder.key(path) or ""
        result.module = os.path.splitext(os.path.basename(path))[0]

        def run(runner, suite):
            run_suite(suite, orders, result)
            return result

        unittest.TextTestRunner.run = run
        sys.path.insert(0, os.path.dirname(path))
        sys.argv = [path]
        try:
            runpy.run_path(path, run_name="__main__")
        except SystemExit:
            pass
        return
    suite, path = find_suite(target, orders)
    result.file = result.recorder.key(path) or ""
    run_suite(suite, orders, result)


def run_suite(suite, orders, result):
    skip = set(orders.get("skip", ()))
    tests = [test for test in flatten(suite) if result.name(test) not in skip]
    names = [result.name(test) for test in tests]
    result.recorder.emit("collected", ids=names)
    # a suite, so that class and module fixtures run
    unittest.TestSuite(tests).run(result)
    if result.alarm.enough:
        for name in names:
            if name not in result.seen:
                result.recorder.emit("result", id=name, file=result.file, **result.alarm.not_run())


def main():
    orders = events.read_orders()
    del sys.argv[1:]  # a suite that reads options of its own finds none
    recorder = events.Recorder(orders)
    tracer = events.make_tracer(recorder)
    events.settle_path(orders)
    result = Result(recorder, tracer)
    tracer.start()
    hidden = events.hide_tools(orders)
    for target in orders["args"]:
        recorder.emit("target", id=target)
        try:
            run_target(target, orders, result)
        except KeyboardInterrupt:
            raise
        except BaseException:
            kind, error, trace = sys.exc_info()
            events.show((kind, error, trace))
            place = os.path.abspath(target.replace("main:", "").partition(":")[0])
            recorder.emit("collect_error", id=target, file=recorder.key(place) or "", **recorder.failure(kind, error, trace))
    sys.modules.update(hidden)
    tracer.stop()
    events.emit_touched(recorder, tracer)
    recorder.emit("end", status=0, complete=True)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
