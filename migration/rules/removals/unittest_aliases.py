"""self.assertEquals → self.assertEqual, and the other aliases of unittest."""

from __future__ import annotations

import ast

from migration.analysis.classes import asked_above
from migration.analysis.names import defined_in_repository
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Gone in 3.12.
_ALIASES = {
    "assertEquals": "assertEqual",
    "assertNotEquals": "assertNotEqual",
    "assert_": "assertTrue",
    "assertAlmostEquals": "assertAlmostEqual",
    "assertNotAlmostEquals": "assertNotAlmostEqual",
    "assertRegexpMatches": "assertRegex",
    "assertNotRegexpMatches": "assertNotRegex",
    "assertRaisesRegexp": "assertRaisesRegex",
    "failUnlessEqual": "assertEqual",
    "failIfEqual": "assertNotEqual",
    "failUnlessAlmostEqual": "assertAlmostEqual",
    "failIfAlmostEqual": "assertNotAlmostEqual",
    "failUnless": "assertTrue",
    "failIf": "assertFalse",
    "failUnlessRaises": "assertRaises",
}
_OLDER = {"assertItemsEqual": "assertCountEqual"}
_ALL = _ALIASES | _OLDER


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Rename an alias, unless the repository defines a method of that name."""
    new = _ALL.get(node.attr)
    if new is None or not isinstance(node.ctx, ast.Load) or defined_in_repository(node.attr, module, True):
        return
    optional = node.attr in _ALIASES and module.target < (3, 12)
    if above := asked_above(node, new, module):
        yield module.replace(node, f"{above}.{new}", needs_python2=optional)
        return
    end = module.span(node).end
    yield module.replace_span((end - len(node.attr), end), new, needs_python2=optional)


RULE = Rule(
    id="unittest_aliases",
    family="P19",
    summary="old names of unittest's assertions",
    before="def test(self): self.assertItemsEqual(a, b)\n",
    after="def test(self): self.assertCountEqual(a, b)\n",
    triggers=tuple(_ALL),
    nodes=(ast.Attribute,),
    visit=visit,
)
