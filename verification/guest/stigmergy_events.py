# mypy: ignore-errors
# ruff: noqa
# fmt: off
"""What every runner inside the target shares: its orders, the event file, frames of tracebacks, executed lines.

Runs on Python 2.7 and 3.x with nothing but the standard library (and coverage, where there is one).
"""
from __future__ import print_function

import io
import json
import os
import re
import signal
import sys
import textwrap
import threading
import traceback

MESSAGE_LENGTH = 2000


def read_orders():
    """The orders of the harness: a JSON file named by the first argument."""
    with io.open(sys.argv[1], encoding="utf-8") as stream:
        return json.load(stream)


class TestTimeout(Exception):
    """A test took longer than its limit."""

    __test__ = False


def text(value):
    """`value` as text, whatever its own conversion does."""
    try:
        if isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        if not isinstance(value, str) and isinstance(value, type(u"")):
            return value
        made = str(value)
        return made.decode("utf-8", "replace") if isinstance(made, bytes) else made
    except Exception:
        return u"<%s that can't be shown>" % type(value).__name__


class Recorder(object):
    """Writes one JSON line an event. The file is opened for each: code under test may close descriptors."""

    def __init__(self, orders):
        self.orders = orders
        self.path = orders["events"]
        root = os.path.realpath(orders["root"])
        # Python 2 has paths of octets: beside text of another kind they fail from the first accent on.
        self.root = root if isinstance(root, str) else root.encode("utf-8")
        self.pid = os.getpid()

    def emit(self, event, anywhere=False, **fields):
        """Write an event; one of a forked process, which goes through the runner's code as well, only where it may."""
        if os.getpid() != self.pid and not anywhere:
            return
        fields["event"] = event
        line = json.dumps(fields, sort_keys=True) + "\n"
        with open(self.path, "ab") as stream:
            stream.write(line.encode("ascii"))

    def fell(self, name, fields):
        """Tell of what ended a child process that was forked in the test `name`, and end it: it came back to the runner,
        which would go on with the rest of the tests in there.
        """
        self.emit("beside", anywhere=True, id=name, **fields)
        os._exit(1)

    def key(self, filename):
        """The file key of `filename`, or None when it is not a file of the repository."""
        if filename.startswith("<"):
            return None
        path = os.path.realpath(filename)
        if path.endswith((".pyc", ".pyo")):
            path = path[:-1]
        if not path.startswith(self.root + os.sep):
            return None
        key = path[len(self.root) + 1 :].replace(os.sep, "/")
        plain = not isinstance(key, bytes) or not key or max(key) <= "~"
        return key if plain else key.decode("utf-8", "replace")

    def frames(self, trace, error=None):
        """[file key, line, function] of the repository's frames, the innermost last."""
        found = []
        while trace is not None:
            code = trace.tb_frame.f_code
            key = self.key(code.co_filename)
            if key is not None:
                found.append([key, trace.tb_lineno, code.co_name])
            trace = trace.tb_next
        if isinstance(error, SyntaxError) and error.filename:
            key = self.key(error.filename)
            if key is not None:
                found.append([key, error.lineno or 1, "<module>"])
        return found[-40:]

    def failure(self, kind, error, trace):
        """The fields that describe an exception.

        Where a test's own result class tells of one in words only, as testtools and subunit do, its traceback is read.
        """
        if kind.__name__ in RETOLD and not self.frames(trace, error):
            told = text(error)
            if TRACEBACK in told:
                fields = frames_of_text(self, told, os.getcwd())
                cause = cause_of_text(self, told)
                fields["asserted"] = fields["exception"].endswith(("AssertionError", "MismatchError"))
                return dict(fields, cause=cause) if cause else fields
        told = text(error)
        place = FAILED_EXAMPLE.search(told) if isinstance(error, AssertionError) else None
        if place:
            return failed_example(self, place, told)
        fields = {
            "exception": kind.__name__,
            "asserted": isinstance(kind, type) and issubclass(kind, AssertionError),
            "message": told[:MESSAGE_LENGTH],
            "frames": self.frames(trace, error),
        }
        cause = self.cause(error)
        return dict(fields, cause=cause) if cause else fields

    def cause(self, error):
        """The fields of the first exception that was handled on the way to this one, where it is of a kind that a
        program seldom counts on and a line of the repository raised it: `except: raise ValueError` hides it.
        """
        found, seen = None, set()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            error = getattr(error, "__cause__", None) or getattr(error, "__context__", None)
            if isinstance(error, HIDDEN):
                frames = self.frames(error.__traceback__, error)
                if frames:
                    found = {"exception": type(error).__name__, "message": text(error)[:MESSAGE_LENGTH], "frames": frames}
        return found


