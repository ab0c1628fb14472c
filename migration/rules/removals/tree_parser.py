"""class P(ElementTree.XMLTreeBuilder): self._parser.CommentHandler = … → class P(TreeParser), which has a _parser.

The parser of element trees was written in Python, and classes that derive from it use its parts: the parser of expat,
the target, methods for each event. That of Python 3 is written in C and shows none of them.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
class TreeParser:
    """The parser of element trees as Python 2 had it, with its parts in sight of classes that derive from it."""

    def __init__(self, html=0, target=None, encoding=None):
        from xml.etree.ElementTree import TreeBuilder
        from xml.parsers import expat

        self.parser = self._parser = parser = expat.ParserCreate(encoding, "}")
        self.target = self._target = TreeBuilder() if target is None else target
        self._error = expat.error
        self._names = {}
        self.entity = {}
        parser.buffer_text = parser.ordered_attributes = parser.specified_attributes = True
        parser.DefaultHandlerExpand = self._default
        parser.StartElementHandler = self._start_list
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.CommentHandler = self._comment
        parser.ProcessingInstructionHandler = self._pi
        parser.StartDoctypeDeclHandler = self._start_doctype

    def _raiseerror(self, value):
        from xml.etree.ElementTree import ParseError

        error = ParseError(value)
        error.code, error.position = value.code, (value.lineno, value.offset)
        raise error

    def _fixtext(self, text):
        return text

    def _fixname(self, key):
        if key not in self._names:
            self._names[key] = "{" + key if "}" in key else key
        return self._names[key]

    def _start(self, tag, attrib_in):
        attributes = {self._fixname(key): value for key, value in attrib_in.items()}
        return self.target.start(self._fixname(tag), attributes)

    def _start_list(self, tag, attrib_in):
        names = map(self._fixname, attrib_in[::2])
        return self.target.start(self._fixname(tag), dict(zip(names, attrib_in[1::2])))

    def _data(self, text):
        return self.target.data(text)

    def _end(self, tag):
        return self.target.end(self._fixname(tag))

    def _comment(self, data):
        told = getattr(self.target, "comment", None)
        return told and told(data)

    def _pi(self, target, data):
        told = getattr(self.target, "pi", None)
        return told and told(target, data)

    def _start_doctype(self, name, system, public, internal):
        if system is not None:
            (getattr(self.target, "doctype", None) or self.doctype)(name, public, system)

    def doctype(self, name, pubid, system):
        pass

    def _default(self, text):
        if not text.startswith("&"):
            return
        if text[1:-1] in self.entity:
            self.target.data(self.entity[text[1:-1]])
            return
        where = self._parser.ErrorLineNumber, self._parser.ErrorColumnNumber
        error = self._error("undefined entity %s: line %d, column %d" % (text, *where))
        error.code, error.lineno, error.offset = 11, *where
        raise error

    def feed(self, data):
        try:
            self._parser.Parse(data, False)
        except self._error as error:
            self._raiseerror(error)

    def close(self):
        try:
            self._parser.Parse("", True)
        except self._error as error:
            self._raiseerror(error)
        return self.target.close()
'''
#: The names that the class has in Python 2, and what it makes.
_CLASSES = frozenset(["xml.etree.ElementTree.XMLParser", "xml.etree.ElementTree.XMLTreeBuilder"])
#: Its parts, which nothing shows in Python 3.
_PARTS = frozenset(
    [
        "_comment", "_data", "_default", "_doctype", "_end", "_error", "_fixname", "_fixtext", "_names", "_parser",
        "_pi", "_raiseerror", "_start", "_start_list", "_target", "parser",
    ]
)  # fmt: skip


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Have a class that uses the parts of its base derive from one that has them."""
    bases = [base for base in node.bases if _is_parser(base, module)]
    if len(bases) != 1 or not _uses_parts(node, bases[0]):
        return
    wanted, name = ast.unparse(bases[0]), helper("TreeParser", HELPER, module)
    spelled = [
        n for n in ast.walk(node) if isinstance(n, (ast.Name, ast.Attribute)) and ast.unparse(n) == wanted
    ]
    yield module.edit(*(module.part(n, name) for n in spelled))


def _is_parser(base: ast.expr, module: Module) -> bool:
    """Whether a base is the library's, or one of its older release where there is none but the library's."""
    if stdlib_name(base, module) in _CLASSES:
        return True
    bindings = module.bindings(base) if isinstance(base, ast.Name) else []
    sources = [b.node for b in bindings if isinstance(b.node, ast.ImportFrom)]
    return (
        len(sources) == len(bindings) > 1
        and any(f"{s.module}.{_imported(s, base)}" in _CLASSES for s in sources)
        and all((s.module or "").rpartition(".")[2] in ("ElementTree", "cElementTree") for s in sources)
    )


def _imported(statement: ast.ImportFrom, base: ast.expr) -> str:
    """What a statement imports under the name that `base` is."""
    wanted = getattr(base, "id", "")
    return next((a.name for a in statement.names if (a.asname or a.name) == wanted), "")


def _uses_parts(node: ast.ClassDef, base: ast.expr) -> bool:
    """Whether a class reads parts of its base that it does not give itself: of its objects, or of the base."""
    wanted, own, used = ast.unparse(base), set[str](), set[str]()
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute) and one.attr in _PARTS:
            if isinstance(one.ctx, ast.Store):
                own.add(one.attr)
            elif ast.unparse(one.value) in ("self", wanted):
                used.add(one.attr)
    return bool(used - own)


RULE = Rule(
    id="tree_parser",
    family="P19",
    summary="the parser of element trees shows classes that derive from it no parts any more",
    before=(
        "from xml.etree.ElementTree import Comment, XMLTreeBuilder\n\n\n"
        "class Commented(XMLTreeBuilder):\n    def __init__(self):\n        XMLTreeBuilder.__init__(self)\n"
        "        self._parser.CommentHandler = self.comment\n\n"
        "    def comment(self, data):\n        self._target.start(Comment, {})\n"
        "        self._target.data(data)\n        self._target.end(Comment)\n"
    ),
    after=(
        "from xml.etree.ElementTree import Comment, XMLParser\n\n\n"
        f"{HELPER.strip()}\n\n\n"
        "class Commented(TreeParser):\n    def __init__(self):\n        TreeParser.__init__(self)\n"
        "        self._parser.CommentHandler = self.comment\n\n"
        "    def comment(self, data):\n        self._target.start(Comment, {})\n"
        "        self._target.data(data)\n        self._target.end(Comment)\n"
    ),
    caveats="The helper is slower than the library's parser, and tells no version of expat.",
    triggers=("XMLTreeBuilder", "XMLParser"),
    exactness=Exactness.EXACT,
    needs_python2=True,
    order=40,
    nodes=(ast.ClassDef,),
    visit=visit,
)
