"""repr(ValueError('x')), print type(x), print set([1]): what spells a value in another way now, by a helper."""

from __future__ import annotations

import ast
from itertools import chain

from migration.analysis.callers import COMPARING
from migration.analysis.classes import class_of, is_old_style
from migration.analysis.effects import is_output, prints
from migration.analysis.exceptions import is_caught_type, is_exception_name, may_be_exception
from migration.analysis.far_classes import names_old_class
from migration.analysis.made import kept_by
from migration.analysis.names import last_name, memory, names_by_id, stdlib_name
from migration.analysis.shown_sets import holds_sets, is_set
from migration.analysis.strings.shown import (
    FIELD,
    SPELLING,
    handed_to_output,
    put_into_text,
    put_plainly,
    spelled,
    writing_functions,
)
from migration.analysis.values import assigned, may_hold, reads_of
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Finding, Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module, Precedence

EXCEPTION = '''
def exception_repr(error):
    """repr() as Python 2 had it: of an exception with a comma behind its only argument."""
    plain = isinstance(error, BaseException) and type(error).__repr__ is BaseException.__repr__
    return repr(error)[:-1] + ",)" if plain and len(error.args) == 1 else repr(error)
'''
#: The same where octets are text of Latin-1.
ESCAPED = EXCEPTION.replace(" repr(error)", " ascii(error)")
SET = '''
def set_text(value):
    """str() as Python 2 had it: of a set with its name and a list."""
    return f"{type(value).__name__}({list(value)!r})" if isinstance(value, (set, frozenset)) else str(value)
'''
NESTED = '''
def nested_text(value):
    """str() as Python 2 had it: of sets with their name and a list, also inside of other collections."""
    if type(value) in (set, frozenset):
        return f"{type(value).__name__}({nested_text(list(value))})"
    if type(value) is dict:
        return "{" + ", ".join(f"{nested_text(k)}: {nested_text(v)}" for k, v in value.items()) + "}"
    if type(value) not in (list, tuple):
        return repr(value)
    items = ", ".join(map(nested_text, value))
    if type(value) is list:
        return f"[{items}]"
    return f"({items},)" if len(value) == 1 else f"({items})"
'''
#: The same two where octets are text of Latin-1.
ESCAPED_SET = SET.replace("{list(value)!r}", "{list(value)!a}")
ESCAPED_NESTED = NESTED.replace("return repr(value)", "return ascii(value)")
TYPE = '''
def type_text(value):
    """str() as Python 2 had it: of a builtin type as a type, not a class."""
    if not isinstance(value, type) or type(value) is not type or value.__module__ != "builtins":
        return str(value)
    module = "exceptions." if issubclass(value, BaseException) else ""
    return f"<type '{module}{value.__name__}'>"
'''
CLASS = '''
def class_text(value):
    """str() as Python 2 had it: of a class without a base by its module and its name."""
    return f"{value.__module__}.{value.__name__}"
'''
DURATION = '''
def duration_repr(value):
    """repr() as Python 2 had it: of a time that passes without the names of its parts."""
    parts = [value.days, value.seconds, value.microseconds]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return f"datetime.timedelta({', '.join(map(str, parts))})"
'''
_DURATIONS = frozenset(["datetime.timedelta"])
_MOMENTS = frozenset(
    [
        "datetime.date",
        "datetime.datetime",
        "datetime.datetime.now",
        "datetime.datetime.strptime",
        "datetime.date.today",
    ]
)
#: Types that have the name they had.
_TYPE_NAMES = frozenset(
    f"types.{name}Type" for name in ("Boolean", "Dict", "Float", "Int", "List", "None", "String", "Tuple")
)
_OLD_SPELLINGS = ("<type", "set([", "frozenset([")
_HELPERS = (EXCEPTION, ESCAPED, SET, ESCAPED_SET, NESTED, ESCAPED_NESTED, TYPE, CLASS, DURATION)
_COMPARISONS = (ast.Eq, ast.NotEq)
_CUTTING = frozenset(["split", "rsplit", "partition", "rpartition", "rindex", "rfind"])


