"""Text or bytes: what an expression will hold under Python 3, followed through one file."""

from __future__ import annotations

import ast

from migration.analysis.called import function_called
from migration.analysis.callers import BYTES as BYTES
from migration.analysis.callers import COMPARING, called_beside_bytes, is_given_bytes
from migration.analysis.callers import TEXT as TEXT
from migration.analysis.flow_kinds import holds_octets, is_made, lists_octets
from migration.analysis.literals import has_high_escapes, literal, summands
from migration.analysis.made import (
    COMPRESSORS,
    HEADERS,
    REQUESTS,
    is_archive,
    is_bytearray,
    is_socket,
    kept_by,
    made_by,
    made_by_class,
    mode_of,
    of_characters,
    only_sockets,
    opened,
    texts_in_memory,
)
from migration.analysis.names import defined_in_repository, helper_called, memory, result_name, stdlib_name
from migration.analysis.strings.csv_texts import is_beside_csv
from migration.analysis.strings.decoded_calls import is_decoded_by_function
from migration.analysis.strings.encoded import (
    is_encoded,
    is_text_codec,
    kept_native,
    made_for_octets,
    split_as_text,
)
from migration.analysis.strings.file_kinds import file_kind
from migration.analysis.strings.giving_octets import (
    AUDIO,
    BINARIES,
    STRUCTS,
    UNPACKED,
    XDR,
    is_always_given,
    is_archive_comment,
    is_binary_member,
    is_decoding_error,
    is_loader,
    is_of_binary,
    is_packing,
    is_read_of_structure,
    known_stores,
    only_hashes,
)
from migration.analysis.strings.hash_makers import is_made_by_default
from migration.analysis.strings.octet_constants import octet_constants
from migration.analysis.strings.octet_edges import (
    CIPHER_MAKERS,
    IDENTIFIERS,
    codec_spelled,
    names_binary_codec,
)
from migration.analysis.strings.octet_memory import holds_filled
from migration.analysis.strings.payloads import gives_octets, is_decoded
from migration.analysis.strings.results import text_wanted
from migration.analysis.strings.streams import taken_as_octets
from migration.analysis.strings.structs import constant_text
from migration.analysis.values import assigned, called_here, given_last, reads_of, returns_of, value_there
from migration.flow.atoms import Instance
from migration.rule import last_names
from migration.stdlib.struct_formats import OCTETS, codes
from migration.stdlib.tables import PICKLE_CODES
from migration.trees.bodies import always_leaves
from migration.trees.fields import walk
from migration.view.module import Module

