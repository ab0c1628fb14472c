""">>> from sibling import f → >>> from package.sibling import f: examples in docstrings import as their file does."""

from __future__ import annotations

import re
from posixpath import dirname

from environment.traces import Exactness
from migration.analysis.docstrings import NAMES, NODES, Documented, docstrings
from migration.rule import Findings, Phase, Rule
from migration.source.edits import Span
from migration.view.module import Module

#: An import of one module that stands alone on the first line of an example.
_IMPORT = re.compile(
    r"^[ \t]*>>> (?:from[ \t]+(?P<source>[A-Za-z_][\w.]*)[ \t]+import\b|"
    r"(?P<import>import[ \t]+)(?P<whole>[A-Za-z_]\w*)(?=[ \t]*(?:as[ \t]+\w+[ \t]*)?(?:#|;|$)))",
    re.MULTILINE,
)
#: What a file that is run, or tests itself, has.
_RUN = re.compile(r"""(?<!\w)(?:testmod|run_docstring_examples)[ \t]*\(|['"]__main__['"]""")


def visit(node: Documented, module: Module) -> Findings:
    """Name the package, from the top: it is on the path where tests are run."""
    for span, _ in docstrings(node, module):
        parts = []
        for found in _IMPORT.finditer(module.text[span.start : span.end]):
            group = "source" if found["source"] else "whole"
            spelled = _spelled(found[group], group == "whole", module)
            if spelled is not None:
                begin = found.start(group) if found["source"] else found.start("import")
                parts.append(module.part(Span(span.start + begin, span.start + found.end(group)), spelled))
        if parts:
            yield module.edit(*parts, needs_python2=True)


def _spelled(dotted: str, whole: bool, module: Module) -> str | None:
    """What names a module beside the file from the top of its package; None for any other."""
    index, folder = module.facts.index, dirname(module.facts.key)
    found = index.implicit_relative(module.facts.key, dotted)
    if found is None or found == module.facts.key:
        return None
    top = folder
    while dirname(top) in index.packages:
        top = dirname(top)
    root = dirname(top)
    package = folder[len(root) :].strip("/").replace("/", ".")
    head = package.split(".")[0]
    # What the file's folder has by the name of the whole package would be meant by that.
    if dotted.split(".")[0] == head or index.module_file(folder, head) is not None:
        return None
    return f"from {package} import {dotted}" if whole else f"{package}.{dotted}"


def _has_siblings(module: Module) -> bool:
    """Whether the file has any that a bare name can mean.

    One that is run as a script finds them by that name in Python 3 too, and may not find its package.
    """
    if dirname(module.facts.key) not in module.facts.index.packages or module.has_future("absolute_import"):
        return False
    return _RUN.search(module.text) is None and not module.text.startswith("#!")


RULE = Rule(
    id="doctest_imports",
    family="P18",
    summary="examples in docstrings import modules beside their file by the name of the package",
    before='"""\n>>> from a import b\n"""\n',
    after='"""\n>>> from a import b\n"""\n',
    caveats="Imports of one module, in the first line of an example of a file that is not run as a script.",
    triggers=(">>> from", ">>> import"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    phase=Phase.FINISH,
    nodes=NODES,
    names=NAMES,
    when=_has_siblings,
    visit=visit,
)
