"""Examples in docstrings."""

import pytest
from rules.checking import MORE_KEYS, PROOF, PROOF_AFTER, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

DOC = 'def f(x):\n    """Twice.\n\n{}\n    """\n    return 2 * x\n'


@pytest.mark.parametrize(
    "example",
    [
        "    >>> f(2)\n    4",
        "    >>> print(f(2))\n    4",
        "    The manual says: print f(2)",
        "    > >> print f(2)",
        "    >>> print 'a\\n'\n    a",
        "    >>> print f(\n    4",
        "    >>> if f(2):\n    ...     print(1)\n    1",
    ],
)
def test_leaves_what_python_3_reads_and_what_is_no_example(example):
    check_untouched("doctest_source", DOC.format(example), python2=True)


def test_leaves_strings_that_are_no_docstrings():
    check_untouched("doctest_source", 'x = """\n>>> print 1\n"""\n', python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    >>> print f(2), f(3)\n    4 6", "    >>> print(f(2), f(3))\n    4 6"),
        (
            "    >>> for i in 1, 2:\n    ...     print f(i)\n    2\n    4\n\n    >>> f(1)\n    2",
            "    >>> for i in 1, 2:\n    ...     print(f(i))\n    2\n    4\n\n    >>> f(1)\n    2",
        ),
        ("    >>> print `f(2)`\n    4", "    >>> print(repr(f(2)))\n    4"),
        ("    >>> f(2L)\n    4L", "    >>> f(2)\n    4L"),
        (
            "    >>> try: f()\n    ... except TypeError, e: pass",
            "    >>> try: f()\n    ... except TypeError as e: pass",
        ),
    ],
)
def test_lowers_the_syntax_of_examples(before, after):
    check_rule("doctest_source", DOC.format(before), DOC.format(after))


def test_reads_docstrings_of_modules_and_classes():
    before = '""">>> print 1\n1\n"""\n\n\nclass A:\n    """>>> print 2"""\n'
    after = '""">>> print(1)\n1\n"""\n\n\nclass A:\n    """>>> print(2)"""\n'
    check_rule("doctest_source", before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (">>> 7/2\n    3", ">>> 7//2\n    3"),
        (">>> x = 7\n    >>> x / 2\n    3", ">>> x = 7\n    >>> x // 2\n    3"),
        (">>> f(3) # why\n    >>> print 7/2 # why", ">>> f(3) # why\n    >>> print(7//2) # why"),
        (">>> {1: 2}.keys()\n    [1]", ">>> list({1: 2}.keys())\n    [1]"),
        (">>> map(f, [1])\n    [2]", ">>> list(map(f, [1]))\n    [2]"),
        (">>> import StringIO\n    >>> s = StringIO.StringIO()", ">>> import io\n    >>> s = io.StringIO()"),
        (">>> for k in [3]:\n    ...     print k/2\n    1", ">>> for k in [3]:\n    ...     print(k//2)\n    1"),
        (">>> print ('a', 1)\n    ('a', 1)", ">>> print(('a', 1))\n    ('a', 1)"),
        (">>> `f(2)`\n    '4'", ">>> repr(f(2))\n    '4'"),
    ],
)  # fmt: skip
def test_examples_of_a_python_2_file_mean_what_python_2_meant(before, after):
    text = DOC + PROOF
    outcome = migrate(text.format("    " + before), "a.py")
    assert outcome.text == text.format("    " + after).replace(PROOF, PROOF_AFTER)
    assert migrate(outcome.text, "a.py").text == outcome.text


def test_an_example_that_needs_a_helper_is_lowered_only():
    outcome = migrate(DOC.format("    >>> print round(2.5)\n    3.0") + PROOF, "a.py")
    assert ">>> print(round(2.5))\n" in outcome.text


def test_the_doc_of_a_property_is_a_docstring():
    text = 'class C:\n    size = property(f, doc="""\n    >>> print C().size\n    1\n    """)\n'
    check_rule("doctest_source", text, text.replace("print C().size", "print(C().size)"))


