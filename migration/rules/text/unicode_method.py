"""__unicode__ → __str__; a __str__ that only encodes it goes."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from weakref import WeakKeyDictionary

from environment.traces import Exactness
from migration.analysis.builtins import is_none
from migration.analysis.classes import classes, foreign_bases, local_bases, methods
from migration.analysis.exceptions import is_exception_name
from migration.analysis.names import in_repository, other_texts
from migration.analysis.strings.kinds import BYTES, kind
from migration.repository.index import RepositoryIndex
from migration.rewriting.as_text import decoding
from migration.rule import Findings, Rule
from migration.rules.text.decoded_value import by_text_codec
from migration.source.edits import Edit, Part, Piece, Span
from migration.stdlib.codecs import has_some_characters
from migration.view.module import Module

_STR = re.compile(r"^([ \t]+)def __str__\(", re.MULTILINE)
_SHOWING = frozenset(["__str__", "__unicode__", "__repr__"])
_HANDS_ON = re.compile(r"unicode|encode\(")
#: Where a program asks for one of the methods by its name, or names it in a class: `__repr__ = __str__`.
_BY_NAME = re.compile(r"(?:\.|[=(,][ \t]*)__(?:str|unicode)__\b")
_kept: WeakKeyDictionary[RepositoryIndex, bool] = WeakKeyDictionary()


def visit(node: ast.ClassDef | ast.Attribute, module: Module) -> Findings:
    """Rename the method, or its alias, where __str__ said the same; else leave both to a person. What calls it by its
    name may do so in both languages.
    """
    if _is_called(module) and not module.is_proven:
        return
    if isinstance(node, ast.Attribute):
        every = [c for several in classes(module).values() for c in several if "__unicode__" in methods(c)]
        if node.attr != "__unicode__" or (not every and _is_kept(module)):
            return
        if all(can_rename(c, module) for c in every):
            function = module.function(node)
            if not (isinstance(function, ast.FunctionDef) and function.name == "__str__"):
                end = module.span(node).end
                yield module.replace_span(Span(end - len(node.attr), end), "__str__")
        return
    own = methods(node)
    method = own.get("__unicode__")
    if method is None:
        if _only_hands_on(own) and not is_shown_as_octets(own, module):
            # What a base or a subclass gives as text is its __str__ now.
            yield module.delete_statement(own["__str__"])
        return
    if not can_rename(node, module):
        text = _decoding_the_same(own, module)
        if text is not None:
            yield _into_octets(own, text, module)
        elif "__str__" in own and not _same(own) and not is_shown_as_octets(own, module):
            yield from _shown_with_losses(own["__str__"], module)
            yield module.open(node, "__str__ and __unicode__ differ; Python 3 calls __str__ only")
        return
    found = re.compile(r"\b(__unicode__)\b").search(module.text, *module.span(method))
    before = [s for s in _statements(node) if s.lineno < method.lineno] if "__str__" in own else []
    early = [s for s in before if _reads(s, "__str__")]
    if found is None or not all(_stands_alone(s, module) for s in early):
        return
    parts = [module.part(Span(*found.span(1)), "__str__")]
    parts += [module.part(n, "__str__") for s in _statements(node) for n in _reads(s, "__unicode__")]
    if "__str__" in own:
        parts += module.delete_statement(own["__str__"]).parts
        # A name that was bound before the one method that stays is bound behind it.
        parts += [part for s in early for part in module.delete_statement(s).parts]
        if early:
            end = module.line_span(method).end
            lines = "".join(module.source(module.line_span(s)) for s in early)
            parts.append(Part(Span(end, end), (lines if module.text[end - 1] == "\n" else f"\n{lines}",)))
    else:
        parts += [module.part(call, "super().__str__()") for call in _inherited(method, module)]
    yield module.edit(*parts)


def _renamed(method: ast.stmt, old: str, new: str, module: Module) -> Part:
    span = module.span(method)
    start = module.text.index(old, span.start, span.end)
    return module.part(Span(start, start + len(old)), new)


def _decoding_the_same(own: Mapping[str, ast.stmt], module: Module) -> ast.Call | None:
    """What decodes in __unicode__, where that does nothing but decode what __str__ gives: `return self.x`, and `return
    self.x.decode(codec)`. Those are octets, for which Python 3 asks __bytes__.

    Where the methods are known by their names, or native strings are octets, they stay.
    """
    if not {"__str__", "__unicode__"} <= own.keys() or "__bytes__" in own or not module.is_proven:
        return None
    if module.facts.index.octets or in_repository(_BY_NAME, module):
        return None
    octets, text = _returned(own["__str__"]), _returned(own["__unicode__"])
    if not isinstance(octets, (ast.Attribute, ast.Name)) or not isinstance(text, ast.Call):
        return None
    if _parameters(own["__str__"]) != _parameters(own["__unicode__"]):
        return None
    if isinstance(text.func, ast.Attribute) and text.func.attr == "decode":
        decoded = text.func.value
        of_text = not text.args or by_text_codec(text, module)
    else:
        decoded = text.args[0] if text.args else text
        of_text = module.is_builtin(text.func, "unicode") and len(text.args) > 1
    return text if of_text and not text.keywords and ast.dump(decoded) == ast.dump(octets) else None


def _into_octets(own: Mapping[str, ast.stmt], text: ast.Call, module: Module) -> Edit:
    """The edit that has __bytes__ give the octets, and __str__ the text, also where that is text already."""
    parts = [
        _renamed(own["__str__"], "__str__", "__bytes__", module),
        _renamed(own["__unicode__"], "__unicode__", "__str__", module),
    ]
    if isinstance(text.func, ast.Attribute) and kind(text.func.value, module) != BYTES:
        given: list[Piece] = [p for a in text.args for p in (", ", *module.sub(a))]
        parts.append(module.part(text, decoding(module), "(", *module.sub(text.func.value), *given, ")"))
    return module.edit(*parts)


def _parameters(method: ast.stmt) -> str:
    return ast.dump(method.args) if isinstance(method, ast.FunctionDef) else ""


def _shown_with_losses(method: ast.stmt, module: Module) -> Findings:
    """Make text of what a __str__ gives: `self.__unicode__().encode("ascii", "replace")`."""
    returned = _returned(method)
    if returned is None or not (codec := losing_codec(returned)) or not _encodes(method):
        return
    if module.facts.index.octets:
        return  # what is encoded becomes text there, by another rule
    if isinstance(getattr(_without_encoding(returned), "func", None), ast.Attribute):
        yield module.wrap(returned, "", f'.decode("{codec}")', needs_python2=True)


def _is_called(module: Module) -> bool:
    """Whether the file calls the method by its name, but in what shows an object itself."""
    calls = (
        n
        for n in module.nodes_named(ast.Attribute, frozenset(["__unicode__"]))
        if isinstance(module.parent(n), ast.Call)
    )
    return any(getattr(module.function(n), "name", "") not in _SHOWING for n in calls)


def _is_kept(module: Module) -> bool:
    """Whether a class of the repository keeps its __unicode__, since its __str__ says something else."""
    index = module.facts.index
    if index not in _kept:
        octets = _shows_octets(module)
        _kept[index] = any(_keeps_both(index.text(key) or "", octets) for key in index.keys)
    return _kept[index]


def _keeps_both(text: str, octets: bool) -> bool:
    if "def __unicode__(" not in text:
        return False
    lines = text.splitlines()
    for found in _STR.finditer(text):
        line, depth = text.count("\n", 0, found.start()), found[1]
        first, last = line, line + 1
        while first and _is_inside(lines[first - 1], depth):
            first -= 1
        while last < len(lines) and _is_inside(lines[last], depth):
            last += 1
        own = next((n for n in range(line + 1, last) if lines[n].startswith(f"{depth}def ")), last)
        has = any(one.startswith(f"{depth}def __unicode__(") for one in lines[first:last])
        shown = "\n".join(lines[line:own])
        if has and (not _HANDS_ON.search(shown) or (octets and ".encode(" in shown)):
            return True
    return False


def _is_inside(line: str, depth: str) -> bool:
    return not line.strip() or line.startswith(depth)


def _statements(node: ast.ClassDef) -> list[ast.stmt]:
    """The statements of a class's body that are run as it is made, other than definitions."""
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [s for s in node.body if not isinstance(s, definitions)]


