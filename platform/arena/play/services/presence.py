"""Who is at the table: somebody who does not look at it for a minute is played by the computer until they return."""

from django.conf import settings
from django.core.cache import cache
from django.db.models import Count, F, Q

from arena import broker
from arena.play.models import Seat, Table
from arena.play.services import moves
from arena.stored_times import passed


def seen(*, table: Table, seat: Seat) -> bool:
    """Note that a person looks at the table. True where somebody who was away is back; both are up to date then."""
    cache.set(_key(table.pk, seat.number), True, settings.PLAY_AWAY_SECONDS)
    if not seat.away:
        return False
    seat.away = False
    if Seat.objects.filter(pk=seat.pk, away=True).update(away=False):
        _changed(table.pk, seat.number, due=False)
    table.refresh_from_db()
    return True


def stand_in() -> int:
    """Let the computer play for everybody who is away while others wait. Returns for how many.

    Nobody is waited for at a table with one person only, so that game stays as it was left."""
    waiting = (
        Table.objects.filter(passed("moved_at", settings.PLAY_AWAY_SECONDS), state=Table.State.PLAYING)
        .filter(computer_due=False)
        .annotate(people=Count("seats", filter=Q(seats__kind=Seat.Kind.PERSON, seats__away=False)))
        .filter(people__gte=2)
    )
    found = 0
    for table in waiting.order_by("moved_at")[:200]:
        number = table.to_act
        if number is None or cache.get(_key(table.pk, number)):
            continue
        if Seat.objects.filter(table=table, number=number, kind=Seat.Kind.PERSON, away=False).update(away=True):
            _changed(table.pk, number, due=True)
            broker.send_all(moves.TASK, [table.pk])
            found += 1
    return found


def _changed(table_id: int, seat: int, *, due: bool) -> None:
    Table.objects.filter(pk=table_id).update(version=F("version") + 1)
    Table.objects.filter(pk=table_id, state=Table.State.PLAYING, to_act=seat).update(computer_due=due)
    moves.announce(table_id)


def _key(table_id: int, seat: int) -> str:
    return f"play:seen:{table_id}:{seat}"
