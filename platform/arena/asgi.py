"""The web server's way in, for any ASGI server; `python -m arena.standalone.web` is the one that the arena brings."""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application
from servestatic.asgi import ServeStaticASGI

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")


def no_sniffing(headers: object, path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"  # type: ignore[index]


application = get_asgi_application()
if settings.STATIC_ROOT:
    application = ServeStaticASGI(
        application, root=settings.STATIC_ROOT, prefix=settings.STATIC_URL, add_headers_function=no_sniffing,
        allow_all_origins=False, max_age=600,
    )