def _reads(statement: ast.stmt, method: str) -> list[ast.Name]:
    """Where a statement reads a method's name: `text = __unicode__`, `property(__unicode__)`."""
    names = (n for n in ast.walk(statement) if isinstance(n, ast.Name) and n.id == method)
    return [n for n in names if isinstance(n.ctx, ast.Load)]


def _stands_alone(statement: ast.stmt, module: Module) -> bool:
    """Whether a statement binds names and has its lines for itself."""
    lines, own = module.source(module.line_span(statement)), module.source(module.span(statement))
    return isinstance(statement, ast.Assign) and lines.strip() == own.strip()


def _inherited(method: ast.stmt, module: Module) -> list[ast.Call]:
    """Where __unicode__ asks for str(self), self.__str__() or type(self).__str__(self): what the class inherits as
    __str__, which it would be itself now.
    """
    if not isinstance(method, ast.FunctionDef) or not method.args.args:
        return []
    own = method.args.args[0].arg
    calls = (call for call in ast.walk(method) if isinstance(call, ast.Call))
    return [call for call in calls if _asks_itself(call, own, module) and module.function(call) is method]


def _asks_itself(call: ast.Call, own: str, module: Module) -> bool:
    """Whether a call gives what the object `own` says as native text."""
    asked = [getattr(a, "id", "") for a in call.args]
    if module.is_builtin(call.func, "str"):
        return asked == [own]
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "__str__" or call.keywords:
        return False
    spelled = ast.unparse(call.func.value)
    return (spelled == own and not asked) or (
        spelled in (f"type({own})", f"{own}.__class__") and asked == [own]
    )


