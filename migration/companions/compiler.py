"""Syntax trees with the nodes of Python 2's package compiler, made from those of `ast`.

One module stands in for the package: what lay in compiler.ast, compiler.consts, compiler.misc, compiler.pycodegen and
compiler.visitor is found here, and under those names. `parse` reads the syntax of the Python that runs, and trees are
compiled by way of those of `ast`: the classes of compiler.pycodegen are no visitors.
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
    "Ellipsis": "", "Exec": "expr locals globals", "Expression": "node", "FloorDiv": "left right",
    "For": "assign list body else_", "From": "modname names level",
    "Function": "decorators name argnames defaults flags doc code", "GenExpr": "code",
    "GenExprFor": "assign iter ifs", "GenExprIf": "test", "GenExprInner": "expr quals", "Getattr": "expr attrname",
    "Global": "names", "If": "tests else_", "IfExp": "test then else_", "Import": "names", "Invert": "expr",
    "Keyword": "name expr", "Lambda": "argnames defaults flags code", "LeftShift": "left right", "List": "nodes",
    "ListComp": "expr quals", "ListCompFor": "assign list ifs", "ListCompIf": "test", "Mod": "left right",
    "Module": "doc node", "Mul": "left right", "Name": "name", "Not": "expr", "Or": "nodes", "Pass": "",
    "Power": "left right", "Print": "nodes dest", "Printnl": "nodes dest", "Raise": "expr1 expr2 expr3",
    "Return": "value", "RightShift": "left right",
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


def set_filename(filename: str, tree: Any) -> None:
    """Say what file a tree is of."""
    tree.filename = filename


def check(tree: Node, multi: Any = None) -> int:
    """How many places of a tree assign to what can't be: none, they are found where it is compiled."""
    return 0


class CodeGenerator:
    """Makes code of a tree. SyntaxError: there is no code for it."""

    _mode = "exec"

    def __init__(self, tree: Any) -> None:
        self.tree = tree

    def getCode(self) -> Any:
        """The code."""
        filename = getattr(self.tree, "filename", "<tree>")
        inner = self.tree.node if type(self.tree).__name__ in ("Module", "Expression") else self.tree
        if self._mode == "eval":
            made: Any = _ast.Expression(_value(inner))
        else:
            body = [*_documentation(getattr(self.tree, "doc", None)), *_body(inner)]
            made = _ast.Interactive(body) if self._mode == "single" else _ast.Module(body, [])
        return _builtins.compile(_ast.fix_missing_locations(made), filename, self._mode, dont_inherit=True)


class ModuleCodeGenerator(CodeGenerator):
    """Makes code of a module's tree."""


class ExpressionCodeGenerator(CodeGenerator):
    """Makes code of an expression's tree."""

    _mode = "eval"


class InteractiveCodeGenerator(CodeGenerator):
    """Makes code of an interactive statement's tree."""

    _mode = "single"


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
    if kind == "AugAssign" and type(s.op).__name__ in _SIGNS:
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
    if args.kwonlyargs:
        raise SyntaxError(f"line {args.kwonlyargs[0].lineno}: parameters by name alone have no node here")
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
        if operator in _OPERATORS:
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


# -- trees of `ast` made of these -------------------------------------------------------------------------------------

_BINARY = {ours: getattr(_ast, theirs)() for theirs, ours in (_OPERATORS | _MANY).items()}
_BY_SIGN = {sign: getattr(_ast, name)() for name, sign in (_SIGNS | _COMPARED).items()} | {"<>": _ast.NotEq()}
_UNARY = {"Not": _ast.Not(), "Invert": _ast.Invert(), "UnaryAdd": _ast.UAdd(), "UnarySub": _ast.USub()}


def _kind(node: Any) -> str:
    """The name of a node's type: a program may have classes of its own below these."""
    for cls in type(node).__mro__:
        if cls.__name__ in _FIELDS:
            return cls.__name__
    raise SyntaxError(f"{type(node).__name__} is no node that has code")


