"""urlopen with proxies."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "url_proxies"
HEAD = "import urllib.request\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "urllib.request.urlopen(u)\n",
        HEAD + "urllib.request.urlopen(u, None, proxies=p, timeout=3)\n",
        HEAD + "urllib.request.urlopen(*a, proxies=p)\n",
        HEAD + "urllib.request.urlopen(proxies=p, **more)\n",
        "from client import urlopen\nurlopen(u, proxies=p)\n",
        "try:\n    from urllib.request import urlopen\nexcept ImportError:\n    from urllib import urlopen\n"
        "urlopen(u, proxies=p)\n",
        "def urlopen(u, proxies): pass\nurlopen(u, proxies=p)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("given", "asked"),
    [("u, proxies=p", "u"), ("u, d, proxies=p", "u, d"), ("u, proxies=p, data=d", "u, data=d")],
)
def test_opens_by_proxies(given, asked):
    after = f"urllib.request.build_opener(urllib.request.ProxyHandler(p)).open({asked})\n"
    check_rule(RULE, f"{HEAD}urllib.request.urlopen({given})\n", HEAD + after, python2=True)


def test_by_its_old_name():
    after = migrate("from urllib import urlopen\nprint urlopen('http://x', proxies={}).read()\n").text
    assert "urllib.request.build_opener(urllib.request.ProxyHandler({})).open('http://x')" in after
