"""class T(TestCase): assertEqual(a, b, 'm') → longMessage = False, where the program reads what a failure says."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import classes, local_bases
from migration.analysis.names import memory, stdlib_name
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

_LINE = "longMessage = False"
#: What looks at the message of a failed assertion.
_READ = re.compile(
    r"except[ \t]*\(?[ \t]*(?:AssertionError|[\w.]+\.failureException)\b[^:\n]*[ \t]as[ \t]"
    r"|assertRaisesRegex(?:p|)\([ \t]*(?:AssertionError|[\w.]+\.failureException)\b"
    r"|\.failures[ \t]*\[|i(?<!\wi)n[ \t]+[\w.]+\.failures\b|d(?<!\wd)ef[ \t]+addFailure\b"
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
    if not _are_read(module):
        return
    # A base of another file may say what is to be shown.
    if not all(_is_seen(base, module) for one in local_bases(node, module) for base in one.bases):
        return
    first = node.body[0]
    if ast.get_docstring(node, clean=False) is not None:
        end = module.span(first).end
        line_end = module.line_span(first).end
        rest = module.text[end:line_end].lstrip(" \t")
        if module.text[: module.start(first)].rpartition("\n")[2].strip() or rest.startswith(";"):
            part = module.part(Span(end, end), f"; {_LINE}")
        else:
            opened = "" if module.text[:line_end].endswith("\n") else "\n"
            part = module.part(Span(line_end, line_end), f"{opened}{module.indentation(first)}{_LINE}\n")
    else:
        start = min(map(module.start, [first, *getattr(first, "decorator_list", ())]))
        before = module.text[:start].rpartition("\n")[2]
        if before.strip(" \t@"):
            part = module.part(Span(start, start), f"{_LINE}; ")
        else:
            start -= len(before)
            part = module.part(Span(start, start), f"{module.indentation(first)}{_LINE}\n")
    yield module.edit(part, needs_python2=True)


def _is_seen(base: ast.expr, module: Module) -> bool:
    """Whether a base is a class of the file, or one of the library that says nothing of messages."""
    own = isinstance(base, ast.Name) and base.id in classes(module)
    return own or stdlib_name(base, module) == "unittest.TestCase" or module.is_builtin(base, "object")


def _are_read(module: Module) -> bool:
    """Whether an assertion of the file is given a message, and something reads one; the same for all its classes."""
    known = memory(module)
    if "messages are read" not in known:
        calls = module.nodes_named(ast.Call, frozenset(_PLACES))
        told = any(isinstance(c, ast.Call) and _is_told(c) for c in calls)
        known["messages are read"] = (
            told and "longMessage" not in module.text and _READ.search(module.text) is not None
        )
    return bool(known["messages are read"])


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
