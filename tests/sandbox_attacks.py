"""Attempts to get out of a sandbox, as Python source that runs inside it.

Each may use `facts` (see sandbox_worlds.arena), `libc` and `call` (a raw system call that raises OSError). One
that comes to its end without an exception has escaped, unless it set `outcome = "judge"`: then only what
changed outside counts. All of it acts on what the test made itself, and every flood has an end.
"""

from __future__ import annotations

PRELUDE = r"""
import ctypes, errno, fcntl, json, os, signal, socket, stat, struct, sys, time
facts = json.loads(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
machine = os.uname().machine
def call(x86, arm, *arguments):
    converted = [a if isinstance(a, (bytes, ctypes.Array, ctypes.Structure)) or a is None else ctypes.c_long(a)
                 for a in arguments]
    result = libc.syscall(ctypes.c_long(x86 if machine == "x86_64" else arm), *converted)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result
def checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result
class Held(Exception):
    pass
def hold(condition, why=""):
    if not condition:
        raise Held(why)
names = {"facts": facts, "libc": libc, "call": call, "checked": checked, "Held": Held, "hold": hold}
for module in (ctypes, errno, fcntl, json, os, signal, socket, stat, struct, sys, time):
    names[module.__name__] = module
try:
    exec(compile(sys.stdin.read(), "attack", "exec"), names)
    outcome = names.get("outcome", "escaped")
except Exception as error:
    outcome = "held: %s: %s" % (type(error).__name__, error)
print("\n" + json.dumps(outcome))
"""

NETWORK = {
    "tcp_to_a_loopback_listener": "socket.create_connection(('127.0.0.1', facts['ports'][0]), 2)",
    "udp_to_a_loopback_listener": """
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.sendto(b"out", ("127.0.0.1", facts["ports"][1]))
outcome = "judge"
""",
    "tcp_over_ipv6": "hold(len(facts['ports']) > 2); socket.create_connection(('::1', facts['ports'][2]), 2)",
    "unix_socket_by_path": "socket.socket(socket.AF_UNIX).connect(facts['stream'])",
    "unix_datagram_by_path": """
socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"out", facts["datagram"])
""",
    "unix_socket_in_the_abstract_namespace": "socket.socket(socket.AF_UNIX).connect('\\0' + facts['marker'])",
    "datagram_half_of_a_pair_redirected": """
pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
pair[0].sendto(b"out", facts["datagram"])
""",
    "stream_half_of_a_pair_redirected": "socket.socketpair()[0].connect(facts['stream'])",
    "see_the_machine_s_interfaces": """
hold([n for _, n in socket.if_nameindex() if n != "lo"], "only lo")
""",
    "raw_packets": "socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0x0300)",
    "raw_ip": "socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)",
    "socket_to_the_hypervisor": "socket.socket(40, socket.SOCK_STREAM)",
    "kernel_crypto_socket": "socket.socket(38, socket.SOCK_SEQPACKET)",
    "io_uring_instead_of_system_calls": "call(425, 425, 4, ctypes.create_string_buffer(240))",
    "old_32_bit_system_calls": """
hold(os.uname().machine == "x86_64")
import mmap
code = mmap.mmap(-1, 4096, prot=7)
code.write(bytes.fromhex("53b867010000bb0200000031c9ba00000000b901000000cd805bc3"))
enter = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
descriptor = enter()
hold(descriptor >= 0, "no socket by the old numbers")
s = socket.socket(fileno=descriptor)
s.connect(("127.0.0.1", facts["ports"][0]))
""",
}