#: What shows that a program meets something that its language did otherwise.
HIDDEN = (TypeError, AttributeError, NameError, UnicodeError)
NAMES_HIDDEN = re.compile(r"(?:Type|Attribute|Name|UnboundLocal|Unicode\w*)Error$")
CHAINED = "\nDuring handling of the above exception, another exception occurred:\n"
#: Exceptions that stand for another one, whose traceback they hold as text.
RETOLD = ("Failed", "_StringException")
TRACEBACK = "Traceback (most recent call last)"


#: How doctest's own test cases begin to tell, in words, of an example that failed.
FAILED_EXAMPLE = re.compile(r'(?m)^File "(.+)", line (\d+), in (.*)\nFailed example:\n')


def failed_example(recorder, place, told):
    """The fields that describe the example which failed at `place` of what doctest told: what it raised, if it did."""
    block = told[place.end() :].split("\n" + "-" * 70, 1)[0]
    fields = {"exception": "AssertionError", "asserted": True, "message": block.strip()[:MESSAGE_LENGTH], "frames": []}
    raised = textwrap.dedent(block.partition("\nException raised:\n")[2])
    named = re.search(r"(?m)^(?!Traceback)([A-Za-z_][\w.]*)(?:: ?(.*))?$", raised.rpartition(TRACEBACK)[2])
    if named:
        kind = named.group(1).split(".")[-1]
        fields = frames_of_text(recorder, raised, os.getcwd())
        fields.update(exception=kind, asserted=kind == "AssertionError", message=(named.group(2) or "")[:MESSAGE_LENGTH])
        cause = cause_of_text(recorder, raised)
        if cause:
            fields["cause"] = cause
    return in_document(recorder, fields, place.group(1), int(place.group(2)))


def in_document(recorder, fields, filename, line):
    """The fields of a failed example, with its own frame before the others where it stands in a text file."""
    key = recorder.key(filename or "<>")
    if key is not None and not key.endswith(".py"):
        fields["frames"][:0] = [[key, line, "<example>"]]
    return fields


#: What testtools says of unequal values that are long.
UNEQUAL = re.compile(r"(?m): !=:\n\s*reference *= (.*)\n\s*actual *= (.*)$")


def frames_of_text(recorder, shown, directory):
    """Exception, message and frames read back from a traceback that is only there as text."""
    frames = []
    for path, line, function in re.findall(r"(?m)^(\S[^\n:]*):(\d+): in (.+)$", shown):
        key = recorder.key(os.path.join(directory, path))
        if key is not None:
            frames.append([key, int(line), function])
    for path, line in re.findall(r'(?m)^E?\s*File "([^"<\n][^"\n]*)", line (\d+)', shown):
        key = recorder.key(os.path.join(directory, path))
        if key is not None and not any(f[:2] == [key, int(line)] for f in frames):
            frames.append([key, int(line), "<module>"])
    named = re.findall(r"(?m)^E?\s*([A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt|Warning|Timeout)): ?(.*)$", shown)
    kind, message = named[-1] if named else ("CollectError", shown[-MESSAGE_LENGTH:])
    unequal = UNEQUAL.search(shown) if message == "!=:" else None
    if unequal:
        message = "%s != %s" % unequal.groups()
    return {"exception": kind.split(".")[-1], "message": message[:MESSAGE_LENGTH], "frames": frames}


def cause_of_text(recorder, shown):
    """As `Recorder.cause`, of tracebacks that are only there as text: the first of them."""
    first, chained, _ = shown.partition(CHAINED)
    if not chained:
        return None
    fields = frames_of_text(recorder, first, os.getcwd())
    return fields if fields["frames"] and NAMES_HIDDEN.match(fields["exception"]) else None


#: A traceback as it is printed or logged, however far it is indented.
_PRINTED = re.compile(
    r"(?m)^(?P<margin>[ \t]*)Traceback \(most recent call last\):\n(?P<frames>(?:(?P=margin)[ \t]+\S.*\n)+)"
    r"(?P=margin)(?P<kind>[A-Za-z_][\w.]*)(?:: ?(?P<message>.*))?$"
)


def told_beside(recorder, shown):
    """As `Recorder.cause`, of what was printed or logged while a test ran: the first traceback that tells something. A
    server in a thread or a process of its own fails so, and the test only misses its answer. None where there is none.
    """
    for told in _PRINTED.finditer(shown):
        kind = told.group("kind").split(".")[-1]
        frames = []
        for path, line, function in re.findall(r'File "([^"\n]+)", line (\d+), in (.+)', told.group("frames")):
            key = recorder.key(os.path.join(os.getcwd(), path))
            if key is not None:
                frames.append([key, int(line), function])
        if frames and NAMES_HIDDEN.match(kind):
            message = (told.group("message") or "")[:MESSAGE_LENGTH]
            return {"exception": kind, "message": message, "frames": frames[-40:]}
    return None


