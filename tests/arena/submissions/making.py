"""Bots for the tests: sources with what they come to, and ways to make them."""

import io
import zipfile
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from arena.submissions import checks, services
from arena.submissions.models import Bot, Version

TAKEN = "You already have a bot named taken: upload a new version of it, or choose another name."
GOOD = b"class Bot:\n    def act(self, view):\n        return view.legal_actions[0]\n"
BAD = {  # verdict: a file that gets it
    "syntax-error": b"class Bot\n",
    "import-error": b"import no_such_module\n",
    "no-bot-class": b"x = 1\n",
    "crash": b"class Bot:\n    def act(self, view):\n        print('thinking')\n        raise KeyError('queen')\n",
    "illegal": b"class Bot:\n    def act(self, view):\n        return 'the best card'\n",
    "malformed": b"class Bot:\n    def act(self, view):\n        return 7\n",
}
AT_ONCE = {  # the same, of files that need no running
    "empty": b"",
    "too-large": b"#" * 2_000_000,
    "not-python": b"\x89PNG\r\n\x1a\n" + bytes(100),
    "bad-archive": b"PK\x03\x04 and no more",
}


def bot(owner: Any, name: str = "seven", game: str = "saat-aath") -> Bot:
    return services.create_bot(owner=owner, name=name, game=game)


def version(of: Bot, data: bytes = GOOD, filename: str = "bot.py") -> Version:
    return services.upload_version(bot=of, data=data, filename=filename)


def ready(of: Bot) -> Version:
    """A version that has passed, without a worker."""
    claimed = checks.claim(version_id=version(of).pk)
    assert claimed
    checks.settle(version=claimed, ok=True, verdict="ready", reason="", log="")
    return Version.objects.get(pk=claimed.pk)


def archive(**files: bytes) -> bytes:
    """A zip of those files; a double underscore in a name stands for the dot."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name, data in files.items():
            packed.writestr(name.replace("__", "."), data)
    return buffer.getvalue()


def upload(filename: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(filename, data)