def _placed(made: Any, node: Any) -> Any:
    if getattr(node, "lineno", None):
        made.lineno, made.col_offset, made.end_lineno, made.end_col_offset = node.lineno, 0, node.lineno, 0
    return made


def _documentation(doc: str | None) -> list[_ast.stmt]:
    return [] if doc is None else [_ast.Expr(_ast.Constant(doc))]


def _body(node: Any, doc: str | None = None) -> list[_ast.stmt]:
    """The statements of a block, at least one."""
    found = [*_documentation(doc), *_several(node)]
    return found or [_ast.Pass()]


def _several(node: Any) -> Iterator[_ast.stmt]:
    if node is None:
        return
    if _kind(node) == "Stmt":
        for one in node.nodes:
            yield from _several(one)
    else:
        yield _placed(_statement_of(node), node)


def _else(node: Any) -> list[_ast.stmt]:
    return list(_several(node))


def _statement_of(n: Any) -> Any:
    kind = _kind(n)
    if kind in _COMPOUND:
        return _COMPOUND[kind](n)
    if kind in ("Pass", "Break", "Continue"):
        return getattr(_ast, kind)()
    if kind in ("AssName", "AssAttr", "AssTuple", "AssList", "Subscript", "Slice") and _deletes(n):
        parts = n.nodes if kind in ("AssTuple", "AssList") else [n]
        return _ast.Delete([_place(part, _ast.Del()) for part in parts])
    if kind in _SIMPLE:
        return _SIMPLE[kind](n)
    return _ast.Expr(_value(n))


def _deletes(n: Any) -> bool:
    if _kind(n) in ("AssTuple", "AssList"):
        return bool(n.nodes) and _deletes(n.nodes[0])
    return bool(n.flags == OP_DELETE)


def _printed(n: Any, end: str | None) -> Any:
    keywords = [_ast.keyword("file", _value(n.dest))] if n.dest is not None else []
    if end is not None:
        keywords.append(_ast.keyword("end", _ast.Constant(end)))
    return _ast.Expr(_ast.Call(_ast.Name("print", _ast.Load()), [_value(x) for x in n.nodes], keywords))


def _executed(n: Any) -> Any:
    values = [_value(x) for x in (n.expr, n.locals, n.globals) if x is not None]
    return _ast.Expr(_ast.Call(_ast.Name("exec", _ast.Load()), values, []))


def _raised(n: Any) -> Any:
    made = _value(n.expr1) if n.expr1 is not None else None
    if n.expr2 is not None and made is not None and not (_kind(n.expr2) == "Name" and n.expr2.name == "None"):
        made = _ast.Call(made, [_value(n.expr2)], [])
    if n.expr3 is not None and made is not None:
        made = _ast.Call(_ast.Attribute(made, "with_traceback", _ast.Load()), [_value(n.expr3)], [])
    return _ast.Raise(made)


_SIMPLE: dict[str, Any] = {
    "Discard": lambda n: _ast.Expr(_value(n.expr)),
    "Assign": lambda n: _ast.Assign([_place(t, _ast.Store()) for t in n.nodes], _value(n.expr)),
    "AugAssign": lambda n: _ast.AugAssign(_place(n.node, _ast.Store()), _BY_SIGN[n.op], _value(n.expr)),
    "Assert": lambda n: _ast.Assert(_value(n.test), _value(n.fail) if n.fail is not None else None),
    "Return": lambda n: _ast.Return(_value(n.value)),
    "Global": lambda n: _ast.Global(list(n.names)),
    "Import": lambda n: _ast.Import([_ast.alias(*pair) for pair in n.names]),
    "From": lambda n: _ast.ImportFrom(
        n.modname or None, [_ast.alias(*p) for p in n.names], max(n.level or 0, 0)
    ),
    "Raise": _raised,
    "Print": lambda n: _printed(n, " "),
    "Printnl": lambda n: _printed(n, None),
    "Exec": _executed,
}


