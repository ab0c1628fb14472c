# mypy: ignore-errors
# ruff: noqa
# fmt: off
"""Notes where text and binary data are mixed up in silence, which `python -b` warns of (Python 3 only).

Nothing is raised: a test goes on, so that one run shows every place, and what the target swallows is seen as well.
"""
import sys
import warnings

MOST_PLACES = 2000
MOST_TESTS = 50  # of one place
#: What compares for a test tells of it by failing.
TESTING = frozenset(["unittest", "_pytest", "pytest", "nose", "py"])
MOST_FRAMES = 20  # looked at on the way from the library to who called it


class Watcher(object):
    """Takes the place of the line tracer, and is the message part of a warnings filter."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.test = ""
        self.keys = {}
        self.seen = {}
        self.told = 0

    def start(self):
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
        place = (frame.f_code.co_filename, frame.f_lineno, text)
        tests = self.seen.setdefault(place, set()) if key is not None else ()
        if key is not None and self.test not in tests and len(tests) < MOST_TESTS and self.told < MOST_PLACES:
            tests.add(self.test)
            self.told += 1
            self.recorder.emit(
                "mixed", test=self.test, file=key, line=frame.f_lineno, function=frame.f_code.co_name, message=text,
                callers=self.callers(frame),
            )
        return True

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
