"""gettext.install('a', unicode=1) → gettext.install('a'): arguments that are gone, renamed, or taken by name."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from environment.traces import Exactness
from migration.analysis.arguments import without
from migration.analysis.classes import foreign_bases, local_bases, methods
from migration.analysis.made import made_by
from migration.analysis.names import defined_in_repository, names_by_id, stdlib_name
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Part, Span
from migration.view.module import Module

Version = tuple[int, int]
_SINCE_3: Version = (3, 0)


@dataclass(frozen=True, slots=True)
class Signature:
    """What became of a function's arguments.

    takes     Python 2's arguments in their order
    dropped   those that are gone → since which version; what follows them is given by name
    named     those that are taken by name alone
    renamed   those that have another name
    unless    of those that stay, the value that Python 3 refuses: with it they are left out
    taken     whether Python 3 takes something else in the place of one that is gone
    """

    takes: tuple[str, ...]
    dropped: Mapping[str, Version] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)
    unless: Mapping[str, object] = field(default_factory=dict)
    taken: bool = False


def _dropping(takes: str, *dropped: str, named: str = "", taken: bool = False) -> Signature:
    gone = dict.fromkeys(dropped, _SINCE_3)
    return Signature(tuple(takes.split()), gone, frozenset(named.split()), taken=taken)


_TRANSLATION = "domain localedir languages class_ fallback codeset"
_JSON = "object_hook parse_float parse_int parse_constant strict object_pairs_hook"
_TO_JSON = "skipkeys ensure_ascii check_circular allow_nan sort_keys indent separators default"
_FROM_JSON = "cls object_hook parse_float parse_int parse_constant object_pairs_hook"
_JSON_TEXT = "skipkeys ensure_ascii check_circular allow_nan cls indent separators encoding default sort_keys"
_THREAD = _dropping("group target name args kwargs verbose", "verbose")
_INPUT = _dropping("files inplace backup bufsize mode openhook", "bufsize", named="mode openhook")
_SIGNATURES = {
    "gettext.install": Signature(
        ("domain", "localedir", "unicode", "codeset", "names"),
        {"unicode": _SINCE_3, "codeset": (3, 11)},
        frozenset(["names"]),
    ),
    "gettext.translation": Signature(tuple(_TRANSLATION.split()), {"codeset": (3, 11)}),
    "gettext.Catalog": Signature(tuple(_TRANSLATION.split()), {"codeset": (3, 11)}),
    "threading.Thread": _THREAD,
    "threading.Lock": _dropping("verbose", "verbose"),
    "threading.RLock": _dropping("verbose", "verbose"),
    "threading.Event": _dropping("verbose", "verbose"),
    "threading.Condition": _dropping("lock verbose", "verbose"),
    "threading.Semaphore": _dropping("value verbose", "verbose"),
    "threading.BoundedSemaphore": _dropping("value verbose", "verbose"),
    "collections.namedtuple": _dropping("typename field_names verbose rename", "verbose", named="rename"),
    "fileinput.input": _INPUT,
    "fileinput.FileInput": _INPUT,
    "os.popen": Signature(
        ("cmd", "mode", "bufsize"), renamed={"bufsize": "buffering"}, unless={"bufsize": 0}
    ),
    "json.JSONDecoder": _dropping(f"encoding {_JSON}", "encoding", named=_JSON),
    "json.JSONEncoder": _dropping(
        _TO_JSON.replace(" default", " encoding default"), "encoding", named=_TO_JSON
    ),
    "json.loads": _dropping(f"s encoding {_FROM_JSON}", "encoding", named=_FROM_JSON),
    "json.load": _dropping(f"fp encoding {_FROM_JSON}", "encoding", named=_FROM_JSON),
    "json.dumps": _dropping(f"obj {_JSON_TEXT}", "encoding", named=_JSON_TEXT),
    "json.dump": _dropping(f"obj fp {_JSON_TEXT}", "encoding", named=_JSON_TEXT),
    "warnings.catch_warnings": _dropping("record module", named="record module"),
    "xml.etree.ElementTree.XMLParser": _dropping("html target encoding", "html", named="target encoding"),
    **{
        f"{place}.{name}": signature
        for place in ("httplib", "http.client")
        for name, signature in (
            ("HTTPConnection", _dropping("host port strict timeout source_address", "strict", taken=True)),
            (
                "HTTPSConnection",
                _dropping(
                    "host port key_file cert_file strict timeout source_address context", "strict", taken=True
                ),
            ),
            (
                "HTTPResponse",
                _dropping("sock debuglevel strict method buffering", "strict", "buffering", taken=True),
            ),
        )
    },
}
#: Methods, by arguments that no others of their name have.
_METHODS = {
    "install": _dropping("unicode names", "unicode", taken=True),
    "getresponse": _dropping("buffering", "buffering"),
    "makefile": Signature(("mode", "bufsize"), renamed={"bufsize": "buffering"}),
}
_TELLING = {"install": "unicode", "getresponse": "buffering", "makefile": "bufsize"}
_TRANSLATIONS = frozenset(
    f"gettext.{n}" for n in ("translation", "Catalog", "NullTranslations", "GNUTranslations")
)


def visit(node: ast.Call | ast.ClassDef, module: Module) -> Findings:
    """Leave out what is gone, name what has to be named."""
    if isinstance(node, ast.ClassDef):
        yield from _of_class(node, module)
        return
    found = _signature(node, module)
    if found is not None:
        yield from _changed(node, *found, module)


def _changed(node: ast.Call, signature: Signature, own: int, module: Module) -> Findings:
    if any(isinstance(a, ast.Starred) for a in node.args):
        return
    dropped: list[ast.expr | ast.keyword] = []
    parts = []
    for place, value in enumerate(node.args, -own):
        name = signature.takes[place] if 0 <= place < len(signature.takes) else ""
        if _goes(name, value, signature, module):
            dropped.append(value)
        elif name in signature.named or (dropped and name):
            parts.append(module.part(value, f"{name}=", *module.sub(value)))
    shifts = signature.taken and bool(dropped)
    for keyword in node.keywords:
        name = keyword.arg or ""
        if _goes(name, keyword.value, signature, module):
            dropped.append(keyword)
        elif name in signature.renamed:
            start = module.start(keyword)
            parts.append(Part(Span(start, start + len(name)), (signature.renamed[name],)))
    if not (dropped or parts):
        return
    if any(isinstance(n, ast.Call | ast.Yield) for one in dropped for n in ast.walk(one)):
        yield module.open(node, "an argument that is gone is given by a call")
        return
    yield module.edit(*without(dropped, node, module), *parts, needs_python2=shifts)


def _goes(name: str, value: ast.expr, signature: Signature, module: Module) -> bool:
    """Whether an argument is left out for the file's target."""
    if name in signature.unless and isinstance(value, ast.Constant) and value.value == signature.unless[name]:
        return True
    return name in signature.dropped and signature.dropped[name] <= module.target


