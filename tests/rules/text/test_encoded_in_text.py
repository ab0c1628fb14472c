# ruff: noqa: E501
"""Encoded values inside native text."""

import pytest
from rules.checking import MORE_KEYS, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "encoded_in_text"


@pytest.mark.parametrize(
    "text",
    [
        "b'%s' % a.encode('ascii')\n",
        "u'%s' % a.encode('ascii')\n",
        "'%s' % a.encode(codec)\n",
        "'%s' % a.encode('hex')\n",
        "'%s' % a.encode()\n",
        "x % a.encode('ascii')\n",
        "print(repr(a.encode('utf-8')))\n",
        "str(a.encode('utf-8'), 'utf-8')\n",
        "f = open(p, 'wb')\nprint(a.encode('utf-8'), file=f)\n",
        "def f(x): return str(x), x\nf(a.encode('utf-8'))\n",
        "def f(x): return str(x)\nf(*a.encode('utf-8'))\n",
        "b = a.encode('utf-8')\nb = c\nstr(b)\n",
        "def f(b):\n    if c:\n        b = b.encode('utf-8')\n    return '%s' % b\n",
        "'%s' % a.encode('ascii').decode('ascii')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    "text",
    [
        "a.strftime(b, c.encode('utf-8'))\n",
        "class D:\n    def strftime(self, form): pass\nD().strftime(a.encode('utf-8'))\n",
        "import mine\nmine.strftime(a.encode('utf-8'))\n",
        "from mine import getattr\ngetattr(a, b.encode('utf-8'))\n",
        "a.split(b.encode('utf-8'))\n",
    ],
)
def test_what_may_take_bytes_is_given_them(text):
    check_untouched(RULE, text, python2=True)


def test_python_3_means_its_bytes():
    check_untouched(RULE, "d.strftime(a.encode('utf-8'))\n", index=RepositoryIndex(["a.py", *MORE_KEYS]))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("str(a.encode('unicode_escape'))\n", "str(a.encode('unicode_escape').decode(\"ascii\"))\n"),
        (
            "str(a.encode('raw_unicode_escape'))\n",
            "str(a.encode('raw_unicode_escape').decode(\"latin-1\"))\n",
        ),
        ("d.strftime(a.encode('utf-8'))\n", "d.strftime(a.encode('utf-8').decode('utf-8'))\n"),
        ("d.strftime((u'%d' + a).encode('utf-8'))\n", "d.strftime(u'%d' + a)\n"),
        (
            "import time\nb = a.encode('ascii')\ntime.strftime(b, t)\n",
            "import time\nb = a.encode('ascii')\ntime.strftime(b.decode('ascii'), t)\n",
        ),
        ("getattr(o, a.encode('ascii'), 1)\n", "getattr(o, a.encode('ascii').decode('ascii'), 1)\n"),
        (
            "from email import message_from_string\nmessage_from_string(a.encode(self.charset))\n",
            "from email import message_from_string\nmessage_from_string(a.encode(self.charset).decode(self.charset))\n",
        ),
        (
            "import shlex\nshlex.shlex(a.encode('utf-8'), posix=True)\n",
            "import shlex\nshlex.shlex(a.encode('utf-8').decode('utf-8'), posix=True)\n",
        ),
        (
            "import shlex\nshlex.split(a.encode('utf-8'))\n",
            "import shlex\nshlex.split(a.encode('utf-8').decode('utf-8'))\n",
        ),
    ],
)
def test_what_takes_text_alone(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'%s' % a.encode('utf-8')\n", "'%s' % a.encode('utf-8').decode('utf-8')\n"),
        ("'%s %d' % (a.encode('ascii'), 1)\n", "'%s %d' % (a.encode('ascii').decode('ascii'), 1)\n"),
        ("'%s' % a.encode(self.encoding)\n", "'%s' % a.encode(self.encoding).decode(self.encoding)\n"),
        (
            "def f(charset):\n    def g(a):\n        return a.encode(charset, 'replace')\n    return '%s' % g(1)\n",
            "def f(charset):\n    def g(a):\n        return a.encode(charset, 'replace')\n"
            "    return '%s' % g(1).decode(charset)\n",
        ),
        (
            "def g(a): return a.encode('ascii')\n'%s' % g(1)\n",
            "def g(a): return a.encode('ascii')\n'%s' % g(1).decode('ascii')\n",
        ),
        ("'{}'.format(a.encode('latin-1'))\n", "'{}'.format(a.encode('latin-1').decode('latin-1'))\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print a.encode('utf-8')\n", "print(a.encode('utf-8').decode('utf-8'))\n"),
        ("print 1, u'x'.encode('utf-8')\n", "print(1, u'x')\n"),
        ("print ('a' + b).encode('utf8')\n", "print('a' + b)\n"),
        ("print 'a'.encode('ascii')\n", "print('a'.encode('ascii').decode('ascii'))\n"),
        (
            "print w.writerow([a.encode('utf-8'), b])\n",
            "print(w.writerow([a.encode('utf-8').decode('utf-8'), b]))\n",
        ),
        ("b = a.encode('cp437')\nprint b\n", "b = a.encode('cp437')\nprint(b.decode('cp437'))\n"),
        (
            "import sys\nprint\nsys.stdout.write(a.encode('latin-1'))\n",
            "import sys\nprint()\nsys.stdout.write(a.encode('latin-1').decode('latin-1'))\n",
        ),
        (
            "import sys\nprint\no = sys.stdout\no.write(a.encode('latin-1'))\n",
            "import sys\nprint()\no = sys.stdout\no.write(a.encode('latin-1').decode('latin-1'))\n",
        ),
        (
            "import sys\nprint\nwrite = sys.stdout.write\nwrite(a.encode('latin-1'))\n",
            "import sys\nprint()\nwrite = sys.stdout.write\nwrite(a.encode('latin-1').decode('latin-1'))\n",
        ),
    ],
)
def test_decodes_what_is_printed(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    "function",
    [
        "def out(*a): w(' '.join(str(x) for x in a))\n",
        "def out(*a):\n    for x in a: w('%s' % x)\n",
        "def out(*a): w(' '.join(map(str, a)))\n",
        "def out(n, a): w('%d %s' % (n, a))\n",
        "def out(n, a): show(a)\ndef show(a): w(str(a))\n",
    ],
)
def test_follows_a_function_that_only_spells_its_arguments(function):
    check_rule(RULE, function + "out(1, 'a'.encode('utf-8'))\n", function + "out(1, 'a')\n", python2=True)


