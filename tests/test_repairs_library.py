"""Repairs of what is handed to the library: json, XML, paths, options, hashes and the like."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pytest
from repairing import candidates, repair


def last_lines(found: list[str], count: int = 1) -> list[str]:
    """The last lines of each candidate, behind the helpers that it brings."""
    return ["\n".join(text.rstrip("\n").split("\n")[-count:]).strip() for text in found]


# -- json ----------------------------------------------------------------------------------------------------

BYTES = "TypeError: Object of type bytes is not JSON serializable"


def helper(text: str, signature: str, line: int, name: str, wanted: str) -> Any:
    """The function that the first candidate of a repair brings."""
    space: dict[str, Any] = {}
    exec(candidates(text, signature, line, repairs=repair(name))[0], space)
    return space[wanted]


def test_what_is_written_as_json_is_what_python_2_took_it_for() -> None:
    ready = helper("import json\ndef f(x):\n    json.dumps(x)\n", BYTES, 3, "json_values", "json_ready")
    value = OrderedDict([(b"k", [b"caf\xc3\xa9", (1, None)]), ("v", {"a": 1}.keys()), ("m", map(str, [1]))])
    assert ready(value) == {"k": ["café", [1, None]], "v": ["a"], "m": ["1"]}
    assert ready(1.5) == 1.5
    with pytest.raises(UnicodeDecodeError):
        ready(b"\xff")


@pytest.mark.parametrize(
    "message",
    [
        "Object of type dict_keys is not JSON serializable",
        "keys must be str, int, float, bool or None, not bytes",
    ],
)
def test_a_value_is_made_ready_in_the_innermost_call_that_writes(message: str) -> None:
    text = "def f(lib, row, out):\n    lib.dump(row, out)\n    lib.dumps('x')\n"
    (found,) = candidates(text, f"TypeError: {message}", 2, repairs=repair("json_values"))
    assert "    lib.dump(json_ready(row), out)\n" in found
    assert candidates(text, f"TypeError: {message}", 3, repairs=repair("json_values")) == []


def test_bytes_that_a_default_gave_are_text() -> None:
    text = (
        "import json\nclass E(json.JSONEncoder):\n    def default(self, o):\n        return o.plain()\n"
        "def f(x):\n    return json.dumps(x, cls=E)\n"
    )
    found = candidates(text, BYTES, 4, repairs=repair("json_values"))
    assert any("return json_ready(o.plain())" in one for one in found)
    other = "AttributeError: 'bytes' object has no attribute 'plain'"
    assert candidates(text, other, 6, repairs=repair("json_values")) == [], "no default was on its way"


# -- XML -----------------------------------------------------------------------------------------------------

TREE = """from xml.dom import minidom
def f(doc, node, x):
    node.text = x.pull()
    node.set('k', x.v)
    node.set(x)
    node.tail = 'end'
    node.setAttribute('a', x)
    return node.toxml()
def g(node, x):
    node.text = x
