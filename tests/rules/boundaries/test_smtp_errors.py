"""What a mail server said."""

import pytest
from rules.checking import PROOF, check_untouched, octet_repository, run

RULE = "smtp_errors"
TEXT = "import smtplib\ntry:\n    f()\nexcept smtplib.SMTPDataError, e:\n    x = {}\n" + PROOF


@pytest.mark.parametrize(
    "said", ["e.smtp_error.decode('utf-8')", "isinstance(e.smtp_error, str)", "e.smtp_code", "smtp_error"]
)
def test_refuses(said):
    assert run(RULE, TEXT.format(said)).text == run("print_statement", TEXT.format(said)).text


def test_an_error_of_the_programs_own():
    text = (
        TEXT.format("e.smtp_error") + "class E(Exception):\n    def __init__(self, e): self.smtp_error = e\n"
    )
    assert "as_text" not in run(RULE, text).text


def test_what_may_be_python_3_is_left():
    check_untouched(RULE, "def f(e): return e.smtp_error\n")


def test_is_text_whoever_raised_it():
    after = run(RULE, TEXT.format("e.smtp_error")).text
    space: dict = {}
    exec(
        "def f():\n    import smtplib\n    raise smtplib.SMTPDataError(554, b'Sp\\xc3\\xa4m')\n" + after,
        space,
    )
    assert space["x"] == "Sp\xe4m"


def test_octets_that_are_text():
    text = TEXT.format("e.smtp_error")
    after = run(RULE, text, key="p/a.py", index=octet_repository(text)).text
    assert 'x = as_bytes(e.smtp_error, "latin-1").decode("latin-1")\n' in after
