"""json.loads(s, object_hook=f), where f encodes the keys."""

import pytest
from rules.checking import PROOF, check_untouched, run

RULE = "hook_keys"
HOOK = "import json\ndef f(d):\n    return {}\n"


@pytest.mark.parametrize(
    "text",
    [
        HOOK.format("dict((k, v) for k, v in d)") + "x = json.loads(s, object_hook=f)\n",
        HOOK.format("dict((k.encode('ascii'), v) for k, v in d)") + "x = f(json.loads(s))\n",
        HOOK.format("dict((k.encode('ascii'), v) for k, v in d)") + "x = other.loads(s, object_hook=f)\n",
        HOOK.format("dict((k, v.encode('ascii')) for k, v in d)") + "x = json.loads(s, object_hook=f)\n",
        HOOK.format("dict((k.encode('ascii'), v) for k, v in d)") + "x = json.loads(s, object_hook=g)\n",
        HOOK.format("dict((k.encode('ascii'), v) for k, v in d)")
        + "f = g\nx = json.loads(s, object_hook=f)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_needs_python2():
    text = HOOK.format("dict((k.encode('ascii'), v) for k, v in d)")
    check_untouched(RULE, text + "x = json.loads(s, object_hook=f)\n")


@pytest.mark.parametrize(
    ("hook", "key"),
    [
        (HOOK.format("dict((k.encode('ascii'), v) for k, v in d)"), "k.encode('ascii')"),
        (HOOK.format("{k.encode(e, 'replace'): v for k, v in d}"), "k.encode(e, 'replace')"),
        (
            "import json\ndef f(d):\n    r = {}\n    for k, v in d.items():\n        r[k.encode('utf-8')] = v\n"
            "    return r\n",
            "k.encode('utf-8')",
        ),
    ],
)
def test_the_keys_are_text(hook, key):
    for name in ("object_hook", "object_pairs_hook"):
        text = f"{hook}x = json.load(s, {name}=f)\n"
        codec = key[key.find("(") + 1 : -1].split(",")[0]
        expected = text.replace(key, f"{key}.decode({codec})")
        assert run(RULE, text + PROOF).text.startswith(expected)


def test_a_function_written_in_place():
    text = "import json\nx = json.loads(s, object_hook=lambda d: dict((k.encode('ascii'), 1) for k in d))\n"
    expected = text.replace("k.encode('ascii')", "k.encode('ascii').decode('ascii')")
    assert run(RULE, text + PROOF).text.startswith(expected)
