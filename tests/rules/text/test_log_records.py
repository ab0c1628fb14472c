"""What is encoded to be logged."""

import logging

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "log_records"
HEAD = "import logging\nclass F(logging.{base}):\n    def {method}(self, record):\n        "


def head(base="Formatter", method="format"):
    return HEAD.format(base=base, method=method)


@pytest.mark.parametrize(
    "text",
    [
        "class F(Formatter):\n    def format(self, record):\n        record.msg = x.encode('utf-8')\n",
        "class F(Formatter):\n    def format(self, record):\n        return x.encode('utf-8')\n",
        "import logging\ndef format(record):\n    record.msg = x.encode('utf-8')\n",
        head() + "self.msg = x.encode('utf-8')\n",
        head() + "record.data = x.encode('utf-8')\n",
        head() + "record = other\n        record.msg = x.encode('utf-8')\n",
        head() + "record.msg = x.encode('hex')\n",
        head() + "record.msg = x.encode(y)\n",
        head() + "record.msg = len(x.encode('utf-8'))\n",
        head() + "record.msg = x if x.encode('utf-8') else y\n",
        head("Handler") + "return x.encode('utf-8')\n",
        head("Handler", "emit") + "self.send(self.format(record).encode('utf-8'))\n",
        head("Formatter", "octets") + "return x.encode('utf-8')\n",
        head() + "return x.encode('utf-8')\nclass H(logging.Handler):\n    def emit(self, record):\n"
        "        data = self.format(record)\n        self.sock.sendall(data)\n",
        head("Handler", "emit")
        + "record.msg = record.msg.encode('utf-8')\n        self.out.write(record.msg)\n",
        head("Handler", "emit") + "record.msg = x.encode('utf-8')\n        self.sock.sendto(record.msg, y)\n",
        head("Handler", "emit") + "record.msg = x.encode('utf-8')\n        a = pack('>L', len(record.msg))\n",
        head() + "def g(): return x.encode('utf-8')\n        return g\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, head() + "record.msg = x.encode('utf-8')\n")


@pytest.mark.parametrize(
    ("base", "method"),
    [
        ("Formatter", "format"),
        ("Filter", "filter"),
        ("StreamHandler", "emit"),
        ("handlers.SysLogHandler", "emit"),
    ],
)
def test_what_a_record_holds(base, method):
    text = head(base, method) + "record.msg = record.msg.encode('utf-8')\n"
    check_rule(RULE, text, text.replace("('utf-8')", "('utf-8').decode('utf-8')"), python2=True)


def test_what_is_one_of_two():
    text = head() + "record.msg = x.encode('utf-8') if y else z\n"
    check_rule(RULE, text, text.replace("('utf-8')", "('utf-8').decode('utf-8')"), python2=True)


def test_an_encoding_that_may_fail_still_does():
    text = (
        head()
        + "try:\n            record.msg = x.encode('ascii')\n        except UnicodeError:\n            pass\n"
    )
    assert "x.encode('ascii').decode('ascii')" in run(RULE, text + "n = 1L\n").text


def test_what_is_logged():
    text = head() + (
        "if isinstance(record.msg, unicode):\n            record.msg = record.msg.encode('utf-8')\n"
        "        return '> ' + logging.Formatter.format(self, record)\n"
        "class G(F):\n    def format(self, record):\n        return F.format(self, record).encode('utf-8')\n"
        "n = 1L\n"
    )
    space = {}
    made = migrate(text).text
    exec(made, space)
    record = logging.LogRecord("a", logging.INFO, "b", 1, "caf\xe9 %d", (1,), None)
    assert space["F"]().format(record) == space["G"]().format(record) == "> caf\xe9 1"
    assert migrate(made).text == made
