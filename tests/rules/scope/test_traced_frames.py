"""Who is told of frames is not told of list comprehensions."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "traced_frames"
TRACER = "def tracer(frame, event, arg):\n    return tracer\n"


@pytest.mark.parametrize(
    "text",
    [
        "import sys\n" + TRACER + "sys.settrace(None)\n",
        "import sys\nfrom others import tracer\nsys.settrace(tracer)\n",
        "import sys\ndef tracer(*args): pass\nsys.settrace(tracer)\n",
        "import sys\ndef tracer(frame, event, arg): return None\nsys.settrace(tracer)\n",
        "import sys\n@other\n" + TRACER + "sys.settrace(tracer)\n",
        "import sys\nsys.settrace(lambda frame, event, arg: None)\n",
        "import sys\ndef tracer(frame, event, arg):\n    if frame.f_code.co_name == '<listcomp>': return\n"
        "    return tracer\nsys.settrace(tracer)\n",
        TRACER + "others.settrace(tracer)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_files_of_python_3():
    check_untouched(RULE, "import sys\n" + TRACER + "sys.settrace(tracer)\n")


SKIP = '{0}if frame.f_code.co_name == "<listcomp>":\n{0}    return None\n'


@pytest.mark.parametrize("setter", ["sys.settrace", "sys.setprofile", "threading.settrace"])
def test_a_function_leaves_them_out(setter):
    text = f"import sys, threading\n{TRACER}{setter}(tracer)\n"
    check_rule(RULE, text, text.replace("    return", SKIP.format("    ") + "    return", 1), python2=True)


def test_so_does_a_method_behind_what_documents_it():
    text = (
        "from sys import settrace\nclass T:\n    def trace(self, frame, event, arg):\n        'Told.'\n"
        "        print(event)\n    def start(self):\n        settrace(self.trace)\n"
    )
    after = text.replace("        print(event)\n", SKIP.format("        ") + "        print(event)\n")
    check_rule(RULE, text, after, python2=True)


def test_one_that_is_given_twice_asks_once():
    text = f"import sys, threading\n{TRACER}threading.settrace(tracer)\nsys.settrace(tracer)\n"
    check_rule(RULE, text, text.replace("    return", SKIP.format("    ") + "    return", 1), python2=True)


PROGRAM = """import sys
told = []
def tracer(frame, event, arg):
    told.append((frame.f_code.co_name, event))
    return tracer
def inner(i):
    return i
def outer():
    return [inner(i) for i in range(2)]
sys.settrace(tracer)
outer()
sys.settrace(None)
print [t for t in told if t[1] == 'call']
"""


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="comprehensions have no frames of their own any more")
def test_calls_are_told_as_by_python_2(tmp_path):
    (tmp_path / "a.py").write_text(migrate(PROGRAM).text)
    done = subprocess.run([sys.executable, str(tmp_path / "a.py")], capture_output=True, text=True)
    assert done.stdout == "[('outer', 'call'), ('inner', 'call'), ('inner', 'call')]\n", done.stderr
