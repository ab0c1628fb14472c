"""The modules md5 and sha are functions of hashlib; where they are handed on, hash_module_uses sees to it."""

from __future__ import annotations

from migration.rewriting.moves import Move, Moves
from migration.rule import Rule

MOVES = Moves(
    {
        "md5.new": "hashlib.md5",
        "md5.md5": "hashlib.md5",
        "sha.new": "hashlib.sha1",
        "sha.sha": "hashlib.sha1",
        "md5.digest_size": Move(text="16"),
        "sha.digest_size": Move(text="20"),
        "md5.blocksize": Move(text="1"),
        "sha.blocksize": Move(text="1"),
    },
    {"md5": "", "sha": ""},
    {"md5": "hashlib.md5", "sha": "hashlib.sha1"},
)

RULE = Rule(
    id="hash_modules",
    family="P11",
    summary="md5.new and sha.new are hashlib.md5 and hashlib.sha1",
    before="import md5\na = md5.new(b'x').hexdigest()\n",
    after="import hashlib\na = hashlib.md5(b'x').hexdigest()\n",
    caveats="A module given as digestmod (hmac) takes the function in its place.",
    triggers=("md5", "sha"),
    evidence=True,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=MOVES.visit,
)
