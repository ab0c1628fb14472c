"""Files of bytes in memory, where octets are held as text."""

import pytest
from rules.checking import PROOF, check_settled, check_untouched, octet_repository, run

RULE = "octet_buffers"


def rewritten(before: str, other: str = "") -> str:
    text = before + PROOF
    outcome = run(RULE, text, key="p/a.py", index=octet_repository(text, other))
    check_settled(RULE, outcome, key="p/a.py", index=octet_repository(outcome.text, other))
    return outcome.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import io\nf = io.BytesIO('\\xff')\n", "import io\nf = io.StringIO('\\xff')\n"),
        ("from io import BytesIO\nf = BytesIO(x)\n", "from io import StringIO\nf = StringIO(x)\n"),
        (
            "from io import BytesIO as StringIO\nf = StringIO(x)\n",
            "from io import StringIO\nf = StringIO(x)\n",
        ),
        (
            "from io import BytesIO, StringIO\nf = BytesIO(x) or StringIO()\n",
            "from io import StringIO, StringIO as BytesIO\nf = BytesIO(x) or StringIO()\n",
        ),
        (
            "try:\n    from io import BytesIO\n"
            "except ImportError:\n    from StringIO import StringIO as BytesIO\nf = BytesIO(x)\n",
            "try:\n    from io import StringIO as BytesIO\n",
        ),
        (
            "import gzip\nfrom io import BytesIO\nf = gzip.GzipFile(fileobj=BytesIO(x))\ng = BytesIO(x)\n",
            "f = gzip.GzipFile(fileobj=BytesIO(x))\ng = io.StringIO(x)\n",
        ),
    ],
)
def test_is_one_of_text(before: str, after: str) -> None:
    assert after in rewritten(before)


@pytest.mark.parametrize(
    "text",
    [
        "import io, gzip\nf = gzip.GzipFile(fileobj=io.BytesIO(x))\n",
        "from pickle import load\nfrom io import BytesIO\nf = load(BytesIO(x))\n",
        "from .io import BytesIO\nf = BytesIO(x)\n",
    ],
)
def test_stays_where_functions_of_bytes_are_given_it(text: str) -> None:
    assert text in rewritten(text)


def test_a_repository_of_text_keeps_its_bytes() -> None:
    check_untouched(RULE, "import io\nf = io.BytesIO('x')\n", python2=True)


def test_files_that_seek_from_their_end_have_a_class_of_their_own() -> None:
    assert "io.BytesIO(x)" in rewritten("import io\nf = io.BytesIO(x)\nf.seek(-2, 2)\n")


@pytest.mark.parametrize("method", ["readinto(b)", "getbuffer()", "read1(2)"])
def test_what_only_files_of_bytes_can_do(method: str) -> None:
    text = f"import io\nf = io.BytesIO(x)\nf.{method}\n"
    assert text in rewritten(text)
