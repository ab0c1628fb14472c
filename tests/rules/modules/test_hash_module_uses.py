"""What held md5 or sha holds a function of hashlib."""

import hashlib

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "hash_module_uses"


def _migrated(files):
    index = RepositoryIndex(files, files.get)
    return {name: migrate(text, name, index).text for name, text in files.items()}


@pytest.mark.parametrize(
    "text",
    [
        "import md5\nfor kind in kinds: kind.new()\n",
        "for kind in (hashes.md5, hashes.sha): kind.new()\n",
        "import md5\nclass K:\n    def new(self): pass\nK().new()\n",
    ],
)
def test_leaves_other_objects(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    "text",
    [
        # Another module of the same kind beside them, which stays one.
        "import md5, other\nfor kind in (md5, other): kind.new()\n",
        # What has the name where there is no such module.
        "try:\n    import md5\nexcept ImportError:\n    import hashlib as md5\nfor kind in (md5, ): kind.new()\n",
    ],
)
def test_leaves_what_may_be_another_module(text):
    assert "kind.new()" in _migrated({"a.py": text})["a.py"]


def test_a_name_that_something_else_has_elsewhere():
    text = (
        "import md5\nclass Plugin(object):\n    def new(self): return 1\n"
        "def make():\n    for kind in [Plugin()]: return kind.new()\n"
        "def sum(t):\n    kind = md5\n    return kind.new(t)\n"
    )
    after = _migrated({"a.py": text})["a.py"]
    assert "return kind.new()" in after and "return hashlib.md5(as_bytes(t))" in after


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = [kind.new('z').hexdigest() for kind in (md5, sha)]\n", "both"),
        (
            "K = [md5, sha]\nx = []\nfor kind in K:\n    h = kind.new()\n    h.update('z')\n    x += [h.hexdigest()]\n",
            "both",
        ),
        ("K = {'a': md5, 'b': sha}\nx = [K[n].new('z').hexdigest() for n in sorted(K)]\n", "both"),
        ("x = [k.new('z').hexdigest() for n, k in sorted({1: md5, 2: sha}.items())]\n", "both"),
        (
            "class C(object):\n    kind = md5\n    def __init__(self, other=None): self.other = other or sha\n"
            "    def f(self): return [self.kind.new('z').hexdigest(), self.other.new('z').hexdigest()]\nx = C().f()\n",
            "both",
        ),
        ("def f(k, t): return k.new(t).hexdigest()\nx = [f(md5, 'z'), f(sha, 'z')]\n", "both"),
        ("makers = [k.new for k in (md5, sha)]\nx = [m(b'z').hexdigest() for m in makers]\n", "both"),
        (
            "x = [(k.__name__, k.digest_size, k.blocksize) for k in (md5, sha)]\n",
            [("md5", 16, 1), ("sha", 20, 1)],
        ),
    ],
)
def test_is_called(text, expected):
    space = {}
    exec(_migrated({"a.py": "import md5, sha\n" + text})["a.py"], space)
    both = [hashlib.md5(b"z").hexdigest(), hashlib.sha1(b"z").hexdigest()]
    assert space["x"] == (both if expected == "both" else expected)


def test_in_another_file():
    """Only modules come there, by all files of the repository."""
    files = {
        "main.py": "import md5\nfrom util import sum\nprint sum(md5, 'z')\n",
        "util.py": "def sum(kind, text): return kind.new(text).hexdigest()\n",
    }
    assert "kind(as_bytes(text))" in _migrated(files)["util.py"]
    files["main.py"] += "import SHA256\nprint sum(SHA256, 'z')\n"
    assert "kind.new(" in _migrated(files)["util.py"]


@pytest.mark.parametrize(
    "handed",
    [
        "def f(kind=md5): return kind.new({})\n",
        "def f(kind): return kind.new({})\ng = lambda kind=md5: f(kind)\n",
        "def f(kind): return kind.new({})\ng = lambda: f(kind=md5)\n",
    ],
)
def test_a_module_that_is_handed_on(handed):
    """What is called by its name is a function of hashlib; another object's new() is left."""
    text = "import md5\nimport other as o\n" + handed.format("b'a'") + "x = o.new(1)\n"
    after = migrate(text).text
    assert "return kind(b'a')" in after and "o.new(1)" in after
    aliased = text.replace("import md5", "import md5 as m").replace("=md5", "=m").replace("= md5", "= m")
    assert "return kind(b'a')" in migrate(aliased).text


@pytest.mark.parametrize(
    ("first", "other"),
    [
        (
            "def f(kind=md5):\n    return kind.new(b'a')\n",
            "def g(n):\n    kind = find(n)\n    return kind.new(1)\n",
        ),
        ("def f():\n    kind = md5\n    return kind\n", "def g(kind): return kind.new(1)\n"),
    ],
)
def test_a_variable_that_is_given_something_else_elsewhere(first, other):
    after = migrate(f"import md5\n{first}{other}").text
    assert "return kind.new(b" not in after and "return kind.new(1)" in after


def test_what_is_hashed_is_made_octets_beside_other_makers():
    own = "class F(object):\n    def new(self, s): return s\n"
    text = f"import md5\ndef f(t, kind=md5): return kind.new(t).hexdigest()\n{own}x = f('z'), F().new('z')\n"
    space = {}
    exec(migrate(text).text, space)
    assert space["x"] == (hashlib.md5(b"z").hexdigest(), "z")
