"""Syntax trees with the nodes of Python 2's package compiler, made from those of `ast`.

One module stands in for the package: what lay in compiler.ast, compiler.consts and compiler.visitor is found here, and
under those names. `parse` reads the syntax of the Python that runs. Compiling such trees is not provided: the classes
of compiler.pycodegen are here, so that what only names them runs, but none can be made.
"""

from __future__ import annotations

import ast as _ast
import builtins as _builtins
import sys
from collections.abc import Iterator
from typing import Any

OP_ASSIGN, OP_DELETE, OP_APPLY = "OP_ASSIGN", "OP_DELETE", "OP_APPLY"
SC_LOCAL, SC_GLOBAL_IMPLICIT, SC_GLOBAL_EXPLICIT, SC_FREE, SC_CELL, SC_UNKNOWN = 1, 2, 3, 4, 5, 6
CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR = 1, 2, 4, 8, 0x10, 0x20

#: Node → the attributes it is made with, in their order.
_FIELDS = {
    "Add": "left right", "And": "nodes", "AssAttr": "expr attrname flags", "AssList": "nodes", "AssName": "name flags",
    "AssTuple": "nodes", "Assert": "test fail", "Assign": "nodes expr", "AugAssign": "node op expr",
    "Backquote": "expr", "Bitand": "nodes", "Bitor": "nodes", "Bitxor": "nodes", "Break": "",
    "CallFunc": "node args star_args dstar_args", "Class": "name bases doc code decorators", "Compare": "expr ops",
    "Const": "value", "Continue": "", "Decorators": "nodes", "Dict": "items", "Discard": "expr", "Div": "left right",
    "Ellipsis": "", "Expression": "node", "FloorDiv": "left right", "For": "assign list body else_",
    "From": "modname names level", "Function": "decorators name argnames defaults flags doc code", "GenExpr": "code",
    "GenExprFor": "assign iter ifs", "GenExprIf": "test", "GenExprInner": "expr quals", "Getattr": "expr attrname",
    "Global": "names", "If": "tests else_", "IfExp": "test then else_", "Import": "names", "Invert": "expr",
    "Keyword": "name expr", "Lambda": "argnames defaults flags code", "LeftShift": "left right", "List": "nodes",
    "ListComp": "expr quals", "ListCompFor": "assign list ifs", "ListCompIf": "test", "Mod": "left right",
    "Module": "doc node", "Mul": "left right", "Name": "name", "Not": "expr", "Or": "nodes", "Pass": "",
    "Power": "left right", "Raise": "expr1 expr2 expr3", "Return": "value", "RightShift": "left right",
    "Slice": "expr flags lower upper", "Sliceobj": "nodes", "Stmt": "nodes", "Sub": "left right",
    "Subscript": "expr flags subs", "TryExcept": "body handlers else_", "TryFinally": "body final", "Tuple": "nodes",
    "UnaryAdd": "expr", "UnarySub": "expr", "While": "test body else_", "With": "expr vars body", "Yield": "value",
}  # fmt: skip


class Node:
    """A node: its attributes are those it is made with, and `lineno`."""

    _names: tuple[str, ...] = ()

    def __init__(self, *values: Any, lineno: int | None = None) -> None:
        self.__dict__.update(dict.fromkeys(self._names))
        self.__dict__.update(zip(self._names, values, strict=False))
        self.lineno = lineno
        flags: Any = getattr(self, "flags", None)
        if "argnames" in self._names:
            self.varargs = 1 if flags & CO_VARARGS else None
            self.kwargs = 1 if flags & CO_VARKEYWORDS else None

    def getChildren(self) -> tuple[Any, ...]:
        """The values of the attributes, lists taken apart."""
        return tuple(_flat(getattr(self, name) for name in self._names))

    def getChildNodes(self) -> tuple[Node, ...]:
        """The nodes among the children."""
        return tuple(c for c in self.getChildren() if isinstance(c, Node))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.getChildren())

    def asList(self) -> list[Any]:
        """The children."""
        return list(self.getChildren())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(repr(getattr(self, n)) for n in self._names)})"


def _flat(values: Any) -> Iterator[Any]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _flat(value)
        else:
            yield value


for _name, _names in _FIELDS.items():
    globals()[_name] = type(_name, (Node,), {"_names": tuple(_names.split()), "__module__": __name__})


