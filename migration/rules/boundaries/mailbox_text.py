"""box.add(text) → box.add(as_bytes(text)): mailboxes take text of ASCII alone, and octets of any kind."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.made import kept_by
from migration.analysis.strings.as_bytes import HELPER
from migration.analysis.strings.kinds import BYTES, kind
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

_BOXES = frozenset(f"mailbox.{name}" for name in ("Babyl", "MH", "MMDF", "Maildir", "mbox"))
#: What makes a message, which a mailbox takes as it is.
_MESSAGES = frozenset(
    [f"mailbox.{name}Message" for name in ("", "Babyl", "MH", "MMDF", "Maildir", "mbox")]
    + [
        "email.message_from_file",
        "email.message_from_string",
        "email.message.Message",
        "email.Message.Message",
    ]
)
#: Octets above 127, one by one.
_SPELLED = re.compile(r"\\x[89a-fA-F][0-9a-fA-F]")


def visit(node: ast.Call, module: Module) -> Findings:
    """Hand over octets where it may be text: a message and a file stay what they are."""
    method = node.func
    if not isinstance(method, ast.Attribute) or len(node.args) != 1 or node.keywords:
        return
    mail = node.args[0]
    if isinstance(mail, (ast.Starred, ast.Constant)) or kept_by(method.value, module, _BOXES) is None:
        return
    given = mail.func.id if isinstance(mail, ast.Call) and isinstance(mail.func, ast.Name) else ""
    if given == "as_bytes" or kind(mail, module) == BYTES or kept_by(mail, module, _MESSAGES) is not None:
        return
    octets = module.facts.index.octets
    if not octets and _SPELLED.search(module.text) is not None:
        yield module.open(
            node,
            "a mailbox takes octets, or text of ASCII alone: whether this is text or octets is not told",
            needs_python2=True,
        )
        return
    codec = (', "latin-1"',) if octets else ()
    yield module.edit(module.in_call(mail, helper("as_bytes", HELPER, module), *codec), guarded=True)


RULE = Rule(
    id="mailbox_text",
    family="P9",
    summary="what is added to a mailbox as a string is octets",
    before="import mailbox\nbox = mailbox.mbox('a')\nkey = box.add(text)\nn = 1L\n",
    after="import mailbox\n\n"
    + HELPER
    + "\n\nbox = mailbox.mbox('a')\nkey = box.add(as_bytes(text))\nn = 1\n",
    caveats="Only where the mailbox is seen to be made, and no literal of the file spells octets. "
    "What is got from it as a string is a mail that was read and "
    "written again.",
    triggers=("mailbox",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["add"]),
    visit=visit,
)
