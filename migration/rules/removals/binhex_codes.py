"""binascii.b2a_hqx(x) → binhex_encoded(x): the codes of BinHex went with 3.11."""

from __future__ import annotations

from migration.rewriting.moves import Move, Moves
from migration.rule import Rule

#: Octets are given as they came, text for text (its characters are octets), bytes for bytes.
_ENCODED = '''
def binhex_encoded(data):
    """The octets of `data` in the letters of BinHex, six bits a letter, as binascii.b2a_hqx gave them."""
    letters = "!\\"#$%&'()*+,-012345689@ABCDEFGHIJKLMNPQRSTUVXYZ[`abcdefhijklmpqr"
    octets = data.encode("latin-1") if isinstance(data, str) else bytes(data)
    bits = "".join(f"{octet:08b}" for octet in octets)
    places = [int(bits[n : n + 6].ljust(6, "0"), 2) for n in range(0, len(bits), 6)]
    coded = "".join(letters[place] for place in places)
    return coded if isinstance(data, str) else coded.encode("ascii")
'''
_DECODED = '''
def binhex_decoded(data):
    """The octets that letters of BinHex stand for, and whether a colon ends them, as binascii.a2b_hqx gave them."""
    letters = "!\\"#$%&'()*+,-012345689@ABCDEFGHIJKLMNPQRSTUVXYZ[`abcdefhijklmpqr"
    text = data if isinstance(data, str) else bytes(data).decode("latin-1")
    coded, colon, rest = text.replace("\\n", "").replace("\\r", "").partition(":")
    if set(coded) - set(letters):
        raise binascii.Error("Illegal char")
    bits = "".join(f"{letters.index(letter):06b}" for letter in coded)
    if len(bits) % 8 and not colon:
        raise binascii.Incomplete("String has incomplete number of bytes")
    octets = bytes(int(bits[n : n + 8], 2) for n in range(0, len(bits) - 7, 8))
    return (octets.decode("latin-1") if isinstance(data, str) else octets), int(bool(colon))
'''
_RUNS = '''
def runs_encoded(data):
    """Runs of an octet as the octet, 0x90 and their length, as binascii.rlecode_hqx gave them."""

    def coded(run):
        return b"\\x90\\0" if run[0] == b"\\x90" else run[0][:1] + bytes([0x90, len(run[0])])

    octets = data.encode("latin-1") if isinstance(data, str) else bytes(data)
    made = re.sub(rb"(?s)\\x90|([^\\x90])\\1{3,254}", coded, octets)
    return made.decode("latin-1") if isinstance(data, str) else made
'''
_RUN_OUT = '''
def runs_decoded(data):
    """What runs_encoded() was given, as binascii.rledecode_hqx gave it."""
    octets = iter(data.encode("latin-1") if isinstance(data, str) else bytes(data))
    made = bytearray()
    for octet in octets:
        count = next(octets, None) if octet == 0x90 else 1
        if count is None:
            raise binascii.Incomplete()
        if octet != 0x90 or not count:
            made.append(octet)
        elif made:
            made += made[-1:] * (count - 1)
        else:
            raise binascii.Error("Orphaned RLE code at start")
    return made.decode("latin-1") if isinstance(data, str) else bytes(made)
'''


def _helped(name: str, source: str, *imports: str) -> Move:
    return Move(helper=(name, source), imports=tuple(f"import {i}" for i in imports), gone=(3, 11))


MOVES = Moves(
    {
        "binascii.b2a_hqx": _helped("binhex_encoded", _ENCODED),
        "binascii.a2b_hqx": _helped("binhex_decoded", _DECODED, "binascii"),
        "binascii.rlecode_hqx": _helped("runs_encoded", _RUNS, "re"),
        "binascii.rledecode_hqx": _helped("runs_decoded", _RUN_OUT, "binascii"),
    }
)

RULE = Rule(
    id="binhex_codes",
    family="P19",
    summary="the codes of BinHex went with Python 3.11",
    before="import binascii\na = binascii.b2a_hqx(b)\n",
    after=f"import binascii\n\n\n{_ENCODED.strip()}\n\n\na = binhex_encoded(b)\n",
    triggers=MOVES.triggers,
    nodes=MOVES.nodes,
    names=MOVES.names,
    imports=MOVES.heads,
    visit=MOVES.visit,
)
