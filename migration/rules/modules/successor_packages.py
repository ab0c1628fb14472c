"""from BeautifulSoup import … → from bs4 import …: libraries whose releases for Python 3 have another name."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.arguments import without
from migration.rule import Findings, Rule, last_names
from migration.rules.modules._renames import renamed
from migration.view.module import Module

_PICTURES = (
    "Image", "ImageChops", "ImageColor", "ImageDraw", "ImageEnhance", "ImageFile", "ImageFilter", "ImageFont",
    "ImageGrab", "ImageMath", "ImageOps", "ImagePalette", "ImageSequence", "ImageStat", "ImageTk", "PngImagePlugin",
)  # fmt: skip
#: What the last release for Python 2 called itself → the same library's name since.
SUCCESSORS = {
    "BeautifulSoup": "bs4",
    "stubout": "mox.stubbingout",
    **{name: f"PIL.{name}" for name in _PICTURES},
}


#: Arguments of its parser whose answer is always yes since.
_PARSERS = frozenset(f"BeautifulSoup.{name}" for name in ("BeautifulSoup", "BeautifulStoneSoup"))
_ARGUMENTS = frozenset(["convertEntities", "smartQuotesTo", "markupMassage"])


def visit(node: ast.Import | ast.ImportFrom | ast.Call, module: Module) -> Findings:
    """Import the library by the name that it can be installed by; what it does in any case need not be asked for."""
    if isinstance(node, ast.Call):
        gone = [k for k in node.keywords if k.arg in _ARGUMENTS]
        if gone and module.qualified_name(node.func) in _PARSERS and not module.guarded(node):
            yield module.edit(*without(gone, node, module))
        return
    for _old, parts in renamed(node, SUCCESSORS, module):
        yield module.edit(*parts)


RULE = Rule(
    id="successor_packages",
    family="P11",
    summary="libraries that Python 3 has by another name",
    before="from BeautifulSoup import BeautifulSoup\nprint BeautifulSoup(x)\n",
    after="from bs4 import BeautifulSoup\nprint(BeautifulSoup(x))\n",
    caveats="The requirements of the repository still name the old release; what the library itself changed stays.",
    triggers=tuple(sorted(SUCCESSORS)),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Import, ast.ImportFrom, ast.Call),
    names=last_names(*_PARSERS),
    visit=visit,
)
