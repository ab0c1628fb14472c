# mypy: ignore-errors
# ruff: noqa
# fmt: off
"""Records what the original does under Python 2.7: the types of the operands of every `/` of the repository's files,
which dicts change while a loop goes through their keys, values or items, which text or octets meet the places where
Python 3 tells the two apart (stigmergy_texts.py), and what the interpreter's own `-3` warns of.

A division becomes `operator.div(*record(left, right))`: the built-in division in a C function called from the same
frame, so that values, exceptions and tracebacks stay as they were. A loop over `d.keys()` becomes one over
`watch(hold(d).keys())`: the method is called in the frame that called it. A file without either is imported as ever.
"""
from __future__ import print_function

import ast
import imp
import operator
import os
import pkgutil
import re
import runpy
import sys
import thread
import warnings

import stigmergy_texts

MOST_PAIRS = 32
HELD = ("@stigmergy_owner", "@stigmergy_index")


def kind(value):
    """The name under which the type of an operand is recorded. No code of the target runs for it."""
    own = type(value)
    if own.__module__ == "numpy":
        # Arrays and scalars of numpy divide as their elements do.
        code = getattr(getattr(value, "dtype", None), "kind", "")
        return {"i": "int", "u": "int", "f": "float", "c": "complex"}.get(code, own.__name__)
    if own not in (int, long, bool, float, complex):
        for base in (long, int, complex, float):
            if issubclass(own, base) and own.__div__ is base.__div__ and own.__rdiv__ is base.__rdiv__:
                return base.__name__
    return own.__name__.replace("/", "_")


def recorder_of(seen):
    """A function that notes the types of two operands in `seen` and returns them."""
    known = set()

    def record(left, right):
        pair = (type(left), type(right))
        if pair not in known:
            if len(seen) < MOST_PAIRS:
                seen.add(kind(left) + "/" + kind(right))
            if pair[0] in PLAIN and pair[1] in PLAIN:
                known.add(pair)
        return left, right

    return record


#: Types that are remembered by themselves; classes of the target are not kept alive.
PLAIN = frozenset([int, long, bool, float, complex])


def start_of(node):
    """(line, column) where a division starts. 2.7 gives a later one in a chain the place of its operator."""
    place = (node.lineno, node.col_offset)
    left = getattr(node, "left", None)
    if isinstance(left, ast.BinOp) and (left.lineno, left.col_offset) < place:
        return start_of(left)
    return place


LISTS = ("keys", "values", "items")
#: A file without any of these has nothing to be instrumented.
TELLING = re.compile(r"/|\.\s*(?:keys|values|items)\s*\(" + stigmergy_texts.TELLING)


class Loops(object):
    """The dicts whose lists are being made, by thread: what `hold` was given, until `watch` asks for it."""

    def __init__(self):
        self.held = {}

    def hold(self, owner):
        waiting = self.held.setdefault(thread.get_ident(), [])
        if len(waiting) > 100:
            del waiting[:]  # calls that raised left them here
        waiting.append(owner)
        return owner

    def watcher(self, seen):
        """A function that gives back what a loop goes through, and notes in `seen` when its dict changes meanwhile."""

        def watch(made):
            waiting = self.held.get(thread.get_ident())
            owner = waiting.pop() if waiting else None
            if type(made) is not list or not isinstance(owner, dict) or "changed" in seen:
                return made
            return Watched(made, owner, seen)

        return watch


class Watched(object):
    """Goes through a list, and looks before each step whether the dict it was made of has changed its size."""

    def __init__(self, made, owner, seen):
        self.steps, self.owner, self.seen = iter(made), owner, seen
        self.size = dict.__len__(owner)

    def __iter__(self):
        return self

    def next(self):
        if dict.__len__(self.owner) != self.size:
            self.seen.add("changed")
        return next(self.steps)