def visit(node: ast.BinOp | ast.Call, module: Module) -> Findings:
    """Spell as before where the kind of the value is seen; what spells so itself is left."""
    for finding in _spelled_as_before(node, module):
        if any(inside_helper(node, source, module) for source in _HELPERS):
            return
        yield finding


def _spelled_as_before(node: ast.BinOp | ast.Call, module: Module) -> Findings:
    if isinstance(node, ast.Call) and module.is_builtin(node.func, "repr"):
        plain = len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred)
        if plain and not _is_handed_on("repr", module):
            yield from _represented(node, module)
        return
    if isinstance(node, ast.BinOp):
        yield from _formatted(node, module)
    shown = put_plainly(node, module)
    if isinstance(node, ast.Call):
        shown = chain(shown, spelled(node, module), handed_to_output(node, module))
    for value in shown:
        found = _helper_for_text(value, module)
        if _meets_old_class(node, value, module):
            found = "class_text", CLASS
        elif found is None or not (_is_written(node, module) or _is_cut(node, found, module)):
            found = None
        if found is not None:
            whole = node if module.is_builtin(getattr(node, "func", node), "str") else value
            yield module.replace(whole, helper(*found, module), "(", *module.sub(value), ")")


def _is_handed_on(name: str, module: Module) -> bool:
    """Whether the file hands the builtin to others, whose results its own may be compared with."""
    named = names_by_id(module).get(name, ())
    return any(getattr(module.parent(n), "func", None) is not n for n in named)


def _helper_for_text(value: ast.expr, module: Module) -> tuple[str, str] | None:
    escaped = _is_escaped(module)
    if is_set(value, module):
        return "set_text", ESCAPED_SET if escaped else SET
    if _is_type(value, module):
        return "type_text", TYPE
    if holds_sets(value, module):
        return "nested_text", ESCAPED_NESTED if escaped else NESTED
    return ("class_text", CLASS) if _is_old_class(value, module) else None


def _is_old_class(value: ast.expr, module: Module) -> bool:
    """Whether `value` is an old-style class of this file: by its name, or as the class of an object."""
    if isinstance(value, ast.Attribute) and value.attr == "__class__":
        owner = class_of(value.value, module)
        return owner is not None and is_old_style(owner, module)
    bindings = module.bindings(value) if isinstance(value, ast.Name) else []
    owners = [b.node for b in bindings if isinstance(b.node, ast.ClassDef)]
    return len(owners) == len(bindings) == 1 and is_old_style(owners[0], module)


def _meets_old_class(text: ast.BinOp | ast.Call, value: ast.expr, module: Module) -> bool:
    """Whether the class of an object, spelled alone, is compared with how an old-style class of the repository was:
    any other is neither of both.
    """
    held = may_hold(value, module) if isinstance(value, ast.Name) else [value]
    if not held or not all(isinstance(v, ast.Attribute) and v.attr == "__class__" for v in held):
        return False
    template = text.left if isinstance(text, ast.BinOp) else None
    if template is None and not module.is_builtin(getattr(text, "func", text), "str"):
        return False
    if template is not None and getattr(template, "value", "") != "%s":
        return False
    outer = module.parent(text)
    if isinstance(outer, ast.Compare) and all(isinstance(op, _COMPARISONS) for op in outer.ops):
        beside = [side for side in (outer.left, *outer.comparators) if side is not text]
    elif isinstance(outer, ast.Call) and last_name(outer.func) in COMPARING:
        beside = [side for side in outer.args[:2] if side is not text]
    else:
        return False
    texts = [side.value for side in beside if isinstance(side, ast.Constant)]
    return len(texts) == len(beside) == 1 and isinstance(texts[0], str) and names_old_class(texts[0], module)