def _function(n: Any) -> Any:
    made = _ast.FunctionDef(n.name, _arguments(n), _body(n.code, n.doc), _decorators(n))
    return _with_parameters(made)


def _class(n: Any) -> Any:
    return _with_parameters(
        _ast.ClassDef(n.name, [_value(b) for b in n.bases], [], _body(n.code, n.doc), _decorators(n))
    )


def _with_parameters(made: Any) -> Any:
    if "type_params" in made._fields:
        made.type_params = []
    return made


def _decorators(n: Any) -> list[_ast.expr]:
    return [_value(d) for d in n.decorators.nodes] if n.decorators else []


def _arguments(n: Any) -> _ast.arguments:
    names = list(n.argnames)
    double = names.pop() if n.kwargs else None
    star = names.pop() if n.varargs else None
    if any(not isinstance(name, str) for name in names):
        raise SyntaxError("tuples as parameters are gone")
    return _ast.arguments(
        [], [_ast.arg(name) for name in names], _ast.arg(star) if star else None, [], [],
        _ast.arg(double) if double else None, [_value(d) for d in n.defaults],
    )  # fmt: skip


def _conditional(n: Any) -> Any:
    rest = _else(n.else_)
    for test, body in reversed(n.tests):
        rest = [_placed(_ast.If(_value(test), _body(body), rest), test)]
    return rest[0]


def _tried(n: Any) -> Any:
    handlers = []
    for kind, name, body in n.handlers:
        if name is not None and _kind(name) != "AssName":
            raise SyntaxError("an exception is given to a name alone")
        caught = _value(kind) if kind is not None else None
        handlers.append(_ast.ExceptHandler(caught, name.name if name is not None else None, _body(body)))
    return _ast.Try(_body(n.body), handlers, _else(n.else_), [])


def _finally(n: Any) -> Any:
    return _ast.Try(_body(n.body), [], [], _body(n.final))


def _with(n: Any) -> Any:
    variable = _place(n.vars, _ast.Store()) if n.vars is not None else None
    return _ast.With([_ast.withitem(_value(n.expr), variable)], _body(n.body))


_COMPOUND: dict[str, Any] = {
    "Function": _function,
    "Class": _class,
    "If": _conditional,
    "While": lambda n: _ast.While(_value(n.test), _body(n.body), _else(n.else_)),
    "For": lambda n: _ast.For(_place(n.assign, _ast.Store()), _value(n.list), _body(n.body), _else(n.else_)),
    "With": _with,
    "TryExcept": _tried,
    "TryFinally": _finally,
}


def _place(n: Any, context: Any) -> Any:
    """What is assigned to or deleted."""
    kind = _kind(n)
    if kind in ("AssName", "Name"):
        made: Any = _ast.Name(n.name, context)
    elif kind in ("AssAttr", "Getattr"):
        made = _ast.Attribute(_value(n.expr), n.attrname, context)
    elif kind in ("AssTuple", "AssList", "Tuple", "List"):
        several = _ast.Tuple if "Tuple" in kind else _ast.List
        made = several([_place(x, context) for x in n.nodes], context)
    elif kind in ("Subscript", "Slice"):
        made = _part(n, context)
    else:
        raise SyntaxError(f"{kind} is no place to assign to")
    return _placed(made, n)


def _part(n: Any, context: Any) -> Any:
    if _kind(n) == "Slice":
        lower, upper = (_value(x) if x is not None else None for x in (n.lower, n.upper))
        return _ast.Subscript(_value(n.expr), _ast.Slice(lower, upper), context)
    parts = [_slice(x) if _kind(x) == "Sliceobj" else _value(x) for x in n.subs]
    return _ast.Subscript(
        _value(n.expr), parts[0] if len(parts) == 1 else _ast.Tuple(parts, _ast.Load()), context
    )


def _slice(n: Any) -> _ast.Slice:
    bounds = [None if _is_none(x) else _value(x) for x in n.nodes]
    return _ast.Slice(*bounds)


