"""Items of a class derived from list."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "inherited_slices"
GET = "    def __getitem__(self, i):\n        return wrapped(list.__getitem__(self, i))\n"


@pytest.mark.parametrize(
    "text",
    [
        f"class S(object):\n{GET}",
        f"class S:\n{GET}",
        f"class S(dict):\n{GET}",
        f"class S(other.Base):\n{GET}",
        f"class M: \n    def __getslice__(self, i, j): return 1\nclass S(M, list):\n{GET}",
        f"class S(list):\n{GET}    def __getslice__(self, i, j):\n        return 1\n",
        "class S(list):\n    def __getitem__(self, i):\n        return list.__getitem__(self, i)\n",
        "class S(list):\n    def __setitem__(self, i, v):\n        super(S, self).__setitem__(i, v)\n",
        "class S(list):\n    def __getitem__(self, i):\n        if isinstance(i, slice): return 1\n        return 2\n",
        "class S(list):\n    def __getitem__(self, i):\n        i.indices(3)\n        return 2\n",
        "class S(list):\n    def __getitem__(self, *args):\n        return 2\n",
        "class S(list):\n    __getitem__ = f\n",
        "class S(tuple):\n    def __setitem__(self, i, v):\n        raise TypeError(i)\n",
        "def __getitem__(self, i):\n    return 2\n",
    ],
)  # fmt: skip
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_another_base_of_the_repository_may_define():
    files = {"a.py": "", "b.py": "class M:\n    def __getslice__(self, i, j): return 1\n"}
    index = RepositoryIndex(files, files.__getitem__)
    check_untouched(RULE, f"import b\nclass S(b.M, list):\n{GET}", python2=True, index=index)


def test_beside_other_bases():
    outcome = run(RULE, f"class S(other.M, list, object):\n{GET}N = 1L\n")
    assert (
        "if isinstance(i, slice) and i.step is None:\n            return list.__getitem__(self, i)"
        in outcome.text
    )


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, f"class S(list):\n{GET}")


def test_the_base_of_a_base():
    check_rule(
        RULE,
        f"class B(list): pass\nclass S(B):\n    '''doc'''\n{GET}",
        "class B(list): pass\nclass S(B):\n    '''doc'''\n    def __getitem__(self, i):\n"
        "        if isinstance(i, slice) and i.step is None:\n            return list.__getitem__(self, i)\n"
        "        return wrapped(list.__getitem__(self, i))\n",
        python2=True,
    )


def test_slices_as_before():
    """The printed lines are those of CPython 2.7.18 for the unmigrated program."""
    program = (
        "import sys\n"
        "class S(list):\n"
        "    def __getitem__(self, i):\n"
        "        '''One item.'''\n"
        "        return ('got', list.__getitem__(self, i))\n"
        "    def __setitem__(self, key, value):\n"
        "        list.__setitem__(self, key, value.lower())\n"
        "    def __delitem__(self, key):\n"
        "        sys.stdout.write('%r goes\\n' % (key,))\n"
        "        list.__delitem__(self, key)\n"
        "class T(tuple):\n"
        "    def __getitem__(self, i):\n"
        "        return 'item %d' % i\n"
        "s = S('ABC')\n"
        "s[0] = 'X'\n"
        "s[len(s):] = ['Y', 'Z']\n"
        "del s[1]\n"
        "del s[-1:]\n"
        "sys.stdout.write('%r %r %r %r\\n' % (s[0], s[1:], s[:-1], s[::2]))\n"
        "sys.stdout.write('%r %r\\n' % (T('ab')[1], T('ab')[:1]))\n"
        "N = 1L\n"
    )
    after = run(RULE, program).text
    done = subprocess.run([sys.executable, "-c", after], capture_output=True, text=True)
    assert done.stdout == (
        "1 goes\n('got', 'x') ['C', 'Y'] ['x', 'C'] ('got', ['x', 'Y'])\n'item 1' ('a',)\n"
    ), done.stderr


def test_another_class_of_the_file_may_have_slice_methods():
    other = "class M(list):\n    def __getslice__(self, i, j): return 1\n"
    text = f"{other}class S(list):\n{GET}"
    done = run(RULE, text + "PROOF = 1L\n").text
    assert done.startswith(other)
    assert "if isinstance(i, slice) and i.step is None:" in done
    mixed = f"{other}class S(M, list):\n{GET}class T(list, mine.M):\n{GET}"
    assert run(RULE, mixed + "PROOF = 1L\n").text == mixed + "PROOF = 1\n"


def test_unicode_is_str_there_as_well():
    text = (
        "class N(unicode):\n    def __getitem__(self, key):\n        return u'%s%s' % (self, key)\n"
        "x = N(u'ab')[1:], N(u'ab')['c']\nn = 1L\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["x"] == ("b", "abc")
