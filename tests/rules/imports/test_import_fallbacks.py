"""A choice between two imports that are both gone."""

import pytest
from rules.checking import check_open, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "import_fallbacks"
OWN = RepositoryIndex({"p/__init__.py": "", "p/compat.py": "", "p/a.py": ""})
TRY = "try:\n    {}\nexcept ImportError:\n    {}\n"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("import cPickle as pickle", "import pickle"),
        ("import json", "import simplejson as json"),
        ("from StringIO import StringIO", "from io import StringIO"),
        ("from urllib import quote", "from urllib.parse import quote"),
    ],
)
def test_leaves_a_choice_that_works(first, second):
    check_untouched(RULE, TRY.format(first, second))


@pytest.mark.parametrize(
    "handler", ["izip = zip", "def izip(*all): return zip(*all)", "PY2 = False", "from six.moves import izip"]
)
def test_leaves_a_choice_with_an_answer(handler):
    check_untouched(RULE, TRY.format("from itertools import izip", handler), python2=True)


def test_leaves_a_module_that_can_be_done_without_in_a_file_for_both():
    check_untouched(RULE, TRY.format("import thread", "thread = None"))


ELSEWHERE = TRY.format("from xml.etree.ElementTree import XMLTreeBuilder", "{} import XMLTreeBuilder")


def test_another_package_is_no_answer():
    text = ELSEWHERE.format("from elementtree.ElementTree")
    after = text.replace("XMLTreeBuilder", "XMLParser as XMLTreeBuilder", 1)
    check_rule(RULE, text, after, python2=True)
    check_untouched(RULE, text)
    check_untouched(RULE, ELSEWHERE.format("from .compat"), python2=True)
    check_untouched(RULE, ELSEWHERE.format("from p.compat"), python2=True, key="p/a.py", index=OWN)


def test_what_has_no_successor_stays_open():
    check_open(RULE, TRY.format("import sgmllib", "import htmllib"), 1)


@pytest.mark.parametrize(
    ("first", "second", "after"),
    [
        ("import cStringIO as StringIO", "import StringIO", "import io as StringIO"),
        ("from cStringIO import StringIO", "from StringIO import StringIO", "from io import StringIO"),
        ("from urllib2 import quote", "from urllib import quote", "from urllib.parse import quote"),
        ("from itertools import izip as zip2", "from itertools import izip as zip2", "zip2 = zip"),
    ],
)
def test_imports_what_exists(first, second, after):
    check_rule(RULE, TRY.format(first, second), after + "\n")


def test_a_buffer_holds_bytes_where_it_is_written_bytes():
    choice = TRY.format("from cStringIO import StringIO", "from StringIO import StringIO")
    wrote = "s = StringIO()\ns.write(b'x')\n"
    check_rule(RULE, choice + wrote, "from io import BytesIO\n" + wrote.replace("StringIO", "BytesIO"))
    check_rule(
        RULE,
        choice + wrote + "StringIO('a')\n",
        "import io\nfrom io import StringIO\n" + wrote.replace("StringIO", "io.BytesIO") + "StringIO('a')\n",
    )


def test_a_module_that_could_be_done_without_is_not_lost():
    before = TRY.format("import thread", "thread = None")
    check_rule(RULE, before, before.replace("import thread", "import _thread as thread"), python2=True)


def test_repairs_the_first_of_two_arms_of_several_imports():
    check_rule(
        RULE,
        "try:\n    import threading\n    import thread, Queue\nexcept ImportError:\n"
        "    import dummy_threading as threading\n    import dummy_thread as thread\n",
        "try:\n    import threading\n    import _thread as thread, queue as Queue\nexcept ImportError:\n"
        "    import dummy_threading as threading\n    import dummy_thread as thread\n",
    )


def test_keeps_the_names_that_did_not_move():
    check_rule(
        RULE,
        TRY.format("from itertools import izip as zip, chain", "import compiler"),
        TRY.format("zip = zip; from itertools import chain", "import compiler"),
    )


def test_names_that_later_versions_moved_count_as_gone():
    first, second = "from collections import MutableMapping as M", "from UserDict import DictMixin as M"
    check_rule(RULE, TRY.format(first, second), "from collections.abc import MutableMapping as M\n")
    first, second = "from urlparse import parse_qs", "from cgi import parse_qs"
    check_rule(RULE, TRY.format(first, second), "from urllib.parse import parse_qs\n")


def test_leaves_a_choice_for_both_languages():
    check_untouched(
        RULE, TRY.format("from collections.abc import Mapping", "from collections import Mapping")
    )
    check_untouched(
        RULE, TRY.format("from collections import Mapping", "from collections.abc import Mapping")
    )


