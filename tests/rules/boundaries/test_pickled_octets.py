"""pickle.loads(x), where octets are text."""

import pytest
from rules.checking import PROOF, check_untouched, octet_repository, run

RULE = "pickled_octets"
HEAD = "import pickle\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("pickle.loads(x)", 'pickle.loads(x, encoding="latin-1")'),
        ("pickle.load(f)", 'pickle.load(f, encoding="latin-1")'),
        ("pickle.Unpickler(f).load()", 'pickle.Unpickler(f, encoding="latin-1").load()'),
        ("pickle.loads(*x)", "pickle.loads(*x)"),
        ("pickle.loads(x, encoding='bytes')", "pickle.loads(x, encoding='bytes')"),
        ("json.loads(x)", "json.loads(x)"),
        ("pickle.dumps(x)", "pickle.dumps(x)"),
    ],
)
def test_strings_are_read_as_octets(before, after):
    text = f"{HEAD}a = {before}\n{PROOF}"
    outcome = run(RULE, text, key="p/a.py", index=octet_repository(text))
    assert f"a = {after}\n" in outcome.text


def test_elsewhere_they_are_text():
    check_untouched(RULE, f"{HEAD}a = pickle.loads(x)\n", python2=True)