def test_leaves_what_python_3_may_mean_to_show():
    check_untouched(RULE, "import x\nfrom . import y\nprint(a.encode('utf-8'), end='')\n")


@pytest.mark.parametrize(
    "text",
    [
        "raise ValueError({})\n",
        "class E(ValueError):\n    def __init__(self, a): ValueError.__init__(self, 1, {})\n",
        "class E(Exception):\n    def __init__(self, a): super(E, self).__init__({})\n",
        "class E(Exception):\n    def __init__(self, a):\n        if a:\n            a = {}\n        Exception.__init__(self, a)\n",
    ],
)
def test_what_an_exception_says_is_text(text):
    before, after = text.format("a.encode('utf-8')"), text.format("a.encode('utf-8').decode('utf-8')")
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "raise made(a.encode('utf-8'))\n",
        "e = ValueError(a.encode('utf-8'))\n",
        "def f(a):\n    a = a.encode('utf-8')\n    send(a)\n    raise ValueError(a)\n",
        "def f(a):\n    a = a.encode('utf-8')\n    a = g(a)\n    raise ValueError(a)\n",
        "raise UnicodeEncodeError('utf-8', a.encode('utf-8'), 0, 1, '')\n",
        "class E(Base):\n    def __init__(self, a): super(E, self).__init__(a.encode('utf-8'))\n",
        "class E(Base):\n    def __init__(self, a): Base.__init__(self, a.encode('utf-8'))\n",
    ],
)
def test_leaves_what_may_hold_octets(text):
    check_untouched(RULE, text, python2=True)


