"""Filters of system calls, assembled by hand as classic BPF; `confine.install_filter` puts them on."""

from __future__ import annotations

import errno
import struct
from collections.abc import Iterable
from dataclasses import dataclass

from verification.sandbox import syscalls

_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_LOAD, _AND, _JEQ, _JGE, _JSET, _RET = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_NUMBER_AT, _ARCH_AT, _ARGUMENTS_AT = 0, 4, 16
_X32_BIT = 0x40000000

#: CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET.
NEW_NAMESPACES = 0x7E020000
_S_IFMT, _S_IFCHR, _S_IFBLK = 0o170000, 0o020000, 0o060000
#: TIOCSTI and TIOCLINUX type into terminals; FS_IOC_SETFLAGS, _SETVERSION and _FSSETXATTR change an inode that
#: was only opened for reading.
_FORBIDDEN_REQUESTS = (0x5412, 0x541C, 0x40086602, 0x40087602, 0x401C5820)
_PRIO_PROCESS, _IOPRIO_WHO_PROCESS = 0, 1
_AF_UNIX, _SOCK_TYPE_MASK, _SOCK_DGRAM = 1, 0xF, 2
#: Families that a network namespace confines: AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. AF_VSOCK, for one, is
#: none.
_CONFINED_FAMILIES = (1, 2, 10, 16)


@dataclass(frozen=True, slots=True)
class Check:
    """A condition on the low 32 bits of one argument: `(value & mask) == equal`, or not that if `negate`."""

    argument: int
    equal: int
    mask: int = 0xFFFFFFFF
    negate: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """Answer system call `name` with `error` (0: pretend it worked) when all `checks` hold."""

    name: str
    error: int
    checks: tuple[Check, ...] = ()


def _all(error: int, *names: str) -> list[Rule]:
    return [Rule(name, error) for name in names]


def kernel_surface() -> list[Rule]:
    """What no test suite needs and every escape would like: other namespaces, mounts, tracing, keys, devices,
    handles that go round paths, memory that no process is charged for."""
    foreign = Check(0, 0, negate=True)
    return [
        *_all(
            errno.EPERM, "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "fsopen", "fsconfig"
        ),
        *_all(errno.EPERM, "fsmount", "fspick", "move_mount", "open_tree", "open_tree_attr", "mount_setattr"),
        *_all(
            errno.EPERM, "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd"
        ),
        *_all(errno.EPERM, "kcmp", "move_pages", "migrate_pages", "open_by_handle_at", "name_to_handle_at"),
        *_all(errno.EPERM, "keyctl", "add_key", "request_key", "bpf", "perf_event_open", "userfaultfd"),
        *_all(errno.EPERM, "swapon", "swapoff", "reboot", "kexec_load", "kexec_file_load", "init_module"),
        *_all(errno.EPERM, "finit_module", "delete_module", "quotactl", "quotactl_fd", "syslog", "acct"),
        *_all(errno.EPERM, "settimeofday", "clock_settime", "adjtimex", "clock_adjtime", "sethostname"),
        *_all(errno.EPERM, "setdomainname", "vhangup", "fanotify_init", "file_setattr"),
        *_all(errno.ENOSYS, "io_uring_setup", "io_uring_enter", "io_uring_register", "clone3"),
        *_all(errno.ENOSYS, "memfd_create", "memfd_secret", "shmget", "msgget"),
        *(
            Rule("clone", errno.EPERM, (Check(0, 0, 1 << b, True),))
            for b in range(32)
            if NEW_NAMESPACES >> b & 1
        ),
        *(Rule("mknod", errno.EPERM, (Check(1, kind, _S_IFMT),)) for kind in (_S_IFCHR, _S_IFBLK)),
        *(Rule("mknodat", errno.EPERM, (Check(2, kind, _S_IFMT),)) for kind in (_S_IFCHR, _S_IFBLK)),
        *(Rule("ioctl", errno.EPERM, (Check(1, request),)) for request in _FORBIDDEN_REQUESTS),
        *(Rule(n, errno.EPERM, (foreign,)) for n in ("prlimit64", "sched_setaffinity", "sched_setattr")),
        *(Rule(n, errno.EPERM, (foreign,)) for n in ("sched_setparam", "sched_setscheduler")),
        *(Rule(n, errno.EPERM, (Check(1, 0, negate=True),)) for n in ("setpriority", "ioprio_set")),
        Rule("setpriority", errno.EPERM, (Check(0, _PRIO_PROCESS, negate=True),)),
        Rule("ioprio_set", errno.EPERM, (Check(0, _IOPRIO_WHO_PROCESS, negate=True),)),
    ]


