"""Files that a browser is to save, and answers that can be kept."""

import hashlib
from collections.abc import AsyncIterator
from urllib.parse import quote

from asgiref.sync import sync_to_async
from django.http import FileResponse, HttpResponse


class FileDownload(FileResponse):
    """A file that goes out as the client reads it: Django alone would first load all of it under an ASGI server."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        file = self.file_to_stream
        if file is None:
            raise ValueError("a download has a file")
        read = sync_to_async(file.read)
        while chunk := await read(self.block_size):
            yield chunk


def private_file(data: bytes, filename: str, kind: str = "application/octet-stream") -> HttpResponse:
    """A download that no browser shows as a page and no cache keeps. Its ETag lets a program that has it ask whether it
    has changed."""
    response = HttpResponse(data, content_type=kind)
    response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(filename)}"
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["ETag"] = f'"{hashlib.sha256(data).hexdigest()}"'
    return response


def unchanging(response: HttpResponse, sha256: str) -> HttpResponse:
    """Public bytes that are asked for again with their hash, and then not sent again."""
    response.headers["ETag"] = f'"{sha256}"'
    response.headers["Cache-Control"] = "public, no-cache"
    return response