def test_what_has_one_name_is_decoded_once():
    before = "def f(b):\n    a = b.encode('utf-8')\n    raise ValueError(a)\n"
    check_rule(RULE, before, before.replace("(a)", "(a.decode('utf-8'))"), python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "re.sub('a', '', b.encode('ascii', 'ignore'))\n",
            "re.sub('a', '', b.encode('ascii', 'ignore').decode('ascii'))\n",
        ),
        (
            "def f(b):\n    b = b.encode('ascii', 'ignore')\n    b = re.sub('a', '', b)\n    return re.match('a', b)\n",
            "def f(b):\n    b = b.encode('ascii', 'ignore')\n    b = re.sub('a', '', b.decode('ascii'))\n    return re.match('a', b)\n",
        ),
        ("re.sub(p, '', b.encode('ascii', 'ignore'))\n", None),
        ("re.sub(b'a', b'', b.encode('ascii', 'ignore'))\n", None),
    ],
)
def test_what_a_native_pattern_is_looked_for_in_is_text(before, after):
    if after is None:
        check_untouched(RULE, "import re\n" + before, python2=True)
    else:
        check_rule(RULE, "import re\n" + before, "import re\n" + after, python2=True)


def test_a_key_beside_native_keys_is_text():
    before = "d = {}\nd[a.encode('ascii')] = 1\nx = d['a']\n"
    check_rule(RULE, before, before.replace("')]", "').decode('ascii')]"), python2=True)
    check_untouched(RULE, before.replace("'a'", "a"), python2=True)


def test_what_is_encoded_to_be_joined_for_a_stream_of_text_is_text():
    text = "def f(out, l):\n    out.write({}.join([s.encode('utf-8') for s in l]))\n    out.write({})\n"
    before = text.format("' '", "'a'")
    after = before.replace("encode('utf-8')", "encode('utf-8').decode('utf-8')")
    check_rule("encoded_in_text", before, after, python2=True)
    for stream, literal in (("b' '", "b'a'"), ("' '", "x")):
        check_untouched("encoded_in_text", text.format(stream, literal), python2=True)
    joined = "def f(l):\n    return ''.join([s.encode('utf-8') for s in l])\n"
    check_untouched("encoded_in_text", joined, python2=True)


@pytest.mark.parametrize(
    "function",
    [
        "def f(x): return x.replace(a, b)\n",
        "def f(x): return x.replace(b'&', b'+')\n",
        "def f(x):\n    if isinstance(x, str): return x + 'a'\n    return x.split(' ')\n",
        "def f(x): return x.decode('utf-8').split(' ')\n",
        "def f(x): return y + 'a'\n",
        "def f(x):\n    def g(x): return x + 'a'\n    return g\n",
        "@d\ndef f(x): return x.g('a')\n",
        "def f(x): return f(x)\n",
    ],
)
def test_leaves_what_a_function_may_take_as_octets(function):
    check_untouched(RULE, function + "f(a.encode('utf-8'))\n", python2=True)


@pytest.mark.parametrize(
    "function",
    [
        "def f(x, y=1):\n    x = x.replace('&', '&amp;')\n    return x\n",
        "def f(x): return '\"' in x\n",
        "def f(x): return x + '>'\n",
        "def f(x): return g(x)\ndef g(y): return y.split(' ')\n",
    ],
)
def test_what_a_function_handles_as_native_text_is_text(function):
    check_rule(RULE, function + "f(unicode(a).encode('utf-8'))\n", function + "f(unicode(a))\n", python2=True)


def test_what_the_items_of_a_list_are_taken_for():
    before = "import urllib2\ndef f(l):\n    e = [unicode(u).encode('utf-8') for u in l]\n"
    before += "    return urllib2.parse_keqv_list(e)\n"
    check_rule(RULE, before, before.replace(".encode('utf-8')", ""), python2=True)


