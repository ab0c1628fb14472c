"""The stand-ins behave as the modules they replace."""

import http.cookiejar
import io
import os
import pathlib
import sysconfig
import types
import urllib.request
import urllib.response

import pytest

from migration.companions import compiler, dircache, fpformat, mimetools, mutex, popen2, rfc822, sgmllib

HEADERS = 'From x\nTo: a@b, C <c@d>\nX-Long: one\n two\nContent-Type: text/html; Charset="u;8"; x=1\nTo: e@f\n\nbody'


class Recorder(sgmllib.SGMLParser):
    def __init__(self):
        self.seen = []
        super().__init__()

    def unknown_starttag(self, tag, attrs):
        self.seen.append(("<", tag, attrs))

    def unknown_endtag(self, tag):
        self.seen.append((">", tag))

    def handle_data(self, data):
        self.seen.append(data)

    def handle_comment(self, data):
        self.seen.append(("!", data))

    def handle_decl(self, decl):
        self.seen.append(("decl", decl))

    def handle_pi(self, data):
        self.seen.append(("?", data))

    def unknown_entityref(self, ref):
        self.seen.append(("&", ref))

    def unknown_charref(self, ref):
        self.seen.append(("#", ref))


def parsed(*texts):
    parser = Recorder()
    for text in texts:
        parser.feed(text)
    parser.close()
    return parser.seen


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a & b", ["a ", "&", " b"]),
        ("<p class=x y='1 &gt; 2'>t</P>", [("<", "p", [("class", "x"), ("y", "1 > 2")]), "t", (">", "p")]),
        ("<!DOCTYPE html><?xml a?><!-- x -->", [("decl", "DOCTYPE html"), ("?", "xml a?"), ("!", " x ")]),
        ("&eacute;&#233;&#65;!", [("&", "eacute"), ("#", "233"), "A", "!"]),
        ("<a/b/c", [("<", "a", []), "b", (">", "a"), "c"]),
        ("1<2", ["1", "<", "2"]),
        ("<br/>x", ["<br/>x"]),
    ],
)
def test_tells_what_is_in_a_text(text, seen):
    assert parsed(text) == seen


def test_waits_for_what_is_incomplete():
    assert parsed("<p", " a=1>", "&am", "p;") == [("<", "p", [("a", "1")]), "&"]


def test_says_what_it_cannot_parse():
    with pytest.raises(sgmllib.SGMLParseError):
        parsed("<!FOO [x]>")


def test_reads_headers_and_stops_at_the_body():
    file = io.StringIO(HEADERS)
    message = mimetools.Message(file)
    assert file.read() == "body"
    assert message.unixfrom == "From x\n"
    assert message["TO"] == "e@f"
    assert message.getheaders("to") == ["a@b, C <c@d>", "e@f"]
    assert message.getheader("x-long") == "one\n two"
    assert message.getaddrlist("to")[1] == ("C", "c@d")
    assert message.get("nothing", 1) == 1
    assert "x-LONG" in message
    assert message.gettype() == "text/html"
    assert message.getparam("charset") == "u;8"
    assert message.getplist() == ['charset="u;8"', "x=1"]
    del message["to"]
    assert message.keys() == ["x-long", "content-type"]
    message["A"] = "b"
    assert str(message).endswith("A: b\n")
    message.rewindbody()
    assert file.read() == "body"


def test_reads_bytes_too():
    assert rfc822.Message(io.BytesIO(b"A: \xe9\r\n\r\nx"))["a"] == "\xe9"


def test_answers_what_the_library_of_python_3_asks_of_headers():
    text = "Set-Cookie: a=1; path=/\r\nSet-Cookie: b=2\r\nContent-Type: Text/HTML; charset=UTF-8\r\n\r\n"
    message = mimetools.Message(io.StringIO(text))
    assert message.get_all("set-cookie") == ["a=1; path=/", "b=2"]
    assert message.get_all("nothing") is None and message.get_all("nothing", []) == []
    assert message.get_content_type() == "text/html" and message.get_content_maintype() == "text"
    assert message.get_content_charset() == "utf-8" and message.get_param("x", 1) == 1
    plain = mimetools.Message(io.StringIO("A: b\r\n\r\n"))
    assert plain.get_content_type() == "text/plain" and plain.get_content_charset("none") == "none"
    jar = http.cookiejar.CookieJar()
    response = urllib.response.addinfourl(io.BytesIO(), message, "http://a.example/")
    jar.extract_cookies(response, urllib.request.Request("http://a.example/"))
    assert sorted(cookie.name for cookie in jar) == ["a", "b"]