#: What calls of the standard library return under Python 3.
_RESULTS: dict[str, str] = dict.fromkeys(
    [
        "struct.pack", "os.urandom", "zlib.compress", "zlib.decompress", "bz2.compress", "bz2.decompress",
        "base64.b64decode", "base64.b32decode", "base64.b16decode", "base64.decodestring",
        "base64.decodebytes", "base64.urlsafe_b64decode", "base64.standard_b64decode", "binascii.unhexlify",
        "binascii.a2b_hex", "binascii.a2b_base64", "binascii.a2b_qp", "quopri.decodestring",
        "pickle.dumps", "cPickle.dumps", "marshal.dumps", "socket.inet_aton", "os.read", "os.fsencode",
        "builtins.memoryview", "ctypes.string_at", "hashlib.pbkdf2_hmac", *AUDIO,
    ],
    BYTES,
) | dict.fromkeys(
    [
        "json.dumps", "os.getcwd",
        "time.strftime", "time.ctime", "socket.inet_ntoa", "socket.gethostname", "platform.node",
        "urllib.quote", "urllib.quote_plus", "urllib.urlencode", "urllib.parse.quote", "urllib.parse.urlencode",
        "urllib.parse.quote_plus", "textwrap.dedent", "traceback.format_exc", "getpass.getpass",
        "builtins.str", "builtins.repr", "builtins.raw_input", "builtins.hex", "builtins.oct", "builtins.bin",
        "builtins.chr", "builtins.unichr", "builtins.unicode", "builtins.format", "builtins.ascii",
        "string.join", "commands.getoutput",
    ],
    TEXT,
)  # fmt: skip
#: What gives a path of the kind that it is given.
_PATHS = frozenset(["os.path.join", "os.path.basename", "os.path.dirname", "os.path.abspath"])
_HASHES = frozenset(
    f"hashlib.{n}" for n in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "new")
) | {"md5.new", "md5.md5", "sha.new", "sha.sha", "hmac.new", "hmac.HMAC"}
_MATCHES = frozenset(["re.match", "re.search"])
_MAPS = frozenset(["mmap.mmap"])
_BUFFERS = frozenset(["array.array", "builtins.memoryview", "builtins.buffer"])
_ADDING = frozenset(["add_data"])
#: Attributes of code objects that hold octets.
_OF_CODE = frozenset(["co_code", "co_lnotab"])
#: Methods of text and bytes that return their own kind.
GIVING_THEIR_KIND = frozenset(
    [
        "capitalize", "center", "expandtabs", "ljust", "lower", "lstrip", "replace", "rjust", "rstrip", "strip",
        "swapcase", "title", "translate", "upper", "zfill",
    ]
)  # fmt: skip
#: Methods of text and bytes whose arguments are of their own kind.
TAKING_THEIR_KIND = frozenset(
    [
        "count", "endswith", "find", "index", "lstrip", "partition", "replace", "rfind", "rindex", "rpartition",
        "rsplit", "rstrip", "split", "startswith", "strip",
    ]
)  # fmt: skip
#: Methods of nodes that give XML: encoded, where that is asked for.
XML_METHODS = frozenset(["toxml", "toprettyxml"])
BASE64_DECODERS = frozenset(
    [
        "base64.b64decode", "base64.standard_b64decode", "base64.urlsafe_b64decode", "base64.decodestring",
        "base64.decodebytes", "binascii.a2b_base64",
    ]
)  # fmt: skip
_DEPTH = 8
#: The last names of the functions of the standard library that return bytes.
MAKERS_OF_BYTES = last_names(*(name for name, held in _RESULTS.items() if held == BYTES))


def kind(node: ast.expr, module: Module) -> str | None:
    """TEXT or BYTES when that is certain, else None. What is decoded because callers want text is TEXT."""
    found = held_kind(node, module)
    if found == BYTES and text_wanted(node, module) and not is_encoded(node, module):
        return BYTES if made_for_octets(node, module) else TEXT
    return found


def held_kind(node: ast.expr, module: Module) -> str | None:
    """What `node` holds before anything is decoded."""
    known = memory(module)
    kinds: dict[ast.expr, str | None] = known.setdefault("kinds", {})
    if node not in kinds:
        kinds[node] = None
        depth = known.get("kind depth", 0)
        if depth < _DEPTH:
            known["kind depth"] = depth + 1
            kinds[node] = _kind(node, module) or _flowing(node, module)
            known["kind depth"] = depth
    return kinds[node]


def _flowing(node: ast.expr, module: Module) -> str | None:
    """BYTES where nothing but octets flows to `node`: such as are never text, or are read."""
    if module.facts.index.octets or not isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
        return None
    if not holds_octets(node, module) or _is_item_of_octets(node, module):
        return None
    if _is_asked_of_another(node, module) or is_beside_csv(node, module):
        return None
    return None if is_decoded_by_function(node, module) else BYTES


def _is_asked_of_another(node: ast.expr, module: Module) -> bool:
    """Whether a method is asked of a variable that was last given an object of the program, or nobody knows what, where
    it had been given what the octets are known to come from.
    """
    function = node.func if isinstance(node, ast.Call) else None
    owner = function.value if isinstance(function, ast.Attribute) else None
    there = value_there(owner, module) if isinstance(owner, ast.Name) else None
    return there is not None and all(isinstance(atom, Instance) for atom in module.held(there))


def _is_item_of_octets(node: ast.expr, module: Module) -> bool:
    """Whether a loop over octets gives `node`, numbered or not: a number, for all that was an octet."""
    for binding in module.bindings(node) if isinstance(node, ast.Name) else ():
        place = module.parent(binding.node)
        loop = module.parent(place) if isinstance(place, ast.Tuple) else place
        if not isinstance(loop, (ast.For, ast.comprehension)):
            continue
        source = loop.iter
        if isinstance(source, ast.Call) and module.is_builtin(source.func, "enumerate") and source.args:
            source = source.args[0]
        if kind(source, module) == BYTES:
            return True
    return False