@pytest.mark.parametrize(
    "call",
    [
        "logging.info({})",
        "log.log(25, {})",
        "log.log(logging.INFO, 'a', {})",
        "log.error('%s', {})",
        "self.log.warn({})",
    ],
)
def test_what_is_logged_is_text(call):
    text = "import logging\n" + call + "\n"
    check_rule(
        RULE, text.format("a.encode('ascii')"), text.format("a.encode('ascii').decode('ascii')"), python2=True
    )
    for name, level in (("error", ""), ("log", "10, ")):
        own = f"class L(object):\n    def {name}(self, *args): pass\nlog.{name}({level}a.encode('ascii'))\n"
        check_untouched(RULE, own, python2=True)
        known = own.replace("log.", "import logging\nlog = logging.getLogger('a')\nlog.")
        check_rule(RULE, known, known.replace("ascii')", "ascii').decode('ascii')"), python2=True)


def test_a_name_that_was_given_what_is_encoded_last():
    check_rule(
        RULE,
        "def f(b, c):\n    b = b.encode('utf-8')\n    return '%s %s' % (b, c)\n",
        "def f(b, c):\n    b = b.encode('utf-8')\n    return '%s %s' % (b.decode('utf-8'), c)\n",
    )


def test_items_of_a_list_made_to_be_shown():
    check_rule(
        "encoded_in_text",
        "s = str([x.encode('utf-8') for x in y]) + '%s' % [z.encode('utf-8'), 1]\n",
        "s = str([x.encode('utf-8').decode('utf-8') for x in y]) + '%s' % [z.encode('utf-8'), 1]\n",
        python2=True,
    )
    check_untouched("encoded_in_text", "a = [x.encode('utf-8') for x in y]\n", python2=True)


def test_what_a_method_of_a_native_string_is_given():
    before = (
        "def f(s, table):\n    for code, char in table:\n        s = s.replace(char.encode('utf-8'), code)\n"
        "    return s.replace('a', 'b')\n"
    )
    assert "s.replace(char.encode('utf-8').decode('utf-8'), code)" in run(RULE, before + "n = 1L\n").text
    alone = before.replace("s.replace('a', 'b')", "s")
    assert "decode" not in run(RULE, alone + "n = 1L\n").text
    octets = (
        "def f(char, code):\n    s = open('x', 'rb').read()\n    t = s.replace(char.encode('utf-8'), code)\n"
        "    return t, s.replace('a', 'b')\n"
    )
    assert "char.encode('utf-8')," in run(RULE, octets + "n = 1L\n").text


@pytest.mark.parametrize(
    "text",
    [
        "w.writerow({'a': ENCODED})\n",
        "w.writerow({k: ENCODED for k, b in c.items()})\n",
        "w.writerow(dict((k, ENCODED) for k, b in c.items()))\n",
        "w.writerow(dict([(k, ENCODED)]))\n",
        "w.writerow(map(lambda b: ENCODED, c))\n",
        "w.writerows([[ENCODED for b in r] for r in c])\n",
        "w.writerows([(ENCODED, 1)])\n",
        "def f(c):\n    out = [1]\n    for b in c: out.append(ENCODED)\n    w.writerow(out)\n",
    ],
)
def test_the_values_of_rows(text):
    before = text.replace("ENCODED", "b.encode('utf-8')")
    after = text.replace("ENCODED", "b.encode('utf-8').decode('utf-8')")
    check_rule("encoded_in_text", before, after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "def f(c):\n    for b in c: out.append(b.encode('utf-8'))\n    w.writerow(out)\n",
        "w.writerow(g(b.encode('utf-8')))\n",
        "w.write(b.encode('utf-8') for b in c)\n",
        "w.writerow({b.encode('utf-8'): 1})\n",
    ],
)
def test_rows_that_are_not_seen(text):
    check_untouched("encoded_in_text", text, python2=True)


def test_what_is_encoded_and_trimmed_is_decoded_whole():
    check_rule(
        "encoded_in_text",
        "def f(x, out):\n    print(x.encode('utf-8').rstrip())\n    print(x.encode('utf-8').split())\n",
        "def f(x, out):\n    print(x.encode('utf-8').rstrip().decode('utf-8'))\n    print(x.encode('utf-8').split())\n",
        python2=True,
    )


