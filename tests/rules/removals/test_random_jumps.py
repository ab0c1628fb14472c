"""random.jumpahead."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "random_jumps"


@pytest.mark.parametrize(
    "text",
    [
        "def jumpahead(n): pass\njumpahead(3)\n",
        "class R:\n    def jumpahead(self, n): pass\nR().jumpahead(3)\n",
        "r.jumpahead(3, 4)\n",
        "r.jumpahead\n",
        "from mine import jumpahead\njumpahead(3)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_another_file_may_have_such_a_method():
    files = {"a.py": "r.jumpahead(3)\n", "b.py": "class R:\n    def jumpahead(self, n): pass\n"}
    check_untouched(RULE, files["a.py"], key="a.py", index=RepositoryIndex(files, files.__getitem__))


@pytest.mark.parametrize(
    "text",
    [
        "import random\nr = random.Random(5)\nr.random()\nr.jumpahead(12345)\nx = r.random()\n",
        "import random\nrandom.seed(5)\nrandom.random()\nrandom.jumpahead(12345)\nx = random.random()\n",
        "import random\nfrom random import jumpahead\nrandom.seed(5)\nrandom.random()\njumpahead(12345)\n"
        "x = random.random()\n",
        "import random as rand\nclass G(object):\n    def __init__(self): self.r = rand.Random(5)\n"
        "    def f(self):\n        self.r.random()\n        self.r.jumpahead(12345)\n        return self.r.random()\n"
        "x = G().f()\n",
    ],
)
def test_the_numbers_are_those_of_python_2(text):
    made = migrate(text).text
    space = {}
    exec(made, space)
    assert space["x"] == 0.012432112342421808  # as of CPython 2.7.18
    assert migrate(made).text == made


def test_a_generator_of_the_system_has_no_state():
    exec(migrate("import random\nrandom.SystemRandom().jumpahead(3)\n").text, {})
