"""Files that are copied into files of octets."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

RULE = "copied_files"
HEAD = "import gzip\nimport shutil\nimport tempfile\n"


@pytest.mark.parametrize(
    "text",
    [
        "f = open(q, 'w')\nshutil.copyfileobj(open(p), f)\n",
        "f = tempfile.TemporaryFile(mode='w+')\nshutil.copyfileobj(open(p), f)\n",
        "f = tempfile.TemporaryFile(*given)\nshutil.copyfileobj(p, f)\n",
        "shutil.copyfileobj(open(p), f)\n",
        "def copy(f):\n    shutil.copyfileobj(open(p), f)\n",
        "f = tempfile.TemporaryFile()\nf.write('a')\nshutil.copyfileobj(open(p), f)\n",
        "f = tempfile.TemporaryFile()\ng = open(p)\nx = g.readline()\nshutil.copyfileobj(g, f)\n",
        "f = tempfile.TemporaryFile()\ng = open(p)\nshutil.copyfileobj(g, f)\nshow(g)\n",
        "f = tempfile.TemporaryFile()\ng = open(p)\nshutil.copyfileobj(g, f)\nshutil.copyfileobj(g, other)\n",
        "f = tempfile.TemporaryFile()\nshutil.copyfileobj(open(p, 'rb'), f)\n",
        "f = tempfile.TemporaryFile()\nshutil.copyfileobj(open(p, mode), f)\n",
        "f = tempfile.TemporaryFile()\nshutil.copyfileobj(open(p, encoding='utf-8'), f)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f = gzip.open(q, 'w')\nshutil.copyfileobj(open(p), f)\n", "open(p, 'rb')"),
        ("with open(p, 'r') as g:\n    shutil.copyfileobj(g, open(q, 'wb'))\n", "open(p, 'rb')"),
        (
            "class T:\n    def setUp(self):\n        self.f = tempfile.NamedTemporaryFile(suffix=self.x)\n"
            "        with open(p) as g:\n            shutil.copyfileobj(g, self.f)\n        self.f.flush()\n",
            "open(p, 'rb')",
        ),
        (
            "with tempfile.NamedTemporaryFile(delete=False) as f:\n    with open(p, 'rU') as g:\n"
            "        shutil.copyfileobj(g, f, 99)\n",
            "open(p, 'rb')",
        ),
    ],
)
def test_rewrites(before, after):
    old = next(o for o in ("open(p)", "open(p, 'r')", "open(p, 'rU')") if o in before)
    check_rule(RULE, HEAD + before, HEAD + before.replace(old, after), python2=True)


def test_octets_are_copied(tmp_path):
    (tmp_path / "a").write_bytes(b"\xff\r\n\xfe")
    text = (
        HEAD
        + "f = tempfile.TemporaryFile()\nwith open(p) as g:\n    shutil.copyfileobj(g, f)\nf.seek(0)\nx = f.read()\n"
    )
    space = {"p": tmp_path / "a"}
    exec(migrate(text + "y = 1L\n").text, space)
    assert space["x"] == b"\xff\r\n\xfe"


def test_a_program_of_octets_opens_its_files_in_a_way_of_its_own():
    text = HEAD + "f = tempfile.TemporaryFile()\nshutil.copyfileobj(open(p), f)\n"
    assert "open(p)" in run(RULE, text, key="p/a.py", index=octet_repository(text)).text