def test_functions_of_string_are_methods_first():
    text = "import string\nprint string.upper(x.encode('ascii'))\n"
    assert "print(x.encode('ascii').upper().decode('ascii'))\n" in migrate(text).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = '%s' % (y.encode('utf-8') + z)\n", "x = '%s' % (y.encode('utf-8').decode('utf-8') + z)\n"),
        (
            "T = 'a %s'\nx = T % y.encode('utf-8')\n",
            "T = 'a %s'\nx = T % y.encode('utf-8').decode('utf-8')\n",
        ),
        (
            "class A:\n    T = 'a %s'\n    def f(self, y): return self.T % y.encode('utf-8')\n",
            "class A:\n    T = 'a %s'\n    def f(self, y): return self.T % y.encode('utf-8').decode('utf-8')\n",
        ),
    ],
)
def test_what_goes_into_a_template_by_its_name(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "T = 'a %s'\nT = b'a %s'\nx = T % y.encode('utf-8')\n",
        "class A:\n    T = b'a %s'\n    def f(self, y): return self.T % y.encode('utf-8')\n",
        "class A:\n    T = 'a %s'\n    def f(self, y): return self.T % y.encode('utf-8')\n"
        "    def g(self): self.T = b''\n",
    ],
)
def test_another_template_may_be_bytes(text):
    check_untouched(RULE, text, python2=True)


def test_one_of_two_values_is_encoded():
    before = "print '%s' % (x.encode('utf-8') or 'none'), a and x.encode('ascii') or 'b', (y if a else x.encode('ascii'))\n"
    made = migrate(before).text
    assert made == (
        "print('%s' % (x.encode('utf-8').decode('utf-8') or 'none'), a and x.encode('ascii').decode('ascii') or 'b', "
        "(y if a else x.encode('ascii').decode('ascii')))\n"
    )


@pytest.mark.parametrize("padded", ["{}.rjust(24)", "{}.ljust(n)", "{}.center(9)"])
def test_what_is_padded_to_be_shown(padded):
    shown = padded.format("a.encode('ascii', 'replace')")
    check_rule("encoded_in_text", f"print {shown}\n", f"print({shown}.decode('ascii'))\n")


SUM = "def f(words):\n    out = {}\n    for w in words:\n        out += {}\n    return out\n"


@pytest.mark.parametrize(
    ("begun", "before", "after"),
    [
        ("''", "unichr(w).encode('utf8')", "unichr(w)"),
        ("'<'", "w.encode('utf-8')", "w.encode('utf-8').decode('utf-8')"),
        ("''", "w.encode('latin-1')", "w.encode('latin-1').decode('latin-1')"),
    ],
)
def test_what_is_added_to_native_text(begun, before, after):
    check_rule(RULE, SUM.format(begun, before), SUM.format(begun, after), python2=True)


@pytest.mark.parametrize(
    "text",
    [
        SUM.format("b''", "w.encode('utf-8')"),
        SUM.format("g()", "w.encode('utf-8')"),
        SUM.format("'\\xff'", "w.encode('utf-8')"),
        SUM.format("''", "w.encode('hex')"),
        "import struct\n" + SUM.format("''", "w.encode('utf-8')\n        out += struct.pack('>I', 1)"),
    ],
)
def test_what_is_added_to_octets_stays(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "used", ["len(out)", "out[0]", "sock.send(out)", "[c for c in out]", "md5(out)", "map(ord, out)"]
)
def test_what_is_measured_or_sent_is_no_text(used):
    text = SUM.format("''", "w.encode('utf-8')").replace("return out", f"return {used}")
    assert "out += w.encode('utf-8')\n" in run(RULE, text + "n = 1L\n").text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "n > 9 and '&%d;' % n or c.encode('ascii')",
            "n > 9 and '&%d;' % n or c.encode('ascii').decode('ascii')",
        ),
        ("c.encode('utf-8') if u else str(c)", "c.encode('utf-8').decode('utf-8') if u else str(c)"),
    ],
)
def test_where_text_is_made_instead(before, after):
    check_rule(RULE, f"x = {before}\n", f"x = {after}\n", python2=True)