def _kind(node: ast.expr, module: Module) -> str | None:
    if isinstance(node, (ast.Constant, ast.Call)) and module.meets_arrays(node):
        return BYTES
    if isinstance(node, ast.Constant):
        return TEXT if isinstance(node.value, str) else BYTES if isinstance(node.value, bytes) else None
    if isinstance(node, ast.BinOp):
        return _operation(node, module)
    if isinstance(node, ast.IfExp):
        return _agreed([node.body, node.orelse], module)
    if isinstance(node, ast.BoolOp):
        return _agreed(node.values, module)
    if isinstance(node, (ast.Subscript, ast.Call)) and is_read_of_structure(node, module):
        return BYTES
    if isinstance(node, ast.Subscript):
        value = kind(node.value, module)
        if value is not None and (value == TEXT or isinstance(node.slice, ast.Slice)):
            return value
        return _item(node, module)
    if isinstance(node, ast.Name):
        return BYTES if _is_of_pickle(node, node.id, module) else _name(node, module)
    if isinstance(node, ast.Attribute):
        if node.attr == "data" and (made_by(node.value, module, BINARIES) or is_of_binary(node, module)):
            return BYTES
        if node.attr in ("bytes", "bytes_le") and made_by(node.value, module, IDENTIFIERS):
            return BYTES
        if node.attr.startswith("BOM") and _is_mark_of_octets(node, module):
            return BYTES
        if _is_of_pickle(node, node.attr, module):
            return BYTES
        if node.attr in _OF_CODE or (node.attr == "data" and _sends_octets(node.value, module)):
            return BYTES
        if node.attr == "object" and is_decoding_error(node.value, module):
            return BYTES
        if (
            node.attr in ("comment", "extra")
            and "zipfile" in module.text
            and is_archive_comment(node, module)
        ):
            return BYTES
        return _constant_of_class(node, module)
    if isinstance(node, ast.Call):
        return _call(node, module)
    return None


def _is_of_pickle(node: ast.expr, name: str, module: Module) -> bool:
    """Whether `node` is one of the codes that pickle writes."""
    return name in PICKLE_CODES and "pickle" in module.text and stdlib_name(node, module) == f"pickle.{name}"


def _is_mark_of_octets(node: ast.Attribute, module: Module) -> bool:
    """Whether a byte order mark stands before octets, or before a literal that spells some or is written with it to a
    file of octets: before text it is a character.
    """
    whole = module.parent(node)
    if not isinstance(whole, ast.BinOp) or whole.left is not node:
        return False
    if not (stdlib_name(node, module) or "").startswith("codecs.BOM"):
        return False
    if not literal(whole.right, module):
        return kind(whole.right, module) == BYTES
    return has_high_escapes(whole.right, module) or "b" in modes_written(whole, module)


def modes_written(node: ast.expr, module: Module) -> str:
    """The modes of the files that `node` may be written to, "?" for one that is not told."""
    call = module.parent(node)
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return ""
    return "".join(mode_of(made) or "?" for made in opened(call.func.value, module))


def _constant_of_class(node: ast.Attribute, module: Module) -> str | None:
    """What `self.NAME` is, when the class assigns it once, in its body, and nothing else does."""
    holder = module.class_of(node)
    if holder is None or not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")):
        return None
    found = [
        s.value for s in holder.body
        if isinstance(s, ast.Assign) and any(isinstance(t, ast.Name) and t.id == node.attr for t in s.targets)
    ]  # fmt: skip
    if len(found) == 1 and found[0] in octet_constants(module):
        return BYTES
    stored = known_stores(module)
    return kind(found[0], module) if len(found) == 1 and node.attr not in stored else None


def _agreed(nodes: list[ast.expr], module: Module) -> str | None:
    found = {kind(n, module) for n in nodes}
    return found.pop() if len(found) == 1 else None