def test_what_would_need_more_lines_is_lowered():
    before = ">>> try:\n    ...     f()\n    ... except E, e:\n    ...     pass\n    >>> e.args"
    after = before.replace("E, e", "E as e")
    outcome = migrate(DOC.format("    " + before) + PROOF, "a.py")
    assert outcome.text == DOC.format("    " + after) + PROOF_AFTER


def test_an_example_that_runs_a_string():
    outcome = migrate(DOC.format("    >>> exec code in names") + PROOF, "a.py")
    assert outcome.text == DOC.format("    >>> exec(code, names)") + PROOF_AFTER


def test_one_example_that_needs_a_helper_does_not_keep_the_others():
    examples = ">>> a, b = given()\n    >>> c = a / b\n    >>> print range(2)\n    [0, 1]\n"
    after = migrate(f'def f():\n    """Do.\n\n    {examples}    """\n    print 1\n').text
    assert ">>> c = a / b\n" in after
    assert ">>> print(list(range(2)))\n" in after


def test_an_old_example_does_not_make_a_file_python_2():
    text = 'def half(n):\n    """\n    >>> print half(3)\n    1.5\n    """\n    return n / 2\n'
    assert migrate(text).text == text.replace("print half(3)", "print(half(3))")


def test_a_raw_string_says_what_its_examples_are():
    before = 'def f(x):\n    r"""Twice.\n\n    >>> print "a\\n"\n    a\n    """\n'
    check_rule("doctest_source", before, before.replace('print "a\\n"', 'print("a\\n")'), python2=True)


def test_what_a_module_hands_to_doctest_is_like_a_docstring():
    before = '__test__ = {"a": """\n>>> print 1\n1\n"""}\n'
    check_rule("doctest_source", before, before.replace("print 1", "print(1)"), python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    >>> s.write('a')\n    >>> f(2)\n    4", "    >>> _ = s.write('a')\n    >>> f(2)\n    4"),
        ("    >>> open(p, 'w').write('a\\\\n')\n", "    >>> _ = open(p, 'w').write('a\\\\n')\n"),
        ("    >>> s.seek(\n    ...     0)", "    >>> _ = s.seek(\n    ...     0)"),
    ],
)
def test_what_streams_count_now_is_not_shown(before, after):
    check_rule("doctest_source", DOC.format(before), DOC.format(after), python2=True)


@pytest.mark.parametrize(
    "example",
    [
        "    >>> s.write('a')\n    1",
        "    >>> n = s.write('a')",
        "    >>> s.seek(0); s.read()\n    'a'",
        "    >>> s.write",
        "    >>> f(s.tell(), t.write('a'))",
        "    >>> if s: s.write('a')",
    ],
)
def test_what_is_shown_or_kept_stays(example):
    check_untouched("doctest_source", DOC.format(example), python2=True)


def test_only_in_python2():
    check_untouched("doctest_source", DOC.format("    >>> s.write('a')"))