def can_rename(node: ast.ClassDef, module: Module) -> bool:
    """Whether a class's __unicode__ may be its __str__, which says the same or nothing of its own."""
    own = methods(node)
    if not isinstance(own.get("__unicode__"), (ast.FunctionDef, ast.Assign)):
        return False
    if "__str__" not in own:
        above = (methods(c) for c in local_bases(node, module)[1:] if c is not node)
        kept = any(
            ({"__str__", "__unicode__"} <= own.keys() and not _is_one_text(own))
            or is_shown_as_octets(own, module)
            for own in above
        )
        return not kept and not _inherits_a_text(node, module)
    return _is_one_text(own) and not is_shown_as_octets(own, module)


def keeps_octets(module: Module) -> bool:
    """Whether strings are octets throughout a small program, and a class of it shows its objects as such, which are
    text as unicode().
    """
    return _shows_octets(module) and _is_kept(module)


def _shows_octets(module: Module) -> bool:
    """Whether what is shown are octets, which the terminal gets as they are: in a small program of them."""
    index = module.facts.index
    return index.octets and index.is_small


def is_shown_as_octets(own: Mapping[str, ast.stmt], module: Module) -> bool:
    """Whether a class's __str__ gives the octets of its __unicode__ where strings are octets throughout: what they are
    joined with, and the terminal that is set to write them, take text for others.
    """
    returned = _returned(own["__str__"]) if "__str__" in own else None
    if isinstance(returned, ast.Call) and getattr(returned.func, "attr", "") == "decode":
        # It has been made so already.
        codec = [a.value for a in returned.args if isinstance(a, ast.Constant)]
        inner = returned.func.value  # type: ignore[attr-defined]
        return codec == ["latin-1"] and _encodes_text(inner, own["__str__"])
    return _shows_octets(module) and returned is not None and _encodes_text(returned, own["__str__"])


def _encodes_text(value: ast.expr, method: ast.stmt) -> bool:
    """Whether a method gives `value`, which encodes by a codec what the object says as text."""
    encodes = isinstance(value, ast.Call) and getattr(value.func, "attr", "") == "encode"
    return encodes and not losing_codec(value) and _hands_on(value, method)


def _is_one_text(own: Mapping[str, ast.stmt]) -> bool:
    """Whether a class's __str__ gives what its __unicode__ gives, but for an encoding that loses nothing."""
    if _loses_some(own):
        return False
    return _encodes(own["__str__"]) or _encoded_same(own["__str__"], own["__unicode__"])


def _loses_some(own: Mapping[str, ast.stmt]) -> bool:
    """Whether a class's __str__ is its __unicode__ in a codec that has not all characters, with others in the place of
    those: `unicode(self).encode("ascii", "replace")`.
    """
    method = own.get("__str__")
    returned = _returned(method) if method is not None and "__unicode__" in own else None
    return returned is not None and bool(losing_codec(returned))


def losing_codec(value: ast.AST) -> str:
    """The codec of `….encode(codec, errors)` that has not all characters, where those are left out or written in
    another way; '' for any other expression.
    """
    if not (isinstance(value, ast.Call) and getattr(value.func, "attr", "") == "encode"):
        return ""
    given = dict(zip(("encoding", "errors"), value.args, strict=False))
    given |= {k.arg: k.value for k in value.keywords if k.arg}
    codec, errors = (getattr(given.get(name), "value", "") for name in ("encoding", "errors"))
    told = isinstance(codec, str) and isinstance(errors, str) and errors not in ("", "strict")
    return codec if told and has_some_characters(codec) else ""