def confined_sockets() -> list[Rule]:
    """Only sockets of families that end where the network namespace ends."""
    return [Rule("socket", errno.EAFNOSUPPORT, tuple(Check(0, f, negate=True) for f in _CONFINED_FAMILIES))]


def no_sockets() -> list[Rule]:
    """No socket but connected pairs of the process's own, which lead nowhere else."""
    return [
        Rule("socket", errno.EACCES),
        Rule("socketpair", errno.EACCES, (Check(0, _AF_UNIX, negate=True),)),
        Rule("socketpair", errno.EACCES, (Check(1, _SOCK_DGRAM, _SOCK_TYPE_MASK),)),
    ]


def no_shared_objects() -> list[Rule]:
    """No System V semaphores, message queues or file watches: Landlock does not separate them."""
    return [
        *_all(errno.ENOSYS, "semget", "mq_open", "mq_unlink"),
        *_all(errno.EMFILE, "inotify_init", "inotify_init1"),
        *_all(errno.EOPNOTSUPP, "setxattr", "lsetxattr", "fsetxattr", "setxattrat"),
        *_all(errno.EOPNOTSUPP, "removexattr", "lremovexattr", "fremovexattr", "removexattrat"),
    ]


def no_metadata() -> list[Rule]:
    """Pretend to change modes and owners: Landlock can't confine these calls to a folder."""
    names = ("chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat")
    return _all(0, *names)


def no_times() -> list[Rule]:
    """Pretend to change time stamps, for the same reason."""
    return _all(0, "utime", "utimes", "futimesat", "utimensat")


def assemble(rules: Iterable[Rule], architecture: str | None = None) -> bytes:
    """The program (an array of struct sock_filter) that answers by `rules`, first match first, else allows.

    System calls of a foreign architecture or of the x32 variant, whose numbers mean something else, do not
    exist under it. Raises NotImplementedError for an architecture without a table.
    """
    architecture = architecture or syscalls.machine()
    if architecture not in syscalls.AUDIT_ARCH:
        raise NotImplementedError(f"no table of system calls for {architecture}")
    missing = _ret(_ERRNO | errno.ENOSYS)
    program = [_op(_LOAD, _ARCH_AT), _op(_JEQ, syscalls.AUDIT_ARCH[architecture], 1, 0), missing]
    program += [_op(_LOAD, _NUMBER_AT), _op(_JGE, _X32_BIT, 0, 1), missing]
    for rule in rules:
        number = syscalls.number(rule.name, architecture)
        if number is not None:
            program += _block(number, rule)
    program.append(_ret(_ALLOW))
    return b"".join(program)


def _block(number: int, rule: Rule) -> list[bytes]:
    body: list[bytes] = []
    tests: list[tuple[int, bool]] = []
    for check in rule.checks:
        body += [_op(_LOAD, _ARGUMENTS_AT + 8 * check.argument), _op(_AND, check.mask), b""]
        tests.append((check.equal, check.negate))
    body.append(_ret(_ERRNO | rule.error))
    reload_at = len(body)
    for index, (equal, negate) in enumerate(tests):
        at = 3 * index + 2
        away = reload_at - at - 1
        body[at] = _op(_JEQ, equal, away, 0) if negate else _op(_JEQ, equal, 0, away)
    if tests:
        body.append(_op(_LOAD, _NUMBER_AT))
    return [_op(_JEQ, number, 0, len(body)), *body]


def _op(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)


def _ret(value: int) -> bytes:
    return _op(_RET, value)
