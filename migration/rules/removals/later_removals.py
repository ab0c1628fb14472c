"""Names that Python 3 still had at first and a successor replaces one for one."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.analysis.old_trees import are_of_python2
from migration.rewriting.moves import Move, Moves, later, semantic
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Nodes of syntax trees that only `ast` still knows.
_NODES = (
    "AugLoad", "AugStore", "Ellipsis", "ExtSlice", "Index", "NameConstant", "Num", "Param", "Str", "Suite",
)  # fmt: skip
_PLIST_READ = '''
def read_plist(source):
    """The property list in a file, given as its path or opened for reading. What is none is no XML, as it was."""
    import plistlib
    from xml.parsers.expat import ExpatError

    if isinstance(source, (str, bytes)):
        with open(source, "rb") as handle:
            data = handle.read()
    else:
        data = source.read()
    if isinstance(data, str):
        data = data.encode(getattr(source, "encoding", None) or "latin-1")
    try:
        return plistlib.loads(data)
    except plistlib.InvalidFileException as error:
        raise ExpatError(str(error))
'''
_PLIST_WRITE = '''
def write_plist(value, target):
    """Write a property list to a file, given as its path or opened for writing."""
    import io
    import plistlib

    if isinstance(target, (str, bytes)):
        with open(target, "wb") as handle:
            plistlib.dump(value, handle)
    elif isinstance(target, io.TextIOBase):
        target.write(plistlib.dumps(value).decode(getattr(target, "encoding", None) or "latin-1"))
    else:
        plistlib.dump(value, target)
'''
_WRAP_SOCKET = '''
def wrap_socket(
    sock, keyfile=None, certfile=None, server_side=False, cert_reqs=ssl.CERT_NONE, ssl_version=None,
    ca_certs=None, do_handshake_on_connect=True, suppress_ragged_eofs=True, ciphers=None,
):
    """A socket over TLS. As in Python 2 nothing is verified unless cert_reqs asks for it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER if server_side else ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = cert_reqs
    if ca_certs:
        context.load_verify_locations(ca_certs)
    if certfile:
        context.load_cert_chain(certfile, keyfile)
    if ciphers:
        context.set_ciphers(ciphers)
    return context.wrap_socket(
        sock,
        server_side=server_side,
        do_handshake_on_connect=do_handshake_on_connect,
        suppress_ragged_eofs=suppress_ragged_eofs,
    )