def test_two_backslashes_are_one():
    check_rule(
        "doctest_source",
        DOC.format("    >>> print 'a', \\\\\n    ...     'b'\n    >>> print 'a\\\\n', 1L"),
        DOC.format("    >>> print('a', \\\\\n    ...     'b')\n    >>> print('a\\\\n', 1, sep='')"),
        python2=True,
    )
    check_untouched("doctest_source", DOC.format("    >>> print 'a\\n', 1L"), python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "    >>> for x in 'ab': print x,\n    a b",
            "    >>> for x in 'ab': print(x, end=' ')  # doctest: +NORMALIZE_WHITESPACE\n    a b",
        ),
        (
            "    >>> for x in 'ab':\n    ...     print x,\n    a b",
            "    >>> for x in 'ab':  # doctest: +NORMALIZE_WHITESPACE\n    ...     print(x, end=' ')\n    a b",
        ),
        ("    >>> print 1,\n", "    >>> print(1, end=' ')\n"),
        ("    >>> print 1, # one\n    1", "    >>> print(1, end=' ') # one\n    1"),
    ],
)
def test_a_line_that_is_left_open_ends_in_no_blank(before, after):
    check_rule("doctest_source", DOC.format(before), DOC.format(after), python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    >>> f(7) / 2\n    3", "    >>> f(7) // 2\n    3"),
        (
            "    >>> x = f(7); print x.n/2\n    3\n    >>> 1\n    1",
            "    >>> x = f(7); print(x.n//2)\n    3\n    >>> 1\n    1",
        ),
        ("    >>> f(7)[0] / 2 == 3L\n    True", "    >>> f(7)[0] // 2 == 3\n    True"),
        ("    >>> f(7) / 2 == 3\n    False", "    >>> f(7) / 2 == 3\n    False"),
        ("    >>> f(7) / 2 == 3.5\n    True", "    >>> f(7) / 2 == 3.5\n    True"),
        ("    >>> f(7) / 2\n    3\n    4", "    >>> f(7) / 2\n    3\n    4"),
        ("    >>> f(7) / 2\n    3.5", "    >>> f(7) / 2\n    3.5"),
        ("    >>> f('a/b') / 2\n    3", "    >>> f('a/b') / 2\n    3"),
        ("    >>> f(1 / 2)\n    3", "    >>> f(1 // 2)\n    3"),
        ("    >>> x.a, x[0] / n\n    ('b', 3)", "    >>> x.a, x[0] // n\n    ('b', 3)"),
        ("    >>> x.a / n, x\n    (3, 1.5)", "    >>> x.a // n, x\n    (3, 1.5)"),
        ("    >>> [x / 2 for x in y]\n    [3, 1]", "    >>> [x // 2 for x in y]\n    [3, 1]"),
        ("    >>> print x, x.f() / 2\n    a 3", "    >>> print(x, x.f() // 2)\n    a 3"),
        ("    >>> print x.f() / 2, x\n    3 1.5", "    >>> print(x.f() // 2, x)\n    3 1.5"),
        (
            "    >>> for e in q: print e, e.n / 2\n    a 0\n    b 1",
            "    >>> for e in q: print(e, e.n // 2)\n    a 0\n    b 1",
        ),
        (
            "    >>> print '%s' % [n / 2 for n in f()]\n    [3]",
            "    >>> print('%s' % [n // 2 for n in f()])\n    [3]",
        ),
        # Floats, objects that spell themselves as numbers, and what stands among others.
        ("    >>> x.a, x[0] / n\n    (3, 1.5)", "    >>> x.a, x[0] / n\n    (3, 1.5)"),
        ("    >>> [x / 2 for x in y]\n    [3, 1.5]", "    >>> [x / 2 for x in y]\n    [3, 1.5]"),
        ("    >>> [x / 2 for x in y]\n    []", "    >>> [x / 2 for x in y]\n    []"),
        ("    >>> print x, Bits(6) / 2\n    a 11", "    >>> print(x, Bits(6) / 2)\n    a 11"),
        (
            "    >>> a = m.Bits(6)\n    >>> print x, a / 2\n    a 11",
            "    >>> a = m.Bits(6)\n    >>> print(x, a / 2)\n    a 11",
        ),
        ("    >>> print x, x.f() / 2, 3\n    1 2.0 3", "    >>> print(x, x.f() / 2, 3)\n    1 2.0 3"),
        (
            "    >>> for e in q: print e, e.n / 2\n    a 0\n    b 1.5",
            "    >>> for e in q: print(e, e.n / 2)\n    a 0\n    b 1.5",
        ),
        ("    >>> print x, x.f('/') / 2\n    a 3", "    >>> print(x, x.f('/') / 2)\n    a 3"),
    ],
)
def test_a_whole_number_that_is_shown_was_divided_by_whole_numbers(before, after):
    before, after = (
        DOC.format(f"    >>> print 1\n    1\n{before}"),
        DOC.format(f"    >>> print(1)\n    1\n{after}"),
    )
    check_rule("doctest_source", before, after, python2=True)


