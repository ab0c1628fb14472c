"""up = cPickle.Unpickler(f); up.find_global = only → an unpickler that asks it: Python 3 asks a method of its class."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.analysis.values import assigned
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

_MAKERS = frozenset(["cPickle.Unpickler", "pickle.Unpickler"])
HELPER = '''
class GlobalsUnpickler(pickle.Unpickler):
    """An unpickler that asks its find_global for what a pickle names, as cPickle's did; None allows nothing."""

    find_global = None

    def find_class(self, module, name):
        if self.find_global is None:
            raise pickle.UnpicklingError("Global and instance pickles are not supported.")
        return self.find_global(module, name)
'''


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Make the unpickler that is given one of such a class."""
    if not isinstance(node.ctx, ast.Store) or not isinstance(node.value, ast.Name):
        return
    made = assigned(node.value, module)
    if isinstance(made, ast.Call) and stdlib_name(made.func, module) in _MAKERS:
        name = helper("GlobalsUnpickler", HELPER, module, ("import pickle",))
        yield module.replace(made.func, name)


RULE = Rule(
    id="find_global",
    family="P11",
    summary="what a pickle may name is asked of a class",
    before="import pickle\nn = 1L\nup = pickle.Unpickler(f)\nup.find_global = g\n",
    after=f"import pickle\n\n{HELPER}\n\nn = 1\nup = GlobalsUnpickler(f, encoding='latin1')\nup.find_global = g\n",
    caveats="Only where the unpickler is made under the name that is given the function.",
    triggers=("find_global",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=70,
    follows=frozenset(["moved_names"]),
    nodes=(ast.Attribute,),
    names=frozenset(["find_global"]),
    visit=visit,
)
