"""Settings of programs of octets."""

import pytest
from rules.checking import PROOF, check_untouched, octet_repository

from migration.engine.pipeline import migrate

RULE = "octet_settings"
HEAD = "import ConfigParser\nclass S(ConfigParser.SafeConfigParser): pass\nclass T(S):\n    def read(self, p): pass\n"


def octets(text):
    text = HEAD + text + PROOF
    return migrate(text, "p/a.py", octet_repository(text)).text


def test_a_program_of_text_reads_text():
    check_untouched(
        RULE, "import ConfigParser\np = ConfigParser.RawConfigParser()\np.read(a)\n", python2=True
    )


@pytest.mark.parametrize("call", ["T().read(a)", "open(a).read(1)", "S().read(a, 'utf-8')", "S().readfp(a)"])
def test_what_reads_otherwise_stays(call):
    assert 'encoding="latin-1")' not in octets(f"x = {call}\n").replace('"r", encoding="latin-1"', "")


@pytest.mark.parametrize("made", ["S()", "ConfigParser.ConfigParser()", "ConfigParser.RawConfigParser()"])
def test_settings_are_octets(made):
    assert 'p.read([a, b], encoding="latin-1")\n' in octets(f"p = {made}\np.read([a, b])\n")
