"""ElementTree.tostring(e) → tostring(sorted_attributes(e)): Python 2 wrote attributes of XML by name."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.called import function_called
from migration.analysis.made import made_by
from migration.analysis.names import defined_in_repository, memory, stdlib_name
from migration.analysis.strings.written_trees import TREES
from migration.rewriting.helpers import helper, inside_helper, is_helper
from migration.rule import Findings, Rule
from migration.rules.codecs.element_text import chosen_among
from migration.view.module import Module

ELEMENTS = '''
def sorted_attributes(tree):
    """A tree whose attributes are written in the order of their names, as Python 2 wrote them."""
    for element in tree.iter():
        attributes = sorted(element.attrib.items())
        element.attrib.clear()
        element.attrib.update(attributes)
    return tree
'''
NODES = '''
def attributes_by_name(node):
    """A node whose attributes are written in the order of their names, as Python 2 wrote them."""
    for element in [node, *getattr(node, "getElementsByTagName", lambda name: [])("*")]:
        named = getattr(element, "_attrs", None) or {}
        attributes = sorted(named.items())
        named.clear()
        named.update(attributes)
    return node
'''
_MODULES = ("xml.etree.ElementTree", "xml.etree.cElementTree")
_WRITERS = frozenset(f"{m}.{name}" for m in _MODULES for name in ("tostring", "tostringlist", "dump"))
#: What ElementTree was called by: not lxml, which kept the order.
_CALLED = frozenset(["elementtree.ElementTree", "cElementTree", "ElementTree", "elementtree", *_MODULES])
#: Since then attributes are written in the order in which they were made.
_SINCE = (3, 8)
_METHODS = frozenset(["toxml", "toprettyxml", "writexml"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Sort them before they are written, where the standard library writes them."""
    function = node.func
    if module.target < _SINCE or inside_helper(node, ELEMENTS, module) or inside_helper(node, NODES, module):
        return
    if stdlib_name(function, module) in _WRITERS or chosen_among(_CALLED, function, module):
        if node.args and not isinstance(node.args[0], ast.Starred):
            yield from _sorted(node.args[0], ELEMENTS, module)
    elif isinstance(function, ast.Attribute):
        if function.attr == "write" and made_by(function.value, module, TREES) is not None:
            yield from _sorted(function.value, ELEMENTS, module)
        elif function.attr in _METHODS and _is_for_documents(module):
            yield from _sorted(function.value, NODES, module)


def _sorted(tree: ast.expr, source: str, module: Module) -> Findings:
    made = function_called(tree, module) if isinstance(tree, ast.Call) else None
    if made is None or not is_helper(made, source):
        yield module.edit(module.in_call(tree, helper(_named(source), source, module)))


def _named(source: str) -> str:
    return source[: source.index("(")].split()[-1]


def _is_for_documents(module: Module) -> bool:
    """Whether the file makes or reads documents by xml.dom, and no class of the repository writes itself like that."""
    known = memory(module)
    if "documents" not in known:
        imported = any(
            (getattr(n, "module", None) or "").startswith("xml.dom")
            or any(a.name.startswith("xml.dom") or a.name == "minidom" for a in n.names)  # type: ignore[attr-defined]
            for n in module.nodes_of(ast.Import, ast.ImportFrom)
        )
        known["documents"] = imported and not any(defined_in_repository(m, module) for m in _METHODS)
    return bool(known["documents"])


RULE = Rule(
    id="attribute_order",
    family="P10",
    summary="attributes of XML are written in the order of their names",
    before="from xml.etree import ElementTree\nprint 1L\nElementTree.dump(e)\n",
    after=f"from xml.etree import ElementTree\n\n{ELEMENTS}\n\nprint(1)\nElementTree.dump(sorted_attributes(e))\n",
    caveats="Only what the standard library writes, called in the file that imports it.",
    triggers=("ElementTree", "ET", "cElementTree", "minidom", "xml"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Call,),
    names=frozenset(["tostring", "tostringlist", "dump", "write", *_METHODS]),
    visit=visit,
)
