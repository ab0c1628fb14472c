"""subprocess with text."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "subprocess_text"


@pytest.mark.parametrize(
    "text",
    [
        "import subprocess\nsubprocess.Popen(a)\n",
        "import subprocess as s\ns.check_output(a)\n",
        "import subprocess as s\ns.check_output(a, text=True).split('x')\n",
        "import subprocess as s\ns.check_output(a).decode('utf-8')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import subprocess as s\no = s.Popen(a, stdout=s.PIPE).communicate()[0]\no.strip() == 'x'\n",
            "import subprocess as s\no = s.Popen(a, stdout=s.PIPE, universal_newlines=True).communicate()[0]\no.strip() == 'x'\n",  # noqa: E501
        ),
        (
            "import subprocess as s\np = s.Popen(a, stdout=s.PIPE)\no, e = p.communicate()\n'x' in o\n",
            "import subprocess as s\np = s.Popen(a, stdout=s.PIPE, universal_newlines=True)\no, e = p.communicate()\n'x' in o\n",  # noqa: E501
        ),
        (
            "import subprocess as s\nf(s.check_output(a)), 1L\n",
            "import subprocess as s\nf(s.check_output(a, universal_newlines=True)), 1\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
