"""What functions and methods of Python 2's standard library give, as far as it tells types apart that matter.

A shape is written `int`, `list[str]`, `tuple[octets,=socket]`, `iterator[int|float]`: scalars, containers of shapes,
`=name` for an object of the library, `self` for the string that a method is called on, `item` for what a container
holds, `none` for None, `?` for anything.
"""

from __future__ import annotations

from functools import lru_cache


def _table(rows: str) -> dict[str, str]:
    """`shape: name name …`, a line each."""
    found: dict[str, str] = {}
    for row in rows.strip().splitlines():
        shape, _, names = row.strip().partition(": ")
        found.update(dict.fromkeys(names.split(), shape))
    return found


#: Functions by their dotted names.
FUNCTIONS = _table(
    """
    int: builtins.len builtins.ord builtins.hash builtins.id builtins.cmp builtins.int random.randint
    int: random.randrange os.getpid os.getppid os.getuid os.system os.path.getsize os.open thread.get_ident
    int: zlib.crc32 zlib.adler32 binascii.crc32 calendar.timegm struct.calcsize string.find string.atoi string.count
    int: string.index string.rfind time.altzone operator.indexOf operator.countOf sys.getrefcount sys.getrecursionlimit
    int: socket.htons socket.ntohs bisect.bisect bisect.bisect_left bisect.bisect_right sys.getsizeof
    int: gc.collect
    long: builtins.long string.atol
    float: builtins.float builtins.round time.time time.clock random.random random.uniform random.gauss math.sqrt
    float: math.floor math.ceil math.sin math.cos math.tan math.atan math.atan2 math.log math.log10 math.exp math.pow
    float: math.fabs math.fmod math.hypot math.radians math.degrees os.path.getmtime os.path.getctime time.mktime
    float|?: rfc822.mktime_tz email.utils.mktime_tz email.Utils.mktime_tz
    float: string.atof math.fsum math.asin math.acos math.ldexp
    complex: builtins.complex cmath.sqrt cmath.exp
    bool: builtins.bool builtins.isinstance builtins.issubclass builtins.hasattr builtins.callable builtins.any
    bool: builtins.all os.path.exists os.path.isfile os.path.isdir os.path.isabs os.path.islink os.access
    bool: fnmatch.fnmatch inspect.isclass inspect.isfunction inspect.ismethod operator.isCallable
    str: builtins.repr builtins.hex builtins.oct builtins.bin builtins.raw_input os.getcwd os.path.abspath
    str: time.strftime time.ctime time.asctime socket.gethostname socket.inet_ntoa platform.node getpass.getpass
    str: traceback.format_exc urllib.quote urllib.quote_plus urllib.urlencode string.zfill textwrap.dedent textwrap.fill
    str: platform.system platform.python_version locale.setlocale inspect.getsource getpass.getuser tempfile.mkdtemp
    str: tempfile.mktemp tempfile.gettempdir json.dumps repr.repr
    native: builtins.str builtins.format string.join string.replace string.strip string.lower string.upper
    native: urllib.unquote urllib.unquote_plus os.path.join os.path.basename os.path.dirname os.path.normpath
    native: base64.b64encode base64.encodestring base64.standard_b64encode base64.urlsafe_b64encode binascii.hexlify
    native: binascii.b2a_hex binascii.b2a_base64 base64.b32encode base64.b16encode cgi.escape string.capwords
    native: os.path.expanduser os.getenv os.path.realpath os.path.relpath commands.getoutput quopri.encodestring
    native: zipfile.ZipFile.read xml.sax.saxutils.escape gettext.gettext gettext.ngettext gettext.dgettext
    octets: struct.pack os.urandom zlib.compress zlib.decompress bz2.compress bz2.decompress base64.b64decode
    octets: base64.b32decode base64.b16decode base64.decodestring base64.urlsafe_b64decode
    octets: base64.standard_b64decode binascii.unhexlify binascii.a2b_hex binascii.a2b_base64 pickle.dumps
    octets: cPickle.dumps marshal.dumps socket.inet_aton os.read
    octets: hashlib.pbkdf2_hmac
    unicode: builtins.unichr builtins.unicode
    bytearray: builtins.bytearray builtins.bytearray.fromhex
    slice: builtins.slice
    object: builtins.object builtins.buffer
    none: time.sleep os.remove os.unlink os.mkdir os.makedirs os.rename os.rmdir os.chdir random.seed random.shuffle
    none: builtins.setattr builtins.delattr sys.exit
    list[int]: builtins.range
    iterator[int]: builtins.xrange itertools.count
    list[str]: builtins.dir os.listdir glob.glob string.split string.splitfields sys.argv traceback.format_exception
    list[str]: textwrap.wrap shlex.split
    dict[str,?]: builtins.vars builtins.globals builtins.locals
    tuple[native,native]: os.path.split os.path.splitext os.path.splitdrive
    tuple[int,int]: os.pipe
    none|tuple[int,int,int,int,int,int,int,int,int]: rfc822.parsedate email.utils.parsedate email.Utils.parsedate
    none|tuple[int,int,int,int,int,int,int,int,int,int|none]: rfc822.parsedate_tz email.utils.parsedate_tz
    none|tuple[int,int,int,int,int,int,int,int,int,int|none]: email.Utils.parsedate_tz
    iterator[list[str]]: csv.reader
    iterator[dict[str,str]]: csv.DictReader
    tuple[int,str]: commands.getstatusoutput tempfile.mkstemp
    tuple[=socket,=socket]: socket.socketpair
    tuple[=connection,=connection]: multiprocessing.Pipe
    =connection: multiprocessing.connection.Client
    =listener: multiprocessing.connection.Listener
    =socket: socket.socket socket.create_connection socket.fromfd ssl.wrap_socket
    =hash: hashlib.md5 hashlib.sha1 hashlib.sha224 hashlib.sha256 hashlib.sha384 hashlib.sha512 hashlib.new md5.new
    =hash: md5.md5 sha.new sha.sha hmac.new hmac.HMAC
    =compressor: zlib.compressobj zlib.decompressobj bz2.BZ2Compressor bz2.BZ2Decompressor
    =file.b: gzip.open gzip.GzipFile bz2.BZ2File tempfile.TemporaryFile tempfile.NamedTemporaryFile io.BytesIO
    =file.t: os.popen
    =file.u: codecs.open io.StringIO io.open
    =answer: urllib.urlopen urllib2.urlopen
    =opener: urllib2.build_opener urllib.URLopener urllib.FancyURLopener
    =server: httplib.HTTPConnection httplib.HTTPSConnection
    =client: httplib2.Http
    =request: urllib2.Request
    =archive: zipfile.ZipFile
    =codec: codecs.lookup
    =lock: threading.Lock threading.RLock thread.allocate_lock
    =thread: threading.Thread
    =event: threading.Event threading.Condition threading.Semaphore
    =random: random.Random
    =date: datetime.datetime datetime.date datetime.datetime.now datetime.date.today datetime.timedelta
    =date: datetime.datetime.fromtimestamp datetime.datetime.strptime datetime.datetime.utcnow datetime.time
    =decimal: decimal.Decimal
    =fraction: fractions.Fraction
    =blob: ZODB.blob.Blob
    =status: os.stat os.lstat os.fstat
    =volume: os.statvfs os.fstatvfs
    =translations: gettext.translation gettext.NullTranslations gettext.GNUTranslations
    """
)
#: Functions and classes that make a container of what they are given, or an empty one.
CONTAINERS = {
    "builtins.list": "list",
    "builtins.sorted": "list",
    "builtins.tuple": "tuple",
    "builtins.set": "set",
    "builtins.frozenset": "frozenset",
    "sets.Set": "set",
    "sets.ImmutableSet": "frozenset",
    "builtins.iter": "iterator",
    "builtins.reversed": "iterator",
    "collections.deque": "list",
    "itertools.cycle": "iterator",
    "itertools.islice": "iterator",
    "random.sample": "list",
}
MAPPINGS = frozenset(
    ["builtins.dict", "collections.OrderedDict", "UserDict.UserDict", "weakref.WeakValueDictionary",
     "weakref.WeakKeyDictionary"]
)  # fmt: skip
#: That the module csv imports its own is what some programs call it by.
MEMORY = frozenset(["StringIO.StringIO", "cStringIO.StringIO", "csv.StringIO"])
#: What reads octets from a file that it is given, or writes them to it → the place of the file, and its keyword.
OCTET_STREAMS = {
    **{f"{place}Image.open": (0, "fp") for place in ("PIL.", "")},
    "zipfile.ZipFile": (0, "file"),
    "zipfile.is_zipfile": (0, "filename"),
    "tarfile.open": (2, "fileobj"),
    "gzip.GzipFile": (3, "fileobj"),
    "marshal.load": (0, ""),
    "marshal.dump": (1, ""),
    "wave.open": (0, "f"),
}
QUEUES = frozenset(["Queue.Queue", "Queue.LifoQueue", "Queue.PriorityQueue"])
OPENERS = frozenset(["builtins.open", "builtins.file"])
MATCHERS = frozenset(["re.match", "re.search"])
#: Classes whose objects have attributes of their own: what those are.
ATTRIBUTES = {
    "SocketServer.BaseRequestHandler": {"request": "=socket", "client_address": "tuple[str,int]"},
    "SocketServer.StreamRequestHandler": {
        "request": "=socket",
        "connection": "=socket",
        "rfile": "=file.b",
        "wfile": "=file.b",
        "client_address": "tuple[str,int]",
    },
    "BaseHTTPServer.BaseHTTPRequestHandler": {
        "rfile": "=file.b",
        "wfile": "=file.b",
        "path": "str",
        "command": "str",
    },
    "threading.Thread": {"name": "str"},
}
#: Classes that keep items: in which container an object of a class of the repository has them that derives from it.
KEEPING = {
    **{f"{place}dict": "dict" for place in ("", "builtins.")},
    **{f"{place}list": "list" for place in ("", "builtins.")},
    **{f"collections.{name}": "dict" for name in ("defaultdict", "OrderedDict")},
    **{f"UserDict.{name}": "dict" for name in ("UserDict", "IterableUserDict")},
    "UserList.UserList": "list",
    "collections.deque": "list",
}
#: The methods by which such an object is asked for its items, or given them.
_OF_DICT = """
    __init__ __getitem__ __iter__ __setitem__ get items iteritems iterkeys itervalues keys pop popitem setdefault update
    values
"""
_OF_LIST = (
    "__init__ __getitem__ __iter__ __setitem__ append appendleft extend extendleft insert pop popleft sort"
)
#: Classes that make these methods of those that a class of the repository has itself: `keys` and items by their keys.
MIXINS = frozenset(["UserDict.DictMixin", "collections.MutableMapping"])
KEEPING_METHODS = {"dict": frozenset(_OF_DICT.split()), "list": frozenset(_OF_LIST.split())}

