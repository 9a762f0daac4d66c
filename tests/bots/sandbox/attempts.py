"""Run as a bot by test_confinement.py: attempts what no bot may, and prints what came of each as one JSON object."""

import ctypes
import fcntl
import json
import os
import platform
import resource
import socket
import sys
import threading
import time
from pathlib import Path

import numpy

LIBC = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"
found = {}


def attempt(name, action):
    try:
        found[name] = str(action())
    except (OSError, ImportError) as error:
        found[name] = f"refused: {type(error).__name__}: {error}"[:200]
    except BaseException as error:
        found[name] = f"this attempt is broken: {error!r}"


def call(number, *arguments):
    """A raw system call, past the C library and Python."""

    def run():
        ctypes.set_errno(0)
        result = LIBC.syscall(
            ctypes.c_long(number), *(ctypes.c_long(a) if isinstance(a, int) else a for a in arguments)
        )
        error = ctypes.get_errno()
        if result < 0:
            raise OSError(error, os.strerror(error))
        return f"had: {result}"

    return run


def prctl():
    if LIBC.prctl(4, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


RAW = {  # x86_64
    "fork": (57,), "vfork": (58,), "clone_process": (56, 17, 0, 0, 0, 0), "exec": (59, 0, 0, 0),
    "unshare_user": (272, 0x10000000), "unshare_mount": (272, 0x20000), "setns": (308, 0, 0),
    "mount": (165, 0, 0, 0, 0, 0), "umount": (166, b"/bot", 2), "pivot_root": (155, b"/bot", b"/bot"),
    "chroot": (161, b"/bot"), "ptrace": (101, 0, 0, 0, 0), "process_vm_readv": (310, 1, 0, 0, 0, 0, 0),
    "keyctl": (250, 0, -3, 0), "bpf": (321, 0, 0, 0), "perf_event_open": (298, 0, 0, -1, -1, 0),
    "io_uring": (425, 8, 0), "userfaultfd": (323, 0), "memfd_create": (319, b"x", 0), "pidfd_open": (434, 1, 0),
    "pidfd_getfd": (438, 0, 0, 0), "open_by_handle_at": (304, 0, 0, 0), "kill_self": (62, 1, 0),
    "kill_all": (62, -1, 0), "kill_other": (62, 2, 0), "tgkill": (234, 1, 1, 0), "sigqueue": (129, 1, 10, 0),
    "seccomp": (317, 2, 0, 0), "shmget": (29, 0, 4096, 0o1600), "msgget": (68, 0, 0o1600),
    "semget": (64, 0, 1, 0o1600), "mq_open": (240, b"x", 0o102, 0o600, 0), "setuid": (105, 0),
    "setgroups": (116, 0, 0), "capset": (126, 0, 0), "sethostname": (170, b"x", 1), "inotify": (294, 0),
    "fanotify": (300, 0, 0), "acct": (163, 0), "reboot": (169, 0, 0, 0, 0), "swapon": (167, b"x", 0),
    "settime": (227, 0, 0), "kexec": (246, 0, 0, 0, 0), "module": (175, 0, 0, 0),
    "sysinfo": (99, ctypes.create_string_buffer(256)), "syslog": (103, 10, 0, 0), "personality": (135, 0),
    "execveat": (322, 0, b"", 0, 0, 0x1000), "mknod": (133, b"/bot/x", 0o10600, 0), "priority": (141, 0, 0, -20),
}  # fmt: skip


def site_packages():
    there = os.listdir(os.path.join(os.path.dirname(os.__file__), "site-packages"))
    if not there:
        raise FileNotFoundError("it is empty")
    return there


def fork_bomb():
    made = 0
    for _ in range(100):
        try:
            if os.fork() == 0:
                time.sleep(5)
                os._exit(0)
            made += 1
        except OSError:
            break
    return made


def thread_bomb():
    running = threading.Event()
    made = 1
    try:
        for _ in range(100):
            threading.Thread(target=running.wait, daemon=True).start()
            made += 1
    except RuntimeError:
        pass
    running.set()
    return made


def threads_work():
    results = []
    workers = [threading.Thread(target=results.append, args=(n,)) for n in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sorted(results) == [0, 1, 2, 3]


def memory_bomb():
    """Megabytes until there are no more."""
    kept = []
    try:
        while len(kept) < 4096:
            kept.append(bytearray(1 << 20))
    except MemoryError:
        megabytes = len(kept)
        kept.clear()
        return megabytes


def descriptors():
    there = []
    for fd in range(1024):
        try:
            os.fstat(fd)
            there.append(fd)
        except OSError:
            pass
    return there


def connect(family, address):
    with socket.socket(family) as s:
        s.settimeout(1)
        s.connect(address)


def standard_library():
    names = "asyncio bz2 concurrent.futures csv decimal hashlib lzma multiprocessing sqlite3 statistics unittest zlib"
    return all(__import__(name) for name in names.split())


def killed(pid):
    os.kill(pid, 9)


def fcntl_lock():
    with open(os.__file__) as file:
        fcntl.lockf(file, fcntl.LOCK_SH)


def flock():
    with open(os.__file__) as file:
        fcntl.flock(file, fcntl.LOCK_SH)


def fcntl_call(command, argument):
    return fcntl.fcntl(4, command, argument)


def ioctl():
    return fcntl.ioctl(0, 0x5412, b"x")


attempt("identity", lambda: (os.getuid(), os.getgid(), os.getpid(), os.getppid(), os.getgroups(), os.uname().nodename))
attempt("descriptors", descriptors)
attempt("standard_input", lambda: repr(sys.stdin.read()))
attempt(
    "foreign_environment",
    lambda: [n for n in os.environ if not n.startswith(("PYTHON", "MALLOC", "OMP", "OPENBLAS"))
             and n not in ("PATH", "HOME", "LANG", "LD_LIBRARY_PATH", "PWD")],
)  # fmt: skip
attempt("numpy", lambda: abs(numpy.linalg.det(numpy.eye(50) @ numpy.eye(50)) - 1) < 1e-9)
attempt("threads_work", threads_work)
attempt("standard_library", standard_library)
attempt("own_files", lambda: os.listdir("/bot") == ["bot.py"] and b"fork_bomb" in Path(__file__).read_bytes())
attempt("temporary_memory", lambda: len(bytearray(100 << 20)) == 100 << 20)

for name, path in {
    "proc": "/proc", "proc_self": "/proc/self/environ", "proc_1": "/proc/1/maps", "sys": "/sys", "dev": "/dev/null",
    "etc_passwd": "/etc/passwd", "etc_shadow": "/etc/shadow", "home": "/home", "root": "/root", "tmp": "/tmp",
    "run": "/run", "var": "/var",
    "settings": "/satti/platform/arena/settings.py",
}.items():  # fmt: skip
    attempt(name, lambda path=path: os.stat(path))
attempt("list_root", lambda: os.listdir("/"))
attempt("site_packages", site_packages)
for name in ("arena", "tournaments", "django", "tests"):
    attempt(f"import_{name}", lambda name=name: __import__(name))
attempt("write_root", lambda: Path("/file").write_text(""))
attempt("write_bot", lambda: Path("/bot/file").write_text(""))
attempt("write_library", lambda: os.open(os.__file__, os.O_WRONLY))
attempt("truncate_file", lambda: os.truncate("/bot/bot.py", 0))
attempt("symlink", lambda: os.symlink("/etc", "/bot/x"))
attempt("link", lambda: os.link("/bot/bot.py", "/bot/y"))
attempt("chmod", lambda: os.chmod("/bot/bot.py", 0o777))
attempt("chown", lambda: os.chown("/bot/bot.py", 0, 0))
attempt("mkfifo", lambda: os.mkfifo("/bot/fifo"))

attempt("posix_spawn", lambda: os.posix_spawn(sys.executable or "/python/bin/python", ["python", "-c", "0"], {}))
attempt("socket_inet", lambda: socket.socket(socket.AF_INET))
attempt("socket_inet6", lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM))
attempt("socket_unix", lambda: socket.socket(socket.AF_UNIX))
attempt("socket_netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0))
attempt("socket_packet", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
attempt("socketpair", socket.socketpair)
attempt("network_connect", lambda: connect(socket.AF_INET, ("127.0.0.1", 5432)))
attempt("network_listen", lambda: socket.create_server(("127.0.0.1", 0)))
attempt("abstract_socket", lambda: connect(socket.AF_UNIX, "\0satti"))
attempt("flock", flock)
attempt("fcntl_lock", fcntl_lock)
attempt("fcntl_notify", lambda: fcntl_call(1026, 1))
attempt("pipe_size", lambda: fcntl_call(1031, 1 << 20))
attempt("ioctl_tty", ioctl)
attempt("prctl", prctl)
attempt("prlimit_set", lambda: resource.prlimit(0, resource.RLIMIT_CPU, (1000, 1000)))
attempt("sched_affinity", lambda: os.sched_setaffinity(0, {0}))
attempt("raise_priority", lambda: os.setpriority(os.PRIO_PROCESS, 0, -5))
attempt("kill_parent", lambda: killed(os.getppid() or 2))
attempt("other_processes", lambda: [os.kill(pid, 0) for pid in range(2, 400)])
if X86:
    attempt("user_namespace", call(272, 0x10000000))
attempt("fork_bomb", fork_bomb)
for name, arguments in RAW.items() if found["fork_bomb"] == "0" else ():  # without a filter some of them end it all
    attempt(name, call(*arguments) if X86 else lambda: os.fork())
attempt("thread_bomb", thread_bomb)
attempt("memory_bomb", memory_bomb)
print(json.dumps(found))


class Bot:
    def act(self, view):
        return view.legal_actions[0]
