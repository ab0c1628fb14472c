"""Files of bytes in memory that hold native strings."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "text_in_memory"


@pytest.mark.parametrize(
    "text",
    [
        "import io\nb = io.BytesIO()\n",
        "import io\nb = io.BytesIO()\nb.write(x)\n",
        "import io\nb = io.BytesIO()\ntree.write(b)\nassert b.getvalue() == '<a />'\n",
        "import io\nb = io.BytesIO('x')\nb.writelines(y)\nassert b.getvalue() == 'x'\n",
        "import io\nb = io.BytesIO('x')\nw = b.write\nassert b.getvalue() == 'x'\n",
        "import io\nb = io.BytesIO('x')\nf(b)\n",
        "import io\nb = io.BytesIO(b'x')\nassert b.read() == 'x'\n",
        "import io\nb = io.BytesIO()\nb.write('a\\xff')\nassert b.getvalue() == 'a'\n",
        "import io\nb = io.BytesIO()\nb.write('a\\0')\nassert b.getvalue() == 'a'\n",
        "import io\nb = io.BytesIO()\nb.write('a')\nb.write(b'c')\nassert b.getvalue() == 'ac'\n",
        "import io\nb = io.BytesIO()\nassert b.getvalue() == b'c'\n",
        "import io, struct\nb = io.BytesIO()\nb.write('a')\nb.write(struct.pack('B', 1))\nassert b.read() == 'a'\n",
        "import io, zipfile\nb = io.BytesIO('a')\nz = zipfile.ZipFile(b)\nassert b.read() == 'a'\n",
        "from __future__ import unicode_literals\nimport io\nb = io.BytesIO()\nb.write('a')\nassert b.read() == 'a'\n",
        "import six.io as io\nb = io.BytesIO('a')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_python_3_means_its_bytes():
    check_untouched(RULE, "import io\nb = io.BytesIO()\nb.write('x')\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import io\nb = io.BytesIO('x')\nassert 'x' == b.read()\n",
            "import io\nb = io.StringIO('x')\nassert 'x' == b.read()\n",
        ),
        (
            "from io import BytesIO\nclass T:\n    def setUp(self):\n        self.o = BytesIO()\n"
            "    def test(self):\n        self.o.write('x')\n        self.assertEqual(self.o.getvalue(), 'x')\n",
            "import io\nfrom io import BytesIO\nclass T:\n    def setUp(self):\n        self.o = io.StringIO()\n"
            "    def test(self):\n        self.o.write('x')\n        self.assertEqual(self.o.getvalue(), 'x')\n",
        ),
        (
            "import io\nb = io.BytesIO()\nb.write('x')\nb.seek(0)\nassert b.read() == 'x'\n",
            "import io\nb = io.StringIO()\nb.write('x')\nb.seek(0)\nassert b.read() == 'x'\n",
        ),
    ],
)
def test_makes_one_of_text(before, after):
    check_rule(RULE, before, after, python2=True)
