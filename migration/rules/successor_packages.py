"""from BeautifulSoup import … → from bs4 import …: libraries whose releases for Python 3 have another name."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._renames import renamed

_PICTURES = (
    "Image", "ImageChops", "ImageColor", "ImageDraw", "ImageEnhance", "ImageFile", "ImageFilter", "ImageFont",
    "ImageGrab", "ImageMath", "ImageOps", "ImagePalette", "ImageSequence", "ImageStat", "ImageTk", "PngImagePlugin",
)  # fmt: skip
#: What the last release for Python 2 called itself → the same library's name since.
SUCCESSORS = {"BeautifulSoup": "bs4", **{name: f"PIL.{name}" for name in _PICTURES}}


def visit(node: ast.Import | ast.ImportFrom, module: Module) -> Findings:
    """Import the library by the name that it can be installed by."""
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
    nodes=(ast.Import, ast.ImportFrom),
    visit=visit,
)