def parse(buf: str, mode: str = "exec") -> Node:
    """The tree of a text. SyntaxError: it is none."""
    tree = _ast.parse(buf)
    if mode == "eval":
        return _make("Expression", tree, _expression(_ast.parse(buf.strip(), mode="eval").body))
    return _make("Module", tree, *_documented(tree.body), lineno=None)


def parseFile(path: str) -> Node:
    """The tree of a file."""
    with open(path, encoding="utf-8") as file:
        return parse(file.read() + "\n")


class ASTVisitor:
    """Calls `visitX` of a visitor for a node of type X, or goes through its children where there is none."""

    VERBOSE = 0

    def __init__(self) -> None:
        self.node: Node | None = None
        self.visitor: Any = None

    def default(self, node: Node, *args: Any) -> None:
        """Go through the children."""
        for child in node.getChildNodes():
            self.dispatch(child, *args)

    def dispatch(self, node: Node, *args: Any) -> Any:
        """Call the visitor's method for the node."""
        self.node = node
        method = getattr(self.visitor, f"visit{type(node).__name__}", self.default)
        return method(node, *args)

    def preorder(self, tree: Node, visitor: Any, *args: Any) -> None:
        """Visit a tree, parents first."""
        self.visitor = visitor
        visitor.visit = self.dispatch
        self.dispatch(tree, *args)


class ExampleASTVisitor(ASTVisitor):
    """Prints the nodes it has no method for."""

    def default(self, node: Node, *args: Any) -> None:
        """Print the node and go through its children."""
        print(type(node).__name__)
        super().default(node, *args)


def walk(tree: Node, visitor: Any, walker: Any = None, verbose: Any = None) -> Any:
    """Show a tree to a visitor; the visitor."""
    walker = walker or ASTVisitor()
    if verbose is not None:
        walker.VERBOSE = verbose
    walker.preorder(tree, visitor)
    return walker.visitor


class CodeGenerator:
    """What made code of a tree."""

    def __init__(self, *_: Any) -> None:
        raise NotImplementedError("Python 3 has no code generator for trees of the package compiler")


class ModuleCodeGenerator(CodeGenerator):
    """What made code of a module's tree."""


class ExpressionCodeGenerator(CodeGenerator):
    """What made code of an expression's tree."""


class InteractiveCodeGenerator(CodeGenerator):
    """What made code of an interactive statement's tree."""


def compile(
    source: str, filename: str, mode: str, flags: int | None = None, dont_inherit: bool | None = None
) -> Any:
    """The code of a text, without the flags that the package did not support either."""
    if flags is not None or dont_inherit is not None:
        raise RuntimeError("not implemented yet")
    return _builtins.compile(source, filename, mode, dont_inherit=True)


def _make(kind: str, at: _ast.AST, *values: Any, lineno: int | None = -1) -> Node:
    made: Node = globals()[kind](*values, lineno=getattr(at, "lineno", None) if lineno == -1 else lineno)
    return made


def _documented(body: list[_ast.stmt]) -> tuple[str | None, Node]:
    first = body[0] if body else None
    if (
        isinstance(first, _ast.Expr)
        and isinstance(first.value, _ast.Constant)
        and isinstance(first.value.value, str)
    ):
        return first.value.value, _block(body[1:])
    return None, _block(body)


def _block(body: list[_ast.stmt]) -> Node:
    return _make("Stmt", body[0] if body else _ast.Pass(), [_statement(s) for s in body], lineno=None)


def _optional(body: list[_ast.stmt]) -> Node | None:
    return _block(body) if body else None


_OPERATORS = {
    "Add": "Add", "Sub": "Sub", "Mult": "Mul", "Div": "Div", "FloorDiv": "FloorDiv", "Mod": "Mod", "Pow": "Power",
    "LShift": "LeftShift", "RShift": "RightShift",
}  # fmt: skip
_MANY = {"BitAnd": "Bitand", "BitOr": "Bitor", "BitXor": "Bitxor"}
_SIGNS = {
    "Add": "+=", "Sub": "-=", "Mult": "*=", "Div": "/=", "FloorDiv": "//=", "Mod": "%=", "Pow": "**=", "LShift": "<<=",
    "RShift": ">>=", "BitAnd": "&=", "BitOr": "|=", "BitXor": "^=",
}  # fmt: skip
_COMPARED = {
    "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Is": "is", "IsNot": "is not",
    "In": "in", "NotIn": "not in",
}  # fmt: skip


