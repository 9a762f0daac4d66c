#!/usr/bin/env python
"""Django's command line, from an install and from a plain checkout alike."""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> None:
    sys.path[:1] = [str(HERE), str(HERE / "platform")]  # `games`, `bots`, `tournaments` are here; `arena` in platform/
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 (after the path is set)

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