def _operation(node: ast.BinOp, module: Module) -> str | None:
    left = kind(node.left, module)
    if isinstance(node.op, ast.Mod):
        return left
    if isinstance(node.op, ast.Add):
        right = kind(node.right, module)
        return BYTES if BYTES in (left, right) else left or right
    if isinstance(node.op, ast.Mult):
        return left or kind(node.right, module)
    return None


def _name(node: ast.Name, module: Module) -> str | None:
    if (constants := octet_constants(module)) and any(b.value in constants for b in module.bindings(node)):
        return BYTES
    there = value_there(node, module)
    found = held_kind(there, module) if there is not None else None
    given = given_last(node, module) if len(module.bindings(node)) > 1 else None
    if isinstance(given, ast.For) and isinstance(given.target, ast.Name):
        found = _element(given.target, module)
    elif isinstance(given, ast.AugAssign) and isinstance(given.op, ast.Add):
        # Nothing but octets can have been before those that are never text.
        found = BYTES if made_for_octets(given.value, module) and is_octets(given.value, module) else None
    return found or _name_anywhere(node, module)


def _name_anywhere(node: ast.Name, module: Module) -> str | None:
    bindings = module.bindings(node)
    values: list[ast.expr] = []
    for binding in bindings:
        if binding.kind == "assign" and binding.value is not None:
            values.append(binding.value)
        elif binding.kind == "augmented" and isinstance(binding.node, ast.AugAssign):
            values.append(binding.node.value)
        elif binding.kind == "parameter" and len(bindings) == 1 and isinstance(binding.node, ast.arg):
            return _parameter(binding.node, module)
        elif len(bindings) == 1 and isinstance(binding.node, ast.Name):
            return _unpacked(binding.node, module) or _element(binding.node, module)
        else:
            return None
    if values and all(isinstance(v, ast.Call) and stdlib_name(v.func, module) in _MAPS for v in values):
        return BYTES
    found = {kind(v, module) for v in values}
    if BYTES in found and all(_fits_bytes(v, module, node.id) for v in values):
        return BYTES
    return found.pop() if len(found) == 1 else None


def is_octet_text(node: ast.expr, module: Module) -> bool:
    """Whether `node` is `chr(n)`: one octet, where it meets bytes."""
    return isinstance(node, ast.Call) and module.is_builtin(node.func, "chr") and len(node.args) == 1


def _fits_bytes(node: ast.expr, module: Module, name: str = "") -> bool:
    """Whether `node` is bytes, or made of native literals, of `chr(n)` and of variable `name` to become bytes with
    the rest.
    """
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _fits_bytes(node.left, module, name) and _fits_bytes(node.right, module, name)
    if is_octet_text(node, module) or (isinstance(node, ast.Name) and node.id == name):
        return True
    return literal(node, module) or (kind(node, module) == BYTES and not is_encoded(node, module))


def _parameter(node: ast.arg, module: Module) -> str | None:
    """BYTES where all that callers show to be given for a parameter is bytes."""
    function = module.function(node)
    if not isinstance(function, ast.FunctionDef):
        return None
    own = makers(module)
    if not own and not called_beside_bytes(function, module):
        return None
    if not is_given_bytes(function, node.arg, module, own):
        return None
    memory(module).setdefault("shown by callers", set()).add(node)
    return BYTES


def shown_by_callers(node: ast.AST, module: Module) -> bool:
    """Whether what some callers give decided the kind of a name in `node`: too little to tell, but in Python 2."""
    shown = memory(module).get("shown by callers", ())
    return bool(shown) and any(
        b.node in shown for n in walk(node) if isinstance(n, ast.Name) for b in module.bindings(n)
    )


def makers(module: Module) -> frozenset[str]:
    """The names of functions that return octets, each of that name in the file."""
    known = memory(module)
    if "makers" not in known:
        known["makers"] = frozenset()
        found = {
            function for node in module.nodes_of(ast.Return)
            if isinstance(node, ast.Return) and node.value is not None
            and isinstance(function := module.function(node), ast.FunctionDef)
            and not (isinstance(node.value, ast.Constant) and not isinstance(node.value.value, bytes))
            and made_for_octets(node.value, module)
        }  # fmt: skip
        if found:
            # A call does not tell of which class a method is.
            others = {
                f.name
                for f in module.nodes_of(ast.FunctionDef)
                if isinstance(f, ast.FunctionDef) and f not in found
            }
            known["makers"] = frozenset(function.name for function in found) - others
    return known["makers"]  # type: ignore[no-any-return]