@pytest.mark.parametrize(
    "value",
    [
        "a and c.encode('utf-8') or ''",
        "c.encode('utf-8') if a else b",
        "c.encode('hex') if a else str(c)",
        "x or c.encode('utf-8')",
    ],
)
def test_what_may_be_octets_as_well(value):
    check_untouched(RULE, f"y = {value}\n", python2=True)


def test_what_is_escaped_is_text():
    text = "from xml.sax.saxutils import escape\nf = lambda u: escape(u.encode('utf-8'))\n"
    check_rule(RULE, text, text.replace("'utf-8'))", "'utf-8').decode('utf-8'))"), python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import textwrap\na = textwrap.wrap({}, 9)\n", None),
        ("import textwrap as t\na = t.fill({})\n", None),
        ("from email import Utils\na = Utils.quote({})\n", "from email import Utils\na = Utils.quote({})\n"),
        ("from email.utils import formataddr\na = formataddr(({}, b))\n", None),
        ("import xmlrpclib\na = xmlrpclib.dumps(({}, [{}]), 'f')\n", None),
        ("import os\nos.environ['A'] = {}\n", None),
    ],
)
def test_what_takes_native_strings_alone(before, after):
    encoded = "u.encode('latin-1')"
    after = (after or before).replace("{}", encoded + ".decode('latin-1')")
    check_rule(RULE, before.replace("{}", encoded), after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "a = wrap(u.encode('utf-8'))\n",
        "class T:\n    def wrap(self, x): pass\nT().wrap(u.encode('utf-8'))\n",
        "import os\nos.environb[b'A'] = u.encode('utf-8')\n",
        "environ['A'] = u.encode('utf-8')\n",
        "import os\na = os.environ[u'A']\nb = u.encode('utf-8')\n",
    ],
)
def test_refuses_what_may_take_octets(text):
    check_untouched(RULE, text, python2=True)


def test_what_is_put_beside_a_literal_that_something_is_put_into():
    text = (
        "def clean(raw, table):\n    for k, v in table.items():\n"
        "        raw = raw.replace('{%s}' % k, v.encode('utf-8'))\n    return raw\n"
    )
    space: dict = {}
    exec(migrate(text + "n = 1L\n").text, space)
    assert space["clean"]("a{x}b", {"x": "\xe9"}) == "a\xe9b"


def test_what_is_known_to_be_text_where_it_stands_is_not_encoded_at_all():
    text = "def f(x):\n    if isinstance(x, {}):\n        return '<%s>' % x{}\n"
    encoded = ".encode('utf-8')"
    check_rule(RULE, text.format("unicode", encoded), text.format("unicode", ""), python2=True)
    for kind in ("str", "basestring", "C"):
        after = text.format(kind, f"{encoded}.decode('utf-8')")
        check_rule(RULE, text.format(kind, encoded), after, python2=True)
    ascii_alone = text.format("unicode", ".encode('ascii')")
    after = ascii_alone.replace("('ascii')", "('ascii').decode('ascii')")
    check_rule(RULE, ascii_alone, after, python2=True)


