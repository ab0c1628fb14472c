"""What is encoded to be a native string, under a name."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "encoded_names"
V = "v = x.encode('utf-8')\n"


@pytest.mark.parametrize(
    "text",
    [
        V + "y = v\n",
        V + "y = f(v)\n",
        V + "y = v.split(',')\nsocket.send(v)\n",
        V + "import hashlib\ny = v + 'a', hashlib.md5(v)\n",
        V + "y = v + 'a', len(v)\n",
        V + "y = v.strip('a').decode('utf-8')\nz = v.decode('utf-8') + 'a'\n",
        V + "y = v[0] == 'a', ord(v[0])\n",
        V + "y = [ord(c) for c in v]\n",
        V + "y = v + b'a'\n",
        "raw = x.encode('utf-8')\ny = raw.split(',')\n",
        "v = x.encode(codec)\ny = v.split(',')\n",
        "try:\n    v = x.encode('ascii')\nexcept UnicodeError:\n    v = ''\nif v:\n    y = v + x\n",
        "import msgpack\nv = msgpack.encode('utf-8')\ny = v.split(',')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, "import asyncio\n" + V + "y = v.split(',')\n")


@pytest.mark.parametrize(
    "used",
    [
        "v.split(',')", "v + '-'", "'-' + v", "v == 'a'", "'a' in v", "v.lower() in ('a', 'b')", "v[0]",
        "[c for c in v]", "','.join([v, 'a'])", "'-'.join(v.split())", "v.strip().startswith('a')",
    ],
)  # fmt: skip
def test_meets_native_literals(used):
    before = V + f"y = {used}\n"
    check_rule(RULE, before, before.replace("'utf-8')", "'utf-8').decode('utf-8')"), python2=True)


def test_text_is_not_encoded_at_all():
    text = "def f(x):\n    v = (u'%s' % x).encode('utf-8')\n    return v.split(',')\nn = 1L\n"
    assert "v = ('%s' % x)\n" in migrate(text).text


def test_is_decoded_once():
    text = "def f(x):\n    v = x.encode('utf-8')\n    print v\n    print '%s' % v, v + '.'\n"
    assert migrate(text).text.count("decode") == 1


def test_a_name_by_which_an_attribute_is_looked_up():
    text = "def f(o, key):\n    key = key.encode('ascii').lower()\n    if not hasattr(o, key): o.__dict__[key] = 1\n"
    after = text.replace(".encode('ascii')", ".encode('ascii').decode('ascii')")
    check_rule("encoded_names", text, after, python2=True)


def test_what_fails_still_fails():
    text = (
        "def f():\n    x = u'%s' % g()\n    try:\n        v = x.encode('utf-8')\n    except UnicodeError:\n"
    )
    text += "        v = ''\n    y = v.split(',')\n"
    check_rule(RULE, text, text.replace("'utf-8')", "'utf-8').decode('utf-8')"), python2=True)


def test_one_way_of_several_to_what_is_asked():
    text = "def f(text, encoding=None):\n    if encoding:\n        text = text.encode(encoding)\n"
    text += "    return text.replace('&', '&amp;')\n"
    after = text.replace("encode(encoding)", "encode(encoding).decode(encoding)")
    check_rule(RULE, text, after, python2=True)
    check_untouched(RULE, text.replace("'&', '&amp;'", "old, new"), python2=True)
    check_untouched(RULE, text.replace("encode(encoding)", "encode(kind)"), python2=True)


def test_what_changes_before_it_has_a_name_changes_as_octets():
    text = "def f(s):\n    name = s.encode('utf-8').strip().upper()\n    return '_'.join(name.split('/'))\nn = 1L\n"
    made, names = migrate(text).text, {}
    exec(made, names)
    assert names["f"]("\xe9/a\xa0 ") == "\xe9_A\xa0"
    assert migrate(made).text == made


def test_a_key_of_a_dictionary_that_literals_ask_for_is_text():
    before = "for w in ws:\n    k = w.encode('utf-8')\n    index[k] = index.get(k, 0) + 1\nx = index['a']\n"
    after = before.replace("encode('utf-8')", "encode('utf-8').decode('utf-8')")
    check_rule("encoded_names", before, after, python2=True)
    check_untouched("encoded_names", before.replace("index['a']", "index[b]"), python2=True)