def _unpacked(node: ast.Name, module: Module) -> str | None:
    """What a name gets from `a, b = struct.unpack(format, data)`, or from a function that returns such values."""
    target = module.parent(node)
    assign = module.parent(target) if isinstance(target, (ast.Tuple, ast.List)) else None
    if not (isinstance(assign, ast.Assign) and isinstance(assign.value, ast.Call)):
        return None
    assert isinstance(target, (ast.Tuple, ast.List))
    position = target.elts.index(node)
    return _unpacked_at(assign.value, position, module) or _returned_at(
        assign.value, position, len(target.elts), module
    )


def _returned_at(call: ast.Call, position: int, length: int, module: Module) -> str | None:
    """BYTES where a function of the file returns a tuple of that length, and octets at that place of it."""
    function = called_here(call, module)
    if function is None or function.decorator_list:
        return None
    returned = [r.value for r in returns_of(function)]
    if not returned or not all(isinstance(r, ast.Tuple) and len(r.elts) == length for r in returned):
        return None
    values = [r.elts[position] for r in returned if isinstance(r, ast.Tuple)]
    return BYTES if all(is_octets(v, module) for v in values) else None


def _unpacked_at(call: ast.Call, position: int, module: Module) -> str | None:
    given: ast.Call | None = None
    if stdlib_name(call.func, module) in ("struct.unpack", "struct.unpack_from"):
        given = call
    elif isinstance(call.func, ast.Attribute) and call.func.attr in ("unpack", "unpack_from"):
        given = kept_by(call.func.value, module, STRUCTS)
    if given is None or not given.args:
        return None
    if module.facts.index.octets:
        return None  # there what was unpacked becomes text at once
    form = codes(constant_text(given.args[0], module) or "")
    return BYTES if position < len(form) and form[position] in OCTETS else None


def is_text_field(node: ast.Call, module: Module) -> bool:
    """Whether `node` takes the padding off a field that was unpacked: what is padded with NULs is text."""
    function, padding = node.func, node.args[0] if len(node.args) == 1 else None
    if not isinstance(function, ast.Attribute) or function.attr not in ("rstrip", "strip") or padding is None:
        return False
    if not (isinstance(padding, ast.Constant) and literal(padding, module) and "\0" in str(padding.value)):
        return False
    owner = function.value
    if isinstance(owner, ast.Subscript):
        return _item(owner, module) == BYTES and isinstance(owner.value, ast.Call)
    targets = [b.node for b in module.bindings(owner)] if isinstance(owner, ast.Name) else []
    return any(isinstance(t, ast.Name) and _unpacked(t, module) == BYTES for t in targets)


def _element(node: ast.Name, module: Module) -> str | None:
    """What a name is given of what splitting gives: by a loop over it, or as one of several targets."""
    parent = module.parent(node)
    if isinstance(parent, (ast.For, ast.comprehension)) and parent.target is node:
        return pieces(parent.iter, module) or (BYTES if file_kind(parent.iter, module) == BYTES else None)
    assign = module.parent(parent) if isinstance(parent, (ast.Tuple, ast.List)) else None
    if isinstance(assign, ast.Assign) and assign.targets == [parent]:
        return pieces(assign.value, module)
    return None


def pieces(node: ast.expr, module: Module) -> str | None:
    """The kind of the elements of `node`, where that comes of splitting, in place or under one name."""
    if isinstance(node, ast.Name):
        value = assigned(node, module)
        return pieces(value, module) if isinstance(value, (ast.Call, ast.Subscript, ast.ListComp)) else None
    if isinstance(node, ast.ListComp):
        return None if is_encoded(node.elt, module) else kind(node.elt, module)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return pieces(node.value, module)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in ("split", "rsplit", "splitlines", "partition", "rpartition"):
            return kind(node.func.value, module)
        if node.func.attr == "readlines":
            return file_kind(node.func.value, module)
    return None


