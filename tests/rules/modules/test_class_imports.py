"""class C: import urllib … self.urllib.quote(s)."""

import pytest
from rules.checking import check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "class_imports"
CLASS = "class C(object):\n    import Queue\n    def f(self): return self.Queue.Queue()\n"


@pytest.mark.parametrize(
    "text",
    [
        "class C(object):\n    import os\n    def f(self): return self.os.path.join('a', 'b')\n",
        "class C(object):\n    import Queue\n    q = Queue.Queue()\n",
        "class C(object):\n    import mine\n    def f(self): return self.mine.Queue()\n",
        "def f():\n    import Queue\n    return Queue.Queue()\n",
        # What asks is, or may be, something else, or the attribute is given another value.
        CLASS + "def g(x): return x.Queue\n",
        CLASS + "C.Queue = fake\n",
        CLASS + "setattr(C, 'Queue', fake)\n",
        CLASS + "class D(C):\n    Queue = fake\n",
        CLASS + "class D(C):\n    def Queue(self): return 1\n",
        CLASS.replace("def f(self)", "@staticmethod\n    def f(self)"),
        CLASS.replace("return", "self = x; return"),
        CLASS + "C = other\nx = C.Queue\n",
        # The name means something else where it would be read.
        CLASS + "Queue = 1\n",
        CLASS.replace("return", "Queue = 1; return"),
        CLASS.replace("Queue", "str").replace("import str", "import Queue as str") + "x = str(1)\n",
        "if 1:\n    " + CLASS.replace("\n", "\n    ") + "pass\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "other",
    ["C.Queue = 1\n", "class D(C):\n    Queue = fake\n", "patch.object(C, 'Queue')\n"],
)
def test_other_files_may_ask_for_it(other):
    files = {"a.py": CLASS, "b.py": f"from a import C\n{other}"}
    check_untouched(RULE, CLASS, key="a.py", index=RepositoryIndex(files, files.__getitem__))


def test_a_module_of_the_repository_is_another():
    files = {"a.py": CLASS, "Queue.py": "class Queue: pass\n"}
    check_untouched(RULE, CLASS, key="a.py", index=RepositoryIndex(files, files.__getitem__))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "class C:\n    import Queue, os\n    def f(self): return self.Queue.Queue(), self.os.sep\n",
            "import Queue\nclass C:\n    import os\n    def f(self): return Queue.Queue(), self.os.sep\n",
        ),
        (
            "class C:\n    import StringIO as sio\n    @classmethod\n    def f(cls): return cls.sio.StringIO()\n",
            "import StringIO as sio\nclass C:\n    @classmethod\n    def f(cls): return sio.StringIO()\n",
        ),
        (
            "class C:\n    import os\nclass D(C):\n    def f(self): return self.os.getcwdu(), C.os.sep\n",
            "import os\nclass C:\n    pass\nclass D(C):\n    def f(self): return os.getcwdu(), os.sep\n",
        ),
        (
            "class C:\n    import Queue\n    def f(self): return [self.Queue for x in y]\n"
            "class D:\n    import Queue\n    def f(self): return lambda: self.Queue\n",
            "import Queue\nclass C:\n    def f(self): return [Queue for x in y]\n"
            "class D:\n    def f(self): return lambda: Queue\n",
        ),
    ],
)
def test_imports_it_for_the_file(before, after):
    assert run(RULE, before).text == after


def test_the_rules_of_the_names_see_them():
    text = (
        "class C(object):\n    import urllib, StringIO as sio, Queue, urlparse\n"
        "    quote = staticmethod(urllib.quote)\n"
        "    def f(self, s):\n        q = self.Queue.Queue()\n        q.put(self.urllib.unquote(s))\n"
        "        return self.sio.StringIO(q.get()).read(), self.urlparse.urlparse('http://h:8/').port\n"
    )
    made = migrate(text).text
    space = {}
    exec(made, space)
    assert space["C"]().f("a%20b") == ("a b", 8)
    assert space["C"].quote("a b") == "a%20b"
    assert migrate(made).text == made
