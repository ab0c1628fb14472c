"""struct.pack(…) → struct.pack(…).decode("latin-1"): octets stay text in a repository that uses native strings so."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from environment.traces import Exactness
from migration.analysis.flow_kinds import holds_only, is_in_memory, is_made, is_own, library_functions
from migration.analysis.made import (
    COMPRESSORS,
    is_archive,
    is_bytearray,
    is_encoded_array,
    kept_by,
    looks_like_array,
    made_by,
    made_by_class,
    mode_of,
)
from migration.analysis.names import (
    binding_scope,
    defined_in_repository,
    has_own_method,
    in_repository,
    memory,
    only_imported,
    uses,
)
from migration.analysis.strings.as_bytes import CHARACTERS
from migration.analysis.strings.bytearrays import may_be_array
from migration.analysis.strings.codec_names import is_by_name
from migration.analysis.strings.file_kinds import is_body_of_request
from migration.analysis.strings.giving_octets import STRUCTS, is_binary_member, is_loader, is_put_in_archive
from migration.analysis.strings.handed_functions import is_handed_on as is_kept_or_given
from migration.analysis.strings.kinds import BYTES, TEXT, held_kind, kind
from migration.analysis.strings.memory_files import makes_bytes
from migration.analysis.strings.octet_calls import (
    OF_OCTETS,
    edges,
    encoded,
    is_argument_of,
    is_decoded,
    is_handed_on,
    is_mark,
    is_octet_attribute,
    is_unicode,
)
from migration.analysis.strings.octet_codecs import at_codec, at_codec_function, may_name_codec
from migration.analysis.strings.octet_edges import (
    ANSWERS,
    ARRAYS,
    CIPHERING,
    CODEC,
    DOCUMENTS,
    FED,
    FILLING,
    FORM,
    GIVE,
    HASH_MAKERS,
    METHODS_GIVE,
    METHODS_TAKE,
    OF_BUFFERS,
    OPENERS,
    PARSERS,
    QUOTERS,
    RANDOM_MAKERS,
    REST,
    TAKE,
    TAKE_NAMED,
    URL_OPENERS,
    WRAPPED,
    names_binary_codec,
)
from migration.analysis.strings.octets import (
    BUFFER,
    DECODER,
    ENCODER,
    FILE,
    MAPPED,
    NATIVE,
    PACKER,
    UNPACKER,
    VIEW,
    WRAPPER,
    binary_mode,
    octets_throughout,
    seeks_relatively,
)
from migration.analysis.strings.standard_names import EDGES, standard_name
from migration.analysis.strings.streams import READERS
from migration.analysis.strings.structs import (
    constant_text,
    form_kept,
    is_number,
    letters_of,
    values_of_octets,
)
from migration.analysis.strings.written_trees import TREES, is_of_octets, tree_written
from migration.analysis.values import constants_held, reads_of
from migration.flow.atoms import NATIVE as NATIVE_STRINGS
from migration.rewriting.helpers import helper
from migration.rewriting.imports import replace_import
from migration.rewriting.moves import Move, Moves
from migration.rule import Findings, Rule
from migration.rules.boundaries._octet_objects import (
    IN_MEMORY,
    carries_objects,
    holds_characters,
    holds_container,
    is_binary_buffer,
    is_body,
    is_channel,
    is_cipher,
    is_for_the_library,
    is_generator,
    is_given_answer,
    is_given_by_server,
    is_hash,
    is_named_socket,
    is_programs,
    makes_hash,
    may_be_connected,
    may_have_stand_in,
    may_hold_text,
    only_given,
    opens_binary_by_io,
    opens_plainly,
    takes_name_and_mode,
)
from migration.source.edits import Edit, Span
from migration.stdlib.struct_formats import OCTETS
from migration.view.module import Module

_BUFFER = "OctetsIO"
_BUFFERS = Moves(
    {
        f"{module}.{name}": Move(helper=(_BUFFER, BUFFER), imports=("import io",), exactness=Exactness.SEMANTIC)
        for module, name in (
            ("StringIO", "StringIO"), ("cStringIO", "StringIO"), ("io", "StringIO"), ("io", "BytesIO"),
        )
    },
    {"StringIO": "", "cStringIO": ""},
)  # fmt: skip
_IN_MEMORY = frozenset(["StringIO.StringIO", "cStringIO.StringIO", "io.StringIO", "io.BytesIO"])
_PACKERS = {
    "pack": ("octet_packer", PACKER),
    "unpack": ("octet_unpacker", UNPACKER),
    "unpack_from": ("octet_unpacker", UNPACKER),
}
#: Functions that look for half of a codec → how that is spelled for octets.
_HALVES = {
    "codecs.getencoder": ("octet_encoder", ENCODER),
    "codecs.getdecoder": ("octet_decoder", DECODER),
}
#: Functions that read or write bytes in a file → where that stands among their arguments.
_FILES = {
    f"{module}.{name}": place
    for module in ("pickle", "cPickle", "marshal")
    for name, place in (("dump", 1), ("load", 0), ("Pickler", 0), ("Unpickler", 0))
}
_FORMS = frozenset([FORM])
#: What gives an application the body of a request, maybe as text.
_BODY_GIVEN = re.compile(r"""['"]wsgi\.input['"](?:\]\s*=(?!=)|\s*:)""")
#: What shows that fields may be files.
_SENDS_FILES = re.compile(r"\.file(?:name)?\b|multipart/form-data")
_OF_ARRAYS = frozenset(["tofile", "fromfile"])
#: Methods whose octets go on to the next edge as they are.
_GIVING = METHODS_GIVE | {"decode", "encode", "getvalue", "read", "readline"}


