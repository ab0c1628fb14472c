# mypy: ignore-errors
# ruff: noqa
# fmt: off
"""Executes files that no test exercises and records what they did: calls, scripts, doctests. The same in 2.7 and 3.x."""
from __future__ import print_function

import doctest
import io
import os
import runpy
import sys
import tempfile
import time
import types

import stigmergy_canonical as canonical
import stigmergy_events as events
import stigmergy_probe as probe

CALL_SECONDS = 1.0
FUNCTION_SECONDS = 6.0
SCRIPT_SECONDS = 10.0
MOST_FUNCTIONS = 60
TEXT = 20000
TYPED = "3\n4\nhello\ny\n\n7\nquit\n" * 3


def numbers():
    return [0, 1, 2, 7, -3, 2.5]


def texts():
    return ["", "a", "Hello World", "12"]


def others():
    return [[], [3, 1, 2], ["b", "a"], {}, {"a": 1, "b": 2}, None, True, (1, 2)]


def arguments(arity):
    """The argument tuples for functions of `arity` parameters, always the same ones in the same order."""
    if arity == 0:
        return [()]
    if arity == 1:
        return [(value,) for value in numbers() + texts() + others()]
    few = [0, 1, 7]
    if arity == 2:
        chosen = [(a, b) for a in numbers() for b in numbers()] + [(a, b) for a in texts() for b in texts()]
        chosen += [([3, 1, 2], n) for n in few] + [(n, [3, 1, 2]) for n in few] + [("a", n) for n in few]
        return chosen + [({"a": 1, "b": 2}, "a"), ("a", {"a": 1, "b": 2}), ([3, 1], [2]), ({"a": 1}, {"b": 2})]
    if arity == 3:
        chosen = [(a, b, c) for a in few for b in few for c in few]
        return chosen + [("a", "b", "abc"), ([3, 1, 2], 0, 2), ("Hello World", "o", "0")]
    return []


class Collector(object):
    """Takes what is printed. Python 2 prints bytes and text, Python 3 text alone."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self):
        self.parts = []

    def write(self, value):
        self.parts.append(events.text(value))

    def writelines(self, values):
        for value in values:
            self.write(value)

    def flush(self):
        pass

    def isatty(self):
        return False

    def text(self):
        return u"".join(self.parts)[:TEXT]


def own_line(trace, recorder, key):
    """The line in the file at which an exception was raised, or passed through last."""
    lines = [frame[1] for frame in recorder.frames(trace) if frame[0] == key]
    return lines[-1] if lines else 0


def call(function, values, recorder, key):
    """What one call did: its result, what it made of its arguments, what it printed."""
    printed, alarm = Collector(), events.Alarm(CALL_SECONDS)
    before = sys.stdout
    sys.stdout = printed
    try:
        try:
            alarm.start()
            result = function(*values)
            shown = canonical.canonical(result)
            alarm.stop()
            return ["returned", shown, canonical.canonical(list(values)), printed.text()]
        except events.TestTimeout:
            return ["hung"]
        except BaseException:
            alarm.stop()
            kind, error, trace = sys.exc_info()
            return ["raised", canonical.exception_name(kind), events.text(error)[:300], own_line(trace, recorder, key)]
    finally:
        alarm.stop()
        sys.stdout = before


def own_functions(namespace, name):
    """The module's public functions, by name, in order."""
    chosen = []
    for label in sorted(namespace, key=str):
        value = namespace[label]
        if isinstance(value, types.FunctionType) and value.__module__ == name and not label.startswith("_"):
            chosen.append((label, value))
    return chosen[:MOST_FUNCTIONS]


def question_call(recorder, key, function, label):
    def ask():
        code = function.__code__
        required = code.co_argcount - len(function.__defaults__ or ())
        answers = []
        for values in arguments(required):
            shown = "%s(%s)" % (label, ", ".join(repr(v) for v in values))
            tracer = events.LineTracer(recorder)
            tracer.start()
            outcome = call(function, values, recorder, key)
            tracer.stop()
            answers.append([shown, outcome, sorted(tracer.touched()[""].get(key, ()))])
        return answers

    return ask


def question_calls(recorder, key, path, seconds):
    """The file is imported once; each function is called in processes of its own, which start from there."""

    def ask():
        namespace, name = probe.load(recorder, key, path)
        answers, deadline = [], time.time() + seconds
        for label, function in own_functions(namespace, name):
            if time.time() > deadline:
                break
            asked = question_call(recorder, key, function, label)
            first, second = probe.in_child(asked, FUNCTION_SECONDS), probe.in_child(asked, FUNCTION_SECONDS)
            if isinstance(first, list) and isinstance(second, list):
                answers.extend(one for one, other in zip(first, second) if one[:2] == other[:2])
        return answers

    return ask


def calls(recorder, key, path, seconds):
    """Every call twice; what does not come out the same twice is left out. `seconds` after the import no other
    function is begun."""
    limit = seconds + 2 * FUNCTION_SECONDS + SCRIPT_SECONDS
    answers = probe.in_child(question_calls(recorder, key, path, seconds), limit)
    return answers if isinstance(answers, list) else []


