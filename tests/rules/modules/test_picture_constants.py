"""Constants of Pillow that are called otherwise."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "picture_constants"


@pytest.mark.parametrize(
    "text",
    [
        "from PIL import Image\nx = Image.BICUBIC, Image.LANCZOS, Image.NONE\n",
        "class Image:\n    ANTIALIAS = 1\nx = Image.ANTIALIAS\n",
        "from mine import Image\nx = Image.ANTIALIAS\n",
        "from PIL import Image\nImage.ANTIALIAS = 1\n",
        "from PIL import Image\nx = y.Image.ANTIALIAS\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python_3():
    check_untouched(RULE, "from PIL import Image\nx = Image.ANTIALIAS\n")


def test_leaves_a_module_of_the_repository():
    text = "import Image\nx = Image.ANTIALIAS\n"
    files = {"a.py": text, "Image.py": "ANTIALIAS = 1\n"}
    check_untouched(RULE, text, python2=True, index=RepositoryIndex(files, files.get))


@pytest.mark.parametrize(
    ("imported", "name"),
    [
        ("from PIL import Image", "Image"),
        ("import PIL.Image", "PIL.Image"),
        ("import PIL.Image as I", "I"),
        ("import Image", "Image"),
        ("try:\n    import PIL.Image as Image\nexcept ImportError:\n    import Image", "Image"),
    ],
)
def test_names_what_is_left(imported, name):
    before = f"{imported}\nx = {{'a': {name}.ANTIALIAS, 'b': {name}. CUBIC}}\n"
    after = f"{imported}\nx = {{'a': {name}.LANCZOS, 'b': {name}. BICUBIC}}\n"
    check_rule(RULE, before, after, python2=True)


def test_with_the_import_of_the_old_name():
    made = migrate("import Image\nx = y.resize(z, Image.ANTIALIAS)\nprint x\n").text
    assert "Image.LANCZOS" in made and "PIL" in made
    assert migrate(made).text == made
