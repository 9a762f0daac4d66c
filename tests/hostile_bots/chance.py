"""Run as a bot by test_void.py, behind the attack suite's prelude.py and NUMBER: a program put together by chance."""

# ruff: noqa: F821, SIM105

import gc
import random

from bots.sandbox.syscalls import ALLOWED_CALLS, words

R = random.Random(NUMBER)
WAITING = {"pause", "poll", "ppoll", "select", "pselect6", "epoll_wait", "epoll_pwait", "futex", "rt_sigtimedwait"}
CALLS = [name for name in words(ALLOWED_CALLS) if name in NUMBERS and name not in WAITING]
KEPT = []


def number():
    return R.choice((0, 1, 2, 3, 4, -1, 4096, 1 << 20, 1 << 47, id(R), R.randrange(1 << 63)))


def lie():
    reason = {"n": 2, "error": R.choice(("host", "memory", "crash")), "reason": "x" * R.randrange(3900)}
    os.write(ANSWERS, json.dumps(reason).encode() + b"\n")


def fail():
    raise R.choice((SystemExit, MemoryError, KeyboardInterrupt, OSError, GeneratorExit, RecursionError))


def spoil():
    module = R.choice(list(sys.modules.values()))
    setattr(module, R.choice(dir(module)), R.choice((None, spin, 7)))


def thread(target):
    threading.Thread(target=target, daemon=True).start()


def handle():
    handler = R.choice((signal.SIG_IGN, signal.SIG_DFL, lambda *_: step()))
    signal.signal(R.choice(list(signal.Signals)), handler)


OFTEN = [
    lambda: print("x" * R.choice((1, 100, 100_000))),
    lambda: time.sleep(R.random() / 20),
    lambda: burn(R.random() / 50),
    lambda: KEPT.append(bytearray(R.choice((1 << 10, 1 << 20, 1 << 24)))),
    lambda: KEPT.clear(),
    lambda: call(R.choice(CALLS), *(number() for _ in range(6))),
    lambda: thread(step),
    handle,
    spoil,
    gc.collect,
]
SELDOM = [
    lambda: os.write(ANSWERS, R.randbytes(R.choice((1, 10, 1000, 5000)))),
    lambda: answer(R.randrange(5), R.choice(("7H", "2Z", "", "x" * 300))),
    lambda: os.close(R.randrange(5)),
    lambda: os.dup2(R.randrange(5), R.randrange(6)),
    lambda: os._exit(R.randrange(256)),
    lambda: ctypes.string_at(R.choice((0, 1, 1 << 20, 1 << 47, -1))),
    lambda: ctypes.memmove(id(R.choice(gc.get_objects())), R.randbytes(16), 16),
    lambda: thread(spin),
    lie,
    fail,
]


def step():
    try:
        R.choice(SELDOM if R.random() < 0.1 else OFTEN)()
    except (OSError, TypeError, ValueError, AttributeError, LookupError):
        pass


def always(view):
    for _ in range(R.choice((0, 0, 1, 5))):
        step()