def _item(node: ast.Subscript, module: Module) -> str | None:
    """An element of what splitting or unpacking gives."""
    position = node.slice.value if isinstance(node.slice, ast.Constant) else None
    if isinstance(node.value, ast.Call) and isinstance(position, int) and position >= 0:
        unpacked = _unpacked_at(node.value, position, module)
        if unpacked is not None:
            return unpacked
    return pieces(node.value, module) if not isinstance(node.slice, ast.Slice) else None


def _path(node: ast.Call, module: Module) -> str | None:
    """The kind of a path: its parts' own; in a file of Python 2 that of a native string, unless they say otherwise."""
    given = {kind(part, module) for part in node.args}
    if BYTES in given:
        return BYTES
    return TEXT if module.is_python2 or given == {TEXT} else None


def _call(node: ast.Call, module: Module) -> str | None:
    name = result_name(node.func, module)
    if name in BASE64_DECODERS and split_as_text(node, module):
        return TEXT
    if name == "builtins.str" and keeps_octets(node, module):
        return BYTES
    if name in _RESULTS:
        return _RESULTS[name or ""]
    if name == "builtins.bytes" and len(node.args) == 1:
        native = literal(node.args[0], module) and not module.facts.index.octets  # it becomes one of octets
        return BYTES if native or kind(node.args[0], module) == BYTES else None
    if name in _PATHS:
        return _path(node, module)
    helper = helper_called(node)
    if helper in ("as_text", "as_bytes"):
        return TEXT if helper == "as_text" else BYTES
    function = function_called(node, module)
    if function is not None:
        return _result_of(function, module)
    if is_packing(node.func, module):
        return BYTES
    if not isinstance(node.func, ast.Attribute):
        return None
    owner, method = node.func.value, node.func.attr
    if method == "encode" and made_by(owner, module, HEADERS) is not None:
        return TEXT
    if method == "encode":
        codec = node.args[0] if node.args else None
        spelled = str(codec.value).lower() if isinstance(codec, ast.Constant) else ""
        if isinstance(owner, ast.Name) and any(b.kind == "import" for b in module.bindings(owner)):
            return None  # a function of a module of codecs
        if kept_native(node, module):
            return TEXT
        return TEXT if spelled.startswith(("hex", "base64", "rot")) else BYTES
    if (
        method == "decode"
        and not module.facts.index.octets
        and len(node.args) == 1
        and names_binary_codec(node)
    ):
        return TEXT if codec_spelled(node) == "base64" and split_as_text(node, module) else BYTES
    if method == "decode":
        return TEXT if kind(owner, module) == BYTES or is_text_codec(node) else None
    if method in GIVING_THEIR_KIND:
        return TEXT if is_text_field(node, module) else kind(owner, module)
    if method == "join" and _joins_octets(node, owner, module):
        return BYTES
    if method == "format" or method == "join":
        return kind(owner, module)
    if method == "hexdigest":
        return TEXT
    if method == "digest":
        hashed = (
            kept_by(owner, module, _HASHES)
            or only_hashes(node, module)
            or made_by_class(owner, module, _HASHES)
            or is_made_by_default(owner, module)
        )
        return BYTES if hashed else None
    if method == "get_data" and _sends_octets(owner, module):
        return BYTES
    if method == "formatyearpage":
        return None if defined_in_repository(method, module) else BYTES
    if method in XML_METHODS and (node.args or node.keywords):
        return BYTES if is_encoded_xml(node) and not defined_in_repository(method, module) else None
    if method == "read" and is_archive(owner, module):
        return BYTES
    if method in UNPACKED and kept_by(owner, module, XDR) is not None:
        return BYTES
    if method in ("compress", "decompress", "flush") and kept_by(owner, module, COMPRESSORS):
        return BYTES
    if method == "encrypt" and not module.facts.index.octets and kept_by(owner, module, CIPHER_MAKERS):
        return BYTES
    if method in ("read", "readline") and is_binary_member(owner, module):
        return BYTES
    if method in ("read", "readline"):
        return BYTES if made_by(owner, module, _MAPS) else file_kind(owner, module)
    if method == "get_data" and is_loader(owner, module):
        return BYTES
    if method == "get_payload":
        # In a repository of octets it becomes text at once, but where it is decoded.
        text = module.facts.index.octets and not is_decoded(node, module)
        return BYTES if gives_octets(node) and not text else None
    if method == "group":
        match = made_by(owner, module, _MATCHES)
        return BYTES if match and len(match.args) > 1 and kind(match.args[1], module) == BYTES else None
    if method in ("tostring", "tobytes"):
        while isinstance(owner, ast.Subscript) and isinstance(owner.slice, ast.Slice):
            owner = owner.value
        made = kept_by(owner, module, _BUFFERS)
        return BYTES if made and not of_characters(made) else None
    if method == "recv_bytes" and "multiprocessing" in module.text:
        return None if defined_in_repository(method, module) else BYTES
    if method in ("recv", "recvfrom"):
        certain = is_socket(owner, module) or (method == "recv" and only_sockets("recv", node, module))
        return BYTES if certain else None
    if method in ("getvalue", "getbuffer"):
        made = kept_by(owner, module, frozenset(["io.BytesIO"]))
        octets = made not in texts_in_memory(module) if made else holds_filled(owner, module)
        return BYTES if octets else None
    return None


