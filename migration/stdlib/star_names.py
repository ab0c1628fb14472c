"""What `from module import *` took from modules of the library of Python 2.7 (facts, no behaviour)."""

from __future__ import annotations

_NAMES = {
    "array": "ArrayType array",
    "base64": (
        "b16decode b16encode b32decode b32encode b64decode b64encode decode decodestring encode "
        "encodestring standard_b64decode standard_b64encode urlsafe_b64decode urlsafe_b64encode"
    ),
    "binascii": (
        "Error Incomplete a2b_base64 a2b_hex a2b_hqx a2b_qp a2b_uu b2a_base64 b2a_hex b2a_hqx b2a_qp b2a_uu "
        "crc32 crc_hqx hexlify rlecode_hqx rledecode_hqx unhexlify"
    ),
    "bz2": "BZ2Compressor BZ2Decompressor BZ2File compress decompress",
    "cmath": (
        "acos acosh asin asinh atan atanh cos cosh e exp isinf isnan log log10 phase pi polar rect sin sinh "
        "sqrt tan tanh"
    ),
    "collections": (
        "Callable Container Counter Hashable ItemsView Iterable Iterator KeysView Mapping MappingView "
        "MutableMapping MutableSequence MutableSet OrderedDict Sequence Set Sized ValuesView defaultdict "
        "deque namedtuple"
    ),
    "ctypes": (
        "ARRAY ArgumentError Array BigEndianStructure CDLL CFUNCTYPE DEFAULT_MODE LibraryLoader "
        "LittleEndianStructure POINTER PYFUNCTYPE PyDLL RTLD_GLOBAL RTLD_LOCAL SetPointerType Structure "
        "Union addressof alignment byref c_bool c_buffer c_byte c_char c_char_p c_double c_float c_int "
        "c_int16 c_int32 c_int64 c_int8 c_long c_longdouble c_longlong c_short c_size_t c_ssize_t c_ubyte "
        "c_uint c_uint16 c_uint32 c_uint64 c_uint8 c_ulong c_ulonglong c_ushort c_void_p c_voidp c_wchar "
        "c_wchar_p cast cdll create_string_buffer create_unicode_buffer get_errno memmove memset pointer "
        "py_object pydll pythonapi resize set_conversion_mode set_errno sizeof string_at wstring_at "
        "DllCanUnloadNow DllGetClassObject FormatError GetLastError HRESULT OleDLL WINFUNCTYPE WinDLL WinError "
        "get_last_error oledll set_last_error windll"
    ),
    "datetime": "MAXYEAR MINYEAR date datetime datetime_CAPI time timedelta tzinfo",
    "hashlib": (
        "algorithms algorithms_available algorithms_guaranteed md5 new pbkdf2_hmac sha1 sha224 sha256 "
        "sha384 sha512"
    ),
    "itertools": (
        "chain combinations combinations_with_replacement compress count cycle dropwhile groupby ifilter "
        "ifilterfalse imap islice izip izip_longest permutations product repeat starmap takewhile tee"
    ),
    "marshal": "dump dumps load loads version",
    "math": (
        "acos acosh asin asinh atan atan2 atanh ceil copysign cos cosh degrees e erf erfc exp expm1 fabs "
        "factorial floor fmod frexp fsum gamma hypot isinf isnan ldexp lgamma log log10 log1p modf pi pow "
        "radians sin sinh sqrt tan tanh trunc"
    ),
    "operator": (
        "abs add and_ attrgetter concat contains countOf delitem delslice div eq floordiv ge getitem "
        "getslice gt iadd iand iconcat idiv ifloordiv ilshift imod imul index indexOf inv invert ior ipow "
        "irepeat irshift isCallable isMappingType isNumberType isSequenceType is_ is_not isub itemgetter "
        "itruediv ixor le lshift lt methodcaller mod mul ne neg not_ or_ pos pow repeat rshift "
        "sequenceIncludes setitem setslice sub truediv truth xor"
    ),
    "os": (
        "EX_CANTCREAT EX_CONFIG EX_DATAERR EX_IOERR EX_NOHOST EX_NOINPUT EX_NOPERM EX_NOUSER EX_OK EX_OSERR "
        "EX_OSFILE EX_PROTOCOL EX_SOFTWARE EX_TEMPFAIL EX_UNAVAILABLE EX_USAGE F_OK NGROUPS_MAX O_APPEND "
        "O_ASYNC O_CREAT O_DIRECT O_DIRECTORY O_DSYNC O_EXCL O_LARGEFILE O_NDELAY O_NOATIME O_NOCTTY "
        "O_NOFOLLOW O_NONBLOCK O_RDONLY O_RDWR O_RSYNC O_SYNC O_TRUNC O_WRONLY R_OK SEEK_CUR SEEK_END "
        "SEEK_SET TMP_MAX WCONTINUED WCOREDUMP WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED "
        "WNOHANG WSTOPSIG WTERMSIG WUNTRACED W_OK X_OK abort access altsep chdir chmod chown chroot close "
        "closerange confstr confstr_names ctermid curdir defpath devnull dup dup2 environ error execl "
        "execle execlp execlpe execv execve execvp execvpe extsep fchdir fchmod fchown fdatasync fdopen "
        "fork forkpty fpathconf fstat fstatvfs fsync ftruncate getcwd getcwdu getegid getenv geteuid getgid "
        "getgroups getloadavg getlogin getpgid getpgrp getpid getppid getresgid getresuid getsid getuid "
        "initgroups isatty kill killpg lchmod lchown linesep link listdir lseek lstat major makedev "
        "makedirs minor mkdir mkfifo mknod name nice open openpty pardir path pathconf pathconf_names "
        "pathsep pipe popen popen2 popen3 popen4 putenv read readlink remove removedirs rename renames "
        "rmdir sep setegid seteuid setgid setgroups setpgid setpgrp setregid setresgid setresuid setreuid "
        "setsid setuid spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe startfile stat "
        "stat_float_times stat_result statvfs statvfs_result strerror symlink sysconf sysconf_names system "
        "tcgetpgrp tcsetpgrp tempnam times tmpfile tmpnam ttyname umask uname unlink unsetenv urandom utime "
        "wait wait3 wait4 waitpid walk write"
    ),
    "os.path": (
        "abspath altsep basename commonprefix curdir defpath devnull dirname exists expanduser expandvars "
        "extsep getatime getctime getmtime getsize isabs isdir isfile islink ismount join lexists normcase "
        "normpath pardir pathsep realpath relpath samefile sameopenfile samestat sep split splitdrive "
        "splitext supports_unicode_filenames walk"
    ),
    "random": (
        "Random SystemRandom WichmannHill betavariate choice expovariate gammavariate gauss getrandbits "
        "getstate jumpahead lognormvariate normalvariate paretovariate randint random randrange sample seed "
        "setstate shuffle triangular uniform vonmisesvariate weibullvariate"
    ),
    "re": (
        "DOTALL I IGNORECASE L LOCALE M MULTILINE S U UNICODE VERBOSE X compile error escape findall "
        "finditer match purge search split sub subn template"
    ),
    "string": (
        "Formatter Template ascii_letters ascii_lowercase ascii_uppercase atof atof_error atoi atoi_error "
        "atol atol_error capitalize capwords center count digits expandtabs find hexdigits index "
        "index_error join joinfields letters ljust lower lowercase lstrip maketrans octdigits printable "
        "punctuation replace rfind rindex rjust rsplit rstrip split splitfields strip swapcase translate "
        "upper uppercase whitespace zfill"
    ),
    "struct": "Struct calcsize error pack pack_into unpack unpack_from",
    "threading": (
        "BoundedSemaphore Condition Event Lock RLock Semaphore Thread Timer activeCount active_count "
        "currentThread current_thread enumerate local setprofile settrace stack_size"
    ),
    "time": (
        "accept2dyear altzone asctime clock ctime daylight gmtime localtime mktime sleep strftime strptime "
        "struct_time time timezone tzname tzset"
    ),
    "Tkinter": (
        "ACTIVE ALL ANCHOR ARC At AtEnd AtInsert AtSelFirst AtSelLast BASELINE BEVEL BOTH BOTTOM BROWSE "
        "BUTT BaseWidget BitmapImage BooleanType BooleanVar BufferType BuiltinFunctionType "
        "BuiltinMethodType Button CASCADE CENTER CHAR CHECKBUTTON CHORD COMMAND CURRENT CallWrapper Canvas "
        "Checkbutton ClassType CodeType ComplexType DISABLED DOTBOX DictProxyType DictType DictionaryType "
        "DoubleVar E END EW EXCEPTION EXTENDED EllipsisType Entry Event FALSE FIRST FLAT FileType FloatType "
        "Frame FrameType FunctionType GROOVE GeneratorType GetSetDescriptorType Grid HIDDEN HORIZONTAL "
        "INSERT INSIDE Image InstanceType IntType IntVar LAST LEFT Label LabelFrame LambdaType ListType "
        "Listbox LongType MITER MOVETO MULTIPLE MemberDescriptorType Menu Menubutton Message MethodType "
        "Misc ModuleType N NE NO NONE NORMAL NS NSEW NUMERIC NW NoDefaultRoot NoneType NotImplementedType "
        "OFF ON OUTSIDE ObjectType OptionMenu PAGES PIESLICE PROJECTING Pack PanedWindow PhotoImage Place "
        "RADIOBUTTON RAISED READABLE RIDGE RIGHT ROUND Radiobutton S SCROLL SE SEL SEL_FIRST SEL_LAST "
        "SEPARATOR SINGLE SOLID SUNKEN SW Scale Scrollbar SliceType Spinbox StringType StringTypes "
        "StringVar Studbutton TOP TRUE Tcl TclError TclVersion Text Tk TkVersion Toplevel TracebackType "
        "Tributton TupleType TypeType UNDERLINE UNITS UnboundMethodType UnicodeType VERTICAL Variable W "
        "WORD WRITABLE Widget Wm X XRangeType XView Y YES YView getboolean getdouble getint image_names "
        "image_types mainloop re sys tkinter wantobjects"
    ),
    "tkMessageBox": (
        "ABORT ABORTRETRYIGNORE CANCEL Dialog ERROR IGNORE INFO Message NO OK OKCANCEL QUESTION RETRY "
        "RETRYCANCEL WARNING YES YESNO YESNOCANCEL askokcancel askquestion askretrycancel askyesno "
        "askyesnocancel showerror showinfo showwarning"
    ),
    "turtle": (
        "Pen RawPen RawTurtle Screen ScrolledCanvas Shape Terminator Turtle TurtleScreen Vec2D acos "
        "addshape asin atan atan2 back backward begin_fill begin_poly bgcolor bgpic bk bye ceil circle "
        "clear clearscreen clearstamp clearstamps clone color colormode cos cosh degrees delay distance "
        "done dot down e end_fill end_poly exitonclick exp fabs fd fill fillcolor floor fmod forward frexp "
        "get_poly getcanvas getpen getscreen getshapes getturtle goto heading hideturtle home ht hypot "
        "isdown isvisible ldexp left listen log log10 lt mainloop mode modf onclick ondrag onkey onrelease "
        "onscreenclick ontimer pd pen pencolor pendown pensize penup pi pos position pow pu radians "
        "register_shape reset resetscreen resizemode right rt screensize seth setheading setpos setposition "
        "settiltangle setundobuffer setup setworldcoordinates setx sety shape shapesize showturtle sin sinh "
        "speed sqrt st stamp tan tanh tilt tiltangle title towards tracer turtles turtlesize undo "
        "undobufferentries up update width window_height window_width write write_docstringdict xcor ycor"
    ),
    "types": (
        "BooleanType BufferType BuiltinFunctionType BuiltinMethodType ClassType CodeType ComplexType "
        "DictProxyType DictType DictionaryType EllipsisType FileType FloatType FrameType FunctionType "
        "GeneratorType GetSetDescriptorType InstanceType IntType LambdaType ListType LongType "
        "MemberDescriptorType MethodType ModuleType NoneType NotImplementedType ObjectType SliceType "
        "StringType StringTypes TracebackType TupleType TypeType UnboundMethodType UnicodeType XRangeType"
    ),
    "zlib": (
        "DEFLATED DEF_MEM_LEVEL MAX_WBITS ZLIB_VERSION Z_BEST_COMPRESSION Z_BEST_SPEED "
        "Z_DEFAULT_COMPRESSION Z_DEFAULT_STRATEGY Z_FILTERED Z_FINISH Z_FULL_FLUSH Z_HUFFMAN_ONLY "
        "Z_NO_FLUSH Z_SYNC_FLUSH adler32 compress compressobj crc32 decompress decompressobj error"
    ),
}
#: Module → the names.
STAR_NAMES = {module: frozenset(names.split()) for module, names in _NAMES.items()}
#: Modules with names that go by others, in Python 3 or from their own start: rules ask for those by themselves.
_APART = frozenset(["Tkinter", "tkMessageBox", "turtle", "types"])
_OF_SOCKETS = (
    "create_connection error fromfd gaierror getfqdn gethostbyaddr gethostbyname gethostname getservbyname herror "
    "htonl htons inet_aton inet_ntoa inet_ntop inet_pton ntohl ntohs socket socketpair timeout"
)
#: Module → names that a star import of it binds, as far as any rule asks for them.
BOUND_BY_STAR = {module: names for module, names in STAR_NAMES.items() if module not in _APART} | {
    "socket": frozenset(_OF_SOCKETS.split())
}