def test_a_handler_that_fails_at_once_is_no_answer():
    before = "try:\n    from htmlentitydefs import a\nexcept:\n    import htmlentitydefs\n    a = {}\n"
    check_rule(RULE, before, before.replace("from htmlentitydefs", "from html.entities"))


def test_repairs_the_first_arm_before_an_else():
    rest = "\nexcept:\n    from mimetools import Message\n    C = Message\nelse:\n    C = HTTPMessage\n"
    before = "try:\n    from httplib import HTTPMessage" + rest
    check_rule(RULE, before, "try:\n    from http.client import HTTPMessage" + rest)


def test_what_a_handler_makes_of_a_module_that_is_gone_is_no_answer():
    made = TRY.format("from urlparse import urlsplit", "def urlsplit(url): return tuple(old.urlparse(url))")
    check_rule(
        RULE, "import urlparse as old\n" + made, "import urlparse as old\nfrom urllib.parse import urlsplit\n"
    )
    known = "try:\n    import urllib.parse as old\nexcept ImportError:\n    import urlparse as old\n"
    check_untouched(RULE, known + made)


@pytest.mark.parametrize(
    "stub",
    [
        "a = {}",
        "a = []",
        "a = ()",
        "def a(x):\n        raise NotImplementedError",
        "class a(Exception):\n        pass",
    ],
)
def test_what_says_that_there_is_nothing_is_no_answer(stub):
    before = TRY.format("from htmlentitydefs import name2codepoint as a", stub)
    check_rule(RULE, before, before.replace("htmlentitydefs", "html.entities"), python2=True)
    check_untouched(RULE, before)
    check_untouched(RULE, before.replace(stub, "a = load()"), python2=True)


_ARMS = (
    "try:\n    from StringIO import StringIO\n    from test.test_support import TESTFN, verbose\nexcept ImportError:\n"
    "    from io import BytesIO as StringIO\n    from test.support import {}\n"
)


def test_what_a_later_version_moved_is_mended_where_python_3_imports_it():
    after = "from test.support.os_helper import TESTFN; from test.support import verbose"
    check_rule(
        RULE, _ARMS.format("TESTFN, verbose"), _ARMS.replace("test.support import {}", "{}").format(after[5:])
    )
    check_untouched(RULE, _ARMS.format("verbose"))
    check_untouched(RULE, _ARMS.format("TESTFN, verbose"), target=(3, 9))


def test_a_helper_stands_for_what_both_arms_import():
    text = (
        _ARMS.format("run_unittest").replace("TESTFN, verbose", "run_unittest")
        + "def main(): run_unittest(A)\n"
    )
    after = run(RULE, text).text
    assert "from io import BytesIO as StringIO\n    pass\n" in after
    assert after.endswith("def main(): run_tests(A)\n") and "def run_tests(*tests):" in after
    assert run(RULE, after).text == after


def test_an_import_that_no_python_can_do_is_no_choice():
    text = "try:\n    import hashlib.md5 as md5\nexcept ImportError{}:\n    import md5\n"
    check_rule("import_fallbacks", text.format(", error"), "import md5\n")
    check_untouched("import_fallbacks", text.format("").replace("hashlib.md5 as md5", "yaml.md5 as md5"))
    after = migrate(text.format("") + "x = md5.new('a').hexdigest()\n").text
    assert after == "import hashlib\nx = hashlib.md5(b'a').hexdigest()\n"
    check_untouched("import_fallbacks", text.format(" as e").replace("    import md5\n", "    print(e)\n"))
    files = {"p/__init__.py": "", "p/types/__init__.py": "", "p/types/base.py": ""}
    own = "try:\n    import types.base\nexcept ImportError:\n    types = None\n"
    check_untouched("import_fallbacks", own, key="p/a.py", index=RepositoryIndex({**files, "p/a.py": own}))


MODULES = "try:\n    import cStringIO as StringIO\nexcept ImportError:\n    import StringIO\n"


def test_a_choice_between_two_modules_of_files_in_memory():
    text = (
        "import zipfile\n"
        + MODULES
        + "f = StringIO.StringIO('a')\ng = zipfile.ZipFile(StringIO.StringIO(d))\n"
    )
    made = migrate(text + "n = 1L\n").text
    assert "import io as StringIO\n" in made and "f = StringIO.StringIO('a')\n" in made
    assert "ZipFile(io.BytesIO(as_bytes(d)))" in made and migrate(made).text == made


def test_a_name_that_another_module_may_have_is_left():
    text = (
        "import zipfile\n" + MODULES + "import other as StringIO\ng = zipfile.ZipFile(StringIO.StringIO(d))\n"
    )
    assert "BytesIO" not in migrate(text + "n = 1L\n").text