SECRETS = {
    "read_a_file_by_its_path": "print(open(facts['secret_file']).read())",
    "read_it_through_a_symbolic_link": "os.symlink(facts['secret_file'], 'link'); print(open('link').read())",
    "read_it_through_a_hard_link": "os.link(facts['secret_file'], 'hard'); print(open('hard').read())",
    "read_it_by_climbing_up": "print(open('../outside/secret').read())",
    "read_it_by_an_empty_path_descriptor": """
d = os.open("/", os.O_PATH)
print(open(os.open(facts["secret_file"].lstrip("/"), os.O_RDONLY, dir_fd=d)).read())
""",
    "read_it_through_another_process_s_root": """
for pid in (facts["victim"], facts["harness"], os.getppid(), 1):
    try:
        print(open("/proc/%d/root%s" % (pid, facts["secret_file"])).read())
        break
    except OSError:
        continue
else:
    raise Held("no way in")
""",
    "list_the_folder_above": "hold('outside' in os.listdir('..'))",
    "list_the_home_folder": """
home = facts["home"]
hold([n for n in os.listdir(home) if n != ".pyenv"] if os.path.isdir(home) else [], "nothing to see")
""",
    "read_password_hashes": "open('/etc/shadow').read()",
    "read_accounts_s_keys": "hold(os.listdir(os.path.join(facts['home'], '.ssh')))",
    "read_other_processes_environments": """
found = b""
for name in [*os.listdir("/proc"), str(facts["victim"]), str(facts["harness"]), str(os.getppid())]:
    if name.isdigit():
        try:
            found += open("/proc/%s/environ" % name, "rb").read()
        except OSError:
            continue
hold(facts["secret"].encode() in found or b"STIGMERGY_TEST" in found, "not in reach")
""",
    "read_other_processes_command_lines": "open('/proc/%d/cmdline' % facts['victim']).read()",
    "read_other_processes_memory_maps": "open('/proc/%d/maps' % facts['victim']).read()",
    "copy_other_processes_memory": """
buffer = ctypes.create_string_buffer(8)
local = struct.pack("PN", ctypes.addressof(buffer), 8)
remote = struct.pack("PN", 0x400000, 8)
call(310, 270, facts["victim"], local, 1, remote, 1, 0)
""",
    "take_another_process_s_descriptor": """
handle = call(434, 434, facts["victim"], 0)
call(438, 438, handle, 0, 0)
""",
    "trace_another_process": "call(101, 117, 16, facts['victim'], 0, 0)",
    "compare_kernel_objects": "call(312, 272, os.getpid(), facts['victim'], 0, 0, 0)",
    "open_files_by_handle": """
class Handle(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint), ("kind", ctypes.c_int), ("data", ctypes.c_ubyte * 128)]
handle = Handle(8, 1)
handle.data[0] = 2
folder = os.open(".", os.O_RDONLY)
call(304, 265, folder, ctypes.create_string_buffer(bytes(handle), 136), os.O_RDONLY)
""",
    "read_the_kernel_s_log": "call(103, 116, 3, ctypes.create_string_buffer(100), 100)",
    "read_the_kernel_s_log_device": "os.read(os.open('/dev/kmsg', os.O_RDONLY | os.O_NONBLOCK), 100)",
    "read_the_disk_itself": """
for name in os.listdir("/dev"):
    if stat.S_ISBLK(os.stat("/dev/" + name).st_mode):
        os.open("/dev/" + name, os.O_RDONLY)
        break
else:
    raise Held("no disk")
""",
    "make_a_disk_device": "os.mknod('disk', stat.S_IFBLK | 0o600, os.makedev(254, 0))",
    "make_a_memory_device": "os.mknod('mem', stat.S_IFCHR | 0o600, os.makedev(1, 1))",
    "inherited_descriptors": """
found = []
for number in range(3, 512):
    try:
        os.fstat(number)
        found.append(number)
    except OSError:
        pass
hold(found, "none")
""",
    "key_ring_add": "call(248, 217, b'user', b'stigmergy', b'x', 1, -3)",
    "key_ring_read": "call(250, 219, 6, -3)",
    "watch_a_folder_outside": """
handle = checked(libc.inotify_init1(os.O_NONBLOCK))
checked(libc.inotify_add_watch(handle, facts["outside"].encode(), 0xFFF))
""",
    "watch_a_whole_file_system": "call(300, 262, 0, 0)",
    "performance_events": """
call(298, 241, ctypes.create_string_buffer(struct.pack("II", 1, 128) + b"\\0" * 120), 0, -1, -1, 0)
""",
    "load_a_kernel_program": "call(321, 280, 0, ctypes.create_string_buffer(128), 128)",
    "keep_a_privilege": """
status = open("/proc/self/status").read() if os.path.exists("/proc/self/status") else ""
effective = [l for l in status.splitlines() if l.startswith("CapEff")]
hold(os.geteuid() == 0 or (effective and int(effective[0].split()[1], 16)), "no privilege")
""",
    "gain_privileges_by_a_setuid_program": "hold(libc.prctl(39, 0, 0, 0, 0) == 0, 'no new privileges')",
}

