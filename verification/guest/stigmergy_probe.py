# mypy: ignore-errors
# ruff: noqa
# fmt: off
"""Probes files without tests: do they compile, import, and what do they offer? The same questions in 2.7 and 3.x.

Every question is put in a forked child, so that a file that exits, crashes or hangs answers for itself only.
"""
from __future__ import print_function

import json
import os
import re
import runpy
import select
import signal
import sys
import time

import stigmergy_canonical as canonical
import stigmergy_events as events

IDENTIFIER = re.compile(r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$")


def in_child(function, seconds):
    """What `function` returns (JSON), run in a forked child; or {"outcome": "died" | "hung"}."""
    sys.stdout.flush()
    sys.stderr.flush()
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(readable)
        os.setpgid(0, 0)
        try:
            quiet = os.open(os.devnull, os.O_RDWR)
            for descriptor in (0, 1, 2):
                os.dup2(quiet, descriptor)
            answer = json.dumps(function()).encode("ascii")
        except BaseException:
            kind, error, trace = sys.exc_info()
            answer = json.dumps({"outcome": "died", "exception": kind.__name__, "message": events.text(error)}).encode("ascii")
        try:
            while answer:
                answer = answer[os.write(writable, answer) :]
        finally:
            os._exit(0)
    os.close(writable)
    parts, deadline, hung = [], time.time() + seconds, False
    while True:
        ready = select.select([readable], [], [], max(0.0, deadline - time.time()))[0]
        if not ready:
            hung = True
            break
        part = os.read(readable, 65536)
        if not part:
            break
        parts.append(part)
    os.close(readable)
    for group in (-child, child):
        try:
            if hung or group < 0:
                os.kill(group, signal.SIGKILL)
        except OSError:
            pass
    os.waitpid(child, 0)
    if hung:
        return {"outcome": "hung"}
    try:
        return json.loads(b"".join(parts).decode("ascii"))
    except ValueError:
        return {"outcome": "died"}


def compile_error(recorder, path):
    """None, or what is wrong with the file's syntax."""
    try:
        with open(path, "rb") as stream:
            source = stream.read()
        compile(source, path, "exec", 0, 1)
        return None
    except Exception:
        kind, error, trace = sys.exc_info()
        return recorder.failure(kind, error, None)


def load(recorder, key, path):
    """Import the file as its users do; (namespace, module name)."""
    name = events.module_name(path, recorder.orders["pythonpath"])
    if IDENTIFIER.match(name):
        __import__(name)
        return vars(sys.modules[name]), name
    return runpy.run_path(path, run_name="probed_module"), "probed_module"


def question_import(recorder, key, path):
    def ask():
        with open(path, "rb") as stream:
            source = stream.read()
        tracer = events.LineTracer(recorder)
        tracer.start()
        try:
            namespace, name = load(recorder, key, path)
        except BaseException:
            kind, error, trace = sys.exc_info()
            tracer.stop()
            return dict(recorder.failure(kind, error, trace), outcome="raised", raised=canonical.exception_name(kind))
        tracer.stop()
        return {
            "outcome": "ok",
            "names": canonical.public_names(namespace, name, canonical.assigned_names(source)),
            "lines": sorted(tracer.touched()[""].get(key, ())),
        }

    return ask


def main():
    orders = events.read_orders()
    recorder = events.Recorder(orders)
    events.settle_path(orders)
    for key in orders["args"]:
        path = os.path.join(recorder.root, *key.split("/"))
        problem = compile_error(recorder, path)
        answer = {}
        if problem is None and key in orders["imports"]:
            answer = in_child(question_import(recorder, key, path), orders["test_seconds"])
        recorder.emit("probe", key=key, syntax=problem, imported=answer)
    recorder.emit("end", status=0, complete=True)


if __name__ == "__main__":
    main()
