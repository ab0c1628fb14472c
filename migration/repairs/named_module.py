"""ImportError: Failed to import ['cPickle'] → the text that names the module, where the program imports by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.source.edits import Edit
from migration.stdlib.names import BUFFER_MODULES, RENAMED_DATABASES, RENAMED_MODULES
from migration.trees.constants import text_of

_MODULES = RENAMED_MODULES | RENAMED_DATABASES | BUFFER_MODULES
_QUOTED = re.compile(r"""(['"])([A-Za-z_][\w.]*)\1""")
#: Names that no English word is taken for: `cPickle`, `ConfigParser`.
_UNLIKE_WORDS = re.compile(r"\b_*[A-Za-z]*[a-z][A-Z][\w.]*\b")


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Rename what names the module: on the lines that ran; in all calls alike; in the file."""
    for name in dict.fromkeys(_named(scene.failure.message)):
        if name not in _MODULES or _is_of_program(scene, name):
            continue
        places = [n for n in _literals(scene, name) if _is_handed_over(scene, n, name)]
        running = set(scene.along(ast.Constant))
        here = [n for n in places if n in running]
        called = {c for n in here if (c := _called(scene, n))}
        alike = [n for n in places if n in here or _called(scene, n) in called]
        yield Candidate(tuple(_renamed(scene, n, name) for n in alike), 12, "calls alike")
        if match["plain"] is None:
            yield Candidate(tuple(_renamed(scene, n, name) for n in here), 16, "here")
        if _UNLIKE_WORDS.fullmatch(name):
            # A text like any other, 'Queue', may mean anything where no line is known to have handed it over.
            yield Candidate(tuple(_renamed(scene, n, name) for n in places), 24, "file")


def _named(message: str) -> Iterator[str]:
    """What a message may name as a module, as a whole and without what is asked of it."""
    for name in [*(quoted for _, quoted in _QUOTED.findall(message)), *_UNLIKE_WORDS.findall(message)]:
        yield name
        yield name.partition(".")[0]


def _is_of_program(scene: Scene, name: str) -> bool:
    """Whether the repository has a module of that name itself."""
    path = name.replace(".", "/")
    return any(
        f"/{key}".endswith((f"/{path}.py", f"/{path}/__init__.py")) for key in scene.module.facts.index.keys
    )


def _literals(scene: Scene, name: str) -> list[ast.Constant]:
    """The texts that are the module's name, or that of something in it."""
    wanted = re.compile(rf"{re.escape(name)}(?:\.[A-Za-z_]\w*)?")
    found = [n for n in scene.module.nodes_of(ast.Constant) if isinstance(n, ast.Constant)]
    return [n for n in found if wanted.fullmatch(text_of(n) or "")]


def _is_handed_over(scene: Scene, node: ast.Constant, name: str) -> bool:
    """Whether a text is an argument, a value or one of several, and today's name is not beside it."""
    parent = scene.module.parent(node)
    if isinstance(parent, ast.List | ast.Tuple | ast.Set):
        return all(text_of(one) != _today(text_of(node) or "", name) for one in parent.elts)
    if isinstance(parent, ast.Dict):
        return node in parent.values
    if isinstance(parent, ast.Call):
        return all(text_of(one) != _today(text_of(node) or "", name) for one in parent.args)
    return isinstance(parent, ast.keyword) or (isinstance(parent, ast.Assign) and parent.value is node)


def _called(scene: Scene, node: ast.AST) -> str:
    """What is called with a text, or with a row of such."""
    parent = scene.module.parent(node)
    if isinstance(parent, ast.List | ast.Tuple | ast.Set | ast.keyword):
        parent = scene.module.parent(parent)
    return ast.unparse(parent.func) if isinstance(parent, ast.Call) else ""


def _today(text: str, name: str) -> str:
    return _MODULES[name] + text.removeprefix(name)


def _renamed(scene: Scene, node: ast.Constant, name: str) -> Edit:
    return scene.module.replace(node, repr(_today(node.value, name)))  # type: ignore[arg-type]


REPAIR = Repair(
    id="named_module",
    summary="a module that a text names for the program to import has its name of today",
    failure=Failure("ImportError", "Failed to import ['cPickle']", line=1),
    before="@imports(['cPickle'])\ndef dump(x):\n    pass\n@imports(['cPickle', 'gc'])\ndef load(x):\n    pass\n",
    after="@imports(['pickle'])\ndef dump(x):\n    pass\n@imports(['pickle', 'gc'])\ndef load(x):\n    pass\n",
    caveats="A name that the program makes of the module's, and looks for elsewhere, is another one then.",
    pattern=re.compile(r"^(?:ImportError|ModuleNotFoundError): (?P<plain>No module named '[\w.]+'$)?"),
    offer=offer,
    order=30,
)
