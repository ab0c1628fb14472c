"""Templates that are octets."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "octet_templates"
READ = "page = open(p, 'rb').read()\n"


@pytest.mark.parametrize(
    "text", ["x = page % y\n", READ + "x = page % 3\n", READ + "x = page % page\n", "x = '%s' % y\n"]
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize("given", ["y", "(y, 3)", "{'a': y}", "dict(a=y)"])
def test_text_goes_into_text(given):
    done = migrate(f"{READ}def f(y): return page % {given}\nn = 1L\n").text
    assert "return as_text(page) % " in done