def test_dates_leave_no_question_of_daylight_saving():
    date = "Mon, 20 Nov 1995 19:12:08 -0500"
    assert rfc822.parsedate(date) == (1995, 11, 20, 19, 12, 8, 0, 1, 0)
    assert rfc822.parsedate_tz(date) == (1995, 11, 20, 19, 12, 8, 0, 1, 0, -18000)
    assert rfc822.parsedate("never") is None


def test_boundaries_differ():
    assert mimetools.choose_boundary() != mimetools.choose_boundary()


SOURCE = '''"""Doc."""
import a.b as c
x = y[1] = 2
class C(B):
    "doc"
    def f(self, a, b=1, *c, **d):
        if a: return a.b(*c)
        elif not b: del a
        return [i + 1 for i in c if i]
'''


def test_trees_have_the_old_nodes():
    tree = compiler.parse(SOURCE)
    assert tree.doc == "Doc."
    imported, assigned, owner = tree.node.nodes
    assert repr(imported) == "Import([('a.b', 'c')])"
    assert repr(assigned) == (
        "Assign([AssName('x', 'OP_ASSIGN'), Subscript(Name('y'), 'OP_ASSIGN', [Const(1)])], Const(2))"
    )
    assert (owner.name, owner.doc, repr(owner.bases)) == ("C", "doc", "[Name('B')]")
    function = owner.code.nodes[0]
    assert (function.argnames, function.varargs, function.kwargs) == (["self", "a", "b", "c", "d"], 1, 1)
    assert function.lineno == 6


def test_trees_are_walked():
    class Visitor(compiler.visitor.ASTVisitor):
        def __init__(self):
            super().__init__()
            self.names = []

        def visitName(self, node):
            self.names.append(node.name)

    visitor = Visitor()
    compiler.walk(compiler.parse(SOURCE), visitor, walker=visitor)
    assert visitor.names == ["y", "B", "a", "a", "c", "b", "i", "c", "i"]


def same_code(one, other):
    """Whether two code objects do the same, wherever their lines are."""
    told = [
        (code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_flags, len(code.co_consts))
        for code in (one, other)
    ]
    pairs = zip(one.co_consts, other.co_consts, strict=False)
    return told[0] == told[1] and all(
        same_code(a, b) if isinstance(a, types.CodeType) else (a == b and type(a) is type(b))
        for a, b in pairs
    )


STATEMENTS = """
import os, a.b as c
from . import x
from ..y.z import p as q, r
x = y[1] = z.t = 2
(a, b), [c, d] = e
a[1:2], a[:], a[1:2:3], a[1, 2], a[..., 1:2]
del a, b.c, d[1], e[1:]
x += 1; x.y -= 2; x[1] //= 3; x <<= 1; x **= 2; x |= 1
assert a
assert a, b
raise
raise A(1)
a and b or not c
a < b <= c is not d in e
a + b - c * d / e // f % g ** h << i >> j & k | l ^ m
-a + ~b + (+c)
f(a, *b, c=d, **e)
[i for i in a if b if c for j in i]
(i for (i, j) in a)
lambda a, b=1, *c, **d: (yield)
{1: 2, 'a': b'c'}
a if b else None
if a: b
elif c: d
else: e
while a:
    if b: break
    else: continue
else: c
for a, b in c: pass
else: d
try: a
except (A, B): b
except C as e: c
except: d
else: e
try: a
finally: b
with a as b: c
@d(1)
@e
class K(A, B):
    'doc'
    @staticmethod
    def f(a, b=1, *c, **d):
        'doc'
        global g
        g = a
        yield b
        return
"""


