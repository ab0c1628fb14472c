"""except socket.error before except URLError."""

import pytest
from rules.checking import check_rule, check_untouched

from environment.traces import Exactness

HEAD = "import httplib, os, select, shutil, smtplib, socket, ssl, urllib2, zlib\n"
ONE = "except {}:\n    {}\n"


def clauses(*kinds: str) -> str:
    return f"{HEAD}try:\n    f()\n" + "".join(ONE.format(kind, n) for n, kind in enumerate(kinds))


def moved(kinds: list[str], order: list[int]) -> str:
    return f"{HEAD}try:\n    f()\n" + "".join(ONE.format(kinds[n], n) for n in order)


@pytest.mark.parametrize(
    ("kinds", "order"),
    [
        (["socket.error as e", "urllib2.URLError"], [1, 0]),
        (["(socket.error, select.error)", "(urllib2.HTTPError, urllib2.URLError)"], [1, 0]),
        (["KeyError", "socket.error", "urllib2.HTTPError", "urllib2.URLError", "IOError"], [0, 2, 3, 1, 4]),
        (["IOError", "smtplib.SMTPException", "Exception"], [1, 0, 2]),
        (["OSError", "ValueError", "socket.timeout"], [2, 0, 1]),
        (["socket.error", "smtplib.SMTPDataError", "zlib.error", "smtplib.SMTPException"], [1, 3, 0, 2]),
        (["(IOError, os.error)", "shutil.Error as e"], [1, 0]),
        (["socket.error", "httplib.BadStatusLine"], [1, 0]),
        (["select.error", "ssl.SSLError"], [1, 0]),
    ],
)
def test_what_is_now_a_kind_of_it_goes_before(kinds, order):
    after = moved(kinds, order)
    check_rule("clause_order", clauses(*kinds), after, python2=True, exactness=Exactness.SEMANTIC)


@pytest.mark.parametrize(
    "kinds",
    [
        ("urllib2.URLError", "socket.error"),
        ("IOError", "urllib2.URLError"),
        ("socket.error", "socket.timeout"),
        ("socket.error", "IOError", "urllib2.URLError"),
        ("socket.error", "EnvironmentError", "shutil.Error"),
        ("socket.error", "Exception", "smtplib.SMTPException"),
        ("socket.error", "smtplib.SMTPException, KeyError", "smtplib.SMTPDataError"),
        ("socket.error", "(urllib2.URLError, ValueError)"),
        ("socket.error", "ERRORS", "urllib2.URLError"),
        ("self.errors", "socket.error", "urllib2.URLError"),
        ("socket.error", "ours.URLError"),
        ("KeyError", "urllib2.URLError"),
    ],
)
def test_leaves_what_was_not_reached_before_or_is_reached(kinds):
    check_untouched("clause_order", clauses(*(f"({k})" if ", K" in k else k for k in kinds)), python2=True)


def test_leaves_what_is_known_to_no_library():
    text = clauses("socket.error", "urllib2.URLError").replace(
        HEAD, "try:\n    import urllib2\nexcept ImportError:\n    urllib2 = None\nimport socket\n"
    )
    named = text.replace("import urllib2\n", "import old as urllib2\n")
    check_untouched("clause_order", named, python2=True)


def test_leaves_clauses_with_words_between_them():
    text = clauses("socket.error", "urllib2.URLError").replace(
        "except urllib2", "# of the server\nexcept urllib2"
    )
    check_untouched("clause_order", text, python2=True)
    check_untouched("clause_order", clauses("socket.error", "urllib2.URLError"), python2=False)


def test_classes_of_the_file_are_no_classes_of_the_library():
    own = "class Refused(Exception):\n    pass\n"
    kinds = ["socket.error", "Refused", "urllib2.URLError"]
    before, after = (
        text.replace("try:", own + "try:") for text in (clauses(*kinds), moved(kinds, [2, 0, 1]))
    )
    check_rule("clause_order", before, after, python2=True, exactness=Exactness.SEMANTIC)