"""


def test_what_the_function_put_into_the_tree_is_text() -> None:
    wanted = "TypeError: a bytes-like object is required, not 'str'"
    first, second = candidates(TREE, wanted, 8, repairs=repair("xml_values"))
    for line in (
        "node.text = native(x.pull())",
        "node.set('k', native(x.v))",
        "node.setAttribute('a', native(x))",
    ):
        assert line in first
    assert "    node.set(x)\n    node.tail = 'end'\n" in first and first.endswith("    node.text = x\n")
    assert second.endswith("    node.text = native(x)\n")


def test_files_without_xml_and_lines_that_write_none_are_left() -> None:
    wanted = "TypeError: a bytes-like object is required, not 'str'"
    assert candidates(TREE, wanted, 3, repairs=repair("xml_values")) == []
    plain = "def f(node, x):\n    node.text = x\n    node.write(x)\n"
    assert candidates(plain, wanted, 3, repairs=repair("xml_values")) == []


# -- paths ---------------------------------------------------------------------------------------------------


def test_names_that_a_folder_gave_are_text_where_they_meet_text() -> None:
    text = "import os\ndef f(place):\n    return [n + '/' for n in sorted(os.listdir(place))]\n"
    found = candidates(text, "TypeError: can't concat str to bytes", 3, repairs=repair("path_kinds"))
    assert last_lines(found) == ["return [n + '/' for n in sorted(os.listdir(os.fsdecode(place)))]"]
    mixed = "TypeError: Can't mix strings and bytes in path components"
    assert candidates(text, mixed, 3, repairs=repair("path_kinds")) == []


@pytest.mark.parametrize("values", ["rows", "os.environ", "os.listdir('.')"])
def test_other_values_that_meet_text_are_none_of_its_business(values: str) -> None:
    text = f"import os\ndef f(rows):\n    return [n + '/' for n in {values}]\n"
    assert candidates(text, "TypeError: can't concat str to bytes", 3, repairs=repair("path_kinds")) == []


# -- what wants text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "signature", "after"),
    [
        ("m = email.message_from_string(x.pull())", "TypeError: initial_value must be str or None, not bytes",
         'm = email.message_from_string(x.pull().decode("utf-8"))'),
        ("m = MIMEText(x.body)", "AttributeError: 'bytes' object has no attribute 'encode'",
         'm = MIMEText(x.body.decode("utf-8"))'),
        ("v = getattr(x, y.pull())", "TypeError: attribute name must be string, not 'bytes'",
         'v = getattr(x, y.pull().decode("utf-8"))'),
        ("v = __import__(y)", "TypeError: module name must be a string", 'v = __import__(y.decode("utf-8"))'),
        ("f(**options)", "TypeError: keywords must be strings",
         "f(**{as_text(key): value for key, value in options.items()})"),
        ("t = strptime(x.day, '%Y')", "TypeError: strptime() argument 0 must be str, not <class 'bytes'>",
         't = strptime(x.day.decode("utf-8"), \'%Y\')'),
        ("w = wrap(x.text)", "TypeError: a bytes-like object is required, not 'dict'",
         'w = wrap(x.text.decode("utf-8"))'),
    ],
)  # fmt: skip
def test_bytes_are_decoded_where_they_are_handed_over(before: str, signature: str, after: str) -> None:
    assert last_lines(candidates(before + "\n", signature, 1))[0] == after


def test_a_line_that_encodes_by_itself_is_left_to_others() -> None:
    text = "m = f(x.encode('utf-8'))\n"
    signature = "AttributeError: 'bytes' object has no attribute 'encode'"
    assert candidates(text, signature, 1, repairs=repair("text_required")) == []


# -- options, sub-commands, hashes ---------------------------------------------------------------------------


def test_the_parser_that_reads_is_lenient_and_no_parser_twice() -> None:
    twice = "DuplicateOptionError: While reading from 'x' [line 3]: option 'x' in section 'a' already exists"
    text = (
        "import configparser\nclass S:\n    def __init__(self):\n        self.p = configparser.ConfigParser(None)\n"
        "    def load(self, f):\n        self.p.read(f)\n"
    )
    (found,) = candidates(text, twice, 6, repairs=repair("strict_options"))
    assert "self.p = configparser.ConfigParser(None, strict=False)" in found
    assert candidates(found, twice, 6, repairs=repair("strict_options")) == []


def test_a_value_that_is_no_text_is_spelled() -> None:
    signature = "TypeError: option values must be strings"
    text = "def f(p, v):\n    p.set('a', 'b', v)\n    p.set('a', 'b', 3)\n    p.set('a', v)\n"
    found = candidates(text, signature, 2, repairs=repair("strict_options"))
    assert [one.split("\n")[1] for one in found] == ["    p.set('a', 'b', str(v))"]
    assert candidates(text, signature, 3, repairs=repair("strict_options")) == []
    assert candidates(text, signature, 4, repairs=repair("strict_options")) == []


def test_sub_commands_that_say_whether_they_are_required_stay() -> None:
    signature = "AttributeError: 'Namespace' object has no attribute 'run'"
    text = "def f(p):\n    p.add_subparsers(required=False)\n    return p.parse_args().run()\n"
    assert candidates(text, signature, 3, repairs=repair("required_command")) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("h = maker.new(key)", 'h = maker.new(key, digestmod="md5")'),
        ("h = hmac.new(*args)", 'h = hmac.new(*args, **({"digestmod": "md5"} if len(args) < 3 else {}))'),
        ("h = make(key, **options)", 'h = make(key, **{"digestmod": "md5", **options})'),
        ("h = hmac.new(key, text, sha1)", None),
        ("h = hmac.new(key, digestmod=d)", None),
        ("h = make(key)", None),
    ],
)
def test_the_hash_is_named_where_the_code_is_made(before: str, after: str | None) -> None:
    text = f"import hmac\n{before}\n"
    found = candidates(
        text, "TypeError: Missing required argument 'digestmod'.", 2, repairs=repair("digest_name")
    )
    assert last_lines(found) == ([after] if after else [])
