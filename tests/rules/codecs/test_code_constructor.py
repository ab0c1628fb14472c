"""Code objects made like others."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "code_constructor"
MADE = (
    "CodeType(0, c.co_nlocals, c.co_stacksize, c.co_flags, c.co_code, c.co_consts, c.co_names, c.co_varnames, "
    "'other.py', 'f', 40, c.co_lnotab, (), ())"
)


@pytest.mark.parametrize(
    "text",
    [
        MADE.replace("c.co_code", "code") + "\n",
        MADE.replace("c.co_consts", "d.co_consts") + "\n",
        MADE.replace("c.co_lnotab", "lines") + "\n",
        MADE.replace("(), ()", "*rest") + "\n",
        MADE.replace("0, c.co_nl", "0, 0, c.co_nl") + "\n",
        MADE.replace("c.co_", "g().co_") + "\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_the_copy_runs_and_has_another_name_and_line():
    names = {}
    text = f"from types import CodeType\ndef f(c):\n    return {MADE}\n"
    exec(migrate(text).text, names)
    code = compile("a = 1 + 1\n", "one.py", "exec")
    copy = names["f"](code)
    space = {}
    exec(copy, space)
    assert space["a"] == 2 and (copy.co_filename, copy.co_name, copy.co_firstlineno) == ("other.py", "f", 40)


def test_the_name_of_the_file_is_text_whatever_encoded_it():
    names = {}
    text = "from types import CodeType\ndef f(c, path):\n    if isinstance(path, unicode):\n"
    text += f"        path = path.encode('utf-8', 'replace')\n    return {MADE.replace(repr('other.py'), 'path')}\n"
    exec(migrate(text).text, names)
    code = compile("a = 1 + 1\n", "one.py", "exec")
    assert names["f"](code, "p.py").co_filename == "p.py"