class Alarm(object):
    """A limit for one test. It rings again and again, for code that swallows every exception.

    Each test that it rang for halves the limit of the next ones, down to `least` seconds where that is given; after
    MOST_HUNG of them enough is known, and the others need not be run. Tests that an earlier run knows to hang
    (`hanging`, by id) are given little from the beginning.
    """

    MOST_HUNG = 30
    #: What a test that hung before may take, in seconds, where the others may take as much.
    KNOWN = 1.0

    def __init__(self, seconds, least=None, hanging=()):
        self.seconds = seconds
        self.least = least or seconds
        self.hanging = frozenset(hanging)
        self.name = ""
        self.rang = False
        self.hung = 0
        self.running = False

    @property
    def enough(self):
        return self.hung + self.rang >= self.MOST_HUNG

    def not_run(self):
        """The fields of the result of a test that need not be run."""
        message = "not run: %d tests before it took longer than their limit" % self.MOST_HUNG
        return {"outcome": "timeout", "exception": "TestTimeout", "message": message, "seconds": 0.0}

    @property
    def limit(self):
        """Seconds that the test that runs may take; None: as many as it likes."""
        known = self.seconds and self.name in self.hanging
        return min(self.seconds, max(self.KNOWN, self.least)) if known else self.seconds

    def start(self, name=None):
        """Start, or go on after a stop; `name`: the id of the test that begins here."""
        if name is not None:
            self.name = name
        if self.rang:
            self.seconds = max(self.least, self.seconds / 2.0)
            self.hung += 1
            self.rang = False
        self.running = True
        # Tests of Twisted's trial wait in a loop that logs every exception and goes on: they end by a limit of its own.
        trial = sys.modules.get("twisted.trial.util")
        if trial is not None and self.seconds:
            trial.DEFAULT_TIMEOUT_DURATION = 1.25 * self.limit
        if self.seconds and hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self._ring)
            signal.setitimer(signal.ITIMER_REAL, self.limit, self._again())

    def stop(self):
        self.running = False
        if self.seconds and hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _again(self):
        return max(1.0, self.limit / 4.0)

    def _ring(self, number, frame):
        if not self.running:
            return
        if traces(frame):
            # A tracer that is left by an exception never gives back its lock, and the run hangs for good.
            signal.setitimer(signal.ITIMER_REAL, 0.005, self._again())
            return
        self.rang = True
        raise TestTimeout("the test took longer than %g seconds" % self.limit)


def alarm_of(orders):
    """The alarm that a run is given by its orders."""
    return Alarm(orders.get("test_seconds"), orders.get("hung_seconds"), orders.get("hanging", ()))


def traces(frame):
    """Whether `frame` belongs to a tracer that looks at the test, or was called by one."""
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith(_tracing) or code in (LineTracer._call.__code__, LineTracer._line.__code__):
            return True
        frame = frame.f_back
    return False


#: Folders of tracers' code, each with a separator at its end.
_tracing = ()


class LineTracer(object):
    """Which lines of the repository ran in which test, with the standard library alone (slow)."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.contexts = {}
        self.keys = {}
        self.current = self.contexts.setdefault("", {})

    def start(self):
        sys.settrace(self._call)
        threading.settrace(self._call)

    def switch(self, context):
        self.current = self.contexts.setdefault(context, {})

    def stop(self):
        sys.settrace(None)
        threading.settrace(None)

    def touched(self):
        return self.contexts

    def _call(self, frame, event, argument):
        name = frame.f_code.co_filename
        if name not in self.keys:
            self.keys[name] = self.recorder.key(name)
        key = self.keys[name]
        if key is None:
            return None
        self.current.setdefault(key, set()).add(frame.f_lineno)
        return self._line

    def _line(self, frame, event, argument):
        key = self.keys[frame.f_code.co_filename]
        self.current.setdefault(key, set()).add(frame.f_lineno)
        return self._line


class CoverageTracer(object):
    """The same by coverage's C tracer and its contexts."""

    def __init__(self, recorder, coverage):
        global _tracing
        _tracing += (os.path.dirname(coverage.__file__) + os.sep,)
        self.recorder = recorder
        os.environ.setdefault("COVERAGE_CORE", "ctrace")
        self.coverage = coverage.Coverage(
            data_file=None, config_file=False, include=[recorder.root + os.sep + "*"]
        )

    def start(self):
        self.coverage.start()

    def switch(self, context):
        self.coverage.switch_context(context)

    def stop(self):
        self.coverage.stop()

    def touched(self):
        data = self.coverage.get_data()
        found = {}
        for name in data.measured_files():
            key = self.recorder.key(name)
            if key is None:
                continue
            for line, contexts in data.contexts_by_lineno(name).items():
                for context in contexts:
                    found.setdefault(context, {}).setdefault(key, set()).add(line)
        return found


