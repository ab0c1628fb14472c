"""What names mean where a parameter makes one of its surroundings local: `def f(x, len=len)`."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.view.draft import Facts
from migration.view.module import Module


def meanings(text: str, name: str) -> list[str | None]:
    """What each read of `name` in functions means, in order."""
    tree = ast.parse(text)
    module = Module(text, tree, Facts("a.py", RepositoryIndex(["a.py"])))
    reads = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == name]
    return [module.qualified_name(call.func) for call in reads]


@pytest.mark.parametrize(
    ("text", "name", "meant"),
    [
        ("def f(x, long=long): return long(x)\n", "long", ["builtins.long"]),
        ("def f(x, y=1, *a, map=map): return map(x)\n", "map", ["builtins.map"]),
        ("g = lambda x, long=long: long(x)\n", "long", ["builtins.long"]),
        ("from time import time\ndef f(x, time=time): return time()\n", "time", ["time.time"]),
        ("def f(x, long=long):\n    def g(y): return long(y)\n", "long", ["builtins.long"]),
        ("def f(x, long=long): return long(x)\nf(1, long=long)\n", "long", ["builtins.long"]),
        # Somebody gives another: a parameter like any other. Whatever is given for open opens.
        ("def f(x, long=long): return long(x)\nf(1, long=int)\n", "long", [None]),
        ("def f(x, open=open): return open(x)\nf(1, open=gzip.open)\n", "open", ["builtins.open"]),
        ("def f(x, long=int): return long(x)\n", "long", [None]),
        ("def f(long, x=1): return long(x)\n", "long", [None]),
        ("def f(x, long=long):\n    long = int\n    return long(x)\n", "long", [None]),
        ("long = int\ndef f(x, long=long): return long(x)\n", "long", [None]),
        ("def f(*long): return long(1)\n", "long", [None]),
    ],
)
def test_defaults_that_make_a_name_local(text: str, name: str, meant: list[str | None]) -> None:
    assert meanings(text, name) == meant


@pytest.mark.parametrize(
    ("handler", "meant"),
    [
        ("except ImportError:\n    def b(x): return x\n", "a.b"),
        ("except ImportError:\n    from c import d\n    class b: pass\n", "a.b"),
        ("except ValueError:\n    def b(x): return x\n", None),
        ("except ImportError:\n    b = f\n", None),
        ("except ImportError:\n    pass\ndef b(x): return x\n", None),
    ],
)
def test_what_stands_in_for_an_import(handler: str, meant: str | None) -> None:
    assert meanings(f"try:\n    from a import b\n{handler}b(1)\n", "b") == [meant]


def test_another_name_for_a_module_names_it():
    text = "import string\ns = string\nx = s.join(a, ' ')\ndef f():\n    t = string\n    t = 1\n    return t.join\n"
    assert "x = ' '.join(a)" in migrate(text + "n = 1L\n").text.replace('" "', "' '")


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        # Another branch imports it: there is none where this one is taken.
        (
            "def f(a):\n    if a:\n        import io\n        io.open(a)\n    else:\n        return io_()\n",
            "_io.",
        ),
        ("def f(a):\n    import io\n    if a:\n        return io_()\n", "io."),
        ("import io\ndef f(a):\n    return io_()\n", "io."),
        # A module in the package is imported later: that goes nowhere.
        ("def f(a):\n    import io\n    if a:\n        io_()\n    else:\n        import io.a\n", "_io."),
        ("def f(a):\n    import io.a\n    if a:\n        io_()\n    else:\n        import io.b\n", "io."),
        ("def f(a):\n    import io\n    if a:\n        io_()\n    else:\n        import io.b as c\n", "io."),
        ("def f(a):\n    return io_()\n", "io."),
    ],
)
def test_a_module_that_a_function_imports_for_itself(text, spelled):
    tree = ast.parse(text)
    module = Module(text, tree, Facts("a.py", RepositoryIndex(["a.py"])))
    place = next(n for n in ast.walk(tree) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "io_")
    assert module.use("io.StringIO", at=place) == f"{spelled}StringIO"


HELPER = '''
def as_bytes(value, deep=False):
    """Bytes for text: as_bytes(x)."""
    return [as_bytes(v) for v in value] if deep else value
'''


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("x = 1\n", "as_bytes"),
        ("def f(x): return as_bytes(x)\n", "as_bytes"),
        ("def as_bytes(s): return s\n", "as_bytes_"),
        ("class as_bytes: pass\n", "as_bytes_"),
        ("from a import as_bytes\n", "as_bytes_"),
        ("def f(as_bytes): return as_bytes\n", "as_bytes_"),
        ("def f():\n    as_bytes = 1\n", "as_bytes_"),
        # The helper itself is used again, whatever it had to be called.
        (HELPER, "as_bytes"),
        (f"{HELPER}def as_bytes(s): return s\n", "as_bytes_"),
        (f"def as_bytes(s): return s\n{HELPER.replace('as_bytes(value', 'as_bytes_(value')}", "as_bytes_"),
    ],
)
def test_a_helper_has_a_name_that_the_file_gives_to_nothing_else(text, name):
    module = Module(text, ast.parse(text), Facts("a.py", RepositoryIndex(["a.py"])))
    helper = module.helper("as_bytes", HELPER)
    assert helper == name
    assert helper.helpers[0] == (
        name,
        HELPER.replace("as_bytes(v", f"{name}(v"),
    )


def test_a_function_of_the_name_of_a_helper_is_left_alone():
    text = "import hashlib\n\ndef as_bytes(s):\n    return s\n\ndef f(s):\n    print hashlib.md5(s).hexdigest()\n"
    migrated = migrate(text, "a.py").text
    assert "hashlib.md5(as_bytes_(s))" in migrated
    assert migrated.count("def as_bytes(s):") == 1
    assert "def as_bytes_(value, " in migrated
    assert migrate(migrated, "a.py").text == migrated


def test_a_name_that_moved_where_another_branch_imports_the_new_module():
    text = (
        "def f(a):\n    import urllib\n    if hasattr(urllib, 'quote'):\n        quote = urllib.quote\n    else:\n"
        "        import urllib.parse\n        quote = urllib.parse.quote\n    return quote(a)\nx = f('a b')\n"
    )
    space: dict[str, object] = {}
    exec(migrate(text, "a.py").text, space)
    assert space["x"] == "a%20b"


@pytest.mark.parametrize(
    ("text", "name", "meant"),
    [
        ("from struct import *\npack('B', 1)\n", "pack", ["struct.pack"]),
        ("from os import *\nopen('a', O_RDONLY)\n", "open", ["os.open"]),
        ("from struct import *\nfrom nose.tools import *\npack('B', 1)\n", "pack", ["struct.pack"]),
        ("from bz2 import *\nfrom zlib import *\ncompress(a)\n", "compress", ["zlib.compress"]),
        ("from zlib import *\nfrom time import *\ncompress(a)\n", "compress", ["zlib.compress"]),
        # What the file has itself, what the module has not, and what another package may have in a builtin's place.
        ("from struct import *\ndef pack(a): pass\npack(1)\n", "pack", [None]),
        ("from struct import *\ndef f(pack): pack(1)\n", "pack", [None]),
        ("from struct import *\nopen(1)\n", "open", ["builtins.open"]),
        ("from os import *\nfrom codecs3 import *\nopen(1)\n", "open", ["builtins.open"]),
        ("from .struct import *\npack('B', 1)\n", "pack", ["builtins.pack"]),
    ],
)
def test_a_star_import_of_the_library_gives_names(text: str, name: str, meant: list[str | None]) -> None:
    assert meanings(text, name) == meant


def test_a_file_of_the_repository_goes_before_the_library() -> None:
    files = {"a.py": "", "struct.py": "def pack(a): pass\n", "b.py": "from zlib import *\n"}
    text = "from struct import *\nfrom b import *\npack(1)\ncompress(2)\n"
    tree = ast.parse(text)
    module = Module(text, tree, Facts("a.py", RepositoryIndex(files, files.get)))
    calls = [n.func for n in ast.walk(tree) if isinstance(n, ast.Call)]
    assert [module.qualified_name(c) for c in calls] == [None, "zlib.compress"]


@pytest.mark.parametrize(
    ("other", "meant"),
    [
        ("import xml.etree.ElementTree as dump\n", "xml.etree.ElementTree"),
        ("from marshal import (\n    load,  # not used, comma\n    dump)\n", "marshal.dump"),
        ("from marshal import load, \\\n    dump\n", "marshal.dump"),
        ("from marshal import dumps as dump\n", "marshal.dumps"),
        ("from c import *\n", "marshal.dump"),
        ("from b2 import *\nfrom marshal import dump\n", "marshal.dump"),
        # What the file does not hand on, or gives another value as well, and what another file stands behind.
        ("__all__ = ['load']\nfrom marshal import dump\n", "builtins.dump"),
        ("from marshal import dump\ndef dump(a): pass\n", None),
        ("from marshal import dump\ndump = 1\n", None),
        ("try:\n    from marshal import dump\nexcept ImportError:\n    dump = None\n", "builtins.dump"),
        ("from marshal import dump\ntry:\n    from c import dump\nexcept ImportError:\n    pass\n", None),
        ("from c import dump\n", None),
        ("'''\nfrom marshal import dump\n'''\n", "builtins.dump"),
        ("from _marshal import load\n", "builtins.dump"),
    ],
)
def test_what_a_file_imports_goes_to_those_that_take_all_its_names(other: str, meant: str | None) -> None:
    files = {"a.py": "", "b.py": other, "c.py": "from marshal import dump\n"}
    text = "from b import *\ndump(1)\n"
    module = Module(text, ast.parse(text), Facts("a.py", RepositoryIndex(files, files.get)))
    (call,) = module.nodes_of(ast.Call)
    assert module.qualified_name(call.func) == meant


def test_names_that_another_file_imports_are_migrated_like_others(tmp_path) -> None:
    files = {
        "base.py": "import Queue, sys\nfrom itertools import izip\nimport xml.etree.ElementTree as ET\nn = 1L\n",
        "main.py": "from base import *\nq = Queue.Queue()\nprint q.qsize(), list(izip('a', 'b')), sys.maxint > 1\n"
        "print ET.tostring(ET.Element('a', {'c': '1', 'b': '2'})) + ' '\n",
        "other.py": "import Queue\nfrom base import *\nq = Queue.Queue()\n",
    }
    index = RepositoryIndex(files, files.get)
    for key, text in files.items():
        (tmp_path / key).write_text(migrate(text, key, index).text)
    shown = subprocess.run(
        [sys.executable, "main.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert shown.stdout == "0 [('a', 'b')] True\n<a b=\"2\" c=\"1\" /> \n"
    assert "import queue as Queue, sys\n" in (tmp_path / "base.py").read_text()
    alone = {key: text for key, text in files.items() if key != "main.py"}
    index = RepositoryIndex(alone, alone.get)
    assert "import queue, sys\n" in migrate(files["base.py"], "base.py", index).text, (
        "nobody takes it from there"
    )


def test_a_name_that_another_file_has_from_the_library_means_the_same_where_it_is_imported_from_there() -> (
    None
):
    files = {
        "pkg/__init__.py": "",
        "pkg/base.py": "import xml.etree.ElementTree as ET\nfrom urllib2 import urlopen\ndef f(): print 1\n",
        "pkg/own.py": "import xml.etree.ElementTree as ET\nclass ET: pass\nprint 1\n",
    }
    index = RepositoryIndex([*files, "pkg/main.py"], files.get)
    for source in ("base", ".base", "pkg.base"):
        text = f"from {source} import ET, urlopen\nprint ET.tostring(x), urlopen(u).read()\n"
        migrated = migrate(text, "pkg/main.py", index).text
        assert (
            'print(ET.tostring(sorted_attributes(x)).decode("ascii"), as_text(urlopen(u).read()))' in migrated
        )
    text = "from own import ET\nprint ET.tostring(x)\n"
    assert "print(ET.tostring(x))" in migrate(text, "pkg/main.py", index).text
