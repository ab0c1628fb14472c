"""ConfigParser as it was."""

from typing import Any

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "configparser_details"


@pytest.mark.parametrize(
    "text",
    [
        "import configparser\nconfigparser.ConfigParser()\n",
        "c.set(a, b, 1)\n",
        "import ConfigParser\nConfigParser.RawConfigParser(strict=False)\n",
        "import configparser\nclass P(configparser.RawConfigParser): pass\nP()\n",
        "from mine import ConfigParser\nclass P(ConfigParser.RawConfigParser): pass\nP()\n",
        "import ConfigParser\nclass P(ConfigParser.RawConfigParser):\n    def __init__(self): self.a = 1\nP()\n",
        "import ConfigParser\nclass P(ConfigParser.RawConfigParser): pass\nP = f(P)\nP()\n",
        "import ConfigParser\nclass P(ConfigParser.RawConfigParser): pass\nP(strict=True, **options)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from ConfigParser import ConfigParser\nConfigParser({'a': 1})\n",
            "import configparser\nfrom ConfigParser import ConfigParser\n"
            "ConfigParser({'a': 1}, strict=False, inline_comment_prefixes=(\";\",), "
            "interpolation=configparser.LegacyInterpolation())\n",
        ),
        (
            "import ConfigParser\nclass P(ConfigParser.RawConfigParser): pass\np = P(d)\n",
            "import ConfigParser\nclass P(ConfigParser.RawConfigParser): pass\n"
            'p = P(d, strict=False, inline_comment_prefixes=(";",))\n',
        ),
        (
            "from ConfigParser import RawConfigParser as R\nclass P(R):\n"
            "    def __init__(self, d): R.__init__(self, d)\nP(1)\n",
            "from ConfigParser import RawConfigParser as R\nclass P(R):\n"
            '    def __init__(self, d): R.__init__(self, d, strict=False, inline_comment_prefixes=(";",))\nP(1)\n',
        ),
        (
            "import configparser\nc = configparser.ConfigParser()\nc.set('a', 'b', 5)\n",
            "import configparser\nc = configparser.ConfigParser()\nc.set('a', 'b', str(5))\n",
        ),
        (
            "import configparser\nc = configparser.ConfigParser()\nc.get('a', 'b', 1, v)\n",
            "import configparser\nc = configparser.ConfigParser()\nc.get('a', 'b', raw=1, vars=v)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_lone_percent_sign_is_no_error():
    text = "from ConfigParser import ConfigParser\np = ConfigParser()\n"
    after = run("configparser_details", text, target=(3, 12)).text
    assert 'ConfigParser(strict=False, inline_comment_prefixes=(";",), interpolation=configparser' in after
    assert "Legacy" not in run("configparser_details", text, target=(3, 13)).text


def test_a_comment_behind_a_value_is_none_of_it(tmp_path):
    (tmp_path / "a.ini").write_text("[s]\na = 1;2 ; three\n")
    outcome = migrate("import ConfigParser\nc = ConfigParser.RawConfigParser()\nc.read(path)\n")
    names = {"path": str(tmp_path / "a.ini")}
    exec(outcome.text, names)
    assert names["c"].get("s", "a") == "1;2"


def test_an_attribute_and_a_class_that_derives_from_a_parser():
    head = "import configparser\n"
    text = (
        "class S(object):\n    def __init__(self):\n        self.c = configparser.RawConfigParser(strict=False)\n"
        "    def f(self):\n        return self.c.get('a', 'b', {})\n"
    )
    check_rule(RULE, head + text.format("True"), head + text.format("raw=True"))
    check_untouched(RULE, head + text.format("True").replace("self.c = ", "self.c = g() or "))
    text = "class C(configparser.RawConfigParser): pass\nc = C()\nc.get('a', 'b', {})\n"
    check_rule(RULE, head + text.format("1"), head + text.format("raw=1"))
    own = "class C(configparser.RawConfigParser):\n    def get(self, s, o, d): pass\nc = C()\nc.get('a', 'b', 1)\n"
    check_untouched(RULE, head + own)


def test_a_parser_of_its_own_sets_values_of_any_type():
    text = (
        "import ConfigParser as C\nclass P(C.ConfigParser):\n    def __init__(self, *a, **k):\n"
        "        C.ConfigParser.__init__(self, *a, **k)\n    def put(self, value):\n        self.set('a', 'b', value)\n"
    )
    made = migrate(text, target=(3, 11)).text
    names = {}
    exec(made, names)
    parser = names["P"]()
    parser.add_section("a")
    parser.put([1])
    assert parser.get("a", "b", raw=True) == [1]
    parser.put("100%")
    assert parser.get("a", "b") == "100%"
    assert "self.set('a', 'b', value)" in migrate(text.replace("C.ConfigParser", "C.SafeConfigParser")).text


ASKED = "import ConfigParser\ndef f(c, a):\n    if c.has_option('a', 'b'):\n        return {}\n"


@pytest.mark.parametrize("third", ["True", "0"])
def test_what_is_asked_for_its_options_is_a_parser(third):
    before, after = f"c.get('a', 'b', {third})", f"c.get('a', 'b', raw={third})"
    check_rule(RULE, ASKED.format(before), ASKED.format(after))


@pytest.mark.parametrize("call", ["c.get('a', 'b', None)", "c.get('a', True)", "a.get('a', 'b', True)"])
def test_other_calls_of_get(call):
    check_untouched(RULE, ASKED.format(call))


def test_a_get_of_the_repository_takes_three():
    own = "class C:\n    def get(self, section, option, default=None): return default\n"
    check_untouched(RULE, ASKED.format("c.get('a', 'b', True)") + own)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("super(C, self).get(s, o, raw, vars)", "super(C, self).get(s, o, raw=raw, vars=vars)"),
        ("RawConfigParser.get(self, s, o, raw)", "RawConfigParser.get(self, s, o, raw=raw)"),
        ("RawConfigParser.get(self, s, o)", "RawConfigParser.get(self, s, o)"),
        ("super(C, self).get(s, o, *raw)", "super(C, self).get(s, o, *raw)"),
    ],
)
def test_a_method_that_asks_the_one_of_its_base(before, after):
    text = (
        "from configparser import RawConfigParser\nclass C(RawConfigParser):\n"
        "    def get(self, s, o, raw=False, vars=None):\n        return {}\n"
    )
    if before == after:
        check_untouched(RULE, text.format(before))
    else:
        check_rule(RULE, text.format(before), text.format(after))


