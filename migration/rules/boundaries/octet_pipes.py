"""subprocess.Popen(…, stdout=PIPE) → OctetsPopen(…): pipes to processes carry octets where native strings are these.

So do those that os.popen opens.
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.analysis.strings.as_bytes import CHARACTERS
from migration.analysis.strings.octet_calls import is_argument_of, is_decoded
from migration.analysis.strings.pipes import STREAMS, TEXT
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

HELPER = '''
class OctetsPopen(subprocess.Popen):
    """A process whose pipes carry octets as the characters of the same numbers (Latin-1)."""

    class Pipe:
        def __init__(self, pipe):
            self.pipe = pipe

        def read(self, size=-1):
            octets = b"" if size >= 0 else self.pipe.read()
            while len(octets) < size and (more := self.pipe.read(size - len(octets))):
                octets += more
            return octets.decode("latin-1")

        def readline(self):
            return self.pipe.readline().decode("latin-1")

        def readlines(self):
            return list(self)

        def __iter__(self):
            return iter(self.readline, "")

        def write(self, text):
            octets = memoryview(text.encode("latin-1") if isinstance(text, str) else text)
            while octets:
                octets = octets[self.pipe.write(octets) :]
            self.pipe.flush()

        def writelines(self, lines):
            for line in lines:
                self.write(line)

        def __getattr__(self, name):
            return getattr(self.pipe, name)

    @classmethod
    def given(cls, value):
        """What the program is given: octets that are text in UTF-8 as that text, which goes out as these."""
        if isinstance(value, (list, tuple)):
            return [cls.given(one) for one in value]
        try:
            return value.encode("latin-1").decode() if isinstance(value, str) else value
        except UnicodeError:
            return value  # Text as the system gave it, not its octets.

    def __init__(self, args, *others, **options):
        if options.get("env"):
            options["env"] = {name: self.given(value) for name, value in options["env"].items()}
        super().__init__(self.given(args), *others, **options)
        if not self.text_mode:
            pipes = self.stdin, self.stdout, self.stderr
            self.stdin, self.stdout, self.stderr = (p and self.Pipe(p) for p in pipes)

    def communicate(self, input=None):
        pipes = self.stdin, self.stdout, self.stderr
        self.stdin, self.stdout, self.stderr = (getattr(p, "pipe", p) for p in pipes)
        octets = input.encode("latin-1") if isinstance(input, str) and not self.text_mode else input
        found = super().communicate(octets)
        return tuple(f.decode("latin-1") if isinstance(f, bytes) else f for f in found)
'''
#: What opens a pipe to a command of the shell: such a file is made for the system's codec of names.
OPENED = '''
def popen_octets(command, *how):
    """os.popen() with a file whose bytes are read and written as the characters of the same numbers (Latin-1)."""
    try:
        command = command.encode("latin-1").decode()
    except UnicodeError:
        pass  # Text as the system gave it, not its octets.
    pipe = os.popen(command, *how)
    pipe.reconfigure(encoding="latin-1", newline="\\n")
    return pipe
'''
#: What other functions are given that run a program, or the settings for one.
GIVEN = '''
def given_octets(value):
    """What a program is given: octets that are text in UTF-8 as that text, which goes out as these."""
    if isinstance(value, (list, tuple)):
        return [given_octets(one) for one in value]
    if isinstance(value, dict):
        return {name: given_octets(one) for name, one in value.items()}
    try:
        return value.encode("latin-1").decode() if isinstance(value, str) else value
    except UnicodeError:
        return value  # Text as the system gave it, not its octets.
'''
#: Octets beyond ASCII, in an escape or as a character.
_HIGH = re.compile(r"\\x[89a-fA-F][0-9a-fA-F]|[^\x00-\x7f]")
#: Where a test puts something else in the place of the class.
_REPLACED_OPENER = re.compile(
    r"popen(?:(?<=['\"]popen)['\"]|(?<=['\"]os\.popen)['\"]|(?<=os\.popen)(?<!\wos\.popen)\s*=[^=])"
)
_REPLACED = re.compile(r"['\"](?:subprocess\.)?Popen['\"]|\bsubprocess\.Popen\s*=[^=]")


def visit(node: ast.Call | ast.Attribute, module: Module) -> Findings:
    """Use the class where something is piped; decode what a call gives at once, also if it failed in the end."""
    if isinstance(node, ast.Attribute):
        if _is_output_of_failed(node, module):
            yield module.edit(module.in_call(node, module.helper("characters", CHARACTERS)), guarded=True)
        return
    name = stdlib_name(node.func, module)
    if name == "os.popen":
        yield from _opened(node, module)
        return
    if name not in ("subprocess.Popen", "subprocess.check_output"):
        return
    named = {k.arg for k in node.keywords}
    if named & (TEXT - {None}):
        return
    if name == "subprocess.check_output":
        parent = module.parent(node)
        if None not in named and not (isinstance(parent, ast.Attribute) and parent.attr == "decode"):
            end = module.span(node).end
            decoded = Part(Span(end - 1, end), (').decode("latin-1")',))
            yield module.edit(*_given(node, module), decoded, guarded=True)
    elif (named & STREAMS or None in named) and not module.facts.index.matches(_REPLACED):
        made = module.helper("OctetsPopen", HELPER, imports=("import subprocess",))
        yield module.replace(node.func, made, guarded=True)


def _given(node: ast.Call, module: Module) -> list[Part]:
    """The parts that give a program octets as they are, where the file spells such and more than literals is given."""
    if not _HIGH.search(module.text):
        return []
    values = [*node.args[:1], *(k.value for k in node.keywords if k.arg in ("args", "env"))]
    unknown = [
        v
        for v in values
        if not isinstance(v, ast.Starred)
        and any(not isinstance(n, ast.Constant) or not str(n.value).isascii() for n in _leaves(v))
    ]
    return [module.in_call(v, module.helper("given_octets", GIVEN)) for v in unknown]


def _leaves(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]


def _is_output_of_failed(node: ast.Attribute, module: Module) -> bool:
    """Whether `node` is what a process wrote that an exception tells of, where that is caught."""
    caught = node.value
    if not isinstance(caught, ast.Name) or not isinstance(node.ctx, ast.Load):
        return False
    if is_decoded(node, module) or is_argument_of(node, "characters", module):
        return False
    handlers = (a for a in module.ancestors(node) if isinstance(a, ast.ExceptHandler) and a.name == caught.id)
    handler = next(handlers, None)
    kinds = handler.type if handler is not None else None
    several = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
    return any(k is not None and stdlib_name(k, module) == "subprocess.CalledProcessError" for k in several)


def _opened(node: ast.Call, module: Module) -> Findings:
    """Open a pipe of octets; who asks for a mode of bytes, which is none, or names arguments is left."""
    mode = node.args[1] if len(node.args) > 1 else None
    told = mode is None or (isinstance(mode, ast.Constant) and mode.value in ("r", "w"))
    plain = 1 <= len(node.args) <= 3 and not node.keywords and not isinstance(node.args[0], ast.Starred)
    if plain and told and not module.facts.index.matches(_REPLACED_OPENER):
        yield module.replace(
            node.func, module.helper("popen_octets", OPENED, imports=("import os",)), guarded=True
        )


RULE = Rule(
    id="octet_pipes",
    family="P9",
    summary="pipes to processes carry octets where a repository uses native strings for these",
    before="import subprocess as s\na = s.Popen(['x'], stdout=s.PIPE)\n",
    after="import subprocess as s\na = s.Popen(['x'], stdout=s.PIPE)\n",
    caveats="Only in repositories whose strings are octets (dialects/octets.py). What replaces the class in a test "
    "does not know its subclass: there it stays.",
    triggers=("subprocess", "popen"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=5,
    nodes=(ast.Call, ast.Attribute),
    names=frozenset(["output", "Popen", "check_output", "popen"]),
    when=lambda module: module.facts.index.octets,
    visit=visit,
)
