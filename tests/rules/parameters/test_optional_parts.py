"""setuptools.Feature."""

import pytest
from rules.checking import check_untouched, run

RULE = "optional_parts"


@pytest.mark.parametrize(
    "text",
    [
        "from other import Feature\nx = Feature('a')\n",
        "from setuptools import setup\nsetup(name='a', features={'b': 'Feature'})\n".replace(
            "'Feature'", "1"
        ),
        "class Feature: pass\nx = Feature()\n",
        "try:\n    from setuptools import Feature\nexcept ImportError:\n    Feature = None\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize("imported", ["from setuptools import Feature, setup", "import setuptools"])
def test_what_is_built_is_told_to_setup(imported):
    text = (
        f"{imported}\n"
        "fast = Feature('fast', standard=True, ext_modules=['a', 'b'])\n"
        "debug = Feature('debug', standard=False, ext_modules=['c'])\n"
        "setup(name='n', features={'fast': fast, 'debug': debug}, zip_safe=True)\n"
        "setup(name='n', features=None)\n"
    )
    if "from" not in imported:
        text = text.replace(" Feature(", " setuptools.Feature(").replace("setup(", "setuptools.setup(")
    done = run(RULE, text).text
    told = []
    done = done.replace("from setuptools import setup", "").replace("import setuptools", "")
    space = {"setup": lambda **given: told.append(given)}
    space["setuptools"] = type("Module", (), {"setup": staticmethod(space["setup"])})
    exec(done, space)
    assert told == [{"name": "n", "ext_modules": ["a", "b"], "zip_safe": True}, {"name": "n"}]
