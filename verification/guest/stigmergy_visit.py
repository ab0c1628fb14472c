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
#: Calls of one function that are looked at; objects of one class and values for a parameter that are kept. Many: which
#: are used is up to what they hold, and the languages come to them in different order.
MOST_CALLS, MOST_KEPT = 200, 200
#: Of these, what is used: values for a parameter, of them of one type that is not plain, and objects that differ.
MOST_VALUES, MOST_ALIKE, MOST_OBJECTS = 6, 2, 3
MOST_ARGUMENTS, MOST_OPTIONS, MOST_UNLIKE = 30, 12, 24
#: Results longer than this are told by their hash, and so are arguments.
LONG, LABEL = 4000, 100
#: Items of one collection that tell it from others.
LABELLED = 40
#: Numbers from here on may be hashes, which are others in each language.
HASHED = 1 << 31
PLAIN = (bool, int, float, complex, bytes, type(u""), type(None)) + ((long,) if PY2 else ())
#: Methods that had another name, and what calls them in either language.
RENAMED = {
    "__truediv__": "__div__", "__rtruediv__": "__rdiv__", "__itruediv__": "__idiv__", "__bool__": "__nonzero__",
    "__next__": "next",
}
#: Methods for operators that stand between two objects, of one class most often.
BESIDE = frozenset(
    "__%s__" % name for name in ("cmp", "eq", "ne", "lt", "le", "gt", "ge", "add", "sub", "and", "or", "xor", "contains")
)
DIVIDE = operator.div if PY2 else operator.truediv
CALLED_BY = {
    "__truediv__": DIVIDE, "__rtruediv__": lambda a, b: DIVIDE(b, a), "__bool__": bool, "__next__": next,
}


class Guess(object):
    """A value in place of what the tests give; `mark` is how calls with it are told apart."""

    def __init__(self, value):
        self.value = value


class Alike(Guess):
    """An object that has what the function asks of a parameter that the tests never give: `c.tags()`."""

    mark = " of a class alike"


class Octets(Guess):
    """Binary data for where text is taken, which Python 2 can't tell apart."""

    mark = " of octets"


class Unlike(Guess):
    """A value of a kind that the tests never give there."""

    mark = " of another kind"


#: How calls with guesses are marked: of several marks the last counts.
MARKS = ["", Alike.mark, Octets.mark, Unlike.mark]
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
        #: What is used of the values and the objects, once it was asked for.
        self.used = {}

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
        if len(kept) < MOST_KEPT and not any(value is original for original, _ in kept):
            kept.append((value, copied(value)))

    # -- when they are over ----------------------------------------------------------------------------------

    def _question(self, key, name):
        """Calls one function or method as often as there are objects and arguments for it."""

        def ask():
            owner, separator, method = name.rpartition(".")
            answers = []
            asked, unsteady = {}, set()
            for shown, function, receiver, values, options in self._planned(key, name, owner, method):
                tracer = events.LineTracer(self.recorder)
                called = CALLED_BY.get(method, function) if receiver is not None else function
                tracer.start()
                outcome = self._outcome(called, function, receiver, values, options, key)
                tracer.stop()
                lines = sorted(tracer.touched()[""].get(key, ()))
                if asked.setdefault(shown, outcome)[:2] != outcome[:2]:
                    unsteady.add(shown)  # where things lie in memory decides, or how often it was called
                answers.append([shown, outcome, lines])
            return [answer for answer in answers if answer[0] not in unsteady]

        return ask

    def _planned(self, key, name, owner, method):
        """(what it is known by, function, receiver, values, options) of each call. Calls are known by what they are of,
        not by their number, for the tests may use other values first in each language; and by what that is before any
        of them: what a call made of it would hide that it did another thing."""
        calls = []
        for function, receiver in self._callables(key, owner, method):
            of = "" if receiver is None else "of %s, " % label(receiver)
            suited = self._suited(key, receiver, method)
            for values, options in self._arguments(key, function, bool(owner), suited):
                shown = "%s(%s%s)" % (name, of, label([values, sorted(options.items())]))
                guesses = [value for value in values + list(options.values()) if isinstance(value, Guess)]
                shown += max([guess.mark for guess in guesses] or [""], key=MARKS.index)
                calls.append((shown, function, receiver, values, options))
        return calls

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
        for home, kind in sorted(self.objects, key=lambda place: place[1].__name__):
            function = self._method(home, kind, key, owner, name) if home == key else None
            if function is not None:
                found += [(function, value) for value in self._different(home, kind)]
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

    def _suited(self, key, receiver, method):
        """What a method of the language is given by nature: what `__getstate__` gives of other objects of the class,
        or these objects themselves, beside which an operator stands."""
        others = self._different(key, receiver.__class__) if (key, getattr(receiver, "__class__", None)) in self.objects else []
        if method == "__setstate__" and hasattr(receiver, "__getstate__"):
            states = []
            for other in others:
                alarm = events.Alarm(differential.CALL_SECONDS)
                try:
                    alarm.start()
                    states.append(Alike(other.__getstate__()))
                except (Exception, events.TestTimeout):
                    pass
                finally:
                    alarm.stop()
            return states
        return [Alike(other) for other in others] if method in BESIDE else []

    def _arguments(self, key, function, bound, suited=()):
        """(values, options) of the calls: one parameter after the other takes all its values, then all take their next;
        then one option after the other."""
        code = function.__code__
        names = list(code.co_varnames[: code.co_argcount])[1 if bound else 0 :]
        required = max(0, len(names) - len(function.__defaults__ or ()))
        seen = [self._given(key, name) for name in names]
        alike = [] if all(seen[:required]) else list(suited) or self._alike(code)
        given = [values + (alike if not values else []) + simple_values(values) for values in seen]
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

    def _different(self, key, kind):
        """Some objects of one class that differ: the same ones each time."""
        if (key, kind) not in self.used:
            self.used[key, kind] = different(self.objects[key, kind])[:MOST_OBJECTS]
        return self.used[key, kind]

    def _given(self, key, name):
        """What the tests give a parameter of that name: the same values each time."""
        if (key, name) not in self.used:
            self.used[key, name] = chosen([kept for _, kept in self.values.get((key, name), [])])
        return self.used[key, name]

    def _alike(self, code):
        """Objects that have most of what a function asks for by name: of each class the first."""
        found = []
        for (key, kind), objects in self.objects.items():
            names = set(attribute for base in inspect.getmro(kind) for attribute in vars(base))
            names.update(getattr(objects[0], "__dict__", None) or ())
            count = len(names.intersection(code.co_names))
            if count:
                found.append((-count, kind.__name__, key, kind))
        found.sort(key=lambda one: one[:3])
        nearest = [self._different(key, kind)[:MOST_ALIKE] for _, _, key, kind in found[:MOST_OBJECTS]]
        return [Alike(value) for objects in nearest for value in objects]


