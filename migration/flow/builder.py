"""One file's statements and expressions as variables, and what flows between them."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable
from functools import partial

from migration.flow import library
from migration.flow.arguments import Arguments
from migration.flow.atoms import (
    NONE,
    NUMBERS,
    UNKNOWN,
    Atom,
    Box,
    Class,
    Descriptor,
    File,
    Function,
    Library,
    Made,
    Space,
    Variable,
)
from migration.flow.reading import Reading
from migration.flow.world import World, name_in_file
from migration.stdlib.names import is_of_2_7
from migration.trees.bodies import always_leaves
from migration.trees.constants import is_written_negative
from migration.trees.fields import children

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: What does nothing to names but to give them something.
_GIVING = (ast.Assign, ast.AnnAssign, ast.AugAssign)
_BOXES: dict[type, str] = {ast.List: "list", ast.Tuple: "tuple", ast.Set: "set"}
_BUILTINS = frozenset(
    [*dir(builtins), "apply", "basestring", "buffer", "cmp", "coerce", "execfile", "file", "intern", "long",
     "raw_input", "reduce", "reload", "unichr", "unicode", "xrange", "StandardError"]
)  # fmt: skip
#: Methods that are asked of two objects, mostly of one class.
_COMPARING = frozenset(["__cmp__", "__eq__", "__ge__", "__gt__", "__le__", "__lt__", "__ne__"])
#: Objects of the library that are never false.
_TRUE = frozenset(["date", "hash", "lock", "socket", "thread"])
#: Decorators of the library that leave the function what it is, as far as types go.
_TRANSPARENT = frozenset(["functools.wraps", "contextlib.contextmanager", "atexit.register"])
#: Under which a server keeps the body of a request, and what it is, whatever the program puts there.
_BODY = "wsgi.input"
_FILE_OF_BODY = Made("body")


class Builder:
    """Makes the graph of one file. `find` gives the key of the file that an import statement means, or None; `future`
    are the names that the file imports from `__future__`.
    """

    def __init__(
        self,
        world: World,
        space: Space,
        find: Callable[[str], str | None],
        future: frozenset[str] = frozenset(),
    ) -> None:
        self.world = world
        self.graph = world.graph
        self.module = space
        self.find = find
        self.unicode_literals = "unicode_literals" in future
        self._division = "TrueDiv" if "division" in future else "Div"
        #: What each expression can hold.
        self.places: dict[ast.expr, Variable] = {}
        self._function: Function | None = None
        self._yielded: Variable | None = None
        self._late: list[Callable[[], None]] = []
        self._reading = Reading(world.graph)

    def build(self, tree: ast.Module) -> None:
        """Go through a file: its own statements, then the bodies of its functions."""
        self._body(tree.body, self.module)
        while self._late:
            self._late.pop()()

    # -- statements ------------------------------------------------------------------------------------------

    def _body(self, statements: Iterable[ast.stmt], space: Space) -> None:
        for statement in statements:
            handler = _STATEMENTS.get(statement.__class__)
            if handler is not None:
                handler(self, statement, space)
            else:
                self._other(statement, space)
            if statement.__class__ not in _GIVING:
                self._reading.forget([statement])
            self._reading.pass_by(statement, self.places)

    def _other(self, statement: ast.AST, space: Space) -> None:
        """Whatever stands in a statement of no other interest."""
        for child in children(statement):
            if isinstance(child, ast.expr):
                self.value(child, space)
            elif isinstance(child, ast.stmt):
                self._body([child], space)
            else:
                self._other(child, space)

    def _assign(self, node: ast.Assign, space: Space) -> None:
        if space.kind == "class" and _declared(node) is not None:
            return
        value = self.value(node.value, space)
        for target in node.targets:
            self._bind(target, value, space)

    def _ann_assign(self, node: ast.AnnAssign, space: Space) -> None:
        if node.value is not None:
            self._bind(node.target, self.value(node.value, space), space)

    def _aug_assign(self, node: ast.AugAssign, space: Space) -> None:
        before, added = self.value(node.target, space, reading=True), self.value(node.value, space)
        result = Variable()
        self.world.operate(self._operator(node.op), before, added, result)
        if isinstance(node.op, ast.Add):
            self.graph.watch(before, partial(self._extended, added))
        self._bind(node.target, result, space)

    def _extended(self, added: Variable, atom: Atom) -> None:
        """`a_list += anything`."""
        if isinstance(atom, Box) and atom.kind == "list":
            self.graph.watch(added, partial(self.world.iterate, atom.item))

    def _if(self, node: ast.If, space: Space) -> None:
        self.value(node.test, space)
        with self._reading.apart(node.test):
            self._body(node.body, space)
        with self._reading.apart(node.test, False):
            self._body(node.orelse, space)

    def _for(self, node: ast.For, space: Space) -> None:
        self._bind(node.target, self.world.items(self.value(node.iter, space)), space)
        self._reading.forget(node.body)
        with self._reading.apart():
            self._body(node.body, space)
        self._reading.forget([node.target])
        self._body(node.orelse, space)

    def _while(self, node: ast.While, space: Space) -> None:
        self._reading.forget(node.body)
        self.value(node.test, space)
        with self._reading.apart(node.test):
            self._body(node.body, space)
        self._body(node.orelse, space)

    def _with(self, node: ast.With, space: Space) -> None:
        for item in node.items:
            manager = self.value(item.context_expr, space)
            if item.optional_vars is not None:
                entered = Variable()
                self.graph.watch(manager, partial(self._entered, entered))
                self._bind(item.optional_vars, entered, space)
        self._body(node.body, space)

    def _entered(self, result: Variable, atom: Atom) -> None:
        if isinstance(atom, Box) and atom.kind == "iterator":
            self.graph.flow(atom.item, result)  # what a generator of contextlib yields
            return
        enter = Variable()
        self.world.attribute("__enter__", enter, atom)
        self.world.call_each(enter, Arguments(), result)

    def _try(self, node: ast.Try, space: Space) -> None:
        self._body(node.body, space)
        self._reading.forget(node.body)
        # What is imported when the library of 2.7 has no such module is never imported.
        for handler in [] if self._imports_standard(node) else node.handlers:
            caught = self.value(handler.type, space) if handler.type is not None else None
            if handler.name:
                place = self._name(handler.name, space)
                if caught is None:
                    self.graph.add(place, UNKNOWN)
                else:
                    self.graph.watch(caught, partial(self._caught, place))
            with self._reading.apart():
                self._reading.forget([handler])
                self._body(handler.body, space)
        with self._reading.apart():
            self._body(node.orelse, space)
        self._reading.forget([node])
        self._body(node.finalbody, space)

    def _imports_standard(self, node: ast.Try) -> bool:
        """Whether all that is tried is to import what the library of 2.7 has, and the repository has not."""
        names: list[str] = []
        for statement in node.body:
            if isinstance(statement, ast.Import):
                names += [alias.name for alias in statement.names]
            elif isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
                names += [f"{statement.module}.{alias.name}" for alias in statement.names]
            else:
                return False
        return all(is_of_2_7(name) and self.find(name.partition(".")[0]) is None for name in names)

    def _caught(self, place: Variable, atom: Atom) -> None:
        if isinstance(atom, Box):
            self.graph.watch(atom.item, partial(self._caught, place))
        elif isinstance(atom, (Class, Library)):
            self.world.call(atom, Arguments(), place)
        else:
            self.graph.add(place, UNKNOWN)

    def _return(self, node: ast.Return, space: Space) -> None:
        value = self.value(node.value, space) if node.value is not None else self.world.constant(NONE)
        if self._function is not None and not self._function.is_generator:
            self.graph.flow(value, self._function.result)

    def _import(self, node: ast.Import, space: Space) -> None:
        for alias in node.names:
            dotted = alias.name if alias.asname else alias.name.split(".")[0]
            place = self._name(alias.asname or dotted, space)
            key = self.find(alias.name)
            if key is not None and not alias.asname and "." in alias.name:
                key = self.find(dotted)
            if key is not None and key in self.world.spaces:
                self.graph.add(place, File(self.world.spaces[key]))
            else:
                self.graph.add(place, Library(dotted))

    def _import_from(self, node: ast.ImportFrom, space: Space) -> None:
        source = "." * node.level + (node.module or "")
        key = self.find(source)
        if key is None or key not in self.world.spaces:
            for alias in node.names:
                inner = self.find(
                    f"{source.rstrip('.')}.{alias.name}" if node.module else source + alias.name
                )
                place = self._name(alias.asname or alias.name, space)
                if inner is not None and inner in self.world.spaces:
                    self.graph.add(place, File(self.world.spaces[inner]))
                elif alias.name != "*":
                    if node.level:
                        self.graph.add(place, UNKNOWN)
                    else:
                        self.world.of_library(f"{source}.{alias.name}", place)
            return
        other = self.world.spaces[key]
        for alias in node.names:
            if alias.name != "*":
                self.world.of_file(other, alias.name, self._name(alias.asname or alias.name, space))

    def _function_def(self, node: ast.FunctionDef | ast.AsyncFunctionDef, space: Space) -> None:
        owner = self.world.classes.get(space)
        function = self._made_function(node, space, owner)
        value = Variable()
        self.graph.add(value, function)
        for decorator in reversed(node.decorator_list):
            value = self._decorated(decorator, value, space)
        named = [d.id for d in node.decorator_list if isinstance(d, ast.Name)]
        if owner is not None:
            later = [kind for s in owner.node.body if (kind := _declared(s, node.name)) is not None]
            named += later
            for kind in later:
                described = Variable()
                self.graph.add(described, Descriptor(kind, value))
                value = described
        place = self._name(node.name, space)
        if owner is not None and node.decorator_list:
            self.graph.watch(value, partial(self._put_method, place, {}))
        else:
            self.graph.flow(value, place)
        if owner is not None and function.parameters and "staticmethod" not in named:
            first: Atom = owner if "classmethod" in named else owner.instance
            self.graph.add(function.space.own(function.parameters[0]), first)
            if node.name in _COMPARING and len(function.parameters) == 2:
                self.graph.add(function.space.own(function.parameters[1]), owner.instance)

    def _put_method(self, place: Variable, known: dict[Atom, Descriptor], atom: Atom) -> None:
        """What a decorator made of a method is one, too, where it is a function: of objects, it is bound to them."""
        if isinstance(atom, Function) and atom.owner is None:
            if atom not in known:
                known[atom] = Descriptor("method", self.world.constant(atom))
            atom = known[atom]
        self.graph.add(place, atom)

    def _decorated(self, decorator: ast.expr, value: Variable, space: Space) -> Variable:
        by, result = self.value(decorator, space), Variable()

        def decorate(atom: Atom) -> None:
            inner = atom
            if isinstance(inner, Library) and inner.name in _TRANSPARENT:
                self.graph.flow(value, result)
            elif atom == UNKNOWN:
                self.graph.flow(value, result)
                self.world.escape([value])
            else:
                self.world.call(inner, Arguments(None, [value]), result)

        setter = isinstance(decorator, ast.Attribute) and decorator.attr in ("setter", "getter", "deleter")
        if setter:
            self.graph.flow(value, result)
        else:
            self.graph.watch(by, decorate)
        return result

    def _class_def(self, node: ast.ClassDef, space: Space) -> None:
        inner = Space("class", space, space.key)
        made = Class(node, inner, [self.value(b, space) for b in node.bases])
        self.world.classes[inner] = made
        for keyword in node.keywords:
            self.value(keyword.value, space)
        names, _, _ = bound_names(node.body)
        for name in names:
            inner.own(name)
        with self._reading.anew():
            self._body(node.body, inner)
        self.graph.add(self._name(node.name, space), made)
        for decorator in node.decorator_list:
            self.value(decorator, space)

    def _made_function(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, space: Space, owner: Class | None
    ) -> Function:
        inner = Space("function", space, space.key)
        function = Function(node, inner, owner)
        self.world.functions.append(function)
        arguments = node.args
        named = [*arguments.posonlyargs, *arguments.args]
        for parameter in (*named, *arguments.kwonlyargs):
            inner.own(parameter.arg)
        for parameter, default in zip(
            named[len(named) - len(arguments.defaults) :], arguments.defaults, strict=True
        ):
            function.defaults[parameter.arg] = self.value(default, space)
        for parameter, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            if value is not None:
                function.defaults[parameter.arg] = self.value(value, space)
        if arguments.vararg is not None:
            self.graph.add(inner.own(arguments.vararg.arg), Box("tuple"))
        if arguments.kwarg is not None:
            rest = Box("dict")
            self.graph.add(rest.key, "str")
            self.graph.add(inner.own(arguments.kwarg.arg), rest)
        if isinstance(node, ast.Lambda):
            self._late.append(partial(self._lambda_body, function, node))
            return function
        names, globals_, yields = bound_names(node.body)
        inner.globals |= globals_
        for name in names:
            if name not in globals_:
                inner.own(name)
        function.is_generator = yields
        self._late.append(partial(self._function_body, function, node))
        return function

    def _lambda_body(self, function: Function, node: ast.Lambda) -> None:
        outer, self._function = self._function, None
        with self._reading.anew():
            self.graph.flow(self.value(node.body, function.space), function.result)
        self._function = outer

    def _function_body(self, function: Function, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        outer, yielded = self._function, self._yielded
        self._function, self._yielded = function, None
        if function.is_generator:
            box = Box("iterator")
            self._yielded = box.item
            self.graph.add(function.result, box)
        with self._reading.anew():
            self._body(node.body, function.space)
        if not function.is_generator and not always_leaves(node.body):
            self.graph.add(function.result, NONE)
        self._function, self._yielded = outer, yielded

    # -- names -----------------------------------------------------------------------------------------------

    def _name(self, name: str, space: Space) -> Variable:
        """The variable that an assignment to `name` in `space` sets."""
        if name in space.globals:
            return self.module.own(name)
        return space.own(name)

    def _read(self, name: str, space: Space) -> Variable:
        """The variable that `name` means in `space`."""
        at: Space | None = space
        first = True
        while at is not None:
            if name in at.globals:
                return self.module.own(name)
            if (first or at.kind != "class") and name in at.names:
                return at.names[name]
            first, at = False, at.parent
        found = name_in_file(self.module, name)
        if found is not None:
            return found
        if name in ("True", "False"):
            return self.world.constant("bool")
        if name == "None":
            return self.world.constant(NONE)
        return self.world.constant(Library(f"builtins.{name}") if name in _BUILTINS else UNKNOWN)

    def _bind(self, target: ast.expr, value: Variable, space: Space) -> None:
        """`target = value`."""
        if isinstance(target, ast.Name):
            place = self._name(target.id, space)
            self.places[target] = place
            self.graph.flow(value, place)
            if space.kind == "function" and target.id not in space.globals:
                self._reading.give(target.id, value)
            else:
                self._reading.forget([target])
        elif isinstance(target, ast.Attribute):
            owner = self.value(target.value, space)
            self.graph.watch(owner, partial(self.world.store, target.attr, value))
            self.world.loose.append((owner, target.attr, value))
            self.places.setdefault(target, value)
            self._reading.forget([target])
        elif isinstance(target, ast.Subscript):
            owner, where = self.value(target.value, space), self.value(target.slice, space)
            self.graph.watch(owner, partial(self.world.put, target, where, value))
        elif isinstance(target, (ast.Tuple, ast.List)):
            places = [Variable() for _ in target.elts]
            self.graph.watch(value, partial(self.world.unpack, places))
            for inner, place in zip(target.elts, places, strict=True):
                self._bind(inner, place, space)
        elif isinstance(target, ast.Starred):
            self._bind(target.value, self.world.constant(UNKNOWN), space)

    # -- expressions -----------------------------------------------------------------------------------------

    def value(self, node: ast.expr, space: Space, *, reading: bool = False) -> Variable:
        """What an expression can hold."""
        handler = _EXPRESSIONS.get(node.__class__)
        if handler is None:
            self._other(node, space)
            result = self.world.constant(UNKNOWN)
        else:
            result = handler(self, node, space)
        self.places[node] = result
        return result

    def _constant(self, node: ast.Constant, space: Space) -> Variable:
        value = node.value
        if isinstance(value, str):
            if node.kind == "u" or self.unicode_literals:
                return self.world.constant("unicode")
            # Beyond ASCII it is octets, or what they spell.
            return self._told("str" if value.isascii() else "native")
        if isinstance(value, bytes):
            return self._told("octets")
        return self.world.constant(type(value).__name__)

    def _told(self, kind: Atom) -> Variable:
        """The variable of a native literal."""
        if not self.world.tells_literals:
            return self.world.constant(kind)
        own = Variable()
        self.graph.add(own, kind)
        return own

    def _name_read(self, node: ast.Name, space: Space) -> Variable:
        return self._reading.of(node, self._read(node.id, space))

    def _attribute(self, node: ast.Attribute, space: Space) -> Variable:
        owner = self.value(node.value, space)
        if owner.targets is None and owner.watchers is None and len(owner.atoms) == 1:
            atom = next(iter(owner.atoms))
            if isinstance(atom, Library):
                result = Variable()
                self.world.of_library(f"{atom.name}.{node.attr}", result)
                return result
        result = Variable()
        self.graph.watch(owner, partial(self.world.attribute, node.attr, result))
        return self._reading.of(node, result)

    def _call(self, node: ast.Call, space: Space) -> Variable:
        given, result = Arguments(node), Variable()
        function = self.value(node.func, space)
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                given.star = given.star or Variable()
                self.graph.watch(self.value(argument.value, space), partial(self.world.iterate, given.star))
            elif given.star is not None:
                self.graph.flow(self.value(argument, space), given.star)
            else:
                given.places.append(self.value(argument, space))
        for keyword in node.keywords:
            value = self.value(keyword.value, space)
            if keyword.arg is not None:
                given.keywords[keyword.arg] = value
            else:
                given.more = given.more or Variable()
                self.graph.watch(value, partial(self._spread, given.more))
        self.world.call_each(function, given, result)
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if method in self.world.writing_xml and (
            "encoding" in given.keywords or len(given.places) == library.WRITING_XML[method] + 1
        ):
            self.graph.add(result, "octets")
        return result

    def _spread(self, more: Variable, atom: Atom) -> None:
        if isinstance(atom, Box) and atom.kind == "dict":
            self.graph.flow(atom.item, more)
        elif atom == UNKNOWN:
            self.graph.add(more, UNKNOWN)

    def _binop(self, node: ast.BinOp, space: Space) -> Variable:
        left, right, result = self.value(node.left, space), self.value(node.right, space), Variable()
        self.world.operate(self._operator(node.op), left, right, result)
        if isinstance(node.op, ast.Pow) and is_written_negative(node.right):
            self.graph.watch(left, lambda a: self.graph.add(result, "float") if a in NUMBERS[:3] else None)
        return result

    def _operator(self, operator: ast.operator) -> str:
        return self._division if isinstance(operator, ast.Div) else operator.__class__.__name__

    def _boolop(self, node: ast.BoolOp, space: Space) -> Variable:
        """What an operand can be where it decides: None is never what `or` gives, objects never what `and` does."""
        both = isinstance(node.op, ast.And)
        result, never = Variable(), _is_true if both else _is_none
        with self._reading.apart():
            for part in node.values[:-1]:
                self.graph.watch(
                    self.value(part, space),
                    lambda atom: None if never(atom) else self.graph.add(result, atom),
                )
                self._reading.show(part, both)
            self.graph.flow(self.value(node.values[-1], space), result)
        return result

    def _unaryop(self, node: ast.UnaryOp, space: Space) -> Variable:
        operand = self.value(node.operand, space)
        return self.world.constant("bool") if isinstance(node.op, ast.Not) else operand

    def _ifexp(self, node: ast.IfExp, space: Space) -> Variable:
        self.value(node.test, space)
        result = Variable()
        for part, holds in ((node.body, True), (node.orelse, False)):
            with self._reading.apart(node.test, holds):
                self.graph.flow(self.value(part, space), result)
        return result

    def _compare(self, node: ast.Compare, space: Space) -> Variable:
        for part in (node.left, *node.comparators):
            self.value(part, space)
        return self.world.constant("bool")

    def _subscript(self, node: ast.Subscript, space: Space) -> Variable:
        owner, result = self.value(node.value, space), Variable()
        if isinstance(node.slice, ast.Constant) and node.slice.value == _BODY:
            return self.world.constant(_FILE_OF_BODY)
        where = self.world.constant("slice")
        if isinstance(node.slice, ast.Slice):
            self._other(node.slice, space)
        else:
            where = self.value(node.slice, space)
        self.graph.watch(owner, partial(self.world.index, node, where, result))
        return result

    def _display(self, node: ast.List | ast.Tuple | ast.Set, space: Space) -> Variable:
        box, result = Box(_BOXES[node.__class__]), Variable()
        places = []
        for part in node.elts:
            if isinstance(part, ast.Starred):
                self.graph.watch(self.value(part.value, space), partial(self.world.iterate, box.item))
                continue
            places.append(self.value(part, space))
            self.graph.flow(places[-1], box.item)
        if box.kind == "tuple" and len(places) == len(node.elts):
            box.places = places
        self.graph.add(result, box)
        return result

    def _dict(self, node: ast.Dict, space: Space) -> Variable:
        box, result = Box("dict"), Variable()
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                self.graph.flow(self.value(key, space), box.key)
                self.graph.flow(self.value(value, space), box.item)
        self.graph.add(result, box)
        return result

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, space: Space
    ) -> Variable:
        inner, result = Space("function", space, space.key), Variable()
        kind = {ast.ListComp: "list", ast.SetComp: "set", ast.DictComp: "dict"}.get(
            node.__class__, "iterator"
        )
        box = Box(kind)
        with self._reading.apart():
            for generator in node.generators:
                outer = space if generator is node.generators[0] else inner
                item = self.world.items(self.value(generator.iter, outer))
                for name in ast.walk(generator.target):
                    if isinstance(name, ast.Name):
                        inner.own(name.id)
                self._bind(generator.target, item, inner)
                for test in generator.ifs:
                    self.value(test, inner)
                    self._reading.show(test)
            if isinstance(node, ast.DictComp):
                self.graph.flow(self.value(node.key, inner), box.key)
                self.graph.flow(self.value(node.value, inner), box.item)
            else:
                self.graph.flow(self.value(node.elt, inner), box.item)
        self.graph.add(result, box)
        return result

    def _lambda(self, node: ast.Lambda, space: Space) -> Variable:
        result = Variable()
        self.graph.add(result, self._made_function(node, space, None))
        return result

    def _yield(self, node: ast.Yield, space: Space) -> Variable:
        value = self.value(node.value, space) if node.value is not None else self.world.constant(NONE)
        if self._yielded is not None:
            self.graph.flow(value, self._yielded)
        return self.world.constant(UNKNOWN)


_STATEMENTS: dict[type, Callable[..., None]] = {
    ast.Assign: Builder._assign,
    ast.AnnAssign: Builder._ann_assign,
    ast.AugAssign: Builder._aug_assign,
    ast.If: Builder._if,
    ast.For: Builder._for,
    ast.While: Builder._while,
    ast.With: Builder._with,
    ast.Try: Builder._try,
    ast.Return: Builder._return,
    ast.Import: Builder._import,
    ast.ImportFrom: Builder._import_from,
    ast.FunctionDef: Builder._function_def,
    ast.AsyncFunctionDef: Builder._function_def,
    ast.ClassDef: Builder._class_def,
}
_EXPRESSIONS: dict[type, Callable[..., Variable]] = {
    ast.Constant: Builder._constant,
    ast.Name: Builder._name_read,
    ast.Attribute: Builder._attribute,
    ast.Call: Builder._call,
    ast.BinOp: Builder._binop,
    ast.BoolOp: Builder._boolop,
    ast.UnaryOp: Builder._unaryop,
    ast.IfExp: Builder._ifexp,
    ast.Compare: Builder._compare,
    ast.Subscript: Builder._subscript,
    ast.List: Builder._display,
    ast.Tuple: Builder._display,
    ast.Set: Builder._display,
    ast.Dict: Builder._dict,
    ast.ListComp: Builder._comprehension,
    ast.SetComp: Builder._comprehension,
    ast.GeneratorExp: Builder._comprehension,
    ast.DictComp: Builder._comprehension,
    ast.Lambda: Builder._lambda,
    ast.Yield: Builder._yield,
}


def _declared(statement: ast.stmt, name: str | None = None) -> str | None:
    """'classmethod' or 'staticmethod' for `name = classmethod(name)`, of `name` or of any."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return None
    function, given = statement.value.func, statement.value.args
    target = statement.targets[0]
    if (
        not isinstance(function, ast.Name)
        or function.id not in ("classmethod", "staticmethod")
        or len(given) != 1
    ):
        return None
    if not (isinstance(target, ast.Name) and isinstance(given[0], ast.Name) and given[0].id == target.id):
        return None
    return function.id if name in (None, target.id) else None


def bound_names(body: Iterable[ast.AST]) -> tuple[list[str], set[str], bool]:
    """The names that statements bind in their own space, those they declare global, and whether any of them yields.

    They come in an order that is always the same: what may be held is cut off somewhere.
    """
    names: dict[str, None] = {}
    globals_: set[str] = set()
    yields = False
    stack = list(body)
    while stack:
        node = stack.pop()
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            names[node.name] = None
            stack += node.decorator_list
            continue
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                names[node.id] = None
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                if alias.name != "*":
                    names[alias.asname or alias.name.split(".")[0]] = None
            continue
        if isinstance(node, ast.Global):
            globals_.update(node.names)
        elif isinstance(node, (ast.Yield, ast.YieldFrom)):
            yields = True
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names[node.name] = None
        stack += children(node)
    return list(names), globals_, yields


def _is_none(atom: Atom) -> bool:
    return atom == NONE


def _is_true(atom: Atom) -> bool:
    """Whether something is true whatever it holds."""
    if isinstance(atom, Box):
        return atom.kind == "tuple" and bool(atom.places)
    return isinstance(atom, (Function, Class)) or (isinstance(atom, Made) and atom.kind in _TRUE)
