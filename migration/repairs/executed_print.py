"""SyntaxError: Missing parentheses in call to 'print' out of exec(code) → such code may have print statements."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import called_name
from migration.rewriting.helpers import helper, inside_helper

HELPER = r'''
def with_print_calls(code):
    """Code as it is; where Python 3 can't read it, with calls for the print statements that fill lines of their own."""
    if not isinstance(code, str):
        return code  # It is compiled already.
    try:
        compile(code, "<code>", "exec")
    except SyntaxError:
        pass
    else:
        return code

    def called(found):
        if found["text"]:
            return found["text"]
        rest = found["rest"].strip()
        stream = re.match(r">>\s*(?P<file>[^,]+),?(?P<rest>.*)", rest)
        options = ", file=" + stream["file"].strip() if stream else ""
        rest = stream["rest"].strip() if stream else rest
        if rest.endswith(","):
            rest, options = rest[:-1], ", end=' '" + options
        return found["before"] + "print(" + (rest + options).removeprefix(", ") + ")"

    begun = r"(?:if|elif|else|for|while|try|except|finally|with)\b[^\n]*?:[ \t]*"
    text = r"(?P<text>\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3})"
    statement = rf"(?m){text}|^(?P<before>[ \t]*(?:{begun})?)print(?![\w.])(?P<rest>(?![ \t]*=)[^\n]*)$"
    changed = re.sub(statement, called, code)
    try:
        compile(changed, "<code>", "exec")
    except SyntaxError:
        return code
    return changed
'''


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """The code that is run or compiled on the line that failed, by the helper; what is a literal here is not asked."""
    module = scene.module
    for call in scene.crashed(ast.Call):
        if not module.is_builtin(call.func, "exec", "eval", "compile") or not call.args:
            continue
        code = call.args[0]
        if isinstance(code, ast.Constant | ast.Starred) or inside_helper(call, HELPER, module):
            continue
        if called_name(code) != "with_print_calls":
            name = helper("with_print_calls", HELPER, module, ("import re",))
            yield Candidate((module.replace(code, name, "(", *module.sub(code), ")"),), 20, called_name(call))


REPAIR = Repair(
    id="executed_print",
    summary="code that comes from outside may have print statements",
    failure=Failure(
        "SyntaxError", "Missing parentheses in call to 'print'. Did you mean print(...)? (<string>, line 1)", line=2
    ),
    before="def run(code, names):\n    exec(code, names)\n",
    after=f"import re\n\n{HELPER}\n\ndef run(code, names):\n    exec(with_print_calls(code), names)\n",
    caveats="Other statements of Python 2 in such code are left: it fails as before.",
    pattern=re.compile(r"^SyntaxError: Missing parentheses in call to 'print'.*\(<[^<>]*>, line \d+\)"),
    offer=offer,
    order=60,
    doubt="what is run here may be code for Python 2: only its print statements are rewritten",
)  # fmt: skip