FILES = {
    "write_a_new_file": "open(facts['outside'] + '/new', 'w').write('x')",
    "write_through_a_symbolic_link": "os.symlink(facts['precious'], 'l'); open('l', 'w').write('x')",
    "append_through_a_hard_link": "os.link(facts['precious'], 'h'); open('h', 'a').write('x')",
    "write_by_climbing_up": "open('../outside/precious', 'a').write('x')",
    "write_from_another_folder": "os.chdir(facts['outside']); open('precious', 'a').write('x')",
    "truncate_by_path": "os.truncate(facts['precious'], 0)",
    "truncate_when_opening": "os.open(facts['precious'], os.O_RDONLY | os.O_TRUNC)",
    "change_a_mode": "os.chmod(facts['precious'], 0o777); outcome = 'judge'",
    "change_a_mode_by_the_new_call": """
call(452, 452, -100, facts["precious"].encode() + b"\\0", 0o777, 0); outcome = "judge"
""",
    "change_a_mode_by_a_descriptor": """
os.fchmod(os.open(facts["tools"] + "/tool", os.O_RDONLY), 0o777)
hold(os.stat(facts["tools"] + "/tool").st_mode & 0o777 == 0o777, "no effect")
""",
    "change_an_owner": "os.chown(facts['precious'], os.getuid(), os.getgid()); outcome = 'judge'",
    "change_a_time_stamp": "os.utime(facts['precious'], (1, 1)); outcome = 'judge'",
    "set_an_attribute": "os.setxattr(facts['precious'], 'user.x', b'y')",
    "set_inode_flags": """
d = os.open(facts["tools"] + "/tool", os.O_RDONLY)
fcntl.ioctl(d, 0x40086602, struct.pack("l", 0x80))
""",
    "move_a_file_out": "open('f', 'w').close(); os.rename('f', facts['outside'] + '/f')",
    "move_a_file_in": "os.rename(facts['precious'], 'taken')",
    "exchange_two_files": """
open("f", "w").close()
call(316, 276, -100, b"f\\0", -100, facts["precious"].encode() + b"\\0", 2)
""",
    "delete_a_file": "os.unlink(facts['precious'])",
    "delete_a_folder": "os.rmdir(facts['outside'] + '/folder')",
    "make_a_folder": "os.mkdir(facts['outside'] + '/made')",
    "make_a_link_outside": "os.symlink('/', facts['outside'] + '/l')",
    "make_a_pipe_outside": "os.mkfifo(facts['outside'] + '/p')",
    "bind_a_socket_outside": "socket.socket(socket.AF_UNIX).bind(facts['outside'] + '/s')",
    "write_to_what_is_only_readable": "open(facts['tools'] + '/tool', 'w').write('x')",
    "add_to_what_is_only_readable": "open(facts['tools'] + '/new', 'w').write('x')",
    "leave_a_file_in_shared_places": """
for folder in ("/tmp", "/dev/shm", "/var/tmp", "/run", "/"):
    try:
        open(folder + "/" + facts["marker"], "w").close()
    except OSError:
        pass
outcome = "judge"
""",
    "write_into_programs": "open('/usr/bin/' + facts['marker'], 'w')",
    "mount_a_file_system": "checked(libc.mount(b'none', os.getcwd().encode(), b'tmpfs', 0, None))",
    "remount_writable": "checked(libc.mount(None, b'/usr', None, 32 | 4096, None))",
    "mount_by_the_new_calls": "call(430, 430, b'tmpfs\\0', 0)",
    "nested_user_namespace": "checked(libc.unshare(0x10000000))",
    "nested_namespace_by_clone": """
pid = call(56, 220, 0x10000000 | 17, 0, 0, 0, 0)
if pid == 0:
    os._exit(0)
""",
    "nested_namespace_by_clone3": """
pid = call(435, 435, struct.pack("11Q", 0x10000000, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0), 88)
if pid == 0:
    os._exit(0)
""",
    "enter_another_process_s_namespace": "checked(libc.setns(os.open('/proc/1/ns/mnt', os.O_RDONLY), 0))",
    "change_the_root": "os.chroot('.')",
    "set_the_core_pattern": """
for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sys/vm/overcommit_memory"):
    try:
        os.close(os.open(path, os.O_WRONLY))
        break
    except OSError:
        continue
else:
    raise Held("none can be written")
""",
    "press_system_request": "os.open('/proc/sysrq-trigger', os.O_WRONLY)",
    "control_groups": "os.mkdir('/sys/fs/cgroup/' + facts['marker'])",
    "control_groups_v1": "os.mkdir('/sys/fs/cgroup/memory/' + facts['marker'])",
    "rename_the_machine": "socket.sethostname(socket.gethostname())",
    "set_the_clock": "checked(libc.clock_settime(0, struct.pack('ll', int(time.time()), 0)))",
    "type_into_a_terminal": "fcntl.ioctl(os.open('/dev/tty', os.O_RDWR), 0x5412, b'x')",
}

