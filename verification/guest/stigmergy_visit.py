# mypy: ignore-errors
# ruff: noqa
# fmt: off
"""Calls what no test calls, on the objects and with the values that the tests were seen to use. The same in 2.7 and 3.x.

While the tests run, objects of a file's classes are kept, and what its functions are given, by the parameters' names.
When they are over, the functions asked for are called with that, with simple values of the same kinds, and, marked, with
some of other kinds, for lines that are for these. Every function is called in forked children, twice: what does not come
out the same twice is left out.
"""
from __future__ import print_function

import copy
import hashlib
import inspect
import json
import operator
import sys
import threading
import time

import stigmergy_canonical as canonical
import stigmergy_differential as differential
import stigmergy_events as events
import stigmergy_probe as probe

PY2 = str is bytes
#: Calls of one function that are looked at, values kept for a parameter, of these of one type that is not plain.
MOST_CALLS, MOST_VALUES, MOST_ALIKE = 40, 6, 2
#: Objects of one class that are kept, and those on which a method is called: some that differ.
MOST_KEPT, MOST_OBJECTS = 12, 3
MOST_ARGUMENTS, MOST_OPTIONS, MOST_UNLIKE = 30, 12, 24
#: Results longer than this are told by their hash.
LONG = 4000
PLAIN = (bool, int, float, complex, bytes, type(u""), type(None)) + ((long,) if PY2 else ())
#: Methods that had another name, and what calls them in either language.
RENAMED = {
    "__truediv__": "__div__", "__rtruediv__": "__rdiv__", "__itruediv__": "__idiv__", "__bool__": "__nonzero__",
    "__next__": "next",
}
DIVIDE = operator.div if PY2 else operator.truediv
CALLED_BY = {
    "__truediv__": DIVIDE, "__rtruediv__": lambda a, b: DIVIDE(b, a), "__bool__": bool, "__next__": next,
}


class Guess(object):
    """A value in place of what the tests give; `mark` is how calls with it are told apart."""

    def __init__(self, value):
        self.value = value


class Octets(Guess):
    """Binary data for where text is taken, which Python 2 can't tell apart."""

    mark = " of octets"


class Unlike(Guess):
    """A value of a kind that the tests never give there."""

    mark = " of another kind"


#: What is no ASCII tells one encoding from another.
OCTETS = [Octets(b"Hello World"), Octets(b"\xc3\xa9")]
#: Simple values, by kind.
SIMPLE = {
    "number": [0, 7, 2.5],
    "text": ["a", "Hello World", u"\xe9t\xe9"] + OCTETS,
    "NoneType": [None],
    "bool": [True, False],
    "list": [[3, 1, 2], ["b", "a"]],
    "dict": [{"a": 1, "b": 2}, {"c": "d"}],
    "tuple": [(1, 2), ("a", "b")],
}


def kind_of(value):
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, (int, float) + ((long,) if PY2 else ())):
        return "number"
    if isinstance(value, (bytes, type(u""))):
        return "text"
    return type(value).__name__


def simple_values(seen):
    """Values of the kinds that were `seen`; of any kind where none of these was."""
    kinds = set(SIMPLE).intersection(kind_of(value) for value in seen) or SIMPLE
    return [value for kind in sorted(kinds) for value in SIMPLE[kind]]


def unlike_values(seen):
    """Values of the kinds that were not `seen`, where any was: two texts, since one result shows little."""
    kinds = set(kind_of(value) for value in seen)
    if not kinds.intersection(SIMPLE):
        return []
    return [Unlike(value) for kind in sorted(set(SIMPLE) - kinds) for value in SIMPLE[kind][: 2 if kind == "text" else 1]]


def copied(value):
    if isinstance(value, Guess):
        value = value.value
    return copy.copy(value) if isinstance(value, (list, dict, set)) else value


