"""py_compile.compile(p)."""

import os

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "compiled_beside"


@pytest.mark.parametrize(
    "text",
    [
        "import py_compile\npy_compile.compile(p, q)\n",
        "import py_compile\npy_compile.compile(p, doraise=True)\n",
        "import py_compile\npy_compile.compile(f())\n",
        "import py_compile\npy_compile.compile(*p)\n",
        "import compileall\ncompileall.compile_dir(d, legacy=False)\n",
        "py_compile.compile(p)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_folders():
    before = "import compileall\ncompileall.compile_dir(d, quiet=1)\n"
    check_rule(RULE, before, before.replace("quiet=1", "quiet=1, legacy=True"), python2=True)


def test_stands_beside_its_source(tmp_path):
    text = "import py_compile\ndef f(name):\n    py_compile.compile(name + '.py')\nn = 1L\n"
    (tmp_path / "a.py").write_text("x = 1\n")
    spaces = {}
    exec(migrate(text).text, spaces)
    spaces["f"](str(tmp_path / "a"))
    assert sorted(os.listdir(tmp_path)) == ["a.py", "a.pyc"]
