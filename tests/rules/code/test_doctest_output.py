"""What examples in docstrings are expected to show."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "doctest_output"


def documented(example: str, head: str = "", foot: str = "") -> str:
    lines = "".join(f"    {line}\n" if line else "\n" for line in example.split("\n"))
    return f'{head}def f():\n    """Text u\'a\' 1L.\n\n{lines}    """\n{foot}'


@pytest.mark.parametrize(
    "example",
    [
        ">>> f(u'a')\n'a'",
        ">>> f()\n\nu'prose'",
        ">>> f()\nmenu'a' 'u' 1.5L xL \"u'\"[1:]".replace('"u\'"[1:]', ""),
        ">>> f()\nTraceback (most recent call last):\nKeyError",
        ">>> f()\nTraceback (most recent call last):\nUnknown: a",
        ">>> f()\n<one instance at a time> <class of its own at 0x1> <unbound method> <_sre.SRE_Match object at 0x12>",
        ">>> f()\n<type 'instance'> timedelta(0) timedelta(days=1) Other('a',) <class 'list'>",
    ],
)
def test_refuses(example):
    check_untouched(RULE, documented(example), python2=True)


def test_refuses_in_a_file_that_may_be_python_3():
    check_untouched(RULE, documented(">>> f()\nu'a'"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (">>> f()\nu'a'", ">>> f()\n'a'"),
        (">>> f()\nset([u'a', 2L])", ">>> f()\n{'a', 2}"),
        (
            ">>> f()\n[set([]), frozenset([1]), frozenset([])]",
            ">>> f()\n[set(), frozenset({1}), frozenset()]",
        ),
        (
            ">>> for x in y:\n...     x\nu'a'\n[U\"b\", 0xffL, 2L]",
            ">>> for x in y:\n...     x\n'a'\n[\"b\", 0xff, 2]",
        ),
        (">>> f()\n<Markup u'a'>\n>>> g()\n1L", ">>> f()\n<Markup 'a'>\n>>> g()\n1"),
        (
            ">>> f()\n(<type 'list'>, <type 'unicode'>, <type 'exceptions.KeyError'>)",
            ">>> f()\n(<class 'list'>, <class 'str'>, <class 'KeyError'>)",
        ),
        (
            ">>> f()\n[datetime.timedelta(-1, 84600), timedelta(0, 0, 5)]",
            ">>> f()\n[datetime.timedelta(days=-1, seconds=84600), timedelta(microseconds=5)]",
        ),
        (
            ">>> f()\n(<a.B instance at 0x...>, <class __main__.B at 0x...>, <unbound method B.c>)",
            ">>> f()\n(<a.B object at 0x...>, <class '__main__.B'>, <function B.c at 0x...>)",
        ),
        (
            ">>> f()\n[<_sre.SRE_Match object at 0x...>, <_sre.SRE_Pattern object at ...>]",
            ">>> f()\n[<re.Match object; ...>, re.compile(...)]",
        ),
        (
            ">>> f()\n[<listiterator object at 0x...>, <dictionary-keyiterator object at 0x...>]",
            ">>> f()\n[<list_iterator object at 0x...>, <dict_keyiterator object at 0x...>]",
        ),
        (
            ">>> f()\n(<generator object f at 0x...>, <generator object f at 0x12>)",
            ">>> f()\n(<generator object ...f at 0x...>, <generator object f at 0x12>)",
        ),
        (">>> f()\n[ValueError('a',), MyError(u'b',)]", ">>> f()\n[ValueError('a'), MyError('b')]"),
    ],
)
def test_spells_values(before, after):
    check_rule(RULE, documented(before), documented(after), python2=True)


ERROR = "class Bad(Exception):\n    pass\n\n\n"
SHOWN = ">>> f()\nTraceback (most recent call last):\n    ...\n{}Bad: no u'a'"


def test_an_exception_of_the_module_is_shown_with_it():
    index = RepositoryIndex(["src/pkg/__init__.py", "src/pkg/mod.py"])
    where = {"key": "src/pkg/mod.py", "index": index}
    check_rule(
        RULE,
        documented(SHOWN.format(""), ERROR),
        documented(SHOWN.format("pkg.mod.").replace("u'a'", "'a'"), ERROR),
        python2=True,
        **where,
    )


