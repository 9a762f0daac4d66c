"""Large files go out piece by piece, whatever serves the site."""

import io
from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import async_to_sync

from arena.downloads import FileDownload


class Watched(io.BytesIO):
    largest = 0

    def read(self, size: int | None = -1) -> bytes:
        data = super().read(size)
        self.largest = max(self.largest, len(data))
        return data


def test_a_file_is_read_as_it_is_sent() -> None:
    file = Watched(b"x" * 1_000_000)
    response = FileDownload(file, as_attachment=True, filename="x.zip")
    assert file.largest == 0

    async def sent() -> list[int]:
        return [len(part) async for part in response]

    with ThreadPoolExecutor(1) as thread:  # a browser of other tests may have left an event loop in this one
        sizes = thread.submit(async_to_sync(sent)).result()
    assert sum(sizes) == 1_000_000
    assert len(sizes) > 10
    assert file.largest < 100_000
