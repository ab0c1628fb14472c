"""Labels of the names of hosts."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "idna_text"


@pytest.mark.parametrize(
    "text",
    [
        "def ToASCII(x): return x\ny = ToASCII(1)\n",
        "import encodings.idna\ny = encodings.idna.ToUnicode(x)\n",
        "import encodings.idna\ny = encodings.idna.ToASCII(x).decode('ascii')\n",
    ],
)
def test_refuses(text: str) -> None:
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import encodings.idna\ny = '.'.join(encodings.idna.ToASCII(p) for p in q)\n",
            "import encodings.idna\ny = '.'.join(encodings.idna.ToASCII(p).decode(\"ascii\") for p in q)\n",
        ),
        (
            "from encodings.idna import ToASCII\ny = ToASCII(q)\n",
            'from encodings.idna import ToASCII\ny = ToASCII(q).decode("ascii")\n',
        ),
    ],
)
def test_is_native_text(before: str, after: str) -> None:
    check_rule(RULE, before, after, python2=True)