class Visitor(object):
    """Takes the place of the line tracer while the tests run, and visits when it is stopped."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.wanted = recorder.orders["visit"]
        self.keys = {}
        self.calls = {}
        self.values = {}
        self.objects = {}

    def start(self):
        sys.settrace(self._call)
        threading.settrace(self._call)

    def switch(self, context):
        sys.settrace(self._call)

    def touched(self):
        return {}

    def stop(self):
        sys.settrace(None)
        threading.settrace(None)
        deadline = time.time() + self.recorder.orders["visit_seconds"]
        for key in sorted(self.wanted):
            answers = []
            for name in self.wanted[key]:
                if time.time() > deadline:
                    break
                asked = self._question(key, name)
                first, second = (probe.in_child(asked, differential.FUNCTION_SECONDS) for _ in "12")
                if isinstance(first, list) and isinstance(second, list):
                    answers.extend(one for one, other in zip(first, second) if one[:2] == other[:2])
            self.recorder.emit("behaviour", key=key, answers=answers)

    # -- while the tests run ---------------------------------------------------------------------------------

    def _call(self, frame, event, argument):
        code = frame.f_code
        if code.co_filename not in self.keys:
            key = self.recorder.key(code.co_filename)
            self.keys[code.co_filename] = key if key in self.wanted else None
        key = self.keys[code.co_filename]
        if key is None or self.calls.get(code, 0) >= MOST_CALLS:
            return None
        self.calls[code] = self.calls.get(code, 0) + 1
        given = frame.f_locals
        for place, name in enumerate(code.co_varnames[: code.co_argcount]):
            if name in given:
                if place == 0 and name == "self":
                    self._keep_object(key, given[name])
                else:
                    self._keep_value(key, name, given[name])
        return None

    def _keep_object(self, key, value):
        kept = self.objects.setdefault((key, value.__class__), [])
        if len(kept) < MOST_KEPT and not any(value is other for other in kept):
            kept.append(value)

    def _keep_value(self, key, name, value):
        kept = self.values.setdefault((key, name), [])
        if len(kept) >= MOST_VALUES:
            return
        if type(value) in PLAIN:
            known = any(canonical.canonical(value) == canonical.canonical(v) for v in kept if type(v) in PLAIN)
        else:
            known = sum(type(v) is type(value) for v in kept) >= MOST_ALIKE
        if not known:
            kept.append(copied(value))

    # -- when they are over ----------------------------------------------------------------------------------

    def _question(self, key, name):
        """Calls one function or method as often as there are objects and arguments for it."""

        def ask():
            owner, separator, method = name.rpartition(".")
            answers = []
            for number, (function, receiver) in enumerate(self._callables(key, owner, method)):
                for place, (values, options) in enumerate(self._arguments(key, function, bool(owner))):
                    tracer = events.LineTracer(self.recorder)
                    called = CALLED_BY.get(method, function) if receiver is not None else function
                    tracer.start()
                    outcome = self._outcome(called, function, receiver, values, options, key)
                    tracer.stop()
                    lines = sorted(tracer.touched()[""].get(key, ()))
                    shown = "%s(object %d, arguments %d)" % (name, number, place)
                    guesses = [value for value in values + list(options.values()) if isinstance(value, Guess)]
                    shown += max([guess.mark for guess in guesses] or [""], key=len)
                    answers.append([shown, outcome, lines])
            return answers

        return ask

    def _outcome(self, called, function, receiver, values, options, key):
        mutable = [not isinstance(value, Octets) for value in values]
        values = [copied(value) for value in values]
        options = dict((name, copied(value)) for name, value in options.items())
        given = values if receiver is None else [receiver] + values
        printed, alarm = differential.Collector(), events.Alarm(differential.CALL_SECONDS)
        state = attributes(receiver)
        out = sys.stdout
        sys.stdout = printed
        try:
            try:
                alarm.start()
                result = called(*given, **options)
                shown = told(result)
                told_of = [value for value, may in zip(values, mutable) if may]
                left, changed = sketch(told_of), [one for one in attributes(receiver) if one not in state]
                effect = "\n" + json.dumps(short(changed), sort_keys=True) if changed else ""
                alarm.stop()
                return ["returned", shown, short(left), printed.text() + effect]
            except events.TestTimeout:
                return ["hung"]
            except BaseException:
                alarm.stop()
                kind, error, trace = sys.exc_info()
                line = differential.own_line(trace, self.recorder, key)
                told_by = short(sketch(list(getattr(error, "args", ()))))
                return ["raised", canonical.exception_name(kind), events.text(error)[:300], line, told_by]
        finally:
            alarm.stop()
            sys.stdout = out

    def _callables(self, key, owner, name):
        """(function, object to call it on or None) of what is asked for."""
        if not owner:
            found = [getattr(module, name, None) for module in self._modules(key)]
            return [(function, None) for function in found if inspect.isfunction(function)][:1]
        found = []
        for (place, kind), objects in sorted(self.objects.items(), key=lambda pair: pair[0][1].__name__):
            function = self._method(place, kind, key, owner, name) if place == key else None
            if function is not None:
                found += [(function, value) for value in different(objects)]
        if not found:
            for module in self._modules(key):
                kind = getattr(module, owner, None)
                function = self._method(key, kind, key, owner, name) if inspect.isclass(kind) else None
                if function is not None:
                    found += [(function, value) for value in self._made(key, kind)]
        return found[: 2 * MOST_OBJECTS]

    def _method(self, place, kind, key, owner, name):
        for base in inspect.getmro(kind):
            if base.__name__ == owner and self._home(base) == key:
                function = vars(base).get(name) or vars(base).get(RENAMED.get(name))
                if isinstance(function, property):
                    function = function.fget
                return function if inspect.isfunction(function) else None
        return None

    def _home(self, kind):
        path = getattr(sys.modules.get(kind.__module__), "__file__", None)
        return self.recorder.key(path) if path else None

    def _modules(self, key):
        found = []
        for name in sorted(sys.modules, key=str):
            path = getattr(sys.modules[name], "__file__", None)
            if isinstance(path, str) and self.recorder.key(path) == key:
                found.append(sys.modules[name])
        return found

    def _made(self, key, kind):
        """Objects of a class of which the tests made none."""
        maker = getattr(kind, "__init__", None)
        maker = getattr(maker, "__func__", maker)
        chosen = self._arguments(key, maker, True) if inspect.isfunction(maker) else [([], {})]
        made = []
        for values, options in chosen:
            alarm = events.Alarm(differential.CALL_SECONDS)
            try:
                alarm.start()
                made.append(kind(*[copied(v) for v in values], **dict((n, copied(v)) for n, v in options.items())))
            except Exception:
                pass
            finally:
                alarm.stop()
            if len(made) == MOST_OBJECTS:
                break
        return made

    def _arguments(self, key, function, bound):
        """(values, options) of the calls: one parameter after the other takes all its values, then all take their next;
        then one option after the other."""
        code = function.__code__
        names = list(code.co_varnames[: code.co_argcount])[1 if bound else 0 :]
        required = max(0, len(names) - len(function.__defaults__ or ()))
        seen = [self.values.get((key, name), []) for name in names]
        given = [values + simple_values(values) for values in seen]
        needed = given[:required]
        first = [values[0] for values in needed]
        chosen = [first] + [with_item(first, place, v) for place, values in enumerate(needed) for v in values[1:]]
        if len(needed) > 1:
            for step in range(1, MOST_VALUES):
                chosen.append([values[step % len(values)] for values in needed])
        calls = [(values, {}) for values in chosen[:MOST_ARGUMENTS]]
        options = [(first, {name: value}) for name, values in zip(names[required:], given[required:]) for value in values]
        unlike = []
        for place, name in enumerate(names):
            for step, value in enumerate(unlike_values(seen[place])):
                # Beside other values each time: what comes out the same whatever goes in shows nothing.
                beside = [values[step % len(values)] for values in needed]
                unlike.append((with_item(beside, place, value), {}) if place < required else (beside, {name: value}))
        return calls + options[:MOST_OPTIONS] + unlike[:MOST_UNLIKE]


def with_item(values, place, value):
    return values[:place] + [value] + values[place + 1 :]


def attributes(receiver):
    """What an object's attributes are, to see what a call changes."""
    state = dict(getattr(receiver, "__dict__", None) or {})
    for kind in inspect.getmro(receiver.__class__) if receiver is not None else ():
        names = vars(kind).get("__slots__", ())
        for name in [names] if isinstance(names, str) else list(names):
            if name not in ("__dict__", "__weakref__") and name in vars(kind):
                try:
                    state[name] = vars(kind)[name].__get__(receiver, kind)
                except AttributeError:
                    pass
    return sketch(state)[1]