def with_item(values, place, value):
    return values[:place] + [value] + values[place + 1 :]


def attributes(receiver):
    """What an object's attributes are, to see what a call changes."""
    return sketch(attributes_of(receiver))[1]


def attributes_of(receiver):
    state = dict(getattr(receiver, "__dict__", None) or {})
    for kind in inspect.getmro(receiver.__class__) if receiver is not None else ():
        names = vars(kind).get("__slots__", ())
        for name in [names] if isinstance(names, str) else list(names):
            if name not in ("__dict__", "__weakref__") and name in vars(kind):
                try:
                    state[name] = vars(kind)[name].__get__(receiver, kind)
                except AttributeError:
                    pass
    return state


def different(values):
    """Values that differ, in an order that is the same in both languages: which is used first, they decide."""
    by_label = {}
    for value in values:
        try:
            by_label.setdefault(label(value), value)
        except Exception:
            pass  # what does not let itself be looked at is not used
    return [by_label[shown] for shown in sorted(by_label)]


def chosen(values):
    """Those that are used of the values for a parameter."""
    used = []
    for value in different(values):
        alike = sum(value.__class__ is other.__class__ for other in used)
        if len(used) < MOST_VALUES and (type(value) in PLAIN or alike < MOST_ALIKE):
            used.append(value)
    return used


def label(value):
    """What a value is known by on both sides: itself where it is plain, an object by its class and what it holds."""
    shown = json.dumps(labelled(value), sort_keys=True)
    return shown if len(shown) <= LABEL else hashlib.sha1(shown.encode("ascii")).hexdigest()[:12]


def labelled(value, depth=3):
    """The same for octets and for text of the same characters: which it is, languages and migrations decide."""
    if isinstance(value, Guess):
        return [type(value).__name__, labelled(value.value)]
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if type(value) in PLAIN:
        if kind_of(value) == "text":
            return canonical.canonical(value)[-1]
        return canonical.canonical(value) if kind_of(value) != "number" or abs(value) < HASHED else "#"
    if inspect.isclass(value) or not depth:
        return "..."
    name = value.__class__.__name__
    if isinstance(value, (list, tuple)):
        return [name] + [labelled(one, depth - 1) for one in list(value)[:LABELLED]]
    if isinstance(value, (set, frozenset)):
        return [name] + sorted((labelled(one, depth - 1) for one in value), key=json.dumps)[:LABELLED]
    held = value
    if not isinstance(value, dict):
        held = dict((k, v) for k, v in attributes_of(value).items() if "hash" not in str(k).lower())
    pairs = sorted(([labelled(k, 1), v] for k, v in dict.items(held)), key=lambda pair: json.dumps(pair[0]))
    return [name] + [[shown, labelled(v, depth - 1)] for shown, v in pairs[:LABELLED]]


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
    kind = value.__class__  # the type of objects of old classes has all methods
    return ["iterator"] if hasattr(kind, "__next__") or hasattr(kind, "next") else ["object"]