def _is_upload(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the file of a form's field."""
    return isinstance(node, ast.Attribute) and node.attr == "file" and "FieldStorage(" in module.text


def _is_of_field(node: ast.Attribute, module: Module) -> bool:
    """Whether `node` is what a field of a form holds, where some may be files: what is sent in such is octets."""
    field = node.value
    if not isinstance(field, ast.Subscript) or not isinstance(node.ctx, ast.Load):
        return False
    return kept_by(field.value, module, _FORMS) is not None and bool(_SENDS_FILES.search(module.text))


def _is_handed_on(node: ast.Attribute, module: Module) -> bool:
    """Whether a name or a table is given what packs or unpacks by a format."""
    outer = module.parent(node)
    named = isinstance(module.parent(outer) if isinstance(outer, ast.Tuple) else outer, ast.Assign)
    kept = named or (isinstance(outer, (ast.Dict, ast.List, ast.Tuple)) and is_kept_or_given(node, module))
    return kept and kept_by(node.value, module, STRUCTS) is not None


def visit(node: ast.AST, module: Module) -> Findings:
    """Encode what the standard library takes, decode what it gives.

    Where it is certain that it does, this means the same by construction: each octet is one character.
    """
    exact = _is_edge(node, module)
    for finding in _findings(node, module):
        yield replace(finding, exactness=Exactness.EXACT) if exact and isinstance(finding, Edit) else finding


def _is_edge(node: ast.AST, module: Module) -> bool:
    """Whether `node` is a byte order mark, or the call of a function of the library that takes or gives octets alone,
    opens a file of them, or of a codec of text that is told.
    """
    if not isinstance(node, ast.Call):
        return isinstance(node, (ast.Attribute, ast.Name)) and is_mark(node, module)
    if standard_name(node.func, module) in EDGES:
        return True
    codes = isinstance(node.func, ast.Attribute) and node.func.attr in ("encode", "decode")
    return codes and (not node.args or may_name_codec(node.args[0]))


def _findings(node: ast.AST, module: Module) -> Findings:
    if isinstance(node, ast.Call):
        yield from _call(node, module)
        return
    if isinstance(node, ast.Attribute) and node.attr in _PACKERS and _is_handed_on(node, module):
        name, source = _PACKERS[node.attr]
        yield module.edit(module.remade(node, module.helper(name, source)), guarded=True)
        return
    if isinstance(node, (ast.Attribute, ast.Name)) and is_mark(node, module):
        if not is_decoded(node, module) and not is_handed_on(node, module):
            yield module.wrap(node, "", f".decode({CODEC})", guarded=True)
        return
    if (
        isinstance(node, ast.Attribute)
        and node.attr in ("read", "readline")
        and _is_asked_by_iter(node, module)
    ):
        yield module.replace(node, "lambda: ", *module.sub(node), f"().decode({CODEC})", guarded=True)
        return
    if isinstance(node, ast.Attribute) and node.attr == "value" and _is_of_field(node, module):
        made = module.helper("characters", CHARACTERS)
        if not is_argument_of(node, made, module):
            yield module.edit(module.in_call(node, made), guarded=True)
        return
    if isinstance(node, ast.Attribute) and node.attr == "rfile":
        loop = module.parent(node)
        decoded = isinstance(gone := module.parent(loop), ast.GeneratorExp) and _is_decoding(gone.elt)
        if isinstance(loop, (ast.For, ast.comprehension)) and loop.iter is node and not decoded:
            # What is read behind the loop is read from the same file: no other object buffers its lines.
            text = f"(raw.decode({CODEC}) for raw in ", module.span(node), ")"
            yield module.replace(node, *text, guarded=True)
        return
    if isinstance(node, ast.Attribute) and node.attr in OF_OCTETS:
        octets = is_octet_attribute(node, module) and not is_put_in_archive(node, module)
        if octets and not is_decoded(node, module) and not is_handed_on(node, module):
            yield module.wrap(node, "", f".decode({CODEC})", guarded=True)
        return
    if isinstance(node, ast.Attribute) and node.attr in REST:
        decoded = isinstance(module.parent(node), ast.Attribute) or is_handed_on(node, module)
        if isinstance(node.ctx, ast.Load) and not decoded and not defined_in_repository(node.attr, module):
            yield module.wrap(node, "", f".decode({CODEC})", guarded=True)
    elif seeks_relatively(module):
        if isinstance(node, ast.Name | ast.Attribute) and _is_made_for_library(node, module):
            if isinstance(node, ast.Attribute) and standard_name(node, module) != "io.BytesIO":
                yield module.replace(node, module.use("io.BytesIO", at=node), guarded=True)
            return
        if isinstance(node, ast.ImportFrom) and (chosen := _buffers_imported(node, module)) is not None:
            yield chosen
            return
        for finding in _BUFFERS.visit(node, module):
            if not (isinstance(node, ast.Name | ast.Attribute) and _is_base(node, module)):
                # The class of io stands behind a `try`, too, where StringIO is what it falls back on.
                of_io = isinstance(node, ast.ImportFrom) and node.module == "io" and isinstance(finding, Edit)
                yield replace(finding, guarded=True) if of_io else finding


def _is_asked_by_iter(node: ast.Attribute, module: Module) -> bool:
    """Whether `node` is `iter(file.readline, '')` of a file of octets."""
    outer = module.parent(node)
    if not isinstance(outer, ast.Call) or not module.is_builtin(outer.func, "iter"):
        return False
    if outer.args[:1] != [node] or len(outer.args) != 2:
        return False
    return is_given_by_server(node.value, module)


def _is_decoding(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "decode"


def _is_made_for_library(node: ast.expr, module: Module) -> bool:
    """Whether a file in memory is made there for a function of the library that reads or writes octets in it."""
    return standard_name(node, module) in _IN_MEMORY and makes_bytes(node, module)


def _buffers_imported(node: ast.ImportFrom, module: Module) -> Edit | None:
    """The import of a class of files in memory, where some of them are made for the library; None for any other."""
    alias = node.names[0]
    bound, named = alias.asname or alias.name, f"{node.module}.{alias.name}"
    scope = binding_scope(node, bound, module)
    if node.level or len(node.names) > 1 or named not in _IN_MEMORY or not only_imported(bound, scope, named):
        return None
    places = uses(bound, scope, module)
    binary = [place for place in places if makes_bytes(place, module)]
    if not binary or len(scope.bindings[bound]) > 1:
        return None
    own = module.helper(_BUFFER, BUFFER, ("import io",))
    parts = [module.part(place, own) for place in places if place not in binary]
    if named != "io.BytesIO":
        parts += [module.part(place, module.use("io.BytesIO", at=place)) for place in binary]
        parts += replace_import(node, [], module)
    return module.edit(*parts, guarded=True) if parts else module.edit(guarded=True)


def _is_base(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what the helper itself derives from."""
    owner = module.parent(node)
    return isinstance(owner, ast.ClassDef) and owner.name == _BUFFER


def _is_part(node: ast.expr) -> bool:
    """Whether `node` is a slice of a variable, or of what an object keeps."""
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Slice)
        and isinstance(node.value, (ast.Name, ast.Attribute))
    )


def _is_read(node: ast.expr) -> bool:
    """Whether `node` is what a method of a file, or of a connection, gives."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in READERS


def _is_of_array(function: ast.expr, name: str, module: Module) -> bool:
    """Whether a method reads or writes an array by a file: none of the program's own, nor of NumPy, which takes the
    file's descriptor.
    """
    method = function.attr if isinstance(function, ast.Attribute) and function.attr in _OF_ARRAYS else ""
    return bool(method) and "array" in module.text and not name and not defined_in_repository(method, module)


def _is_of_characters(node: ast.Call, module: Module) -> bool:
    """Whether a call makes an array of characters, or may, as far as the code of their type is seen."""
    codes = constants_held(node.args[0], module) if node.args else []
    return any(code.value in ("c", "u") for code in codes)


def _call(node: ast.Call, module: Module) -> Findings:
    name = standard_name(node.func, module)
    takes = [node.args[p] for p in TAKE.get(name, ()) if p < len(node.args)]
    takes += [k.value for k in node.keywords if k.arg in TAKE_NAMED.get(name, ())]
    if name == "array.array":
        takes = (
            []
            if _is_of_characters(node, module)
            else [
                a
                for a in takes
                if isinstance(a, ast.Constant | ast.Name | ast.Attribute)
                or _is_part(a)
                or _is_read(a)
                or kind(a, module) == TEXT
                or holds_only(a, NATIVE_STRINGS.__contains__, module)
            ]
        )
    if is_encoded_array(name, node):
        takes = []  # text, with the encoding it is to have
    elif name == "builtins.bytearray":
        takes = [a for a in takes if isinstance(a, ast.Starred) or not is_number(a, module)]  # how many
    if name in DOCUMENTS or _is_fed(node, module):
        takes = [a for a in node.args[:1] if not is_unicode(a, module)]
    gives, several = name in GIVE, False
    function = node.func
    if name == "builtins.apply" and len(node.args) == 2 and standard_name(node.args[0], module) in GIVE:
        packing, handed = module.atom(node.args[0]), module.sub(node.args[1])
        yield module.replace(node, *packing, "(*", *handed, f").decode({CODEC})", guarded=True)
        return
    handed_in = name in OPENERS and isinstance(function, ast.Name) and bool(module.bindings(function))
    by_io = name == "io.open" and opens_binary_by_io(node, module)
    if by_io or (name in OPENERS and not handed_in):
        mode = mode_of(node)
        if is_for_the_library(node, module):
            parts = binary_mode(node, module, 1)
            if parts:
                yield module.edit(*parts, guarded=True)
            return
        if "U" in (mode or "") and takes_name_and_mode(node, module):
            # Newlines of any kind are one: that is what Python 3 does by itself.
            yield module.replace(
                node, "open(", *module.sub(node.args[0]), f', "r", encoding={CODEC})', guarded=True
            )
            return
        if opens_plainly(node, mode, module):
            plain = (mode or "r").replace("b", "").replace("t", "")
            file = module.sub(node.args[0])
            called = module.sub(function) if by_io else ("open",)
            told = f', "{plain}", encoding={CODEC}, newline="\\n")'
            yield module.replace(node, *called, "(", *file, told, guarded=True)
            return
        if "U" not in (mode or "") and module.facts.key != "setup.py":
            opener = module.helper("open_octets", FILE, imports=("import io",))
            yield module.replace(function, opener, guarded=True)
        return
    half = _HALVES.get(name)
    if half is not None and not is_argument_of(node, half[0], module):
        yield module.edit(module.in_call(node, module.helper(*half)), guarded=True)
        return
    place = 0 if _is_of_array(function, name, module) else _FILES.get(name)
    held = place is not None and place < len(node.args) and may_hold_text(node.args[place], module)
    if not held and _is_written_to_memory(node, module):
        held, place = True, 0
    if held and place is not None:
        given = node.args[place]
        view = module.helper("OctetFile", VIEW)
        yield module.edit(module.part(given, view, "(", *module.sub(given), ")"), guarded=True)
    if name == "mmap.mmap":
        mapped = module.helper("OctetMap", MAPPED, imports=("import mmap",))
        yield module.replace(function, mapped, guarded=True)
        return
    if (
        name in ("builtins.str", "builtins.bytes")
        and len(node.args) == 1
        and is_bytearray(node.args[0], module)
    ):
        yield module.replace(node, *module.atom(node.args[0]), f".decode({CODEC})", guarded=True)
        return
    if name in ("builtins.str", "builtins.bytes") and len(node.args) == 1 and not node.keywords:
        own = getattr(module.function(node), "name", "").rstrip("_") == "native"
        if not (own or isinstance(node.args[0], ast.Starred)) and may_be_array(node.args[0], module):
            yield module.edit(module.part(function, helper("native", NATIVE, module)), guarded=True)
        return
    if name in ANSWERS or (
        not name and isinstance(function, ast.Attribute) and is_binary_member(node, module)
    ):
        yield from _lines(node, module)
    if handed_in or name in WRAPPED or (name == "" and getattr(function, "attr", "") == "makefile"):
        wrapper, outer = helper("octets", WRAPPER, module, ("import io",)), module.parent(node)
        if not (
            isinstance(outer, ast.Call) and isinstance(outer.func, ast.Name) and outer.func.id == wrapper
        ):
            parts = [module.in_call(node, wrapper)]
            if handed_in or not name:
                parts += binary_mode(node, module, 1 if handed_in else 0)
            yield module.edit(*parts, guarded=True)
        return
    if name in IN_MEMORY and makes_bytes(function, module):
        _hand_on(node.args[:1], module)
        yield from edges(node, node.args[:1], False, False, module)
        return
    if name == FORM and not any(k.arg in ("encoding", None) for k in node.keywords):
        yield module.edit(module.added(node, f"encoding={CODEC}"), guarded=True)
        return
    if name in QUOTERS and not any(k.arg == "encoding" for k in node.keywords):
        end = module.span(node).end - 1
        yield module.edit(module.part(Span(end, end), f", encoding={CODEC}"), guarded=True)
        return
    if name == "builtins.unicode" and len(node.args) in (2, 3) and not node.keywords:
        tail = [p for a in node.args[1:] for p in (", ", *module.sub(a))][1:]
        yield module.replace(node, *encoded(node.args[0], module), ".decode(", *tail, ")", guarded=True)
        return
    if name in ("codecs.encode", "codecs.decode"):
        yield from at_codec_function(node, name, module)
        return
    if isinstance(function, ast.Attribute) and not name:
        method, owner = function.attr, function.value
        if method in ("read", "readline") and (_is_upload(owner, module) or is_body(owner, module)):
            yield from _characters(node, module)
            return
        if method in ("encode", "decode"):
            if method == "encode" and names_binary_codec(node) and _gives_octets(owner, module):
                memory(module).setdefault("handed on", set()).add(owner)
            if not is_by_name(node, module):
                yield from at_codec(node, function, module)
            return
        socket = is_made(owner, "socket", module) or is_channel(owner, method, module)
        own = has_own_method(owner, method, module) and not (socket or is_named_socket(owner, module))
        held = is_own(owner, module) and not socket
        own = own or held or (method in ("getContent", "setContent") and "twisted" not in module.text)
        if own and method in _PACKERS:
            own = kept_by(owner, module, STRUCTS) is None and not only_given(owner, module, STRUCTS)
        own = own or (method == "send" and not (socket or may_be_connected(module)))
        own = own or (method == "send" and not socket and is_generator(owner, module))
        if method in ("recv", "send") and carries_objects(node, owner, module):
            return
        sent = (method in METHODS_TAKE and bool(node.args) and not own) or (
            method == "write" and is_given_by_server(owner, module) and len(node.args) == 1
        )
        hashed = (
            method == "update"
            and len(node.args) == 1
            and not (held or holds_container(node.args[0], module))
            and is_hash(owner, module)
        )
        unpacked = (
            not own
            and "Struct" in module.text
            and (
                (method == "unpack" and len(node.args) == 1)
                or (method == "unpack_from" and 0 < len(node.args) < 3)
            )
        )
        filled = method in FILLING and (
            kept_by(owner, module, ARRAYS) is not None or looks_like_array(node, module)
        )
        ciphered = method in CIPHERING and is_cipher(owner, node, module)
        grown = method == "extend" and is_bytearray(owner, module)
        if sent or hashed or unpacked or filled or ciphered or grown:
            takes = node.args[:1]
        # A socket is told flags, too: recv(1, MSG_PEEK).
        most = {"digest": 0, "tostring": 0, "tobytes": 0, "recv": 2}.get(method, 1)
        few = len(node.args) <= most
        hash_result = method == "digest" and not held and is_hash(owner, module)
        if method in ("compress", "decompress", "flush") and kept_by(owner, module, COMPRESSORS) is not None:
            gives = True
            takes = [] if method == "flush" else node.args[:1]
        packed = method == "pack" and not own and "Struct" in module.text
        gives = gives or (method in METHODS_GIVE and few and (not own or hash_result)) or packed or ciphered
        gives = gives or (method == "get_data" and len(node.args) == 1 and is_loader(owner, module))
        if method == "tostring" and holds_characters(owner, module):
            gives = False  # character_buffers decodes what it gives
        if method in ("toxml", "toprettyxml") and held_kind(node, module) == BYTES:
            gives = True
        if method in ("read", "readline"):
            answer = made_by(owner, module, ANSWERS) is not None
            if not (answer or gives) and is_given_answer(owner, module):
                yield from _characters(node, module)
                return
            gives = gives or answer or is_given_by_server(owner, module) or is_binary_member(owner, module)
            gives = gives or kept_by(owner, module, RANDOM_MAKERS) is not None
            if is_body_of_request(owner) and not gives:
                gives = not own and not in_repository(_BODY_GIVEN, module)
                made = module.helper("characters", CHARACTERS)
                if not (gives or is_argument_of(node, made, module) or is_decoded(node, module)):
                    yield module.edit(module.in_call(node, made), guarded=True)
                    return
        if method == "open" and kept_by(owner, module, URL_OPENERS) is not None:
            takes = node.args[1:2]
        if method in ("read", "writestr") and is_archive(owner, module):
            gives, takes = method == "read", node.args[1:2] if method == "writestr" else []
        if method in OF_BUFFERS and is_binary_buffer(owner, module):
            gives, takes = method != "write", node.args[:1] if method == "write" else []
        several = method == "recvfrom" and not own
        if few and own and not (held or gives) and may_have_stand_in(owner, method, module):
            # A socket or a hash, or what stands in for one somewhere, which gives text.
            unread = isinstance(module.parent(node), ast.Expr)
            if not (unread or is_argument_of(node, "characters", module) or is_decoded(node, module)):
                yield module.edit(module.in_call(node, module.helper("characters", CHARACTERS)), guarded=True)
            return
    if not takes and (makes_hash(node, module) or made_by_class(node, module, HASH_MAKERS)):
        takes = node.args
    if not name and not takes and not gives:
        functions = library_functions(function, module)
        takes = node.args[:1] if functions and functions <= HASH_MAKERS else []
    if name in ("struct.pack", "struct.pack_into", "struct.unpack", "struct.unpack_from", "struct.calcsize"):
        form = constant_text(node.args[0] if node.args else None, module)
        if form is None and node.args and OCTETS.isdisjoint(letters_of(node.args[0], module) or "s"):
            form = ""  # of numbers alone
        several = name.startswith("struct.unpack") and (form is None or not OCTETS.isdisjoint(form))
        if name.startswith("struct.pack"):
            takes = values_of_octets(form, node.args[1 if name == "struct.pack" else 3 :], module)
    elif isinstance(function, ast.Attribute) and not name and "Struct" in module.text:
        form = form_kept(function.value, module)
        if function.attr == "pack" and gives:
            takes = values_of_octets(form, node.args, module)
        elif function.attr == "pack_into" and not defined_in_repository("pack_into", module):
            takes = values_of_octets(form, node.args[2:], module)
        elif function.attr in ("unpack", "unpack_from") and takes:
            several = form is None or not OCTETS.isdisjoint(form)
    if takes or gives or several:
        _hand_on(takes, module)
        yield from edges(node, takes, gives, several, module)


def _is_written_to_memory(node: ast.Call, module: Module) -> bool:
    """Whether a tree is written, as octets of its encoding, to a file in memory that a function is given."""
    if not node.args or not tree_written(node.func, TREES, module) or not is_of_octets(node):
        return False
    file = node.args[0]
    given = isinstance(file, ast.Name) and any(b.kind == "parameter" for b in module.bindings(file))
    return given and is_in_memory(file, module)


def _characters(node: ast.Call, module: Module) -> Findings:
    """Make characters of what may be octets, or such by now."""
    made = module.helper("characters", CHARACTERS)
    if not is_argument_of(node, made, module) and not is_decoded(node, module):
        yield module.edit(module.in_call(node, made), guarded=True)


def _hand_on(takes: list[ast.expr], module: Module) -> None:
    """Note what is taken as it is given, before that is looked at."""
    given_on = memory(module).setdefault("handed on", set())
    given_on.update(argument for argument in takes if _is_decoded_after(argument, module))


def _gives_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` calls a function of the library, a method, or a codec that gives octets."""
    given = isinstance(node, ast.Call) and standard_name(node.func, module) in GIVE
    return given or _is_decoded_after(node, module)


def _is_decoded_after(node: ast.expr, module: Module) -> bool:
    """Whether `node` calls a method, or a codec, that gives octets: this rule decodes them where nothing takes them as
    they are.
    """
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    if node.func.attr not in _GIVING or is_decoded(node, module):
        return False
    edits = [finding for finding in _call(node, module) if isinstance(finding, Edit)]
    return any(part.pieces[-1:] == (f").decode({CODEC})",) for edit in edits for part in edit.parts)


def _is_fed(call: ast.Call, module: Module) -> bool:
    """Whether a parser of XML is given a piece of a document."""
    method = call.func
    if not isinstance(method, ast.Attribute) or method.attr not in FED or not call.args:
        return False
    return kept_by(method.value, module, PARSERS) is not None


def _lines(node: ast.Call, module: Module) -> Findings:
    """Read as text the lines of a file that gives octets, where it is gone through, and all where it is handed on to
    the program itself.
    """
    wrapper = helper("octets", WRAPPER, module, ("import io",))
    for read in reads_of(node, module):
        outer = module.parent(read)
        looped = isinstance(outer, (ast.For, ast.comprehension)) and outer.iter is read
        handed = (
            isinstance(outer, ast.Call)
            and read in outer.args
            and not is_argument_of(read, "octets", module)
            and is_programs(outer.func, module)
        )
        if looped or handed or (isinstance(outer, ast.Attribute) and outer.attr == "readlines"):
            yield module.edit(module.in_call(read, wrapper), guarded=True)


RULE = Rule(
    id="octet_text",
    family="P9",
    summary="octets in native strings stay text, of Latin-1, where a repository uses strings so throughout",
    before="import struct\na = struct.pack('B', 1)\n",
    after="import struct\na = struct.pack('B', 1)\n",
    caveats="Only in repositories whose strings are octets (dialects/octets.py); text meets bytes at the standard "
    "library's edges alone. What comes from other packages is not seen.",
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=5,
    nodes=(ast.Call, *_BUFFERS.nodes),
    follows=frozenset(["octet_text"]),
    when=octets_throughout,
    visit=visit,
)