#: Methods of strings. `encode` and `decode` depend on the codec.
STRING_METHODS = _table(
    """
    self: capitalize center expandtabs ljust lower lstrip replace rjust rstrip strip swapcase title translate upper
    self: zfill
    list[self]: split rsplit splitlines
    tuple[self,self,self]: partition rpartition
    int: count find index rfind rindex
    bool: startswith endswith isdigit isalpha isalnum isspace isupper islower istitle isdecimal isnumeric
    native: format
    unicode: decode
    """
)
BOX_METHODS: dict[str, dict[str, str]] = {
    "list": _table(
        """
        none: append insert extend remove reverse sort appendleft extendleft clear rotate
        item: pop popleft
        int: count index
        """
    ),
    "tuple": _table("int: count index"),
    "set": _table(
        """
        none: add discard remove clear update difference_update intersection_update symmetric_difference_update
        bool: issubset issuperset isdisjoint
        item: pop
        same: copy union intersection difference symmetric_difference
        """
    ),
    "dict": _table(
        """
        none: clear update
        bool: has_key
        """
    ),
    "iterator": _table("item: next"),
    "memory": _table(
        """
        item: read readline getvalue
        list[item]: readlines
        none: write writelines seek close flush truncate reset
        int: tell
        """
    ),
    "match": _table(
        """
        item: group expand
        tuple[item]: groups
        dict[str,item]: groupdict
        int: start end
        tuple[int,int]: span
        """
    ),
    "queue": _table(
        """
        item: get get_nowait
        none: put put_nowait task_done join
        int: qsize
        bool: empty full
        """
    ),
}
BOX_METHODS["frozenset"] = BOX_METHODS["set"]
MADE_METHODS: dict[str, dict[str, str]] = {
    "socket": _table(
        """
        octets: recv
        tuple[octets,?]: recvfrom
        tuple[=socket,?]: accept
        int: send sendto fileno connect_ex recv_into
        none: sendall close bind listen connect setsockopt settimeout shutdown setblocking
        tuple[str,int]: getsockname getpeername
        """
    ),
    "connection": _table(
        """
        octets: recv_bytes
        bool: poll
        int: fileno recv_bytes_into
        none: close send send_bytes
        """
    ),
    "listener": _table("=connection: accept"),
    "hash": _table(
        """
        octets: digest
        str: hexdigest
        none: update
        =hash: copy
        """
    ),
    "compressor": _table("octets: compress decompress flush"),
    "codec": _table(
        """
        tuple[octets,int]: encode
        tuple[unicode,int]: decode
        """
    ),
    "file.b": _table(
        """
        octets: read readline next
        list[octets]: readlines
        none: write writelines close flush seek truncate
        int: tell fileno
        bool: isatty
        """
    ),
    "file.t": _table(
        """
        str: read readline next
        list[str]: readlines
        none: write writelines close flush seek truncate
        int: tell fileno
        bool: isatty
        """
    ),
    "answer": _table(
        """
        octets: read readline next
        list[octets]: readlines
        none: close
        int: getcode fileno
        str: geturl
        """
    ),
    "opener": _table("=answer: open"),
    "server": _table("=answer: getresponse"),
    "request": _table("str: get_full_url get_method get_type get_host get_selector get_origin_req_host"),
    "client": _table("tuple[?,octets]: request"),
    "archive": _table(
        """
        octets: read
        list[str]: namelist
        none: write writestr close
        """
    ),
    "blob": _table("=file.b: open"),
    "random": _table(
        """
        int: randint randrange
        float: random uniform gauss
        """
    ),
    "struct": _table("octets: pack"),
    "pattern": _table("native: sub"),
    "lock": _table(
        """
        bool: acquire
        none: release
        """
    ),
    "date": _table(
        """
        int: toordinal weekday isoweekday
        float: total_seconds
        str: isoformat strftime ctime
        =date: date time replace
        """
    ),
    "thread": _table("none: start join setDaemon setName"),
    "event": _table("none: set clear notify notifyAll"),
    "translations": _table(
        """
        unicode: ugettext ungettext
        native: gettext ngettext lgettext lngettext
        none: install add_fallback set_output_charset
        """
    ),
}
#: What a socket makes is a file of octets as others are; rules wrap it where octets are text.
MADE_METHODS["file.m"] = MADE_METHODS["file.b"]
#: The body of a request, which a server of WSGI gives.
MADE_METHODS["body"] = MADE_METHODS["file.b"]
MADE_METHODS["file.u"] = MADE_METHODS["file.t"] | {
    "read": "unicode",
    "readline": "unicode",
    "next": "unicode",
    "readlines": "list[unicode]",
}
MADE_ATTRIBUTES = {
    "date": _table("int: year month day hour minute second microsecond days seconds microseconds"),
    "struct": {"size": "int", "format": "str"},
    "file.b": {"name": "str", "closed": "bool", "mode": "str"},
    "file.t": {"name": "str", "closed": "bool", "mode": "str"},
    "status": _table(
        """
        int: st_mode st_ino st_dev st_nlink st_uid st_gid st_size st_blocks st_blksize st_rdev
        float: st_atime st_mtime st_ctime
        """
    ),
    "volume": _table(
        "int: f_bsize f_frsize f_blocks f_bfree f_bavail f_files f_ffree f_favail f_flag f_namemax"
    ),
    "request": _table(
        "?: data headers host method origin_req_host port timeout type unredirected_hdrs unverifiable"
    ),
}
#: What such objects give by number.
MADE_ITEMS = {"status": "int"}
#: Values of the standard library that are no functions.
VALUES = _table(
    """
    int: sys.maxint os.O_RDONLY os.O_CREAT os.O_WRONLY socket.AF_INET socket.SOCK_STREAM socket.SOCK_DGRAM
    int: sys.hexversion
    int: os.SEEK_SET os.SEEK_END os.SEEK_CUR
    float: math.pi math.e
    str: sys.platform os.sep os.linesep os.name string.letters string.digits string.lowercase string.uppercase
    str: string.ascii_letters string.ascii_lowercase string.ascii_uppercase string.printable string.whitespace
    str: string.punctuation string.hexdigits sys.version sys.executable
    list[str]: sys.argv sys.path
    dict[str,str]: os.environ
    bool: builtins.True builtins.False
    none: builtins.None
    =file.t: sys.stdout sys.stderr sys.stdin
    """
)
#: Methods of nodes of XML that give octets where they are told an encoding: its place among their arguments.
WRITING_XML = {"toxml": 0, "toprettyxml": 2}
#: The numbers that formats of `struct` mean, by their letters; all others are whole.
_FLOATS, _OCTETS = frozenset("fd"), frozenset("csp")


