"""Local type inference by Python 2's rules: literals, builtins, simple assignments, isinstance guards.

A type is a name: 'int', 'long', 'float', 'complex', 'bool', 'NoneType', 'str' (a native literal), 'unicode',
'bytes' (a `b''` literal), 'list', 'tuple', 'dict', 'set', 'frozenset', 'iterator', 'file', 'function',
'class:<Name>' for an instance of a class of this file. The empty set means unknown: nothing may be concluded.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from migration.trees.constants import is_written_negative
from migration.trees.fields import walk
from migration.trees.scopes import Binding
from migration.view.inference_flow import NOTHING_YET, UNKNOWN, Flow, Types, joined
from migration.view.names_view import NamesView

#: What a builtin returns under Python 2, whatever its arguments.
_RESULTS = {
    "len": "int", "ord": "int", "hash": "int", "id": "int", "cmp": "int", "int": "int", "long": "long",
    "float": "float", "round": "float", "complex": "complex", "bool": "bool", "isinstance": "bool",
    "issubclass": "bool", "hasattr": "bool", "callable": "bool", "any": "bool", "all": "bool", "str": "str",
    "repr": "str", "chr": "str", "hex": "str", "oct": "str", "bin": "str", "raw_input": "str",
    "unichr": "unicode", "unicode": "unicode",
    "list": "list", "sorted": "list", "range": "list", "zip": "list", "dir": "list",
    "tuple": "tuple", "dict": "dict", "vars": "dict", "globals": "dict", "locals": "dict", "set": "set",
    "frozenset": "frozenset", "iter": "iterator", "enumerate": "iterator", "reversed": "iterator",
    "open": "file", "file": "file", "bytearray": "bytearray", "slice": "slice", "object": "object",
}  # fmt: skip
_DICT_METHODS = {
    "keys": "list", "values": "list", "items": "list", "iterkeys": "iterator", "itervalues": "iterator",
    "iteritems": "iterator", "has_key": "bool", "copy": "dict",
}  # fmt: skip
_TEXT_METHODS = frozenset(
    [
        "capitalize", "center", "expandtabs", "join", "ljust", "lower", "lstrip", "replace", "rjust",
        "rstrip", "strip", "swapcase", "title", "translate", "upper", "zfill", "format",
    ]
)  # fmt: skip
_COUNTING_METHODS = frozenset(["count", "find", "index", "rfind", "rindex"])
_TESTING_METHODS = frozenset(["startswith", "endswith", "isdigit", "isalpha", "isalnum", "isspace"])
_TEXTS = frozenset(["str", "unicode"])
_NUMBERS = frozenset(["bool", "int", "long", "float", "complex"])
_SEQUENCES = frozenset(["str", "unicode", "list", "tuple", "bytes"])
#: Adding one of these to a number leaves its type.
_WHOLE = frozenset(["int", "bool"])
_SETS = frozenset(["set", "frozenset"])
_OF_SETS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)
_SET_METHODS = frozenset(["union", "intersection", "difference", "symmetric_difference", "copy"])
_DEEPEST = 24
#: Types only grow from one round to the next, and few rounds are enough; what has not settled then is unknown.
_ITERATIONS = 6


class Inference:
    """Types of the expressions of one module. Results are remembered; recursion is cut off as unknown."""

    def __init__(self, module: NamesView) -> None:
        self.module = module
        self.flow = Flow(module, self.type_of)
        self._known: dict[ast.expr, Types] = {}
        self._active: set[ast.expr] = set()
        self._assumed: dict[ast.expr, Types] = {}
        self._round: dict[ast.expr, Types] = {}
        self._cut_off = False
        self._bound_in: dict[ast.AST, frozenset[str]] = {}
        self._durations: frozenset[tuple[ast.AST | None, str]] | None = None

    def type_of(self, node: ast.expr) -> Types:
        """All types `node` can have, or the empty set when that is not known.

        What depends on itself (`i = i + 1`) is iterated from nothing to the least fixed point.
        """
        if node in self._known:
            return self._known[node]
        if self._active:
            return self._evaluate(node)
        result = UNKNOWN
        self._cut_off = False
        for _ in range(_ITERATIONS):
            before = dict(self._assumed)
            self._round.clear()
            result = self._evaluate(node)
            if self._assumed == before:
                break
        else:
            result = UNKNOWN
        if not self._assumed and not self._cut_off:
            # Nothing depended on itself: what was found on the way is as final as the result.
            self._known.update(
                (n, types) for n, types in self._round.items() if NOTHING_YET.isdisjoint(types)
            )
        self._assumed.clear()
        result = result - NOTHING_YET
        self._known[node] = result
        return result

    def _evaluate(self, node: ast.expr) -> Types:
        if node in self._active:
            return self._assumed.setdefault(node, NOTHING_YET)
        if node in self._round:
            return self._round[node]
        if len(self._active) > _DEEPEST:
            self._cut_off = True
            return UNKNOWN
        self._active.add(node)
        try:
            handler = getattr(self, _HANDLERS.get(node.__class__, ""), None)
            result: Types = handler(node) if handler else UNKNOWN
        finally:
            self._active.discard(node)
        if node in self._assumed:
            self._assumed[node] = result
        self._round[node] = result
        return result

    def union(self, nodes: Iterable[ast.expr]) -> Types:
        """The types any of `nodes` can have; unknown as soon as one of them is."""
        return joined(self.type_of(n) for n in nodes)

    def _constant(self, node: ast.Constant) -> Types:
        value = node.value
        if isinstance(value, str):
            text = node.kind == "u" or self.module.has_future("unicode_literals")
            return frozenset(["unicode" if text else "str"])
        return frozenset([type(value).__name__])

    def _list(self, node: ast.List) -> Types:
        return frozenset(["list"])

    def _listcomp(self, node: ast.ListComp) -> Types:
        return frozenset(["list"])

    def _tuple(self, node: ast.Tuple) -> Types:
        return frozenset(["tuple"])

    def _dict(self, node: ast.Dict) -> Types:
        return frozenset(["dict"])

    def _dictcomp(self, node: ast.DictComp) -> Types:
        return frozenset(["dict"])

    def _set(self, node: ast.Set) -> Types:
        return frozenset(["set"])

    def _setcomp(self, node: ast.SetComp) -> Types:
        return frozenset(["set"])

    def _generatorexp(self, node: ast.GeneratorExp) -> Types:
        return frozenset(["iterator"])

    def _lambda(self, node: ast.Lambda) -> Types:
        return frozenset(["function"])

    def _compare(self, node: ast.Compare) -> Types:
        return frozenset(["bool"])

    def _ifexp(self, node: ast.IfExp) -> Types:
        return self.union([node.body, node.orelse])

    def _boolop(self, node: ast.BoolOp) -> Types:
        return self.union(node.values)

    def _unaryop(self, node: ast.UnaryOp) -> Types:
        if isinstance(node.op, ast.Not):
            return frozenset(["bool"])
        return frozenset("int" if t == "bool" else t for t in self.type_of(node.operand))

    def _attribute(self, node: ast.Attribute) -> Types:
        if node.attr in ("e", "pi") and self.module.qualified_name(node) in ("math.e", "math.pi"):
            return _FLOAT
        return self.flow.attribute(node) or (_INT if self._is_of_duration(node) else UNKNOWN)

    def _is_of_duration(self, node: ast.Attribute) -> bool:
        """Whether `node` is a whole number of a timedelta: of a variable that all three are asked of."""
        if node.attr not in _OF_DURATIONS or not isinstance(node.value, ast.Name):
            return False
        if self._durations is None:
            asked: dict[tuple[ast.AST | None, str], set[str]] = {}
            given = set(_DURATION_OF_ITS_OWN.findall(self.module.text))
            for other in self.module.nodes_named(ast.Attribute, _OF_DURATIONS):
                if isinstance(other, ast.Attribute) and isinstance(other.value, ast.Name):
                    if not isinstance(other.ctx, ast.Load):
                        given.add(other.attr)
                    place = (self.module.function(other), other.value.id)
                    asked.setdefault(place, set()).add(other.attr)
            self._durations = frozenset(
                p for p, attributes in asked.items() if not given and len(attributes) == 3
            )
        return (self.module.function(node), node.value.id) in self._durations

    def _binop(self, node: ast.BinOp) -> Types:
        left, right = self.type_of(node.left), self.type_of(node.right)
        if isinstance(node.op, ast.Mod) and left and left <= _TEXTS:
            return frozenset(["unicode"]) if "unicode" in left | right else left
        if not left or not right:
            return UNKNOWN
        if NOTHING_YET in (left, right):
            return NOTHING_YET
        if isinstance(node.op, ast.Pow):
            return self._power(left, right, node.right)
        if left <= _NUMBERS and right <= _NUMBERS:
            return frozenset(self._number(a, b, node.op) for a in left for b in right)
        if isinstance(node.op, ast.Add) and left <= _SEQUENCES:
            return frozenset(["unicode"]) if left | right == _TEXTS else (left if left == right else UNKNOWN)
        if isinstance(node.op, _OF_SETS) and left <= _SETS:
            return left
        if isinstance(node.op, ast.Mult):
            if left <= _SEQUENCES and right <= _NUMBERS:
                return left
            if right <= _SEQUENCES and left <= _NUMBERS:
                return right
        return UNKNOWN

    def _power(self, left: Types, right: Types, exponent: ast.expr) -> Types:
        """What numbers raised to an exponent are: whole ones are no longer whole where that is negative."""
        if not (left and right and left <= _NUMBERS and right <= _NUMBERS):
            return UNKNOWN
        found = frozenset(self._number(a, b, ast.Pow()) for a in left for b in right)
        if not self._may_be_negative(exponent):
            return found
        told = exponent.operand if isinstance(exponent, ast.UnaryOp) else None
        some = isinstance(told, ast.Constant) and told.value != 0
        whole = found & {"int", "long"}
        return (found - whole if some else found) | (_FLOAT if whole else frozenset())

    def _may_be_negative(self, node: ast.expr) -> bool:
        """Whether a number is written as one that may be below zero, there or where its one name is given it."""
        bindings = self.module.bindings(node) if isinstance(node, ast.Name) else []
        value = bindings[0].value if len(bindings) == 1 else None
        return is_written_negative(value or node)

    def _number(self, left: str, right: str, operator: ast.operator) -> str:
        order = ["bool", "int", "long", "float", "complex"]
        if isinstance(operator, ast.Div) and self.module.has_future("division"):
            return "complex" if "complex" in (left, right) else "float"
        return order[max(order.index(left), order.index(right), 1)]

    def _call(self, node: ast.Call) -> Types:
        name = self.module.qualified_name(node.func)
        if name is not None:
            kind, _, last = name.rpartition(".")
            if kind == "builtins" and last in _RESULTS:
                return frozenset([_RESULTS[last]])
            if name in ("copy.copy", "copy.deepcopy") and node.args:
                return self.type_of(node.args[0])
            if kind == "builtins" and last == "pow" and len(node.args) == 2:
                return self._power(self.type_of(node.args[0]), self.type_of(node.args[1]), node.args[1])
            if kind == "builtins" and last in ("abs", "max", "min", "sum") and node.args:
                return self._arithmetic_builtin(last, node)
            return frozenset([f"call:{name}"]) if name in _CONSTRUCTORS else _LIBRARY.get(name, UNKNOWN)
        if isinstance(node.func, ast.Name):
            bindings = self.module.bindings(node.func)
            if len(bindings) == 1 and bindings[0].kind == "class":
                return frozenset([f"class:{node.func.id}"])
            if len(bindings) == 1 and isinstance(bindings[0].node, ast.FunctionDef):
                return self.flow.returned(bindings[0].node)
        if isinstance(node.func, ast.Attribute):
            made = node.func.value if node.func.attr in _MAKERS else None
            bindings = self.module.bindings(made) if isinstance(made, ast.Name) else []
            if isinstance(made, ast.Name) and [b.kind for b in bindings] == ["class"]:
                return frozenset([f"class:{made.id}"])
            return self._method(node.func, node)
        return UNKNOWN

    def _arithmetic_builtin(self, name: str, node: ast.Call) -> Types:
        if name == "abs" or len(node.args) > 1:
            types = self.union(list(node.args))
            return types if types <= _NUMBERS else UNKNOWN
        return UNKNOWN

    def _method(self, function: ast.Attribute, node: ast.Call) -> Types:
        owner = self.type_of(function.value)
        name = function.attr
        if not owner:
            return UNKNOWN
        if len(owner) == 1 and next(iter(owner)).startswith("class:"):
            return self.flow.of_method(owner, name)
        if owner <= {"dict"} and name in _DICT_METHODS:
            return frozenset([_DICT_METHODS[name]])
        if owner <= _TEXTS | {"bytes"}:
            if name in _TEXT_METHODS:
                return owner
            if name in _COUNTING_METHODS:
                return frozenset(["int"])
            if name in _TESTING_METHODS:
                return frozenset(["bool"])
            if name in ("split", "rsplit", "splitlines"):
                return frozenset(["list"])
            if name == "encode":
                return frozenset(["bytes"])
            if name == "decode":
                return frozenset(["unicode"])
        if owner <= _SETS and name in _SET_METHODS:
            return owner
        if owner <= {"file"} and name in ("read", "readline"):
            return frozenset(["str"])
        if owner <= {"list", "tuple"} and name in ("count", "index"):
            return frozenset(["int"])
        return UNKNOWN

    def _subscript(self, node: ast.Subscript) -> Types:
        owner = self.type_of(node.value)
        if isinstance(node.slice, ast.Slice):
            return owner if owner <= _SEQUENCES else UNKNOWN
        if owner and owner <= _TEXTS:
            return owner
        return UNKNOWN

    def _name(self, node: ast.Name) -> Types:
        if node.id in ("True", "False"):
            return frozenset(["bool"])
        guard = self._isinstance_guard(node)
        if guard:
            return guard
        bindings = self.module.bindings(node)
        if not bindings:
            return UNKNOWN
        return joined(self._bound(b) for b in bindings)

    def _bound(self, binding: Binding) -> Types:
        if binding.kind == "assign" and binding.value is not None:
            return self.type_of(binding.value)
        if binding.kind == "assign" and isinstance(binding.node, ast.Name):
            return self.flow.unpacked(binding.node)
        if binding.kind == "parameter" and isinstance(binding.node, ast.arg):
            return self.flow.parameter(binding.node)
        if binding.kind == "loop":
            return self._loop_item(binding.node)
        if binding.kind == "augmented" and isinstance(binding.node, ast.AugAssign):
            return self._augmented(binding.node)
        if binding.kind == "function":
            return frozenset(["function"])
        return UNKNOWN

    def _augmented(self, node: ast.AugAssign) -> Types:
        value = self.type_of(node.value)
        if isinstance(node.op, ast.Div) and self.module.has_future("division"):
            return frozenset(["complex"] if value == {"complex"} else ["float"])
        return NOTHING_YET if value and value <= _WHOLE else value

    def _loop_item(self, target: ast.AST) -> Types:
        parent = self.module.parent(target)
        if isinstance(parent, (ast.For, ast.comprehension)) and parent.target is target:
            source = parent.iter
            if isinstance(source, ast.Call) and self.module.is_builtin(source.func, "range", "xrange"):
                return frozenset(["int"])
            types = self.type_of(source)
            if types and types <= _TEXTS:
                return types
            if isinstance(source, (ast.List, ast.Tuple)) and source.elts:
                return self.union(source.elts)
            if self._splits_text(source):
                return _TEXTS
        loop = self.module.parent(parent) if isinstance(parent, ast.Tuple) else None
        if isinstance(parent, ast.Tuple) and isinstance(loop, (ast.For, ast.comprehension)):
            return self._loop_part(parent, parent.elts.index(target), loop.iter)  # type: ignore[arg-type]
        return UNKNOWN

    def _splits_text(self, node: ast.expr) -> bool:
        """Whether `node` is `x.split(…)` of an object: what is so called gives texts, but functions of modules."""
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            return False
        name = node.func.attr
        return (
            name in ("split", "rsplit", "splitlines")
            and name not in self.flow.functions
            and self.module.qualified_name(node.func) is None
        )

    def _loop_part(self, targets: ast.Tuple, position: int, source: ast.expr) -> Types:
        """The types of one of several targets of a loop: of a counter, or of what stands there in rows written out."""
        if isinstance(source, ast.Call) and self.module.is_builtin(source.func, "enumerate"):
            return frozenset(["int"]) if position == 0 else UNKNOWN
        if not (isinstance(source, (ast.List, ast.Tuple)) and source.elts):
            return UNKNOWN
        rows = [row.elts for row in source.elts if isinstance(row, (ast.List, ast.Tuple))]
        starred = any(isinstance(e, ast.Starred) for row in (targets.elts, *rows) for e in row)
        if starred or len(rows) < len(source.elts) or any(len(row) != len(targets.elts) for row in rows):
            return UNKNOWN
        return self.union(row[position] for row in rows)

    def _isinstance_guard(self, node: ast.Name) -> Types:
        """The type an enclosing `if isinstance(name, T):` proves, as long as its body does not rebind
        the name.
        """
        child: ast.AST = node
        for outer in self.module.ancestors(node):
            if isinstance(outer, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
                break
            inside = (isinstance(outer, ast.If) and child in outer.body) or (
                isinstance(outer, ast.IfExp) and child is outer.body
            )
            if inside:
                types = self._tested(outer.test, node.id)  # type: ignore[attr-defined]
                if types and node.id not in self._rebound(outer):
                    return types
            child = outer
        return UNKNOWN

    def _rebound(self, block: ast.AST) -> frozenset[str]:
        """The names that anything in `block` binds or deletes."""
        if block not in self._bound_in:
            self._bound_in[block] = frozenset(
                n.id for n in walk(block) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)
            )
        return self._bound_in[block]

    def _tested(self, test: ast.expr, name: str) -> Types:
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            return next(filter(None, (self._tested(v, name) for v in test.values)), UNKNOWN)
        if not isinstance(test, ast.Call) or not self.module.is_builtin(test.func, "isinstance"):
            return UNKNOWN
        if len(test.args) != 2:
            return UNKNOWN
        subject, kinds = test.args
        if not (isinstance(subject, ast.Name) and subject.id == name):
            return UNKNOWN
        names: set[str] = set()
        for kind in kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]:
            qualified = self.module.qualified_name(kind) or ""
            if not qualified.startswith("builtins."):
                return UNKNOWN
            plain = qualified.removeprefix("builtins.")
            names |= {"str", "unicode"} if plain == "basestring" else {plain}
        return frozenset(names)


#: The method that tells the types of each type of expression.
_HANDLERS = {
    kind: f"_{kind.__name__.lower()}"
    for kind in ast.expr.__subclasses__()
    if hasattr(Inference, f"_{kind.__name__.lower()}")
}
#: Methods of structures of C that make another object of their class.
_MAKERS = frozenset(["from_address", "from_buffer", "from_buffer_copy"])
#: Calls whose result is worth naming, as 'call:<dotted name>'.
_CONSTRUCTORS = frozenset(
    ["collections.OrderedDict", "collections.defaultdict", "collections.deque", "collections.Counter"]
)
#: What a timedelta has, whole numbers all.
_OF_DURATIONS = frozenset(["days", "microseconds", "seconds"])
_DURATION_OF_ITS_OWN = re.compile(
    r"^[ \t]+(?:days|microseconds|seconds)[ \t]*=(?!=)|def (?:days|microseconds|seconds)\(", re.M
)
_INT, _FLOAT, _STR = frozenset(["int"]), frozenset(["float"]), frozenset(["str"])
_LIBRARY: dict[str, Types] = {
    "time.time": _FLOAT,
    "time.clock": _FLOAT,
    "random.random": _FLOAT,
    "random.uniform": _FLOAT,
    "random.randint": _INT,
    "random.randrange": _INT,
    "math.sqrt": _FLOAT,
    "math.floor": _FLOAT,
    "math.ceil": _FLOAT,
    "math.sin": _FLOAT,
    "math.cos": _FLOAT,
    "math.log": _FLOAT,
    "math.exp": _FLOAT,
    "math.pow": _FLOAT,
    "os.getcwd": _STR,
    "os.path.getsize": _INT,
    "os.getpid": _INT,
    "string.atof": _FLOAT,
} | {f"string.{n}": _INT for n in ("atoi", *sorted(_COUNTING_METHODS))}