def test_what_is_only_taken_for_python2_may_show_its_own_methods():
    text = '"""\n>>> m.has_key(1), list(m.itervalues())\n(True, [])\n"""\n'
    files = {"a.py": text, **dict.fromkeys(MORE_KEYS[:3], "")}
    index = RepositoryIndex(files, files.get)
    assert migrate(text, "a.py", index).text == text
    assert "1 in m" in migrate(text + "n = 1L\n", "a.py", index).text
    shown = text.replace("(True, [])", "(True, [u'a'])")
    files["a.py"] = shown
    assert "1 in m" in migrate(shown, "a.py", RepositoryIndex(files, files.get)).text


def test_an_example_that_is_skipped_shows_how_something_was_written():
    text = 'def f(x):\n    """\n    >>> print f(2)  # doctest: +SKIP\n    """\n'
    check_untouched("doctest_source", text)
    check_rule("doctest_source", text, text.replace("print f(2)", "print(f(2))"), python2=True)


def test_true_division_of_the_module_is_that_of_its_examples():
    """doctest runs them by what the module imports from `__future__`."""
    text = 'def f(x):\n    """\n    >>> print f(1/3)\n    0.3\n    """\n    return x\n'
    assert ">>> print(f(1//3))" in migrate(text + "n = 1L\n").text
    assert ">>> print(f(1/3))" in migrate("from __future__ import division\n" + text + "n = 1L\n").text


def test_a_class_of_the_file_may_say_what_a_division_is():
    text = 'class C:\n    """\n    >>> a = C()\n    >>> b = 7\n    >>> b / 2\n    3\n'
    text += '    >>> a / 2\n    3\n    >>> len(a) / 2\n    3\n    """\n'
    text += "    def __div__(self, n): return 3\nprint 1\n"
    after = migrate(text).text
    assert ">>> a / 2\n" in after and ">>> len(a) // 2\n" in after and ">>> b // 2\n" in after
    assert ">>> a // 2\n" in migrate(text.replace("__div__", "half")).text


def test_an_example_that_python_3_cannot_read_tells_about_those_beside_it():
    text = '''def f(n):
    """Half.

    >>> {0}
    3
    >>> f(2), {1}
    (1, [0, 1])
    """
    return n
'''

    def taken_for_python_2(one):
        files = {"a.py": one, **dict.fromkeys(MORE_KEYS[:3], "")}
        return migrate(one, "a.py", RepositoryIndex(files, files.get)).text

    migrated = taken_for_python_2(text.format("print f(7)", "range(2)"))
    assert migrated == text.format("print(f(7))", "list(range(2))")
    assert taken_for_python_2(migrated) == migrated
    plain = text.format("f(7)", "range(2)")
    assert taken_for_python_2(plain) == plain


OWN = '''class Stack(object):
    """A stack.

    >>> s = Stack(a=1)
    >>> print s.iteritems(), {}.iteritems()
    1
    >>> s.viewitems() and other.viewitems()
    True
    >>> other.s.viewkeys(), Stack(1).viewkeys()
    1
    """
    def __init__(self, *x, **y): pass
    def iteritems(self): return 1
    def viewitems(self): return 1
    def viewkeys(self): return 1
'''


def test_methods_that_the_documented_class_has_itself_keep_their_names():
    after = (
        OWN.replace("print s.iteritems(), {}.iteritems()", "print(s.iteritems(), iter({}.items()))")
        .replace("other.viewitems()", "other.items()")
        .replace("other.s.viewkeys()", "other.s.keys()")
    )
    assert migrate(OWN + PROOF, key="m.py").text == after + PROOF_AFTER
    assert migrate(after + PROOF_AFTER, key="m.py").text == after + PROOF_AFTER


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("s = Stack(); print 1", True),
        ("s = Stack(f(1), {})  # one", True),
        ("x = 1; s = m.Stack(1)", True),
        ("s = Stack(1)\n    >>> s = {}", False),
        ("s = Stack(1).all()", False),
    ],
)
def test_what_a_variable_holds_last_tells_whose_methods_are_asked(given, kept):
    text = f'class Stack:\n    """\n    >>> {given}\n    >>> print s.iteritems()\n    1\n    """\n'
    text += "    def iteritems(self): return 1\n"
    made = migrate(text + PROOF, key="m.py").text
    assert (">>> print(s.iteritems())" in made) is kept