@pytest.mark.parametrize(
    "among",
    [
        "set('der die'.split())",
        "{'der': 1}",
        "STOP",
    ],
)
def test_what_is_looked_for_among_native_strings_is_text(among):
    before = f"STOP = frozenset(['der', 'die'])\nx = w.encode('utf-8') not in {among}\n"
    after = before.replace("encode('utf-8')", "encode('utf-8').decode('utf-8')")
    check_rule("encoded_in_text", before, after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "STOP = [b'der']\nx = w.encode('utf-8') in STOP\n",
        "STOP = ['b\\xc3\\xa4r']\nx = w.encode('utf-8') in STOP\n",
        "STOP = ['der']\nSTOP.append(octets)\nx = w.encode('utf-8') in STOP\n",
        "STOP = {'der': 1}\nSTOP[octets] = 1\nx = w.encode('utf-8') in STOP\n",
        "x = w.encode('utf-8') in ['der', 'die']\n",
        "STOP = words()\nx = w.encode('utf-8') in STOP\n",
        "STOP = []\nx = w.encode('utf-8') in STOP\n",
        "STOP = [u'd\\xe9r']\nx = w.encode('utf-8') in STOP\n",
        "STOP = ['der']\nx = w.encode('rot13') in STOP\n",
    ],
)
def test_what_is_looked_for_among_other_things_stays(text):
    check_untouched("encoded_in_text", text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "print a.encode('utf-8') + b.encode('utf-8')\n",
            "print(a.encode('utf-8').decode('utf-8') + b.encode('utf-8').decode('utf-8'))\n",
        ),
        ("print a.encode('utf-8')[:40]\n", "print(a.encode('utf-8')[:40].decode('utf-8', \"replace\"))\n"),
        (
            "c = a.encode('utf-8') + b.encode('utf-8')\nprint c, len(c)\n",
            "c = a.encode('utf-8') + b.encode('utf-8')\nprint(c.decode('utf-8'), len(c))\n",
        ),
        (
            "import sys\nsys.stdout.write(u'\\xb6'.encode('utf-8') + a.encode('utf-8'))\n",
            "import sys\nsys.stdout.write(u'\\xb6' + a.encode('utf-8').decode('utf-8'))\n",
        ),
    ],
)
def test_sums_and_slices_of_what_is_encoded_are_shown_as_text(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "print(a.encode('utf-8') + data)\n",
        "print(a.encode('utf-8') + b'\\xff')\n",
        "print(a.encode('hex')[:4])\n",
        "print(a.encode('utf-8')[0])\n",
        "c = a.encode('utf-8') + b.encode('utf-16')\nprint(c)\n",
        "c = a.encode('utf-8') + b.encode('utf-8')\nc = other\nprint(c)\n",
    ],
)
def test_other_sums_and_slices_stay(text):
    check_untouched(RULE, text, python2=True)


def test_python_3_shows_octets_of_sums_and_slices():
    check_untouched(RULE, "print(a.encode('utf-8') + b.encode('utf-8'), a.encode('utf-8')[:4])\n")


@pytest.mark.parametrize(
    ("shown", "after"),
    [
        ("[x and x.encode('utf-8') for x in y]", "[x and {} for x in y]"),
        ("[x.encode('utf-8') if x else '' for x in y]", "[{} if x else '' for x in y]"),
        ("[(k, x and x.encode('utf-8')) for k, x in y]", "[(k, x and {}) for k, x in y]"),
    ],
)
def test_what_is_one_of_two_among_what_is_shown(shown, after):
    made = migrate(f"print {shown}\nn = 1L\n").text
    assert f"print({after})".format("x.encode('utf-8').decode('utf-8')") in made


def test_what_fills_in_a_template():
    text = (
        "import string\nt = string.Template('$n')\nx = t.substitute(n={0}), t.safe_substitute({{'n': {0}}})\n"
    )
    before = text.format("u.encode('utf-8')")
    made = migrate(before + "n = 1L\n").text
    assert text.format("u.encode('utf-8').decode('utf-8')") in made
    own = (
        before
        + "class Template:\n    def substitute(self, n): pass\n    def safe_substitute(self, n): pass\nn = 1L\n"
    )
    assert "n=u.encode('utf-8'))" in migrate(own).text


def test_columns_that_are_put_together_are_text():
    before = "def f(x, y): print x.encode('utf-8').ljust(9) + y.encode('utf-8').rjust(5)\nn = 1L\n"
    after = "def f(x, y): print(x.encode('utf-8').ljust(9).decode('utf-8') + y.encode('utf-8').rjust(5).decode('utf-8'))\n"
    made = migrate(before).text
    assert made == after + "n = 1\n"
    assert migrate(made).text == made
    joined = before.replace(" + y", " + '|' + y")
    assert migrate(joined).text == after.replace(" + y", " + '|' + y") + "n = 1\n"
