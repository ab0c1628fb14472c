"""A harness in another position: becomes a plain user, or a container's root, and runs orders from standard input.

Arguments: the folder that holds the package, the position (`plain` or `container`), the user's number.
One JSON object a line goes in, one comes out.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from pathlib import Path
from typing import Any

#: What a default container leaves to its root: no CAP_SYS_ADMIN, no CAP_SYS_PTRACE, no CAP_DAC_READ_SEARCH.
CONTAINER_CAPABILITIES = (0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31)


def become_contained_root() -> None:
    """Take away what a default container takes away: capabilities, mounts and namespaces."""
    from verification.sandbox import confine, seccomp

    bits = [bit for bit in range(32) if seccomp.NEW_NAMESPACES >> bit & 1]
    rules = [
        seccomp.Rule(name, 1)
        for name in (
            "unshare",
            "setns",
            "mount",
            "umount2",
            "pivot_root",
            "fsopen",
            "open_tree",
            "move_mount",
        )
    ]
    rules += [seccomp.Rule("clone", 1, (seccomp.Check(0, 0, 1 << bit, True),)) for bit in bits]
    rules.append(seccomp.Rule("clone3", 38))
    confine.install_filter(seccomp.assemble(rules))
    for capability in set(range(64)).difference(CONTAINER_CAPABILITIES):
        try:
            confine.prctl(confine.PR_CAPBSET_DROP, capability)
        except OSError:
            continue
    confine.set_capabilities(sum(1 << c for c in CONTAINER_CAPABILITIES))


def answer(order: dict[str, Any]) -> dict[str, Any]:
    """Carry out one order: choose a backend, or run something contained."""
    from verification.sandbox import Limits, SandboxUnavailable, choose_backend, run_contained

    try:
        backend = choose_backend(order["backend"])
        if "argv" not in order:
            return {"backend": backend.as_dict()}
        result = run_contained(
            order["argv"],
            cwd=Path(order["cwd"]),
            writable=[Path(p) for p in order["writable"]],
            readable=[Path(p) for p in order["readable"]],
            env=order["env"],
            limits=Limits(**order["limits"]),
            stdin=base64.b64decode(order["stdin"]),
            backend=backend,
        )
    except SandboxUnavailable as error:
        return {"unavailable": str(error)}
    out, err = (base64.b64encode(data).decode() for data in (result.stdout, result.stderr))
    return {
        "result": [
            result.returncode,
            out,
            err,
            result.reason,
            result.seconds,
            result.truncated,
            result.backend,
        ]
    }


def main() -> None:
    """Take the position, then serve."""
    place, position, uid = sys.argv[1], sys.argv[2], int(sys.argv[3])
    sys.path.insert(0, place)
    if position == "plain":
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    else:
        become_contained_root()
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
