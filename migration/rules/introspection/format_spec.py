"""'{0:6}'.format(None) → '{0!s:6}'.format(None): objects without a format of their own took that of their text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from migration.analysis.builtins import spell_builtin
from migration.analysis.classes import class_of, foreign_bases, local_bases, methods
from migration.analysis.flow_kinds import derives_from_exception, is_plain_class
from migration.analysis.names import defined_in_repository, stdlib_name
from migration.analysis.values import called_here, constants_held, function_named
from migration.flow.atoms import NONE, UNKNOWN, Atom, Box, Class, Instance, Made
from migration.flow.world import has_method
from migration.rewriting.helpers import helper, is_helper
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

#: Types that have no __format__ of their own: a width makes format() fail for them in Python 3.4 and later (bpo-7994).
_PLAIN = frozenset(["NoneType", "list", "tuple", "dict", "set", "frozenset"])
#: Objects of the library of which some have none.
_MADE = frozenset(["date", "exception", "fraction"])
_TEXT, _NUMBERS = frozenset(["str", "unicode"]), frozenset(["int", "long", "float"])
_ROWS = frozenset(["list", "tuple"])
#: Doubled braces, or a field: what it names, which part of that, how it is converted, and its format, in which other
#: fields may stand.
_FIELD = re.compile(
    r"\{\{|\}\}|\{(?P<name>\w*)(?P<path>(?:\.\w+|\[[^\]{}]*\])*)(?P<kind>![rsa])?"
    r"(?P<spec>:(?:[^{}]|\{[^{}]*\})*)?\}"
)
_INNER = re.compile(r"\{(\w*)[^{}]*\}")
_PART = re.compile(r"\.(\w+)|\[([^\]]*)\]")
#: How a text can be placed: on which side, in which width, and up to which length.
_OF_TEXT = re.compile(r":(?:.?(?P<side>[<>^]))?(?:[1-9]\d*|\{\w*\})?(?P<length>\.\d+)?s?")
#: How many bases are looked at.
_MOST = 16

HELPER = '''
def placed(value):
    """`value` for a format with a width: Python 2 took the text of what has no format of its own."""
    own = type(value).__format__ is not object.__format__ or isinstance(value, (bytes, bytearray))
    return value if own else str(value)
'''


@dataclass(frozen=True, slots=True)
class _Field:
    """A replacement field of a template: what it shows (`place` is a number or a keyword), and how."""

    place: int | str
    path: str
    converted: bool
    spec: str
    end: int


@dataclass(frozen=True, slots=True)
class _Given:
    """An argument, or with `stars` the row or the table that it stands in."""

    value: ast.expr
    stars: str = ""


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for the text aloud where an argument is certainly of such a type, by a helper where it may be of one."""
    function = node.func
    if module.is_builtin(function, "format"):
        yield from _of_builtin(node, module)
        return
    if not (isinstance(function, ast.Attribute) and function.attr == "format"):
        return
    held = constants_held(function.value, module)
    template = held[0] if len(held) == 1 and isinstance(held[0].value, str) else None
    if template is None:
        return
    fields = list(_fields(module.source(module.span(template))))
    start = module.start(template) if template is function.value else None
    certain, likely, helped = list[Part](), list[Part](), dict[_Given, Part]()
    for field in fields:
        given = None if field.converted or len(field.spec) < 2 else _given(node, field.place)
        if given is None:
            continue
        shown = None if start is None else module.part(Span(start + field.end, start + field.end), "!s")
        if shown and not given.stars and not field.path and _is_plain(given.value, module):
            certain.append(shown)
            continue
        form = _OF_TEXT.fullmatch(field.spec)
        atoms = _atoms(given, field.path, module) if form and module.is_python2 else []
        if form is None or not any(map(_may_be_plain, atoms)):
            continue
        if shown and _is_alike(atoms, form):
            likely.append(shown)
        elif all(_bears_help(f) for f in fields if _given(node, f.place) == given):
            helped[given] = _helped(given, module)
    if certain:
        yield module.edit(*certain)
    if likely or helped:
        yield module.edit(*likely, *helped.values(), needs_python2=True)


def _of_builtin(node: ast.Call, module: Module) -> Findings:
    """format(value, spec), unless the specification is empty."""
    if len(node.args) != 2 or getattr(node.args[1], "value", None) == "":
        return
    value, spec = node.args
    if isinstance(spec, ast.Starred):
        return
    if _is_plain(value, module):
        yield module.replace(value, spell_builtin("str", value, module), "(", *module.sub(value), ")")
        return
    form = spec.value if isinstance(spec, ast.Constant) else None
    if not isinstance(form, str) or not _OF_TEXT.fullmatch(f":{form}") or not module.is_python2:
        return
    if any(map(_may_be_plain, _atoms(_Given(value), "", module))):
        yield module.edit(_helped(_Given(value), module), needs_python2=True)


def _fields(source: str) -> Iterator[_Field]:
    """The replacement fields of a template, each before those in its format, with the numbers that they have."""
    count = 0
    for match in _FIELD.finditer(source):
        if match["name"] is None:
            continue
        spec = match["spec"] or ""
        inner = [_Field(name, "", False, "", 0) for name in _INNER.findall(spec)]
        for field in (
            _Field(match["name"], match["path"], bool(match["kind"]), spec, match.end("path")),
            *inner,
        ):
            name = str(field.place)
            yield replace(field, place=int(name) if name.isdigit() else name or count)
            count += not name


