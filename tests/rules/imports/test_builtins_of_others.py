"""Builtins of other files that tests replace."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

ASK = "def ask(): return raw_input('? ')\ndef read(p): return file(p).read()\n"


def migrated(text: str, settings: str = ASK) -> str:
    texts = {"settings.py": settings, "test_settings.py": "import settings\n" + text + "n = 1L\n"}
    index = RepositoryIndex(texts, texts.get)
    return migrate(texts["test_settings.py"], "test_settings.py", index).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("settings.raw_input = f", "settings.input = f"),
        ("settings.file = f", "settings.open = f"),
        ("del settings.file", "del settings.open"),
        ("setattr(settings, 'raw_input', f)", "setattr(settings, 'input', f)"),
        ("mock.patch('settings.raw_input', create=True)", "mock.patch('settings.input', create=True)"),
        ('patch.object(settings, "file", f)', 'patch.object(settings, "open", f)'),
    ],
)
def test_has_the_new_name(before, after):
    assert migrated(before + "\n") == f"import settings\n{after}\nn = 1\n"


@pytest.mark.parametrize(
    "text",
    ["other.raw_input = f", "settings.xrange = f", "mock.patch('other.file')", "f('settings.raw_input')"],
)
def test_refuses(text):
    assert migrated(text + "\n") == f"import settings\n{text}\nn = 1\n"


@pytest.mark.parametrize("own", ["def file(p): pass\n", "file = None\n", "from io_ import file\n"])
def test_names_that_the_other_file_gives_itself(own):
    assert "settings.file = f" in migrated("settings.file = f\n", own + ASK)


def test_leaves_what_is_of_no_file_here():
    check_untouched("builtins_of_others", "import settings\nsettings.raw_input = len\n", python2=True)