def _inherits_a_text(node: ast.ClassDef, module: Module) -> bool:
    """Whether str() of an object was what a base says, an exception's arguments for one, and unicode() something else.

    Where another file asks for unicode() too, which knows nothing of this class, one text has to serve both.
    """
    if any("unicode" in text for text in other_texts(module)):
        return False
    for base in local_bases(node, module)[1:]:
        found = methods(base)
        if "__unicode__" in found:
            return False
        if "__str__" in found:
            return not _only_hands_on(found)
    return any(is_exception_name(name) for name in foreign_bases(node, module))


def _only_hands_on(own: Mapping[str, ast.stmt]) -> bool:
    """Whether __str__ does nothing but encode the text that another class's __unicode__ gives."""
    if "__str__" not in own or not _encodes(own["__str__"]):
        return False
    names = {getattr(n, "id", getattr(n, "attr", "")) for n in ast.walk(own["__str__"])}
    return bool(names & {"unicode", "__unicode__"})


def _same(own: Mapping[str, ast.stmt]) -> bool:
    """Whether one of the two is only another name of the other."""
    return any(
        isinstance(own[a], ast.Assign)
        and any(isinstance(n, ast.Name) and n.id == b for n in ast.walk(own[a]))
        for a, b in (("__str__", "__unicode__"), ("__unicode__", "__str__"))
    )


def _encoded_same(method: ast.stmt, text: ast.stmt) -> bool:
    """Whether a __str__ does nothing but encode the expression that __unicode__ returns, or has the same call do it."""
    encoded, plain = _returned(method), _returned(text)
    if not isinstance(encoded, ast.Call) or plain is None:
        return False
    if isinstance(plain, ast.Call) and ast.dump(encoded.func) == ast.dump(plain.func):
        # `self.render()` and `self.render(encoding=None)`: one is the other, encoded.
        unencoded = [k for k in plain.keywords if k.arg == "encoding"]
        return (
            len(plain.keywords) == 1 and bool(unencoded) and is_none(unencoded[0].value) and not encoded.args
        )
    bare = _without_encoding(encoded)
    return bare is not encoded and ast.dump(bare) == ast.dump(plain)


def _returned(method: ast.stmt) -> ast.expr | None:
    """What a method of one statement returns."""
    if not isinstance(method, ast.FunctionDef) or method.decorator_list or not method.args.args:
        return None
    body = [s for s in method.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    return body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None


def _encodes(method: ast.stmt) -> bool:
    """Whether a __str__ does nothing but encode, or hand on, what __unicode__ gives."""
    returned = _returned(method)
    return returned is not None and _hands_on(returned, method)


def _hands_on(value: ast.expr, method: ast.stmt) -> bool:
    """Whether `value` is what the object of a method says as text, encoded or not."""
    if not isinstance(method, ast.FunctionDef):
        return False
    own = method.args.args[0].arg
    value = _without_encoding(value)
    if not isinstance(value, ast.Call):
        return False
    function = value.func
    if isinstance(function, ast.Name) and function.id in ("unicode", "text_type"):
        return len(value.args) == 1 and isinstance(value.args[0], ast.Name) and value.args[0].id == own
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "__unicode__"
        and isinstance(function.value, ast.Name)
        and function.value.id == own
    )


def _without_encoding(value: ast.expr) -> ast.expr:
    """What `x.encode(…)`, `str(x)` or `force_bytes(x, …)` is applied to."""
    if not isinstance(value, ast.Call):
        return value
    if isinstance(value.func, ast.Attribute) and value.func.attr == "encode":
        return value.func.value
    if isinstance(value.func, ast.Name) and value.args and (value.func.id == "str" or len(value.args) > 1):
        return value.args[0]
    return value


RULE = Rule(
    id="unicode_method",
    family="P8",
    summary="__unicode__ is __str__",
    before=(
        "class U(object):\n    def __unicode__(self): return u'x'\n"
        "    def __str__(self): return unicode(self).encode('utf-8')\n"
    ),
    after="class U(object):\n    def __str__(self): return 'x'\n",
    caveats="str() of such an object gave encoded bytes; it is text now, but in small programs of octets.",
    triggers=("__unicode__", re.compile(r"__str__(?=\(\w+\):\s*return unicode\()")),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    unread=True,
    order=20,
    nodes=(ast.ClassDef, ast.Attribute),
    names=frozenset(["__unicode__"]),
    visit=visit,
)
