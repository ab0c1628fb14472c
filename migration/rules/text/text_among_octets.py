"""isinstance(x, unicode) → is_text(x), where octets are text of Latin-1: what a string is shows in its characters."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import is_old_builtin, type_asked, typed, typed_before
from migration.analysis.names import last_name
from migration.analysis.strings.octet_edges import BINARY_CODECS
from migration.flow.atoms import STRINGS
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.rules.text._given_text import gives_text
from migration.source.edits import Piece
from migration.view.module import Module, Precedence

HELPER = '''
def is_text(value, plain=False):
    """Whether a string is text, and not octets as the characters of their numbers (Latin-1), as far as that shows.

    `plain`: what is said of ASCII, which is the same as either.
    """
    if not isinstance(value, str):
        return False
    if value.isascii():
        return plain
    if any(character > "\\xff" for character in value):
        return True
    try:
        value.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return not any(c < " " and c not in "\\t\\n\\r\\f" or "\\x7f" <= c < "\\xa0" for c in value)
    return False
'''

_TYPES = {"types.UnicodeType": "unicode", "types.StringType": "str"}


def _is_wanted(module: Module) -> bool:
    asks = ("unicode", "UnicodeType", ".decode(")
    return module.facts.index.octets and any(word in module.text for word in asks)


def visit(node: ast.Call | ast.Compare, module: Module) -> Findings:
    """Ask the characters, but where nothing but text flows there."""
    question = _question(node, module)
    if question is None or inside_helper(node, HELPER, module) or _is_asserted(node, module):
        return
    subject, kind, negated = question
    made = helper("is_text", HELPER, module)
    either = ", plain=True" if _is_encoded_then(subject, node, module) else ""
    asked: tuple[Piece, ...] = (made, "(", *module.sub(subject), f"{either})")
    if kind == "unicode":
        settled = _is_only_text(subject, module) or _is_decoded_before(subject, node, module)
        if not (settled or gives_text(subject, module)) and not _is_demanded(node, module):
            yield module.replace(
                node,
                "not " * negated,
                *asked,
                precedence_of_new=Precedence.NOT if negated else Precedence.ATOM,
            )
    elif gives_text(subject, module):
        named = node.args[1] if isinstance(node, ast.Call) else node.comparators[0]
        if module.is_kept(module.span(named)):
            # It is no native string, whatever its characters: what is no text now are bytes.
            yield module.replace(named, "bytes", evidence=False, needs_python2=True)
    elif _is_asked_about(subject, node, module):
        pieces: tuple[Piece, ...] = ("isinstance(", *module.sub(subject), ", str) and not ", *asked)
        if negated:
            yield module.replace(node, "not (", *pieces, ")", precedence_of_new=Precedence.NOT)
        else:
            yield module.replace(node, *pieces, precedence_of_new=Precedence.AND)


def _question(node: ast.AST, module: Module) -> tuple[ast.expr, str, bool] | None:
    """What `isinstance(x, str)` or `type(x) is not str` is about, which of the two kinds of string, and whether it is
    asked if it is another.
    """
    if isinstance(node, ast.Call):
        if (asked := type_asked(node, module)) is None:
            return None
        (subject, named), negated = asked, False
    elif isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.Is, ast.NotEq, ast.IsNot)):
        if len(node.ops) > 1 or (of := typed_before(node.left, module)) is None:
            return None
        subject, named, negated = of, node.comparators[0], isinstance(node.ops[0], (ast.NotEq, ast.IsNot))
    else:
        return None
    kind = _kind(named, module)
    return (subject, kind, negated) if kind else None


def _kind(node: ast.expr, module: Module) -> str:
    """Which kind of string a type is, however it is named; '' for any other."""
    if isinstance(node, ast.Name):
        named = "unicode" if is_old_builtin(node, module, "unicode") else ""
        return named or ("str" if module.is_builtin(node, "str") else "")
    if isinstance(node, ast.Attribute):
        return _TYPES.get(module.qualified_name(node) or "", "")
    example = typed(node, module)
    if isinstance(example, ast.Constant) and isinstance(example.value, str):
        return "unicode" if module.source(module.span(example))[:1] in "uU" else "str"
    return ""


def _is_asserted(node: ast.AST, module: Module) -> bool:
    """Whether a test says what a string is: nothing is decided by it."""
    outer = module.parent(node)
    if isinstance(outer, ast.Call):
        return last_name(outer.func).startswith(("assert", "fail"))
    return isinstance(outer, ast.Assert)


def _is_demanded(node: ast.AST, module: Module) -> bool:
    """Whether anything but what `node` asks for is refused at once: then ASCII was text when it came."""
    inner: ast.AST = node
    outer, negated = module.parent(node), False
    while isinstance(outer, (ast.BoolOp, ast.UnaryOp)):
        negated ^= isinstance(outer, ast.UnaryOp)
        inner, outer = outer, module.parent(outer)
    if isinstance(outer, ast.If) and outer.test is inner:
        return any(isinstance(s, ast.Raise) for s in (outer.body if negated else outer.orelse)[:1])
    return isinstance(outer, ast.Assert) and not negated


def _is_encoded_then(subject: ast.expr, node: ast.AST, module: Module) -> bool:
    """Whether text is encoded and nothing else, and something else is done with all other values: ASCII is encoded as
    well as not.
    """
    outer = module.parent(node)
    if not isinstance(outer, (ast.If, ast.IfExp)) or outer.test is not node or not outer.orelse:
        return False
    chosen = outer.body if isinstance(outer.body, list) else [outer.body]
    given = chosen[0].targets[0] if isinstance(chosen[0], ast.Assign) else None
    if len(chosen) > 1 or isinstance(given, ast.Tuple):
        return False
    wanted = ast.dump(subject)
    calls = [n for n in ast.walk(chosen[0]) if isinstance(n, ast.Call) and "encode" in last_name(n.func)]
    own = getattr(module.function(node), "name", None)
    if any(last_name(call.func) == own for call in calls):
        return False  # the function is asked again about what came of it
    return any(
        ast.dump(value) == wanted
        for call in calls
        for value in (*([call.func.value] if isinstance(call.func, ast.Attribute) else []), *call.args)
    )


def _is_only_text(node: ast.expr, module: Module) -> bool:
    """Whether of all strings nothing but text flows to `node`."""
    return STRINGS.intersection(module.held(node)) == {"unicode"}


def _is_decoded_before(subject: ast.expr, node: ast.AST, module: Module) -> bool:
    """Whether a statement before has made text of the variable where it was octets: `if isinstance(x, str): x =
    x.decode('utf-8')`.
    """
    wanted = ast.dump(subject)
    place: ast.AST | None = module.statement(node)
    while isinstance(place, ast.stmt) and not isinstance(place, ast.FunctionDef):
        for earlier in module.block(place):
            if earlier is place:
                break
            asked = _question(earlier.test, module) if isinstance(earlier, ast.If) else None
            if asked is None or asked[1:] != ("str", False) or ast.dump(asked[0]) != wanted:
                continue
            last = earlier.body[-1]  # type: ignore[attr-defined]
            made = last.value if isinstance(last, ast.Assign) else None
            of = made.func if isinstance(made, ast.Call) else None
            if isinstance(of, ast.Attribute) and of.attr == "decode" and ast.dump(of.value) == wanted:
                return True
        place = module.parent(place)
    return False


def _unpacks(call: ast.Call) -> bool:
    """Whether a codec is named that makes other octets of octets."""
    codec = call.args[0] if call.args else None
    named = codec.value if isinstance(codec, ast.Constant) else ""
    return str(named).lower().replace("-", "_").removesuffix("_codec") in BINARY_CODECS


def _is_asked_about(subject: ast.expr, node: ast.AST, module: Module) -> bool:
    """Whether the function around decodes `subject`, or asks whether it is unicode: then it tells text from octets."""
    around = module.function(node) or module.tree
    wanted = ast.dump(subject)
    for one in module.below(around):
        if not isinstance(one, ast.Call):
            continue
        function = one.func
        decodes = isinstance(function, ast.Attribute) and function.attr == "decode" and not _unpacks(one)
        if decodes and ast.dump(function.value) == wanted:  # type: ignore[attr-defined]
            return True
        made = len(one.args) > 1 and is_old_builtin(function, module, "unicode")
        if made and ast.dump(one.args[0]) == wanted:
            return True
    questions = (_question(one, module) for one in module.below(around))
    return any(q is not None and q[1] == "unicode" and ast.dump(q[0]) == wanted for q in questions)


RULE = Rule(
    id="text_among_octets",
    family="P8",
    summary="whether a string is text or octets is asked of its characters, where both are str",
    before="a = isinstance(x, str)\n",
    after="a = isinstance(x, str)\n",
    caveats="Only in repositories whose strings are octets (dialects/octets.py). Text of Latin-1 letters that is "
    "valid UTF-8 as octets is taken for these; ASCII is the same as either.",
    triggers=("isinstance", "type"),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    order=1,
    nodes=(ast.Call, ast.Compare),
    names=frozenset(["isinstance"]),
    when=_is_wanted,
    visit=visit,
)
