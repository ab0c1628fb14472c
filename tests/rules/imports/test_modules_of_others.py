"""Modules that another file of the repository imports."""

import subprocess
import sys
import types

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

FETCH = "import urllib, urllib2, Queue\nfrom StringIO import StringIO\nx = urllib2.urlopen(u)\n"


def migrated(text: str, fetch: str = FETCH) -> str:
    texts = {"fetch.py": fetch, "test_fetch.py": "import fetch\n" + text + "n = 1L\n"}
    index = RepositoryIndex(texts, texts.get)
    return migrate(texts["test_fetch.py"], "test_fetch.py", index).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("fetch.urllib2.urlopen = f", "urllib.request.urlopen = f"),
        ("x = fetch.urllib2.URLError", "x = urllib.error.URLError"),
        ("x = fetch.urllib.getproxies()", "x = urllib.request.getproxies()"),
        ("fetch.Queue.Queue = f", "queue.Queue = f"),
        ("mock.patch('fetch.urllib2.urlopen')", "mock.patch('urllib.request.urlopen')"),
        ('mock.patch("fetch.Queue.Queue")', 'mock.patch("queue.Queue")'),
        ("setattr(fetch.urllib2, 'urlopen', f)", "setattr(urllib.request, 'urlopen', f)"),
        ("patch.object(fetch.urllib2, 'urlopen')", "patch.object(urllib.request, 'urlopen')"),
    ],
)
def test_follows_them(before, after):
    assert after + "\nn = 1\n" in migrated(before + "\n")


def test_imports_them_itself():
    after = migrated("from fetch import urllib2 as u, Queue, x\ny = u.urlopen, Queue.Queue\n")
    assert "from fetch import x\ny = urllib.request.urlopen, queue.Queue\n" in after


@pytest.mark.parametrize("own", ["", "import httplib\n"])
def test_a_file_that_is_called_as_the_library_is_now(own, monkeypatch, capsys):
    texts = {"net/__init__.py": "", "net/http.py": "import httplib\nx = httplib.OK\n"}
    texts["t.py"] = f"{own}from net import http\nprint http.x, int(http.httplib.OK)\n"
    made = migrate(texts["t.py"], "t.py", RepositoryIndex(texts, texts.get)).text
    net = types.ModuleType("net")
    net.http = types.SimpleNamespace(x=5)
    monkeypatch.setitem(sys.modules, "net", net)
    exec(made, {})
    assert capsys.readouterr().out == "5 200\n"


def test_modules_that_are_gone():
    fetch = "import sets, md5\nimport commands, exceptions\n"
    before = "from fetch import sets, md5, exceptions\nx = sets.Set([1]), md5.new(), exceptions.OSError\n"
    after = "import hashlib\nimport fetch\nx = set([1]), hashlib.md5(), OSError\nn = 1\n"
    assert after in migrated(before, fetch)
    assert "x = subprocess.getoutput('ls')\n" in migrated("x = fetch.commands.getoutput('ls')\n", fetch)
    assert "setattr(fetch.commands, 'getoutput', f)" in migrated(
        "setattr(fetch.commands, 'getoutput', f)\n", fetch
    )


def test_modules_of_the_package_that_are_called_so_stay():
    texts = {"p/__init__.py": "import commands\n", "p/commands.py": "def send(): pass\n"}
    texts["t.py"] = "from p import commands\nprint commands.send()\n"
    index = RepositoryIndex(texts, texts.get)
    assert migrate(texts["t.py"], "t.py", index).text == "from p import commands\nprint(commands.send())\n"


def test_what_others_use_is_seen(tmp_path):
    texts = {
        "fetch.py": FETCH.replace("x = ", "def get(u): return "),
        "t.py": "import fetch\nfetch.urllib2.urlopen = len\n",
    }
    texts["t.py"] += "assert fetch.get('abc') == 3\nn = 1L\n"
    index = RepositoryIndex(texts, texts.get)
    for key, text in texts.items():
        (tmp_path / key).write_text(migrate(text, key, index).text)
    subprocess.run([sys.executable, "t.py"], cwd=tmp_path, check=True)


@pytest.mark.parametrize(
    "text",
    [
        "x = fetch.StringIO.len",
        "x = other.urllib2.urlopen",
        "x = self.fetch.urllib2.urlopen",
        "mock.patch('other.urllib2.urlopen')",
        "x = fetch.urlparse.urljoin",
        "f(fetch.urllib2)",
        "print_('fetch.urllib2.urlopen')",
    ],
)
def test_refuses(text):
    assert migrated(text + "\n") == f"import fetch\n{text}\nn = 1\n"


def test_leaves_what_is_of_no_file_here():
    check_untouched("modules_of_others", "import fetch\nx = fetch.urllib2.urlopen\n", python2=True)


def test_a_name_that_the_other_file_gave_itself():
    fetch = "import urllib2 as Queue\n"
    assert "fetch.Queue.Queue" in migrated("fetch.Queue.Queue = f\n", fetch)


@pytest.mark.parametrize(
    "fetch",
    [
        "import StringIO\nStringIO = StringIO.StringIO\n",
        "import sys\nif sys.version_info < (3,):\n    import StringIO\nelse:\n    from io import StringIO\n",
        "try:\n    import StringIO\nexcept ImportError:\n    StringIO = None\n",
        "from StringIO import StringIO\n",
    ],
)
def test_names_that_may_be_something_else(fetch):
    assert "from fetch import StringIO" in migrated("from fetch import StringIO\n", fetch)