class ExampleTracer(object):
    """The lines of text files that ran in which test, beside another tracer's: doctest compiles each example by itself,
    under a name of its own.
    """

    def __init__(self, recorder, tracer):
        self.recorder = recorder
        self.tracer = tracer
        self.contexts = {}
        self.current = ""
        self.known = 0

    def start(self):
        self.tracer.start()

    def switch(self, context):
        self.current = context
        self._follow()
        self.tracer.switch(context)

    def stop(self):
        self.tracer.stop()

    def touched(self):
        found = self.tracer.touched()
        for context, files in self.contexts.items():
            found.setdefault(context, {}).update(files)
        return found

    def _follow(self):
        """Have every doctest that the tests have imported (some bring their own) say which examples it runs."""
        if len(sys.modules) == self.known:
            return
        self.known = len(sys.modules)
        for name in [name for name in sys.modules if name.endswith("doctest")]:
            runner = getattr(sys.modules[name], "DocTestRunner", None)
            run = getattr(runner, "__dict__", {}).get("run")
            if callable(run) and not hasattr(run, "stigmergy"):
                runner.run = self._telling(run)

    def _telling(self, run):
        def telling(runner, test, *arguments, **options):
            self._ran(test)
            return run(runner, test, *arguments, **options)

        telling.stigmergy = True
        return telling

    def _ran(self, test):
        key = self.recorder.key(getattr(test, "filename", None) or "<>")
        if key is not None and not key.endswith(".py"):
            lines = self.contexts.setdefault(self.current, {}).setdefault(key, set())
            for example in test.examples:
                first = line_of(test, example)
                lines.update(range(first, first + (example.source + example.want).count("\n")))


def line_of(test, example):
    """The line of an example in the file of its test."""
    return (test.lineno or 0) + example.lineno + 1


class NoTracer(object):
    def start(self):
        pass

    switch = stop = lambda self, *arguments: None

    def touched(self):
        return {}


def make_tracer(recorder):
    """The best tracer there is, or none when the orders ask for none; one that observes when they ask for that.

    Or one that visits what no test calls, or watches for binary data.
    """
    if recorder.orders.get("observe"):
        return _own("stigmergy_observe").Observer(recorder)
    if recorder.orders.get("visit"):
        return _own("stigmergy_visit").Visitor(recorder)
    if recorder.orders.get("bytes"):
        return _own("stigmergy_bytes").Watcher(recorder)
    if not recorder.orders.get("trace"):
        return NoTracer()
    try:
        import coverage
    except ImportError:
        return ExampleTracer(recorder, LineTracer(recorder))
    return ExampleTracer(recorder, CoverageTracer(recorder, coverage))


def _own(name):
    """Another module of this folder, which may be off the path by now."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    try:
        return __import__(name)
    finally:
        sys.path.pop(0)


def hide_tools(orders):
    """Take coverage out of the target's sight: suites of old try to import it, and use what it was then.

    Returns the modules that were hidden, for `sys.modules.update` once the tests are over.
    """
    hidden = {}
    for name in list(sys.modules):
        if name == "coverage" or name.startswith("coverage."):
            hidden[name] = sys.modules.pop(name)
    own = [os.path.join(root, name) for root in orders["pythonpath"] for name in ("coverage", "coverage.py")]
    if not any(os.path.exists(path) for path in own):
        sys.modules["coverage"] = None
        hidden.setdefault("coverage", None)
    return hidden


def emit_touched(recorder, tracer):
    """One event a context; lines as a hexadecimal bit mask (bit n: line n)."""
    touched = tracer.touched()
    for context in sorted(touched):
        lines = {}
        for key, numbers in touched[context].items():
            mask = 0
            for number in numbers:
                mask |= 1 << number
            lines[key] = ("%x" % mask)
        if lines:
            recorder.emit("touched", context=context, lines=lines)


def settle_path(orders):
    """Put the repository in front of everything else, here and in child processes; hide the harness's folder."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != here]
    sys.path[:0] = orders["pythonpath"]
    os.environ["PYTHONPATH"] = os.pathsep.join(orders["pythonpath"])


def module_name(path, roots):
    """The dotted name under which the file at absolute `path` is imported: from the deepest root on the path."""
    stem = os.path.splitext(os.path.realpath(path))[0]
    if os.path.basename(stem) == "__init__":
        stem = os.path.dirname(stem)
    top = os.path.dirname(stem)
    while os.path.exists(os.path.join(top, "__init__.py")):
        top = os.path.dirname(top)
    for root in sorted((os.path.realpath(r) for r in roots), key=len, reverse=True):
        if top == root:
            break
    else:
        sys.path.insert(0, top)
    return os.path.relpath(stem, top).replace(os.sep, ".")


def show(error_info):
    """Print a traceback where the harness's log can see it."""
    traceback.print_exception(*error_info)
