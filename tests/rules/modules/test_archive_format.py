"""The format of archives that tarfile writes, where it is not named."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "archive_format"
HEAD = "import tarfile\n"


@pytest.mark.parametrize(
    "text",
    [
        "tarfile.open(p)\n",
        "tarfile.open(p, 'r:gz')\n",
        "tarfile.open(p, mode='r')\n",
        "tarfile.open(p, 'w', format=tarfile.PAX_FORMAT)\n",
        "tarfile.open(p, 'w', **more)\n",
        "tarfile.open(*a)\n",
        "tarfile.open(p, mode)\n",
        "def f(p, mode='r'):\n    return tarfile.open(p, mode)\nf(p, 'r:gz')\n",
        "open(p, 'w')\n",
        "tarfile.DEFAULT_FORMAT = tarfile.PAX_FORMAT\ntarfile.open(p, 'w')\n",
        "class tarfile:\n    @staticmethod\n    def open(p, mode): pass\ntarfile.open(p, 'w')\n",
        "tarfile.is_tarfile(p)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text, python2=True)


def test_refuses_in_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + "tarfile.open(p, 'w')\n")


def test_refuses_where_the_default_is_the_old_one():
    check_untouched(RULE, HEAD + "tarfile.open(p, 'w')\n", python2=True, target=(3, 7))


def test_refuses_where_another_file_says_the_default():
    texts = {"p/__init__.py": "", "p/a.py": "import tarfile\ntarfile.DEFAULT_FORMAT = 0\n", "p/b.py": HEAD}
    index = RepositoryIndex(texts, texts.get)
    check_untouched(RULE, HEAD + "tarfile.open(p, 'w')\n", python2=True, key="p/b.py", index=index)


@pytest.mark.parametrize(
    "call",
    [
        "tarfile.open(p, 'w'{})",
        "tarfile.open(p, 'w:gz'{})",
        "tarfile.open(p, mode='a'{})",
        "tarfile.open(mode='w|', fileobj=f{})",
        "tarfile.TarFile(p, 'w'{})",
        "tarfile.TarFile.open(p, 'w:' + kind{})",
        "tarfile.TarFile.gzopen(p, 'w'{})",
        "tarfile.open(p, 'w:%s' % kind{})",
        "tarfile.open(p, 'w:{{}}'.format(kind){})",
        "tarfile.open(p, gz and 'w:gz' or 'w'{})",
        "tarfile.open(p, 'w:gz' if gz else 'w'{})",
    ],
)
def test_names_the_old_default(call):
    text = HEAD + call + "\n"
    check_rule(RULE, text.format(""), text.format(", format=tarfile.GNU_FORMAT"), python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "mode = 'w:bz2'\ntarfile.open(p, mode{})\n",
        "def f(p, mode='w'):\n    return tarfile.open(p, mode{})\n",
        "def f(p, mode):\n    return tarfile.open(p, mode{})\nf(p, 'w')\n",
    ],
)
def test_follows_the_mode(text):
    text = HEAD + text
    check_rule(RULE, text.format(""), text.format(", format=tarfile.GNU_FORMAT"), python2=True)


def test_for_a_function_of_the_module():
    before = "from tarfile import open as tar_open\ntar_open(p, 'w')\n"
    after = (
        "import tarfile\nfrom tarfile import open as tar_open\ntar_open(p, 'w', format=tarfile.GNU_FORMAT)\n"
    )
    check_rule(RULE, before, after, python2=True)


def test_has_the_old_bytes():
    """The printed line is that of CPython 2.7.18 for the unmigrated program."""
    text = (
        "import tarfile, StringIO\nf = StringIO.StringIO()\nt = tarfile.open(fileobj=f, mode='w')\n"
        "i = tarfile.TarInfo('d/' + 'x' * 120)\ni.mtime, i.size = 1.75, 2\nt.addfile(i, StringIO.StringIO('ab'))\n"
        "t.close()\nd = f.getvalue()\nm = tarfile.open(fileobj=StringIO.StringIO(d)).getmembers()[0]\n"
        "print len(d), d[:13], m.mtime, m.name[-3:]\n"
    )
    after = migrate(text).text
    done = subprocess.run([sys.executable, "-c", after], capture_output=True, text=True)
    assert done.stdout == "10240 ././@LongLink 1 xxx\n", done.stderr + after
    assert migrate(after).text == after
