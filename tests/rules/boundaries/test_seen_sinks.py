"""What was seen to be written to binary files and sockets."""

import pytest
from rules.checking import PROOF, check_untouched

from environment.traces import Observation
from migration.engine.outcome import Outcome
from migration.engine.pipeline import migrate

RULE = "seen_sinks"


def observed(call: str, *seen: str, site: str = "write", column: int = 15) -> Outcome:
    """What becomes of a call that is the second line of a file of Python 2."""
    text = f"def f(out, x):\n    {call}\n"
    result = migrate(text + PROOF, observations=[Observation(site, 2, column, seen)])
    assert not result.notes and migrate(result.text).text == result.text
    return result


def test_leaves_what_was_not_seen():
    check_untouched(RULE, "def f(out, x):\n    out.write(x)\n    out.send(x)\n", python2=True)


@pytest.mark.parametrize(
    "seen",
    [
        ["file/str ascii"],
        ["file b/str ascii", "file/str ascii"],
        ["file b/str ascii", "instance/str ascii"],
        ["StringO/str ascii"],
        ["file b/buffer"],
        ["file b/str ascii", "file b/NoneType"],
        ["_socketobject/str ascii"],
        ["?/str ascii"],
    ],
)
def test_leaves_files_of_text_and_what_is_no_string(seen):
    assert RULE not in {c.author for c in observed("out.put.write(x)", *seen, column=18).changes}


def test_leaves_bytes():
    assert "out.write(b'x')" in observed("out.write(b'x')", "file b/str ascii", column=14).text
    assert (
        "out.write(x.encode('utf-8'))"
        in observed("out.write(x.encode('utf-8'))", "file b/str utf-8", column=14).text
    )


@pytest.mark.parametrize(
    ("call", "seen", "site", "after"),
    [
        ("out.write(x)", ["file b/str ascii"], "write", "out.write(as_bytes(x))"),
        ("out.write(x)", ["file b/unicode ascii", "file b/str utf-8"], "write", "out.write(as_bytes(x))"),
        ("out.write(x)", ["file b/str binary"], "write", 'out.write(as_bytes(x, "latin-1"))'),
        ("out.write('a\\n')", ["file b/str ascii"], "write", "out.write(b'a\\n')"),
        ("out.write(str(x))", ["file b/str ascii"], "write", 'out.write(str(x).encode("utf-8"))'),
        ("out.send(x)", ["_socketobject/str ascii"], "send", "out.send(as_bytes(x))"),
        ("out.sendto(x, p)", ["_socketobject/str binary"], "send", 'out.sendto(as_bytes(x, "latin-1"), p)'),
    ],
)
def test_makes_bytes_where_octets_were_wanted(call, seen, site, after):
    result = observed(call, *seen, site=site, column=4 + call.index("(") + 1)
    assert f"    {after}\n" in result.text
    assert len(result.verdicts) == 1 and seen[0] in result.verdicts[0]
