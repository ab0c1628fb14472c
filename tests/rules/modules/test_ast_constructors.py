"""Nodes of the syntax tree, made by hand."""

import ast

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "ast_constructors"


@pytest.mark.parametrize(
    "call",
    [
        "ast.Call(f, [], [])",
        "ast.Call(f, [], [], args, None)",
        "ast.Call(f, args=[], keywords=[], starargs=None, kwargs=None)",
        "ast.Call(*parts)",
        "ast.arguments([], [], None, [], [], None, [])",
        "ast.Module(body, [])",
        "ast.Name(x, ast.Load())",
        "ast.Name('none', ast.Load())",
        "other.Module(body)",
    ],
)
def test_refuses(call):
    check_untouched(RULE, f"import ast\na = {call}\n", python2=True)


def test_leaves_names_that_are_imported_and_files_of_python_3():
    check_untouched(RULE, "from ast import Module\na = Module(body)\n", python2=True)
    check_untouched(RULE, "import ast\na = ast.Module(body)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ast.Call(f, g(x), [], None, None)", "ast.Call(f, g(x), [])"),
        ("ast.Module([a])", "ast.Module([a], [])"),
        ("ast.ClassDef(n, b, body, [])", "ast.ClassDef(n, b, [], body, [])"),
        ("ast.Name(n, ast.Param())", "ast.arg(n)"),
        ("ast.Name('True', ast.Load())", "ast.Constant(True)"),
        ("ast.arguments(a, None, None, d)", "ast.arguments([], a, None, [], [], None, d)"),
        ("ast.arguments(a, 'x', k, [])", "ast.arguments([], a, ast.arg('x'), [], [], k and ast.arg(k), [])"),
        ("ast.TryExcept(a, b, c)", "ast.Try(a, b, c, [])"),
        ("ast.TryFinally(a, b)", "ast.Try(a, [], [], b)"),
        ("ast.With(a, b, c)", "ast.With([ast.withitem(a, b)], c)"),
    ],
)
def test_gives_the_fields_of_python_3(before, after):
    check_rule(RULE, f"import ast\na = {before}\n", f"import ast\na = {after}\n", python2=True)


def test_what_a_program_makes_can_be_compiled():
    text = (
        "import ast\n"
        "call = ast.Call(ast.Name('g', ast.Load()), [ast.Name('x', ast.Load())], [], None, None)\n"
        "made = ast.FunctionDef('f', ast.arguments([ast.Name('x', ast.Param())], None, None, []),\n"
        "                       [ast.Return(call)], [])\n"
        "tree = ast.fix_missing_locations(ast.Module([made]))\n"
        "n = 1L\n"
    )
    space = {"ast": ast, "g": lambda x: x + 1}
    exec(migrate(text).text, space)
    exec(compile(space["tree"], "<made>", "exec"), space)
    assert space["f"](1) == 2
    assert run(RULE, text).text.count("ast.arg(") == 1
