"""The runner's side of the jail: bubblewrap around a warmed Python process that forks a bot's process on request.

One jail serves a runner (an operating-system process) for as long as it lives and dies with it, whatever kills it.
"""

import atexit
import json
import os
import select
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bots.errors import HostFailure, HostReason, SandboxMissing
from bots.limits import EXIT_SECONDS, HOST_SECONDS, MB
from bots.sandbox import filters, oom, parts, runtime, syscalls
from bots.sandbox.cgroup import Cgroup, CgroupMissing, Group
from bots.sandbox.core import core
from bots.sandbox.inside import launch

START = "from bots.sandbox.inside.zygote import main; main()"
PACKET_BYTES = 64 * 1024


@dataclass(frozen=True)
class Channels:
    """The runner's ends: of a fresh bot process's pipes, and the socket on which the jail tells of its end."""

    questions: int
    answers: int
    log: int  # its stdout
    errors: int  # its stderr
    status: socket.socket
    pidfd: int
    pid: int  # as this process sees it
    group: Group | None  # where the host lends cgroups


class Jail:
    def __init__(self, without: frozenset[str] = frozenset()) -> None:
        """Raises SandboxMissing where this host cannot hold one, with what bubblewrap or Python said.

        `without`: layers that are left off, by their names in `bots.sandbox.parts`, so that tests and the attack suite
        can see what the others hold, and that somebody notices. A match's jail, `current`, has them all.
        """
        self.without = parts.check(without)
        self.trusted = False  # until each layer was tried in it: bots.sandbox.report
        self._runtime = runtime.find()
        self.cgroup: Cgroup | None = None
        self.cgroup_missing = ""
        self._pidfd = -1  # of its first process
        self._closing = threading.Lock()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._errors, errors = os.pipe()
        started = threading.Event()
        # Dying with the parent means with the thread that started it, so that thread waits as long as the jail lives.
        keeper = threading.Thread(target=self._keep, args=(theirs, errors, started), name="satti-jail", daemon=True)
        self._process: subprocess.Popen[bytes] | None = None
        keeper.start()
        started.wait()
        theirs.close()
        os.close(errors)
        self._control.settimeout(HOST_SECONDS)
        try:
            self._control.send(json.dumps(self._settings()).encode())
            data, fds, _, _ = socket.recv_fds(self._control, PACKET_BYTES, 1)
        except OSError as error:
            data, fds = b"", []
            reason: object = error
        else:
            reason = "it ended"
        if not data:
            self.close()
            raise SandboxMissing(f"the sandbox does not start here ({reason}): {self._said()}")
        self.ready: dict[str, Any] = json.loads(data)
        self.pid = _pid(fds[0])
        self._pidfd = fds[0]
        try:
            pages = [int(word) for word in Path(f"/proc/{self.pid}/statm").read_text().split()]
        except OSError as error:
            self.close()
            raise SandboxMissing(f"the jail's memory cannot be read from /proc: {error}") from error
        self._bare_bytes = pages[0] * os.sysconf("SC_PAGE_SIZE")  # the addresses that are closed off are in it
        self.file_bytes = pages[2] * os.sysconf("SC_PAGE_SIZE")  # of the host's files that every bot has mapped
        try:
            self.cgroup = Cgroup(self.pid)
        except CgroupMissing as error:
            self.cgroup_missing = str(error)

    @property
    def alive(self) -> bool:
        """Of its first process, that is: bubblewrap around it may take a moment longer to end."""
        return self._process is not None and self._process.returncode is None and not _ended(self._pidfd, 0.0)

    def close(self) -> None:
        """Ends it, and every bot in it."""
        with self._closing:
            self._close()

    def _close(self) -> None:
        self._control.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._pidfd >= 0:
            _ended(self._pidfd, EXIT_SECONDS)  # until then it is in its cgroup
            os.close(self._pidfd)
            self._pidfd = -1
        if self.cgroup is not None:
            self.cgroup.close()

    def address_space(self, memory_mb: int) -> int:
        """What a bot with this limit may map, in bytes: the bare runtime, and the addresses that are closed off, are
        mapped already."""
        return self._bare_bytes + memory_mb * MB

    def fork(self, memory_mb: int, *, probe: bool = False) -> Channels:
        """A new process for a bot, not yet given any code; `probe`: it also tries the layers below the last filter.
        Raises HostFailure."""
        address_space = self.address_space(memory_mb)
        questions_end, questions = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        answers, answers_end = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        log, log_end = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        errors, errors_end = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        status, status_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ends = [questions_end, answers_end, log_end, errors_end, status_end.fileno()]
        for fd in ends[:4]:
            os.set_blocking(fd, True)  # the bot's ends; the runner's never block
        fds: list[int] = []
        request: dict[str, Any] = {"address_space": address_space}
        if probe:
            numbers = filters.numbers()
            refused = [numbers[name] for name in syscalls.words(syscalls.REFUSED_IN_JAIL) if name in numbers]
            request["probe"] = {"refused": refused, "places": list(self._runtime.binds)}
        try:
            try:
                socket.send_fds(self._control, [json.dumps(request).encode()], ends)
            finally:
                for fd in ends[:4]:
                    os.close(fd)
                status_end.close()  # else a jail that ends now would not be noticed
            status.settimeout(HOST_SECONDS)
            _, fds, _, _ = socket.recv_fds(status, PACKET_BYTES, 1)
            if not fds:
                raise HostFailure(f"the jail ended: {self._said()}", HostReason.JAIL_ENDED)
            pid = _pid(fds[0])
            oom.go_first(pid)
            group = self.cgroup.hold(pid, memory_mb) if self.cgroup is not None else None
            return Channels(questions, answers, log, errors, status, fds[0], pid, group)
        except (OSError, HostFailure) as error:
            for fd in (questions, answers, log, errors, *fds):
                os.close(fd)
            status.close()
            self.close()
            reason = error.reason if isinstance(error, HostFailure) else HostReason.NO_PROCESS
            raise HostFailure(f"no process for a bot could be started: {error}", reason) from error

    def _keep(self, control: socket.socket, errors: int, started: threading.Event) -> None:
        reader, writer = os.pipe()
        try:
            os.write(writer, filters.outer())
            command = self._command(reader, control.fileno())
            with oom.early_to_go():
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=errors,
                    stderr=errors,
                    env={} if parts.ENVIRONMENT not in self.without else dict(os.environ),
                    cwd="/",
                    pass_fds=(reader, control.fileno()),
                )
        except (OSError, HostFailure) as error:
            os.write(errors, str(error).encode())
        finally:
            os.close(reader)
            os.close(writer)
            started.set()
        if self._process is not None:
            self._process.wait()

    def _settings(self) -> dict[str, Any]:
        return {
            "modules": syscalls.WARM_MODULES.split(),
            "rlimits": syscalls.RLIMITS,
            "readable": self._runtime.readable,
            "filter": filters.inner(shared_memory=parts.NO_SHARED_MEMORY in self.without).hex(),
            "without": sorted(self.without),
        }

    def _command(self, filter_fd: int, control_fd: int) -> list[str]:
        """What to start: bubblewrap; or, as root, what starts it as somebody else."""
        here = self._runtime
        words = parts.bubblewrap(self.without)
        for name, value in syscalls.ENVIRONMENT.items():
            words += ["--setenv", name, value]
        for number, place in enumerate(here.binds):
            words += ["--ro-bind", f"@{number}", place]
        words += ["--dir", "/new", "--dir", "/bot", "--remount-ro", "/", "--chdir", "/"]
        if parts.OUTER_FILTER not in self.without:
            words += ["--seccomp", str(filter_fd)]
        python = f"{runtime.PYTHON}/bin/python"
        start = [python, "-S", "-c", START, str(control_fd)]
        root = {
            "places": list(here.binds),
            "folders": ["/bot"],
            "files": [parts.CANARY],
            "skip": syscalls.LEFT_OUT.split(),
            "read_only": parts.READ_ONLY_ROOT not in self.without,
            "then": start,
        }
        if parts.OWN_ROOT in self.without:
            words += ["--", *start]
        else:
            words += ["--", python, "-S", "-c", _bare(f"{runtime.SATTI}/bots", "root"), json.dumps(root)]
        paths = {str(number): path for number, path in enumerate(here.binds.values())} | here.bwrap_folders
        command = [f"@{here.bwrap}", *words]
        if os.geteuid() != 0:
            return [launch.resolve(word, paths) for word in command]
        task = {"command": command, "paths": paths, "id": parts.user(self.without)}
        code = _bare(str(Path(__file__).resolve().parents[1]), "launch")
        return [sys.executable, "-I", "-S", "-c", code, json.dumps(task)]

    def _said(self) -> str:
        os.set_blocking(self._errors, False)
        select.select([self._errors], [], [], 1.0)
        try:
            text = os.read(self._errors, 4096).decode(errors="replace").strip()
        except BlockingIOError:
            text = ""
        return text or "no message"