def question_doctests(recorder, key, path):
    def ask():
        namespace, name = probe.load(recorder, key, path)
        module = sys.modules.get(name) or types.ModuleType(name)
        answers = []
        for test in doctest.DocTestFinder(exclude_empty=True).find(module, name.split(".")[-1], module=module):
            if not test.examples:
                continue
            said = Collector()
            tracer = events.LineTracer(recorder)
            tracer.start()
            # Python 3 shows an exception with its module's name.
            runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
            result = runner.run(test, out=said.write)
            tracer.stop()
            lines = sorted(tracer.touched()[""].get(key, ()))
            answers.append(["doctest of " + test.name, ["doctest", result[1], result[0], said.text()[-500:], test.lineno or 0], lines])
        return answers

    return ask


class Answering(doctest.DocTestRunner):
    """Runs the examples of a text file and keeps what came of each, in order."""

    def __init__(self):
        # What an author's own suite compares by is not known: what passes here passes there under these, or fewer.
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
        doctest.DocTestRunner.__init__(self, verbose=False, optionflags=flags)
        self.answers = []

    def answer(self, test, example, failed, shown):
        line = events.line_of(test, example)
        lines = list(range(line, line + (example.source + example.want).count("\n")))
        name = "example %d of %s" % (len(self.answers) + 1, test.name)
        self.answers.append([name, ["doctest", 1, failed, shown[-500:], line], lines])

    def report_start(self, out, test, example):
        pass

    def report_success(self, out, test, example, got):
        self.answer(test, example, 0, u"")

    def report_failure(self, out, test, example, got):
        self.answer(test, example, 1, u"%s showed %s" % (events.text(example.source).strip(), events.text(got).strip()))

    def report_unexpected_exception(self, out, test, example, exc_info):
        told = (events.text(example.source).strip(), exc_info[0].__name__, events.text(exc_info[1]))
        self.answer(test, example, 1, u"%s raised %s: %s" % told)


def question_document(recorder, key, path):
    def ask():
        with io.open(path, "rb") as stream:
            data = stream.read()
        data = data.replace(b"\r\n", b"\n")
        if str is not bytes:
            try:
                data = data.decode("utf-8-sig")
            except UnicodeDecodeError:
                data = data.decode("latin-1")
        test = doctest.DocTestParser().get_doctest(data, {"__name__": "__main__"}, os.path.basename(path), path, 0)
        runner = Answering()
        runner.run(test, out=lambda told: None)
        return runner.answers

    return ask


def question_script(recorder, key, path, options, typed):
    def ask():
        source, out = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        source.write(typed.encode("ascii"))
        source.seek(0)
        os.dup2(source.fileno(), 0)
        os.dup2(out.fileno(), 1)
        sys.stdin = os.fdopen(0)
        sys.stdout = os.fdopen(1, "w")
        sys.argv = [path] + options
        sys.path.insert(0, os.path.dirname(path))
        os.environ["COLUMNS"] = "80"
        tracer = events.LineTracer(recorder)
        tracer.start()
        status, message, line = 0, "", 0
        try:
            runpy.run_path(path, run_name="__main__")
        except SystemExit:
            code = sys.exc_info()[1].code
            status = code if isinstance(code, int) else (0 if code is None else 1)
        except BaseException:
            kind, error, trace = sys.exc_info()
            status, message, line = canonical.exception_name(kind), events.text(error)[:300], own_line(trace, recorder, key)
        tracer.stop()
        try:
            sys.stdout.flush()
        except Exception:
            pass
        out.seek(0)
        shown = out.read(TEXT).decode("utf-8", "replace")
        lines = sorted(tracer.touched()[""].get(key, ()))
        name = "script %s%s" % (" ".join(options), " with input" if typed else "")
        return [name, ["script", status, shown, message, line], lines]

    return ask


def scripts(recorder, key, path):
    answers = []
    for options, typed in ((["--help"], ""), ([], ""), ([], TYPED)):
        ask = question_script(recorder, key, path, options, typed)
        answer = probe.in_child(ask, SCRIPT_SECONDS)
        if isinstance(answer, list):
            answers.append(answer)
        else:
            name = "script %s%s" % (" ".join(options), " with input" if typed else "")
            answers.append([name, [answer.get("outcome", "died")], []])
    return answers


def main():
    orders = events.read_orders()
    recorder = events.Recorder(orders)
    events.settle_path(orders)
    for key in orders["args"]:
        path = os.path.join(recorder.root, *key.split("/"))
        answers = []
        if key in orders["scripts"]:
            answers += scripts(recorder, key, path)
        if key in orders["documents"]:
            found = probe.in_child(question_document(recorder, key, path), SCRIPT_SECONDS)
            answers += found if isinstance(found, list) else []
        if key in orders["modules"]:
            found = probe.in_child(question_doctests(recorder, key, path), SCRIPT_SECONDS)
            answers += found if isinstance(found, list) else []
            answers += calls(recorder, key, path, orders["seconds"])
        recorder.emit("behaviour", key=key, answers=answers)
    recorder.emit("end", status=0, complete=True)


if __name__ == "__main__":
    main()
