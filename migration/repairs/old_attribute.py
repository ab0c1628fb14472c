"""AttributeError: … has no attribute '__rdiv__', 'has_key', 'iteritems', 'func_name' → the name of today."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.rules.removals.renamed_methods import of_request
from migration.source.edits import Edit, Part, Span
from migration.trees.precedence import Precedence


def _in_words(name: str) -> str:
    """assertItemsEqual → assert_items_equal."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()


_NAMES = {
    "__div__": "__truediv__",
    "__rdiv__": "__rtruediv__",
    "__idiv__": "__itruediv__",
    "__nonzero__": "__bool__",
    "__unicode__": "__str__",
    "__getslice__": "__getitem__",
    "__setslice__": "__setitem__",
    "__delslice__": "__delitem__",
    "iteritems": "items",
    "iterkeys": "keys",
    "itervalues": "values",
    "viewitems": "items",
    "viewkeys": "keys",
    "viewvalues": "values",
    "func_name": "__name__",
    "func_code": "__code__",
    "func_defaults": "__defaults__",
    "func_doc": "__doc__",
    "func_dict": "__dict__",
    "func_globals": "__globals__",
    "func_closure": "__closure__",
    "im_func": "__func__",
    "im_self": "__self__",
    "isAlive": "is_alive",
    "getName": "name",
    "tostring": "tobytes",
    "fromstring": "frombytes",
    "getheader": "get",
    "getheaders": "get_all",
    "gettype": "get_content_type",
    "getmaintype": "get_content_maintype",
    "getsubtype": "get_content_subtype",
    "ugettext": "gettext",
    "ungettext": "ngettext",
    "readfp": "read_file",
    "izip_longest": "zip_longest",
    "ifilterfalse": "filterfalse",
    "assertItemsEqual": "assertCountEqual",
    "letters": "ascii_letters",
    "lowercase": "ascii_lowercase",
    "uppercase": "ascii_uppercase",
    "maxint": "maxsize",
    "getcwdu": "getcwd",
    "assertRaisesRegexp": "assertRaisesRegex",
    "assertRegexpMatches": "assertRegex",
    "assertEquals": "assertEqual",
    "assertNotEquals": "assertNotEqual",
    "assert_": "assertTrue",
    "failUnless": "assertTrue",
    "failIf": "assertFalse",
    "failUnlessEqual": "assertEqual",
    "failUnlessRaises": "assertRaises",
    "failIfEqual": "assertNotEqual",
    "assertNotRegexpMatches": "assertNotRegex",
    # What releases of the package `decorator` for Python 2 left on each function that it made.
    "undecorated": "__wrapped__",
}
#: Suites have assertions under names in the style of PEP 8, too, which something made of the others.
_NAMES |= {
    _in_words(old): _in_words(new) for old, new in _NAMES.items() if re.match("(?:assert|fail)[A-Z]", old)
}

#: Functions of itertools that are builtins now.
_BUILTINS = {"imap": "map", "izip": "zip", "ifilter": "filter"}


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Rename the attribute on the line; where it is only named by a string, there; else all over the file."""
    old, owner = match["name"], match["owner"]
    uses = [n for n in scene.crashed(ast.Attribute) if n.attr == old]
    if old == "has_key":
        edits = [e for n in uses if (e := _contained(scene, n)) is not None]
        yield Candidate(tuple(edits), 10, "in")
        bare = [n for n in uses if _contained(scene, n) is None]
        yield Candidate(tuple(_renamed(scene, n, "__contains__") for n in bare), 20, "unbound")
        return
    if owner == "itertools" and old in _BUILTINS:
        calls = [c for c in scene.crashed(ast.Call) if _asks_for(scene, c, old)]
        yield Candidate(tuple(scene.module.replace(c, _BUILTINS[old]) for c in calls), 10, "builtin")
    if owner.endswith("Request"):
        calls = [c for n in uses if isinstance(c := scene.module.parent(n), ast.Call) and c.func is n]
        edits = [e for call in calls for e in of_request(call, call.func, scene.module)]  # type: ignore[arg-type]
        yield Candidate(tuple(edits), 10, "request")
    if old == "next" or old not in _NAMES:
        return
    new = _NAMES[old]
    yield Candidate(tuple(_renamed(scene, n, new) for n in uses), 10, "line")
    if owner.endswith("dict") or owner in ("function", "method", "type"):
        everywhere = [
            n for n in scene.module.nodes_of(ast.Attribute) if isinstance(n, ast.Attribute) and n.attr == old
        ]
        yield Candidate(tuple(_renamed(scene, n, new) for n in everywhere), 20, "file")
    strings = [n for n in scene.along(ast.Constant) if n.value == old]
    yield Candidate(tuple(scene.module.replace(n, repr(new)) for n in strings), 30, "string")
    strings = [
        n for n in scene.module.nodes_of(ast.Constant) if isinstance(n, ast.Constant) and n.value == old
    ]
    yield Candidate(tuple(scene.module.replace(n, repr(new)) for n in strings), 40, "strings")


def _asks_for(scene: Scene, call: ast.Call, name: str) -> bool:
    """Whether a call is `getattr(…, 'name')`."""
    if not scene.module.is_builtin(call.func, "getattr") or len(call.args) < 2:
        return False
    return isinstance(call.args[1], ast.Constant) and call.args[1].value == name


def _renamed(scene: Scene, node: ast.Attribute, new: str) -> Edit:
    end = scene.module.span(node).end
    return scene.module.edit(Part(Span(end - len(node.attr), end), (new,)))


def _contained(scene: Scene, node: ast.Attribute) -> Edit | None:
    module = scene.module
    call = module.parent(node)
    if not isinstance(call, ast.Call) or call.func is not node or len(call.args) != 1:
        return None
    tested = module.sub(call.args[0], Precedence.BIT_OR)
    outer = module.parent(call)
    if isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.Not):
        pieces = (*tested, " not in ", *module.sub(node.value, Precedence.BIT_OR))
        return module.replace(outer, *pieces, precedence_of_new=Precedence.COMPARE)
    pieces = (*tested, " in ", *module.sub(node.value, Precedence.BIT_OR))
    return module.replace(call, *pieces, precedence_of_new=Precedence.COMPARE)


REPAIR = Repair(
    id="old_attribute",
    summary="an attribute that was renamed, on an object whose type only running shows",
    failure=Failure("AttributeError", "'dict' object has no attribute 'has_key'", line=2),
    before="def f(options):\n    return not options.has_key('class')\n",
    after="def f(options):\n    return 'class' not in options\n",
    caveats="Only the failing line and, where the old name can mean nothing else, the file.",
    pattern=re.compile(
        r"^AttributeError: (?:type object '|module ')?'?(?P<owner>[\w.]*)'?(?: object)? has no attribute "
        r"'(?P<name>\w+)'"
    ),
    offer=offer,
)
