"""json.dumps(encoding=)."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from environment.traces import Exactness
from migration.repository.index import RepositoryIndex

RULE = "json_arguments"


@pytest.mark.parametrize(
    "text",
    [
        "import json\njson.dumps(a)\n",
        "import json\njson.dumps(a, indent=1)\n",
        "demjson.encode(a, encoding='utf-8')\n",
        "json = f()\njson.dumps(a, encoding='utf-8')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import json\njson.loads(a, encoding='latin-1')\n", "import json\njson.loads(a)\n"),
        ("from json import load\nload(encoding='utf8', fp=f)\n", "from json import load\nload(fp=f)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    "call",
    [
        "json.dumps(a, indent=None)",
        "json.dumps(a, indent=1, separators=(',', ':'))",
        "json.dumps(a, **more)",
        "json.dumps(a, **{'indent': 1, 'separators': (',', ':')})",
        "json.dumps(a, indent=None, **more)",
        "json.dumps(a, indent=1, separators=(',', ':'), **more)",
        "def f(**more): return json.dumps(a, **more)\nf(sort_keys=True)\ng(indent=1)",
        "def f(more): return json.dumps(a, **more)\nf(indent=1)",
        "def f(**more):\n    more['indent'] = 1\n    return g(**more)\ndef h(**more): return json.dumps(a, **more)",
        "functools.partial(json.dumps, sort_keys=True)",
        "functools.partial(json.loads, indent=1)",
        "partial(json.dumps, indent=1)",
        "json.dumps(*a, indent=1)",
        "json.loads(a)",
    ],
)
def test_leaves_output_that_is_the_same(call):
    check_untouched(RULE, f"import json\n{call}\n", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "json.dumps(a, indent=1, sort_keys=True)",
            "json.dumps(a, indent=1, separators=(', ', ': '), sort_keys=True)",
        ),
        ("json.dump(a, f, indent=n)", "json.dump(a, f, indent=n, separators=(', ', ': '))"),
        ("json.dumps(a, indent=1, encoding='utf-8')", "json.dumps(a, indent=1, separators=(', ', ': '))"),
    ],
)
def test_keeps_the_blanks_of_indented_output(before, after):
    check_rule(
        RULE, f"import json\n{before}\n", f"import json\n{after}\n", python2=True, exactness=Exactness.EXACT
    )


@pytest.mark.parametrize(
    ("head", "call", "after"),
    [
        ("more = {'indent': 1}\n", "json.dumps(a, **more)", "more"),
        ("more = dict(indent=1)\n", "json.dumps(a, **more)", "more"),
        ("", "json.dumps(a, **dict(more, indent=1))", "dict(more, indent=1)"),
        ("", "json.dumps(a, indent=1, **more)", "more"),
        ("more = {}\nmore['indent'] = 1\n", "json.dumps(a, **more)", "more"),
        ("more = {}\nmore.update(indent=1)\n", "json.dumps(a, **more)", "more"),
        ("class C(object):\n    more = dict(indent=1)\nx = C()\n", "json.dumps(a, **x.more)", "x.more"),
        ("def f(o, **more): return 1\n", "f(g(1), indent=1)", None),
        (
            "class W:\n    def __init__(self, **more): self.more = more\nx = W(n=len(y), indent=2)\n",
            "json.dumps(a, **x.more)",
            "x.more",
        ),
    ],
)
def test_keeps_the_blanks_where_keywords_are_handed_on(head, call, after):
    text = f"import json\n{head}z = {call}\n"
    if after is None:
        check_untouched(RULE, text, python2=True)
        return
    expected = text.replace(f"**{after})", f"**{{'separators': (', ', ': '), **{after}}})")
    check_rule(RULE, text, expected, python2=True, exactness=Exactness.EXACT)


def test_keywords_of_a_function_that_another_file_calls():
    text = "import json\nclass S(object):\n    def text(self, **kw): return json.dumps(self.d, sort_keys=True, **kw)\n"
    after = text.replace("**kw)\n", "**{'separators': (', ', ': '), **kw})\n")
    files = {"a.py": text + PROOF, "b.py": "print S().text(\n    indent=2)\n"}
    check_rule(RULE, text, after, python2=True, index=RepositoryIndex(files, files.get))
    files["b.py"] = "print S().text(n=2), other(indent=2)\n"
    check_untouched(RULE, text, python2=True, index=RepositoryIndex(files, files.get))


def test_a_writer_that_is_made_for_later():
    text = "import json, functools\ndump = functools.partial(json.dumps, indent=1)\n"
    check_rule(RULE, text, text.replace("=1)", "=1, separators=(', ', ': '))"), python2=True)


def test_the_output_is_that_of_python_2():
    text = (
        "import json\ndef text(o, **kw): return json.dumps(o, **kw)\n"
        "a = text([1, 2], indent=1)\nb = text([1, 2])\nc = text([1, 2], indent=1, separators=(',', ':'))\n"
    )
    space = {}
    exec(run(RULE, text + PROOF).text, space)
    assert space["a"] == "[\n 1, \n 2\n]"
    assert space["b"] == "[1, 2]"
    assert space["c"] == "[\n 1,\n 2\n]"