def test_they_are_renamed_where_no_class_has_them():
    before = OWN.replace("def iteritems", "def items").replace("def viewitems", "def v")
    after = (
        before.replace("print s.iteritems(), {}.iteritems()", "print(iter(s.items()), iter({}.items()))")
        .replace("s.viewitems() and other.viewitems()", "s.items() and other.items()")
        .replace("other.s.viewkeys()", "other.s.keys()")
    )
    assert migrate(before + PROOF, key="m.py").text == after + PROOF_AFTER


EXAMPLES = "X = '''\n>>> print `1`\n1\n'''\n"


@pytest.mark.parametrize(
    "use",
    [
        "import doctest\ndoctest.run_docstring_examples(X, {})\n",
        "import doctest\ncase = doctest.DocTestParser().get_doctest(X, {}, 'x', 'f', 0)\n",
        "import doctest\nopen('x.txt', 'w').write(X)\ndoctest.testfile('x.txt')\n",
        "import doctest\nopen('x.txt', 'wb').write(X.encode('utf-8'))\ndoctest.testfile('x.txt')\n",
        "import doctest, os\nos.write(fd, X)\ndoctest.testfile(path)\n",
    ],
)
def test_what_doctest_is_given_to_run(use):
    check_rule(
        "doctest_source", EXAMPLES + use, EXAMPLES.replace("print `1`", "print(repr(1))") + use, python2=True
    )


@pytest.mark.parametrize(
    "use",
    [
        "import doctest\nopen('x.txt', 'w').write(X)\n",
        "import doctest\nf(X)\n",
        "import doctest, os\nos.write(X, fd)\ndoctest.testfile(path)\n",
        "import doctest\nX = g(X)\ndoctest.run_docstring_examples(X, {})\n",
        "run_docstring_examples(X, {})\n",
    ],
)
def test_what_nobody_runs(use):
    check_untouched("doctest_source", EXAMPLES + use, python2=True)


def test_a_string_of_one_line_becomes_one_of_several():
    given = "import doctest\ncase = doctest.DocTestParser().get_doctest({}, {{}}, 'x', 'f', 0)\n"
    before = given.format(r"'>>> print `1`\n1\n>>> \'\\n\'\n\'\\n\'\n'") + PROOF
    after = given.format("'''>>> print(repr(1))\n1\n>>> \\'\\\\n\\'\n\\'\\\\n\\'\n'''") + PROOF_AFTER
    assert migrate(before).text == after
    assert migrate(after).text == after


@pytest.mark.parametrize(
    "literal",
    [
        r"'>>> print(1)\n1\n'",
        r"'>>> print 1'",
        r"r'>>> print 1\n1\n'",
        r"'>>> print 1\n' '1\n'",
        r"'print 1\n'",
    ],
)
def test_other_strings_of_one_line(literal):
    check_untouched(
        "doctest_source", f"import doctest\ndoctest.run_docstring_examples({literal}, {{}})\n", python2=True
    )


def test_what_doc_is_given_is_a_docstring_as_well():
    text = 'class C(object):\n    __doc__ = """Tags.\n\n    >>> print {}\n    a\n    """{}\n'
    for given in ("", " % {'a': A}"):
        before = text.format("C('%(a)s')", given)
        check_rule("doctest_source", before, before.replace("print C('%(a)s')", "print(C('%(a)s'))"))
    check_untouched("doctest_source", text.format("'%%s' % x", " % {'a': A}"))
    check_untouched("doctest_source", text.format("x", "").replace("__doc__", "text"))


def test_an_import_that_nothing_needs_leaves_an_example_behind():
    before = DOC.format("    >>> import StringIO\n    >>> import time\n    >>> print f(2)\n    4") + PROOF
    after = before.replace("import StringIO", "pass").replace("print f(2)", "print(f(2))")
    assert migrate(before, "a.py").text == after.replace(PROOF, PROOF_AFTER)


