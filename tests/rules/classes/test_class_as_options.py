"""Classes in the body of a class, whose names are options."""

import pytest
from rules.checking import check_untouched, run

RULE = "class_as_options"
TYPE = "class T(type):\n    def __new__(cls, name, bases, attrs):\n        {}\n        {}\n"
META = "meta = attrs.pop('Meta', None)"


@pytest.mark.parametrize(
    "text",
    [
        TYPE.format(META, "a = meta.__dict__['x']"),
        TYPE.format(META, "a = 'x' in meta.__dict__"),
        TYPE.format(META, "a = [k for k in meta.__dict__.items() if not k[0].startswith('_')]"),
        TYPE.format("meta = attrs.pop('meta', None)", "a = meta.__dict__"),
        TYPE.format("meta = f('Meta')", "a = meta.__dict__"),
        TYPE.format(META, "a = self.__dict__"),
        TYPE.format(META + "\n        meta = M()", "a = meta.__dict__"),
        TYPE.format(META, "a = meta.__dict__").replace("name, bases, ", ""),
        TYPE.format(META, "a = meta.__dict__").replace("__new__", "make"),
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = meta.__dict__", "a = own_names(meta)"),
        ("for k, v in meta.__dict__.items(): f(k, v)", "for k, v in own_names(meta).items(): f(k, v)"),
        ("a = dict(meta.__dict__)", "a = dict(own_names(meta))"),
        ("a = meta.__dict__.copy()", "a = own_names(meta).copy()"),
    ],
)
def test_takes_the_names_of_the_body(before, after):
    assert TYPE.format(META, after) in run(RULE, "n = 1L\n" + TYPE.format(META, before)).text


def test_what_is_taken_can_be_changed_and_set():
    text = "n = 1L\n" + TYPE.format(
        META, "a = meta.__dict__\n        a['y'] = 2\n        o = type('O', (), {})()"
    )
    text += "        for k in a: setattr(o, k, a[k])\n        return o\n"
    space = {}
    exec(run(RULE, text).text, space)

    class Meta:
        x = 1

    made = space["T"]("A", (), {"Meta": Meta})
    assert (made.x, made.y) == (1, 2)