def _is_cut(text: ast.expr, found: tuple[str, str], module: Module) -> bool:
    """Whether how a class is spelled is cut at its points: the last part was its name."""
    method = module.parent(text)
    call = module.parent(method)
    if found[1] is not CLASS or not isinstance(method, ast.Attribute) or method.attr not in _CUTTING:
        return False
    given = call.args[:1] if isinstance(call, ast.Call) and call.func is method else []
    return any(isinstance(a, ast.Constant) and a.value == "." for a in given)


def _is_duration(value: ast.expr, module: Module) -> bool:
    """Whether `value` is made as a timedelta, or by arithmetic that gives one."""
    if isinstance(value, ast.BinOp):
        left, right = value.left, value.right
        if isinstance(value.op, ast.Sub) and all(kept_by(v, module, _MOMENTS) for v in (left, right)):
            return True
        if isinstance(value.op, (ast.Add, ast.Sub)):
            return _is_duration(left, module) and _is_duration(right, module)
        number = isinstance(value.op, (ast.Mult, ast.Div, ast.FloorDiv)) and bool(
            module.type_of(right) & {"int", "long"}
        )
        return number and _is_duration(left, module)
    if isinstance(value, ast.Name):
        held = may_hold(value, module)
        return bool(held) and not any(
            v is None or _names(v, value.id) or not _is_duration(v, module) for v in held
        )
    return kept_by(value, module, _DURATIONS) is not None


def _names(node: ast.expr, name: str) -> bool:
    """Whether `node` reads `name`, which it may be given to."""
    return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))


def _helper_for_repr(value: ast.expr, place: ast.expr, module: Module) -> tuple[str, str] | None:
    written = _helper_for_text(value, module)
    if written is not None and not _is_written(place, module):
        written = None
    if written is not None and written[1] is CLASS:
        return None  # its repr() had an address
    if written is None and not _is_compared(place, module) and _is_duration(value, module):
        return "duration_repr", DURATION
    if written is not None or not may_be_exception(value, module, with_message=True):
        return written
    return "exception_repr", ESCAPED if _is_escaped(module) else EXCEPTION


def _is_escaped(module: Module) -> bool:
    """Whether octets are text of Latin-1 in a program of a few files: what it shows of them are escapes."""
    return module.facts.index.octets and not module.facts.index.packages


def _is_written(node: ast.expr, module: Module) -> bool:
    """Whether a text is written out, by print() or what the file has for that, or compared with Python 2's spelling.

    Elsewhere it may meet one that is made out of sight, and has to be spelled like that.
    """
    meets = _spells_as_before(module)
    if meets and _meets_old_spelling(node, module):
        return True
    for outer in (node, *module.ancestors(node)):
        if isinstance(outer, ast.stmt):
            kept = meets and isinstance(outer, ast.Assign) and outer.value is node
            return kept and any(_meets_old_spelling(read, module) for read in reads_of(node, module))
        if isinstance(outer, ast.Call) and (is_output(outer, module) or prints(outer, module)):
            return True
        if isinstance(outer, ast.Compare):
            return meets and _meets_old_spelling(outer.left, module)
    return False


def _spells_as_before(module: Module) -> bool:
    """Whether Python 2's spelling of a type or a set stands anywhere in the file."""
    known = memory(module)
    if "old spelling" not in known:
        known["old spelling"] = any(old in module.text for old in _OLD_SPELLINGS)
    return bool(known["old spelling"])


def _meets_old_spelling(text: ast.expr, module: Module) -> bool:
    """Whether a text is compared with, or asked for, what only Python 2's spelling begins with."""
    outer = module.parent(text)
    if isinstance(outer, ast.Compare):
        beside = [outer.left, *outer.comparators]
    elif isinstance(outer, ast.Attribute) and isinstance(call := module.parent(outer), ast.Call):
        beside = call.args if outer.attr in ("startswith", "replace", "strip", "lstrip") else []
    else:
        return False
    texts = (n.value for n in beside if isinstance(n, ast.Constant))
    return any(isinstance(t, str) and t.startswith(_OLD_SPELLINGS) for t in texts)