def test_code_of_trees_is_that_of_the_text():
    tree = compiler.parse(STATEMENTS)
    compiler.misc.set_filename("f", tree)
    assert compiler.syntax.check(tree) == 0
    made = compiler.pycodegen.ModuleCodeGenerator(tree).getCode()
    assert made.co_filename == "f"
    assert same_code(made, compile(STATEMENTS, "f", "exec", dont_inherit=True))


@pytest.mark.parametrize("name", ["colorsys", "keyword", "this", "cmd", "getopt"])
def test_code_of_trees_of_the_library(name):
    path = pathlib.Path(sysconfig.get_path("stdlib"), f"{name}.py")
    made = compiler.pycodegen.ModuleCodeGenerator(compiler.parseFile(str(path))).getCode()
    assert same_code(made, compile(path.read_text("utf-8"), "f", "exec", dont_inherit=True))


def test_an_expression_and_an_interactive_statement_have_code(capsys):
    made = compiler.pycodegen.ExpressionCodeGenerator(compiler.parse("[1] + [x]", "eval")).getCode()
    assert eval(made, {"x": 2}) == [1, 2]
    exec(compiler.pycodegen.InteractiveCodeGenerator(compiler.parse("1 + 1")).getCode())
    assert capsys.readouterr().out == "2\n"


def test_nodes_of_python2_have_code(capsys):
    node = compiler.ast
    text = node.Const("a")
    body = [
        node.Printnl([text, node.Const(1)], None),
        node.Print([text], None),
        node.Printnl([node.Backquote(text)], node.Name("out")),
        node.Exec(node.Const("b = 1"), node.Name("space"), None),
        node.Raise(node.Name("ValueError"), text, None),
    ]
    space = {"out": io.StringIO(), "space": {}}
    with pytest.raises(ValueError, match=r"^a$"):
        exec(compiler.pycodegen.ModuleCodeGenerator(node.Module(None, node.Stmt(body))).getCode(), space)
    assert capsys.readouterr().out == "a 1\na "
    assert space["out"].getvalue() == "'a'\n"
    assert space["space"]["b"] == 1


def test_lines_are_those_of_the_tree():
    with pytest.raises(ZeroDivisionError) as caught:
        exec(compiler.pycodegen.ModuleCodeGenerator(compiler.parse("a = 1\n\nb = 1 / 0\n")).getCode())
    assert caught.traceback[-1].lineno + 1 == 3


def test_classes_of_a_programs_own_are_the_nodes_they_come_from():
    class Generator(compiler.pycodegen.ExpressionCodeGenerator):
        pass

    class Special(compiler.ast.Name):
        pass

    assert eval(Generator(compiler.ast.Expression(Special("x"))).getCode(), {"x": 3}) == 3


@pytest.mark.parametrize(
    "tree",
    [
        lambda node: node.Discard(compiler.Node()),
        lambda node: node.Assign([node.Const(1)], node.Const(2)),
        lambda node: node.Function(None, "f", [("a", "b")], [], 0, None, node.Stmt([])),
        lambda node: node.Discard(node.Keyword("a", node.Const(1))),
        lambda node: node.TryExcept(node.Stmt([]), [(None, node.Name("a"), node.Stmt([]))], None),
    ],
    ids=["no node", "no place", "tuples", "no value", "no name"],
)
def test_what_has_no_code_is_said(tree):
    whole = compiler.ast.Module(None, compiler.ast.Stmt([tree(compiler.ast)]))
    generator = compiler.pycodegen.ModuleCodeGenerator(whole)
    with pytest.raises(SyntaxError):
        generator.getCode()


@pytest.mark.parametrize(
    "text", ["def f(*, a): pass\n", "f'{a}'\n", "a @ b\n", "a @= b\n", "def f(): nonlocal a\n"]
)
def test_what_has_no_node_is_said(text):
    with pytest.raises(SyntaxError):
        compiler.parse(text)


def test_texts_are_compiled():
    assert eval(compiler.compile("1 + 1", "f", "eval")) == 2
    with pytest.raises(RuntimeError):
        compiler.compile("1", "f", "eval", 0)


