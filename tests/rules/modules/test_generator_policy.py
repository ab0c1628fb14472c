"""Classes that extend email's generators."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "generator_policy"
HEAD = "from email.generator import Generator\n"
OWN = "class G(Generator):\n    def __init__(self, out{}):\n        {}\n"
CALL = "Generator.__init__(self, out)"


@pytest.mark.parametrize(
    "text",
    [
        "from mine import Generator\n" + OWN.format("", CALL),
        "class Generator: pass\n" + OWN.format("", CALL),
        HEAD + OWN.format(", policy=None", CALL),
        HEAD + OWN.format(", **more", CALL),
        HEAD + OWN.format("", "pass"),
        HEAD + OWN.format("", "Generator.__init__(self, out, **self.more)"),
        HEAD + OWN.format("", f"policy = 1; {CALL}"),
        HEAD + OWN.format("", f"{CALL}; {CALL}"),
        HEAD + OWN.format("", CALL) + "    def clone(self, fp): return G(fp)\n",
        HEAD + OWN.format("", CALL).replace("(Generator)", "(Mixin, Generator)"),
        HEAD + "class G(Generator):\n    def _dispatch(self, m): pass\n",
        HEAD + "class H(Generator):\n    def __init__(self, a): pass\n"
        "class G(H):\n    def __init__(self, a): H.__init__(self, a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_in_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + OWN.format("", CALL))


@pytest.mark.parametrize(
    ("taken", "given"),
    [
        ("", CALL),
        (", a=(1)", CALL),
        (", *a", "Generator.__init__(self, *a)"),
        ("", "super(G, self).__init__(out)"),
    ],
)
def test_takes_a_policy_and_hands_it_on(taken, given):
    check_rule(
        RULE,
        HEAD + OWN.format(taken, given),
        HEAD + OWN.format(f"{taken}, policy=None", given[:-1] + ", policy=policy)"),
        python2=True,
    )


def test_through_a_class_of_the_file():
    second = "class H(G):\n    def __init__(self, out{}):\n        G.__init__(self, out{})\n"
    check_rule(
        RULE,
        HEAD + OWN.format("", CALL) + second.format("", ""),
        HEAD
        + OWN.format(", policy=None", "Generator.__init__(self, out, policy=policy)")
        + second.format(", policy=None", ", policy=policy"),
        python2=True,
    )


def test_writes_what_has_parts():
    """The printed line is that of CPython 2.7.18 for the unmigrated program."""
    text = (
        "from cStringIO import StringIO\nfrom email.Generator import Generator\n"
        "from email.MIMEMultipart import MIMEMultipart\nfrom email.MIMEText import MIMEText\n"
        "class G(Generator):\n    def __init__(self, out, mangle=True, wide=78, heads=True):\n"
        "        self.heads = heads\n        Generator.__init__(self, out, mangle, wide)\n"
        "    def _write_headers(self, m):\n        if self.heads: Generator._write_headers(self, m)\n"
        "m = MIMEMultipart()\nm.attach(MIMEText('From one\\nb'))\nf = StringIO()\nG(f, heads=False).flatten(m)\n"
        "print [l for l in f.getvalue().splitlines() if l and l[:2] not in ('--', 'MI', 'Co')]\n"
    )
    after = migrate(text).text
    done = subprocess.run([sys.executable, "-c", after], capture_output=True, text=True)
    assert done.stdout == "['>From one', 'b']\n", done.stderr + after
    assert migrate(after).text == after
