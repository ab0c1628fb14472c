"""chr(n).decode(e) → bytes([n]).decode(e)."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "chr_decoded"


@pytest.mark.parametrize(
    "text",
    [
        "a = chr(n).encode('latin-1')\n",
        "a = unichr(n).decode('latin-1')\n",
        "def chr(n): pass\na = chr(n).decode('latin-1')\n",
        "a = ','.join(map(chr, n)).decode('latin-1')\n",
        "a = ''.join(map(ord, n)).decode('latin-1')\n",
        "a = ''.join(map(chr, n, m)).decode('latin-1')\n",
        "a = ''.join(c for c in n).decode('latin-1')\n",
        "a = ''.join([chr(1), b]).decode('latin-1')\n",
        "a = ''.join([]).decode('latin-1')\n",
        "a = ''.join(n).decode('latin-1')\n",
        "a = f(n).decode('latin-1')\n",
        "a = n.decode\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("chr(200).decode('latin-1')", "bytes([200]).decode('latin-1')"),
        ("chr(a if b else c).decode(e, 'replace')", "bytes([a if b else c]).decode(e, 'replace')"),
        ("''.join(map(chr, range(256))).decode(e)", "bytes(range(256)).decode(e)"),
        ("''.join([chr(n + 1) for n in ns]).decode(e)", "bytes([n + 1 for n in ns]).decode(e)"),
        ("''.join(chr(n) for n in ns if n).decode(e)", "bytes(n for n in ns if n).decode(e)"),
        ("''.join((chr(a), chr(2))).decode(e)", "bytes((a, 2)).decode(e)"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, f"a = {before}\n", f"a = {after}\n")
