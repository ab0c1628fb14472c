"""Names of libraries that moved."""

import sys
import types

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "library_names"


@pytest.mark.parametrize(
    "text",
    [
        "from twisted.python.util import untilConcludes\nx = untilConcludes\n",
        "from mine import unsignedID\nx = unsignedID(y)\n",
        "def unsignedID(x): return x\nx = unsignedID(y)\n",
        "from scipy import fft, linalg\nx = fft(y), linalg\n",
        "from twisted.web.resource import NoResource\nx = NoResource()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from twisted.python.util import unsignedID\nx = hex(unsignedID(y))\n", "x = hex(id(y))\n"),
        (
            "from lockfile import LinkFileLock, NotLocked\nclass Lock(LinkFileLock, object): pass\n",
            "from lockfile import NotLocked\nfrom lockfile.linklockfile import LinkLockFile\n"
            "class Lock(LinkLockFile, object): pass\n",
        ),
        (
            "from twisted.python.util import sibpath, unsignedID\nx = unsignedID(y)\n",
            "from twisted.python.util import sibpath\nx = id(y)\n",
        ),
        (
            "from twisted.web.error import NoResource\nx = NoResource()\n",
            "from twisted.web.resource import NoResource\nx = NoResource()\n",
        ),
        (
            "import numpy as np\nx = np.zeros(3, np.float), np.NaN\n",
            "import numpy as np\nx = np.zeros(3, float), np.nan\n",
        ),
        (
            "from numpy import array, product, float\nx = float(1), product(y)\n",
            "from numpy import array, prod\nx = float(1), prod(y)\n",
        ),
        (
            "from scipy import array, sqrt, zeros, linalg\nx = array(y), zeros(3), sqrt(-1), linalg\n",
            "from scipy import linalg\nfrom numpy import array, zeros\nfrom numpy.lib.scimath import sqrt\n"
            "x = array(y), zeros(3), sqrt(-1), linalg\n",
        ),
        (
            "from scipy import mat, product, randn\nx = mat(y), product(y), randn(3)\n",
            "from numpy import asmatrix, prod\nfrom numpy.random import randn\n"
            "x = asmatrix(y), prod(y), randn(3)\n",
        ),
        (
            "import scipy\nfrom scipy import linalg\nx = scipy.random.random(3), scipy.linalg.inv(y)\n",
            "import numpy\nimport scipy\nfrom scipy import linalg\nx = numpy.random.random(3), scipy.linalg.inv(y)\n",
        ),
        (
            "from scipy.linalg.lapack import get_lapack_funcs, find_best_lapack_type\nx = find_best_lapack_type()\n",
            "from scipy.linalg.lapack import get_lapack_funcs\nfrom scipy.linalg import find_best_blas_type\n"
            "x = find_best_blas_type()\n",
        ),
        (
            "from jinja2 import Markup, Environment\nx = Markup\n",
            "from jinja2 import Environment\nfrom markupsafe import Markup\nx = Markup\n",
        ),
        (
            "from jinja2 import contextfilter, contextfunction, Template\n"
            "@contextfilter\ndef f(c): pass\n@contextfunction\ndef g(c): pass\n",
            "from jinja2 import pass_context, Template\n"
            "@pass_context\ndef f(c): pass\n@pass_context\ndef g(c): pass\n",
        ),
        (
            "from jinja2 import contextfilter\n@contextfilter\ndef f(c): pass\n",
            "from jinja2 import pass_context\n@pass_context\ndef f(c): pass\n",
        ),
        (
            "import werkzeug\nx = werkzeug.secure_filename(y)\n",
            "import werkzeug.utils\nimport werkzeug\nx = werkzeug.utils.secure_filename(y)\n",
        ),
        (
            "from lxml.etree import _ElementStringResult, _ElementUnicodeResult\n"
            "x = isinstance(y, (_ElementStringResult, _ElementUnicodeResult))\n",
            "from lxml.etree import _ElementUnicodeResult as _ElementStringResult, _ElementUnicodeResult\n"
            "x = isinstance(y, (_ElementStringResult, _ElementUnicodeResult))\n",
        ),
        ("from twisted.python.hashlib import md5\nx = md5(y)\n", "from hashlib import md5\nx = md5(y)\n"),
    ],
)
def test_names_them_where_they_are(before, after):
    check_rule(RULE, before, after, python2=True)


def test_a_page_is_asked_for_by_what_is_left():
    text = "from twisted.web.client import getPage, Agent\nx = getPage(u'http://a/')\nprint 1L\n"
    made = migrate(text).text
    assert "from twisted.web.client import Agent\n" in made
    assert "x = get_page('http://a/')\n" in made
    compile(made, "made", "exec")


def test_the_library_itself_keeps_its_names():
    files = {
        "jinja2/__init__.py": "from jinja2.utils import Markup, contextfunction\nn = 1L\n",
        "jinja2/utils.py": "",
    }
    key = "jinja2/__init__.py"
    assert migrate(files[key], key, RepositoryIndex(files, files.get)).text == files[key].replace("1L", "1")


def test_a_folder_for_plugins_is_no_package():
    text = "from twisted.python.util import unsignedID\nx = unsignedID(1)\nn = 1L\n"
    for own, after in (
        ("twisted/plugins/mine.py", "x = id(1)"),
        ("twisted/__init__.py", "x = unsignedID(1)"),
    ):
        files = {"p/__init__.py": "", "p/a.py": text, own: ""}
        assert after in migrate(text, "p/a.py", RepositoryIndex(files, files.get)).text


def test_generators_that_wait_for_deferreds(monkeypatch):
    """By what stands in for Twisted: a generator that goes on at once, with what has come."""

    class Deferred:
        def __init__(self, result):
            self.result = result

        def addBoth(self, callback):
            self.result = callback(self.result)
            return self

    class Failure:
        def raiseException(self):
            raise KeyError("gone")

    def inline_callbacks(function):
        def run(*given):
            waiting, result = function(*given), None
            try:
                while True:
                    result = waiting.send(result).result
            except StopIteration as end:
                return end.value

        return run

    defer = types.ModuleType("twisted.internet.defer")
    defer.inlineCallbacks = inline_callbacks
    for name in ("twisted", "twisted.internet"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, defer.__name__, defer)
    text = (
        "from twisted.internet import defer\n"
        "@defer.deferredGenerator\ndef f(*waited):\n    print 'begin'\n"
        "    for d in waited:\n        one = defer.waitForDeferred(d)\n        yield one\n"
        "        try:\n            yield one.getResult() * 2\n        except KeyError, e:\n            yield e.args\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["f"](Deferred(3), Deferred(4)) == 8
    assert spaces["f"](Deferred(3), Deferred(Failure())) == ("gone",)
    assert spaces["f"]() is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def f(x):\n    import scipy.sparse\n    return scipy.array(x), scipy.dot(x, x)\n",
            "def f(x):\n    import numpy\n    import scipy.sparse\n    return numpy.array(x), numpy.dot(x, x)\n",
        ),
        (
            "try:\n    import scipy\n    zero = scipy.zeros(3)\nexcept ImportError:\n    scipy = None\n",
            "try:\n    import numpy\n    import scipy\n"
            "    zero = numpy.zeros(3)\nexcept ImportError:\n    scipy = None\n",
        ),
        (
            "import numpy\ndef f(x):\n    import scipy\n    return scipy.array(x)\n",
            "import numpy\ndef f(x):\n    import scipy\n    return numpy.array(x)\n",
        ),
    ],
)
def test_a_package_that_may_be_missing_is_imported_where_the_other_was(before, after):
    check_rule("library_names", before, after, python2=True)
