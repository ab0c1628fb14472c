"""raise 'text' is reported."""

import pytest
from rules.checking import check_open, check_untouched

from migration.engine.pipeline import migrate


@pytest.mark.parametrize("text", ["raise", "raise E", "raise E('text')", "raise name", "raise e.text % x"])
def test_leaves_what_may_be_an_exception(text):
    check_untouched("string_exception", f"{text}\n")


@pytest.mark.parametrize("text", ["raise 'text'", "raise 'a %s' % b", "raise ('a' + b)"])
def test_reports_a_string(text):
    check_open("string_exception", f"{text}\n", 1)


def test_a_string_that_was_raised_with_a_value_is_reported_too():
    assert [o.pattern for o in migrate("raise 'text', v\n").open_sites] == ["string_exception"]
