"""What programs need is read as the loader reads it."""

import importlib
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from bots.sandbox import elf, runtime

SSL = Path(importlib.import_module("_ssl").__file__ or "")
FOLDERS = [f"/lib/{sysconfig.get_config_var('MULTIARCH')}", "/lib64", f"{sys.base_prefix}/lib"]


def test_a_program_names_its_loader_and_a_library_none():
    assert Path(elf.read(Path(sys.executable).resolve())[1]).exists()
    assert elf.read(SSL)[1] == ""


def test_the_closure_is_what_the_loader_would_load():
    loader = runtime.find().loader
    listed = subprocess.run([loader, "--list", str(SSL)], capture_output=True, text=True, check=True).stdout
    names = {line.split()[0] for line in listed.splitlines() if "=>" in line}
    assert names <= set(elf.closure([SSL], FOLDERS))


@pytest.mark.parametrize("content", [b"", b"\x7fELF", b"#!/bin/sh\n", b"\x7fELF\x02\x02" + bytes(100)])
def test_what_is_no_elf_needs_nothing(content: bytes, tmp_path: Path):
    (tmp_path / "file").write_bytes(content)
    assert elf.read(tmp_path / "file") == ([], "")


def test_a_library_that_is_nowhere_is_left_out():
    assert elf.closure([], FOLDERS, "libnothing.so.9") == {}
