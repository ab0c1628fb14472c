"""Methods of sockets that are handed on, in programs of octets."""

import pytest
from rules.checking import check_untouched, octet_repository, run

RULE = "socket_methods"
DECODED = 'lambda *told: b.recv(*told).decode("latin-1")'


def converted(text: str, other: str = "") -> str:
    return run(RULE, text, key="p/a.py", index=octet_repository(text, other)).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("read(b.recv, 5)\n", f"read({DECODED}, 5)\n"),
        ("read(source=b.recv)\n", f"read(source={DECODED})\n"),
        ("get = b.recv\n", f"get = {DECODED}\n"),
        ("write(b.sendall)\n", 'write(lambda octets: b.sendall(as_bytes(octets, "latin-1")))\n'),
    ],
)
def test_rewrites(before, after):
    assert converted(f"{before}n = 1L\n").endswith(f"{after}n = 1\n")


@pytest.mark.parametrize(
    "text", ["x = b.recv(5)\n", "if hasattr(b.recv, 'x'): pass\n", "b.recv\n", "b.recv = f\n"]
)
def test_untouched(text):
    assert converted(f"{text}n = 1L\n") == f"{text}n = 1\n"


def test_a_method_of_the_repository_is_its_own():
    own = "class C(object):\n    def recv(self, n): return 'x'\n"
    assert converted("read(b.recv, 5)\nn = 1L\n", own) == "read(b.recv, 5)\nn = 1\n"


def test_bytes_stay_bytes_elsewhere():
    check_untouched(RULE, "read(b.recv, 5)\n", python2=True)
