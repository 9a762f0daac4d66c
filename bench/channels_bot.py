"""The bot of channels.py, both ends of it: seat 0 writes when a board is over, seat 1 reads before its first action."""

import ctypes
import glob
import mmap
import os
import random
import resource
import time

WAY = ""
BITS = 0
LIBC = ctypes.CDLL(None)
FOLDER = os.path.dirname(os.__file__)


def payload(board):
    return random.Random(board).choices((0, 1), k=BITS)


class Names:
    """A name that was looked for and is not there is found missing faster."""

    def names(self, board, n):
        return [f"{FOLDER}/{board}-{n}-{copy}".encode() for copy in range(7)]

    def write(self, board, bits):
        for n, bit in enumerate(bits):
            for name in self.names(board, n) if bit else ():
                LIBC.access(name, 0)

    def cost(self, name):
        began = time.perf_counter_ns()
        LIBC.access(name, 0)
        return time.perf_counter_ns() - began

    def read(self, board):
        for n in range(500):
            self.cost(f"{FOLDER}/warm-{board}-{n}".encode())
        costs = [sorted(map(self.cost, self.names(board, n)))[3] for n in range(BITS)]
        limit = sorted(costs)[BITS // 2]
        return [int(cost < limit) for cost in costs]


class Pages:
    """A page that is not in memory yet is counted when it is touched."""

    def files(self, board):
        files = [path for path in sorted(glob.glob(f"{FOLDER}/*.py")) if os.path.getsize(path)]
        return random.Random(board).sample(files, BITS)

    def touch(self, path):
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as pages:
            return pages[0]

    def write(self, board, bits):
        for bit, path in zip(bits, self.files(board), strict=True):
            if bit:
                self.touch(path)

    def read(self, board):
        bits = []
        for path in self.files(board):
            before = resource.getrusage(resource.RUSAGE_SELF).ru_majflt
            self.touch(path)
            bits.append(int(resource.getrusage(resource.RUSAGE_SELF).ru_majflt == before))
        return bits


class Time:
    """When in a period the writer is done; the reader is asked soon after. Symbols of Gray's code, so that being off by
    one is one bit wrong."""

    PERIOD = 256_000_000  # nanoseconds

    def write(self, board, bits):
        number = int("".join(map(str, bits)), 2)
        shift = 1
        while shift < BITS:  # from Gray's code
            number ^= number >> shift
            shift *= 2
        slot = self.PERIOD >> BITS
        aim = number * slot + slot // 4
        while not 0 <= time.monotonic_ns() % self.PERIOD - aim < slot // 8:
            pass

    def read(self, board):
        slot = self.PERIOD >> BITS
        number = self.began % self.PERIOD // slot
        return [int(digit) for digit in f"{number ^ number >> 1:0{BITS}b}"]


class Cache:
    """A line of a shared page that was used is still in the processor's cache."""

    PROBE = bytes.fromhex("0faef00faee80f310faee889c68a070faee80f3129f0c3")  # cycles that a load takes
    FLUSH = bytes.fromhex("0fae3f0faef0c3")

    def __init__(self):
        path = max(glob.glob("/satti/numpy.libs/*openblas*") or glob.glob("/python/lib/lib*"), key=os.path.getsize)
        with open(path, "rb") as file:
            self.pages = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ, flags=mmap.MAP_PRIVATE)
        self.start = self.address()
        self.code = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
        self.code.write(self.PROBE.ljust(64, b"\x90") + self.FLUSH)
        base = ctypes.addressof(ctypes.c_char.from_buffer(self.code))
        self.probe = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p)(base)
        self.flush = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(base + 64)

    def address(self):
        """Of the mapping: of a buffer that cannot be written to."""

        class Buffer(ctypes.Structure):
            _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.py_object), ("rest", ctypes.c_char * 128)]

        buffer = Buffer()
        ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(self.pages), ctypes.byref(buffer), 0)
        return buffer.buf

    def lines(self):
        order = random.Random(1).sample(range(len(self.pages) // 4096 - 1), BITS)
        return [self.start + page * 4096 + 64 * (page % 64) for page in order]

    def write(self, board, bits):
        for line in self.lines():
            self.probe(line)
            self.flush(line)
        for bit, line in zip(bits, self.lines(), strict=True):
            for _ in range(3) if bit else ():
                self.probe(line)

    def read(self, board):
        for line in self.lines():  # the address is known to the processor, the line is not touched
            self.pages[(line - self.start) // 4096 * 4096 + (line + 2048) % 4096]
        costs = [self.probe(line) for line in self.lines()]
        limit = sorted(costs)[BITS // 2]
        return [int(cost < limit) for cost in costs]


class Bot:
    def __init__(self):
        self.way = {"names": Names, "pages": Pages, "time": Time, "cache": Cache}[WAY]()
        self.board = 0
        self.fresh = True

    def act(self, view):
        if self.fresh and view.seat:
            self.way.began = time.monotonic_ns()
            print("read", self.board, "".join(map(str, self.way.read(self.board))))
        self.fresh = False
        self.seat = view.seat
        return view.legal_actions[0]

    def game_over(self, result):
        if not self.seat:
            self.way.write(self.board, payload(self.board))
        self.board += 1
        self.fresh = True
