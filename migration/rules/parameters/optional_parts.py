"""setuptools.Feature → OptionalPart, setup(features=…) → setup(**parts_built(…)): setuptools 46 forgot them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.rewriting.imports import import_no_more
from migration.rule import Finding, Findings, Rule
from migration.view.module import Module

_FEATURE = "setuptools.Feature"
_SETUP = frozenset(["setuptools.setup", "distutils.core.setup"])
HELPER = '''
class OptionalPart:
    """A part of a distribution that is built where it is `standard`, as setuptools had it up to version 46."""

    def __init__(self, description, standard=False, available=True, optional=True, **options):
        wanted = standard and available
        self.options = {k: v for k, v in options.items() if wanted and k not in ("require_features", "remove")}
'''
BUILT = '''
def parts_built(features):
    """What setup() is told of the optional parts that are built."""
    told = {}
    for part in (features or {}).values():
        for name, values in part.options.items():
            told[name] = told.get(name, []) + list(values)
    return told
'''


def visit(node: ast.ImportFrom | ast.Name | ast.Attribute | ast.Call, module: Module) -> Findings:
    """Take a class of the file's own in its place, and tell setup() what comes of it."""
    if isinstance(node, ast.ImportFrom):
        gone = [
            a for a in node.names if node.module == "setuptools" and a.name == "Feature" and not node.level
        ]
        if gone:
            yield from import_no_more(node, gone, module)
    elif isinstance(node, ast.Call):
        yield from _told(node, module)
    elif isinstance(node.ctx, ast.Load) and module.qualified_name(node) == _FEATURE:
        yield module.replace(node, module.helper("OptionalPart", HELPER))


def _told(call: ast.Call, module: Module) -> Iterator[Finding]:
    if stdlib_name(call.func, module) not in _SETUP and module.qualified_name(call.func) not in _SETUP:
        return
    for keyword in call.keywords:
        if keyword.arg == "features":
            name = module.helper("parts_built", BUILT)
            yield module.replace(keyword, "**", name, "(", *module.sub(keyword.value), ")")


RULE = Rule(
    id="optional_parts",
    family="P16",
    summary="optional parts of distributions, which setuptools knows no more, are told to setup() themselves",
    before="from setuptools import Feature, setup\nsetup(name='a', features={'b': Feature('c', standard=True)})\n",
    after="from setuptools import setup\n\n\n"
    + HELPER.strip()
    + "\n\n\n"
    + BUILT.strip()
    + "\n\n\nsetup(name='a', **parts_built({'b': OptionalPart('c', standard=True)}))\n",
    caveats="No option of the command line leaves a part out or takes one in.",
    triggers=("Feature",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.ImportFrom, ast.Name, ast.Attribute, ast.Call),
    visit=visit,
)