def _statement(s: Any) -> Node:
    kind = type(s).__name__
    if kind == "Expr":
        return _make("Discard", s, _expression(s.value))
    if kind == "Assign":
        return _make("Assign", s, [_target(t) for t in s.targets], _expression(s.value))
    if kind == "AugAssign":
        return _make("AugAssign", s, _expression(s.target), _SIGNS[type(s.op).__name__], _expression(s.value))
    if kind == "Delete":
        found = [_target(t, OP_DELETE) for t in s.targets]
        return found[0] if len(found) == 1 else _make("AssTuple", s, found)
    if kind in ("Return", "Global", "Import", "Pass", "Break", "Continue", "Assert", "Raise", "ImportFrom"):
        return _simple(kind, s)
    if kind in ("FunctionDef", "AsyncFunctionDef"):
        doc, code = _documented(s.body)
        names, defaults, flags = _parameters(s.args)
        decorators = [_expression(d) for d in s.decorator_list]
        found_decorators = _make("Decorators", s, decorators) if decorators else None
        return _make("Function", s, found_decorators, s.name, names, defaults, flags, doc, code)
    if kind == "ClassDef":
        doc, code = _documented(s.body)
        return _make("Class", s, s.name, [_expression(b) for b in s.bases], doc, code, None)
    if kind == "If":
        tests, rest = [(_expression(s.test), _block(s.body))], s.orelse
        while len(rest) == 1 and isinstance(rest[0], _ast.If):
            tests.append((_expression(rest[0].test), _block(rest[0].body)))
            rest = rest[0].orelse
        return _make("If", s, tests, _optional(rest))
    if kind == "While":
        return _make("While", s, _expression(s.test), _block(s.body), _optional(s.orelse))
    if kind == "For":
        return _make("For", s, _target(s.target), _expression(s.iter), _block(s.body), _optional(s.orelse))
    if kind == "With":
        item = s.items[0]
        variable = _target(item.optional_vars) if item.optional_vars is not None else None
        return _make("With", s, _expression(item.context_expr), variable, _block(s.body))
    if kind == "Try":
        body = _block(s.body)
        if s.handlers:
            handlers = [
                (
                    _expression(h.type) if h.type else None,
                    _make("AssName", h, h.name, OP_ASSIGN) if h.name else None,
                    _block(h.body),
                )
                for h in s.handlers
            ]
            body = _make("TryExcept", s, body, handlers, _optional(s.orelse))
        return _make("TryFinally", s, body, _block(s.finalbody)) if s.finalbody else body
    raise SyntaxError(f"line {s.lineno}: {kind} has no node here")


def _simple(kind: str, s: Any) -> Node:
    if kind == "Return":
        return _make("Return", s, _expression(s.value) if s.value else _make("Const", s, None))
    if kind == "Global":
        return _make("Global", s, s.names)
    if kind == "Import":
        return _make("Import", s, [(a.name, a.asname) for a in s.names])
    if kind == "ImportFrom":
        return _make("From", s, s.module or "", [(a.name, a.asname) for a in s.names], s.level)
    if kind == "Assert":
        return _make("Assert", s, _expression(s.test), _expression(s.msg) if s.msg else None)
    if kind == "Raise":
        return _make("Raise", s, _expression(s.exc) if s.exc else None)
    return _make(kind, s)


def _parameters(args: _ast.arguments) -> tuple[list[str], list[Node], int]:
    names = [a.arg for a in (*args.posonlyargs, *args.args)]
    flags = 0
    if args.vararg:
        names.append(args.vararg.arg)
        flags |= CO_VARARGS
    if args.kwarg:
        names.append(args.kwarg.arg)
        flags |= CO_VARKEYWORDS
    return names, [_expression(d) for d in args.defaults], flags


def _target(e: Any, flags: str = OP_ASSIGN) -> Node:
    if isinstance(e, _ast.Name):
        return _make("AssName", e, e.id, flags)
    if isinstance(e, _ast.Attribute):
        return _make("AssAttr", e, _expression(e.value), e.attr, flags)
    if isinstance(e, (_ast.Tuple, _ast.List)):
        kind = "AssTuple" if isinstance(e, _ast.Tuple) else "AssList"
        return _make(kind, e, [_target(x, flags) for x in e.elts])
    return _subscript(e, flags)