def keeps_octets(node: ast.Call, module: Module) -> bool:
    """Whether `str(x)` is asked of octets, and all that is done with them, in place or by their name, takes octets."""
    if (
        module.facts.index.octets
        or len(node.args) != 1
        or node.keywords
        or isinstance(node.args[0], ast.Starred)
    ):
        return False
    given = node.args[0]
    if not is_bytearray(given, module) and (kind(given, module) != BYTES or is_encoded(given, module)):
        return False
    if _is_given_back(node, module):
        made = isinstance(given, ast.Call) and made_for_octets(given, module)
        return made or _is_given_beside_octets(node, module)
    places = reads_of(node, module)
    return bool(places) and all(taken_as_octets(place, module) == {True} for place in places)


def _is_given_back(node: ast.Call, module: Module) -> bool:
    """Whether a call is all that a function returns that shows no object."""
    function = module.function(node)
    shows = isinstance(function, ast.FunctionDef) and function.name in ("__str__", "__repr__", "__unicode__")
    return isinstance(module.parent(node), ast.Return) and not shows


def _is_given_beside_octets(node: ast.Call, module: Module) -> bool:
    """Whether the function that gives a call back gives octets for certain elsewhere."""
    function = module.function(node)
    assert isinstance(function, ast.FunctionDef)
    sums = [r.value for r in returns_of(function) if isinstance(r.value, ast.BinOp)]
    return any(kind(s, module) == BYTES and not any(is_encoded(p, module) for p in summands(s)) for s in sums)


def is_encoded_xml(node: ast.Call) -> bool:
    """Whether a call of `toxml` or `toprettyxml` says in which encoding."""
    place = 2 if getattr(node.func, "attr", "") == "toprettyxml" else 0
    return any(k.arg == "encoding" for k in node.keywords) or len(node.args) == place + 1


def _result_of(function: ast.FunctionDef, module: Module) -> str | None:
    """What a function of the file gives back, where that is certain of each of its returns, and the same."""
    if function.decorator_list or not always_leaves(function.body):
        return None
    values = [r.value for r in returns_of(function)]
    found = {_leaving(v, module) if v is not None else None for v in values}
    return found.pop() if len(found) == 1 else None


def _leaving(node: ast.expr, module: Module) -> str | None:
    """The kind of what a function returns, where that is certain: text, where it is decoded for its callers."""
    found = _certain(node, module)
    return kind(node, module) if found == BYTES and isinstance(node, (ast.Call, ast.Name)) else found


def _joins_octets(node: ast.Call, separator: ast.expr, module: Module) -> bool:
    """Whether a native literal joins what is octets by all that flows there: it becomes one of octets."""
    native = literal(separator, module) and not module.facts.index.octets
    return native and len(node.args) == 1 and lists_octets(node.args[0], module)


