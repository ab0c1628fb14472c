# mypy: ignore-errors
# ruff: noqa
# fmt: off
"""Notes where text and binary data are mixed up in silence, which `python -b` warns of (Python 3 only).

Nothing is raised: a test goes on, so that one run shows every place, and what the target swallows is seen as well. Where
it is asked for that, so are exceptions that tell of such a mixture and never get as far as the test.
"""
import re
import sys
import threading
import warnings

MOST_PLACES = 2000
MOST_TESTS = 50  # of one place
#: What compares for a test tells of it by failing.
TESTING = frozenset(["unittest", "_pytest", "pytest", "nose", "py"])
#: What exceptions say that tell of it.
MIXTURE = re.compile(
    r"bytes-like object is required|can't concat|can only concatenate (?:str|bytes)|pattern on a (?:bytes|string)-like"
    r"|must be (?:a )?str(?:ing)?,? not '?bytes|must be bytes|requires string as left operand|instance, bytes found"
    r"|bytes-like object, str found|'(?:str|bytes)' object has no attribute '(?:en|de)code'|expected, got 'bytes'"
)
MOST_FRAMES = 20  # looked at on the way from the library to who called it


class Watcher(object):
    """Takes the place of the line tracer, and is the message part of a warnings filter."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.test = ""
        self.keys = {}
        self.seen = {}
        self.told = 0
        self.raised = None

    def start(self):
        if self.recorder.orders["bytes"] == "raised":
            sys.settrace(self.called)
            threading.settrace(self.called)
        warnings.filters.insert(0, ("ignore", self, BytesWarning, None, 0))
        getattr(warnings, "_filters_mutated", lambda: None)()

    def switch(self, context):
        self.test = context

    def stop(self):
        pass

    def touched(self):
        return {}

    def match(self, text):
        """Called by the interpreter with the text of every warning, in the frame that mixed things up."""
        if not text.startswith(("Comparison between byte", "str() on a byte")):
            return False
        frame = sys._getframe(1)
        key = self.key(frame)
        if key is None and self.told < MOST_PLACES and text.startswith("str()"):
            # What a library compares is its own affair; what it spells is what it was handed.
            frame, key = self.caller(frame)
        if key is not None:
            self.note(frame, key, text)
        return True

    def called(self, frame, event, argument):
        """Follow the target's own frames, to hear of what is raised there."""
        if self.key(frame) is None:
            return None
        frame.f_trace_lines = False
        return self.heard

    def heard(self, frame, event, argument):
        """Note an exception once, where it comes to the target first; a forked process notes those of its own."""
        if event == "exception" and argument[1] is not self.raised:
            self.raised = argument[1]
            kind, message = argument[0].__name__, str(argument[1])
            if kind in ("TypeError", "AttributeError") and MIXTURE.search(message):
                self.note(frame, self.key(frame), message, exception=kind, anywhere=True)
        return self.heard

    def note(self, frame, key, message, **more):
        """Tell of one place, for a number of tests."""
        place = (frame.f_code.co_filename, frame.f_lineno, message)
        tests = self.seen.setdefault(place, set())
        if self.test not in tests and len(tests) < MOST_TESTS and self.told < MOST_PLACES:
            tests.add(self.test)
            self.told += 1
            self.recorder.emit(
                "mixed", test=self.test, file=key, line=frame.f_lineno, function=frame.f_code.co_name, message=message,
                callers=self.callers(frame), **more
            )

    def key(self, frame):
        """The file key of what a frame runs; None where that is none of the target's."""
        name = frame.f_code.co_filename
        if name not in self.keys:
            self.keys[name] = self.recorder.key(name)
        return self.keys[name]

    def caller(self, frame):
        """The frame of the target that called the library in which `frame` runs, and its file key."""
        inner = frame
        for _ in range(MOST_FRAMES):
            if str(frame.f_globals.get("__name__")).split(".")[0] in TESTING:
                break
            frame = frame.f_back
            if frame is None:
                break
            key = self.key(frame)
            if key is not None:
                return frame, key
        return inner, None

    def callers(self, frame):
        """The target's frames around one, the outermost first: file key, line and function of each."""
        found = []
        for _ in range(MOST_FRAMES):
            frame = frame.f_back
            if frame is None:
                break
            key = self.key(frame)
            if key is not None:
                found.insert(0, (key, frame.f_lineno, frame.f_code.co_name))
        return found
