# mypy: ignore-errors
# ruff: noqa
# fmt: off
"""Runs pytest (4.6 on Python 2.7, 7 or 8 on Python 3) and reports every test as an event."""
from __future__ import print_function

import functools
import inspect
import os
import sys
import time
import unittest

import pytest
import stigmergy_events as events

RANK = {"passed": 0, "xfailed": 1, "xpassed": 1, "skipped": 2, "failed": 3, "error": 4, "timeout": 5}


class ResultPlugin(object):
    """One `result` event a test: the worst of setup, call and teardown."""

    def __init__(self, recorder, tracer):
        self.recorder = recorder
        self.tracer = tracer
        self.alarm = events.alarm_of(recorder.orders)
        self.skip = set(recorder.orders.get("skip", ()))
        self.expected = {}
        self.done = set()
        self.record = {}
        self.problem = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(self, collector, name, obj):
        # Tests that yield calls: nose made them, and pytest before its version 4.
        if not inspect.isgeneratorfunction(obj) or hasattr(obj, "_pytestfixturefunction"):
            return None
        if not collector.istestfunction(obj, name):
            return None
        held = collector.obj
        places = [held] if inspect.ismodule(held) else inspect.getmro(
            held if inspect.isclass(held) else held.__class__
        )
        made = calling(obj)
        for place in places:
            if vars(place).get(name) is obj:
                setattr(place, name, made)
                return list(collector._genfunctions(name, made))
        return None

    def pytest_collection_modifyitems(self, session, config, items):
        items[:] = [item for item in items if events.text(item.nodeid) not in self.skip]

    def pytest_collection_finish(self, session):
        self.expected = {events.text(item.nodeid): self.file_of(item) for item in session.items}
        self.recorder.emit("collected", ids=list(self.expected))

    def file_of(self, item):
        return self.recorder.key(str(item.fspath)) or ""

    def complete(self, status):
        """Whether each test has a result; those that need not be run get theirs here."""
        if self.alarm.enough:
            for name in sorted(set(self.expected) - self.done):
                self.recorder.emit("result", id=name, file=self.expected[name], **self.alarm.not_run())
            return True
        return self.done.issuperset(self.expected) and status in (0, 1, 4, 5)

    @pytest.hookimpl(tryfirst=True)
    def pytest_exception_interact(self, node, call, report):
        if report.when == "collect" and call.excinfo is not None:
            error = call.excinfo.value
            cause = getattr(error, "__cause__", None)
            if cause is not None:
                self.problem = self.recorder.failure(type(cause), cause, cause.__traceback__)
            elif isinstance(error, node.CollectError):
                self.problem = events.frames_of_text(self.recorder, events.text(report.longrepr), os.getcwd())
            else:
                self.problem = self.recorder.failure(call.excinfo.type, error, call.excinfo.tb)

    def pytest_collectreport(self, report):
        if report.failed:
            problem = self.problem or events.frames_of_text(
                self.recorder, events.text(report.longrepr), os.getcwd()
            )
            self.problem = None
            name = events.text(report.nodeid)
            file = self.recorder.key(os.path.join(self.recorder.root, name.split("::")[0])) or ""
            self.recorder.emit("collect_error", id=name, file=file, **problem)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item, nextitem):
        name = events.text(item.nodeid)
        self.record = {"outcome": "passed"}
        self.recorder.emit("start", id=name)
        self.tracer.switch(name)
        begun = time.time()
        self.alarm.start(name)
        yield
        self.alarm.stop()
        self.tracer.switch("")
        self.done.add(name)
        self.recorder.emit(
            "result",
            id=name,
            file=self.file_of(item),
            seconds=round(time.time() - begun, 4),
            **self.record
        )
        if self.alarm.enough:
            item.session.shouldstop = "too many tests hang"

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_setup(self, item):
        # unittest's names on a plain class: nose called them, and so did suites of those days.
        owner = getattr(item, "instance", None)
        if owner is None or isinstance(owner, unittest.TestCase) or type(owner).__name__ == "module":
            return
        for name, call in (("setUp", True), ("tearDown", False)):
            method = getattr(owner, name, None)
            if callable(method):
                if call:
                    method()
                else:
                    item.addfinalizer(method)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        self.alarm.start()
        yield
        self.alarm.stop()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_teardown(self, item):
        self.alarm.start()
        yield
        self.alarm.stop()

    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_runtest_makereport(self, item, call):
        self.alarm.stop()
        made = yield
        report = made.get_result()
        outcome = report.outcome
        if hasattr(report, "wasxfail"):
            outcome = "xfailed" if report.skipped else "xpassed"
        elif outcome == "failed" and report.when != "call":
            outcome = "error"
        fields = {}
        if outcome in ("failed", "error"):
            if call.excinfo is not None:
                fields = self.recorder.failure(*failure_of(call.excinfo))
                fields = as_example(self.recorder, call.excinfo.value, fields)
                if call.excinfo.type is events.TestTimeout:
                    outcome = "timeout"
            else:
                fields = events.frames_of_text(self.recorder, events.text(report.longrepr), os.getcwd())
        if os.getpid() != self.recorder.pid:
            self.recorder.fell(events.text(item.nodeid), fields)
        if fields and not events.NAMES_HIDDEN.match(fields["exception"]):
            shown = "\n".join(events.text(content) for _, content in report.sections)
            beside = events.told_beside(self.recorder, shown)
            if beside:
                fields["beside"] = beside
        if RANK[outcome] > RANK[self.record["outcome"]]:
            self.record = dict(fields, outcome=outcome)