class Instrument(ast.NodeTransformer):
    """Wraps the divisions of one file, the lists of dicts that its loops go through, and calls that take texts."""

    def __init__(self, sites, views, loops, wording, divisions=True):
        self.sites = sites
        self.views = views
        self.loops = loops
        self.wording = wording
        self.divisions = divisions
        self.count = 0

    def visit_For(self, node):
        call = node.iter
        self.generic_visit(node)
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr in LISTS
            and not (call.args or call.keywords or call.starargs or call.kwargs)
        ):
            self.count += 1
            watch = self.loops.watcher(self.views.setdefault((call.lineno, call.col_offset), set()))
            call.func.value = ast.Call(ast.Num(self.loops.hold), [call.func.value], [], None, None)
            node.iter = self.settled(ast.Call(ast.Num(watch), [call], [], None, None), call)
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        made = self.wording.wrap(node, self.settled)
        self.count += made is not None
        return node if made is None else made

    def divided(self, function, left, right, node, place):
        self.count += 1
        record = recorder_of(self.sites.setdefault(place, set()))
        pair = ast.Call(ast.Num(record), [left, right], [], None, None)
        return ast.Call(ast.Num(function), [], [], pair, None)

    def settled(self, made, node):
        for part in ast.walk(made):
            if not hasattr(part, "lineno"):
                part.lineno, part.col_offset = node.lineno, node.col_offset
        return made

    def visit_BinOp(self, node):
        place = start_of(node)
        self.generic_visit(node)
        if not (self.divisions and isinstance(node.op, ast.Div)):
            return node
        return self.settled(self.divided(operator.div, node.left, node.right, node, place), node)

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        target, place = node.target, (node.lineno, node.col_offset)
        if not (self.divisions and isinstance(node.op, ast.Div)):
            return node
        before, held = [], []

        def hold(value):
            name = HELD[len(held)]
            held.append(name)
            before.append(ast.Assign([ast.Name(name, ast.Store())], value))
            return name

        if isinstance(target, ast.Name):
            again = lambda context: ast.Name(target.id, context)
        elif isinstance(target, ast.Attribute):
            owner = hold(target.value)
            again = lambda context: ast.Attribute(ast.Name(owner, ast.Load()), target.attr, context)
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Index):
            owner, index = hold(target.value), hold(target.slice.value)
            again = lambda context: ast.Subscript(
                ast.Name(owner, ast.Load()), ast.Index(ast.Name(index, ast.Load())), context
            )
        else:
            return node
        value = self.divided(operator.idiv, again(ast.Load()), node.value, node, place)
        made = before + [ast.Assign([again(ast.Store())], value)]
        if held:
            made.append(ast.Delete([ast.Name(name, ast.Del()) for name in held]))
        return [self.settled(statement, node) for statement in made]


def has_true_division(tree):
    """Whether the file imports division from __future__: its `/` means the same in Python 3."""
    return any(
        isinstance(node, ast.ImportFrom) and node.module == "__future__" and any(n.name == "division" for n in node.names)
        for node in tree.body
    )


class Loader(pkgutil.ImpLoader):
    """Loads one instrumented module in the way the interpreter would."""

    code_made = path_read = None

    def load_module(self, fullname):
        known = fullname in sys.modules
        module = sys.modules.setdefault(fullname, imp.new_module(fullname))
        module.__file__ = self.path_read
        if self.is_package(fullname):
            module.__path__ = [self.filename]
        try:
            exec(self.code_made, module.__dict__)
        except:
            if not known:
                sys.modules.pop(fullname, None)
            raise
        return sys.modules[fullname]

    def get_code(self, fullname=None):
        return self.code_made


class Py3kWarnings(object):
    """The message part of a warnings filter: notes what `-3` says of lines of the repository, and then mutes it."""

    ours = re.compile(r"classic \w+ division$|(?!.*will be).*\bin (?:3\.x|Python 3\.0)\b|In 3\.x\b")
    #: What only running shows. The other messages tell what the text does, too, and some come while compiling.
    telling = re.compile(
        r"comparing unequal types|\w+ inequality comparisons|the cmp argument|\w+ order comparisons"
        r"|__getitem__ not supported for exception|Overriding __|the \S+ encoding|cell comparisons"
    )

    def __init__(self, recorder):
        self.recorder = recorder
        self.seen = {}

    def match(self, text):
        if not isinstance(text, str) or not self.ours.match(text):
            return False
        if self.telling.match(text):
            frame = sys._getframe(1)
            key = self.recorder.key(frame.f_code.co_filename)
            if key is not None:
                self.seen.setdefault(key, {}).setdefault(frame.f_lineno, set()).add(text)
        return True


class Filters(list):
    """The filters of warnings, with ours always in front: tests put their own there, copy them and clear them."""

    def __init__(self, first, others):
        list.__init__(self, [first] + list(others))

    def insert(self, index, item):
        list.insert(self, index + 1 if index >= 0 else index, item)

    def __getslice__(self, start, stop):
        if start == 0 and stop >= len(self):
            return Filters(self[0], list.__getslice__(self, 1, len(self)))
        return list.__getslice__(self, start, stop)

    def __setslice__(self, start, stop, items):
        list.__setslice__(self, max(start, 1), max(stop, 1), items)


