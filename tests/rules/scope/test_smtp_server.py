"""Servers of mail."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

RULE = "smtp_server"
HEAD = "import smtpd\n"
SINK = (
    "class Sink(smtpd.SMTPServer):\n    def process_message(self, peer, sender, to, data{}):\n"
    "        self.box = data\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "class Sink(Server):\n    def process_message(self, a, b, c, d): pass\n",
        HEAD + SINK.format(", **kwargs"),
        HEAD + SINK.format(", mail_options=None"),
        HEAD + "class Sink(smtpd.SMTPChannel):\n    def process_message(self, a, b, c, d): pass\nSink(1)\n",
        HEAD + "smtpd.SMTPServer(a, None, decode_data=False)\n",
        HEAD + "smtpd.SMTPServer(a, **told)\n",
        HEAD + SINK.format(", **o") + "    def __init__(self):\n        pass\nSink()\n",
    ],
)
def test_untouched(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            SINK.format("") + "s = Sink(a, None)\n",
            SINK.format(", **options") + "s = Sink(a, None, decode_data=True)\n",
        ),
        ("smtpd.DebuggingServer(a, b)\n", "smtpd.DebuggingServer(a, b, decode_data=True)\n"),
        (
            SINK.format(", **o")
            + "    def __init__(self, a):\n        smtpd.SMTPServer.__init__(self, a, None)\nSink(a)\n",
            SINK.format(", **o")
            + "    def __init__(self, a):\n        smtpd.SMTPServer.__init__(self, a, None, decode_data=True)\n"
            "Sink(a)\n",
        ),
        (
            SINK.format(", **o")
            + "    def __init__(self, a):\n        super(Sink, self).__init__(a, None)\n",
            SINK.format(", **o")
            + "    def __init__(self, a):\n        super(Sink, self).__init__(a, None, decode_data=True)\n",
        ),
    ],
)
def test_mail_is_text(before, after):
    check_rule(RULE, HEAD + before, HEAD + after, python2=True)


def test_names_of_the_program_stay_its_own():
    text = HEAD + SINK.format("").replace("to, data", "options, data")
    assert "options, data, **options_)" in run(RULE, text + PROOF).text
    family = (
        "class A(smtpd.SMTPServer):\n    def __init__(self, port):\n        pass\n"
        "class C(A):\n    def __init__(self, port):\n        super(C, self).__init__(port)\n"
    )
    check_untouched(RULE, HEAD + family, python2=True)