def calling(function):
    """One test that makes the calls that `function` yields: check, (check, arguments) or (name, check, arguments)."""

    @functools.wraps(function)
    def test(*arguments, **fixtures):
        made = 0
        for case in function(*arguments, **fixtures):
            parts = list(case) if isinstance(case, (tuple, list)) else [case]
            if len(parts) > 1 and not callable(parts[0]) and callable(parts[1]):
                del parts[0]
            elif arguments and isinstance(parts[0], str):
                parts[0] = getattr(arguments[0], parts[0])
            parts[0](*parts[1:])
            made += 1
        if not made:
            pytest.skip("no test was yielded")

    test.__wrapped__ = function
    return test


def failure_of(excinfo):
    """(type, value, traceback) of what failed: of an example in a text, what the example raised."""
    failure = first_of(excinfo.value)
    raised = getattr(failure, "exc_info", None)
    if type(failure).__name__ == "UnexpectedException" and raised:
        return raised
    if failure is not excinfo.value:
        return type(failure), told_of(failure), excinfo.tb
    return excinfo.type, told_of(failure), excinfo.tb


def first_of(error):
    """The first of several failures that one error tells of."""
    return list(getattr(error, "failures", None) or [error])[0]


def as_example(recorder, error, fields):
    """`fields`, with what is known of the example that failed, where one did."""
    failure = first_of(error)
    test, example = getattr(failure, "test", None), getattr(failure, "example", None)
    if not hasattr(test, "examples") or example is None:
        return fields
    return events.in_document(recorder, fields, test.filename, events.line_of(test, example))


def told_of(failure):
    """What an example showed in place of what it was to show; the failure itself says only which docstring it is in."""
    example, got = getattr(failure, "example", None), getattr(failure, "got", None)
    if example is None or got is None:
        return failure
    return Exception("%s: expected %r, got %r" % (example.source.strip(), example.want, got))


def keep_tracebacks():
    """Hand pytest the traceback that an exception holds where Twisted's own test cases give it none."""
    try:
        from _pytest.unittest import TestCaseFunction

        original = TestCaseFunction._addexcinfo
    except (ImportError, AttributeError):
        return

    def addexcinfo(item, raised):
        told = getattr(raised, "_rawexcinfo", raised)
        value = told[1] if isinstance(told, tuple) and len(told) == 3 and told[2] is None else None
        trace = getattr(value, "__traceback__", None)
        return original(item, raised if trace is None else (type(value), value, trace))

    TestCaseFunction._addexcinfo = addexcinfo


def complete_results():
    """Give pytest's stand-in for a result of unittest what suites ask of one: some tests run suites of their own on it."""
    try:
        from _pytest.unittest import TestCaseFunction
    except ImportError:
        return
    if not hasattr(TestCaseFunction, "shouldStop"):
        TestCaseFunction.shouldStop = False


def watch_conftests(recorder):
    """Report a conftest.py that fails to import: pytest itself only prints it and gives up."""
    from _pytest.config import ConftestImportFailure, PytestPluginManager

    original = PytestPluginManager._importconftest

    def importconftest(manager, path, *arguments, **options):
        try:
            return original(manager, path, *arguments, **options)
        except ConftestImportFailure as failure:
            error = getattr(failure, "cause", None)
            if error is None:
                kind, error, trace = failure.excinfo
            else:
                kind, trace = type(error), error.__traceback__
            name = recorder.key(str(path)) or str(path)
            recorder.emit("collect_error", id=name, file=name, **recorder.failure(kind, error, trace))
            raise

    PytestPluginManager._importconftest = importconftest


def main():
    orders = events.read_orders()
    recorder = events.Recorder(orders)
    tracer = events.make_tracer(recorder)
    plugin = ResultPlugin(recorder, tracer)
    events.settle_path(orders)
    sys.argv = ["pytest"]  # a suite that reads options of its own finds none
    watch_conftests(recorder)
    keep_tracebacks()
    complete_results()
    tracer.start()
    hidden = events.hide_tools(orders)
    status = pytest.main(list(orders["args"]), plugins=[plugin])
    sys.modules.update(hidden)
    tracer.stop()
    events.emit_touched(recorder, tracer)
    recorder.emit("end", status=int(status), complete=plugin.complete(int(status)))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(int(status))  # threads that a test left behind must not keep the run alive


if __name__ == "__main__":
    main()