def test_commands_are_written_to_and_read_from():
    from_child, to_child = popen2.popen2("tr a b")
    to_child.write("banana")
    to_child.close()
    assert from_child.read() == "bbnbnb"
    from_child.close()


def test_complaints_come_apart_or_together():
    complaining = ["sh", "-c", "echo out; echo wrong >&2"]
    out, to_child, wrong = popen2.popen3(complaining)
    assert (out.read(), wrong.read()) == ("out\n", "wrong\n")
    together, other = popen2.popen4(complaining)
    assert sorted(together.read().split()) == ["out", "wrong"]
    for stream in (out, to_child, wrong, together, other):
        stream.close()


@pytest.mark.parametrize(("command", "status"), [("exit 3", 3 << 8), ("kill -9 $$", 9), ("true", 0)])
def test_the_status_of_a_command_is_spelled_as_by_wait(command, status):
    run = popen2.Popen3(command, capturestderr=True)
    assert run.wait() == run.poll() == run.sts == status
    for stream in (run.tochild, run.fromchild, run.childerr):
        stream.close()


def test_listings_of_folders_are_kept_until_these_change(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "a").write_text("")
    found = dircache.listdir(str(tmp_path))
    assert found == ["a", "b"]
    assert dircache.opendir(str(tmp_path)) is found
    shown = found[:]
    dircache.annotate(str(tmp_path), shown)
    assert shown == ["a", "b/"]
    (tmp_path / "c").write_text("")
    os.utime(tmp_path, (1, 1))
    assert dircache.listdir(str(tmp_path)) == ["a", "b", "c"]
    dircache.reset()
    with pytest.raises(FileNotFoundError):
        dircache.listdir(str(tmp_path / "none"))


@pytest.mark.parametrize(
    ("number", "fixed", "scientific"),
    [
        (3.14159, ["3", "3.1", "3.14", "3.14159"], ["3e+000", "3.1e+000", "3.142e+000"]),
        ("12.5", ["13", "12.5", "12.50", "12.50000"], ["1e+001", "1.3e+001", "1.250e+001"]),
        (-0.05, ["-0", "-0.1", "-0.05", "-0.05000"], ["-5e-002", "-5.0e-002", "-5.000e-002"]),
        (99.995, ["100", "100.0", "100.00", "99.99500"], ["1e+002", "1.0e+002", "1.000e+002"]),
        (0, ["0", "0.0", "0.00", "0.00000"], ["0e+000", "0.0e+000", "0.000e+000"]),
    ],
)
def test_numbers_are_spelled_as_python_2_7_spelled_them(number, fixed, scientific):
    assert [fpformat.fix(number, digits) for digits in (0, 1, 2, 5)] == fixed
    assert [fpformat.sci(number, digits) for digits in (0, 1, 3)] == scientific


def test_text_that_is_no_number():
    assert fpformat.fix("abc", 2) == "abc"
    with pytest.raises(fpformat.NotANumber):
        fpformat.sci("abc", 2)


def test_those_who_wait_are_called_in_turn():
    lock, called = mutex.mutex(), []
    for name in "abc":
        lock.lock(called.append, name)
    assert called == ["a"] and lock.test()
    lock.unlock()
    assert called == ["a", "b"]
    lock.unlock()
    lock.unlock()
    assert called == ["a", "b", "c"] and not lock.test()
    assert lock.testandset() and not lock.testandset()


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "7bit"])
def test_transfer_encodings_go_there_and_back(encoding):
    for kind, data in ((io.StringIO, "caf\xe9 = 1\n"), (io.BytesIO, b"caf\xe9 = 1\n")):
        encoded, decoded = kind(), kind()
        mimetools.encode(kind(data), encoded, encoding)
        encoded.seek(0)
        mimetools.decode(encoded, decoded, encoding)
        assert decoded.getvalue() == data
    with pytest.raises(ValueError, match="x-unknown"):
        mimetools.encode(io.StringIO(), io.StringIO(), "x-unknown")


def test_seconds_were_a_float():
    assert repr(rfc822.mktime_tz(rfc822.parsedate_tz("Wed, 14 Jan 2004 12:30:00 +0100"))) == "1074079800.0"