def test_dots_below_what_is_shown_are_shown_too():
    shown = ">>> f(\n... )\nTraceback (most recent call last):\n...\n{}Bad: 1"
    before, after = (documented(shown.format(name), ERROR) for name in ("", "a."))
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    ("head", "foot"),
    [
        ("from errors import Bad\n\n\n", ""),
        (ERROR, "\n\nif __name__ == '__main__':\n    doctest.testmod()\n"),
    ],
)
def test_an_exception_of_more_than_one_module_is_known_by_its_name(head, foot):
    shown = SHOWN.format("")
    after = shown.replace("f()", "f()  # doctest: +IGNORE_EXCEPTION_DETAIL").replace("u'a'", "'a'")
    check_rule(RULE, documented(shown, head, foot), documented(after, head, foot), python2=True)


def test_the_doc_of_a_property_is_a_docstring():
    text = 'class C:\n    size = property(lambda self: 1, doc="""\n    >>> C().size\n    1L\n    """)\n'
    check_rule(RULE, text, text.replace("1L", "1"), python2=True)
    fourth = 'class C:\n    a = property(f, None, None, """\n    >>> C().a\n    u\'a\'\n    """)\n'
    check_rule(RULE, fourth, fourth.replace("u'a'", "'a'"), python2=True)
    check_untouched(RULE, text.replace("property", "other"), python2=True)
    check_untouched(RULE, text.replace('doc="""', 'doc="""a""" """'), python2=True)


def test_characters_are_shown_as_they_are():
    text = documented(">>> f()\n[u'Hor\\\\xe1rio \\\\u20ac', u'\\\\x85\\\\n', '\\\\xe1']")
    after = documented(">>> f()\n['Hor\\xe1rio \\u20ac', '\\\\x85\\\\n', '\\\\xe1']")
    check_rule(RULE, text, after, python2=True)
    raw = documented(">>> f()\nu'\\xe1'").replace('    """Text', '    r"""Text')
    check_rule(RULE, raw, raw.replace("u'\\xe1'", "'\\xe1'"), python2=True)


def test_an_exception_that_the_file_does_not_name_is_known_by_its_name():
    before = documented(">>> g()\nTraceback (most recent call last):\n    ...\nParseError: no")
    after = before.replace(">>> g()", ">>> g()  # doctest: +IGNORE_EXCEPTION_DETAIL")
    check_rule(RULE, before, after, python2=True)


def test_what_a_module_hands_to_doctest_is_like_a_docstring():
    check_rule(
        RULE,
        '__test__ = {"a": """\n>>> f()\n1L\n"""}\n',
        '__test__ = {"a": """\n>>> f()\n1\n"""}\n',
        python2=True,
    )
    for other in ('test = {{"a": {}}}\n', 'def f(): __test__ = {{"a": {}}}\n', '__test__ = {{"a": f({})}}\n'):
        check_untouched(RULE, other.format('"""\n>>> f()\n1L\n"""'), python2=True)


def test_an_exception_may_be_a_class_of_another_file_by_any_name():
    text = documented(">>> f()\nTraceback (most recent call last):\nNoSuchMove: a")
    files = {"a.py": text, "errors.py": "class NoSuchMove(Exception): pass\n"}
    made = run(RULE, text + PROOF, index=RepositoryIndex(files, files.get)).text
    assert ">>> f()  # doctest: +IGNORE_EXCEPTION_DETAIL" in made


def test_messages_of_exceptions_spell_values_too():
    text = (
        'def f():\n    """\n    >>> f()\n    Traceback (most recent call last):\n    ...\n'
        "    ValueError: no [u'a', 1L] here\n"
        '    """\n    raise ValueError("no %r here" % [u\'a\', 1L])\n'
    )
    assert "    ValueError: no ['a', 1] here\n" in run("doctest_output", text).text
    text = text.replace("ValueError: no [u'a', 1L] here", "TypeError: unsupported u'a'")
    assert "    TypeError: unsupported 'a'\n" in run("doctest_output", text).text


@pytest.mark.parametrize(
    ("body", "renamed"),
    [
        ("return __import__(name)", True),
        ("import importlib; return importlib.import_module(name)", True),
        ("return find(name)", False),
        ("__import__('os')\n    raise ImportError('No module named ' + name)", False),
    ],
)
def test_what_a_function_does_not_find_to_import(body, renamed):
    before = (
        'def load(name):\n    """\n    >>> load("a.b")\n    Traceback (most recent call last):\n      ...\n'
        f'    ImportError: No module named b\n    """\n    {body}\n'
    )
    after = before.replace("    ImportError:", "    ModuleNotFoundError:").replace(
        'load("a.b")', 'load("a.b")  # doctest: +IGNORE_EXCEPTION_DETAIL'
    )
    if renamed:
        check_rule("doctest_output", before, after, python2=True)
    else:
        check_untouched("doctest_output", before, python2=True)
