"""What is encoded by ASCII to be a native string."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

from environment.traces import Observation
from migration.engine.pipeline import migrate

RULE = "ascii_natives"


@pytest.mark.parametrize(
    "expression",
    [
        "y = x.encode('ascii')",
        "d[x.encode('ascii', 'ignore')] = 1",
        "self.rows[-1].append(x.strip().encode('US-ASCII'))",
    ],
)
def test_rewrites(expression):
    cut = expression.rindex(")", 0, expression.rindex(")") + ("append" not in expression)) + 1
    check_rule(
        RULE, f"{expression}\n", f"{expression[:cut]}.decode('ascii'){expression[cut:]}\n", python2=True
    )


@pytest.mark.parametrize(
    "text",
    [
        "y = x.encode('utf-8')\n",
        "y = x.encode(codec)\n",
        "y = 'x'.encode('ascii')\n",
        "x.encode('ascii')\n",
        "y = x.encode('ascii').decode('ascii')\n",
        "def f(x):\n    y = x.encode('ascii', 'ignore')\n    return y.decode('ascii')\n",
        "send(x.encode('ascii'))\n",
        "import zlib\ny = zlib.compress(x.encode('ascii'))\n",
        "y = x.encode('ascii')\nsock.sendall(y)\n",
        "y = open(p, 'wb').write(x.encode('ascii'))\n",
    ],
)
def test_untouched(text):
    check_untouched(RULE, text, python2=True)


def test_what_was_seen_has_a_rule_of_its_own():
    seen = [Observation("encode", 1, 4, ("str ascii",))]
    assert migrate("r = x.encode('ascii') + 'a'\nn = 1L\n", observations=seen).text.startswith(
        "r = x + 'a'\n"
    )


def test_python3_and_programs_of_octets_mean_what_they_say():
    check_untouched(RULE, "y = x.encode('ascii')\nprint(y, end='')\n")
    text = "y = x.encode('ascii')\n"
    assert ".decode('ascii')" not in run(RULE, text, key="p/a.py", index=octet_repository(text)).text


@pytest.mark.parametrize("before", ["[a.encode('ascii') for a in d] == ['b']", "d.encode('ascii') == 'b'"])
def test_what_is_compared_with_octets_by_now_stays(before):
    made = migrate(f"def f(d): return {before}\nn = 1L\n").text
    assert ("b'b'" in made) is ("decode" not in made)
