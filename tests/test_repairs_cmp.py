"""Repairs of comparisons that sort, and of what is printed to a file of bytes."""

from __future__ import annotations

import pytest
from repairing import candidates, repair

POSITIONAL = "TypeError: sort() takes no positional arguments"
NAMED = "TypeError: 'cmp' is an invalid keyword argument for sort()"


@pytest.mark.parametrize(
    ("before", "signature", "after"),
    [
        ("rows.sort(order)", POSITIONAL, "rows.sort(key=functools.cmp_to_key(order))"),
        ("rows.sort(order, reverse=True)", POSITIONAL, "rows.sort(key=functools.cmp_to_key(order), reverse=True)"),
        ("sorted(rows, x.order)", "TypeError: sorted expected 1 argument, got 2",
         "sorted(rows, key=functools.cmp_to_key(x.order))"),
        ("sorted(rows, cmp=order)", NAMED, "sorted(rows, key=functools.cmp_to_key(order))"),
        ("rows.sort()", POSITIONAL, None),
        ("rows.sort(order, key)", POSITIONAL, None),
        ("rows.rank(order)", POSITIONAL, None),
    ],
)  # fmt: skip
def test_a_comparison_is_made_a_key(before: str, signature: str, after: str | None) -> None:
    found = candidates(f"import functools\n{before}\n", signature, 2, repairs=repair("cmp_sort"))
    assert found == ([f"import functools\n{after}\n"] if after else [])


def test_a_comparison_that_may_be_none_is_asked_about() -> None:
    text = "import functools\ndef f(rows, order=None):\n    rows.sort(order)\n"
    (found,) = candidates(text, POSITIONAL, 3, repairs=repair("cmp_sort"))
    assert found.endswith("    rows.sort(key=functools.cmp_to_key(order) if order else None)\n")


def test_a_comparison_among_options_is_found_when_it_runs() -> None:
    text = "def f(rows, **options):\n    return sorted(rows, **options)\n"
    (found,) = candidates(text, NAMED, 2, repairs=repair("cmp_sort"))
    space: dict[str, object] = {}
    exec(found, space)
    assert space["f"]([1, 3, 2], cmp=lambda a, b: b - a) == [3, 2, 1]  # type: ignore[operator]
    assert space["f"]([1, 3, 2], reverse=True) == [3, 2, 1]  # type: ignore[operator]


# -- print ---------------------------------------------------------------------------------------------------

WANTED = "TypeError: a bytes-like object is required, not 'str'"


def test_all_that_is_printed_to_the_same_file_is_encoded() -> None:
    text = (
        "def f(out, log):\n    print('a', file=out)\n    print('b', file=out)\n    print('c', file=log)\n"
        "    print('d')\n"
    )
    together, alone = candidates(text, WANTED, 2, repairs=repair("printed_bytes"))
    assert together.count("file=EncodedFile(out)") == 2 and "file=log)" in together
    assert alone.count("file=EncodedFile(out)") == 1
    again = candidates(together, WANTED, together[: together.index("print('a'")].count("\n") + 1,
                       repairs=repair("printed_bytes"))  # fmt: skip
    assert again == []


def test_print_without_a_file_and_other_functions_are_left() -> None:
    assert candidates("print('a')\n", WANTED, 1, repairs=repair("printed_bytes")) == []
    assert candidates("show('a', file=out)\n", WANTED, 1, repairs=repair("printed_bytes")) == []


# -- where bytes are wanted ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "signature", "after"),
    [
        ("a = x.pull().rstrip('\\n').split(',')", WANTED, "a = x.pull().rstrip(b'\\n').split(b',')"),
        ("import os\nos.write(x.fd, x.text)", WANTED, "import os\nos.write(x.fd, x.text.encode(\"utf-8\"))"),
        ("n = array('B', x.text)", "TypeError: cannot use a str to initialize an array with typecode 'B'",
         "n = array('B', x.text.encode(\"utf-8\"))"),
        ("a = cipher.new(x.key, MODE).encrypt(x.pull())",
         "TypeError: Object type <class 'str'> cannot be passed to C code",
         "a = cipher.new(x.key.encode(\"utf-8\"), MODE).encrypt(x.pull())"),
        ("x.transport.write(x.text)", "TypeError: Data must be bytes",
         "x.transport.write(x.text.encode(\"utf-8\"))"),
        ("x.putChild(y.name, x)", "TypeError: Path segment must be bytes, but 'status' is <class 'str'>",
         "x.putChild(y.name.encode(\"utf-8\"), x)"),
        ("import pickle\nv = pickle.load(open(p, m))", WANTED,
         "import pickle\nv = pickle.load(open(p, m if \"b\" in m else m + \"b\"))"),
    ],
)  # fmt: skip
def test_the_first_candidate_is_what_was_meant(before: str, signature: str, after: str) -> None:
    line = before.count("\n") + 1
    assert candidates(before + "\n", signature, line, repairs=repair("bytes_required"))[0] == after + "\n"
