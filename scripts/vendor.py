#!/usr/bin/env python
"""Fetch the front end's third-party files into platform/arena/static/vendor/, as its manifest.json says.

    scripts/vendor.py            fetch by `npm pack`; refuse files whose SHA-256 is not the manifest's
    scripts/vendor.py --update   fetch, and write the new SHA-256 sums into the manifest
    scripts/vendor.py --check    no network: compare the files that are there with the manifest

The manifest lists for each npm package its name, version, licence, the files to take (a path or pattern in the package,
then where it goes: a file, or a folder that ends with /) and their sums. npm is needed here only, never at run time.
"""

import fnmatch
import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

VENDOR = Path(__file__).resolve().parent.parent / "platform" / "arena" / "static" / "vendor"
MANIFEST = VENDOR / "manifest.json"


def fetch(package: dict[str, Any]) -> dict[str, bytes]:
    """The package's wanted files, by the path where they go."""
    with tempfile.TemporaryDirectory() as folder:
        spec = f"{package['name']}@{package['version']}"
        subprocess.run(["npm", "pack", "--silent", spec], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as tar:
            contents = {
                member.name.partition("/")[2]: stream.read() for member in tar if (stream := tar.extractfile(member))
            }
    wanted = {}
    for pattern, target in package["files"].items():
        found = [n for n in fnmatch.filter(contents, pattern) if n.count("/") == pattern.count("/")]
        if not found:
            raise SystemExit(f"{spec} has no file {pattern}")
        for name in found:
            wanted[target + Path(name).name if target.endswith("/") else target] = contents[name]
    return wanted


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def check(packages: list[dict[str, Any]]) -> list[str]:
    """What is wrong with the vendored files: missing, changed, or not in the manifest."""
    listed = {path: total for package in packages for path, total in package["sha256"].items()}
    present = {str(p.relative_to(VENDOR)): p for p in VENDOR.rglob("*") if p.is_file() and p != MANIFEST}
    problems = [f"{path} is missing" for path in listed if path not in present]
    problems += [f"{path} is not in the manifest" for path in present if path not in listed]
    problems += [
        f"{path} is not the file that the manifest names"
        for path, file in present.items()
        if path in listed and sha256(file.read_bytes()) != listed[path]
    ]
    return sorted(problems)


def main(arguments: list[str]) -> int:
    packages = json.loads(MANIFEST.read_text())
    if arguments == ["--check"]:
        problems = check(packages)
        print(*(problems or ["all vendored files are the manifest's"]), sep="\n")
        return bool(problems)
    if arguments not in ([], ["--update"]):
        print(__doc__, file=sys.stderr)
        return 2
    for package in packages:
        files = fetch(package)
        sums = {path: sha256(data) for path, data in sorted(files.items())}
        if arguments == ["--update"]:
            package["sha256"] = sums
        elif sums != package["sha256"]:
            raise SystemExit(f"{package['name']} is not what the manifest names; --update accepts it")
        for path, data in files.items():
            (VENDOR / path).parent.mkdir(parents=True, exist_ok=True)
            (VENDOR / path).write_bytes(data)
    MANIFEST.write_text(json.dumps(packages, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
