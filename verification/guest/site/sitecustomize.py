# mypy: ignore-errors
# ruff: noqa
# fmt: off
"""Traces every Python process of a test command: which lines of the repository it executed."""
import os

if os.environ.get("STIGMERGY_ORDERS"):
    import atexit
    import io
    import json
    import sys

    sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    try:
        import stigmergy_events as _events
    finally:
        sys.path.pop()

    with io.open(os.environ["STIGMERGY_ORDERS"], encoding="utf-8") as _stream:
        _recorder = _events.Recorder(json.load(_stream))
    _tracer = _events.make_tracer(_recorder)

    def _finish():
        _tracer.stop()
        _events.emit_touched(_recorder, _tracer)

    atexit.register(_finish)
    _tracer.start()