def _signature(node: ast.Call, module: Module) -> tuple[Signature, int] | None:
    """What the called function takes, and how many arguments come before: `self`, where a class is asked."""
    function = node.func
    name = stdlib_name(function, module) or ""
    if name in _SIGNATURES:
        return _SIGNATURES[name], 0
    if not isinstance(function, ast.Attribute):
        return None
    method = function.attr
    if method == "__init__":
        owner = name.removesuffix(".__init__")
        if owner in _SIGNATURES:
            return _SIGNATURES[owner], 1
        return _by_super(function.value, module)
    if method in _METHODS and any(k.arg == _TELLING[method] for k in node.keywords):
        return None if defined_in_repository(method, module) else (_METHODS[method], 0)
    if method == "install" and node.args and made_by(function.value, module, _TRANSLATIONS):
        return _METHODS[method], 0
    return None


def _of_class(owner: ast.ClassDef, module: Module) -> Findings:
    """The calls in the file that make objects of a class that takes what its only base takes, known here."""
    bases = foreign_bases(owner, module)
    known = _SIGNATURES.get(bases[0]) if len(bases) == 1 else None
    if known is None or any("__init__" in methods(c) for c in local_bases(owner, module)):
        return
    for name in names_by_id(module).get(owner.name, ()):
        call = module.parent(name)
        made = isinstance(call, ast.Call) and call.func is name
        if made and [b.node for b in module.bindings(name)] == [owner]:
            yield from _changed(call, known, 0, module)  # type: ignore[arg-type]


def _by_super(value: ast.expr, module: Module) -> tuple[Signature, int] | None:
    """`super(C, self)`, in a class with one base that is known here."""
    if not (isinstance(value, ast.Call) and module.is_builtin(value.func, "super")):
        return None
    owner = module.class_of(value)
    bases = foreign_bases(owner, module) if owner is not None else []
    known = [_SIGNATURES[base] for base in bases if base in _SIGNATURES]
    return (known[0], 0) if len(known) == len(bases) == 1 else None


RULE = Rule(
    id="gone_arguments",
    family="P19",
    summary="arguments of standard functions that Python 3 dropped, renamed, or takes by name",
    before="import gettext\ngettext.install('a', '/b', unicode=1)\n",
    after="import gettext\ngettext.install('a', '/b')\n",
    caveats="What they asked for (a thread's messages, strict answers) is no longer to be had.",
    triggers=(
        "gettext", "Thread", "Lock", "RLock", "Event", "Condition", "Semaphore", "BoundedSemaphore", "namedtuple",
        "fileinput", "popen", "json", "catch_warnings", "XMLParser",
        "HTTPConnection", "HTTPSConnection", "HTTPResponse", "getresponse", "makefile",
    ),
    exactness=Exactness.SEMANTIC,
    order=55,
    nodes=(ast.Call, ast.ClassDef),
    names=last_names(*_SIGNATURES) | {"__init__", *_METHODS},
    visit=visit,
)  # fmt: skip
