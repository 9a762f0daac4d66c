"""Every script gets its final name, however long the chain of modules that import each other."""

import re
from functools import cache
from pathlib import Path

import arena
from arena.static_files import Storage

STATIC = Path(arena.__file__).parent
IMPORT = re.compile(r"""(?:from|import)\s*["'](\.[^"']+\.js)["']""")


@cache
def depth(module: Path) -> int:
    """How many modules the longest chain of imports holds that begins with this one; a cycle would never end."""
    imported = [(module.parent / name).resolve() for name in IMPORT.findall(module.read_text("utf-8"))]
    return 1 + max(map(depth, imported), default=0)


def test_names_are_hashed_often_enough_for_the_longest_chain_of_imports() -> None:
    chains = [depth(module.resolve()) for module in STATIC.rglob("static/**/*.js")]
    assert 5 < max(chains) < Storage.max_post_process_passes
