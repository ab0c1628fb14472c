"""Old hooks of pytest."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "pytest_hooks"


@pytest.mark.parametrize(
    "text",
    [
        "def funcarg__x(request): pass\n",
        "@other\ndef pytest_funcarg__x(request): pass\n",
        "def pytest_generate_tests(metafunc):\n    return metafunc.fixturenames\n",
        "class M:\n    def getfuncargvalue(self, x): pass\nM().getfuncargvalue(1)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if 'x' in metafunc.funcargnames: pass\n", "if 'x' in metafunc.fixturenames: pass\n"),
        ("y = request.getfuncargvalue('x')\n", "y = request.getfixturevalue('x')\n"),
        (
            "import pytest\ndef pytest_funcarg__db(request):\n    return 1\n",
            'import pytest\n@pytest.fixture(name="db")\ndef db_fixture(request):\n    return 1\n',
        ),
        (
            "from conftest import pytest_funcarg__db, other\n"
            "x = pytest_funcarg__db(1), conftest.pytest_funcarg__a(2)\n",
            "from conftest import db_fixture, other\nx = db_fixture(1), conftest.a_fixture(2)\n",
        ),
        (
            "import pytest\nclass TestA:\n    def pytest_funcarg__db(self, request): return 1\n",
            'import pytest\nclass TestA:\n    @pytest.fixture(name="db")\n'
            "    def db_fixture(self, request): return 1\n",
        ),
    ],
)
def test_names_what_pytest_has_now(before, after):
    check_rule(RULE, before, after)


def test_pytest_takes_the_fixture(pytester_free_folder):
    fixture, test = (
        "def pytest_funcarg__number(request):\n    return 7\n",
        "def test_it(number):\n    assert number == 7\n",
    )
    assert pytester_free_folder(fixture + test) == 0
    assert pytester_free_folder(test, fixture) == 0


@pytest.fixture
def pytester_free_folder(tmp_path):
    """Runs pytest over a migrated text in a folder of its own; gives the exit status."""
    import subprocess
    import sys

    from migration.engine.pipeline import migrate

    def run(text, plugin=""):
        (tmp_path / "test_it.py").write_text(migrate(text).text)
        (tmp_path / "conftest.py").write_text(migrate(plugin).text)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True).returncode

    return run
