"""What native text joins, where octets may be among it."""

import pytest
from rules.checking import check_untouched, octet_repository

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "joined_parts"
APPENDING = """\
class Answer:
    def __init__(self):
        self.parts = []

    def add(self, text):
        if isinstance(text, unicode):
            text = text.encode('utf-8')
        self.parts.append(text)

    def body(self):
        return ''.join(self.parts)
"""
TUPLE = """\
class Answer:
    charset = 'utf-8'

    def add(self, text):
        if isinstance(text, unicode):
            text = text.encode(self.charset)
        self.result = (text,)

    def body(self):
        return ''.join(self.result)
"""
GIVING = """\
class Answer:
    def add(self, text):
        self.text = text

    def chunks(self):
        yield self.text.encode('utf-8')

    def body(self):
        return ''.join(self.chunks())
"""
ONE_OR_SEVERAL = """\
class Answer:
    def add(self, text):
        self.result = text

    def chunks(self):
        if isinstance(self.result, unicode):
            return self.result.encode('utf-8')
        return self.result

    def body(self):
        return ''.join(self.chunks())
"""
CALLS = "from p.a import Answer\na = Answer()\na.add(u'x')\na.add('y')\na.body()\n"


def migrated(text: str, calls: str = CALLS, other: str = "") -> str:
    files = {"p/__init__.py": "", "p/a.py": text + "n = 1L\n", "p/b.py": calls, "p/c.py": other}
    index = RepositoryIndex(files, files.get)
    done = migrate(files["p/a.py"], "p/a.py", index)
    assert not done.notes
    again = migrate(done.text, "p/a.py", RepositoryIndex({**files, "p/a.py": done.text}, files.get))
    assert again.text == done.text
    return done.text


@pytest.mark.parametrize("text", ["x = ''.join(a.parts)\n", "x = ''.join(f(a))\n", "x = b''.join(a.parts)\n"])
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_repository_of_octets():
    check_untouched(RULE, APPENDING, key="p/a.py", index=octet_repository(APPENDING))


@pytest.mark.parametrize(
    "text",
    [
        # Nothing is encoded.
        APPENDING.replace("text.encode('utf-8')", "text + u''"),
        # Something else joins it, or not what is an attribute.
        APPENDING.replace("''.join(self.parts)", "self.joiner.join(self.parts)"),
        APPENDING.replace("''.join(self.parts)", "''.join(list(self.parts))"),
        # Somebody waits for what is no text.
        APPENDING.replace(
            "return ''.join(self.parts)",
            "try: return ''.join(self.parts)\n        except TypeError: return 1",
        ),
    ],
)
def test_leaves_what_joins_no_octets_in_sight(text):
    assert "joined(" not in migrated(text)


def test_leaves_a_repository_that_tells_octets_itself():
    assert "joined(" not in migrated(APPENDING, other="def f(x): return isinstance(x, bytes) or b'x'\n")


@pytest.mark.parametrize(
    ("text", "added", "body"),
    [
        (APPENDING, ["\xe9", b"x", "y"], b"\xc3\xa9xy"),
        (APPENDING, [], ""),
        (APPENDING, [b"x"], b"x"),
        (TUPLE, ["\xe9"], b"\xc3\xa9"),
        (TUPLE, [b"x"], b"x"),
        (GIVING, ["\xe9"], b"\xc3\xa9"),
        (ONE_OR_SEVERAL, ["\xe9"], b"\xc3\xa9"),
        (ONE_OR_SEVERAL, [["x", "y"]], "xy"),
        (ONE_OR_SEVERAL, [[b"x", "y"]], b"xy"),
    ],
)
def test_octets_are_joined_as_such(text, added, body):
    names: dict[str, object] = {}
    done = migrated(text)
    assert "return joined(''," in done
    exec(done, names)
    answer = names["Answer"]()  # type: ignore[operator]
    for one in added:
        answer.add(one)
    assert answer.body() == body