'''


_DISTRIBUTION = '''
def linux_distribution(*names, **options):
    """The name, the version and the code name of the Linux distribution, as far as it tells them; else empty texts."""
    told = {}
    for path in ("/etc/os-release", "/usr/lib/os-release"):
        try:
            with open(path, encoding="utf-8") as file:
                told = dict(line.strip().split("=", 1) for line in file if "=" in line)
            break
        except OSError:
            continue
    return tuple(told.get(key, "").strip("\\"'") for key in ("NAME", "VERSION_ID", "VERSION_CODENAME"))
'''
_GCD = '''
def signed_gcd(a, b):
    """The greatest common divisor with the sign of the second number, as fractions.gcd gave it."""
    while b:
        a, b = b, a % b
    return a
'''
_RUN_TESTS = '''
def run_tests(*tests):
    """Run test cases, suites and modules given by name, as test.support did; an error where any fails."""
    import sys
    import unittest
    from test.support import TestFailed

    suite = unittest.TestSuite()
    for test in tests:
        if isinstance(test, str):
            suite.addTest(unittest.defaultTestLoader.loadTestsFromModule(sys.modules[test]))
        elif isinstance(test, type):
            suite.addTest(unittest.defaultTestLoader.loadTestsFromTestCase(test))
        else:
            suite.addTest(test)
    result = unittest.TextTestRunner(sys.stdout, verbosity=2).run(suite)
    if not result.wasSuccessful():
        raise TestFailed(f"{len(result.errors)} errors, {len(result.failures)} failures")
'''
_RUN_EXAMPLES = '''
def run_examples(module, verbosity=None, optionflags=0):
    """Run the examples of a module, as test.support did; an error where any fails."""
    import doctest
    from test.support import TestFailed

    failed, tried = doctest.testmod(module, verbose=verbosity, optionflags=optionflags)
    if failed:
        raise TestFailed(f"{failed} of {tried} examples failed")
    return failed, tried
'''
_MODULE_INFO = '''
def module_info(path):
    """The name, suffix, mode and kind of a module, as far as its path tells them; None for what is no module."""
    import collections
    import importlib.machinery as machinery
    import os.path

    found = collections.namedtuple("ModuleInfo", "name suffix mode module_type")
    known = [(suffix, "rb", 3) for suffix in machinery.EXTENSION_SUFFIXES]
    known += [(suffix, "U", 1) for suffix in machinery.SOURCE_SUFFIXES]
    known += [(suffix, "rb", 2) for suffix in machinery.BYTECODE_SUFFIXES]
    name = os.path.basename(path)
    for suffix, mode, kind in sorted(known, key=lambda one: -len(one[0])):
        if name.endswith(suffix):
            return found(name[: -len(suffix)], suffix, mode, kind)
    return None
'''


def _only_names_its_kind(module: Module) -> bool:
    """Whether Python 2's finder of folders only says what get_importer gives, in a file that knows no other."""
    called = module.nodes_named(ast.Call, frozenset(["ImpImporter"]))
    return module.is_python2 and not called and "FileFinder" not in module.text


#: What the library's own tests are helped with, by the modules that took it over in 3.10.
_TEST_HELPERS = {
    "os_helper": (
        "EnvironmentVarGuard", "FakePath", "SAVEDCWD", "TESTFN", "TESTFN_ENCODING", "TESTFN_UNENCODABLE",
        "TESTFN_UNICODE", "can_symlink", "change_cwd", "create_empty_file", "fs_is_case_insensitive", "make_bad_fd",
        "rmdir", "rmtree", "skip_unless_symlink", "temp_cwd", "temp_dir", "unlink",
    ),
    "import_helper": (
        "CleanImport", "DirsOnSysPath", "forget", "import_fresh_module", "import_module", "make_legacy_pyc", "unload",
    ),
    "socket_helper": ("HOST", "HOSTv4", "HOSTv6", "IPV6_ENABLED", "bind_port", "find_unused_port"),
    "threading_helper": ("join_thread", "reap_threads", "start_threads", "threading_cleanup", "threading_setup"),
    "warnings_helper": ("check_warnings",),
}  # fmt: skip

_RANDOM_UUID = '''
def generate_random(buffer):
    """Fill a buffer of C with the octets of a random identifier, as a function of the system did in module uuid."""
    buffer.raw = uuid.uuid4().bytes
'''
MOVES = Moves(
    {
        **{
            f"{module}.{name}": later(f"test.support.{place}.{name}", (3, 10))
            for module in ("test.support", "test.test_support")
            for place, names in _TEST_HELPERS.items()
            for name in names
        },
        **{
            f"{module}.{name}": Move(helper=made, gone=(3, 11))
            for module in ("test.support", "test.test_support")
            for name, made in (
                ("run_unittest", ("run_tests", _RUN_TESTS)),
                ("run_doctest", ("run_examples", _RUN_EXAMPLES)),
            )
        },
        "time.clock": semantic("time.process_time", (3, 8)),
        "cgi.parse_qs": semantic("urllib.parse.parse_qs", (3, 8)),
        "cgi.parse_qsl": semantic("urllib.parse.parse_qsl", (3, 8)),
        "fractions.gcd": Move(helper=("signed_gcd", _GCD), gone=(3, 9)),
        "base64.encodestring": later("base64.encodebytes", (3, 9)),
        "base64.decodestring": later("base64.decodebytes", (3, 9)),
        "locale.format": later("locale.format_string", (3, 12)),
        "sqlite3.OptimizedUnicode": later("builtins.str", (3, 12)),
        "platform.popen": semantic("os.popen", (3, 8)),
        "platform.linux_distribution": Move(
            helper=("linux_distribution", _DISTRIBUTION), exactness=Exactness.SEMANTIC, gone=(3, 8)
        ),
        "platform.dist": Move(
            helper=("linux_distribution", _DISTRIBUTION), exactness=Exactness.SEMANTIC, gone=(3, 8)
        ),
        "plistlib.readPlistFromString": "plistlib.loads",
        "plistlib.writePlistToString": "plistlib.dumps",
        "plistlib.readPlistFromBytes": later("plistlib.loads", (3, 9)),
        "plistlib.writePlistToBytes": later("plistlib.dumps", (3, 9)),
        "plistlib.readPlist": Move(helper=("read_plist", _PLIST_READ), gone=(3, 9)),
        "plistlib.writePlist": Move(helper=("write_plist", _PLIST_WRITE), gone=(3, 9)),
        "threading._Timer": later("threading.Timer", (3, 3)),
        "threading._Event": later("threading.Event", (3, 3)),
        "threading._Condition": later("threading.Condition", (3, 3)),
        "threading._Semaphore": later("threading.Semaphore", (3, 3)),
        "threading._BoundedSemaphore": later("threading.BoundedSemaphore", (3, 3)),
        "tarfile.filemode": later("stat.filemode", (3, 3)),
        "re._pattern_type": later("re.Pattern", (3, 7)),
        "logging._levelNames": Move(
            text="{**logging._levelToName, **logging._nameToLevel}", imports=("import logging",), gone=(3, 4)
        ),
        "uuid._uuid_generate_random": Move(
            helper=("generate_random", _RANDOM_UUID), imports=("import uuid",), gone=(3, 7)
        ),
        "gettext.lgettext": semantic("gettext.gettext", (3, 11)),
        "gettext.lngettext": semantic("gettext.ngettext", (3, 11)),
        "gettext.ldgettext": semantic("gettext.dgettext", (3, 11)),
        "pipes.quote": later("shlex.quote", (3, 13)),
        "ssl.wrap_socket": Move(
            helper=("wrap_socket", _WRAP_SOCKET),
            imports=("import ssl",),
            gone=(3, 12),
            exactness=Exactness.SEMANTIC,
        ),
        "ssl.match_hostname": Move(gone=(3, 12), reason="removed in 3.12; ssl.SSLContext checks by itself"),
        "unittest._TextTestResult": later("unittest.TextTestResult", (3, 12)),
        "unittest.makeSuite": Move(
            text="unittest.defaultTestLoader.loadTestsFromTestCase",
            imports=("import unittest",),
            gone=(3, 13),
        ),
        "unittest.findTestCases": Move(
            text="unittest.defaultTestLoader.loadTestsFromModule", imports=("import unittest",), gone=(3, 13)
        ),
        "unittest.getTestCaseNames": Move(
            text="unittest.defaultTestLoader.getTestCaseNames", imports=("import unittest",), gone=(3, 13)
        ),
        **{f"_ast.{name}": later(f"ast.{name}", (3, 9)) for name in _NODES},
        "pkgutil.ImpImporter": Move(
            "importlib.machinery.FileFinder", Exactness.SEMANTIC, (3, 3), right=_only_names_its_kind
        ),
        "inspect.getmoduleinfo": Move(helper=("module_info", _MODULE_INFO), gone=(3, 6)),
    }
)

#: The table that Python 2 kept the names of levels in, both ways, and the two that stand for it.
_LEVELS, _BY_NAME, _BY_NUMBER = "logging._levelNames", "logging._nameToLevel", "logging._levelToName"


def visit(node: ast.AST, module: Module) -> Findings:
    """Move a name; what is put into the table of levels goes into the one of its two successors that has such keys."""
    place = module.parent(node)
    changed = isinstance(place, ast.Subscript) and place.value is node and not isinstance(place.ctx, ast.Load)
    named = stdlib_name(node, module)
    if named is not None and named[:5] == "_ast." and are_of_python2(module):
        return  # a stand-in for the module has all of them
    if not (isinstance(node, ast.Attribute) and changed and named == _LEVELS):
        yield from MOVES.visit(node, module)
        return
    assert isinstance(place, ast.Subscript)
    names, numbers = module.use(_BY_NAME, at=node), module.use(_BY_NUMBER, at=node)
    types = module.type_of(place.slice)
    if types and types <= {"str", "unicode"}:
        yield module.replace(node, names)
    elif (types and types <= {"int", "long", "bool"}) or (stdlib_name(place.slice, module) or "").startswith(
        "logging."
    ):
        yield module.replace(node, numbers)
    else:
        key = module.sub(place.slice)
        yield module.replace(node, "(", names, " if isinstance(", *key, ", str) else ", numbers, ")")


RULE = Rule(
    id="later_removals",
    family="P19",
    summary="names removed between 3.3 and 3.13 that have a successor",
    before="import time\na = time.clock()\n",
    after="import time\na = time.process_time()\n",
    caveats="time.clock measured processor time on Unix, wall time on Windows.",
    triggers=MOVES.triggers,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=visit,
)
