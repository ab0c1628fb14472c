"""A run behind Landlock and a filter of system calls: for machines that forbid namespaces, as containers do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verification.sandbox import landlock, ownership, seccomp, system
from verification.sandbox.model import Limits
from verification.sandbox.plan import Folders, Plan, with_places


def landlock_plan(argv: Sequence[str], folders: Folders, env: Mapping[str, str], limits: Limits) -> Plan:
    """The plan. Raises SandboxUnavailable for a folder that the unprivileged user could not reach."""
    writable = [*folders.writable, folders.temporary]
    confine: dict[str, object] = {}
    rules = [*seccomp.kernel_surface(), *seccomp.no_sockets(), *seccomp.no_shared_objects()]
    if landlock.version() < 3:
        rules.append(seccomp.Rule("truncate", 1))
    if ownership.can_change_user():
        uid = ownership.user_for(writable[0])
        for folder in writable:
            ownership.hand_over(folder, uid)
        keep = ownership.keep_to_reach([*writable, *folders.readable])
        if not keep:
            ownership.check_readable(folders.readable)
        if ownership.CAP_DAC_OVERRIDE in keep:
            rules += seccomp.no_times()
        confine |= {"uid": uid, "keep": keep}
    else:
        rules += [*seccomp.no_metadata(), *seccomp.no_times()]
    read = [*system.PROGRAMS, *system.SETTINGS, *system.ACCOUNTS, *map(str, folders.readable)]
    confine["landlock"] = (read, [str(p) for p in writable], list(system.DEVICES))
    confine["filter"] = seccomp.assemble(rules)
    return Plan(
        list(argv),
        with_places(env, folders.temporary),
        str(folders.cwd),
        limits,
        [str(p) for p in writable],
        confine=confine,
    )
