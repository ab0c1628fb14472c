"""Files that are opened as text because csv reads or writes them: what is read from them besides is text as well."""

from __future__ import annotations

import ast

from migration.analysis.made import OPENERS, made_by
from migration.analysis.names import memory, stdlib_name
from migration.analysis.strings.streams import stream_of
from migration.rule import last_names
from migration.view.module import Module

READERS = frozenset(["csv.reader", "csv.DictReader"])
WRITERS = frozenset(["csv.writer", "csv.DictWriter"])
CSV = READERS | WRITERS
NAMES = last_names(*CSV)
#: What else makes files of octets → (where its mode stands, the mode when none is given).
MAKERS = {
    "os.fdopen": (1, "r"),
    "tempfile.TemporaryFile": (0, "w+b"),
    "tempfile.NamedTemporaryFile": (0, "w+b"),
    "tempfile.SpooledTemporaryFile": (1, "w+b"),
    "gzip.open": (1, "rb"),
}
ALL = OPENERS | frozenset(MAKERS)


def texts_for_csv(module: Module) -> set[ast.Call]:
    """The calls that open such files: a rule has told them so, in this view or before."""
    known = memory(module)
    if "texts for csv" not in known:
        found: set[ast.Call] = set()
        for call in module.nodes_named(ast.Call, NAMES) if "csv" in module.text else ():
            if isinstance(call, ast.Call) and call.args and stdlib_name(call.func, module) in CSV:
                made = made_by(call.args[0], module, ALL)
                if made is not None and any(k.arg == "newline" for k in made.keywords):
                    found.add(made)
        known["texts for csv"] = found
    return known["texts for csv"]  # type: ignore[no-any-return]


def is_beside_csv(node: ast.AST, module: Module) -> bool:
    """Whether `node` stands where something is read from such a file without csv: it may be that."""
    texts = texts_for_csv(module)
    place = module.function(node) if texts else None
    return any(module.function(call) is place and stream_of(call, module).values for call in texts)
