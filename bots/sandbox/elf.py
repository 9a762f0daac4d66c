"""Which shared libraries programs and extension modules need, read from the files: nothing of them is run."""

import struct
from collections.abc import Iterable
from pathlib import Path

_LOAD, _DYNAMIC, _INTERPRETER = 1, 2, 3  # kinds of segments
_END, _NEEDED, _STRINGS = 0, 1, 5  # kinds of entries in the dynamic one


def read(path: Path) -> tuple[list[str], str]:
    """The names of the libraries that a file asks for, and its program loader ("" in a library).

    Empty for what is no ELF file of this machine's word size and byte order.
    """
    data = path.read_bytes()
    wide = struct.calcsize("P") == 8
    if data[:6] != b"\x7fELF" + bytes([2 if wide else 1, 1]):
        return [], ""
    start, size, number = (
        (*struct.unpack_from("<Q", data, 32), *struct.unpack_from("<HH", data, 54))
        if wide
        else (*struct.unpack_from("<I", data, 28), *struct.unpack_from("<HH", data, 42))
    )
    segments = []  # kind, place in the file, address, size in the file
    for at in range(start, start + size * number, size):
        if wide:
            kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", data, at)
        else:
            kind, offset, address, _, length = struct.unpack_from("<IIIII", data, at)
        segments.append((kind, offset, address, length))
    interpreter, entries = "", []
    for kind, offset, _, length in segments:
        if kind == _INTERPRETER:
            interpreter = data[offset : offset + length].rstrip(b"\0").decode()
        elif kind == _DYNAMIC:
            entries += list(struct.iter_unpack("<QQ" if wide else "<II", data[offset : offset + length]))
    where = next((value for tag, value in entries if tag == _STRINGS), 0)
    strings = next((o + where - a for kind, o, a, n in segments if kind == _LOAD and a <= where < a + n), 0)
    names = []
    for tag, value in entries:
        if tag == _END:
            break
        if tag == _NEEDED:
            begin = strings + value
            names.append(data[begin : data.index(b"\0", begin)].decode())
    return names, interpreter


def closure(files: Iterable[Path], folders: Iterable[str], *also: str) -> dict[str, Path]:
    """Name -> file of every library that `files` and `also` need, found in `folders`; others are left out."""
    places = [Path(folder) for folder in folders if Path(folder).is_dir()]
    found: dict[str, Path] = {}
    wanted = [*also, *(name for file in files for name in read(file)[0])]
    while wanted:
        name = wanted.pop()
        path = next((place / name for place in places if (place / name).is_file()), None)
        if name not in found and path is not None:
            found[name] = path.resolve()
            wanted += read(path)[0]
    return found