PROCESSES = {
    "kill_a_process": "os.kill(facts['victim'], 9)",
    "kill_the_harness_gently": "os.kill(facts['harness'], 0)",
    "signal_by_queue": "checked(libc.sigqueue(facts['victim'], 15, None))",
    "signal_by_descriptor": "call(424, 424, call(434, 434, facts['victim'], 0), 15, None, 0)",
    "signal_a_thread": "call(234, 131, facts['victim'], facts['victim'], 15)",
    "signal_by_owner_of_a_pipe": """
r, w = os.pipe()
fcntl.fcntl(r, fcntl.F_SETOWN, facts["victim"])
fcntl.fcntl(r, 10, 15)
fcntl.fcntl(r, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
os.write(w, b"x")
time.sleep(0.1)
outcome = "judge"
""",
    "kill_everything": """
if os.fork() == 0:
    try:
        os.kill(-1, signal.SIGWINCH)
    finally:
        os._exit(0)
time.sleep(0.2)
outcome = "judge"
""",
    "slow_a_process_down": "os.setpriority(os.PRIO_PROCESS, facts['victim'], 19)",
    "slow_a_user_down": "os.setpriority(os.PRIO_USER, facts['user'], 19)",
    "pin_a_process": "os.sched_setaffinity(facts['victim'], {0})",
    "limit_a_process": """
import resource
resource.prlimit(facts["victim"], resource.RLIMIT_NOFILE, (3, 3))
""",
    "move_a_process_s_memory": "call(256, 238, facts['victim'], 8, b'\\1' * 8, b'\\1' * 8)",
}

LEFTOVERS = {
    "shared_memory_segment": "call(29, 194, 0x57160001, 4096, 0o1666)",
    "message_queue": "call(68, 186, 0x57160002, 0o1666)",
    "semaphores": "call(64, 190, 0x57160003, 1, 0o1666)",
    "posix_message_queue": "call(240, 180, b'stigmergy-escape\\0', 0o102, 0o666, None)",
}