def _joins_alike(node: ast.Call, method: ast.Attribute, module: Module) -> bool:
    """Whether what is joined is certainly of the separator's kind."""
    joined = node.args[0] if node.args else None
    items = joined.elts if isinstance(joined, (ast.List, ast.Tuple)) else []
    if isinstance(joined, (ast.ListComp, ast.GeneratorExp)):
        items = [joined.elt]
    if isinstance(joined, ast.Call) and module.is_builtin(joined.func, "map") and joined.args:
        return module.is_builtin(joined.args[0], "str", "repr", "chr", "hex", "unicode")
    wanted = kind(method.value, module)
    if _joins_octets(node, method.value, module):
        return True
    return bool(items) and all(_certain(item, module) == wanted for item in items)


def adds_octets(node: ast.expr, module: Module) -> bool:
    """Whether a part of a sum is what is never text: no text could be added to it."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return adds_octets(node.left, module) or adds_octets(node.right, module)
    return isinstance(node, ast.Call) and made_for_octets(node, module)


def _certain(node: ast.expr, module: Module) -> str | None:
    """The kind of `node` without a guess: beside what is not known, nothing is."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        if adds_octets(node, module):
            return BYTES
        sides = {_certain(node.left, module), _certain(node.right, module)}
        return sides.pop() if len(sides) == 1 else None
    if isinstance(node, ast.Name):
        value = assigned(node, module) or value_there(node, module)
        return _certain(value, module) if value is not None else None
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return kind(node, module) if is_read_of_structure(node, module) else _certain(node.value, module)
    method = node.func if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
    if method is not None and method.attr in GIVING_THEIR_KIND and not is_text_field(node, module):  # type: ignore[arg-type]
        return _certain(method.value, module)
    if method is not None and method.attr == "join" and not _joins_alike(node, method, module):  # type: ignore[arg-type]
        return None
    found = kind(node, module)
    return None if found == BYTES and is_encoded(node, module) else found


def is_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` is bytes for certain, and was not made by encoding text."""
    return kind(node, module) == BYTES and not is_encoded(node, module)


def _is_held_against_literal(owner: ast.expr, module: Module) -> bool:
    """Whether what a method of `owner` gives is compared with a literal, or a test says that it equals one."""
    call = module.parent(module.parent(owner))
    outer = module.parent(call)
    if isinstance(outer, ast.Compare) and all(isinstance(o, (ast.Eq, ast.NotEq)) for o in outer.ops):
        return any(literal(side, module) for side in (outer.left, *outer.comparators))
    if not isinstance(outer, ast.Call) or getattr(outer.func, "attr", "") not in COMPARING:
        return False
    return any(literal(side, module) for side in outer.args[:2])


def _sends_octets(owner: ast.expr, module: Module) -> bool:
    """Whether `owner` is a request that is made with a body that is, or becomes, bytes; or was given one before."""
    request = kept_by(owner, module, REQUESTS)
    if request is None:
        # It comes from elsewhere, and its body may be None: where that is held against a text, it is none.
        return is_made(owner, "request", module) and _is_held_against_literal(owner, module)
    body = next((k.value for k in request.keywords if k.arg == "data"), None)
    body = request.args[1] if len(request.args) > 1 else body
    if body is not None:
        if isinstance(body, ast.Call) and getattr(body.func, "id", "") == "as_bytes" and body.args:
            body = body.args[0]  # which gives bytes for text alone: None stays None
        return kind(body, module) in (BYTES, TEXT) or is_always_given(body, module)
    given = (
        c for c in module.nodes_named(ast.Call, _ADDING)
        if isinstance(c, ast.Call) and isinstance(c.func, ast.Attribute) and len(c.args) == 1
    )  # fmt: skip
    return any(
        ast.dump(c.func.value) == ast.dump(owner)  # type: ignore[attr-defined]
        and module.function(c) is module.function(owner)
        and module.start(c) < module.start(owner)
        and isinstance(module.parent(module.parent(c)), (ast.Module, ast.FunctionDef))
        for c in given
    )
