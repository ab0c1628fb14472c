"""from twisted.python.util import unsignedID → id: names that newer releases of libraries have elsewhere."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from environment.traces import Exactness
from migration.rewriting.library_names import NAMES
from migration.rewriting.moves import Move, Moves, semantic
from migration.rule import Rule
from migration.view.module import Module

GET_PAGE = '''
def get_page(url, method=b"GET", postdata=None, headers=None, **options):
    """The body that a URL answers, by a Deferred; an error for a status of 400 or more."""
    from twisted.internet import reactor
    from twisted.web.client import Agent, FileBodyProducer, readBody
    from twisted.web.error import Error
    from twisted.web.http_headers import Headers

    def octets(text):
        return text.encode("utf-8") if isinstance(text, str) else text

    def answered(response):
        def told(body):
            if response.code >= 400:
                raise Error(response.code, response.phrase, body)
            return body

        return readBody(response).addCallback(told)

    told = Headers({octets(name): [octets(value)] for name, value in (headers or {}).items()})
    sent = None if postdata is None else FileBodyProducer(io.BytesIO(octets(postdata)))
    return Agent(reactor).request(octets(method), octets(url), told, sent).addCallback(answered)
'''
DEFERRED_GENERATOR = '''
def deferred_generator(function):
    """Twisted's old deferredGenerator: a generator that waits for Deferreds; what it yields last is the result."""
    from twisted.internet.defer import inlineCallbacks

    @functools.wraps(function)
    @inlineCallbacks
    def run(*given, **named):
        result = None
        for result in function(*given, **named):
            if hasattr(result, "getResult"):
                yield result.wait()
                result = None
        return result

    return run
'''
WAITING = '''
class Waiting:
    """What a generator yields to wait for a Deferred, and asks for its result then: Twisted's old waitForDeferred."""

    def __init__(self, deferred):
        self.deferred, self.result = deferred, None

    def wait(self):
        return self.deferred.addBoth(self.keep)

    def keep(self, result):
        self.result = result

    def getResult(self):
        if hasattr(self.result, "raiseException"):
            self.result.raiseException()
        return self.result
'''
_RESOURCES = ("ErrorPage", "ForbiddenResource", "NoResource")


def _is_installed(head: str, module: Module) -> bool:
    """Whether a package is not the repository's own."""
    return not module.facts.index.has_package(head)


def _of_others(table: dict[str, Move | str]) -> dict[str, Move | str]:
    """The moves, each where the package that the name is of is another's."""
    moves = {old: Move(new) if isinstance(new, str) else new for old, new in table.items()}
    return {
        old: replace(move, right=partial(_is_installed, old.split(".")[0])) for old, move in moves.items()
    }


MOVES = Moves(
    _of_others(
        {
            # What was below zero in Python 2 is not: id() gives no such numbers.
            "twisted.python.util.unsignedID": Move("builtins.id"),
            "twisted.python.hashlib.md5": Move("hashlib.md5"),
            "twisted.python.hashlib.sha1": Move("hashlib.sha1"),
            "twisted.web.client.getPage": Move(
                helper=("get_page", GET_PAGE), imports=("import io",), exactness=Exactness.SEMANTIC
            ),
            "twisted.internet.defer.deferredGenerator": Move(
                helper=("deferred_generator", DEFERRED_GENERATOR), imports=("import functools",)
            ),
            "twisted.internet.defer.waitForDeferred": Move(helper=("Waiting", WAITING)),
            **{f"twisted.web.error.{name}": semantic(f"twisted.web.resource.{name}") for name in _RESOURCES},
            **NAMES,
        }
    )
)

RULE = Rule(
    id="library_names",
    family="P11",
    summary="names that releases of libraries for Python 3 have elsewhere",
    before="from twisted.python.util import unsignedID\nprint hex(unsignedID(x))\n",
    after="print(hex(id(x)))\n",
    caveats="What went with Python 2, or was kept for the oldest releases: of Twisted, NumPy, SciPy, lxml, "
    "Jinja, Werkzeug, Flask, Django and lockfile. What stands for Twisted's getPage follows no redirections.",
    unread=True,
    needs_python2=True,
    triggers=MOVES.triggers,
    nodes=MOVES.nodes,
    names=MOVES.names,
    imports=MOVES.heads,
    visit=MOVES.visit,
)
