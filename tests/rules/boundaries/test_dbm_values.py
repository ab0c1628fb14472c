"""What is read from dbm files."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "dbm_values"
HEAD = "import dbm.dumb\nd = dbm.dumb.open(p, 'c')\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "d['k'] = 'v'\n",
        HEAD + "del d['k']\n",
        HEAD + "x = 'k' in d\n",
        HEAD + "x = d['k'].decode('ascii')\n",
        "d = {}\nx = d['k']\n",
    ],
)
def test_leaves_what_is_stored_or_decoded(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + "x = d['k']\n")


def test_what_may_be_none_is_asked_for_octets():
    made = run(RULE, HEAD + "x = d.get('k'), d.pop('k', None)\nn = 1L\n").text
    assert "x = stored_text(d.get('k')), stored_text(d.pop('k', None))\n" in made


@pytest.mark.parametrize("use", ["x = loads(d.get('k'))\n", "v = d.get('k')\nx = loads(v)\n"])
def test_what_may_be_none_stays_for_a_reader_of_octets(use):
    check_untouched(RULE, "from pickle import loads\n" + HEAD + use, python2=True)


def test_what_is_none_stays_so(tmp_path):
    text = f"import dumbdbm\nd = dumbdbm.open({str(tmp_path / 'a')!r}, 'n')\nd['k'] = 'v'; d['l'] = 'w'\n"
    text += "x = d.get('k') == 'v', d.get('z'), d.pop('l') + '!', d.get('z', 1), d.pop('k', 'none')\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == (True, None, "w!", 1, "v")
    assert migrate(migrate(text).text).text == migrate(text).text


def test_a_file_that_is_opened_on_the_spot(tmp_path):
    path = str(tmp_path / "a")
    text = f"import dumbdbm\nd = dumbdbm.open({path!r}, 'n')\nd['k'] = 'v'\nd.close()\nn = 1L\n"
    text += (
        f"x = [k + v for k, v in dumbdbm.open({path!r}).items()], list(dumbdbm.open({path!r}).itervalues())\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == (["kv"], ["v"])
    assert migrate(migrate(text).text).text == migrate(text).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = d['k']\n", "x = d['k'].decode(\"utf-8\")\n"),
        ("x = sorted(d.keys())\n", 'x = sorted([key.decode("utf-8") for key in d.keys()])\n'),
        ("for k in d: f(k)\n", 'for k in [key.decode("utf-8") for key in d.keys()]: f(k)\n'),
    ],
)
def test_decodes_what_is_read(before, after):
    check_rule(RULE, HEAD + before, HEAD + after, python2=True)


def test_reads_what_it_wrote(tmp_path):
    program = (
        f"import dumbdbm\nd = dumbdbm.open({str(tmp_path / 'file')!r}, 'c')\nd['a'] = 'x'\nd['b'] = 'y'\n"
        "assert sorted(d.keys()) == ['a', 'b'] and [d[k] for k in d] == [d[k] for k in d.keys()]\n"
        "assert d['a'] + 'z' == 'xz'\n"
    )
    subprocess.run([sys.executable, "-c", migrate(program).text], check=True)


def test_what_is_given_to_a_reader_of_octets_stays():
    check_untouched(
        "dbm_values",
        "import dbm.dumb, pickle, zlib\nd = dbm.dumb.open(p)\na = pickle.loads(d['k']), zlib.decompress(d['k'])\n",
        python2=True,
    )


@pytest.mark.parametrize(
    ("use", "after"),
    [
        (
            "for k, v in d.items(): f(k, v)\n",
            'for k, v in [(key.decode("utf-8"), d[key].decode("utf-8")) for key in d.keys()]: f(k, v)\n',
        ),
        ("x = list(d.itervalues())\n", 'x = list([d[key].decode("utf-8") for key in d.keys()])\n'),
    ],
)
def test_pairs_and_values_are_text(use, after):
    head = "import dumbdbm\nd = dumbdbm.open(p)\n"
    check_rule(RULE, head + use, head + after, python2=True)


def test_a_value_that_text_stands_in_for():
    text = "import anydbm\nd = anydbm.open(p, 'c')\nx = d.get('k', 'none')\n"
    made = run("dbm_values", text + "n = 1L\n").text
    assert "x = decoded(d.get('k', 'none'), \"utf-8\")\n" in made


@pytest.mark.parametrize("names", ["d.keys()", "d"])
def test_keys_that_something_goes_through(names, tmp_path):
    text = f"import anydbm\nd = anydbm.open({str(tmp_path / 'a')!r}, 'n')\nd['k'] = 'v'\n"
    text += f"class A:\n    def __init__(self): self.d = d\nx = [k + '=' + d[k] for k in {names}]\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == ["k=v"]
    assert migrate(migrate(text).text).text == migrate(text).text


PICKLED = """import anydbm, pickle
d = anydbm.open(PATH, 'n')
d['a'], d['b'] = pickle.dumps([1], 2), pickle.dumps({'q': 2}, 2)
def f():
    for k in d.keys():
        raw = d[k]
        yield k, pickle.loads(raw)
x = []
x.append([(k, pickle.loads(v)) for k, v in d.items()])
for k, v in sorted(d.items()):
    x[-1:] = [x[-1], (k + '!', pickle.loads(v))]
x.append([pickle.loads(v) for v in list(d.itervalues())])
x.append([pickle.loads(v) for v in [d[k] for k in d.keys()]])
x.append(list(f()))
n = 1L
"""


def test_values_that_a_loop_gives_to_a_reader_of_octets(tmp_path):
    spaces = {"PATH": str(tmp_path / "a")}
    made = migrate(PICKLED).text
    exec(made, spaces)
    pairs, both = [("a", [1]), ("b", {"q": 2})], [[1], {"q": 2}]
    pairs_shown, *rest = spaces["x"]
    assert sorted(pairs_shown) == pairs and rest[:2] == [("a!", [1]), ("b!", {"q": 2})]
    assert [sorted(r, key=str) for r in rest[2:4]] == [both, both] and sorted(rest[4]) == pairs
    assert migrate(made).text == made


def test_values_that_a_loop_reads_as_text():
    head = "import dumbdbm, pickle\nd = dumbdbm.open(p)\n"
    check_rule(
        RULE,
        head + "for k, v in d.items():\n    f(v)\n    pickle.loads(k)\n",
        head + 'for k, v in [(key.decode("utf-8"), d[key].decode("utf-8")) for key in d.keys()]:\n    f(v)\n'
        "    pickle.loads(k)\n",
        python2=True,
    )


def test_values_that_a_loop_compares_with_text_as_well():
    head = "import dumbdbm\nd = dumbdbm.open(p)\n"
    body = "    if v == 'a': f(v)\n    g(v.decode('utf-8'))\n"
    check_rule(
        RULE,
        head + "for v in d.values():\n" + body,
        head + 'for v in [d[key].decode("utf-8") for key in d.keys()]:\n' + body,
        python2=True,
    )