def _given(node: ast.Call, place: int | str) -> _Given | None:
    """What is given for a field."""
    if isinstance(place, str):
        named = [_Given(k.value) for k in node.keywords if k.arg == place]
        tables = [_Given(k.value, "**") for k in node.keywords if k.arg is None]
        return next(iter(named), tables[0] if len(tables) == 1 else None)
    if any(isinstance(a, ast.Starred) for a in node.args):
        row = node.args[0] if len(node.args) == 1 else None
        return _Given(row.value, "*") if isinstance(row, ast.Starred) else None
    return _Given(node.args[place]) if place < len(node.args) else None


def _is_plain(node: ast.expr, module: Module) -> bool:
    """Whether `node` certainly has no __format__ of its own: a container, None, or an instance of a class here."""
    types = module.type_of(node)
    if types and types <= _PLAIN:
        return True
    if isinstance(node, ast.Call) and stdlib_name(node.func, module) == "datetime.timedelta":
        return True
    owner = class_of(node, module)
    return (
        owner is not None
        and set(foreign_bases(owner, module)) <= {"builtins.object"}
        and not any({"__format__", "__getattr__"} & set(methods(c)) for c in local_bases(owner, module))
    )


def _atoms(given: _Given, path: str, module: Module) -> list[Atom]:
    """What a field may show, with `UNKNOWN` where that can be more; nothing where it is made such already."""
    value = given.value
    if _is_helped(value, module):
        return []
    if isinstance(value, ast.Name) and _is_caught(value, module):
        return [Made("exception")]
    found = [*module.held(value)] or [*module.may_hold(value), UNKNOWN]
    if given.stars:
        found = list(chain.from_iterable(_items(a, given.stars) for a in found))
    for name, key in _PART.findall(path):
        parts = (_attribute(a, name) if name else _item(a, key) for a in found)
        found = list(chain.from_iterable(parts))
    return list(dict.fromkeys(found))


def _is_caught(name: ast.Name, module: Module) -> bool:
    """Whether a name is that of an exception that is caught, and none has a format of its own."""
    bindings = module.bindings(name)
    caught = bool(bindings) and all(isinstance(b.node, ast.ExceptHandler) for b in bindings)
    return caught and not defined_in_repository("__format__", module)


def _items(atom: Atom, stars: str) -> Iterable[Atom]:
    """What a row, or a table, gives a call."""
    if not isinstance(atom, Box):
        return [UNKNOWN]
    return atom.item.atoms if stars == "*" or atom.kind == "dict" else [UNKNOWN]


def _attribute(atom: Atom, name: str) -> Iterable[Atom]:
    """What an attribute of an object of a class of the repository may be."""
    found, pending = list[Atom](), [atom.kind] if isinstance(atom, Instance) else []
    for kind in pending:
        if name in kind.space.names:
            found += kind.space.names[name].atoms
        if len(pending) < _MOST:
            pending += [b for base in kind.bases for b in base.atoms if isinstance(b, Class)]
    return found or [UNKNOWN]


def _item(atom: Atom, key: str) -> Iterable[Atom]:
    """What a container holds."""
    if not isinstance(atom, Box) or atom.kind not in (*_ROWS, "dict"):
        return [UNKNOWN]
    if atom.places is not None and key.isdigit() and int(key) < len(atom.places):
        return atom.places[int(key)].atoms
    return atom.item.atoms


def _may_be_plain(atom: Atom) -> bool:
    """Whether something has no format of its own, or is a kind of objects of which some have none."""
    if isinstance(atom, Instance):
        known = is_plain_class(atom.kind) or derives_from_exception(atom.kind)
        return known and not any(has_method(atom.kind, m) for m in ("__format__", "__getattr__"))
    if isinstance(atom, Made):
        return atom.kind in _MADE
    return atom.kind in _PLAIN if isinstance(atom, Box) else atom == NONE


def _is_alike(atoms: list[Atom], form: re.Match[str]) -> bool:
    """Whether all that a field can show looks as its text does; numbers do where the field says on which side."""
    alike = _TEXT | (_NUMBERS if form["side"] and not form["length"] else frozenset())
    dates = (isinstance(a, Made) and a.kind == "date" for a in atoms)
    return not any(dates) and all(_may_be_plain(a) or a in alike for a in atoms)


def _bears_help(field: _Field) -> bool:
    """Whether a field shows of a text what it shows of an object."""
    return not (field.path or field.converted)


def _is_helped(value: ast.expr, module: Module) -> bool:
    """Whether a value comes from the helper already."""
    called = called_here(value, module)
    names = value.args[:1] if isinstance(value, ast.Call) and module.is_builtin(value.func, "map") else []
    functions = [called, *(function_named(n, module) for n in names)]
    return any(f is not None and is_helper(f, HELPER) for f in functions)


def _helped(given: _Given, module: Module) -> Part:
    """The value, or each of several, by the helper."""
    name, value = helper("placed", HELPER, module), module.sub(given.value)
    if given.stars == "*":
        return module.part(
            given.value, spell_builtin("map", given.value, module), "(", name, ", ", *value, ")"
        )
    if given.stars == "**":
        return module.part(
            given.value, "{k: ", name, "(v) for k, v in ", *module.atom(given.value), ".items()}"
        )
    return module.part(given.value, name, "(", *value, ")")


RULE = Rule(
    id="format_spec",
    family="P15",
    summary="None and containers have no format of their own: their text has",
    before="a = '{0:6}'.format(None)\n",
    after="a = '{0!s:6}'.format(None)\n",
    caveats="Only arguments of which something shows what they may be; templates have to be written out, there or as a "
    "constant. Where numbers may come in as well, a helper tells them apart.",
    triggers=("format",),
    nodes=(ast.Call,),
    names=frozenset(["format"]),
    visit=visit,
)