def test_what_became_shorter_keeps_its_lines():
    before = DOC.format(
        "    >>> import os\n    >>> x = sorted([1],\n    ...            cmp=f)\n    >>> x\n    [1]"
    )
    after = migrate(before + PROOF, "a.py").text
    assert ">>> import functools; import os\n" in after
    assert ">>> x = sorted([1], key=functools.cmp_to_key(f))\n    ...\n    >>> x\n" in after


DAY = (
    'class Day:\n    """\n    >>> {}\n    2\n    """\n'
    "    def __init__(self, n): self.n = n\n    def next(self, k=1): return Day(self.n + k)\n"
)


@pytest.mark.parametrize(
    "example",
    [
        "Day(1).next().n",
        "d = Day(1)\n    >>> print(d.next().n)",
        "days[0].next().n",
        "Day(1).next().next().n",
    ],
)
def test_a_method_that_is_called_next_and_is_no_iterators_stays(example):
    text = DAY.format(example)
    assert migrate(text + PROOF, "a.py").text == text + PROOF_AFTER


@pytest.mark.parametrize(
    "more",
    [
        "def days():\n    yield 1\n",
        "class Days:\n    def __iter__(self): return self\n    def next(self): raise StopIteration\n",
    ],
)
def test_items_of_iterators_are_taken_beside_such_a_class(more):
    examples = "days().next()\n    1\n    >>> Day(1).next().n"
    new = migrate(DAY.format(examples) + more + PROOF, "a.py").text
    assert ">>> next(days())\n" in new
    assert ">>> Day(1).next().n\n" in new


def test_the_items_of_an_iterator_of_the_file_are_taken_by_next():
    text = (
        'class Days:\n    """\n    >>> Days().next()\n    1\n    """\n'
        "    def __iter__(self): return self\n    def next(self): return 1\n"
    )
    assert ">>> next(Days())\n" in migrate(text + PROOF, "a.py").text


def test_what_needs_no_helper_is_migrated_beside_what_does():
    text = DOC.format("    >>> a, b = given()\n    >>> a / b\n    >>> 7 / 2, -7 / 2\n    (3, -4)") + PROOF
    new = migrate(text, "a.py").text
    assert ">>> a / b\n" in new
    assert ">>> 7 // 2, -7 // 2\n" in new
    assert migrate(new, "a.py").text == new


def test_several_examples_that_need_helpers_do_not_keep_the_others():
    examples = (
        "    >>> a, b = given()\n    >>> a / b\n    >>> for i in a: print i,\n    >>> print 'x'; print\n"
        "    >>> names = map(f, a); names\n    >>> 7 / 2, -7 / 2\n    (3, -4)"
    )
    new = migrate(DOC.format(examples) + PROOF, "a.py").text
    assert ">>> names = list(map(f, a)); names\n" in new
    assert ">>> 7 // 2, -7 // 2\n" in new
    assert "print_softspace" not in new
    assert migrate(new, "a.py").text == new


CARD = (
    'class Card:\n    """\n    >>> {}\n    1\n    """\n    def __init__(self, n): self.n = n\n'
    "    def __cmp__(self, other): return -1\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("cmp(Card(1), Card(2))", "(Card(1) > Card(2)) - (Card(1) < Card(2))"),
        ("-cmp(Card(1), b.c)", "-((Card(1) > b.c) - (Card(1) < b.c))"),
        ("cmp(Card('x'), b)", "(Card('x') > b) - (Card('x') < b)"),
    ],
)
def test_objects_are_compared_by_operators(before, after):
    new = migrate(CARD.format(before) + PROOF, "a.py").text
    assert f">>> {after}\n" in new
    assert migrate(new, "a.py").text == new


@pytest.mark.parametrize(
    "example",
    ["cmp(take(), b)", "cmp = f\n    >>> cmp(a, b)", "from m import cmp\n    >>> cmp(a, b)", "x.cmp(a, b)"],
)
def test_what_may_not_be_spelled_twice_is_not_compared_by_operators(example):
    assert f">>> {example}\n" in migrate(CARD.format(example) + PROOF, "a.py").text
