"""TypeError: object of type 'Wrapper' has no len() → the special method that __getattr__ gave under Python 2."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import local_bases, methods
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.rewriting.members import after

_OPERATORS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "** or pow()": "pow",
    "<<": "lshift", ">>": "rshift", "&": "and", "|": "or", "^": "xor", "+=": "iadd", "-=": "isub", "*=": "imul",
    "|=": "ior", "&=": "iand", "divmod()": "divmod",
}  # fmt: skip
_ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_PHRASES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"object of type '{}' has no len\(\)", ("__len__",)),
    (r"'{}' object is not subscriptable", ("__getitem__",)),
    (r"'{}' object does(?:n't| not) support item assignment", ("__setitem__",)),
    (r"'{}' object does(?:n't| not) support item deletion", ("__delitem__",)),
    (r"'{}' object is not callable", ("__call__",)),
    (r"argument of type '{}' is not (?:iterable|a container)", ("__contains__",)),
    (r"'{}' object is not iterable|cannot unpack non-iterable {} object", ("__iter__",)),
    (r"'{}' object is not an iterator", ("__next__",)),
    (r"'{}' object does not support the context manager protocol", ("__enter__", "__exit__")),
    (r"int\(\) argument must be .*not '{}'", ("__int__",)),
    (r"float\(\) argument must be .*not '{}'|must be real number, not {}", ("__float__",)),
    (r"bad operand type for unary -: '{}'", ("__neg__",)),
    (r"bad operand type for abs\(\): '{}'", ("__abs__",)),
)


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Write out the missing method where the class, or a base of it in the file, has __getattr__."""
    for name, wanted in _missing(scene.failure.message):
        for cls in _delegating(scene, name):
            own = methods(cls)
            lines: list[str] = []
            for method in wanted:
                if method not in own:
                    lines += [
                        "",
                        f"def {method}(self, *arguments):",
                        f'    return self.__getattr__("{method}")(*arguments)',
                    ]
            part = after(own["__getattr__"], lines, scene.module) if lines else None
            if part is not None:
                yield Candidate((scene.module.edit(part),), 8, f"{cls.name} {wanted[0]}")


def _missing(message: str) -> list[tuple[str, tuple[str, ...]]]:
    """The classes that a message says to lack a special method, with that method."""
    found = []
    for phrase, lacking in _PHRASES:
        named = re.search(phrase.replace("{}", r"(\w+)"), message)
        if named is not None:
            found.append((next(filter(None, named.groups())), lacking))
    operands = re.search(
        r"unsupported operand type\(s\) for (?P<op>.+): '(?P<left>\w+)' and '(?P<right>\w+)'"
        r"|'(?P<order>[<>]=?)' not supported between instances of '(?P<one>\w+)' and '\w+'",
        message,
    )
    if operands is not None and operands["order"]:
        found.append((operands["one"], (f"__{_ORDER[operands['order']]}__",)))
    elif operands is not None and operands["op"] in _OPERATORS:
        operator = _OPERATORS[operands["op"]]
        found.append((operands["left"], (f"__{operator}__",)))
        found.append((operands["right"], (f"__r{operator}__",)))
    return found


def _delegating(scene: Scene, name: str) -> list[ast.ClassDef]:
    """The class of that name or its bases in this file, as far as they hand on what they lack."""
    found = dict.fromkeys(b for cls in scene.classes(name) for b in local_bases(cls, scene.module))
    return [
        cls
        for cls in found
        if any(isinstance(s, ast.FunctionDef) and s.name == "__getattr__" for s in cls.body)
    ]


REPAIR = Repair(
    id="delegated_protocol",
    summary="a special method that old-style classes found through __getattr__ is written out",
    failure=Failure("TypeError", "object of type 'Proxy' has no len()", line=4),
    before=(
        "class Proxy:\n    def __getattr__(self, name):\n        return getattr(self.target, name)\n"
        "n = len(Proxy())\n"
    ),
    after=(
        "class Proxy:\n    def __getattr__(self, name):\n        return getattr(self.target, name)\n\n"
        "    def __len__(self, *arguments):\n"
        '        return self.__getattr__("__len__")(*arguments)\nn = len(Proxy())\n'
    ),
    caveats="Only methods that tests miss are written.",
    pattern=re.compile(
        r"^TypeError: .*(?:has no len\(\)|object is not|object does(?:n't| not) support|is not (?:iterable|a container)"
        r"|cannot unpack non-iterable|argument must be|must be real number|bad operand type|unsupported operand"
        r"|not supported between)"
    ),
    offer=offer,
    order=20,
)
