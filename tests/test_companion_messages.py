"""The stand-ins for the modules of messages with parts behave as those."""

import io

import pytest

from migration.companions import MimeWriter, multifile

TEXT = "before\n--outer\n\none\n--outer\n\n--inner\nx\n--inner--\nrest\n--outer--\nafter\n"


def written(kind):
    """A message with two parts, one of which has parts itself."""
    file = kind()
    writer = MimeWriter.MimeWriter(file)
    writer.addheader("Subject", "\na\n  b \n\n")
    writer.addheader("From", "c", prefix=1)
    writer.startmultipartbody("mixed", "outer", [("x", 1)])
    assert writer.nextpart().startbody("text/plain", [("charset", "ascii")], prefix=0) is file
    inner = writer.nextpart()
    inner.addheader("A", "b")
    inner.startmultipartbody("alternative", boundary="inner", prefix=0)
    inner.nextpart().flushheaders()
    inner.lastpart()
    writer.lastpart()
    return file.getvalue()


MESSAGE = (
    'Content-Type: multipart/mixed;\n    boundary="outer";\n    x="1"\nFrom: c\nSubject: a\n    b\n\n'
    '\n--outer\nContent-Type: text/plain;\n    charset="ascii"\n\n'
    '\n--outer\nA: b\nContent-Type: multipart/alternative;\n    boundary="inner"\n\n'
    "\n--inner\n\n--inner--\n\n--outer--\n"
)


def test_writes_messages():
    assert written(io.StringIO) == MESSAGE
    assert written(io.BytesIO) == MESSAGE.encode()


def test_boundaries_are_found_by_itself():
    file = io.StringIO()
    MimeWriter.MimeWriter(file).startmultipartbody("mixed")
    assert 'boundary="' in file.getvalue()


@pytest.mark.parametrize("seekable", [0, 1])
@pytest.mark.parametrize("octets", [False, True])
def test_reads_parts(octets, seekable):
    def same(text):
        return text.encode() if octets else text

    reader = multifile.MultiFile(
        io.BytesIO(TEXT.encode()) if octets else io.StringIO(TEXT), seekable=seekable
    )
    reader.push("outer")
    assert reader.readlines() == [same("before\n")]
    assert reader.readline() == same("")
    assert next(reader) == 1
    assert reader.read() == same("\none\n")
    assert reader.next() == 1 and reader.last == 0
    reader.push("inner")
    assert reader.read() == same("\n") and reader.next() == 1
    assert reader.read() == same("x\n") and reader.next() == 0
    reader.pop()
    assert reader.read() == same("rest\n") and reader.next() == 0
    reader.pop()
    assert reader.read() == same("after\n")


def test_goes_to_places():
    reader = multifile.MultiFile(io.StringIO(TEXT))
    assert reader.readline() == "before\n" and reader.tell() == 7
    reader.push("outer")
    assert reader.read() == "" and reader.next()
    assert reader.readlines() == ["\n", "one\n"] and reader.tell() == 5
    reader.seek(1)
    assert reader.readline() == "one\n"
    reader.read()
    reader.seek(-4, 2)
    assert reader.readline() == "one\n"
    for place in ((100,), (0, 2)):
        with pytest.raises(multifile.Error):
            reader.seek(*place)


def test_says_what_is_missing():
    reader = multifile.MultiFile(io.StringIO("a\n--outer\n"))
    with pytest.raises(multifile.Error, match="pop"):
        reader.pop()
    reader.push("outer")
    reader.push("inner")
    with pytest.raises(multifile.Error, match="Missing endmarker"):
        reader.readlines()
    with pytest.raises(multifile.Error, match="push"):
        reader.push("more")
    reader.pop()
    assert reader.next() == 1
    with pytest.raises(multifile.Error, match="sudden EOF"):
        reader.readlines()


def test_other_marks():
    class Reader(multifile.MultiFile):
        def is_data(self, line):
            return not line.startswith("=")

        def section_divider(self, text):
            return "=" + text

        def end_marker(self, text):
            return "=" + text + "!"

    reader = Reader(io.StringIO("--a\n=a\nb\n=a!\n"))
    reader.push("a")
    assert reader.read() == "--a\n" and reader.next()
    assert reader.read() == "b\n" and not reader.next()