def different(objects):
    """The first objects with attributes that differ."""
    chosen, known = [], []
    for value in objects:
        state = attributes(value)
        if state not in known and len(chosen) < MOST_OBJECTS:
            chosen.append(value)
            known.append(state)
    return chosen


def told(value):
    """A result in canonical form; a long one by its hash."""
    return short(canonical.canonical(value, 4))


def short(shown):
    text = json.dumps(shown, sort_keys=True)
    if len(text) <= LONG:
        return shown
    return ["digest", hashlib.sha1(text.encode("ascii")).hexdigest()]


def sketch(value, depth=4):
    """What a call left behind: plain values and collections of them. What an object is made of is its class's affair."""
    if type(value) in PLAIN:
        return canonical.canonical(value)
    if depth and type(value) in (list, tuple):
        return [type(value).__name__, [sketch(one, depth - 1) for one in value[: canonical.ITEMS]], len(value)]
    if depth and type(value) in (set, frozenset):
        return ["set", sorted((sketch(one, depth - 1) for one in value), key=json.dumps)[: canonical.ITEMS]]
    if depth and isinstance(value, dict):
        pairs = sorted(([sketch(k, depth - 1), k] for k in list(value)), key=lambda pair: json.dumps(pair[0]))
        return ["dict", [[shown, sketch(value[k], depth - 1)] for shown, k in pairs[: canonical.ITEMS]]]
    if isinstance(value, type) or inspect.isclass(value):
        return ["type"]
    kind = type(value)
    return ["iterator"] if hasattr(kind, "__next__") or hasattr(kind, "next") else ["object"]
