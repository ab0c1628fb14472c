"""mailbox.UnixMailbox, random.WichmannHill and others: names of modules that stayed, which have no successor."""

from __future__ import annotations

from migration.rewriting.moves import Move, Moves
from migration.rule import Rule

_NO_NUMBERS = "removed; random.Random is the only generator"
_REASONS = {
    "Cookie.SerialCookie": "removed; a cookie's pickle runs what its sender likes",
    "calendar.TimeEncoding": "removed; calendar.different_locale has no encoding",
    "cgi.FormContent": "removed; cgi.FieldStorage",
    "cgi.FormContentDict": "removed; cgi.FieldStorage",
    "cgi.InterpFormContentDict": "removed; cgi.FieldStorage",
    "cgi.SvFormContentDict": "removed; cgi.FieldStorage",
    "doctest.Tester": "removed; doctest.DocTestRunner",
    "ftplib.Netrc": "removed; netrc.netrc",
    "httplib.FakeSocket": "removed; sockets of ssl have all that sockets have",
    "httplib.HTTPS": "removed; http.client.HTTPSConnection",
    "httplib.LineAndFileWrapper": "removed; a response reads its own lines",
    "inspect.joinseq": "removed; inspect.signature(…) spells itself",
    "inspect.strseq": "removed; inspect.signature(…) spells itself",
    "mailbox.BabylMailbox": "removed; mailbox.Babyl takes a path",
    "mailbox.MHMailbox": "removed; mailbox.MH takes a path",
    "mailbox.MmdfMailbox": "removed; mailbox.MMDF takes a path",
    "mailbox.PortableUnixMailbox": "removed; mailbox.mbox takes a path",
    "mailbox.UnixMailbox": "removed; mailbox.mbox takes a path",
    "plistlib.Dict": "removed; plistlib gives ordinary dictionaries",
    "plistlib.Plist": "removed; plistlib.load and plistlib.dump",
    "plistlib.readPlistFromResource": "removed with the resources of the old Mac",
    "plistlib.writePlistToResource": "removed with the resources of the old Mac",
    "random.WichmannHill": _NO_NUMBERS,
    "smtpd.MailmanProxy": "removed without a successor",
    "smtplib.SSLFakeFile": "removed; sockets of ssl can be read as files",
    "socket.ssl": "removed; ssl.SSLContext(…).wrap_socket",
    "ssl.sslwrap_simple": "removed; ssl.SSLContext(…).wrap_socket",
    "sys.callstats": "removed; cProfile",
    "sys.subversion": "removed; sys.implementation tells",
    "tarfile.TarFileCompat": "removed; tarfile.TarFile",
    "tokenize.printtoken": "removed; python -m tokenize",
    "urllib.ftpcache": "removed; urllib.request keeps none of its own",
    "warnings.warnpy3k": "removed: there is no Python 3 to warn of any more",
}
MOVES = Moves({name: Move(reason=reason) for name, reason in _REASONS.items()})

RULE = Rule(
    id="gone_names",
    family="P19",
    summary="names of standard modules that are gone without a successor are reported",
    before="import mailbox\nm = mailbox.UnixMailbox(f)\n",
    after="import mailbox\nm = mailbox.UnixMailbox(f)\n",
    triggers=MOVES.triggers,
    nodes=MOVES.nodes,
    names=MOVES.names,
    imports=MOVES.heads,
    visit=MOVES.visit,
)
