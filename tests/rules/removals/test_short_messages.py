"""Messages of assertions."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "short_messages"
HEAD = "import unittest\nclass T(unittest.TestCase):\n"
TEST = "    def test(self):\n        self.assertEqual(1, 2, 'differ')\n"
READ = "try:\n    T('test').test()\nexcept AssertionError as e:\n    x = e\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + TEST,
        HEAD + TEST + "unittest.main()\n",
        HEAD + TEST + "try: T('test').test()\nexcept AssertionError: pass\n",
        HEAD + TEST + "T('test').assertRaises(AssertionError, f)\n",
        HEAD + TEST + "r = run()\nn = len(r.failures)\n",
        HEAD + TEST.replace(", 'differ'", "") + READ,
        HEAD + "    longMessage = True\n" + TEST + READ,
        HEAD.replace("unittest.TestCase", "object") + TEST + READ,
        "import unittest\nclass TestCase: pass\nclass T(TestCase):\n" + TEST + READ,
        "from elsewhere import M\n" + HEAD.replace("(unit", "(M, unit") + TEST + READ,
        "from elsewhere import M\nclass L(M): pass\n" + HEAD.replace("(unit", "(L, unit") + TEST + READ,
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python3():
    check_untouched(RULE, HEAD + TEST + READ)


@pytest.mark.parametrize(
    "read",
    [
        READ,
        "self.assertRaisesRegexp(AssertionError, 'x', f)\n",
        "for one in result.failures: x = one\n",
        "x = r.failures[0]\n",
        "class R(unittest.TestResult):\n    def addFailure(self, test, err): pass\n",
    ],
)
def test_where_the_message_is_read(read):
    check_rule(RULE, HEAD + TEST + read, HEAD + "    longMessage = False\n" + TEST + read, python2=True)


def test_stands_behind_the_docstring_and_before_decorators():
    body = "    '''Doc.'''\n    @f\n    def test(self):\n        self.assertTrue(0, msg='m')\n"
    after = body.replace("    @f\n", "    longMessage = False\n    @f\n")
    check_rule(RULE, HEAD + body + READ, HEAD + after + READ, python2=True)


def test_says_what_python2_said(capsys):
    text = HEAD + "    def runTest(self): pass\n"
    for call in ("assertEqual(1, 2, 'a')", "assertTrue(0, 'b')", "assertIn(1, [], 'c')", "assertEqual(1, 2)"):
        text += f"try: T().{call}\nexcept AssertionError, e: print e\n"
    exec(migrate(text).text, {"__name__": "m"})
    assert capsys.readouterr().out == "a\nb\nc\n1 != 2\n"


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("    \"\"\"Doc.\"\"\"\n", "    \"\"\"Doc.\"\"\"\n    longMessage = False\n"),
        ("    'Doc.'  # why\n\n", "    'Doc.'  # why\n    longMessage = False\n\n"),
        ("    ('Doc.'\n     'more')\n", "    ('Doc.'\n     'more')\n    longMessage = False\n"),
        ("    'Doc.'; kind = 1\n", "    'Doc.'; longMessage = False; kind = 1\n"),
        ("    '''a\n    b'''; kind = 1\n", "    '''a\n    b'''; longMessage = False; kind = 1\n"),
        ("    'Doc.';\n    kind = 1\n", "    'Doc.'; longMessage = False;\n    kind = 1\n"),
        ("    # why\n\n    kind = 1; more = 2\n", "    # why\n\n    longMessage = False\n    kind = 1; more = 2\n"),
    ],
)  # fmt: skip
def test_where_it_stands_in_the_body(body, after):
    check_rule(RULE, HEAD + body + TEST + READ, HEAD + after + TEST + READ, python2=True)


def test_bodies_in_the_line_of_the_header():
    for head, body in (
        ("class A(unittest.TestCase): ", "pass"),
        ("class A(\n    unittest.TestCase): ", "x = 1; y = 2"),
        ("class A(unittest.TestCase,\n        object): ", "pass"),
    ):
        rest = HEAD.replace("import unittest\n", "")
        before = f"import unittest\n{head}{body}\n{rest}{TEST}{READ}"
        after = (
            f"import unittest\n{head}longMessage = False; {body}\n{rest}    longMessage = False\n{TEST}{READ}"
        )
        check_rule(RULE, before, after, python2=True)
    check_rule(
        RULE,
        HEAD.strip() + " 'Doc.'\nclass U(T):\n" + TEST + READ,
        HEAD.strip() + " 'Doc.'; longMessage = False\nclass U(T):\n" + TEST + READ,
        python2=True,
    )


def test_classes_of_the_file_beside_it_are_no_hindrance():
    beside = "class M(object):\n    pass\n"
    head = HEAD.replace("(unit", "(M, unit")
    check_rule(
        RULE,
        beside + head + TEST + READ,
        beside + head + "    longMessage = False\n" + TEST + READ,
        python2=True,
    )
