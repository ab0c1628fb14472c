"""print x, y → print(x, y)."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text",
    [
        "print('a')\n",
        "print ('a')\n",
        "print('a', 'b')\n",
        "print()\n",
        "print('a', end='')\n",
        "print('a', file=f)\n",
        "print(*args)\n",
        "from __future__ import print_function\nprint ('a', 'b')\nprint\n",
        "x = 'print a'  # print a\n",
        "a.print_ = 1\n",
    ],
)
def test_leaves_calls_alone(text):
    check_untouched("print_statement", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print 'a', b\n", "print('a', b)\n"),
        ("print\n", "print()\n"),
        ("print ()\n", "print(())\n"),
        ("print ('a', 'b')\n", "print(('a', 'b'))\n"),
        ("print ('%s') % x\n", "print(('%s') % x)\n"),
        ("print('%s') % x\n", "print(('%s') % x)\n"),
        ("print (a), b\n", "print((a), b)\n"),
        ("print (a).b\n", "print((a).b)\n"),
        ("print -1\n", "print(-1)\n"),
        ("print >>f, x\n", "print(x, file=f)\n"),
        ("print >>f\n", "print(file=f)\n"),
        ("print >>f, x,\n", "print(x, end=' ', file=f)\n"),
        ("print >>f.g(1, 2), x, y\n", "print(x, y, file=f.g(1, 2))\n"),
        ("if a: print b; print c\n", "if a: print(b); print(c)\n"),
        ("print lambda x, y: x, 2\n", "print(lambda x, y: x, 2)\n"),
        ("print a, \\\n    b\n", "print(a, \\\n    b)\n"),
        ("print 'a'  # why\n", "print('a')  # why\n"),
        ("print'a'\n", "print('a')\n"),
        (
            "class A:\n    def f(self):\n        print self,\n",
            "class A:\n    def f(self):\n        print(self, end=' ')\n",
        ),
        ("print (x for x in y)\nprint 1\n", "print (x for x in y)\nprint(1)\n"),
        ("print 'a\\n', b\n", "print('a\\n', b, sep='')\n"),
        ("print a, 'b\\n', c, 'd\\n'\n", "print(a, ' ', 'b\\n', c, ' ', 'd\\n', sep='')\n"),
        ("print '%s\\n' % x, y\n", "print('%s\\n' % x, y, sep='')\n"),
        ("print >>f, '%s\\n' % (x, y), z,\n", "print('%s\\n' % (x, y), z, sep='', end=' ', file=f)\n"),
        ("print '%s\\n' % x,\n", "print('%s\\n' % x, end='')\n"),
        ("print '%s\\n' % x + y, z\n", "print('%s\\n' % x + y, z)\n"),
        ("print '%s\\n' % x.y, z\n", "print('%s\\n' % x.y, z)\n"),
        ("print r'a\\n', 'a ', 'b\\n'\n", "print(r'a\\n', 'a ', 'b\\n')\n"),
    ],
)
def test_rewrites_the_statement(before, after):
    check_rule("print_statement", before, after)


def test_a_tuple_without_a_blank_counts_in_a_file_known_to_be_python2():
    check_rule(
        "print_statement", "print('a', 'b')\nprint()\n", "print(('a', 'b'))\nprint(())\n", python2=True
    )


def test_a_word_after_the_parenthesis_counts_in_a_file_known_to_be_python2():
    check_untouched("print_statement", "print (a) if b else c\n")
    check_rule("print_statement", "print (a) or b\n", "print((a) or b)\n", python2=True)
