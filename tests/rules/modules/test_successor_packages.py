"""Libraries whose releases for Python 3 have another name."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.repository.index import RepositoryIndex

RULE = "successor_packages"


@pytest.mark.parametrize(
    "text",
    [
        "import bs4\n",
        "from PIL import Image\n",
        "from . import Image\n",
        "from mine import BeautifulSoup\n",
        "try:\n    from BeautifulSoup import BeautifulSoup\nexcept ImportError:\n    BeautifulSoup = None\n",
        "try:\n    import Image\nexcept ImportError:\n    from PIL import Image\n",
        "Image = BeautifulSoup = 1\n",
    ],
)
def test_leaves_guarded_imports_and_other_modules(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "import BeautifulSoup\n")


def test_leaves_what_the_repository_calls_so():
    index = RepositoryIndex(["Image.py", "a.py"])
    check_untouched(RULE, "import Image\n", key="a.py", index=index, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from BeautifulSoup import BeautifulSoup as Soup, Tag\n",
            "from bs4 import BeautifulSoup as Soup, Tag\n",
        ),
        ("import BeautifulSoup\nx = BeautifulSoup.Tag\n", "import bs4\nx = bs4.Tag\n"),
        ("import Image as I\nx = I.open\n", "import PIL.Image as I\nx = I.open\n"),
        ("import Image\nx = Image.open(p)\n", "from PIL import Image\nx = Image.open(p)\n"),
        (
            "def f():\n    import Image, ImageDraw # why\n",
            "def f():\n    from PIL import Image, ImageDraw # why\n",
        ),
        ("import Image, ImageDraw as D\n", "import PIL.Image, PIL.ImageDraw as D\n"),
        ("from ImageFont import truetype\n", "from PIL.ImageFont import truetype\n"),
        ("import Image, os\n", "import PIL.Image, os\n"),
    ],
)
def test_takes_the_name_that_can_be_installed(before, after):
    check_rule(RULE, before, after, python2=True)


def test_what_the_parser_does_in_any_case_is_not_asked_for():
    text = "from BeautifulSoup import BeautifulSoup as Soup\nx = Soup(y{}, fromEncoding='ascii')\n"
    check_rule(
        RULE,
        text.format(", convertEntities=Soup.HTML_ENTITIES"),
        text.format("").replace("from BeautifulSoup import", "from bs4 import"),
        python2=True,
    )
    check_untouched(RULE, "x = Soup(y, convertEntities=1)\n", python2=True)
