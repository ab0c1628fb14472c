"""import sibling → from . import sibling."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched

from environment.traces import Exactness
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "implicit_relative_import"
KEYS = [
    "pkg/__init__.py",
    "pkg/a.py",
    "pkg/b.py",
    "pkg/string.py",
    "pkg/sub/__init__.py",
    "pkg/sub/c.py",
    "x.py",
]
INDEX = RepositoryIndex(KEYS)


@pytest.mark.parametrize(
    "text",
    [
        "import x\n",
        "import os, json\n",
        "from . import b\nfrom .b import c\n",
        "from __future__ import absolute_import\nimport b\n",
        "try:\n    import b\nexcept ImportError:\n    from . import b\n",
    ],
)
def test_leaves_other_imports(text):
    check_untouched(RULE, text, key="pkg/a.py", index=INDEX)


def test_leaves_scripts_next_to_their_modules():
    check_untouched(RULE, "import y\n", key="x.py", index=RepositoryIndex(["x.py", "y.py"]))


def test_leaves_a_folder_whose_name_no_import_can_spell():
    keys = ["unit-tests/__init__.py", "unit-tests/y.py"]
    check_untouched(RULE, "import y\n", key="unit-tests/__init__.py", index=RepositoryIndex(keys))


@pytest.mark.parametrize(
    "text",
    [
        "import b\nline = raw_input('?')\n",
        "import b, sys\nb.f(sys.argv)\n",
        "import sys\nsys.path[0:0] = ['.', '..']\nimport b\n",
        "import os, sys\nsys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))\nimport b\n",
    ],
)
def test_leaves_a_script_that_nobody_imports(text):
    for other, import_ in (("x.py", "import re\n"), ("x.py", "import pkg\n"), ("pkg/b.py", "a = 1\n")):
        files = {"pkg/__init__.py": "", "pkg/a.py": text, "pkg/b.py": "", other: import_}
        check_untouched(RULE, text, key="pkg/a.py", index=RepositoryIndex(files, files.__getitem__))


@pytest.mark.parametrize(
    "other", ["import pkg.a\n", "from pkg import a\n", "setup(entry_points={'c': ['x=pkg.a:main']})\n"]
)
def test_a_module_with_a_shebang_that_is_imported_is_a_module(other):
    files = {"pkg/__init__.py": "", "pkg/a.py": "", "pkg/b.py": "", "x.py": other}
    index = RepositoryIndex(files, files.__getitem__)
    shebang = "#!/usr/bin/python\n"
    check_rule(RULE, shebang + "import b\n", shebang + "from . import b\n", key="pkg/a.py", index=index)


BOTH = "if __package__:\n    {}\nelse:\n    {}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import sys, b", "import sys\n" + BOTH.format("from . import b", "import b")),
        ("from b import (f,\n    g)", BOTH.format("from .b import (f,\n    g)", "from b import (f,\n    g)")),
        (
            "import sub.c",
            BOTH.format("from . import sub\n    from .sub import c as _sub_c", "import sub.c"),
        ),
    ],
)
def test_what_may_be_run_as_a_script_finds_its_siblings_both_ways(before, after):
    guard = "if __name__ == '__main__':\n    b.f(sys.argv)\n"
    check_rule(RULE, f"{before}\n{guard}", after + guard, key="pkg/a.py", index=INDEX)
    # What else it reads of how it was called says nothing against the guard.
    read = "import sys\nplace = sys.argv[0]\n" + guard
    check_rule(RULE, f"{before}\n{read}", after + read, key="pkg/a.py", index=INDEX)
    shebang = "#!/usr/bin/env python\n"
    check_rule(RULE, f"{shebang}{before}\n", shebang + after, key="pkg/a.py", index=INDEX)


def test_an_import_of_a_script_inside_a_function_keeps_its_margin():
    guard = "if __name__ == '__main__':\n    f()\n"
    after = "def f():\n    if __package__:\n        from . import b\n    else:\n        import b\n"
    check_rule(RULE, f"def f():\n    import b\n{guard}", after + guard, key="pkg/a.py", index=INDEX)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import b\n", "from . import b\n"),
        ("import b as c\n", "from . import b as c\n"),
        ("import os, b, sys\n", "import os, sys\nfrom . import b\n"),
        ("from b import *\n", "from .b import *\n"),
        ("from sub.c import d\n", "from .sub.c import d\n"),
        ("import sub.c\nsub.c.d\n", "from . import sub\nfrom .sub import c as _sub_c\nsub.c.d\n"),
        ("import sub.c as d\n", "from .sub import c as d\n"),
        ("if x: import b\n", "if x: from . import b\n"),
        ("try:\n    import fast\nexcept ImportError:\n    import b\n", None),
    ],
)
def test_makes_siblings_explicit(before, after):
    after = after or before.replace("import b", "from . import b")
    check_rule(RULE, before, after, key="pkg/a.py", index=INDEX, exactness=Exactness.EXACT)


def test_a_sibling_that_shadows_the_standard_library():
    check_rule(RULE, "import string\n", "from . import string\n", key="pkg/a.py", index=INDEX, python2=True)


@pytest.mark.parametrize(
    ("sibling", "after"),
    [
        ("class Reader: pass\n", "io"),
        ("class StringIO: pass\n", ".io"),
        ("from c import *\n", ".io"),
        ("", ".io"),
    ],
)
def test_what_a_sibling_has_not_is_of_the_standard_library(sibling, after):
    files = {"pkg/__init__.py": "", "pkg/a.py": "", "pkg/io.py": sibling}
    index = RepositoryIndex(files, files.get)
    text = "from io import StringIO\n"
    if after == "io":
        check_untouched(RULE, text, key="pkg/a.py", index=index, python2=True)
    else:
        check_rule(RULE, text, f"from {after} import StringIO\n", key="pkg/a.py", index=index, python2=True)


def test_a_submodule_hidden_by_a_name_of_its_package():
    files = {"pkg/__init__.py": "from b import b\n", "pkg/a.py": "", "pkg/b.py": ""}
    check_rule(
        RULE,
        "import b\n",
        'import importlib\nb = importlib.import_module(".b", __package__)\n',
        key="pkg/a.py",
        index=RepositoryIndex(files, files.__getitem__),
    )


def test_a_module_that_is_run_too_is_semantic():
    text = "{}\nif __name__ == '__main__':\n    b.run()\n"
    files = {"pkg/__init__.py": "", "pkg/a.py": "", "pkg/b.py": "", "x.py": "import pkg.a\n"}
    check_rule(
        RULE,
        text.format("import b"),
        text.format("from . import b"),
        key="pkg/a.py",
        index=RepositoryIndex(files, files.__getitem__),
        exactness=Exactness.SEMANTIC,
    )


def test_cycles_survive(tmp_path):
    files = {
        "pkg/__init__.py": "import a\n",
        "pkg/a.py": "import b\ndef f(): return b.g()\n",
        "pkg/b.py": "import a\nimport sub.c\ndef g(): return a.__name__, sub.c.__name__\n",
        "pkg/sub/__init__.py": "",
        "pkg/sub/c.py": "",
    }
    index = RepositoryIndex(files, files.__getitem__)
    for key, text in files.items():
        path = tmp_path / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(migrate(text, key, index).text)
    command = [sys.executable, "-c", "import pkg; print(pkg.a.f())"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "('pkg.a', 'pkg.sub.c')\n"


@pytest.mark.parametrize(
    "line",
    ["from secrets import token_hex", "from secrets import *", "import secrets", "from .secrets import KEY"],
)
def test_leaves_what_a_module_new_in_python_3_may_be_asked_for(line):
    check_untouched(RULE, f"{line}\n", key="pkg/a.py", index=INDEX, python2=True)


def test_leaves_a_module_of_that_name_beside_the_package():
    index = RepositoryIndex([*KEYS, "secrets.py"])
    check_untouched(RULE, "from secrets import KEY\n", key="pkg/a.py", index=index, python2=True)


def test_a_sibling_that_is_not_in_the_repository_and_has_the_name_of_a_new_module():
    """`secrets.py` is written by whoever runs the tests; Python 2 had no module of that name."""
    check_rule(
        RULE, "from secrets import KEY, ID\n", "from .secrets import KEY, ID\n", key="pkg/a.py", index=INDEX,
        python2=True,
    )  # fmt: skip


def with_tests(test, other="import pkg.a\n"):
    """A repository whose tests, in a folder of the package, do `test`; `b` imports `c`."""
    files = {"pkg/__init__.py": "", "pkg/a.py": "", "pkg/b.py": "import c\n", "pkg/c.py": ""}
    files |= {"pkg/tests/test_b.py": test, "x.py": other}
    return RepositoryIndex(files, files.__getitem__)


@pytest.mark.parametrize(
    "test",
    [
        "import sys\nsys.path.append('..')\nimport b\n",
        "import sys\nsys.path.insert(0, 'pkg')\nfrom b import f\n",
        "import sys\nsys.path.insert(0, 'pkg')\nimport os, b as tested\n",
    ],
)
def test_what_tests_load_by_its_bare_name_finds_its_siblings_both_ways(test):
    index = with_tests(test)
    after = BOTH.format("from . import c", "import c")
    check_rule(RULE, "import c\n", after, key="pkg/b.py", index=index)
    # What it imports is loaded by its bare name as well.
    after = BOTH.format("from .a import f", "from a import f")
    check_rule(RULE, "from a import f\n", after, key="pkg/c.py", index=index)
    check_rule(RULE, "import c\n", "from . import c\n", key="pkg/a.py", index=index)


@pytest.mark.parametrize(
    "test",
    [
        "import b\n",
        "import sys\nprint sys.path\nimport json\n",
        "import sys\nsys.path.append('..')\nfrom pkg import b\n",
    ],
)
def test_what_is_loaded_by_its_full_name_is_a_module_of_its_package(test):
    check_rule(RULE, "import c\n", "from . import c\n", key="pkg/b.py", index=with_tests(test))


def test_several_bare_names_of_one_package_tell_that_its_folder_is_on_the_path():
    """Whoever runs such tests puts it there, by an option or the environment; one name alone may be another module."""
    index = with_tests("import b\nfrom c import f\n")
    check_rule(RULE, "import c\n", BOTH.format("from . import c", "import c"), key="pkg/b.py", index=index)
    in_package = RepositoryIndex([*index.keys, "pkg/tests/__init__.py"], lambda key: index.text(key) or "")
    check_rule(RULE, "import c\n", "from . import c\n", key="pkg/b.py", index=in_package)


def test_what_a_script_of_a_package_imports_is_loaded_by_its_bare_name(tmp_path):
    """Its own folder is on the path then; a package in that folder is one by its bare name, too."""
    files = {
        "p/pkg/__init__.py": "",
        "p/pkg/run.py": "import b\nfrom sub import d\nif __name__ == '__main__':\n    print b.c.X + d.e.X\n",
        "p/pkg/b.py": "import c\nimport sub\n",
        "p/pkg/c.py": "X = 1\n",
        "p/pkg/sub/__init__.py": "",
        "p/pkg/sub/d.py": "import e\n",
        "p/pkg/sub/e.py": "X = 2\n",
    }
    index = RepositoryIndex(files, files.get)
    after = BOTH.format("from . import c\n    from . import sub", "import c\n    import sub")
    check_rule(RULE, files["p/pkg/b.py"], after, key="p/pkg/b.py", index=index)
    check_rule(RULE, "import e\n", "from . import e\n", key="p/pkg/sub/d.py", index=index)
    for key, text in files.items():
        path = tmp_path / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(migrate(text, key, index).text)
    for command in ["p/pkg/run.py"], ["-m", "p.pkg.run"]:
        done = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert done.stdout == "3\n"
    # A module that others import is one of its package.
    imported = RepositoryIndex([*files, "x.py"], {**files, "x.py": "from pkg import run\n"}.get)
    check_rule(RULE, "import c\n", "from . import c\n", key="p/pkg/b.py", index=imported)


def test_imports_below_each_other_choose_together():
    guard = "if __name__ == '__main__':\n    f()\n"
    before = "import b, sys\nfrom b import (f,\n    g)\nimport os\nimport sub # why\n"
    before += "from b import h\n\nfrom b import i\n"
    after = (
        "import sys\n"
        + BOTH.format(
            "from . import b\n    from .b import (f,\n    g)", "import b\n    from b import (f,\n    g)"
        )
        + "import os\n"
        + BOTH.format("from . import sub", "import sub # why")
        + BOTH.format("from .b import h", "from b import h")
        + "\n"
        + BOTH.format("from .b import i", "from b import i")
    )
    check_rule(RULE, before + guard, after + guard, key="pkg/a.py", index=INDEX)


def test_what_follows_on_the_line_stays_behind_the_import():
    index = with_tests("import sys\nsys.path.append('..')\nimport b\n")
    text = "import c; import sys\n"
    check_rule(RULE, text, "from . import c; import sys\n", key="pkg/b.py", index=index)
    after = BOTH.format("from . import c", "import c").rstrip() + "  # why\n"
    check_rule(RULE, "import c  # why\n", after, key="pkg/b.py", index=index)


def test_a_module_that_imports_itself():
    check_rule(RULE, "import b\n", "from . import b\n", key="pkg/b.py", index=INDEX)
    check_untouched(RULE, "import string\n", key="pkg/string.py", index=INDEX)


def test_a_package_may_put_the_folder_above_on_the_path_for_its_modules():
    files = {
        "pkg/__init__.py": "",
        "pkg/b.py": "import c\n",
        "pkg/c.py": "",
        "pkg/test/__init__.py": "import os, sys\nsys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))\n",
        "pkg/test/test_b.py": "import b\n",
    }
    index = RepositoryIndex(files, files.get)
    check_rule(RULE, "import c\n", BOTH.format("from . import c", "import c"), key="pkg/b.py", index=index)
