"""class T(NullTranslations): def ugettext → with gettext = ugettext behind it: that is what the library calls."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import class_of, classes, defines, foreign_bases
from migration.analysis.names import memory
from migration.rule import Findings, Rule
from migration.view.module import Module

_NEW = {"ugettext": "gettext", "ungettext": "ngettext"}
_BASES = frozenset(["gettext.NullTranslations", "gettext.GNUTranslations"])
_FALLBACK = frozenset(["add_fallback"])


def visit(node: ast.FunctionDef, module: Module) -> Findings:
    """Give the method its new name as well: the program may call it by the old one."""
    owner = module.parent(node)
    new = _NEW.get(node.name)
    if new is None or not isinstance(owner, ast.ClassDef) or not _is_of_library(owner, module):
        return
    if defines(owner, new, module) or _is_asked_by_new_name(owner, new, module):
        return
    end = module.text.find("\n", module.span(node).end)
    end = len(module.text) if end < 0 else end
    if module.text[module.span(node).end : end].strip()[:1] == ";":
        return
    blank = "" if node.body[-1].lineno == node.lineno else "\n"
    text = f"\n{blank}{module.indentation(node)}{new} = {node.name}"
    yield module.replace_span((end, end), text, needs_python2=True)


def _is_asked_by_new_name(owner: ast.ClassDef, new: str, module: Module) -> bool:
    """Whether the file asks objects that may be of a class by the new name, which another method of the library's had;
    of those that are only asked after others nobody does.
    """
    if owner.name in _fallbacks(module):
        return False
    asked = (a for a in module.nodes_named(ast.Attribute, frozenset([new])) if isinstance(a, ast.Attribute))
    return any(module.qualified_name(a) is None and class_of(a.value, module) in (owner, None) for a in asked)


def _is_of_library(owner: ast.ClassDef, module: Module) -> bool:
    """Whether objects of a class are asked for translations by the library: it derives from its classes, or one is made
    to be asked after those.
    """
    if len(classes(module).get(owner.name, ())) != 1:
        return False
    return not _BASES.isdisjoint(foreign_bases(owner, module)) or owner.name in _fallbacks(module)


def _fallbacks(module: Module) -> set[str]:
    """The names of what is called to make what is given to add_fallback."""
    known = memory(module)
    if "fallbacks" not in known:
        calls = [c for c in module.nodes_named(ast.Call, _FALLBACK) if isinstance(c, ast.Call)]
        made = [a for c in calls if isinstance(c.func, ast.Attribute) and len(c.args) == 1 for a in c.args]
        known["fallbacks"] = {
            a.func.id for a in made if isinstance(a, ast.Call) and isinstance(a.func, ast.Name)
        }
    return known["fallbacks"]  # type: ignore[no-any-return]


RULE = Rule(
    id="translation_methods",
    family="P14",
    summary="the library asks translations by gettext and ngettext",
    before="from gettext import NullTranslations\nclass T(NullTranslations):\n    def ugettext(self, m):\n"
    "        return m.upper()\nn = 1L\n",
    after="from gettext import NullTranslations\nclass T(NullTranslations):\n    def ugettext(self, m):\n"
    "        return m.upper()\n\n    gettext = ugettext\nn = 1\n",
    caveats="Not where the class or a base in the file has a method of the new name, too, which gave octets.",
    triggers=tuple(_NEW),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.FunctionDef,),
    visit=visit,
)
