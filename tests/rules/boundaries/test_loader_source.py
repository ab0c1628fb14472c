"""What a loader of modules says the source of one to be."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "loader_source"
LOADER = "class Loader(object):\n"


@pytest.mark.parametrize(
    "text",
    [
        "class Loader(object):\n    def get_source(self, name):\n        return self.texts[name]\n",
        "class Loader(object):\n    def get_source(self, name):\n        return None\n",
        "class Loader(object):\n    def get_source(self, name):\n        return u(name).encode('ascii').decode()\n",
        "class Editor(object):\n    def get_source(self):\n        return self.text.encode('utf8')\n",
        "class Loader(object):\n    def get_data(self, name):\n        return self.text.encode('utf8')\n",
        "def get_source(self, name):\n    return name.encode('utf8')\n",
    ],
)
def test_leaves_text_and_methods_of_others(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_an_attribute_that_is_given_text_as_well():
    text = (
        f"{LOADER}    def __init__(self, text):\n        self.text = text.encode('utf8')\n"
        "    def reset(self, text):\n        self.text = text\n"
        "    def get_source(self, name):\n        return self.text\n"
    )
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_for_both_languages():
    check_untouched(
        RULE, f"{LOADER}    def get_source(self, name):\n        return self.text.encode('utf8')\n"
    )


@pytest.mark.parametrize(
    ("given", "codec"), [("'utf8'", "utf8"), ("'latin-1'", "latin-1"), ("", "ascii"), ("self.codec", "utf-8")]
)
def test_decodes_what_is_encoded_to_be_returned(given, codec):
    before = f"{LOADER}    def get_source(self, name):\n        return self.text[name].encode({given})\n"
    after = before.replace(f"encode({given})", f'encode({given}).decode("{codec}")')
    check_rule(RULE, before, after, python2=True)


def test_decodes_what_was_encoded_before():
    before = (
        f"{LOADER}    def __init__(self, source):\n        self.source = source.encode('utf8')\n"
        "    def get_source(self, name):\n        return self.source\n"
    )
    after = before.replace("return self.source", 'return self.source.decode("utf8")')
    check_rule(RULE, before, after, python2=True)


def test_decodes_what_a_name_was_given():
    before = (
        f"{LOADER}    def get_source(self, fullname=None):\n        text = self.text.encode('utf8')\n"
        "        return text\n"
    )
    after = before.replace("return text", 'return text.decode("utf8")')
    check_rule(RULE, before, after, python2=True)
