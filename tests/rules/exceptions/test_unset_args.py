"""Exceptions whose arguments their __init__ does not hand on."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "unset_args"
SHOWN = "try:\n    f()\nexcept Exception as e:\n    print(e)\n"


@pytest.mark.parametrize(
    "text",
    [
        "class E(Exception):\n    def __init__(self, a):\n        Exception.__init__(self, a)\n",
        "class E(Exception):\n    def __init__(self, a):\n        super(E, self).__init__(a)\n",
        "class E(Exception):\n    def __init__(self, a):\n        self.args = (a,)\n",
        "class E(Exception): pass\n",
        "class E(IOError):\n    def __init__(self, a):\n        self.a = a\n",
        "class E(UnicodeDecodeError):\n    def __init__(self, a):\n        self.a = a\n",
        "from m import Error\nclass E(Error):\n    def __init__(self, a):\n        self.a = a\n",
        "class E(object):\n    def __init__(self, a):\n        self.a = a\n",
        "class E:\n    def __init__(self, a):\n        self.a = a\n",
        "class E(Exception):\n    def __init__(self, a):\n        self.a = a\n    def __str__(self): return self.a\n",
        "class E(Exception):\n    def __new__(cls, a): return x\n    def __init__(self, a):\n        self.a = a\n",
        "class E(Exception):\n    def __init__(self, a):\n        self.a = a\n"
        "class M(object): pass\nclass F(M, E): pass\n",
        "class E(Exception):\n    def __init__(self, a):\n        '''Doc.'''\n",
        "class E(Exception):\n    def __init__(self, a): pass\n    args = 3\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text + SHOWN, python2=True)


@pytest.mark.parametrize(
    "shown",
    [
        "",
        "print(e)\n",
        "try:\n    f()\nexcept Exception as e:\n    print(e.a)\n",
        "try:\n    f()\nexcept F as e:\n    print(e)\n",
        "try:\n    f()\nexcept E:\n    print(e)\n",
    ],
)
def test_refuses_where_nobody_sees_them(shown):
    text = "class E(Exception):\n    def __init__(self, a):\n        self.a = a\n"
    check_untouched(RULE, text + shown, python2=True)


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, "class E(Exception):\n    def __init__(self, a):\n        self.a = a\n" + SHOWN)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\n        self.a = a\n", "\n        self.args = ()\n        self.a = a\n"),
        (" self.a = a\n", " self.args = (); self.a = a\n"),
        (
            "\n        '''Doc.'''\n        pass\n",
            "\n        '''Doc.'''\n        self.args = ()\n        pass\n",
        ),
        (
            "\n        if a:\n            self.a = a\n",
            "\n        self.args = ()\n        if a:\n            self.a = a\n",
        ),
    ],
)
def test_unsets_them(before, after):
    head = "class E(ValueError):\n    def __init__(self, a):"
    check_rule(RULE, head + before + SHOWN, head + after + SHOWN, python2=True)


@pytest.mark.parametrize(
    "shown",
    [
        "except E as e:\n    print(str(e))",
        "except (E, F) as e:\n    x = '%s' % e",
        "except ValueError as e:\n    x = repr(e)",
        "except E as e:\n    x = e.args",
    ],
)
def test_unsets_them_where_they_are_shown(shown):
    text = f"class E(ValueError):\n    def __init__(self, a): pass\ntry:\n    f()\n{shown}\n"
    check_rule(RULE, text, text.replace("pass", "self.args = (); pass"), python2=True)


def test_a_class_with_a_text_of_its_own_in_a_file_that_shows_arguments():
    text = (
        "class E(Exception):\n    def __init__(self, a):\n        self.a = a\n    def __str__(self): return self.a\n"
        "try: f()\nexcept E as e: x = e.args\n"
    )
    check_rule(
        RULE, text, text.replace("        self.a", "        self.args = ()\n        self.a", 1), python2=True
    )


def test_what_is_shown_is_what_python_2_showed(capsys):
    text = (
        "class A(Exception):\n    def __init__(self, code):\n        self.code = code\n"
        "class B(A):\n    def __init__(self, a, b): A.__init__(self, a); self.b = b\n"
        "class C(A):\n    def __init__(self, a): Exception.__init__(self, 'c%d' % a)\n"
        "for i in 0, 1, 2:\n    try: raise [A(1), B(2, 3), C(4)][i]\n    except A, e: print '[%s]' % e, e.args\n"
    )
    exec(migrate(text).text, {})
    assert capsys.readouterr().out == "[] ()\n[] ()\n[c4] ('c4',)\n"
