"""Files that a browser is to save."""

from urllib.parse import quote

from django.http import HttpResponse


def private_file(data: bytes, filename: str, kind: str = "application/octet-stream") -> HttpResponse:
    """A download that no browser shows as a page and no cache keeps."""
    response = HttpResponse(data, content_type=kind)
    response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(filename)}"
    response.headers["Cache-Control"] = "private, no-store"
    return response