def unpacked(form: str) -> str | None:
    """The shape of what `struct.unpack` gives for a format; None where that can't be told."""
    places: list[str] = []
    count = ""
    for letter in form.lstrip("@=<>!"):
        if letter.isdigit():
            count += letter
        elif letter.isspace():
            continue
        else:
            number = int(count or 1)
            count = ""
            if letter in _OCTETS:
                places += ["octets"] * (number if letter == "c" else 1)
            elif letter == "x":
                continue
            elif letter == "?":
                places += ["bool"] * number
            else:
                places += ["float" if letter in _FLOATS else "int"] * min(number, 64)
    return f"tuple[{','.join(places)}]" if 0 < len(places) <= 64 else None


Shape = tuple[str, tuple[tuple["Shape", ...], ...]]


@lru_cache(maxsize=1024)
def parsed(shape: str) -> tuple[Shape, ...]:
    """The alternatives of a shape: each a name with the shapes in its brackets."""
    found: list[Shape] = []
    for part in _split(shape, "|"):
        name, bracket, rest = part.partition("[")
        inner = tuple(parsed(p) for p in _split(rest[:-1], ",")) if bracket else ()
        found.append((name, inner))
    return tuple(found)


def _split(text: str, separator: str) -> list[str]:
    """The parts of a text between separators that stand in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == separator and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
