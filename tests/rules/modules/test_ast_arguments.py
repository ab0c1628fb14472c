"""Parameters in syntax trees."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

RULE = "ast_arguments"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = [a.id for a in f.args.args]\n", "x = [a.arg for a in f.args.args]\n"),
        ("for a in f.args.args[1:]:\n    g(a.id)\n", "for a in f.args.args[1:]:\n    g(a.arg)\n"),
        ("x = f.args.args[0].id\n", "x = f.args.args[0].arg\n"),
    ],
)
def test_a_parameter_has_a_name_of_its_own(before, after):
    check_rule(RULE, "import ast\n" + before, "import ast\n" + after)


def test_the_names_of_what_is_left_over():
    text = "import ast\ndef f(node):\n    names = node.args.vararg, node.args.kwarg\n    return names\n"
    after = text.replace("node.args.vararg", 'getattr(node.args.vararg, "arg", None)')
    after = after.replace("node.args.kwarg", 'getattr(node.args.kwarg, "arg", None)')
    check_rule(RULE, text, after, python2=True)
    check_untouched(RULE, text)


def test_what_it_finds_is_right():
    text = "import ast\ndef f(node):\n    return [a.id for a in node.args.args], node.args.vararg, node.args.kwarg\n"
    space = {}
    exec(run(RULE, text + PROOF).text, space)
    tree = space["ast"].parse("def g(a, b, *c): pass")
    assert space["f"](tree.body[0]) == (["a", "b"], "c", None)


@pytest.mark.parametrize(
    "text",
    [
        "x = [a.id for a in f.args.args]\n",
        "import ast\nx = [a.id for a in f.args]\ny = [a.id for a in call.args.keywords]\n",
        "import ast\nx = [a.id for a in f.args.args]\nx += [a.arg for a in g.args.args]\n",
        "import ast\nx = [getattr(a, 'arg', None) or a.id for a in f.args.args]\n",
        "import ast\nfor a in f.args.args:\n    a = g(a)\n    h(a.id)\n",
        "import ast\nx = f.vararg, f.args.vararg is None, f.args.vararg.name\n",
        "import ast\nf.args.vararg = 'x'\n",
    ],
)
def test_leaves(text):
    check_untouched(RULE, text, python2=True)
