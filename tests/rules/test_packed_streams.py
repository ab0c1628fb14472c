"""Streams that packed octets are written to, as binary_arguments and bytes_beside_text ask for them."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

RULE = "binary_arguments"
WRITER = (
    "import struct\nclass Writer(object):\n    def __init__(self, out): self.out = out\n"
    "    def head(self): self.out.write({})\n    def size(self, n): {}\n"
)
PACKED = "self.out.write(struct.pack('<l', n))"


def test_what_else_is_written_is_octets():
    check_rule(RULE, WRITER.format("'RIFF'", PACKED), WRITER.format("b'RIFF'", PACKED))
    after = run(RULE, WRITER.format("'%s' % self.name", PACKED) + PROOF).text
    assert ".write(('%s' % self.name).encode(\"utf-8\"))" in after


@pytest.mark.parametrize(
    "other",
    [
        "self.out.write(str(n))",
        "self.log.write(struct.pack('<l', n))",
        "self.out.note(struct.pack('<l', n))",
        "self.out.write(struct.pack('<l', n).encode('hex'))",
        "other.out.write(struct.pack('<l', n))",
        "other.write(struct.pack('<l', n))",
    ],
)
def test_refuses(other):
    check_untouched(RULE, WRITER.format("'RIFF'", other))


def test_another_class_has_a_stream_of_its_own():
    text = WRITER.format("'RIFF'", PACKED).replace("    def size", "class Other(object):\n    def size")
    check_untouched(RULE, text)


FUNCTION = "import struct\ndef short(f, n): f.write(struct.pack('>h', n))\ndef chunk(g, n):\n    {}\n    {}\n"


def test_a_function_that_is_handed_the_stream():
    text = FUNCTION.format("g.write({})", "short(g, n)")
    check_rule(RULE, text.format("'FORM'"), text.format("b'FORM'"))
    kept = WRITER.replace("class", "def short(f, n): f.write(struct.pack('>h', n))\nclass", 1)
    kept = kept.format("{}", "short(self.out, n)")
    check_rule(RULE, kept.format("'FORM'"), kept.format("b'FORM'"))
    for other in ("short(other, n)", "short(*g)", "f.short(g, n)", "long(g, n)"):
        check_untouched(RULE, FUNCTION.format("g.write('FORM')", other))


READER = (
    "import struct\nclass Reader(object):\n    def __init__(self, f):\n        self.file = f\n"
    "        if self.file.read(4) != {}: raise ValueError\n    def size(self):\n        {}\n"
)


def test_what_is_unpacked_elsewhere_in_the_class_is_read_as_octets():
    rule = "bytes_beside_text"
    unpacked = "return struct.unpack('<l', self.file.read(4))"
    check_rule(rule, READER.format("'RIFF'", unpacked), READER.format("b'RIFF'", unpacked))
    handed = READER.replace("        if", "        n = struct.unpack('<l', f.read(4))\n        if")
    check_rule(rule, handed.format("'RIFF'", "pass"), handed.format("b'RIFF'", "pass"))
    for other in ("return int(self.file.read(4))", "return struct.unpack('<l', self.other.read(4))"):
        check_untouched(rule, READER.format("'RIFF'", other))
