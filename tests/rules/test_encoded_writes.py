"""Files to which encoded text or octets are written."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "encoded_writes"


@pytest.mark.parametrize(
    "text",
    [
        "f = open(p, 'w')\nf.write('x')\n",
        "f = open(p, 'wb')\nf.write(u.encode('utf-8'))\n",
        "f = open(p, 'w')\nf.write(u.encode('hex'))\n",
        "f = open(p, m)\nf.write(u.encode('utf-8'))\n",
        "f = open(p)\nf.read()\n",
        "import os\nf = open(p, 'w')\nf.write(os.urandom(1))\nf.write(x)\n",
        "import os\nf = open(p, 'w')\nf.write(os.urandom(1))\nf.writelines(x)\n",
        "import os\nf = open(p, 'w')\nf.write(os.urandom(1))\nprint('x', file=f)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "f = open(p, 'w')\nf.write(u.encode('utf-8'))\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "f = open(p, 'a')\nf.write('x')\nf.write(a.encode('latin-1'))\n",
            "f = open(p, 'a', encoding=\"latin-1\")\nf.write('x')\nf.write(a)\n",
        ),
        (
            "f = open(p, 'a')\nf.writelines(x)\nf.writelines([a.encode('utf8') for a in b])\n",
            "f = open(p, 'a', encoding=\"utf8\")\nf.writelines(x)\nf.writelines([a for a in b])\n",
        ),
        (
            "with open(p, mode='w') as f:\n    f.write('<' + (a or b).encode('utf-8') + '>')\n",
            "with open(p, mode='w', encoding=\"utf-8\") as f:\n    f.write('<' + (a or b) + '>')\n",
        ),
        (
            "def f(u, codec):\n    raw = u.encode(codec)\n    open(p, 'w').write(raw)\n",
            "def f(u, codec):\n    raw = u.encode(codec)\n    open(p, 'wb').write(raw)\n",
        ),
        (
            "f = open(p, 'w')\nf.write(u.encode('utf-8'))\nf.write(u.encode('latin-1'))\n",
            "f = open(p, 'wb')\nf.write(u.encode('utf-8'))\nf.write(u.encode('latin-1'))\n",
        ),
        (
            "import urllib2\nf = open(p, 'w')\nf.write(urllib2.urlopen(u).read())\nf = open(q, 'w')\nf.write(x)\n",
            "import urllib2\nf = open(p, 'wb')\nf.write(urllib2.urlopen(u).read())\nf = open(q, 'w')\nf.write(x)\n",
        ),
        (
            "import os\nf = open(p, 'w')\nf.write(os.urandom(1))\nf.write('x')\n",
            "import os\nf = open(p, 'wb')\nf.write(os.urandom(1))\nf.write('x')\n",
        ),
    ],
)
def test_opens_for_what_is_written(before, after):
    check_rule(RULE, before, after, python2=True)
