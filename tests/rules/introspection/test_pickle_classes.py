"""Picklers whose insides are changed."""

import io
import pickle
import sys
import types

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "pickle_classes"


@pytest.mark.parametrize(
    "text",
    [
        "import pickle\nclass P(pickle.Pickler):\n    def persistent_id(self, x): pass\n",
        "import pickle\np = pickle.Pickler(f, 2)\n",
        "from mine import Pickler\nclass P(Pickler):\n    def save(self, x): pass\n",
        "import pickle\nu = pickle.Unpickler(f)\nu.persistent_load = g\nv.find_class = g\n",
        "import pickle\nu = pickle.Unpickler(f)\nx = u.find_class\ndef h(u): u.find_class = g\n",
        "import pickle\nclass P(object):\n    def save(self, x): pickle.Pickler(f).dump(x)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_a_derived_class_tells_as_well():
    before = "from pickle import Pickler\nclass P(Pickler):\n    pass\nclass Q(P):\n    def save_x(self, x): pass\n"
    outcome = run(RULE, before)
    assert "class P(pickle._Pickler)" in outcome.text


def test_a_loader():
    text = "import pickle\nclass P(pickle.Unpickler):\n    def load_global(self): pass\n"
    check_rule(RULE, text, text.replace(".Un", "._Un"))


def test_the_table_is_asked():
    text = (
        "import pickle, io\nclass P(pickle.Pickler):\n    dispatch = pickle.Pickler.dispatch.copy()\n"
        "    def save_text(self, x):\n        pickle.Pickler.save_str(self, x.upper())\n"
        "    dispatch[str] = save_text\n"
        "def round(x):\n    f = io.BytesIO()\n    P(f).dump(x)\n    return pickle.loads(f.getvalue())\n"
    )
    space = {}
    exec(run(RULE, text).text, space)
    assert space["round"](["a", 1]) == ["A", 1]


def test_what_else_is_asked_of_the_class_in_c():
    text = (
        "import pickle, io\nclass P(pickle.Pickler):\n    def __init__(self):\n        self.stream = io.BytesIO()\n"
        "        pickle.Pickler.__init__(self, self.stream, 2)\n"
        "    def save(self, x): pickle.Pickler.save(self, x)\n"
    )
    space = {}
    exec(run(RULE, text).text, space)
    made = space["P"]()
    made.dump([1])
    assert made.stream.getvalue()


@pytest.mark.parametrize("name", ["up", "self.up"])
def test_a_loader_that_is_told_what_to_ask(name):
    text = (
        "import pickle, io\nclass A:\n    def loads(self, data):\n        up = pickle.Unpickler(io.BytesIO(data))\n"
        "        up.find_class = self.find\n        return up.load()\n"
        "    def find(self, module, name):\n        return '%s %s' % (module, name)\n"
    )
    space = {}
    exec(run(RULE, text.replace("up", name)).text, space)
    assert space["A"]().loads(pickle.dumps(run, 2)) == "rules.checking run"


LOADER = (
    "class U(Unpickler):\n    def load_build(self):\n        self.stack.pop()\n        self.stack[-1].x = 'seen'\n"
    "    def load(self):\n        d = self.dispatch\n        d[BUILD] = U.load_build\n"
    "        try:\n            return Unpickler.load(self)\n"
    "        finally:\n            d[BUILD] = Unpickler.load_build\n"
    "class A(object):\n    pass\n"
)


@pytest.mark.parametrize(
    "head",
    [
        "from pickle import Unpickler, BUILD\n",
        "from pickle import *\n",
        "from pickle import *\nimport pickle\n",
    ],
)
def test_a_code_is_a_number_in_the_table_of_a_loader(head):
    made = run(RULE, head + LOADER + "n = 1L\n").text
    assert "d[BUILD[0]] = U.load_build" in made
    assert run(RULE, made).text == made
    module = types.ModuleType("made")
    sys.modules["made"] = module
    try:
        exec(made, module.__dict__)
        one = module.A()
        one.y = 1
        assert module.U(io.BytesIO(pickle.dumps(one, 2))).load().x == "seen"
        assert pickle._Unpickler(io.BytesIO(pickle.dumps(one, 2))).load().y == 1
    finally:
        del sys.modules["made"]


@pytest.mark.parametrize(
    "text",
    [
        "from pickle import BUILD\nx = table[BUILD]\n",
        "from mine import BUILD\nx = self.dispatch[BUILD]\n",
        "from pickle import BUILD\nx = self.dispatch[BUILD[0]]\n",
        "from pickle import BUILD\nd = self.dispatch\nd = {}\nx = d[BUILD]\n",
        "from pickle import BUILD\nx = self.dispatch[f(BUILD)]\n",
    ],
)
def test_other_tables_and_codes(text):
    check_untouched(RULE, text, python2=True)


def test_codes_are_octets_beside_what_is_written():
    for head, code in (("from pickle import GLOBAL\n", "GLOBAL"), ("import pickle\n", "pickle.GLOBAL")):
        made = migrate(f"{head}def f(write):\n    write({code} + 'a\\n')\nn = 1L\n").text
        space, written = {}, []
        exec(made, space)
        space["f"](written.append)
        assert written == [b"ca\n"]
    text = "from mine import GLOBAL\ndef f(write):\n    write(GLOBAL + 'a\\n')\nn = 1L\n"
    assert "write(GLOBAL + 'a\\n')" in migrate(text).text
