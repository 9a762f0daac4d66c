"""Server-sent events: whoever shows a table hears at once that it has changed.

An event only says that there is something new; what it is, the page then asks for. So a listener holds no thread and
no database connection. Redis brings the events to all web processes.
"""

import asyncio
import math
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from functools import cache
from weakref import WeakKeyDictionary

import redis
import redis.asyncio
import structlog
from django.conf import settings
from django.db import transaction
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)
PAUSE = 15  # seconds without news, after which a comment tells that the connection lives
CONNECT_SECONDS = 2
LONGEST = 64  # changes that wait for a listener who is behind


@cache
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1)


def channel(table_id: int | str) -> str:
    return f"{settings.CACHES['default']['KEY_PREFIX']}:play:{table_id}"


def announce_on_commit(table_id: int) -> None:
    transaction.on_commit(lambda: _announce(table_id), robust=True)


def _announce(table_id: int) -> None:
    try:
        _client(settings.REDIS_URL).publish(channel(table_id), b"")
    except RedisError as error:
        log.warning("nobody was told of a move; pages that poll will see it", error=str(error))


class Hub:
    """One connection to Redis for all listeners of an event loop."""

    def __init__(self) -> None:
        self.queues: dict[int, set[asyncio.Queue[float]]] = defaultdict(set)
        self.reader: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    async def listen(self, table_id: int) -> "asyncio.Queue[float]":
        """A queue that gets the time of the loop at every change of the table; infinity where Redis is away."""
        queue: asyncio.Queue[float] = asyncio.Queue(maxsize=LONGEST)
        self.queues[table_id].add(queue)
        if self.reader is None or self.reader.done():
            self.ready.clear()
            self.reader = asyncio.create_task(self._read())
        await asyncio.wait_for(self.ready.wait(), CONNECT_SECONDS)
        return queue

    def leave(self, table_id: int, queue: "asyncio.Queue[float]") -> None:
        self.queues[table_id].discard(queue)
        if not self.queues[table_id]:
            del self.queues[table_id]

    async def _read(self) -> None:
        client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
        try:
            async with client.pubsub() as listening:
                await listening.psubscribe(channel("*"))
                self.ready.set()
                async for message in listening.listen():
                    if message["type"] == "pmessage":
                        table_id = int(message["channel"].rpartition(b":")[2])
                        self._tell(self.queues.get(table_id, ()), asyncio.get_running_loop().time())
        except (RedisError, OSError) as error:
            log.warning("listeners are sent away", error=str(error))
        finally:
            self.reader = None
            for queues in self.queues.values():
                self._tell(queues, math.inf)
            await client.aclose()

    def _tell(self, queues: "Iterable[asyncio.Queue[float]]", when: float) -> None:
        for queue in queues:
            if queue.full():  # a change not told yet stands for all before it
                queue.get_nowait()
            queue.put_nowait(when)


_hubs: "WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = WeakKeyDictionary()


async def events(table_id: int, *, behind: float = 0) -> AsyncIterator[bytes]:
    """One event per change, `behind` seconds late, and a comment now and then. Ends where Redis is away: the page
    connects again, and polls until then."""
    loop = asyncio.get_running_loop()
    hub = _hubs.setdefault(loop, Hub())
    queue = None
    try:
        queue = await hub.listen(table_id)
        yield b"retry: 2000\nevent: here\ndata:\n\n"
        while True:
            try:
                when = await asyncio.wait_for(queue.get(), PAUSE)
            except TimeoutError:
                yield b":\n\n"
                continue
            if when == math.inf:
                return
            if (wait := when + behind - loop.time()) > 0:
                await asyncio.sleep(wait)
            yield b"event: changed\ndata:\n\n"
    except TimeoutError:
        log.warning("listeners are sent away", error="Redis does not answer")
    finally:
        if queue is not None:
            hub.leave(table_id, queue)
