"""Files that urllib.urlopen opened by their names."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "local_urls"


@pytest.mark.parametrize(
    "text",
    [
        "import urllib\nurllib.urlopen(url)\n",
        "import urllib\nurllib.urlopen('http://localhost/')\n",
        "import urllib\nurllib.urlopen('http://host/' + path)\n",
        "import urllib\nurllib.urlopen(path, data)\n",
        "import urllib2\nurllib2.urlopen(path)\n",
        "from mine import urlopen\nurlopen(path)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, "import urllib.request\nurllib.request.urlopen(path)\n", python2=True)


@pytest.mark.parametrize(
    ("head", "call"),
    [
        ("import urllib", "urllib.urlopen(filename)"),
        ("from urllib import urlopen", "urlopen(self.path)"),
        ("from urllib import *", "urlopen(fname)"),
        ("import urllib, os", "urllib.urlopen(os.path.join(folder, 'a b.txt'))"),
    ],
)
def test_names_of_files_and_urls(head, call, tmp_path):
    file = tmp_path / "a b.txt"
    file.write_bytes(b"octets")
    text = f"{head}\nclass A: pass\nself, folder = A(), {str(tmp_path)!r}\n"
    text += f"self.path = filename = fname = {str(file)!r}\nprint {call}.read()\n"
    made = migrate(text).text
    assert "local_url(" in made
    spaces = {}
    exec(made, spaces)
    for name in (str(file), file.as_uri()):
        assert spaces["local_url"](name) == file.as_uri()
    assert spaces["local_url"]("http://localhost/") == "http://localhost/"