def _bare(package: str, module: str) -> str:
    """Code that runs a module of `bots.sandbox.inside` without the rest of the package, in a tenth of the time."""
    code = "import sys, types; make = types.ModuleType; "
    for name, path in (("bots", package), ("bots.sandbox", f"{package}/sandbox")):
        code += f"made = sys.modules[{name!r}] = make({name!r}); made.__path__ = [{path!r}]; "
    return f"{code}from bots.sandbox.inside.{module} import main; main()"


def _pid(pidfd: int) -> int:
    """The process's number as this one sees it. Raises HostFailure."""
    for line in Path(f"/proc/self/fdinfo/{pidfd}").read_text().splitlines():
        if line.startswith("Pid:"):
            return int(line.split()[1])
    raise HostFailure("this kernel's /proc does not tell a pidfd's process", HostReason.NO_PROCESS)


def _ended(pidfd: int, seconds: float) -> bool:
    """Whether the process has ended, by then; one that there is not has."""
    if pidfd < 0:
        return True
    ended = select.poll()
    ended.register(pidfd, select.POLLIN)
    return bool(ended.poll(seconds * 1000))


_lock = threading.Lock()
_current: tuple[int, Jail] | None = None


def current() -> Jail:
    """This process's jail, started when first asked for, and again where it ended. Raises SandboxMissing."""
    global _current
    if sys.platform != "linux":
        raise SandboxMissing("bots run in a sandbox of the Linux kernel; this system has none")
    with _lock:
        if _current is None or _current[0] != os.getpid() or not _current[1].alive:
            core.leave()  # what is started now may run where it likes
            _current = (os.getpid(), Jail())
            atexit.register(_current[1].close)
        return _current[1]
