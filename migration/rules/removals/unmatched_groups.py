r"""re.sub('(a)|b', r'\1', s) → re.sub('(a)|b', all_matched(r'\1'), s), where it is seen to be refused.

Python 2 had no replacement for a group that took no part in a match: re.error. Since 3.5 it is an empty text.
"""

from __future__ import annotations

import ast
import re

from migration.analysis.exceptions import tries_around
from migration.analysis.made import kept_by
from migration.analysis.names import defined_in_repository, stdlib_name
from migration.analysis.values import constants_held
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = r'''
def all_matched(template):
    """What is put for a match, as `template` says; an error where a group it names took no part in that."""
    escapes = re.findall(r"(?s)\\(?:[0-3][0-7]{2}|([1-9][0-9]?)|g<([^>]*)>|.)", template)
    named = [number or name for number, name in escapes if number or name]

    def replaced(match):
        if any(match[int(name) if name.isdigit() else name] is None for name in named):
            raise re.error("unmatched group")
        return match.expand(template)

    return replaced
'''
_REPLACING = frozenset(["sub", "subn"])
_COMPILERS = frozenset(["re.compile"])
_GROUP = re.compile(r"\\(?:[1-9]|g<)")
#: What can leave a group out.
_OPTIONAL = re.compile(r"[|?*]|\{(?:0|,)")
_ERRORS = frozenset(["re.error", "sre_constants.error"])
_ANY_ERROR = frozenset(["builtins.Exception", "builtins.StandardError"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Check the groups of a template that is written out, in a try that handles what was wrong with it."""
    if not isinstance(node.func, (ast.Attribute, ast.Name)) or not _is_handled(node, module):
        return
    name = stdlib_name(node.func, module) or ""
    if name in ("re.sub", "re.subn"):
        pattern, template = node.args[:1], node.args[1:2]
    elif isinstance(node.func, ast.Attribute) and node.func.attr in _REPLACING:
        compiled = kept_by(node.func.value, module, _COMPILERS)
        pattern, template = compiled.args[:1] if compiled is not None else [], node.args[:1]
    else:
        yield from _expanded(node, module)
        return
    if not pattern or not template or not _names_group(template[0]):
        return
    known = constants_held(pattern[0], module)
    if any(isinstance(one.value, str) and _OPTIONAL.search(one.value) for one in known):
        made = helper("all_matched", HELPER, module, ("import re",))
        yield module.edit(module.in_call(template[0], made))


def _expanded(node: ast.Call, module: Module) -> Findings:
    """match.expand(template): which match that is does not show."""
    own = defined_in_repository("expand", module)
    if own or not isinstance(node.func, ast.Attribute) or node.func.attr != "expand" or node.keywords:
        return
    if len(node.args) == 1 and _names_group(node.args[0]):
        made = helper("all_matched", HELPER, module, ("import re",))
        template, match = module.sub(node.args[0]), module.sub(node.func.value)
        yield module.replace(node, made, "(", *template, ")(", *match, ")")


def _names_group(template: ast.expr) -> bool:
    text = template.value if isinstance(template, ast.Constant) else None
    return isinstance(text, str) and _GROUP.search(text) is not None


def _is_handled(node: ast.Call, module: Module) -> bool:
    """Whether the error is caught by its name, or by any, where nothing else is tried."""
    for tried in tries_around(node, module):
        for handler in tried.handlers:
            kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            names = {"builtins.Exception" if k is None else stdlib_name(k, module) for k in kinds}
            if names & _ERRORS or (names & _ANY_ERROR and len(tried.body) == 1):
                return True
    return False


RULE = Rule(
    id="unmatched_groups",
    family="P19",
    summary="a replacement that names a group which took no part in the match was an error",
    before=("import re\ntry:\n    a = re.sub('(x)|y', r'<\\1>', b)\nexcept re.error:\n    a = 1L\n"),
    after=(
        f"import re\n\n{HELPER}\n\ntry:\n    a = re.sub('(x)|y', all_matched(r'<\\1>'), b)\n"
        "except re.error:\n    a = 1\n"
    ),
    caveats="Only where the error is caught in the same function, and the template is written out.",
    triggers=("sub", "subn", "expand"),
    needs_python2=True,
    nodes=(ast.Call,),
    names=_REPLACING | {"expand"},
    visit=visit,
)
