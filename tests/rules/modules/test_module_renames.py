"""import Queue → import queue."""

import pytest
from rules.checking import check_open, check_rule, check_untouched, run

from environment.traces import Exactness
from migration.repository.index import RepositoryIndex

RULE = "module_renames"


@pytest.mark.parametrize(
    "text",
    [
        "import queue\n",
        "from . import Queue\n",
        "Queue = 1\nx = Queue\n",
        "try:\n    import Queue\nexcept ImportError:\n    import queue as Queue\n",
        "try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle\n",
    ],
)
def test_leaves_other_names_and_guarded_imports(text):
    check_untouched(RULE, text)


def test_leaves_a_module_of_the_repository():
    index = RepositoryIndex(["pkg/__init__.py", "pkg/a.py", "pkg/Queue.py"])
    check_untouched(RULE, "import Queue\nQueue.x\n", key="pkg/a.py", index=index)
    check_untouched(RULE, "from Queue import x\n", key="a.py", index=RepositoryIndex(["a.py", "Queue.py"]))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import Queue\nq = Queue.Queue()\n", "import queue\nq = queue.Queue()\n"),
        ("import os, Queue, sys\nQueue.Empty\n", "import os, queue, sys\nqueue.Empty\n"),
        ("import httplib\nhttplib.HTTPS_PORT\n", "import http.client\nhttp.client.HTTPS_PORT\n"),
        ("import httplib as h\nh.x\n", "import http.client as h\nh.x\n"),
        ("import cPickle as pickle\npickle.x\n", "import pickle\npickle.x\n"),
        ("from Cookie import SimpleCookie as C\n", "from http.cookies import SimpleCookie as C\n"),
        (
            "def f():\n    import thread\n    thread.start()\n",
            "def f():\n    import _thread\n    _thread.start()\n",
        ),
        (
            "import email.MIMEText\nemail.MIMEText.MIMEText()\n",
            "import email.mime.text\nemail.mime.text.MIMEText()\n",
        ),
        ("from email.MIMEText import MIMEText\n", "from email.mime.text import MIMEText\n"),
        ("from email import Utils\nUtils.x()\n", "from email import utils as Utils\nUtils.x()\n"),
        (
            "from email import message, MIMEText\n",
            "from email import message\nfrom email.mime import text as MIMEText\n",
        ),
        (
            "def f():\n    from mine import xmlrpc\n    import xmlrpclib\n",
            "def f():\n    from mine import xmlrpc\n    import xmlrpc.client as xmlrpclib\n",
        ),
        (
            "import httplib, http.client\nhttplib.OK\n",
            "import http.client, http.client\nhttp.client.OK\n",
        ),
        ("import ConfigParser as cp\n", "import configparser as cp\n"),
    ],
)
def test_renames(before, after):
    check_rule(RULE, before, after, exactness=Exactness.EXACT)


def test_keeps_the_old_name_where_the_new_one_is_taken():
    text = "import {}\ndef f():\n    queue = Queue.Queue()\n    return queue\n"
    check_rule(RULE, text.format("Queue"), text.format("queue as Queue"))
    text = "import {}\n__all__ = ['Queue']\n"
    check_rule(RULE, text.format("Queue"), text.format("queue as Queue"))


def test_keeps_a_name_that_another_file_imports():
    files = {"a.py": "", "b.py": "from a import Queue\n"}
    index = RepositoryIndex(files, files.__getitem__)
    check_rule(RULE, "import Queue\nQueue.x\n", "import queue as Queue\nQueue.x\n", index=index)


def test_databases_hold_bytes_now():
    check_rule(RULE, "import anydbm\n", "import dbm\n", exactness=Exactness.SEMANTIC)


def test_a_class_that_keeps_what_a_module_has_under_the_modules_name():
    text = "import ConfigParser\nclass A(object):\n    ConfigParser = ConfigParser.ConfigParser\n"
    text += "    def f(self):\n        return ConfigParser.NoSectionError\n"
    made = run(RULE, text).text
    assert "    ConfigParser = configparser.ConfigParser\n" in made
    assert "return configparser.NoSectionError\n" in made
    again = run(RULE, text.replace("    def", "    x = ConfigParser.y\n    def")).text
    assert "    x = ConfigParser.y\n" in again


@pytest.mark.parametrize(
    ("key", "own"), [("a.py", "queue.py"), ("bin/a.py", "bin/queue.py"), ("p/q/a.py", "queue/__init__.py")]
)
def test_a_module_of_the_program_is_found_instead(key, own):
    text = "import Queue\nx = Queue.Queue()\n"
    files = {key: text, own: "mine = 1\n", "p/__init__.py": "", "p/q/__init__.py": ""}
    check_open(RULE, text, 1, key=key, index=RepositoryIndex(files, files.get))


def test_the_programs_module_imports_what_it_is_called_like():
    text = "from Queue import Queue\n"
    files = {"queue.py": text}
    check_open(RULE, text, 1, key="queue.py", index=RepositoryIndex(files, files.get))


def test_a_module_beside_the_file_keeps_its_name():
    text = "import Queue\nimport queue\nx = Queue.Queue(), queue.mine\n"
    files = {"p/__init__.py": "", "p/a.py": text, "p/queue.py": "mine = 1\n"}
    made = run(RULE, text, key="p/a.py", index=RepositoryIndex(files, files.get)).text
    assert made == "import queue as Queue\nimport queue\nx = Queue.Queue(), queue.mine\n"


@pytest.mark.parametrize("own", ["p/queue.py", "p/q/queue.py", "q/queue.py", "queue/lists.py"])
def test_a_module_of_the_program_elsewhere_hides_none(own):
    text = "import Queue\nx = Queue.Queue()\n"
    files = {"p/q/a.py": text, own: "mine = 1\n", "p/__init__.py": "", "p/q/__init__.py": ""}
    index = RepositoryIndex(files, files.get)
    check_rule(
        RULE,
        text,
        text.replace("Queue.", "queue.").replace("t Queue", "t queue"),
        key="p/q/a.py",
        index=index,
    )


def test_a_module_of_the_program_may_stand_in():
    text = "import ConfigParser\nx = ConfigParser.Parser()\n"
    files = {"a.py": text, "configparser.py": "class Parser(object): pass\n"}
    index = RepositoryIndex(files, files.get)
    check_rule(RULE, text, text.replace("ConfigParser", "configparser"), key="a.py", index=index)
