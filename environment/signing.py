"""Signatures by the user's own SSH key, made and checked by `ssh-keygen -Y`. The key itself is never read here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

NAMESPACE = "stigmergy-audit"
_NAMES = ("id_ed25519", "id_ecdsa", "id_ed25519_sk", "id_ecdsa_sk", "id_rsa")
_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
_INHERITED = ("PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "SSH_AUTH_SOCK", "SYSTEMROOT")
_GOOD = re.compile(rf'Good "{NAMESPACE}" signature .*?(SHA256:[A-Za-z0-9+/]+)', re.DOTALL)


class SigningError(Exception):
    """Nothing can be signed, or a signature does not hold. One line for the user."""


class Signer:
    """Signs with the private key at `key`, or with the one of that name that an SSH agent holds."""

    def __init__(self, key: Path) -> None:
        self.key = key

    @classmethod
    def find(cls, key: str = "") -> Signer:
        """A signer by the key file `key`, by default the first usual one in `~/.ssh`; it has signed once.

        Raises SigningError when there is no ssh-keygen, no key, or it can't sign without being asked something.
        """
        if key:
            signer = cls(Path(key).expanduser())
            if not signer.key.is_file():
                raise SigningError(f"audit.key: {signer.key}: there is no such file")
        else:
            folder = Path("~/.ssh").expanduser()
            found = next((folder / name for name in _NAMES if (folder / name).is_file()), None)
            if found is None:
                raise SigningError(
                    f"audit.sign: there is no SSH key in {folder}: make one with ssh-keygen, name another by "
                    "audit.key, or set audit.sign: false"
                )
            signer = cls(found)
        signer.sign(b"a trial\n")
        return signer

    def sign(self, data: bytes) -> str:
        """The signature of `data`, on one line. Raises SigningError."""
        done = _keygen(["-q", "-Y", "sign", "-n", NAMESPACE, "-f", str(self.key)], data)
        armoured = done.stdout.decode("ascii", "replace")
        if done.returncode or _BEGIN not in armoured:
            lines = done.stderr.decode("utf-8", "replace").split("\n")
            why = next((line.strip() for line in lines if line.strip()), "it made no signature")
            raise SigningError(
                f"audit.sign: {self.key} can't sign ({why}); a key with a passphrase has to be in an agent: "
                f"ssh-add {self.key}"
            )
        return "".join(armoured.partition(_BEGIN)[2].partition(_END)[0].split())


def check(data: bytes, signature: str, key: str = "") -> str:
    """Fingerprint of the key that made `signature` over `data`; where `key`, a public key, is given, it has to be it.

    Raises SigningError when the signature does not hold.
    """
    with tempfile.TemporaryDirectory(prefix="stigmergy-sign-") as folder:
        armoured, allowed = Path(folder, "signature"), Path(folder, "allowed")
        armoured.write_text(
            "\n".join([_BEGIN, *re.findall(".{1,70}", signature), _END, ""]), encoding="utf-8"
        )
        how = ["check-novalidate"]
        if key:
            allowed.write_text(
                f'auditee namespaces="{NAMESPACE}" {" ".join(key.split()[:2])}\n', encoding="utf-8"
            )
            how = ["verify", "-f", str(allowed), "-I", "auditee"]
        done = _keygen(["-Y", *how, "-n", NAMESPACE, "-s", str(armoured)], data)
    good = _GOOD.search(done.stdout.decode("utf-8", "replace"))
    if done.returncode or good is None:
        raise SigningError("the signature does not hold" + (" or is by another key" if key else ""))
    return good.group(1)


def _keygen(arguments: Sequence[str], data: bytes) -> subprocess.CompletedProcess[bytes]:
    program = shutil.which("ssh-keygen")
    if program is None:
        raise SigningError(
            "ssh-keygen is not installed, or not on PATH: install OpenSSH, or set audit.sign: false"
        )
    environment = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    # No terminal and no graphical prompt: a run can't stand still over a question that nobody sees.
    environment["SSH_ASKPASS_REQUIRE"] = "never"
    try:
        return subprocess.run(
            [program, *arguments],
            input=data,
            env=environment,
            capture_output=True,
            check=False,
            timeout=30,
            start_new_session=True,
        )
    except subprocess.TimeoutExpired as error:
        raise SigningError("ssh-keygen did not answer within 30 seconds") from error
