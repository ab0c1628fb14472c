"""__hex__, __oct__, __coerce__."""

import pytest
from rules.checking import PROOF, check_open, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.classes.number_methods import HELPER

H = "class H(object):\n    def __hex__(self): return '0x2a'\n    def __oct__(self): return '052'\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = hex(42)\n",
        H + "    def __index__(self): return 42\nx = hex(H())\n",
        "class H(object):\n    def hex(self): return 1\nx = H().hex()\n",
    ],
)
def test_leaves_numbers(text):
    check_untouched("number_methods", text)


def test_says_so_for_coerce():
    check_open("number_methods", "class N(object):\n    def __coerce__(self, o): return 1, o\n", 1)


def test_calls_the_method_by_name():
    check_rule(
        "number_methods",
        H + "h = H()\nx = hex(h) + oct(H())\n",
        H + "h = H()\nx = h.__hex__() + H().__oct__()\n",
    )


SAYS = "class H(object):\n    def __hex__(self): return '0x2a'\n    def __index__(self): return 1\n"


def test_what_is_not_known_is_asked_whether_it_says_itself():
    before = SAYS + "def f(x): return hex(x)\n"
    after = run("number_methods", before + PROOF).text
    assert HELPER.strip() in after
    assert "def f(x): return hexadecimal(x)\n" in after
    check_untouched("number_methods", before)
    check_untouched("number_methods", SAYS + "x = hex(12), oct(y)\n", python2=True)
    check_untouched("number_methods", SAYS.replace("hex", "oct") + "def f(x): return hex(x)\n", python2=True)


def test_objects_of_unknown_classes_say_their_octal_text_too():
    text = "class H(object):\n    def __oct__(self): return '052'\n"
    text += "def f(x): return oct(x)\n"
    space = {}
    exec(migrate(text + PROOF).text, space)
    assert [space["f"](x) for x in (space["H"](), 8, 0, -8)] == ["052", "010", "0", "-010"]


def test_with_index_the_method_is_called_in_python2_alone():
    before, after = SAYS + "x = hex(H())\n", SAYS + "x = H().__hex__()\n"
    check_rule("number_methods", before, after, python2=True)
    check_untouched("number_methods", before)


def test_long_asked_for_its_own_method():
    text = "class A(object):\n    def __long__(self): return 2\n    def __int__(self): return 1\n"
    assert "x = A().__long__(), int(A())" in migrate(text + "x = long(A()), int(A())\n").text
    without = text.replace("__int__", "__other__")
    assert "x = int(A())" in migrate(without + "x = long(A())\n").text


def test_a_class_of_another_file():
    texts = {
        "kit.py": "class F(object):\n    def __hex__(self): return 'own'\n",
        "a.py": "import kit\nx = hex(kit.F())\nn = 1L\n",
    }
    index = RepositoryIndex(texts, texts.get)
    assert "x = hexadecimal(kit.F())" in migrate(texts["a.py"], "a.py", index).text
    assert "x = hex(kit.F())" in migrate(texts["a.py"]).text