class Observer(object):
    """Takes the place of the line tracer. An import hook: what it can't instrument is left to the interpreter."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.sites = {}
        self.views = {}
        self.loops = Loops()
        self.texts = {}
        self.receivers = stigmergy_texts.Receivers()
        self.warnings = Py3kWarnings(recorder)

    # -- the tracer's part ---------------------------------------------------------------------------------

    def start(self):
        sys.meta_path.insert(0, self)
        if sys.py3kwarning:
            # Old libraries take the flag for Python 3 itself. The interpreter warns by another, of its own.
            sys.py3kwarning = False
            warnings.filters = Filters(("ignore", self.warnings, DeprecationWarning, None, 0), warnings.filters)
        self._watch_scripts()
        self._watch_pytest()

    def switch(self, context):
        pass

    def stop(self):
        pass

    def touched(self):
        for key in sorted(self.sites):
            seen = [[line, column, sorted(pairs)] for (line, column), pairs in sorted(self.sites[key].items()) if pairs]
            if seen:
                self.recorder.emit("observed", site="division", file=key, seen=seen)
        for key in sorted(self.views):
            seen = [[line, column, sorted(found)] for (line, column), found in sorted(self.views[key].items()) if found]
            if seen:
                self.recorder.emit("observed", site="view", file=key, seen=seen)
        for key in sorted(self.texts):
            for site, seen in sorted(stigmergy_texts.told(self.texts[key]).items()):
                self.recorder.emit("observed", site=site, file=key, seen=seen)
        for key in sorted(self.warnings.seen):
            seen = [[line, 0, sorted(texts)] for line, texts in sorted(self.warnings.seen[key].items())]
            self.recorder.emit("observed", site="warning", file=key, seen=seen)
        return {}

    # -- the ways in which files get compiled --------------------------------------------------------------

    def find_module(self, fullname, path=None):
        try:
            stream, filename, description = imp.find_module(fullname.rpartition(".")[2], path)
        except ImportError:
            return None
        try:
            if stream is not None:
                stream.close()
            if description[2] == imp.PKG_DIRECTORY:
                source = os.path.join(filename, "__init__.py")
            elif description[2] == imp.PY_SOURCE:
                source = filename
            else:
                return None
            code = self.compiled(source)
            if code is None:
                return None
            loader = Loader(fullname, stream, filename, description)
            loader.code_made, loader.path_read = code, source
            return loader
        except Exception:
            return None

    def compiled(self, source):
        """The instrumented code of a file, or None where there is nothing to observe."""
        key = self.recorder.key(source)
        if key is None or not os.path.isfile(source):
            return None
        with open(source, "rU") as stream:
            text = stream.read()
        if not TELLING.search(text):
            return None
        tree = compile(text, source, "exec", ast.PyCF_ONLY_AST, True)
        if not self.instrument(tree, key):
            return None
        return compile(tree, source, "exec", 0, True)

    def instrument(self, tree, key):
        """Wrap the divisions, the loops over dicts and the calls that take texts in `tree`, in place; how many."""
        sites, views = self.sites.setdefault(key, {}), self.views.setdefault(key, {})
        wording = stigmergy_texts.Texts(self.texts.setdefault(key, {}), self.receivers, start_of)
        transformer = Instrument(sites, views, self.loops, wording, not has_true_division(tree))
        transformer.visit(tree)
        return transformer.count

    def _watch_scripts(self):
        original = runpy._get_code_from_file

        def get_code(filename):
            try:
                code = self.compiled(filename)
            except Exception:
                code = None
            return original(filename) if code is None else code

        runpy._get_code_from_file = get_code

    def _watch_pytest(self):
        """pytest compiles test files by itself: a file's tree is instrumented before its assertions are rewritten."""
        rewrite = sys.modules.get("_pytest.assertion.rewrite")
        original = getattr(rewrite, "rewrite_asserts", None)
        if original is None:
            return

        def rewrite_asserts(tree, module_path=None, config=None):
            try:
                key = self.recorder.key(str(module_path))
                if key is not None:
                    self.instrument(tree, key)
            except Exception:
                pass
            return original(tree, module_path, config)

        rewrite.rewrite_asserts = rewrite_asserts