def _is_none(n: Any) -> bool:
    return getattr(n, "name", "") == "None" or (_kind(n) == "Const" and n.value is None)


def _value(n: Any) -> Any:
    kind = _kind(n)
    if kind in _BINARY:
        nodes = n.nodes if "nodes" in n._names else [n.left, n.right]
        made = _value(nodes[0])
        for other in nodes[1:]:
            made = _placed(_ast.BinOp(made, _BINARY[kind], _value(other)), n)
        return made
    if kind in _UNARY:
        made = _ast.UnaryOp(_UNARY[kind], _value(n.expr))
    elif kind in ("Subscript", "Slice"):
        made = _part(n, _ast.Load())
    elif kind in _VALUES:
        made = _VALUES[kind](n)
    else:
        raise SyntaxError(f"{kind} is no value")
    return _placed(made, n)


def _call(n: Any) -> Any:
    positional = [_value(a) for a in n.args if _kind(a) != "Keyword"]
    named = [_ast.keyword(a.name, _value(a.expr)) for a in n.args if _kind(a) == "Keyword"]
    if n.star_args is not None:
        positional.append(_ast.Starred(_value(n.star_args), _ast.Load()))
    if n.dstar_args is not None:
        named.append(_ast.keyword(None, _value(n.dstar_args)))
    return _ast.Call(_value(n.node), positional, named)


def _compared(n: Any) -> Any:
    signs = [_BY_SIGN[sign] for sign, _ in n.ops]
    return _ast.Compare(_value(n.expr), signs, [_value(other) for _, other in n.ops])


def _loops(quals: Any, source: str) -> list[_ast.comprehension]:
    return [
        _ast.comprehension(
            _place(q.assign, _ast.Store()), _value(getattr(q, source)), [_value(i.test) for i in q.ifs], 0
        )
        for q in quals
    ]


_LITERALS = {"None": None, "True": True, "False": False}
_VALUES: dict[str, Any] = {
    "Name": lambda n: (
        _ast.Constant(_LITERALS[n.name]) if n.name in _LITERALS else _ast.Name(n.name, _ast.Load())
    ),
    "Const": lambda n: _ast.Constant(n.value),
    "Ellipsis": lambda n: _ast.Constant(...),
    "Getattr": lambda n: _ast.Attribute(_value(n.expr), n.attrname, _ast.Load()),
    "CallFunc": _call,
    "Compare": _compared,
    "And": lambda n: _ast.BoolOp(_ast.And(), [_value(x) for x in n.nodes]),
    "Or": lambda n: _ast.BoolOp(_ast.Or(), [_value(x) for x in n.nodes]),
    "Tuple": lambda n: _ast.Tuple([_value(x) for x in n.nodes], _ast.Load()),
    "List": lambda n: _ast.List([_value(x) for x in n.nodes], _ast.Load()),
    "Dict": lambda n: _ast.Dict([_value(k) for k, _ in n.items], [_value(v) for _, v in n.items]),
    "IfExp": lambda n: _ast.IfExp(_value(n.test), _value(n.then), _value(n.else_)),
    "Lambda": lambda n: _ast.Lambda(_arguments(n), _value(n.code)),
    "Yield": lambda n: _ast.Yield(_value(n.value)),
    "Backquote": lambda n: _ast.Call(_ast.Name("repr", _ast.Load()), [_value(n.expr)], []),
    "Sliceobj": lambda n: _ast.Call(_ast.Name("slice", _ast.Load()), [_value(x) for x in n.nodes], []),
    "ListComp": lambda n: _ast.ListComp(_value(n.expr), _loops(n.quals, "list")),
    "GenExpr": lambda n: _ast.GeneratorExp(_value(n.code.expr), _loops(n.code.quals, "iter")),
}

#: The modules of the package.
ast = consts = visitor = transformer = pycodegen = misc = syntax = sys.modules[__name__]
