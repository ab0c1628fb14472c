"""class T(TestCase): assertEqual(a, b, 'm') → longMessage = False, where the program reads what a failure says."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.edits import Span
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import memory, stdlib_name

#: What looks at the message of a failed assertion.
_READ = re.compile(
    r"except[ \t]*\(?[ \t]*(?:AssertionError|[\w.]+\.failureException)\b[^:\n]*[ \t]as[ \t]"
    r"|assertRaisesRegex(?:p|)\([ \t]*(?:AssertionError|[\w.]+\.failureException)\b"
    r"|\.failures[ \t]*\[|\bin[ \t]+[\w.]+\.failures\b|\bdef[ \t]+addFailure\b"
)
#: Assertions, by where their message stands.
_ONE = ("True", "False", "IsNone", "IsNotNone", "_")
_TWO = (
    "Equal", "Equals", "NotEqual", "NotEquals", "Is", "IsNot", "In", "NotIn", "IsInstance", "NotIsInstance", "Greater",
    "GreaterEqual", "Less", "LessEqual", "ItemsEqual", "CountEqual", "DictEqual", "ListEqual", "TupleEqual", "SetEqual",
    "SequenceEqual", "MultiLineEqual", "DictContainsSubset",
)  # fmt: skip
_PLACES = (
    {("assert" + name): 1 for name in _ONE}
    | {f"assert{name}": 2 for name in _TWO}
    | dict.fromkeys(["assertAlmostEqual", "assertNotAlmostEqual"], 3)
    | dict.fromkeys(["failIf", "failUnless"], 1)
    | dict.fromkeys(["failIfEqual", "failUnlessEqual"], 2)
)


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Say in a class of tests that a message stands for what was compared, unless the file speaks of that itself."""
    if not any(stdlib_name(base, module) == "unittest.TestCase" for base in node.bases):
        return
    if "longMessage" in module.text or not _READ.search(module.text) or not _has_messages(module):
        return
    body = node.body
    documented = (
        isinstance(body[0], ast.Expr)
        and isinstance(body[0].value, ast.Constant)
        and isinstance(body[0].value.value, str)
    )
    first = body[1] if documented and len(body) > 1 else body[0]
    line = min([first.lineno, *(d.lineno for d in getattr(first, "decorator_list", ()))])
    start = module.line_starts[line - 1]
    indent = module.indentation(first)
    if first.lineno == node.lineno or not module.text[start:].startswith(indent):
        return
    yield module.edit(module.part(Span(start, start), f"{indent}longMessage = False\n"), needs_python2=True)


def _has_messages(module: Module) -> bool:
    """Whether an assertion of the file is given a message."""
    known = memory(module)
    if "assertions with messages" not in known:
        calls = module.nodes_named(ast.Call, frozenset(_PLACES))
        known["assertions with messages"] = any(isinstance(c, ast.Call) and _is_told(c) for c in calls)
    return bool(known["assertions with messages"])


def _is_told(call: ast.Call) -> bool:
    place = _PLACES.get(getattr(call.func, "attr", ""))
    return place is not None and (len(call.args) > place or any(k.arg == "msg" for k in call.keywords))


RULE = Rule(
    id="short_messages",
    family="P19",
    summary="the message of an assertion stood for what was compared, and now follows it",
    before=(
        "import unittest\nclass T(unittest.TestCase):\n    def test(self): self.assertEqual(1, 2, 'differ')\n"
        "r = unittest.TestResult()\nT('test').run(r)\nprint r.failures[0][1]\n"
    ),
    after=(
        "import unittest\nclass T(unittest.TestCase):\n    longMessage = False\n"
        "    def test(self): self.assertEqual(1, 2, 'differ')\n"
        "r = unittest.TestResult()\nT('test').run(r)\nprint(r.failures[0][1])\n"
    ),
    caveats="Only where the same file reads what a failure says; elsewhere a longer message does no harm.",
    triggers=("AssertionError", "failureException", "failures", "addFailure"),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
