"""basestring → str."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "basestring_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "basestring = str\nisinstance(a, basestring)\n",
        "try:\n    basestring\nexcept NameError:\n    basestring = str\nisinstance(a, basestring)\n",
        "if PY3:\n    basestring = str\nbasestring\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("isinstance(a, basestring)\n", "isinstance(a, str)\n"),
        ("isinstance(a, (basestring, int))\n", "isinstance(a, (str, int))\n"),
        (
            "def f(a):\n    if isinstance(a, basestring):\n        return a.decode()\n",
            "def f(a):\n    if isinstance(a, (str, bytes)):\n        return a.decode()\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_what_is_decoded_because_it_is_no_text_stays_out():
    text = "def f(a):\n    if not isinstance(a, {}):\n        a = a.decode()\n    return a\n"
    check_rule("basestring_builtin", text.format("basestring"), text.format("str"))


@pytest.mark.parametrize(
    ("module", "old"),
    [("mine.query", False), ("simplejson", False), ("urllib2", True), ("mine.compat", True), ("six", True)],
)
def test_beside_an_import_that_both_languages_may_lack(module, old):
    text = f"try:\n    from {module} import f\n    if isinstance(x, basestring): f(x)\nexcept ImportError: pass\n"
    assert ("basestring" in run("basestring_builtin", text).text) == old


TO_OCTETS = """
def to_octets(s):
    if not isinstance(s, {}):
        raise TypeError("no string")
    if isinstance(s, {}):
        return s.encode("utf-8")
    return s
"""


def test_what_is_encoded_only_where_it_is_unicode_may_be_octets():
    done = run(RULE, TO_OCTETS.format("basestring", "unicode")).text
    assert done == TO_OCTETS.format("(str, bytes)", "unicode")
    namespace = {"unicode": str}
    exec(done, namespace)
    assert namespace["to_octets"]("\xe9") == namespace["to_octets"](b"\xc3\xa9") == b"\xc3\xa9"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (
            "if isinstance(s, {}):\n        s = s.encode('ascii') if isinstance(s, unicode) else s",
            "(str, bytes)",
        ),
        # Any text is encoded: what is no text has no such method.
        ("if isinstance(s, {}):\n        return s.encode('ascii')", "str"),
        # Another value, or one that is only shown encoded.
        ("if isinstance(t, unicode):\n        t = t.encode('ascii')\n    isinstance(s, {})", "str"),
        ("if isinstance(s, unicode):\n        show(s.encode('ascii'))\n    isinstance(s, {})", "str"),
        # What was no string.
        ("if not isinstance(s, {}):\n        s = s.encode('ascii')\n    isinstance(s, unicode)", "str"),
        # A class of its own.
        (
            "unicode = t\n    if isinstance(s, unicode):\n        return s.encode()\n    isinstance(s, {})",
            "str",
        ),
    ],
)
def test_what_is_encoded_where_it_is_unicode(text, kind):
    text = f"def f(s, t):\n    {text}\n"
    check_rule(RULE, text.format("basestring"), text.format(kind))


def test_octets_that_are_text_throughout_stay_out():
    text = TO_OCTETS.format("basestring", "unicode")
    index = octet_repository(text)
    assert "(str, bytes)" not in run(RULE, text, "p/a.py", index).text


ASKED = "def send(data, out):\n    if {}:\n        out.write(data)\n"
READ = "def main(out):\n    send(open('x', '{}').read(), out)\n    n = 1L\n"


@pytest.mark.parametrize(
    ("test", "after"),
    [
        ("isinstance(data, basestring)", "isinstance(data, (str, bytes))"),
        ("not isinstance(data, (int, basestring))", "not isinstance(data, (int, str, bytes))"),
        ("isinstance(data, (str, unicode))", "isinstance(data, (str, bytes))"),
        ("isinstance(data, (str, unicode, int))", "isinstance(data, (str, bytes, int))"),
    ],
)
def test_octets_that_flow_to_the_question_are_strings(test, after):
    text = ASKED.format(test) + READ.format("rb")
    for beside in "", "def more(out):\n    send('a', out)\n":
        index = RepositoryIndex({"a.py": text + beside}, {"a.py": text + beside}.get).taken_for(octets=False)
        assert f"if {after}:" in migrate(text + beside, "a.py", index).text


def test_without_octets_strings_are_text():
    """What can only be octets is no text, whoever else tells the two apart."""
    for other in READ.format("r"), READ.format("rb") + "x = isinstance(y, bytes)\n":
        text = ASKED.format("isinstance(data, basestring)") + other
        index = RepositoryIndex({"a.py": text}, {"a.py": text}.get).taken_for(octets=False)
        assert ("(str, bytes)" in migrate(text, "a.py", index).text) == ("rb" in other)


def test_two_questions_for_a_string():
    question = "isinstance(data, str) or isinstance(data, unicode)"
    text = ASKED.format(question) + READ.format("rb")
    more = text + "def more(out):\n    send(u'a', out)\n"
    for whole, after in (text, "isinstance(data, bytes)"), (more, question.replace("unicode", "bytes")):
        index = RepositoryIndex({"a.py": whole}, {"a.py": whole}.get).taken_for(octets=False)
        assert f"if {after}:" in migrate(whole, "a.py", index).text
