"""What is added to a mailbox."""

import pytest
from rules.checking import PROOF, check_open, check_rule, check_untouched, octet_repository, run

from migration.analysis.strings.as_bytes import HELPER
from migration.engine.pipeline import migrate

RULE = "mailbox_text"
HEAD = "import mailbox\nbox = mailbox.Maildir('a', None)\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "box.add('From: a@b.org\\n\\nx\\n')\n",
        HEAD + "box.add(mailbox.MaildirMessage(x))\n",
        HEAD + "m = mailbox.MaildirMessage(x)\nbox.add(m)\n",
        HEAD + "box.add(*x)\n",
        HEAD + "box.remove(x)\n",
        HEAD + "box.add(x.encode('utf-8'))\n",
        "box = set()\nbox.add(x)\n",
        "import mailbox\ndef f(box, x): box.add(x)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_octets_that_are_spelled_may_be_meant():
    check_open(RULE, HEAD + "x = 'a\\xe9'\nbox.add(x)\n", 4, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + "box.add(x)\n")


def test_what_may_be_text():
    before, after = HEAD + "key = box.add(x)\n", HEAD + "key = box.add(as_bytes(x))\n"
    made = check_rule(RULE, before, after.replace("mailbox\n", f"mailbox\n\n{HELPER}\n\n", 1), python2=True)
    assert made.text.count("def as_bytes(") == 1


def test_octets_that_are_text():
    text = HEAD + "key = box.add(x)\n" + PROOF
    made = run(RULE, text, key="p/a.py", index=octet_repository(text)).text
    assert 'box.add(as_bytes(x, "latin-1"))\n' in made


def test_mail_comes_back(tmp_path):
    text = (
        "# -*- coding: utf-8 -*-\nimport mailbox, email\nclass Store:\n    def __init__(self, path):\n"
        "        self.box = mailbox.mbox(path)\n"
        "    def put(self, *mails):\n        return [self.box.add(m) for m in mails]\n"
        "store = Store(PATH)\nmail = 'Subject: a\\n\\nGr\u00fc\u00dfe\\n'\n"
        "keys = store.put(mail, email.message_from_string('Subject: b\\n\\nx\\n'))\n"
        "found = [store.box[k]['subject'] for k in keys], unicode(store.box[keys[0]].get_payload(decode=True), \n"
        "    'utf-8')\nn = 1L\n"
    )
    space = {"PATH": str(tmp_path / "mbox")}
    made = migrate(text).text
    exec(made, space)
    assert space["found"] == (["a", "b"], "Gr\u00fc\u00dfe\n")
    assert migrate(made).text == made
