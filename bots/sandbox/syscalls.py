"""What a bot's process is given and what it is refused: namespaces, system calls, rlimits, modules; all as data."""

# Who a bot is where the runner is root: an ordinary user that no distribution gives to anybody.
UNPRIVILEGED_ID = 60777

# rlimits inside, by the names of the `resource` module; the address space comes from Limits.
RLIMITS = {
    "RLIMIT_NPROC": 16,  # threads: each bot is alone in its user namespace
    "RLIMIT_NOFILE": 32,
    "RLIMIT_FSIZE": 0,
    "RLIMIT_CORE": 0,
    "RLIMIT_MSGQUEUE": 0,
    "RLIMIT_MEMLOCK": 0,
    "RLIMIT_NICE": 0,
    "RLIMIT_RTPRIO": 0,
}

# A jail without the bots in it, where the host delegates a cgroup; each bot's process has one of its own.
JAIL_MEMORY_MB = 512
JAIL_PROCESSES = 1024

# The jail. Its first process may make namespaces for the bots; they may not.
BUBBLEWRAP = """
    --unshare-all --unshare-user --as-pid-1 --die-with-parent --new-session --clearenv --hostname bot
    --cap-drop ALL --cap-add CAP_SYS_ADMIN
"""

# The jail's environment, and its bots': nothing of the host's. Hashes are fixed so that a match can be repeated.
ENVIRONMENT = {
    "PATH": "/nonexistent",
    "HOME": "/bot",
    "LANG": "C.UTF-8",
    "LD_LIBRARY_PATH": "/python/lib",
    "PYTHONHASHSEED": "0",
    "PYTHONPATH": "/satti",
    "PYTHONSAFEPATH": "1",
    "PYTHONNOUSERSITE": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONUTF8": "1",
    "MALLOC_ARENA_MAX": "1",  # glibc reserves 64 MB of address space for each further one
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}

# The jail holds all of Python's library, numpy and games but what is called like this: nothing that plays needs it.
LEFT_OUT = """
    site-packages dist-packages test tests idlelib tkinter _tkinter.* turtle.py turtledemo ensurepip venv lib2to3
    distutils pydoc_data config-* f2py include *.pyi *.h *.a *.lib *.o *.pc
"""

# Imported before a bot is forked, so that it need not. Everything else in the standard library is there to import.
WARM_MODULES = """
    abc array bisect collections contextlib copy ctypes dataclasses datetime enum fractions functools hashlib heapq
    inspect io itertools json linecache logging math numpy numpy.random operator os pathlib pickle random re statistics
    string struct sys threading time traceback types typing
"""

# The strict filter: a bot may make these system calls; any other fails with EPERM.
ALLOWED_CALLS = {
    "memory": "brk munmap mprotect",  # and mmap, mremap and madvise, below
    "the descriptors it has": "read readv pread64 preadv write writev lseek close fstat",
    "copies of them": "dup dup2 dup3",  # no pipes: the kernel counts them, for all to read in an inode's number
    "files it may read": "open openat newfstatat stat lstat statx readlink readlinkat access faccessat faccessat2",
    "folders": "getdents64 getcwd chdir fchdir umask",
    "waiting": "poll ppoll select pselect6 epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd2 pause",
    "time": "clock_gettime clock_getres clock_nanosleep gettimeofday nanosleep time times",
    "signals": "rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait sigaltstack restart_syscall",
    "threads": "set_robust_list get_robust_list rseq sched_yield membarrier",
    "processors": "sched_getaffinity getcpu",
    "who it is": "getpid getppid gettid getpgrp getpgid getsid getuid geteuid getgid getegid getresuid getresgid",
    "what it may use": "getrlimit getrusage uname arch_prctl getrandom",
    "and its groups, and its end": "getgroups exit exit_group",
}

