"""Lists of instructions of the interpreter."""

import dis
import types

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.rules.introspection.opcode_lists import HELPER

RULE = "opcode_lists"
RECIPE = """
import dis
CONSTS = map(dis.opmap.__getitem__, [
    'POP_TOP', 'ROT_TWO', 'ROT_THREE', 'ROT_FOUR', 'DUP_TOP', 'BUILD_LIST', 'BUILD_MAP', 'BUILD_TUPLE', 'LOAD_CONST',
    'RETURN_VALUE', 'STORE_SUBSCR'])
CALLS = CONSTS + map(dis.opmap.__getitem__, ['LOAD_NAME', 'CALL_FUNCTION', 'COMPARE_OP', 'POP_TOP', 'LOAD_ATTR'])
def opcodes(code):
    i, found = 0, []
    octets = code.co_code
    while i < len(octets):
        one = ord(octets[i])
        found.append(one)
        if one >= dis.HAVE_ARGUMENT:
            i += 3
        else:
            i += 1
    return found
def evaluate(text, allowed):
    code = compile(text, '', 'eval')
    for one in opcodes(code):
        if one not in allowed:
            raise ValueError(dis.opname[one])
    return eval(code)
"""


@pytest.fixture(scope="module")
def recipe() -> types.ModuleType:
    module = types.ModuleType("recipe")
    exec(compile(migrate(RECIPE).text, "recipe.py", "exec"), vars(module))
    return module


@pytest.mark.parametrize("text", ["10", "[1, 2, (3, 4), {'foo': 'bar'}]", "{'a': 1, 'b': 2}", "'a'", "()"])
def test_constants_are_evaluated(recipe: types.ModuleType, text: str) -> None:
    assert recipe.evaluate(text, recipe.CONSTS) == eval(text)


@pytest.mark.parametrize(
    "text", ["len('a')", "__import__('sys')", "a + 1", "[x for x in (1,)]", "x.y", "lambda: 1"]
)
def test_all_else_is_refused(recipe: types.ModuleType, text: str) -> None:
    with pytest.raises(ValueError, match=r"[A-Z]"):
        recipe.evaluate(text, recipe.CONSTS)


@pytest.mark.parametrize("text", ["len('abc')", "'a'.upper()", "len('a') == 1", "dict(a=1)"])
def test_calls_where_they_were_allowed(recipe: types.ModuleType, text: str) -> None:
    assert recipe.evaluate(text, recipe.CALLS) == eval(text)
    with pytest.raises(ValueError, match="BINARY_OP"):
        recipe.evaluate("len('a') + len('b')", recipe.CALLS)


def test_an_operator_is_allowed_with_all_others_alone() -> None:
    namespace: dict[str, object] = {"dis": dis}
    exec(HELPER, namespace)
    names = namespace["opcode_names"]
    assert callable(names)
    some = ["ADD", "AND", "FLOOR_DIVIDE", "LSHIFT", "MODULO", "MULTIPLY", "OR", "POWER", "RSHIFT", "SUBTRACT"]
    every = [f"BINARY_{one}" for one in (*some, "TRUE_DIVIDE", "XOR")]
    assert "BINARY_OP" in names(every)
    assert "BINARY_OP" not in names(every[1:])
    assert "BINARY_OP" not in names(["BINARY_ADD", "BINARY_POWER"])


@pytest.mark.parametrize(
    "text",
    [
        "import dis\nx = dis.opmap, ['LOAD_CONST', 'BUILD_LIST']\n",
        "import dis\nx = dis.opmap, ['LOAD_CONST', 'BUILD_LIST', 'POP_TOP', 'ROT_TWO', y]\n",
        "x = ['LOAD_CONST', 'BUILD_LIST', 'BUILD_TUPLE', 'RETURN_VALUE']\n",
    ],
)
def test_leaves_other_lists(text: str) -> None:
    check_untouched(RULE, text, python2=True)


LOOP = "import dis\ndef f(s):\n    i = 0\n    while i < len(s):\n        c = s[i]\n        if c >= dis.HAVE_ARGUMENT:\n"


def test_each_has_two_octets() -> None:
    text = LOOP + "            i = i + 3\n        else: i += 1\n"
    check_rule(RULE, text, text.replace("+ 3", "+ 2").replace("+= 1", "+= 2"), python2=True)
    own = (
        text.replace("import dis\n", "LEAST = 90\n").replace("dis.HAVE_ARGUMENT", "LEAST")
        + "HAVE_ARGUMENT = LEAST\n"
    )
    check_rule(RULE, own, own.replace("+ 3", "+ 2").replace("+= 1", "+= 2"), python2=True)


@pytest.mark.parametrize(
    "steps",
    [
        "            i += 2\n        else: i += 1\n",
        "            i += 3\n        else: j += 1\n",
        "            i += 3\n",
        "            i += 3\n        else: i += 1\n        x = s[i + 1]\n",
    ],
)
def test_leaves_other_steps(steps: str) -> None:
    check_untouched(RULE, LOOP + steps, python2=True)