def _is_compared(node: ast.expr, module: Module) -> bool:
    """Whether a text is compared with one that is no literal: that one may be made out of sight."""
    for outer in module.ancestors(node):
        if isinstance(outer, ast.stmt):
            return False
        if isinstance(outer, ast.Compare):
            return not any(isinstance(c, ast.Constant) for c in (outer.left, *outer.comparators))
    return False


def _is_type(value: ast.expr, module: Module) -> bool:
    """Whether `value` is `type(x)`, `x.__class__`, or the name of a builtin type."""
    if isinstance(value, ast.Call):
        return module.is_builtin(value.func, "type") and len(value.args) == 1
    if is_caught_type(value, module):
        return True
    if isinstance(value, ast.Attribute):
        if (stdlib_name(value, module) or "") in _TYPE_NAMES:
            return True
        # What a method's own object is of is no builtin type.
        return value.attr == "__class__" and class_of(value.value, module) is None
    made = assigned(value, module) if isinstance(value, ast.Name) else None
    if isinstance(made, ast.Call):
        return module.is_builtin(made.func, "type") and len(made.args) == 1
    if isinstance(value, ast.Name) and is_exception_name(f"builtins.{value.id}"):
        return module.is_builtin(value, value.id)
    return module.is_builtin(
        value, "int", "float", "str", "list", "dict", "tuple", "set", "bool", "object", "type"
    )


def _represented(node: ast.Call, module: Module) -> Findings:
    value = node.args[0]
    found = _helper_for_repr(value, node, module)
    if found is not None:
        yield module.edit(module.part(node.func, helper(*found, module)))
    elif module.type_of(value) == {"long"}:
        yield module.replace(node, module.span(node), ' + "L"', precedence_of_new=Precedence.SUM)


def _formatted(node: ast.BinOp, module: Module) -> Findings:
    """What `%r` spells: by `%s` and a helper, where all conversions stand in the order of their values."""
    values, template = list(put_into_text(node, module)), node.left
    if not (values and isinstance(template, ast.Constant) and isinstance(template.value, str)):
        return
    if isinstance(node.right, ast.Dict) or "%r" not in template.value:
        return
    span = module.span(template)
    fields = [m for m in FIELD.finditer(module.source(span)) if m[0][0] == "%" and m[0] != "%%"]
    if len(fields) != len(values) or any("*" in m[0] or "(" in m[0] for m in fields):
        return
    for field, value in zip(fields, values, strict=True):
        found = _helper_for_repr(value, node, module) if field[0] == "%r" else None
        if found is not None:
            yield _edit(span, field.start(), value, found, module)


def _edit(span: Span, place: int, value: ast.expr, found: tuple[str, str], module: Module) -> Finding:
    start = span.start + place
    return module.edit(
        Part(Span(start, start + 2), ("%s",)),
        module.part(value, helper(*found, module), "(", *module.sub(value), ")"),
    )


RULE = Rule(
    id="old_spelling",
    family="P3",
    summary="exceptions and durations by repr(), sets, types and old classes as text are spelled as they were",
    before="print repr(ValueError('x'))\n",
    after=f"{EXCEPTION.strip()}\n\n\nprint(exception_repr(ValueError('x')))\n",
    caveats="Only where the value's kind is seen, inside of collections only of sets; sets and types where the text is "
    "written out. The order in a set is another.",
    triggers=("repr", "%r", "set", "frozenset", "type", "__class__", "<type", "print", "str"),
    needs_python2=True,
    order=90,
    nodes=(ast.BinOp, ast.Call),
    names_here=lambda module: SPELLING | {"repr"} | writing_functions(module),
    visit=visit,
)