def _subscript(e: Any, flags: str) -> Node:
    value, index = _expression(e.value), e.slice
    if isinstance(index, _ast.Slice) and index.step is None:
        lower = _expression(index.lower) if index.lower else None
        return _make("Slice", e, value, flags, lower, _expression(index.upper) if index.upper else None)
    parts = index.elts if isinstance(index, _ast.Tuple) else [index]
    return _make("Subscript", e, value, flags, [_expression(p) for p in parts])


def _expression(e: Any) -> Node:
    kind = type(e).__name__
    if kind == "Constant":
        return _make("Ellipsis", e) if e.value is ... else _constant(e)
    if kind == "Name":
        return _make("Name", e, e.id)
    if kind == "Attribute":
        return _make("Getattr", e, _expression(e.value), e.attr)
    if kind == "Subscript":
        return _subscript(e, OP_APPLY)
    if kind == "Slice":
        parts = [_expression(p) if p else _make("Const", e, None) for p in (e.lower, e.upper, e.step)]
        return _make("Sliceobj", e, parts)
    if kind == "BinOp":
        operator, left, right = type(e.op).__name__, _expression(e.left), _expression(e.right)
        if operator in _MANY:
            return _make(_MANY[operator], e, [left, right])
        return _make(_OPERATORS[operator], e, left, right)
    if kind == "BoolOp":
        return _make(type(e.op).__name__, e, [_expression(v) for v in e.values])
    if kind == "UnaryOp":
        names = {"Not": "Not", "Invert": "Invert", "UAdd": "UnaryAdd", "USub": "UnarySub"}
        return _make(names[type(e.op).__name__], e, _expression(e.operand))
    if kind == "Compare":
        signs = [_COMPARED[type(o).__name__] for o in e.ops]
        others = [_expression(c) for c in e.comparators]
        return _make("Compare", e, _expression(e.left), list(zip(signs, others, strict=True)))
    if kind == "Call":
        return _called(e)
    if kind in ("Tuple", "List", "Set"):
        return _make("List" if kind == "Set" else kind, e, [_expression(x) for x in e.elts])
    if kind == "Dict":
        pairs = zip(e.keys, e.values, strict=True)
        return _make("Dict", e, [(_expression(k), _expression(v)) for k, v in pairs])
    if kind == "IfExp":
        return _make("IfExp", e, _expression(e.test), _expression(e.body), _expression(e.orelse))
    if kind == "Lambda":
        return _make("Lambda", e, *_parameters(e.args), _expression(e.body))
    if kind == "Yield":
        return _make("Yield", e, _expression(e.value) if e.value else _make("Const", e, None))
    if kind in ("ListComp", "GeneratorExp", "SetComp"):
        return _comprehension(e, "GenExpr" if kind == "GeneratorExp" else "ListComp")
    raise SyntaxError(f"line {e.lineno}: {kind} has no node here")


def _constant(e: Any) -> Node:
    # None, True and False were names.
    if e.value is None or isinstance(e.value, bool):
        return _make("Name", e, repr(e.value))
    return _make("Const", e, e.value)


def _called(e: _ast.Call) -> Node:
    arguments = [_expression(a) for a in e.args if not isinstance(a, _ast.Starred)]
    arguments += [_make("Keyword", k.value, k.arg, _expression(k.value)) for k in e.keywords if k.arg]
    stars = [_expression(a.value) for a in e.args if isinstance(a, _ast.Starred)]
    double = [_expression(k.value) for k in e.keywords if k.arg is None]
    star, two = (stars[0] if stars else None), (double[0] if double else None)
    return _make("CallFunc", e, _expression(e.func), arguments, star, two)


def _comprehension(e: Any, kind: str) -> Node:
    loops = []
    for generator in e.generators:
        tests = [_make(f"{kind}If", test, _expression(test)) for test in generator.ifs]
        source = _expression(generator.iter)
        loops.append(_make(f"{kind}For", generator.target, _target(generator.target), source, tests))
    if kind == "ListComp":
        return _make("ListComp", e, _expression(e.elt), loops)
    return _make("GenExpr", e, _make("GenExprInner", e, _expression(e.elt), loops))


#: The modules of the package.
ast = consts = visitor = transformer = pycodegen = sys.modules[__name__]