OWN = "import ConfigParser\nclass C(ConfigParser.RawConfigParser):\n    def {}\n"


def test_a_get_of_its_own_is_told_more_by_those_that_ask_it():
    made = run(RULE, OWN.format("get(self, s, o, default='')  : return '1'")).text
    assert "def get(self, s, o, default='', **told)  : return" in made
    assert run(RULE, made).text == made
    space: dict[str, Any] = {}
    exec(migrate(OWN.format("get(self, s, o, default='')  : return '1'"), target=(3, 11)).text, space)
    parser = space["C"]()
    parser.add_section("a")
    assert parser.getint("a", "b") == 1
    for taken in (
        "get(self, s, o, fallback=None): pass",
        "get(self, s, o, **k): pass",
        "read(self): pass",
    ):
        assert "told" not in run(RULE, OWN.format(taken)).text


def test_what_a_parser_kept_for_itself():
    made = run(RULE, OWN.format("f(self): return self._KEYCRE, self._boolean_states")).text
    assert 're.compile(r"%\\(([^)]*)\\)s|."), self.BOOLEAN_STATES' in made
    check_untouched(RULE, "import ConfigParser\nclass C(object):\n    def f(self): return self._KEYCRE\n")


def test_the_parser_below_is_made_by_super():
    text = OWN.format("__init__(self):\n        super(C, self).__init__()")
    assert "super(C, self).__init__(strict=False, inline" in run(RULE, text).text


def test_values_are_interpolated_by_an_object_of_their_own():
    made = run(
        RULE, OWN.format("f(self, v): return self._interpolate('s', 'o', v, {}), self._interpolate")
    ).text
    assert "self._interpolation.before_get(self, 's', 'o', v, {})" in made
    assert "functools.partial(self._interpolation.before_get, self)" in made


def test_interpolation_is_not_answered_by_a_get_of_its_own():
    body = 'get(self, s, o, default=""):\n        """Doc."""\n        return ConfigParser.ConfigParser.get(self, s, o)'
    text = OWN.replace("RawConfigParser", "SafeConfigParser").format(body)
    made = migrate(text, target=(3, 11)).text
    assert '"""Doc."""\n        if "fallback" in told:\n            return told["fallback"]\n' in made
    assert migrate(made, target=(3, 11)).text == made
    space: dict[str, Any] = {}
    exec(made, space)
    parser = space["C"]()
    parser.read_string("[a]\nb = %(c)s!\nc = 1\n")
    assert parser.get("a", "b") == "1!" and parser.getint("a", "c") == 1


def test_a_raw_parser_keeps_values_of_any_type():
    text = "import ConfigParser\nc = ConfigParser.{}()\nc.set('a', 'b', 5)\n"
    raw = run("configparser_details", text.format("RawConfigParser")).text
    assert "c.set('a', 'b', 5)" in raw
    assert "c.set('a', 'b', str(5))" in run("configparser_details", text.format("ConfigParser")).text


def test_the_interpolation_of_the_base_is_asked_of_the_parser():
    text = (
        "from ConfigParser import ConfigParser\nclass P(ConfigParser):\n"
        "    def _interpolate(self, section, option, value, names):\n"
        "        return ConfigParser._interpolate(self, section, option, value, names)\n"
    )
    made = migrate(text + "print 1\n").text
    assert "return self._interpolation.before_get(self, section, option, value, names)\n" in made
    space = {}
    exec(made, space)
    parser = space["P"]()
    assert parser._interpolate("s", "o", "a %(b)s", {"b": "c"}) == "a c"


def test_a_module_of_the_package_that_has_the_new_name_is_not_asked():
    text = "import ConfigParser, configparser\nx = ConfigParser.ConfigParser(), configparser.own\nn = 1L\n"
    files = {"p/__init__.py": "", "p/a.py": text, "p/configparser.py": "own = 1\n"}
    done = migrate(text, "p/a.py", RepositoryIndex(files, files.get)).text
    assert "interpolation=_configparser.LegacyInterpolation()" in done
    assert "import configparser as _configparser\n" in done and "from . import configparser\n" in done