# Calls allowed for some arguments only: (call, argument, what it must be). One line of a call suffices.
CLONE_THREAD_FLAGS = 0x3D0F00  # exactly what glibc's pthread_create passes, and nothing a process is made with
ALLOWED_ARGUMENTS = (
    ("clone", 0, CLONE_THREAD_FLAGS),
    ("clone", 0, CLONE_THREAD_FLAGS | 0x400000),  # musl's
    ("fcntl", 1, 0),  # F_DUPFD
    ("fcntl", 1, 1),  # F_GETFD
    ("fcntl", 1, 2),  # F_SETFD
    ("fcntl", 1, 3),  # F_GETFL
    ("fcntl", 1, 1030),  # F_DUPFD_CLOEXEC
    ("ioctl", 1, 0x5401),  # TCGETS: is this a terminal?
    ("ioctl", 1, 0x5451),  # FIOCLEX
    ("ioctl", 1, 0x5450),  # FIONCLEX
    ("prlimit64", 2, 0),  # reading a limit
    ("futex", 1, 0),  # FUTEX_WAIT, which pthread_join does across processes too; nothing may wake others there
    ("futex", 1, 9 | 256),  # FUTEX_WAIT_BITSET by the real-time clock, the same
    ("mremap", 3, 0),  # at the same place
    ("mremap", 3, 1),  # MREMAP_MAYMOVE, wherever the kernel likes
    *(("madvise", 2, advice) for advice in (0, 1, 2, 3, 4, 8, 14, 15, 16, 17)),  # none that pins, merges, pages out
    ("close_range", 2, 0),  # CLOSE_RANGE_UNSHARE gives a thread descriptors, and a limit on them, of its own
    ("close_range", 2, 4),  # CLOSE_RANGE_CLOEXEC
)
# The same, of some bits of an argument: (call, argument, the bits, what they must be).
#
# Of a shared anonymous mapping the kernel keeps every page that was touched until all of it is unmapped, and counts
# none that is not mapped: memory that nobody is charged with. So `mmap` takes files, shared or not, and private memory.
MAP_SHARED, MAP_PRIVATE, MAP_SHARED_VALIDATE, MAP_ANONYMOUS, MAP_HUGETLB = 1, 2, 3, 0x20, 0x40000
MAP_BITS = 0x0F | MAP_ANONYMOUS | MAP_HUGETLB
ALLOWED_BITS = (
    ("futex", 1, 128, 128),  # FUTEX_PRIVATE_FLAG: within the process
    ("mmap", 3, MAP_BITS, MAP_SHARED),
    ("mmap", 3, MAP_BITS, MAP_SHARED_VALIDATE),
    ("mmap", 3, MAP_BITS, MAP_PRIVATE),
    ("mmap", 3, MAP_BITS, MAP_PRIVATE | MAP_ANONYMOUS),
)
# Calls that fail with another error than EPERM, which programs understand better: (call, argument, bits, value, error).
OTHER_ERRORS = (
    ("mmap", 3, MAP_BITS, MAP_SHARED | MAP_ANONYMOUS, "ENOMEM"),  # there is none of it; Python asks for it by default
    ("mmap", 3, MAP_BITS, MAP_SHARED_VALIDATE | MAP_ANONYMOUS, "ENOMEM"),
    ("madvise", 2, 0xFFFFFFFF, 102, "EINVAL"),  # guards, which fill page tables: glibc then makes them the older way
    ("madvise", 2, 0xFFFFFFFF, 103, "EINVAL"),
)
NOT_IMPLEMENTED_CALLS = "clone3"  # so that libc falls back to `clone`, whose flags a filter can see

# The outer filter, of the jail as a whole: what nothing in it ever needs, its own set-up included.
REFUSED_IN_JAIL = {
    "other processes": "ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_getfd",
    "keys, programs in the kernel": "keyctl add_key request_key bpf perf_event_open userfaultfd",
    "ways around a filter": "io_uring_setup io_uring_enter io_uring_register",
    "programs without a file": "memfd_create memfd_secret execveat uselib",
    "the machine": "kexec_load kexec_file_load init_module finit_module delete_module reboot swapon swapoff acct "
    "syslog quotactl quotactl_fd settimeofday clock_settime clock_adjtime adjtimex iopl ioperm modify_ldt vhangup "
    "personality",
    "files by other names": "open_by_handle_at name_to_handle_at fanotify_init lookup_dcookie nfsservctl",
    "where memory lies": "mbind set_mempolicy migrate_pages move_pages",
    "shared memory, semaphores, queues": "shmget shmat shmctl semget semop semctl msgget msgsnd msgrcv msgctl mq_open",
}


def words(groups: dict[str, str]) -> list[str]:
    return " ".join(groups.values()).split()
