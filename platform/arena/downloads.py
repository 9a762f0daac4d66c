"""Files that a browser is to save."""

from collections.abc import AsyncIterator
from urllib.parse import quote

from asgiref.sync import sync_to_async
from django.http import FileResponse, HttpResponse


class FileDownload(FileResponse):
    """A file that goes out as the client reads it: Django alone would first load all of it under an ASGI server."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = sync_to_async(self.file_to_stream.read)  # type: ignore[union-attr] - it is one while this goes on
        while chunk := await read(self.block_size):
            yield chunk


def private_file(data: bytes, filename: str, kind: str = "application/octet-stream") -> HttpResponse:
    """A download that no browser shows as a page and no cache keeps."""
    response = HttpResponse(data, content_type=kind)
    response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(filename)}"
    response.headers["Cache-Control"] = "private, no-store"
    return response
